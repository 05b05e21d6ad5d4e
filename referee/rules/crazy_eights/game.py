"""Crazy Eights, the traditional game: its pack, and what is its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import ClassVar, Literal

from msgspec import field
from msgspec.structs import replace

from referee.rules import engine
from referee.rules.crazy_eights import cards, moves
from referee.rules.engine import HAND_WON, Cite, Feat, Feats, Json, Refused, Ruling, invalid
from referee.rules.sentences import Fact
from referee.rules.shedding.definition import Card, Says, read
from referee.rules.shedding.game import Shedding
from referee.rules.shedding.hands import Answer, Open, too_many
from referee.rules.shedding.play import CardPlay, Reading
from referee.rules.shedding.state import Agreed, Between, Ending, InPlay, Laid, Over, Phases, Playing, Table


def _card(name: str) -> Card:
    rank, suit = cards.rank(name), cards.suit(name)
    if rank == "8":
        return Card(
            kind="eight", color=suit, symbol=rank, declares=cards.SUITS, declares_color=True, starts=False
        )
    return Card(kind="plain", color=suit, symbol=rank)


class Options(Agreed, frozen=True, kw_only=True):
    """What a table agrees on before the game: the packs, and how a player who does not play draws."""

    says = Says("crazy_eights", read(Path(__file__).parent / "says.toml"))
    shown: ClassVar[Mapping[str, Card]] = {name: _card(name) for name in cards.CARDS}

    packs: Literal[1, 2] = 1
    draw: Literal["one", "until"] = "one"
    end: Ending = field(default_factory=lambda: Ending(score=100))
    #: Without the cards' names nothing could be judged here.
    track: Literal["full"] = "full"

    @property
    def most_players(self) -> int:
        """How many may sit down (1)."""
        return 5 if self.packs == 1 else 7

    @property
    def alike(self) -> int:
        """How many cards of the deck are identical to one another (1)."""
        return self.packs

    def dealt(self, players: int) -> int:
        """How many cards each player is dealt (2)."""
        return 7 if players == 2 else 5

    def copies(self, _card: str) -> int:
        """How many of a card there are (1)."""
        return self.packs

    def cost(self, card: str) -> int:
        """The points of a card left in a hand (9)."""
        return cards.cost(card)


States = Phases[Options]


class CrazyEights(Shedding[Options]):
    key = "crazy_eights"
    name = "Crazy Eights"
    state_types = States
    move_types = moves.Move
    agreed = Options
    now: ClassVar[Mapping[str, str]] = {
        **Shedding.now,
        "count": "the hand is over, count the cards first",
        "over": "the game is over, start a new one",
    }
    in_turn = (moves.Play, moves.Draw, moves.Pass)
    disputes = frozenset({"recount"})
    highest_wins = True
    matching = False
    closing = frozenset[str]()
    pass_draws = False
    feats: ClassVar[Mapping[str, Feat]] = {
        HAND_WON: Feat("Hands won"),
        "eights": Feat("Eights played"),
        "drawn": Feat("Cards drawn"),
        "haul": Feat("Most points in a hand", most=True),
    }

    def may_draw(self, state: Playing[Options]) -> bool:
        """Once in a turn, or until a card can be played (6, settled 3)."""
        return (state.options.draw == "until" or not state.since.drawn) and state.left > 0

    def pass_turn(self, state: Playing[Options], move: moves.Pass) -> Answer:
        """Nobody passes who can still draw (6), or who draws until they can play (settled 3)."""
        if state.options.draw == "until" and self.may_draw(state):
            return self.says.no("illegal", "draws first", "until", player=move.player)
        return super().pass_turn(state, move)

    def declared_wrongly(self, state: Open[Options], move: CardPlay, _identity: str) -> Refused | None:
        """An eight names a suit, but for a last card (5, settled 1)."""
        if move.declare or state.hands[move.player] == 1:
            return None
        missing = self.says.no("impossible", "names no suit", card=move.cards[0])
        return too_many(state.options, state.laid, move.cards) or missing

    def does_not_follow(self, play: Reading[Options]) -> Refused:
        """What the top card asks for, in full (4, 5)."""
        state, top = play.state, play.state.top
        suit, drawing = top.color or "", isinstance(state, Playing) and self.may_draw(state)
        facts: dict[str, Fact] = {
            "card": play.identity,
            "top": top.identity,
            "suit": suit,
            "one": suit.removesuffix("s"),
            "rank": cards.rank(top.identity),
            "otherwise": "draw a card" if drawing else "pass",
        }
        event = "does not follow an eight" if cards.is_eight(top.identity) else "does not follow"
        return self.says.no("illegal", event, **facts)

    def why(self, play: Reading[Options]) -> tuple[Cite, ...]:
        """The suit or the rank that is the same (4), or what an eight names (5, settled 1)."""
        card, top, says = play.card, play.state.top, self.says
        if card.declares:
            if play.declare is None:
                return says.cite("names nothing")
            named = says.cite("names", player=play.player, suit=play.declare)
            return named + says.cite("names its own") if play.declare == card.color else named
        shared = "same suit" if card.color == top.color else "same rank" if card.symbol == top.symbol else ""
        return says.cite(shared or "goes on", player=play.player, card=play.identity)

    def join(self, state: Between[Options], move: moves.Join) -> Answer:
        """With that the last hand is told (settled 8)."""
        return super().join(replace(state, gained={}), move)

    def joins_with(self, state: Between[Options], player: str) -> tuple[int, str]:
        """With 0 points, or with those they left with (settled 8)."""
        return state.scores.get(player, 0), "joined"

    def plays(self, state: InPlay[Options]) -> Iterator[moves.Play]:
        """Every card, an eight with each suit that it can name."""
        for card in cards.CARDS:
            yield moves.Play(player=state.turn, card=card)
            if cards.is_eight(card):
                yield from (moves.Play(player=state.turn, card=card, suit=suit) for suit in cards.SUITS)

    def invalid_entry(self, state: Table[Options], move: engine.Move) -> Refused | None:
        """A suit is named with nothing but an eight (5)."""
        if not isinstance(move, moves.Play):
            return super().invalid_entry(state, move)
        if move.card not in self.shown:
            return self.no_card(move.card)
        if move.suit and not cards.is_eight(move.card):
            return invalid("The {card} names no suit: leave it out.", card=move.card)
        return None

    def no_card(self, name: str) -> Refused:
        """What is said of a name that no card has."""
        return invalid("There is no card “{card}”: choose one of the 52.", card=name)

    def feats_of(self, _before: Table[Options], move: engine.Move, ruling: Ruling[Table[Options]]) -> Feats:
        """What a move adds to the feats of whom; a hand is won when its last player is counted."""
        after = ruling.state
        match move:
            case moves.Play() if cards.is_eight(move.card):
                return {move.player: {"eights": 1}}
            case moves.Draw():
                return {move.player: {"drawn": 1}}
            case moves.Count() if isinstance(after, Between | Over):
                return {
                    name: {HAND_WON: 1, "haul": points} if points else {HAND_WON: 1}
                    for name, points in after.gained.items()
                }
        return {}

    def show(self, state: Table[Agreed]) -> Json:
        """The state in the words of docs/record.md."""
        shown, live = super().show(state), state if isinstance(state, InPlay) else None
        laid = state if isinstance(state, Laid) else None
        return {
            "phase": state.phase,
            "players": shown["players"],
            "dealer": shown["dealer"],
            "turn": shown["turn"],
            "drawn": live.since.drawn if live else 0,
            "top": laid and {"card": laid.top.identity, "by": laid.top.by, "suit": laid.top.color},
            **{name: shown[name] for name in ("hands", "drawpile")},
            "discards": shown["playpile"],
            **{name: shown[name] for name in ("out", "hand", "scores", "winners")},
        }


GAME = CrazyEights()
