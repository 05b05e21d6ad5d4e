"""A code on a piece of paper brings a lost keeper back."""

from __future__ import annotations

import base64

import pytest
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from referee.crew.limits import CODES
from scoring.crew import recovery
from scoring.crew.visitor import Visitor, digest, join_own_crew
from scoring.models import Crew, Membership, Role
from tests.crew.browser import Browser
from tests.table.page import new_game


def make(ann: Visitor) -> str:
    return recovery.make_code(actor=join_own_crew(ann))


def recover(browser: Browser, code: str, **more: str) -> None:
    browser.open("recover")
    browser.tap("Bring my crew back", code=code, **more)


def test_a_code_is_made_and_shown_once_and_brings_the_crew_back(ann: Visitor) -> None:
    game = new_game(ann)
    keeper, new = Browser(ann), Browser()
    keeper.open("crew")
    keeper.tap("Make a recovery code")
    keeper.tap("Make a code")
    code = " ".join(group.get_text() for group in keeper.shown.soup.select(".code b"))
    assert "no-store" in keeper.shown.response["Cache-Control"]
    for name in ("recovery_code", "crew"):
        keeper.open(name)
        assert code.split()[0] not in keeper.shown.text
    recover(new, code)
    new.says("This phone is a keeper")
    assert new.go(f"/t/{game.public_id}/").status == 200


def test_a_code_has_140_bits_and_its_digest_alone_is_kept(ann: Visitor) -> None:
    code = make(ann)
    signs = code.replace("-", "")
    assert len(signs) * 5 == 140
    assert len(base64.b32decode(signs + "====")) == 17
    assert Crew.objects.get().recovery_digest == digest(signs)
    assert make(ann) != code


def test_a_code_is_read_however_it_is_typed(ann: Visitor) -> None:
    code = make(ann)
    for typed in (code, code.lower(), code.replace("-", " "), code.replace("-", ""), f" {code}\n"):
        assert recovery.crew_of(typed) == Crew.objects.get()
    assert recovery.crew_of(code.replace("O", "0").replace("I", "1").replace("B", "8")) == Crew.objects.get()


def test_a_new_code_makes_the_old_one_void(ann: Visitor) -> None:
    old = make(ann)
    make(ann)
    with pytest.raises(recovery.WrongCode):
        recovery.crew_of(old)


@pytest.mark.parametrize("typed", ["", "ABCD", "A" * 28, "é" * 28, "A" * 1000])
def test_a_wrong_code_is_told_and_a_crew_without_one_is_nobodys(ann: Visitor, typed: str) -> None:
    browser = Browser()
    browser.send("/recover/", {"code": typed})
    assert browser.shown.status == 422
    browser.says("No crew has this code")
    assert browser.visitor.membership is None


def test_a_code_with_a_letter_no_keyboard_has_is_no_form_of_ours(ann: Visitor) -> None:
    browser = Browser()
    browser.send("/recover/", {"code": "A\0B"})
    assert browser.shown.status == 400


def test_only_the_keeper_makes_a_code(ann: Visitor, bob: Visitor) -> None:
    with pytest.raises(PermissionDenied):
        make(bob)
    assert Crew.objects.get().recovery_digest == ""


def test_who_guesses_has_to_wait_though_the_code_be_right_then(ann: Visitor) -> None:
    code, browser = make(ann), Browser()
    for _ in range(CODES.most):
        browser.send("/recover/", {"code": "guess"})
        assert browser.shown.status == 422
    recover(browser, code)
    assert browser.shown.status == 429
    assert int(browser.shown.response["Retry-After"]) > 0
    browser.says("Wait 15 minutes")
    assert browser.visitor.membership is None


def test_a_lower_role_is_raised_and_the_phone_stays_one(ann: Visitor, cat: Visitor) -> None:
    watcher = Browser(cat)
    recover(watcher, make(ann))
    assert watcher.member.role == Role.KEEPER
    assert Membership.objects.count() == 2


def test_another_crew_is_left_only_after_a_word(ann: Visitor, dan: Visitor) -> None:
    new_game(dan)
    code, browser = make(ann), Browser(dan)
    own = browser.member.crew
    recover(browser, code)
    browser.says("This phone leaves its crew", "This phone is its only keeper")
    assert browser.member.crew == own
    browser.send("/recover/", {"code": code, "part": "1"})
    assert browser.shown.status == 422
    assert browser.member.crew == own
    browser.tap("Leave that crew and go on", alone="1")
    assert browser.member.crew == join_own_crew(ann).crew


def test_a_keeper_who_was_shut_out_comes_back_with_another_token(ann: Visitor) -> None:
    code = make(ann)
    Membership.objects.update(shut_out_at=timezone.now())
    browser = Browser(ann)
    recover(browser, code)
    assert browser.member.role == Role.KEEPER
    assert browser.visitor.token != ann.token
