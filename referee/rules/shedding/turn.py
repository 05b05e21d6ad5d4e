"""The rest of a hand: draws, passes, calls, penalties, close calls, what is found illegal later, the win."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from referee.rules import engine
from referee.rules.engine import Cite, Past, Refused, Ruling, Step
from referee.rules.sentences import Fact
from referee.rules.shedding import moves
from referee.rules.shedding.hands import Answer, Hands, Open, OptionsT
from referee.rules.shedding.state import Agreed, Between, Counting, InPlay, Playing, Since, Waiting

StateT = TypeVar("StateT", bound=engine.State)
Call = moves.SayZar | moves.Gotcha | moves.Penalty
#: The rows on which two cards lie on each other, so that the lower one shows who was first.
UNDERNEATH = (frozenset({"play", "match"}), frozenset({"match"}))


class StandingCall(Struct, frozen=True):
    """A call that stands although the play before it was undone, and the table it was judged on again."""

    before: InPlay[Agreed]
    move: Call


class Undone(Ruling[StateT], Generic[StateT], frozen=True, kw_only=True):
    """The ruling on a play that was found illegal later: who played it, and the calls that stand."""

    offender: str
    standing: tuple[StandingCall, ...] = ()


class Turn(Hands[OptionsT]):
    """What can happen in a hand besides playing a card."""

    #: The moves (their `do`) that close the chance to match the last play, besides a play.
    closing: ClassVar[frozenset[str]] = frozenset({"draw", "take", "pass"})
    #: Whether a pass draws a card that was not drawn in the turn; else it has to be drawn before.
    pass_draws = True
    #: Whether a player out of whom a draw is made hears of the reason first.
    reason_first = False
    #: How many penalty cards a turn can cost a player, 0 for any number; whether an illegal play costs one.
    most_penalties = 0
    illegal_costs = True
    #: The calls (their `do`) that stand although the play before them was undone as illegal.
    standing_calls: ClassVar[frozenset[str]] = frozenset()
    #: Two events that can meet: the one that takes precedence; "" for who is next in turn, None for a toss.
    races: ClassVar[Mapping[frozenset[str], str | None]] = {}
    #: What each event is called, and whether it matters who knocked cards off the pile.
    events: ClassVar[Mapping[str, str]] = {}
    asks_who_knocked = False

    def may_draw(self, state: Playing[OptionsT]) -> bool:
        """Whether the player whose turn it is may draw a card for it."""
        return not state.since.drawn and (self.pass_draws or state.left > 0)

    def draw_card(self, state: Playing[OptionsT], move: moves.Draw) -> Answer:
        """One card, and the turn goes on."""
        player, says = move.player, self.says
        if state.draw_count:
            return self._faces(state)
        if not self.may_draw(state):
            if state.left or self.pass_draws:
                return says.no("illegal", "drew already", player=player)
            return says.no("impossible", "nothing to draw", player=player)
        after, cites = self.draw(state, (player, 1, ""))
        if not isinstance(after, Playing):
            return Ruling(after, tuple(cites))
        since = Since(state.since.drawn + 1, not state.left, state.since.penalties)
        after = replace(after, since=since, matchable=state.matchable and "draw" not in self.closing)
        cites += says.cite("turn goes on", "again" if self.may_draw(after) else "", player=player)
        return Ruling(after, (*cites, *self._closed(state, "draw")))

    def _faces(self, state: Playing[OptionsT]) -> Refused:
        """Who faces cards draws them first, or plays one that hands them on."""
        return self.says.no("illegal", "faces", "not played", turn=state.turn, n=state.draw_count)

    def _closed(self, state: Playing[OptionsT], do: str) -> tuple[Cite, ...]:
        """That the last play can no longer be matched, where it could be until now."""
        return self.says.cite("too late", do) if state.matchable and do in self.closing else ()

    def take(self, state: Playing[OptionsT], move: moves.Take) -> Answer:
        """Draws for all cards that ask for it; the turn goes on."""
        player, cite = move.player, self.says.cite
        if not state.draw_count:
            return self.says.no("illegal", "faces nothing", player=player)
        after, cites = self.draw(state, (player, state.draw_count, "take"))
        if not isinstance(after, Playing):
            return Ruling(after, tuple(cites))
        after = replace(after, draw_count=0, matchable=state.matchable and "take" not in self.closing)
        goes_on = cite("still plays", player=player) + cite("spent") + cite("still open")
        return Ruling(after, (*cites, *goes_on, *self._closed(state, "take")))

    def pass_turn(self, state: Playing[OptionsT], move: moves.Pass) -> Answer:
        """The turn ends; all round with nothing left to draw, the hand is blocked."""
        player, cite = move.player, self.says.cite
        if state.draw_count:
            return self._faces(state)
        turn = state.after(player, state.direction)
        after: Open[OptionsT] | Between[OptionsT] = state
        drew, case, stuck = list[Cite](), "", 0
        if self.pass_draws:
            if not state.since.drawn:
                after, drew = self.draw(state, (player, 1, ""))
        elif self.may_draw(state):
            return self.says.no("illegal", "draws first", "again" if state.since.drawn else "", player=player)
        elif not state.left:
            case, stuck = "nothing left", state.since.stuck + 1
        cites = self._in_order(drew, cite("passes", case, player=player, turn=turn))
        if not isinstance(after, Playing):
            return Ruling(after, cites)
        chain = replace(after.chain, skips=0)
        after = replace(after, turn=turn, matchable=False, chain=chain, since=Since(stuck=stuck))
        if stuck < len(state.players):
            return Ruling(after, cites + self._closed(state, "pass"))
        return Ruling(after.in_phase(Counting, out=None), cites + cite("blocked"))

    def _in_order(self, drew: Sequence[Cite], reason: Sequence[Cite]) -> tuple[Cite, ...]:
        return (*reason, *drew) if self.reason_first else (*drew, *reason)

    def say_word(self, state: Open[OptionsT], move: moves.SayZar) -> Answer:
        """The last card's word ends a debt; without one it changes nothing and is not kept for later."""
        player, cite = move.player, self.says.cite
        if player not in state.owes:
            return Ruling(state, cite("not owed", player=player) + cite("not kept"))
        owes = tuple(name for name in state.owes if name != player)
        return Ruling(replace(state, owes=owes), cite("said", player=player) + cite("safe", player=player))

    def gotcha(self, state: Open[OptionsT], move: moves.Gotcha) -> Answer:
        """Somebody is caught who owes the last card's word: one card; who owes none is not."""
        cite, facts = self.says.cite, {"caller": move.caller, "target": move.target}
        called = cite("calls", **facts)
        if move.target not in state.owes:
            return Ruling(state, cite("owes nothing", **facts) + called)
        after, drew = self.draw(state, (move.target, 1, "gotcha"))
        if state.matchable:
            drew += cite("still matched")
        return Ruling(after, self._in_order(drew, cite("caught", **facts)) + called)

    def penalty(self, state: Open[OptionsT], move: moves.Penalty) -> Answer:
        """One card for a play that was just refused or cannot be undone, or for an intended false call."""
        case = "slip" if move.why == moves.FALSE_CALL else "" if move.why else "of a play"
        after, drew = self._fined(state, move.player, case)
        why = self.says.cite("penalty", case, player=move.player, why=move.why or "")
        if case != "slip":
            drew += self.says.cite("nothing moves")
        first = 0 if self.reason_first else 1
        return Ruling(after, (*drew[:first], *why, *drew[first:]))

    def _fined(
        self, state: Open[OptionsT], player: str, case: str
    ) -> tuple[Open[OptionsT] | Between[OptionsT], list[Cite]]:
        """One penalty card for a player, unless that is more than a turn can cost."""
        so_far, most, cite = state.since.penalties.get(player, 0), self.most_penalties, self.says.cite
        if most and so_far >= most:
            return state, list(cite("no more penalties", player=player, n=so_far))
        after, cites = self.draw(state, (player, 1, "slip" if case == "slip" else "penalty"))
        if most and isinstance(after, InPlay):
            so_far += after.hands[player] - state.hands[player]
            penalties = {**state.since.penalties, player: so_far}
            after = replace(after, since=replace(after.since, penalties=penalties))
            cites += cite("penalties", player=player, n=so_far, most=most)
        return after, cites

    def illegal(
        self,
        state: Open[OptionsT] | Counting[OptionsT],
        move: moves.Illegal,
        past: Past[engine.State, moves.Move],
    ) -> Answer:
        """A play found illegal later: it and what came after it are undone, and its player draws.

        Calls that stand are judged again, in order, on the table as it was before the play.
        """
        steps, says = past(), self.says
        step = next((step for step in standing_plays(steps) if step.n == move.move), None)
        if step is None:
            return says.no("impossible", "no such play", n=move.move)
        player, table = step.move.player, step.before
        standing, ruled = list[StandingCall](), list[Cite]()
        for call in (each.move for each in steps if each.n >= step.n):
            if isinstance(call, Call) and str(call.__struct_config__.tag) in self.standing_calls:
                standing.append(StandingCall(table, call))
                ruling = self.judge(table, call)
                if isinstance(ruling, Ruling):
                    ruled, table = [*ruled, *ruling.cites], ruling.state
        cites = list(says.cite("undone", player=player, cards=list(step.move.cards)))
        if self.illegal_costs:
            table, drew = self._fined(table, player, "")
            cites += drew
        return Undone(
            table,
            (*cites, *says.cite("as before"), *ruled),
            lines=self.taken_back(state, "undone", "hand played on"),
            undoes=move.move,
            offender=player,
            standing=tuple(standing),
        )

    def out(self, state: Waiting[OptionsT], move: moves.Out) -> Answer:
        """Nobody matched the last card: what is outstanding is drawn, and the hand is won."""
        if move.player != state.out:
            return self.says.no("impossible", "not out", out=state.out, player=move.player)
        after, cites = self.win(state, state.out)
        cites = (*self.says.cite("hand won", player=move.player), *cites)
        return self.close_hand(after, cites) if isinstance(after, Counting) else Ruling(after, cites)

    def win(
        self, state: Open[OptionsT], player: str
    ) -> tuple[Counting[OptionsT] | Between[OptionsT], tuple[Cite, ...]]:
        """The hand as won, with nothing counted yet, once whoever faces cards has drawn them."""
        after, cites = state, list[Cite]()
        if state.draw_count and state.turn != player:
            drawn, cites = self.draw(state, (state.turn, state.draw_count, "left"))
            cites += self.says.cite("left counts")
            if not isinstance(drawn, InPlay):
                return drawn, tuple(cites)
            after = drawn
        drew = {name: held - state.hands[name] for name, held in after.hands.items()}
        outstanding = {name: number for name, number in drew.items() if number}
        return after.in_phase(Counting, out=player, outstanding=outstanding), tuple(cites)

    def close_call(self, state: Open[OptionsT], move: moves.CloseCall) -> Answer:
        """Whose event stands; nothing on the table changes."""
        row, players, says = frozenset(move.events), move.players, self.says
        if row == {"match"} and not state.options.third_copy:
            return says.no("impossible", "no third copy")
        favours, why = self._first(state, move, row)
        at = players.index(favours)
        lost, event = players[1 - at], move.events[1 - at]
        facts: dict[str, Fact] = {
            "player": favours,
            "event": self.events[move.events[at]],
            "turn": state.turn,
            "knocker": move.knocked_by or "",
        }
        if measured := move.measured:
            facts |= {"gap": measured.gap, "doubt": measured.doubt, "later": players[1 - measured.first]}
        cites = says.cite("first", why, **facts) + says.cite("stands", player=favours)
        if event != "last_card" or lost in state.owes:  # a GOTCHA on somebody else takes no last card back
            cites += says.cite("loses", event, player=lost, event=self.events[event])
        for reading in self._readings(state, move, row):
            cites += says.cite(reading, **facts)
        return Ruling(state, cites, {"favours": favours})

    def _first(self, state: Open[OptionsT], move: moves.CloseCall, row: frozenset[str]) -> tuple[str, str]:
        """Who was first, and by what: the evidence in its order, then what takes precedence."""
        one, two = players = move.players
        if self.asks_who_knocked and move.knocked_by in players:
            return two if move.knocked_by == one else one, "not knocked"
        if row in UNDERNEATH and move.underneath in players:
            return str(move.underneath), "underneath"
        if move.measured and move.measured.sure:
            return players[move.measured.first], "measured"
        if event := self.races[row]:
            return players[move.events.index(event)], "precedence"
        if event is None:
            return move.toss or "", "toss"
        seats, turn = state.players, state.players.index(state.turn)
        away = {name: (seats.index(name) - turn) * state.direction % len(seats) for name in players}
        return min(players, key=away.__getitem__), "direction"

    def _readings(self, state: Open[OptionsT], move: moves.CloseCall, row: frozenset[str]) -> Iterator[str]:
        """What else of the evidence decided, or did not."""
        players, measured = move.players, move.measured
        given = [name for name in (move.knocked_by, move.underneath) if name is not None]
        about = [name for name in given if name in players]
        if len(about) < len(given):
            yield "evidence about others"
        if move.knocked_by in players and move.underneath is not None:
            yield "knocked before underneath"
        if measured and (move.knocked_by in players or (row in UNDERNEATH and move.underneath in players)):
            yield "cards before buzzes"
        elif measured and not measured.sure:
            yield "too close"
        if self.races[row] == "" and not about and not (measured and measured.sure):
            yield "direction from"
        if "last_card" in row:
            yield self.after_last_card(state)

    def after_last_card(self, _state: Open[OptionsT]) -> str:
        """What is said of a race between a GOTCHA and a last card."""
        return "gotcha after a last card"


def standing_plays(steps: Sequence[Step[Any, Any]]) -> Iterator[Step[Any, moves.Play]]:
    """The plays of a hand that have not been undone as illegal, the last one first.

    A past play was judged on the game's own states, which only that game can name: here that is `Any`.
    """
    undone_from: float = float("inf")
    for step in reversed(steps):
        if step.n >= undone_from:
            continue
        if isinstance(step.move, moves.Play):
            yield Step(step.n, step.move, step.before)
        elif isinstance(step.move, moves.Illegal):
            undone_from = step.move.move
