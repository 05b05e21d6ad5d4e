// The service worker, where the browser has one: over https, and on this machine itself. And the pages that it keeps to be
// read without a network.

addEventListener("load", () => navigator.serviceWorker?.register("/service-worker.js").catch(() => {}));

const pagesOf = async () => (window.caches ? (await caches.keys()).filter((name) => name.startsWith("pages ")) : []);

window.keptPages = {
  // Those of whoever had this browser before go.
  async forget(mark) {
    await Promise.all((await pagesOf()).filter((name) => !name.endsWith(` ${mark}`)).map((name) => caches.delete(name)));
  },
};

// The page of a table follows it.
async function follow(mark, table) {
  const name = (await pagesOf()).find((each) => each.endsWith(` ${mark}`));
  const cache = name && (await caches.open(name));
  const kept = await cache?.match(location.pathname, { ignoreVary: true });
  if (!kept) return;
  const page = new DOMParser().parseFromString(await kept.text(), "text/html");
  page.querySelector("#table").replaceWith(page.importNode(table, true));
  const headers = new Headers(kept.headers);
  headers.set("Referee-Kept", Date.now());
  await cache.put(location.pathname, new Response(`<!doctype html>${page.documentElement.outerHTML}`, { headers }));
}

let next = 0;

document.addEventListener("table:shown", () => {
  const table = document.querySelector("#table");
  if (!table || table.querySelector(".sheet")) return;
  const shown = table.cloneNode(true);
  clearTimeout(next);
  next = setTimeout(() => follow(document.querySelector("#live").dataset.mark, shown).catch(() => {}), 400);
});
