"""A year in words and numbers, from the sums that the record keeps of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial

from django.urls import reverse

from referee.crew.links import links_to, player_url
from referee.crew.sharing.year.context import Figure, Kind, Moment, Rival, Winner, YearTold
from referee.crew.statistics.figures import figure, settled_by_table
from referee.crew.statistics.night import night_url
from referee.crew.titles import kind_name
from referee.games.registry import GAMES, tile
from referee.rules.sentences import joined, plural
from referee.web.charts.bars import split
from referee.web.components import Link, face
from referee.web.wording import lasted, many, weekday_and_day
from scoring.crew.visitor import Visitor
from scoring.history.titles import titles
from scoring.models import Game, Player
from scoring.played import rules_of
from scoring.statistics.facts import Facts, Most
from scoring.statistics.year import Came, Rivalry, Year

#: So many are told of each; the rest stands in the leaders and the records.
WINNERS, RIVALS, KINDS = 6, 4, 5
#: Of so many games the records are told, and so many records.
MOST_KINDS, MOST_MARKS = 3, 5
#: A streak is worth telling from here on, and so is how often two met.
STREAK = RIVALRY = 3
#: So many names hold a record at most before it is nobody's in particular.
NAMED = 3


def tell(visitor: Visitor, found: Year) -> YearTold:
    """What a page and its pictures tell of a year. Three queries."""
    called = titles(visitor)
    names = {kind: kind_name(kind, called) for kind in found.kinds}
    crew = visitor.membership.crew.name if visitor.membership else ""
    most = max((came.sums.wins for came in found.came), default=0)
    return YearTold(
        year=found.number,
        crew=crew,
        figures=tuple(_figures(found)),
        counts=tuple(found.months),
        winners=tuple(_winner(came, found, most) for came in found.came if came.sums.wins)[:WINNERS],
        rivals=tuple(_rival(each) for each in found.rivalries() if each.games >= RIVALRY)[:RIVALS],
        moments=tuple(_moments(visitor, found, names)),
        kinds=tuple(_kinds(found, names))[:KINDS],
    )


def _figures(found: Year) -> Iterator[Figure]:
    def counted(number: int, one: str) -> Figure:
        return Figure(value=f"{number:,}", label=one if number == 1 else plural(one))

    yield counted(found.games, "game")
    if found.minutes >= 60:
        yield counted(round(found.minutes / 60), "hour")
    elif found.minutes:
        yield counted(found.minutes, "minute")
    yield counted(len(found.nights), "night")
    yield counted(len(found.came), "player")


def _winner(came: Came, found: Year, most: int) -> Winner:
    return Winner(
        rank=1 + sum(other.sums.wins > came.sums.wins for other in found.came),
        href=player_url(came.player),
        name=came.player.name,
        face=face(came.player),
        wins=came.sums.wins,
        line=f"won {came.sums.wins:,} of {came.sums.contested:,}",
        part=round(100 * came.sums.wins / most, 1),
    )


def _rival(found: Rivalry) -> Rival:
    one, other, won, lost = found.one, found.other, found.won, found.lost
    if won < lost:
        one, other, won, lost = other, one, lost, won
    return Rival(
        one=one.name,
        other=other.name,
        one_face=face(one),
        other_face=face(other),
        won=won,
        lost=lost,
        line=f"{many(found.games, 'game')} together{', level' if won == lost else ''}",
        split=split(won, lost, (one.name, other.name)),
    )


def _kinds(found: Year, names: Mapping[str, str]) -> Iterator[Kind]:
    most = max(found.kinds.values(), default=0)
    for kind, times in found.kinds.items():
        yield Kind(
            name=names[kind],
            tile=tile(rules_of(kind), names[kind]),
            games=many(times, "game"),
            part=round(100 * times / most, 1),
        )


# --- moments


def _moments(visitor: Visitor, found: Year, names: Mapping[str, str]) -> Iterator[Moment]:
    """The longest game, the busiest night, the longest streak, and records of what was played most."""
    longest = max(found.nights, key=lambda night: night.longest)
    busiest = max(found.nights, key=lambda night: night.games)
    marks = _marks(visitor, found, names)
    ids = {most.game for _, _, _, most in marks} | {longest.longest_game} - {""}
    links = links_to(visitor, ids)
    if longest.longest:
        link = links.get(longest.longest_game)
        yield Moment(
            label="Longest game",
            value=lasted(longest.longest),
            when=weekday_and_day(longest.day),
            href=link.href if link else "",
        )
    if len(found.nights) > 1 and busiest.games > 1:
        yield Moment(
            label="Busiest night",
            value=many(busiest.games, "game"),
            when=weekday_and_day(busiest.day),
            href=night_url(busiest.day),
        )
    yield from _streak(found, names)
    for label, value, players, most in marks:
        yield _record(label, value, players, links.get(most.game))


def _streak(found: Year, names: Mapping[str, str]) -> Iterator[Moment]:
    runs = [
        (facts.run.longest, came.player, kind)
        for came in found.came
        for kind, facts in came.facts.items()
        if kind in names
    ]
    longest, player, kind = max(runs, key=lambda run: run[0], default=(0, None, ""))
    if player and longest >= STREAK:
        yield Moment(
            label="Longest streak",
            value=many(longest, "win"),
            who=player.name,
            when=names[kind],
            href=player_url(player),
        )


_Mark = tuple[str, str, list[Player], Most]
_Wanted = tuple[str, Callable[[Facts], Most | None], bool]


def _marks(visitor: Visitor, found: Year, names: Mapping[str, str]) -> list[_Mark]:
    """Records: the best score of each of the games played most, and of the first what else it counts."""
    marks: list[_Mark] = []
    low = Game.objects.visible_to(visitor).filter(played__in=[*found.kinds], options__wins="low")
    agreed_low = set(low.order_by().values_list("played", flat=True))
    for place, kind in enumerate([*found.kinds][:MOST_KINDS]):
        played = [(came.player, came.facts[kind]) for came in found.came if kind in came.facts]
        wanted = [*_wanted(kind, names[kind], agreed_low)]
        if place:
            wanted = wanted[:1]
        for mark in (_mark(played, each) for each in wanted):
            # What is a record in two ways is told once.
            if mark and (mark[1], mark[3].game) not in [(value, most.game) for _, value, _, most in marks]:
                marks.append(mark)
    return marks[:MOST_MARKS]


def _wanted(kind: str, name: str, agreed_low: Collection[str]) -> Iterator[_Wanted]:
    """What records there may be in a game: its final score, and then a hand, and what only it counts.

    `agreed_low` is what was played on score sheets where the lowest wins.
    """
    spec = GAMES[rules_of(kind)]
    low = kind in agreed_low if settled_by_table(spec.key) else not spec.highest_wins
    best = "Lowest" if low else "Highest"
    yield f"{best} score in {name}", lambda facts: facts.lowest if low else facts.highest, low
    if not low:
        # Where few points are good, whoever goes out has the best hand there is.
        yield f"{best} {spec.unit} in {name}", lambda facts: facts.highest_hand, False
    for feat, stat in spec.feats.items():
        if stat.most:
            yield stat.label, partial(Facts.most_of, what=feat), False


def _mark(played: list[tuple[Player, Facts]], wanted: _Wanted) -> _Mark | None:
    """Who holds it; None where too many do, or nobody, and for a record of nothing."""
    label, of, least = wanted
    found = [(player, most) for player, facts in played if (most := of(facts))]
    if not found:
        return None
    best = (min if least else max)(most.amount for _, most in found)
    holders = [(player, most) for player, most in found if most.amount == best]
    if len(holders) > NAMED or not best:
        return None
    return label, figure(best), [player for player, _ in holders], holders[0][1]


def _record(label: str, value: str, players: list[Player], link: Link | None) -> Moment:
    names = joined([player.name for player in players])
    return Moment(
        label=label,
        value=value,
        who=names,
        when=link.text if link and len(players) == 1 else "",
        href=link.href if link else player_url(players[0]),
    )


def year_url(year: int) -> str:
    """The address of a year's page."""
    return reverse("year", args=[year])
