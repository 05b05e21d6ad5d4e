// The live table under fast thumbs. The page works without it: every action is a form or a link.

// One request brings them all: what is imported so is put in its place (referee/web/static_files.py).
import "./clock.js";
import "./keys.js";
import "./moments.js";
import "./awake.js";
import "./begin.js";
import "./waiting.js";

const PATIENCE = 8_000;
const SLOW = 400;
const POLL = 20_000;
const RETRY = [2_000, 4_000, 8_000, 16_000, POLL];
const SAME_SPOT = 24;
const SAME_TAP = 350;
const MOST_WAITING = 20;
const STALE = 12 * 3_600_000;
const MARK = "Referee-Phone";
const { waitingTaps } = window;

const live = document.querySelector("#live");
const lost = document.querySelector("#lost");
const sending = document.querySelector("#sending");
const table = () => document.querySelector("#table");
const sheet = () => table()?.querySelector(".sheet");
const phones = () => table()?.dataset.phones;
const version = () => Number(table()?.dataset.version ?? 0);
const { mark } = live.dataset;
const here = () => new URL(table().dataset.here, document.baseURI).pathname;

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
  // What a link looks at may change with each tap; the name that it has stays.
  const href = part.matches("a[id]") ? `#${part.id}` : part.getAttribute("href");
  // A form's only key may say what it would save: that is another sum by the time it is sent.
  const form = part.form?.id;
  return [part.name, part.value, href, part.form?.getAttribute("action"), form, part.name || href || form ? "" : words(part)].join("\n");
}

const find = (is) => [...(table()?.querySelectorAll(CONTROLS) ?? [])].find((part) => !part.disabled && identity(part) === is);

// --- the server

// One that did not answer, or not with a table, has status 0 or no version.
async function ask({ url, method = "GET", body }, stop) {
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    stop.abort();
  }, PATIENCE);
  try {
    const headers = { "HX-Request": "true", [MARK]: mark };
    const answer = await fetch(url, { method, headers, body, signal: stop.signal });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const found = page.querySelector("#table");
    const trouble = page.querySelector("#trouble")?.textContent;
    return {
      status: answer.status,
      page,
      version: found ? Number(found.dataset.version) : null,
      phones: found?.dataset.phones,
      trouble,
      whose: answer.headers.get(MARK),
    };
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

// What was chosen or typed while an answer was on its way stays.
function carry(old, fresh) {
  const is = ({ name, type, id, value }) => [name, type, id, ["checkbox", "radio"].includes(type) ? value : ""].join("\n");
  for (const field of old.querySelectorAll("input:not([type=hidden])")) {
    if (field.value === field.defaultValue && field.checked === field.defaultChecked) continue;
    const same = [...fresh.querySelectorAll("input")].find((each) => is(each) === is(field) && !each.disabled);
    if (same) Object.assign(same, { value: field.value, checked: field.checked });
  }
}

function show(page, part = "#table", carries = false) {
  remember();
  // A field that somebody types in keeps its focus, unless what is new asks for it.
  const typed = document.activeElement?.id ?? "";
  const old = document.querySelector(part);
  const fresh = page.querySelector(part);
  if (part === "#table" && !fresh.querySelector(".sheet")) reads(fresh.cloneNode(true));
  old.replaceWith(fresh);
  if (carries) carry(old, fresh);
  (document.querySelector("[autofocus]") ?? document.getElementById(typed))?.focus({ preventScroll: true });
  document.dispatchEvent(new CustomEvent("table:shown"));
  copies();
  if (!live.isConnected) return;
  document.title = table().dataset.title;
  refocus();
  say();
  markAll();
}

// What can be read without a network follows the table, after a moment.
let reading = 0;

function reads(shown) {
  clearTimeout(reading);
  reading = setTimeout(() => waitingTaps.show(mark, shown).catch(() => {}), SLOW);
}

// --- the banner

let failures = 0;
// A look or a sheet that got no answer; taps that got none wait.
let unsent = null;

function tell(text, again = "") {
  const [part, button] = lost.children;
  if (part.textContent !== text) part.textContent = text;
  const held = lost.contains(document.activeElement);
  button.hidden = !again;
  if (again) button.textContent = again;
  lost.hidden = !text;
  if (held && !again) refocus(true);
}

const counted = (number) => `${number}\u00a0waiting`;

// What is wrong with the line, and how much waits for it.
function trouble(what) {
  // A page that was kept to be read says of when it is.
  const text = (what === "No connection" && document.querySelector(".as-of")?.textContent) || what;
  const number = ours().length;
  tell(number ? `${text}${text.endsWith(".") ? "" : " ·"} ${counted(number)}` : text, number || unsent ? "Send again" : "");
}

function calm() {
  if (waiting[0]?.held) tell(counted(ours().length), "Send");
  else tell("");
}

// Connected again: what waits goes on its way.
function mended() {
  document.querySelector(".as-of")?.remove();
  if (failures) listen();
  if (stuck()) return drain();
  failures = 0;
  unsent = null;
  calm();
}

// --- looks

let looking = null;
let nextLook = 0;
// The first that is heard may be 0: the server does not know yet of any move.
let heard = -1;

// Nothing is pulled away from under a finger: neither a field being filled in nor a refusal being read.
// A cell that only waits for its number is no field being filled in.
const busy = () =>
  table()?.querySelector(".s-refused, input:not([type=radio], [data-cell]):focus, select:focus, textarea:focus") != null ||
  [...(table()?.querySelectorAll("[data-cell]") ?? [])].some((cell) => cell.value !== cell.defaultValue);

// What waits is soon asked for again: after a failure, or where another page of this table was sending it.
function later(pause = failures || stuck() ? RETRY[Math.min(failures || 1, RETRY.length) - 1] : POLL) {
  clearTimeout(nextLook);
  nextLook = setTimeout(look, pause);
}

async function look() {
  later();
  if (!live.isConnected || document.hidden || flight || draining || looking || (busy() && !failures)) return;
  const stop = new AbortController();
  looking = stop;
  const answer = await ask({ url: table().dataset.here }, stop);
  // A tap has begun since: its answer is newer.
  if (looking !== stop) return;
  if (isOthers(answer)) return others(answer);
  // Until somebody has said what becomes of what waits, nothing is asked again: the question is put once.
  if (answer.status === 404) return gone(answer);
  looking = null;
  if (!isTable(answer)) {
    failures += 1;
    trouble(answer.trouble ?? "No connection");
    return later();
  }
  // A look that found nothing new must not shut what is open.
  const came = answer.phones !== phones() && !sheet();
  if ((answer.version > version() || came) && !busy()) show(answer.page);
  await mended();
  later(heard > version() && !busy() && !failures ? SLOW : undefined);
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
  const part = pressed?.part ?? event.submitter ?? source;
  const tap = pressed?.tap ?? { is: identity(part), name: words(part) };
  pressed = null;
  if (flight || draining || stuck()) return wait(tap, source, event.submitter);
  const asked = requestOf(source, event.submitter);
  if (asked.method !== "POST") return send({ ...tap, ...asked, version: version() }).then(next);
  // While others are held it goes first: it mends what stopped them.
  const made = madeOf(tap, source, asked, { blind: false, order: waiting.length ? waiting[0].order - 1 : Date.now() });
  waiting.unshift(made);
  keep(made);
  source.reset();
  send(made).then(next);
}

// A look, a sheet, or a tap; true where the table took it.
async function send(tap) {
  flight = tap;
  looking?.abort();
  looking = null;
  if (!failures) tell("");
  press(true);
  markAll();
  const slow = setTimeout(() => {
    live.classList.add("slow");
    sign();
  }, SLOW);
  const answer = await ask(tap.method ? { ...tap, body: bodyOf(tap) } : tap, new AbortController());
  clearTimeout(slow);
  live.classList.remove("slow");
  const taken = await take(answer, tap);
  flight = null;
  sign();
  if (live.isConnected) {
    press(false);
    markAll();
    if (travelling) travelled();
    else keepHistory();
    later(heard > version() && !failures ? 0 : undefined);
  } else {
    hush();
  }
  document.dispatchEvent(new CustomEvent("table:answered"));
  return taken;
}

async function take(answer, tap) {
  if (isOthers(answer)) {
    await others(answer);
    return false;
  }
  if (isTable(answer)) {
    failures = 0;
    unsent = null;
    show(answer.page, "#table", tap.method === "POST");
    calm();
    listen();
    answered = { ...tap, until: performance.now() + SAME_TAP };
    if (tap.method !== "POST") return true;
    return REFUSALS.includes(answer.status) ? refused(answer, tap) : landed(answer, tap);
  }
  if (isVerdict(answer)) {
    // A page's own tap is answered by the page that says so.
    if (!tap.waited && ours().length < 2) {
      leave(tap);
      show(answer.page, "body");
    } else await stop(tap, { ...wordsOf(answer.page), missing: true });
    return false;
  }
  failures += 1;
  if (tap.method === "POST") tap.waited = true;
  else unsent = tap;
  const left = passing();
  trouble(answer.trouble ? `Not saved. ${answer.trouble}` : answer.late ? "No answer yet" : "No connection");
  if (left) lost.firstElementChild.append(`. ${left}`);
  return false;
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
  const number = behind().length;
  const text = number ? `Sending, ${number} waiting` : "Sending";
  sending.textContent = flight && live.classList.contains("slow") ? text : "";
}

// --- spots: a second tap on the same one is the same tap, unless both only type: digits, cards of a count, backspace

let pressed = null;
let answered = null;
let making = false;

// What a tap types with: the keys of a form that only looks, or a link called the same.
const typesWith = (part) => (part.form?.matches("[hx-get]") ? "keys" : part.matches("a[hx-get]") ? words(part) : "");

function isSame(tap, before) {
  if (tap.types && tap.types === before.types) return false;
  return tap.keyed ? tap.is === before.is : Math.hypot(tap.x - before.x, tap.y - before.y) <= SAME_SPOT;
}

function guard(event) {
  if (making || !table()?.contains(event.target)) return;
  const part = controlOf(event.target);
  const keyed = event.detail === 0;
  const tap = { x: event.clientX, y: event.clientY, keyed, is: part && identity(part), name: part ? words(part) : "", types: part ? typesWith(part) : "", pressedAt: event.timeStamp };
  // What waits without a connection does so for long, and the same key may well be meant again.
  const last = waiting.at(-1);
  const lately = !failures ? [flight, ...waiting] : event.timeStamp < last?.pressedAt + SAME_TAP ? [last] : [];
  const open = [...lately, event.timeStamp < answered?.until ? answered : null].filter(Boolean);
  const again = open.some((before) => isSame(tap, before)) && !part?.matches("[type=radio], [type=checkbox]");
  if (again) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
  pressed = again || !part ? null : { tap, part };
}

// --- waiting: taps in their order, the one on its way among them; a link or what leans on one is in memory only

let waiting = [];
let draining = false;

const ours = () => waiting.filter((tap) => tap.id);
const behind = () => waiting.filter((tap) => tap !== flight);
// No tap goes before those that wait, unless somebody has to mend first what stopped them.
const stuck = () => waiting.length > 0 && !waiting[0].held;
const random = () => [...crypto.getRandomValues(new Uint32Array(4))].map((each) => each.toString(36)).join("");

// What a person reads of a tap later on: with what was typed beside it.
function told({ name }, form) {
  const seen = [...form.elements].filter((field) => field.matches("input:not([type=hidden], [type=radio])") && field.value);
  const texts = seen.filter((field) => field.type !== "checkbox" || field.checked).map((field) => (field.type === "checkbox" ? words(field) : field.value));
  return texts.length ? `${name}: ${texts.join(", ")}` : name;
}

function madeOf(tap, form, { url, body }, more) {
  body.delete("key");
  body.delete("csrfmiddlewaretoken");
  return {
    ...tap, ...more, url, id: random(), mark, table: here(), method: "POST", fields: [...body], name: told(tap, form),
    version: version(), after: null, held: "", at: Date.now(), waited: false,
  };
}

// The token is this page's; the key stays the tap's own.
function bodyOf({ fields, version, id }) {
  const token = document.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "";
  return new URLSearchParams([...fields, ["key", `${version}-${id}`], ["csrfmiddlewaretoken", token]]);
}

// One after the other for each tap. A browser that keeps nothing has them on this page alone.
const stored = new Map();

function store(id, work) {
  const done = (stored.get(id) ?? Promise.resolve()).then(work).catch(() => {});
  stored.set(id, done);
  return done.then(() => stored.get(id) === done && stored.delete(id));
}

function keep(tap) {
  const copy = { ...tap };
  return store(tap.id, () => waitingTaps.keep(copy));
}

function leave(...taps) {
  waiting = waiting.filter((tap) => !taps.includes(tap));
  for (const { id } of taps) store(id, () => waitingTaps.drop({ id }));
}

const FIELDS = "textarea, input:not([type=hidden], [type=radio], [type=checkbox])";
const isTyped = (form) => [...(form.elements ?? [])].some((field) => field.matches(FIELDS) && field.value !== field.defaultValue);

async function wait(tap, source, submitter) {
  await lineUp(tap, source, submitter);
  document.dispatchEvent(new CustomEvent("table:answered"));
}

async function lineUp(tap, source, submitter) {
  const asked = requestOf(source, submitter);
  const leans = waiting.some((before) => !before.id) || (flight && !flight.id);
  if (asked.method !== "POST" && (failures || !(flight || draining))) {
    const words = `${tap.name} needs the connection`;
    trouble(words);
    await look();
    return failures ? trouble(words) : undefined;
  }
  const full = waiting.length >= MOST_WAITING && !source.querySelector("[data-endless]");
  if (full || (leans && isTyped(source))) {
    return tell(!full ? `Not sent: ${tap.name}` : `Not kept: ${tap.name}. ${MOST_WAITING} taps wait already.`, failures ? "Send again" : "");
  }
  if (asked.method !== "POST" || leans) {
    waiting.push({ ...tap, passes: true });
  } else {
    const made = madeOf(tap, source, asked, { blind: true, order: Math.max(Date.now(), (waiting.at(-1)?.order ?? 0) + 1) });
    waiting.push(made);
    source.reset();
    await keep(made);
  }
  markAll();
  sign();
  if (failures) trouble("No connection");
}

function markAll() {
  for (const part of live.querySelectorAll("[data-waits]")) delete part.dataset.waits;
  live.querySelector(".waits")?.remove();
  const all = flight?.waited || !flight ? waiting : behind();
  all.forEach((tap, n) => {
    const part = find(tap.is);
    if (part) outside(part).dataset.waits = n + 1;
  });
  // Without an answer the table is as it was: what is meant to come stands where a ruling would.
  const row = table()?.querySelector(".action, .tallying");
  if (!row || !all.length || !(failures || all[0].held)) return;
  const box = row.appendChild(document.createElement("p"));
  box.className = "waits";
  box.append(Object.assign(document.createElement("b"), { textContent: `Waiting: ${all.map((tap) => tap.name).join(", ")}` }), "Not judged yet. Sent in order.");
}

// What leans on the page's present state is not kept: it is named.
function passing() {
  const names = waiting.filter((tap) => tap.passes).map((tap) => tap.name);
  waiting = waiting.filter((tap) => !tap.passes);
  return names.length ? `Not sent: ${names.join(", ")}` : "";
}

function next() {
  if (stuck() && !failures && live.isConnected) return drain();
}

async function drain() {
  if (draining || flight || !live.isConnected) return;
  draining = true;
  let first = false;
  try {
    await waitingTaps.alone(here(), async (stays) => {
      first = true;
      await reload();
      for (;;) {
        if (!stuck() || !live.isConnected) break;
        await stays();
        if (!(await deliver(waiting[0])) && failures) break;
      }
    });
  } catch {
    // The browser keeps nothing: this page's own are sent all the same.
    first = true;
    while (stuck() && live.isConnected) if (!(await deliver(waiting[0])) && failures) break;
  }
  draining = false;
  // Tapped after the last had its answer.
  if (first && stuck() && !failures && live.isConnected) return drain();
  if (!first && waiting.length) {
    // Another page of this table sends them.
    await reload().catch(() => {});
    failures = 0;
    tell(waiting.length ? counted(ours().length) : "", waiting.length ? "Send again" : "");
    later();
  }
  markAll();
  if (!waiting.length) calm();
}

// Those of other pages of this table too, and none that another page has sent.
async function reload() {
  await Promise.all(stored.values());
  const all = await waitingTaps.of(mark, here());
  const own = new Map(waiting.map((tap) => [tap.id, tap]));
  const kept = all.map((tap) => own.get(tap.id) ?? { ...tap, waited: true, pressedAt: 0 });
  waiting = [...kept, ...waiting.filter((tap) => tap.passes)];
}

// Sends the first of those that wait; true where the next may follow.
async function deliver(tap) {
  if (tap.passes) {
    const part = sheet() ? null : find(tap.is);
    if (!part) {
      tell(passing());
      return false;
    }
    waiting.shift();
    const source = part.matches("a") ? part : part.form;
    const asked = requestOf(source, part.matches("a") ? null : part);
    if (asked.method !== "POST") return send({ ...tap, ...asked, version: version() });
    const made = madeOf(tap, source, asked, { blind: false, order: Date.now() });
    waiting.unshift(made);
    await keep(made);
    return send(made);
  }
  if (tap.blind) {
    if (tap.after !== version()) {
      await stop(tap, { title: "The table has moved on", moved: true });
      return false;
    }
    const part = sheet() ? null : find(tap.is);
    if (!part?.form) {
      await stop(tap, { title: "The table no longer asks for this", missing: true });
      return false;
    }
    // Who is on turn now says the page of now; what was chosen and typed stays, and when it was pressed.
    for (const field of part.form.querySelectorAll("input[type=hidden]")) {
      if (["key", "csrfmiddlewaretoken", "buzz"].includes(field.name)) continue;
      tap.fields = [...tap.fields.filter(([name]) => name !== field.name), [field.name, field.value]];
    }
    Object.assign(tap, { blind: false, version: version(), url: part.form.getAttribute("hx-post") ?? tap.url });
    await keep(tap);
  }
  return send(tap);
}

// The table took it, or asks for more: then the rest waits until it has its answer.
function landed(answer, tap) {
  const first = waiting.find((each) => each !== tap && each.id);
  if (first) {
    // If others have tapped in between, what was meant to come next may mean another table.
    first.after = answer.version === tap.version + 1 ? answer.version : null;
    if (sheet()) first.held ||= "change";
    else if (first.held === "change" && answer.version > tap.version) first.held = "";
    keep(first);
  }
  leave(tap);
  if (waiting[0]?.held) calm();
  return true;
}

async function refused(answer, tap) {
  if (!tap.waited && ours().length < 2) {
    leave(tap);
    const left = passing();
    if (left) tell(left);
    return false;
  }
  if (waiting[0] !== tap || waiting[1]?.held) {
    // It was to mend what stopped the others, which wait on.
    leave(tap);
    calm();
    return false;
  }
  const why = [...(sheet()?.querySelectorAll(".why, .changed li") ?? [])];
  const title = sheet()?.querySelector("h2")?.textContent ?? "Refused";
  const text = why.map((part) => part.textContent.replace(/\s+/g, " ").trim()).join(" ");
  await stop(tap, { title, text, moved: answer.status === 409 });
  return false;
}

const wordsOf = (page) => ({ title: page.querySelector("h1")?.textContent ?? "Not taken", text: page.querySelector("main p")?.textContent ?? "" });

// The first that is not taken stops the rest: both are shown, and somebody says what becomes of them.
async function stop(tap, { title, text = "", moved = false, missing = false }) {
  const left = passing();
  Object.assign(tap, { held: "keep", no: true, waited: true });
  await keep(tap);
  const says = [text, left].filter(Boolean).join(" ");
  // The sheet comes when it is asked for: there is an answer, so there is a way. Without it, all is kept.
  await import(live.dataset.stopped).catch(() => {});
  const answer = await window.stopped?.({ title, text: says, moved, missing, now: sentences(), taps: ours() });
  failures = 0;
  if (sheet()) {
    const back = await ask({ url: sheet().querySelector(".back")?.href ?? here() }, new AbortController());
    if (isTable(back)) show(back.page);
  }
  if (answer === "all") leave(...ours());
  if (answer === "drop" || answer === "change") leave(tap);
  if (answer === "drop" || (answer === "keep" && moved)) release();
  if (answer === "change" && waiting.length) keep(Object.assign(waiting[0], { held: "change" }));
  calm();
  markAll();
  refocus(true);
}

// What is held is sent on the table as it is: somebody has seen it, and wants it.
function release() {
  const [first] = waiting;
  if (!first) return;
  if (first.blind) first.after = version();
  else if (first.no) first.version = version();
  first.held = "";
  keep(first);
}

// --- whose they are

const isOthers = ({ whose }) => Boolean(whose) && whose !== mark;

// This browser has another place now, or none: what waited was made by who had the old one.
async function others({ whose, page, status }) {
  waiting = [];
  hush();
  await waitingTaps.forget(whose).catch(() => {});
  if (status < 400) location.reload();
  else show(page, "body");
}

// The game was discarded or deleted, and this phone has still its place.
async function gone({ page }) {
  if (ours().length) await stop(ours()[0], { ...wordsOf(page), missing: true });
  location.reload();
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
  if (flight || draining) return;
  if (waiting[0]?.held) release();
  if (waiting.length) drain();
  else if (unsent) send(unsent);
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

// What waited when the page was closed.
async function restore() {
  await waitingTaps.forget(mark).catch(() => {});
  const found = await waitingTaps.of(mark, here()).catch(() => []);
  const there = new Set(waiting.map(({ id }) => id));
  waiting = [...found.filter(({ id }) => !there.has(id)).map((tap) => ({ ...tap, waited: true, pressedAt: 0 })), ...waiting];
  // Nobody expects any more what was tapped on another day.
  if (found.length && Date.now() - found[0].at > STALE) waiting[0].held ||= "keep";
  markAll();
  if (waiting[0]?.held) calm();
  else if (found.length || document.querySelector(".as-of")) look();
}

// Few sheets have a link to be passed on, and few tables numbers to type.
function copies() {
  if (document.querySelector("[data-copy]")) import(live.dataset.copies).catch(() => {});
  if (document.querySelector("[data-fill]")) import(live.dataset.sheet).catch(() => {});
  if (document.querySelector(".throws, .timer")) import(live.dataset.chance).catch(() => {});
}

listen();
later();
copies();
keepHistory();
restore();
