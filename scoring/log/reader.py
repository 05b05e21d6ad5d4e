"""The log, read: what is in force of the running hand, what can come back, what happened meanwhile.

A tap reads no whole log but the rows of a hand (`log.effective` says why they are enough).
"""

from __future__ import annotations

from django.db.models import QuerySet

from scoring.log.effective import last_written, written_by
from scoring.log.tap_keys import version_of
from scoring.log.values import Entry, Json, Past
from scoring.models import Game, Hand, Membership, Move


def whole_log(game: Game) -> list[Move]:
    """All rows of a game's log, oldest first, for what `log.effective` derives. One query."""
    return list(Move.objects.filter(game=game).order_by("seq"))


def hands(game: Game) -> list[Hand]:
    """The hands in force, without their states; the opening is number 0."""
    return list(Hand.objects.filter(game=game).defer("snapshot").order_by("first"))


def past(game: Game, position: int | None = None) -> Past:
    """The running hand, or all from the hand of a position on: two queries, whatever the game's length."""
    hand = hands_up_to(game, game.length if position is None else position).latest("first")
    entries = last_written(rows_since(game, hand.since), range(max(hand.first, 1), game.length + 1))
    return Past(hand.state_in(game), hand.first, entries)


def next_redo(game: Game) -> Entry | None:
    """The undone move that redo would put back; None if there is none."""
    rows = _rows_with_undone(game)
    return last_written(rows, range(game.length + 1, game.length + 2))[0] if rows else None


def just_undone(game: Game) -> Entry | None:
    """The move that the newest row of the log undid; None if that row is no undo. One query at most."""
    rows = _rows_with_undone(game)
    if not rows or rows[-1].kind != Move.Kind.UNDO:
        return None
    return last_written(rows, range(game.length + 1, game.length + 2))[0]


def _rows_with_undone(game: Game) -> list[Move]:
    """The rows of the running hand, to the newest; none where no move could be put back."""
    if not game.redoable:
        return []
    return list(rows_since(game, hands_up_to(game, game.length).order_by("-first").values("since")[:1]))


def last_outcome(game: Game) -> Json:
    """What the referee said of the last move in force; {} before the first. One query at most.

    Behind what was put in an older place, a ruling on who was first has had its say: then that one counts.
    """
    if not game.length:
        return {}
    # Later positions were written by later rows (log.effective): the newest row up to here wrote the last.
    written = Move.objects.filter(
        game=game,
        kind__in=[Move.Kind.MOVE, Move.Kind.CORRECT],
        position__lte=game.length,
        seq__lte=game.version,
    )
    row = written.order_by("-seq").first()
    if row is None:
        return {}
    entries = [entry for entry in written_by(row) if entry.position <= game.length]
    new = next((entry for entry in entries if entry.seq == row.seq), entries[-1])
    return new.outcome if "favours" in entries[-1].outcome else entries[-1].outcome


def missed(game: Game, key: str, *, but_by: Membership | None = None) -> list[Move]:
    """What happened after the page of a key was made, oldest first; its own row and what the phone `but_by`
    did left out. Raises BadKey.
    """
    rows = rows_since(game, version_of(key) + 1).exclude(key=key)
    return list(rows.exclude(actor=but_by) if but_by else rows)


def last_rows(game: Game, number: int) -> list[Move]:
    """So many of the last rows of the log at most, latest first."""
    return list(Move.objects.filter(game=game, seq__lte=game.version).order_by("-seq")[:number])


def hands_up_to(game: Game, position: int) -> QuerySet[Hand]:
    """The hands that began at a position or before it, in no order."""
    return Hand.objects.filter(game=game, first__lte=position)


def rows_since(game: Game, since: int | QuerySet[Hand, object]) -> QuerySet[Move]:
    """The rows of the log from number `since` on, oldest first; a query of one number will do."""
    # Up to the version that was read: a page that only looks sees one moment, though others are tapping.
    return Move.objects.filter(game=game, seq__gte=since, seq__lte=game.version).order_by("seq")
