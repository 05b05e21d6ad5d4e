// Clocks that run at a table, by the server's time (static/clock.js). Without this the table says until when one runs.

const table = () => document.querySelector("#table");
const minutes = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
let rung = "";

function tick() {
  const part = table()?.querySelector(".timer");
  const now = window.serverNow?.() ?? null;
  if (!part || now === null) return;
  const { until, since } = part.dataset;
  const left = until ? Number(until) - now : now - Number(since);
  const isUp = Boolean(until) && left <= 0;
  part.classList.toggle("up", isUp);
  const clock = part.querySelector("[role=timer]");
  const text = isUp ? "Time is up" : minutes(Math.ceil(Math.abs(left) / 1000));
  if (clock.textContent !== text) clock.textContent = text;
  if (!isUp || rung === until) return;
  rung = until;
  document.querySelector("#said p").textContent = "Time is up.";
  if (document.documentElement.dataset.vibration === "on") navigator.vibrate?.([200, 100, 200]);
}

setInterval(tick, 250);
document.addEventListener("visibilitychange", tick);
document.addEventListener("table:shown", tick);
