"""A definition as a text: TOML for people, and the JSON Schema for programs (docs/sheet.schema.json)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from inspect import cleandoc

import msgspec

from referee.rules.score_sheet.definition import Definition

#: No number is lower (`moves.Number`).
NO_LEAST = -1_000_000_000
_TITLE = "A score sheet of Referee (docs/sheets.md)"


def as_toml(definition: Definition) -> str:
    """The definition as TOML; `reading.read` reads the same from it."""
    raw = msgspec.to_builtins(definition)
    plain = {key: value for key, value in raw.items() if not _is_table(value)}
    tables = {key: value for key, value in raw.items() if _is_table(value)}
    lines = [*_pairs(plain)]
    for key, value in tables.items():
        for each in value if isinstance(value, list | tuple) else [value]:
            lines += ["", f"[[{key}]]" if isinstance(value, list | tuple) else f"[{key}]", *_pairs(each)]
    return "\n".join(lines) + "\n"


def as_json(definition: Definition) -> str:
    """The same as JSON."""
    return msgspec.json.format(msgspec.json.encode(definition), indent=2).decode() + "\n"


def schema() -> str:
    """The JSON Schema of a definition."""
    made = msgspec.json.schema(Definition)
    # From Python 3.13 on a docstring has no indent, and before it has.
    for part in made["$defs"].values():
        if "description" in part:
            part["description"] = cleandoc(part["description"])
    draft = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": _TITLE}
    return json.dumps({**draft, **made}, indent=1, ensure_ascii=False) + "\n"


def _is_table(value: object) -> bool:
    if isinstance(value, list | tuple):
        return bool(value) and all(isinstance(each, dict) for each in value)
    return isinstance(value, dict)


def _pairs(table: Mapping[str, object]) -> Iterator[str]:
    for key, value in table.items():
        if value is not None:
            yield f"{key} = {_value(value)}"
        elif key == "least":
            # TOML has no word for nothing: so low is no limit.
            yield f"least = {NO_LEAST}"


def _value(value: object) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int() | float():
            return repr(value)
        case str() if "\n" in value:
            return '"""\n' + _escaped(value).replace("\\n", "\n") + '"""'
        case str():
            return f'"{_escaped(value)}"'
        case dict():
            return f"{{ {', '.join(_pairs(value))} }}" if value else "{}"
        case list() | tuple():
            return f"[{', '.join(map(_value, value))}]"
    raise TypeError(value)


def _escaped(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)[1:-1].replace("\x7f", "\\u007f")
