"""Agreeing on a game: the questions of its setup page, and what was agreed on for whoever looks back."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import ClassVar, NamedTuple

import msgspec
from django.http import QueryDict
from msgspec import Struct
from msgspec.structs import replace

from referee.games.parts import EditField
from referee.rules.engine import Json
from referee.web.components import Option, View, options
from referee.web.wording import whole_number


class GroupView(View, frozen=True):
    """What is asked under one heading: `answers` that lie open, then `fields`; a hint above or below."""

    legend: str
    fields: tuple[EditField, ...] = ()
    answers: tuple[EditField, ...] = ()
    above: str = ""
    below: str = ""


class AgreedView(View, frozen=True, kw_only=True):
    """What a game asks before it begins: `groups` of questions, and what is `rarer`.

    `above` is the template of what is asked before the groups, such as how much is `tracked`. By what is
    agreed so far, `limits` says who may play, `fewest` and `most` how many, `called` what the game is called,
    `first` what the player chosen does, each empty where nothing agreed changes that; `by_sheet` is the key
    of the score sheet, "" for the plain one, None where a game is not kept by any. `titled` is the question
    for the title, asked first; "" where a title is a fancy and asked last.
    """

    template: ClassVar[str] = "games/setup.html"

    groups: tuple[GroupView, ...] = ()
    rarer: tuple[GroupView, ...] = ()
    note: str = ""
    tracked: tuple[Option, ...] = ()
    above: str = ""
    limits: str = ""
    fewest: int = 0
    most: int = 0
    called: str = ""
    by_sheet: str | None = None
    titled: str = ""
    first: str = ""


class Asked(Struct, frozen=True):
    """Something to choose or to type, such as a time. The options have it by its name, unless by another
    `key`, in their part `inside`.
    """

    name: str
    label: str
    inside: str = ""
    key: str = ""

    def within(self, options: Json) -> Json:
        """The part of the options where it stands."""
        part: Json = options[self.inside] if self.inside else options
        return part

    def sent(self, value: object) -> str:
        """What the form sends for an option."""
        return "" if value is None else str(value)

    def option(self, sent: str) -> object:
        """What was agreed on; what makes no sense is left for the rules. Raises ValueError, in words."""
        return sent

    def view(self, sent: str) -> EditField:
        """The field with what was chosen or typed."""
        return EditField(name=self.name, label=self.label, value=sent)


class Ask(Asked, frozen=True, kw_only=True):
    """A question with few answers: `texts` has them by what the form sends, `read` makes JSON of that.

    `summary` has what is said afterwards of an answer, `wrong` what is said of what is none.
    """

    texts: Mapping[str, str]
    read: Callable[[str], object] = str
    hint: str = ""
    summary: Mapping[str, str] = {}
    wrong: str = ""

    def sent(self, value: object) -> str:
        return next(sent for sent in self.texts if self.read(sent) == value)

    def option(self, sent: str) -> object:
        if self.wrong and sent not in self.texts:
            raise ValueError(self.wrong)
        return self.read(sent) if sent in self.texts else sent

    def view(self, sent: str) -> EditField:
        return replace(super().view(sent), choices=options(self.texts, sent))


class Number(Asked, frozen=True, kw_only=True):
    """A whole number to type, or nothing; of another it is said that `what` is `wrong`."""

    what: str
    least: int = 1
    most: int = 9999
    wrong: str = "{what} has to be a whole number from {least} to {most}."

    def option(self, sent: str) -> object:
        number = whole_number(sent)
        if number is None or not self.least <= number <= self.most:
            raise ValueError(self.wrong.format(what=self.what, least=self.least, most=self.most))
        return number

    def view(self, sent: str) -> EditField:
        return replace(super().view(sent), least=self.least, most=self.most)


class Group(NamedTuple):
    """Several things under one heading: a question without a text of its own lies open above the others."""

    legend: str
    asked: Sequence[Asked]
    hint: str = ""


#: When a game is over that goes from hand to hand.
ENDS = Group(
    "The game ends at",
    [
        Number("score", "a score of", "end", what="The score"),
        Number("hands", "hands", "end", what="The number of hands"),
        Asked("time", "the time", "end"),
    ],
    hint="Whichever comes first. Leave empty to end it yourself.",
)
NEXT_DEALER = Ask("next_dealer", "Next dealer", texts={"rotate": "Next player", "winner": "The winner"})


class Agreement(NamedTuple):
    """The score that ends a game, None for none, and in words all that was agreed on."""

    limit: int | float | None
    words: Sequence[str]


class Setup(Struct, frozen=True):
    """What a game asks on its page, and what is rarer: `kind` are its options, `tracked` is asked first.

    `limits` says how many may play by some options; `house` what is said of options that are not the usual.
    """

    kind: type[Struct]
    asked: Sequence[Ask | Group] = ()
    rarer: Sequence[Ask | Group] = ()
    tracked: Ask | None = None
    limits: Callable[..., str] | None = None
    house: Mapping[str, str] = {}
    note: str = ""
    above: str = "games/shedding/setup_above.html"

    @property
    def _fields(self) -> Iterator[Asked]:
        yield from [self.tracked] if self.tracked else []
        for each in (*self.asked, *self.rarer):
            yield from [each] if isinstance(each, Ask) else each.asked

    def view(self, sent: QueryDict, options: Mapping[str, object]) -> AgreedView:
        """What the form shows: as it was sent, else from the options of an earlier game, else the usual."""
        known = self._known(options)
        values = {
            field.name: sent.get(field.name, field.sent(field.within(known).get(field.key or field.name)))
            for field in self._fields
        }
        chosen = self._as_far_as_agreed(self.options(sent)[0] if sent else options)
        return AgreedView(
            above=self.above if self.tracked else "",
            limits=self.limits(chosen) if self.limits else "",
            most=getattr(chosen, "most_players", 0),
            groups=tuple(_group(each, values) for each in self.asked),
            rarer=tuple(_group(each, values) for each in self.rarer),
            tracked=self.tracked.view(values[self.tracked.name]).choices if self.tracked else (),
            note=self.note,
        )

    def options(self, sent: QueryDict) -> tuple[Json, list[str]]:
        """The options of the record, without what is usual; and what is wrong with the form, in words."""
        raw: Json = {field.inside: {} for field in self._fields if field.inside}
        wrong: list[str] = []
        for field in self._fields:
            if text := sent.get(field.name, "").strip():
                try:
                    field.within(raw)[field.key or field.name] = field.option(text)
                except ValueError as error:
                    wrong.append(str(error))
        raw = {name: value for name, value in raw.items() if self._says(name, value)}
        try:
            msgspec.convert(raw, self.kind)
        except msgspec.ValidationError as error:
            wrong = wrong or [f"That cannot be agreed on: {error}."]
        return raw, wrong

    def agreement(self, options: Mapping[str, object]) -> Agreement:
        """What the options of a game say; the usual ones are said too."""
        known, usual = self._known(options), self._known({})
        limit = known.get("end", {}).get("score")
        summary = [f"to {limit}"] if limit is not None else []
        summary += [
            field.summary.get(field.sent(known[field.name]), "")
            for field in self._fields
            if isinstance(field, Ask)
        ]
        house = [text for name, text in self.house.items() if known[name] != usual[name]]
        summary += house or (["no house rules"] if self.house else [])
        return Agreement(limit, [text for text in summary if text])

    def _known(self, options: Mapping[str, object]) -> Json:
        """The options with the usual where they say nothing."""
        known: Json = msgspec.to_builtins(msgspec.convert(options, self.kind))
        return known

    def _says(self, name: str, value: object) -> bool:
        """Whether an option says anything but the usual; how far a game goes is always said."""
        try:
            same = msgspec.convert({name: value}, self.kind) == msgspec.convert({}, self.kind)
        except msgspec.ValidationError:
            return True
        return not same or (name == "end" and bool(value))

    def _as_far_as_agreed(self, options: Mapping[str, object]) -> Struct:
        """The options, without the last of them until the rest can be agreed on."""
        left = dict(options)
        while True:
            try:
                return msgspec.convert(left, self.kind)
            except msgspec.ValidationError:
                left.popitem()


def _group(asked: Ask | Group, values: Mapping[str, str]) -> GroupView:
    if isinstance(asked, Ask):
        return GroupView(legend=asked.label, above=asked.hint, answers=(asked.view(values[asked.name]),))
    fields = [each.view(values[each.name]) for each in asked.asked]
    return GroupView(
        legend=asked.legend,
        answers=tuple(field for field in fields if not field.label),
        fields=tuple(field for field in fields if field.label),
        below=asked.hint,
    )
