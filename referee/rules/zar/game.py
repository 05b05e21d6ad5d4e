"""ZAR, Clay's rules: the deck, and what is its own: chained frogs, chameleons, declarations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, ClassVar

from msgspec import Meta, Struct, structs

from referee.rules.engine import HAND_WON, Cite, Feat, Refused
from referee.rules.shedding.definition import Card, Points, Says, read
from referee.rules.shedding.game import Shedding
from referee.rules.shedding.hands import Open, asked, way
from referee.rules.shedding.play import Reading
from referee.rules.shedding.state import Agreed, Between, InPlay, Playing, Top, Waiting, WithMatches
from referee.rules.zar import cards
from referee.rules.zar.cards import CHAMELEON
from referee.rules.zar.say import SPOKEN, declaration, multiple


class Scale(Struct, frozen=True, forbid_unknown_fields=True):
    """What a card left in a hand costs, by kind."""

    plain: Points = 1
    crab: Points = 2
    frog: Points = 2
    wasp: Points = 3
    peacock: Points = 4
    dragon: Points = 5
    chameleon: Points = 6


class Options(Agreed, frozen=True, kw_only=True):
    """What a table agrees on before the game."""

    says = Says("zar", read(Path(__file__).parent / "says.toml"))
    shown: ClassVar[Mapping[str, Card]] = cards.SHOWN

    half_decks: Annotated[int, Meta(ge=2, le=8)] = 2
    chameleons: Points = 0
    points: Scale = Scale()
    #: Whether a GOTCHA still catches a player whose last card is on the pile (settled 6, Table 1 row 5).
    late_gotcha: bool = True
    #: Whether the app tells who has to say “ZAR”; where it does not, nobody hears of it before a GOTCHA.
    reminds: bool = True

    def __post_init__(self) -> None:
        """Raises ValueError for more chameleons than half decks (settled 20)."""
        if self.chameleons > self.half_decks:
            most, given = self.half_decks, self.chameleons
            decks = f"{most // 2}{'½' * (most % 2)} {'deck takes' if most == 2 else 'decks take'}"
            raise ValueError(f"{decks} {most} chameleons at most, not {given}")

    @property
    def most_players(self) -> int:
        """How many may sit down (3, 13.1)."""
        return 9 if self.half_decks == 2 else 14

    @property
    def alike(self) -> int:
        """How many cards of the deck are identical to one another."""
        return self.half_decks

    @property
    def third_copy(self) -> bool:
        """Whether two players can match the same card, a chameleon with one of them."""
        return self.half_decks > 2 or self.chameleons > 0

    @property
    def deck(self) -> int:
        """How many cards there are in all."""
        return self.half_decks * len(cards.CARDS) + self.chameleons

    @property
    def cards(self) -> tuple[str, ...]:
        """The names of the different cards at this table."""
        return (*cards.CARDS, CHAMELEON) if self.chameleons else cards.CARDS

    def dealt(self, players: int) -> int:
        """How many cards each player is dealt (3, 13.1, settled 12)."""
        return max(10 - players, 3) if self.half_decks == 2 else min(max(15 - players, 3), 10)

    def copies(self, card: str) -> int:
        """How many of a card or kind there are."""
        return self.chameleons if card == CHAMELEON else self.half_decks * self.different[card]

    def cost(self, card: str) -> int:
        """The points that a card left in a hand costs."""
        return int(getattr(self.points, self.kind(card)))


class Zar(Shedding[Options]):
    key = "zar"
    name = "ZAR"
    state_types = WithMatches[Options]
    agreed = Options
    match_on_self = "self_match"
    unknown = "a symbol"
    most_penalties = 3
    standing_calls = frozenset({"zar", "gotcha", "penalty"})
    asks_who_knocked = True
    #: Table 1 of section 10.
    races: ClassVar[Mapping[frozenset[str], str | None]] = {
        frozenset({"zar", "gotcha"}): "zar",
        frozenset({"play", "match"}): "play",
        frozenset({"draw", "match"}): "draw",
        frozenset({"draw", "gotcha"}): "draw",
        frozenset({"gotcha", "last_card"}): "gotcha",
        frozenset({"match"}): "",
    }
    events: ClassVar[Mapping[str, str]] = {
        "zar": "saying “ZAR”",
        "gotcha": "calling GOTCHA",
        "play": "playing in turn",
        "match": "playing a match",
        "draw": "drawing a card",
        "last_card": "playing the last card",
    }
    no_such_word = "“{word}” is neither a symbol nor a colour: choose one."
    no_such_race = "No row of Table 1 has {events}: choose two other events."
    feats: ClassVar[Mapping[str, Feat]] = {
        HAND_WON: Feat("Hands won"),
        "match": Feat("Matches made"),
        "matched": Feat("Matches suffered"),
        "stung": Feat("Cards drawn for wasps"),
        "gotcha": Feat("GOTCHAs called"),
        "caught": Feat("GOTCHAs suffered"),
        "illegal": Feat("Illegal plays"),
        "stack": Feat("Longest wasp stack", most=True),
    }

    def stands_for(self, given: Sequence[str], top: Top) -> str:
        """A chameleon is what it lies with, or what is under chameleons alone (14)."""
        if len(given) == 1 and given[0] != CHAMELEON:
            return given[0]
        real = self.real(given)
        return super().stands_for(real, top) if real else top.identity

    def real(self, given: Sequence[str]) -> Sequence[str]:
        """The cards of a play that are no chameleons."""
        return [card for card in given if card != CHAMELEON]

    def is_named(self, given: Sequence[str], card: Card) -> bool:
        """Of kinds alone only a chameleon is known to repeat the top card."""
        return card.named or set(given) == {CHAMELEON}

    def together(self, play: Reading[Options]) -> Card:
        """A chameleon does what the card does that it stands for (14.1)."""
        if CHAMELEON in play.cards:
            cards = tuple(play.identity if card == CHAMELEON else card for card in play.cards)
            play = structs.replace(play, cards=cards)
        return super().together(play)

    def no_match(self, play: Reading[Options]) -> Refused:
        """A power matches its own sort alone (9.3)."""
        state, top = play.state, play.state.top.identity
        if isinstance(state, Playing) and play.card.declares and play.card.kind == self.shown[top].kind:
            facts = {"turn": state.turn, "card": play.identity, "top": top}
            return self.says.no("illegal", "no match", "another sort", **facts)
        return super().no_match(play)

    def may_not_match(self, play: Reading[Options]) -> Refused | None:
        """Out of turn chameleons need one on top, or a real copy to go along with (14, 14.2, settled 20)."""
        state, under, alone = play.state, play.state.top.cards[-1], not self.real(play.cards)
        if CHAMELEON not in play.cards or under == CHAMELEON:
            return None
        if not alone:
            out = isinstance(state, Waiting)
            return self.says.no("illegal", "chameleon", "out", top=under) if out else None
        case = "dealer" if state.playpile == 1 and play.player == state.dealer else ""
        return self.says.no("illegal", "chameleon", case, player=play.player, top=under)

    def goes_out_wrongly(self, play: Reading[Options]) -> Refused | None:
        """Ways in which nobody may go out (6, 9.2.2, settled 5)."""
        event = (
            "several out" if len(play.cards) > 1 else "out on oneself" if play.kind == "self_match" else ""
        )
        if not event and skipping_out(play.state, play.player):
            event = "skips out"
        return self.says.no("illegal", event, player=play.player) if event else None

    def spoken(self, word: str) -> str:
        """A declaration in the middle of a sentence (7)."""
        return SPOKEN[word].lower() if word else ""

    def skips(self, play: Reading[Options], number: int) -> int:
        """The frogs of a chain add up (settled 4)."""
        return number if play.kind == "play" else number + play.state.chain.skips

    def run(self, play: Reading[Options]) -> int:
        """Matches on oneself count with the play under them (settled 16)."""
        return len(play.cards) + (play.state.chain.run if play.kind == "self_match" else 0)

    def owing(self, play: Reading[Options]) -> tuple[str, ...]:
        """A last card ends no debt, where a GOTCHA is good after it (settled 6)."""
        stays = play.left == 0 and play.state.options.late_gotcha
        return play.state.owes if stays else super().owing(play)

    def why(self, play: Reading[Options]) -> tuple[Cite, ...]:
        """A match on oneself is called by how many cards lie on top with it (5.3)."""
        if play.kind != "self_match":
            return super().why(play)
        case, number = "in turn" if play.in_turn else "", multiple(self.run(play))
        return self.says.cite("matches own", case, player=play.player, multiple=number)

    def effects(self, after: InPlay[Options], does: Card, _kind: str) -> tuple[Cite, ...]:
        """What the cards of a play do (section 9, 13.3, 13.5)."""
        cites: tuple[Cite, ...] = ()
        cite, turn, chained = self.says.cite, after.turn, len(after.chain.by) > 1
        if does.turns:
            cites += cite("turned", "many" if does.turns > 2 else "", n=does.turns, way=way(after))
        if does.skips:
            case = "" if after.chain.skips <= 2 else "chain" if chained else "many"
            cites += cite("skipped", case, n=after.chain.skips, turn=turn)
            if chained:
                cites += cite("skips add up", by=after.top.by)
        if does.draws:
            cites += cite("due", "many" if does.draws > 4 else "", n=after.draw_count, turn=turn)
        power, word = self.shown[after.top.identity], asked(after.top)
        if power.declares and word:
            cites += cite("declared", power.kind, declared=self.spoken(word))
        return cites + cite("next", turn=turn) if does.kind == "plain" else cites

    def few_left(self, play: Reading[Options], after: Open[Options]) -> tuple[Cite, ...]:
        """Why a last card may be the last one (settled 5)."""
        cites, state = super().few_left(play, after), play.state
        if play.left or self.goes_out_wrongly(play):
            return cites
        drew = state.chain.skips and state.top.by == play.player and state.since.drawn
        return cites + self.says.cite("goes out", "match" if play.kind == "match" else "drew" if drew else "")

    def report(
        self, play: Reading[Options], after: Open[Options] | Between[Options], does: Card, drew: list[Cite]
    ) -> tuple[tuple[Cite, ...], dict[str, str]]:
        """What a play does, what has to be said with it (7), and what else decides it."""
        cites, _ = super().report(play, after, does, drew)
        say = declaration(play, self.run(play))
        spoken = self.says.cite("to say", say=say) if say else ()
        cites = (*cites, *spoken, *self._remarks(play, say))
        if CHAMELEON in play.cards:
            cites += tuple(self._chameleon(play))
        elif play.card.named and not play.state.options.chameleons and isinstance(after, InPlay):
            copies = after.options.alike
            if after.laid.get(play.identity, 0) >= copies:
                cites += self.says.cite("last copy", "many" if copies > 2 else "", n=copies)
        return cites, {"say": say, "kind": play.kind}

    def _remarks(self, play: Reading[Options], say: str) -> Iterator[Cite]:
        """By which rule a play is put so in words, and what else decides it."""
        state, card, top, own = play.state, play.card, play.state.top, play.kind == "self_match"
        plain, match, number = play.kind == "play", play.kind == "match", len(play.cards)
        again, whole = plain and play.repeats, plain and play.repeats and "-" in say
        under, several = self.shown[top.identity], "OF-A-KIND" in say
        other = under.declares and card.kind == under.kind and play.identity != top.identity
        double = plain and play.in_turn and number == 2
        for event, holds, facts in (
            ("stays whole", whole, {}),
            ("of a kind", several and not whole, {}),
            ("how many now", own and not several and self.run(play) > 2, {"n": self.run(play)}),
            ("match in turn", play.in_turn and not plain, {}),
            (
                "match was first",
                match and not play.in_turn and isinstance(state, Playing),
                {"turn": state.turn},
            ),
            ("match again", match and len(state.chain.by) > 1, {}),
            ("match with effect", match and card.kind != "plain", {}),
            ("dealer matches", own and state.playpile == 1, {}),
            ("frog after a draw", again and card.skips and top.by == play.player and state.chain.skips, {}),
            ("new chain", again and card.skips, {}),
            ("other sort", other, {"power": card.kind}),
            ("command on power", under.declares and not other and card.acts, {}),
            (
                "chameleon on power",
                under.declares and play.in_turn and not other and not card.acts and not self.real(play.cards),
                {},
            ),
            ("double", double, {}),
            ("double in turn", double, {}),
            ("multiple", number > 1 and not double, {"n": number}),
        ):
            if holds:
                yield from self.says.cite(event, **facts)

    def _chameleon(self, play: Reading[Options]) -> Iterator[Cite]:
        """What a chameleon is, alone and with other cards (14 to 14.2, settled 20)."""
        state, alone = play.state, not self.real(play.cards)
        for event, holds in (
            ("chameleon is", True),
            ("chameleon matches", alone and play.kind != "play"),
            ("chameleons alone", alone and len(play.cards) > 1),
            ("chameleon counts", not alone and play.card.acts),
            ("dealer’s chameleon", not alone and state.playpile == 1 and play.player == state.dealer),
            ("last card on top", not alone),
        ):
            if holds:
                yield from self.says.cite(event, card=play.identity, top=play.cards[-1])

    def after_last_card(self, state: Open[Options]) -> str:
        """Whether a GOTCHA is good after a last card (settled 6)."""
        return "gotcha after a last card" if state.options.late_gotcha else "last card ends it"


def skipping_out(state: InPlay[Agreed], player: str) -> bool:
    """Whether a player reached this turn by their own frogs, and has drawn no card for it (settled 5).

    A pass leaves no frogs in the chain: then the turn does not follow directly. A draw that lapsed is none.
    """
    drew = state.since.drawn and not state.since.lapsed
    return state.turn == player == state.top.by and state.chain.skips > 0 and not drew


GAME = Zar()
