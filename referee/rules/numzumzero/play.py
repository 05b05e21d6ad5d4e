"""A game of NumZumZero: the deal, the three stages of a turn, the refilled field, and the end (3 to 15)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from referee.rules.engine import Cite, Line, Refused, Ruling
from referee.rules.numzumzero import cards, moves
from referee.rules.numzumzero.state import (
    FULL,
    GOAL,
    Counting,
    Dealing,
    Over,
    Playing,
    Refilling,
    States,
    Table,
    Turn,
    balanced,
    is_full,
    tokens,
    totals,
)
from referee.rules.sentences import Facts, counted

Answer = Ruling[States] | Refused


def deal(state: Dealing, move: moves.Deal) -> Answer:
    """Hands are dealt, one card is turned over for each column, and `lead` begins."""
    number, each = len(state.columns), state.each
    if refused := _wrong_number(move.columns, number, "numzumzero 4") or _too_many(state, move.columns):
        return refused
    after = state.in_phase(
        Playing,
        columns=tuple((card,) for card in move.columns),
        drawpile=state.drawpile - len(state.players) * each - number,
        turn=move.lead,
    )
    boxes: Facts = {"n": state.options.boxes, "cards": state.drawpile}
    hands: Facts = {"n": each}
    alone = Cite("numzumzero 15", "Solo: {n:card|cards} in hand, and the score is yours to beat.", hands)
    return Ruling(
        after,
        (
            Cite("numzumzero 2", "{lead} leads.", {"lead": move.lead}),
            Cite("numzumzero 1", "{n:box|boxes}, {cards:card|cards}.", boxes),
            alone if state.solo else Cite("numzumzero 3", "{n:card|cards} each.", hands),
            Cite("numzumzero 4", "{n:column|columns}, with a card each.", {"n": number}),
        ),
    )


def play(state: Playing, move: moves.Play) -> Answer:
    """Stages 1 to 3 of a turn: play, perhaps collect, draw."""
    if refused := _too_many(state, (move.card,)):
        return refused
    column = (*state.columns[move.column - 1], move.card)
    facts: Facts = {"player": move.player, "card": move.card, "column": move.column}
    cites = [Cite("numzumzero 5", "{player} plays {card} on column {column}.", facts)]
    if is_full(column[:-1]):
        if not move.overruled:
            message = "Column {column} is full with {n:card|cards}: play on another one."
            return Refused("illegal", "numzumzero 5", message, {**facts, "n": len(column) - 1})
        overruled = "Overruled by the table ({why}), though column {column} is full."
        cites.append(Cite("numzumzero 5", overruled, {**facts, "why": move.overruled}))
    after = replace(state, columns=_replace_column(state, move.column, column))
    if balanced(column):
        return _collect(after, move, column, cites)
    sums: Facts = {**totals(after)[move.column - 1], "column": move.column}
    cites.append(Cite("numzumzero 7", "Column {column}: {blue} blue, {orange} orange, not equal.", sums))
    if len(column) == FULL:
        return _seventh(after, cites)
    return _draw(after, cites)


def _seventh(state: Playing, cites: list[Cite]) -> Answer:
    """The seventh card does not collect: it costs a token, if there is one (6)."""
    facts: Facts = {"player": state.turn}
    if not state.tokens[state.turn]:
        nothing = "The seventh card does not collect; {player} has no token to give back."
        return _draw(state, [*cites, Cite("numzumzero 6", nothing, facts)])
    message = "The seventh card does not collect: {player} gives back a token."
    cost = Cite("numzumzero 6", message, facts, "gives back")
    line = Line(state.turn, -1, "numzumzero 6", "seventh card")
    return _draw(_with_tokens(state, -1), [*cites, cost], (line,))


def _with_tokens(state: Playing, number: int) -> Playing:
    """The table after the player at turn took so many tokens, or gave them back."""
    return replace(state, tokens={**state.tokens, state.turn: state.tokens[state.turn] + number})


def _collect(state: Playing, move: moves.Play, column: tuple[str, ...], cites: list[Cite]) -> Answer:
    """Stage 2: the column and a token, one more for an empty field; seven tokens end the game (7 to 9)."""
    player, value = move.player, cards.total("blue", column)
    facts: Facts = {"player": player, "column": move.column, "n": len(column), "sum": value}
    hidden = "Only {player} may look at the cards collected; tokens are open to all."
    message = "Column {column} has {sum} of each: {player} collects {n:card|cards} and takes a token."
    collects = Cite("numzumzero 7", message, facts, "collects")
    cites = [*cites, collects, Cite("numzumzero 16", hidden, facts)]
    lines = [Line(player, 1, "numzumzero 7", f"column of {counted(len(column), 'card')}")]
    piles = {**state.piles, player: state.piles[player] + column}
    after = _with_tokens(replace(state, columns=_replace_column(state, move.column, ()), piles=piles), 1)
    empty = not any(after.columns)
    if _reached(after):
        if empty:
            stops = "The turn stops before the emptied field gives an extra token."
            cites.append(Cite("numzumzero settled 1", stops))
        return finish(after, (*cites, _seven(after)), tuple(lines))
    if not empty:
        return _draw(after, [*cites, *_goes_on(after, 1)], tuple(lines))
    after = _with_tokens(after, 1)
    message = "The whole field is empty: {player} takes an extra token."
    cites.append(Cite("numzumzero 9", message, facts, "empties the field"))
    lines.append(Line(player, 1, "numzumzero 9", "field emptied"))
    if _reached(after):
        extra = Cite("numzumzero settled 1", "The extra token ends the game too.")
        return finish(after, (*cites, _seven(after), extra), tuple(lines))
    cites += _goes_on(after, 2)
    if not after.drawpile:
        none = Cite("numzumzero 10", "No card is left to turn over: the game ends.")
        return finish(after, (*cites, none), tuple(lines))
    number = min(len(after.columns), after.drawpile)
    cites.append(Cite("numzumzero 9", "Turn over {n:new card|new cards}.", {"n": number}, "turns over"))
    return Ruling(after.in_phase(Refilling), tuple(cites), lines=tuple(lines))


def refill(state: Refilling, move: moves.Refill) -> Answer:
    """New cards from the first column on, as many as there are; then the turn goes on with the draw (9)."""
    number = min(len(state.columns), state.drawpile)
    short = number < len(state.columns)
    rule = "numzumzero settled 4" if short else "numzumzero 9"
    if refused := _wrong_number(move.columns, number, rule) or _too_many(state, move.columns):
        return refused
    empty = ((),) * (len(state.columns) - number)
    after = state.in_phase(
        Playing, columns=(*((card,) for card in move.columns), *empty), drawpile=state.drawpile - number
    )
    message = "{n:new card|new cards}, from the first column on." if short else "A new card for each column."
    return _draw(after, [Cite(rule, message, {"n": number})])


def _draw(state: Playing, cites: list[Cite], lines: tuple[Line, ...] = ()) -> Answer:
    """Stage 3: the player draws back up, and the turn is over (10, 11)."""
    facts: Facts = {"player": state.turn}
    if not state.drawpile:
        ends = Cite("numzumzero 10", "{player} has to draw and cannot: the game ends.", facts)
        return finish(state, (*cites, ends), lines)
    after = replace(state, drawpile=state.drawpile - 1, turn=state.after(state.turn))
    cites.append(Cite("numzumzero 10", "{player} draws a card.", facts, "draws"))
    if not after.drawpile:
        last = "That was the last card: play goes on until somebody has to draw and cannot."
        cites.append(Cite("numzumzero settled 3", last))
    if all(map(is_full, after.columns)):
        stuck = Cite("numzumzero 11", "All columns are full: the game ends.")
        return finish(after, (*cites, stuck), lines)
    return Ruling(after, tuple(cites), lines=lines)


def _reached(state: Playing) -> bool:
    """Whether the player at turn has the seven tokens that end the game (8); none do in Solo."""
    return not state.solo and state.tokens[state.turn] >= GOAL


def _seven(state: Playing) -> Cite:
    facts: Facts = {"player": state.turn, "n": GOAL}
    return Cite("numzumzero 8", "{player} has {n:token|tokens}: the game ends at once.", facts)


def _goes_on(state: Playing, gained: int) -> list[Cite]:
    """Says, when the seventh token has just come, that it does not end Solo."""
    held = state.tokens[state.turn]
    if held < GOAL or held - gained >= GOAL:
        return []
    return [Cite("numzumzero settled 2", "{n:token|tokens} do not end Solo: play on.", {"n": held})]


def _replace_column(state: Playing, number: int, column: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    return (*state.columns[: number - 1], column, *state.columns[number:])


def _wrong_number(given: tuple[str, ...], number: int, rule: str) -> Refused | None:
    if len(given) == number:
        return None
    facts: Facts = {"n": number, "given": len(given)}
    return Refused("impossible", rule, "Turn over {n:card|cards}, not {given}: enter each once.", facts)


def _too_many(state: Table, given: tuple[str, ...]) -> Refused | None:
    left = cards.left(state.options.boxes, (*state.visible_cards, *given))
    for card in given:
        if left[card] < 0:
            facts: Facts = {"card": card, "n": cards.COPIES * state.options.boxes}
            message = "There are {n} of {card}, and that would be one too many: check the entry."
            return Refused("impossible", "numzumzero settled 5", message, facts)
    return None


def end(state: Playing | Refilling, _move: moves.End) -> Ruling[States]:
    return finish(state, (Cite("numzumzero 12", "The table ends the game here.", event="ended"),))


def why_over(state: Over) -> Cite | None:
    """What ended the game by its rules, None where the table did (8, 10, 11).

    Cards that are neither on the table nor in the Draw Pile are in hands: one too few, and a draw was missed.
    """
    won = [name for name in state.players if state.tokens[name] >= GOAL and not state.solo]
    if won:
        message = "{name} reached {n:token|tokens}: that ends the game."
        return Cite("numzumzero 8", message, {"name": won[0], "n": GOAL})
    held = cards.BOX * state.options.boxes - state.drawpile - len(tuple(state.visible_cards))
    if not state.drawpile and held < len(state.players) * state.each:
        return Cite("numzumzero 10", "The Draw Pile was empty when a card was needed.")
    if all(map(is_full, state.columns)):
        return Cite("numzumzero 11", "All columns were full: no card could be played.")
    return None


def finish(state: Turn, cites: tuple[Cite, ...], lines: tuple[Line, ...] = ()) -> Ruling[States]:
    """The end of play: the winners at once, or in the Advanced game the bonus marks first (14)."""
    counting = state.in_phase(Counting, bonus={})
    if not state.options.advanced:
        return over(counting, cites, lines)
    message = "Everybody looks for bonus marks in their Collection Pile and says how many."
    return Ruling(counting, (*cites, Cite("numzumzero 14", message)), lines=lines)


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
    held = tokens(state)
    won: tuple[str, ...] = ()
    if state.solo:
        message = "{n:token|tokens}: that is the score to beat."
        ruled = [Cite("numzumzero 15", message, {"n": held[state.players[0]]})]
    else:
        won, ruled = _winners(state, held)
    return Ruling(state.in_phase(Over, winners=won), (*cites, *ruled), lines=lines)


def _winners(state: Counting, held: Mapping[str, int]) -> tuple[tuple[str, ...], list[Cite]]:
    """Who wins, nobody if the last tie-break leaves a tie, and each step on the way (12, 13)."""
    number = {name: len(pile) for name, pile in state.piles.items()}
    total = {name: sum(map(cards.value, pile)) for name, pile in state.piles.items()}
    steps: list[tuple[str, str, Mapping[str, int]]] = [
        ("numzumzero 12", "Most tokens, {n}: {names}.", held),
        ("numzumzero 13", "Most cards collected, {n}: {names}.", number),
        ("numzumzero 13", "Highest total of the cards collected, {n}: {names}.", total),
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
