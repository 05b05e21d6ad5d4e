"""How large the parts of a page are on the screen, and where they end."""

from playwright.sync_api import Page

_SIZES = """selector => [...document.querySelectorAll(selector)]
  .filter(part => part.checkVisibility() && !part.closest('.vh'))
  .map(part => [part.getAttribute('aria-label') ?? part.innerText, part.getBoundingClientRect()])
  .map(([name, box]) => [name, box.width, box.height, box.right, box.bottom])"""


def boxes(page: Page, selector: str) -> list[tuple[str, float, float, float, float]]:
    """The name, width, height, right and bottom edge of each part that can be seen."""
    return [(name, *numbers) for name, *numbers in page.evaluate(_SIZES, selector)]
