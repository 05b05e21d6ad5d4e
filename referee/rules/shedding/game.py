"""Games in which everybody wants to be rid of their cards: who answers for a move, and what is offered."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import ClassVar, get_args

from referee.rules import engine
from referee.rules.engine import HAND_WON, Refused, Ruling, invalid
from referee.rules.record import agreed, players_allowed
from referee.rules.sentences import NOT_CHOSEN
from referee.rules.shedding import moves
from referee.rules.shedding.hands import OptionsT, next_dealer, to_count
from referee.rules.shedding.play import CardPlay, Play
from referee.rules.shedding.state import (
    Agreed,
    Between,
    Counting,
    Dealt,
    Flipping,
    InPlay,
    Over,
    Playing,
    Table,
    Waiting,
    show,
)
from referee.rules.shedding.turn import Call, Undone

#: By the `do` of a move the phases it belongs to, and the method that judges it.
_JUDGES: Mapping[str, tuple[tuple[type[engine.State], ...], str]] = {
    "deal": ((Between,), "deal"),
    "flip": ((Flipping,), "flip"),
    "play": ((Playing, Waiting), "play"),
    "draw": ((Playing,), "draw_card"),
    "take": ((Playing,), "take"),
    "pass": ((Playing,), "pass_turn"),
    "zar": ((Playing, Waiting), "say_word"),
    "gotcha": ((Playing, Waiting), "gotcha"),
    "penalty": ((Playing, Waiting), "penalty"),
    "illegal": ((Playing, Waiting, Counting), "illegal"),
    "close_call": ((Playing, Waiting), "close_call"),
    "out": ((Waiting,), "out"),
    "count": ((Counting,), "count"),
    "join": ((Between,), "join"),
    "quit": ((Between,), "leave"),
    "recount": ((Playing,), "recount"),
    "void": ((Dealt,), "void"),
    "end": ((Between,), "end"),
}
#: The moves that name nothing but players at the table.
_NAMES_ALONE = (moves.Deal, moves.Draw, moves.Take, moves.Pass, moves.SayZar, moves.Void, moves.End)


class Shedding(Play[OptionsT]):
    """A game of getting rid of cards, as a whole.

    A game gives its key, name and feats, the unions of its states and moves, and `agreed`, which says what
    its cards are and what its referee says; `when play` there is the clause of the moves `play`, and so on.
    Where its rules are its own, it overrides the method for them.
    """

    move_types = moves.Moves
    openers = (moves.Deal,)
    disputes = frozenset({"gotcha", "penalty", "illegal", "close_call", "recount"})
    now: ClassVar[Mapping[str, str]] = {
        "deal": "no hand is running, deal one first",
        "flip": "the first card has to be turned over first",
        "play": "a hand is being played",
        "out": "{out} has played the last card: match it, or say that nobody matched",
        "count": "the hand is won: count the cards first",
        "over": "the game is over",
    }
    in_turn: ClassVar[tuple[type[engine.Move], ...]] = (moves.Draw, moves.Take, moves.Pass)
    looks_back = (moves.Illegal,)
    show = staticmethod(show)
    #: What is said of a word to declare and of a pair of events that there is not.
    no_such_word = "There is no word “{word}” to declare: choose another one."
    no_such_race = "{events} cannot meet: choose two other events."
    #: Every word that may be declared.
    words: ClassVar[frozenset[str]]

    def __init_subclass__(cls) -> None:
        """Who answers for which move; instances hold nothing, so that the methods of any will do."""
        super().__init_subclass__()
        rules, kinds = cls(), {str(kind.__struct_config__.tag): kind for kind in get_args(cls.move_types)}
        cls.says, cls.shown = rules.agreed.says, rules.agreed.shown
        cls.words = frozenset(word for words in rules.agreed.declared.values() for word in words)
        cls.answers = {
            kind: (phases, cls.says.rule(f"when {do}"), getattr(rules, judge))
            for do, kind in kinds.items()
            for phases, judge in [_JUDGES[do]]
        }
        cls.objections = {kinds["play"]: rules.refuses}

    def start(self, options: object, players: Sequence[str]) -> Between[OptionsT]:
        """The table before the first deal. Raises NotARecord."""
        chosen = agreed(self.agreed, options)
        players_allowed(self.name, range(2, chosen.most_players + 1), len(players))
        scores = dict.fromkeys(players, 0)
        return Between(options=chosen, players=tuple(players), scores=scores, hand=0, dealer=None)

    def offers(self, state: Table[OptionsT]) -> Iterator[moves.Move]:
        """The moves a table may want to tap now, some of which `judge` refuses."""
        match state:
            case Between():
                yield from (moves.Deal(dealer=name) for name in state.players)
                yield from (moves.Quit(player=name) for name in state.players)
                yield moves.End()
            case Flipping():
                yield from (moves.Flip(card=card) for card in deck(state.options))
            case InPlay():
                yield from self.plays(state)
                yield from self._calls(state)
            case Counting():
                yield from (moves.Count(player=name, points=0) for name in to_count(state))
        if isinstance(state, Dealt):
            yield moves.Void()

    def plays(self, state: InPlay[OptionsT]) -> Iterator[moves.Move]:
        """In turn any card, out of turn those that match; doubled and more; each declaration."""
        options, top = state.options, state.top
        words = {card: self.may_declare(self.stands_for((card,), top)) for card in deck(options)}
        matching = [card for card in words if self.agrees(top, self.stands_for((card,), top))]
        for player in state.players:
            in_turn = state.phase == "play" and player == state.turn
            for card in words if in_turn else matching if self.matching else ():
                for number in range(1, min(options.alike, state.hands[player]) + 1):
                    for word in words[card]:
                        yield moves.Play(player=player, cards=(card,) * number, declare=word)

    def _calls(self, state: InPlay[OptionsT]) -> Iterator[moves.Move]:
        if isinstance(state, Waiting):
            yield from (moves.Out(player=name) for name in state.players if not state.hands[name])
        else:
            turn = (moves.Draw, moves.Take, moves.Pass)
            yield from (kind(player=state.turn) for kind in turn if kind in self.answers)
        for name in state.players:
            if moves.SayZar in self.answers:
                yield moves.SayZar(player=name)
            if moves.Penalty in self.answers:
                yield moves.Penalty(player=name)
            if moves.Gotcha in self.answers:
                others = (other for other in state.players if other != name)
                yield from (moves.Gotcha(caller=other, target=name) for other in others)

    def invalid_entry(self, state: Table[OptionsT], move: engine.Move) -> Refused | None:
        """What is wrong by the vocabulary, the players and the options alone."""
        if type(move) in _NAMES_ALONE:
            return None
        match move:
            case moves.Play():
                if move.declare is not None and move.declare not in self.words:
                    return invalid(self.no_such_word, word=move.declare)
                return self._unknown(state.options, move.cards)
            case moves.Flip():
                return self._unknown(state.options, (move.card,))
            case moves.Count():
                if (move.cards is None) == (move.points is None):
                    return invalid("Count either cards or points, one of the two.")
                return self._unknown(state.options, move.cards or ())
            case moves.Join() if move.player in state.players:
                return invalid("{name} is at the table already: choose another name.", name=move.player)
            case moves.Gotcha() if move.caller == move.target:
                return invalid("Nobody calls GOTCHA on themselves: choose two players.")
            case moves.CloseCall() if len(set(move.players)) == 1:
                return invalid("A close call is between two players: choose two.")
            case moves.CloseCall() if frozenset(move.events) not in self.races:
                return invalid(self.no_such_race, events=list(move.events))
        return None

    def _unknown(self, options: Agreed, given: Sequence[str]) -> Refused | None:
        for name in given:
            card = self.shown.get(name)
            if card is None or not (card.named or options.track == "quick"):
                return self.no_card(name)
        return None

    def no_card(self, name: str) -> Refused:
        """What is said of a name that no card has."""
        if not name:
            return invalid(NOT_CHOSEN, field="The card")
        return invalid("There is no card “{card}”: choose one of the deck.", card=name)

    def feats_of(
        self, before: Table[OptionsT], move: engine.Move, ruling: Ruling[Table[OptionsT]]
    ) -> engine.Feats:
        """What a move adds to the feats of whom.

        A hand is won when its last loser is counted. What an illegal play undid is told by `Ruling.undoes`;
        the calls that stand all the same are told once more with it.
        """
        after = ruling.state
        match move:
            case moves.Play() if isinstance(before, InPlay):
                return _played(before, move, ruling)
            case moves.Take() if isinstance(before, Dealt) and isinstance(after, Dealt):
                return {move.player: {"stung": after.hands[move.player] - before.hands[move.player]}}
            case moves.Gotcha() | moves.Penalty() if isinstance(before, InPlay):
                return _called(before, move)
            case moves.Illegal() if isinstance(ruling, Undone):
                return _undone(ruling)
            case moves.Out() if isinstance(after, Counting):
                return {name: {"stung": number} for name, number in after.outstanding.items()}
            case moves.Out() | moves.Count() if (
                isinstance(after, Between | Over) and after.hand == before.hand
            ):
                # A hand that is void gives its number back.
                winner = before.out if isinstance(before, Counting) else move.player
                return {winner: {HAND_WON: 1}} if winner else {}
        return {}

    def next_dealer(self, before: Table[OptionsT]) -> str | None:
        """Who would deal the next hand; see Game.next_dealer."""
        if isinstance(before, Dealt):
            return next_dealer(before)
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


def _called(before: InPlay[Agreed], move: Call) -> engine.Feats:
    match move:
        case moves.Gotcha() if move.target in before.owes:
            return {move.caller: {"gotcha": 1}, move.target: {"caught": 1}}
        case moves.Penalty() if move.why != moves.FALSE_CALL:
            return {move.player: {"illegal": 1}}
    return {}


def _undone(ruling: Undone[Table[Agreed]]) -> engine.Feats:
    calls = [_called(call.before, call.move) for call in ruling.standing]
    sums: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for feats in ({ruling.offender: {"illegal": 1}}, *calls):
        for player, done in feats.items():
            sums[player].update(done)
    return {player: dict(done) for player, done in sums.items()}


def _played(before: InPlay[Agreed], move: CardPlay, ruling: Ruling[Table[Agreed]]) -> engine.Feats:
    after, mine = ruling.state, dict[str, int]()
    if isinstance(after, InPlay) and after.draw_count > before.draw_count:
        mine["stack"] = after.draw_count // 2
    if ruling.entry.get("kind") != "match":
        return {move.player: mine} if mine else {}
    return {move.player: {"match": 1, **mine}, before.top.by: {"matched": 1}}


def deck(options: Agreed) -> tuple[str, ...]:
    """The names that a card can have at this table, kinds first when it tracks quickly."""
    return (options.kinds if options.track == "quick" else ()) + options.cards
