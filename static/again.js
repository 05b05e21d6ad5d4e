// A page of before, or none, comes anew once there is a network and for a second no finger: not under what somebody typed,
// nor in the place of a page that was asked for. A table looks by itself.

let next = 0;
let stays = Boolean(document.querySelector("#live"));

const keep = () => (stays = true);
const soon = () => {
  clearTimeout(next);
  next = setTimeout(() => stays || location.reload(), 1000);
};

for (const what of ["input", "submit", "beforeunload"]) addEventListener(what, keep);
// Safari on a phone does not say that a page is about to go.
addEventListener("click", ({ target }) => target.closest("a[href]") && keep());
addEventListener("pointerdown", () => next && soon());
addEventListener("online", soon);
