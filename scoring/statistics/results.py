"""What one finished game came to for each seat. Pure: the rows are brought by `statistics.tallies`."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from scoring.log.values import Entry, Number, number
from scoring.models import Game, Hand, Seat
from scoring.statistics.facts import Against, Facts, Most, Run

#: What every game with hands counts for whoever won one; it also says that the hand was played out.
HAND_WON = "hand_won"

ByPlayer = dict[str, dict[str, Number]]


class Outcome(msgspec.Struct, frozen=True):
    """What the statistics read of a move's outcome; there is more in it.

    `stats` and `most` are by the player's name at the table, then by what was counted; `undoes` is the
    position of the move that was found illegal and goes with all after it, 0 where none was.
    """

    stats: ByPlayer = msgspec.field(name="feats", default_factory=dict)
    most: ByPlayer = {}
    undoes: int = 0


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
    for position, outcome in _standing(entries):
        for name, stats in outcome.stats.items():
            sums[name].update(stats)
            if HAND_WON in stats:
                played.add(hands[bisect_right(firsts, position) - 1].pk)
        for name, stats in outcome.most.items():
            most[name] |= {stat: max(amount, most[name].get(stat, 0)) for stat, amount in stats.items()}
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


def _standing(entries: Iterable[Entry]) -> list[tuple[int, Outcome]]:
    """The outcomes by their positions, without those of moves that a later one undid."""
    found: list[tuple[int, Outcome]] = []
    for entry in entries:
        outcome = msgspec.convert(entry.outcome, Outcome)
        if outcome.undoes:
            found = [earlier for earlier in found if earlier[0] < outcome.undoes]
        found.append((entry.position, outcome))
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
    stats = {stat: amount for stat, amount in sums.items() if stat != HAND_WON}
    return Facts(
        games=1,
        alone=int(not others),
        wins=won,
        hands_won=int(sums.get(HAND_WON, 0)),
        hands=dict(Counter(map(str, hands))),
        stats=stats,
        most={stat: Most(amount, game.public_id) for stat, amount in {**stats, **most}.items()},
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
