"""What a game of getting rid of cards is made of: its cards, and what its referee says."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct, structs

from referee.rules.engine import Cite, Code, Refused
from referee.rules.sentences import Fact

#: No table counts a million, and a database has to hold the sum.
Points = Annotated[int, Meta(ge=0, le=1_000_000)]


class Card(Struct, frozen=True, kw_only=True):
    """What a card shows and does; of a kind alone (`named` is False) colour and symbol are not known.

    Each skips so many players, `turns` the direction round so many times, makes the next player draw. A card
    with words to declare is a power: it goes on anything but one that declares other words. Only a card that
    `starts` is a hand's first.
    """

    kind: str
    color: str | None = None
    symbol: str | None = None
    skips: int = 0
    turns: int = 0
    draws: int = 0
    declares: tuple[str, ...] = ()
    declares_color: bool = False
    starts: bool = True
    named: bool = True

    @property
    def acts(self) -> bool:
        """Whether it does anything to the order of play or to the next player."""
        return bool(self.skips or self.turns or self.draws)


#: What is said of an event: a clause alone goes with the usual sentence, or both stand there; or by case the
#: clause, `else` for any other case, and as `text` what is said in each.
Text = str | Sequence[str] | Mapping[str, str]


class Says:
    """The clause and the sentence for each event of a hand that a game has something to say of.

    Events may share them, divided by semicolons; `word, in turn` is the event `word` in that case. `texts`
    has by event the clause as it is cited and the sentence.
    """

    def __init__(self, key: str, says: Mapping[str, Text]) -> None:
        self.texts: dict[str, tuple[str, str]] = {}
        for events, said in says.items():
            for event in events.split("; "):
                usual = _USUAL.get(event) or _USUAL.get(event.partition(", ")[0], "")
                if isinstance(said, Mapping):
                    clauses, message = said, said.get("text", usual)
                else:
                    clause, message = (said, usual) if isinstance(said, str) else said
                    clauses = {"else": clause}
                for case, clause in clauses.items():
                    if case != "text":
                        name = event if case == "else" else f"{event}, {case}"
                        self.texts[name] = (f"{key} {clause}", message)

    def rule(self, event: str) -> str:
        """The clause of an event."""
        return self.texts[event][0]

    def has(self, event: str, case: str = "") -> bool:
        """Whether the game speaks of an event in a certain case."""
        return event in self.texts or f"{event}, {case}" in self.texts

    def cite(self, event: str, case: str = "", /, **facts: Fact) -> tuple[Cite, ...]:
        """The sentence for an event, in a certain case; nothing for one that the game does not speak of."""
        text = (case and self.texts.get(f"{event}, {case}")) or self.texts.get(event)
        return (Cite(text[0], text[1], facts, event),) if text else ()

    def no(self, code: Code, event: str, case: str = "", /, **facts: Fact) -> Refused:
        """The refusal for an event."""
        text = (case and self.texts.get(f"{event}, {case}")) or self.texts[event]
        return Refused(code, *text, facts)


def read(path: Path) -> dict[str, Text]:
    """The texts of a `says.toml`."""
    return tomllib.loads(path.read_text(encoding="utf-8"))


#: What is said by every game that gives no words of its own.
_USUAL = {event: str(text) for event, text in read(Path(__file__).parent / "says.toml").items()}


def pack(
    colors: Sequence[str], symbols: Sequence[str], kinds: Mapping[str, Card], powers: Mapping[str, str]
) -> dict[str, Card]:
    """Every symbol in every colour, which is of its own kind or plain, then the powers, each of a kind."""
    plain = kinds["plain"]
    colored = {
        f"{color} {symbol}": structs.replace(kinds.get(symbol, plain), color=color, symbol=symbol)
        for color in colors
        for symbol in symbols
    }
    return colored | {power: kinds[kind] for power, kind in powers.items()}


def alone(kinds: Mapping[str, Card]) -> dict[str, Card]:
    """The kinds as what a quick tracker says instead of a card."""
    return {kind: structs.replace(card, named=False) for kind, card in kinds.items()}
