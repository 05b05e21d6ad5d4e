"""From a TOML text or a JSON value to a definition, or to where and why it is none."""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache

import msgspec

from referee.rules.score_sheet.definition import LARGEST, Definition
from referee.rules.score_sheet.fitting import faults
from referee.rules.score_sheet.formulas import BadFormula
from referee.rules.sentences import brief

_TOO_MANY_DIGITS = "a number has too many digits"


class BadSheet(ValueError):
    """The definition is none: `line` says where in the text (0 where there is none), the message why.

    `path` are the keys that lead there, as far as they are known.
    """

    def __init__(self, reason: str, line: int = 0, path: tuple[str | int, ...] = ()) -> None:
        super().__init__(f"Line {line}: {reason}." if line else f"{reason[:1].upper()}{reason[1:]}.")
        self.reason = reason
        self.line = line
        self.path = path


class _Wrong(Exception):
    """What `faults` found: where, as the keys that lead there, and why."""

    def __init__(self, reason: str, *path: str | int) -> None:
        super().__init__(reason)
        self.reason = reason
        self.path = path


def read(text: str) -> Definition:
    """The definition in a TOML text. Raises BadSheet with line and reason."""
    if len(text.encode()) > LARGEST:
        raise BadSheet(f"a definition has at most {LARGEST:,} bytes")
    if line := _dotted(text):
        raise BadSheet(f"a key has at most {MOST_DOTS} dots", line)
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        reason, line = _toml_fault(str(error), text)
        raise BadSheet(reason, line) from None
    except RecursionError:
        raise BadSheet("this is nested too deeply") from None
    except ValueError:
        # Python reads no number of more than 4,300 digits.
        raise BadSheet(_TOO_MANY_DIGITS) from None
    try:
        found = msgspec.convert(raw, Definition, strict=True)
        _check(found)
    except msgspec.ValidationError as error:
        reason, path = _fault(str(error))
        raise BadSheet(reason, _line(text, path)) from None
    except _Wrong as wrong:
        raise BadSheet(wrong.reason, _line(text, wrong.path)) from None
    return found


def made(raw: object) -> Definition:
    """The definition in a value of dicts and lists, as JSON has it. Raises BadSheet with the path."""
    try:
        found = msgspec.convert(raw, Definition)
        if len(msgspec.json.encode(found)) > LARGEST:
            raise BadSheet(f"a definition has at most {LARGEST:,} bytes")
        _check(found)
    except msgspec.ValidationError as error:
        reason, path = _fault(str(error))
        raise BadSheet(reason, path=path) from None
    except _Wrong as wrong:
        raise BadSheet(wrong.reason, path=wrong.path) from None
    return found


def fits(definition: Definition) -> None:
    """Raises BadSheet for a definition whose parts do not fit together; those read by `read` do."""
    try:
        _check(definition)
    except _Wrong as wrong:
        where = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in wrong.path)
        raise BadSheet(f"`sheet{where}`: {wrong.reason}") from None


@lru_cache(64)
def _checked(data: bytes) -> tuple[str, tuple[str | int, ...]] | None:
    try:
        for reason, path in faults(msgspec.json.decode(data, type=Definition)):
            return reason, path
    except BadFormula as error:
        return str(error), ()
    return None


def _check(definition: Definition) -> None:
    try:
        data = msgspec.json.encode(definition)
    except ValueError:
        # One written in hexadecimal digits.
        raise _Wrong(_TOO_MANY_DIGITS) from None
    if wrong := _checked(data):
        raise _Wrong(wrong[0], *wrong[1])


#: A longer key is none of a sheet, and the time to read one grows with the square of its dots.
MOST_DOTS = 8
#: Texts and remarks, whole or up to the end: whatever is in them, each is read once.
_QUOTED = re.compile(
    r'''"""(?:[^\\]|\\.)*?(?:"""|\\?\Z) | \'{3}.*?(?:\'{3}|\Z)
        | "(?:[^"\\\n]|\\.)*"? | '[^'\n]*'? | \#[^\n]*''',
    re.DOTALL | re.VERBOSE,
)


def _dotted(text: str) -> int:
    """The line of a key with too many dots, 0 for none. Numbers and texts have dots of their own."""
    plain = _QUOTED.sub(lambda found: "\n" * found[0].count("\n"), text)
    for number, line in enumerate(plain.split("\n"), 1):
        if any(part.count(".") > MOST_DOTS for part in re.split(r"[][{}=,]", line)):
            return number
    return 0


# --- Where in the text -------------------------------------------------------------------------------

_AT_LINE = re.compile(r" \(at line (\d+), column \d+\)$")
_PATH = re.compile(r"\.([a-z_]+)|\[(\d{1,6}|\.\.\.)\]")


def _toml_fault(message: str, text: str) -> tuple[str, int]:
    found = _AT_LINE.search(message)
    line = int(found[1]) if found else text.count("\n") + 1
    reason = _AT_LINE.sub("", message).replace(" (at end of document)", "")
    return f"this is no TOML: {brief(reason[:1].lower() + reason[1:])}", line


def _fault(message: str) -> tuple[str, tuple[str | int, ...]]:
    """msgspec's words and its path: `Expected int, got str - at $.field[1].most`."""
    reason, _, path = brief(message).partition(" - at `$")
    parts = tuple(name or (int(n) if n.isdigit() else 0) for name, n in _PATH.findall(path))
    unknown = re.search(r"unknown field `([^`]+)`", reason)
    return f"{reason[:1].lower()}{reason[1:]}", (*parts, *([unknown[1]] if unknown else []))


def _line(text: str, path: tuple[str | int, ...]) -> int:
    """The line in which the part at a path stands, as near as can be told; 1 for the whole."""
    lines = text.splitlines()
    at, table, n = 0, "", 0
    parts = list(path)
    if len(parts) > 1 and isinstance(parts[1], int):
        table, n = str(parts[0]), parts[1]
        parts = parts[2:]
        heads = [i for i, line in enumerate(lines) if re.match(rf"\s*\[\[\s*{re.escape(table)}\s*\]\]", line)]
        at = heads[n] if n < len(heads) else 0
        parts = parts if heads else [table]
    elif len(parts) > 1:
        head = rf"\s*\[\s*{re.escape(str(parts[0]))}\s*\]"
        at = next((i for i, line in enumerate(lines) if re.match(head, line)), 0)
        parts = parts[1:] if at else parts
    for key in [part for part in parts if isinstance(part, str)][:1]:
        for i, line in enumerate(lines[at:], at):
            if i > at and line.lstrip().startswith("[") and "=" not in line:
                break
            if re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*=", line):
                return i + 1
    return at + 1
