"""Whose crew's calendar it is."""

from __future__ import annotations

from referee.table.requests import TableRequest
from referee.web.requests import NotHere
from scoring.models import Membership


def member(request: TableRequest) -> Membership:
    """The phone's place in its crew. Raises NotHere for a phone without one."""
    found = request.visitor.membership
    if found is None:
        raise NotHere("This phone has no crew yet. Start a game, or open an invitation.")
    return found
