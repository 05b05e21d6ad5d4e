"""A player's page: the statistics of all their games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse

from referee.crew.faces import face
from referee.crew.links import links_to, player_url
from referee.crew.players.context import AgainstRow, GameStats, PlayerPage, StatRow
from referee.crew.players.roster import found
from referee.crew.statistics.counting import uncounted
from referee.crew.statistics.figures import (
    RATING_IN_WORDS,
    figure,
    is_provisional,
    rating,
    settled_by_table,
    share,
)
from referee.games.registry import GAMES
from referee.requests import TableRequest
from referee.rules.engine import HAND_WON
from referee.table.titles import kind_name, name_of
from referee.web.context import GameCard, Link
from referee.web.views import reads
from referee.web.wording import day, many
from scoring.crew.visitor import Visitor
from scoring.history.titles import titles
from scoring.models import Player, Rating, Seat
from scoring.played import rules_of
from scoring.players.roster import by_key
from scoring.statistics import tallies
from scoring.statistics.facts import Against, Facts, Most, favourite, total

#: Of what was played most so many tables are seen at once; a shelf has many titles.
UNFOLDED = 5
#: Others who are listed, those first with whom was played most.
OTHERS = 20


@reads
def player(request: TableRequest, public_id: str) -> HttpResponse:
    """A player's page: games and wins, hands and points, feats and ratings, and opponents."""
    player = found(request, public_id)
    facts = {key: sums for key, sums in tallies.of_player(player).items() if rules_of(key) in GAMES}
    called = titles(request.visitor)
    ratings = tallies.ratings(player)
    days = links_to(request.visitor, _named(facts.values()))
    against = _against(facts.values())
    page = PlayerPage(
        name=player.name,
        face=face(player),
        archived=player.archived_at is not None,
        edit=reverse("edit_player", args=[public_id]) if request.visitor.may_write else "",
        uncounted=uncounted(request),
        rows=tuple(_overall(facts, called)),
        games=tuple(
            GameStats(
                name=kind_name(key, called),
                history=_history(player, game=key),
                rows=tuple(_rows(key, sums, ratings.get(key), days)),
                games=many(sums.games, "game"),
                folded=place >= UNFOLDED,
            )
            for place, (key, sums) in enumerate(facts.items())
        ),
        against=tuple(_against_rows(request.visitor, against)),
        others=max(len(against) - OTHERS, 0),
        last=tuple(map(_last, tallies.last_games(player))),
        history=_history(player),
        rated=RATING_IN_WORDS if ratings else "",
    )
    return render(request, "crew/player.html", {"page": page})


def _history(player: Player, **more: str) -> str:
    return f"{reverse('games')}?{urlencode({'player': player.public_id} | more)}"


def _overall(facts: Mapping[str, Facts], called: Mapping[str, str]) -> Iterator[StatRow]:
    if not facts:
        return
    # Only what does not depend on the order is told of all games together.
    every = total(facts.values())
    yield from _won(every)
    best = favourite(facts)
    played = facts[best].games
    yield StatRow(label="Favourite game", value=kind_name(best, called), detail=f"{played} of {every.games}")


def _won(facts: Facts) -> Iterator[StatRow]:
    """How many games there were, and how many of those against others were won."""
    yield StatRow(label="Games", value=str(facts.games), detail=f"{facts.alone} alone" if facts.alone else "")
    if facts.games > facts.alone:
        yield StatRow(label="Won", value=str(facts.wins), detail=share(facts.win_rate))


def _rows(key: str, facts: Facts, rated: Rating | None, days: Mapping[str, Link]) -> Iterator[StatRow]:
    """The lines of one game; those that it has no numbers for are left out."""
    game = GAMES[rules_of(key)]
    yield from _won(facts)
    if facts.run.games:
        run = f"now {facts.run.last}" if facts.run.last else ""
        yield StatRow(label="Won in a row", value=str(facts.run.longest), detail=run)
    if rated:
        value, uncertainty = rating(rated)
        detail = f"{uncertainty}, provisional" if is_provisional(rated) else uncertainty
        yield StatRow(label="Rating", value=value, detail=detail)
    if facts.hands_played:
        mean, median = figure(facts.mean), figure(facts.median)
        yield StatRow(label=f"Points per {game.unit}", value=mean, detail=f"median {median}")
        if HAND_WON in game.feats:
            of = f"of {many(facts.hands_played, game.unit)}"
            yield StatRow(label=game.feats[HAND_WON].label, value=str(facts.hands_won), detail=of)
    for what, low, high in (
        (game.unit, facts.lowest_hand, facts.highest_hand),
        ("final score", facts.lowest, facts.highest),
    ):
        yield from _extremes(game.key, what, low, high, days)
    for name, feat in game.feats.items():
        most = facts.most.get(name)
        if feat.most:
            if most:
                yield StatRow(label=feat.label, value=figure(most.amount), game=days.get(most.game))
        elif amount := facts.stats.get(name):
            yield StatRow(
                label=feat.label,
                value=figure(amount),
                detail=f"most {figure(most.amount)}" if most else "",
                game=days.get(most.game) if most else None,
            )


def _extremes(
    key: str, what: str, low: Most | None, high: Most | None, days: Mapping[str, Link]
) -> Iterator[StatRow]:
    best_first = (high, low) if GAMES[key].highest_wins else (low, high)
    words = ("Highest", "Lowest") if settled_by_table(key) else ("Best", "Worst")
    for word, most in zip(words, best_first, strict=True):
        if most:
            yield StatRow(label=f"{word} {what}", value=figure(most.amount), game=days.get(most.game))


def _named(facts: Iterable[Facts]) -> set[str]:
    """The games that the lines name, by their public ids."""
    found = [
        most
        for each in facts
        for most in (each.lowest, each.highest, each.lowest_hand, each.highest_hand, *each.most.values())
    ]
    return {most.game for most in found if most}


def _against(facts: Iterable[Facts]) -> list[tuple[int, Against]]:
    """The other players by primary key with what the games with them came to, the most played with first."""
    sums: dict[int, Against] = {}
    for each in facts:
        for other, against in each.against.items():
            sums[int(other)] = sums.get(int(other), Against()) + against
    return sorted(sums.items(), key=lambda item: (-item[1].games, item[0]))


def _against_rows(visitor: Visitor, against: list[tuple[int, Against]]) -> Iterator[AgainstRow]:
    shown = against[:OTHERS]
    others = by_key(visitor, [pk for pk, _ in shown])
    for pk, sums in shown:
        if other := others.get(pk):
            yield AgainstRow(
                href=player_url(other),
                name=other.name,
                face=face(other),
                games=sums.games,
                won=sums.won,
                lost=sums.lost,
            )


def _last(seat: Seat) -> GameCard:
    game = seat.game
    if not game.finished_at:
        line = "Still open"
    elif seat.won:
        line = f"Won with {figure(seat.score)}"
    else:
        line = f"Ended with {figure(seat.score)}"
    return GameCard(
        href=reverse("game", args=[game.public_id]), title=name_of(game), line=line, meta=day(game.created_at)
    )
