"""Climb, a made-up game: in turn up to three steps, and who stands on the last one wins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, ClassVar

from msgspec import Meta, Struct
from msgspec.structs import asdict

from referee.rules import engine
from referee.rules.engine import Answers, Cite, Feat, Feats, Json, Line, Refused, Ruling
from referee.rules.record import agreed, players_allowed


class Go(engine.Move, frozen=True, kw_only=True, tag="go"):
    """A player goes up one to three steps (1)."""

    names = ("player",)
    doer = "player"
    never_sent = ("wind",)
    player: str
    steps: Annotated[int, Meta(ge=1, le=3)]
    wind: int = 0


class End(engine.Move, frozen=True, kw_only=True, tag="end"):
    """The table ends the game as it stands."""


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What a table agrees on before the game."""

    stairs: Annotated[int, Meta(ge=3, le=99)] = 7
    wet: bool = False


class Table(engine.State, frozen=True, kw_only=True):
    """How many steps everybody went."""

    options: Options
    steps: dict[str, int]
    turn: str

    @property
    def left(self) -> int:
        return self.options.stairs - sum(self.steps.values())


class Going(Table, frozen=True, kw_only=True, tag="go"):
    """Somebody goes next."""


class Over(Table, frozen=True, kw_only=True, tag="over"):
    """The game is over."""

    winners: tuple[str, ...]


def go(state: Going, move: Go) -> Ruling[Table] | Refused:
    """So many steps (1)."""
    if move.steps > state.left:
        message = "No more than {n:step|steps} can be gone."
        return Refused("illegal", "climb 1", message, {"n": state.left})
    following = state.players[(state.players.index(move.player) + 1) % len(state.players)]
    fields = asdict(state) | {"steps": {**state.steps, move.player: state.steps[move.player] + move.steps}}
    lines = (Line(move.player, move.steps, "climb 1", "steps"),)
    if move.steps < state.left:
        cite = Cite("climb 1", "{n:step is|steps are} left.", {"n": state.left - move.steps})
        return Ruling(Going(**fields | {"turn": following}), (cite,), lines=lines)
    cite = Cite("climb 2", "{player} stands on the last step.", {"player": move.player})
    return Ruling(Over(**fields, winners=(move.player,)), (cite,), lines=lines)


def end(state: Going, _move: End) -> Ruling[Table]:
    """Nobody wins."""
    return Ruling(Over(**asdict(state), winners=()), (Cite("climb 2", "The table ends the game."),))


class Climb(engine.Game[Going | Over, Go | End]):
    """The game of stairs."""

    key = "climb"
    name = "Climb"
    state_types = Going | Over
    move_types = Go | End
    answers: ClassVar[Answers] = {Go: ((Going,), "climb 1", go), End: ((Going,), "climb 2", end)}
    now: ClassVar[Mapping[str, str]] = {"go": "somebody goes next", "over": "the game is over"}
    in_turn = (Go,)
    openers = ()
    counts = ("step", "steps")
    feats: ClassVar[Mapping[str, Feat]] = {"leap": Feat("Longest leap", most=True)}

    def start(self, options: object, players: Sequence[str]) -> Going:
        """At the foot of the stairs. Raises NotARecord."""
        players_allowed(self.name, range(2, 5), len(players))
        steps = dict.fromkeys(players, 0)
        return Going(options=agreed(Options, options), players=tuple(players), steps=steps, turn=players[0])

    def offers(self, state: Going | Over) -> Iterator[Go | End]:
        """One to three steps, or the end."""
        if isinstance(state, Going):
            yield from (Go(player=state.turn, steps=number) for number in (1, 2, 3))
            yield End()

    def feats_of(self, _before: Going | Over, move: Go | End, _ruling: Ruling[Going | Over]) -> Feats:
        """How far somebody went at once."""
        return {move.player: {"leap": move.steps}} if isinstance(move, Go) else {}

    def show(self, state: Going | Over) -> Json:
        """The state as docs/record.md would word it."""
        over = isinstance(state, Over)
        return {
            "phase": state.phase,
            "players": list(state.players),
            "turn": None if over else state.turn,
            "scores": dict(state.steps),
            "winners": list(state.winners) if isinstance(state, Over) else [],
        }


GAME = Climb()
