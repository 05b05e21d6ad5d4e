"""Junk in every field of every form: a clear no with status 4xx, and nothing changed."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from scoring.crew.visitor import COOKIE, Visitor, join_own_crew
from scoring.log import tap_keys
from scoring.models import Game, Move
from tests.table.page import Phone, Shown, new_game

DOS = (
    "deal",
    "flip",
    "play",
    "match",
    "draw",
    "take",
    "pass",
    "zar",
    "gotcha",
    "penalty",
    "illegal",
    "close_call",
    "out",
    "count",
    "join",
    "quit",
    "recount",
    "void",
    "end",
    "undo",
    "correct",
    "time",
)
FIELDS = (
    "do",
    "key",
    "version",
    "player",
    "players",
    "dealer",
    "card",
    "cards",
    "count",
    "declare",
    "overruled",
    "caller",
    "target",
    "why",
    "move",
    "points",
    "after",
    "events",
    "knocked_by",
    "underneath",
    "toss",
    "sheet",
    "row",
    "strike",
)
SHEETS = (
    *("menu", "match", "declare", "seat"),
    *("dispute", "close", "ruled", "illegal", "undoing", "liable", "may", "faq"),
)
FORM = "application/x-www-form-urlencoded"


def junk() -> st.SearchStrategy[str]:
    numbers = st.one_of(st.integers(), st.floats()).map(str)
    known = st.sampled_from(
        ["Ann", "Bob", "blue moon", "winged dragon", "dragon", "moon", "zar", "0", "1", "3"]
    )
    odd = st.sampled_from(
        ["", " ", "\0", "²", "٣", "-1", "1e9", "null", "[]", "{}", "\u202e", "é", "x" * 5000]
    )
    return st.one_of(st.text(max_size=60), numbers, known, odd)


def forms() -> st.SearchStrategy[list[tuple[str, str]]]:
    do = st.one_of(st.sampled_from(DOS), junk())
    fields = st.lists(st.tuples(st.sampled_from(FIELDS[3:]), junk()), max_size=6)
    return st.tuples(do, fields).map(lambda pair: [("do", pair[0]), *pair[1]])


class Tables:
    """One table in each phase, and a phone at each."""

    def __init__(self) -> None:
        self.ann = Visitor()
        join_own_crew(self.ann)
        self.client = Client(raise_request_exception=True)
        self.client.cookies[COOKIE] = self.ann.token
        self.games = [self._played(*taps) for taps in self._ways()]

    def _ways(self) -> list[list[str]]:
        live = ["Ann deals", "blue sun"]
        out = [*live, "Bob:1", "blue moon"]
        return [[], live[:1], live, [*live, "blue wasp"], out, [*out, "Nobody matched: out!"]]

    def _played(self, *taps: str) -> Game:
        phone = Phone(self.ann, new_game(self.ann))
        for tap in taps:
            if tap == "Bob:1":
                phone.tap("Bob", within=".seats")
                phone.tap("Set", cards=1)
            else:
                phone.tap(tap)
        return phone.game

    def post(self, game: Game, part: str, fields: list[tuple[str, str]], **headers: str) -> Any:
        body = urlencode([(name, value.encode("utf-8", "surrogatepass")) for name, value in fields])
        return self.client.post(f"/t/{game.public_id}/{part}", body, content_type=FORM, headers=headers)


class JunkInAnyPhase(TestCase):
    """Hypothesis makes the forms; each example starts from the same tables."""

    tables: Tables

    @classmethod
    def setUpTestData(cls) -> None:
        cls.tables = Tables()

    @given(forms(), st.integers(0, 5), st.booleans())
    @settings(max_examples=150)
    def test_a_form_of_junk_is_a_move_or_a_no_in_words(
        self, fields: list[tuple[str, str]], place: int, htmx: bool
    ) -> None:
        game = self.tables.games[place]
        fields = [("key", tap_keys.new_key(game)), *fields]
        headers = {"HX-Request": "true"} if htmx else {}
        check_answer(game, self.tables.post(game, "move/", fields, **headers))
        # Refusals are kept: whatever was sent, the log can be read.
        assert self.tables.client.get(f"/t/{game.public_id}/log/").status_code == 200

    @given(forms(), st.integers(1, 3), st.sampled_from(["save", "preview"]))
    @settings(max_examples=100)
    def test_a_correction_of_junk_is_shown_or_saved_or_refused_in_words(
        self, fields: list[tuple[str, str]], n: int, button: str
    ) -> None:
        game = self.tables.games[4]
        fields = [("key", tap_keys.new_key(game)), (button, "1"), *fields]
        response = self.tables.post(game, f"correct/{n}/", fields)
        version = Game.objects.get(pk=game.pk).version
        saved = button == "save" and response.status_code == 303
        assert version == game.version + (1 if saved else 0)
        if not saved and response.status_code == 303:
            response = self.tables.client.get(response["Location"])
        assert saved or response.status_code in (200, 400, 422)
        if response.status_code == 422:
            assert len(Shown(response).one("[role=alert]").split()) > 2

    @given(junk(), st.sampled_from(["move/", "undo/", "redo/", "correct/1/"]))
    @settings(max_examples=40)
    def test_a_key_of_junk_changes_nothing(self, key: str, part: str) -> None:
        game = self.tables.games[2]
        response = self.tables.post(game, part, [("key", key), ("do", "void"), ("save", "1")])
        assert response.status_code == 400
        assert "nothing was changed" in response.content.decode()
        assert Game.objects.get(pk=game.pk).version == game.version

    @given(
        st.sampled_from(SHEETS),
        st.lists(st.tuples(st.sampled_from(FIELDS), junk()), max_size=6),
        st.integers(0, 5),
    )
    @settings(max_examples=100)
    def test_an_address_of_junk_shows_the_table(
        self, sheet: str, query: list[tuple[str, str]], place: int
    ) -> None:
        game = self.tables.games[place]
        address = urlencode([("sheet", sheet), *query])
        shown = Shown(self.tables.client.get(f"/t/{game.public_id}/?{address}"))
        assert shown.status == 200
        assert shown.version == game.version


def check_answer(game: Game, response: Any) -> None:
    """Accepted, and one row longer; or asked for more; or refused in words, and the same."""
    version = Game.objects.get(pk=game.pk).version
    if response.status_code in (200, 303):
        asks = "sheet=declare" in response.get("Location", "") or b"s-declare" in response.content
        assert version == game.version + (0 if asks else 1)
        return
    assert 400 <= response.status_code < 500
    assert version == game.version
    shown = Shown(response)
    said = shown.one(".sheet .why") if shown.status in (409, 422) else shown.one("main p")
    assert len(said.split()) > 2, shown.text


@pytest.fixture
def table(ann: Visitor) -> Callable[..., Any]:
    """Posts a form to Ann's table, where Bob is on turn."""
    phone = Phone(ann, new_game(ann))
    phone.tap("Ann deals")
    phone.tap("blue sun")

    def post(part: str = "move/", **fields: Any) -> Shown:
        game = phone.game
        client = Client()
        client.cookies[COOKIE] = ann.token
        response = client.post(f"/t/{game.public_id}/{part}", {"key": tap_keys.new_key(game)} | fields)
        assert Game.objects.get().version == game.version, "a refusal changes nothing"
        return Shown(response)

    return post


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"do": "dance"}, "dance"),
        ({"do": ""}, "not at the table"),
        ({"do": "play", "player": "Bob", "card": "green moon"}, "There is no card “green moon”:"),
        ({"do": "play", "player": "Bob", "card": "dragon"}, "There is no card “dragon”:"),
        ({"do": "play", "player": "Dan", "card": "blue moon"}, "Dan is not at the table: choose"),
        ({"do": "play", "player": "Dan", "card": "winged dragon"}, "Dan is not at the table: choose"),
        ({"do": "play", "player": "Bob", "card": "chameleon"}, "No chameleon is in the deck of this game"),
        ({"do": "play", "player": "Bob", "card": "winged dragon", "declare": "red"}, "needs a declaration"),
        ({"do": "play", "player": "Bob", "card": "blue moon", "count": "9" * 9}, "holds 7 cards, not"),
        ({"do": "play", "player": "Bob", "card": "winged dragon", "count": "20"}, "holds 7 cards, not 20"),
        ({"do": "draw", "player": "Cat"}, "It is Bob’s turn"),
        ({"do": "gotcha", "caller": "Bob", "target": "Bob"}, "Nobody calls GOTCHA on themselves"),
        ({"do": "recount", "player": "Bob", "cards": "-1"}, "`int`"),
        ({"do": "recount", "player": "Bob", "cards": "9" * 40}, "`int`"),
        ({"do": "recount", "player": "Bob", "cards": "99"}, "cards"),
        ({"do": "illegal", "move": "999999999"}, "no play of this hand"),
        ({"do": "close_call", "events": ["zar"], "players": ["Bob", "Cat"]}, "length 2"),
        ({"do": "count", "player": "Bob", "points": "3"}, "Not now"),
        ({"do": "penalty", "player": ""}, "player"),
        ({"do": "out", "player": "Bob"}, "Not now"),
        ({"do": "end"}, "Not now"),
    ],
)
def test_what_makes_no_sense_is_refused_in_words(
    table: Callable[..., Shown], fields: dict[str, Any], said: str
) -> None:
    shown = table(**fields)
    assert shown.status == 422
    assert said in shown.one(".sheet .why")


@pytest.mark.parametrize("text", ["a\0b", "\0"])
@pytest.mark.parametrize("field", ["player", "why", "card", "do"])
def test_nulls_are_refused_in_every_field(table: Callable[..., Shown], field: str, text: str) -> None:
    shown = table(**({"do": "penalty", "player": "Bob"} | {field: text}))
    assert shown.status == 400
    assert "nothing was changed" in shown.text


@pytest.mark.parametrize(
    "field", [{"do": "penalty", "why": "x" * 5000}, {"card": "red moon", "overruled": "x" * 5000}]
)
def test_a_reason_is_a_sentence_and_not_a_book(table: Callable[..., Shown], field: dict[str, str]) -> None:
    shown = table(player="Bob", **field)
    assert shown.status == 400
    assert "nothing was changed" in shown.text


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "x" * 41,
        "ann",
        "ANN",
        "Ann",
        "\u202eEve",
        "E\u200bve",
        "Eve\x07",
        "\ud83d".encode("utf-8", "replace").decode(),
    ],
)
def test_nobody_sits_down_by_a_name_that_cannot_be(ann: Visitor, name: str) -> None:
    phone = Phone(ann, new_game(ann))
    join = phone.request_of(phone.shown.find("Add"), player="Eve").with_field("player", name)
    shown = phone.send(join)
    if name == "?":
        assert shown.status == 200
        return
    assert shown.status == 422, shown.text
    assert len(shown.one(".sheet .why").split()) > 2
    assert phone.game.version == 0
    assert "Back to the table" in shown.text


def test_a_name_of_the_crew_sits_down_with_its_spaces_tidied(ann: Visitor) -> None:
    phone = Phone(ann, new_game(ann))
    phone.tap("Add", player="  Anna   Lena ")
    assert phone.state["players"] == ["Ann", "Bob", "Cat", "Anna Lena"]
    phone.tap("Add", player="Zoë")
    assert phone.state["players"][-1] == "Zoë"


def test_a_tenth_player_finds_the_table_full(ann: Visitor) -> None:
    phone = Phone(ann, new_game(ann, "Ann Bob Cat Dan Eve Finn Gus Hal"))
    late = phone.request_of(phone.shown.find("Add"), player="Kay")
    phone.open()
    phone.tap("Add", player="Ida")
    assert "New player" not in phone.shown.text
    shown = phone.send(late)
    assert shown.status == 422
    assert "The table is full" in shown.one(".why")


def test_too_many_fields_are_refused_in_words(ann: Visitor) -> None:
    phone = Phone(ann, new_game(ann))
    body = urlencode([("cards", "blue moon")] * 600)
    client = Client()
    client.cookies[COOKIE] = ann.token
    for part in ("move/", "undo/", "redo/"):
        response = client.post(f"{phone.url}{part}", body, content_type=FORM)
        assert response.status_code == 400
        assert "nothing was changed" in response.content.decode()
    assert not Move.objects.exists()


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"\xff\xfe=%ff&key=%c3", FORM),
        (b"{}", "application/json"),
        (b"--x", "multipart/form-data; boundary=x"),
        (b"no boundary", "multipart/form-data"),
        (b"", "text/plain"),
        (b"do=void", "application/x-www-form-urlencoded; charset=nonsense"),
    ],
)
def test_bodies_that_are_no_form_are_refused_in_words(ann: Visitor, body: bytes, kind: str) -> None:
    phone = Phone(ann, new_game(ann))
    client = Client()
    client.cookies[COOKIE] = ann.token
    response = client.generic("POST", f"{phone.url}move/", body, content_type=kind)
    assert response.status_code == 400
    assert "nothing was changed" in response.content.decode()


@pytest.mark.parametrize("id_", ["%00", "..", "a%2fb", "x" * 300, "é", "'"])
def test_an_address_that_no_table_has_is_not_found(ann: Visitor, id_: str) -> None:
    client = Client()
    client.cookies[COOKIE] = ann.token
    for part in ("", "log/", "correct/1/"):
        assert client.get(f"/t/{id_}/{part}").status_code == 404
    assert client.get(f"/games/{id_}/").status_code == 404
    assert client.get(f"/new/zar/?rematch={id_}").status_code == 404


@pytest.mark.parametrize("mode", ["\0", "x" * 13, "\u0663", "\ufffd", "a;b", "a\r\nb"])
def test_no_cookie_is_made_of_what_is_no_word(ann: Visitor, mode: str) -> None:
    client = Client()
    client.cookies[COOKIE] = ann.token
    response = client.get(f"/t/{new_game(ann).public_id}/", {"mode": mode})
    assert response.status_code == 200
    assert set(response.cookies) <= {COOKIE, "csrftoken"}
