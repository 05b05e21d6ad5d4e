"""A hand of ZAR that has begun, on two phones alike."""

from tests.table.page import Phone, Twins


def opened(twins: Twins, card: str = "blue sun", **holding: int) -> Twins:
    """Ann deals and flips; then hands are recounted to the sizes that the test is about. Bob begins."""
    twins.tap("Ann deals")
    twins.tap(card)
    for name, number in holding.items():
        on(twins, name).tap("Set", cards=number)
    return twins


def on(twins: Twins, player: str) -> Twins:
    """Opens the sheet of a player."""
    twins.tap(player, within=".seats")
    return twins


def on_top(twins: Twins) -> str:
    """What the picture of the last play says of itself."""
    picture = twins.shown.soup.select_one(".now [role=img][aria-label^='On top']")
    return str(picture["aria-label"]) if picture else ""


def type_points(table: Twins | Phone, number: str) -> None:
    """Types the points of the hand that is counted on the keys of the app, and saves them."""
    if not table.shown.table.select(".keypad"):
        table.tap("Type points")
    while table.shown.table.select(".keypad [value=back]:not([disabled])"):
        table.tap("Delete the last digit")
    for digit in number:
        table.tap(digit, within=".keypad")
    table.tap("Save")
