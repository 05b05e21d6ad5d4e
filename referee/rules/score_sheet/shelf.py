"""The sheets that come with the app: a TOML file each in the folder beside this (docs/sheets.md)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources

from referee.rules.score_sheet import reading
from referee.rules.score_sheet.definition import Definition

_FOLDER = resources.files(__package__).joinpath("shelf")


@cache
def shelf() -> Mapping[str, Definition]:
    """Every sheet of the shelf by its key, in the order of their names. Raises BadSheet."""
    texts = [file.read_text(encoding="utf-8") for file in _FOLDER.iterdir() if file.name.endswith(".toml")]
    sheets = sorted(map(reading.read, texts), key=lambda sheet: sheet.name.casefold())
    return {sheet.key: sheet for sheet in sheets}
