"""What Zero Zap answers in a dispute: sets and runs, what a special touched, what may be taken."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.games.cited import Cited
from referee.games.dispute import Answers, Check, Question
from referee.games.zero_zap.views import label
from referee.rules.engine import Refused
from referee.rules.sentences import counted, joined
from referee.rules.zero_zap import cards, moves
from referee.rules.zero_zap.state import Drawing, Playing, States, Table
from referee.rules.zero_zap.turn import place

#: Three cards to begin asking with.
_RUN = ("red 1", "red 2", "red 3")
_PILES = {"drawpile": "draw pile", "lineup": "lineup", "tray": "tray"}


class ZeroZapAnswers(Answers[States, moves.Move]):
    """See Answers."""

    routine = ("2", "9")

    def checks(self, before: States, move: moves.Move, after: States) -> Iterator[Check]:
        """What the cards laid are as a set or run, and whose hands and which piles the move touched."""
        match move:
            case moves.Meld():
                yield _reading(move.cards)
            case moves.Add():
                yield _reading((*before.melds[move.player][move.meld], *move.cards))
        if lines := tuple(_touched(before, after)):
            yield Check(heading="What it touched", lines=lines)

    def questions(self, state: States) -> Iterator[Question]:
        """What can be asked in this half of a turn."""
        if isinstance(state, Drawing) and state.lineup:
            last = len(state.lineup) - 1
            take = moves.Take(player=state.turn, card=state.lineup[last], index=last)
            yield Question("What would I take from the lineup?", take)
        if isinstance(state, Drawing | Playing):
            yield Question("Is this a set or a run?", moves.Meld(player=state.turn, cards=_RUN))
        if isinstance(state, Playing):
            if state.melds[state.turn]:
                add = moves.Add(player=state.turn, meld=0, cards=(cards.WILD,))
                yield Question("May this be added to my set or run?", add)
            yield Question("May this double be laid?", moves.Double(player=state.turn, color="red"))
            yield Question("May this be discarded?", moves.Discard(player=state.turn, card="red 1"))

    def beside(self, state: States, move: moves.Move) -> Iterator[Check]:
        """The cards read as a set or run, whoever's turn it is; the cards that come along from the lineup."""
        match move:
            case moves.Meld() if move.cards and all(card in cards.CARDS for card in move.cards):
                yield _reading(move.cards)
            case moves.Take(index=int(index)) if isinstance(state, Drawing):
                if place(state.lineup, move.card, index) is not None:
                    yield _along(state, index)


def _reading(given: Sequence[str]) -> Check:
    read = cards.read(tuple(given))
    heading = f"{joined(list(map(label, given)))}: what is it?"
    if isinstance(read, Refused):
        return Check(heading=heading, lines=(Cited(text=f"Nothing. {read.text}", rule=read.rule or ""),))
    each = cards.POINTS[read.kind]
    worth = f"{read.cards} × {each} = {read.points} before doubling"
    text = f"A {read.kind} of {read.cards} in {read.color}: {worth}."
    lines = [Cited(text=text, rule=read.rule)]
    if cards.WILD in given:
        either = " It could also be a run, and counts as a set." if read.either else ""
        lines.append(Cited(text=f"Wild cards stand for what is missing.{either}", rule="zero_zap 7"))
    return Check(heading=heading, lines=tuple(lines))


def _along(state: Drawing, index: int) -> Check:
    also = state.lineup[index + 1 :]
    text = (
        f"{joined(list(map(label, also)))} would come along to the hand." if also else "Nothing comes along."
    )
    laid = f"{label(state.lineup[index])} has to be laid at once."
    lines = (Cited(text=laid[:1].upper() + laid[1:], rule="zero_zap 3"), Cited(text=text, rule="zero_zap 3"))
    return Check(heading="From the lineup", lines=lines)


def _touched(before: Table, after: Table) -> Iterator[Cited]:
    """Hands, piles and what lies on the table, where it is not as it was."""
    for name in after.players:
        hands = before.hands.get(name), after.hands.get(name)
        if hands[0] != hands[1]:
            yield Cited(text=f"{name}’s hand: {hands[0]}, now {hands[1]}.")
        laid = len(before.melds.get(name, ())), len(after.melds.get(name, ()))
        if laid[0] != laid[1]:
            yield Cited(text=f"{name}’s sets and runs: {laid[0]}, now {laid[1]}.")
        doubles = before.doubles.get(name, ()), after.doubles.get(name, ())
        if doubles[0] != doubles[1]:
            yield Cited(text=f"{name}’s doubles: {joined(doubles[1]) or 'none'}.")
    for field, text in _PILES.items():
        was, now = _size(getattr(before, field)), _size(getattr(after, field))
        if was != now:
            yield Cited(text=f"The {text}: {counted(was, 'card')}, now {now}.")


def _size(pile: int | Sequence[str]) -> int:
    return pile if isinstance(pile, int) else len(pile)
