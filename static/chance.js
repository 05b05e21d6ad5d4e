// Dice, a coin, who starts, and clocks. Without this the server throws, and says until when a clock runs.

const table = () => document.querySelector("#table");

// --- dice, a coin, who starts: by the browser's own chance, each value as likely as the others

function below(number) {
  const most = Math.floor(2 ** 32 / number) * number;
  for (;;) {
    const [found] = crypto.getRandomValues(new Uint32Array(1));
    if (found < most) return found % number;
  }
}

function thrown(what, seats) {
  if (what === "coin") return [["coin", below(2) ? "heads" : "tails"]];
  if (what === "who") return [["starts", seats[below(seats.length)]]];
  return Array.from({ length: Number(what) }, () => ["dice", String(below(6) + 1)]);
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches?.(".throws") || event.submitter?.name !== "throw") return;
  for (const old of form.querySelectorAll("[data-thrown]")) old.remove();
  const seats = [...form.querySelectorAll("[name=seat]")].map((seat) => seat.value);
  for (const [name, value] of thrown(event.submitter.value, seats)) {
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
    form.lastElementChild.dataset.thrown = "";
  }
}, { capture: true });

// --- clocks: by the server's time (static/clock.js)

const minutes = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
let rung = "";

function tick() {
  const part = table()?.querySelector(".timer");
  const now = window.serverNow();
  if (!part || now === null) return;
  const { until, since } = part.dataset;
  const left = until ? Number(until) - now : now - Number(since);
  const isUp = Boolean(until) && left <= 0;
  part.classList.toggle("up", isUp);
  part.querySelector("output").textContent = isUp ? "Time is up" : minutes(Math.ceil(Math.abs(left) / 1000));
  if (!isUp || rung === until) return;
  rung = until;
  document.querySelector("#said").textContent = "Time is up.";
  if (document.documentElement.dataset.vibration === "on") navigator.vibrate?.([200, 100, 200]);
}

setInterval(tick, 250);
document.addEventListener("visibilitychange", tick);
document.addEventListener("table:shown", tick);
