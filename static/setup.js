// Sitting down without waiting for a page: htmx asks the server, and its answer is morphed in (templates/pages/setup.html).
// Every button here is a form's too, and does the same without this.

const form = () => document.querySelector("#setup");
const sent = () => JSON.stringify([...new FormData(form())].filter(([name]) => name !== "csrfmiddlewaretoken"));

// What begins a game leads to another page. Start goes when all that was tapped before it has been answered.
let unanswered = 0;
let starting = false;
document.addEventListener("submit", (event) => {
  const name = event.submitter?.name;
  if (name !== "start" && name !== "same") return;
  event.stopPropagation();
  starting = name === "start" && unanswered > 0;
  if (starting) event.preventDefault();
}, { capture: true });
document.addEventListener("htmx:finally:request", () => {
  unanswered -= 1;
  if (unanswered || !starting) return;
  starting = false;
  form().requestSubmit(form().elements.start);
});

// What opens at the foot comes into sight.
document.addEventListener("click", ({ target }) => {
  const more = target.closest("summary")?.parentElement;
  if (more) requestAnimationFrame(() => more.open && more.scrollIntoView({ block: "nearest" }));
});

// One more place, at once: what is typed meanwhile has its field. The server then draws it in full.
const list = () => form().querySelector(".places");
const changed = () => form().dispatchEvent(new Event("input", { bubbles: true }));
function another() {
  const number = list().children.length;
  const place = list().lastElementChild.cloneNode(true);
  place.querySelectorAll(".face, .wrong").forEach((part) => part.remove());
  for (const key of place.querySelectorAll("button")) {
    key.value = number;
    key.ariaLabel = key.ariaLabel.replace(/ .*?( up| down)?$/, ` player ${number + 1}$1`);
  }
  const field = place.querySelector("input");
  for (const said of ["value", "autofocus", "aria-invalid", "aria-describedby"]) field.removeAttribute(said);
  field.value = "";
  field.ariaLabel = `Player ${number + 1}`;
  list().append(place);
  return field;
}
const room = () => list().children.length < list().dataset.most;

document.addEventListener("click", (event) => {
  if (!event.target.closest(".more-places button")) return;
  event.preventDefault();
  another().focus();
  changed();
});

// Enter goes to the next name, behind the last one to another place, if there is one.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.isComposing || event.target.name !== "name") return;
  event.preventDefault();
  const all = [...form().querySelectorAll("input[name=name]")];
  const typed = event.target.value.trim();
  const after = all[all.indexOf(event.target) + 1];
  // Enter in an empty place says that everybody is there.
  const next = typed && (after ?? (room() && another()));
  (next || form().elements.start).focus({ preventScroll: !next });
  if (next && !after) changed();
  // Why there is no next place is said where the names are, and Start is always in sight.
  if (typed && !next) form().querySelector("fieldset .hint").scrollIntoView({ block: "nearest" });
});

// Each goes with the form as it is when its turn comes, and once more if somebody typed on meanwhile: nothing that was tapped or
// typed is lost. Whom a button moves or removes is known by the name beside it.
const names = () => new FormData(form()).getAll("name");
const chips = () => [...form().querySelectorAll(".known:enabled")].filter((chip) => chip.checkVisibility());
document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
  unanswered += 1;
  const { name, value } = ctx.request.submitter ?? (ctx.sourceElement.name === "title" ? { name: "recall", value: "" } : {});
  const who = ["up", "down", "remove"].includes(name) && names()[value];
  ctx.pressed = { name, value, who, place: chips().indexOf(ctx.request.submitter) };
  ctx.fetch = async (url, request) => {
    for (;;) {
      const fields = new FormData(form());
      if (name) fields.append(name, who ? names().indexOf(who) : value);
      ctx.sent = sent();
      const answer = await fetch(url, { ...request, body: new URLSearchParams(fields) });
      const text = await answer.text();
      if (!name || ctx.sent === sent()) return new Response(text, answer);
    }
  };
});
document.addEventListener("htmx:before:swap", (event) => {
  const { ctx, tasks } = event.detail;
  const fresh = tasks[0]?.fragment.querySelector("#setup");
  // Whoever types on meanwhile keeps what was typed; what is no setup is none.
  if (ctx.sent !== sent() || !fresh) return event.preventDefault();
  // What was folded out stays so.
  const parts = form().querySelectorAll("details");
  for (const [n, part] of fresh.querySelectorAll("details").entries()) part.open ||= Boolean(parts[n]?.open);
  // What a button did comes as the server says it.
  if (ctx.sourceEvent.type !== "input") form().reset();
});

// The focus goes with whom a key moves, also to the end, where it does nothing more: the key beside it would bring them back. Where a
// key is gone or off it is on the next one. A field would bring the keyboard up.
function following({ name, value, who, place }) {
  if (!name) return null;
  const key = (does, at) => form().querySelector(`.place:not(:has(:placeholder-shown)) [name=${does}][value="${at}"]`);
  if (name === "up" || name === "down") return key(name, names().indexOf(who));
  const { activeElement } = document;
  if (activeElement.matches(":not(body, :disabled)") && activeElement.checkVisibility()) return null;
  const next = name === "remove" ? (key(name, value) ?? key(name, value - 1)) : name === "add" ? (chips()[place] ?? chips().at(-1)) : null;
  return next ?? form().elements.start;
}

document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  // It is kept as if it had been typed; of a button nobody asks the server.
  if (ctx.sourceEvent.type !== "input") form().elements.start.dispatchEvent(new Event("input", { bubbles: true }));
  following(ctx.pressed)?.focus({ preventScroll: true });
});

// As many places as were typed in before; the server says who of them is known.
form().addEventListener("draft", ({ detail }) => {
  const missing = detail.filter(([id]) => id.startsWith("name\n")).length - list().children.length;
  for (let n = 0; n < missing; n += 1) another();
  // htmx begins to listen a moment after the page is there. What is wrong the server has said: it stays to be read.
  const follow = () => form().querySelector(".wrong") || setTimeout(changed);
  document.addEventListener("DOMContentLoaded", follow);
});
