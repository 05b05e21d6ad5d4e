// The score sheet's own keys: they type into the cell in hand, and only "Next" goes on: of a number no key knows whether
// it is whole. (Balls do: after the first one comes the second.) It goes in the sheet's order, also to a choice that is
// still open. "Save" has its own place, and is the green key once nothing is missing. Without this the phone's own keyboard
// types.

import "./drafts.js";

const CELL = "[data-cell]";
const table = () => document.querySelector("#table");
const pad = () => table()?.querySelector(".numpad");
// A small number is one key: so many find room.
const MOST_PICKS = 13;
const form = () => table()?.querySelector("form[data-fill]");
const fields = () => [...(table()?.querySelectorAll(CELL) ?? [])].filter((cell) => cell.form === form());
const cells = () => inOrder(fields().filter((cell) => !cell.closest("[data-off]")));
let place = "";

// Bids begin left of the dealer.
function inOrder(all) {
  const own = all.findIndex((cell) => cell.dataset.who);
  const first = all.findIndex(({ dataset: { who } }) => who && who === form().dataset.first);
  return first < 0 ? all : [...all.slice(0, own), ...all.slice(first), ...all.slice(own, first)];
}
// The first digit takes the place, and the minus, of what a cell held when it was chosen, tapped or refused.
let chosen = false;

// What was said of the entry that was sent.
const ANSWER = ".s-refused, .s-doubt";

const here = () => stops().find((field) => field.id === place);
const inHand = () => cells().find((cell) => cell.id === place);
// Where digits go. While a choice is open none go anywhere: its name stands over the keys.
const typedInto = () => inHand() ?? cells().find((cell) => !cell.value && isOpen(cell)) ?? cells()[0];
const beside = (cell) => cells()[cells().indexOf(cell) + 1];

// What has to be filled in and is not; of a sum that came out nothing is.
const REQUIRED = "[aria-required]:not(fieldset:has(:checked))";
const isMissing = (field) =>
  field.matches(REQUIRED) && !field.value && !field.closest("[data-off]") && !(addsTo(field, form().dataset.adds) && !left());
const missing = () => [...form().elements].filter(isMissing);
// The cells, and each choice that is still open before the one that it stands before.
function stops() {
  const all = cells();
  for (const choice of missing().filter((field) => !field.matches(CELL))) {
    const at = all.findIndex((cell) => choice.compareDocumentPosition(cell) & Node.DOCUMENT_POSITION_FOLLOWING);
    all.splice(at < 0 ? all.length : at, 0, choice);
  }
  return all;
}
// What comes first: an open choice before all numbers, or what is missing where some of it is there. What nothing can come of
// is there for whoever taps it.
const isOpen = (field) => !field.matches("[data-closed]");
const first = (begun) => (begun ? stops().find(isMissing) : null) ?? stops().find(isOpen) ?? stops()[0];

// Where "Next" goes to: to the next one that is empty, else to the first that is missing, else to the next one. Back to what
// is filled in, where a digit takes its place, it leads only if a sum did not come out: the way on from the last one is "Save".
function after(field) {
  const all = stops();
  const place = all.indexOf(field) + 1;
  const others = [...all.slice(place), ...all.slice(0, place)].filter((each) => each !== field);
  const again = form().dataset.adds && left() ? others[0] : null;
  return all.slice(place).find((each) => !each.value && isOpen(each)) ?? others.find(isMissing) ?? all[place] ?? again;
}

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

// What is left of a sum that has to come out.
const addsTo = (cell, adds) => adds && cell.name.split(" ")[1] === adds;
function left({ adds, to } = form().dataset) {
  const given = cells().filter((cell) => addsTo(cell, adds)).map(valueOf).filter((value) => !Number.isNaN(value));
  return Number(to) - given.reduce((sum, value) => sum + value, 0);
}

// In words: "6 left of 26".
function toldLeft({ adds, to }) {
  if (!adds) return "";
  const rest = left();
  return rest < 0 ? `${shown(-rest)} too many of ${to}` : rest ? `${shown(rest)} left of ${to}` : `${to} of ${to}`;
}

// Whose the cell is, and what, as far as the one before does not say it.
function called(cell, before) {
  const { who = "", what = cell.getAttribute("aria-label") } = cell.dataset;
  const several = cells().some((each) => each.dataset.what !== what);
  if (!who || (before && before.dataset.who === who)) return what;
  return before && several ? `${who}: ${what}` : who;
}

// The largest number is written by its sign.
function fits({ dataset: { least = 0, most, signs } }, value) {
  const number = Number(value);
  return (number >= least && (number < most || (number === Number(most) && !signs))) || Boolean(signs?.split(" ").includes(value));
}

// A sign of the next field, such as the spare after the first ball, goes on to it.
const goesOn = (cell, value) => Boolean(cell.value && beside(cell)?.dataset.signs?.split(" ").includes(value));

// What has changed is read aloud.
function write(part, text) {
  if (part.textContent !== text) part.textContent = text;
}

// Whose the number in hand is, the number, and what it is; a name that finds no room in one line has two.
function head(...texts) {
  const parts = [...pad().querySelector(".typing").children];
  parts.forEach((part, n) => write(part, texts[n]));
  parts[0].classList.remove("long");
  parts[0].classList.toggle("long", parts[0].scrollWidth > parts[0].clientWidth);
}

function tell() {
  const { adds } = form()?.dataset ?? {};
  form()?.classList.toggle("full", !missing().length && !(adds && left()));
  // The longer what is chosen, the smaller.
  for (const each of form()?.querySelectorAll("select") ?? []) {
    const { length } = each.selectedOptions[0].text;
    each.style.setProperty("--letters", length);
    each.classList.toggle("far", length > 15);
  }
  const keys = pad();
  if (!keys) return;
  const field = here();
  const cell = typedInto();
  for (const each of form().querySelectorAll("select")) each.parentElement.classList.toggle("here", each === field);
  // The keys are the same for all that is filled in: where a number is not small, digits type every one of them.
  const few = fields().every((each) => Number(each.dataset.most || NaN) <= MOST_PICKS && !signOf(each));
  keys.classList.toggle("few", few);
  // What is chosen may leave no number to type: then they rest.
  keys.classList.toggle("resting", !cell);
  for (const key of keys.querySelectorAll("button")) key.disabled = !cell;
  // A field that may stay blank needs no 0.
  for (const pick of keys.querySelectorAll("[data-pick]"))
    pick.hidden = !few || !(isNaN(pick.dataset.pick) || fields().some((each) => fits(each, pick.dataset.pick) && (pick.dataset.pick !== "0" || each.matches(REQUIRED))));
  // They fill their rows: what is over is the one that deletes. One is as wide as a finger at least, and larger where there is room.
  const all = keys.querySelectorAll("[data-pick]:not([hidden])").length + !keys.querySelector(".next");
  const most = Math.floor(keys.clientWidth / 49);
  keys.style.setProperty("--across", Math.ceil(all / Math.ceil(all / (most > 8 ? 5 : most))));
  if (!cell) {
    head(field ? called(field) : "", "", field ? "choose first" : "");
    return;
  }
  const next = after(field ?? cell);
  const sum = sumOf(cell.value);
  const several = /\d\s*[+−–-]/.test(cell.value) && !Number.isNaN(sum);
  const sign = signOf(cell)?.checked ? "−" : "";
  const isChoice = field && field !== cell;
  head(
    called(field ?? cell),
    isChoice ? "" : several ? `${sign}${cell.value} = ${shown(valueOf(cell))}` : `${sign}${cell.value}`,
    isChoice ? "choose first" : [!several && cell.dataset.who && cell.dataset.what, toldLeft(form().dataset)].filter(Boolean).join(" · "),
  );
  const key = keys.querySelector("[data-key=next]");
  if (key) {
    key.lastElementChild.textContent = next ? called(next, field ?? cell) : "";
    // One key is green: what comes next.
    key.classList.toggle("go", missing().some((each) => each !== field));
  }
  for (const pick of keys.querySelectorAll("[data-pick]")) {
    const { pick: value } = pick.dataset;
    pick.disabled = isChoice || (!fits(cell, value) && !goesOn(cell, value));
    pick.setAttribute("aria-pressed", String(few && !isChoice && cell.value === value));
  }
  // What the cell in hand can never be has no key, and a choice has none; the places stay.
  const none = { sign: isChoice || !signOf(cell), ".": isChoice || !("fractions" in cell.dataset), next: !next };
  for (const each of keys.querySelectorAll("[data-key]")) each.disabled = none[each.dataset.key] ?? isChoice;
  for (const each of cells()) {
    const part = each.closest(".blank");
    part.classList.toggle("here", each === field);
    // With its minus it stands in the middle. Longer numbers are smaller: none is cut.
    part.style.setProperty("--digits", each.value.length);
    part.style.removeProperty("--sign");
    each.style.fontSize = "";
    if (each.scrollWidth <= each.clientWidth) continue;
    part.style.setProperty("--sign", ".8rem");
    each.style.fontSize = `${Math.max(0.6, (1.2 * (each.clientWidth - 14)) / (each.scrollWidth - 14))}rem`;
  }
}

// The focus goes along where it is in a cell; a key keeps its own, for whoever looks for the next one by touch.
function take(cell, focus = document.activeElement?.matches(CELL)) {
  chosen ||= cell?.id !== place;
  place = cell?.id ?? "";
  if (focus) cell?.focus({ preventScroll: true });
  tell();
}

// Of marks the row of what is in hand.
const atMark = () => table().querySelectorAll(".marked tbody tr")[fields().indexOf(inHand())]?.scrollIntoView({ block: "nearest" });

function reveal(cell) {
  cell.scrollIntoView({ block: "nearest", inline: "nearest" });
  atMark();
  if (cell.closest("tfoot")) atEnd(cell.closest(".tallies"));
}
// The sheet begins at its end: above what is filled in stands the row that was saved last.
const atEnd = (sheet) => (sheet.scrollTop = 0);

function type(cell, key) {
  const sign = signOf(cell);
  if (key === "back") {
    if (cell.value) cell.value = cell.value.slice(0, -1);
    else if (sign) sign.checked = false;
  } else if (key === "sign") {
    sign.checked = !sign.checked;
    if (cell.value) return;
  } else if (key === "+" || key === ".") {
    if (/\d$/.test(cell.value)) cell.value += key;
  } else if (chosen) {
    if (sign && cell.value) sign.checked = false;
    cell.value = key;
  }
  else if (cell.value.length < cell.maxLength) cell.value += key;
  chosen = false;
}

// Whether the next field is another ball of the same frame; where none is there yet the server says whether there is one.
const isFirst = (cell) => Boolean(cell && beside(cell)?.dataset.signs);
let rolled = "";

// What is typed while an answer is on its way is meant for what that asks for: it waits, and is seen on the pad.
let held = [];
const isBusy = () => table()?.matches("[aria-busy]");

function hold(keys) {
  if (keys.key === "back") held.pop();
  else held.push(keys);
  head("Next", held.map(({ key, pick }) => pick ?? (key.length > 1 ? " " : key)).join(""), "");
}

// Where the line is lost the form is there for the round after, and begins anew as well.
function resume() {
  if (isBusy()) return;
  if (!pad() || table().querySelector(ANSWER)) held = [];
  else if (!cells().some(({ value }) => value)) take(first());
  while (held.length && !isBusy()) press(held.shift());
}

function press(keys) {
  if (isBusy()) return hold(keys);
  const { key, pick: value } = keys;
  const cell = (key === "next" ? here() : null) ?? typedInto();
  if (!cell) return;
  if (key === "enter") {
    return missing().some((field) => field !== cell) ? press({ key: "next" }) : form().requestSubmit(form().querySelector("button.match"));
  }
  if (value && !fits(cell, value)) {
    take(beside(cell));
    return press({ pick: value });
  }
  if (value) cell.value = value;
  else if (key !== "next") type(cell, key);
  const isSign = cell.dataset.signs?.split(" ").includes(value);
  const next = key === "next" ? after(cell) : value && isFirst(cell) && !isSign ? beside(cell) : cell;
  if (!next) return;
  rolled = value && next === cell ? cell.id : "";
  if (key !== "next") cell.dispatchEvent(new Event("input", { bubbles: true }));
  take(next, next.matches("select") || undefined);
  reveal(next);
}

// What is not asked for any more, and leaves its place empty, as long as the form is the same.
const kept = new Set();
const placeOf = (field) => `${field.form.dataset.of} ${field.id}`;

// A tick that says a number fills it in where it is blank, and takes it back.
function fillIn({ checked, dataset }) {
  for (const [name, number] of Object.entries(JSON.parse(dataset.fills ?? "{}"))) {
    const cell = cells().find((each) => each.name === name);
    if (!cell || cell.value !== (checked ? "" : cell.dataset.filled)) continue;
    cell.value = checked ? number : "";
    cell.dataset.filled = cell.value;
  }
}

function complete(cell) {
  const { adds, to } = form().dataset;
  const two = cells().filter((each) => addsTo(each, adds));
  const other = two[1 - two.indexOf(cell)];
  if (two[2] || other?.value !== (other?.dataset.filled ?? "")) return;
  const rest = to - valueOf(cell);
  other.value = other.dataset.filled = rest >= 0 ? rest : "";
}

// What cannot be chosen with the rest is not offered; what was chosen and cannot be any more is chosen anew.
function offer(choice, there) {
  if (choice.textContent.replace(/\s+/g, "") === there.textContent.replace(/\s+/g, "")) return;
  const { value } = choice;
  choice.replaceChildren(...there.childNodes);
  choice.value = value;
  if (choice.selectedIndex >= 0) return;
  choice.selectedIndex = 0;
  later();
}

// --- so far: the server counts what is typed, and says what is not asked for with it; nothing is written down

const SO_FAR = "[data-sum]";
let [soon, asking, typed] = [0, null, false];

async function count() {
  const [shown, sent] = [table(), form()];
  // Half a sum is no number yet.
  if (!sent || cells().some((cell) => /[+−–-]$/.test(cell.value))) return;
  asking?.abort();
  asking = new AbortController();
  const fields = [...new FormData(sent)].filter(([name]) => !["key", "csrfmiddlewaretoken"].includes(name));
  const headers = { "HX-Request": "true", "HX-Target": "table" };
  const answer = await fetch(`${shown.dataset.here.split("?")[0]}?${new URLSearchParams(fields)}`, { headers, signal: asking.signal });
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const [sums, counted] = [shown, fresh].map((part) => [...part.querySelectorAll(SO_FAR)]);
  if (sent !== form() || sums.length !== counted.length || fresh.querySelector("#table")?.dataset.version !== shown.dataset.version) return;
  for (const [n, part] of sums.entries()) {
    part.className = counted[n].className;
    part.replaceChildren(...counted[n].childNodes);
  }
  // Longer totals are smaller.
  const sheets = [shown, fresh].map((part) => part.querySelector(".tallies"));
  if (sheets[0] && sheets[1]) sheets[0].className = sheets[1].className;
  let appeared = false;
  for (const field of sent.elements) {
    const there = field.id ? fresh.getElementById(field.id) : null;
    if (there?.matches("select")) offer(field, there);
    const part = there && field.closest(".whole, td");
    const isOff = there?.closest("[data-off], [data-void]");
    // What is not asked for any more is not sent.
    if (there) field.disabled = Boolean(isOff);
    for (const limit of ["most", "signs"]) if (there?.dataset[limit]) field.dataset[limit] = there.dataset[limit];
    // Under a finger that types nothing moves: what is not asked for any more leaves its place empty.
    if (part && isOff) {
      part.dataset.off ??= typed ? "kept" : "";
      if (part.dataset.off) kept.add(placeOf(field));
    }
    else if (part && "off" in part.dataset) {
      delete part.dataset.off;
      // What was chosen asks for more: it leads on to that.
      appeared ||= !typed;
    }
  }
  if (appeared) look();
  const cell = inHand();
  if (cell && rolled === place && isFirst(cell)) take(beside(cell));
  else take((appeared && stops().find(isMissing)) || here() || first(true));
  rolled = "";
}

function later() {
  clearTimeout(soon);
  soon = setTimeout(() => count().catch(() => {}), 150);
}

// It was said of another entry than the one that stands there now.
function answered() {
  const said = table().querySelector(`.sheet:is(${ANSWER})`);
  if (!said) return;
  if (said.contains(document.activeElement)) inHand()?.focus({ preventScroll: true });
  said.remove();
  for (const field of form().elements) for (const name of ["aria-invalid", "aria-describedby"]) field.removeAttribute(name);
}

// How far the sheet was scrolled: each answer brings a new one. Whose turn it is, and the cell in hand, are in sight.
let seen = { left: 0, top: 0 };
let filled = [];
function look() {
  const sheet = table()?.querySelector(".tallies");
  if (!sheet) return;
  // What is less than a row is the others', or the head's where it is alone: no row is cut below it.
  for (const name of ["--spare", "--each"]) sheet.style.removeProperty(name);
  let [room, rows] = [sheet.clientHeight, 0];
  for (const row of sheet.querySelectorAll(":not(tbody) > tr")) room -= row.offsetHeight;
  // The head of a row is as high as all of it: what was played stands below the numbers.
  for (const row of [...sheet.querySelectorAll("tbody tr:not(.played) > :first-child")].reverse()) {
    const height = row.offsetHeight + (row.parentElement.nextElementSibling?.querySelector(".entered")?.offsetHeight ?? 0);
    if (height > room && !sheet.matches(".by-row")) {
      sheet.style.setProperty(rows ? "--each" : "--spare", `${rows ? room / rows / 2 : room}px`);
      break;
    }
    room -= height;
    rows += 1;
  }
  sheet.scrollLeft = seen.left;
  if (sheet.matches(".by-row")) sheet.scrollTop = seen.top;
  else atEnd(sheet);
  const turn = sheet.querySelector("thead .at");
  const from = turn && turn.offsetLeft - sheet.querySelector("th").offsetWidth;
  if (turn && (from < sheet.scrollLeft || turn.offsetLeft + turn.offsetWidth > sheet.scrollLeft + sheet.clientWidth)) sheet.scrollLeft = from;
  // Of an undo one sees which cell is empty again.
  const cells = [...sheet.querySelectorAll("tbody td")], before = filled;
  filled = cells.map((cell) => cell.querySelector("a:not(.cell)"));
  cells.find((_, n) => before[n] && !filled[n])?.scrollIntoView({ block: "nearest", inline: "nearest" });
  sheet.querySelector(".cell.here")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  atMark();
}
document.addEventListener("scroll", ({ target }) => {
  if (target.matches?.(".tallies")) seen = { left: target.scrollLeft, top: target.scrollTop };
}, true);

// A real keyboard goes on typing where the cell with the focus went with its turn.
let inCell = false;

// The keys are there and the phone's keyboard stays away; where there is a real one it types as well.
function begin() {
  tell();
  const keys = pad();
  if (!keys) return;
  keys.hidden = false;
  for (const field of form().elements) if (kept.has(placeOf(field)) && field.closest("[data-off]")) field.closest("[data-off]").dataset.off = "kept";
  const all = cells();
  for (const cell of table().querySelectorAll(CELL)) cell.inputMode = "none";
  // A new round begins with its first cell; what is half filled in goes on where it was.
  const begun = all.some((cell) => cell.value);
  const field = begun ? (all.find((cell) => cell === document.activeElement) ?? inHand()) : null;
  // A page that was only loaded keeps its focus: nobody has said yet that they want to type.
  const isInCell = document.activeElement?.matches(CELL) || (inCell && document.activeElement === document.body);
  take(field ?? first(begun), isInCell && !table().querySelector(".sheet"));
  // What was refused is put right first, of several the number that the words name.
  const wrong = [...table().querySelectorAll("[aria-invalid]")];
  const said = table().querySelector(ANSWER);
  const cell = wrong.find(({ value }) => value && said?.textContent.includes(`, not ${value}.`)) ?? wrong.find((field) => field.matches(CELL));
  // A question keeps the focus, and what it doubts is in hand.
  if (!said?.matches(".s-doubt")) (cell ?? wrong[0])?.focus();
  else if (cell && !wrong.includes(inHand())) take(cell, false);
  chosen ||= Boolean(said);
  if (here()) reveal(here());
  // What is chosen decides what is asked for.
  if (begun || form().querySelector("option:checked:not(:first-child), :checked:is([type=checkbox], [type=radio]):not([name=minus])")) later();
}

// A key does not take the focus from the cell it types into.
document.addEventListener("pointerdown", (event) => {
  if (event.target.closest?.(".numpad button")) event.preventDefault();
});
document.addEventListener("click", (event) => {
  const key = event.target.closest?.(".numpad :is([data-key], [data-pick])");
  if (key) press({ ...key.dataset });
  chosen ||= event.target.id === place;
});
document.addEventListener("focusin", (event) => {
  inCell = event.target.matches?.(CELL);
  if (!event.target.matches?.(CELL) || !event.target.form?.matches("[data-fill]")) return;
  take(event.target, false);
  reveal(event.target);
});
document.addEventListener("input", (event) => {
  if ((event.target.form ?? event.target) !== form()) return;
  if (event.target !== form()) answered();
  typed = event.target.matches(CELL);
  // No sheet takes a number of more than nine digits.
  if (typed) event.target.value = event.target.value.replace(/(\d{9})\d+/g, "$1");
  // A tick or a choice types nothing: the next digit begins the number as before.
  if (typed) chosen &&= !event.isTrusted;
  fillIn(event.target);
  complete(event.target);
  // A choice that was made leads on to what is missing then, unless a number is in hand that is not there yet.
  if (event.target.matches("select, [type=radio]") && inHand()?.value !== "") take(stops().find(isMissing) ?? inHand() ?? stops()[0], false);
  else tell();
  later();
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches?.(CELL) || event.isComposing) return;
  event.preventDefault();
  press({ key: "enter" });
});
document.addEventListener("beforeinput", (event) => {
  if (!isBusy() || !event.target.matches?.(CELL) || !pad()) return;
  event.preventDefault();
  // Without characters it takes one away.
  for (const key of event.data ?? ["back"]) hold({ key });
});
document.addEventListener("table:answered", resume);
// The keys leave the sheet less room, in which its cell in hand is looked for.
function show() {
  begin();
  look();
}
document.addEventListener("table:shown", show);
addEventListener("resize", tell);
show();
