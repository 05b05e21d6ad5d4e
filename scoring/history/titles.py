"""What a crew has played, by its names: the rules, and the titles of what any game can be kept by."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import connection

from scoring.crew.visitor import Visitor
from scoring.models import Game
from scoring.played import BY_TITLE, rules_of, what_was_played

#: From one kind to the next by the index, and to the newest game of each: it takes as long as there are
#: kinds, however many games were played. The ORM has no words for that.
_KINDS = """
WITH RECURSIVE kinds(played) AS (
    SELECT MIN(played) FROM scoring_game WHERE crew_id = %s AND discarded_at IS NULL
    UNION ALL
    SELECT (
        SELECT MIN(played) FROM scoring_game
        WHERE crew_id = %s AND discarded_at IS NULL AND played > kinds.played
    ) FROM kinds WHERE kinds.played IS NOT NULL
)
SELECT kinds.played, newest.title FROM kinds JOIN scoring_game AS newest ON newest.id = (
    SELECT id FROM scoring_game
    WHERE crew_id = %s AND discarded_at IS NULL AND played = kinds.played
    ORDER BY created_at DESC, id DESC LIMIT 1
)
ORDER BY newest.created_at DESC, newest.id DESC
"""


@dataclass(frozen=True)
class Kind:
    """Something that was played: its key (`scoring.played`), and the title as it was written last, "" for
    what goes by the name of its rules.
    """

    played: str
    title: str


def kinds(visitor: Visitor) -> list[Kind]:
    """All that the crew has played and not discarded, what was played last first. One query."""
    membership = visitor.membership
    if membership is None:
        return []
    with connection.cursor() as cursor:
        cursor.execute(_KINDS, [membership.crew_id] * 3)
        rows: list[tuple[str, str]] = cursor.fetchall()
    return [Kind(played, title if rules_of(played) in BY_TITLE else "") for played, title in rows]


def titles(visitor: Visitor) -> dict[str, str]:
    """The crew's titles by the keys of what was played, the newest first. One query."""
    return {kind.played: kind.title for kind in kinds(visitor) if kind.title}


def newest(visitor: Visitor, rules: str, title: str) -> Game | None:
    """The crew's newest game of this title, or without one; None where it was never played. One query."""
    played = what_was_played(rules, title)
    return Game.objects.visible_to(visitor).filter(played=played).newest_first().first()
