"""A player's page: who they are and how strong, their form, whom they meet, and what they are proud of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from referee.crew.links import links_to, player_url
from referee.crew.players import pride, showing
from referee.crew.players.asking import asked_for, kinds, periods
from referee.crew.players.context import StatRow
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
from referee.crew.statistics.marks import Mark
from referee.crew.titles import day_of, kind_name
from referee.games.registry import GAMES
from referee.rules.engine import HAND_WON
from referee.table.requests import TableRequest
from referee.web.components import Link, face
from referee.web.wording import many
from scoring.history.titles import titles
from scoring.models import Player, Rating
from scoring.models.nights import tonight
from scoring.played import rules_of
from scoring.statistics import tallies
from scoring.statistics.facts import Facts, Most

#: The last games that are shown, and how many of them stand in a row on a phone.
FORM, ROW = 10, 5
#: Of what is played most so many kinds are looked through for records and badges.
LOOKED_THROUGH = 5
#: What a page without games will show, and from when on.
SOON = (
    "After the first game: what was won, against whom, and the first badges.",
    f"With the {showing.FIFTH}th game in one thing: the rating as a line.",
    "Records as soon as one is held.",
)


@require_safe
def player(request: TableRequest, public_id: str) -> HttpResponse:
    """A player's page, about every game or one, of all time or of a spell."""
    player, visitor, today = found(request, public_id), request.visitor, tonight()
    called = titles(visitor)
    asked = asked_for(request, player_url(player), today, called)
    facts = tallies.of_player(player, asked.since, asked.until)
    sums = facts.get(asked.game)
    played = tallies.kinds_of(player)
    searched = {"player": player.public_id} | ({"game": asked.game} if asked.game else {})
    page = {
        "name": player.name,
        "face": face(player),
        "archived": player.archived_at is not None,
        "edit": reverse("edit_player", args=[public_id]) if visitor.may_write else "",
        "uncounted": uncounted(request),
        "soon": () if played else SOON,
        "empty": "" if sums else "No game ended in this time." if played else "No finished games yet.",
        "history": f"{reverse('games')}?{urlencode(searched)}",
        "periods": tuple(periods(asked, today)) if played else (),
        "kinds": tuple(kinds(asked, played, called)),
        # Without a game there is no more to show than this.
        "hero": None,
    }
    if sums is None:
        return render(request, "crew/player.html", {"page": page})
    ratings = tallies.ratings(player)
    # Of every game, what is told of one alone is told of the one that is played most.
    most = asked.game or next((key for key in facts if key and rules_of(key) in GAMES), "")
    rated, kind = ratings.get(most), kind_name(most, called)
    last = tallies.last_games(player, FORM, game=asked.game, since=asked.since, until=asked.until)
    looked_through = {asked.game} if asked.game else {"", *played[:LOOKED_THROUGH]}
    everybody = {} if asked.period else tallies.everybody(visitor, looked_through)
    held = pride.held(player, everybody)
    days = links_to(visitor, {sums.first, *_named(facts.values()), *(_made_in(player, held))})
    met, others = showing.against(visitor, sums)
    badges = tuple(pride.badge_rows(player, everybody))
    page |= {
        "hero": showing.hero(sums, rated, kind, past=asked.past(today), first=days.get(sums.first)),
        "form": tuple(showing.form(last)),
        "blank": tuple(range(-len(last) % ROW)),
        "newest": day_of(last[0].game) if last else "",
        "course": showing.rating_course(rated, kind, player.colour, asked) if rated else None,
        "rated": RATING_IN_WORDS if rated else "",
        "against": met,
        "others": others,
        "beside": showing.beside(visitor, sums),
        "tiles": () if asked.game else tuple(showing.tiles(facts, called, asked)),
        "scores": showing.scores(facts[most], kind) if most in facts else None,
        "held": tuple(pride.held_rows(player, held, called, days, one_kind=bool(asked.game))),
        "records": f"{reverse('records')}?{urlencode({'game': most})}",
        "badges": badges,
        "earned": f"{sum(bool(badge.count) for badge in badges)} of {len(badges)}",
        "years": () if asked.period else tuple(showing.years(tallies.years_of(player, asked.game), asked)),
        "about": kind,
        "figures": tuple(_rows(most, facts[most], rated, days)) if most in facts else (),
    }
    return render(request, "crew/player.html", {"page": page})


def _rows(key: str, facts: Facts, rated: Rating | None, days: Mapping[str, Link]) -> Iterator[StatRow]:
    """The lines of one game; those that it has no numbers for are left out."""
    game = GAMES[rules_of(key)]
    yield StatRow(label="Games", value=str(facts.games), detail=f"{facts.alone} alone" if facts.alone else "")
    if facts.contested:
        yield StatRow(label="Won", value=str(facts.wins), detail=share(facts.win_rate))
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
    if low and high and low.amount == high.amount:
        # One that is both is said once.
        best_first = (best_first[0], None)
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


def _made_in(player: Player, held: Iterable[tuple[str, str, list[Mark]]]) -> Iterator[str]:
    """The games in which a player set the records that they hold."""
    return (game for _, _, named in held for holder, _, game in named if game and holder.pk == player.pk)
