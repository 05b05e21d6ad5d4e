"""Agreeing on a game: the options that the setup page asks for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import msgspec
from django.http import QueryDict

from referee.games.context import NumberField
from referee.games.shedding.context import Question, SheddingAgreed, Tracking
from referee.rules.shedding.state import Agreed
from referee.web.components import Option
from referee.web.wording import whole_number


@dataclass(frozen=True)
class Ask:
    """A question with few answers: `texts` has them by what the form sends, `read` makes JSON of that."""

    name: str
    text: str
    texts: Mapping[str, str]
    read: Callable[[str], object] = str
    hint: str = ""
    short: bool = False

    def of(self, options: Agreed) -> str:
        """What the form would have sent for these options."""
        value = msgspec.to_builtins(options)[self.name]
        return next(sent for sent in self.texts if self.read(sent) == value)

    def question(self, chosen: str) -> Question:
        """The question with an answer marked."""
        answers = tuple(
            Option(value=value, text=text, chosen=value == chosen) for value, text in self.texts.items()
        )
        return Question(name=self.name, text=self.text, answers=answers, hint=self.hint, short=self.short)


_TRACK = Ask("track", "What is tapped", {"full": "Full", "quick": "Quick"})
_SAID = {
    "full": "Tap every card. Every play is checked.",
    "quick": "Tap only the kind of card. Less is checked.",
}
_RARER = (Ask("next_dealer", "Next dealer", {"rotate": "Next player", "winner": "The winner"}),)


@dataclass(frozen=True)
class Setup:
    """What one of the games asks: about its `deck`, what is `rarer`, and the points of its `kinds`.

    `limits` says how many may play by these options.
    """

    agreed_type: type[Agreed]
    deck: Sequence[Ask]
    kinds: Sequence[str]
    limits: Callable[[Agreed], str]
    deck_hint: str = ""
    rarer: Sequence[Ask] = ()

    @property
    def _asked(self) -> tuple[Ask, ...]:
        return (_TRACK, *self.deck, *_RARER, *self.rarer)

    def agreed(self, sent: QueryDict, options: Mapping[str, object] | None = None) -> SheddingAgreed:
        """What the form shows: as it was sent, else from the options of an earlier game, else the usual."""
        earlier = msgspec.convert(options or {}, self.agreed_type)
        end, points = earlier.end, msgspec.to_builtins(earlier)["points"]
        usual = {
            "score": str(end.score or ""),
            "hands": str(end.hands or ""),
            "time": end.time or "",
            **{ask.name: ask.of(earlier) for ask in self._asked},
            **{_points(kind): str(points[kind]) for kind in self.kinds},
        }
        values = {name: sent.get(name, value) for name, value in usual.items()} if sent else usual
        raw, wrong = self.options(sent) if sent else ({}, [])
        chosen = earlier if wrong or not sent else msgspec.convert(raw, self.agreed_type)
        return SheddingAgreed(
            limits=self.limits(chosen),
            tracked=tuple(
                Tracking(value=value, text=text, said=_SAID[value], chosen=value == values[_TRACK.name])
                for value, text in _TRACK.texts.items()
            ),
            deck_hint=self.deck_hint,
            deck=tuple(ask.question(values[ask.name]) for ask in self.deck),
            score=values["score"],
            hands=values["hands"],
            time=values["time"],
            rarer=tuple(ask.question(values[ask.name]) for ask in (*_RARER, *self.rarer)),
            points=tuple(
                NumberField(name=_points(kind), label=kind.capitalize(), value=values[_points(kind)])
                for kind in self.kinds
            ),
        )

    def options(self, sent: QueryDict) -> tuple[dict[str, object], list[str]]:
        """The options of the record, without what is usual; and what is wrong with the form, in words."""
        wrong: list[str] = []
        end: dict[str, object] = {}
        for name, text in (("score", "The score"), ("hands", "The number of hands")):
            number = _number(sent.get(name, ""), text, wrong, least=1)
            if number is not None:
                end[name] = number
        if sent.get("time"):
            end["time"] = sent["time"]
        raw: dict[str, object] = {"end": end}
        for ask in self._asked:
            if given := sent.get(ask.name):
                raw[ask.name] = ask.read(given) if given in ask.texts else given
        points = {
            kind: _number(sent.get(_points(kind), ""), f"Points for {kind}", wrong, least=0)
            for kind in self.kinds
        }
        points = {kind: number for kind, number in points.items() if number is not None}
        usual = msgspec.to_builtins(msgspec.convert({}, self.agreed_type))
        raw = {name: value for name, value in raw.items() if name == "end" or value != usual[name]}
        if points.items() - usual["points"].items():
            raw["points"] = points
        try:
            msgspec.convert(raw, self.agreed_type)
        except msgspec.ValidationError as error:
            wrong = wrong or [f"That cannot be agreed on: {error}."]
        return raw, wrong


def _points(kind: str) -> str:
    """What the form calls the points of a kind."""
    return f"points_{kind.replace(' ', '_')}"


def _number(text: str, what: str, wrong: list[str], *, least: int) -> int | None:
    if not text.strip():
        return None
    found = whole_number(text, digits=4)
    if found is not None and found >= least:
        return found
    wrong.append(f"{what} has to be a whole number from {least} to 9999.")
    return None
