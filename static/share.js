// Sharing, which works without it: every action is a form or a link.

import "./copy.js";

// The phone's own share sheet, where it takes pictures; elsewhere the link saves the picture.
const blank = () => new File([], "result.png", { type: "image/png" });

for (const link of document.querySelectorAll("a[data-share]")) {
  if (!navigator.canShare?.({ files: [blank()] })) break;
  link.textContent = link.dataset.share;
  let file;
  link.addEventListener("click", async (event) => {
    event.preventDefault();
    try {
      if (!file) {
        const answer = await fetch(link.href);
        if (!answer.ok) throw new Error(answer.statusText);
        const name = /filename="([^"]+)"/.exec(answer.headers.get("Content-Disposition") ?? "")?.[1];
        file = new File([await answer.blob()], name ?? "result.png", { type: "image/png" });
      }
      await navigator.share({ files: [file] });
    } catch (error) {
      // Shut again by whoever opened it: nothing to do. For anything else the picture itself is there.
      if (error.name !== "AbortError") location.assign(link.href);
    }
  });
}
