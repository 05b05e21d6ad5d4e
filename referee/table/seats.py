"""Whose phone sits where and whether it is there, and whose phones log a game (docs/decisions/0031, 0032).

A table's code is an invitation that other phones scan. Its link leads to the seats, and one tap later to the
table (`referee.crew.people.seats`).
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, TypeAlias

from django.urls import reverse

from referee.games.look import AnyLook
from referee.games.parts import Sheet
from referee.stream.hub import HUB
from referee.table.requests import TableRequest
from referee.web.components import FaceView, Option, View, face
from referee.web.pictures import qr
from scoring.crew import invites, loggers, seats
from scoring.models import Game, Logger, Player

#: "" for a phone of the game before that has not come to this table.
Presence: TypeAlias = Literal["here", "away", "gone", ""]

#: Seconds since the last request: two missed polls are none yet, and a phone in a pocket comes back soon.
AWAY, GONE = 50, 600

_ELSE = "The keeper’s phone can log everything, and lets others log: Menu, “Who logs the moves”."


# --- phones


def record_presence(game: Game) -> None:
    """The phone that asks is here, if it has a seat. Pages that are visible ask every 20 seconds.

    The others see at once that it has come.
    """
    if game.viewer_id in game.seated.values():
        comes = _presence(HUB.last_seen(game.public_id, game.viewer_id)) != "here"
        HUB.record_presence(game.public_id, game.viewer_id)
        if comes:
            HUB.notify(game.public_id, game.version)


def phones_of(game: Game) -> dict[str, Presence]:
    """Where the phone of each seat is that has one."""
    return {name: _presence(HUB.last_seen(game.public_id, phone)) for name, phone in game.seated.items()}


def phones_mark(game: Game, phones: Mapping[str, Presence]) -> str:
    """Changes where a phone comes or goes, or somebody else logs; "" where no phone has a seat."""
    where = " ".join(phones.get(name, "-") for name in game.standing["players"]) if phones else ""
    return f"{where} {game.logged_by}{game.scorer_id or ''}" if game.logged_by else where


def faces_of(game: Game) -> dict[str, FaceView]:
    """Everybody's face by their name at the table. One query."""
    players = Player.objects.filter(seats__game=game)
    rows = players.values_list("seats__name", "public_id", "name", "colour", "avatar", named=True)
    return {row.seats__name: face(row) for row in rows}


def _presence(last: float) -> Presence:
    since = time.time() - last
    if since >= GONE:
        return "gone" if last else ""
    return "here" if since < AWAY else "away"


# --- who may log


def may_log_all(game: Game) -> bool:
    """Whether the phone that asks may log whatever it likes."""
    return game.viewer_is_keeper or loggers.logger(game) == Logger.ANYONE


def may_log(game: Game, by: str) -> bool:
    """Whether the phone that asks may log what this player does; for "" what the table does."""
    return may_log_all(game) or loggers.may_log(game, by, _gone(game))


def why_not(game: Game, whose: Iterable[str]) -> str:
    """Why the phone that asks may not log what these players ("" for the table) do, and what to do then.

    "" where it may.
    """
    if may_log_all(game):
        return ""
    gone = _gone(game)
    others = [by for by in whose if not loggers.may_log(game, by, gone)]
    if not others:
        return ""
    if loggers.logger(game) == Logger.SEATS:
        return f"{others[0]} logs this on their own phone: let them tap it there. {_ELSE}"
    scorer = seats.seat_of(game, game.scorer_id) if game.scorer_id else ""
    one = f"{scorer}’s phone" if scorer else "one phone"
    return f"In this game {one} logs the moves: say there what to tap. {_ELSE}"


def _gone(game: Game) -> list[str]:
    return [name for name, where in phones_of(game).items() if where in ("gone", "")]


# --- sheets


class PlaceView(View, frozen=True):
    """A seat and its phone, for the macro `chair`: where that is, in words too, and what can be done.

    `does` is the name of the button that sends the seat's name, "" where there is none; `words` stand on it.
    """

    name: str
    says: str
    phone: str
    does: str = ""
    words: str = ""
    face: FaceView | None = None


class LoggerView(Option, frozen=True, kw_only=True):
    """A choice, and what it means; it sends `value` as `name`. `chosen` says that it is so now."""

    name: str
    hint: str = ""


def sheet_of(request: TableRequest, game: Game, look: AnyLook, faces: Mapping[str, FaceView]) -> Sheet | None:
    """Who plays along, or who logs the game (if this phone may log at all), where the address asks for it."""
    match look.asked.get("sheet"):
        case "seats":
            return _seats_sheet(request, game, faces)
        case "loggers" if game.viewer_may_write:
            url = reverse("loggers", args=[game.public_id])
            choices, template = tuple(_choices(game)), "table/sheets/loggers.html"
            return Sheet.of("loggers", template, url=url, choices=choices, may=game.viewer_is_keeper)
    return None


def place(
    name: str,
    where: Presence | None,
    *,
    mine: bool,
    may: Mapping[str, tuple[str, str]],
    face: FaceView | None = None,
) -> PlaceView:
    """A seat whose phone is there, or that has none.

    `may` has the button and its words for a seat that is "free", "mine" or "held" by another phone.
    """
    if mine:
        state, says, phone = "mine", "This phone", "here"
    elif where is None:
        state, says, phone = "free", "No phone yet", ""
    else:
        state, says, phone = "held", f"Phone {where or 'not here yet'}", where
    does, words = may.get(state, ("", ""))
    return PlaceView(name=name, says=says, phone=phone, does=does, words=words, face=face)


def _seats_sheet(request: TableRequest, game: Game, faces: Mapping[str, FaceView]) -> Sheet:
    """The code, where this phone may let others in, and the seats."""
    me = request.visitor.membership
    token = invites.of_table(me, game) if me and me.is_keeper else ""
    link = request.build_absolute_uri(reverse("join", args=[token])) if token else ""
    phones, mine = phones_of(game), seats.seat_of(game, game.viewer_id)
    taken = request.GET.get("taken", "")
    may = {"free": ("take", "That’s me"), "mine": ("leave", "Leave seat")} if game.viewer_may_write else {}
    if game.viewer_is_keeper:
        may["held"] = ("free", "Free this seat")
    return Sheet.of(
        "seats",
        "table/sheets/seats.html",
        url=reverse("seat", args=[game.public_id]),
        seats=tuple(
            place(name, phones.get(name), mine=name == mine, may=may, face=faces.get(name))
            for name in game.standing["players"]
        ),
        qr=qr(link) if link else "",
        link=link,
        error=f"Another phone has the seat of {taken}." if taken in phones else "",
    )


def _choices(game: Game) -> Iterator[LoggerView]:
    now, mine = loggers.logger(game), seats.seat_of(game, game.viewer_id)
    for who, text, hint in (
        (Logger.SEATS, "Each player on their own phone", "For a player without a phone, any phone logs."),
        (Logger.ANYONE, "Anyone", "Every phone logs for everybody."),
    ):
        yield LoggerView(name="who", value=who, text=text, hint=hint, chosen=now == who)
    one, this = now == Logger.ONE, game.scorer_id == game.viewer_id
    yield LoggerView(
        name="one",
        value="",
        text=f"One scorer: {'this phone' if game.viewer_is_keeper or this else 'another phone'}",
        hint="The others see the table and press their buzzers.",
        chosen=one and (this or game.scorer_id not in game.seated.values()),
    )
    for name, phone in game.seated.items():
        if name != mine:
            chosen = one and game.scorer_id == phone
            yield LoggerView(name="one", value=name, text=f"One scorer: {name}’s phone", chosen=chosen)
