"""What the referee says of a record, in full, and where it is kept: a compressed file for each game.

A line of such a file is one record: its name, the record itself, the replay document, and of each move what
the replay leaves out: score lines, feats, what it undid.
"""

from __future__ import annotations

import lzma
from collections.abc import Iterable, Iterator
from difflib import unified_diff
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from referee.games.registry import GAMES
from referee.rules.engine import Fold, Json, Refused
from referee.rules.record import FORMAT
from tests.records import replay

HERE = Path(__file__).parent
#: The games that are refereed; a score sheet judges nothing.
KEYS = tuple(key for key in GAMES if key != "score_sheet")
#: So many lines of a difference are shown.
MOST_LINES = 60


class Golden(msgspec.Struct, frozen=True):
    """One record, and all that was said of it."""

    name: str
    record: Json
    replay: msgspec.Raw
    unshown: msgspec.Raw


def made(name: str, record: Json) -> Golden:
    """A record and all that is said of it now."""
    encode = msgspec.json.encode
    text = encode(record)
    return Golden(name, record, msgspec.Raw(encode(replay(text))), msgspec.Raw(encode(_unshown(record))))


def _unshown(record: Json) -> list[Any]:
    """Of each move what its entry in the replay does not have."""
    game = GAMES[record["game"]]
    fold: Fold[Any, Any] = Fold(game, game.start(record["options"], record["players"]))
    rows: list[Any] = []
    for raw in record["moves"]:
        before, answer = fold.state, fold.play_json(raw)
        if isinstance(answer, Refused):
            rows.append(None)
            continue
        feats = game.feats_of(before, fold.steps[-1].move, answer)
        rows.append([answer.lines, feats, answer.undoes, game.standing(answer.state)])
    return rows


def document(key: str, options: Json, players: Iterable[str], moves: list[Json]) -> Json:
    """A record as its JSON value."""
    return {"format": FORMAT, "game": key, "options": options, "players": list(players), "moves": moves}


def path(kind: str, key: str) -> Path:
    return HERE / f"{kind}-{key}.jsonl.xz"


def write(kind: str, key: str, lines: Iterable[Golden]) -> None:
    data = b"".join(msgspec.json.encode(line) + b"\n" for line in lines)
    path(kind, key).write_bytes(lzma.compress(data, preset=9 | lzma.PRESET_EXTREME))


def read(kind: str, key: str) -> Iterator[Golden]:
    """The records of one game as they were kept."""
    with lzma.open(path(kind, key)) as lines:
        yield from map(msgspec.json.Decoder(Golden).decode, lines)


def difference(then: Golden, now: Golden) -> str:
    """Where two answers differ, for people; "" where they are the same byte for byte."""
    for old, new in ((then.replay, now.replay), (then.unshown, now.unshown)):
        if bytes(old) != bytes(new):
            texts = (msgspec.json.format(bytes(text), indent=1).decode() for text in (old, new))
            return shown(then.name, *texts)
    return ""


def shown(name: str, then: str, now: str) -> str:
    """Where two texts differ, as far as it fits a screen."""
    lines = unified_diff(then.splitlines(), now.splitlines(), f"{name} then", "now", n=8, lineterm="")
    return "\n".join(islice(lines, MOST_LINES))
