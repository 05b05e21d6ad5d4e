"""What phones are shown alike is made once; what is a phone's own stays its own."""

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from threading import Barrier
from time import sleep
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import RequestFactory

from referee.games.context import TableView
from referee.games.look import AnyLook
from referee.games.presenter import AnyPresenter
from referee.games.registry import PRESENTERS
from referee.table import looking, region
from scoring.crew.visitor import Visitor
from scoring.models import Game, Role
from tests.conftest import joined
from tests.table.page import Phone, Shown, new_game

pytestmark = [pytest.mark.database, pytest.mark.django_db]


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Grows by a text at each region that is rendered, from none at the beginning."""
    region.rendered.cache_clear()
    looking.forget()
    texts: list[str] = []

    def counted(*args: Any) -> str:
        texts.append(render_to_string(*args))
        return texts[-1]

    monkeypatch.setattr("referee.table.region.render_to_string", counted)
    return texts


def both(one: Callable[[], object]) -> None:
    """Does the same on two threads at once."""
    ready = Barrier(2)

    def go() -> None:
        ready.wait(10)
        one()

    with ThreadPoolExecutor(2) as threads:
        for done in [threads.submit(go) for _ in range(2)]:
            done.result()


def look(phone: Phone) -> None:
    """What a page does when it hears the bell."""
    phone.shown = Shown(phone.client.get(phone.url, headers={"HX-Request": "true"}))


def own(phone: Phone) -> dict[str, set[str]]:
    """The values of the hidden fields that are this page's alone."""
    names = ("key", "csrfmiddlewaretoken")
    return {
        name: {str(field["value"]) for field in phone.shown.table.select(f"[name={name}]")} for name in names
    }


def test_phones_that_may_do_the_same_share_all_but_their_keys_and_tokens(
    ann: Visitor, bob: Visitor, made: list[str]
) -> None:
    game = new_game(ann)
    keeper = Phone(ann, game)
    phones = [Phone(each, game) for each in (bob, joined(ann, Role.SCORER), joined(ann, Role.SCORER))]
    made.clear()
    keeper.tap("Ann deals")
    for phone in phones:
        look(phone)
    # The keeper's answer is what the others are shown.
    assert len(made) == 1
    assert not any("\ue000" in str(phone.shown.soup) for phone in phones)
    each = [own(phone) for phone in phones]
    assert all(len(values) == 1 for fields in each for values in fields.values())
    assert len({*(str(fields["csrfmiddlewaretoken"]) for fields in each)}) == 3
    # And each can go on from it.
    made.clear()
    phones[1].tap("red moon")
    for phone in phones:
        look(phone)
        assert "red moon" in phone.shown.text
    assert len(made) == 1


def test_who_may_do_less_is_shown_less(ann: Visitor, bob: Visitor, cat: Visitor, made: list[str]) -> None:
    game = new_game(ann)
    Phone(ann, game).tap("Ann deals")
    made.clear()
    phones = [Phone(each, game) for each in (ann, bob, cat)]
    for phone in phones:
        look(phone)
    assert not phones[2].shown.table.select("form")
    assert phones[1].shown.table.select("form")


def test_a_new_title_is_seen_at_once(ann: Visitor, made: list[str]) -> None:
    game = new_game(ann)
    phone = Phone(ann, game)
    look(phone)
    game.title = "Friday"
    game.save(update_fields=["title"])
    look(phone)
    assert "Friday" in phone.shown.table["data-title"]


def test_what_two_phones_ask_for_at_once_is_made_once(
    ann: Visitor, made: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Game.objects.visible_to(ann).get(pk=new_game(ann).pk)
    now, views = looking.now_of(game), []
    presenter = type(PRESENTERS["zar"])
    view = presenter.view

    def slowly(self: AnyPresenter, look: AnyLook) -> TableView:
        views.append(view(self, look))
        sleep(0.1)
        return views[-1]

    def slowly_rendered(*args: Any) -> str:
        sleep(0.1)
        made.append(render_to_string(*args))
        return made[-1]

    monkeypatch.setattr(presenter, "view", slowly)
    monkeypatch.setattr("referee.table.region.render_to_string", slowly_rendered)
    both(lambda: looking.plain_look(game, "", now))
    assert len(views) == 1
    both(lambda: region.region(RequestFactory().get("/"), views[0], status=HTTPStatus.OK))
    assert len(made) == 1


def test_a_tap_gets_its_token_again_and_a_look_another_one(ann: Visitor, made: list[str]) -> None:
    phone = Phone(ann, new_game(ann))
    phone.client.handler.enforce_csrf_checks = True
    look(phone)
    sent = own(phone)["csrfmiddlewaretoken"]
    phone.tap("Ann deals")
    assert own(phone)["csrfmiddlewaretoken"] == sent
    look(phone)
    assert own(phone)["csrfmiddlewaretoken"] != sent


@pytest.mark.parametrize("sent", ["", "x" * 63, 32 * 'é"', '"><script>' + "x" * 54])
def test_no_token_that_could_not_be_one_is_written_into_a_page(ann: Visitor, sent: str) -> None:
    """Also where it was not asked for, as a header had it."""
    game = Game.objects.visible_to(ann).get(pk=new_game(ann).pk)
    _, view = looking.plain_look(game, "", looking.now_of(game))
    request = RequestFactory().post("/", {"csrfmiddlewaretoken": sent})
    text = region.region(request, view, status=HTTPStatus.OK).content.decode()
    tokens = re.findall(r'name="csrfmiddlewaretoken" value="([^"]*)"', text)
    assert tokens
    assert all(re.fullmatch(r"[A-Za-z0-9]{64}", token) for token in tokens)
