"""`manage.py replay` as a stranger runs it: a process, its outputs and its exit status (docs/record.md)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from referee.rules.engine import Json, NotARecord
from tests import records
from tests.rules.tables import document, opening, play

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
GOOD = document([*opening(), play("Bob", "blue moon")])
REFUSED = document([*opening(), play("Bob", "red moon"), play("Bob", "blue moon")])


def replay(*args: str | Path, stdin: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Runs the command where no database, no settings of ours and no terminal are."""
    return subprocess.run(
        [sys.executable, ROOT / "manage.py", "replay", *args],
        input=stdin,
        capture_output=True,
        check=False,
        env={"PATH": os.environ["PATH"], "DATABASE_URL": "postgres://nobody@127.0.0.1:1/none", **environment},
        timeout=120,
    )


def written(folder: Path, name: str, content: object) -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
    return path


def one_line(output: bytes) -> str:
    """The text of an output that has to be one line, and no traceback."""
    text = output.decode()
    assert text.endswith("\n")
    assert len(text.splitlines()) == 1, text
    assert "Traceback" not in text
    return text


def test_a_record_without_refusals_exits_with_0_and_prints_the_replay_document(tmp_path: Path) -> None:
    done = replay("--json", written(tmp_path, "good.json", GOOD))
    assert (done.returncode, done.stderr) == (0, b"")
    answer = json.loads(one_line(done.stdout))
    assert set(answer) == {"format", "game", "moves", "state"}
    assert (answer["format"], answer["game"]) == ("referee-replay/1", "zar")
    assert [(entry["n"], entry["do"], entry["ok"]) for entry in answer["moves"]] == [
        (1, "deal", True),
        (2, "flip", True),
        (3, "play", True),
    ]
    for entry in answer["moves"]:
        assert entry["rulings"]
        assert "error" not in entry
        assert all(set(ruling) == {"rule", "text"} and ruling["text"] for ruling in entry["rulings"])
    assert (answer["moves"][2]["say"], answer["moves"][2]["kind"]) == ("", "play")
    assert answer["state"] == answer["moves"][2]["state"]


def test_a_refused_move_exits_with_1_and_the_replay_goes_on(tmp_path: Path) -> None:
    done = replay("--json", written(tmp_path, "refused.json", REFUSED))
    assert (done.returncode, done.stderr) == (1, b"")
    before, refused, after = json.loads(done.stdout)["moves"][1:]
    assert set(refused) == {"n", "do", "ok", "error", "state"}
    assert set(refused["error"]) == {"code", "rule", "text"}
    assert (refused["ok"], refused["error"]["code"], refused["error"]["rule"]) == (False, "illegal", "zar 4")
    assert refused["state"] == before["state"]
    assert after["ok"]


def test_an_invalid_move_has_no_rule() -> None:
    done = replay("--json", "-", stdin=json.dumps(document([{"do": "dance"}])).encode())
    assert done.returncode == 1
    assert json.loads(done.stdout)["moves"][0]["error"]["rule"] is None


def test_people_read_the_moves_the_clauses_the_table_and_the_scores(tmp_path: Path) -> None:
    done = replay(written(tmp_path, "refused.json", REFUSED))
    assert (done.returncode, done.stderr) == (1, b"")
    text = done.stdout.decode()
    for expected in ("[zar 3]", "REFUSED", "[zar 4]", "Ann", "scores", "turn: Cat"):
        assert expected in text


def test_standard_input_is_a_file_called_dash() -> None:
    done = replay("-", "--json", stdin=json.dumps(GOOD).encode())
    assert done.returncode == 0
    assert len(json.loads(done.stdout)["moves"]) == 3


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 0, 2)])
def test_several_files_are_one_document_a_line_in_their_order(tmp_path: Path, order: tuple[int, ...]) -> None:
    records: list[list[Json]] = [[], opening(), [*opening(), play("Bob", "red moon")]]
    paths = [written(tmp_path, f"{n}.json", document(records[n])) for n in order]
    done = replay("--json", *paths)
    assert done.returncode == 1
    lines = done.stdout.decode().splitlines()
    assert [len(json.loads(line)["moves"]) for line in lines] == [len(records[n]) for n in order]


def test_one_bad_file_among_good_ones_is_told_and_the_others_are_replayed(tmp_path: Path) -> None:
    good, refused = written(tmp_path, "good.json", GOOD), written(tmp_path, "refused.json", REFUSED)
    bad = written(tmp_path, "bad.json", b"{")
    done = replay("--json", good, bad, refused)
    assert done.returncode == 2
    assert [len(json.loads(line)["moves"]) for line in done.stdout.decode().splitlines()] == [3, 4]
    assert "bad.json" in one_line(done.stderr)


def changed(**changes: object) -> Json:
    return {**GOOD, **changes}


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "JSON"),
        (b"\xff\xfe\x00", "JSON"),
        (b"[" * 100_000, "JSON"),
        (b'{"format": NaN}', "JSON"),
        ([], "object"),
        (changed(format="referee-record/2"), "`format`"),
        (changed(format=["referee-record/1"] * 90), "`format`"),
        (changed(game="chess"), "`game`"),
        (changed(game=["zar"]), "`game`"),
        (changed(game="a\nb\u2028c"), "`game`"),
        (changed(players=["Ann"]), "`players`"),
        (changed(players=list("ABCDEFGHIJ")), "`players`"),
        (changed(players=["Ann", "Ann"]), "`players[1]`"),
        (changed(players=["Ann", ""]), "`players[1]`"),
        (changed(players=["Ann", 7]), "`players[1]`"),
        (changed(players={"Ann": 1, "Bob": 2}), "`players`"),
        (changed(options=[]), "`options`"),
        (changed(options={"wilds\r\n\u2028\u0085": 2}), "wilds"),
        (changed(options={"half_decks": 1}), "half_decks"),
        (changed(options={"half_decks": 9}), "half_decks"),
        (changed(options={"half_decks": 2.0}), "half_decks"),
        (changed(options={"half_decks": True}), "half_decks"),
        (changed(options={"half_decks": "2"}), "half_decks"),
        (changed(options={"half_decks": 3, "chameleons": 4}), "chameleons"),
        (changed(options={"chameleons": -1}), "chameleons"),
        (changed(options={"next_dealer": "loser"}), "next_dealer"),
        (changed(options={"points": {"wild": 1}}), "wild"),
        (changed(options={"points": {"wasp": -1}}), "wasp"),
        (changed(options={"end": {"score": 0}}), "score"),
        (changed(options={"end": {"time": "25:00"}}), "time"),
        (changed(options={"end": 50}), "end"),
        (changed(options={"track": "slow"}), "track"),
        (changed(moves={}), "`moves`"),
        (changed(moves=[*opening(), []]), "`moves[2]`"),
        (changed(moves=[{"do": 1}]), "`moves[0]`"),
        (changed(moves=[{"d": "deal"}]), "`moves[0]`"),
    ],
)
def test_what_is_no_record_raises_one_sentence(content: object, says: str) -> None:
    with pytest.raises(NotARecord) as raised:
        records.replay(content if isinstance(content, bytes) else json.dumps(content))
    assert says in str(raised.value)


def test_files_that_are_no_records_exit_with_2_and_a_line_for_each(tmp_path: Path) -> None:
    paths = [
        written(tmp_path, "nested.json", b"[" * 100_000),
        written(tmp_path, "bytes.json", b"\xff\xfe\x00"),
        written(tmp_path, "lines.json", changed(options={"wilds\r\n\u2028\u0085": 2})),
        tmp_path,
        tmp_path / "missing.json",
    ]
    done = replay("--json", *paths)
    assert (done.returncode, done.stdout) == (2, b"")
    lines = done.stderr.decode().splitlines()
    assert len(lines) == len(paths)
    for path, line in zip(paths, lines, strict=True):
        assert line.startswith(f"{path}: ")


def test_names_are_printed_as_utf_8_whatever_the_terminal_speaks(tmp_path: Path) -> None:
    path = written(tmp_path, "names.json", document(opening("blue frog", "Zoë"), "Zoë 😀 李"))
    for how in ("--json", "--no-color"):
        done = replay(how, path, PYTHONIOENCODING="ascii")
        assert (done.returncode, done.stderr) == (0, b"")
        assert "李" in done.stdout.decode()
