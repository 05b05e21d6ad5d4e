// Keeps the screen on while a phone lies on the table: by the browser's wake lock, and where there is none
// (plain http in a house) by a silent video of our own. How that was found out: docs/decisions/0014.

const root = document.documentElement;
const { mp4, webm } = document.querySelector("script[data-mp4]").dataset;
let clip = null;
let tapped = false;

// Which way it is: an attribute for whoever asks, and in words where the page has them.
function tell(way) {
  root.dataset.screen = way;
  for (const said of document.querySelectorAll("[data-way]")) said.hidden = said.dataset.way !== way;
}

async function lock() {
  try {
    await navigator.wakeLock.request("screen");
    return true;
  } catch {
    // There is none, or it was refused, by a low battery for one.
    return false;
  }
}

function makeClip() {
  const video = document.createElement("video");
  // Safari first: it plays both, but its mp4 for certain.
  const kinds = [['video/mp4; codecs="avc1.42E00A, mp4a.40.2"', mp4], ['video/webm; codecs="vp8, opus"', webm]];
  const able = kinds.filter(([kind]) => video.canPlayType(kind)).map(([, file]) => file);
  if (!able.length) return null;
  video.setAttribute("playsinline", "");
  // Until somebody taps it cannot be played.
  video.preload = "none";
  video.disablePictureInPicture = true;
  video.className = "vh";
  video.tabIndex = -1;
  video.setAttribute("aria-hidden", "true");
  video.src = able.shift();
  video.addEventListener("error", () => {
    if (!able.length) return tell("none");
    video.src = able.shift();
    return play();
  });
  // Not `loop`, and not muted: Safari lets the screen go dark under either. So it never comes to its end.
  video.addEventListener("timeupdate", () => {
    if (video.currentTime > video.duration / 2) video.currentTime = 0;
  });
  video.addEventListener("ended", play);
  // Beside the body, which an error page takes the place of.
  root.append(video);
  return video;
}

async function play() {
  if (!tapped || document.hidden) return;
  try {
    await clip.play();
    tell("video");
  } catch {
    // Not this tap, then: the next one. What cannot be played at all has said so.
  }
}

async function hold() {
  if (root.dataset.awake === "off") return tell("off");
  if (document.hidden) return clip?.pause();
  if (await lock()) {
    clip?.pause();
    return tell("lock");
  }
  clip ??= makeClip();
  if (!clip) return tell("none");
  if (root.dataset.screen !== "none") tell("tap");
  return play();
}

// Sound needs a tap, even where there is none to hear.
document.addEventListener("click", () => {
  tapped = true;
  if (clip?.paused) play();
}, { capture: true });
document.addEventListener("visibilitychange", hold);
hold();
