"""From the state of a score sheet to what the templates show, and from what they send to a move."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from django.http import QueryDict
from msgspec.structs import replace

from referee.games.board import BoardRow, BoardView, standing
from referee.games.frame import end_sheet, fields_of, menu, stylesheet, to_sheet
from referee.games.look import AnyLook, Look
from referee.games.parts import EditField, Sheet, Terms
from referee.games.presenter import Presenter
from referee.games.score_sheet import entry, filling, setup, sheet, typed
from referee.games.score_sheet.context import ClockView, FillView, ScoreSheetView
from referee.games.score_sheet.dispute import ScoreSheetAnswers, added_up
from referee.games.table_views import GameView, Headline
from referee.rules.engine import Refused, Ruling, invalid
from referee.rules.record import Outcome
from referee.rules.score_sheet import GAME, asking, formulas, judging, moves, signs
from referee.rules.score_sheet.definition import PLAIN
from referee.rules.score_sheet.state import MOST_PLAYERS, Over, Playing, States
from referee.rules.score_sheet.telling import played
from referee.rules.sentences import by_side, joined_short
from referee.web.components import Field


class ScoreSheetPresenter(Presenter[States, moves.Move]):
    """How the score sheet looks."""

    rules = GAME
    blurb = "For every other game on the shelf: write down each round, and it adds up."
    limits = "1 to 20 players."
    fewest = 1
    transient_sheets = frozenset({"sheet=blanks", "sheet=doubt"})
    answers = ScoreSheetAnswers()
    form = staticmethod(entry.form)
    describe = staticmethod(entry.describe)
    entered = staticmethod(typed.entered)
    agreed = staticmethod(setup.agreed)
    options = staticmethod(setup.options)
    agreement = staticmethod(setup.agreement)
    begins = staticmethod(setup.begins)
    titled = staticmethod(setup.titled)

    def derived(self, before: States, move: moves.Move, after: States, /) -> Mapping[str, Terms]:
        """The terms of the sheet's own formula; a frame of an order has what it came to, `after` alone."""
        ordered = (after.options.sheet or PLAIN).ordered and before is not after
        if not isinstance(move, moves.Entry | moves.Result) or ordered:
            return {}
        with formulas.limited():
            found = added_up(before, after, getattr(move, "row", None))
            return {name: lines for unit, lines in found.items() for name in unit}

    def logged(
        self, state: States, body: object, outcome: Outcome, sides: Iterable[Sequence[str]], /
    ) -> tuple[str, str]:
        """The points first, unless they are what was entered."""
        described, gained = self.described(state, body), by_side(outcome.gained, sides)
        parts = [f"{name} {entry.signed_text(n)}" for name, n in gained.items()]
        told = outcome.rulings[0].facts.get("told") if outcome.rulings else None
        # With the first entry everybody is given what they begin with.
        if state.options.sheet and state.options.sheet.start and isinstance(told, list):
            parts = told
        if all(f"{each.replace(' +', ' ')}," in f"{described}," for each in parts):
            return described, ""
        if len(parts) == 1:
            described = described.removeprefix(f"{parts[0].rpartition(' ')[0]}: ")
        parts = ["\N{NO-BREAK SPACE}".join(each.rsplit(" ", 1)) for each in parts]
        # What a side entered has a line.
        for name in gained:
            for stop in ("; ", "\N{NO-BREAK SPACE}· "):
                described = described.replace(f"{stop}{name}: ", f"\n{name}: ")
        return "\N{NO-BREAK SPACE}· ".join(parts), described

    def described(self, state: States, body: object) -> str:
        """A deal in its sheet's own words, as it stands on the sheet; what players entered field by field."""
        move, full = self.rules.read(body), super().described(state, body)
        if isinstance(move, moves.Filled) and move.table:
            move = signs.read(state, move)
        if not isinstance(move, moves.Filled) or not move.table or getattr(move, "name", None):
            return full
        asked, bid = (state.options.sheet or PLAIN).fields, isinstance(move, moves.Bids)
        fields = [one for one in asked if one.of == "round" and one.bid == bid]
        words = [*played(state, {**{one.key: one.empty for one in fields}, **move.table})]
        names = tuple(f"{one.name}: " for one in fields)
        words += [part for part in full.split("; ") if not f"{part}: ".startswith(names)]
        return "\N{NO-BREAK SPACE}· ".join(words) or full

    def edit(self, state: States, move: moves.Move) -> tuple[EditField, ...]:
        """Everybody's points: a round is all that is asked about."""
        scores = move.scores if isinstance(move, moves.Round) else {}
        return tuple(
            EditField(name=f"{entry.SCORE}{name}", label=name, value=str(scores.get(name, "")))
            for name in state.players
        )

    def unchanged_fields(self, move: moves.Move) -> dict[str, object]:  # noqa: ARG002
        """Nothing: a round is asked for whole."""
        return {}

    def missing_sheet(self, state: States, move: moves.Move) -> str | Refused:
        """Whether blanks are meant as 0; whether a sum that a check doubts is written down all the same."""
        full = asking.filled_up(state, move)
        if full != move and _has_something(move):
            if isinstance(full, moves.Filled) and (said := judging.wrong_sum(state, full)):
                return invalid("{said}. {blanks}", said=said, blanks=_blanks(state, move))
            # If need be against a doubt, it could be written down.
            answer = self.rules.judge(state, full)
            if isinstance(answer, Ruling) or answer.code == "impossible":
                return "sheet=blanks"
            # Of those who left nothing blank it is wrong whatever blanks mean.
            whose = answer.facts.get("whose")
            sent, filled = (getattr(each, "players", {}) for each in (move, full))
            first = isinstance(whose, list) and all(filled.get(n) in (sent.get(n), {}) for n in whose)
            return answer if first else ""
        if not isinstance(move, moves.Filled) or move.anyway:
            return ""
        sure = self.rules.judge(state, replace(move, anyway=True))
        return "sheet=doubt" if isinstance(sure, Ruling) else ""

    def confirmation(self, state: States, move: moves.Move, sent: QueryDict) -> str | Refused:  # noqa: ARG002
        """A refusal of what was filled in although it is not asked for."""
        if not isinstance(state, Playing) or not isinstance(move, moves.Filled):
            return ""
        try:
            return judging.unasked(state, move) or ""
        except formulas.BadFormula:
            return ""

    def view(self, look: Look[States, moves.Move]) -> GameView:
        """Everything that the table shows."""
        state = look.state
        playing = state if isinstance(state, Playing) else None
        # A look at a dear sheet takes no longer than a move on it: what is too much is left out.
        with formulas.limited():
            ahead = sheet.leaders(state)
            now = typed.typed(look)
            fill = filling.filling(look, state, ahead, now)
            title = sheet.title(state, fill)
            view = ScoreSheetView(
                title=title,
                lead=sheet.lead(state, ahead, fill),
                cites=sheet.cites(look, state)[-2:] if playing else (),
                # What was bid stands in its column.
                remarks=sheet.remarks(look)[-2:] if playing and not (fill and fill.do == "result") else (),
                thrown=_thrown(look) if playing else "",
                played=sheet.played_last(look, state),
                low=state.options.wins == "low",
                clock=_clock(look, playing) if playing else None,
                grid=sheet.grid(look, state, ahead, now),
                fill=fill,
                over=sheet.over(look, state) if isinstance(state, Over) else None,
            )
        name = look.about.title or self.rules.name
        return GameView(
            name=name,
            title=f"{name}: {title}" if title else name,
            style=stylesheet(self.rules),
            phase=state.phase,
            table=view,
            voice=view.voice,
            headline=Headline(goal=sheet.goal(state)),
            sheet=self._sheet(look, state),
            keeps_query="row" in look.asked or bool(fill and (fill.who or typed.TYPED in look.asked)),
            back=typed.back(look) if fill else "",
            timed=view.clock is not None,
            undone=_undone(look, fill),
        )

    def board(self, view: GameView) -> BoardView:
        """The sheet on a board: who leads, and everybody's total in the order of the columns."""
        table = view.table
        if not isinstance(table, ScoreSheetView) or table.grid is None:
            return super().board(view)
        if table.over:
            return standing(table.over)
        fill = table.fill
        return BoardView(
            heading=f"{table.grid.unit.capitalize()} {fill.number}" if fill and fill.who else table.title,
            follow=table.lead.text,
            played=table.played,
            rows=tuple(
                BoardRow(
                    names=column.names,
                    points=column.total,
                    change=column.change,
                    leader=column.leader,
                    dealer=column.dealer,
                    faces=tuple(column.faces[name] for name in column.names if name in column.faces),
                )
                for column in table.grid.columns
                if column.here
            ),
        )

    def _sheet(self, look: Look[States, moves.Move], state: States) -> Sheet | None:
        if refused := self.refused(look):
            # A mistyped number breaks no rule, and there is nothing to take a photo of.
            no = look.reply.refused if look.reply and look.reply.move else None
            mistyped = no and no.code in ("invalid", "illegal")
            return replace(refused, title="Not saved" if mistyped else refused.title, photo="")
        match look.asked.get("sheet"):
            case "menu":
                return _menu(look, state)
            case "end":
                return end_sheet(look, GAME)
            case "people" if isinstance(state, Playing):
                return Sheet.of(
                    "people",
                    "games/score_sheet/sheets/people.html",
                    seats=state.players,
                    quitters=tuple(name for name in state.scores if name not in state.players),
                    room=len(state.players) < MOST_PLAYERS,
                )
            case "throw" if isinstance(state, Playing):
                starter = "deals" if state.dealer and not state.turn else "starts"
                return Sheet.of(
                    "throw",
                    "games/score_sheet/sheets/throw.html",
                    seats=state.inside,
                    starter=starter,
                    runs=state.clock is not None,
                )
            case "blanks" | "doubt" as asked if look.reply and look.reply.move:
                return self._doubt(look, state, asked)
            case "counted" if state.options.sheet:
                how = state.options.sheet.how
                return Sheet.of("counted", "games/score_sheet/sheets/counted.html", how=how)
            case "how":
                return Sheet.of("how", "games/score_sheet/sheets/how.html")
            case "rounds":
                saved = sheet.grid(look, state, sheet.leaders(state), typed.NOTHING, whole=True)
                return Sheet.of("rounds", "games/score_sheet/sheets/rounds.html", grid=saved)
        return None

    def _doubt(self, look: Look[States, moves.Move], state: States, asked: str) -> Sheet | None:
        """What has to be answered once before the entry that was sent is written down."""
        reply = look.reply
        move = reply.move if reply else None
        if reply is None or not isinstance(move, moves.Move):
            return None
        sent = {
            name: reply.sent.getlist(name)
            for name in reply.sent
            if name not in ("key", "csrfmiddlewaretoken", "blank", "anyway")
        }
        answer = self.rules.judge(state, move)
        text = answer.text if isinstance(answer, Refused) else ""
        again = {**sent, **{name: "1" for name in ("blank", "anyway") if reply.sent.get(name)}}
        if asked == "blanks":
            fields = fields_of({**again, "blank": "1"})
            return _doubtful("Does blank mean 0?", _blanks(state, move), "Yes, 0", fields)
        return _doubtful("Is that right?", text, "Save anyway", fields_of({**again, "anyway": "1"}))


def _undone(look: AnyLook, fill: FillView | None) -> str:
    """What filled a form and stands in its fields again, by its name alone."""
    if fill is None or not fill.number or not look.taken_off or (look.reply and look.reply.changed):
        return ""
    called = fill.called if fill.who else fill.called.lower()
    return f"Undone: {called.replace(': ', ', ')}"


def _clock(look: AnyLook, state: Playing) -> ClockView | None:
    """The clock that runs."""
    clock = state.clock
    if clock is None:
        return None
    player = clock.player or ""
    if clock.seconds is not None:
        until = clock.at + clock.seconds * 1_000
        return ClockView(text=f"until {_told_at(look, until)}", player=player, until=until)
    since = clock.at - state.spent.get(player, 0)
    return ClockView(text=f"since {_told_at(look, clock.at)}", player=player, since=since)


def _told_at(look: AnyLook, at: int) -> str:
    return f"{datetime.fromtimestamp(at / 1_000, look.now.tzinfo):%H:%M:%S}"


def _thrown(look: AnyLook) -> str:
    """What was thrown, while nothing came after it; a clock has a line of its own."""
    thrown = " ".join(
        said.text
        for said in look.orders
        if said.rule == "score_sheet 5" and not {"thrown", "coin", "starts"}.isdisjoint(said.facts)
    )
    # Heads after heads is heard too: the text differs by what nobody sees.
    return "\N{ZERO WIDTH SPACE}" * (look.about.length % 2) + thrown if thrown else ""


def _blanks(state: States, move: moves.Move) -> str:
    """For whom nothing was entered, or what, for those who have something."""
    full = asking.filled_up(state, move)
    if isinstance(move, moves.Round) and isinstance(full, moves.Round):
        names = [name for name in full.scores if name not in move.scores]
        return f"Nothing is entered for {joined_short(names)}."
    if not (isinstance(move, moves.Filled) and isinstance(full, moves.Filled)):
        return "Something is left blank."
    blank: dict[str, list[str]] = {}
    for name, numbers in full.players.items():
        for key in numbers.keys() - move.players.get(name, {}).keys():
            blank.setdefault(key, []).append(name)
    asked = [one for one in (state.options.sheet or PLAIN).fields if one.key in blank]
    of = {name: asking.called(state, one, name) for one in asked for name in blank[one.key]}
    names = [name for name in full.players if any(name in each for each in blank.values())]
    every = joined_short([of.get(name, name) for name in names])
    if not any(move.players.get(name) for name in names):
        return f"Nothing is entered for {every}."
    parts = (f"{one.name} for {joined_short([of[name] for name in blank[one.key]])}" for one in asked)
    text = f"Blank: {', '.join(parts)}."
    return text if asked and len(text) < 60 else f"Not all is entered for {every}."


def _has_something(move: moves.Move) -> bool:
    """Whether anything was entered: a round of blanks alone is none."""
    if isinstance(move, moves.Round):
        return bool(move.scores)
    return isinstance(move, moves.Filled) and any(move.players.values())


def _menu(look: AnyLook, state: States) -> Sheet:
    playing = isinstance(state, Playing)
    people = [to_sheet(look, "people", "Add or remove players", "people")] if playing else []
    rounds = [to_sheet(look, "sum", "The whole sheet", "rounds")] if state.rounds else []
    throw = [to_sheet(look, "dice", "Dice, a coin, a clock", "throw")] if playing else []
    how = state.options.sheet and state.options.sheet.how
    counted = to_sheet(look, "rules", "How it is counted", "counted") if how else None
    return menu(look, GAME, links=[*rounds, *people, *throw], how=counted, unit=sheet.unit(state))


def _doubtful(title: str, text: str, yes: str, fields: Iterable[Field]) -> Sheet:
    """What is asked once before something is written down; the `fields` send it again, with the answer."""
    template = "games/score_sheet/sheets/doubt.html"
    return Sheet.of("doubt", template, title=title, text=text, yes=yes, fields=tuple(fields))
