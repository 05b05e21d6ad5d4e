"""A plain round, who comes and goes (1, 2), and what else happens at the table (5)."""

from __future__ import annotations

from msgspec.structs import replace

from referee.rules.engine import Cite, Refused, Ruling
from referee.rules.score_sheet import closing, counting, moves
from referee.rules.score_sheet.formulas import BadFormula
from referee.rules.score_sheet.state import MOST_PLAYERS, Clock, Playing, Row, States, total
from referee.rules.score_sheet.telling import lines_of, uncounted
from referee.rules.sentences import Facts, signed

Answer = Ruling[States] | Refused


def write(state: Playing, move: moves.Round) -> Answer:
    """A round, with a number for everybody at the table; then the end is checked."""
    if state.options.sheet:
        message = "This sheet asks for more than a number: fill in its fields."
        return Refused("illegal", "score_sheet 4", message)
    if not state.players:
        message = "Nobody is at the table: let somebody join first, or end the game."
        return Refused("illegal", "score_sheet 1", message)
    # By the seats: in which order the form or a file has the names, a database may not keep.
    scores = {name: move.scores[name] for name in state.players}
    rounds = (*state.rounds, Row(move.name, scores))
    sums = {name: total(rounds, name) for name in state.players}
    after = replace(state, rounds=rounds, scores={**state.scores, **sums})
    called = move.name or f"round {len(rounds)}"
    told = [f"{name} {signed(points)}" for name, points in scores.items()]
    cite = Cite("score_sheet 1", "{called:cap}: {told}.", {"called": called, "told": told})
    return closing.follow(after, (cite,), lines_of("score_sheet 1", scores, called))


def join(state: Playing, move: moves.Join) -> Answer:
    """A player sits down: at the start's score, or at the old one for one who was here before (2)."""
    sheet = state.options.sheet
    if len(state.players) >= MOST_PLAYERS:
        message = "The table is full with {n:player|players}: somebody has to leave first."
        return Refused("illegal", "score_sheet 2", message, {"n": MOST_PLAYERS})
    if refused := _fixed(state):
        return refused
    place = len(state.players) if move.after is None else state.players.index(move.after) + 1
    players = (*state.players[:place], move.player, *state.players[place:])
    back = move.player in state.scores
    try:
        start = counting.starting(state.options, len(players))
    except BadFormula as error:
        return uncounted("score_sheet 4", sheet, error)
    scores = {**state.scores, move.player: state.scores.get(move.player, start)}
    turn = state.turn or (move.player if sheet and sheet.by == "turn" else None)
    dealer = state.dealer or (move.player if sheet and sheet.dealer != "none" else None)
    after = replace(state, players=players, scores=scores, turn=turn, dealer=dealer)
    facts: Facts = {"player": move.player, "n": after.scores[move.player]}
    message = "{player} is back with {n}." if back else "{player} sits down with {n}."
    # With the first entry all are told what they begin with.
    lines = (closing.opening(move.player, start),) if start and state.rounds and not back else ()
    return Ruling(after, (Cite("score_sheet 2", message, facts),), lines=lines)


def quit_table(state: Playing, move: moves.Quit) -> Answer:
    """A player leaves; the score stays on the sheet, but can no longer win (2)."""
    if refused := _fixed(state):
        return refused
    left = state.players[state.players.index(move.player) + 1 :] + state.players
    ahead = next((name for name in left if name in state.inside and name != move.player), None)
    players = tuple(name for name in state.players if name != move.player)
    after = replace(
        state,
        players=players,
        turn=ahead if state.turn == move.player else state.turn,
        dealer=ahead if state.dealer == move.player else state.dealer,
    )
    message = "{player} leaves; the score stays on the sheet and cannot win."
    return Ruling(after, (Cite("score_sheet 2", message, {"player": move.player}),))


def _fixed(state: Playing) -> Refused | None:
    """Why nobody comes or goes now."""
    if state.options.sheet and state.options.sheet.sides:
        message = "The sides stay as they are: end the game, and start one with others."
        return Refused("illegal", "score_sheet 2", message)
    if state.bid:
        message = "A round is being played: enter what came of it first, or undo the bids."
        return Refused("illegal", "score_sheet 2", message)
    return None


def throw(state: Playing, move: moves.Throw) -> Answer:
    """Dice, a coin, or who starts: told to all, and changes nothing else."""
    if (bool(move.dice) + (move.coin is not None) + (move.starts is not None)) != 1:
        return Refused(
            "illegal", "score_sheet 5", "Throw dice or a coin, or choose who starts: one at a time."
        )
    if any(die > move.sides for die in move.dice):
        facts: Facts = {"n": move.sides}
        return Refused("illegal", "score_sheet 5", "These dice have {n:side|sides}, no more.", facts)
    if move.starts is not None:
        message, facts = "{starts} starts.", {"starts": move.starts}
    elif move.coin is not None:
        message, facts = "The coin shows {coin}.", {"coin": move.coin}
    else:
        thrown = [str(die) for die in move.dice]
        facts = {"thrown": thrown, "n": sum(move.dice)}
        message = "The dice show {thrown}: {n}." if len(thrown) > 1 else "The die shows {n}."
    after = state
    if move.starts is not None and not state.rounds and not state.bid:
        sheet = state.options.sheet
        after = replace(
            state,
            turn=move.starts if sheet and sheet.by == "turn" else state.turn,
            dealer=move.starts if sheet and sheet.dealer != "none" else state.dealer,
        )
    return Ruling(after, (Cite("score_sheet 5", message, facts),))


def time(state: Playing, move: moves.Timer) -> Answer:
    """A clock is started or stopped; that of a player who had it goes on from what it came to."""
    if state.clock and move.at < state.clock.at:
        message = "This clock would run backwards: look at the table again, then start it."
        return Refused("illegal", "score_sheet 5", message)
    if move.seconds is None and move.player is None and state.clock is None:
        return Refused("illegal", "score_sheet 5", "No clock runs: start one first.")
    spent = dict(state.spent)
    if state.clock and state.clock.player:
        spent[state.clock.player] = spent.get(state.clock.player, 0) + move.at - state.clock.at
    runs = move.seconds is not None or move.player is not None
    clock = Clock(at=move.at, seconds=move.seconds, player=move.player) if runs else None
    facts: Facts = {"player": move.player or "", "n": move.seconds or 0}
    if move.seconds is not None and move.player is not None:
        message = "{player} has {n:second|seconds}."
    elif move.seconds is not None:
        message = "The clock runs: {n:second|seconds}."
    elif move.player is not None:
        message = "{player}’s clock runs."
    else:
        message = "The clock stops."
    cite = Cite("score_sheet 5", message, facts)
    return Ruling(replace(state, clock=clock, spent=spent), (cite,))
