// A board is only looked at: htmx hears its bell and shows what has changed (templates/crew/board.html). It stays awake.

import "./awake.js";
import "./voice.js";

const live = document.querySelector("#live");
const lost = document.querySelector("#lost");

document.addEventListener("htmx:config:request", (event) => {
  if (document.hidden) event.preventDefault();
});
document.addEventListener("htmx:before:swap", (event) => {
  const { ctx, tasks } = event.detail;
  if (ctx.sourceElement === live) return event.preventDefault();
  const fresh = tasks[0]?.fragment.querySelector("#board");
  // The table's next game has a style and a stream of its own.
  if (fresh && fresh.dataset.game !== document.querySelector("#board").dataset.game) {
    event.preventDefault();
    return location.assign(fresh.getAttribute("hx-get"));
  }
  // Cancelled, or shut out: nothing is left to see but why.
  const isVerdict = [403, 404].includes(ctx.response.status);
  lost.hidden = Boolean(fresh || isVerdict);
  if (fresh) document.title = fresh.dataset.title;
  else event.preventDefault();
  if (isVerdict) live.replaceChildren(tasks[0].fragment.querySelector("h1 + p"));
});
document.addEventListener("htmx:after:swap", () => document.dispatchEvent(new Event("table:shown")));
document.addEventListener("htmx:error", () => (lost.hidden = false));
// htmx may have begun before its extension and this had come.
htmx.process(live);
htmx.trigger(live, "open");
