"""What NumZumZero answers in a dispute: the sums of each column, what collects it, what is closed."""

from __future__ import annotations

from collections.abc import Iterator

from referee.games.cited import Cited
from referee.games.dispute import Answers, Check, Question
from referee.rules.numzumzero import cards, moves
from referee.rules.numzumzero.state import FULL, Column, Playing, States, columns
from referee.rules.sentences import counted


class NumZumZeroAnswers(Answers[States, moves.Move]):
    """See Answers."""

    routine = ("5", "10", "16")

    def checks(self, before: States, move: moves.Move, after: States) -> Iterator[Check]:
        """The sums of the column that was played on, with the card, and those of all columns now."""
        if isinstance(move, moves.Play):
            lying = before.columns[move.column - 1]
            lines = (
                Cited(text=f"Before: {_sums(lying)}.", rule="numzumzero 7"),
                Cited(text=f"With {move.card}: {_sums((*lying, move.card))}.", rule="numzumzero 7"),
            )
            yield Check(heading=f"Column {move.column}", lines=lines)
        yield from _now(after)

    def questions(self, state: States) -> Iterator[Question]:
        """Whether a card may be played on a column."""
        if isinstance(state, Playing):
            left = cards.left(state.options.boxes, state.visible_cards)
            card = next((card for card in cards.CARDS if left[card] > 0), cards.CARDS[0])
            play = moves.Play(player=state.turn, card=card, column=1)
            yield Question("May this card be played there?", play)

    def beside(self, state: States, move: moves.Move) -> Iterator[Check]:  # noqa: ARG002 - see Answers
        """Every column: its sums, the card that collects it, whether it is closed."""
        yield from _now(state)


def _sums(column: tuple[str, ...]) -> str:
    """`blue 3 + 4 = 7, orange 5 = 5`."""
    told = []
    for color in cards.COLORS:
        values = [str(cards.value(card)) for card in column if card.startswith(color)]
        told.append(f"{color} {' + '.join(values) or 'none'} = {cards.total(color, column)}")
    return ", ".join(told)


def _now(state: States) -> Iterator[Check]:
    if state.columns and any(state.columns):
        yield Check(heading="The columns now", lines=tuple(map(_column, columns(state))))


def _column(column: Column) -> Cited:
    sums = (
        f"Column {column.number}: {_sums(column.cards)}" if column.cards else f"Column {column.number}: empty"
    )
    if column.full:
        return Cited(text=f"{sums}. {counted(len(column.cards), 'card')}: closed.", rule="numzumzero 5")
    collects = f" {column.collects} collects it." if column.collects else ""
    if column.last:
        other = "Any other card" if collects else "The next card"
        return Cited(
            text=f"{sums}.{collects} {other} is the {FULL}th and costs a token.", rule="numzumzero 6"
        )
    if not column.cards or collects:
        return Cited(text=f"{sums}.{collects}", rule="numzumzero 7")
    return Cited(
        text=f"{sums}, {abs(column.difference)} apart: no single card collects it.", rule="numzumzero 7"
    )
