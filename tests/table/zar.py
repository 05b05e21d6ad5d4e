"""A hand of ZAR that has begun, on two phones alike."""

from tests.table.page import Twins


def opened(twins: Twins, card: str = "blue sun", **holding: int) -> Twins:
    """Ann deals and flips; then hands are recounted to the sizes that the test is about. Bob begins."""
    twins.tap("Ann deals")
    twins.tap(card)
    for name, number in holding.items():
        on(twins, name).tap("Set", number=number)
    return twins


def on(twins: Twins, player: str) -> Twins:
    """Opens the sheet of a player."""
    twins.tap(player, within=".seats")
    return twins


def on_top(twins: Twins) -> str:
    """What the picture of the last play says of itself."""
    picture = twins.shown.soup.select_one(".now [role=img][aria-label^='On top']")
    return str(picture["aria-label"]) if picture else ""
