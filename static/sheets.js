// Finds a sheet while it is typed; without this the form asks the server.

const form = document.querySelector("#filter");
const field = form.querySelector("input");
const none = document.querySelector("#none");

// As the server folds names: neither case nor spaces tell them apart.
const fold = (text) => text.normalize("NFKC").toLowerCase().trim().replace(/\s+/g, " ");

function filter() {
  const wanted = fold(field.value);
  let found = 0;
  for (const group of document.querySelectorAll(".sheets")) {
    const rows = [...group.querySelectorAll(".listed")];
    for (const row of rows) row.hidden = !(row.dataset.words ?? "").includes(wanted);
    group.hidden = rows.every((row) => row.hidden);
    found += rows.filter((row) => !row.hidden).length;
  }
  none.hidden = found > 0;
}

// A page that was found by the server has only some of them.
if (!new URLSearchParams(location.search).get("q")) {
  form.querySelector("button").hidden = true;
  field.addEventListener("input", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
  window.addEventListener("pageshow", filter);
}
