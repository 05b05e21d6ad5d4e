"""Close calls as the table stands: who can have raced whom, and what is recorded of the winner."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from referee.games.shedding.calls import copies
from referee.games.shedding.dispute.asking import Step, held, on_turn, owing
from referee.games.shedding.style import Style
from referee.rules.engine import Refused, Ruling
from referee.rules.shedding import moves
from referee.rules.shedding.state import Agreed, Live


class Claim(NamedTuple):
    """Somebody says that they were first with this event, a word of `close_call`."""

    event: str
    player: str


Pair = tuple[Claim, Claim]


def matches(style: Style, state: Live[Agreed], player: str) -> list[moves.Play]:
    """The legal plays by which a player would match the top card with one of their own, one for each word.

    A play that only repeats the card is none.
    """
    words = state.options.declared.get(state.options.kind(state.top.identity), (None,))
    plays = [
        moves.Play(player=player, cards=(card,), declare=word)
        for card in copies(style, state)
        for word in words
    ]
    answers = [(play, style.rules.judge(state, play)) for play in plays]
    return [play for play, said in answers if isinstance(said, Ruling) and said.entry["kind"] != "play"]


def pairs(style: Style, state: Live[Agreed]) -> list[Pair]:
    """The races that can be run right now; the one who is bound to a seat comes first."""
    rows = {frozenset(row) for row in style.rows}
    found = [pair for pair in _races(style, state) if frozenset(claim.event for claim in pair) in rows]
    return list(dict.fromkeys(found))


def _races(style: Style, state: Live[Agreed]) -> Iterator[Pair]:
    turn = state.turn if state.phase == "play" else None
    matchers = [name for name in state.players if name != turn and matches(style, state, name)]
    for name in state.owes:
        yield from ((Claim("zar", name), Claim("gotcha", other)) for other in _others(state, name))
    if turn is not None:
        for event in ("play", "draw"):
            yield from ((Claim(event, turn), Claim("match", name)) for name in matchers)
        if turn in state.owes:
            yield from ((Claim("draw", turn), Claim("gotcha", other)) for other in _others(state, turn))
    for name in state.players:
        if state.hands[name] == 1 and (name == turn or name in matchers):
            yield from (
                (Claim("last_card", name), Claim("gotcha", other))
                for other in _others(state, name)
                if any(owed != other for owed in state.owes)
            )
    if style.third_copy(state.options):
        yield from ((Claim("match", one), Claim("match", two)) for one, two in combinations(matchers, 2))


def _others(state: Live[Agreed], name: str) -> list[str]:
    return [other for other in state.players if other != name]


def last_step(steps: Sequence[Step]) -> Step | None:
    """The last move that changed the table: rulings on races are passed over, and a word that nobody owed."""
    return next((step for step in reversed(steps) if not _changes_nothing(step)), None)


def _changes_nothing(step: Step) -> bool:
    match step.move:
        case moves.CloseCall():
            return True
        case moves.SayZar(player=player):
            return player not in owing(step.before)
    return False


def noted(style: Style, steps: Sequence[Step]) -> list[tuple[Pair, Claim]]:
    """Races of which one side is the last move noted already, with that side."""
    step = last_step(steps)
    if step is None or not isinstance(step.before, Live):
        return []
    claims = _claims(style, step)
    target = getattr(step.move, "target", None)
    found = []
    for pair in pairs(style, step.before):
        mine = next((claim for claim in pair if claim in claims), None)
        other = next((claim for claim in pair if claim != mine), None)
        if mine and other and target in (None, other.player):
            found.append((pair if mine.event != other.event else (mine, other), mine))
    return found


def _claims(style: Style, step: Step) -> list[Claim]:
    """What a move was, in the words of a close call."""
    before, move = step.before, step.move
    match move:
        case moves.Play():
            ruling = style.rules.judge(before, move)
            if isinstance(ruling, Refused):
                return []
            in_turn = move.player == on_turn(before)
            event = "play" if in_turn or ruling.entry["kind"] == "play" else "match"
            last = held(before, move.player) == len(move.cards)
            return [Claim(event, move.player), *([Claim("last_card", move.player)] if last else [])]
        case moves.Draw() | moves.Take() | moves.Pass():
            return [Claim("draw", move.player)]
        case moves.SayZar() if move.player in owing(before):
            return [Claim("zar", move.player)]
        case moves.Gotcha() if move.target in owing(before):
            return [Claim("gotcha", move.caller)]
    return []


def standing(style: Style, state: Live[Agreed], claim: Claim, loser: str) -> list[moves.Move]:
    """The moves by which an event that stands can be recorded; none where the player's card is not known.

    A match is noted with one card of it.
    """
    player = claim.player
    tries: list[moves.Move] = []
    match claim.event:
        case "zar":
            tries = [moves.SayZar(player=player)]
        case "gotcha":
            caught = [loser] if loser in state.owes else [name for name in state.owes if name != player]
            tries = [moves.Gotcha(caller=player, target=name) for name in caught]
        case "draw":
            tries = [kind(player=player) for kind in (moves.Take, moves.Draw, moves.Pass)]
        case "match":
            return [*matches(style, state, player)]
        case "last_card" if state.phase == "out" or player != state.turn:
            return [*matches(style, state, player)]
    return [move for move in tries if isinstance(style.rules.judge(state, move), Ruling)]
