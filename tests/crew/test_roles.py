"""Every address of the app, asked for by everybody, against a table of what each has to be told.

The table has one line for each name of an address: its arguments (attributes of `World`), what GET and what
POST answers to the keeper, the scorer, the watcher, a stranger (a browser with another crew) and nobody
(no cookie), and what POST sends. An address that no line has fails, so does a line that no address has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, time, timedelta
from functools import partial
from typing import Any, NamedTuple

import msgspec
import pytest
from django.core.cache import caches
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from referee.crew.exchange import records, result_pages
from referee.crew.exchange.results import Results
from referee.rules.score_sheet.shelf import shelf
from scoring import discarding, regular, sheets
from scoring.crew import invites
from scoring.crew.visitor import COOKIE, Visitor, join_own_crew
from scoring.exchange import drafts
from scoring.log import tap_keys
from scoring.models import (
    Crew,
    CrewShare,
    Game,
    Invite,
    Membership,
    Move,
    Photo,
    Player,
    Refusal,
    Role,
    Share,
    Sheet,
)
from scoring.models.nights import night_of, tonight
from scoring.sharing import crew_links
from scoring.sharing.links import share
from scoring.statistics import counting, seasons
from scoring.statistics.spans import Span
from tests.conftest import joined
from tests.costs import steps_of
from tests.crew.played import sheet
from tests.table.inline import check_nothing_inline
from tests.table.page import Phone, Shown, new_game

pytestmark = pytest.mark.slow

WHO = ("keeper", "scorer", "watcher", "stranger", "nobody")
#: It is only looked at.
LOOK = "405 405 405 405 405"
#: It is only sent to.
SEND = "405 405 405 405 405"
ALL = "200 200 200 200 200"
CREW = "200 200 200 404 404"
PLAYS = "303 303 403 404 404"
KEEPER = "200 403 403 404 404"
#: It is the keeper's, and a stranger keeps a crew as well.
OWN = "200 403 403 200 404"


class World:
    """A crew with one row of everything, and the phones of the cast."""

    def __init__(self) -> None:
        ann, dan = Visitor(), Visitor()
        self.ann = join_own_crew(ann)
        join_own_crew(dan)
        bob, cat = joined(ann, Role.SCORER), joined(ann, Role.WATCHER)
        self.visitors = dict(zip(WHO, (ann, bob, cat, dan, None), strict=True))
        phone = Phone(ann, new_game(ann))
        phone.tap("Ann deals")
        phone.tap("blue sun")
        self.table = phone.game
        self.game = self.table.public_id
        self.zar = "zar"
        self.clause = "4"
        self.one, self.two = 1, 2
        self.session = "x" * 22
        Refusal.objects.create(
            game=self.table,
            number=1,
            after=2,
            key=tap_keys.new_key(self.table),
            body={"do": "pass", "player": "Bob"},
            outcome=NO,
            actor=self.ann,
        )
        row = Move.objects.get(game=self.table, seq=2)
        self.photo = Photo.objects.create(
            move=row, digest="p" * 64, width=16, height=12, actor=self.ann
        ).public_id
        self.phone = Membership.objects.get(role=Role.SCORER).pk
        self.token = invites.make_invite(
            actor=self.ann,
            role=Role.WATCHER,
            uses=5,
            until=timezone.now() + timedelta(days=1),
        )
        self.invite = Invite.objects.get().pk
        self.crew = self.ann.crew_id
        self.player = Player.objects.get(crew=self.ann.crew, name="Ann").public_id
        shown = Game.objects.visible_to(ann).get(pk=sheet(ann, {"Ann": 7, "Bob": 3}, day="").pk)
        self.over = shown.public_id
        self.evening = night_of(shown.created_at).isoformat()
        self.share = share(shown).public_id
        mine = Game.objects.visible_to(ann).get(pk=self.table.pk)
        self.wall = share(mine, Share.Kind.BOARD).public_id
        self.thrown = discarding.discard(ann, sheet(ann, {"Ann": 1, "Bob": 3}).public_id).public_id
        self.season = seasons.make(self.ann, "Winter", Span("zar", date(2026, 1, 1))).public_id
        self.sheet = "scores"
        made = sheets.keep(self.ann, "Nines", msgspec.to_builtins(shelf()["skyjo"]))
        sheets.share(self.ann, made)
        self.own, self.kind = made.public_id, "toml"
        self.link = Sheet.objects.get().link
        self.file = "".join(records.record(shown)).encode()
        wanted = regular.Wanted("", "", "week", date(2026, 11, 27), time(19, 30), 3)
        self.night = regular.keep(self.ann, wanted).public_id
        self.next: str = next(regular.dates(regular.nights(ann)[0], timezone.now())).day.isoformat()
        self.year, self.overview = tonight().year, "overview"
        self.calendar, self.feed = "calendar", "feed"
        self.ics = crew_links.share(self.ann, CrewShare.Kind.CALENDAR).public_id
        self.atom = crew_links.share(self.ann, CrewShare.Kind.FEED).public_id
        self.begin()

    def begin(self) -> None:
        """What no database keeps is as if nobody had tried anything yet, and there is a draft."""
        caches["limits"].clear()
        draft = result_pages.Draft("one", "plays.bgsplay", Results("BG Stats"))
        drafts.keep(self.ann.pk, msgspec.msgpack.encode(draft))

    @property
    def key(self) -> str:
        """A key as a page of the table has it."""
        return tap_keys.new_key(Game.objects.get(pk=self.table.pk))

    def client(self, who: str) -> Client:
        client = Client()
        visitor = self.visitors[who]
        if visitor:
            client.cookies[COOKIE] = visitor.token
        return client


NO = {"code": "illegal", "rule": "zar 4", "message": "", "facts": {}, "text": "No."}

NIGHT = {"repeats": "month", "first": "2026-11-20", "at": "20:00", "hours": "4", "place": "Ann’s kitchen"}
SEASON = {"name": "Spring", "game": "zar", "since": "2026-03-01", "until": ""}
SHEET = {"name": "Tens", "by": "round", "f name": "Points", "save": "1"}

Sent = Callable[[World], dict[str, Any]]


def keyed(**fields: Any) -> Sent:
    """A form of the table's page."""
    return lambda world: {"key": world.key} | fields


def another_game(world: World) -> dict[str, Any]:
    """The record of a game that nobody has yet."""
    fresh = world.file.replace(world.over.encode(), b"A" * len(world.over))
    return {"file": SimpleUploadedFile("game.json", fresh)}


class Line(NamedTuple):
    """What an address answers."""

    arguments: str
    get: str
    post: str
    sent: Sent = keyed()

    def url(self, name: str, world: World) -> str:
        return reverse(name, args=[getattr(world, argument) for argument in self.arguments.split()])


TABLE = {
    # The way in, and the rules
    "home": Line("", ALL, LOOK),
    "last": Line("", "302 302 302 302 302", LOOK),
    "join_ask": Line("", ALL, LOOK),
    "sample": Line("", SEND, "303 303 303 303 303"),
    "sample_end": Line("", SEND, "303 303 303 303 303"),
    "offline": Line("", ALL, LOOK),
    "service_worker": Line("", ALL, LOOK),
    "new": Line("", "200 200 403 200 200", LOOK),
    "setup": Line(
        "zar", "200 200 403 200 200", "303 303 403 303 303", keyed(name=["Ann", "Bob"], dealer="0", start="1")
    ),
    "rules": Line("", ALL, LOOK),
    "rulebook": Line("zar", ALL, LOOK),
    "clause": Line("zar clause", "302 302 302 302 302", LOOK),
    "https": Line("", "404 404 404 404 404", LOOK),  # the server speaks http alone
    "https_authority": Line("", "404 404 404 404 404", LOOK),
    "https_profile": Line("", "404 404 404 404 404", LOOK),
    # A table
    "table": Line("game", CREW, LOOK),
    "move": Line("game", SEND, PLAYS, keyed(do="void")),
    "undo": Line("game", SEND, PLAYS),
    "redo": Line("game", SEND, "422 422 403 404 404"),
    "back": Line("game two", SEND, PLAYS),
    "seats": Line("game", SEND, "303 403 403 404 404"),
    "loggers": Line("game", SEND, "303 403 403 404 404", keyed(who="anyone")),
    "seat": Line("game", SEND, PLAYS, keyed(take="Ann")),
    "log": Line("game", CREW, LOOK),
    "ruling": Line("game two", CREW, LOOK),
    "refusal": Line("game one", CREW, LOOK),
    "add_photo": Line("game two", SEND, "422 422 403 404 404"),
    "add_photo_of_refusal": Line("game one", SEND, "422 422 403 404 404"),
    "photo": Line("game photo", "404 404 404 404 404", LOOK),  # its file is not there
    "remove_photo": Line("game photo", SEND, "303 403 403 404 404"),
    "hand": Line("game one", "302 302 302 404 404", LOOK),
    "correct": Line("game two", CREW, PLAYS, keyed(save="1", do="flip", card="blue moon")),
    "correct_keys": Line("game two", CREW, LOOK),
    # History
    "games": Line("", ALL, LOOK),
    "game": Line("game", CREW, LOOK),
    "discard": Line("game", "200 200 403 404 404", PLAYS),
    "notes": Line("game", LOOK, PLAYS, keyed(notes="A long evening.", place="Kitchen")),
    "caption": Line("game photo", SEND, PLAYS, keyed(caption="The end")),
    "discarded": Line("", ALL, LOOK),
    "restore": Line("thrown", SEND, PLAYS),
    "replay": Line("game", CREW, LOOK),
    "replayed": Line("game one", CREW, LOOK),
    # Sharing
    "result_picture": Line("over", CREW, LOOK),
    "share": Line("game", CREW, PLAYS),
    "unshare": Line("over", SEND, "303 403 403 404 404"),  # the keeper's own
    "board": Line("game", CREW, LOOK),
    "board_link": Line("game", CREW, PLAYS),
    "board_unlink": Line("game", SEND, "303 403 403 404 404"),  # the keeper's own
    "wall": Line("wall", ALL, LOOK),
    "wall_face": Line("wall player", "404 404 404 404 404", LOOK),  # nobody has one
    "rematch": Line("over", SEND, PLAYS),
    "shared": Line("share", ALL, LOOK),
    "shared_picture": Line("share", ALL, LOOK),
    # A year and a night in pictures
    "year": Line("year", CREW, LOOK),
    "year_picture": Line("year overview", CREW, LOOK),
    "night_share": Line("evening", CREW, LOOK),
    "night_picture": Line("evening", CREW, LOOK),
    # Regular nights, and what calendars and feed readers fetch
    "regular_nights": Line("", ALL, LOOK),
    "regular_night_new": Line("", "200 200 403 200 404", "303 303 403 303 404", lambda _: NIGHT),
    "regular_night": Line("night", "200 200 403 404 404", PLAYS, lambda _: NIGHT),
    "regular_night_off": Line("night", SEND, PLAYS, lambda world: {"day": world.next, "off": "1"}),
    "regular_night_remove": Line("night", SEND, "303 303 403 303 404"),
    "crew_calendar": Line("", "200 200 200 200 404", LOOK),
    "crew_share": Line("calendar", SEND, "303 303 403 303 404"),
    "crew_unshare": Line("calendar", SEND, "303 403 403 303 404"),  # the keeper's own
    "shared_calendar": Line("ics", ALL, LOOK),
    "shared_feed": Line("atom", ALL, LOOK),
    # Sheets
    "sheets": Line("", ALL, LOOK),
    "sheet_new": Line("", "200 200 403 200 200", "303 303 403 303 303", lambda _: SHEET),
    "sheet_import": Line("", SEND, "422 422 403 422 422"),
    "sheet_edit": Line("own", "200 200 403 404 404", PLAYS, lambda _: SHEET | {"version": "1"}),
    "sheet_remove": Line("own", SEND, PLAYS),
    "sheet_share": Line("own", CREW, PLAYS),
    "sheet_unshare": Line("own", SEND, "303 403 403 404 404"),  # the keeper's own
    "sheet_file": Line("own kind", CREW, LOOK),
    "shared_sheet": Line("link", ALL, LOOK),
    "shared_sheet_file": Line("link kind", ALL, LOOK),
    # Out and in
    "record": Line("game", CREW, LOOK),
    "play_file": Line("over", CREW, LOOK),
    "post_play": Line("over", "302 302 302 404 404", LOOK),
    "export": Line("", ALL, "303 303 403 303 303", another_game),
    "import_columns": Line("", "302 403 403 404 404", "302 403 403 404 404", lambda _: {"draft": "one"}),
    "import_names": Line("", KEEPER, "303 403 403 404 404", lambda _: {"draft": "one"}),
    "import_preview": Line("", "302 403 403 404 404", "302 403 403 404 404", lambda _: {"draft": "one"}),
    "crew_sheet": Line("sheet", OWN, LOOK),
    "crew_plays": Line("", OWN, LOOK),
    "crew_zip": Line("", OWN, LOOK),
    # Players
    "count": Line("", SEND, "303 303 303 303 303"),
    "leaders": Line("", ALL, LOOK),
    "nights": Line("", ALL, LOOK),
    "night": Line("evening", CREW, LOOK),
    "records": Line("", ALL, LOOK),
    "seasons": Line("", ALL, LOOK),
    "season": Line("season", CREW, LOOK),
    "season_new": Line("", "200 200 403 200 404", "303 303 403 303 404", lambda _: SEASON),
    "season_edit": Line("season", "200 200 403 404 404", PLAYS, lambda _: SEASON),
    "season_delete": Line("season", SEND, PLAYS),
    "players": Line("", ALL, "303 303 403 303 303", lambda _: {"name": "Eve"}),
    "player": Line("player", CREW, LOOK),
    "edit_player": Line("player", "200 200 403 404 404", PLAYS, lambda _: {"name": "Anna"}),
    "recolour_player": Line("player", SEND, PLAYS, lambda _: {"colour": "red"}),
    "archive_player": Line("player", SEND, PLAYS, lambda _: {"archive": "1"}),
    "merge_player": Line("player", KEEPER, "303 403 403 404 404"),
    "delete_player": Line("player", KEEPER, "422 403 403 404 404"),  # who has played
    "face": Line("player", "404 404 404 404 404", LOOK),  # nobody has one
    "keep_face": Line("player", SEND, "422 422 403 404 404"),
    "remove_face": Line("player", SEND, PLAYS),
    # The crew
    "crew": Line("", ALL, LOOK),
    "crew_name": Line("", SEND, "303 403 403 303 404", lambda _: {"name": "Friday"}),
    "titles": Line(
        "", "200 403 403 200 404", "303 403 403 303 404", lambda _: {"title": "score_sheet", "into": "Hearts"}
    ),
    "phone": Line("phone", CREW, "303 303 403 404 404", lambda _: {"label": "Bob's"}),
    "phone_out": Line("phone", SEND, "303 403 403 404 404"),
    "crew_delete": Line("", "200 403 403 200 404", "303 403 403 303 404", lambda _: {"sure": "1"}),
    "deleted_crews": Line("", ALL, LOOK),
    "crew_restore": Line("crew", SEND, "404 404 404 404 404"),  # it was not deleted
    "crew_leave": Line("", "200 200 200 200 404", "422 303 303 303 404"),
    "invite_new": Line("", "200 403 403 200 404", "303 403 403 303 404"),
    "invite_revoke": Line("invite", SEND, "303 403 403 404 404"),
    "recovery_code": Line("", "200 403 403 200 404", "200 403 403 200 404"),
    "join": Line("token", ALL, "303 303 303 303 303"),
    "settings": Line("", ALL, "303 303 303 303 303", lambda _: {"set": "theme:dark"}),
    "recover": Line("", ALL, "422 422 422 422 422"),
    "robots": Line("", ALL, LOOK),
    "clock": Line("", ALL, LOOK),
    "no_stream": Line("token", "200 200 200 200 200", LOOK),  # this server has none
    "favicon": Line("", "302 302 302 302 302", LOOK),
    "styleguide": Line("", "404 404 404 404 404", LOOK),
    # Accounts
    "account": Line("", "303 303 303 303 303", LOOK),
    "sign_in": Line("", ALL, "422 422 422 422 422"),
    "sign_up": Line("", ALL, "422 422 422 422 422"),
    "sign_out": Line("", SEND, "303 303 303 303 303"),
    "account_keep": Line("", SEND, "303 303 303 303 303"),
    "account_enter": Line("crew", SEND, "303 303 303 303 303"),
    "password": Line("", "303 303 303 303 303", "303 303 303 303 303"),
    "sessions_end": Line("", SEND, "303 303 303 303 303"),
    "session_end": Line("session", SEND, "303 303 303 303 303"),
    "account_delete": Line("", "303 303 303 303 303", "303 303 303 303 303"),
}


@pytest.fixture
def world(db: None) -> World:
    return World()


@contextmanager
def undone() -> Iterator[None]:
    """Nobody finds what another one has left."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def addresses(patterns: list[URLPattern | URLResolver]) -> Iterator[str]:
    """The name of every address of the app; the owner's pages have a test of their own."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            if pattern.namespace != "admin":
                yield from addresses(pattern.url_patterns)
        else:
            assert pattern.name, f"{pattern} has no name"
            yield pattern.name


def test_the_table_has_a_line_for_every_address() -> None:
    found = list(addresses(get_resolver().url_patterns))
    assert len(found) == len({*found})
    assert {*found} == TABLE.keys()


@pytest.mark.long
def test_everybody_is_told_what_the_table_says(world: World) -> None:
    wrong = {}
    for name, line in TABLE.items():
        world.begin()
        url = line.url(name, world)
        for method, expected in (("get", line.get), ("post", line.post)):
            told = []
            for who in WHO:
                with undone():
                    sent = line.sent(world) if method == "post" else None
                    told.append(str(getattr(world.client(who), method)(url, sent).status_code))
            if told != expected.split():
                wrong[name, method] = told
    assert wrong == {}


def words(fields: dict[str, Any], length: int) -> dict[str, Any]:
    """The same fields with much typed into each, and as many more that nobody asked for."""
    each = " ".join("9a" for _ in range(length // 30))
    odd = {f"f {n} name": each[:9] for n in range(length // 40)}
    return (
        fields | {name: each for name, value in fields.items() if isinstance(value, str)} | odd | {"q": each}
    )


@pytest.mark.long
@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("method", ["get", "post"])
def test_what_grows_in_an_address_or_a_form_costs_in_proportion(world: World, method: str, part: int) -> None:
    dear = {}
    for name, line in list(TABLE.items())[part::4]:
        if method == "post" and not writes(name):
            continue
        ask, costs = partial(getattr(world.client("keeper"), method), line.url(name, world)), []
        # The first time makes what stays.
        for length in (1_000, 1_000, 4_000, 8_000):
            world.begin()
            sent = words(line.sent(world) if method == "post" else {}, length)
            key = {"key": world.key} if "key" in sent else {}
            with undone():
                costs.append(steps_of(ask, sent | key))
        _, one, four, eight = costs
        if eight - four > 2 * max(four - one, 0) + 5_000:
            dear[name] = costs
    assert dear == {}


def test_a_phone_that_was_shut_out_is_told_what_nobody_is_told(world: World) -> None:
    Membership.objects.filter(pk=world.phone).update(shut_out_at=timezone.now())
    for name, line in TABLE.items():
        url = line.url(name, world)
        told = []
        for who in ("scorer", "nobody"):
            with undone():
                told.append(world.client(who).get(url).status_code)
        assert told[0] == told[1], name


def writes(name: str) -> bool:
    """Whether somebody may send something there."""
    return TABLE[name].post != LOOK or TABLE[name].get == SEND


def test_what_no_page_of_ours_sent_is_refused(world: World) -> None:
    client = world.client("keeper")
    client.handler.enforce_csrf_checks = True
    for name in filter(writes, TABLE):
        line = TABLE[name]
        with undone():
            assert client.post(line.url(name, world), line.sent(world)).status_code == 403, name


@pytest.mark.parametrize("who", WHO)
def test_whoever_looks_changes_nothing(world: World, who: str) -> None:
    # As a crash would leave them, the statistics are still to be counted.
    assert counting.rebuild(world.crew)
    written: list[str] = []

    def watch(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if sql.startswith(("INSERT", "UPDATE", "DELETE")):
            written.append(sql)
        return execute(sql, *rest)

    with connection.execute_wrapper(watch):
        for name, line in TABLE.items():
            b"".join(world.client(who).get(line.url(name, world)))
    assert not written


NUMBERS = {"one", "two", "phone", "invite", "crew"}


@pytest.mark.parametrize("number", [2**31, 2**63, 10**40])
def test_a_number_that_no_database_holds_is_not_found(world: World, number: int) -> None:
    client = world.client("keeper")
    for name, line in TABLE.items():
        if NUMBERS & {*line.arguments.split()}:
            sent = line.sent(world)
            with pytest.MonkeyPatch.context() as patch:
                for argument in NUMBERS:
                    patch.setattr(world, argument, number)
                url = line.url(name, world)
            for response in (client.get(url), client.post(url, sent)):
                # 303: to the sign-in, which an account asks for before it looks at the number.
                assert response.status_code in (404, 405, 303 if name == "account_enter" else 404), name


def test_what_is_shared_asks_nobody_who_he_is(world: World) -> None:
    for name in ("shared", "shared_picture", "shared_sheet", "shared_sheet_file"):
        for who in WHO:
            response = world.client(who).get(TABLE[name].url(name, world))
            assert not response.cookies
            assert "Cookie" not in response.get("Vary", "")
            # Nor does it ring there when the table goes on.
            assert b"/live/" not in response.content


@pytest.mark.long
@pytest.mark.parametrize("htmx", [{}, {"HX-Request": "true"}])
def test_no_proxy_keeps_what_was_made_for_one_phone(world: World, htmx: dict[str, str]) -> None:
    for name, line in TABLE.items():
        for who in WHO:
            response = world.client(who).get(line.url(name, world), headers=htmx)
            if response.cookies or (response.status_code != 303 and "Cookie" in response.get("Vary", "")):
                assert "private" in response["Cache-Control"], name


NASTY = "<i>&\"'"
#: Pages of which we know that they show what was typed.
SEEN = {
    "keeper": {
        "home",
        "games",
        "game",
        "replay",
        "log",
        "table",
        "share",
        "shared",
        "crew",
        "player",
        "players",
    },
    "nobody": {"shared", "join"},
}


@pytest.mark.long
@pytest.mark.parametrize("who", ["keeper", "nobody"])
def test_what_people_type_is_text_on_every_page(world: World, who: str) -> None:
    ann = world.visitors["keeper"]
    assert ann
    nasty = sheet(ann, {NASTY: 7, "Bob": 3}, names=f"{NASTY} Bob", day="")
    Game.objects.filter(crew=world.crew).update(title=NASTY)
    Crew.objects.filter(pk=world.crew).update(name=NASTY)
    Membership.objects.filter(crew=world.crew).update(label=NASTY)
    Player.objects.filter(public_id=world.player).update(name=NASTY + "2")
    world.player = Player.objects.get(crew=world.crew, name=NASTY).public_id
    told = set()
    for public_id in (world.game, nasty.public_id):
        shown = Game.objects.visible_to(ann).get(public_id=public_id)
        world.game = world.over = public_id
        world.share = share(shown).public_id
        for name, line in TABLE.items():
            response = world.client(who).get(line.url(name, world))
            if not response.streaming and response["Content-Type"].startswith("text/html"):
                page = Shown(response)
                assert NASTY not in str(response.content.decode()), name
                check_nothing_inline(page)
                told |= {name} if NASTY in page.text else set()
    assert told >= SEEN[who]
