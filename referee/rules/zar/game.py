"""ZAR, Clay's rules: which moves are possible when, and who answers for each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from referee.rules.engine import HAND_WON, Feat, NotARecord, Refused
from referee.rules.shedding import between, hand, scoring
from referee.rules.shedding.game import Answers, Shedding, deck, invalid
from referee.rules.zar import cards, close_call, moves, play, start, turn
from referee.rules.zar.state import (
    Between,
    Counting,
    Dealt,
    Flipping,
    Options,
    Playing,
    States,
    Top,
    Waiting,
)

__all__ = ["GAME", "Zar", "deck"]


class Zar(Shedding):
    key = "zar"
    name = "ZAR"
    state_types: ClassVar[Any] = States
    agreed = Options
    feats: ClassVar[Mapping[str, Feat]] = {
        HAND_WON: Feat("Hands won"),
        "match": Feat("Matches made"),
        "matched": Feat("Matches suffered"),
        "stung": Feat("Cards drawn for Wasps"),
        "gotcha": Feat("GOTCHAs called"),
        "caught": Feat("GOTCHAs suffered"),
        "illegal": Feat("Illegal plays"),
        "stack": Feat("Longest Wasp stack", most=True),
    }
    answers: ClassVar[Answers] = {
        moves.Deal: ((Between,), "zar 3", start.deal),
        moves.Flip: ((Flipping,), "zar 3", start.flip),
        moves.Play: ((Playing, Waiting), "zar 4", play.judge),
        moves.Draw: ((Playing,), "zar 4", turn.draw_card),
        moves.Take: ((Playing,), "zar 4", turn.take),
        moves.Pass: ((Playing,), "zar 4", turn.pass_turn),
        moves.SayZar: ((Playing, Waiting), "zar 6", turn.say_zar),
        moves.Gotcha: ((Playing, Waiting), "zar 6", turn.gotcha),
        moves.Penalty: ((Playing, Waiting), "zar 8", turn.penalty),
        moves.Illegal: ((Playing, Waiting, Counting), "zar 8", turn.illegal),
        moves.CloseCall: ((Playing, Waiting), "zar 10", close_call.close_call),
        moves.Out: ((Waiting,), "zar 6", turn.out),
        moves.Count: ((Counting,), "zar 6", scoring.count),
        moves.Join: ((Between,), "zar 11.6", between.join),
        moves.Quit: ((Between,), "zar 11.6", between.quit_table),
        moves.Recount: ((Playing,), "zar 11.7", hand.recount),
        moves.Void: ((Dealt,), "zar settled 13", between.void),
        moves.End: ((Between,), "zar settled 19", between.end),
    }

    def start(self, options: object, players: Sequence[str]) -> Between[Options]:
        """The table before the first deal. Raises NotARecord."""
        state = super().start(options, players)
        if state.options.chameleons > state.options.half_decks:
            raise NotARecord("`options.chameleons` may be one for each half deck at most.")
        return state

    def stands_for(self, card: str, top: Top) -> str:
        """A Chameleon alone stands for the card under it (14)."""
        return play.stands_for((card,), top)

    def unknown_words(self, move: moves.Move) -> Refused | None:
        """A pair that is no row of Table 1, or a word that nobody declares."""
        match move:
            case moves.CloseCall() if frozenset(move.events) not in close_call.ROWS:
                return invalid("`events`: {events} are no row of Table 1.", events=list(move.events))
            case moves.Play() if move.declare is not None and move.declare not in cards.DECLARABLE:
                return invalid("`declare`: {word} is neither a symbol nor a colour.", word=move.declare)
        return None


GAME = Zar()
