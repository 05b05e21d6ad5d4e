"""What one finished game came to for each seat. Pure: the rows are brought by `statistics.tallies`."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from scoring.history.deeds import HAND_WON
from scoring.log.values import Entry, JsonObject, Number, number
from scoring.models import Game, Hand, Seat
from scoring.played import POINTLESS, UNDECIDED
from scoring.statistics.facts import Against, Beside, Came, Facts, Most, Run, Spread, spread_of
from scoring.statistics.strength import ranks

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
    table = _Table(game, seats)
    return {
        seat.pk: _facts(
            table,
            seat,
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


class _Table:
    """Who sat where at a game that is over, and came in where."""

    def __init__(self, game: Game, seats: Sequence[Seat]) -> None:
        self.game = game.public_id
        self.seats = seats
        results = [(seat.won, seat.left, seat.score or 0.0) for seat in seats]
        self._places = {seat.pk: place for seat, place in zip(seats, ranks(results), strict=True)}
        sides: Sequence[Sequence[str]] = game.standing.get("sides", ())
        # Of other games what was agreed on is not read.
        sheet: JsonObject = (game.game == "score_sheet" and game.options.get("sheet")) or {}
        #: It says only that it was played: nobody's win or loss.
        self.undecided = not any(seat.won for seat in seats) and sheet.get("key") == UNDECIDED
        #: Nobody holds a record of points in it.
        self.pointless = sheet.get("key") in POINTLESS
        self._sides = {name: set(side) for side in sides for name in side}

    def beside(self, seat: Seat) -> list[Seat]:
        """The others on the seat's own side."""
        side = self._sides.get(seat.name, ())
        return [other for other in self.seats if other.name in side and other.pk != seat.pk]

    def against(self, seat: Seat) -> list[Seat]:
        """All others."""
        mine = {seat.pk, *(other.pk for other in self.beside(seat))}
        return [other for other in self.seats if other.pk not in mine]

    def met(self, seat: Seat, other: Seat) -> Against:
        """What the game came to between two seats."""
        mine, theirs = self._places[seat.pk], self._places[other.pk]
        return Against(
            games=1,
            won=int(seat.won and not other.won),
            lost=int(other.won and not seat.won),
            ahead=int(mine < theirs),
            behind=int(mine > theirs),
        )


def _facts(
    table: _Table,
    seat: Seat,
    hands: Sequence[Number],
    *,
    sums: Mapping[str, Number],
    most: Mapping[str, Number],
) -> Facts:
    others, beside = table.against(seat), table.beside(seat)
    alone = table.undecided or (not others and not beside)
    won = int(seat.won and not alone)
    tied = any(other.won for other in others) if won else not any(each.won for each in table.seats)
    score = Most(number(seat.score), table.game) if seat.score is not None and not table.pointless else None
    extremes = [] if table.pointless else hands
    stats = {stat: amount for stat, amount in sums.items() if stat != HAND_WON}
    mosts = {stat: Most(amount, table.game) for stat, amount in {**stats, **most}.items()}
    return Facts(
        games=1,
        alone=int(alone),
        wins=won,
        hands_won=int(sums.get(HAND_WON, 0)),
        hands=dict(Counter(map(str, hands))),
        stats=stats,
        most=mosts,
        lowest=score,
        highest=score,
        lowest_hand=Most(min(extremes), table.game) if extremes else None,
        highest_hand=Most(max(extremes), table.game) if extremes else None,
        run=Run() if alone else Run(games=1, first=won, last=won, longest=won),
        against={str(other.player_id): table.met(seat, other) for other in others if not other.player.guest},
        beside={str(other.player_id): Beside(games=1, won=won) for other in beside if not other.player.guest},
        ties=int(tied and bool(others) and not table.undecided),
        finals=spread_of(score.amount) if score else Spread(),
        done={stat: 1 for stat, each in mosts.items() if each.amount},
        first=table.game,
        form=_came(alone=alone, won=bool(won), tied=tied and bool(others)),
    )


def _came(*, alone: bool, won: bool, tied: bool) -> Came:
    if alone:
        return Came.ALONE
    if tied:
        return Came.TIED
    return Came.WON if won else Came.LOST
