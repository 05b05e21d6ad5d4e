"""Numbers as the crew's pages write them."""

from __future__ import annotations

from referee.web.numbers import written
from scoring.log.values import number
from scoring.models import Rating

#: OpenSkill begins at 25 with an uncertainty of 25/3; times 40 that is 1000, give or take 1000.
SCALE = 40
SURE = 3
#: A rating that is less certain has not settled yet.
SETTLED = 500

RATING_IN_WORDS = (
    "A rating of 1040 ± 210 means: most likely 1040, and almost surely between 830 and 1250. Everybody "
    "starts at 1000 ± 1000. Every game against others makes the number after ± smaller. The list of all time "
    "is sorted by the lower end, here 830. A rating is provisional as long as the number after ± is above "
    "500. The ratings are computed by OpenSkill from the final places."
)


def figure(amount: float | None) -> str:
    """A number with at most one decimal; a dash for none."""
    return "–" if amount is None else written(number(round(amount, 1)))


def share(part: float) -> str:
    """A share from 0 to 1, in percent."""
    return f"{part:.0%}".replace("%", "\u00a0%")


def rating(row: Rating) -> tuple[str, str]:
    """How strong somebody is, and how uncertain that is: three standard deviations, as `± 210`."""
    return f"{SCALE * row.mu:.0f}", f"±\u00a0{_uncertainty(row):.0f}"


def is_provisional(row: Rating) -> bool:
    """Whether too few games have been played for the rating to say much."""
    return _uncertainty(row) > SETTLED


def _uncertainty(row: Rating) -> float:
    return SCALE * SURE * row.sigma


def settled_by_table(key: str) -> bool:
    """Whether the table agrees for each game anew if many points are good or few."""
    return key == "score_sheet"
