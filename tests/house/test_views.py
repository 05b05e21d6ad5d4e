"""What a request to a view may do is declared at the view, and held."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator

import pytest
from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.views.decorators.cache import never_cache

from referee.web.middleware import Declared, WroteOnLook, reads_only
from referee.web.views import LOOKS, Pool, declared, handling_at, reads, writes
from scoring.models import Crew
from tests.conftest import ROOT

METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}

Values = dict[str, str | int]

#: What stands for each kind of a part in an address.
SAMPLES: Values = {"IntConverter": 1, "SlugConverter": "x", "StringConverter": "x"}


def patterns(resolver: URLResolver | None = None) -> Iterator[tuple[URLPattern, Values]]:
    """Every address of ours with a value for each of its parts; the admin's are Django's own."""
    resolver = resolver or get_resolver()
    here = {name: SAMPLES[type(kind).__name__] for name, kind in resolver.pattern.converters.items()}
    for each in resolver.url_patterns:
        if isinstance(each, URLPattern):
            own = {name: SAMPLES[type(kind).__name__] for name, kind in each.pattern.converters.items()}
            yield each, here | own
        elif each.app_name != "admin":
            yield from ((pattern, here | values) for pattern, values in patterns(each))


EVERY = list(patterns())
NAMES = [str(pattern.name) for pattern, _ in EVERY]


def path_of(pattern: URLPattern, values: Values) -> str:
    return reverse(str(pattern.name), kwargs=values)


@pytest.mark.parametrize(("pattern", "values"), EVERY, ids=NAMES)
def test_every_view_declares_what_it_answers(pattern: URLPattern, values: Values) -> None:
    said = declared(pattern.callback)
    assert said
    assert ("GET" in said) == ("HEAD" in said)
    for method in said:
        assert handling_at(method, path_of(pattern, values)) == said[method]


@pytest.mark.django_db
@pytest.mark.parametrize(("pattern", "values"), EVERY, ids=NAMES)
def test_what_is_declared_is_what_is_served(client: Client, pattern: URLPattern, values: Values) -> None:
    answers = {method: client.generic(method, path_of(pattern, values)) for method in sorted(METHODS)}
    refused = {method for method, answer in answers.items() if answer.status_code == 405}
    assert METHODS - refused == set(declared(pattern.callback))
    assert answers["HEAD"].status_code == answers["GET"].status_code


def test_what_is_long_in_the_making_has_threads_of_its_own() -> None:
    kinds = {
        str(pattern.name): {how.pool for how in declared(pattern.callback).values()} for pattern, _ in EVERY
    }
    drawn = {name for name, pools in kinds.items() if Pool.RENDER in pools}
    results = {"import_columns", "import_names", "import_preview"}
    pictures = {"result_picture", "shared_picture", "night_picture", "year_picture"}
    assert drawn == {"crew_zip", "crew_plays", "crew_sheet"} | pictures | results
    large = {name for name, pools in kinds.items() if Pool.UPLOAD in pools}
    sheets = {"sheet_new", "sheet_edit", "sheet_import"}
    assert large == {"export", "add_photo", "add_photo_of_refusal", "keep_face"} | results | sheets
    assert {name for name, pools in kinds.items() if Pool.FOLLOW in pools} == {"table", "board", "wall"}
    counted = {name for name, pools in kinds.items() if Pool.COUNT in pools}
    assert counted == {"count", "merge_player", "discard", "restore", "titles"}
    hashed = {name for name, pools in kinds.items() if Pool.HASH in pools}
    gone = {"account_delete", "delete_player", "phone", "phone_out"}
    assert hashed == {"sign_in", "sign_up", "password", "recovery_code"} | gone


@pytest.mark.parametrize("path", ["/nowhere/", "/admin/login/", "/t/x/log/1/photo/x/", "", "/é\0/"])
def test_where_nothing_is_declared_a_look_reads_and_all_else_delays_no_tap(
    path: str,
) -> None:
    """The admin's forms declare nothing, and hash passwords."""
    assert handling_at("HEAD", path).pool is Pool.READ
    assert handling_at("POST", path).pool is handling_at("DELETE", path).pool is Pool.HASH
    assert handling_at("POST", path).most_bytes == 256 * 1024


def test_a_declaration_lasts_below_other_decorators_and_a_form_says_both() -> None:
    @never_cache
    @reads
    @writes
    def form(_request: HttpRequest) -> HttpResponse:
        return HttpResponse()

    assert {method: how.pool for method, how in declared(form).items()} == {
        "GET": Pool.READ,
        "HEAD": Pool.READ,
        "POST": Pool.WRITE,
    }
    answer = Declared(form).process_view(RequestFactory().put("/"), form, (), {})
    assert answer is not None
    assert answer["Allow"] == "POST, GET, HEAD"


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

    @reads
    @writes
    def view(_request: HttpRequest) -> HttpResponse:
        assert Crew.objects.exists()
        with transaction.atomic():
            change()
        return HttpResponse()

    with pytest.raises(WroteOnLook, match=f"{method} / only reads"):
        ask(rf, view, method)
    assert ask(rf, view, "POST").status_code == 200


def ask(rf: RequestFactory, view: Callable[[HttpRequest], HttpResponse], method: str) -> HttpResponse:
    """A request that has been resolved to the view, as where the middleware stands."""
    request = rf.generic(method, "/")
    request.resolver_match = get_resolver().resolve("/")
    request.resolver_match.func = view
    return reads_only(view)(request)


ROOTS = {path_of(pattern, values).split("/")[1] for pattern, values in EVERY} - {""}
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
