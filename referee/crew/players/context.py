"""What the templates of the players' pages are given; the same manners as in `referee.games.context`."""

from __future__ import annotations

from referee.crew.faces import FaceView
from referee.crew.proof import Proof
from referee.crew.statistics.counting import UncountedView
from referee.web.context import GameCard, Link, Option, View


class PlayerCard(View, frozen=True):
    """A player in a list; `line` says how much was played."""

    href: str
    name: str
    face: FaceView
    line: str


class PlayersPage(View, frozen=True):
    """The crew's players, or those archived. `add` is where a new one is sent, "" for one who looks on.

    `archive` shows those archived and `first` the beginning of the list, "" where there is nothing.
    """

    players: tuple[PlayerCard, ...]
    archived: bool
    url: str
    add: str
    uncounted: UncountedView | None
    name: str = ""
    error: str = ""
    first: str = ""
    next: str = ""
    archive: str = ""


class EditPage(View, frozen=True):
    """A player being edited; `errors` are of the form that was sent, `face_error` of the picture.

    `merge` and `delete` are for a keeper, `delete` for who never played: "" otherwise.
    """

    player: str
    back: str
    url: str
    name: str
    longest: int
    colours: tuple[Option, ...]
    face: FaceView
    keep: str
    remove: str
    archive: str
    archived: bool
    merge: str
    delete: str
    error: str = ""
    face_error: str = ""


class MergePage(View, frozen=True):
    """Two players who are one person: `others` to choose from, and then what follows for `gone`.

    `refused` are games in which both sat, so that it cannot be.
    """

    player: str
    back: str
    url: str
    others: tuple[Option, ...]
    gone: str = ""
    gone_id: str = ""
    follows: tuple[str, ...] = ()
    refused: tuple[Link, ...] = ()
    proof: Proof | None = None
    errors: tuple[str, ...] = ()


class DeletePlayerPage(View, frozen=True):
    """Asks once before a player is deleted, with a `picture` or without; `refused` says why it cannot be."""

    player: str
    face: FaceView
    back: str
    url: str
    picture: bool
    refused: str
    proof: Proof | None = None
    errors: tuple[str, ...] = ()


class StatRow(View, frozen=True):
    """A line of statistics: what, how much, more about it in words, and the game that it was in."""

    label: str
    value: str
    detail: str = ""
    game: Link | None = None


class GameStats(View, frozen=True):
    """What a player's games of one kind came to, how many they are; `history` shows them, `folded` is what
    was played less.
    """

    name: str
    history: str
    rows: tuple[StatRow, ...]
    games: str
    folded: bool


class AgainstRow(View, frozen=True):
    """Games with another player: how many, and how many only the one or only the other won."""

    href: str
    name: str
    face: FaceView
    games: int
    won: int
    lost: int


class PlayerPage(View, frozen=True):
    """A player's page; `edit` is "" for one who looks on. `others` counts those left out of `against`."""

    name: str
    face: FaceView
    archived: bool
    edit: str
    uncounted: UncountedView | None
    rows: tuple[StatRow, ...]
    games: tuple[GameStats, ...]
    against: tuple[AgainstRow, ...]
    others: int
    last: tuple[GameCard, ...]
    history: str
    rated: str
