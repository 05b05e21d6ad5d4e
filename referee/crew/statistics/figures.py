"""Numbers as the crew's pages write them."""

from __future__ import annotations

from scoring.history import number
from scoring.models import Rating

#: OpenSkill begins at 25 with an uncertainty of 25/3; times 40 that is 1000, give or take 1000.
SCALE = 40
SURE = 3

RATING_IN_WORDS = (
    "A rating of 1040 ± 210 says: most likely 1040, and almost surely between 830 and 1250. Everybody begins "
    "at 1000 ± 1000, and the more games against others, the smaller the number behind ±. Of all time the one "
    "whose lower end is highest comes first. It is reckoned by OpenSkill, from who came in before whom."
)


def figure(amount: float | None) -> str:
    """A number with at most one decimal; a dash for none."""
    return "–" if amount is None else f"{number(round(amount, 1))}"


def share(part: float) -> str:
    """A share from 0 to 1, in percent."""
    return f"{part:.0%}".replace("%", "\u00a0%")


def rating(row: Rating) -> tuple[str, str]:
    """How strong somebody is, and how uncertain that is: three standard deviations, as `± 210`."""
    return f"{SCALE * row.mu:.0f}", f"±\u00a0{SCALE * SURE * row.sigma:.0f}"


def settled_by_table(key: str) -> bool:
    """Whether the table agrees for each game anew if many points are good or few."""
    return key == "score_sheet"
