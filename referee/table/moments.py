"""The moments of a game: what stands out in its scores and in its log.

From the scores: the biggest swing, when it was decided, who came from behind, a narrow end, hands in a row.
From the log: what its rules count as a feat and its presenter has words for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TypeAlias

from django.urls import reverse

from referee.games.presenter import MomentText
from referee.games.registry import GAMES, PRESENTERS, high_or_low
from referee.rules.sentences import counted, joined, side_name, words
from referee.web.charts.layout import tidy
from referee.web.components import TileView, View
from referee.web.wording import Number
from scoring.history import scores
from scoring.history.deeds import Deed, Deeds, deeds, hand_of
from scoring.log import reader
from scoring.models import Game

#: Of each kind of feat, and of all together: more would be a log.
EACH, MOST = 5, 24


class MomentView(View, frozen=True):
    """A moment: its tile, what happened, and the hand or move that shows it."""

    title: str
    text: str
    href: str
    where: str
    sign: str
    look: str = ""

    @property
    def tile(self) -> TileView:
        """What the macro `tile` shows."""
        return TileView(look=self.look, sign=self.sign)


@dataclass(frozen=True)
class Stretch:
    """A hand or a move that scored: what it is called ("hand 4"), where it is shown, and who got what.

    `won` are those who won the hand, where that is known.
    """

    name: str
    href: str
    points: Mapping[str, Number]
    won: Sequence[str] = ()


@dataclass(frozen=True)
class Place:
    """Where a deed is looked at: "hand 4", and its address."""

    name: str
    href: str


#: A moment with its worth.
_Weighed: TypeAlias = tuple[float, MomentView]


def best_moment(game: Game, matrix: scores.Matrix) -> MomentView | None:
    """The moment that is worth most, for the end of a game; None where nothing stands out."""
    moves = {} if scores.in_hands(matrix) else scores.by_move(game, scores.lines(game))
    firsts = [hand.first for hand in reader.hands(game)]
    return next(iter(moments_of(game, matrix, moves, deeds(game, firsts), firsts)), None)


def moments_of(
    game: Game,
    matrix: scores.Matrix,
    moves: Mapping[int, Mapping[str, Number]],
    told: Deeds,
    firsts: Sequence[int],
) -> tuple[MomentView, ...]:
    """The moments of a game of the record, what is worth most first; `moves` are those that scored."""
    in_hands = scores.in_hands(matrix)
    names = {name: side_name(game.side_of(name)) for name in game.standing["scores"]}
    stretches = _hands(game, matrix, told, names) if in_hands else _moves(game, moves, names)
    sheet = game.options.get("sheet") or {}
    # What is bought and not cashed out yet puts nobody behind.
    return moments(
        game.game,
        [] if sheet.get("by") == "free" and sheet.get("rank") else list(stretches),
        # Who all win together are not level.
        [] if len(game.standing.get("sides", ())) == 1 else _sides(game.standing["winners"], names),
        told.done,
        at=_finder(game, matrix, firsts, in_hands=in_hands),
        highest=high_or_low(game.game, game.options),
        unit=GAMES[game.game].unit_of(game.options),
    )


def moments(
    key: str,
    stretches: Sequence[Stretch],
    winners: Sequence[str],
    deeds: Sequence[Deed],
    *,
    at: Callable[[Deed], Place],
    highest: bool,
    unit: str,
) -> tuple[MomentView, ...]:
    """The moments, what is worth most first; `winners` is empty as long as the game goes on, `at` says
    where a deed is looked at.
    """
    standing = list(_running(stretches, 1 if highest else -1))
    found = [*_deeds(PRESENTERS[key].moments, deeds, at), *_streaks(stretches, unit)]
    if len(stretches) > 1:
        noun = GAMES[key].counts[0]
        found += _swing(stretches, standing, winners, noun)
        if len(winners) == 1 and len(standing[-1]) > 1:
            found += _way(stretches, standing, winners[0], noun)
        found += _end(stretches[-1], standing[-1], winners, noun)
    found.sort(key=lambda each: -each[0])
    return tuple(view for _, view in found[:MOST])


def _sides(players: Iterable[str], names: Mapping[str, str]) -> list[str]:
    """Partners as one."""
    return list(dict.fromkeys(names[name] for name in players))


def _running(stretches: Iterable[Stretch], sign: int) -> Iterator[dict[str, Number]]:
    """How well everybody stood after each stretch: more is better, whatever the game counts."""
    totals: dict[str, Number] = {}
    for stretch in stretches:
        for name, points in stretch.points.items():
            totals[name] = totals.get(name, 0) + sign * points
        yield {name: tidy(total) for name, total in totals.items()}


def _moment(weight: float, title: str, text: str, at: Stretch | Place, tile: tuple[str, str]) -> _Weighed:
    """`tile` has a sign and a look."""
    sign, look = tile
    return weight, MomentView(title=title, text=text, href=at.href, where=at.name, sign=sign, look=look)


def _swing(
    stretches: Sequence[Stretch], standing: Sequence[Mapping[str, Number]], winners: Sequence[str], noun: str
) -> Iterator[_Weighed]:
    """The stretch that moved two players furthest apart, by more than a point, unless they share the win."""
    most, at = 0.0, 0
    gains = [
        {name: after[name] - before.get(name, 0) for name in stretch.points}
        for stretch, before, after in zip(stretches, [{}, *standing], standing, strict=False)
    ]
    for place, gain in enumerate(gains):
        apart = max(gain.values(), default=0) - min(gain.values(), default=0)
        if apart > most:
            most, at = apart, place
    if most <= 1:
        return
    gain, before, after = gains[at], standing[at - 1] if at else {}, standing[at]
    up, down = max(gain, key=lambda name: gain[name]), min(gain, key=lambda name: gain[name])
    if {up, down} <= {*winners}:
        return
    old, new = _leaders(before), _leaders(after)
    text = f"{up} gained on {down}"
    if len(new) == 1 and old and new[0] not in old:
        text = f"{new[0]} took the lead from {joined(old)}"
    yield _moment(55, f"A swing of {counted(tidy(most), noun)}", text, stretches[at], ("swing", "t-blue"))


def _leaders(standing: Mapping[str, Number]) -> list[str]:
    best = max(standing.values(), default=0)
    return [name for name, total in standing.items() if total == best]


def _way(
    stretches: Sequence[Stretch], standing: Sequence[Mapping[str, Number]], winner: str, noun: str
) -> Iterator[_Weighed]:
    """How the only winner came there: ahead all the way, or since when; from how far behind, once scoring."""
    first = len(standing)
    while first and _leaders(standing[first - 1]) == [winner]:
        first -= 1
    if first == 0:
        text = f"{winner} led from beginning to end"
        yield _moment(60, "In front all the way", text, stretches[0], ("crown", "t-green"))
    elif first == len(standing) - 1:
        text = f"{winner} took the lead at the very end"
        yield _moment(75, f"Decided in {stretches[first].name}", text, stretches[first], ("crown", "t-green"))
    elif first < len(standing):
        text = f"{winner} took the lead and kept it"
        yield _moment(58, f"Decided in {stretches[first].name}", text, stretches[first], ("crown", "t-green"))
    behind = [max(each.values()) - each[winner] if winner in each else 0 for each in standing]
    most = max(behind)
    spread = max(standing[-1].values()) - min(standing[-1].values())
    if most > spread / 3:
        at = stretches[behind.index(most)]
        text = f"{winner} trailed by {counted(tidy(most), noun)} after {at.name}"
        yield _moment(65, "Came from behind", text, at, ("up", "t-green"))


def _end(last: Stretch, final: Mapping[str, Number], winners: Sequence[str], noun: str) -> Iterator[_Weighed]:
    """A narrow end, or a shared one."""
    if len(winners) > 1:
        yield _moment(52, "A shared win", f"{joined(list(winners))} were level", last, ("heart", "t-red"))
    elif winners and len(final) > 1 and winners[0] in final:
        others = {name: total for name, total in final.items() if name != winners[0]}
        best = _leaders(others)
        margin = final[winners[0]] - others[best[0]]
        most = max(abs(total) for total in final.values())
        if 0 < margin <= most * 0.05:
            text = f"{winners[0]} won by {counted(tidy(margin), noun)} from {joined(best)}"
            yield _moment(62, "A close finish", text, last, ("heart", "t-red"))


def _streaks(stretches: Sequence[Stretch], unit: str) -> Iterator[_Weighed]:
    """The longest run of hands that one player won alone; two are none."""
    runs = [
        (name, list(run))
        for name, run in groupby(stretches, key=lambda each: each.won[0] if len(each.won) == 1 else "")
        if name
    ]
    name, run = max(runs, key=lambda each: len(each[1]), default=("", []))
    if len(run) > 2:
        text = f"{name} won from {run[0].name} on"
        yield _moment(
            45 + len(run), f"{counted(len(run), unit)} in a row", text, run[-1], ("lightning", "t-blue")
        )


def _deeds(
    kinds: Mapping[str, MomentText], deeds: Sequence[Deed], at: Callable[[Deed], Place]
) -> Iterator[_Weighed]:
    """The feats that are worth telling, the greatest of a kind or each of them."""
    paired = {(deed.position, deed.what): deed.player for deed in deeds}
    for what, kind in kinds.items():
        done = [each for each in deeds if each.what == what and each.amount >= kind.least]
        if kind.top:
            done = sorted(done, key=lambda each: -each.amount)[:1]
        for deed in done[:EACH]:
            other = paired.get((deed.position, kind.paired), "")
            if kind.paired and not other:
                continue
            after = next((each for each in deeds if _follows(each, deed, kind)), None)
            if kind.then and not after:
                continue
            facts: dict[str, str | int | float] = {
                "n": tidy(deed.amount),
                "player": deed.player,
                "other": other,
            }
            if after:
                facts |= {"after": after.player, "m": tidy(after.amount)}
            yield _moment(
                kind.weight + min(deed.amount, 20),
                words(kind.title, facts),
                words(kind.text, facts),
                at(deed),
                (kind.sign, kind.look),
            )


def _follows(each: Deed, deed: Deed, kind: MomentText) -> bool:
    """Whether a feat came of another: it is of the sort that does, and later."""
    return each.what == kind.then and each.position > deed.position


# --- what is looked at


def _hands(game: Game, matrix: scores.Matrix, told: Deeds, names: Mapping[str, str]) -> Iterator[Stretch]:
    """The hands that scored, partners as one by their `names`; what came before the first hand is none."""
    for row in matrix.in_time:
        if row.number:
            yield Stretch(
                name=_hand_name(game, row),
                href=hand_url(game, row.first),
                points={
                    names[seat.name]: points
                    for seat, points in zip(matrix.seats, row.points, strict=True)
                    if points is not None
                },
                won=_sides(told.winners.get(row.first, ()), names),
            )


def _hand_name(game: Game, row: scores.HandRow) -> str:
    return f"“{row.name}”" if row.name else f"{GAMES[game.game].unit_of(game.options)} {row.number}"


def hand_url(game: Game, first: int) -> str:
    return f"{reverse('game', args=[game.public_id])}?hand={first}#count"


def _moves(
    game: Game, moves: Mapping[int, Mapping[str, Number]], names: Mapping[str, str]
) -> Iterator[Stretch]:
    """The moves that scored, partners as one by their `names`."""
    for position, got in moves.items():
        points = {names[name]: number for name, number in got.items()}
        yield Stretch(name=f"move {position}", href=replay_url(game, position), points=points)


def _finder(
    game: Game, matrix: scores.Matrix, firsts: Sequence[int], *, in_hands: bool
) -> Callable[[Deed], Place]:
    """Where a deed is looked at: the move that did it, called by its hand if there are any."""
    numbers = {row.first: _hand_name(game, row) for row in matrix.in_time if row.number}

    def place(deed: Deed) -> Place:
        hand = numbers.get(hand_of(deed.position, firsts)) if in_hands else None
        return Place(hand or f"move {deed.position}", replay_url(game, deed.position))

    return place


def replay_url(game: Game, n: int) -> str:
    """Where the table is shown as it was after a move; 0 is the one before the first."""
    return reverse("replayed", args=[game.public_id, n]) if n else reverse("replay", args=[game.public_id])
