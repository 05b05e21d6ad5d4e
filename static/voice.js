// The voice of a table or a board: where somebody switched it on, each new line is said, once.

const root = document.documentElement;
const isOn = () => root.dataset.voice === "on";
const shown = () => ({ ...document.querySelector("#table, #board")?.dataset });
// What stood there when the page came is no news; nor is it after a reload.
let last = shown();

function speak(text) {
  speechSynthesis.cancel();
  if (text) speechSynthesis.speak(Object.assign(new SpeechSynthesisUtterance(text), { lang: root.lang }));
}

function draw() {
  for (const button of document.querySelectorAll("[data-speak]")) {
    button.hidden = false;
    button.setAttribute("aria-checked", isOn());
    for (const state of button.querySelectorAll(".state")) state.textContent = isOn() ? "on" : "off";
  }
}

// A move is news, also where it leads to the same words; an undo or a correction is if the words are others.
function listen() {
  const now = shown();
  const isNews = Number(now.length) > Number(last.length) || (now.version !== last.version && now.voice !== last.voice);
  last = now;
  if (isNews && isOn()) speak(now.voice);
  draw();
}

// The tap lets the page be heard, and what stands there is said at once. A board, which asks nobody who they are, keeps nothing.
function flip(event) {
  const button = event.target.closest("[data-speak]");
  if (!button) return;
  event.preventDefault();
  root.dataset.voice = isOn() ? "off" : "on";
  speak(isOn() && last.voice);
  draw();
  if (!button.form) return;
  const body = new FormData(button.form);
  body.set("set", `voice:${root.dataset.voice}`);
  fetch(button.form.action, { method: "POST", body, redirect: "manual" }).catch(() => {});
}

// Without a voice there is nothing to switch.
if (window.speechSynthesis) {
  document.addEventListener("table:shown", listen);
  // Before the table, which fetches this for the first tap.
  document.addEventListener("click", flip, true);
  draw();
}
