"""The replay shows every table as it was, forwards, backwards and by a tap, and changes nothing."""

from __future__ import annotations

from typing import Any
from urllib.parse import urljoin

import pytest
from bs4 import Tag
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from referee.crew.history import replay
from referee.games.cited import rule_name
from referee.games.registry import GAMES, PRESENTERS
from referee.games.table_views import GameView
from referee.rules import engine
from referee.rules.engine import AnyFold, Fold
from referee.rules.record import Outcome
from scoring.crew.visitor import COOKIE, Visitor
from scoring.log import reader, tap_keys
from scoring.log.effective import effective_moves
from scoring.models import Game, Move
from tests import taps
from tests.crew.games import EVERY, hands, played, tap
from tests.crew.played import tell
from tests.marks import long_except
from tests.table.inline import check_nothing_inline
from tests.table.page import Shown, name_of, new_game, shape, words

pytestmark = pytest.mark.slow


class Viewer:
    """A phone that looks back at a game; what it taps is a link, swapped where its scripts run."""

    def __init__(self, visitor: Visitor, game: Game, *, htmx: bool = False) -> None:
        self.client = Client()
        self.client.cookies[COOKIE] = visitor.token
        self.game, self.htmx = game, htmx
        self.url = f"/games/{game.public_id}/replay/"
        self.shown = self.open()

    def open(self, path: str = "") -> Shown:
        self.shown = Shown(self.client.get(urljoin(self.url, path)))
        return self.shown

    def tap(self, name: str) -> Shown:
        node = next(node for node in self.shown.soup.select("#replay a") if name_of(node).startswith(name))
        headers = {"HX-Request": "true"} if self.htmx and node.has_attr("hx-get") else {}
        assert node.get("hx-get") in (None, node["href"])
        self.shown = Shown(self.client.get(str(node["href"]), headers=headers))
        return self.shown

    @property
    def region(self) -> Tag:
        found = self.shown.soup.find(id="replay")
        assert isinstance(found, Tag), self.shown.text
        return found

    @property
    def at(self) -> str:
        return self.shown.one(".at")


def states(game: Game) -> list[Any]:
    """The table before the first move and after each, folded from the very beginning."""
    rules = GAMES[game.game]
    fold = Fold(rules, rules.load(reader.hands(game)[0].state_in(game)))
    found = [fold.state]
    for entry in effective_moves(reader.whole_log(game)):
        fold.play_json(entry.body)
        found.append(fold.state)
    return found


def gained(shown: Shown) -> dict[str, float]:
    """What everybody got by the lines that are shown, those aside who got nothing."""
    found: dict[str, float] = {}
    for line in shown.soup.select(".told .scored > li"):
        said = " ".join(words(part) for part in line.select("b")).replace(" Total ", " ")
        name, points = said.rsplit(" ", 1)
        found[name] = found.get(name, 0) + float(points.replace("−", "-"))
    return {name: points for name, points in found.items() if points}


@pytest.mark.parametrize("key", long_except(EVERY, "zar"))
def test_every_move_of_every_game_shows_the_table_as_it_was(
    ann: Visitor, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = played(ann, key, most=45, seed=3)
    seen: list[Any] = []
    show = replay._table

    def noted(game: Game, fold: AnyFold, outcome: Outcome) -> GameView:
        seen.append(fold.state)
        return show(game, fold, outcome)

    monkeypatch.setattr(replay, "_table", noted)
    expected, viewer = states(game), Viewer(ann, game)
    entries = effective_moves(reader.whole_log(game))
    described = PRESENTERS[key].teller(game.state)
    assert viewer.shown.one("h1") == "Before the first move"
    for n, entry in enumerate(entries, 1):
        shown = viewer.tap("One move forward")
        assert " ".join(described(entry.body).split()) in shown.one(".told")
        assert shown.one(".at b") == str(n)
        for ruling in entry.outcome["rulings"]:
            # The points of a round on a sheet are its title.
            said = f"{ruling['text']} {rule_name(ruling['rule'])}".rstrip()
            assert said in shown.one(".told") or said.startswith(("Round ", "Hand ", "Game ")), key
        got = {name: points for name, points in entry.outcome.get("gained", {}).items() if points}
        # On a sheet the title says it, where no line says more.
        shown_points = gained(shown) or {
            name: points
            for name, points in got.items()
            if f"{name} {points}".replace("-", "−") in shown.one("h1")
        }
        assert shown_points == got
    assert seen == expected


@pytest.mark.parametrize("key", long_except(EVERY, "zar"))
def test_nothing_on_it_acts_and_nothing_stands_inline(ann: Visitor, key: str) -> None:
    game = played(ann, key, most=25)
    viewer = Viewer(ann, game)
    for n in range(0, game.length + 1, 4):
        shown = viewer.open(f"{n}/" if n else "")
        check_nothing_inline(shown)
        table = shown.soup.select_one(".still")
        assert isinstance(table, Tag)
        assert not table.select("a[href]:not(cite a), button, input, form, [hx-get], [hx-post]")
        assert not shown.soup.select("form[method=post]")
    assert len(Move.objects.filter(game=game)) == game.version


@pytest.mark.parametrize("key", long_except(EVERY, "zar"))
def test_a_swap_shows_what_a_reload_shows(ann: Visitor, key: str) -> None:
    game = played(ann, key, most=20)
    viewer = Viewer(ann, game, htmx=True)
    for name in ("One move forward", "To the end", "One move back", "To the beginning", "One move back"):
        nodes = [name_of(node) for node in viewer.region.select("a")]
        if not any(node.startswith(name) for node in nodes):
            continue
        shown = viewer.tap(name)
        assert not shown.is_whole
        assert "HX-Request" in shown.response["Vary"]
        again = Shown(viewer.client.get(str(viewer.region["data-here"])))
        assert again.is_whole
        found = again.soup.find(id="replay")
        assert isinstance(found, Tag)
        assert shape(found) == shape(viewer.region)


def test_it_steps_over_the_border_of_a_hand_and_back_to_the_beginning(ann: Visitor) -> None:
    game = hands(ann, 2, "Ann Bob")
    viewer = Viewer(ann, game)
    viewer.open("7/")
    assert viewer.at == "7 of 12 Hand 2"
    viewer.tap("One move back")
    assert viewer.at == "6 of 12 Hand 1"
    viewer.tap("To the beginning of a hand")
    assert viewer.at == "1 of 12 Hand 1"
    viewer.tap("One move back")
    assert viewer.at == "0 of 12"
    assert not viewer.shown.soup.select("#back, #first"), "there is nothing before it"
    viewer.tap("One move forward")
    viewer.tap("To the end of a hand")
    assert viewer.at == "6 of 12 Hand 1"
    viewer.tap("To the end of a hand")
    assert viewer.at == "12 of 12 Hand 2", "where one has ended, to the end of the next"
    viewer.tap("To the beginning of a hand")
    viewer.tap("To the beginning of a hand")
    assert viewer.at == "1 of 12 Hand 1"
    viewer.open("12/")
    assert not viewer.shown.soup.select("#forward, #last")


def test_a_tap_on_a_move_of_the_log_shows_it(ann: Visitor) -> None:
    game = hands(ann, 2, "Ann Bob")
    viewer = Viewer(ann, game)
    rows = Shown(viewer.client.get(f"/t/{game.public_id}/log/")).soup.select(".log > li[id]")
    for row in reversed(rows):
        link = row.select_one("a.then")
        assert isinstance(link, Tag)
        shown = viewer.open(str(link["href"]))
        assert shown.one("h1") == words(row.select_one(".text"))
    viewer.tap("8")
    assert viewer.at == "8 of 12 Hand 2"
    current = viewer.shown.soup.select("[aria-current=step]")
    assert [words(node.select_one(".n")) for node in current] == ["8"]


def test_a_round_of_a_sheet_is_said_once(ann: Visitor) -> None:
    game = new_game(ann, "Ann Bob", "score_sheet")
    tell(ann, game, {"do": "round", "scores": {"Ann": 3, "Bob": 4}})
    told = Viewer(ann, game).open("1/").one(".told")
    assert (told.count("Ann"), told.count("Bob")) == (1, 1), told


def test_a_hand_is_jumped_to_by_a_form(ann: Visitor) -> None:
    game = hands(ann, 2, "Ann Bob")
    viewer = Viewer(ann, game)
    choices = {words(node): str(node["value"]) for node in viewer.shown.soup.select("select option")}
    assert choices == {"The beginning": "0", "Hand 1": "1", "Hand 2": "7"}
    for text, value in choices.items():
        viewer.shown = Shown(viewer.client.get(viewer.url, {"n": value}, follow=True))
        assert viewer.shown.one("select option[selected]") == text
    for bad in ("x", "-1", "99999999999", "\0"):
        assert Shown(viewer.client.get(viewer.url, {"n": bad}, follow=True)).one(".at b") == "0"


def test_a_move_that_never_was_is_not_found(ann: Visitor) -> None:
    game = hands(ann, 1, "Ann Bob")
    shown = Viewer(ann, game).open("99/")
    assert shown.status == 404
    assert "There is no move 99 in this game." in shown.text


def test_what_was_undone_is_not_replayed(ann: Visitor) -> None:
    game = new_game(ann)
    for raw in ({"do": "deal", "dealer": "Ann"}, {"do": "flip", "card": "blue sun"}):
        tap(ann, game, raw)
    taps.undo(ann, game.public_id, tap_keys.new_key(Game.objects.get(pk=game.pk)))
    tap(ann, game, {"do": "flip", "card": "red moon"})
    viewer = Viewer(ann, Game.objects.get(pk=game.pk))
    assert [words(node) for node in viewer.open("2/").soup.select(".stepping a")] == [
        "1 Ann deals",
        "2 Flip: red moon",
    ]


def test_only_the_hand_is_folded_and_read_in_a_fixed_number_of_queries(
    ann: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[int] = []
    make = engine.Fold.make

    def counted(self: Any, move: Any) -> Any:
        made.append(self.n + 1)
        return make(self, move)

    monkeypatch.setattr(engine.Fold, "make", counted)
    counts = set()
    for number in (2, 6):
        viewer = Viewer(ann, hands(ann, number, "Ann Bob"))
        made.clear()
        with CaptureQueriesContext(connection) as captured:
            assert viewer.open("11/").status == 200
        counts.add(len(captured))
        assert made == [7, 8, 9, 10, 11]
    assert len(counts) == 1
    assert counts.pop() <= 7


def test_who_may_not_write_is_shown_no_way_to_correct(
    ann: Visitor, bob: Visitor, cat: Visitor, dan: Visitor
) -> None:
    game = hands(ann, 1, "Ann Bob")
    for visitor, writes in ((ann, True), (bob, True), (cat, False)):
        shown = Viewer(visitor, game).open("4/")
        hrefs = [str(node["href"]) for node in shown.soup.select("#replay a")]
        assert f"/t/{game.public_id}/log/4/" in hrefs
        assert (f"/t/{game.public_id}/correct/4/" in hrefs) == writes
    client = Client()
    client.cookies[COOKIE] = dan.token
    for path in ("", "4/"):
        assert client.get(f"/games/{game.public_id}/replay/{path}").status_code == 404


# --- corrections after the end -----------------------------------------------------------------------


def correct(visitor: Visitor, game: Game, n: int, **changed: str) -> Shown:
    """Opens the correction from the replay, and saves other points for that hand."""
    viewer = Viewer(visitor, game)
    viewer.open(f"{n}/")
    form = viewer.tap("Correct this move").soup.select_one("#save")
    assert isinstance(form, Tag)
    fields = {str(node["name"]): str(node.get("value", "")) for node in form.select("[name]")}
    answer = viewer.client.post(str(form["action"]), fields | changed | {"save": "1"}, follow=True)
    return Shown(answer)


@pytest.fixture
def over(ann: Visitor) -> Game:
    """Bob has won 0 : 30, as the game ends at 30 points."""
    game = new_game(ann, "Ann Bob", end={"score": 30})
    for raw in (
        {"do": "deal", "dealer": "Ann"},
        {"do": "flip", "card": "blue sun"},
        {"do": "recount", "player": "Bob", "cards": 1},
        {"do": "play", "player": "Bob", "cards": ["blue moon"]},
        {"do": "out", "player": "Bob"},
        {"do": "count", "player": "Ann", "points": 30},
    ):
        tap(ann, game, raw)
    return Game.objects.get(pk=game.pk)


def test_a_finished_game_that_is_corrected_has_another_result_and_keeps_what_was_there(
    bob: Visitor, over: Game
) -> None:
    assert over.finished_at
    correct(bob, over, 6, points="44")
    game = Game.objects.get(pk=over.pk)
    assert game.finished_at == over.finished_at, "it ended when it ended"
    assert game.standing["scores"] == {"Ann": 44, "Bob": 0}
    assert list(game.seats.order_by("place").values_list("score", "won")) == [(44, False), (0, True)]
    page = Shown(Viewer(bob, game).client.get(f"/games/{game.public_id}/"))
    assert page.one(".hands tbody td") == "+44 44"
    rows = Shown(Viewer(bob, game).client.get(f"/t/{game.public_id}/log/"))
    assert "Move 6 is corrected: Ann’s hand: 44 points" in rows.text
    assert "Ann’s hand: 30 points" in rows.one("#r6 s.text")
    assert Move.objects.filter(game=game).count() == 7


def test_a_finished_game_that_is_corrected_can_be_open_again_and_end_otherwise(
    ann: Visitor, over: Game
) -> None:
    shown = correct(ann, over, 6, points="7")
    assert shown.status == 200
    game = Game.objects.get(pk=over.pk)
    assert game.finished_at is None
    assert game.phase == "deal"
    assert list(game.seats.values_list("score", "won")) == [(None, False)] * 2
    page = Shown(Viewer(ann, game).client.get(f"/games/{game.public_id}/"))
    assert "still open" in page.text
    assert any(name_of(node) == "Back to the table" for node in page.soup.select("main a"))
    for raw in (
        {"do": "deal", "dealer": "Bob"},
        {"do": "flip", "card": "blue sun"},
        {"do": "recount", "player": "Ann", "cards": 1},
        {"do": "play", "player": "Ann", "cards": ["blue moon"]},
        {"do": "out", "player": "Ann"},
        {"do": "count", "player": "Bob", "points": 33},
    ):
        tap(ann, game, raw)
    game = Game.objects.get(pk=over.pk)
    assert game.finished_at
    assert game.standing["winners"] == ["Ann"]
    assert "Ann won" in Shown(Viewer(ann, game).client.get("/games/")).text


def test_a_watcher_corrects_nothing(cat: Visitor, ann: Visitor, over: Game) -> None:
    client = Client()
    client.cookies[COOKIE] = cat.token
    answer = client.post(
        f"/t/{over.public_id}/correct/6/", {"do": "end", "key": tap_keys.new_key(over), "save": "1"}
    )
    assert answer.status_code == 403
    assert Game.objects.get(pk=over.pk).version == over.version


def test_a_corrected_hand_is_replayed_as_it_stands_now(ann: Visitor) -> None:
    game = hands(ann, 2, "Ann Bob")
    loser = effective_moves(reader.whole_log(game))[5].body["player"]
    raw = {"do": "count", "player": loser, "points": 3}
    taps.correct(ann, game.public_id, tap_keys.new_key(game), position=6, move=raw)
    viewer = Viewer(ann, Game.objects.get(pk=game.pk))
    assert "3 points" in viewer.open("6/").one("h1")
    assert viewer.open("12/").status == 200


def test_the_list_of_moves_begins_just_before_the_one_shown(
    ann: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replay, "LISTED", 5)
    viewer = Viewer(ann, played(ann, "numzumzero", most=13))

    def listed(path: str) -> tuple[list[str], list[str]]:
        """What is folded away, and what is not."""
        viewer.open(path)
        earlier = [node.get_text() for node in viewer.region.select(".stepping details .n")]
        return earlier, [node.get_text() for node in viewer.region.select(".stepping > ol .n")]

    assert listed("") == listed("1/") == listed("3/") == ([], ["1", "2", "3", "4", "5"])
    assert listed("4/") == (["1"], ["2", "3", "4", "5", "6"])
    assert listed("13/") == (["6", "7", "8", "9", "10"], ["11", "12", "13"])


def test_before_the_first_cards_everybody_sits_there_and_the_first_hand_is_listed(ann: Visitor) -> None:
    viewer = Viewer(ann, hands(ann, 2, "Ann Bob Cat"))
    assert viewer.shown.one(".still") == "Nobody has dealt yet. A Ann B Bob C Cat"
    assert viewer.shown.one(".told") == "Before the first move ZAR · 2 hands"
    assert viewer.shown.one(".listed h2") == "Every move of hand 1"
    assert words(viewer.region.select(".stepping a")[0]) == "1 Ann deals"
    started = Viewer(ann, new_game(ann, "Ann Bob", "zero_zap"))
    assert started.shown.one(".still") == "Nobody has dealt yet. A Ann B Bob"
    assert not started.region.select(".stepping, .listed *")
