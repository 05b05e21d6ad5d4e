"""What Crazy Eights answers in a dispute: what a card had to follow, and what a hand comes to."""

from __future__ import annotations

from collections.abc import Iterator

from referee.games.cited import Cited
from referee.games.dispute import Answers, Check, Question
from referee.rules.crazy_eights import cards, moves
from referee.rules.crazy_eights.game import GAME, Options, States
from referee.rules.engine import Ruling
from referee.rules.shedding.state import Laid, Playing


class CrazyEightsAnswers(Answers[States, moves.Move]):
    """See Answers."""

    routine = ("4", "6")

    def checks(self, before: States, move: moves.Move, after: States) -> Iterator[Check]:  # noqa: ARG002
        """What a card was played on, or what the cards of a hand come to."""
        match move:
            case moves.Play() if isinstance(before, Playing):
                yield _on_top(before)
            case moves.Count(cards=tuple(given)) if given:
                costs = [cards.cost(card) for card in given]
                texts = [f"The {card}: {cost}." for card, cost in zip(given, costs, strict=True)]
                if len(given) > 1:
                    texts.append(f"{' + '.join(map(str, costs))} = {sum(costs)}.")
                cited = tuple(Cited(text=text, rule="crazy_eights 9") for text in texts)
                yield Check(heading=f"The hand of {move.player}", lines=cited)

    def questions(self, state: States) -> Iterator[Question]:
        """Whether a card may be played, and whether a player may draw or pass."""
        if isinstance(state, Playing):
            plain = [card for card in cards.CARDS if not cards.is_eight(card)]
            tries = (moves.Play(player=state.turn, card=card) for card in plain)
            legal = (move for move in tries if isinstance(GAME.judge(state, move), Ruling))
            play = next(legal, moves.Play(player=state.turn, card=plain[0]))
            yield Question("May this card be played?", play)
            yield Question("May they draw?", moves.Draw(player=state.turn))
            yield Question("May they pass?", moves.Pass(player=state.turn))

    def beside(self, state: States, move: moves.Move) -> Iterator[Check]:
        """What the next card has to follow."""
        if isinstance(state, Laid) and isinstance(move, moves.Play):
            yield _on_top(state)


def _on_top(state: Laid[Options]) -> Check:
    """The top card, and by which suit or rank another goes on it."""
    top = state.top
    if cards.is_eight(top.identity):
        text = (
            f"The {top.identity} asks for {top.color}: any {(top.color or '').removesuffix('s')} goes on it."
        )
        lines = [Cited(text=text, rule="crazy_eights 5")]
    else:
        text = f"On the {top.identity} go {top.color}, and every {cards.rank(top.identity)}."
        lines = [Cited(text=text, rule="crazy_eights 4")]
    lines.append(Cited(text="An eight goes on any card.", rule="crazy_eights 5"))
    return Check(heading="What goes on the top card", lines=tuple(lines))
