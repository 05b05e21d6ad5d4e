"""What every part of a dispute asks of a table, and whether a card may be played by anybody."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias
from urllib.parse import urlencode

from referee.games.cited import Cited
from referee.games.look import AnyLook
from referee.games.parts import Choice, Sheet
from referee.games.shedding.pad import asking_pad, with_any_word
from referee.games.shedding.style import OWING, Style
from referee.games.shedding.views import AnswerView
from referee.games.shedding.wording import given
from referee.rules import engine
from referee.rules.engine import AnyGame, Refused, Ruling, State
from referee.rules.sentences import counted
from referee.rules.shedding import moves
from referee.rules.shedding.state import Agreed, Dealt, InPlay

Step: TypeAlias = engine.Step[State, moves.Move]
Playing: TypeAlias = InPlay[Agreed]

_KINDS = {"play": "a plain play", "match": "a match", "self_match": "a match of their own card"}
_NO = {"illegal": "no", "impossible": "impossible", "invalid": "no", "phase": "not now"}


def owing(state: State) -> tuple[str, ...]:
    """Who owes the last card's word; nobody while no card is played."""
    return tuple(state.owes) if isinstance(state, InPlay) else ()


def held(state: State, name: str) -> int:
    """How many cards a player holds; 0 between hands."""
    return state.hands.get(name, 0) if isinstance(state, Dealt) else 0


def on_turn(state: State) -> str:
    """Whose turn it is; "" for nobody's."""
    return state.turn if isinstance(state, InPlay) and state.phase == "play" else ""


Question = tuple[str, str, str]


class Asking(NamedTuple):
    """Somebody who asks at a table."""

    style: Style
    rules: AnyGame
    state: InPlay[Agreed]

    def judged(self, player: str, card: str) -> Ruling[State] | Refused:
        """What the referee would say of one card by a player, with whatever word it needs."""
        options = self.state.options
        words = options.declared.get(options.kind(card), (None,))
        return self.rules.judge(self.state, moves.Play(player=player, cards=(card,), declare=words[0]))

    def must_draw(self, free: str) -> Iterator[Question]:
        """Must the player on turn draw? `free` is the answer when they may choose."""
        turn = self.state.turn
        refused = self.rules.judge(self.state, moves.Pass(player=turn))
        if isinstance(refused, Refused):
            yield f"Must {turn} draw?", self.style.refused(refused).text, refused.rule or ""
        else:
            yield f"Must {turn} draw?", free, refused.cites[0].rule

    def who_is_next(self, rule: str) -> Iterator[Question]:
        """Who comes after the player on turn, if they play nothing that changes it."""
        turn = self.state.turn
        passed = self.rules.judge(self.state, moves.Pass(player=turn))
        if isinstance(passed, Ruling) and isinstance(passed.state, InPlay):
            after = passed.state.turn
        else:
            place = self.state.players.index(turn) + self.state.direction
            after = self.state.players[place % len(self.state.players)]
        yield f"Who is next after {turn}?", f"{after}, unless {turn}’s card changes it.", rule


def may(style: Style, look: AnyLook, state: Playing) -> Sheet:
    """The pad to ask with, or, for a card in the address, what everybody may do with it."""
    kind, template = "may", "games/shedding/sheets/may.html"
    cards = given(style, look.asked)
    known = (*state.options.names, *state.options.kinds)
    if not all(card in known for card in cards):
        return Sheet.of(kind, template, answer=None, pad=asking_pad(style, state))
    wanted = look.asked.get("player", "")
    player = wanted if wanted in state.players else state.turn
    tries = {name: with_any_word(style, state, name, tuple(cards)) for name in state.players}
    answers = {name: style.rules.judge(state, play) for name, play in tries.items()}
    asked = [("sheet", "may"), *(("cards", card) for card in cards)]
    verdicts = tuple(
        Choice(
            href=f"{look.url}?{urlencode([*asked, ('player', name)])}",
            text=name,
            on=name == player,
            note=f"{_verdict(answer)}{', on turn' if name == on_turn(state) else ''}",
        )
        for name, answer in answers.items()
    )
    return Sheet.of(
        kind,
        template,
        answer=_answer(style, state, player, cards, answers[player]),
        verdicts=verdicts,
        again=f"{look.url}?sheet=may",
    )


def _verdict(answer: Ruling[State] | Refused) -> str:
    """The referee's answer in a word or two."""
    return _NO[answer.code] if isinstance(answer, Refused) else _KINDS[answer.entry["kind"]]


def _answer(
    style: Style, state: Playing, player: str, cards: list[str], answer: Ruling[State] | Refused
) -> AnswerView:
    what = f"May {player} play {style.played(cards)}"
    if isinstance(answer, Refused):
        no = Cited(text=style.refused(answer).text, rule=answer.rule or "")
        return AnswerView(title=f"{what}? {_verdict(answer).capitalize()}.", cites=(no,))
    power = state.options.kind(style.stands_for(tuple(cards), state.top)) in state.options.declared
    reminds, say = style.reminds(state.options), answer.entry.get("say", "")
    cites = tuple(
        Cited(text=style.cite(cite.message, cite.facts), rule=cite.rule)
        for cite in answer.cites
        if cite.rule not in style.elsewhere
        and not (power and "declared" in cite.facts)
        and (reminds or cite.event not in OWING)
    )
    return AnswerView(
        title=f"{what}? Yes, {_verdict(answer)}.",
        cites=cites,
        does=tuple(_does(state, player, len(cards), answer.state)),
        say=_said(say if reminds else style.unprompted(say), power=power).replace("'", "’"),
    )


def _said(say: str, *, power: bool) -> str:
    """What to say; of a power card the colour or symbol is the player's choice."""
    if not power:
        return say
    parts = say.split("-")
    out = ["OUT"] if parts[-1] == "OUT" else []
    return "-".join([*parts[: len(parts) - 1 - len(out)], "…", *out])


def _does(state: Playing, player: str, number: int, after: State) -> Iterator[str]:
    """Who is next, who faces how many, who draws."""
    if not isinstance(after, InPlay):
        yield "The hand ends with it."
        return
    if after.phase == "out":
        yield f"{player} is out, if nobody matches."
    yield f"{after.turn} is next."
    if after.draw_count:
        yield f"{after.turn} faces {counted(after.draw_count, 'card')}."
    for name in state.players:
        drawn = after.hands[name] - state.hands[name] + (number if name == player else 0)
        if drawn > 0:
            yield f"{name} draws {drawn}."
    left = after.hands[player]
    yield f"{player} is left with {counted(left, 'card')}."
