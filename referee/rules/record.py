"""What is kept of a game: what was said of each move, and the record (docs/record.md), read and replayed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

import msgspec

from referee.rules.engine import AnyFold, AnyGame, Fold, Json, NotARecord, Refused, Ruling, State
from referee.rules.sentences import Facts, brief

FORMAT = "referee-record/1"
REPLAY_FORMAT = "referee-replay/1"

OptionsT = TypeVar("OptionsT")


class Said(msgspec.Struct, frozen=True, omit_defaults=True):
    """A sentence of a ruling, its clause, the message and facts it was made from, and the event it tells."""

    rule: str
    message: str
    facts: Facts
    text: str
    event: str = ""


class Outcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was said of a move, and what it came to.

    `gained` is what it did to each player's score, if it did. For the statistics there is by player `feats`,
    which add up, and the `most` of something at once, and in `undoes` the number of the move from which on
    what was done is undone, 0 for none. `say`, `kind` and `favours` are those of docs/record.md.
    """

    rulings: tuple[Said, ...] = ()
    gained: Mapping[str, int | float] = {}
    feats: Mapping[str, Mapping[str, int | float]] = {}
    most: Mapping[str, Mapping[str, int | float]] = {}
    undoes: int = 0
    say: str = ""
    kind: str = ""
    favours: str = ""


def read_outcome(outcome: object) -> Outcome:
    """The outcome in a value that the log kept. Raises msgspec.ValidationError for what never was one."""
    return msgspec.convert(outcome, Outcome)


class Record(msgspec.Struct, frozen=True):
    """A record that could be read: its game, how it starts, and its moves as JSON values."""

    game: AnyGame
    options: Json
    players: tuple[str, ...]
    moves: tuple[Json, ...]


def read(data: bytes | str, games: Mapping[str, AnyGame]) -> Record:
    """The record of one of these games in a JSON text.

    Raises NotARecord, in one sentence that says where and why."""
    try:
        raw = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise NotARecord(f"This is not JSON: {brief(str(error))}.") from None
    if not isinstance(raw, dict):
        raise NotARecord("A record is a JSON object.")
    if raw.get("format") != FORMAT:
        raise NotARecord(f"`format` has to be {FORMAT!r}, not {_brief(raw.get('format'))}.")
    key = raw.get("game")
    game = games.get(key) if isinstance(key, str) else None
    if game is None:
        raise NotARecord(f"`game` is {_brief(key)}, which is no game of this app.")
    players = _seating(raw.get("players"))
    options = raw.get("options", {})
    if not isinstance(options, dict):
        raise NotARecord("`options` has to be an object.")
    game.start(options, players)
    return Record(game, options, players, _moves(raw.get("moves")))


def replay(data: bytes | str, games: Mapping[str, AnyGame]) -> Json:
    """The replay document of a record: each move with its rulings or its error, and the state after it.

    Raises NotARecord.
    """
    record = read(data, games)
    fold = Fold(record.game, record.game.start(record.options, record.players))
    entries = [_entry(n, raw, fold.play_json(raw), fold) for n, raw in enumerate(record.moves, 1)]
    return {
        "format": REPLAY_FORMAT,
        "game": record.game.key,
        "moves": entries,
        "state": record.game.show(fold.state),
    }


def _entry(n: int, raw: Json, answer: Ruling[State] | Refused, fold: AnyFold) -> Json:
    entry: Json = {"n": n, "do": raw["do"], "ok": isinstance(answer, Ruling)}
    if isinstance(answer, Ruling):
        entry |= {
            "rulings": [{"rule": cite.rule, "text": cite.text} for cite in answer.cites],
            **answer.entry,
        }
    else:
        entry["error"] = {"code": answer.code, "rule": answer.rule, "text": answer.text}
    return entry | {"state": fold.game.show(fold.state)}


def _seating(raw: object) -> tuple[str, ...]:
    if not isinstance(raw, list):
        raise NotARecord("`players` has to be a list of names.")
    for place, name in enumerate(raw):
        if not isinstance(name, str) or not name:
            raise NotARecord(f"`players[{place}]` has to be a name, not {_brief(name)}.")
        if name in raw[:place]:
            raise NotARecord(f"`players[{place}]` is {_brief(name)} for the second time.")
    return tuple(raw)


def _moves(raw: object) -> tuple[Json, ...]:
    if not isinstance(raw, list):
        raise NotARecord("`moves` has to be a list.")
    for place, move in enumerate(raw):
        if not isinstance(move, dict) or not isinstance(move.get("do"), str):
            raise NotARecord(f"`moves[{place}]` has to be an object with a text `do`.")
    return tuple(raw)


def _brief(value: object) -> str:
    """A value as JSON, cut to a length that fits one line."""
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= 60 else f"{text[:57]}..."


def players_allowed(key: str, counts: Sequence[int], given: int) -> None:
    """Raises NotARecord unless the number of players is one of `counts`."""
    if given not in counts:
        raise NotARecord(f"`players`: {key} is for {counts[0]} to {counts[-1]} players, not {given}.")


def agreed(kind: type[OptionsT], options: object) -> OptionsT:
    """What a table agreed on before the game, from its JSON value. Raises NotARecord."""
    try:
        return msgspec.convert(options, kind)
    except msgspec.ValidationError as error:
        raise NotARecord(f"`options`: {brief(str(error))}.") from None
