"""Files that somebody may send for a game or a crew, each with a word of what is said of it."""

from __future__ import annotations

import io
import json
import stat
import struct
import warnings
import zipfile
from collections.abc import Callable, Mapping
from typing import Any

Files = dict[str, bytes]
Raw = dict[str, Any]


def unzipped(data: bytes) -> Files:
    with zipfile.ZipFile(io.BytesIO(data)) as parcel:
        return {name: parcel.read(name) for name in parcel.namelist()}


def zipped(files: Mapping[str, bytes] | list[tuple[Any, bytes]], **how: Any) -> bytes:
    """A zip of files; a list may have a name twice."""
    file = io.BytesIO()
    with (
        warnings.catch_warnings(action="ignore"),
        zipfile.ZipFile(file, "w", **({"compression": zipfile.ZIP_DEFLATED} | how)) as parcel,
    ):
        for name, data in files.items() if isinstance(files, Mapping) else files:
            parcel.writestr(name, data)
    return file.getvalue()


def link(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name)
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    return info


def changed(files: Files, name: str, change: Callable[[Raw], Any]) -> bytes:
    """The zip with one of its documents changed."""
    value = json.loads(files[name])
    change(value)
    return zipped({**files, name: json.dumps(value).encode()})


def claims(data: bytes, name: str, size: int) -> bytes:
    """The zip in which a file says that it is of another size unpacked."""
    at = data.rindex(name.encode()) - 46
    return data[: at + 24] + struct.pack("<L", size) + data[at + 28 :]


def with_end(data: bytes, number: int, length: int) -> bytes:
    """The zip whose end says how many files its list has, and how long it is."""
    at = data.rindex(b"PK\5\6")
    return data[: at + 10] + struct.pack("<HL", number, length) + data[at + 16 :]


def parcels(good: bytes) -> dict[str, tuple[bytes, str]]:
    """Zips that are none of a crew, by what is wrong with them, and a word of the refusal."""
    files = unzipped(good)
    game = next(name for name in files if name.startswith("games/"))
    photo = next(name for name in files if name.startswith("photos/"))
    face = next(name for name in files if name.startswith("faces/"))
    other = "x" * 22
    bomb = bytes(40 * 1024 * 1024)
    locked = bytearray(good)
    for at in range(len(good)):
        if good.startswith(b"PK\1\2", at):
            locked[at + 8] |= 1
    broken = bytearray(good)
    broken[good.index(b"RIFF") + 40] ^= 0xFF
    return {
        "a picture of a zip": (b"PK\3\4" + bytes(5000), "cut off"),
        "cut in the middle": (good[: len(good) // 2], "cut off"),
        "no list": (good[: good.rindex(b"PK\1\2")] + good[good.rindex(b"PK\5\6") :], "damaged"),
        "a bomb": (zipped({**files, f"games/{other}.json": bomb}), "larger than 16 MB"),
        "a bomb for a photo": (zipped({**files, f"photos/{other}.webp": bomb}), "larger than 8 MB"),
        "more than it says": (claims(good, game, 10), "damaged"),
        "less than it says": (claims(good, game, 900_000), "damaged"),
        "a list without end": (with_end(good, 0xFFFE, 0), "more than 60,000"),
        "a list of gigabytes": (with_end(good, 3, 0xFFFFFFF0), "more than 60,000"),
        "a way up": (zipped({**files, "../../etc/passwd": b"x"}), "../../etc/passwd does not belong"),
        "an absolute way": (zipped({**files, "/etc/passwd": b"x"}), "does not belong"),
        "a way of Windows": (zipped({**files, "games\\..\\x.json": b"x"}), "does not belong"),
        "a way up in a folder": (zipped({**files, "games/../crew.json": b"x"}), "does not belong"),
        "a folder": (zipped({**files, "games/": b""}), "does not belong"),
        "a link": (zipped([*files.items(), (link(f"photos/{other}.webp"), b"/etc/passwd")]), "a link"),
        "a name twice": (zipped([*files.items(), (game, b"{}")]), "is in it twice"),
        "a zip in it": (zipped({**files, "more.zip": good}), "more.zip does not belong"),
        "a zip for a photo": (zipped({**files, photo: good}), "is not a photo"),
        "a wrong sum": (bytes(broken), "damaged"),
        "a password": (bytes(locked), "password"),
        "packed strangely": (zipped(files, compression=zipfile.ZIP_BZIP2), "not known here"),
        "control characters": (zipped({**files, "games/\x1b[2J\u202e.json": b"{}"}), "does not belong"),
        "no crew.json": (zipped({game: files[game]}), "crew.json is missing"),
        "a stranger's zip": (zipped({"word/document.xml": b"<x/>"}), "does not belong"),
        "empty": (zipped({}), "crew.json is missing"),
        "crew.json is no JSON": (zipped({**files, "crew.json": b'{\n\n"format": ]'}), "crew.json, line 3"),
        "crew.json is deep": (zipped({**files, "crew.json": b"[" * 100_000}), "crew.json"),
        "crew.json is not UTF-8": (zipped({**files, "crew.json": b'{"name": "\xff"}'}), "crew.json"),
        "another format": (changed(files, "crew.json", lambda c: c.update(format="crew/9")), "$.format"),
        "a game not there": (
            changed(files, "crew.json", lambda c: c["games"].append(other)),
            "the file is missing",
        ),
        "a game too many": (zipped({**files, f"games/{other}.json": files[game]}), "does not name it"),
        "a photo too many": (zipped({**files, f"photos/{other}.webp": files[photo]}), "no game names it"),
        "a face too many": (zipped({**files, f"faces/{other}.webp": files[face]}), "does not name it"),
        "a face not there": (zipped({n: d for n, d in files.items() if n != face}), "the file is missing"),
        "a photo not there": (zipped({n: d for n, d in files.items() if n != photo}), "the photo is missing"),
        "a page for a photo": (zipped({**files, photo: b"<script>alert(1)</script>"}), "is not a photo"),
        "a page behind a photo": (zipped({**files, photo: files[photo] + b"<script>"}), "is not a photo"),
        "another photo": (zipped({**files, photo: files[face]}), "is not the photo that"),
        "a page for a face": (zipped({**files, face: b"<svg/>"}), "is not a face"),
        "a player twice": (
            changed(files, "crew.json", lambda c: c["players"].append(c["players"][0])),
            "twice",
        ),
        "a name twice for people": (
            changed(files, "crew.json", lambda c: c["players"][0].update(name="BOB")),
            "twice",
        ),
        "a name with escapes": (
            changed(files, "crew.json", lambda c: c["players"][0].update(name="\x1b[2JAnn")),
            "invisible",
        ),
        "a name that turns around": (
            changed(files, "crew.json", lambda c: c["players"][0].update(name="\u202eAnn")),
            "invisible",
        ),
        "a name of NUL": (changed(files, "crew.json", lambda c: c.update(name="a\0b")), "NUL"),
        "a colour of their own": (
            changed(files, "crew.json", lambda c: c["players"][0].update(colour="#ff0000")),
            "colours",
        ),
        "a role of their own": (
            changed(files, "crew.json", lambda c: c["phones"][0].update(role="king")),
            "phones[0].role",
        ),
        "born too early": (
            changed(files, "crew.json", lambda c: c["players"][0].update(created_at="0001-01-01T00:00:00Z")),
            "1 cannot be the year",
        ),
        "a seat for nobody": (changed(files, game, lambda g: g["seats"].pop()), "not the names at the table"),
        "a seat for a stranger": (
            changed(files, game, lambda g: g["seats"][0].update(player=other)),
            "has no player",
        ),
        "a seat for one twice": (
            changed(files, game, lambda g: g["seats"][0].update(player=g["seats"][1]["player"])),
            "twice",
        ),
        "a phone of nobody": (changed(files, game, lambda g: g["log"][0].update(phone=77)), "no phone 77"),
        "another id than its name": (
            changed(files, game, lambda g: g.update(id=other)),
            "differs from the file's name",
        ),
        "a long caption": (
            changed(files, game, lambda g: g["photos"][0].update(caption="x" * 121)),
            "length <= 120",
        ),
        "a photo of no row": (changed(files, game, lambda g: g["photos"][0].update(seq=9999)), "no row 9999"),
        "a photo of no refusal": (
            changed(files, game, lambda g: g["photos"][0].update(seq=0, refusal=9)),
            "no refusal 9",
        ),
        "a photo of two things": (
            changed(files, game, lambda g: g["photos"][0].update(refusal=1)),
            "either `seq`, a row of the log, or `refusal`",
        ),
        "a photo of nothing": (
            changed(files, game, lambda g: g["photos"][0].pop("seq")),
            "either `seq`, a row of the log, or `refusal`",
        ),
        "a log that comes to less": (changed(files, game, lambda g: g["log"].pop()), "move"),
        "a move that is not in the log": (
            changed(files, game, lambda g: g["moves"].append({"do": "end"})),
            "the log ends before this move",
        ),
        "a lawful move refused": (
            changed(files, game, lambda g: g["refusals"].insert(0, {**g["log"][0], "after": 0})),
            "refusal 1: The log says refused",
        ),
        "a lawful correction refused": (
            changed(
                files,
                game,
                lambda g: g["refusals"].insert(0, {**g["log"][0], "after": 1, "instead": 1}),
            ),
            "refusal 1: The log says refused",
        ),
        "a refused correction of nothing": (
            changed(
                files,
                game,
                lambda g: g["refusals"].insert(0, {**g["log"][0], "after": 1, "instead": 2}),
            ),
            "no move 2",
        ),
        "a refusal out of its order": (
            changed(files, game, lambda g: g["refusals"].append({**g["log"][0], "after": 0})),
            "out of order",
        ),
    }


def records(good: Raw) -> dict[str, tuple[bytes, str]]:
    """Documents that are no record of a game, and a word of the refusal. `good` is a score sheet."""

    def but(**changes: Any) -> bytes:
        return json.dumps({**good, **changes}).encode()

    moves = good["moves"]
    middle = [*moves[:2], {"do": "round", "scores": {"Ann": 1}}, *moves[2:]]
    return {
        "nothing in it": (b" ", "The file"),
        "no JSON": (b'{"format":\n "referee-record/1",\n oops}', "line 3"),
        "a page": (b"<!doctype html>", "neither a game"),
        "deep": (b'{"options": ' + b"[" * 100_000, "The file"),
        "deep and whole": (b"[" * 5000 + b"]" * 5000, "The file"),
        "not UTF-8": (json.dumps({**good, "title": "é"}, ensure_ascii=False).encode("latin-1"), "The file"),
        "UTF-16": (json.dumps(good).encode("utf-16"), "line 1"),
        "a list": (b"[]", "The file"),
        "a number": (b"7", "The file"),
        "another format": (but(format="pgn"), "`format`"),
        "an unknown game": (but(game="chess"), "`game`"),
        "a game of lists": (but(game=["zar"]), "`game`"),
        "bad options": (but(options={"wins": "always"}), "`options"),
        "too many players": (but(players=[f"P{n}" for n in range(40)]), "`players`"),
        "a player twice": (but(players=["Ann", "Ann"]), "second time"),
        "players that are one": (but(players=["Ann", "ANN"]), "`players`: ANN is there twice"),
        "an invisible name": (but(players=["Ann", "B\u200bob"]), "invisible"),
        "a name of control characters": (but(players=["Ann", "\x1b[31mBob"]), "invisible"),
        "a name of NUL": (but(players=["Ann", "Bo\0b"]), "NUL"),
        "a name that is too long": (but(players=["Ann", "B" * 41]), "at most 40"),
        "a name with spaces": (but(players=["Ann", " Bob"]), "spaces too many"),
        "half a letter": (but(title="\ud800"), "The file"),
        "a title of two lines": (but(title="a\nb"), "`title`"),
        "a title that is a book": (but(title="x" * 81), "`title`"),
        "moves that are none": (but(moves=[{"do": 7}]), "moves[0]"),
        "a refused move in the middle": (but(moves=middle), "move 3: "),
        "a move that is a book": (but(moves=[{**moves[0], "name": "x" * 9000}]), "move 1: "),
        "a million moves": (b'{"moves": [' + b'{"do":"end"},' * 1_000_000 + b"{}]}", "The file"),
        "many moves": (but(moves=moves * 9000), "at most 20,000"),
        "numbers without end": (but(moves=[{"do": "round", "scores": {"Ann": 10**400, "Bob": 0}}]), "move 1"),
        "numbers too large": (but(moves=[{"do": "round", "scores": {"Ann": 1e300, "Bob": 0}}]), ""),
        "a time that is none": (but(moves=[{**moves[0], "time": "yesterday"}]), "move 1: `time`"),
        "a time without a zone": (but(moves=[{**moves[0], "time": "2026-11-21T20:15:00"}]), "move 1: `time`"),
        "a time before times": (
            but(moves=[{**moves[0], "time": "0001-01-01T00:00:00Z"}]),
            "1 cannot be the year",
        ),
        "played in no year": (but(played_at="9999-12-31T23:59:59Z"), "`played_at`"),
        "ended before it began": (
            but(played_at="2026-11-21T20:15:00Z", finished_at="2026-11-20T20:15:00Z"),
            "`finished_at`",
        ),
        "ended and not over": (
            but(moves=moves[:1], played_at="2026-11-20T20:15:00Z", finished_at="2026-11-21T20:15:00Z"),
            "still open",
        ),
        "undone that is none": (but(undone=[{"do": "wish"}]), "`undone[0]`"),
        "undone that is a number": (but(undone=4), "$.undone"),
        "an id that is an address": (but(id="../../../../etc/passwd"), "$.id"),
        "an id with a line": (but(id="x" * 22 + "\n"), "$.id"),
        "an undo of nothing": (
            but(log=[{"kind": "undo", "time": "2026-11-21T20:15:00Z"}]),
            "row 1 of the log",
        ),
        "a log of wishes": (but(log=[{"kind": "wish", "time": "2026-11-21T20:15:00Z"}]), "$.log[0].kind"),
        "a correction of nothing": (
            but(log=[{"kind": "correct", "position": 3, "time": "2026-11-21T20:15:00Z"}]),
            "no move 3",
        ),
        "another log": (
            but(
                log=[
                    {"kind": "move", "move": {"do": "end"}, "time": "2026-11-21T20:15:00Z"},
                ]
            ),
            "move 1: the log has another move here",
        ),
        "no log but refusals": (
            but(refusals=[{"after": 0, "move": {"do": "end"}, "time": "2026-11-21T20:15:00Z"}]),
            "they need a log",
        ),
    }
