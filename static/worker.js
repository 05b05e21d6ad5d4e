// The service worker (docs/decisions/0037): what was read last is read again where there is no network, and nothing else
// comes from here. Pages come from the network first; a form is never answered, nor even seen.
// VERSION, FILES and AHEAD are written above this by referee/crew/offline.py.

const STATIC = `static ${VERSION}`;
const OPEN = `open ${VERSION}`;
const PAGES = `pages ${VERSION} `;
// Whose pages are kept: it outlives a version.
const WHOSE = "whose";
const MARK = "Referee-Phone";
const KEPT = "Referee-Kept";
const OFFLINE = "/offline/";
// Tables, results and what leads to them; of a phone's pages no more than so many.
const PRIVATE = /^\/(games\/$|(t|games)\/[\w-]+\/$)/;
const MOST = 30;
// Longer than that nobody looks at an empty screen, if there is something to read.
const PATIENCE = 5_000;

const ANY = { ignoreVary: true };
const pathOf = (url) => new URL(url, location.origin).pathname;

// --- whose it is: an answer says so, and what another one had is gone at once

let begun = 0;
let acceptedAt = 0;
let reading = false;

async function owner() {
  return (await (await caches.open(WHOSE)).match("/"))?.text();
}

// An answer that was asked for before another that came already says what was so once.
async function acceptOwner(mark, turn) {
  if (turn < acceptedAt) return false;
  acceptedAt = turn;
  if (mark === (await owner())) return true;
  for (const name of await caches.keys()) if (name.startsWith("pages ")) await caches.delete(name);
  await (await caches.open(WHOSE)).put("/", new Response(mark));
  return true;
}

// What is read ahead says nothing new: it is kept for whom the last page was made, or for nobody.
async function belongsToOwner(mark) {
  const now = await owner();
  return now === undefined ? acceptOwner(mark, acceptedAt) : now === mark;
}

// --- keeping

async function copyOf(answer) {
  const headers = new Headers(answer.headers);
  headers.set(KEPT, Date.now());
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
  return new Response(await answer.text(), { headers });
}

async function store(url, answer, turn) {
  const mark = answer.headers.get(MARK);
  if (mark && !(await (turn ? acceptOwner(mark, turn) : belongsToOwner(mark)))) return;
  const { pathname, search } = new URL(url);
  if (search || answer.type === "opaqueredirect" || answer.redirected || answer.status === 302 || answer.status >= 500) return;
  const name = mark ? PAGES + mark : OPEN;
  if (answer.status >= 400) return void (await (await caches.open(name)).delete(pathname, ANY));
  const ahead = AHEAD.includes(pathname);
  if (answer.status !== 200 || !(ahead || (mark && PRIVATE.test(pathname)))) return;
  const copy = await copyOf(answer);
  // Meanwhile another answer may have said that the phone is somebody else's.
  if (mark && mark !== (await owner())) return;
  const cache = await caches.open(name);
  await cache.delete(pathname, ANY);
  await cache.put(pathname, copy);
  if (!mark) return;
  const read = (await cache.keys()).filter((each) => !AHEAD.includes(pathOf(each.url)));
  for (const old of read.slice(0, -MOST)) await cache.delete(old, ANY);
  // What a new place has to read, though nobody has opened it: where the app begins, and the rules.
  if (!reading && !(await cache.match(AHEAD.at(-1), ANY))) await readAhead(AHEAD);
}

// --- answering

async function page(event, turn) {
  const { request } = event;
  const answer = fetch(request);
  event.waitUntil(answer.then((got) => got.clone()).then((got) => store(request.url, got, turn)).catch(() => {}));
  const kept = await stored(request.url);
  const late = new Promise((done) => setTimeout(done, PATIENCE));
  try {
    return (await (kept ? Promise.race([answer, late]) : answer)) ?? withTimestamp(kept);
  } catch {
    return kept ? withTimestamp(kept) : fallback(request.url);
  }
}

async function stored(url) {
  const path = pathOf(url);
  const own = await (await caches.open(PAGES + (await owner()))).match(path, ANY);
  return own ?? (await caches.open(OPEN)).match(path, ANY);
}

// A page that comes from here says so, and of when it is.
async function withTimestamp(kept) {
  const at = new Date(Number(kept.headers.get(KEPT)));
  const today = at.toDateString() === new Date().toDateString();
  const clock = { hour: "numeric", minute: "2-digit" };
  // Its words are English, as all of the app is.
  const language = /^en\b/.test(navigator.language) ? navigator.language : "en-GB";
  const time = at.toLocaleString(language, today ? clock : { weekday: "long", day: "numeric", month: "long", ...clock });
  const again = FILES.find((file) => file.includes("/again."));
  const said = `<p class="as-of" role="status">No connection: as of ${time.replace(/[AP]M$/, (half) => half.toLowerCase())}</p><script type="module" src="${again}"></script>`;
  const html = await kept.text();
  return new Response(html.replace(/<body[^>]*>/, (body) => body + said), { headers: kept.headers });
}

async function fallback(url) {
  const kept = (await (await caches.open(PAGES + (await owner()))).keys()).map((each) => pathOf(each.url));
  const last = kept.findLast((path) => path.startsWith("/t/"));
  if (last && pathOf(url) === "/last/") return Response.redirect(last);
  const page = await (await caches.open(OPEN)).match(OFFLINE, ANY);
  // It leads to what can be read.
  const html = (await page.text()).replace(/(href="?([\w/]+)"?) hidden/g, (link, shown, path) =>
    kept.includes(path === "/last/" ? last : path) ? shown : link);
  return new Response(html, { headers: page.headers });
}

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  // A static file's name says what is in it, so that no page mixes versions.
  if (FILES.includes(pathname)) {
    event.respondWith(caches.match(pathname, ANY).then((found) => found ?? fetch(request)));
  } else if (request.mode === "navigate") {
    event.respondWith(page(event, ++begun));
  }
});

// --- versions: the new one fetches all of its own, also what the old one kept to read, or does not come

addEventListener("install", (event) => {
  event.waitUntil((async () => {
    await (await caches.open(STATIC)).addAll(FILES);
    await readAhead([...new Set([...AHEAD, ...(await readBefore())])]);
    await skipWaiting();
  })());
});

// Read to its end: an answer that is only begun holds one of six connections.
async function whole(path) {
  const answer = await fetch(path);
  const { status, headers, redirected, url } = answer;
  const body = await answer.blob();
  return [url, redirected ? Response.redirect(url) : new Response(body, { status, headers })];
}

async function readAhead(paths) {
  reading = true;
  try {
    for (const [url, answer] of await Promise.all(paths.map(whole))) await store(url, answer);
  } finally {
    reading = false;
  }
}

async function readBefore() {
  const paths = [];
  for (const name of await caches.keys()) {
    if (name.startsWith("pages ")) paths.push(...(await (await caches.open(name)).keys()).map(({ url }) => pathOf(url)));
  }
  return paths;
}

addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) {
      if (![STATIC, OPEN, WHOSE].includes(name) && !name.startsWith(PAGES)) await caches.delete(name);
    }
    await clients.claim();
    // The pages that brought it here were loaded without it.
    for (const { url } of await clients.matchAll({ type: "window" })) {
      await fetch(url).then((answer) => store(url, answer)).catch(() => {});
    }
  })());
});
