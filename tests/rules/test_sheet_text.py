"""A definition written as a text says the same, and its schema is the one in the documents."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from referee.rules.score_sheet import definition, reading
from referee.rules.score_sheet.definition import Definition
from referee.rules.score_sheet.reading import BadSheet
from referee.rules.score_sheet.shelf import shelf
from referee.rules.score_sheet.text import NO_LEAST, as_json, as_toml, schema

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("sheet", shelf().values(), ids=lambda sheet: sheet.key)
def test_toml_and_json_say_the_same_as_the_sheet(sheet: Definition) -> None:
    assert reading.read(as_toml(sheet)) == sheet
    assert reading.made(msgspec.json.decode(as_json(sheet))) == sheet


def test_quotes_lines_and_what_toml_has_no_word_for_come_back() -> None:
    field = definition.Field(key="a", name='"A" \\ b', least=None)
    sheet = Definition(key="x", name="Ä \x7f 'é'", fields=(field,), how='One\n"""two"""\\\n')
    again = reading.read(as_toml(sheet))
    assert (again.name, again.how, again.fields[0].name) == (sheet.name, sheet.how, field.name)
    assert again.fields[0].least == NO_LEAST


def test_the_schema_in_the_documents_is_up_to_date() -> None:
    assert (DOCS / "sheet.schema.json").read_text() == schema()


def test_a_bad_value_is_refused_with_its_path() -> None:
    with pytest.raises(BadSheet) as wrong:
        reading.made({"key": "x", "name": "X", "field": [{"key": "a", "name": "A", "kind": "odd"}]})
    assert wrong.value.path == ("field", 0, "kind")
