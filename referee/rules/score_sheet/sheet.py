"""Writing down a round, who comes and goes, and the end (1 to 3)."""

from __future__ import annotations

from msgspec.structs import replace

from referee.rules.ending import played, reached
from referee.rules.engine import Cite, Line, Refused, Ruling
from referee.rules.score_sheet import moves
from referee.rules.score_sheet.state import MOST_PLAYERS, Over, Playing, Row, Sheet, States, total
from referee.rules.sentences import Facts

Answer = Ruling[States] | Refused
#: A round may be called anything; the reason of a score line is kept short.
_REASON = 80


def write(state: Playing, move: moves.Round) -> Answer:
    """A round, with a number for everybody at the table; then the end is checked."""
    if not state.players:
        message = "Nobody is at the table: let somebody join first, or end the game."
        return Refused("illegal", "score_sheet 1", message)
    # By the seats: in which order the form or a file has the names, a database may not keep.
    scores = {name: move.scores[name] for name in state.players}
    rounds = (*state.rounds, Row(move.name, scores))
    sums = {name: total(rounds, name) for name in state.players}
    after = replace(state, rounds=rounds, scores={**state.scores, **sums})
    called = move.name or f"round {len(rounds)}"
    told = [f"{name} {_signed(points)}" for name, points in scores.items()]
    cite = Cite("score_sheet 1", "{called:cap}: {told}.", {"called": called, "told": told})
    lines = tuple(Line(name, points, "score_sheet 1", called[:_REASON]) for name, points in scores.items())
    ended = why_over(after)
    return over(after, (cite, ended), lines) if ended else Ruling(after, (cite,), lines=lines)


def _signed(points: float) -> str:
    return f"{points:+}".replace("-", "−") if points else "0"


def why_over(state: Sheet) -> Cite | None:
    """What ends the game after a round, None where only the table does (3)."""
    end = state.options.end
    here = {name: state.scores[name] for name in state.players}
    return reached("score_sheet 3", here, end.score) or played(
        "score_sheet 3", "That was round {n} of {limit}.", len(state.rounds), end.rounds
    )


def join(state: Playing, move: moves.Join) -> Answer:
    """A player sits down: at 0, or at the old score for one who was here before (2)."""
    if len(state.players) >= MOST_PLAYERS:
        message = "The table is full with {n:player|players}: somebody has to leave first."
        return Refused("illegal", "score_sheet 2", message, {"n": MOST_PLAYERS})
    place = len(state.players) if move.after is None else state.players.index(move.after) + 1
    players = (*state.players[:place], move.player, *state.players[place:])
    back = move.player in state.scores
    after = replace(
        state, players=players, scores={**state.scores, move.player: state.scores.get(move.player, 0)}
    )
    facts: Facts = {"player": move.player, "n": after.scores[move.player]}
    message = "{player} is back with {n}." if back else "{player} sits down with {n}."
    return Ruling(after, (Cite("score_sheet 2", message, facts),))


def quit_table(state: Playing, move: moves.Quit) -> Answer:
    """A player leaves; the score stays on the sheet, but can no longer win (2)."""
    players = tuple(name for name in state.players if name != move.player)
    message = "{player} leaves; the score stays on the sheet and cannot win."
    return Ruling(replace(state, players=players), (Cite("score_sheet 2", message, {"player": move.player}),))


def end(state: Playing, _move: moves.End) -> Answer:
    """Ends the game as it stands."""
    return over(state, (Cite("score_sheet 3", "The table ends the game here."),), ())


def over(state: Playing, cites: tuple[Cite, ...], lines: tuple[Line, ...]) -> Ruling[States]:
    """The best score among those at the table wins, equal ones share it (3)."""
    best = max if state.options.wins == "high" else min
    most = best((state.scores[name] for name in state.players), default=0)
    winners = tuple(name for name in state.players if state.scores[name] == most)
    fields = {name: getattr(state, name) for name in Sheet.__struct_fields__}
    facts: Facts = {"n": most, "wins": "Highest" if best is max else "Lowest", "winners": list(winners)}
    message = "{wins} score, {n}: {winners}." if winners else "Nobody is at the table: nobody wins."
    return Ruling(
        Over(**fields, winners=winners), (*cites, Cite("score_sheet 3", message, facts)), lines=lines
    )
