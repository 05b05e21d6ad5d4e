// A board is only looked at: it shows anew what has changed, and stays awake.

import "./awake.js";

const POLL = 20_000;
const PATIENCE = 8_000;
const RETRY = 4_000;

const live = document.querySelector("#live");
const lost = document.querySelector("#lost");
const board = () => document.querySelector("#board");

let bell = null;
let heard = -1;
let looking = false;
let next = 0;

function later(pause) {
  clearTimeout(next);
  next = setTimeout(look, pause);
}

async function look() {
  if (looking || document.hidden) return later(POLL);
  looking = true;
  const good = await fetched();
  looking = false;
  lost.hidden = good;
  if (good) listen();
  // What was heard meanwhile is looked at once more.
  later(good ? (heard > Number(board().dataset.version) ? 0 : POLL) : RETRY);
}

async function fetched() {
  try {
    const answer = await fetch(board().dataset.here, { headers: { "HX-Request": "true" }, signal: AbortSignal.timeout(PATIENCE) });
    // Cancelled, or shut out: the server says what is left to see.
    if ([403, 404].includes(answer.status)) location.reload();
    if (!answer.ok) return false;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const found = page.querySelector("#board");
    if (!found) return false;
    const before = board();
    if (found.dataset.version === before.dataset.version && found.dataset.phones === before.dataset.phones) return true;
    before.replaceWith(found);
    document.title = found.dataset.title;
    return true;
  } catch {
    return false;
  }
}

function listen() {
  if (document.hidden || (bell && bell.readyState !== EventSource.CLOSED)) return;
  bell = new EventSource(live.dataset.live);
  bell.addEventListener("version", (event) => {
    // What rings twice for one version was no move: two phones raced.
    const again = Number(event.data) === heard;
    heard = Number(event.data);
    if (again || heard > Number(board().dataset.version)) look();
  });
  bell.addEventListener("gone", () => location.reload());
}

document.addEventListener("visibilitychange", () => {
  if (!document.hidden) return look();
  bell?.close();
  bell = null;
});
window.addEventListener("online", look);
listen();
later(POLL);
