"""Parts of a page that are rendered once for what they are made of."""

import pytest
from django.template import Context, Engine

from referee.web import remember
from tests.conftest import ROOT

ENGINE = Engine(builtins=["referee.web.remember"])


class Key:
    """A value that says how often it was written out."""

    def __init__(self, name: str) -> None:
        self.name, self.written = name, 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Key) and other.name == self.name

    def __hash__(self) -> int:
        return hash(self.name)

    def __str__(self) -> str:
        self.written += 1
        return self.name


def test_a_part_is_rendered_once_for_equal_values_and_anew_for_others() -> None:
    page = ENGINE.from_string(
        "{% for k in keys %}{% remember k field %}[{{ k }} {{ field }}]{% endremember %}{% endfor %}"
    )
    first, same, other = Key("moon"), Key("moon"), Key("<sun>")
    assert (
        page.render(Context({"keys": [first, same, other], "field": "a"}))
        == "[moon a][moon a][&lt;sun&gt; a]"
    )
    assert page.render(Context({"keys": [same], "field": "b"})) == "[moon b]"
    assert [first.written, same.written, other.written] == [1, 1, 1]


def test_rows_that_were_regrouped_are_values_too() -> None:
    page = ENGINE.from_string("{% remember row %}{{ row.0 }}{% endremember %}")
    keys = [Key("moon"), Key("moon")]
    assert [page.render(Context({"row": [key]})) for key in keys] == ["moon"] * 2
    assert [key.written for key in keys] == [1, 0]


def test_no_more_than_so_many_parts_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remember, "MOST", 2)
    page = ENGINE.from_string("{% remember k %}{{ k }}{% endremember %}")
    keys = [Key(name) for name in "abca"]
    assert [page.render(Context({"k": key})) for key in keys] == list("abca")
    assert [key.written for key in keys] == [1, 1, 1, 1]


def test_templates_are_read_without_what_indents_them_and_no_words_run_together() -> None:
    text = Engine.get_default().get_template("crew/played.html").source
    written = (ROOT / "templates/crew/played.html").read_text()
    assert "\n " in written
    assert "\n " not in text
    assert text.split() == written.split()
