"""ZAR, Clay's rules: which moves are possible when, and who answers for each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from referee.rules.engine import HAND_WON, Answers, Feat, Objections, Refused, invalid
from referee.rules.shedding import between, hand, moves, scoring
from referee.rules.shedding.game import Shedding
from referee.rules.shedding.state import Between, Counting, Dealt, Flipping, Top
from referee.rules.zar import cards, close_call, play, start, turn
from referee.rules.zar.state import Options, Playing, States, Waiting


class Zar(Shedding):
    key = "zar"
    name = "ZAR"
    state_types = States
    agreed = Options
    standing_calls = frozenset({"zar", "gotcha", "penalty"})
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
        moves.Void: ((Dealt,), "zar settled 22", between.void),
        moves.End: ((Between,), "zar settled 19", between.end),
    }
    objections: ClassVar[Objections] = {moves.Play: play.refusal}

    def stands_for(self, card: str, top: Top) -> str:
        """A chameleon alone stands for the card under it (14)."""
        return play.stands_for((card,), top)

    def unknown_words(self, move: moves.Move) -> Refused | None:
        """A pair that is no row of Table 1, or a word that nobody declares."""
        match move:
            case moves.CloseCall() if frozenset(move.events) not in close_call.ROWS:
                return invalid(
                    "No row of Table 1 has {events}: choose two other events.", events=list(move.events)
                )
            case moves.Play() if move.declare is not None and move.declare not in cards.DECLARABLE:
                return invalid("“{word}” is neither a symbol nor a colour: choose one.", word=move.declare)
        return None


GAME = Zar()
