"""A game looked at again, move by move: the table as it was, what was done, and why it was so."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_GET

from referee.crew.history.context import LineRow, ReplayPage, StepRow
from referee.crew.history.counts import replay_url
from referee.rules.engine import Fold, Line, Ruling, games
from referee.table.context import Cited, TableView
from referee.table.logbook import log_row_url
from referee.table.look import Look
from referee.table.page_context import Option
from referee.table.pages import title_of
from referee.table.presenters import presenter_of
from referee.table.requests import NotHere, TableRequest, whole_number
from referee.table.wording import gained
from scoring import history
from scoring.crew import get_game_or_404
from scoring.models import Game
from scoring.played import Played, hand_at
from scoring.values import Entry


@require_GET
def start(request: TableRequest, public_id: str) -> HttpResponse:
    """The table before the first move; or the way to the move that `n` asks for."""
    if n := whole_number(request.GET.get("n", "")):
        return HttpResponseRedirect(reverse("replayed", args=[public_id, n]))
    return _page(request, public_id, 0)


@require_GET
def replayed(request: TableRequest, public_id: str, n: int) -> HttpResponse:
    """The table after a move. Only its hand is read and folded, never the whole game."""
    return _page(request, public_id, n)


def _page(request: TableRequest, public_id: str, n: int) -> HttpResponse:
    game = get_game_or_404(request, public_id)
    if n > game.length:
        raise NotHere(f"There is no move {n} in this game.")
    page = _view(game, hand_at(game, n), n)
    template = "crew/replay.html#replay" if request.htmx else "crew/replay.html"
    response = render(request, template, {"page": page})
    patch_vary_headers(response, ["HX-Request"])
    return response


def _view(game: Game, hand: Played, n: int) -> ReplayPage:
    rules, tell = games()[game.game], presenter_of(game.game).tell
    fold = Fold(rules, rules.load(hand.past.state), hand.first - 1)
    entry: Entry | None = None
    lines: tuple[Line, ...] = ()
    for entry in hand.past.entries[: max(n - hand.first + 1, 0)]:
        answer = fold.tell(entry.body)
        lines = answer.lines if isinstance(answer, Ruling) else ()
    first, last = (hand.first, hand.last) if hand.past.entries else (0, 0)
    return ReplayPage(
        title=title_of(game),
        game=reverse("game", args=[game.public_id]),
        url=reverse("replay", args=[game.public_id]),
        here=replay_url(game, n),
        n=n,
        length=game.length,
        hand=f"{rules.unit.capitalize()} {hand.number}" if hand.number else "",
        move=tell(entry.body) if entry else "Before the first move",
        cites=tuple(Cited(text=cite["text"], rule=cite["rule"]) for cite in _rulings(entry)),
        lines=tuple(_lines(game, n, lines)),
        table=_table(game, fold, entry),
        hands=tuple(_hands(game, hand, rules.unit)),
        unit=rules.unit,
        steps=tuple(
            StepRow(
                n=step.position,
                text=tell(step.body),
                href=replay_url(game, step.position),
                here=step is entry,
            )
            for step in hand.past.entries
        ),
        first=replay_url(game, first) if n != first else "",
        back=replay_url(game, n - 1) if n else "",
        forward=replay_url(game, n + 1) if n < game.length else "",
        last=replay_url(game, last) if n != last else "",
        log=log_row_url(game.public_id, entry.seq) if entry else "",
        correct=reverse("correct", args=[game.public_id, n]) if entry and game.viewer_may_write else "",
    )


def _rulings(entry: Entry | None) -> Any:
    return entry.outcome.get("rulings", ()) if entry else ()


def _lines(game: Game, n: int, lines: tuple[Line, ...]) -> Iterator[LineRow]:
    for line in lines:
        yield LineRow(
            move=n,
            href=replay_url(game, n),
            name=line.player,
            points=gained(history.number(line.points)),
            cite=Cited(text=line.reason, rule=line.rule),
        )


def _table(game: Game, fold: Fold[Any, Any], entry: Entry | None) -> TableView:
    """The table as the presenter shows it, with nothing asked of it and no stream that would change it."""
    look = Look(
        game=game,
        state=fold.state,
        key="",
        url=reverse("table", args=[game.public_id]),
        live="",
        now=timezone.localtime(game.created_at),
        outcome=entry.outcome if entry else {},
        hand=lambda: fold,
    )
    return presenter_of(game.game).view(look)


def _hands(game: Game, here: Played, unit: str) -> Iterator[Option]:
    """The hands by the move that began each. One query."""
    for hand in history.hands(game):
        text = f"{unit.capitalize()} {hand.number}" if hand.number else "The beginning"
        yield Option(value=str(hand.first), text=text, chosen=hand.first == here.past.first)
