"""Playing cards: what a play turns out to be, whether it may be, and what it does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, Literal, Protocol

from msgspec import Struct
from msgspec.structs import replace

from referee.rules.engine import Cite, Refused, Ruling, State, StateT
from referee.rules.sentences import Fact, joined
from referee.rules.shedding.definition import Card
from referee.rules.shedding.hands import Answer, Open, OptionsT, Owed, asked, too_many, with_cards
from referee.rules.shedding.state import NOTHING, AgreedT_co, Between, Chain, InPlay, Playing, Top, Waiting
from referee.rules.shedding.turn import Turn

Kind = Literal["play", "match", "self_match"]


class CardPlay(Protocol):
    """A play of cards: what the engine asks of it, whatever its fields are called in the record."""

    @property
    def player(self) -> str: ...
    @property
    def cards(self) -> tuple[str, ...]: ...
    @property
    def declare(self) -> str | None: ...
    @property
    def overruled(self) -> str | None: ...


class Reading(Struct, Generic[AgreedT_co], frozen=True):
    """A play as the referee reads it on the table as it was.

    `identity` is the card that it stands for, `kind` whether it is plain, a match, or one on oneself;
    `in_turn` says whose turn it is, `repeats` that it is known to be the top card again, and `left` how many
    cards its player keeps.
    """

    state: Open[AgreedT_co]
    player: str
    cards: tuple[str, ...]
    declare: str | None
    identity: str
    card: Card
    kind: Kind
    in_turn: bool
    repeats: bool
    left: int


class Play(Turn[OptionsT]):
    """What a game says of plays."""

    #: Whether the identical card may be played out of turn, and a last card waits for that.
    matching = True
    #: What a match on oneself is.
    match_on_self: Kind = "play"
    #: What is asked for where a power lies and nobody knows what was declared.
    unknown = ""

    def play(self, state: Open[OptionsT], move: CardPlay) -> Answer:
        """The ruling on a play by anyone, in turn or out of it."""
        play = self.read_play(state, move)
        if not isinstance(play, Reading):
            return play
        objection = self.objection(play)
        if objection is None:
            return self.lay(play)
        return overrule(self.lay(play), objection, move.overruled) if move.overruled else objection

    def refuses(self, state: Open[OptionsT], move: CardPlay) -> Refused | None:
        """Why a play may not be; None where it may, or the table overrules."""
        play = self.read_play(state, move)
        if not isinstance(play, Reading):
            return play
        return None if move.overruled else self.objection(play)

    def read_play(self, state: Open[OptionsT], move: CardPlay) -> Reading[OptionsT] | Refused:
        """What a play is; Refused for an entry error: cards that there cannot be, or a wrong declaration."""
        given, player, declare = move.cards, move.player, move.declare
        if not given:
            return self.says.no("impossible", "no cards")
        top, number, held = state.top, len(given), state.hands[player]
        identity = self.stands_for(given, top)
        card = self.shown[identity]
        if (declare or card.declares) and (refused := self.declared_wrongly(state, move, identity)):
            return refused
        if number > held:
            return self.says.no("impossible", "not held", player=player, held=held, n=number)
        if refused := too_many(state.options, state.laid, given):
            return refused
        if number > 1 and len(self.real(given)) > (most := state.options.alike) and self.identical(given):
            return self.says.no("impossible", "no such multiple", n=most)
        in_turn = player == state.turn and isinstance(state, Playing)
        repeats = identity == top.identity and self.is_named(given, card)
        if in_turn:
            match = repeats and self.matches_in_turn(state)
        else:
            match = isinstance(state, Waiting) or self.agrees(top, identity)
        kind: Kind = "play" if not match else self.match_on_self if top.by == player else "match"
        return Reading(state, player, given, declare, identity, card, kind, in_turn, repeats, held - number)

    def stands_for(self, given: Sequence[str], _top: Top) -> str:
        """The card that a play stands for: the uppermost named in full, which says what the others are."""
        if len(given) > 1:
            for card in reversed(given):
                if self.shown[card].named:
                    return card
        return given[-1]

    def real(self, given: Sequence[str]) -> Sequence[str]:
        """The cards of a play that are themselves."""
        return given

    def is_named(self, _given: Sequence[str], card: Card) -> bool:
        """Whether it is known which card a play stands for; of a kind alone it is not."""
        return card.named

    def matches_in_turn(self, state: Open[OptionsT]) -> bool:
        """Whether the identical card is a match now for the player on turn."""
        return self.matching and state.matchable

    def agrees(self, top: Top, identity: str) -> bool:
        """Whether a card can be the same as the top one, as far as both are named."""
        if identity == top.identity:
            return True
        card, under = self.shown[identity], self.shown[top.identity]
        return card.kind == under.kind and not (card.named and under.named)

    def identical(self, given: Sequence[str]) -> bool:
        """Whether cards are, as far as they are named, copies of one."""
        different = set(self.real(given))
        cards = [self.shown[card] for card in different]
        same = len(different) <= 1 or sum(card.named for card in cards) == 1
        return same and len({card.kind for card in cards}) <= 1

    def may_declare(self, identity: str) -> tuple[str | None, ...]:
        """What may be declared with a card; None is no declaration, which a kind alone may do without."""
        card = self.shown[identity]
        return card.declares if card.declares and card.named else (None, *card.declares)

    def declared_wrongly(self, _state: Open[OptionsT], move: CardPlay, identity: str) -> Refused | None:
        """Refused when a declaration is missing, of the wrong sort, or given where none is due."""
        allowed = self.may_declare(identity)
        if move.declare in allowed:
            return None
        if allowed == (None,):
            return Refused("invalid", None, "{card:A} declares nothing: leave that out.", {"card": identity})
        words = joined([word for word in allowed if word], "or")
        message = "{card:A} needs a declaration: choose {allowed}."
        return Refused("invalid", None, message, {"card": identity, "allowed": words})

    def objection(self, play: Reading[OptionsT]) -> Refused | None:
        """The first rule that a play breaks."""
        state = play.state
        if len(play.cards) > 1 and not self.identical(play.cards):
            return self.says.no("illegal", "mixed", cards=sorted(set(self.real(play.cards))))
        if not play.in_turn:
            if not self.agrees(state.top, play.identity):
                return self.no_match(play)
            if not state.matchable:
                return self.says.no("illegal", "too late to match", turn=state.turn)
            if refused := self.may_not_match(play):
                return refused
        elif play.kind == "play":
            if state.draw_count and not play.card.draws:
                return self.says.no("illegal", "faces", turn=state.turn, n=state.draw_count)
            if not self.fits(play.card, state.top):
                return self.does_not_follow(play)
        return None if play.left else self.goes_out_wrongly(play)

    def called_too_late(self) -> Refused:
        """What is said of a match that was one when the finger came down, and is none any more."""
        return self.says.no("phase", "called too late")

    def no_match(self, play: Reading[OptionsT]) -> Refused:
        """What is said of another card than the top one out of turn."""
        state, top = play.state, play.state.top.identity
        if isinstance(state, Waiting):
            return self.says.no("illegal", "no match, out", out=state.out, top=top)
        return self.says.no("illegal", "no match", turn=state.turn, top=top)

    def may_not_match(self, _play: Reading[OptionsT]) -> Refused | None:
        """Who may not match the top card with the identical one."""
        return None

    def goes_out_wrongly(self, _play: Reading[OptionsT]) -> Refused | None:
        """A way in which nobody may go out."""
        return None

    def does_not_follow(self, play: Reading[OptionsT]) -> Refused:
        """What the card on top asks for, and this card is not."""
        name, top, no = play.identity, play.state.top, self.says.no
        under = self.shown[top.identity]
        if play.card.declares and under.declares:
            return no("illegal", "never goes on", play.card.kind, card=name, top=top.identity)
        if under.declares:
            wanted = self.spoken(asked(top)) or self.unknown
            facts = {"card": name, "top": top.identity, "wanted": wanted, "power": under.kind}
            return no("illegal", "not called", under.kind, **facts)
        return no("illegal", "does not follow", card=name, top=top.identity)

    def fits(self, card: Card, top: Top) -> bool:
        """Whether a card, or some card of a kind, goes on the top card, draws that are faced aside.

        A power goes on anything but one that has other words; on it goes what was declared, or another one.
        """
        under = self.shown[top.identity]
        if under.declares:
            if card.declares:
                return card.declares == under.declares
            if under.declares_color:
                return top.color is None or card.color in (None, top.color)
            return card.kind == "plain" and (top.symbol is None or card.symbol in (None, top.symbol))
        if card.declares or top.color is None or card.color is None:
            return True
        return card.color == top.color or card.symbol == top.symbol

    def spoken(self, word: str) -> str:
        """A declaration in the middle of a sentence."""
        return word

    def lay(self, play: Reading[OptionsT]) -> Ruling[State]:
        """The table after a play that stands: its effects, who draws, who is next."""
        state, player, left = play.state, play.player, play.left
        plain, number = play.kind == "play", len(play.cards)
        does = play.card if number == 1 else self.together(play)
        skips = self.skips(play, does.skips)
        way = -state.direction if does.turns % 2 else state.direction
        laid = replace(
            state,
            top=_on_top(play),
            playpile=state.playpile + number,
            laid=with_cards(state.laid, play.cards),
            hands={**state.hands, player: left},
            direction=way,
            turn=state.after(player, way * (1 + skips)),
            matchable=True,
            draw_count=state.draw_count + does.draws,
            owes=self.owing(play) if state.owes or left == 1 else (),
            chain=Chain((player,) if plain else (*state.chain.by, player), skips, self.run(play)),
            since=NOTHING,
        )
        after, drew = (laid, []) if plain and left else self.draw(laid, *self.owed(play))
        cites, entry = self.report(play, after, does, drew)
        if left or not isinstance(after, InPlay) or after.hands[player]:
            return Ruling(after, cites, entry)
        if self.matching:
            return Ruling(after.in_phase(Waiting, out=player), cites, entry)
        won, left_over = self.win(after, player)
        return Ruling(won, cites + left_over, entry)

    def together(self, play: Reading[OptionsT]) -> Card:
        """What the cards of a play do, as one."""
        cards = [self.shown[card] for card in play.cards]
        return Card(
            kind="plain" if any(card.kind == "plain" for card in cards) else play.card.kind,
            skips=sum(card.skips for card in cards),
            turns=sum(card.turns for card in cards),
            draws=sum(card.draws for card in cards),
            declares=play.card.declares,
        )

    def skips(self, _play: Reading[OptionsT], number: int) -> int:
        """How many players are passed over by a play with so many skips."""
        return number

    def run(self, play: Reading[OptionsT]) -> int:
        """How many cards of their own a player has on top with a play."""
        return len(play.cards)

    def owing(self, play: Reading[OptionsT]) -> tuple[str, ...]:
        """Who owes the last card's word after a play."""
        owes = tuple(name for name in play.state.owes if name != play.player)
        return (*owes, play.player) if play.left == 1 else owes

    def owed(self, play: Reading[OptionsT]) -> tuple[Owed, ...]:
        """Who draws for a play: whoever is matched."""
        return ((play.state.top.by, 1, "match"),) if play.kind == "match" else ()

    def report(
        self, play: Reading[OptionsT], after: Open[OptionsT] | Between[OptionsT], does: Card, drew: list[Cite]
    ) -> tuple[tuple[Cite, ...], dict[str, str]]:
        """What is said of a play: why it may be, what comes of it; and what the replay shows beside that."""
        cites = (*self.why(play), *drew)
        if isinstance(after, InPlay):
            cites += self.effects(after, does, play.kind)
            if play.left < 2:
                cites += self.few_left(play, after)
        return cites, {"say": "", "kind": play.kind} if self.matching else {}

    def why(self, play: Reading[OptionsT]) -> tuple[Cite, ...]:
        """Why a play may be: the most telling reason of those that the game speaks of."""
        top = play.state.top
        facts: dict[str, Fact] = {"player": play.player, "card": play.identity, "top": top.identity}
        if play.kind != "play":
            return self.says.cite("matches", "in turn" if play.in_turn else "", matched=top.by, **facts)
        event, case = self._reason(play)
        if event == "called":
            facts["declared"] = self.spoken(asked(top))
        elif event == "power on power":
            facts["power"] = case
        return self.says.cite(event, case, **facts)

    def _reason(self, play: Reading[OptionsT]) -> tuple[str, str]:
        """The event by which a plain play may be, and in which case."""
        top, card, has = play.state.top, play.card, self.says.has
        under = self.shown[top.identity]
        if play.repeats:
            own, still = top.by == play.player, play.state.matchable
            if has(
                "again", case := "own open" if own and still else "own" if own else "open" if still else ""
            ):
                return "again", case
        if card.declares:
            event = "power on power" if card.declares == under.declares else "power"
            if has(event, card.kind):
                return event, card.kind
        if under.declares:
            event = "called" if asked(top) else "not called for"
            if has(event, under.kind):
                return event, under.kind
        if card.acts and card.kind == under.kind and has("same command"):
            return "same command", ""
        return "goes on", ""

    def few_left(self, play: Reading[OptionsT], after: Open[OptionsT]) -> tuple[Cite, ...]:
        """What is said of a hand that comes to one card or none."""
        cite, player = self.says.cite, play.player
        if play.left:
            return cite("must say", player=player)
        if after.hands[player]:
            return cite("plays on", player=player)
        cites = cite("out", player=player)
        if player in play.state.owes:
            cites += cite("never said", "still owed" if player in after.owes else "", player=player)
        return cites


def _on_top(play: Reading[OptionsT]) -> Top:
    """The play as the next card meets it: a power shows only what was declared."""
    card, color, symbol = play.card, play.card.color, play.card.symbol
    if card.declares:
        color, symbol = (play.declare, None) if card.declares_color else (None, play.declare)
    return Top(play.cards, play.player, play.identity, color, symbol)


def overrule(ruling: Ruling[StateT], objection: Refused, why: str) -> Ruling[StateT]:
    """The ruling on a play that the table lets stand, which says first what was against it."""
    facts: dict[str, Fact] = {"why": why.rstrip(" ."), "was": objection.text}
    message = "Overruled by the table ({why}), though: {was}"
    overruled = Cite(objection.rule or "", message, facts, "overruled")
    return replace(ruling, cites=(overruled, *ruling.cites))
