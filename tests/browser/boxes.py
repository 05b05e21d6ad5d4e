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


#: Parts of rows whose words do not fit into them. Long names may end in dots, and so may the small ruling.
_CUT = """() => [...document.querySelectorAll(
    ".now, .follow, .demand, .whose, .action summary, .tiles, .told, .bar-keys > .act, .k, .k span, .need")]
  .filter(part => part.checkVisibility() && !part.closest(".vh, .in-count > .now"))
  .filter(part => part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).display !== "inline"
    || part.scrollHeight > part.clientHeight + 2 && getComputedStyle(part).display !== "inline")
  .map(part => `${part.className}: ${part.innerText} is ${part.scrollWidth}x${part.scrollHeight}`
    + ` in ${part.clientWidth}x${part.clientHeight}`)"""


def cut(page: Page) -> list[str]:
    """What is cut in the rows of a table in play, in words."""
    in_play = page.locator(".table > .bar-keys").count()
    return [*page.evaluate(_CUT)] if in_play else []
