// The score sheet's own keys: they type into the cell in hand, "Next" goes on, the last one saves. Without this
// the phone's own keyboard types.

import "./drafts.js";

const CELL = "[data-cell]";
const table = () => document.querySelector("#table");
const pad = () => table()?.querySelector(".numpad");
// A small number is one key: so many find room.
const MOST_PICKS = 13;
const cells = () => [...(table()?.querySelectorAll(CELL) ?? [])].filter((cell) => cell.form?.matches("[data-fill]"));
let place = "";

const inHand = () => cells().find((cell) => cell.id === place);
const after = (cell) => cells()[cells().indexOf(cell) + 1];

// 12+8-3 as the server adds it up; NaN where it is no sum yet.
function sumOf(text) {
  const plain = text.replace(/\s/g, "").replace(/[−–]/g, "-").replaceAll(",", ".");
  if (!/^[+-]?(\d+\.?\d*|\.\d+)([+-](\d+\.?\d*|\.\d+))*$/.test(plain)) return NaN;
  const parts = plain.match(/[+-]?[\d.]+/g).map(Number);
  return Math.round(parts.reduce((sum, part) => sum + part, 0) * 1e6) / 1e6;
}

const signOf = (cell) => cell.closest(".blank")?.querySelector("[name=minus]");
const valueOf = (cell) => (signOf(cell)?.checked ? -1 : 1) * sumOf(cell.value);
const shown = (number) => String(number).replace("-", "−");

// What is left of a sum that has to come out: "6 of 26 left to give".
function leftOf({ adds, to }) {
  if (!adds) return "";
  const watched = cells().filter((cell) => cell.name.split(" ")[1] === adds);
  const given = watched.map(valueOf).filter((value) => !Number.isNaN(value)).reduce((sum, value) => sum + value, 0);
  const left = Number(to) - given;
  return left < 0 ? `${shown(-left)} too many of ${to}` : left ? `${shown(left)} of ${to} left to give` : `${to} of ${to}`;
}

function tell() {
  const keys = pad();
  const cell = inHand();
  if (!keys || !cell) return;
  keys.querySelector(".into").textContent = cell.getAttribute("aria-label");
  keys.querySelector(".left").textContent = leftOf(cell.form.dataset);
  const sum = sumOf(cell.value);
  const several = /\d\s*[+−–-]/.test(cell.value) && !Number.isNaN(sum);
  const sign = signOf(cell)?.checked ? "−" : "";
  keys.querySelector(".sum").textContent = several ? `${sign}${cell.value} = ${shown(valueOf(cell))}` : `${sign}${cell.value}`;
  const next = keys.querySelector("[data-key=next]");
  next.firstChild.data = after(cell) ? "Next" : "Save";
  next.lastElementChild.textContent = after(cell)?.getAttribute("aria-label").split(":")[0] ?? "";
  const most = Number(cell.dataset.most || NaN);
  const few = most <= MOST_PICKS && !signOf(cell);
  keys.classList.toggle("few", few);
  for (const pick of keys.querySelectorAll("[data-pick]")) {
    pick.hidden = !few || Number(pick.dataset.pick) > most;
    pick.setAttribute("aria-pressed", String(few && cell.value === pick.dataset.pick));
  }
  for (const each of cells()) each.closest(".blank")?.classList.toggle("here", each === cell);
}

function take(cell, focus = true) {
  place = cell?.id ?? "";
  if (focus) {
    cell?.focus({ preventScroll: true });
    cell?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
  tell();
}

function type(cell, key) {
  const sign = signOf(cell);
  if (key === "back") {
    if (cell.value) cell.value = cell.value.slice(0, -1);
    else if (sign) sign.checked = false;
  } else if (key === "sign") {
    if (sign) sign.checked = !sign.checked;
    else if (/\d$/.test(cell.value)) cell.value += "-";
  } else if (key === "+" || key === ".") {
    if (/\d$/.test(cell.value)) cell.value += key;
  } else if (cell.value.length < cell.maxLength) cell.value += key;
  cell.dispatchEvent(new Event("input", { bubbles: true }));
}

// One of a few numbers: the next cell is at hand at once.
function pick(cell, value) {
  cell.value = value;
  cell.dispatchEvent(new Event("input", { bubbles: true }));
  take(after(cell) ?? cell);
}

function press({ key, pick: value }) {
  const cell = inHand() ?? cells()[0];
  if (!cell) return;
  if (value) pick(cell, value);
  else if (key !== "next") type(cell, key), take(cell);
  else if (after(cell)) take(after(cell));
  else cell.form.requestSubmit(cell.form.querySelector("button.match"));
}

// How far the sheet was scrolled: each answer brings a new one. Whose turn it is, and the cell in hand, are in sight.
let seen = { left: 0, top: 0 };
function look() {
  const sheet = table()?.querySelector(".tallies");
  if (!sheet) return;
  sheet.scrollLeft = seen.left;
  if (sheet.matches(".by-row")) sheet.scrollTop = seen.top;
  const turn = sheet.querySelector("thead .at");
  const from = turn && turn.offsetLeft - sheet.querySelector("th").offsetWidth;
  if (turn && (from < sheet.scrollLeft || turn.offsetLeft + turn.offsetWidth > sheet.scrollLeft + sheet.clientWidth)) sheet.scrollLeft = from;
  sheet.querySelector(".cell.here")?.scrollIntoView({ block: "nearest", inline: "nearest" });
}
document.addEventListener("scroll", ({ target }) => {
  if (target.matches?.(".tallies")) seen = { left: target.scrollLeft, top: target.scrollTop };
}, true);

// The keys are there and the phone's keyboard stays away; where there is a real one it types as well.
function begin() {
  const keys = pad();
  if (!keys) return;
  keys.hidden = false;
  for (const cell of cells()) cell.inputMode = "none";
  const all = cells();
  // A new round begins with its first cell; what is half filled in goes on where it was.
  const begun = all.some((cell) => cell.value);
  const held = begun ? (all.find((cell) => cell === document.activeElement) ?? inHand()) : null;
  const first = held ?? all.find((cell) => !cell.value) ?? all[0];
  // A page that was only loaded keeps its focus: nobody has said yet that they want to type.
  if (first) take(first, document.activeElement?.matches(CELL) && !table().querySelector(".sheet"));
}

// A key does not take the focus from the cell it types into.
document.addEventListener("pointerdown", (event) => {
  if (event.target.closest?.(".numpad button")) event.preventDefault();
});
document.addEventListener("click", (event) => {
  const key = event.target.closest?.(".numpad :is([data-key], [data-pick])");
  if (key) press(key.dataset);
});
document.addEventListener("focusin", (event) => {
  if (event.target.matches?.(CELL) && event.target.form?.matches("[data-fill]")) take(event.target, false);
});
document.addEventListener("input", (event) => {
  if (event.target.closest?.("[data-fill]") || event.target.form?.matches?.("[data-fill]")) tell();
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches?.(CELL) || event.isComposing) return;
  event.preventDefault();
  press({ key: "next" });
});
document.addEventListener("table:shown", () => {
  look();
  begin();
});
look();
begin();
