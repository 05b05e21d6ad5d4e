"""What a page of statistics is of: the game chosen by a chip, or else the one played most."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from referee.crew.links import kinds_to_choose
from referee.crew.statistics.context import Way
from referee.games.registry import GAMES
from referee.table.requests import TableRequest
from referee.web.requests import NotHere
from scoring.history.titles import titles
from scoring.statistics.periods import kinds_by_use

#: In an address: all that is played.
EVERY = "all"


@dataclass(frozen=True)
class Chosen:
    """What was chosen, by its key (`scoring.played`), "" where no game has ended yet, or EVERY; `names` are
    all to choose from, the one played most first.
    """

    key: str
    names: Mapping[str, str]

    @property
    def name(self) -> str:
        return self.names.get(self.key, "")

    @property
    def played(self) -> str:
        """The same for sums: "" for everything."""
        return "" if self.key == EVERY else self.key

    def ways(self, url: str, **more: str) -> tuple[Way, ...]:
        """The chips; nothing to choose from is no choice."""
        return tuple(self._ways(url, more)) if len(self.names) > 1 else ()

    def _ways(self, url: str, more: Mapping[str, str]) -> Iterator[Way]:
        for key, name in self.names.items():
            query = urlencode({"game": key} | {name: value for name, value in more.items() if value})
            yield Way(href=f"{url}?{query}", text=name, here=key == self.key)


def game_chosen(request: TableRequest, *, every: bool = False) -> Chosen:
    """What the address names, or else what is played most; with `every` all games together may be chosen.

    Raises NotHere for what the crew does not know. Three queries.
    """
    counted, called = kinds_by_use(request.visitor), titles(request.visitor)
    asked = request.GET.get("game", "")
    if every and asked == EVERY and len(counted) < 2:
        asked = ""
    together = {EVERY: "Every game"} if every and len(counted) > 1 else {}
    if asked and asked not in GAMES and asked not in called and asked not in together:
        raise NotHere("Your crew has no game of this name. Its title may have been changed.")
    known = kinds_to_choose([*counted, asked] if asked and asked not in together else [*counted], called)
    names = dict(sorted(known.items(), key=lambda each: -counted.get(each[0], 0)))
    return Chosen(asked or next(iter(names), ""), names | together)
