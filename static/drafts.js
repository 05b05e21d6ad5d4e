// What is typed in a form stays in this tab until it was taken: whoever looks up a rule, goes back, reloads or puts the
// phone down finds it again. Only forms that say whose they are (data-draft): none with a password or a code does.
// Without this the browser keeps what it can.

const START = "draft\n";
const FIELDS = "input:not([type=hidden], [type=file], [type=password], [type=submit], [readonly]), select, textarea";

const forms = () => [...document.querySelectorAll("form[data-draft]")];
const fields = (form) => [...form.elements].filter((field) => field.name && field.matches(FIELDS));
// A table's region is drawn for all phones alike: whose page it is stands around it.
const whose = (form) => form.dataset.draft || (form.closest("[data-mark]")?.dataset.mark ?? "");
const keyOf = (form) => START + [whose(form), form.getAttribute("action") ?? location.pathname, form.dataset.of].join("\n");
const ticks = ({ type }) => type === "checkbox" || type === "radio";
const idOf = (field) => [field.name, ticks(field) ? field.value : ""].join("\n");
const shown = (field) => (ticks(field) ? field.checked : field.value);

function usual(field) {
  if (ticks(field)) return field.defaultChecked;
  if (!field.matches("select")) return field.defaultValue;
  return ([...field.options].find((option) => option.defaultSelected) ?? field.options[0])?.value ?? "";
}

const untouched = (form) => baseOf(form) === JSON.stringify(fields(form).map((field) => [idOf(field), shown(field)]));
const isEmpty = (form) => fields(form).every((field) => ticks(field) || field.matches("select") || !field.defaultValue);
// How the page brought it, before anybody typed.
let brought = new WeakMap();

function baseOf(form) {
  if (!brought.has(form)) brought.set(form, JSON.stringify(fields(form).map((field) => [idOf(field), usual(field)])));
  return brought.get(form);
}

const kept = () => Object.keys(sessionStorage).filter((key) => key.startsWith(START));
const read = (key) => JSON.parse(sessionStorage.getItem(key));
const write = (key, draft) => sessionStorage.setItem(key, JSON.stringify(draft));

// What was refused is not saved yet, though the page brought it.
let refused = false;

function save(form, sent = false) {
  if (untouched(form) && !sent && !refused) return sessionStorage.removeItem(keyOf(form));
  write(keyOf(form), { base: baseOf(form), fields: fields(form).map((field) => [idOf(field), shown(field)]), sent });
}

// The same form once more, and nothing in it yet.
function restore(form) {
  const draft = read(keyOf(form));
  if (!draft || !untouched(form) || !(baseOf(form) === draft.base || isEmpty(form))) return;
  // What was sent from a table waits there.
  if (draft.sent && form.closest("#table")) return;
  form.dispatchEvent(new CustomEvent("draft", { detail: draft.fields }));
  const left = fields(form);
  for (const [id, value] of draft.fields) {
    const place = left.findIndex((field) => idOf(field) === id);
    if (place < 0) continue;
    const [field] = left.splice(place, 1);
    if (ticks(field)) field.checked = value;
    else field.value = value;
  }
  form.dispatchEvent(new Event("input", { bubbles: true }));
  // A correction that was left is no surprise: it says so, and can begin anew.
  for (const part of document.querySelectorAll("[data-begun]")) part.hidden = false;
}

const hasRefusal = () => Boolean(document.querySelector(".errors, [aria-invalid=true], .s-refused, .s-doubt"));

// There is an answer to what was sent: it was taken, or it is there to be mended.
function settle() {
  const no = hasRefusal();
  for (const key of kept()) {
    const draft = read(key);
    if (draft.sent && no) write(key, { ...draft, sent: false });
    else if (draft.sent) sessionStorage.removeItem(key);
  }
}

function show() {
  refused = hasRefusal();
  for (const form of forms()) {
    baseOf(form);
    // What the browser keeps for Back it would also offer over the keys.
    for (const field of fields(form)) if (!ticks(field)) field.autocomplete = "off";
    restore(form);
  }
}

document.addEventListener("input", ({ target }) => {
  const form = target.form ?? target;
  if (form.matches("form[data-draft]")) save(form);
});
// Whoever changes nothing, or starts over, does not want it back.
document.addEventListener("click", ({ target }) => {
  if (target.closest?.("a[data-forgets]")) for (const form of forms()) sessionStorage.removeItem(keyOf(form));
});
// Before the table empties a form that it has sent. A button that only changes the form sends nothing away.
window.addEventListener("submit", ({ target, submitter }) => {
  if (target.matches("[data-forgets]")) kept().forEach((key) => sessionStorage.removeItem(key));
  else if (target.matches("[data-draft]")) save(target, !submitter?.formNoValidate);
}, { capture: true });
document.addEventListener("table:shown", () => {
  brought = new WeakMap();
  settle();
  show();
});
// Those of whoever had this browser before go.
const [one] = forms();
for (const key of kept()) if (one && key.split("\n")[1] !== whose(one)) sessionStorage.removeItem(key);
if (performance.getEntriesByType("navigation")[0]?.type === "navigate") settle();
show();
