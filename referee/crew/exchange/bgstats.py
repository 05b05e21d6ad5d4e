"""Plays written for BG Stats: a `.bgsplay` file, and the link that posts one play to the app.

The field list was read from public exports of the app and from programs that read and write them. The app
knows plays, players and games again by their uuids: ours are made of public ids, and never change.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from urllib.parse import quote
from uuid import NAMESPACE_URL, UUID, uuid5

import msgspec
from django.utils import timezone

from referee.crew.exchange.sheets import POINTLESS
from referee.crew.titles import highest_wins
from referee.games.registry import GAMES
from referee.rules.engine import Fold, Refused
from scoring.exchange.imported import BGSTATS
from scoring.log.effective import effective_moves
from scoring.log.values import number
from scoring.models import Crew, Game, Hand, Move, Player, Seat
from scoring.models.people import fold_name

APP = "https://app.bgstatsapp.com/createPlay.html"
SOURCE = "Referee"
#: Hours; a game that lay open over night was not played so long.
LONGEST_PLAY = 12
#: Moves at the beginning of a game among which somebody is on turn first.
_FIRST_MOVES = 8
#: Games that are asked for together.
TOGETHER = 50

Json = dict[str, object]


class Played(msgspec.Struct, frozen=True):
    """A finished game with what a play is told by."""

    game: Game
    seats: list[Seat]
    hands: int
    first: str | None


def finished(crew: Crew) -> Iterator[Played]:
    """The crew's finished games, the oldest first; no query stays open between two of them."""
    last = 0
    found = Game.objects.kept().filter(crew=crew, finished_at__isnull=False).order_by("pk")
    while part := list(found.filter(pk__gt=last)[:TOGETHER]):
        last = part[-1].pk
        for game in part:
            yield played(game)


def played(game: Game) -> Played:
    """What a finished game is told by. Four queries at most."""
    seats = list(Seat.objects.filter(game=game).select_related("player").order_by("place"))
    # A hand that was given up gives its number back.
    hands = Hand.objects.filter(game=game, first__gt=0).values("number").distinct().order_by().count()
    return Played(game, seats, hands, _first(game))


def _first(game: Game) -> str | None:
    """Whose turn was the first of the game; None where nobody is ever on turn."""
    rules = GAMES[game.game]
    opening = Hand.objects.get(game=game, first=0)
    fold = Fold(rules, rules.load(opening.state_in(game)))
    if not hasattr(fold.state, "turn") and "turn" not in rules.show(fold.state):
        return None
    rows = Move.objects.filter(game=game, seq__lte=game.version).order_by("seq")
    for entry in [None, *effective_moves(rows)[:_FIRST_MOVES]]:
        if entry is not None and isinstance(fold.play_json(entry.body), Refused):
            return None
        turn = rules.show(fold.state).get("turn")
        if turn:
            return str(turn)
    return None


# --- the file


def play_file(crew: Crew, plays: Iterable[Played]) -> Iterator[str]:
    """The text of a `.bgsplay` file, in parts; the plays are told first, whom they name last."""
    book = _Book()
    between = "\n"
    yield '{"plays": ['
    for play in plays:
        yield between + _json(_play(play, book))
        between = ",\n"
    rest: dict[str, object] = {
        "games": [*book.games.values()],
        "players": [*book.players.values()],
        "locations": [*book.places.values()],
        "userInfo": {"meRefId": 0},
        "about": f"Written for BG Stats by {SOURCE}{f', {crew.name}' if crew.name else ''}",
    }
    yield "\n]" + "".join(f",\n{_json(name)}: {_json(value)}" for name, value in rest.items()) + "}\n"


class _Book:
    """The games and players of a file, each by a number that holds in it."""

    def __init__(self) -> None:
        self.games: dict[str, Json] = {}
        self.players: dict[str, Json] = {}
        self.places: dict[str, Json] = {}
        self._numbers: dict[str, int] = {}

    def game(self, played: Played) -> int:
        name, highest = name_of(played.game), highest_wins(played.game)
        fields = {"name": name, "highestWins": highest, "noPoints": is_pointless(played.game)}
        more = {"cooperative": False, "usesTeams": False, "bggId": 0, "bggYear": 0}
        return self._number(self.games, _game_uuid(played.game), fields | more, played.game.created_at)

    def player(self, seat: Seat) -> int:
        fields = {"name": seat.player.name, "isAnonymous": seat.player.guest, "bggUsername": ""}
        return self._number(self.players, player_uuid(seat.player), fields, seat.player.created_at)

    def place(self, played: Played) -> int:
        """The number of where it was played, 0 where that is not known."""
        name = played.game.place
        uuid = _uuid("place", f"{played.game.crew_id} {fold_name(name)}")
        return self._number(self.places, uuid, {"name": name}, played.game.created_at) if name else 0

    def _number(self, book: dict[str, Json], uuid: str, fields: Json, changed: datetime) -> int:
        if uuid not in book:
            self._numbers[uuid] = len(book) + 1
            book[uuid] = {"id": len(book) + 1, "uuid": uuid, **fields, "modificationDate": _date(changed)}
        return self._numbers[uuid]


def _play(played: Played, book: _Book) -> Json:
    game = played.game
    ended = game.finished_at or game.created_at
    return {
        "uuid": play_uuid(game.key, game.public_id),
        "gameRefId": book.game(played),
        "locationRefId": book.place(played),
        "playDate": _date(game.created_at),
        "entryDate": _date(ended),
        "modificationDate": _date(ended),
        "durationMin": minutes(game),
        "rounds": played.hands,
        "rating": 0,
        "scoringSetting": 0,
        "manualWinner": True,
        "ignored": False,
        "usesTeams": False,
        "playImages": "[]",
        "board": variant(game),
        "comments": comments(game),
        "playerScores": [
            {
                "playerRefId": book.player(seat),
                "score": score_of(game, seat),
                "winner": seat.won,
                "startPlayer": seat.name == played.first,
                "newPlayer": False,
                "rank": rank,
                "seatOrder": order,
            }
            for order, (seat, rank) in enumerate(ranked(played), 1)
        ],
    }


# --- the link


def link(played: Played) -> str:
    """The address that posts a finished game to the app."""
    game = played.game
    play = {
        "sourceName": SOURCE,
        "sourcePlayId": play_uuid(game.key, game.public_id),
        "playDate": game.created_at.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S"),
        "game": {
            "name": name_of(game),
            "sourceGameId": _game_uuid(game),
            "highestWins": highest_wins(game),
            "noPoints": is_pointless(game),
        },
        "players": [
            {
                "name": seat.player.name,
                "sourcePlayerId": player_uuid(seat.player),
                "startPlayer": seat.name == played.first,
                "winner": seat.won,
                "score": score_of(game, seat),
                "rank": rank,
            }
            for seat, rank in ranked(played)
        ],
        "durationMin": minutes(game),
        "location": game.place,
        "board": variant(game),
        "comments": comments(game),
    }
    # Spaces as %20: not every reader of addresses takes a plus for one.
    return f"{APP}?data={quote(_json(play), safe='')}"


# --- what both say


def name_of(game: Game) -> str:
    """What the game is called on the shelf; a score sheet is the game that its title names."""
    if game.game == "score_sheet" and game.title:
        return game.title
    return GAMES[game.game].name


def variant(game: Game) -> str:
    """What was agreed on before the game, as far as the record has it written down."""
    options = {name: value for name, value in game.options.items() if name not in ("points", "sheet", "wins")}
    return ", ".join(f"{name.replace('_', ' ')} {_words(value)}".strip() for name, value in options.items())


def comments(game: Game) -> str:
    """The game's title, unless it is its name, and its notes."""
    return "\n".join(filter(None, [game.title if game.title != name_of(game) else "", game.notes]))


def minutes(game: Game) -> int:
    """How long it was played; 0, which means unknown, where it lay open for half a day."""
    ended = game.finished_at or game.created_at
    length = int((ended - game.created_at).total_seconds() // 60)
    return length if length <= 60 * LONGEST_PLAY else 0


def score_of(game: Game, seat: Seat) -> str:
    """The score as the app keeps it, a text."""
    return "" if seat.score is None or is_pointless(game) else str(number(seat.score))


def is_pointless(game: Game) -> bool:
    """Whether its points are no scores, but who won or the places."""
    return dict(game.options.get("sheet") or {}).get("key") in POINTLESS


def ranked(played: Played) -> list[tuple[Seat, int]]:
    """The seats in their order, each with its rank: winners are first, whoever left has none (0)."""
    sign = -1 if highest_wins(played.game) else 1
    here = [seat for seat in played.seats if not seat.left]
    worth = {seat.pk: (not seat.won, 0 if seat.won else sign * (seat.score or 0)) for seat in here}
    return [
        (seat, 1 + sum(other < worth[seat.pk] for other in worth.values()) if seat.pk in worth else 0)
        for seat in played.seats
    ]


def _words(value: object) -> str:
    if isinstance(value, Mapping):
        return " ".join(f"{name} {_words(inner)}" for name, inner in value.items())
    if isinstance(value, bool):
        return "" if value else "off"
    return str(value)


def _game_uuid(game: Game) -> str:
    if game.game == "score_sheet":
        return _uuid("game", f"score_sheet {highest_wins(game)} {fold_name(name_of(game))}")
    return _uuid("game", game.game)


def play_uuid(key: str, public_id: str) -> str:
    """What a game is known by there: a play that came from there keeps its own."""
    own = key.removeprefix(BGSTATS) if key.startswith(BGSTATS) else ""
    try:
        return str(UUID(own)).upper()
    except ValueError:
        return _uuid("play", public_id)


def player_uuid(player: Player) -> str:
    """What a player is known by there."""
    return _uuid("player", player.public_id)


def _uuid(kind: str, name: str) -> str:
    return str(uuid5(NAMESPACE_URL, f"referee:{kind}:{name}")).upper()


def _date(moment: datetime) -> str:
    return timezone.localtime(moment).strftime("%Y-%m-%d %H:%M:%S")


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
