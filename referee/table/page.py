"""A table's page: what its game shows, and what lies around that for the phone that asks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from http import HTTPStatus

from django.http import HttpResponse, QueryDict
from django.template.backends.utils import csrf_input
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from msgspec.structs import asdict, replace

from referee.games.look import AnyLook, Look, Reply
from referee.games.parts import Seat
from referee.games.registry import GAMES, PRESENTERS
from referee.games.table_views import EvidenceView, GameView, SeatPart, TableView
from referee.rules.record import read_outcome
from referee.rules.sentences import as_sentences
from referee.stream.endpoint import CLOCK, stream_url
from referee.table import disputes, moments, races, seats, taps
from referee.table.last_time import next_game
from referee.table.requests import TableRequest
from referee.table.taps import Standing, fold_of
from referee.web.components import SAMPLE, View
from referee.web.requests import page_or_part
from referee.web.wording import whole_number
from scoring.crew.seats import seat_of
from scoring.history import scores
from scoring.log import reader, tap_keys
from scoring.models import Game

#: So many of the last moves are listed for a phone that may only look.
RECENT = 8
#: Chosen by the query and kept by a cookie: which hint comes next (they go for good), and before which move.
COACH, HINTS, FEW = "coach", (1, 2, 3), 6
#: Whether a phone that has a seat shows the whole table all the same.
WHOLE = "whole"

_ORDINALS = (
    "", "are next", "go third", "go fourth", "go fifth", "go sixth", "go seventh", "go eighth",
    "go ninth", "go tenth", "go eleventh", "go twelfth", "go thirteenth", "go fourteenth",
)  # fmt: skip
#: So many who come before are named.
_MOST_NAMED = 3


class Correction(View, frozen=True):
    """A move of the log that is corrected by the keys of its table: its number, what it was and what was
    called out with it, the `fields` that it was sent by, and the way `back` where nothing is changed. `focus`
    is the field that was pointed at.
    """

    n: int
    move: str
    spoken: str
    fields: Mapping[str, object]
    back: str
    focus: str = ""


class TablePage(GameView, frozen=True, kw_only=True):
    """What the game shows, and all that lies around it for one phone: everything of the region `#table`, and
    nothing else changes on the page.

    `url` is the table's address, `here` the one that shows this very region again (with its sheet), `back`
    the one that a sheet goes back to, and `stream` its doorbell; `game_url` is the game's page for a phone
    that may only look, "" for the others. `version` is the number of rows of the log, `length` that of the
    moves in force. `csrf_input` makes a form ours, `csrf_and_key` also count once if it is sent again.
    `notice` lies over the title until the next tap. `phones` changes where a phone of a seat comes or goes.
    `seat` is the player whose phone it is, "" for none; whether that one `has_part` of the table now, and as
    `seat_part` what is seen instead of the whole table, None while it shows that. What is `for_player` is not
    for the room: its head says whose phone it is. `recent` says what was
    moved last, latest first. `race` is what was measured of two buzzes that wait for a ruling, and `clock`
    where a phone measures its own, "" where nobody buzzes. `coach` is the number of the hint that lies over
    the table of a phone's first game, 0 for none; `keeps` says that it is the phone of a keeper. `best` is
    the moment of a game that is over, None where nothing stands out, and `symbols` fly there; `onward` is the
    table where the phone of a seat plays on, "" for none. `evidence` is what was photographed for the ruling
    that the sheet shows. `corrects` is the move that this table of earlier has the keys for, None on the
    table of now.
    """

    public_id: str
    url: str
    here: str
    move_url: str
    csrf_input: str
    csrf_and_key: str
    version: int
    length: int
    game_url: str = ""
    stream: str = ""
    undo: bool = False
    redo: bool = False
    notice: str = ""
    phones: str = ""
    seat: str = ""
    has_part: bool = False
    seat_part: SeatPart | None = None
    for_player: bool = False
    recent: tuple[str, ...] = ()
    race: EvidenceView | None = None
    clock: str = ""
    coach: int = 0
    keeps: bool = False
    evidence: disputes.PhotoSheet | None = None
    onward: str = ""
    best: moments.MomentView | None = None
    symbols: Sequence[str] = ()
    corrects: Correction | None = None

    @property
    def sample(self) -> bool:
        """Whether it is a sample, which counts nowhere."""
        return self.public_id.startswith(SAMPLE)

    @property
    def invites(self) -> bool:
        """Whether this phone lets others in, and there is still something to play along."""
        return self.keeps and not self.sample and self.phase != "over"

    @property
    def said(self) -> tuple[str, ...]:
        """What is read aloud where it has changed: the notice, then all that the table says, in sentences.

        Each has its place, so that what stays is not read again; a sheet over the table changes none of it.
        """
        return as_sentences((self.notice, *self.table.said))


def table_page(
    request: TableRequest, game: Game, standing: Standing, *, asked: QueryDict, reply: Reply | None = None
) -> HttpResponse:
    """The page for the phone that asks. Every part of it is named here, once.

    `asked` is the query of the sheet to show, `reply` what came of a tap.
    """
    status = reply.status if reply else HTTPStatus.OK
    race, call = races.race_or_call(game)
    past = race is not None and request.method == "GET" and request.GET.get(races.PAST) == str(race.number)
    if race and not past and game.viewer_may_write and "sheet" not in asked:
        # What has to be ruled on comes before whatever a tap was answered by.
        asked, reply = races.query_of(race), None
    presenter = PRESENTERS[game.game]
    seat = seat_of(game, game.viewer_id)
    look = look_at(game, standing, asked=asked, reply=reply, mode=chosen_mode(request, game), seat=seat)
    shown = presenter.view(look)
    hints = presenter.has_hints and shown.phase == "play" and game.length < FEW and game.key[:7] != "rematch"

    seats.record_presence(game)
    faces, phones = seats.faces_of(game), seats.phones_of(game)
    table = shown.table.with_people(faces, phones, seat)
    sheet = shown.sheet or disputes.sheet_of(game, look) or seats.sheet_of(request, game, look, faces)
    watches, part, mine, for_player = not game.viewer_may_write, None, None, False
    if watches or not isinstance(table, TableView) or seat not in standing.state.players:
        # A score sheet is one for all: nobody has a part of it. Nor has who quit, whose seat stays theirs.
        seat = ""
    elif seat:
        personal = _for_player(table, seat)
        mine = _seat_part(game, look, personal, seat)
        for_player = not _wants_whole(request, game)
        if for_player:
            table = personal
            # Some games open a sheet by themselves, for whoever is on turn.
            opens = sheet and mine and (mine.template == table.body or "sheet" in asked or look.refusal)
            part = None if opens else mine
    back = (sheet.back if sheet else "") or shown.back or look.url
    sheet = None if part else sheet
    here = look.here if sheet or shown.keeps_query else look.url
    phones_mark = seats.phones_mark(game, phones)
    notice = look.notice
    if race:
        back = f"{look.url}?{races.PAST}={race.number}"
        here = back if past and here == look.url else here
        phones_mark += f" race {race.number}"
    elif call and not notice:
        notice = call
        phones_mark += f" {call}"
    ends = shown.phase == "over" and sheet is None
    onward = next_game(request.visitor, game) if ends else None
    if onward and not seat_of(onward, onward.viewer_id):
        onward = None
    if onward:
        phones_mark += f" next {onward.public_id}"
    token, key = csrf_input(request), tap_keys.new_key(game)
    page = TablePage(
        **asdict(replace(shown, table=table, sheet=sheet, back=back)),
        public_id=game.public_id,
        url=look.url,
        here=here,
        move_url=reverse("move", args=[game.public_id]),
        game_url=reverse("game", args=[game.public_id]) if watches else "",
        stream=stream_url(game.public_id, game.viewer_id, game.crew_id),
        version=game.version,
        length=game.length,
        csrf_input=token,
        csrf_and_key=format_html('{}<input type="hidden" name="key" value="{}">', token, key),
        undo=game.length > 0 and not watches,
        redo=game.redoable > 0 and not watches,
        notice=notice,
        phones=phones_mark,
        seat=seat,
        has_part=mine is not None,
        seat_part=part,
        for_player=for_player,
        recent=tuple(map(taps.sentence_of, reader.last_rows(game, RECENT))) if watches and not sheet else (),
        race=races.drawn(race) if race else None,
        clock=CLOCK if shown.timed or (game.seated and not watches) else "",
        coach=next_hint(request) if hints and not (sheet or part or watches) else 0,
        keeps=game.viewer_is_keeper,
        evidence=disputes.evidence(game, row=game.version)
        if sheet and sheet.kind == disputes.RULED
        else None,
        onward=reverse("table", args=[onward.public_id]) if onward else "",
        best=moments.best_moment(game, scores.by_hand(game)) if ends else None,
        symbols=presenter.symbols if ends else (),
    )
    return page_or_part(request, "table/table.html", "table/region.html", {"t": page}, status=status)


def look_at(
    game: Game,
    standing: Standing,
    *,
    asked: QueryDict | None = None,
    reply: Reply | None = None,
    mode: str = "",
    seat: str = "",
) -> AnyLook:
    """A look at the table as it stands; see Look."""
    return Look(
        about=game,
        state=standing.state,
        url=reverse("table", args=[game.public_id]),
        now=timezone.localtime(),
        outcome=PRESENTERS[game.game].disclosed(standing.state, standing.outcome),
        hand=lambda: fold_of(GAMES[game.game], reader.past(game)),
        best=partial(scores.best_alone, game),
        asked=asked or QueryDict(),
        reply=reply,
        mode=mode,
        seat=seat,
        undone=read_outcome(standing.undone.outcome) if standing.undone else None,
        taken_off=standing.undone.body if standing.undone else None,
    )


def chosen_mode(request: TableRequest, game: Game) -> str:
    """How this phone likes the game shown, in a word that the game knows; "" for the usual way."""
    return request.GET.get("mode", request.COOKIES.get(f"mode_{game.game}", ""))


def next_hint(request: TableRequest) -> int:
    """Which of the hints on how the screen works this phone sees next, from 1; 0 for none any more."""
    step = whole_number(request.GET.get(COACH, request.COOKIES.get(COACH, "1")))
    return step if step in HINTS else 0


# --- the phone of a seat: its player's own part of the table (docs/decisions/0032)


def _wants_whole(request: TableRequest, game: Game) -> bool:
    """Where it has not said, the keeper's shows the whole table, as it is the one in the middle."""
    whole = request.GET.get(WHOLE, request.COOKIES.get(WHOLE, ""))
    return whole == "1" if whole else game.viewer_is_keeper


def _for_player(table: TableView, name: str) -> TableView:
    """The table as it speaks to a player: "Your turn"."""
    if table.now and any(seat.turn and seat.name == name for seat in table.seats):
        return replace(table, now=replace(table.now, title="Your turn", does=""))
    if table.now and table.now.you and table.now.title == name:
        return replace(table, now=replace(table.now, title="You", does=table.now.you))
    return table


def _seat_part(game: Game, look: AnyLook, table: TableView, name: str) -> SeatPart | None:
    """What a player's phone shows in the place of the table's body; None before and after the play."""
    presenter = PRESENTERS[game.game]
    me = next((seat for seat in table.seats if seat.name == name), None)
    turn = next((seat for seat in table.seats if seat.turn), None)
    calls = presenter.calls(look, name)
    if me is None or not (turn or calls):
        return None
    plays = me.turn and seats.may_log(game, name)
    # A game without calls has its own table on their turn, and where they log for somebody without a phone.
    theirs = not calls and (plays or (turn is not None and turn is not me and seats.may_log(game, turn.name)))
    place, order = ("", "") if turn is None else _place(table.seats, turn, me, table.way)
    return SeatPart(
        seat=me,
        template=table.body if theirs else presenter.seat_template,
        place=place,
        order=order,
        plays=plays,
        calls=calls,
    )


def _place(players: Sequence[Seat], turn: Seat, me: Seat, way: str) -> tuple[str, str]:
    """When the player's turn comes, and who is before them."""
    if me is turn:
        return "", ""
    step = -1 if way == "counterclockwise" else 1
    begins, names = players.index(turn), [seat.name for seat in players]
    round_ = [names[(begins + step * n) % len(names)] for n in range(len(names))]
    before = round_[: round_.index(me.name)]
    order = f"{', '.join(before)}, then you" if len(before) <= _MOST_NAMED else ""
    return f"You {_ORDINALS[len(before)]}", order
