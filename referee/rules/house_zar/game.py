"""The Game of Zar, as its fan page has it: the deck, and what is its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, ClassVar, Literal

from msgspec import Meta, Struct, field

from referee.rules import engine
from referee.rules.engine import HAND_WON, Cite, Feat, Refused, Ruling, invalid
from referee.rules.house_zar import cards
from referee.rules.shedding import moves
from referee.rules.shedding.definition import Card, Points, Says, read
from referee.rules.shedding.game import Shedding
from referee.rules.shedding.hands import Open, Owed
from referee.rules.shedding.play import Reading
from referee.rules.shedding.state import Agreed, Between, InPlay, Playing, Table, Waiting, WithMatches


class Scale(Struct, frozen=True, forbid_unknown_fields=True):
    """What a card left in a hand costs, by kind (20)."""

    plain: Points = 1
    reverse: Points = 2
    skip: Points = 2
    draw_two: Points = field(default=3, name="draw two")
    wild: Points = 4
    dragon: Points = 5


class Options(Agreed, frozen=True, kw_only=True):
    """What a table agrees on before the game: Triple Zar (22), the disputed match (13), and the rest."""

    says = Says("house_zar", read(Path(__file__).parent / "says.toml"))
    shown: ClassVar[Mapping[str, Card]] = cards.SHOWN

    copies_each: Annotated[int, Meta(ge=2, le=3)] = field(default=2, name="copies")
    in_turn_match: bool = True
    next_dealer: Literal["rotate", "winner"] = "winner"
    points: Scale = Scale()

    @property
    def most_players(self) -> int:
        """How many may sit down (settled 13)."""
        return 9

    @property
    def alike(self) -> int:
        """How many cards of the deck are identical to one another (1, 22)."""
        return self.copies_each

    def dealt(self, players: int) -> int:
        """How many cards each player is dealt (2)."""
        return max(10 - players, 3)

    def cost(self, card: str) -> int:
        """The points that a card left in a hand costs."""
        return int(getattr(self.points, self.kind(card).replace(" ", "_")))


class HouseZar(Shedding[Options]):
    key = "house_zar"
    name = "The Game of Zar"
    state_types = WithMatches[Options]
    agreed = Options
    unknown = "a number"
    closing = frozenset({"pass"})
    reason_first = True
    illegal_costs = False
    #: A play against a match, and a match against a match (settled 12).
    races: ClassVar[Mapping[frozenset[str], str | None]] = {
        frozenset({"play", "match"}): None,
        frozenset({"match"}): None,
    }
    events: ClassVar[Mapping[str, str]] = {"play": "playing in turn", "match": "playing a match"}
    no_such_word = "“{word}” is neither a colour nor a number: choose one."
    no_such_race = "A race is between a play and a match, or two matches, not {events}: choose these."
    feats: ClassVar[Mapping[str, Feat]] = {
        HAND_WON: Feat("Hands won"),
        "match": Feat("Matches made"),
        "matched": Feat("Matches suffered"),
        "stung": Feat("Cards drawn for draw twos"),
        "gotcha": Feat("Others caught without “one”"),
        "caught": Feat("Caught without “one”"),
        "illegal": Feat("Illegal plays"),
        "stack": Feat("Longest stack of draw twos", most=True),
    }

    def draw_card(self, _state: Playing[Options], move: moves.Draw) -> Refused:
        """There is no drawing first and playing then in this game (5)."""
        return self.says.no("illegal", "no drawing", player=move.player)

    def exhausted(self, state: Open[Options], player: str, drawn: int) -> Ruling[Between[Options]]:
        """With nothing left to draw the hand is void, lost by who holds the most (18, settled 10)."""
        hands = {**state.hands, player: state.hands[player] + drawn}
        most = max(hands.values())
        losers = [name for name in state.players if hands[name] == most]
        cites = self.says.cite("exhausted", losers=losers, n=most)
        cites += self.says.cite("void", hand=state.hand, dealer=state.dealer)
        return Ruling(self.given_up(state), cites)

    def matches_in_turn(self, state: Open[Options]) -> bool:
        """As the table has agreed (13)."""
        return state.matchable and state.options.in_turn_match

    def may_not_match(self, play: Reading[Options]) -> Refused | None:
        """Nobody matches themselves (11)."""
        own = play.state.top.by == play.player
        return self.says.no("illegal", "own card", player=play.player) if own else None

    def objection(self, play: Reading[Options]) -> Refused | None:
        """The first rule that a play breaks; who matches in turn hands on what is faced, too (9)."""
        state, refused = play.state, super().objection(play)
        if refused or not play.in_turn or not state.draw_count or play.card.draws:
            return refused
        return self.says.no("illegal", "faces", turn=state.turn, n=state.draw_count)

    def skips(self, play: Reading[Options], number: int) -> int:
        """A match cancels all skips (14, settled 2)."""
        return 0 if play.kind == "match" else number

    def owed(self, play: Reading[Options]) -> tuple[Owed, ...]:
        """Whoever is matched, in Triple Zar all in the chain (22, settled 7); who may not go out so (12)."""
        owed, chain, player = super().owed(play), play.state.chain.by, play.player
        if owed and _is_chained(play):
            owed = tuple(
                (name, 1, "chain") for name in play.state.players if name in chain and name != player
            )
        again = play.left == 0 and (play.kind == "match" or len(play.cards) > 1)
        return (*owed, (player, 1, "again")) if again else owed

    def report(
        self, play: Reading[Options], after: Open[Options] | Between[Options], does: Card, drew: list[Cite]
    ) -> tuple[tuple[Cite, ...], dict[str, str]]:
        """Why a play may be, who draws, what comes of it, and what has to be said with it (settled 14)."""
        one, cites = False, [*self.why(play), *drew]
        if isinstance(after, InPlay):
            one = after.hands[play.player] == 1
            cites += self.few_left(play, after) if play.left < 2 else ()
            cites += self.effects(after, does, play.kind)
        cites += self._remarks(play)
        say = "-".join(filter(None, ["ONE" if one else "", (play.declare or "").upper()]))
        cites += self.says.cite("to say", say=say) if say else ()
        return tuple(cites), {"say": say, "kind": play.kind}

    def _remarks(self, play: Reading[Options]) -> Iterator[Cite]:
        """What else decides a play."""
        cite, state, player, pair = self.says.cite, play.state, play.player, len(play.cards) > 1
        if play.kind == "match":
            if isinstance(state, Waiting):
                yield from cite("last card matched")
            elif play.in_turn:
                yield from cite("match in turn")
                if pair:
                    yield from cite("pair matches")
                if self.shown[state.top.identity].draws and not state.draw_count:
                    yield from cite("drawn for", player=player)
            if _is_chained(play):
                yield from cite("chain draws", player=player)
        elif play.repeats and state.matchable and state.top.by != player:
            yield from cite("plain play")
        if pair:
            yield from cite("pair", n=len(play.cards))

    def invalid_entry(self, state: Table[Options], move: engine.Move) -> Refused | None:
        """A race needs evidence or a toss (21)."""
        refused = super().invalid_entry(state, move)
        if not refused and isinstance(move, moves.CloseCall) and undecided(move):
            return invalid("Nobody knows who was first: say whose card is underneath, or who won a toss.")
        return refused


def _is_chained(play: Reading[Options]) -> bool:
    """Whether a match is one more in a chain of Triple Zar (22)."""
    return play.state.options.copies_each > 2 and len(play.state.chain.by) > 1


def undecided(move: moves.CloseCall) -> bool:
    """Whether a race has neither evidence about one of the two nor a toss between them."""
    if move.measured and move.measured.sure:
        return False
    return move.underneath not in move.players and move.toss not in move.players


GAME = HouseZar()
