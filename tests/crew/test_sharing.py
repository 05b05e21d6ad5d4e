"""What leaves the crew: the picture, the link, and who may make it or take it back; and a rematch."""

from __future__ import annotations

import io
import re
from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest
from bs4 import Tag
from django.db import connection
from django.test import Client
from PIL import Image
from pytest_django.fixtures import DjangoAssertNumQueries

from referee.crew.sharing import card
from referee.crew.sharing.card.plan import plan
from referee.crew.sharing.results import result_of
from referee.games.registry import GAMES
from scoring.crew.visitor import COOKIE, Visitor
from scoring.history import scores
from scoring.history.notes import set_notes
from scoring.log import tap_keys
from scoring.models import Game, Player, Share
from tests import taps
from tests.crew.played import tell
from tests.table.inline import check_nothing_inline
from tests.table.page import Shown, client_of, new_game, words

pytestmark = pytest.mark.slow

Raw = dict[str, Any]


def sheet(owner: Visitor, *rounds: Raw, over: bool = True, names: str = "Ann Bob", title: str = "") -> Game:
    """A score sheet with these rounds."""
    game = new_game(owner, names, "score_sheet")
    Game.objects.filter(pk=game.pk).update(title=title)
    moves: list[Raw] = [{"do": "round", "scores": scores} for scores in rounds]
    return tell(owner, game, *moves, *([{"do": "end"}] if over else []))


@pytest.fixture
def game(ann: Visitor) -> Game:
    """A sheet that Ann has won."""
    return sheet(ann, {"Ann": 10, "Bob": -2.5}, {"Ann": 3, "Bob": 7}, title="Hearts")


def share(visitor: Visitor, game: Game) -> str:
    """Makes a link and returns its path."""
    response = client_of(visitor).post(f"/games/{game.public_id}/share/")
    assert response.status_code == 303
    return f"/r/{Share.objects.get(game=game, revoked_at=None).public_id}/"


# --- the picture


def test_the_picture_is_for_the_crew_and_of_the_promised_size(game: Game, cat: Visitor, dan: Visitor) -> None:
    url = f"/games/{game.public_id}/result.png"
    response = client_of(cat).get(url)
    assert (response.status_code, response["Content-Type"]) == (200, "image/png")
    with Image.open(io.BytesIO(response.content)) as picture:
        assert (picture.format, picture.size) == ("PNG", (1080, 1350))
    assert re.fullmatch(r'inline; filename="hearts-\d{4}-\d\d-\d\d\.png"', response["Content-Disposition"])
    assert response["Content-Security-Policy"] == "default-src 'none'; sandbox"
    for stranger in (dan, None):
        assert client_of(stranger).get(url).status_code == 404
    assert client_of(cat).post(url).status_code == 405


@pytest.mark.parametrize(("shape", "high"), [("post", 1350), ("story", 1920), ("wide", 566)])
def test_the_picture_comes_in_three_forms_at_the_widths_of_screens(
    game: Game, ann: Visitor, shape: str, high: int
) -> None:
    page = Shown(client_of(ann).get(f"/games/{game.public_id}/share/?shape={shape}"))
    shown = page.soup.select_one("img.card-shown")
    assert shown is not None
    assert (shown["width"], shown["height"]) == ("1080", str(high))
    sizes = {}
    for each in str(shown["srcset"]).split(", "):
        url, _, width = each.partition(" ")
        with Image.open(io.BytesIO(client_of(ann).get(url).content)) as picture:
            sizes[width] = picture.size
    assert sizes == {f"{wide}w": (wide, round(high * wide / 1080)) for wide in (360, 720, 1080)}
    saved = page.soup.select_one("a[download]")
    assert saved is not None
    assert str(saved["href"]).endswith(f"result.png?shape={shape}")
    for asked in ("shape=round", "shape=square", "wide=5000", "wide=x"):
        assert client_of(ann).get(f"/games/{game.public_id}/result.png?{asked}").status_code == 404


def test_a_picture_that_has_not_changed_is_neither_drawn_nor_sent_again(
    game: Game, ann: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    url, client = f"/games/{game.public_id}/result.png", client_of(ann)
    first = client.get(url)
    assert first["Cache-Control"] == "private, no-cache"
    drawn: list[card.Result] = []

    def draw(result: card.Result, _shape: card.Shape, _wide: int) -> bytes:
        drawn.append(result)
        return b""

    monkeypatch.setattr("referee.crew.sharing.links.draw", draw)
    again = client.get(url, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content, drawn) == (304, b"", [])
    assert "private" in again["Cache-Control"]
    taps.undo(ann, game.public_id, tap_keys.new_key(Game.objects.get(pk=game.pk)))
    changed = client.get(url, headers={"If-None-Match": first["ETag"]})
    assert (changed.status_code, len(drawn)) == (200, 1)
    Game.objects.filter(pk=game.pk).update(title="Spades")
    assert client.get(url, headers={"If-None-Match": changed["ETag"]}).status_code == 200


def result(game: Game) -> card.Result:
    return result_of(game, scores.by_hand(game))


def test_the_card_tells_what_the_record_holds(game: Game) -> None:
    shown = result(game)
    assert (shown.game, shown.title, shown.over, shown.step) == ("Score sheet", "Hearts", True, "round")
    ann, bob = shown.sides
    assert (ann.names, ann.score, ann.won, ann.here, ann.totals) == (("Ann",), 13, True, True, (10, 13))
    assert (ann.rank, bob.rank) == (1, 2)
    assert (bob.names, bob.score, bob.won, bob.totals) == (("Bob",), 4.5, False, (-2.5, 4.5))


def test_an_open_game_is_told_so_far_and_who_left_is_told_so(ann: Visitor) -> None:
    game = sheet(ann, {"Ann": 1, "Bob": 2}, over=False)
    shown = result(tell(ann, game, {"do": "quit", "player": "Bob"}, {"do": "join", "player": "Eve"}))
    assert not shown.over
    assert [(side.rank, *side.names, side.won, side.here) for side in shown.sides] == [
        (1, "Ann", False, True),
        (2, "Eve", False, True),
        (0, "Bob", False, False),
    ]


def test_who_joined_later_has_no_line_before(ann: Visitor) -> None:
    game = sheet(ann, {"Ann": 1, "Bob": 2}, over=False)
    tell(ann, game, {"do": "join", "player": "Eve"})
    now = tell(ann, game, {"do": "round", "scores": {"Ann": 1, "Bob": 1, "Eve": 1}})
    assert [side.totals for side in result(now).sides] == [(2, 3), (1, 2), (None, 1)]


def test_who_joined_before_the_first_deal_is_no_hand_of_the_line(ann: Visitor) -> None:
    game = new_game(ann, "Ann Bob", "zar", end={"hands": 1})
    now = tell(ann, game, {"do": "join", "player": "Cat"}, *hand_won("Bob", "Ann", "Cat"))
    shown = result(now)
    assert (shown.step, [side.totals for side in shown.sides]) == ("hand", [(0,), (5,), (5,)])


def test_a_game_without_hands_runs_move_by_move(ann: Visitor) -> None:
    game = new_game(ann, "Ann Bob", "zarathustra")
    before = result(game)
    assert (before.step, before.steps) == ("move", 0)
    found, rules = game, GAMES["zarathustra"]
    for _ in range(12):
        move, _ruling = next(rules.prompts(rules.load(found.state)))
        found = tell(ann, game, msgspec.to_builtins(move))
    shown = result(found)
    assert shown.step == "move"
    assert 0 < shown.steps <= 12
    assert {side.names[0]: side.score for side in shown.sides} == found.standing["scores"]
    assert [side.totals[-1] for side in shown.sides] == [side.score for side in shown.sides]


# --- the link


def test_a_link_is_made_with_one_tap_and_two_taps_make_one(game: Game, bob: Visitor) -> None:
    page = Shown(client_of(bob).get(f"/games/{game.public_id}/share/"))
    form = page.soup.select_one("main form")
    assert isinstance(form, Tag)
    assert (form["action"], form["method"]) == (f"/games/{game.public_id}/share/", "post")
    wide = Shown(client_of(bob).get(f"/games/{game.public_id}/share/?shape=wide")).soup.select_one(
        "main form"
    )
    assert isinstance(wide, Tag)
    assert str(wide["action"]).endswith("/share/?shape=wide"), "the picture stays wide"
    first = share(bob, game)
    assert share(bob, game) == first
    assert Share.objects.count() == 1
    assert re.fullmatch(r"/r/[\w-]{22}/", first), "128 bits in 22 characters"


def test_the_page_shows_the_link_and_its_code(game: Game, ann: Visitor) -> None:
    path = share(ann, game)
    page = Shown(client_of(ann).get(f"/games/{game.public_id}/share/"))
    field = page.soup.select_one("input[readonly]")
    assert isinstance(field, Tag)
    assert field["value"] == f"http://testserver{path}"
    assert page.soup.select(".qr svg path")
    assert page.soup.select_one("button[data-copy][hidden]"), "it is there for those who have a script"
    assert "Made by this phone" in page.text
    Share.objects.update(created_at=datetime(2031, 11, 22, 2, tzinfo=UTC))
    assert "21 Nov 2031." in Shown(client_of(ann).get(f"/games/{game.public_id}/share/")).text, "its night"
    check_nothing_inline(page)


def test_the_result_is_ranked_wherever_it_is_told_and_the_hands_keep_the_order_of_the_seats(
    ann: Visitor,
) -> None:
    game = new_game(ann, "Ann Bob", "zar", end={"hands": 1})
    over = tell(ann, game, {"do": "join", "player": "Cat"}, *hand_won("Bob", "Ann", "Cat"))
    shared = Shown(Client().get(share(ann, over)))
    own = Shown(client_of(ann).get(f"/games/{game.public_id}/"))
    for page in (shared, own):
        assert [words(name) for name in page.soup.select(".ranked li b")] == ["Bob", "Ann", "Cat"]
        assert [words(rank) for rank in page.soup.select(".ranked .rank")] == ["Rank 1", "Rank 2", "Rank 2"]
        assert [words(points) for points in page.soup.select(".ranked .pts")] == ["0", "5", "5"]
        heads = page.soup.select(".hands thead th > span:last-child")
        assert [words(head) for head in heads] == ["Ann", "Bob", "Cat"]
    assert str(shared.soup.select_one(".chart")) == str(own.soup.select_one(".chart"))
    assert "1. Bob" in {text.text for text in plan(result(over)).texts}


def test_whoever_has_the_link_reads_the_result_and_nothing_else(game: Game, ann: Visitor) -> None:
    """Colours go with the names; photos of players and what was noted of the evening stay in the crew."""
    sheet(ann, {"Ann": 1, "Bob": 2}, title="Bridge")
    set_notes(game, place="Kitchen", notes="It rained.")
    Player.objects.filter(name="Ann").update(avatar="x" * 22, colour="teal")
    page = Shown(Client().get(share(ann, game)))
    assert page.status == 200
    assert "Ann won" in page.one("h1")
    for said in ("Hearts", "Ann", "13", "Bob", "4.5", "+10", "−2.5", "+7"):
        assert said in page.text, said
    html = page.response.content.decode()
    assert page.soup.select_one(".ranked .face.in-teal")
    for kept in (
        "Bridge",
        "Kitchen",
        "rained",
        "xxxx",
        "/players/",
        game.public_id,
        "/games/",
        "/t/",
        "phone",
        "csrf",
        "<form",
    ):
        assert kept not in html, kept
    check_nothing_inline(page)


def test_the_link_asks_nobody_who_he_is(game: Game, ann: Visitor) -> None:
    path = share(ann, game)
    for client in (Client(), client_of(ann)):
        for url in (path, f"{path}result.png", "/r/nosuchlinknosuchlinkno/"):
            response = client.get(url)
            assert not response.cookies, url
            assert "Cookie" not in response.get("Vary", ""), url


def test_search_engines_and_other_sites_learn_nothing(game: Game, ann: Visitor) -> None:
    path = share(ann, game)
    for url in (path, f"{path}result.png"):
        response = Client().get(url)
        assert response.status_code == 200
        assert "noindex" in response["X-Robots-Tag"]
        assert response["Referrer-Policy"] == "no-referrer"
        assert response["Cache-Control"] == "private, no-cache"
    page = Shown(Client().get(path))
    robots = page.soup.select_one("meta[name=robots]")
    assert isinstance(robots, Tag)
    assert "noindex" in robots["content"]


def test_a_messenger_finds_a_preview(ann: Visitor) -> None:
    game = sheet(ann, {"Ann": 10, "Bob": 2}, title='"Hearts" & <b>friends</b>')
    path = share(ann, game)
    page = Shown(Client().get(path))
    told = {str(tag["property"]): str(tag["content"]) for tag in page.soup.select("meta[property]")}
    assert told["og:title"].startswith('Ann won: "Hearts" & <b>friends</b>, ')
    assert told["og:description"] == "Ann won. Ann 10, Bob 2."
    assert told["og:url"] == f"http://testserver{path}"
    assert told["og:image"] == f"http://testserver{path}result.png?shape=wide"
    assert (told["og:image:width"], told["og:image:height"]) == ("1080", "566")
    picture = Client().get(told["og:image"])
    assert picture["Content-Type"] == "image/png"
    with Image.open(io.BytesIO(picture.content)) as found:
        assert found.size == (1080, 566)


def test_a_picture_has_the_best_moment_and_tells_no_round_s_name_and_by_a_link_no_photo(
    ann: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = new_game(ann, "Ann Bob", "score_sheet")
    rounds = ({"Ann": 1, "Bob": 9}, {"Ann": 2, "Bob": 1}, {"Ann": 30, "Bob": 1})
    moves = [{"do": "round", "scores": scores, "name": "Kitchen"} for scores in rounds]
    game = tell(ann, game, *moves, {"do": "end"})
    Player.objects.filter(name="Ann").update(avatar="x" * 22)
    drawn: list[card.Result] = []

    def draw(result: card.Result, _shape: card.Shape, _wide: int) -> bytes:
        drawn.append(result)
        return b""

    monkeypatch.setattr("referee.crew.sharing.links.draw", draw)
    assert client_of(ann).get(f"/games/{game.public_id}/result.png").status_code == 200
    assert Client().get(f"{share(ann, game)}result.png").status_code == 200
    assert [each.best for each in drawn] == [("Decided in round 3", "Ann took the lead at the very end")] * 2
    photos = [each.sides[0].people[0].photo for each in drawn]
    assert [photo and photo.stem for photo in photos] == ["x" * 22, None]
    assert not any("Kitchen" in repr(each) for each in drawn)


def test_a_link_follows_the_game(ann: Visitor) -> None:
    game = sheet(ann, {"Ann": 1, "Bob": 2}, over=False)
    path = share(ann, game)
    assert "So far" in Shown(Client().get(path)).text
    before = Client().get(f"{path}result.png")
    tell(ann, game, {"do": "end"})
    assert "Bob won" in Shown(Client().get(path)).text
    assert Client().get(f"{path}result.png", headers={"If-None-Match": before["ETag"]}).status_code == 200


def test_a_link_that_was_taken_back_shows_nothing_and_neither_does_its_picture(
    game: Game, ann: Visitor
) -> None:
    path = share(ann, game)
    etag = Client().get(f"{path}result.png")["ETag"]
    for _ in range(2):
        response = client_of(ann).post(f"/games/{game.public_id}/share/revoke/")
        assert response.status_code == 303
    page = Shown(Client().get(path))
    never = Shown(Client().get("/r/nosuchlinknosuchlinkno/"))
    assert (page.status, page.text) == (404, never.text)
    assert "Hearts" not in page.text
    for headers in ({}, {"If-None-Match": etag}):
        assert Client().get(f"{path}result.png", headers=headers).status_code == 404
    assert share(ann, game) != path
    assert Client().get(path).status_code == 404


def test_the_keeper_takes_any_link_back_and_a_scorer_his_own(game: Game, ann: Visitor, bob: Visitor) -> None:
    revoke = f"/games/{game.public_id}/share/revoke/"
    path = share(ann, game)
    page = Shown(client_of(bob).get(f"/games/{game.public_id}/share/"))
    assert revoke not in page.response.content.decode()
    assert client_of(bob).post(revoke).status_code == 403
    assert Client().get(path).status_code == 200
    client_of(ann).post(revoke)
    path = share(bob, game)
    page = Shown(client_of(bob).get(f"/games/{game.public_id}/share/"))
    assert revoke in page.response.content.decode()
    assert client_of(bob).post(revoke).status_code == 303
    assert Client().get(path).status_code == 404
    path = share(bob, game)
    assert client_of(ann).post(revoke).status_code == 303
    assert Client().get(path).status_code == 404


def test_a_watcher_looks_and_a_stranger_finds_nothing(
    game: Game, ann: Visitor, cat: Visitor, dan: Visitor
) -> None:
    here = f"/games/{game.public_id}/share/"
    page = Shown(client_of(cat).get(here))
    assert (page.status, len(page.soup.select("main form"))) == (200, 0)
    for path in ("share/", "share/revoke/", "rematch/"):
        assert client_of(cat).post(f"/games/{game.public_id}/{path}").status_code == 403, path
        for stranger in (dan, None):
            assert client_of(stranger).post(f"/games/{game.public_id}/{path}").status_code == 404, path
    assert client_of(dan).get(here).status_code == 404
    assert not Share.objects.exists()
    assert Game.objects.count() == 1
    path = share(ann, game)
    assert f"http://testserver{path}" in client_of(cat).get(here).content.decode()
    assert client_of(cat).post(f"{here}revoke/").status_code == 403


@pytest.mark.parametrize("path", ["share/revoke/", "rematch/"])
def test_what_changes_something_is_a_post_from_a_page_of_ours(game: Game, ann: Visitor, path: str) -> None:
    url = f"/games/{game.public_id}/{path}"
    assert client_of(ann).get(url).status_code == 405
    strict = Client(enforce_csrf_checks=True)
    strict.cookies[COOKIE] = ann.token
    assert strict.post(url).status_code == 403
    assert Game.objects.count() == 1


def test_each_page_takes_so_many_queries_however_long_the_game(
    ann: Visitor, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for rounds in (1, 30):
        game = sheet(ann, *[{"Ann": 1, "Bob": 2}] * rounds)
        path = share(ann, game)
        for url, most in (
            (path, 3),
            (f"{path}result.png", 5),
            (f"/games/{game.public_id}/result.png", 6),
            (f"/games/{game.public_id}/share/", 5),
        ):
            with django_assert_max_num_queries(most, connection=connection):
                assert client_of(ann).get(url).status_code == 200


# --- the buttons on a game's page


def test_the_game_s_page_has_buttons_for_those_who_may(ann: Visitor, cat: Visitor, game: Game) -> None:
    def names(visitor: Visitor, game: Game) -> list[str]:
        shown = Shown(client_of(visitor).get(f"/games/{game.public_id}/"))
        ways = shown.soup.select(".acts :is(a, form)")
        return [str(way.get("href") or way["action"]).split("/")[3] for way in ways]

    assert names(ann, game) == ["rematch", "share", "replay"]
    assert names(cat, game) == ["share", "replay"]
    assert names(ann, new_game(ann, "Ann Bob"))[1:] == ["share"], "the first leads to the table"


# --- rematch


def again(visitor: Visitor, game: Game) -> Game:
    """Taps on "Rematch" and returns the game whose table comes up."""
    response = client_of(visitor).post(f"/games/{game.public_id}/rematch/")
    assert response.status_code == 303
    found = re.fullmatch(r"/t/([\w-]{22})/", response["Location"])
    assert found, response["Location"]
    return Game.objects.get(public_id=found[1])


def test_a_rematch_has_the_same_seats_the_same_rules_and_an_empty_sheet(ann: Visitor, bob: Visitor) -> None:
    game = new_game(ann, "Cat Ann Bob", "score_sheet", wins="low", end={"rounds": 1})
    Game.objects.filter(pk=game.pk).update(title="Golf")
    tell(ann, game, {"do": "round", "scores": {"Ann": 1, "Bob": 2, "Cat": 3}})
    new = again(bob, game)
    assert (new.game, new.title, new.options) == (
        "score_sheet",
        "Golf",
        {"wins": "low", "end": {"rounds": 1}},
    )
    assert new.standing == {
        "players": ["Cat", "Ann", "Bob"],
        "scores": {"Cat": 0, "Ann": 0, "Bob": 0},
        "winners": [],
    }
    assert new.finished_at is None
    assert Player.objects.count() == 3


def test_two_taps_start_one_rematch_and_so_do_two_phones(game: Game, ann: Visitor, bob: Visitor) -> None:
    assert again(ann, game) == again(ann, game) == again(bob, game)
    assert Game.objects.count() == 2


@pytest.mark.long
def test_a_rematch_of_a_rematch_is_a_third_game(game: Game, ann: Visitor) -> None:
    second = tell(ann, again(ann, game), {"do": "end"})
    third = again(ann, second)
    assert len({game.pk, second.pk, third.pk}) == 3
    assert third.standing["players"] == ["Ann", "Bob"]
    # The first one, too, can be played again once its rematch is over.
    assert again(ann, game) not in (game, second, third)


def test_quitters_stay_out_and_latecomers_play_where_they_sat(ann: Visitor) -> None:
    game = sheet(ann, over=False, names="Ann Bob Cat")
    moves: list[Raw] = [
        {"do": "join", "player": "Eve", "after": "Ann"},
        {"do": "quit", "player": "Bob"},
        {"do": "end"},
    ]
    assert again(ann, tell(ann, game, *moves)).standing["players"] == ["Ann", "Eve", "Cat"]


def test_who_was_renamed_plays_on_as_the_same_person(game: Game, ann: Visitor) -> None:
    Player.objects.filter(name="Bob").update(name="Robert", folded="robert")
    assert again(ann, game).standing["players"] == ["Ann", "Robert"]
    assert Player.objects.count() == 2
    prefilled = Shown(client_of(ann).get(f"/new/score_sheet/?rematch={game.public_id}")).soup
    assert [field["value"] for field in prefilled.select("[name=name]")] == ["Ann", "Robert", ""]


def test_a_game_that_goes_on_leads_back_to_its_own_table(ann: Visitor) -> None:
    game = sheet(ann, {"Ann": 1, "Bob": 2}, over=False)
    assert again(ann, game) == game
    assert Game.objects.count() == 1


def test_too_few_for_a_rematch_come_to_the_setup_page(ann: Visitor) -> None:
    game = new_game(ann, "Ann Bob", "zar")
    tell(ann, game, {"do": "quit", "player": "Bob"}, {"do": "end"})
    response = client_of(ann).post(f"/games/{game.public_id}/rematch/")
    assert (response.status_code, Game.objects.count()) == (303, 1)
    page = Shown(client_of(ann).get(response["Location"]))
    assert (page.status, page.soup.select("[name=name]")[0]["value"]) == (200, "Ann")


def hand_won(out: str, *others: str, dealer: str = "Ann", passes: tuple[str, ...] = ()) -> list[Raw]:
    """A hand of ZAR in which somebody goes out, after others have passed."""
    return [
        {"do": "deal", "dealer": dealer},
        {"do": "flip", "card": "blue sun"},
        *({"do": "pass", "player": name} for name in passes),
        {"do": "recount", "player": out, "cards": 1},
        {"do": "play", "player": out, "cards": ["blue moon"]},
        {"do": "out", "player": out},
        *({"do": "count", "player": name, "points": 5} for name in others),
    ]


@pytest.mark.parametrize(("rule", "dealer"), [("rotate", "Bob"), ("winner", "Cat")])
def test_the_next_one_deals(ann: Visitor, rule: str, dealer: str) -> None:
    game = new_game(ann, "Ann Bob Cat", "zar", next_dealer=rule, end={"hands": 1})
    over = tell(ann, game, *hand_won("Cat", "Ann", "Bob", passes=("Bob",)))
    assert over.finished_at
    changed = Shown(client_of(ann).get(f"/new/zar/?rematch={over.public_id}"))
    assert changed.one("label:has([name=dealer]:checked)") == dealer, "with changes too"
    new = again(ann, over)
    assert (new.phase, dealt_by(new)) == ("flip", dealer)
    assert again(ann, over).version == 1, "nobody deals twice"


def test_who_was_to_deal_when_the_table_ended_the_game_deals(ann: Visitor) -> None:
    game = new_game(ann, "Ann Bob Cat", "zar")
    moves = [*hand_won("Bob", "Ann", "Cat"), {"do": "quit", "player": "Bob"}, {"do": "end"}]
    assert dealt_by(again(ann, tell(ann, game, *moves))) == "Cat"
    never_dealt = tell(ann, new_game(ann, "Bob Ann", "zar"), {"do": "end"})
    assert dealt_by(again(ann, never_dealt)) == "Bob"


def dealt_by(game: Game) -> str:
    """Who dealt the first hand."""
    body: Any = game.moves.get(seq=1).body
    assert body["do"] == "deal"
    return str(body["dealer"])
