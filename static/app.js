// What only a browser can do. The page works without it: every action is a form or a link.

const live = document.querySelector("#live");
const table = () => document.querySelector("#table");
const version = () => Number(table()?.dataset.version ?? 0);

// A table lies on the table: the screen stays on while it is looked at.
async function stayAwake() {
  try {
    await navigator.wakeLock?.request("screen");
  } catch {
    // Refused, by a low battery for one: the game goes on.
  }
}

// Typing is not interrupted; the next bell or the next look catches up.
const typing = () => table()?.querySelector("input:focus, select:focus, textarea:focus") != null;

function refresh() {
  if (document.hidden || typing() || !window.htmx) return;
  htmx.ajax("GET", table().dataset.here, { source: document.body, target: "#table", swap: "outerHTML" });
}

function listen() {
  const bell = new EventSource(live.dataset.live);
  bell.addEventListener("version", (event) => {
    if (Number(event.data) > version()) refresh();
  });
}

if (live) {
  stayAwake();
  if (live.dataset.live) listen();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return;
    stayAwake();
    refresh();
  });
  // Phones kill streams silently; a slow look covers every lost bell.
  setInterval(refresh, 20_000);

  let focused = null;
  document.addEventListener("htmx:before:swap", (event) => {
    const next = event.detail.tasks?.[0]?.fragment?.querySelector?.("#table");
    // An answer that was overtaken by a newer one must not bring the old table back.
    if (next && Number(next.dataset.version) < version()) event.preventDefault();
    const active = document.activeElement;
    focused = active?.closest("#table") && active.name ? `[name="${CSS.escape(active.name)}"][value="${CSS.escape(active.value)}"]` : null;
  });
  document.addEventListener("htmx:after:swap", () => {
    if (focused && document.activeElement === document.body) table()?.querySelector(focused)?.focus({ preventScroll: true });
    if (table()?.querySelector("[data-buzz]")) navigator.vibrate?.([60, 40, 60]);
    const now = ["h1", ".demand", ".say", ".cites"].map((part) => table()?.querySelector(`.now ${part}`)?.textContent.trim());
    document.querySelector("#said").textContent = now.filter(Boolean).join(". ");
  });
}
