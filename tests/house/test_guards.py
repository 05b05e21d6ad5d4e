"""The guards of conftest.py guard, and no module of tests leans on another."""

import ast
import socket
import warnings

import jinja2
import pytest
from django.http.response import HttpResponseBase
from django.test import Client
from pytest_django.fixtures import Settings

from scoring.models import Crew
from tests.conftest import ROOT


def test_no_test_reaches_another_machine() -> None:
    with socket.socket() as wire, pytest.raises(pytest.fail.Exception, match=r"tried to reach 192\.0\.2\.1"):
        wire.connect(("192.0.2.1", 80))


def test_a_warning_is_an_error() -> None:
    with pytest.raises(DeprecationWarning):
        warnings.warn("old", DeprecationWarning, stacklevel=1)


@pytest.mark.parametrize("source", ["{{ nobody }}", "{% if nobody %}{% endif %}", "{{ known.nobody }}"])
def test_an_unknown_name_in_a_template_fails(source: str, jinja: jinja2.Environment) -> None:
    template = jinja.from_string(source)
    with pytest.raises(jinja2.UndefinedError, match="nobody"):
        template.render({"known": {}})


def test_a_queryset_without_an_order_is_shuffled_and_one_with_an_order_is_not() -> None:
    assert "RAND" in str(Crew.objects.order_by().query).upper()
    assert "RAND" not in str(Crew.objects.order_by("pk").query).upper()


def test_a_body_declared_too_long_is_refused_without_the_server_in_front(client: Client) -> None:
    answer = client.post("/", b"x" * 300_000, content_type="application/octet-stream")
    assert answer.status_code == 413
    assert "That is too large" in answer.content.decode()
    assert_as_strict_as_any_page(answer)


def test_a_foreign_name_is_refused_without_the_server_in_front(client: Client, settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    answer = client.get("/", headers={"host": "rebound.example"})
    assert answer.status_code == 400
    assert_as_strict_as_any_page(answer)


def assert_as_strict_as_any_page(answer: HttpResponseBase) -> None:
    assert "default-src 'none'" in answer["Content-Security-Policy"]
    assert answer["X-Frame-Options"] == "DENY"


def test_a_form_without_our_token_is_refused_in_words() -> None:
    answer = Client(enforce_csrf_checks=True).post("/new/zar/", {})
    assert answer.status_code == 403
    assert "repeat your tap" in answer.content.decode()


def test_no_module_takes_anything_from_a_module_of_tests() -> None:
    """What two need has a module of its own, which nobody runs."""
    wrong = []
    for path in sorted((ROOT / "tests").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import | ast.ImportFrom):
                names = [f".{getattr(node, 'module', '')}.{alias.name}" for alias in node.names]
                wrong += [f"{path.name}: {name.lstrip('.')}" for name in names if ".test_" in name]
    assert wrong == []


def test_what_is_asynchronous_runs_apart() -> None:
    """Playwright keeps a loop on the tests' thread, which takes no second one: who comes before is chance."""
    found = [
        path.name
        for path in (ROOT / "tests").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "asyncio.run"
    ]
    assert found == []
