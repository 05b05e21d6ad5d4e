"""Every scenario replays to what was worked out by hand from the rulebook.

`--scenarios DIR` replays those of another folder as well, as often as it is given. An expectation is a subset
of its move's entry in the replay; `rules` there names clauses that the entry's rulings, or its error, cite.
"""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest

from referee.games.registry import GAMES
from referee.rules import engine
from referee.rules.engine import Json
from tests.scenario_files import EXPECT, OURS, Scenario, in_folder, rules_of


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Each test that takes a scenario runs with every one of every folder."""
    if "scenario" not in metafunc.fixturenames:
        return
    folders = [OURS, *metafunc.config.getoption("scenarios")]
    try:
        found = [scenario for folder in folders for scenario in in_folder(folder)]
    except FileNotFoundError as reason:
        raise pytest.UsageError(f"--scenarios: {reason}") from None
    metafunc.parametrize(
        "scenario", found, ids=lambda scenario: f"{scenario.path.parent.name}-{scenario.name}"
    )


def differences(expected: object, actual: object, at: str) -> list[str]:
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


def uncited(rules: list[str], entry: Json) -> list[str]:
    """Those of `rules` that neither the entry's rulings nor its error cite."""
    cited = rules_of(entry)
    return [f"move {entry['n']} does not cite {rule}, only {cited}" for rule in rules if rule not in cited]


def disagreements(replay: Json, expectations: list[Json]) -> list[str]:
    """Every point on which a replay and its expectations disagree, as sentences that name the move."""
    lines = []
    for item in expectations:
        entry = replay["moves"][item["n"] - 1]
        expected = dict(item["expect"])
        lines += uncited(expected.pop("rules", []), entry)
        lines += differences(expected, entry, f"move {item['n']}")
    return lines


def test_a_scenario_replays_to_what_the_rulebook_says(scenario: Scenario) -> None:
    assert scenario.expectations, "a scenario without expectations proves nothing"
    assert disagreements(scenario.replay, scenario.expectations) == []


def test_in_every_scenario_lines_add_up_and_states_survive_storing(scenario: Scenario) -> None:
    game = GAMES[scenario.game]
    fold = engine.Fold(game, game.start(scenario.document["options"], scenario.document["players"]))
    points: defaultdict[str, float] = defaultdict(int)
    for n, move in enumerate(scenario.document["moves"], 1):
        answer = fold.play_json(move)
        shown = game.show(fold.state)
        if isinstance(answer, engine.Ruling):
            for line in answer.lines:
                points[line.player] += line.points
        added = {name: pytest.approx(points[name]) for name in shown["scores"]}
        assert shown["scores"] == added, f"move {n}"
        assert game.load(game.dump(fold.state)) == fold.state, f"move {n}"


@pytest.mark.parametrize("key", ["zar", "house_zar"])
def test_in_every_scenario_no_card_is_lost(key: str) -> None:
    for scenario in in_folder(OURS):
        if scenario.game != key:
            continue
        game = GAMES[key]
        fold = engine.Fold(game, game.start(scenario.document["options"], scenario.document["players"]))
        for n, move in enumerate(scenario.document["moves"], 1):
            fold.play_json(move)
            shown = game.show(fold.state)
            cards = sum(shown["hands"].values()) + shown["drawpile"] + shown["playpile"]
            cleared = shown["phase"] in ("deal", "over")
            assert cards == (0 if cleared else fold.state.options.deck), f"{scenario.name}, move {n}"


def test_every_scenario_of_ours_has_a_title_clauses_and_an_expectation_for_each_move() -> None:
    for scenario in in_folder(OURS):
        assert scenario.name.startswith(f"{scenario.game}-"), scenario.name
        assert scenario.document["title"], scenario.name
        assert scenario.clauses, scenario.name
        moves = range(1, len(scenario.document["moves"]) + 1)
        assert [item["n"] for item in scenario.expectations] == list(moves), scenario.name
    expected = {path.name.removesuffix(EXPECT) for path in OURS.glob(f"*{EXPECT}")}
    assert expected == {scenario.name for scenario in in_folder(OURS)}


def test_every_game_has_scenarios() -> None:
    assert {scenario.game for scenario in in_folder(OURS)} == set(GAMES)


def test_a_folder_without_scenarios_is_no_folder_of_scenarios(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "missing"):
        with pytest.raises(FileNotFoundError):
            in_folder(folder)


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
