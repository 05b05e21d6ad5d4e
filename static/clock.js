// The server's clock, measured by this phone's: for clocks that run at a table, and for when a buzzer was pressed, which
// goes with the form (docs/decisions/0033).

const EXCHANGES = 8;
const EVERY = 60_000;
// A phone's clock gains or loses this much at most: a tenth of a second in a quarter of an hour.
const DRIFT = 1e-4;
// Between the two clocks of the phone lies always the same, unless it slept or was set anew.
const JUMP = 50;
const FORMS = "form:has([name=buzz])";

const address = () => document.querySelector("#table")?.dataset.clock;
const apart = () => Date.now() - performance.now();
const doubt = (measured, now) => measured.doubt + (now - measured.at) * DRIFT;

let best = null;
let measuring = false;

async function exchange() {
  const sent = performance.now();
  const answer = await fetch(address(), { cache: "no-store", credentials: "omit" });
  const server = Number(await answer.text());
  const at = performance.now();
  if (!answer.ok || !server) throw new Error(answer.status);
  return { at, offset: server - (sent + at) / 2, doubt: (at - sent) / 2, apart: apart() };
}

const holds = (measured) => measured && Math.abs(apart() - measured.apart) < JUMP;

// The fastest exchange is kept; one of minutes ago goes on as long as none is better than what it has become.
async function measure() {
  if (measuring || document.hidden || !address()) return;
  measuring = true;
  try {
    for (let n = 0; n < EXCHANGES; n += 1) {
      const one = await exchange();
      if (!holds(best) || one.doubt < doubt(best, one.at)) best = one;
    }
    document.documentElement.dataset.clock = "set";
  } catch {
    // No network: what was measured before still holds, and the buzz says how well.
  }
  measuring = false;
}

// What the server's clock shows, also after a sleep, null where it is not known; in milliseconds.
window.serverNow = () => best && Date.now() + best.offset - best.apart;

// --- presses: when the finger came down, not when it was lifted

let down = null;

window.addEventListener("pointerdown", (event) => {
  down = { form: event.target.closest?.(FORMS), at: event.timeStamp };
}, { capture: true });

window.addEventListener("click", (event) => {
  const form = event.target.closest?.(FORMS);
  // A tap that had to wait its turn was pressed when the finger was there.
  if (!form || !event.isTrusted) return;
  const at = down?.form === form ? down.at : event.timeStamp;
  const field = form.elements.namedItem("buzz");
  field.value = holds(best) ? [at, best.offset, doubt(best, at)].map((number) => number.toFixed(1)).join(" ") : "";
}, { capture: true });

document.addEventListener("table:shown", () => best || measure());
document.addEventListener("visibilitychange", measure);
setInterval(measure, EVERY);
measure();
