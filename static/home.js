// Taps that wait on this phone are said where the tables are chosen; what another one left in this browser goes.

import "./begin.js";
import "./outbox.js";

const part = document.querySelector("#waits");
const { outbox } = window;

async function showWaiting() {
  await outbox.forget(part.dataset.mark);
  const taps = await outbox.of(part.dataset.mark);
  for (const table of new Set(taps.map((tap) => tap.table))) {
    const number = taps.filter((tap) => tap.table === table).length;
    const text = `${number} tap${number === 1 ? " waits" : "s wait"} to be sent: open the table`;
    part.append(Object.assign(document.createElement("a"), { className: "act", href: table, textContent: text }));
  }
  part.hidden = !taps.length;
}

showWaiting().catch(() => {});
