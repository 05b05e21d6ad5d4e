"""From a state to what the templates show, and from what they send to a move; a game adds what is its own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, TypeAlias
from urllib.parse import urlencode

from django.http import QueryDict
from msgspec import structs

from referee.games.frame import MenuLink, refused
from referee.games.look import AnyLook
from referee.games.parts import Face, RefusedSheet, Seat, Sheet
from referee.games.presenter import Buzzed, MomentText, TablePresenter, body_of
from referee.games.setup import Ask, Group, Number
from referee.games.shedding import calls, common, sheets, table, wording
from referee.games.shedding.style import OWING, Style
from referee.games.table_views import ActionLine, CallView, Moment, Stage, WhoseTurn
from referee.rules.engine import AnyGame, Refused
from referee.rules.record import Outcome
from referee.rules.sentences import counted
from referee.rules.shedding import moves
from referee.rules.shedding.hands import points
from referee.rules.shedding.state import Agreed, Dealt, InPlay, Table
from referee.web.components import TileView

#: The states of the game at hand; both games pass through the same phases.
States: TypeAlias = Table[Agreed]

TRACK = Ask(
    "track",
    "What is tapped",
    texts={"full": "Full", "quick": "Quick"},
    summary={"full": "full tracking", "quick": "quick tracking"},
)
#: What is said of options that are not those of the rulebook.
HOUSE_RULES = {"points": "own points for cards", "next_dealer": "own rule for the next dealer"}


def points_of(kinds: Iterable[str]) -> Group:
    """What the setup asks of the points for each kind of card."""
    return Group(
        "Points for a card left",
        [
            Number(
                f"points_{kind.replace(' ', '_')}",
                kind.capitalize(),
                "points",
                kind,
                what=f"Points for {kind}",
                least=0,
            )
            for kind in kinds
        ],
    )


def longest_stack(title: str, sign: str) -> MomentText:
    """The longest stack of cards that make others draw, as a moment."""
    text = "{player} played the last one, {after} drew {m:card|cards}"
    return MomentText(title, text, sign, "t-yellow", then="stung", least=2, top=True)


class SheddingPresenter(TablePresenter[Any, moves.Moves]):
    """How a game looks in which everybody wants to be rid of their cards; see Presenter."""

    rules: AnyGame
    #: The usual way to show the game; a phone may have chosen another.
    usual: Style
    first = "Deals first"
    has_hints = True
    seat_template = "games/shedding/seat_part.html"
    overrulable = (moves.Play,)
    confirmation = staticmethod(common.confirmation)
    opening = staticmethod(common.opening)
    headline = staticmethod(common.headline)
    call_of = staticmethod(calls.call_of)
    with_measurement = staticmethod(calls.with_measurement)
    mishaps: ClassVar[Mapping[str, TileView]] = {
        "matched": TileView(look="t-blue", sign="lightning"),
        "stung": TileView(look="t-red", sign="wasp"),
        "caught": TileView(look="t-blue", sign="gotcha"),
        "illegal": TileView(look="t-red", sign="cross"),
    }
    moments: ClassVar[Mapping[str, MomentText]] = {
        "illegal": MomentText("An illegal play", "{player} was caught at it", "cross", "t-red", weight=20)
    }

    def style(self, look: AnyLook) -> Style:  # noqa: ARG002
        """The way this phone shows the game."""
        return self.usual

    def face(self, card: str) -> Face:
        """A card in the usual way; see Presenter."""
        return self.usual.face(card)

    def counted_hand(self, state: States, body: object, /) -> tuple[str, tuple[tuple[Face, int], ...]]:
        """The points of each card are by the table's scale; see Presenter."""
        return common.counted_hand(
            self.rules.read(body), self.face, lambda card: points(state.options, (card,))
        )

    def links(self, look: AnyLook) -> tuple[MenuLink, ...]:  # noqa: ARG002
        """What the game adds to the menu."""
        return ()

    def form(self, sent: QueryDict) -> dict[str, object]:
        """A form's fields as a move of docs/record.md; see Presenter."""
        return wording.form(self.usual, sent)

    def logged(
        self, state: States, body: object, outcome: Outcome, _sides: Iterable[Sequence[str]], /
    ) -> tuple[str, str]:
        """A close call by who was first, an illegal play by whose it was; see Presenter."""
        move = self.rules.read(body)
        if isinstance(move, moves.Illegal):
            for said in outcome.rulings:
                if said.event == "undone" and isinstance(cards := said.facts["cards"], list):
                    play = self.usual.given(cards)
                    return f"{said.facts['player']}’s {play} (move {move.move}) was illegal", ""
        if isinstance(move, moves.Take) and (stung := outcome.feats.get(move.player)):
            return f"{self.described(state, body)}: {counted(int(stung['stung']), 'card')}", ""
        if not isinstance(move, moves.CloseCall):
            return self.described(state, body), ""
        (second,) = {*move.players} - {outcome.favours}
        return f"Close call: {outcome.favours} was first, {second} second", ""

    def worded(self, no: Refused) -> Refused:
        return self.usual.refused(no)

    def entered(self, state: States, move: moves.Moves) -> str:
        """The query of the sheet or the count that a move was made from; see Presenter."""
        return wording.entered(self.usual, state, move)

    def missing_sheet(self, state: States, move: moves.Moves) -> str | Refused:
        """The query of the sheet that asks for a declaration; see Presenter."""
        words = wording.asks_declaration(self.usual, state, move)
        if not words or not isinstance(move, moves.Play):
            return ""
        answer = self.rules.judge(state, structs.replace(move, declare=words[0]))
        if isinstance(answer, Refused):
            return answer
        asked: dict[str, object] = {"sheet": "declare", "player": move.player, "cards": move.cards}
        return urlencode(asked | ({"overruled": move.overruled} if move.overruled else {}), doseq=True)

    def late(self, state: States, sent: QueryDict) -> Refused | None:
        """A match is called on a card that lies no more, or that play has gone on from; see Presenter."""
        if not isinstance(state, InPlay) or sent.get("do") != "match":
            return None
        same = state.matchable and sent.get("card") in calls.copies(self.usual, state)
        return None if same else self.usual.rules.called_too_late()

    def stage(self, look: AnyLook) -> Stage:
        """What the phase shows below the seats."""
        return table.stage(self.style(look), look)

    def now(self, look: AnyLook, stage: Stage, /) -> WhoseTurn | None:
        """The panel that says what counts now."""
        return table.now(self.style(look), look, stage)

    def action(self, look: AnyLook, stage: Stage, /) -> ActionLine | None:  # noqa: ARG002
        """What hands must do, until the hand is over."""
        style, state = self.style(look), look.state
        line = table.action(style, look) if isinstance(state, Dealt) else None
        return line and structs.replace(line, prompt=table.prompt(style, state))

    def seats(self, look: AnyLook) -> tuple[Seat, ...]:
        """The players in seat order, with what everybody may know of them."""
        return table.seats(self.style(look), look)

    def owed(self, look: AnyLook) -> str:
        """The word of the last card."""
        return self.style(look).words.owes

    def sheet(self, look: AnyLook) -> Sheet | None:
        """The sheet that the address asks for, if it makes sense now."""
        return sheets.asked(self.style(look), look, look.state, self.links(look))

    def moment(self, look: AnyLook) -> Moment | None:
        """The occasion that the last move was, if it was one."""
        return table.moment(self.style(look), look)

    def calls(self, look: AnyLook, name: str) -> tuple[CallView, ...]:
        """A match, the word of the last card, and catching somebody who forgot it; see Presenter."""
        state = look.state
        return calls.calls(self.style(look), state, name) if isinstance(state, InPlay) else ()

    def can_race(self, state: States, one: Buzzed, two: Buzzed) -> bool:
        """Whether the two are a row of the close calls; see Presenter."""
        return isinstance(state, InPlay) and calls.can_race(self.usual, state, one, two)

    def call_text(self, call: Buzzed) -> str:
        """A call in a sentence."""
        return calls.call_text(self.usual, call)

    def called_out(self, say: str) -> str:
        """All but the last card's word, which is a move of its own; see Presenter."""
        return self.usual.unprompted(say)

    def disclosed(self, state: States, outcome: Outcome) -> Outcome:
        """Cards called as on the pad; who owes the word left out where nobody is reminded; see Presenter."""
        style = self.usual
        called = (
            structs.replace(said, text=style.cite(said.message, said.facts)) for said in outcome.rulings
        )
        outcome = structs.replace(outcome, rulings=tuple(called))
        if not isinstance(state, InPlay) or style.reminds(state.options):
            return outcome
        told = tuple(
            said
            for said in outcome.rulings
            if said.event not in OWING or said.facts.get("player", state.top.by) not in state.owes
        )
        say = style.unprompted(outcome.say) if state.top.by in state.owes else outcome.say
        return structs.replace(outcome, rulings=told, say=say)

    def refused(self, look: AnyLook) -> RefusedSheet | None:
        """Why the tap changed nothing, in the words of this table, and who draws for it."""
        reply, style = look.refusal, self.style(look)
        if reply is None:
            return None
        if reply.refused is None:
            return refused(look, reply)
        said = replace(reply, refused=style.refused(reply.refused, common.laid_by(look, reply.refused)))
        move = reply.move
        played = f"{move.player}: {style.given(move.cards)}" if isinstance(move, moves.Play) else ""
        if reply.refused.code in ("phase", "impossible"):
            return structs.replace(refused(look, said, move=played), mends=tuple(common.mends(look, reply)))
        if reply.refused.code != "illegal" or not isinstance(move, moves.Play):
            return refused(look, said)
        # What takes the place of an older move is no play of now: it costs no card.
        offender = "" if reply.instead else move.player
        return refused(look, said, move=played, offender=offender, fields=body_of(move))
