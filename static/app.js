// What only a browser can do. The page works without it: every action is a form or a link.

const live = document.querySelector("#live");
const table = () => document.querySelector("#table");
const version = () => Number(table()?.dataset.version ?? 0);

// Nothing is pulled away from under a finger: neither a field being filled in nor a refusal being read.
const busy = () => table()?.querySelector(".s-refused, input:not([type=radio]):focus, select:focus, textarea:focus") != null;

// A tap on its way brings the table with it: a look in between would show its sheet once more.
let tapping = 0;
let heard = 0;

function refresh() {
  if (document.hidden || tapping || !table() || busy()) return;
  window.htmx?.ajax("GET", table().dataset.here, { source: document.body, target: "#table", swap: "outerHTML" });
}

function listen() {
  const bell = new EventSource(live.dataset.live);
  bell.addEventListener("version", (event) => {
    heard = Number(event.data);
    if (heard > version()) refresh();
  });
  // Shut out: the server says what is left to see.
  bell.addEventListener("gone", () => location.reload());
}

function say() {
  const parts = ["h1", ".demand", ".say", ".cites"].map((part) => table()?.querySelector(`.now ${part}`)?.textContent);
  const said = document.querySelector("#said");
  const sentences = parts.filter(Boolean).map((part) => part.replace(/\s+/g, " ").replace(/ ,/g, ",").trim());
  if (said) said.textContent = sentences.map((part) => (/[.!?]$/.test(part) ? part : `${part}.`)).join(" ");
}

function lost(isLost) {
  const note = document.querySelector("#lost");
  if (note) note.hidden = !isLost;
}

// The button or link that has the focus, told so that it can be found again when the table was swapped.
function focusedPart() {
  const { activeElement: part } = document;
  if (!part?.closest("#table")) return null;
  if (part.name) return `[name="${CSS.escape(part.name)}"][value="${CSS.escape(part.value)}"]`;
  return part.matches("a[href]") ? `a[href="${CSS.escape(part.getAttribute("href"))}"]` : null;
}

const sheet = () => table()?.querySelector(".sheet");

if (live) {
  let focused = null;
  let opener = null;

  document.addEventListener("htmx:before:request", ({ detail }) => {
    if (detail.ctx.sourceElement !== document.body) tapping += 1;
  });
  document.addEventListener("htmx:finally:request", ({ detail }) => {
    if (detail.ctx.sourceElement === document.body) return;
    tapping -= 1;
    if (heard > version()) refresh();
  });
  document.addEventListener("htmx:before:swap", (event) => {
    const { ctx, tasks } = event.detail;
    const next = Number(tasks?.[0]?.fragment?.querySelector?.("#table")?.dataset.version ?? Infinity);
    // An answer overtaken by a newer one must not bring the old table back, and a look that found nothing new
    // must not shut what is open.
    if (next < version() || (next === version() && ctx?.sourceElement === document.body)) event.preventDefault();
    lost(false);
    focused = focusedPart();
    if (!sheet()) opener = focused;
  });
  document.addEventListener("htmx:after:swap", () => {
    // A sheet takes the focus to its heading, and gives it back to what opened it.
    const part = sheet() ? focused : opener;
    if (part && document.activeElement === document.body) {
      table()?.querySelector(part)?.focus({ preventScroll: true });
    }
    const buzzes = document.documentElement.dataset.vibration !== "off";
    if (buzzes && table()?.querySelector("[data-buzz]")) navigator.vibrate?.([60, 40, 60]);
    say();
  });
  document.addEventListener("htmx:error", () => lost(true));

  // Phones kill streams silently: a look on return and a slow one besides cover every lost bell.
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return;
    refresh();
  });
  window.addEventListener("online", refresh);
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) refresh();
  });
  setInterval(refresh, 20_000);

  if (live.dataset.live) listen();
}

// The replay: arrow keys step, and the address follows, so that a reload shows the same move.
const replay = () => document.querySelector("#replay");

if (replay()) {
  const keys = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };
  document.addEventListener("keydown", (event) => {
    const { target, key } = event;
    const elsewhere = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || target.closest("input, select, [tabindex]");
    const link = elsewhere || !keys[key] ? null : replay().querySelector(`#${keys[key]}`);
    if (!link) return;
    event.preventDefault();
    link.click();
  });
  document.addEventListener("htmx:after:swap", () => {
    if (replay()) history.replaceState(null, "", replay().dataset.here);
  });
}

// The phone's own share sheet, where it takes pictures; elsewhere the link saves the picture.
const blank = () => new File([], "result.png", { type: "image/png" });

for (const link of document.querySelectorAll("a[data-share]")) {
  if (!navigator.canShare?.({ files: [blank()] })) break;
  link.textContent = link.dataset.share;
  let file;
  link.addEventListener("click", async (event) => {
    event.preventDefault();
    try {
      if (!file) {
        const answer = await fetch(link.href);
        if (!answer.ok) throw new Error(answer.statusText);
        const name = /filename="([^"]+)"/.exec(answer.headers.get("Content-Disposition") ?? "")?.[1];
        file = new File([await answer.blob()], name ?? "result.png", { type: "image/png" });
      }
      await navigator.share({ files: [file] });
    } catch (error) {
      // Shut again by whoever opened it: nothing to do. For anything else the picture itself is there.
      if (error.name !== "AbortError") location.assign(link.href);
    }
  });
}

// A link to be passed on is taken whole, and copied where the browser lets pages do that.
for (const field of document.querySelectorAll("input[data-whole]")) {
  field.addEventListener("focus", () => field.select());
}
for (const button of document.querySelectorAll("button[data-copy]")) {
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(button.dataset.copy);
    const note = document.querySelector("[data-copied]");
    if (note) note.hidden = false;
  });
}
