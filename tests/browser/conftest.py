"""One server for all of these tests: every phone is a crew of its own, so none sees another's games."""

from typing import Protocol

import pytest

from tests.browser.phone import PaperPhone, Phone
from tests.conftest import House, NewPhone


class Unlock(Protocol):
    """One more phone at the running app."""

    def __call__(self, *, javascript: bool = True, dark: bool = False) -> Phone: ...


@pytest.fixture
def unlock(new_phone: NewPhone, town: House) -> Unlock:
    """Unlocks a phone, with no cookies, at the running app."""

    def one(*, javascript: bool = True, dark: bool = False) -> Phone:
        return Phone(new_phone(javascript=javascript, dark=dark, url=town.url.rstrip("/")))

    return one


class Take(Protocol):
    """One more phone at the running app: with scripts in a browser, without them on paper."""

    def __call__(self, *, javascript: bool) -> Phone: ...


@pytest.fixture
def take(unlock: Unlock, town: House) -> Take:
    """Takes a phone for a walk by words: what it looks like without scripts is looked at elsewhere."""

    def one(*, javascript: bool) -> Phone:
        return unlock() if javascript else PaperPhone(town.url.rstrip("/"))

    return one
