"""The pages around the table: the way in, history, a game's page, its log."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlencode

from django.core.exceptions import BadRequest
from django.http import HttpResponse
from django.shortcuts import render
from django.template.defaultfilters import date
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET

from referee.rules.engine import games as rules
from referee.rules.engine import joined
from referee.table.context import Cited, Link, StandingView
from referee.table.page_context import (
    GameCard,
    GameChoice,
    GamePage,
    GamesPage,
    HandRow,
    HomePage,
    LineRow,
    LogPage,
    LogRow,
    NewPage,
)
from referee.table.presenters import Presenter, offered, presenter_of
from referee.table.requests import TableRequest
from scoring import history
from scoring.crew import get_game_or_404
from scoring.force import in_force
from scoring.models import Game, Move
from scoring.values import Entry, Number

LOG_ROWS = 150


@require_GET
def home(request: TableRequest) -> HttpResponse:
    """The games that are still open, and the way to a new one."""
    cards = tuple(
        _card(game, reverse("table", args=[game.public_id])) for game in history.open_games(request.visitor)
    )
    return render(request, "pages/home.html", {"page": HomePage(open=cards)})


@require_GET
def choose(request: TableRequest) -> HttpResponse:
    """Which game to begin."""
    choices = tuple(
        GameChoice(href=reverse("setup", args=[key]), name=rules()[key].name, blurb=presenter_of(key).blurb)
        for key in offered()
    )
    return render(request, "pages/new.html", {"page": NewPage(games=choices)})


@require_GET
def games(request: TableRequest) -> HttpResponse:
    """History: the crew's games, newest first, a page at a time."""
    after = request.GET.get("after", "")
    try:
        found = history.games(request.visitor, after=after)
    except history.BadPlace:
        raise BadRequest("No page of the history is called that.") from None
    url = reverse("games")
    page = GamesPage(
        games=tuple(_card(game, reverse("game", args=[game.public_id])) for game in found.games),
        older=f"{url}?{urlencode({'after': found.next})}" if found.next else "",
        newer=url if after else "",
    )
    return render(request, "pages/games.html", {"page": page})


@require_GET
def game(request: TableRequest, public_id: str) -> HttpResponse:
    """A game's page: the result and the score of every hand, or, if it has none, of every move."""
    game = get_game_or_404(request, public_id)
    matrix = history.by_hand(game)
    rows = [row for row in matrix.rows if row.number]
    page = GamePage(
        title=_title(game),
        heading=_result(game),
        detail=_when(game),
        standings=tuple(_standings(game)),
        names=tuple(seat.name for seat in matrix.seats),
        unit=presenter_of(game.game).rules.unit,
        hands=tuple(HandRow(hand=row.number, points=tuple(map(_points, row.points))) for row in rows),
        lines=() if rows else tuple(_lines(game)),
        log=reverse("log", args=[public_id]),
        resume=reverse("table", args=[public_id]) if game.finished_at is None else "",
        rematch=f"{reverse('setup', args=[game.game])}?{urlencode({'rematch': public_id})}"
        if game.finished_at
        else "",
    )
    return render(request, "pages/game.html", {"page": page})


@require_GET
def log(request: TableRequest, public_id: str) -> HttpResponse:
    """Every move with its ruling; what was undone or corrected stays, struck through; the last part first."""
    game = get_game_or_404(request, public_id)
    rows = history.whole_log(game)
    parts = range(0, max(len(rows), 1), LOG_ROWS)
    wanted = request.GET.get("part", "")
    part = int(wanted) if wanted.isascii() and wanted.isdigit() and len(wanted) < 4 else len(parts)
    start = parts[min(max(part, 1), len(parts)) - 1]
    url = reverse("log", args=[public_id])
    links = [Link(href=f"{url}?part={number}", text=f"Part {number}") for number in range(1, len(parts) + 1)]
    page = LogPage(
        title=_title(game),
        table=reverse("table", args=[public_id]),
        unit=presenter_of(game.game).rules.unit,
        rows=tuple(_log_rows(game, presenter_of(game.game), rows, start)),
        pages=tuple(links) if len(links) > 1 else (),
    )
    return render(request, "pages/log.html", {"page": page})


def log_row_url(public_id: str, seq: int) -> str:
    """Where the log of a game shows a row."""
    return f"{reverse('log', args=[public_id])}?part={(seq - 1) // LOG_ROWS + 1}#r{seq}"


def _log_rows(game: Game, presenter: Presenter, rows: list[Move], start: int) -> Iterator[LogRow]:
    standing = {entry.seq: entry for entry in in_force(rows)}
    begins = {hand.first: hand.number for hand in history.hands(game)}
    for row in rows[start : start + LOG_ROWS]:
        entry = standing.get(row.seq)
        when = f"{date(timezone.localtime(row.created_at), 'H:i')}"
        if entry:
            edit = reverse("correct", args=[game.public_id, entry.position])
            yield _standing_row(
                presenter, entry, row, when=when, hand=begins.get(entry.position, 0), edit=edit
            )
        elif row.kind == Move.Kind.MOVE:
            yield LogRow(
                n="",
                seq=row.seq,
                text=presenter.tell(row.body or {}),
                note=f"{when}, taken back or replaced",
                undone=True,
            )
        else:
            undone = row.kind == Move.Kind.CORRECT
            yield LogRow(n="", seq=row.seq, text=_changed(presenter, row), note=when, undone=undone)


def _standing_row(
    presenter: Presenter, entry: Entry, row: Move, *, when: str, hand: int, edit: str
) -> LogRow:
    fallen = [f"{presenter.tell(item['move'])}: {item['why']}" for item in row.outcome.get("dropped", ())]
    note = f"{when}, corrected" if row.kind == Move.Kind.CORRECT else when
    return LogRow(
        n=str(entry.position),
        seq=row.seq,
        text=presenter.tell(entry.body),
        cites=tuple(Cited(text=cite["text"], rule=cite["rule"]) for cite in entry.outcome["rulings"]),
        note=". Fell away: ".join([note, *fallen]),
        edit=edit,
        hand=hand,
    )


def _changed(presenter: Presenter, row: Move) -> str:
    """A row that is no move, or a correction that was itself replaced."""
    match row.kind:
        case Move.Kind.UNDO:
            return f"Move {row.position} is taken back"
        case Move.Kind.REDO:
            return f"Move {row.position} is put back"
    if row.body and row.body[0]["seq"] is None:
        return f"Move {row.position} is corrected: {presenter.tell(row.body[0]['move'])}"
    return f"Move {row.position} is struck out"


def _card(game: Game, href: str) -> GameCard:
    return GameCard(href=href, title=_name(game), line=_result(game), meta=_when(game))


def _name(game: Game) -> str:
    return game.title or rules()[game.game].name


def _title(game: Game) -> str:
    return f"{_name(game)}, {date(timezone.localtime(game.created_at), 'j M Y')}"


def _when(game: Game) -> str:
    began = date(timezone.localtime(game.created_at), "j M Y, H:i")
    return began if game.finished_at else f"{began}, still open"


def _result(game: Game) -> str:
    """Who won, or who plays."""
    players, winners = game.standing["players"], game.standing["winners"]
    if not game.finished_at:
        return joined(players)
    if len(players) == 1 and not winners:
        # Alone nobody wins: the score is what there is to tell.
        return f"{players[0]}: {history.number(game.standing['scores'][players[0]])}"
    return f"{joined(winners)} won" if winners else "Nobody won"


def _standings(game: Game) -> Iterator[StandingView]:
    here = game.standing["players"]
    scores = game.standing["scores"]
    for name in (*here, *(name for name in scores if name not in here)):
        won = name in game.standing["winners"]
        yield StandingView(name=name, points=history.number(scores[name]), leader=won, here=name in here)


def _lines(game: Game) -> Iterator[LineRow]:
    for line in history.lines(game):
        points = _points(history.number(line.points))
        yield LineRow(move=line.position, name=line.seat.name, points=points, reason=line.reason)


def _points(points: Number | None) -> str:
    return "–" if points is None else f"{points:+}" if points else "0"
