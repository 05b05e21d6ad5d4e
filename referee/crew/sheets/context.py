"""What the templates of the crew's score sheets are given."""

from __future__ import annotations

from referee.web.components import Link, Option, View


class SheetRow(View, frozen=True):
    """A sheet of the crew's: where a game begins, and where it is edited, read, shared and removed."""

    name: str
    start: str
    edit: str
    toml: str
    json: str
    share: str
    remove: str


class SheetsPage(View, frozen=True):
    """The crew's sheets, and where one is put back, made, or copied; nothing of it for who only looks."""

    sheets: tuple[SheetRow, ...]
    removed: tuple[Link, ...]
    new: str
    copies: tuple[Link, ...]
    errors: tuple[str, ...] = ()


class FieldRow(View, frozen=True):
    """Something that is entered, as the editor has it; `title` is what its buttons call it."""

    number: int
    title: str
    key: str
    name: str
    least: str
    most: str
    choices: str
    weight: str
    kinds: tuple[Option, ...]
    ofs: tuple[Option, ...]
    whens: tuple[Option, ...]
    first: bool
    last: bool
    next: bool


class CategoryRow(View, frozen=True):
    """A category, as the editor has it."""

    number: int
    title: str
    key: str
    name: str
    values: str
    first: bool
    last: bool
    next: bool


class TryCell(View, frozen=True):
    """Something to type or choose to try the sheet out; without a `name` there is nothing."""

    name: str = ""
    label: str = ""
    kind: str = ""
    value: str = ""
    options: tuple[Option, ...] = ()


class TryLine(View, frozen=True):
    """What is entered, by each player, or once for the `whole` round."""

    label: str
    cells: tuple[TryCell, ...]
    whole: bool = False


class TryResult(View, frozen=True):
    """What a player would have."""

    name: str
    change: str
    total: str


class TryView(View, frozen=True):
    """A round that is tried out; `problem` is why it could not be written down."""

    names: tuple[str, ...]
    lines: tuple[TryLine, ...]
    results: tuple[TryResult, ...] = ()
    said: tuple[str, ...] = ()
    problem: str = ""


class EditPage(View, frozen=True):
    """A sheet being put together. `more` names what it has beyond what can be chosen here.

    `version` is the one that is corrected, 0 for a new sheet.
    """

    url: str
    heading: str
    back: str
    base: str
    version: int
    name: str
    names: str
    fewest: str
    most: str
    sides: tuple[Option, ...]
    bys: tuple[Option, ...]
    unit: str
    fields: tuple[FieldRow, ...]
    rows: tuple[CategoryRow, ...]
    worths: tuple[Option, ...]
    bonus: str
    each: str
    missed: str
    places: str
    formula: str
    wins: tuple[Option, ...]
    start: str
    score: str
    rounds: str
    out: str
    dealers: tuple[Option, ...]
    adds: str
    how: str
    preview: TryView | None
    sources: tuple[Link, ...]
    shelf: tuple[Option, ...]
    upload: str
    more: str = ""
    next: str = ""
    errors: tuple[str, ...] = ()


class TextPage(View, frozen=True):
    """A sheet as a text; `version` as on the editor's page."""

    url: str
    heading: str
    back: str
    version: int
    toml: str
    preview: TryView | None
    errors: tuple[str, ...] = ()


class ShareSheetPage(View, frozen=True):
    """The link of a sheet; `make` and `revoke` are "" for who may not."""

    name: str
    back: str
    link: str
    qr: str
    make: str
    revoke: str


class SharedSheetPage(View, frozen=True):
    """A sheet for whoever has the link: what it is, and where it is taken over."""

    name: str
    facts: tuple[str, ...]
    how: str
    toml: str
    use: str
