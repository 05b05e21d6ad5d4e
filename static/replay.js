// The replay, which works without it: arrow keys step, and the address follows, so that a reload shows the same move.
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
    // The list begins at the move, also where it has a box of its own.
    replay().querySelector(".listed").scrollTop = 0;
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
    // What slides needs no key.
    for (const go of replay().querySelectorAll(".slide button")) go.hidden = true;
    button.setAttribute("aria-pressed", playing);
    if (playing) next = setTimeout(() => replay().querySelector("#forward").click(), PACE);
  };
  play(false);
  // The number follows the thumb; the table comes when it rests.
  document.addEventListener("input", ({ target }) => {
    if (!target.matches(".slide input")) return;
    play(false);
    replay().querySelector(".at b").textContent = target.value;
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest("#play");
    if (button) play(!playing && replay().querySelector("#forward"));
    else if (event.isTrusted) play(false);
  });
}
