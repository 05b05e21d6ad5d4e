"""How large the parts of a page are on the screen, and where they end."""

from playwright.sync_api import Page

#: A key that is pressed is drawn smaller, and a tap is let go of some time after its answer.
_SIZES = """async selector => {
  while (document.querySelector(':is(.k, .act):active')) await new Promise(requestAnimationFrame);
  return [...document.querySelectorAll(selector)]
    .filter(part => part.checkVisibility() && !part.closest('.vh'))
    .map(part => [part.getAttribute('aria-label') ?? part.innerText, part.getBoundingClientRect()])
    .map(([name, box]) => [name, box.width, box.height, box.right, box.bottom]) }"""


def boxes(page: Page, selector: str) -> list[tuple[str, float, float, float, float]]:
    """The name, width, height, right and bottom edge of each part that can be seen."""
    return [(name, *numbers) for name, *numbers in page.evaluate(_SIZES, selector)]


#: What is cut of the words of a table or a board. A box that hides what does not fit has to hold the dots of
#: any "Ö" and the tails of any "y" or "g"; one that hides nothing has to be as large as what is in it. Lines
#: may end in dots, and what scrolls is not cut. An initial stands in its circle by measure.
_CUT = """async () => {
  const table = document.querySelector("#table, #board"), cut = new Set();
  if (!table) return [];
  // What still moves is at rest in a moment.
  const ends = each => each.effect.getComputedTiming().endTime < Infinity;
  await Promise.allSettled(table.getAnimations({ subtree: true }).filter(ends).map(each => each.finished));
  const pen = document.createElement("canvas").getContext("2d");
  const sees = part => part.checkVisibility({ visibilityProperty: true })
    && !part.closest(".vh, .moment, .burst, .face, svg, i[aria-hidden=true]")
    && getComputedStyle(part.closest("#table > *, #board > *") ?? part).clipPath === "none";
  const named = part => part.getAttribute("class") || part.localName;
  const texts = document.createTreeWalker(table, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode, part = text.parentElement;
    if (!text.data.trim() || !sees(part)) continue;
    pen.font = getComputedStyle(part).font;
    const ink = pen.measureText("Öyg"), range = document.createRange();
    range.selectNodeContents(text);
    for (const line of range.getClientRects()) {
      const base = line.top + ink.fontBoundingBoxAscent;
      const [top, bottom] = [base - ink.actualBoundingBoxAscent, base + ink.actualBoundingBoxDescent];
      for (let box = part; box !== table; box = box.parentElement) {
        const { overflowX, overflowY, textOverflow } = getComputedStyle(box);
        if ([overflowX, overflowY].some(way => ["auto", "scroll"].includes(way))) break;
        const edge = box.getBoundingClientRect(), dots = textOverflow === "ellipsis";
        const low = overflowY !== "visible" && (top < edge.top - 0.5 || bottom > edge.bottom + 0.5);
        // What is out of sight as a whole was left out, and not cut.
        if (overflowX === "clip" && line.left >= edge.right) break;
        if (line.top >= edge.bottom - 2 && getComputedStyle(box).webkitLineClamp !== "none") break;
        const far = overflowX !== "visible" && !dots && line.right > edge.right + 0.5;
        if (low || far) cut.add(`${named(box)} cuts "${text.data.trim()}" of ${named(part)}`);
        if (overflowX !== "visible" && dots) break;
      }
    }
  }
  const whole = ".now, .what, .deed, .told, .act, .need, .has, .sit > .score, .words";
  for (const part of table.querySelectorAll(whole))
    if (sees(part) && (part.scrollWidth > part.clientWidth + 2 && getComputedStyle(part).overflowX !== "clip"
        || part.scrollHeight > part.clientHeight + 2))
      cut.add(`${named(part)} with "${part.innerText}" is ${part.scrollWidth}x${part.scrollHeight}`
        + ` in ${part.clientWidth}x${part.clientHeight}`);
  return [...cut];
}"""


def cut(page: Page) -> list[str]:
    """What is cut on a table or a board, in words."""
    return [*page.evaluate(_CUT)]


#: Which words leave their frame or touch its sides, and which touch what lies on its corners.
_SPILT = """([frames, corners]) => [...document.querySelectorAll(frames)].flatMap(frame => {
  const box = frame.getBoundingClientRect(), texts = document.createTreeWalker(frame, NodeFilter.SHOW_TEXT);
  const badges = corners ? [...frame.querySelectorAll(corners)] : [], spilt = [];
  const words = () => texts.nextNode() && texts.currentNode;
  const pen = document.createElement("canvas").getContext("2d");
  for (let text = words(); text; text = words()) {
    const part = text.parentElement;
    if (!text.data.trim() || part.closest(".vh") || !part.checkVisibility()) continue;
    if (badges.some(badge => badge.contains(part))) continue;
    const range = document.createRange(), { font } = getComputedStyle(part);
    range.selectNodeContents(text);
    pen.font = font;
    const ink = pen.measureText(text.data.trim());
    for (const line of range.getClientRects()) {
      // A face that finds no room lies below its row.
      const row = part.closest(".face") && part.closest(".name")?.getBoundingClientRect();
      if (row && line.top > row.bottom - 4) continue;
      const base = line.top + ink.fontBoundingBoxAscent;
      const top = base - ink.actualBoundingBoxAscent, bottom = base + ink.actualBoundingBoxDescent;
      const beside = line.left < box.left + 1 || line.right > box.right - 1;
      const under = badges.map(badge => badge.getBoundingClientRect()).some(badge => badge.left < line.right
        && badge.right > line.left && badge.top < bottom && badge.bottom > top);
      const out = beside || top < box.top || bottom > box.bottom;
      if (out) spilt.push(`${text.data} leaves ${frame.innerText}`);
      if (under) spilt.push(`${text.data} is under a corner of ${frame.innerText}`);
    }
  }
  return spilt;
})"""


def spilt(page: Page, frames: str, corners: str = "") -> list[str]:
    """The words that leave their frame or touch what lies on its `corners`, in words."""
    return [*page.evaluate(_SPILT, [frames, corners])]
