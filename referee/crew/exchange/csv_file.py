"""Results read from a table (CSV): a row a game with a column for each player, or a row a player of a game.

What the columns are is known by then (`csv_columns`). A row that makes no sense is left out with its line and
why; a file that is no table is refused.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime

from referee.crew.exchange import results
from referee.crew.exchange.csv_columns import HEAD_ONLY, OF_GAME, Columns, Is, Row, date_of, rows
from referee.crew.exchange.documents import CannotImport
from referee.rules.sentences import NOT_CHOSEN
from scoring.exchange.imported import TABLE
from scoring.models.people import NAME_LENGTH, fold_name
from scoring.played import fold_title

SOURCE = "Table"
_LONGEST_NAME = 200


class _Odd(ValueError):
    """A row cannot be a game; the message says why, in a sentence."""


def read(text: str, columns: Columns) -> results.Results:
    """What the table says. Raises CannotImport with the line, or with what has to be chosen."""
    found = rows(text, columns.delimiter)
    heads = found[0].cells if columns.headed else []
    body = found[1:] if columns.headed else found
    kinds = set(columns.kinds)
    if not body:
        raise CannotImport(HEAD_ONLY)
    needed = {
        NOT_CHOSEN.format(field="The column of the dates"): "date" in kinds,
        NOT_CHOSEN.format(field="The order of the dates"): columns.days,
        "Choose the column of the game, or type what the game is called.": columns.title or "title" in kinds,
        "With a column of players each row is one player: choose no columns of whole games.": (
            "player" not in kinds or not kinds & {*OF_GAME}
        ),
        "Choose which columns are the points of a player, or which one is the player.": (
            kinds & {"player", "points_of", "players"}
        ),
    }
    if not all(needed.values()):
        raise CannotImport(*(said for said, there in needed.items() if not there))
    return _Reader(columns, heads).read(body)


class _Reader:
    def __init__(self, columns: Columns, heads: Sequence[str]) -> None:
        self._columns = columns
        self._heads = heads
        self._ledger = results.Ledger()
        self._keys: Counter[str] = Counter()

    def read(self, body: Sequence[Row]) -> results.Results:
        found: list[results.Result] = []
        unread: list[results.Unread] = []
        by_player = "player" in self._columns.kinds
        for together in self._together(body) if by_player else ([row] for row in body):
            line = together[0].line
            try:
                parts = self._players(together) if by_player else self._whole(together[0])
                found.append(self._result(together[0], parts))
            except _Odd as odd:
                unread.append(results.Unread(line, f"Line {line}", self._one(together[0], "title"), str(odd)))
        if len(found) > results.MOST_RESULTS:
            raise CannotImport(f"The file has more than {results.MOST_RESULTS:,} games.")
        return self._ledger.results(SOURCE, found, unread)

    def _together(self, body: Sequence[Row]) -> Iterator[list[Row]]:
        """The rows of each game: by its number, or those of one day and game until a player comes again."""
        games: dict[tuple[str, ...], list[Row]] = {}
        players: dict[tuple[str, ...], set[str]] = {}
        turn: Counter[tuple[str, ...]] = Counter()
        numbered = "game" in self._columns.kinds
        for row in body:
            name = fold_name(self._one(row, "player"))
            told: tuple[Is, ...] = ("game",) if numbered else ("date", "time", "title", "place")
            same = tuple(self._one(row, kind) for kind in told)
            key = (*same, str(turn[same]))
            if not numbered and name in players.get(key, ()):
                turn[same] += 1
                key = (*same, str(turn[same]))
            games.setdefault(key, []).append(row)
            players.setdefault(key, set()).add(name)
        yield from games.values()

    def _result(self, row: Row, parts: Sequence[results.Part]) -> results.Result:
        if not parts:
            raise _Odd("Nobody played.")
        title = results.one_line(self._one(row, "title") or self._columns.title, _LONGEST_NAME)
        if not title:
            raise _Odd("It does not say which game it was.")
        began = self._began(row)
        minutes = results.points_of(self._one(row, "minutes"), self._columns.mark) or 0
        notes = results.one_line(self._one(row, "notes"), 1_000)
        scores = sorted(
            (fold_name(self._ledger.name(part.person)), part.score, part.won, part.rank) for part in parts
        )
        what = results.digest(fold_title(title), began, scores)
        self._keys[what] += 1
        return results.Result(
            key=f"{TABLE}{what}-{self._keys[what]}",
            number=row.line,
            where=f"Line {row.line}",
            title=self._ledger.title(fold_title(title), title),
            began=began,
            parts=tuple(parts),
            minutes=int(minutes) if 0 < minutes <= results.LONGEST else 0,
            wins=self._columns.wins,
            place=results.one_line(self._one(row, "place"), 80),
            notes=(notes,) if notes else (),
        )

    def _began(self, row: Row) -> datetime:
        written = self._one(row, "date")
        found = date_of(f"{written} {self._one(row, 'time')}".strip(), self._columns.days)
        began = results.moment(found) if found else None
        if began is None:
            raise _Odd(f"“{results.one_line(written, 40)}” is no date on which somebody can have played.")
        return began

    def _whole(self, row: Row) -> list[results.Part]:
        """A row a game: the points in a column each, or the names in one."""
        told = self._one(row, "winners")
        said = {fold_name(name): name for name in _names(told) if name.casefold() not in _NOBODY}
        scores: dict[str, tuple[str, str]] = {}
        for n, kind in enumerate(self._columns.kinds):
            cell = row.cells[n] if n < len(row.cells) else ""
            if kind == "points_of" and cell:
                name = self._heads[n] if n < len(self._heads) and self._heads[n] else f"Column {n + 1}"
                scores[fold_name(name)] = (name, cell)
        for name in _names(self._one(row, "players")):
            scores.setdefault(fold_name(name), (name, ""))
        for folded, name in said.items():
            scores.setdefault(folded, (name, ""))
        if len(scores) > results.MOST_PLAYED:
            raise _Odd(results.too_many(len(scores)))
        return [
            self._part(name, score, won=folded in said if told else None)
            for folded, (name, score) in scores.items()
        ]

    def _players(self, together: Sequence[Row]) -> list[results.Part]:
        """A row a player."""
        parts = []
        if len(together) > results.MOST_PLAYED:
            raise _Odd(results.too_many(len(together)))
        told = any(self._one(row, "won") for row in together)
        for row in together:
            name = self._one(row, "player")
            if not name:
                raise _Odd("It does not say who played.")
            rank = results.points_of(self._one(row, "rank"))
            parts.append(
                self._part(
                    name,
                    self._one(row, "score"),
                    won=_yes(self._one(row, "won")) if told else None,
                    rank=int(rank) if rank and 0 < rank < 1000 else 0,
                    started=_yes(self._one(row, "started")),
                    team=results.one_line(self._one(row, "team"), NAME_LENGTH),
                    role=results.one_line(self._one(row, "role"), NAME_LENGTH),
                )
            )
        return parts

    def _part(
        self,
        name: str,
        score: str,
        *,
        won: bool | None,
        rank: int = 0,
        started: bool = False,
        team: str = "",
        role: str = "",
    ) -> results.Part:
        person = self._ledger.person(fold_name(name), results.one_line(name, _LONGEST_NAME))
        score = results.one_line(score, 80)
        points = results.points_of(score, self._columns.mark)
        return results.Part(person, score, points, won, rank, started, team, role)

    def _one(self, row: Row, kind: Is) -> str:
        """What a row has in the first column of a kind that says something."""
        cells = zip(self._columns.kinds, row.cells, strict=False)
        return next((cell for known, cell in cells if known == kind and cell), "")


#: What stands in a column of winners where nobody won.
_NOBODY = ("0", "-", "–", "—", "no", "none", "nobody", "no one", "n", "false", "nein", "niemand", "keiner")


def _names(text: str) -> list[str]:
    return [name.strip() for name in re.split(r"[,;/&+|]|\band\b|\bund\b", text) if name.strip()]


def _yes(text: str) -> bool:
    return text.strip().casefold() in ("1", "x", "✓", "true", "yes", "y", "ja", "j", "won", "win", "winner")
