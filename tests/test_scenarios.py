"""Every scenario replays to what was worked out by hand from the rulebook.

A scenario `x.json` is a record; `x.expect.json` beside it lists `{"n": move, "expect": {...}}`, a subset of
that move's entry in the replay. `rules` there names clauses that the entry's rulings, or its error, cite.
"""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from referee.rules import engine, record

OURS = Path(__file__).parent / "scenarios"
SHARED = Path(__file__).parents[2] / "shared" / "scenarios"


def scenarios() -> list[Path]:
    """The records of both folders, in order of name; those of ours come first."""
    return [
        path
        for folder in (OURS, SHARED)
        for path in sorted(folder.glob("*.json"))
        if not path.name.endswith(".expect.json")
    ]


def differences(expected: Any, actual: Any, at: str) -> list[str]:
    """Where `actual` is not what `expected` asks for: objects are compared as subsets, all else whole."""
    if isinstance(expected, dict) and isinstance(actual, dict):
        return [
            line
            for key, value in expected.items()
            for line in (
                differences(value, actual[key], f"{at}.{key}") if key in actual else [f"{at} has no {key!r}"]
            )
        ]
    if type(expected) is type(actual) and expected == actual:
        return []
    return [f"{at} is {actual!r}, not {expected!r}"]


def uncited(rules: list[str], entry: dict[str, Any]) -> list[str]:
    """Those of `rules` that neither the entry's rulings nor its error cite."""
    cited = [ruling["rule"] for ruling in entry.get("rulings", [])] + [entry.get("error", {}).get("rule")]
    return [f"move {entry['n']} does not cite {rule}, only {cited}" for rule in rules if rule not in cited]


def disagreements(replay: dict[str, Any], expectations: list[dict[str, Any]]) -> list[str]:
    """Every point on which a replay and its expectations disagree, as sentences that name the move."""
    lines = []
    for item in expectations:
        entry = replay["moves"][item["n"] - 1]
        expected = dict(item["expect"])
        lines += uncited(expected.pop("rules", []), entry)
        lines += differences(expected, entry, f"move {item['n']}")
    return lines


@pytest.mark.parametrize("path", scenarios(), ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_a_scenario_replays_to_what_the_rulebook_says(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    expectations = json.loads(path.with_suffix(".expect.json").read_text(encoding="utf-8"))
    game = json.loads(text)["game"]
    if game not in engine.games():
        assert game != "zar"
        pytest.skip(f"{game} is not refereed yet")
    assert expectations, "a scenario without expectations proves nothing"
    assert disagreements(record.replay(text), expectations) == []


@pytest.mark.parametrize(
    "path",
    [path for path in scenarios() if path.name.startswith("zar-")],
    ids=lambda path: f"{path.parent.parent.name}-{path.stem}",
)
def test_in_every_scenario_cards_are_kept_lines_add_up_and_states_survive_storing(path: Path) -> None:
    document = json.loads(path.read_text(encoding="utf-8"))
    game = engine.games()["zar"]
    fold = engine.Fold(game, game.start(document["options"], document["players"]))
    points: defaultdict[str, float] = defaultdict(int)
    for n, move in enumerate(document["moves"], 1):
        answer = fold.tell(move)
        shown = game.show(fold.state)
        if isinstance(answer, engine.Ruling):
            for line in answer.lines:
                points[line.player] += line.points
        assert {name: points[name] for name in shown["scores"]} == shown["scores"], f"move {n}"
        cards = sum(shown["hands"].values()) + shown["drawpile"] + shown["playpile"]
        cleared = shown["phase"] in ("deal", "over")
        assert cards == (0 if cleared else fold.state.options.deck), f"move {n}"
        assert game.load(game.dump(fold.state)) == fold.state, f"move {n}"


def test_the_shared_scenarios_are_beside_the_checkout() -> None:
    if not SHARED.is_dir():
        pytest.skip("LOUD: no ../shared/scenarios beside the checkout: what was given to us was not run")
    assert list(SHARED.glob("zar-*.expect.json"))


def test_every_scenario_of_ours_has_a_title_clauses_and_an_expectation_for_each_move() -> None:
    for path in OURS.glob("*.json"):
        if path.name.endswith(".expect.json"):
            assert path.with_name(path.name.replace(".expect", "")).exists()
            continue
        document = json.loads(path.read_text(encoding="utf-8"))
        assert document["title"], path.name
        assert document["clauses"], path.name
        expectations = json.loads(path.with_suffix(".expect.json").read_text(encoding="utf-8"))
        assert [item["n"] for item in expectations] == list(range(1, len(document["moves"]) + 1)), path.name


def test_a_wrong_replay_is_noticed() -> None:
    entry = {"n": 1, "ok": True, "rulings": [{"rule": "zar 3", "text": "."}], "state": {"turn": "Ann"}}
    replay = {"moves": [entry]}
    right = {"ok": True, "rules": ["zar 3"], "state": {"turn": "Ann"}}
    assert disagreements(replay, [{"n": 1, "expect": right}]) == []
    for wrong in (
        {"ok": False},
        {"ok": 1},
        {"say": ""},
        {"rules": ["zar 4"]},
        {"state": {"turn": "Bob"}},
        {"state": {"phase": "play"}},
    ):
        assert disagreements(replay, [{"n": 1, "expect": wrong}]), wrong
