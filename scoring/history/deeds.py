"""What the log of a game tells besides its points: who did what, who dealt, who won each hand."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from django.db.models import JSONField, Q
from django.db.models.fields.json import KeyTransform

from scoring.log.values import Json, Number
from scoring.models import Game, Move

#: What every game with hands counts for whoever won one; it also says that the hand was played out.
HAND_WON = "hand_won"
#: What a deed stands under in an outcome, and what a move undid.
_TOLD = ("feats", "most", "undoes")


@dataclass(frozen=True)
class Deed:
    """What a player did by the move at a position: `what` is a feat, `amount` how often or how much."""

    position: int
    player: str
    what: str
    amount: Number


@dataclass(frozen=True)
class Deeds:
    """The deeds of a game in their order, and by the first position of a hand who dealt it and who won it."""

    done: Sequence[Deed]
    dealers: Mapping[int, str]
    winners: Mapping[int, Sequence[str]]


@dataclass(frozen=True)
class _Told:
    """What stands at a position: what the outcome said of whom, from where on it undoes, who dealt."""

    done: Sequence[tuple[str, str, Number]] = ()
    undoes: int = 0
    dealer: str = ""


def deeds(game: Game, firsts: Sequence[int]) -> Deeds:
    """The deeds of what is in force; `firsts` are where its hands begin. One query, or three where something
    was undone or corrected, however long it was.

    Of rows only those are read that tell something, and of these only that, never a whole move.
    """
    rows = Move.objects.filter(game=game, seq__lte=game.version)
    wrote: dict[int, int] = {}
    found: dict[int, _Told] = {}
    if game.version != game.length:
        wrote = dict(rows.filter(kind=Move.Kind.MOVE).order_by("seq").values_list("position", "seq"))
        mended = rows.filter(kind=Move.Kind.CORRECT).order_by("seq").values_list("seq", "position", "body")
        for seq, position, body in mended:
            for place, item in enumerate(body or (), position):
                if wrote.get(place, 0) < seq:
                    outcome, move = item["outcome"], item["move"]
                    feats, most, undoes = (outcome.get(key) for key in ("feats", "most", "undoes"))
                    wrote[place] = seq
                    found[place] = _told(feats, most, undoes, move.get("dealer"))
    parts = [_part(key, "outcome") for key in _TOLD] + [_part("dealer", "body")]
    told_of = rows.filter(Q(outcome__has_any_keys=_TOLD) | Q(position__in=firsts), kind=Move.Kind.MOVE)
    for seq, position, *told in told_of.order_by("seq").values_list("seq", "position", *parts):
        # What a row wrote last at a position stands there (scoring.log.effective).
        if wrote.get(position, seq) == seq:
            found[position] = _told(*told)
    return _deeds({place: told for place, told in found.items() if place <= game.length}, firsts)


def _part(key: str, field: str) -> KeyTransform:
    return KeyTransform(key, field, output_field=JSONField())


def _told(feats: Json, most: Json, undoes: Json, dealer: Json) -> _Told:
    done = (
        (player, what, cast("Number", amount))
        for some in (feats, most)
        for player, did in (some or {}).items()
        for what, amount in did.items()
    )
    return _Told(tuple(done), undoes or 0, dealer if isinstance(dealer, str) else "")


def _deeds(found: Mapping[int, _Told], firsts: Sequence[int]) -> Deeds:
    done: list[Deed] = []
    for position in sorted(found):
        if undoes := found[position].undoes:
            # An illegal play takes with it all that came after it.
            done = [deed for deed in done if deed.position < undoes]
        done += (Deed(position, *each) for each in found[position].done)
    winners: dict[int, list[str]] = {}
    for deed in done:
        if deed.what == HAND_WON:
            winners.setdefault(hand_of(deed.position, firsts), []).append(deed.player)
    return Deeds(done, dict(_dealers(found, firsts)), winners)


def _dealers(found: Mapping[int, _Told], firsts: Sequence[int]) -> Iterator[tuple[int, str]]:
    for first in firsts:
        told = found.get(first)
        if told and told.dealer:
            yield first, told.dealer


def hand_of(position: int, firsts: Sequence[int]) -> int:
    """The first position of the hand that a position belongs to; 0 for what came before any."""
    place = bisect_right(firsts, position)
    return firsts[place - 1] if place else 0
