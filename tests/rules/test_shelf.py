"""Every sheet of the shelf, by a game worked out by hand (`tests/sheets`)."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from referee.rules.engine import Fold, Refused, Ruling
from referee.rules.score_sheet import GAME
from referee.rules.score_sheet import shelf as shelf_module
from referee.rules.score_sheet.shelf import shelf

_GAMES = Path(__file__).parent.parent / "sheets"
#: What a move of a worked game is followed by; the rest of it is the move.
_EXPECTED = ("scores", "winners", "refused", "dealer", "turn", "out", "tallies", "says")


#: What people play, by the names they say; some are of one sheet with its options.
_FIFTY = """
UNO, Crazy Eights, Hearts, Spades, Euchre, Bridge: rubber, Bridge: Chicago, Pinochle, Cribbage,
Gin Rummy, Rummy 500, Canasta, Phase 10, Five Crowns, Skyjo, Wizard, Oh Hell, Rook, Tichu, Skat,
Doppelkopf, Schafkopf, Tarot, Belote, President, Golf, Nertz, Yaniv, Flip 7, 6 nimmt!, Qwirkle,
Rummikub, Mexican Train, Yahtzee, Farkle, Qwixx, Scrabble, Carcassonne, Catan, Ticket to Ride,
7 Wonders, Wingspan, Azul, Darts 501, Darts Cricket, Table tennis, Bowling, Mini golf, Mölkky,
Poker chips
"""


def _worked() -> list[Path]:
    return sorted(_GAMES.glob("*.toml"))


def test_every_sheet_has_a_game_worked_out_by_hand() -> None:
    assert {path.stem.partition("-")[0] for path in _worked()} == set(shelf())


def test_fifty_games_are_found_by_the_name_they_are_called() -> None:
    asked = [name.strip() for name in _FIFTY.split(",")]
    found = {
        name: [sheet.key for sheet in shelf().values() if name in (sheet.name, *sheet.names)]
        for name in asked
    }
    assert len(asked) == 50
    assert {name for name, keys in found.items() if len(keys) != 1} == set()
    ours = {"places", "winner", "together"}
    assert {key for keys in found.values() for key in keys} == set(shelf()) - ours


def _heads() -> dict[str, str]:
    """What each file of the shelf says of its sources, by its sheet."""
    files = Path(shelf_module.__file__).with_suffix("").glob("*.toml")
    return {
        path.stem: "\n".join(line for line in path.read_text("utf-8").splitlines() if line.startswith("#"))
        for path in files
    }


def test_every_sheet_names_two_sources_and_the_manual_what_rests_on_none() -> None:
    manual = (_GAMES.parent.parent / "docs" / "sheets.md").read_text("utf-8")
    _, _, told = manual.partition("## What the facts rest on")
    unsure = set(re.findall(r"^\| `(\w+)`", told, re.MULTILINE))
    heads = _heads()
    assert set(heads) == set(shelf())
    assert {key for key, head in heads.items() if re.search("own knowledge|memory", head)} == unsure
    for key, head in heads.items():
        sources = set(re.findall(r"[\w-]+\.(?:\w+\.)*[a-z]{2,}(?=[:/ ,(]|$)", head, re.MULTILINE))
        assert len(sources) >= 2 or re.search(r"[Oo]ur own, for|our own\.$", head), (key, sources)


@pytest.mark.parametrize("path", _worked(), ids=lambda path: path.stem)
def test_a_worked_game_comes_to_what_was_worked_out(path: Path) -> None:
    worked: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    sheet = shelf()[path.stem.partition("-")[0]]
    wins = "low" if sheet.wins == "low" else "high"
    options: dict[str, Any] = {
        "sheet": msgspec.to_builtins(sheet),
        "wins": wins,
        **{key: worked[key] for key in ("agreed", "first", "end") if key in worked},
    }
    fold = Fold(GAME, GAME.start(options, worked["players"]))
    for n, told in enumerate(worked["move"], 1):
        move = {key: value for key, value in told.items() if key not in _EXPECTED}
        answer = fold.tell(move)
        at = f"move {n} of {path.stem}"
        if "refused" in told:
            assert isinstance(answer, Refused), at
            assert answer.text == told["refused"], at
            continue
        refusal = answer.text if isinstance(answer, Refused) else ""
        assert not refusal, f"{at}: {refusal}"
        assert isinstance(answer, Ruling)
        if "says" in told:
            assert told["says"] in " ".join(cite.text for cite in answer.cites), at
        shown = GAME.show(fold.state)
        assert shown["winners"] == told.get("winners", []), at
        for key in ("scores", "dealer", "turn", "out", "tallies"):
            if key in told:
                assert shown[key] == told[key], f"{at}: {key}"
    assert worked["move"][-1].get("winners") is not None, "a worked game is played to its end"
