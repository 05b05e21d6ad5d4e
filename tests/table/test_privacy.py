"""A crew's tables are its own: who sees one, who may tap on it, and what every answer carries."""

import pytest
from django.test import Client

from scoring.crew.visitor import COOKIE, HOST_COOKIE, Visitor
from scoring.models import Game
from tests.table.inline import check_nothing_inline
from tests.table.page import Phone, Shown, new_game

WRITES = ("move/", "undo/", "redo/")
LOOKS = ("", "?sheet=menu", "log/", "correct/1/")


def browser_of(visitor: Visitor | None) -> Client:
    client = Client()
    if visitor:
        client.cookies[COOKIE] = visitor.token
    return client


def looks_of(game: Game) -> list[str]:
    return [f"/t/{game.public_id}/{part}" for part in LOOKS] + [f"/games/{game.public_id}/"]


@pytest.mark.parametrize("who", ["stranger", "nobody"])
@pytest.mark.parametrize("htmx", [{}, {"HX-Request": "true"}])
def test_another_browser_finds_nothing_of_a_table(
    game: Game, dan: Visitor, who: str, htmx: dict[str, str]
) -> None:
    client = browser_of(dan if who == "stranger" else None)
    elsewhere = client.get("/t/no-such-game-as-this-one/", headers=htmx)
    for url in looks_of(game):
        response = client.get(url, headers=htmx)
        assert response.status_code == 404, url
        assert "Ann" not in response.content.decode()
    for part in WRITES:
        response = client.post(
            f"/t/{game.public_id}/{part}", {"key": "2-xxxxxxxx", "do": "void"}, headers=htmx
        )
        assert response.status_code == 404, part
        assert response.content == elsewhere.content, "it looks like a table that does not exist"
    assert Game.objects.get().version == 2


def test_a_correction_by_another_browser_finds_nothing(game: Game, dan: Visitor) -> None:
    response = browser_of(dan).post(f"/t/{game.public_id}/correct/2/", {"key": "2-xxxxxxxx"})
    assert response.status_code == 404
    assert Game.objects.get().version == 2


def test_bob_taps_on_anns_table(game: Game, bob: Visitor) -> None:
    phone = Phone(bob, game)
    phone.tap("blue moon")
    assert phone.game.version == 3


def test_a_watcher_looks_on_and_can_write_nothing(game: Game, cat: Visitor) -> None:
    client = browser_of(cat)
    for url in looks_of(game):
        assert client.get(url).status_code == 200, url
    for part in WRITES:
        response = client.post(f"/t/{game.public_id}/{part}", {"key": "2-xxxxxxxx", "do": "void"})
        assert response.status_code == 403, part
        assert "but not change it" in response.content.decode(), part
    assert Game.objects.get().version == 2


def test_a_phone_that_was_shut_out_finds_nothing_more(game: Game, bob: Visitor) -> None:
    member = Visitor(bob.token).membership
    assert member
    member.shut_out_at = member.created_at
    member.save()
    assert browser_of(bob).get(f"/t/{game.public_id}/").status_code == 404


@pytest.mark.parametrize("part", WRITES)
@pytest.mark.parametrize("method", ["get", "put", "delete"])
def test_a_write_is_a_post(game: Game, ann: Visitor, part: str, method: str) -> None:
    response = getattr(browser_of(ann), method)(f"/t/{game.public_id}/{part}")
    assert response.status_code == 405
    assert Game.objects.get().version == 2


@pytest.mark.parametrize("part", WRITES)
def test_a_form_that_came_from_no_page_of_ours_changes_nothing(game: Game, ann: Visitor, part: str) -> None:
    client = Client(enforce_csrf_checks=True)
    client.cookies[COOKIE] = ann.token
    response = client.post(f"/t/{game.public_id}/{part}", {"key": "2-xxxxxxxx", "do": "void"})
    assert response.status_code == 403
    assert Game.objects.get().version == 2


def test_the_cookie_is_for_the_server_alone_and_for_a_year(game: Game, ann: Visitor) -> None:
    cookie = browser_of(ann).get(f"/t/{game.public_id}/").cookies[COOKIE]
    assert cookie["httponly"] is True
    assert cookie["samesite"] == "Lax"
    assert cookie["max-age"] > 365 * 24 * 3600
    assert not cookie["secure"]
    secure = browser_of(ann).get(f"/t/{game.public_id}/", secure=True).cookies[HOST_COOKIE]
    assert secure["secure"] is True


SHEETS = (
    "",
    "?sheet=menu",
    "?sheet=match",
    "?sheet=seat&player=0",
    "?sheet=dispute",
    "?sheet=close&row=0",
    "?sheet=declare&card=winged+dragon&player=Bob",
)


@pytest.mark.parametrize("query", SHEETS)
@pytest.mark.parametrize("htmx", [{}, {"HX-Request": "true"}])
def test_every_answer_forbids_what_it_does_not_need_and_has_nothing_inline(
    game: Game, ann: Visitor, query: str, htmx: dict[str, str]
) -> None:
    shown = Shown(browser_of(ann).get(f"/t/{game.public_id}/{query}", headers=htmx))
    assert bool(query) == bool(shown.one(".sheet")), "the sheet is open"
    check_nothing_inline(shown)
    check_headers(shown)


def test_refusals_too_have_nothing_inline(game: Game, ann: Visitor) -> None:
    phone = Phone(ann, game, htmx=False)
    shown = phone.tap("red moon")
    assert shown.status == 422
    check_nothing_inline(shown)
    check_headers(shown)


def test_what_people_type_is_text_wherever_it_is_shown(ann: Visitor) -> None:
    nasty = "<b>&\"'x"
    phone = Phone(ann, new_game(ann, f"{nasty} Bob"))
    for tap in (f"{nasty} deals", "blue sun"):
        assert nasty in phone.tap(tap).text
    phone.tap("red moon")
    shown = phone.tap("Allow it", overruled="<img src=x>")
    assert not shown.soup.select("img")
    assert "<img src=x>" in shown.text


def check_headers(shown: Shown) -> None:
    headers = shown.response.headers
    policy = dict(part.split(" ", 1) for part in headers["Content-Security-Policy"].split("; "))
    assert policy.pop("default-src") == policy.pop("frame-ancestors") == policy.pop("base-uri") == "'none'"
    assert set(policy.values()) == {"'self'"}
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"
    assert {"Cookie", "HX-Request"} <= {name.strip() for name in headers["Vary"].split(",")}
