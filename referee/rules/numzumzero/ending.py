"""The end of a game of NumZumZero: bonus marks, who wins, and the tie-breaks (12 to 15)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from referee.rules.engine import Cite, Line, Refused, Ruling
from referee.rules.numzumzero import cards, moves
from referee.rules.numzumzero.columns import is_full
from referee.rules.numzumzero.state import (
    GOAL,
    Counting,
    Over,
    Playing,
    Refilling,
    States,
    Turn,
    known,
    tokens,
)
from referee.rules.sentences import Facts

#: That the table ends it, so that a page finds it in a ruling.
ENDED = "The table ends the game here."


def end(state: Playing | Refilling, _move: moves.End) -> Ruling[States]:
    """Ends the game as it stands."""
    return finish(state, (Cite("numzumzero 12", ENDED),))


def why_over(state: Over) -> Cite | None:
    """What ended the game by its rules, None where the table did (8, 10, 11).

    Cards that are neither on the table nor in the Draw Pile are in hands: one too few, and a draw was missed.
    """
    won = [name for name in state.players if state.tokens[name] >= GOAL and not state.solo]
    if won:
        return Cite(
            "numzumzero 8",
            "{name} reached {n:token|tokens}: that ends the game.",
            {"name": won[0], "n": GOAL},
        )
    held = cards.BOX * state.options.boxes - state.drawpile - len(tuple(state.seen))
    if not state.drawpile and held < len(state.players) * state.each:
        return Cite("numzumzero 10", "The Draw Pile was empty when a card was needed.")
    if all(map(is_full, state.columns)):
        return Cite("numzumzero 11", "All columns were full: no card could be played.")
    return None


def finish(state: Turn, cites: tuple[Cite, ...], lines: tuple[Line, ...] = ()) -> Ruling[States]:
    """The end of play: the winners at once, or in the Advanced game the bonus marks first (14)."""
    if not state.options.advanced:
        return over(Counting(**known(state), bonus={}), cites, lines)
    marks = Cite(
        "numzumzero 14", "Everybody looks for bonus marks in their Collection Pile and says how many."
    )
    return Ruling(Counting(**known(state), bonus={}), (*cites, marks), lines=lines)


def bonus(state: Counting, move: moves.Bonus) -> Ruling[States] | Refused:
    """What the marks in one Collection Pile add; the last one closes the game."""
    facts: Facts = {"player": move.player, "n": move.tokens}
    if move.player in state.bonus:
        message = "{player} is done already: enter the others."
        return Refused("phase", "numzumzero 14", message, facts)
    if move.tokens and not state.piles[move.player]:
        message = "{player} has collected no card that could bear a mark: enter 0."
        return Refused("impossible", "numzumzero 14", message, facts)
    after = replace(state, bonus={**state.bonus, move.player: move.tokens})
    cite = Cite("numzumzero 14", "Bonus marks of {player}: {n:token|tokens}.", facts)
    lines = (Line(move.player, move.tokens, "numzumzero 14", "bonus marks"),)
    if len(after.bonus) < len(after.players):
        return Ruling(after, (cite,), lines=lines)
    return over(after, (cite,), lines)


def over(state: Counting, cites: tuple[Cite, ...], lines: tuple[Line, ...]) -> Ruling[States]:
    """The game is over: a score in Solo, else the winner after as many tie-breaks as it takes."""
    fields, held = known(state), tokens(state)
    if state.solo:
        after = Over(**fields, bonus=state.bonus, winners=())
        score = Cite(
            "numzumzero 15", "{n:token|tokens}: that is the score to beat.", {"n": held[state.players[0]]}
        )
        return Ruling(after, (*cites, score), lines=lines)
    won, ruled = _winners(state, held)
    return Ruling(Over(**fields, bonus=state.bonus, winners=won), (*cites, *ruled), lines=lines)


def _winners(state: Counting, held: Mapping[str, int]) -> tuple[tuple[str, ...], list[Cite]]:
    """Who wins, nobody if the last tie-break leaves a tie, and each step on the way (12, 13)."""
    piles = state.piles.items()
    steps: list[tuple[str, str, Mapping[str, int]]] = [
        ("numzumzero 12", "Most tokens, {n}: {names}.", held),
        ("numzumzero 13", "Most cards collected, {n}: {names}.", {name: len(pile) for name, pile in piles}),
        (
            "numzumzero 13",
            "Highest total of the cards collected, {n}: {names}.",
            {name: sum(map(cards.value, pile)) for name, pile in piles},
        ),
    ]
    if state.options.advanced:
        steps.append(("numzumzero 13", "Most tokens before bonus, {n}: {names}.", state.tokens))
    tied, cites = state.players, list[Cite]()
    for rule, message, worth in steps:
        best = max(worth[name] for name in tied)
        tied = tuple(name for name in tied if worth[name] == best)
        cites.append(Cite(rule, message, {"n": best, "names": list(tied)}))
        if len(tied) == 1:
            return tied, cites
    return (), [*cites, Cite("numzumzero 13", "Still tied: nobody wins.")]
