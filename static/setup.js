// Sitting down without waiting for a page: Enter goes to the next name, a known player is one tap, and who
// deals is called by what is typed. Every button here is a form's too, and does the same without this.

const form = document.querySelector("#setup");
let list, known, dealers, faces;

// The form's parts: others come when the settings of last time do.
function find() {
  [list, known, dealers] = ["#places", "#known", "#dealers"].map((part) => form.querySelector(part));
  const chips = [...(known?.querySelectorAll("button") ?? [])].map((chip) => [chip.value, chip]);
  const rows = fields().map((field) => [field.value, field.parentElement]);
  faces = new Map([...rows, ...chips].map(([who, at]) => [folded(who), at.querySelector(".face")?.cloneNode(true)]));
}

const fields = () => [...list.querySelectorAll("input[name=name]")];
const typed = (field) => field.value.trim();
const folded = (text) => text.trim().toLocaleLowerCase();
const radios = () => [...(dealers?.querySelectorAll("input") ?? [])];

// What a place is called, in its keys and among those who may deal.
function name(place, field) {
  const number = place + 1;
  const called = typed(field) || `player ${number}`;
  field.setAttribute("aria-label", `Player ${number}`);
  for (const key of field.parentElement.querySelectorAll("button")) {
    key.value = place;
    const [verb, after] = { up: ["Move", " up"], down: ["Move", " down"], remove: ["Remove", ""] }[key.name];
    key.setAttribute("aria-label", `${verb} ${called}${after}`);
    if (key.name === "up") key.disabled = place === 0;
    if (key.name === "down") key.disabled = place === fields().length - 1;
  }
}

// Who is not there yet deals nothing: nobody chooses between empty places.
function showDealers() {
  if (!dealers) return;
  const some = fields().some(typed);
  dealers.hidden = !some;
  const rows = radios();
  for (const [place, field] of fields().entries()) {
    const label = rows[place].closest("label");
    label.hidden = !typed(field);
    label.querySelector("span").textContent = typed(field);
  }
  const first = rows.findIndex((_, place) => typed(fields()[place]));
  if (some && rows.find((row) => row.checked)?.closest("label").hidden) rows[first].checked = true;
}

function showKnown() {
  const seated = new Set(fields().map((field) => folded(field.value)));
  for (const chip of known?.querySelectorAll("button") ?? []) chip.hidden = seated.has(folded(chip.value));
}

function showFace(field) {
  const here = field.parentElement.querySelector(".face");
  const face = faces.get(folded(field.value));
  if (face ? here?.isEqualNode(face) : !here) return;
  here?.remove();
  if (face) field.parentElement.prepend(face.cloneNode(true));
}

function follow() {
  fields().forEach((field, place) => name(place, field));
  showDealers();
  showKnown();
  fields().forEach(showFace);
}

// One more place, as the last one is made; null where no more fit.
function addPlace() {
  const all = fields();
  if (all.length >= Number(list.dataset.most)) return null;
  const row = all.at(-1).parentElement.cloneNode(true);
  const field = row.querySelector("input");
  field.value = "";
  field.defaultValue = "";
  list.append(row);
  if (dealers) {
    const label = radios().at(-1).closest("label").cloneNode(true);
    const radio = label.querySelector("input");
    radio.checked = false;
    radio.value = all.length;
    dealers.querySelector(".pick").append(label);
  }
  return field;
}

const empty = () => fields().find((field) => !typed(field)) ?? addPlace();

// The dealer goes with their name.
function swap(one, other) {
  const [a, b] = [fields()[one], fields()[other]];
  [a.value, b.value] = [b.value, a.value];
  const [d, e] = [radios()[one], radios()[other]];
  if (!d) return;
  if (d.checked) e.checked = true;
  else if (e.checked) d.checked = true;
}

const keys = {
  up: (place) => swap(place, place - 1),
  down: (place) => swap(place, place + 1),
  remove(place) {
    const last = fields().length - 1;
    for (let at = place; at < last; at += 1) swap(at, at + 1);
    fields()[last].value = "";
  },
  add(value) {
    const field = empty();
    if (field) field.value = value;
    if (!value) field?.focus();
  },
};

const sent = () => new URLSearchParams(new FormData(form));
const tidy = (title) => title.trim().replace(/\s+/g, " ").toLocaleLowerCase();
const isKnown = (title) => [...(form.querySelector("#titles")?.options ?? [])].some((one) => tidy(one.value) === tidy(title));

// What was agreed when a title was played last, and who played: the form as the server fills it. Whoever
// types on meanwhile keeps what was typed.
async function recall(title, otherwise) {
  const before = String(sent());
  const body = sent();
  body.append("recall", title);
  const answer = await fetch(form.action, { method: "POST", body }).catch(() => null);
  if (!answer?.ok || String(sent()) !== before) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (String(sent()) !== before) return;
  const at = document.activeElement;
  const alike = () => [...form.elements].filter((part) => part.name === at.name && at.name !== "recall");
  const place = alike().indexOf(at);
  form.replaceChildren(...page.querySelector("#setup").childNodes);
  document.querySelector(".headed").replaceWith(page.querySelector(".headed"));
  document.title = page.title;
  find();
  follow();
  // A title that could be tapped is gone from there.
  (alike()[place] ?? form.elements[otherwise] ?? form.elements.start).focus({ preventScroll: true });
}

form.addEventListener("change", (event) => {
  if (event.target.name === "title" && isKnown(event.target.value)) recall(event.target.value, "title");
});

form.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button?.name === "recall") {
    event.preventDefault();
    form.elements.title.value = button.value;
    // A field would bring the keyboard up.
    recall(button.value, "start");
    return;
  }
  const act = keys[button?.name];
  // What is wrong with a place stands beside it: the server moves it along with the name.
  if (!act || button.classList.contains("vh") || form.querySelector(".wrong")) return;
  event.preventDefault();
  act(button.name === "add" ? button.value : Number(button.value));
  form.dispatchEvent(new Event("input", { bubbles: true }));
});

form.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.isComposing || event.target.name !== "name") return;
  event.preventDefault();
  const all = fields();
  const after = all[all.indexOf(event.target) + 1];
  // Enter in an empty place says that everybody is there.
  if (!typed(event.target)) event.target.blur();
  else (after ?? addPlace())?.focus();
  follow();
});

form.addEventListener("input", follow);
// As many places as were typed in before.
form.addEventListener("draft", ({ detail }) => {
  const names = detail.filter(([id]) => id.startsWith("name\n")).length;
  while (fields().length < names && addPlace());
});
// A page that comes back from the browser's memory has its names again.
window.addEventListener("pageshow", follow);
find();
follow();
