"""The Game of Zar, as its fan page has it: which moves are possible when, and who answers for each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from referee.rules.engine import HAND_WON, Answers, Feat, Objections, Refused, invalid
from referee.rules.house_zar import cards, close_call, play, turn
from referee.rules.house_zar.state import Options, Playing, States, Waiting
from referee.rules.shedding import between, hand, moves, scoring
from referee.rules.shedding.game import Shedding
from referee.rules.shedding.state import Between, Counting, Dealt, Flipping, Top


class HouseZar(Shedding):
    key = "house_zar"
    name = "The Game of Zar"
    state_types = States
    agreed = Options
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
    answers: ClassVar[Answers] = {
        moves.Deal: ((Between,), "house_zar 2", turn.deal),
        moves.Flip: ((Flipping,), "house_zar 4", turn.flip),
        moves.Play: ((Playing, Waiting), "house_zar 5", play.judge),
        moves.Draw: ((Playing,), "house_zar 5", turn.draw_card),
        moves.Take: ((Playing,), "house_zar 9", turn.take),
        moves.Pass: ((Playing,), "house_zar 5", turn.pass_turn),
        moves.SayZar: ((Playing, Waiting), "house_zar 7", turn.say_one),
        moves.Gotcha: ((Playing, Waiting), "house_zar 7", turn.asked),
        moves.Penalty: ((Playing, Waiting), "house_zar 19", turn.penalty),
        moves.Illegal: ((Playing, Waiting, Counting), "house_zar settled 11", turn.illegal),
        moves.CloseCall: ((Playing, Waiting), "house_zar 21", close_call.close_call),
        moves.Out: ((Waiting,), "house_zar 12", turn.out),
        moves.Count: ((Counting,), "house_zar 20", scoring.count),
        moves.Join: ((Between,), "house_zar settled 13", between.join),
        moves.Quit: ((Between,), "house_zar settled 13", between.quit_table),
        moves.Recount: ((Playing,), "house_zar 7", hand.recount),
        moves.Void: ((Dealt,), "house_zar settled 10", between.void),
        moves.End: ((Between,), "house_zar settled 13", between.end),
    }
    objections: ClassVar[Objections] = {moves.Play: play.refusal}

    def stands_for(self, card: str, _top: Top) -> str:
        """A card is always itself in this game."""
        return card

    def unknown_words(self, move: moves.Move) -> Refused | None:
        """A race that is no race here or lacks its toss, or a word that nobody declares."""
        match move:
            case moves.CloseCall() if frozenset(move.events) not in close_call.ROWS:
                return invalid(
                    "A race is between a play and a match, or two matches, not {events}: choose these.",
                    events=list(move.events),
                )
            case moves.CloseCall() if close_call.undecided(move):
                return invalid("Nobody knows who was first: say whose card is underneath, or who won a toss.")
            case moves.Play() if move.declare is not None and move.declare not in cards.DECLARABLE:
                return invalid("“{word}” is neither a colour nor a number: choose one.", word=move.declare)
        return None


GAME = HouseZar()
