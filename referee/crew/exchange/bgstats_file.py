"""Plays read from BG Stats: a `.bgsplay` file, or a whole backup (`BGStatsExport.json`); both have one form.

Fields that are not known are passed over, and a yes, a number or nothing may be written in any way: the app
and the programs around it have used all of them over the years. A play that makes no sense is left out with
its line and why; a file that is none is refused.
"""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import TypeVar
from uuid import UUID

import msgspec

from referee.crew.exchange import documents, results
from referee.crew.exchange.documents import CannotImport
from scoring.exchange.imported import BGSTATS
from scoring.models.people import NAME_LENGTH

SOURCE = "BG Stats"
#: A name here may be longer than one of ours: it is shortened when it comes.
_LONGEST_NAME = 200
_LONGEST_NOTE = 1_500
_MOST_EXPANSIONS = 40
#: Of any number, a year or minutes; what is larger is none.
_LARGEST = 10**9

#: A yes, a number, a text or nothing, however it was written.
Loose = str | int | float | bool | None
ObjectT = TypeVar("ObjectT", bound=msgspec.Struct)
Raws = list[msgspec.Raw] | None


class _Outline(msgspec.Struct, frozen=True):
    """The file: each object in it is read for itself."""

    plays: list[msgspec.Raw]
    games: Raws = None
    players: Raws = None
    locations: Raws = None
    deleted: Raws = msgspec.field(name="deletedObjects", default=None)


class _Named(msgspec.Struct, frozen=True, rename="camel"):
    """A player, a place or a game, or one that was deleted."""

    id: Loose = None
    uuid: Loose = None
    name: Loose = None
    is_anonymous: Loose = None
    highest_wins: Loose = True
    no_points: Loose = None
    cooperative: Loose = None
    uses_teams: Loose = None


class _Score(msgspec.Struct, frozen=True, rename="camel"):
    player_ref_id: Loose = None
    score: Loose = None
    winner: Loose = None
    start_player: Loose = None
    rank: Loose = None
    seat_order: Loose = None
    team: Loose = None
    role: Loose = None


class _Expansion(msgspec.Struct, frozen=True, rename="camel"):
    game_ref_id: Loose = None


class _Play(msgspec.Struct, frozen=True, rename="camel"):
    uuid: Loose = None
    game_ref_id: Loose = None
    location_ref_id: Loose = None
    play_date: Loose = None
    date: Loose = None
    duration_min: Loose = None
    duration: Loose = None
    scoring_setting: Loose = None
    uses_teams: Loose = None
    ignored: Loose = None
    incomplete: Loose = None
    play_images: Loose | list[msgspec.Raw] = None
    board: Loose = None
    comments: Loose = None
    player_scores: list[_Score] | None = None
    expansion_plays: list[_Expansion] | None = None


class _Odd(ValueError):
    """A play cannot be a game; the message says why, in a sentence."""


def is_one(data: bytes) -> bool:
    """Whether a file seems to be of BG Stats, whole or cut off."""
    return b'"plays"' in data and (b'"playerScores"' in data or b'"userInfo"' in data)


def read(data: bytes) -> results.Results:
    """What the file says. Raises CannotImport with the line."""
    data = data.removeprefix(BOM_UTF8)
    # Twice as much as a game's document: what is in a play is built for that play alone.
    outline = documents.decoded(data, _Outline, "The file", games=2)
    for what, found, most in (
        ("people", outline.players, results.MOST_NAMED),
        ("games", outline.games, results.MOST_NAMED),
        ("places", outline.locations, results.MOST_NAMED),
        ("plays", outline.plays, results.MOST_RESULTS),
    ):
        if found and len(found) > most:
            raise CannotImport(f"The file has {len(found):,} {what}. At most {most:,} come at once.")
    return _Reader(data, outline).read()


class _Reader:
    def __init__(self, data: bytes, outline: _Outline) -> None:
        self._data = data
        self._outline = outline
        self._games = _by_id(outline.games)
        self._players = _by_id(outline.players)
        self._places = _by_id(outline.locations)
        self._deleted = {_uuid(each.uuid) for each in _each(outline.deleted, _Named)} - {""}
        self._ledger = results.Ledger()
        self._pictures = 0
        self._keys: set[str] = set()
        # Where no play says who won, it follows from places and scores.
        self._says_who_won = any(
            _yes(score.winner) for play in _each(outline.plays, _Play) for score in play.player_scores or ()
        )

    def read(self) -> results.Results:
        found, unread = [], []
        for number, where, raw in self._located():
            try:
                found.append(self._result(number, where, raw))
            except msgspec.ValidationError as error:
                unread.append(results.Unread(number, where, "", _unreadable(str(error))))
            except _Odd as odd:
                unread.append(results.Unread(number, where, self._called(raw), str(odd)))
        told = self._ledger.results(SOURCE, found, unread)
        return msgspec.structs.replace(told, pictures=self._pictures, deleted=len(self._deleted))

    def _located(self) -> Iterator[tuple[int, str, bytes]]:
        """The plays, each with where it stands in the file."""
        at, line = 0, 1
        for number, raw in enumerate(self._outline.plays, 1):
            text = bytes(raw)
            start = self._data.find(text, at)
            line += self._data.count(b"\n", at, start)
            at = start
            yield number, f"Play {number} (line {line})", text

    def _called(self, raw: bytes) -> str:
        play = msgspec.json.decode(raw, type=_Play)
        game = self._games.get(_text(play.game_ref_id, 40))
        return results.one_line(_text(game.name, 80), 80) if game else ""

    def _result(self, number: int, where: str, raw: bytes) -> results.Result:
        play = msgspec.json.decode(raw, type=_Play)
        self._pictures += _pictures(play.play_images)
        key = f"{BGSTATS}{_uuid(play.uuid) or results.digest(raw.decode())}"
        self._check(play, key)
        game = self._games.get(_text(play.game_ref_id, 40))
        name = _text(game.name, _LONGEST_NAME) if game else ""
        if game is None or not name:
            raise _Odd("It is of a game that the file does not have.")
        teams = _yes(game.uses_teams if play.uses_teams is None else play.uses_teams)
        parts = tuple(self._parts(play, teams=teams))
        minutes = _whole(play.duration_min if play.duration_min is not None else play.duration)
        place = self._places.get(_text(play.location_ref_id, 40))
        # 0 is as the game says; what the others say of points differs from reader to reader.
        own_way = bool(_whole(play.scoring_setting))
        together = _yes(game.cooperative) and not own_way
        return results.Result(
            key=key,
            number=number,
            where=where,
            title=self._ledger.title(_text(play.game_ref_id, 40), name),
            began=_began(play),
            parts=parts,
            minutes=minutes if 0 < minutes <= results.LONGEST else 0,
            wins="" if own_way else "high" if _yes(game.highest_wins) else "low",
            together=together,
            pointless=_yes(game.no_points) and not own_way,
            own_way=own_way,
            place=_text(place.name, 80) if place else "",
            notes=tuple(self._notes(play)),
            doubt=_doubt(play, parts, own_way=own_way),
        )

    def _check(self, play: _Play, key: str) -> None:
        if key in self._keys:
            raise _Odd("The file has this play twice.")
        if _uuid(play.uuid) in self._deleted:
            raise _Odd("It was deleted in BG Stats.")
        self._keys.add(key)

    def _parts(self, play: _Play, *, teams: bool) -> Iterator[results.Part]:
        scores = play.player_scores or []
        if not scores:
            raise _Odd("Nobody played.")
        if len(scores) > results.MOST_PLAYED:
            raise _Odd(results.too_many(len(scores)))
        # By the seats where all have one: 0 is "not said".
        seated = len({_whole(score.seat_order) for score in scores} - {0}) == len(scores)
        for score in sorted(scores, key=lambda score: _whole(score.seat_order)) if seated else scores:
            player = self._players.get(_text(score.player_ref_id, 40))
            if player is None:
                raise _Odd("Somebody played whom the file does not have.")
            text = _text(score.score, 80)
            yield results.Part(
                person=self._ledger.person(
                    _text(score.player_ref_id, 40),
                    _text(player.name, _LONGEST_NAME),
                    known=_uuid(player.uuid),
                    anonymous=_yes(player.is_anonymous),
                ),
                score=text,
                points=results.points_of(text),
                won=_yes(score.winner) if self._says_who_won else None,
                rank=max(_whole(score.rank), 0),
                started=_yes(score.start_player),
                team=_text(score.team, NAME_LENGTH) if teams else "",
                role=_text(score.role, NAME_LENGTH),
            )

    def _notes(self, play: _Play) -> Iterator[str]:
        if comments := _text(play.comments, _LONGEST_NOTE, lines=True):
            yield comments
        if board := _text(play.board, 200):
            yield f"Variant: {board}"
        refs = [_text(each.game_ref_id, 40) for each in (play.expansion_plays or ())[:_MOST_EXPANSIONS]]
        names = [_text(self._games[ref].name, 80) for ref in refs if ref in self._games]
        if names:
            yield f"With {', '.join(names)}"
        if _whole(play.scoring_setting):
            yield "Scored in another way than usual"


def _unreadable(problem: str) -> str:
    """What is said of a value of the wrong kind, by msgspec's words for where it stands."""
    _, _, place = problem.partition(" - at `$.")
    return f"Its `{place.rstrip('`')}` cannot be read." if place else "It cannot be read."


def _doubt(play: _Play, parts: Sequence[results.Part], *, own_way: bool) -> results.Doubt:
    if _yes(play.ignored):
        return "ignored"
    if _yes(play.incomplete):
        return "incomplete"
    scored = any(part.points is not None for part in parts)
    if scored and own_way and not any(part.won or part.rank for part in parts):
        return "no winner"
    return ""


def _began(play: _Play) -> datetime:
    written = _text(play.play_date, 40) or _text(play.date, 40)
    if not written:
        raise _Odd("It has no date.")
    try:
        found = results.moment(datetime.fromisoformat(written))
    except ValueError:
        found = None
    if found is None:
        raise _Odd(f"“{written}” is no date on which somebody can have played.")
    return found


def _by_id(raws: Raws) -> Mapping[str, _Named]:
    return {_text(each.id, 40): each for each in _each(raws, _Named)}


def _each(raws: Raws, kind: type[ObjectT]) -> Iterator[ObjectT]:
    """The objects of a list that are what they should be; who names another one says so."""
    for raw in raws or ():
        try:
            yield msgspec.json.decode(raw, type=kind)
        except msgspec.ValidationError:
            continue


def _pictures(said: Loose | list[msgspec.Raw]) -> int:
    """How many pictures a play has: a list, or a text with a list in it."""
    if isinstance(said, str):
        try:
            return len(msgspec.json.decode(said, type=list[msgspec.Raw]))
        except msgspec.DecodeError:
            return int(bool(said.strip()))
    return len(said) if isinstance(said, list) else 0


def _yes(said: Loose) -> bool:
    """Whether a value means yes: true, 1, "1", "true"."""
    return said.strip().casefold() in ("1", "true", "yes") if isinstance(said, str) else bool(said)


def _whole(said: Loose) -> int:
    """A whole number, 0 for what is none, or for a larger one than anything has."""
    try:
        found = float(said) if said is not None else 0.0
    except (ValueError, OverflowError):
        return 0
    return int(found) if abs(found) <= _LARGEST else 0


def _text(said: Loose, most: int, *, lines: bool = False) -> str:
    """A text without what cannot be seen, "" for none; on one line unless `lines`."""
    if said is None or isinstance(said, bool):
        return ""
    if isinstance(said, float) and said.is_integer():
        said = int(said)
    if not lines:
        return results.one_line(str(said), most)
    kept = (results.one_line(line, most) for line in str(said)[:most].splitlines())
    return "\n".join(filter(None, kept))


def _uuid(said: Loose) -> str:
    """A uuid as the app writes it, "" for what is none."""
    try:
        return str(UUID(said)).upper() if isinstance(said, str) else ""
    except ValueError:
        return ""
