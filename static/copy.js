// A link to be passed on is taken whole, and copied where the browser lets pages do that.

const offer = () => {
  for (const button of document.querySelectorAll("button[data-copy]")) button.hidden = !navigator.clipboard;
};

document.addEventListener("focusin", ({ target }) => {
  if (target.matches("input[data-whole]")) target.select();
});
document.addEventListener("click", async ({ target }) => {
  const button = target.closest?.("button[data-copy]");
  if (!button) return;
  await navigator.clipboard.writeText(button.dataset.copy);
  const note = document.querySelector("[data-copied]");
  if (note) note.hidden = false;
});
document.addEventListener("table:shown", offer);
offer();
