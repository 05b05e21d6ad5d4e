"""The page of one game: who won, how it went, its moments, every hand, and what is noted of that evening."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from urllib.parse import urlencode

from django.core.exceptions import BadRequest
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone

from referee.crew.exchange.pages import export_links
from referee.crew.history.context import (
    FactRow,
    GamePage,
    HandCell,
    HandRow,
    PhotoLink,
    RankedRow,
    SeatView,
)
from referee.crew.history.counts import count_view, line_row, replay_url
from referee.crew.history.moments import Place, Stretch, moments
from referee.games.agreed import Agreed, agreed
from referee.games.registry import GAMES, PRESENTERS
from referee.games.tiles import tile
from referee.requests import TableRequest
from referee.table.logbook import Event, event_url
from referee.table.titles import highest_wins, name_of, result_of, title_of
from referee.web.charts import Limit, LineChart, line_chart, sums
from referee.web.context import FaceView, StandingView
from referee.web.faces import face
from referee.web.numbers import Number, written
from referee.web.requests import see
from referee.web.standings import ranked
from referee.web.views import reads, writes
from referee.web.wording import clock, day_and_time, gained, lasted, many, weekday_and_day
from scoring.crew.visitor import get_game_or_404, must_write
from scoring.history import notes as noted
from scoring.history import scores
from scoring.history.deeds import Deed, Deeds, deeds, hand_of
from scoring.log import reader
from scoring.log.values import number
from scoring.models import Game, Photo, Refusal, Score, Seat
from scoring.pictures.photos import photos_of, set_caption

#: More winners than these have no face at the top: their names stand in the heading, or are counted.
MOST_CROWNED = 3


@reads
def game(request: TableRequest, public_id: str) -> HttpResponse:
    """A game's page; `hand` asks for the count of one, by its first move."""
    found = get_game_or_404(request, public_id)
    return render(request, "crew/game.html", {"page": _page(found, request.GET.get("hand", ""))})


@writes
def notes(request: TableRequest, public_id: str) -> HttpResponse:
    """Keeps where the game was played and what was noted of it."""
    found = get_game_or_404(request, public_id)
    must_write(found.viewer_role)
    try:
        noted.set_notes(found, place=request.POST.get("place", ""), notes=request.POST.get("notes", ""))
    except noted.TooLong as error:
        raise BadRequest(f"{error} Nothing was saved: go back and shorten it.") from None
    return see(f"{reverse('game', args=[public_id])}#evening")


@writes
def caption(request: TableRequest, public_id: str, photo: str) -> HttpResponse:
    """Says what is to be seen on a photo."""
    found = get_game_or_404(request, public_id)
    must_write(found.viewer_role)
    shown = get_object_or_404(Photo.objects.of(found).kept(), public_id=photo)
    set_caption(shown, request.POST.get("caption", ""))
    return see(f"{reverse('game', args=[public_id])}#photos")


def _page(game: Game, asked: str) -> GamePage:
    address = [game.public_id]
    rules = GAMES[game.game]
    matrix = scores.by_hand(game)
    in_hands = any(row.number for row in matrix.rows)
    lines = [] if in_hands else scores.lines(game)
    firsts = [hand.first for hand in reader.hands(game)] if game.length else []
    told = deeds(game, firsts)
    people = {seat.name: seat for seat in matrix.seats}
    here = next((row for row in matrix.rows if in_hands and str(row.first) == asked), None)
    known = agreed(game.game, game.options)
    over = game.finished_at is not None
    won = {name: sum(name in hand for hand in told.winners.values()) for name in people}
    stretches = list(_hands(game, matrix, told) if in_hands else _moves(game, lines))
    return GamePage(
        public_id=game.public_id,
        title=title_of(game),
        heading=result_of(game) if over else name_of(game),
        game=_called(game),
        tile=tile(game.game, game.title),
        crowned=_crowned(game, people),
        when=f"{weekday_and_day(game.created_at)}, {clock(game.created_at)}",
        length=", ".join(_length(game, len(told.winners) or len(matrix.rows), in_hands=in_hands)),
        ranks=tuple(_ranks(game, people, won, len(told.winners))),
        seats=tuple(
            SeatView(name=seat.name, face=face(seat.player), total=written(total))
            for seat, total in zip(matrix.seats, matrix.totals, strict=True)
        ),
        unit=rules.unit,
        wins="highest wins" if highest_wins(game) else "lowest wins",
        hands=tuple(_rows(game, matrix, told, people, here)) if in_hands else (),
        lines=tuple(line_row(game, line, line.position) for line in lines),
        chart=_chart(game, matrix, stretches, known, in_hands=in_hands),
        moments=moments(
            game.game,
            stretches,
            game.standing["winners"],
            told.done,
            at=_finder(game, matrix, firsts, in_hands=in_hands),
            highest=highest_wins(game),
            unit=rules.unit,
        ),
        count=count_view(game, matrix.rows, here) if here else None,
        notes=game.notes,
        place=game.place,
        facts=tuple(_facts(game, known)),
        photos=tuple(_photos(game)),
        add=reverse("add_photo", args=[game.public_id, game.version])
        if game.version and game.viewer_may_write
        else "",
        log=reverse("log", args=address),
        take=export_links(game),
        replay=reverse("replay", args=address) if game.length else "",
        resume="" if over else reverse("table", args=address),
        over=over,
        sheet=f"{reverse('sheet_new')}?{urlencode({'from': f'game-{game.public_id}'})}"
        if game.game == "score_sheet" and game.viewer_may_write
        else "",
        rematch=f"{reverse('setup', args=[game.game])}?{urlencode({'rematch': game.public_id})}"
        if over
        else "",
        writes=game.viewer_may_write,
    )


# --- the result


def _called(game: Game) -> str:
    """What was played, by title and rules, as far as the heading does not say it."""
    rules = GAMES[game.game].name
    if not game.finished_at:
        return rules if game.title else ""
    return f"{game.title}, {rules}" if game.title and game.title != rules else rules


def _crowned(game: Game, people: Mapping[str, Seat]) -> tuple[FaceView, ...]:
    names = [name for name in game.standing["winners"] if name in people]
    return tuple(face(people[name].player) for name in names) if len(names) <= MOST_CROWNED else ()


def _length(game: Game, hands: int, *, in_hands: bool) -> Iterator[str]:
    """How long it took and how many hands it had, with its pace."""
    took = game.finished_at - game.created_at if game.finished_at else None
    minutes = round(took.total_seconds() / 60) if took else 0
    if minutes:
        yield lasted(minutes)
    if in_hands and hands:
        yield many(hands, GAMES[game.game].unit)
        if minutes >= hands > 1:
            yield f"{round(minutes / hands)} min a {GAMES[game.game].unit}"
    if not game.finished_at:
        yield "still open"


def _ranks(game: Game, people: Mapping[str, Seat], won: Mapping[str, int], hands: int) -> Iterator[RankedRow]:
    """Everybody by rank: who won first, who left last."""
    for row in ranked(_standings(game), highest=highest_wins(game)):
        seat = people[row.name]
        note = "left" if not row.here else ""
        if row.here and hands and len(people) > 1:
            unit = GAMES[game.game].unit
            note = f"won {won[row.name]} of {many(hands, unit)}"
        yield RankedRow(
            rank=row.rank,
            name=row.name,
            face=face(seat.player),
            href=reverse("player", args=[seat.player.public_id]),
            points=row.shown,
            note=note,
            won=row.leader,
        )


def _standings(game: Game) -> Iterator[StandingView]:
    here = game.standing["players"]
    points = game.standing["scores"]
    for name in (*here, *(name for name in points if name not in here)):
        won = name in game.standing["winners"]
        yield StandingView(name=name, points=number(points[name]), leader=won, here=name in here)


# --- how it went


def _hands(game: Game, matrix: scores.Matrix, told: Deeds) -> Iterator[Stretch]:
    """The hands that scored; what came before the first is none."""
    for row in matrix.rows:
        if row.number:
            yield Stretch(
                name=_hand_name(game, row),
                href=_hand_url(game, row.first),
                points={
                    seat.name: points
                    for seat, points in zip(matrix.seats, row.points, strict=True)
                    if points is not None
                },
                won=told.winners.get(row.first, ()),
            )


def _hand_name(game: Game, row: scores.HandRow) -> str:
    return f"“{row.name}”" if row.name else f"{GAMES[game.game].unit} {row.number}"


def _hand_url(game: Game, first: int) -> str:
    return f"{reverse('game', args=[game.public_id])}?hand={first}#count"


def _moves(game: Game, lines: Sequence[Score]) -> Iterator[Stretch]:
    """The moves that scored."""
    names = game.standing["scores"]
    found: dict[int, dict[str, Number]] = {}
    for line in lines:
        points = found.setdefault(line.position, dict.fromkeys(names, 0))
        points[line.seat.name] = points.get(line.seat.name, 0) + line.points
    for position, points in found.items():
        yield Stretch(name=f"move {position}", href=replay_url(game, position), points=points)


def _finder(
    game: Game, matrix: scores.Matrix, firsts: Sequence[int], *, in_hands: bool
) -> Callable[[Deed], Place]:
    """Where a deed is looked at: the move that did it, called by its hand if there are any."""
    numbers = {row.first: _hand_name(game, row) for row in matrix.rows if row.number}

    def place(deed: Deed) -> Place:
        hand = numbers.get(hand_of(deed.position, firsts)) if in_hands else None
        return Place(hand or f"move {deed.position}", replay_url(game, deed.position))

    return place


def _chart(
    game: Game, matrix: scores.Matrix, stretches: Sequence[Stretch], known: Agreed, *, in_hands: bool
) -> LineChart | None:
    """The scores after every hand, or after every move that scored; None where nothing did.

    What came before the first hand is where a line begins.
    """
    steps = [str(row.number or "Start") for row in matrix.rows]
    if not in_hands:
        steps = [stretch.name.removeprefix("move ") for stretch in stretches]
    if not steps:
        return None
    series = [
        sums(
            seat.name,
            [row.points[place] for row in matrix.rows]
            if in_hands
            else [stretch.points.get(seat.name) for stretch in stretches],
            joins=in_hands,
            won=seat.name in game.standing["winners"],
            colour=seat.player.colour,
        )
        for place, seat in enumerate(matrix.seats)
    ]
    limit = None if known.limit is None else Limit(known.limit, f"ends at {known.limit}")
    return line_chart(series, steps, GAMES[game.game].unit if in_hands else "move", limit)


def _rows(
    game: Game,
    matrix: scores.Matrix,
    told: Deeds,
    people: Mapping[str, Seat],
    here: scores.HandRow | None,
) -> Iterator[HandRow]:
    """Hand by hand: who dealt, who won, what everybody got and had after it."""
    totals: dict[str, Number] = {}
    for row in matrix.rows:
        won = told.winners.get(row.first, ())
        cells: list[HandCell] = []
        for seat, points in zip(matrix.seats, row.points, strict=True):
            totals[seat.name] = number(totals.get(seat.name, 0) + (points or 0))
            cells.append(
                HandCell(
                    gained=gained(points),
                    total="" if points is None else written(totals[seat.name]),
                    won=seat.name in won,
                )
            )
        dealer = told.dealers.get(row.first, "")
        yield HandRow(
            hand=row.name or str(row.number or "Start"),
            cells=tuple(cells),
            href=_hand_url(game, row.first),
            dealer=dealer,
            face=face(people[dealer].player) if dealer in people else None,
            here=row is here,
        )


# --- that evening


def _facts(game: Game, known: Agreed) -> Iterator[FactRow]:
    """Where, from when to when, and what was agreed on."""
    if game.place:
        yield FactRow(sign="pin", name="Place", text=game.place)
    if game.finished_at and (game.finished_at - game.created_at).total_seconds() >= 60:
        began, ended = timezone.localtime(game.created_at), timezone.localtime(game.finished_at)
        until = clock(ended) if ended.date() == began.date() else day_and_time(ended)
        yield FactRow(sign="clock", name="Time", text=f"{clock(began)} to {until}")
    if known.words:
        text = ", ".join(known.words)
        yield FactRow(sign="cards", name="Agreed", text=text[:1].upper() + text[1:])


def _photos(game: Game) -> Iterator[PhotoLink]:
    for photo in photos_of(game):
        yield PhotoLink(
            href=event_url(game.public_id, photo.event),
            src=reverse("photo", args=[game.public_id, photo.public_id]),
            width=photo.width,
            height=photo.height,
            caption=photo.caption,
            alt=photo.caption or f"Photo for {_told(game, photo.event)}",
            save=reverse("caption", args=[game.public_id, photo.public_id]) if game.viewer_may_write else "",
        )


def _told(game: Game, event: Event) -> str:
    """A row of the log or a refusal in a few words."""
    tell = PRESENTERS[game.game].described
    if isinstance(event, Refusal):
        return f"refusal {event.number}, {tell(event.body)}"
    told = f", {tell(event.body)}" if event.kind == event.Kind.MOVE and event.body else ""
    return f"log entry {event.seq}{told}"
