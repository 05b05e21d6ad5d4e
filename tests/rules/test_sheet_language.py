"""What a sheet's definition can say, a word at a time (docs/sheets.md)."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from referee.rules.engine import Fold, Refused, Ruling
from referee.rules.score_sheet import GAME, cannot_win, formulas, moves, terms
from referee.rules.score_sheet.counting import condition
from referee.rules.score_sheet.definition import Definition
from referee.rules.score_sheet.reading import BadSheet, read

_PLAYERS = ["Ann", "Bob", "Cat"]


def _begin(text: str, players: list[str] | None = None) -> Fold[Any, Any]:
    sheet: Definition = read(f'key = "mine"\nname = "Mine"\n{text}')
    wins = "low" if sheet.wins == "low" else "high"
    options = {"sheet": msgspec.to_builtins(sheet), "wins": wins}
    return Fold(GAME, GAME.start(options, players or _PLAYERS))


def _written(fold: Fold[Any, Any], **move: object) -> dict[str, Any]:
    answer = fold.play_json({"do": "entry", **move})
    assert not isinstance(answer, Refused), answer.text
    return dict(GAME.show(fold.state))


def _refused(fold: Fold[Any, Any], **move: object) -> str:
    answer = fold.play_json({"do": "entry", **move})
    assert isinstance(answer, Refused)
    return answer.text


def _round(key: str, *values: object) -> dict[str, dict[str, object]]:
    return {name: {key: value} for name, value in zip(_PLAYERS, values, strict=True)}


_LETS = """
[[field]]
key = "left"
name = "Left"

[[let]]
key = "twice"
is = "2 * left"

[[check]]
is = "max(all_twice) <= 10"
say = "{max(all_twice)} is too much"
"""


_CHOICE = '{{ value = "a", name = "A", asked = "{}" }}'


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ('kind = "tick"\nof = "round"\nfills = { other = 3 }', "a tick of the round fills in"),
        ('of = "round"\nfills = { left = 3 }', "a tick of the round fills in"),
        (f'kind = "choice"\nchoice = [{_CHOICE.format("round > 1")}]', "what comes first can"),
        (f'kind = "choice"\nchoice = [{{ value = "b", name = "B" }}, {_CHOICE.format("c")}]', "no “c”"),
    ],
)
def test_what_a_field_offers_and_fills_in_has_to_fit(more: str, why: str) -> None:
    with pytest.raises(BadSheet, match=why):
        read(f'key = "mine"\nname = "Mine"\n[[field]]\nkey = "left"\nname = "Left"\n{more}')


def test_a_check_knows_what_was_let() -> None:
    fold = _begin(_LETS)
    assert _refused(fold, players=_round("left", 1, 6, 2)) == "12 is too much."
    assert _written(fold, players=_round("left", 1, 5, 2))["scores"] == {"Ann": 1, "Bob": 5, "Cat": 2}


def test_what_a_let_has_to_say_is_told_of_whoever_it_is_true_of() -> None:
    fold = _begin(_LETS.replace('is = "2 * left"', 'is = "left > 3"\nsay = "{me} has {left}, too many"'))
    answer = fold.play_json({"do": "entry", "players": _round("left", 4, 3, 5)})
    assert isinstance(answer, Ruling)
    assert [cite.text for cite in answer.cites[1:]] == ["Ann has 4, too many.", "Cat has 5, too many."]
    with pytest.raises(BadSheet, match="there is no “later” here"):
        _begin(_LETS.replace("2 * left", '0"\nsay = "{later}'))


def test_a_check_of_bids_knows_no_lets_yet() -> None:
    bids = '[[field]]\nkey = "bid"\nname = "Bid"\nbid = true\n'
    with pytest.raises(BadSheet, match="there is no “all_twice” here"):
        read(f'key = "mine"\nname = "Mine"\n{bids}{_LETS}bids = true\n')


_ROWS = """
by = "row"
tie = "value_coins"

[[row]]
key = "war"
name = "War"
least = -3

[[row]]
key = "coins"
name = "Coins"
points = "value // 3"

[[row]]
key = "squares"
name = "Squares"
is = "value_coins * value_coins if value_coins < 3 else 0"

[[row]]
key = "more"
name = "More"
blank = true

[[check]]
is = "row != 'more' or war > 0"
say = "{me} has {war} from war"
"""


def _cell(row: str, value: float) -> dict[str, object]:
    return {"row": row, "players": {"Ann": {"value": value}}}


def test_rows_have_their_limits_and_their_checks() -> None:
    fold = _begin(_ROWS)
    assert _refused(fold, **_cell("war", -4)) == "Ann: “War” is −3 at least, not −4."
    assert _refused(fold, **_cell("war", 0.5)) == "Ann: “War” has to be a whole number, not 0.5."
    _written(fold, **_cell("war", -3))
    assert _refused(fold, **_cell("more", 2)) == "Ann has −3 from war."
    assert _written(fold, **_cell("more", 2), anyway=True)["scores"]["Ann"] == -1


def test_rows_know_what_was_entered_and_a_blank_one_may_be_missing() -> None:
    fold = _begin(_ROWS, ["Ann", "Bob"])
    _written(fold, row="war", players={"Ann": {"value": 1}, "Bob": {"value": 1}})
    shown = _written(fold, row="coins", players={"Ann": {"value": 4}, "Bob": {"value": 5}})
    assert (shown["scores"], shown["winners"]) == ({"Ann": 2, "Bob": 2}, ["Bob"])
    fold = _begin(_ROWS, ["Ann", "Bob"])
    assert _written(fold, **_cell("coins", 2))["scores"]["Ann"] == 4


def test_what_may_be_left_blank_is_entered_after_the_end_too() -> None:
    fold = _begin(_ROWS, ["Ann", "Bob"])
    _written(fold, row="war", players={"Ann": {"value": 1}, "Bob": {"value": 1}})
    _written(fold, row="coins", players={"Ann": {"value": 4}, "Bob": {"value": 5}})
    assert (fold.state.phase, fold.state.winners) == ("over", ("Bob",))
    offered = [move for move, _ in GAME.prompts(fold.state) if isinstance(move, moves.Entry)]
    assert {(move.row, *move.players) for move in offered} == {("more", "Ann"), ("more", "Bob")}
    before = fold.state
    assert _refused(fold, **_cell("more", -1)) == "Ann: “More” is 0 at least, not −1."
    assert _refused(fold, **_cell("coins", 2)) == "Not now: the game is over, start a new one."
    assert _refused(fold, **_cell("squares", 2)) == "Not now: the game is over, start a new one."
    assert fold.state == before
    shown = _written(fold, **_cell("more", 7))
    assert (shown["phase"], shown["scores"], shown["winners"]) == ("over", {"Ann": 9, "Bob": 2}, ["Ann"])
    assert _refused(fold, **_cell("more", 7)) == "Ann has More already: correct it instead."
    shown = _written(fold, row="more", players={"Bob": {"value": 7}})
    assert shown["winners"] == ["Bob"], "coins decide between equals"
    assert list(GAME.prompts(fold.state)) == []


def test_after_an_end_by_hand_the_rest_stays_as_it_is() -> None:
    fold = _begin(_ROWS, ["Ann", "Bob"])
    _written(fold, row="war", players={"Ann": {"value": 1}})
    assert not isinstance(fold.play_json({"do": "end"}), Refused)
    assert _refused(fold, row="war", players={"Bob": {"value": 5}}).startswith("Not now: the game is over")
    shown = _written(fold, **_cell("more", 5))
    assert (shown["phase"], shown["scores"]) == ("over", {"Ann": 6, "Bob": 0})


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ('won_by = "lost"', "there is no tally “lost”"),
        ('[end]\nbroken = "total + other"', "there is no “other” here"),
        ('by = "turn"\n[end]\nbroken = "5"', "is for sheets filled by round"),
        ('by = "free"\nwhy = ["Thrown"]', "why it counted, is not told of sheets filled this way"),
        ('why = ["{nothing}"]', "there is no “nothing” here"),
    ],
)
def test_who_won_a_round_and_what_a_broken_game_is_worth_have_to_fit(more: str, said: str) -> None:
    with pytest.raises(BadSheet, match=said):
        read(f'key = "mine"\nname = "Mine"\n{more}\n[[field]]\nkey = "left"\nname = "Left"\n')


_FRAMES = """
by = "row"
row = [{ key = "one", name = "One" }, { key = "two", name = "Two" }]
points = "ball + spare + sum(first(later, 1))"

[[field]]
key = "ball"
name = "Ball"

[[field]]
key = "spare"
name = "Spare"
asked = "ball < 10 or row == 'two'"
blank = true
"""


def test_a_field_of_a_row_is_asked_for_by_the_others() -> None:
    fold = _begin(_FRAMES)
    wrong = _refused(fold, row="one", players={"Ann": {"ball": 10, "spare": 1}})
    assert wrong == "“Spare” is not asked for in One of Ann: clear it."
    assert _written(fold, row="one", players={"Ann": {"ball": 10, "spare": 0}})["scores"]["Ann"] == 10
    shown = _written(fold, row="two", players={"Ann": {"ball": 0}})
    assert shown["rounds"][1]["entries"] == {"Ann": {"ball": 0, "spare": 0}}


_OTHERS = """
by = "turn"
points = "0"
others = "sum(all_hit) if total < 5 else 0"

[[field]]
key = "hit"
name = "Hit"

[end]
rounds = 2
"""


def test_a_turn_may_be_worth_something_to_the_others_alone() -> None:
    fold = _begin(_OTHERS)
    shown = _written(fold, players={"Ann": {"hit": 5}})
    assert (shown["scores"], shown["turn"]) == ({"Ann": 0, "Bob": 5, "Cat": 5}, "Bob")
    shown = _written(fold, players={"Bob": {"hit": 3}})
    assert (shown["scores"], shown["winners"]) == ({"Ann": 3, "Bob": 5, "Cat": 5}, [])


def test_what_holds_in_a_round_may_be_counted() -> None:
    fold = _begin('rounds = ["{8 - round} cards", "No trumps"]\n[[field]]\nkey = "left"\nname = "Left"\n')
    said = [condition(fold.state)]
    for _ in range(2):
        _written(fold, players=_round("left", 1, 2, 3))
        said.append(condition(fold.state))
    assert said == ["7 cards", "No trumps", "5 cards"]


@pytest.mark.parametrize(
    ("number", "why"),
    [
        ("9" * 4_301, "A number has too many digits."),
        ("9" * 16, "Line 5: a number is at most 1,000,000,000,000,000."),
        ("-1e300", "Line 5: a number is at most 1,000,000,000,000,000."),
    ],
)
def test_a_number_of_a_definition_is_not_beyond_all(number: str, why: str) -> None:
    field = f'[[field]]\nkey = "left"\nmost = {number}\nname = "Left"\n'
    with pytest.raises(BadSheet) as refused:
        read(f'key = "mine"\nname = "Mine"\n{field}')
    assert str(refused.value) == why


def test_a_bad_one_of_a_list_is_refused_with_the_line_of_the_list() -> None:
    with pytest.raises(BadSheet, match=r"^Line 3: "):
        read('key = "mine"\nname = "Mine"\nrounds = ["One", ""]\n[[field]]\nkey = "left"\nname = "Left"\n')


_BONUS = """
[[field]]
key = "scored"
name = "Scored"

[[field]]
key = "bonus"
name = "Bonus"
asked = "total >= 10"
"""


def test_a_players_field_is_asked_for_by_their_own_total() -> None:
    fold = _begin('points = "scored + bonus"\n' + _BONUS, ["Ann", "Bob"])
    _written(fold, players={"Ann": {"scored": 0}, "Bob": {"scored": 20}})
    without = {"Ann": {"scored": 1}, "Bob": {"scored": 1}}
    assert _refused(fold, players=without) == "“Bonus” is missing for Bob: enter it, 0 is fine."
    given = {"Ann": {"scored": 1, "bonus": 7}, "Bob": {"scored": 1, "bonus": 5}}
    assert _written(fold, players=given)["scores"] == {"Ann": 1, "Bob": 26}


_TURNS = """
by = "turn"
[[field]]
key = "scored"
name = "Scored"
most = "10 * round"

[[field]]
key = "extra"
name = "Extra"
of = "round"
asked = "round == 2"
blank = true

[[check]]
is = "round <= 2"
say = "This is turn {round}"

[end]
when = "round == 3"
"""


def test_by_turns_every_expression_knows_the_players_own_turn() -> None:
    fold = _begin('points = "scored + 100 * extra + 1000 * round"\n' + _TURNS, ["Ann", "Bob"])
    one = {"table": {"extra": 1}}
    _written(fold, players={"Ann": {"scored": 1}}, **one)
    shown = _written(fold, players={"Bob": {"scored": 1}}, **one)
    assert shown["scores"] == {"Ann": 1001, "Bob": 1001}
    assert _refused(fold, players={"Ann": {"scored": 21}}) == "Ann: “Scored” is 20 at most, not 21."
    _written(fold, players={"Ann": {"scored": 20}}, **one)
    assert _written(fold, players={"Bob": {"scored": 20}}, **one)["scores"] == {"Ann": 3121, "Bob": 3121}
    assert _refused(fold, players={"Ann": {"scored": 0}}) == "This is turn 3."
    shown = _written(fold, players={"Ann": {"scored": 0}}, anyway=True)
    assert (shown["phase"], shown["scores"]) == ("over", {"Ann": 6121, "Bob": 3121})


def test_seats_are_those_in_the_game_everywhere() -> None:
    end = '[end]\nout = "total >= 12"\nwhen = "seats == 2 and round == 2"\n'
    fold = _begin('points = "scored * seats"\n' + _SCORED + end, [*_PLAYERS, "Dan"])
    shown = _written(fold, players={**_round("scored", 3, 0, 0), "Dan": {"scored": 3}})
    assert (shown["out"], shown["phase"]) == (["Ann", "Dan"], "play")
    shown = _written(fold, players={"Bob": {"scored": 4}, "Cat": {"scored": 0}})
    assert (shown["scores"]["Bob"], shown["phase"]) == (8, "over")


_SCORED = '[[field]]\nkey = "scored"\nname = "Scored"\n'


def _lets(first: str, then: str, many: int = 24) -> str:
    """Lets that build on each other."""
    texts = [first, *(then.format(f"l{n}") for n in range(many - 1))]
    return "".join(f'[[let]]\nkey = "l{n}"\nis = "{text}"\n' for n, text in enumerate(texts))


@pytest.mark.parametrize(
    ("lets", "why"),
    [
        (_lets("[1, 2]", "{0} + {0}"), "a text or a list in it has more than 1,000 parts"),
        (_lets("'12'", "{0} + {0}"), "a text or a list in it has more than 1,000 parts"),
        (
            _lets("[1, 2]", "({0} + {0}) if scored else {0}"),
            "a text or a list in it has more than 1,000 parts",
        ),
        (_lets("[1, 2]", "[{0}, {0}]"), "a list has numbers and texts in it, and no lists"),
        (_lets("[1, 2]", "all_{0}"), "a list has numbers and texts in it, and no lists"),
        (_lets("9", "{0} * {0}"), "a number on the way is beyond 1,000,000,000,000,000"),
        (_lets("9", "-{0} * {0}"), "a number on the way is beyond 1,000,000,000,000,000"),
    ],
)
def test_an_expression_that_grows_is_refused_with_its_place(lets: str, why: str) -> None:
    fold = _begin(_SCORED + lets)
    said = _refused(fold, players=_round("scored", 1, 1, 1))
    assert re.match(r"The sheet’s own rule cannot be counted, at let l\d+: “.*”: ", said)
    assert said.count("cannot be counted") == 1
    new = "A running game keeps the rules it began with: start a new game with the corrected sheet, or enter"
    assert said.endswith(f"{why}. {new} other numbers.")
    assert fold.state.rounds == ()


def test_what_grows_only_in_a_later_round_harms_nobody_who_looks_before() -> None:
    fold = _begin(_SCORED + _lets("[1, 2]", "({0} + {0}) if round > 1 else {0}") + "[end]\nrounds = 3\n")
    _written(fold, players=_round("scored", 1, 2, 3))
    assert cannot_win.beaten(fold.state) == ()
    assert "more than 1,000 parts" in _refused(fold, players=_round("scored", 1, 2, 3))


def test_all_that_is_counted_for_a_move_has_so_many_steps_together() -> None:
    long = "first(" + " + ".join(["deck"] * 16) + ", 900)"
    lets = "".join(f'[[let]]\nkey = "l{n}"\nis = "sum({long}) + {n}"\n' for n in range(20))
    deck = f"[lists]\ndeck = {list(range(60))}\n"
    fold = _begin(deck + _SCORED + lets)
    before = formulas.steps()
    assert "too many steps" in _refused(fold, players=_round("scored", 1, 2, 3))
    assert formulas.steps() - before <= formulas.MOST_STEPS + formulas.MOST_IN_A_VALUE
    assert _written(
        _begin(deck + _SCORED + lets[: lets.index("[[let]]", 9)]), players=_round("scored", 1, 2, 3)
    )


def test_what_a_message_tells_is_as_short_as_a_message() -> None:
    check = '[[check]]\nis = "scored_by < 0"\nsay = "{deck} {deck + deck}"\n'
    deck = f"[lists]\ndeck = {['x' * 60] * 60}\n"
    fold = _begin(deck + _SCORED + check.replace("scored_by", "sum(all_scored)"))
    assert len(_refused(fold, players=_round("scored", 1, 2, 3))) < 400
    grown = _lets("deck", "{0} + {0}", 6) + '[[check]]\nis = "max(all_scored) < 2"\nsay = "{all_l5}"\n'
    fold = _begin(deck + _SCORED + grown)
    assert "more than 1,000 parts" in _refused(fold, players=_round("scored", 1, 2, 3))


def test_expressions_that_were_read_are_kept_up_to_a_number() -> None:
    assert {formulas.tree.cache_info().maxsize, formulas.names_in.cache_info().maxsize} == {512}


def test_terms_that_grow_without_end_are_not_written_out() -> None:
    names = {"a": 2, **{f"b{n}": 4 for n in range(40)}}
    lets = {"b1": "a", **{f"b{n}": f"b{n - 1} + b{n - 1}" for n in range(2, 40)}}
    assert terms.written_out("3 * b2 - a * 1", names, lets) == "3 × (2 + 2) − 2"
    with pytest.raises(formulas.BadFormula, match="too long"):
        terms.written_out("b39", names, lets)


def test_what_is_added_up_has_the_names_of_its_sheet() -> None:
    names = {"a": 2, "nil": False, "b": 4, "c": 0, "due": 4}
    lets = {"due": "b * a - 4", "all": "10 + 3 * b - due + c + (0 if nil else a)"}
    lines = terms.added_up("all", names, lets, {"a": "Left", "b": "Tricks", "c": "Overs"})
    assert lines == [("", "10"), ("Tricks", "3 × 4 = 12"), ("Due", "−4"), ("Left", "2")]
