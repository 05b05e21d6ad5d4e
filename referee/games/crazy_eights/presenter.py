"""Crazy Eights on a page: what it says of itself, of its moves, and in a dispute."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar, cast
from urllib.parse import urlencode

from django.http import QueryDict
from msgspec.structs import replace

from referee.games.cited import Cited
from referee.games.crazy_eights import table
from referee.games.forms import PLAYER, Edit, Wording
from referee.games.look import AnyLook
from referee.games.parts import Face, RefusedSheet, Terms
from referee.games.presenter import Answers, Check, Question, TablePresenter
from referee.games.setup import ENDS, NEXT_DEALER, Ask, Setup
from referee.games.shedding import common
from referee.games.shedding.common import SHEDDING, counted_hand, overruled, with_points
from referee.rules.crazy_eights import cards, moves
from referee.rules.crazy_eights.game import GAME, Options, States
from referee.rules.engine import Move, Refused, Ruling
from referee.rules.sentences import counted, joined
from referee.rules.shedding.state import Counting, Laid, Playing
from referee.web.components import TileView


def _plays(move: moves.Play) -> str:
    names = f" and names {move.suit}" if move.suit else ""
    return f"{move.player} plays the {move.card}{names}{overruled(move)}"


def _held(move: moves.Count) -> str:
    held = counted(move.points or 0, "point") if move.cards is None else joined(move.cards) or "no cards"
    return f"{move.player}’s hand: {held}"


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


class CrazyEightsPresenter(TablePresenter[States, moves.Move]):
    """How Crazy Eights looks."""

    rules = GAME
    blurb = "Follow suit or rank. An eight goes on anything and names the suit. Out first scores the rest."
    limits = "2 to 5 players, 7 with 2 packs."
    tile = TileView(look="t-red", letter="8")
    symbols = "♠♥♣♦"
    badges: ClassVar[Mapping[str, TileView]] = {
        "eights": TileView(look="t-red", letter="8"),
        "haul": TileView(look="t-green", sign="cards"),
    }
    mishaps: ClassVar[Mapping[str, TileView]] = {"drawn": TileView(look="t-blue", sign="cards")}
    first = "Deals first"
    answers = CrazyEightsAnswers()
    overrulable = (moves.Play,)
    confirmation = staticmethod(common.confirmation)
    opening = staticmethod(common.opening)
    headline = staticmethod(common.headline)
    face = staticmethod(table.face)
    stage = staticmethod(table.stage)
    now = staticmethod(table.now)
    action = staticmethod(table.action)
    seats = staticmethod(table.seats)
    sheet = staticmethod(table.sheet)
    setup = Setup(
        Options,
        asked=[
            Ask(
                "packs",
                "Cards",
                texts={"1": "One pack, 2 to 5 players", "2": "Two packs, 2 to 7 players"},
                read=int,
                summary={"1": "1 pack", "2": "2 packs"},
            ),
            Ask(
                "draw",
                "If you can’t play",
                texts={"one": "Draw one", "until": "Draw until you can"},
                summary={"one": "draw one", "until": "draw until one fits"},
            ),
            ENDS,
        ],
        rarer=[NEXT_DEALER],
        limits=lambda options: "2 to 7 players." if options.packs > 1 else "2 to 5 players, 7 with 2 packs.",
    )
    wordings: ClassVar[Mapping[type[Move], Wording]] = {
        **SHEDDING,
        moves.Flip: Wording("First card: {card}"),
        moves.Play: Wording(
            _plays,
            [
                PLAYER,
                Edit("card", "Card", cards.CARDS),
                Edit("suit", "An eight names", cards.SUITS, none="nothing"),
            ],
        ),
        moves.Count: Wording(_held),
        moves.Recount: Wording("{player} holds {cards}, counted by hand"),
    }

    def counted_hand(self, _state: States, body: object, /) -> tuple[str, tuple[tuple[Face, int], ...]]:
        """See Presenter."""
        return counted_hand(GAME.read(body), table.face, cards.cost)

    def derived(self, before: States, move: moves.Move, after: States, /) -> Mapping[str, Terms]:
        """The hands that whoever won is paid for, less their own where all were blocked; see Presenter."""
        if not isinstance(before, Counting) or not isinstance(move, moves.Count):
            return {}
        held = {**before.counted, move.player: move.points or sum(map(cards.cost, move.cards or ()))}
        least = 0 if before.out else min(held.values())
        less = f" − {least}" if least else ""
        terms = tuple((f"{name}’s hand{less and f', {n}{less}'}", str(n - least)) for name, n in held.items())
        return {name: terms for name in getattr(after, "gained", ()) if len(terms) > 1}

    def refused(self, look: AnyLook) -> RefusedSheet | None:
        """Of a card that is all laid, also which moves played it; see Presenter."""
        sheet, reply = super().refused(look), look.refusal
        if not (sheet and reply and reply.refused and (by := common.laid_by(look, reply.refused))):
            return sheet
        cite, played = replace(sheet.cite, text=sheet.cite.text + by), cast("moves.Move", reply.move)
        mends = tuple(common.mends(look, reply))
        return replace(sheet, cite=cite, move=self.describe(look.state, played), mends=mends)

    def form(self, sent: QueryDict) -> dict[str, object]:
        """A form's fields as a move of docs/record.md; points may be typed card by card."""
        return with_points(super().form(sent), sent)

    def entered(self, state: States, move: moves.Move) -> str:
        """The query of the cards of a suit, of a count, or of somebody's cards; see Presenter."""
        match move:
            case moves.Flip():
                return urlencode({"suit": cards.suit(move.card)})
            case moves.Count(cards=tuple(given)) if given:
                return f"{common.counted_query(state, move)}&{urlencode({'suit': cards.suit(given[-1])})}"
            case moves.Play() if isinstance(state, Playing) and not table.is_shown(state, move.card):
                return urlencode({"sheet": "cards", "suit": cards.suit(move.card)})
        return common.counted_query(state, move)

    def missing_sheet(self, state: States, move: moves.Move) -> str | Refused:
        """The query of the sheet that asks for the suit of an eight; see Presenter."""
        if not isinstance(move, moves.Play) or move.suit or not isinstance(state, Playing):
            return ""
        if move.card not in cards.CARDS or not cards.is_eight(move.card):
            return ""
        answer = GAME.judge(state, table.with_any_suit(move))
        if isinstance(answer, Refused):
            return answer
        return urlencode({"sheet": "suit", "player": move.player, "card": move.card})
