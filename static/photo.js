// A photo that was chosen is seen at once, on its field; the browser's own field lies unseen above it.
const WIDE = 144;

document.addEventListener("change", async ({ target }) => {
  const field = target.closest(".pick-photo");
  if (!field) return;
  const [file] = target.files;
  const [words, shown] = [field.querySelector("span"), field.querySelector("canvas") ?? document.createElement("canvas")];
  words.dataset.asks ??= words.textContent;
  words.textContent = file ? `${words.dataset.asks}: ${file.name}` : words.dataset.asks;
  shown.remove();
  // What is no picture is refused in words when it is sent.
  const picture = file && (await createImageBitmap(file).catch(() => null));
  if (!picture || target.files[0] !== file) return;
  const part = Math.min(picture.width, picture.height);
  [shown.width, shown.height] = [WIDE, WIDE];
  const corner = [(picture.width - part) / 2, (picture.height - part) / 2];
  shown.getContext("2d").drawImage(picture, ...corner, part, part, 0, 0, WIDE, WIDE);
  picture.close();
  field.prepend(shown);
});
