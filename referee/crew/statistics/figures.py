"""Numbers as the crew's pages write them."""

from __future__ import annotations

from referee.web.wording import many, written
from scoring.log.values import number
from scoring.models import Rating
from scoring.statistics.facts import Facts
from scoring.statistics.strength import SETTLED, settled

#: OpenSkill begins at 25 with an uncertainty of 25/3; times 40 that is 1000, give or take 333.
SCALE = 40

RATING_IN_WORDS = (
    "A rating of 1124, give or take 61, means: most likely 1124, and in two cases of three between 1063 and "
    "1185. Everybody starts at 1000, give or take 333, and every game against others makes the rating surer. "
    f"It is provisional before the {SETTLED}th game, and ranks below every settled one. Ratings are "
    "computed by OpenSkill from the final places."
)


def figure(amount: float | None) -> str:
    """A number of points with at most one decimal, as tables write it; a dash for none.

    >>> figure(106785), figure(9.75)
    ('106785', '9.8')
    """
    return "–" if amount is None else written(number(round(amount, 1)))


def won_of(wins: int, games: int) -> str:
    """How many of so many games.

    >>> won_of(2659, 7566)
    '2,659 of 7,566 won'
    """
    return f"{wins:,} of {games:,} won"


def won_or_alone(facts: Facts) -> str:
    """How many of the games against others; of whoever always played alone how many there were."""
    if facts.contested:
        return won_of(facts.wins, facts.contested)
    return f"{many(facts.games, 'game')} alone" if facts.games else "no games yet"


def share(part: float) -> str:
    """A share from 0 to 1, in percent."""
    return f"{part:.0%}"


def rating(row: Rating) -> tuple[str, str]:
    """How strong somebody is, and give or take how much (one standard deviation), as `± 61`."""
    return f"{SCALE * row.mu:.0f}", f"±\u00a0{SCALE * row.sigma:.0f}"


def is_provisional(row: Rating) -> bool:
    """Whether too few games have been played for the rating to say much."""
    return not settled(row)


def settled_by_table(key: str) -> bool:
    """Whether the table agrees for each game anew if many points are good or few."""
    return key == "score_sheet"
