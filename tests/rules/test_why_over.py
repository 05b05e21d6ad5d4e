"""Why a game is over: each game says it of its last state, by a sentence, its facts and its clause."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee.rules.engine import Cite
from referee.rules.numzumzero import play as numzumzero
from referee.rules.numzumzero import state as num
from referee.rules.numzumzero.game import GAME as NUMZUMZERO
from referee.rules.score_sheet import closing
from referee.rules.score_sheet.state import Ending, Options, Over, Row
from referee.rules.zarathustra import game, tiles
from referee.rules.zarathustra.game import GAME as ZARATHUSTRA
from referee.rules.zarathustra.state import Placed
from referee.rules.zero_zap import scoring
from referee.rules.zero_zap.game import GAME as ZERO_ZAP


def said(cite: Cite | None) -> str:
    """The clause and the sentence; "" where only the table ends it."""
    return f"{cite.rule}: {cite.text}" if cite else ""


# --- the score sheet ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ending", "rounds", "why"),
    [
        (Ending(score=12.5), 2, "Ann reached 12.5: the game ends at 12.5."),
        (Ending(score=20, rounds=2), 2, "That was round 2 of 2."),
        (Ending(score=12, rounds=2), 2, "Ann reached 12.5: the game ends at 12."),
        (Ending(score=20, rounds=3), 2, ""),
        (Ending(), 2, ""),
    ],
)
def test_a_score_sheet_is_over_by_its_score_by_its_rounds_or_by_the_table(
    ending: Ending, rounds: int, why: str
) -> None:
    scores = {"Ann": 12.5, "Bob": 3, "Zoe": 90}
    state = Over(
        options=Options(end=ending),
        players=("Ann", "Bob"),
        rounds=(Row(None, {"Ann": 1, "Bob": 1}),) * rounds,
        scores=scores,
        winners=("Ann",),
    )
    assert said(closing.why_over(state)) == (f"score_sheet 3: {why}" if why else "")


# --- Zero Zap -------------------------------------------------------------------------------------------


def test_zero_zap_is_over_by_its_score_or_by_the_table() -> None:
    start = ZERO_ZAP.start({"end": {"score": 40}}, ("Ann", "Bob", "Cat"))
    ended, _ = scoring.finish(replace(start, scores={"Ann": 41, "Bob": 44, "Cat": -3}))
    assert said(scoring.why_over(ended)) == "zero_zap 15: Bob reached 44: the game ends at 40."
    ended, _ = scoring.finish(replace(start, scores={"Ann": 39, "Bob": 4, "Cat": -3}))
    assert scoring.why_over(ended) is None


# --- Zarathustra ----------------------------------------------------------------------------------------


def test_zarathustra_is_over_when_no_tile_or_no_space_is_left_or_by_the_table() -> None:
    start = ZARATHUSTRA.start({}, ("Ann", "Bob"))
    assert game.why_over(start) is None
    played = replace(start, hands=dict.fromkeys(start.players, ()))
    assert said(game.why_over(played)) == "zarathustra 9: All tiles are played: the game is over."
    # The middle of the board is free, but a tile was just put in the midst of it.
    ring = {space for space in tiles.spaces(5) if space not in tiles.around("c3", 5)}
    full = replace(start, board=dict.fromkeys(ring, Placed("Ann", "bbbs")), last="c3")
    text = "zarathustra 9: No space is free of tiles and skulls: the game is over."
    assert said(game.why_over(full)) == text


# --- NumZumZero -----------------------------------------------------------------------------------------

FULL = ("orange 7", "blue 1") * 3 + ("orange 6",)


def num_over(players: str = "Ann Bob", **fields: object) -> num.Over:
    """The end of a NumZumZero game in which everybody holds their cards, but for what the fields say."""
    names = tuple(players.split())
    start = NUMZUMZERO.start({"boxes": 1}, names)
    seen = fields.get("columns", start.columns)
    assert isinstance(seen, tuple)
    fields = {"drawpile": 56 - sum(map(len, seen)) - start.each * len(names), **fields}
    over = start.in_phase(num.Over, bonus={}, winners=())
    return replace(over, **fields)


def test_numzumzero_is_over_by_the_seventh_token_but_not_when_somebody_is_alone() -> None:
    held = {"Ann": 7, "Bob": 2}
    text = "numzumzero 8: Ann reached 7 tokens: that ends the game."
    assert said(numzumzero.why_over(num_over(tokens=held))) == text
    assert numzumzero.why_over(num_over("Ann", tokens={"Ann": 8})) is None
    # Bonus marks come after the end.
    assert numzumzero.why_over(num_over(bonus={"Ann": 7, "Bob": 2})) is None


def test_numzumzero_is_over_when_all_columns_are_full() -> None:
    text = "numzumzero 11: All columns were full: no card could be played."
    assert said(numzumzero.why_over(num_over(columns=(FULL,) * 3))) == text
    assert numzumzero.why_over(num_over(columns=(FULL, FULL, FULL[1:]))) is None


def test_numzumzero_is_over_when_somebody_has_to_draw_and_cannot() -> None:
    text = "numzumzero 10: The Draw Pile was empty when a card was needed."
    pile = {"Ann": ("blue 1",) * 32, "Bob": ()}
    columns = (FULL, FULL, FULL[:6])
    assert said(numzumzero.why_over(num_over(piles=pile, columns=columns, drawpile=0))) == ""
    missed = {**pile, "Bob": ("blue 1",)}
    assert said(numzumzero.why_over(num_over(piles=missed, columns=columns, drawpile=0))) == text
    # Both at once: the draw comes first.
    assert said(numzumzero.why_over(num_over(piles=pile, columns=(FULL,) * 3, drawpile=0))) == text
