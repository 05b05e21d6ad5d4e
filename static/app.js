// What only a browser can do. The page works without it: every action is a form or a link.

// The replay: arrow keys step, and the address follows, so that a reload shows the same move.
const replay = () => document.querySelector("#replay");

if (replay()) {
  const keys = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };
  document.addEventListener("keydown", (event) => {
    const { target, key } = event;
    const elsewhere = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || target.closest("input, select, [tabindex='0']");
    const link = elsewhere || !keys[key] ? null : replay().querySelector(`#${keys[key]}`);
    if (!link) return;
    event.preventDefault();
    play(false);
    link.click();
  });
  document.addEventListener("htmx:after:swap", () => {
    if (!replay()) return;
    history.replaceState(null, "", replay().dataset.here);
    play(playing && replay().querySelector("#forward"));
  });

  // Moves by themselves, until the end or until anybody steps.
  const PACE = 1_500;
  let playing = false;
  let next = 0;
  const play = (on) => {
    playing = Boolean(on);
    clearTimeout(next);
    const button = replay().querySelector("#play");
    button.hidden = false;
    button.setAttribute("aria-pressed", playing);
    if (playing) next = setTimeout(() => replay().querySelector("#forward").click(), PACE);
  };
  play(false);
  document.addEventListener("click", (event) => {
    const button = event.target.closest("#play");
    if (button) play(!playing && replay().querySelector("#forward"));
    else if (event.isTrusted) play(false);
  });
}

// The phone's own share sheet, where it takes pictures; elsewhere the link saves the picture.
const blank = () => new File([], "result.png", { type: "image/png" });

for (const link of document.querySelectorAll("a[data-share]")) {
  if (!navigator.canShare?.({ files: [blank()] })) break;
  link.textContent = link.dataset.share;
  let file;
  link.addEventListener("click", async (event) => {
    event.preventDefault();
    try {
      if (!file) {
        const answer = await fetch(link.href);
        if (!answer.ok) throw new Error(answer.statusText);
        const name = /filename="([^"]+)"/.exec(answer.headers.get("Content-Disposition") ?? "")?.[1];
        file = new File([await answer.blob()], name ?? "result.png", { type: "image/png" });
      }
      await navigator.share({ files: [file] });
    } catch (error) {
      // Shut again by whoever opened it: nothing to do. For anything else the picture itself is there.
      if (error.name !== "AbortError") location.assign(link.href);
    }
  });
}

// A link to be passed on is taken whole, and copied where the browser lets pages do that.
for (const field of document.querySelectorAll("input[data-whole]")) {
  field.addEventListener("focus", () => field.select());
}
for (const button of document.querySelectorAll("button[data-copy]")) {
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(button.dataset.copy);
    const note = document.querySelector("[data-copied]");
    if (note) note.hidden = false;
  });
}
