// The live table under fast thumbs. The page works without it: every action is a form or a link. htmx gathers what a tap sends, morphs
// the answer in and hears the bell; here is what it has not: taps that wait, looks that give way to fingers, Back, and the focus.

// One request brings them all: what is imported so is put in its place (referee/web/static_files.py).
import "./keys.js";
import "./moments.js";
import "./awake.js";
import "./begin.js";
import "./thumbs.js";
import "./outbox.js";

const [SLOW, READ, POLL, RETRY, STALE] = [500, 8_000, 20_000, [2_000, 4_000, 8_000, 16_000], 12 * 3_600_000];
const MOST_WAITING = 20;
const MARK = "Referee-Phone";
const { outbox, thumbs } = window;
const [live, lost, sending] = ["#live", "#lost", "#sending"].map((part) => document.querySelector(part));
const table = () => document.querySelector("#table");
const sheet = () => table()?.querySelector(".sheet");
const ruling = () => table()?.querySelector(".action details");
const version = () => Number(table()?.dataset.version ?? 0);
const say = (name) => document.dispatchEvent(new CustomEvent(name));
const { mark } = live.dataset;
const here = location.pathname;

// Answers that did not come, one after the other.
let failures = 0;
// A sheet, or what is typed on one, on its way; whether taps are; and what was tapped behind them, to be made after them.
let [flight, work, behind] = [null, false, []];
// Counts what fingers asked for: an older answer is not shown.
let asked = 0;

// --- the banner

// What was not sent is read, however fast the next answer comes.
let reading = 0;

function banner(text, again = "") {
  if (!text && reading) return;
  clearTimeout(reading);
  reading = 0;
  const [part, button] = lost.children;
  const held = lost.contains(document.activeElement);
  if (part.textContent !== text) part.textContent = text;
  if (again) button.textContent = again;
  [button.hidden, lost.hidden] = [!again, !text];
  if (held && !again) focus(true);
}

const waiting = () => `${outbox.taps.length}\u00a0waiting`;
const calm = () => (outbox.taps[0]?.held ? banner(waiting(), "Send") : banner(""));

// What is wrong with the line, and how much waits for it. A page that was kept to be read says of when it is.
function trouble(what) {
  const text = (what === "No connection" && document.querySelector(".as-of")?.textContent) || what;
  banner(outbox.taps.length ? `${text}${text.endsWith(".") ? "" : " ·"} ${waiting()}` : text, outbox.taps.length ? "Send again" : "");
}

function broken(what, isNews = true) {
  failures += 1;
  thumbs.lost();
  if (isNews || lost.hidden) trouble(what);
  later();
}

// --- looks: by the bell, every now and then, and when the page is seen again

// The first that is heard may be 0: the server does not know yet of any move.
let [next, heard] = [0, -1];

function later() {
  clearTimeout(next);
  next = setTimeout(look, failures ? (RETRY[failures - 1] ?? POLL) : POLL);
}

// Nothing is pulled away from under a finger: neither a field being filled in nor a refusal being read.
// A cell that only waits for its number is no field being filled in.
const isBusy = () =>
  table().querySelector(".s-refused, input:not([type=radio], [data-cell]):focus, select:focus, textarea:focus") !== null ||
  [...table().querySelectorAll("[data-cell]")].some((cell) => cell.value !== cell.defaultValue);

const ask = (url, more) => htmx.ajax("GET", url, { target: "#table", swap: "outerMorph", ...more });

function look() {
  if (!live.isConnected) return;
  later();
  if (!document.hidden && !flight && !work && !(isBusy() && !failures)) ask(table().dataset.here, { source: table(), asked, looks: true });
}

live.addEventListener("version", ({ detail }) => {
  // The same once more: something happened beside the log.
  const again = Number(detail.data) === heard;
  heard = Number(detail.data);
  if (again || heard > version()) look();
});
for (const [part, event] of [[live, "gone"], [document, "visibilitychange"], [window, "online"]]) part.addEventListener(event, look);
window.addEventListener("pageshow", (event) => event.persisted && look());

// --- what is asked: every request passes here

// An answer that did not come, or not whole, is one without a table.
const whole = async (url, request) => {
  try {
    const answer = await fetch(url, request);
    const { status, headers, body } = answer;
    if (!headers.get("Content-Type")?.includes("event-stream")) return new Response((await answer.text()) || null, { status, headers });
    // A browser has six connections for all its tables: a page that nobody sees has none.
    if (document.hidden) body.cancel();
    return document.hidden ? new Response("", { status: 503 }) : answer;
  } catch {
    return new Response("", { status: 503, statusText: request.signal.aborted ? "late" : "" });
  }
};

document.addEventListener("htmx:config:request", (event) => {
  const { ctx } = event.detail;
  const { sourceElement: source, request } = ctx;
  if (!live.contains(source)) return;
  if (source === live && document.hidden) return event.preventDefault();
  request.headers[MARK] = mark;
  Object.assign(ctx, { fetch: whole, ours: true });
  if (ctx.tap) request.body = outbox.body(ctx.tap);
  if (ctx.tap || ctx.looks || source === live) return;
  const tap = ctx.sheet ?? thumbs.taken(request.submitter ?? source);
  const isTap = request.method === "POST";
  const waits = !ctx.sheet && !thumbs.isAgain() && (flight || behind.length || (work && !isTap));
  if (waits) behind.push(thumbs.sent(tap));
  else if (isTap) add(tap, request);
  else if (!failures) return start(tap, ctx);
  else trouble(`${tap.name} needs the connection`), look();
  event.preventDefault();
  draw();
  if (!work || behind.length || outbox.taps.length > 1) say("table:answered");
});

function start(tap, ctx) {
  flight = thumbs.sent(tap);
  asked += 1;
  Object.assign(ctx, { asked, sheet: tap });
  banner("");
  draw();
}

// --- what is answered

document.addEventListener("htmx:before:swap", (event) => {
  const { ctx, tasks } = event.detail;
  if (!ctx.ours) return;
  const { status, headers, raw } = ctx.response;
  // Something was tapped since: its answer is newer.
  if (ctx.sourceElement === live || (!ctx.tap && ctx.asked !== asked)) return event.preventDefault();
  const found = (part) => tasks[0]?.fragment.querySelector(part);
  const words = (part) => found(part)?.textContent.replace(/\s+/g, " ").trim() ?? "";
  const fresh = found("#table");
  const isTable = fresh && (status < 400 || [403, 409, 422].includes(status));
  // What a page of ours says about this phone; the others are troubles on the way, which pass.
  const isVerdict = !isTable && found("main") && status >= 400 && status < 500 && ![407, 408, 425, 429].includes(status);
  const answer = Object.assign(ctx.answer ?? {}, { status, isTable, isVerdict });
  const whose = headers.get(MARK);
  if (whose && whose !== mark) return others(whose, status < 400 && event);
  if (isTable) {
    tasks[0].fragment.replaceChildren(fresh);
    // A look that found nothing new must not shut what is open.
    const isNews = Number(fresh.dataset.version) > version() || (fresh.dataset.phones !== table().dataset.phones && (!sheet() || sheet().matches(".s-seats")));
    if (ctx.looks && (!isNews || isBusy())) event.preventDefault();
    else prepare(ctx, fresh);
    mended(ctx);
  } else if (isVerdict) {
    Object.assign(answer, { title: words("h1") || "Not taken", text: words("main p") });
    // A page's own tap is answered by the page that says so.
    const isAsked = ctx.looks ? status === 404 : ctx.tap && (ctx.tap.waited || outbox.taps.length > 1);
    if (isAsked) event.preventDefault();
    if (isAsked && ctx.looks) gone(answer);
  } else {
    event.preventDefault();
    const said = words("#trouble");
    answer.trouble = said ? `Not saved. ${said}` : raw.statusText === "late" && !ctx.looks ? "No answer yet" : "No connection";
    if (!ctx.tap) broken(ctx.looks ? said || "No connection" : answer.trouble, !ctx.looks);
  }
});

// Connected again: what waits goes on its way.
function mended(ctx) {
  document.querySelector(".as-of")?.remove();
  failures = 0;
  if (!ctx.tap) calm(), deliver(), later();
}

// Before an answer is morphed in. What was chosen or typed while a tap was on its way stays; nothing of it may stand in a part that
// becomes another one, nor in a round before it. And what has the focus is known by what it does.
let [at, opener] = [null, null];

function prepare(ctx, fresh) {
  // What others did takes the focus from nothing.
  if (ctx.looks) fresh.querySelector("[autofocus]")?.removeAttribute("autofocus");
  at = thumbs.identity(document.activeElement);
  if (!sheet()) opener = at;
  const is = ({ name, type, id, value }) => `${[name, type, id, /box|radio/.test(type) && value]}`;
  const fields = () => [...table().querySelectorAll("input:not([type=hidden], :disabled)")];
  const typed = ctx.sheet || /do\/$|\/back/.test(ctx.tap?.url) ? [] : fields().filter((field) => field.value !== field.defaultValue || field.checked !== field.defaultChecked).map((field) => [is(field), field.value, field.checked]);
  for (const form of table().querySelectorAll("form")) form.reset();
  // A ruling that is being read stays open while others tap.
  const isRead = ctx.looks && ruling()?.open;
  ctx.carry = () => {
    typed.forEach(([same, value, checked]) => Object.assign(fields().find((field) => is(field) === same) ?? {}, { value, checked }));
    if (isRead && ruling()) ruling().open = true;
  };
}

document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (!ctx.ours || !live.isConnected) return;
  ctx.carry?.();
  say("table:shown");
  document.title = table().dataset.title;
  if (sheet()) dress();
  extras();
  draw();
  focus();
});

document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  if (!ctx.sheet || ctx.sheet !== flight) return;
  thumbs.answered(ctx.sheet);
  flight = null;
  settled();
});

// What sheets look like comes with the first touch, before one can be there, and with a sheet that opens by itself.
function dress() {
  const { panels } = live.dataset;
  if (!document.querySelector(`link[href="${panels}"]`)) document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: panels }));
}
for (const touch of ["pointerdown", "keydown"]) document.addEventListener(touch, dress, { once: true });
document.addEventListener("pointerdown", () => (live.querySelector(".notice")?.remove(), live.querySelector(".moment")?.classList.remove("shown")));

// What was asked for is there, or it is known that it is not; what was tapped behind it is made, if that still stands there.
function settled() {
  if (live.isConnected) {
    draw();
    keepHistory();
    if (!failures) deliver();
    if (!failures && heard > version()) look();
    if (!flight && !work && behind.length) proceed();
  }
  say("table:answered");
}

function proceed() {
  const all = behind;
  const tap = all[0];
  behind = all.slice(1);
  if (!failures && (!sheet() || sheet().contains(tap.part)) && thumbs.again(tap)) return;
  behind = [];
  all.forEach(thumbs.answered);
  const names = `Not sent: ${all.map(({ name }) => name).join(", ")}`;
  if (failures) lost.firstElementChild.append(`. ${names}`);
  else {
    banner(names);
    reading = setTimeout(() => ((reading = 0), failures || calm()), READ);
  }
  draw();
}

// A photo of a ruling is sent as soon as it is taken.
document.addEventListener("change", ({ target }) => target.matches("[data-sends]") && target.form.requestSubmit());

// --- taps

function add({ part: _, ...thumb }, { action, body, form }) {
  if (outbox.taps.length >= MOST_WAITING && !form.querySelector("[data-endless]")) {
    return banner(`Not kept: ${thumb.name}. ${MOST_WAITING} taps wait already.`, failures ? "Send again" : "");
  }
  for (const field of ["key", "csrfmiddlewaretoken"]) body.delete(field);
  const tap = { ...thumb, name: thumbs.called(thumb.name, form), mark, table: here, url: action, fields: [...body] };
  outbox.add(tap, version(), form.querySelector("[data-turn]")?.name);
  form.reset();
  thumbs.sent(tap);
  if (!failures) return deliver();
  thumbs.lost();
  trouble("No connection");
}

const first = () => live.isConnected && !outbox.taps[0]?.held && outbox.taps[0];

async function send() {
  while (first() && (await post(first())));
}

// What waits is sent, one after the other, until it is held or the line is lost.
async function deliver() {
  if (work || !first()) return;
  work = true;
  const { waited } = first();
  const before = asked;
  if (waited) banner(waiting(), "Send again");
  // It may lie on another page of this table too.
  await (waited ? outbox.alone(here, () => outbox.load(mark, here).catch(() => {}).then(send)) : send());
  if (waited && !failures) calm();
  work = false;
  settled();
  // Another page has sent it.
  if (waited && asked === before) look();
}

// One tap; true where the next may follow.
async function post(tap) {
  asked += 1;
  draw();
  if (!failures && !tap.waited) calm();
  const answer = {};
  await htmx.ajax("POST", tap.url, { source: sending, target: "#table", swap: "outerMorph", tap, answer });
  const isTaken = answer.isTable && answer.status < 400;
  if (!answer.isTable && !answer.isVerdict) {
    tap.waited = true;
    if (outbox.taps.includes(tap)) broken(answer.trouble ?? "No connection");
    return false;
  }
  thumbs.answered(tap);
  const second = outbox.taps[1];
  // A page's own tap shows the refusal; one that was to mend what stopped the others leaves them waiting.
  if (!isTaken && tap === outbox.taps[0] && (second || tap.waited) && !second?.held) await stop(tap, answer);
  else outbox.drop(tap);
  const [rest] = outbox.taps;
  // It asks for more: then the rest waits until it has its answer.
  if (isTaken && rest && (sheet() || rest.held === "change")) outbox.keep(Object.assign(rest, { held: sheet() ? rest.held || "change" : "" }));
  if (rest?.held) calm();
  return isTaken;
}

let scripts = 0;

// The first that is not taken stops the rest: both are shown, and somebody says what becomes of them.
async function stop(tap, { status, title, text }) {
  outbox.keep(Object.assign(tap, { held: "keep", waited: true }));
  const left = behind.splice(0).map(({ name }) => name).join(", ");
  const moved = status === 409;
  const now = table().querySelector("#said").textContent;
  // It comes when it is asked for: there is an answer, so there is a way. Without it, all is kept; and a browser remembers
  // what did not come whole, so that it is asked for by another address then.
  if (!window.stopped) await import(`${live.dataset.stopped}?${(scripts += 1)}`).catch(() => {});
  const answer = await window.stopped?.({ title, text, left, moved, sheet: sheet(), now, taps: outbox.taps });
  if (sheet() && !title) await ask(sheet().querySelector(".back")?.href ?? here, { source: lost, sheet: {} });
  if (answer === "all") outbox.drop(...outbox.taps);
  if (answer === "drop" || answer === "change") outbox.drop(tap);
  if (answer === "drop" || (answer === "keep" && moved)) outbox.release(version());
  if (answer === "change" && outbox.taps.length) outbox.keep(Object.assign(outbox.taps[0], { held: "change" }));
  calm();
  draw();
  focus(true);
}

let slow = 0;

// What is on its way and what waits is seen on its keys; without an answer it stands where a ruling would.
function draw(isSlow = false) {
  if (!table()) return;
  const now = flight ?? (work && outbox.taps[0]) ?? null;
  const taps = [...(work && !now?.waited ? outbox.taps.slice(1) : outbox.taps), ...behind];
  for (const part of live.querySelectorAll(".sent, [data-waits]")) delete part.dataset.waits, part.classList.remove("sent");
  live.querySelector(".waits")?.remove();
  if (now) {
    table().setAttribute("aria-busy", "true");
    thumbs.outside(now.is)?.classList.add("sent");
    slow ||= setTimeout(() => draw(true), SLOW);
  } else {
    table().removeAttribute("aria-busy");
    clearTimeout(slow);
    slow = 0;
  }
  live.classList.toggle("slow", Boolean(now) && (isSlow || live.matches(".slow")));
  for (const [n, { is }] of taps.entries()) thumbs.outside(is)?.setAttribute("data-waits", n + 1);
  const number = taps.filter((tap) => tap !== now).length;
  sending.textContent = !live.matches(".slow") ? "" : number ? `Sending, ${number} waiting` : "Sending";
  const row = table().querySelector(".action, .tallying");
  if (!row || !taps.length || !(failures || taps[0].held)) return;
  const names = Object.assign(document.createElement("b"), { textContent: `Waiting: ${taps.map(({ name }) => name).join(", ")}` });
  row.appendChild(Object.assign(document.createElement("p"), { className: "waits" })).append(names, "Not judged yet. Sent in order.");
}

// --- whose they are

// This browser has another place now, or none: what waited was made by who had the old one.
async function others(whose, event) {
  if (event) event.preventDefault();
  outbox.taps = [];
  await outbox.forget(whose).catch(() => {});
  if (event) location.reload();
}

// The game was discarded or deleted, and this phone has still its place. Until somebody has said what becomes of what waits, nothing is
// asked again: the question is put once, however many looks are answered so.
let isGone = false;

async function gone(answer) {
  if (isGone) return;
  isGone = work = true;
  if (outbox.taps.length) await stop(outbox.taps[0], answer);
  location.reload();
}

// --- focus: to the same control again, or back to what opened a sheet; never to the body

function focus(anew = false) {
  const h1 = table().querySelector("h1");
  if (h1 && !h1.hasAttribute("tabindex")) h1.tabIndex = -1;
  if (!anew && document.activeElement !== document.body && !document.activeElement.disabled) return;
  for (const part of [thumbs.find(sheet() ? at : opener), sheet()?.querySelector("h2[tabindex]"), h1]) {
    part?.focus({ preventScroll: true });
    if (part && document.activeElement === part) return;
  }
}

// --- sheets and Back: an open sheet has an entry of its own in the history, as has a ruling that is read

let [direct, leaving] = [sheet() !== null, false];

function keepHistory() {
  if (leaving) return;
  const open = Boolean(history.state?.sheet);
  if (sheet() || ruling()?.open) {
    // Opened by its own address, the sheet is the page.
    if (open || !direct) history[open ? "replaceState" : "pushState"]({ sheet: table().dataset.here }, "");
  } else {
    direct = false;
    leaving = open;
    if (open) history.back();
    // What is put together in the address outlives a reload.
    else history.replaceState(null, "", table().dataset.here);
  }
}

window.addEventListener("popstate", () => {
  if (leaving) return (leaving = false), keepHistory();
  if (ruling()) ruling().open = false;
  const url = history.state?.sheet ?? sheet()?.querySelector(".back")?.href ?? (flight && here);
  if (url && !work) ask(url, { source: lost, sheet: { is: null, name: "This" } });
});

document.addEventListener("keydown", ({ key }) => {
  if (key !== "Escape" || document.querySelector("dialog[open]")) return;
  (sheet() ? sheet().querySelector(".back") : table()?.querySelector("details[open] summary"))?.click();
});

// --- to begin with

lost.querySelector("button").addEventListener("click", () => {
  if (!work && outbox.taps[0]?.held) outbox.release(version());
  deliver();
});

// What waited when the page was closed.
async function restore() {
  await outbox.forget(mark).catch(() => {});
  await outbox.load(mark, here).catch(() => {});
  const [first] = outbox.taps;
  // Nobody expects any more what was tapped on another day.
  if (first?.waited && Date.now() - first.at > STALE) first.held ||= "keep";
  draw();
  if (first?.held) calm();
  else if (first?.waited || document.querySelector(".as-of")) look();
}

// Few sheets have a link to be passed on, few tables numbers to type, a clock or a buzzer, and few phones want to be heard.
const EXTRAS = {
  copies: "[data-copy]", sheet: "[data-fill]", timer: ".timer", clock: ".timer, .pad, [name=buzz]",
  heard: ":root:is([data-sound=on], [data-vibration=on])", voice: ":root[data-voice=on]",
};

function extras() {
  for (const [script, part] of Object.entries(EXTRAS)) {
    if (document.querySelector(part)) import(live.dataset[script]).catch(() => {});
  }
  for (const button of document.querySelectorAll("[data-speak]")) button.hidden = !window.speechSynthesis;
}

// The voice comes when it is switched on. An iPhone is silent until a tap itself has begun to speak, so this one does, before the
// script is there that says more.
document.addEventListener("click", ({ target, defaultPrevented }) => {
  const button = !defaultPrevented && target.closest("[data-speak]");
  if (!button) return;
  speechSynthesis.speak(new SpeechSynthesisUtterance(""));
  import(live.dataset.voice).then(() => button.click()).catch(() => {});
});

// What unfolds at the end of a sheet comes into sight.
document.addEventListener("toggle", ({ target }) => {
  if (target === ruling()) keepHistory();
  if (target.open && target.closest(".sheet")) target.scrollIntoView({ block: "nearest" });
}, true);

// htmx may have begun before its extension and this had come.
htmx.process(live);
htmx.trigger(live, "open");
later();
extras();
keepHistory();
restore();
