"""What is typed on a sheet and not written down yet: kept in an address, and shown in the totals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import urlencode

from django.http import QueryDict

from referee.games.look import AnyLook
from referee.games.presenter import do_of
from referee.games.score_sheet.entry import SCORE, filled, form, is_filled_in, number_text, signed_text
from referee.rules.engine import Refused
from referee.rules.score_sheet import GAME, asking, entering, judging, moves, signs
from referee.rules.score_sheet.definition import Field
from referee.rules.score_sheet.state import States, exact

#: The round that the fields of an address were typed for.
TYPED = "typed"
#: Longer addresses are turned away on some ways.
LONGEST = 4_000


class Typed(NamedTuple):
    """What is typed so far: what was `sent`, the `entry` that it makes, if any, and its `worth` to each;
    the facts of what is `wrong` with it.
    """

    sent: QueryDict
    entry: moves.Filled | None
    worth: Mapping[str, int | float]
    wrong: Mapping[str, object] = {}

    def is_wrong(self, field: Field, player: str) -> bool:
        """Whether a field was refused, or what that rests on: of players, of those who filled it in,
        but for what they left blank because it may be.
        """
        names, keys = self.wrong.get("names"), self.wrong.get("rests_on")
        if isinstance(keys, list) and self.entry:
            players = self.entry.players
            filled = [name for name in players if any(players[name].get(key) for key in keys)]
            whose = self.wrong.get("whose", filled or players)
            left_out = field.blank and player in filled and not players[player].get(field.key)
            whose_too = not player or (isinstance(whose, list | dict) and player in whose)
            return field.key in keys and whose_too and not left_out
        return self.wrong.get("field") == field.name and isinstance(names, list) and player in (names or [""])

    def total(self, state: States, name: str) -> str:
        """A player's total, with what is typed."""
        return number_text(exact([state.scores[name], self.worth.get(name, 0)]))

    def change(self, name: str) -> str:
        """What is typed, as it is added to the total; "" for nothing."""
        return signed_text(self.worth[name]) if name in self.worth else ""


NOTHING = Typed(QueryDict(), None, {})


def typed(look: AnyLook) -> Typed:
    """What is typed for the round to come."""
    sent = _sent(look)
    reply = look.reply
    doubted = reply.move if reply and reply.asks == "sheet=doubt" else None
    said = GAME.judge(look.state, doubted) if isinstance(doubted, moves.Move) else reply and reply.refused
    wrong = said.facts if isinstance(said, Refused) else {}
    read = GAME.read(form(sent)) if sent else None
    if read is None or isinstance(read, Refused):
        return Typed(sent, None, {}, wrong)
    move = signs.read(look.state, read)
    entry = move if isinstance(move, moves.Filled) else None
    worth, sheet = entering.so_far(look.state, move), look.state.options.sheet
    fields = sheet.fields if sheet else ()
    # Nothing is told of those for whom nothing is entered, if something has to be: unless a sum came out.
    blank = all(one.of == "round" or one.bid or asking.may_lack(one) for one in fields)
    if entry and judging.watched(look.state, entry.table, bids=isinstance(entry, moves.Bids)):
        blank = blank or not judging.wrong_sum(look.state, entry)
    told = {
        name: n
        for name, n in worth.items()
        if not entry or entry.players.get(name, n != 0) or (blank and n != 0)
    }
    return Typed(sent, entry, told, wrong)


def _sent(look: AnyLook) -> QueryDict:
    """What was typed, where the tap that this look answers changed nothing, or where somebody came back from
    what was asked of it; what was undone just now, to be put right.
    """
    reply = look.reply
    if reply and (reply.refused or reply.asks):
        return reply.sent
    if look.asked.get(TYPED) == _place(look.state):
        return look.asked
    again = look.taken_off if look.about.viewer_may_write else None
    return QueryDict(entered(look.state, GAME.logged(again)) if again and "row" not in again else "")


def _place(state: States) -> str:
    """Which round a form was filled in for: another one begins empty."""
    return str(len(state.rounds) + 1)


def entered(state: States, move: moves.Move) -> str:
    """The query of a form filled in as it was for a move; of who comes and goes the sheet."""
    match move:
        case moves.Round():
            named = [("called", move.name)] if move.name else []
            sent = [*((f"{SCORE}{name}", str(points)) for name, points in move.scores.items()), *named]
        case moves.Entry() | moves.Bids() | moves.Result():
            sent = [("do", do_of(move)), *filled(state, move)]
        case moves.Join() | moves.Quit():
            return "sheet=people"
        case _:
            return ""
    return urlencode([*sent, (TYPED, _place(state))])


def back(look: AnyLook) -> str:
    """Where an answer leads back to: the table with what was typed; "" where nothing was, or too much for an
    address.
    """
    typed = [
        (name, str(value))
        for name, values in _sent(look).lists()
        for value in values
        if is_filled_in(name) and str(value).strip()
    ]
    address = f"{look.url}?{urlencode([*typed, (TYPED, _place(look.state))])}"
    return address if typed and len(address) <= LONGEST else ""
