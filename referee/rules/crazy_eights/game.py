"""Crazy Eights: which moves are possible when, and who answers for each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from referee.rules import engine
from referee.rules.crazy_eights import cards, hands, moves, play, scoring
from referee.rules.crazy_eights.feats import FEATS, feats_of
from referee.rules.crazy_eights.state import Counting, Options, Playing, States, show
from referee.rules.engine import Answers, Json, Refused, Ruling, invalid
from referee.rules.record import agreed, players_allowed
from referee.rules.shedding.between import quit_table, void
from referee.rules.shedding.state import Between, Dealt, Flipping


class CrazyEights(engine.Game[States, moves.Move]):
    key = "crazy_eights"
    name = "Crazy Eights"
    state_types = States
    move_types = moves.Move
    answers: ClassVar[Answers] = {
        moves.Deal: ((Between,), "crazy_eights 2", hands.deal),
        moves.Flip: ((Flipping,), "crazy_eights 3", hands.flip),
        moves.Play: ((Playing,), "crazy_eights 4", play.play),
        moves.Draw: ((Playing,), "crazy_eights 6", play.draw_card),
        moves.Pass: ((Playing,), "crazy_eights 6", play.pass_turn),
        moves.Count: ((Counting,), "crazy_eights 9", scoring.count),
        moves.Join: ((Between,), "crazy_eights settled 8", hands.join),
        moves.Quit: ((Between,), "crazy_eights settled 8", quit_table),
        moves.Recount: ((Playing,), "crazy_eights settled 10", play.recount),
        moves.Void: ((Dealt,), "crazy_eights settled 9", void),
        moves.End: ((Between,), "crazy_eights settled 7", hands.end),
    }
    now: ClassVar[Mapping[str, str]] = {
        "deal": "no hand is running, deal one first",
        "flip": "the first card has to be turned over first",
        "play": "a hand is being played",
        "count": "the hand is over, count the cards first",
        "over": "the game is over, start a new one",
    }
    in_turn = (moves.Play, moves.Draw, moves.Pass)
    openers = (moves.Deal,)
    disputes = frozenset({"recount"})
    feats = FEATS

    def start(self, options: object, players: Sequence[str]) -> Between[Options]:
        """The table before the first deal. Raises NotARecord."""
        chosen = agreed(Options, options)
        players_allowed(self.name, range(2, chosen.most_players + 1), len(players))
        scores = dict.fromkeys(players, 0)
        return Between(options=chosen, players=tuple(players), scores=scores, hand=0, dealer=None)

    def wrong_words(self, state: States, move: moves.Move) -> Refused | None:
        """What is wrong by the vocabulary, the players and the options alone."""
        match move:
            case moves.Join() if move.player in state.players:
                return invalid("{name} is at the table already: choose another name.", name=move.player)
            case moves.Count() if (move.cards is None) == (move.points is None):
                return invalid("Count either cards or points, one of the two.")
            case moves.Count():
                return _unknown_cards(*(move.cards or ()))
            case moves.Play() if move.suit and move.card in cards.CARDS and not cards.is_eight(move.card):
                return invalid("The {card} names no suit: leave it out.", card=move.card)
            case moves.Play() | moves.Flip():
                return _unknown_cards(move.card)
        return None

    def offers(self, state: States) -> Iterator[moves.Move]:
        """The moves a table may want to tap now, some of which `judge` refuses."""
        match state:
            case Between():
                yield from (moves.Deal(dealer=name) for name in state.players)
                yield from (moves.Quit(player=name) for name in state.players)
                yield moves.End()
            case Flipping():
                yield from (moves.Flip(card=card) for card in cards.CARDS)
            case Playing():
                yield from _plays(state.turn)
                yield moves.Draw(player=state.turn)
                yield moves.Pass(player=state.turn)
            case Counting():
                yield from (moves.Count(player=name, points=0) for name in scoring.to_count(state))
        if isinstance(state, Dealt):
            yield moves.Void()

    def feats_of(self, before: States, move: moves.Move, ruling: Ruling[States]) -> engine.Feats:  # noqa: ARG002
        """What a move adds to the feats of whom; see Game.feats_of."""
        return feats_of(move, ruling)

    def next_dealer(self, before: States) -> str | None:
        """Who would deal the next hand; see Game.next_dealer."""
        if isinstance(before, Dealt):
            return scoring.next_dealer(before)
        return before.dealer if isinstance(before, Between) else None

    def show(self, state: States) -> Json:
        """The state as docs/record.md words it."""
        return show(state)


def _plays(player: str) -> Iterator[moves.Play]:
    """Every card, an eight with each suit that it can name."""
    for card in cards.CARDS:
        yield moves.Play(player=player, card=card)
        if cards.is_eight(card):
            yield from (moves.Play(player=player, card=card, suit=suit) for suit in cards.SUITS)


def _unknown_cards(*given: str) -> Refused | None:
    for card in given:
        if card not in cards.CARDS:
            return invalid("There is no card “{card}”: choose one of the 52.", card=card)
    return None


GAME = CrazyEights()
