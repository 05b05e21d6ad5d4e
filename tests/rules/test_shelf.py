"""Every sheet of the shelf, by a game worked out by hand (`tests/sheets`)."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from itertools import takewhile
from pathlib import Path
from typing import Any

import msgspec
import pytest

from referee.rules.engine import Fold, Refused, Ruling
from referee.rules.score_sheet import GAME, counting
from referee.rules.score_sheet import shelf as shelf_module
from referee.rules.score_sheet.shelf import shelf

_GAMES = Path(__file__).parent.parent / "sheets"
#: What a move of a worked game is followed by; the rest of it is the move.
_EXPECTED = ("scores", "winners", "refused", "dealer", "turn", "out", "tallies", "says")


#: What people play, by the names they say; some are of one sheet with its options.
_CALLED = """
UNO, Crazy Eights, Hearts, Spades, Euchre, Bridge: rubber, Bridge: Chicago, Pinochle, Cribbage,
Gin Rummy, Rummy 500, Rommé, Canasta, Hand and Foot, Phase 10, Five Crowns, Skyjo, Wizard, Oh Hell,
Rook, Tichu, Skat, Doppelkopf, Schafkopf, Tarot, Belote, Coinche, Jass, Schieber, Klaverjassen,
Five Hundred, 500, President, Golf, Nertz, Yaniv, Flip 7, 6 nimmt!, Qwirkle, Rummikub,
Mexican Train, Dominoes, Draw dominoes, Yahtzee, Kniffel, Yatzy, Farkle, Qwixx, Scrabble,
Carcassonne, Catan, Ticket to Ride, 7 Wonders, Wingspan, Azul, Darts 501, Darts Cricket,
Table tennis, Badminton, Volleyball, Beach volleyball, Bowling, Mini golf, Mölkky, Poker chips
"""


def _worked() -> list[Path]:
    return sorted(_GAMES.glob("*.toml"))


def test_every_sheet_has_a_game_worked_out_by_hand() -> None:
    assert {path.stem.partition("-")[0] for path in _worked()} == set(shelf())


def test_every_game_is_found_by_the_name_it_is_called() -> None:
    asked = [name.strip() for name in _CALLED.split(",")]
    found = {
        name: [sheet.key for sheet in shelf().values() if name in (sheet.name, *sheet.names)]
        for name in asked
    }
    assert {name for name, keys in found.items() if len(keys) != 1} == set()
    ours = {"places", "winner", "together"}
    assert {key for keys in found.values() for key in keys} == set(shelf()) - ours


def _heads() -> dict[str, str]:
    """What each file of the shelf says of its sources, by its sheet."""
    files = Path(shelf_module.__file__).with_suffix("").glob("*.toml")
    return {
        path.stem: "\n".join(
            takewhile(lambda line: line.startswith("#"), path.read_text("utf-8").splitlines())
        )
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
        answer = fold.play_json(move)
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


def test_every_number_of_every_sheet_has_a_least_and_a_most() -> None:
    numbers: dict[str, tuple[object, object]] = {}
    for sheet in shelf().values():
        for one in sheet.fields:
            if one.kind == "number":
                numbers[f"{sheet.key}: {one.key}"] = (one.least, one.most)
        for row in sheet.rows if not sheet.fields else ():
            if row.is_ is None and not row.values:
                numbers[f"{sheet.key}: {row.key}"] = (row.least, row.most)
    assert len(numbers) > 100
    assert [name for name, limits in numbers.items() if None in limits] == []


def _begun(key: str, players: int, **agreed: object) -> Fold[Any, Any]:
    sheet = shelf()[key]
    wins = "low" if sheet.wins == "low" else "high"
    options = {"sheet": msgspec.to_builtins(sheet), "wins": wins, "agreed": agreed}
    return Fold(GAME, GAME.start(options, ["Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus"][:players]))


def _round(*numbers: Any, **table: object) -> dict[str, Any]:
    """A round of what each entered, in the order of the seats."""
    entries = [dict(each) if isinstance(each, dict) else {} for each in numbers]
    players = dict(zip(["Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus"], entries, strict=False))
    return {"do": "entry", "players": {name: each for name, each in players.items() if each}, "table": table}


def _bids(*numbers: Any, **table: object) -> dict[str, Any]:
    return {**_round(*numbers, **table), "do": "bids"}


_SKAT = {"game": "ramsch", "loser": "Ann"}
#: A game, how many play it, what was agreed on, what is entered, and why that cannot be.
_IMPOSSIBLE: list[tuple[str, int, Mapping[str, object], dict[str, Any], str]] = [
    (
        *("azul", 2, {}),
        _round({"tiling": 51}, {"tiling": 3}),
        "Ann: “Points” is 50 at most, not 51.",
    ),
    (
        *("belote", 4, {}),
        _round(taker="Ann", taken=161),
        "No card counts 1, so 161 of 162 points is not possible.",
    ),
    (
        *("belote", 4, {"announces": True}),
        _round({"declared": 25}, taker="Ann", taken=90),
        "Combinations count in tens, from 20 to 200: 25 is not possible.",
    ),
    (
        *("canasta", 4, {}),
        _round({"naturals": 5, "melded": 0, "left": 0}, {"melded": 100, "left": 0}),
        "Ann & Cat: canastas need 175 on table, not 0.",
    ),
    (
        *("canasta", 4, {}),
        _round({"naturals": 6, "mixed": 6, "melded": 900, "left": 0}, {"melded": 100, "left": 0}),
        "There are eleven ranks to meld: nobody has 12 canastas.",
    ),
    (
        *("canasta", 4, {}),
        _round({"melded": 900, "left": 0}, {"melded": 100, "left": 200}),
        "The two packs count 1180 in all, not 1200.",
    ),
    (
        *("canasta", 2, {}),
        _round({"naturals": 1, "melded": 200, "left": 5}, {"melded": 100, "left": 0}, out="Ann"),
        "Ann went out: 0 is left in hand, not 5.",
    ),
    (
        *("canasta", 4, {}),
        _round({"melded": 200, "left": 0}, {"melded": 100, "left": 0}, out="Ann"),
        "Ann went out, which needs a canasta.",
    ),
    (
        *("canasta", 4, {}),
        _round({"melded": 45, "left": 0}, {"melded": 100, "left": 0}),
        "Ann & Cat: too little is melded to open.",
    ),
    (
        *("catan", 3, {}),
        _round(
            {"settlements": 5, "cities": 2, "more": 1},
            {"settlements": 1, "cities": 0},
            {"settlements": 2, "cities": 0},
        ),
        "Everybody has two settlements from the start: 1 is not possible.",
    ),
    (
        *("crazy_eights", 2, {}),
        _round({"left": 0}, {"left": 510}),
        "A pack counts 508 in all, not 510.",
    ),
    (
        *("crazy_eights", 3, {}),
        _round({"left": 0}, {"left": 600}, {"left": 500}),
        "Two packs count 1016 in all, not 1100.",
    ),
    (
        *("doppelkopf", 4, {}),
        _round({"re": True}, {}, {"re": True}, eyes=239),
        "No card counts 1, so 239 of 240 card points is not possible.",
    ),
    (
        *("five_crowns", 2, {}),
        _round({"left": 0}, {"left": 9_000}),
        "Bob: “Points left in hand” is 150 at most, not 9000.",
    ),
    (
        *("five_crowns", 2, {}),
        _round({"left": 0}, {"left": 2}),
        "Bob: no card counts less than 3, so 2 is not possible.",
    ),
    (
        *("flip_7", 2, {}),
        _round({"numbers": 58}, {}),
        "Six different numbers add up to 57 at most: tick seven cards.",
    ),
    (
        *("flip_7", 2, {}),
        _round({"numbers": 8, "plus": 20}, {"numbers": 3, "plus": 12}),
        "The + cards of the pack add up to 30, not 32.",
    ),
    (
        *("mexican_train", 2, {}),
        _round({"pips": 0}, {"pips": 1_143}),
        "Bob: “Pips” is 1142 at most, not 1143.",
    ),
    (
        *("mexican_train", 3, {}),
        _round({"pips": 0}, {"pips": 700}, {"pips": 700}),
        "The set has 1092 pips in all, not 1400.",
    ),
    (
        *("oh_hell", 7, {"high": 17}),
        _bids(*[{"bid": 0}] * 7),
        "A pack has 7 cards for each of 7 players: begin anew, with fewer.",
    ),
    (
        *("qwirkle", 2, {}),
        {"do": "entry", "players": {"Ann": {"scored": 0, "last": True}}},
        "The last tile scores too: enter what the turn comes to.",
    ),
    (
        *("rummikub", 3, {}),
        _round({"left": 0}, {"left": 500}, {"left": 300}),
        "All tiles together are 788, not 800.",
    ),
    (
        *("rummy_500", 2, {}),
        _round({"melded": 300}, {"melded": 100, "left": 50}),
        "A pack counts 426 in all, not 450.",
    ),
    (
        *("rummy_500", 2, {}),
        _round({"melded": 600}, {"melded": 200, "left": 60}),
        "Two packs count 852 in all, not 860.",
    ),
    (
        *("scrabble", 2, {}),
        {"do": "entry", "players": {"Ann": {"word": 0, "bingo": True}}},
        "All seven tiles at once score something: enter the word’s points too.",
    ),
    (
        *("skat", 3, {"ramsch": True}),
        _round(**_SKAT, eyes=20),
        "The loser of a ramsch has 40 of 120 card points at least, not 20.",
    ),
    (
        *("skat", 3, {"ramsch": True}),
        _round(**_SKAT),
        "“Loser’s card points” is missing: enter it.",
    ),
    (
        *("skat", 3, {}),
        _round(game="spades", declarer="Ann", matadors=1, came="won", said="open"),
        "“Announced” cannot be “Open”: choose another.",
    ),
    (
        *("skat", 3, {}),
        _round(game="clubs", declarer="Ann", matadors=1, came="won", bid=19),
        "No game is worth 19, so nobody can bid it.",
    ),
    (
        *("spades", 4, {"blind_nil": True}),
        _bids({"bid": 0, "blind": True}, {"bid": 4}, {"bid": 3, "blind": True}, {"bid": 4}),
        "Blind is said of a bid of 0, and of no other.",
    ),
    (
        *("uno", 2, {}),
        _round({"left": 0}, {"left": 5_555}),
        "Bob: “Points left in hand” is 1240 at most, not 5555.",
    ),
    (
        *("uno", 3, {}),
        _round({"left": 0}, {"left": 0}, {"left": 20}, winner="Cat"),
        "Cat went out: 0 is left in hand, not 20.",
    ),
    (
        *("wingspan", 1, {}),
        {"do": "entry", "row": "eggs", "players": {"Ann": {"value": 1_000_000}}},
        "Ann: “Eggs” is 120 at most, not 1000000.",
    ),
]


@pytest.mark.parametrize(
    ("key", "players", "agreed", "move", "said"),
    _IMPOSSIBLE,
    ids=[f"{key}-{n}" for n, (key, *_) in enumerate(_IMPOSSIBLE)],
)
def test_what_can_never_be_is_refused_or_doubted_in_the_words_of_the_game(
    key: str, players: int, agreed: Mapping[str, object], move: dict[str, Any], said: str
) -> None:
    fold = _begun(key, players, **agreed)
    before = fold.state
    answer = fold.play_json(move)
    assert isinstance(answer, Refused)
    assert answer.text == said
    assert fold.state == before


def test_a_full_wall_of_azul_is_full_in_all_three_ways() -> None:
    fold = _begun("azul", 2)
    fold.play_json(_round({"tiling": 9}, {"tiling": 9}, last=True))
    answer = fold.play_json(_round({"lines": 5, "columns": 2}, {"lines": 1}))
    assert isinstance(answer, Refused)
    assert answer.text == "Five rows, columns or colours are the whole wall: then all are 5."
    whole = {"lines": 5, "columns": 5, "colours": 5}
    assert isinstance(fold.play_json(_round(whole, {"lines": 1})), Ruling)


def test_somebody_has_the_longest_path_once_everybody_was_asked() -> None:
    fold = _begun("ticket_to_ride", 2)
    path = {"do": "entry", "row": "longest"}
    assert isinstance(fold.play_json({**path, "players": {"Ann": {"value": 0}}}), Ruling)
    answer = fold.play_json({**path, "players": {"Bob": {"value": 0}}})
    assert isinstance(answer, Refused)
    assert answer.code == "impossible"
    assert answer.text == "Somebody has the longest path, or several do: enter 1 for them."
    assert isinstance(fold.play_json({**path, "players": {"Bob": {"value": 0}}, "anyway": True}), Ruling)


@pytest.mark.parametrize(
    ("players", "said"),
    [
        (3, ["left", "right", "Keep", "left", "right"]),
        (4, ["left", "right", "across", "Keep", "left"]),
        (5, ["left", "right", "Keep", "left", "right"]),
    ],
)
def test_nobody_passes_across_at_hearts_but_four(players: int, said: list[str]) -> None:
    fold = _begun("hearts", players)
    told = []
    for _ in said:
        told.append(counting.condition(fold.state).removeprefix("Pass "))
        fold.play_json(_round({"taken": 13}, {"taken": 13}, *[{"taken": 0}] * (players - 2)))
    assert told == said


def test_a_set_of_volleyball_says_how_far_it_goes() -> None:
    fold = _begun("volleyball", 2, best=3)
    told = [counting.condition(fold.state)]
    for one, other in ((25, 20), (20, 25)):
        fold.play_json(_round({"scored": one}, {"scored": other}))
        told.append(counting.condition(fold.state))
    assert told == ["To 25 points", "To 25 points", "To 15 points, toss for the serve"]


def test_a_match_of_one_set_is_played_to_25() -> None:
    assert counting.condition(_begun("volleyball", 2, best=1).state) == "To 25 points"


def test_a_round_of_hand_and_foot_says_what_opens() -> None:
    fold = _begun("hand_and_foot", 3, hands=5)
    told = []
    for _ in range(5):
        told.append(counting.condition(fold.state))
        nothing = {"melded": 0, "left": 0}
        fold.play_json({**_round(nothing, nothing, nothing), "anyway": True})
    assert told == ["50 to open", "90 to open", "120 to open", "150 to open", "150 to open"]


def test_whoever_won_the_round_of_yaniv_starts_also_where_another_total_falls() -> None:
    fold = _begun("yaniv", 3, exact="limit", limit=50)
    fold.play_json({**_round({"hand": 2}, {"hand": 50}, {"hand": 9}), "table": {"caller": "Ann"}})
    assert GAME.show(fold.state)["scores"] == {"Ann": 0, "Bob": 0, "Cat": 9}
    assert GAME.show(fold.state)["dealer"] == "Ann"
    fold.play_json({**_round({"hand": 20}, {"hand": 50}, {"hand": 1}), "table": {"caller": "Cat"}})
    assert GAME.show(fold.state)["dealer"] == "Cat"


@pytest.mark.parametrize(("level", "tricks", "points"), [(1, 7, 140), (3, 9, 400), (1, 6, 0)])
def test_a_rubber_broken_off_has_its_bonus_in_the_points(level: int, tricks: int, points: int) -> None:
    """40 below and 100 for it, a game of 100 and 300 for it, and nothing where nothing was made."""
    fold = _begun("bridge_rubber", 4)
    fold.play_json(_round(level=level, strain="none", declarer="Ann", tricks=tricks))
    answer = fold.play_json({"do": "end"})
    assert isinstance(answer, Ruling)
    shown = GAME.show(fold.state)
    assert shown["scores"]["Ann"] == points == shown["scores"]["Cat"]
    assert sum(row["scores"]["Ann"] for row in shown["rounds"]) == points
    assert {line.reason for line in answer.lines} == ({"Broken off"} if points else set())


def test_a_game_that_is_over_says_so_in_plain_words() -> None:
    fold = _begun("darts_501", 1, begin=40)
    answer = fold.play_json({"do": "entry", "players": {"Ann": {"thrown": 40}}})
    assert isinstance(answer, Ruling)
    assert [cite.text for cite in answer.cites][1] == "Ann finished on exactly 0."


def test_what_ends_a_game_is_said_of_those_who_did_it() -> None:
    """Two games end the rubber; whoever lost by points is told so."""
    fold = _begun("bridge_rubber", 4)
    fold.play_json(_round(level=3, strain="none", declarer="Ann", tricks=9))
    answer = fold.play_json(_round(level=3, strain="none", declarer="Cat", tricks=9))
    assert isinstance(answer, Ruling)
    assert "Ann and Cat have two games: the rubber is over." in [cite.text for cite in answer.cites]
