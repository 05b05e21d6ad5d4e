"""A player's sums as a page shows them. Pure, but for where other players and games are found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from django.urls import reverse
from django.utils.formats import date_format

from referee.crew.links import player_url
from referee.crew.players.asking import Asked
from referee.crew.statistics.figures import SCALE, figure, is_provisional, rating, share, won_of, won_or_alone
from referee.crew.titles import day_of, kind_name, name_of
from referee.games.registry import GAMES, tile
from referee.web.charts import bars, lines
from referee.web.charts.bars import SplitView
from referee.web.charts.lines import Reading
from referee.web.components import Link, face
from referee.web.wording import day, many, short_day
from scoring.crew.visitor import Visitor
from scoring.models import Player, Rating, Seat
from scoring.played import rules_of
from scoring.players.roster import by_key
from scoring.statistics.facts import Came, Facts, read
from scoring.statistics.strength import Point, course

#: The line of a rating begins with this game; the newest points make the small one in the hero.
FIFTH, SPARK = 5, 14
#: Final scores of fewer games are no distribution.
FEW = 5
#: Others who are listed, those first with whom was played most.
OTHERS = 20
#: How a game came out, in words; one that is not counted yet is only over.
CAME = {"": "Over", Came.WON: "Won", Came.TIED: "Tied", Came.LOST: "Lost", Came.ALONE: "Alone"}
_NUMBERS = ("None", "One", "Two", "Three", "Four")
#: Days from which on the months are named below a line, and not the days.
_MONTHS_FROM = 120


def hero(
    facts: Facts, rated: Rating | None, kind: str, *, past: bool, first: Link | None
) -> dict[str, object]:
    """What stands first: how strong, how often won, and since when. Nothing is added to what is `past`.

    `rating` is "" for none, `about` says at what it is and how sure, `spark` is its course. Who always played
    alone has no `ring`.
    """
    against = facts.contested
    value, doubt = rating(rated) if rated else ("", "")
    points = [SCALE * point.mu for point in course(rated)][-SPARK:] if rated else []
    about = f"{kind} rating, give or take {doubt.removeprefix('±').strip()}" if rated else ""
    return {
        "rating": value,
        "provisional": rated is not None and is_provisional(rated),
        "about": about,
        "spark": lines.spark(points, f"From {points[0]:.0f} to {value}") if len(points) >= FIFTH else None,
        "ring": bars.ring(facts.wins, against) if against else None,
        "won": f"won {facts.wins:,} of {against:,}" if against else "always alone",
        "streak": facts.run.longest if past else facts.run.last,
        "streak_of": "longest streak" if past else "current streak",
        "games": f"{facts.games:,}",
        "since": f"{'game' if facts.games == 1 else 'games'}{f' since {first.text}' if first else ''}",
    }


def form(seats: Sequence[Seat]) -> Iterator[dict[str, object]]:
    """The last games, the oldest first: how each came out (a letter of `scoring.statistics.facts.Came`, ""
    for one that is not counted yet), the score, and all of it in words.
    """
    for seat in reversed(seats):
        points = figure(seat.score)
        letter = read(seat.facts).form
        yield {
            "href": reverse("game", args=[seat.game.public_id]),
            "letter": letter,
            "score": points,
            "text": f"{CAME[letter]} with {points}, {name_of(seat.game)}, {day_of(seat.game)}",
        }


def rating_course(rated: Rating, kind: str, colour: str, asked: Asked) -> dict[str, object]:
    """How a rating came about, in the days that were asked for; `soon` says when its line begins."""
    heading = f"Rating in {kind}"
    missing = FIFTH - rated.games
    if missing > 0:
        return {
            "heading": heading,
            "chart": None,
            "soon": f"The line starts with the fifth game. {_NUMBERS[missing]} to go.",
        }
    since, until = (str(each) if each else "" for each in (asked.since, asked.until))
    points = [point for point in course(rated) if since <= point.day <= (until or point.day)]
    if len(points) < 2:
        return {
            "heading": heading,
            "chart": None,
            "soon": "There was no rated game to draw a line in this time.",
        }
    readings = [
        Reading(
            at=place,
            value=round(SCALE * point.mu),
            doubt=round(SCALE * point.sigma),
            text=f"Game {point.games}, {day(date.fromisoformat(point.day))}",
        )
        for place, point in enumerate(points)
    ]
    first, last = readings[0], readings[-1]
    return {
        "heading": heading,
        "chart": lines.rating_chart(
            readings,
            list(_times(points)),
            text=f"Rating in {kind}: {first.value} at first and {last.value} now, give or take {last.doubt}",
            heads=("After", "Rating"),
            colour=colour,
            base=1000,
        ),
        "soon": "",
    }


def _times(points: Sequence[Point]) -> Iterator[tuple[float, str]]:
    """A few of the days below a line, each once: by month where it is long, by game for one evening."""
    first, last = (date.fromisoformat(point.day) for point in (points[0], points[-1]))
    told = ""
    for place in sorted({round((len(points) - 1) * part / 4) for part in range(5)}):
        at = date.fromisoformat(points[place].day)
        if first == last:
            text = f"Game {points[place].games}"
        elif (last - first).days < _MONTHS_FROM:
            text = short_day(at)
        else:
            text = date_format(at, "M Y")
        if text != told:
            yield place, text
        told = text


def against(visitor: Visitor, facts: Facts) -> tuple[tuple[dict[str, object], ...], int]:
    """Who finished ahead of whom, those first with whom was played most; how many are left out. One query."""
    met = sorted(facts.against.items(), key=lambda item: (-item[1].games, int(item[0])))
    splits = {int(pk): each for pk, each in met[:OTHERS]}
    found = by_key(visitor, list(splits))
    rows = []
    for pk, each in splits.items():
        level = each.games - each.ahead - each.behind
        split = bars.split(each.ahead, each.behind, ("ahead", "behind"))
        text = f"{split.text}, level {level}" if level else split.text
        if pk in found:
            rows.append(_met(found[pk], split, text))
    return tuple(rows), max(len(met) - OTHERS, 0)


def beside(visitor: Visitor, facts: Facts) -> tuple[dict[str, object], ...]:
    """The partners, and what was won with each. One query where there are any."""
    if not facts.beside:
        return ()
    met = sorted(facts.beside.items(), key=lambda item: (-item[1].games, int(item[0])))[:OTHERS]
    found = by_key(visitor, [int(pk) for pk, _ in met])
    return tuple(
        _met(
            found[int(pk)],
            bars.split(each.won, each.games - each.won),
            f"won {each.won:,} of {many(each.games, 'game')}",
        )
        for pk, each in met
        if int(pk) in found
    )


def _met(player: Player, split: SplitView, text: str) -> dict[str, object]:
    return {
        "href": player_url(player),
        "name": player.name,
        "face": face(player),
        "split": split,
        "text": text,
    }


def tiles(facts: Mapping[str, Facts], called: Mapping[str, str], asked: Asked) -> Iterator[dict[str, object]]:
    """What was played, the most played first; nothing where that is all one. `rate` is "" for who always
    played alone.
    """
    shown = {key: sums for key, sums in facts.items() if rules_of(key) in GAMES}
    for key, sums in shown.items() if len(shown) > 1 else ():
        name, versus = kind_name(key, called), sums.contested
        yield {
            "href": asked.link(game=key),
            "name": name,
            "tile": tile(rules_of(key), name),
            "rate": share(sums.win_rate) if versus else "",
            "line": won_or_alone(sums),
            "here": key == asked.game,
        }


def scores(facts: Facts, kind: str) -> dict[str, object] | None:
    """How final scores are spread, and up to where half of them lie; None where there are few."""
    total, middle = facts.finals.total, facts.finals.middle
    if total < FEW or middle is None:
        return None
    half = f"half are {figure(middle)} or less"
    return {
        "heading": f"Final scores in {kind}",
        "chart": bars.histogram(
            facts.finals.amounts,
            text=f"Final scores of {many(total, 'game')}: {half}",
            heads=("Score", "Games"),
        ),
        "half": half,
    }


def years(found: Mapping[int, Facts], asked: Asked) -> Iterator[dict[str, object]]:
    """The years, the newest first; nothing where there is one."""
    if len(found) < 2:
        return
    for year, facts in sorted(found.items(), reverse=True):
        against = facts.contested
        yield {
            "href": asked.link(period=str(year)),
            "year": year,
            "games": many(facts.games, "game"),
            "won": won_of(facts.wins, against) if against else "alone",
            "split": bars.share(facts.wins, against, share(facts.win_rate)),
        }
