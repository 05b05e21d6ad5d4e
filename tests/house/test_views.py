"""What a request to a view may do is declared at the view, and held."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from itertools import product

import pytest
from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import URLPattern, get_resolver
from django.views.decorators.cache import never_cache

from referee.web.middleware import WroteOnLook, reads_only
from referee.web.views import LOOKS, Pool, form_view, needs, slow
from scoring.models import Crew
from tests.addresses import EVERY, Values, path_of
from tests.conftest import ROOT

METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}


NAMES = [str(pattern.name) for pattern, _ in EVERY]


@pytest.mark.django_db
@pytest.mark.parametrize(("pattern", "values"), EVERY, ids=NAMES)
def test_every_view_says_which_methods_it_answers(
    client: Client, pattern: URLPattern, values: Values
) -> None:
    answers = {method: client.generic(method, path_of(pattern, values)) for method in sorted(METHODS)}
    answered = {method for method, answer in answers.items() if answer.status_code != 405}
    assert answered in ({*LOOKS}, {"POST"}, {*LOOKS, "POST"})
    assert answers["HEAD"].status_code == answers["GET"].status_code
    refused = {answer["Allow"] for answer in answers.values() if answer.status_code == 405}
    assert {frozenset(allow.split(", ")) for allow in refused} == {frozenset(answered)}


def test_what_may_take_long_has_threads_of_its_own_and_its_form_is_shown_by_those_that_read() -> None:
    slow: dict[str, set[str]] = {"GET": set(), "POST": set()}
    for (pattern, values), method in product(EVERY, slow):
        if needs(method, path_of(pattern, values)).pool is Pool.SLOW:
            slow[method].add(str(pattern.name))
    pictures = {"result_picture", "shared_picture", "night_picture", "year_picture"}
    looks = {"crew_zip", "crew_plays", "crew_sheet"} | pictures
    results = {"import_columns", "import_names", "import_preview", "export"}
    uploads = {"add_photo", "add_photo_of_refusal", "keep_face", "sheet_new", "sheet_edit", "sheet_import"}
    counted = {"count", "merge_player", "discard", "restore", "titles"}
    gone = {"account_delete", "delete_player", "phone", "phone_out"}
    hashed = {"sign_in", "sign_up", "password", "recovery_code"} | gone
    assert slow["POST"] == looks | results | uploads | counted | hashed
    only_sent = {
        "add_photo",
        "add_photo_of_refusal",
        "keep_face",
        "sheet_import",
        "count",
        "restore",
        "phone_out",
    }
    assert slow["GET"] <= looks | only_sent
    assert looks <= slow["GET"]
    large = {
        str(pattern.name): most
        for pattern, values in EVERY
        if (most := needs("POST", path_of(pattern, values)).body) > 256 * 1024
    }
    photo = 20 * 1024 * 1024
    assert large == {"export": 256 * 1024 * 1024} | dict.fromkeys(
        ("add_photo", "add_photo_of_refusal", "keep_face"), photo
    )
    assert needs("GET", "/crew/export/") == (Pool.READ, 256 * 1024, False)


def test_a_tap_writes_a_look_reads_and_the_owners_pages_delay_neither() -> None:
    asked = {
        ("POST", "/t/x/move/"): Pool.WRITE,
        ("GET", "/t/x/"): Pool.READ,
        ("HEAD", "/rules/"): Pool.READ,
        ("POST", "/admin/login/"): Pool.SLOW,
        ("GET", "/admin/"): Pool.SLOW,
        ("POST", "/nowhere/"): Pool.READ,
        ("DELETE", "/\xe9\0/"): Pool.READ,
    }
    assert {request: needs(*request).pool for request in asked} == asked


def test_a_mark_lasts_below_and_above_other_decorators() -> None:
    def view(_request: HttpRequest) -> HttpResponse:
        return HttpResponse()

    for marked in (never_cache(slow(form_view(view))), slow(never_cache(form_view(view)))):
        assert vars(marked)["slow"]


def change_by_hand() -> None:
    with connection.cursor() as cursor:
        cursor.execute("\n update scoring_crew SET name = 'x'")


CHANGES: dict[str, Callable[[], object]] = {
    "insert": Crew.objects.create,
    "update": lambda: Crew.objects.update(name="x"),
    "delete": lambda: Crew.objects.all().delete(),
    "by hand": change_by_hand,
}


@pytest.mark.django_db
@pytest.mark.parametrize("method", LOOKS)
@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_look_that_writes_fails(rf: RequestFactory, method: str, change: Callable[[], object]) -> None:
    Crew.objects.create()

    def view(_request: HttpRequest) -> HttpResponse:
        assert Crew.objects.exists()
        with transaction.atomic():
            change()
        return HttpResponse()

    with pytest.raises(WroteOnLook, match=f"{method} / only reads"):
        ask(rf, view, method)
    assert ask(rf, view, "POST").status_code == 200


def ask(rf: RequestFactory, view: Callable[[HttpRequest], HttpResponse], method: str) -> HttpResponse:
    """A request that has been resolved, as where the middleware stands."""
    request = rf.generic(method, "/")
    request.resolver_match = get_resolver().resolve("/")
    return reads_only(view)(request)


#: The stream and the clock have views of ours only where they have no plain ASGI.
ROOTS = {path_of(pattern, values).split("/")[1] for pattern, values in EVERY} - {"", "clock", "live"}
#: The beginning of an address, or of a pattern of some; and in an f-string the end of one.
BEGINNING = re.compile(rf"\^?/\(?(?:\?:)?(?:{'|'.join(sorted(ROOTS))})\b")
END = re.compile(r"(?:[a-z]+/)+")


def typed_addresses(code: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and BEGINNING.match(node.value):
            yield node.value
        if isinstance(node, ast.JoinedStr):
            texts = [str(part.value) for part in node.values if isinstance(part, ast.Constant)]
            yield from filter(END.fullmatch, texts)


@pytest.mark.parametrize(
    "code",
    ["x = '/games/'", "x = f'/t/{y}/'", "x = f'{y}log/'", "re.compile(r'/(games|r)/x')", "x = '^/crew/'"],
)
def test_a_typed_address_is_found(code: str) -> None:
    assert list(typed_addresses(code))


def test_no_address_is_typed_where_its_name_would_do() -> None:
    files = [file for room in ("referee", "scoring") for file in (ROOT / room).rglob("*.py")]
    found = {
        f"{file.relative_to(ROOT)}: {text}"
        for file in files
        if file.name != "urls.py"
        for text in typed_addresses(file.read_text())
    }
    assert len(files) > 100
    assert not found
