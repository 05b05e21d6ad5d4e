// Taps that are kept on this phone until they are judged (docs/decisions/0036): in IndexedDB, which plain http has too.
// Each knows whose it is (`mark`), its table, its place in the order, and what makes it count once (`key`).

const LEASE = 12_000;

let base = null;

function open() {
  base ??= new Promise((done, fail) => {
    const asked = indexedDB.open("referee", 1);
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore("taps", { keyPath: "id" });
      asked.result.createObjectStore("turns");
    };
    asked.onsuccess = () => done(asked.result);
    asked.onerror = asked.onblocked = () => fail(asked.error);
  });
  return base;
}

// One transaction; what comes back is on the disk.
async function within(mode, work) {
  const all = (await open()).transaction(["taps", "turns"], mode, { durability: "strict" });
  return new Promise((done, fail) => {
    let found;
    all.oncomplete = () => done(found);
    all.onabort = () => fail(all.error);
    work(all.objectStore("taps"), all.objectStore("turns"), (value) => (found = value));
  });
}

const every = (store, then) => {
  store.getAll().onsuccess = ({ target }) => then(target.result);
};

// Of several pages of one table one sends: by the browser's lock, or on plain http by a lease that runs out.
async function alone(table, work) {
  if (navigator.locks) return navigator.locks.request(`taps ${table}`, { ifAvailable: true }, (lock) => lock && work(() => {}));
  const mine = crypto.getRandomValues(new Uint32Array(1))[0];
  const take = () =>
    within("readwrite", (_, turns, give) => {
      turns.get(table).onsuccess = ({ target }) => {
        const turn = target.result;
        if (turn && turn.holder !== mine && turn.until > Date.now()) return;
        turns.put({ holder: mine, until: Date.now() + LEASE }, table);
        give(true);
      };
    });
  if (!(await take())) return;
  try {
    await work(take);
  } finally {
    await within("readwrite", (_, turns) => {
      turns.get(table).onsuccess = ({ target }) => target.result?.holder === mine && turns.delete(table);
    });
  }
}

window.waitingTaps = {
  alone,
  keep: (...taps) => within("readwrite", (store) => taps.forEach((tap) => store.put(tap))),
  drop: (...taps) => within("readwrite", (store) => taps.forEach(({ id }) => store.delete(id))),
  // Those of a phone, at a table or at all of them, in their order.
  of: (mark, table) =>
    within("readonly", (store, _, give) => {
      every(store, (all) => {
        const own = all.filter((tap) => tap.mark === mark && (!table || tap.table === table));
        give(own.sort((one, other) => one.order - other.order));
      });
    }),
  // The page that the service worker keeps to be read without a network shows the table as it is now.
  async show(mark, table) {
    const names = window.caches ? await caches.keys() : [];
    const name = names.find((each) => each.startsWith("pages ") && each.endsWith(` ${mark}`));
    const cache = name && (await caches.open(name));
    const kept = await cache?.match(location.pathname, { ignoreVary: true });
    if (!kept) return;
    const page = new DOMParser().parseFromString(await kept.text(), "text/html");
    page.querySelector("#table").replaceWith(page.importNode(table, true));
    const headers = new Headers(kept.headers);
    headers.set("Referee-Kept", Date.now());
    await cache.put(location.pathname, new Response(`<!doctype html>${page.documentElement.outerHTML}`, { headers }));
  },
  // What was made by anybody else in this browser goes, taps and pages: they left the crew, or were shut out.
  async forget(mark) {
    const names = window.caches ? await caches.keys() : [];
    const theirs = names.filter((name) => name.startsWith("pages ") && !name.endsWith(` ${mark}`));
    await Promise.all(theirs.map((name) => caches.delete(name)));
    await within("readwrite", (store) => {
      every(store, (all) => all.filter((tap) => tap.mark !== mark).forEach(({ id }) => store.delete(id)));
    });
  },
};
