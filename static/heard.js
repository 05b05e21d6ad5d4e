// What is heard and felt at a table: fetched by phones that chose any of it; static/moments.js says when.

const on = (what) => document.documentElement.dataset[what] === "on";

// --- heard: notes of a few tenths of a second, each as [hertz, seconds from now, seconds long]

const TUNES = {
  play: [[660, 0, 0.06]],
  match: [[660, 0, 0.09], [990, 0.1, 0.12]],
  refused: [[150, 0, 0.12], [110, 0.14, 0.2]],
  zar: [[440, 0, 0.1], [660, 0.1, 0.1], [880, 0.2, 0.18]],
  gotcha: [[196, 0, 0.4], [294, 0.02, 0.38], [392, 0.04, 0.36]],
  out: [[523, 0, 0.1], [784, 0.12, 0.2]],
  hand: [[523, 0, 0.1], [659, 0.1, 0.1], [784, 0.2, 0.2]],
  won: [[523, 0, 0.1], [659, 0.1, 0.1], [784, 0.2, 0.1], [1047, 0.3, 0.1]],
};
let audio = null;
let sounding = [];

function sound(kind) {
  if (!on("sound") || !TUNES[kind] || !window.AudioContext) return;
  audio ??= new AudioContext();
  // One at a time: the newest wins.
  for (const one of sounding) one.stop();
  sounding = TUNES[kind].map(([hertz, after, long]) => {
    const [tone, loud, start] = [audio.createOscillator(), audio.createGain(), audio.currentTime + after];
    tone.type = kind === "gotcha" || kind === "refused" ? "triangle" : "sine";
    tone.frequency.value = hertz;
    loud.gain.setValueAtTime(0.25, start);
    loud.gain.exponentialRampToValueAtTime(0.001, start + long);
    tone.connect(loud).connect(audio.destination);
    tone.start(start);
    tone.stop(start + long);
    return tone;
  });
}

// A browser lets a page be heard once it was touched.
document.addEventListener("pointerdown", () => {
  if (!on("sound")) return;
  audio ??= window.AudioContext ? new AudioContext() : null;
  audio?.resume();
});

// --- felt

const BUZZES = { refused: [40, 60, 40], gotcha: [200], zar: [60], out: [60], hand: [60], won: [60, 60, 120] };

// A page that nobody has touched yet may not.
function buzz(kind) {
  if (navigator.userActivation?.hasBeenActive && on("vibration") && BUZZES[kind]) navigator.vibrate?.(BUZZES[kind]);
}

window.heard = { sound, buzz };
