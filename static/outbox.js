// The outbox: taps that are kept on this phone until they are judged, and go one after the other (docs/decisions/0036).
// It lies in IndexedDB, which plain http has too. Each knows whose it is (`mark`), its table, its place in the order, the
// version that was shown, how many rows were to come before it (`ahead`), and the `id` by which the server takes it once.

let base = null;

// One transaction; what comes back is on the disk.
async function within(mode, work) {
  base ??= new Promise((done, fail) => {
    const asked = indexedDB.open("referee", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("taps", { keyPath: "id" });
    asked.onsuccess = () => done(asked.result);
    asked.onerror = asked.onblocked = () => fail(asked.error);
  });
  const all = (await base).transaction("taps", mode, { durability: "strict" });
  return new Promise((done, fail) => {
    let found;
    all.oncomplete = () => done(found);
    all.onabort = () => fail(all.error);
    const store = all.objectStore("taps");
    work(store, (then) => (store.getAll().onsuccess = ({ target }) => (found = then(target.result))));
  });
}

// One after the other. A browser that keeps nothing has them on this page alone.
let written = Promise.resolve();
const write = (work, then) => (written = written.then(() => within("readwrite", work)).then(then).catch(() => {}));

const random = () => [...crypto.getRandomValues(new Uint32Array(4))].map((each) => each.toString(36)).join("");
// What a row of the log is made of; who plays along, for one, is none.
const isMove = ({ url }) => /\/(move|undo|redo|back\/\d+)\/$/.test(url);

const outbox = {
  // Those of this table.
  taps: [],
  // Those of a phone, at a table or at all of them, in their order.
  of: (mark, table) => within("readonly", (_, every) =>
    every((all) => all.filter((tap) => tap.mark === mark && (!table || tap.table === table)).sort((one, other) => one.order - other.order))),
  keep(...some) {
    const copies = some.map((tap) => ({ ...tap, kept: true }));
    write((store) => copies.forEach((tap) => store.put(tap)), () => some.forEach((tap) => (tap.kept = true)));
  },
  // One made behind others is meant for the table that they make, and `turn` names the field that says who is on turn then;
  // one made while those are held goes first, and mends what stopped them.
  add(tap, version, turn) {
    const { taps } = outbox;
    const last = taps.at(-1);
    const isFirst = !last || Boolean(taps[0].held);
    const order = last && isFirst ? taps[0].order - 1 : Math.max(Date.now(), (last?.order ?? 0) + 1);
    const shown = isFirst ? { version, ahead: 0 } : { version: last.version, ahead: last.ahead + isMove(last) };
    Object.assign(tap, shown, { id: random(), order, held: "", waited: false, at: Date.now() });
    if (!isFirst && turn) tap.fields.push(["follows", turn]);
    taps.splice(isFirst ? 0 : taps.length, 0, tap);
    outbox.keep(tap);
  },
  drop(...some) {
    outbox.taps = outbox.taps.filter((tap) => !some.includes(tap));
    write((store) => some.forEach(({ id }) => store.delete(id)));
  },
  // What was held goes to the table as it is: somebody has seen it, and wants it. The version stays: after it, and by the
  // id, the server finds the row of a tap whose answer was lost.
  release(version) {
    let rows = 0;
    for (const tap of outbox.taps) {
      Object.assign(tap, { ahead: version - tap.version + rows, held: "" });
      rows += isMove(tap);
    }
    outbox.keep(...outbox.taps);
  },
  // The key and the token are of now; all else is as it was tapped.
  body({ fields, version, ahead, id }) {
    const token = document.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "";
    return new URLSearchParams([...fields, ["key", `${version}${ahead > 0 ? `+${ahead}` : ""}-${id}`], ["csrfmiddlewaretoken", token]]);
  },
  // Those of other pages of this table too, and none that another page has sent.
  async load(mark, table) {
    await written;
    const there = outbox.taps.filter(({ kept }) => kept);
    const all = await outbox.of(mark, table);
    const left = outbox.taps.filter((tap) => !there.includes(tap) && !all.some(({ id }) => id === tap.id));
    outbox.taps = [...all.map((tap) => outbox.taps.find(({ id }) => id === tap.id) ?? { ahead: 0, ...tap, waited: true }), ...left];
  },
  // Of several pages of one table one sends, where the browser has locks; elsewhere each does, and each tap counts once.
  alone: (table, work) => (navigator.locks ? navigator.locks.request(`taps ${table}`, work) : work()),
  // What was made by anybody else in this browser goes: they left the crew, or were shut out.
  async forget(mark) {
    await window.keptPages.forget(mark);
    await within("readwrite", (store, every) => every((all) => all.filter((tap) => tap.mark !== mark).forEach(({ id }) => store.delete(id))));
  },
};

window.outbox = outbox;
