"""A game of getting rid of cards that nobody plays, by its definition alone, played at random.

It is of the family of Uno: draws are handed on and cost the turn, wilds name a colour, who forgets the
word of the last card is caught, and the winner scores what the others hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

import pytest
from msgspec.structs import replace

from referee.rules.engine import Refused, Ruling
from referee.rules.shedding import moves
from referee.rules.shedding.definition import Card, Says, pack
from referee.rules.shedding.game import Shedding
from referee.rules.shedding.hands import Answer
from referee.rules.shedding.play import Reading
from referee.rules.shedding.state import (
    Agreed,
    Between,
    Counting,
    Flipping,
    InPlay,
    Laid,
    Over,
    Playing,
    Since,
)
from tests.random_play import play

COLORS = ("red", "green", "blue")
KINDS = {
    "plain": Card(kind="plain"),
    "stop": Card(kind="stop", skips=1),
    "turn": Card(kind="turn", turns=1),
    "plus two": Card(kind="plus two", draws=2),
    "wild": Card(kind="wild", declares=COLORS, declares_color=True, starts=False),
    "wild four": Card(kind="wild four", draws=4, declares=COLORS, declares_color=True, starts=False),
}
WILDS = {name: name for name in KINDS if "wild" in name}
CARDS = pack(COLORS, ("1", "2", "3", "4", "stop", "turn", "plus two"), KINDS, WILDS)
SAYS = {
    "when deal; when flip; lone; dealt; turned over": "1",
    "when play; when draw; when pass; goes on; passes; draws": "2",
    "when take; draws, take; draws, left": "3",
    "when zar; when gotcha; draws, gotcha": "4",
    "when count; counted; counted already; holds nothing; counted wrong; scores; wins; next dealer": "5",
    "when join; when quit; when recount; when void; when end; joins; leaves; recounted; given up; ended": "6",
    "too many; not held; no cards; no such multiple; full; reached; hands played; recounted wrong": "6",
    "put back": ["1", "{card:A} starts no hand: turn over another card."],
    "mixed": ["2", "One card at a time: {cards:a} are several."],
    "does not follow": ["2", "{card:A} does not go on {top:a}."],
    "not called, wild; not called, wild four": ["2", "{card:A} is not {wanted}."],
    "drew already": ["2", "{player} has drawn: play, or pass."],
    "draws first": ["2", "{player} draws before a pass."],
    "nothing to draw": ["2", "No card is left to draw."],
    "turn goes on": ["2", "{player} plays, or passes."],
    "blocked": ["2", "Everybody has passed: count every hand."],
    "skipped": ["3", "{turn} is next."],
    "turned": ["3", "Play goes {way}."],
    "due": ["3", "{turn} faces {n:card|cards}."],
    "faces": ["3", "{turn} faces {n:card|cards}: draw them, or hand them on."],
    "faces nothing": ["3", "{player} faces no card."],
    "declared": ["3", "Now {declared}."],
    "must say": ["4", "{player} must say the word."],
    "said": ["4", "{player} said it."],
    "not owed; owes nothing": ["4", "Nothing changes."],
    "caught": ["4", "{caller} caught {target}."],
    "out": ["5", "{player} has won the hand."],
}  # fmt: skip
Move = (
    moves.Deal | moves.Flip | moves.Play | moves.Draw | moves.Take | moves.Pass | moves.SayZar | moves.Gotcha
    | moves.Count | moves.Join | moves.Quit | moves.Recount | moves.Void | moves.End
)  # fmt: skip


class Options(Agreed, frozen=True, kw_only=True):
    says = Says("made_up", SAYS)
    shown: ClassVar[Mapping[str, Card]] = CARDS

    @property
    def most_players(self) -> int:
        return 6

    @property
    def alike(self) -> int:
        return 2

    def dealt(self, _players: int) -> int:
        return 5

    def cost(self, card: str) -> int:
        return 20 if self.kind(card) != "plain" else int(card[-1])


class MadeUp(Shedding[Options]):
    key = "made_up"
    name = "A made-up game"
    state_types = Between[Options] | Flipping[Options] | Playing[Options] | Counting[Options] | Over[Options]
    move_types = Move
    agreed = Options
    in_turn = (moves.Play, moves.Draw, moves.Take, moves.Pass)
    highest_wins = True
    matching = False
    pass_draws = False

    def identical(self, given: Any) -> bool:
        """One card at a time."""
        return len(given) == 1

    def skips(self, play: Reading[Options], number: int) -> int:
        """With two players a card that turns the direction skips."""
        return number + play.card.turns if len(play.state.players) == 2 else number

    def take(self, state: Playing[Options], move: moves.Take) -> Answer:
        """Who draws for others' cards loses the turn."""
        ruling = super().take(state, move)
        if isinstance(ruling, Refused) or not isinstance(ruling.state, Playing):
            return ruling
        turn = state.after(move.player, state.direction)
        return replace(ruling, state=replace(ruling.state, turn=turn, since=Since()))


GAME = MadeUp()


def games(seed: int) -> Iterator[Any]:
    """A game by chance: each state, the move made on it and its ruling."""
    return play(GAME, {"end": {"score": 100}}, ("Ann", "Bob", "Cat", "Dan")[: 2 + seed % 3], str(seed), 300)


def universe(state: Any) -> Iterator[Any]:
    """Every move of which a table could think."""
    yield from (moves.Void(), moves.End())
    yield from (moves.Flip(card=card) for card in CARDS)
    for name in state.players:
        kinds = (moves.Draw, moves.Take, moves.Pass, moves.SayZar, moves.Quit)
        yield moves.Deal(dealer=name)
        yield from (kind(player=name) for kind in kinds)
        yield from (moves.Gotcha(caller=name, target=other) for other in state.players if other != name)
        for card in CARDS:
            for word in (None, *COLORS):
                yield from (moves.Play(player=name, cards=(card,) * n, declare=word) for n in (1, 2))


@pytest.mark.parametrize("seed", range(12))
def test_whatever_is_played_cards_stay_and_what_is_offered_may_be(seed: int) -> None:
    events: set[str] = set()
    for number, (state, move, ruling) in enumerate(games(seed)):
        after = ruling.state
        assert GAME.load(GAME.dump(after)) == after
        if isinstance(after, Laid):
            assert sum(after.hands.values()) + after.drawpile + after.playpile == after.options.deck
            assert isinstance(after, Counting) or sum(after.laid.values()) == after.playpile
        if isinstance(state, InPlay) and isinstance(move, moves.Take):
            assert after.hands[move.player] == state.hands[move.player] + state.draw_count
            assert after.turn != move.player
        events |= {cite.event for cite in ruling.cites}
        assert all(cite.text for cite in ruling.cites)
        if number % 10 == 0 and not isinstance(state, Counting):
            judged = [each for each in universe(state) if isinstance(GAME.judge(state, each), Ruling)]
            offered = [each for each, _ in GAME.prompts(state)]
            assert sorted(map(repr, offered)) == sorted(map(repr, judged))
    assert events >= {"dealt", "goes on", "draws", "due", "declared", "turned", "must say", "scores", "wins"}


def told(state: Any, *made: Any) -> Any:
    """The table after moves that may all be."""
    for move in made:
        ruling = GAME.judge(state, move)
        assert isinstance(ruling, Ruling), ruling.text
        state = ruling.state
    return state


def test_draws_are_handed_on_a_wild_names_a_colour_and_who_forgets_is_caught() -> None:
    state = GAME.start({}, ("Ann", "Bob", "Cat"))
    state = told(state, moves.Deal(dealer="Ann"), moves.Flip(card="red plus two"))
    assert isinstance(GAME.judge(state, moves.Play(player="Bob", cards=("red 1",))), Refused)
    state = told(state, moves.Play(player="Bob", cards=("blue plus two",)))
    assert (state.turn, state.draw_count) == ("Cat", 4)
    state = told(state, moves.Take(player="Cat"))
    assert (state.turn, state.hands["Cat"]) == ("Ann", 9)
    state = told(state, moves.Play(player="Ann", cards=("wild",), declare="green"))
    assert isinstance(GAME.judge(state, moves.Play(player="Bob", cards=("blue 1",))), Refused)
    state = told(state, moves.Recount(player="Bob", cards=2), moves.Play(player="Bob", cards=("green 1",)))
    assert state.owes == ("Bob",)
    state = told(state, moves.Gotcha(caller="Ann", target="Bob"))
    assert (state.owes, state.hands["Bob"]) == ((), 2)
