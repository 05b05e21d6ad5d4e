"""What can be a record of the crew, and who holds it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from operator import attrgetter
from typing import NamedTuple

from referee.crew.statistics.figures import settled_by_table
from referee.games.registry import GAMES, PRESENTERS
from scoring.log.values import Number
from scoring.models import Player
from scoring.played import rules_of
from scoring.statistics.facts import Facts, Most

#: Somebody's mark, and the game that it was made in ("" where it took several).
Mark = tuple[Player, Number, str]


class Record(NamedTuple):
    """Something to hold the record in: its label, what everybody has reached, whether the least is the
    record, and whether its holder is proud of it.

    `what` names its card; `counts` is one of what is counted and many of them, ("", "")
    where the label says it.
    """

    label: str
    marks: Iterable[Mark]
    least: bool = False
    proud: bool = True
    what: str = ""
    counts: tuple[str, str] = ("", "")


def records_in(game: str, found: Sequence[tuple[Player, Facts]]) -> Iterator[Record]:
    """What records there are among those who played something."""
    if not found:
        return
    spec = GAMES[rules_of(game)]
    open_ended, high = settled_by_table(spec.key), spec.highest_wins
    good, bad = ("Highest", "Lowest") if open_ended else ("Best", "Worst")
    most, least = (good, bad) if high else (bad, good)
    # Where the table settles it, one of the two is good.
    up, down = high and not open_ended, not high and not open_ended
    for of, suffix, words, always in (
        ("final score", "", ("Highest", "Lowest"), open_ended),
        (spec.unit, "_hand", (most, least), False),
    ):
        some = [
            Record(
                f"{word} {of}",
                _most_of(found, attrgetter(what + suffix)),
                least=what == "lowest",
                proud=proud or always,
                what=what + suffix,
                counts=spec.counts,
            )
            for what, word, proud in (("highest", words[0], up), ("lowest", words[1], down))
        ]
        yield from some if high else some[::-1]
    games = ("game", "games")
    # A single game won is no run.
    run = (mark for mark in _counts(found, lambda facts: facts.run.longest) if mark[1] > 1)
    wins = _counts(found, lambda facts: facts.wins)
    yield Record("Most games won in a row", run, what="run", counts=games)
    yield Record("Most games won", wins, what="wins", counts=games)
    for name, stat in spec.feats.items():
        label = stat.label if stat.most else f"{stat.label}, in one game"
        marks = _most_of(found, partial(Facts.most_of, what=name))
        yield Record(label, marks, proud=name in PRESENTERS[spec.key].badges, what=name)


def _counts(found: Sequence[tuple[Player, Facts]], count: Callable[[Facts], int]) -> Iterator[Mark]:
    """Nobody holds a record of nothing."""
    return ((player, amount, "") for player, facts in found if (amount := count(facts)))


def _most_of(found: Sequence[tuple[Player, Facts]], mark: Callable[[Facts], Most | None]) -> Iterator[Mark]:
    for player, facts in found:
        most = mark(facts)
        if most:
            yield player, most.amount, most.game


def holders(record: Record) -> list[Mark]:
    """All who hold a record, by name."""
    found = list(record.marks)
    best = (min if record.least else max)((amount for _, amount, _ in found), default=0)
    return sorted((mark for mark in found if mark[1] == best), key=lambda mark: mark[0].folded)
