"""What is not counted yet: pages with statistics first bring them up to date, a part at a time."""

from __future__ import annotations

from referee.table.context import View
from referee.table.requests import TableRequest
from scoring.tallies import catch_up

#: Games counted at one look: a second or two.
MOST = 50


class Uncounted(View, frozen=True):
    """How many games the page does not know yet; `href` counts on."""

    games: int
    href: str


def counted(request: TableRequest) -> Uncounted | None:
    """Counts what the crew has played since it was last asked; None once all is counted.

    What is written is only derived, so that anybody's look may bring it about.
    """
    membership = request.visitor.membership
    left = catch_up(membership.crew_id, MOST) if membership else 0
    return Uncounted(games=left, href=request.get_full_path()) if left else None
