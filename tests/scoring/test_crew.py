"""A browser has its crew, and nobody else's."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.test import RequestFactory
from django.utils import timezone

from scoring.crew.visitor import (
    COOKIE,
    COOKIE_AGE,
    HOST_COOKIE,
    Visitor,
    crew_cookie,
    digest,
    get_game_or_404,
    join_own_crew,
)
from scoring.models import Crew, Game, Membership, Role
from tests.scoring.toy import Phone, new_game

HTTPS: Any = {"wsgi.url_scheme": "https"}
View = Callable[[HttpRequest], HttpResponse]


def visit(view: View, token: str = "", **extra: str) -> HttpResponse:
    request = RequestFactory().get("/", **extra)  # type: ignore[arg-type]
    if token:
        request.COOKIES[COOKIE] = token
    return crew_cookie(view)(request)


def home(request: HttpRequest) -> HttpResponse:
    membership = request.visitor.membership  # type: ignore[attr-defined]
    return HttpResponse("a stranger" if membership is None else membership.role)


@pytest.mark.django_db
def test_the_first_visit_brings_a_cookie_and_leaves_no_row() -> None:
    response = visit(home)
    cookie = response.cookies[COOKIE]
    assert (cookie["max-age"], cookie["httponly"], cookie["samesite"], cookie["secure"]) == (
        COOKIE_AGE,
        True,
        "Lax",
        "",
    )
    assert len(cookie.value) == 43
    assert "Cookie" in response["Vary"]
    assert not Membership.objects.exists()


@pytest.mark.django_db
def test_over_https_the_cookie_is_secure_and_nobody_else_can_plant_it() -> None:
    cookie = visit(home, **HTTPS).cookies[HOST_COOKIE]
    # What browsers demand of the prefix.
    assert HOST_COOKIE.startswith("__Host-")
    assert (cookie["secure"], cookie["path"], cookie["domain"]) == (True, "/", "")


def test_a_phone_that_was_here_before_https_keeps_its_crew(ann: Visitor) -> None:
    response = visit(home, ann.token, **HTTPS)
    assert response.content == b"keeper"
    assert response.cookies[HOST_COOKIE].value == ann.token
    assert response.cookies[COOKIE]["max-age"] == 0


def test_a_cookie_without_the_prefix_counts_nothing_beside_one_with_it(ann: Visitor, dan: Visitor) -> None:
    request = RequestFactory().get("/", **HTTPS)
    request.COOKIES |= {COOKIE: dan.token, HOST_COOKIE: ann.token}
    seen: list[Visitor] = []
    crew_cookie(lambda asked: (seen.append(asked.visitor), home(asked))[1])(request)  # type: ignore[attr-defined, func-returns-value]
    assert seen[0].token == ann.token


def test_a_phone_in_use_is_noted_once_an_hour(ann: Visitor, django_assert_num_queries: Any) -> None:
    long_ago = timezone.now() - timedelta(days=3)
    Membership.objects.update(seen_at=long_ago)
    visit(home, ann.token)
    noted = Membership.objects.get().seen_at
    assert noted
    assert noted > long_ago
    with django_assert_num_queries(1):
        visit(home, ann.token)
    assert Membership.objects.get().seen_at == noted


def test_a_look_is_answered_where_nothing_can_be_written(
    ann: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OperationalError("database or disk is full")

    Membership.objects.update(seen_at=None)
    monkeypatch.setattr(QuerySet, "update", full)
    assert visit(home, ann.token).content == b"keeper"


def test_who_only_watches_a_table_is_noted_too(phone: Phone, cat: Visitor) -> None:
    Membership.objects.update(seen_at=None)
    visit(lambda request: HttpResponse(get_game_or_404(request, phone.public_id).title), cat.token)  # type: ignore[arg-type]
    assert cat.membership
    assert Membership.objects.get(pk=cat.membership.pk).seen_at
    assert Membership.objects.filter(seen_at=None).exists(), "and nobody else"


def test_a_page_that_asks_for_nobody_brings_no_cookie() -> None:
    response = visit(lambda _: HttpResponse("style"))
    assert COOKIE not in response.cookies
    assert not response.has_header("Vary")


def test_a_page_renews_the_cookie_and_its_swaps_do_not(ann: Visitor) -> None:
    assert visit(home, ann.token).cookies[COOKIE].value == ann.token
    assert COOKIE not in visit(home, ann.token, HTTP_HX_REQUEST="true").cookies


def test_what_a_service_worker_reads_ahead_does_not_bring_an_old_cookie_back(ann: Visitor) -> None:
    assert COOKIE not in visit(home, ann.token, HTTP_SEC_FETCH_MODE="cors").cookies
    assert visit(home, ann.token, HTTP_SEC_FETCH_MODE="navigate").cookies[COOKIE].value == ann.token


@pytest.mark.django_db
@pytest.mark.parametrize("token", ["short", "x" * 44, "é" * 43, "a b" + "x" * 40, "x" * 5000])
def test_a_cookie_that_is_no_token_of_ours_is_replaced(token: str) -> None:
    response = visit(home, token)
    assert response.content == b"a stranger"
    assert response.cookies[COOKIE].value != token


def test_the_token_lies_in_the_cookie_alone(ann: Visitor) -> None:
    assert Membership.objects.get().token_digest == digest(ann.token) != ann.token


def test_a_browser_has_one_crew_and_keeps_it(ann: Visitor) -> None:
    again = Visitor(ann.token)
    membership = join_own_crew(again)
    assert membership == ann.membership
    assert membership.role == Role.KEEPER
    assert Crew.objects.count() == 1


@pytest.mark.django_db
def test_two_first_taps_of_one_browser_make_one_crew() -> None:
    first = Visitor()
    second = Visitor(first.token)
    assert first.membership is second.membership is None
    assert join_own_crew(first) == join_own_crew(second)
    assert Crew.objects.count() == 1


def test_a_stranger_gets_404_for_what_the_crew_sees(
    phone: Phone, ann: Visitor, cat: Visitor, dan: Visitor
) -> None:
    request = RequestFactory().get("/")
    for visitor in (ann, cat):
        request.visitor = visitor  # type: ignore[attr-defined]
        game = get_game_or_404(request, phone.public_id)  # type: ignore[arg-type]
        assert visitor.membership
        assert (game.viewer_id, game.viewer_role) == (visitor.membership.pk, visitor.membership.role)
    for visitor in (dan, Visitor()):
        request.visitor = visitor  # type: ignore[attr-defined]
        with pytest.raises(Http404):
            get_game_or_404(request, phone.public_id)  # type: ignore[arg-type]
    assert not Game.objects.visible_to(dan).exists()


def test_a_phone_that_was_shut_out_is_a_stranger_and_can_start_afresh(phone: Phone, ann: Visitor) -> None:
    Membership.objects.update(shut_out_at=timezone.now())
    outcast = Visitor(ann.token)
    assert outcast.membership is None
    assert not Game.objects.visible_to(outcast).exists()
    new_game(outcast)
    assert outcast.token != ann.token
    assert Crew.objects.count() == 2
    assert Game.objects.visible_to(outcast).count() == 1
