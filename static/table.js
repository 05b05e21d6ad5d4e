// The live table under fast thumbs. The page works without it: every action is a form or a link.

// One request brings them all: what is imported so is put in its place (referee/web/static_files.py).
import "./clock.js";
import "./keys.js";
import "./moments.js";
import "./awake.js";
import "./copy.js";

const PATIENCE = 8_000;
const SLOW = 400;
const POLL = 20_000;
const RETRY = [2_000, 4_000, 8_000, 16_000, POLL];
const SAME_SPOT = 24;
const SAME_TAP = 350;
const MOST_WAITING = 3;

const live = document.querySelector("#live");
const lost = document.querySelector("#lost");
const sending = document.querySelector("#sending");
const table = () => document.querySelector("#table");
const sheet = () => table()?.querySelector(".sheet");
const phones = () => table()?.dataset.phones;
const version = () => Number(table()?.dataset.version ?? 0);

// --- controls: a swap brings new elements, so one is known by what it sends and where

const CONTROLS = "a[href], button, input[type=radio], input[type=checkbox]";
const outside = (part) => part.closest("label") ?? part;
// What a person would call it; of a seat, whose it is.
const words = (part) =>
  (part.getAttribute("aria-label") || (part.querySelector(".name") ?? outside(part)).textContent).replace(/\s+/g, " ").trim();

function controlOf(target) {
  const part = target.closest?.("label")?.control ?? target.closest?.(CONTROLS);
  return part?.matches(CONTROLS) && table()?.contains(part) ? part : null;
}

function identity(part) {
  const href = part.getAttribute("href");
  return [part.name, part.value, href, part.form?.getAttribute("action"), part.name || href ? "" : words(part)].join("\n");
}

const find = (is) => [...(table()?.querySelectorAll(CONTROLS) ?? [])].find((part) => !part.disabled && identity(part) === is);

// --- the server

// One that did not answer, or not with a table, has status 0 or no version.
async function ask({ url, method = "GET", headers = { "HX-Request": "true" }, body }, stop) {
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    stop.abort();
  }, PATIENCE);
  try {
    const answer = await fetch(url, { method, headers, body, signal: stop.signal });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const found = page.querySelector("#table");
    const trouble = page.querySelector("#trouble")?.textContent;
    return { status: answer.status, page, version: found ? Number(found.dataset.version) : null, phones: found?.dataset.phones, trouble };
  } catch {
    return { status: 0, version: null, late };
  } finally {
    clearTimeout(timer);
  }
}

const REFUSALS = [403, 409, 422];
const isTable = ({ status, version }) => version !== null && (status < 400 || REFUSALS.includes(status));
// What the server says about this phone; the others are troubles on the way, which pass.
const isVerdict = ({ status }) => status >= 400 && status < 500 && ![407, 408, 425, 429].includes(status);

function show(page, part = "#table") {
  remember();
  // A field that somebody types in keeps its focus, unless what is new asks for it.
  const typed = document.activeElement?.id ?? "";
  document.querySelector(part).replaceWith(page.querySelector(part));
  (document.querySelector("[autofocus]") ?? document.getElementById(typed))?.focus({ preventScroll: true });
  document.dispatchEvent(new CustomEvent("table:shown"));
  if (!live.isConnected) return;
  document.title = table().dataset.title;
  refocus();
  say();
  mark();
}

// --- the banner

let failures = 0;
let unsent = null;

function tell(text, again = false) {
  const [part, button] = lost.children;
  if (part.textContent !== text) part.textContent = text;
  const held = lost.contains(document.activeElement);
  button.hidden = !again;
  lost.hidden = !text;
  if (held && !again) refocus(true);
}

// Connected again. A tap that may not have counted can still be sent, until the table has moved on.
function mended() {
  if (!failures) return;
  failures = 0;
  listen();
  if (unsent?.body && unsent.version === version()) return tell(`No answer yet: ${unsent.name}`, true);
  unsent = null;
  tell("");
}

// --- looks

let looking = null;
let nextLook = 0;
let heard = 0;

// Nothing is pulled away from under a finger: neither a field being filled in nor a refusal being read.
const busy = () => table()?.querySelector(".s-refused, input:not([type=radio]):focus, select:focus, textarea:focus") != null;

function later(pause = failures ? RETRY[Math.min(failures, RETRY.length) - 1] : POLL) {
  clearTimeout(nextLook);
  nextLook = setTimeout(look, pause);
}

async function look() {
  later();
  if (!live.isConnected || document.hidden || flight || looking || (busy() && !failures)) return;
  const stop = new AbortController();
  looking = stop;
  const answer = await ask({ url: table().dataset.here }, stop);
  // A tap has begun since: its answer is newer.
  if (looking !== stop) return;
  looking = null;
  if (answer.status === 404) return location.reload();
  if (!isTable(answer)) {
    failures += 1;
    tell(answer.trouble ?? "No connection", unsent !== null);
    return later();
  }
  // A look that found nothing new must not shut what is open.
  const came = answer.phones !== phones() && !sheet();
  if ((answer.version > version() || came) && !busy()) show(answer.page);
  mended();
  later(heard > version() && !busy() ? SLOW : POLL);
}

// --- stream: a hidden page closes its own, because a browser has six connections for all its tables

let bell = null;

function listen() {
  if (!live.dataset.live || document.hidden || (bell && bell.readyState !== EventSource.CLOSED)) return;
  bell = new EventSource(live.dataset.live);
  bell.addEventListener("version", (event) => {
    // The same once more: something happened beside the log.
    const again = Number(event.data) === heard;
    heard = Number(event.data);
    if (again || heard > version()) look();
  });
  // Shut out: the server says what is left to see.
  bell.addEventListener("gone", () => location.reload());
}

function hush() {
  bell?.close();
  bell = null;
}

// --- taps

let flight = null;

// What a link or form with hx-get or hx-post asks for, as htmx would ask it; a file goes its own way, by a page.
function requestOf(part, submitter) {
  if (part.matches("a")) return { url: part.getAttribute("hx-get") };
  const fields = new URLSearchParams(new FormData(part));
  const beside = part.hasAttribute("hx-include") ? document.querySelector(part.getAttribute("hx-include")) : null;
  for (const field of [submitter, beside]) if (field?.name) fields.append(field.name, field.value);
  if (part.hasAttribute("hx-post")) return { url: part.getAttribute("hx-post"), method: "POST", body: fields };
  const url = new URL(part.getAttribute("hx-get"), document.baseURI);
  for (const name of new Set(fields.keys())) url.searchParams.delete(name);
  for (const [name, value] of fields) url.searchParams.append(name, value);
  return { url: url.href };
}

function begin(event) {
  const source = event.target.closest?.(event.type === "submit" ? "form:is([hx-get], [hx-post])" : "a[hx-get]");
  if (!source || !table()?.contains(source) || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (flight) return;
  const part = pressed?.part ?? event.submitter ?? source;
  const tap = pressed?.tap ?? { is: identity(part), name: words(part) };
  pressed = null;
  send({ ...tap, ...requestOf(source, event.submitter), version: version() });
}

async function send(tap) {
  flight = tap;
  looking?.abort();
  looking = null;
  if (!failures) tell("");
  press(true);
  const slow = setTimeout(() => {
    live.classList.add("slow");
    sign();
  }, SLOW);
  const answer = await ask(tap, new AbortController());
  clearTimeout(slow);
  live.classList.remove("slow");
  take(answer, tap);
  flight = null;
  sign();
  if (live.isConnected) {
    press(false);
    if (travelling) travelled();
    else keepHistory();
    later(failures ? undefined : heard > version() ? 0 : POLL);
    next();
  } else {
    hush();
  }
  document.dispatchEvent(new CustomEvent("table:answered"));
}

function take(answer, tap) {
  if (isTable(answer)) {
    failures = 0;
    unsent = null;
    tell("");
    show(answer.page);
    listen();
    answered = { ...tap, until: performance.now() + SAME_TAP };
  } else if (isVerdict(answer)) {
    show(answer.page, "body");
  } else {
    failures = Math.max(failures, 1);
    unsent = tap;
    const trouble = answer.trouble ? `Not saved. ${answer.trouble}` : answer.late ? "No answer yet" : "No connection";
    tell([trouble, ...(waiting.length ? [dropped()] : [])].join(trouble.endsWith(".") ? " " : ". "), true);
  }
}

function press(down) {
  for (const part of live.querySelectorAll(".sent")) part.classList.remove("sent");
  table().removeAttribute("aria-busy");
  if (!down) return;
  table().setAttribute("aria-busy", "true");
  const part = find(flight.is);
  if (part) outside(part).classList.add("sent");
}

function sign() {
  const text = waiting.length ? `Sending, ${waiting.length} waiting` : "Sending";
  sending.textContent = flight && live.classList.contains("slow") ? text : "";
}

// --- spots: a second tap on the same one is the same tap

let pressed = null;
let answered = null;
let making = false;

const isSame = (tap, before) =>
  tap.keyed ? tap.is === before.is : Math.hypot(tap.x - before.x, tap.y - before.y) <= SAME_SPOT;

function guard(event) {
  if (making || !table()?.contains(event.target)) return;
  const part = controlOf(event.target);
  const keyed = event.detail === 0;
  const tap = { x: event.clientX, y: event.clientY, keyed, is: part && identity(part), name: part ? words(part) : "" };
  const open = [flight, ...waiting, event.timeStamp < answered?.until ? answered : null].filter(Boolean);
  const again = open.some((before) => isSame(tap, before));
  // What only leads away need not wait.
  const waits = flight && part && !(part.matches("a") && !part.hasAttribute("hx-get"));
  if (again || waits) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
  if (!again && waits) wait(tap, part);
  pressed = again || waits || !part ? null : { tap, part };
}

// --- waiting

const FIELDS = "textarea, input:not([type=hidden], [type=radio], [type=checkbox])";
let waiting = [];

// What was typed beside it would be lost on the new table.
const typed = (part) => [...(part.form?.elements ?? [])].some((field) => field.matches(FIELDS) && field.value !== field.defaultValue);

function wait(tap, part) {
  if (waiting.length === MOST_WAITING || typed(part)) return tell(`Not sent: ${tap.name}`);
  waiting.push(tap);
  mark();
  sign();
}

function mark() {
  for (const part of live.querySelectorAll("[data-waits]")) delete part.dataset.waits;
  waiting.forEach((tap, n) => {
    const part = find(tap.is);
    if (part) outside(part).dataset.waits = n + 1;
  });
}

function dropped() {
  const names = waiting.map((tap) => tap.name).join(", ");
  waiting = [];
  mark();
  return `Not sent: ${names}`;
}

function next() {
  while (!flight && waiting.length) {
    const part = sheet() ? null : find(waiting[0].is);
    if (!part) return tell(dropped());
    pressed = { tap: waiting.shift(), part };
    mark();
    making = true;
    part.click();
    making = false;
  }
}

// --- focus

let held = null;
let opener = null;

function remember() {
  const part = controlOf(document.activeElement);
  held = part && identity(part);
  if (!sheet()) opener = held;
}

// To the same control again, or back to what opened a sheet; never to the body.
function refocus(anew = false) {
  if (!anew && document.activeElement && document.activeElement !== document.body) return;
  const h1 = table().querySelector("h1");
  if (h1 && !h1.hasAttribute("tabindex")) h1.tabIndex = -1;
  for (const part of [find(sheet() ? held : opener), sheet()?.querySelector("h2[tabindex]"), h1]) {
    part?.focus({ preventScroll: true });
    if (part && document.activeElement === part) return;
  }
}

// --- sheets and Back: an open sheet has an entry of its own in the history

let leaving = false;
// Back or Forward while a tap was on its way.
let travelling = false;

function keepHistory() {
  if (leaving) return;
  const open = Boolean(history.state?.sheet);
  if (sheet()) {
    // Opened by its own address, the sheet is the page.
    if (open || !direct) history[open ? "replaceState" : "pushState"]({ sheet: table().dataset.here }, "");
  } else {
    direct = false;
    leaving = open;
    if (open) history.back();
  }
}

function travelled() {
  if (leaving) {
    leaving = false;
    return keepHistory();
  }
  travelling = flight !== null;
  const url = history.state?.sheet ?? sheet()?.querySelector(".back")?.href;
  if (url && !flight) send({ url, is: null, name: "", version: version() });
}

// --- said

const SAID = [".notice", ".now h1, .over h1, .between h1", ".demand", ".follow", ".action .told", ".say", ".cites"];
let said = "";

function sentences() {
  const parts = SAID.map((part) => table()?.querySelector(part)?.textContent.replace(/\s+/g, " ").replace(/ ,/g, ",").trim());
  return parts.filter(Boolean).map((part) => (/[.!?]$/.test(part) ? part : `${part}.`)).join(" ");
}

// What has not changed would only be heard twice.
function say() {
  // What a tall sheet covers is still so.
  if (sentences() === said || sheet()?.matches(".tall")) return;
  said = sentences();
  document.querySelector("#said").textContent = said;
}

// --- to begin with

let direct = sheet() !== null;
said = sentences();

window.addEventListener("click", guard, { capture: true });
document.addEventListener("click", begin);
document.addEventListener("submit", begin);
lost.querySelector("button").addEventListener("click", () => {
  if (unsent && !flight) send(unsent);
});
window.addEventListener("popstate", travelled);
document.addEventListener("visibilitychange", () => {
  if (document.hidden) return hush();
  listen();
  look();
});
window.addEventListener("online", look);
window.addEventListener("pageshow", (event) => {
  if (event.persisted) look();
});

listen();
later();
keepHistory();
