// The occasions of a table: what is seen when something happens, and heard and felt where this phone chose that.

const table = () => document.querySelector("#table");
const still = matchMedia("(prefers-reduced-motion: reduce)");

// What was on the table when the page came is no news.
let seen = Number(table()?.dataset.length ?? 0);

// --- seen: it is over in a second; a tap takes it away, and goes to the key below it

function show() {
  const picture = table().querySelector(".moment");
  if (!picture || still.matches) return;
  picture.classList.add("shown");
  // Its words have a shorter animation, whose end is heard here as well.
  picture.onanimationend = ({ target }) => target === picture && picture.classList.remove("shown");
}

// More moves in force than before: one that was taken off is no occasion.
document.addEventListener("table:shown", () => {
  if (!table()) return;
  const { length, moment = "" } = table().dataset;
  const news = Number(length) > seen;
  seen = Number(length);
  if (table().querySelector(".s-refused")) {
    window.heard?.sound("refused");
    window.heard?.buzz("refused");
  } else if (news) {
    window.heard?.sound(moment || "play");
    window.heard?.buzz(moment);
    if (moment) show();
  }
});
