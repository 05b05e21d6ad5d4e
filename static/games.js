// The history searches as somebody types, and the address follows. Without this the form does it.

const form = document.querySelector("#search");
let asked;
let waits;

function address() {
  const wanted = [...new FormData(form)].filter(([, value]) => value.trim());
  const query = new URLSearchParams(wanted).toString();
  return form.action + (query && `?${query}`);
}

async function look() {
  asked?.abort();
  asked = new AbortController();
  const url = address();
  const answer = await fetch(url, { headers: { "HX-Request": "true" }, signal: asked.signal });
  // Too long, or no valid day: the answer says so. Anything else is shown by the browser itself.
  if (!answer.ok && answer.status !== 422) return void location.assign(url);
  const found = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("#found");
  if (!found) return void location.assign(url);
  document.querySelector("#found").replaceWith(found);
  history.replaceState(null, "", url);
  const games = found.querySelectorAll("section li.panel").length;
  const more = found.querySelector("[rel=next]") ? " and more" : "";
  const said = games ? `${games} game${games === 1 ? "" : "s"}${more} found` : "No games found";
  document.querySelector("#said").textContent = said;
}

const quietly = () => look().catch((error) => { if (error.name !== "AbortError") throw error; });

form?.addEventListener("input", () => {
  clearTimeout(waits);
  waits = setTimeout(quietly, 200);
});
form?.addEventListener("submit", (event) => {
  event.preventDefault();
  clearTimeout(waits);
  quietly();
});
