"""What one finished game came to for each seat. Pure: the rows are brought by `scoring.tallies`."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from scoring.facts import Against, Facts, Most, Run
from scoring.history import number
from scoring.models import Game, Hand, Seat
from scoring.values import Entry, Number

#: The feat that every game with hands tells of whoever won one; it also says that the hand was played out.
HAND_WON = "hand_won"


def facts_of(
    game: Game,
    seats: Sequence[Seat],
    hands: Sequence[Hand],
    points: Mapping[tuple[int, int], float],
    entries: Iterable[Entry],
) -> dict[int, Facts]:
    """The facts of each seat, by its primary key.

    `hands` are those in force in their order, `points` what a hand (its primary key) gave a seat, `entries`
    the moves in force. Hands that were given up are left out, as nobody won them, and what was undone as
    illegal is, too.
    """
    sums: defaultdict[str, Counter[str]] = defaultdict(Counter)
    most: defaultdict[str, dict[str, Number]] = defaultdict(dict)
    played: set[int] = set()
    firsts = [hand.first for hand in hands]
    for entry in _standing(entries):
        for name, feats in entry.outcome.get("feats", {}).items():
            sums[name].update(feats)
            if HAND_WON in feats:
                played.add(hands[bisect_right(firsts, entry.position) - 1].pk)
        for name, feats in entry.outcome.get("most", {}).items():
            most[name] |= {feat: max(amount, most[name].get(feat, 0)) for feat, amount in feats.items()}
    counted = [hand.pk for hand in hands if hand.pk in played]
    return {
        seat.pk: _facts(
            game,
            seat,
            [other for other in seats if other.pk != seat.pk],
            [number(round(points[pk, seat.pk], 6)) for pk in counted if (pk, seat.pk) in points],
            sums=sums[seat.name],
            most=most[seat.name],
        )
        for seat in seats
    }


def _standing(entries: Iterable[Entry]) -> list[Entry]:
    """The moves without those that a later one undid."""
    found: list[Entry] = []
    for entry in entries:
        if undone := entry.outcome.get("undoes"):
            found = [earlier for earlier in found if earlier.position < undone]
        found.append(entry)
    return found


def _facts(
    game: Game,
    seat: Seat,
    others: Sequence[Seat],
    hands: Sequence[Number],
    *,
    sums: Mapping[str, Number],
    most: Mapping[str, Number],
) -> Facts:
    won = int(seat.won and bool(others))
    score = Most(number(seat.score), game.public_id) if seat.score is not None else None
    feats = {feat: amount for feat, amount in sums.items() if feat != HAND_WON}
    return Facts(
        games=1,
        alone=int(not others),
        wins=won,
        hands_won=int(sums.get(HAND_WON, 0)),
        hands=dict(Counter(map(str, hands))),
        feats=feats,
        most={feat: Most(amount, game.public_id) for feat, amount in {**feats, **most}.items()},
        lowest=score,
        highest=score,
        lowest_hand=Most(min(hands), game.public_id) if hands else None,
        highest_hand=Most(max(hands), game.public_id) if hands else None,
        run=Run(games=1, first=won, last=won, longest=won) if others else Run(),
        against={
            str(other.player_id): Against(
                games=1, won=int(seat.won and not other.won), lost=int(other.won and not seat.won)
            )
            for other in others
        },
    )
