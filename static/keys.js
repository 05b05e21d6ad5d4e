// A keyboard at the keys: each row is one Tab stop, and the arrows move in it and to the rows above and below.
// Without scripts every key is a stop of its own.

const ROWS = "[data-row]";
const KEYS = "a[href], button:not(:disabled)";
const STOPS = `${ROWS} :is(${KEYS})`;

const nameOf = (key) => key.getAttribute("aria-label") ?? key.textContent.trim();
const keysOf = (row) => [...row.querySelectorAll(KEYS)];
const placesOf = (row) => [...row.querySelectorAll("a, button")];

// --- stops: what a row's last key was outlives the table that a swap replaces

const last = new Map();

function stopAt(key, row) {
  for (const each of keysOf(row)) each.tabIndex = each === key ? 0 : -1;
}

function stopOf(row) {
  const keys = keysOf(row);
  const { name, place } = last.get(row.getAttribute("aria-label")) ?? {};
  const there = placesOf(row)[place];
  return keys.find((key) => nameOf(key) === name) ?? (keys.includes(there) ? there : keys[0]);
}

function rove() {
  for (const row of document.querySelectorAll(ROWS)) {
    // Said only where arrows do move: readers then hand them over.
    if (row.getAttribute("role") === "group") row.setAttribute("role", "toolbar");
    stopAt(stopOf(row), row);
  }
}

// --- steps: where a key is on the screen tells its line and its column

const middle = (key) => {
  const { left, top, width, height } = key.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2, height };
};
const sameLine = (one, other) => Math.abs(one.y - other.y) < Math.min(one.height, other.height) / 2;

// Where a walk up or down began: wide keys on the way do not bend it.
let column = null;

function lineOf(key) {
  const here = middle(key);
  const line = keysOf(key.closest(ROWS)).map((each) => ({ key: each, at: middle(each) }));
  return line.filter(({ at }) => sameLine(at, here)).sort((one, other) => one.at.x - other.at.x).map((each) => each.key);
}

function beyond(key, way) {
  const here = middle(key);
  const x = column ?? here.x;
  const far = (at) => (at.y - here.y) * way;
  const others = [...document.querySelectorAll(STOPS)].map((each) => ({ key: each, at: middle(each) }));
  const ahead = others.filter(({ at }) => far(at) > 0 && !sameLine(at, here)).sort((one, other) => far(one.at) - far(other.at));
  const line = ahead.filter(({ at }) => sameLine(at, ahead[0].at));
  return line.sort((one, other) => Math.abs(one.at.x - x) - Math.abs(other.at.x - x))[0]?.key;
}

function step(key, pressed) {
  const line = lineOf(key);
  const at = line.indexOf(key);
  switch (pressed) {
    case "ArrowLeft": return line[at - 1];
    case "ArrowRight": return line[at + 1];
    case "Home": return line[0];
    case "End": return line.at(-1);
    case "ArrowUp": return beyond(key, -1);
    case "ArrowDown": return beyond(key, 1);
  }
}

document.addEventListener("keydown", (event) => {
  const key = event.target.closest?.(STOPS);
  if (!key || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const next = step(key, event.key);
  if (!next) return;
  event.preventDefault();
  const x = column ?? middle(key).x;
  next.focus();
  column = ["ArrowUp", "ArrowDown"].includes(event.key) ? x : null;
});

document.addEventListener("focusin", ({ target }) => {
  column = null;
  const row = target.closest?.(STOPS)?.closest(ROWS);
  if (!row) return;
  last.set(row.getAttribute("aria-label"), { name: nameOf(target), place: placesOf(row).indexOf(target) });
  stopAt(target, row);
});

// --- the skip link: at a table an address with a # would be a step of its own, which Back takes for a sheet's

document.querySelector(".skip[href='#keys']")?.addEventListener("click", (event) => {
  event.preventDefault();
  (document.querySelector("#table .sheet h2[tabindex]") ?? document.querySelector("#keys"))?.focus();
});

// --- the whole ruling, which lies over what the focus goes on to, folds up behind it

document.addEventListener("focusin", ({ target }) => {
  const open = document.querySelector(".action [open]");
  if (open && !open.contains(target) && target.matches(":focus-visible")) open.open = false;
});

// --- to begin with

document.addEventListener("table:shown", rove);
rove();
