"""Games in which everybody wants to be rid of their cards: who answers for a move, and what is offered."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import ClassVar

from referee.rules import engine
from referee.rules.engine import Refused, Ruling, invalid
from referee.rules.record import agreed, players_allowed
from referee.rules.sentences import NOT_CHOSEN
from referee.rules.shedding import moves, scoring
from referee.rules.shedding.entries import agrees, may_declare
from referee.rules.shedding.feats import feats_of
from referee.rules.shedding.state import Agreed, Between, Counting, Dealt, Flipping, Live, Table, Top, show


class Shedding(engine.AnyGame):
    """What ZAR and the Game of Zar answer alike; each brings its deck, its clauses and its judges."""

    move_types = moves.Moves
    openers = (moves.Deal,)
    disputes = frozenset({"gotcha", "penalty", "illegal", "close_call", "recount"})
    highest_wins = False
    now: ClassVar[Mapping[str, str]] = {
        "deal": "no hand is running, deal one first",
        "flip": "the first card has to be turned over first",
        "play": "a hand is being played",
        "out": "{out} has played the last card: match it, or say that nobody matched",
        "count": "the hand is won: count the cards first",
        "over": "the game is over",
    }
    in_turn = (moves.Draw, moves.Take, moves.Pass)
    looks_back = (moves.Illegal,)
    #: The calls (their `do`) that stand although the play before them was undone as illegal.
    standing_calls: ClassVar[frozenset[str]] = frozenset()
    agreed: ClassVar[type[Agreed]]

    @abstractmethod
    def stands_for(self, card: str, top: Top) -> str:
        """The card that a card stands for when it is played alone on the top one."""

    def start(self, options: object, players: Sequence[str]) -> Between[Agreed]:
        """The table before the first deal. Raises NotARecord."""
        chosen = agreed(self.agreed, options)
        players_allowed(self.name, range(2, chosen.most_players + 1), len(players))
        scores = dict.fromkeys(players, 0)
        return Between(options=chosen, players=tuple(players), scores=scores, hand=0, dealer=None)

    def offers(self, state: Table[Agreed]) -> Iterator[moves.Move]:
        """The moves a table may want to tap now, some of which `judge` refuses."""
        match state:
            case Between():
                yield from (moves.Deal(dealer=name) for name in state.players)
                yield from (moves.Quit(player=name) for name in state.players)
                yield moves.End()
            case Flipping():
                yield from (moves.Flip(card=card) for card in deck(state.options))
            case Live():
                yield from self._plays(state)
                yield from _calls(state)
            case Counting():
                yield from (moves.Count(player=name, points=0) for name in scoring.to_count(state))
        if isinstance(state, Dealt):
            yield moves.Void()

    def feats_of(
        self, before: Table[Agreed], move: moves.Move, ruling: Ruling[Table[Agreed]]
    ) -> engine.Feats:
        """What a move adds to the feats, which are the same in both games; see Game.feats_of."""
        return feats_of(before, move, ruling)

    def show(self, state: Table[Agreed]) -> engine.Json:
        """The state as docs/record.md words it."""
        return show(state)

    def next_dealer(self, before: Table[Agreed]) -> str | None:
        """Who would deal the next hand; see Game.next_dealer."""
        if isinstance(before, Dealt):
            return scoring.next_dealer(before)
        return before.dealer if isinstance(before, Between) else None

    def renumbered(self, raw: engine.Json, places: Mapping[int, int]) -> engine.Json:
        """An illegal play is named by its number; see Game.renumbered."""
        return raw | {"move": places.get(raw["move"], 0)} if raw["do"] == "illegal" else raw

    def voids(self, raw: engine.Json, earlier: Mapping[int, engine.Json]) -> Collection[int]:
        """Of an illegal play: itself and all after it but the calls that stand."""
        if raw["do"] != "illegal":
            return super().voids(raw, earlier)
        return [
            n for n, move in earlier.items() if n >= raw["move"] and move["do"] not in self.standing_calls
        ]

    def _plays(self, state: Live[Agreed]) -> Iterator[moves.Move]:
        """In turn any card, out of turn those that match; doubled and more; each declaration."""
        options, top = state.options, state.top
        names = deck(options)
        matching = [card for card in names if agrees(options, top, self.stands_for(card, top))]
        for player in state.players:
            in_turn = state.phase == "play" and player == state.turn
            for card in names if in_turn else matching:
                words = may_declare(options, self.stands_for(card, top))
                for number in range(1, min(options.alike, state.hands[player]) + 1):
                    for word in words:
                        yield moves.Play(player=player, cards=(card,) * number, declare=word)

    def wrong_words(self, state: Table[Agreed], move: moves.Move) -> Refused | None:
        """What is wrong by the vocabulary, the players and the options alone."""
        match move:
            case moves.Join() if move.player in state.players:
                return invalid("{name} is at the table already: choose another name.", name=move.player)
            case moves.Gotcha() if move.caller == move.target:
                return invalid("Nobody calls GOTCHA on themselves: choose two players.")
            case moves.Count() if (move.cards is None) == (move.points is None):
                return invalid("Count either cards or points, one of the two.")
            case moves.CloseCall() if len(set(move.players)) == 1:
                return invalid("A close call is between two players: choose two.")
            case moves.Play() | moves.Count() | moves.Flip() | moves.CloseCall():
                return self.unknown_words(move) or _unknown_cards(state.options, move)
        return None

    @abstractmethod
    def unknown_words(self, move: moves.Move) -> Refused | None:
        """What is wrong by this game's own vocabulary, cards aside."""


def deck(options: Agreed) -> tuple[str, ...]:
    """The names that a card can have at this table, kinds first when it tracks quickly."""
    return (options.kinds if options.track == "quick" else ()) + options.cards


def _calls(state: Live[Agreed]) -> Iterator[moves.Move]:
    if state.phase == "out":
        yield from (moves.Out(player=name) for name in state.players if not state.hands[name])
    else:
        yield from (move(player=state.turn) for move in (moves.Draw, moves.Take, moves.Pass))
    for name in state.players:
        yield moves.SayZar(player=name)
        yield moves.Penalty(player=name)
        yield from (moves.Gotcha(caller=other, target=name) for other in state.players if other != name)


def _unknown_cards(options: Agreed, move: moves.Move) -> Refused | None:
    match move:
        case moves.Flip():
            given: Sequence[str] = (move.card,)
        case moves.Play() | moves.Count():
            given = move.cards or ()
        case _:
            given = ()
    for card in given:
        if not card:
            return invalid(NOT_CHOSEN, field="The card")
        if card not in options.names and not (options.track == "quick" and card in options.kinds):
            return invalid("There is no card “{card}”: choose one of the deck.", card=card)
    return None
