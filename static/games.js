// The history searches as somebody types, by htmx (templates/crew/games.html), and the address follows.

document.addEventListener("htmx:config:request", ({ detail: { ctx: { request } } }) => {
  for (const [name, value] of [...request.body]) if (!value.trim()) request.body.delete(name);
});
document.addEventListener("htmx:before:swap", (event) => {
  const { ctx, tasks } = event.detail;
  // Anything else is shown by the browser itself.
  if (!tasks[0]?.fragment.querySelector("#found")) return event.preventDefault(), location.assign(ctx.request.action);
  history.replaceState(null, "", ctx.request.action);
});
