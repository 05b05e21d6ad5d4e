"""The templates as files: each is used, none has a line that nobody can read, components are shared."""

import itertools
import os
import re
from collections import Counter
from pathlib import Path

import jinja2
import pytest

from referee.web.templates import MACROS, environment

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = ROOT / "templates"
PATHS = sorted(TEMPLATES.rglob("*.html"))
LONGEST = 200
#: Django finds these by their name.
ERRORS = {f"{status}.html" for status in ("400", "403", "403_csrf", "404", "413", "500")}


def name(path: Path) -> str:
    """What a template is called by those who use it."""
    return str(path.relative_to(TEMPLATES))


def uses() -> Counter[str]:
    """How often each template is named: by another, or by a line of the app."""
    sources = [*PATHS, *(ROOT / "referee").rglob("*.py")]
    texts = [path.read_text() for path in sources]
    return Counter(found for text in texts for found in re.findall(r"[\"'/]([\w/]+\.html)\b", text))


def test_every_template_is_rendered_or_included_from_somewhere() -> None:
    used = uses()
    assert PATHS
    assert {name(path) for path in PATHS} - set(used) - ERRORS == set()


@pytest.mark.parametrize("module", MACROS)
def test_every_macro_is_called_from_somewhere_and_every_one_that_is_called_is_there(module: str) -> None:
    own, others = (TEMPLATES / MACROS[module]).read_text(), "".join(path.read_text() for path in PATHS)
    written = set(re.findall(r"{% macro (\w+)\(", own))
    called = set(re.findall(rf"\b{module}\.(\w+)\(", others))
    within = set(re.findall(r"{{ (\w+)\(", own))
    assert called <= written <= called | within


def test_every_template_that_is_named_is_there() -> None:
    assert {found for found in uses() if "/" in found} - {name(path) for path in PATHS} == set()


@pytest.mark.parametrize("path", PATHS, ids=name)
def test_no_line_of_a_template_is_too_long_to_read(path: Path) -> None:
    assert [line for line in path.read_text().splitlines() if len(line) > LONGEST] == []


@pytest.mark.parametrize("path", sorted((TEMPLATES / "components").iterdir()), ids=name)
def test_a_component_is_used_at_least_twice(path: Path) -> None:
    assert uses()[name(path)] >= 2 or name(path) in MACROS.values()


def test_templates_are_read_without_what_indents_them_and_no_words_run_together(
    jinja: jinja2.Environment,
) -> None:
    assert jinja.loader
    text, *_ = jinja.loader.get_source(jinja, "crew/played.html")
    written = (TEMPLATES / "crew/played.html").read_text()
    assert "\n " in written
    assert "\n " not in text
    assert text.split() == written.split()


@pytest.mark.parametrize(("reloads", "made"), [(False, "1 1 2 "), (True, "1 2 3 ")])
def test_a_part_is_made_once_for_its_values_but_where_templates_change(
    tmp_path: Path, reloads: bool, made: str
) -> None:
    (tmp_path / "part.html").write_text("{{ count() }}")
    (tmp_path / "page.html").write_text(
        "{% for k in 'aab' %}{{ cached_part('part.html', count=count, k=k) }} {% endfor %}"
    )
    env = environment(loader=jinja2.FileSystemLoader(tmp_path), auto_reload=reloads)
    numbers = itertools.count(1)
    assert env.get_template("page.html").render(count=lambda: next(numbers)) == made


def test_links_and_forms_name_their_address_once_for_htmx_and_for_browsers_without_scripts(
    jinja: jinja2.Environment,
) -> None:
    page = jinja.from_string("<a {{ url|href }}><form {{ url|get }}><form {{ url|post }}>")
    assert page.render(url='/t/?a&b="') == (
        '<a href="/t/?a&amp;b=&#34;" hx-get="/t/?a&amp;b=&#34;">'
        '<form method="get" action="/t/?a&amp;b=&#34;" hx-get="/t/?a&amp;b=&#34;">'
        '<form method="post" action="/t/?a&amp;b=&#34;" hx-post="/t/?a&amp;b=&#34;">'
    )


@pytest.mark.parametrize(("reloads", "shown"), [(False, "one one"), (True, "one two")])
def test_macros_are_known_by_the_name_of_their_file_and_read_again_where_templates_change(
    tmp_path: Path, reloads: bool, shown: str
) -> None:
    macros, page = tmp_path / "components" / "ui.html", "{{ ui.name() }}"
    macros.parent.mkdir()
    env = environment(loader=jinja2.FileSystemLoader(tmp_path), auto_reload=reloads)
    found: list[str] = []
    for text in ("one", "two"):
        macros.write_text(f"{{% macro name() %}}{text}{{% endmacro %}}")
        os.utime(macros, ns=(len(found), len(found)))
        found.append(env.from_string(page).render())
    assert " ".join(found) == shown


def test_what_a_part_is_given_is_escaped_once(tmp_path: Path) -> None:
    (tmp_path / "part.html").write_text("<b>{{ name }}</b>")
    (tmp_path / "page.html").write_text('{{ part("part.html", name=name) }}')
    env = environment(loader=jinja2.FileSystemLoader(tmp_path), auto_reload=False)
    assert env.get_template("page.html").render(name="<i>&") == "<b>&lt;i&gt;&amp;</b>"
