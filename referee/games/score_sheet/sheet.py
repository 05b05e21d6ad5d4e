"""The score sheet as it lies: columns with totals, rounds newest first, the round to come, the end."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import QueryDict
from django.urls import reverse

from referee.games.ending import why_over
from referee.games.look import AnyLook
from referee.games.score_sheet.context import (
    BlankView,
    CellView,
    ColumnView,
    EntryView,
    GridView,
    RowView,
    ScoreSheetOver,
)
from referee.games.score_sheet.entry import SCORE, number, number_text
from referee.rules.score_sheet import sheet as rules
from referee.rules.score_sheet.state import Over, Playing, States
from referee.rules.sentences import joined
from referee.web.context import StandingView
from referee.web.standings import ranked

#: Cells on the live table, so that a tap's answer stays small; the whole sheet is one tap away.
MOST_CELLS = 120
FEWEST_ROWS = 5


def names(state: States) -> tuple[str, ...]:
    """The columns: those at the table as they sit, then those who left."""
    return (*state.players, *(name for name in state.scores if name not in state.players))


def leaders(state: States) -> tuple[str, ...]:
    """Who is ahead: nobody before the first round."""
    if not state.rounds or not state.players:
        return ()
    best = max if state.options.wins == "high" else min
    most = best(state.scores[name] for name in state.players)
    return tuple(name for name in state.players if state.scores[name] == most)


def grid(look: AnyLook, state: States, *, whole: bool = False) -> GridView:
    """The sheet; unless it is asked for whole, only as many of its newest rounds as a phone shows at once."""
    columns, ahead = names(state), leaders(state)
    last = state.rounds[-1].scores if state.rounds else {}
    shown = len(state.rounds) if whole else max(MOST_CELLS // max(len(columns), 1), FEWEST_ROWS)
    first = max(len(state.rounds) - shown, 0)
    return GridView(
        columns=tuple(
            ColumnView(
                name=name,
                total=number_text(state.scores[name]),
                change=_signed(last[name]) if name in last else "",
                leader=name in ahead,
                here=name in state.players,
            )
            for name in columns
        ),
        rows=tuple(_row(look, state, number, columns) for number in range(len(state.rounds), first, -1)),
        earlier=first,
        all=f"{look.url}?sheet=rounds",
    )


def _row(look: AnyLook, state: States, number: int, columns: tuple[str, ...]) -> RowView:
    row = state.rounds[number - 1]
    href = reverse("hand", args=[look.about.public_id, number])
    return RowView(
        label=row.name or str(number),
        href=href,
        cells=tuple(
            CellView(
                text=number_text(row.scores[name]), href=f"{href}?{urlencode({'field': f'{SCORE}{name}'})}"
            )
            if name in row.scores
            else CellView()
            for name in columns
        ),
    )


def _signed(points: float) -> str:
    return f"+{number_text(points)}" if points > 0 else number_text(points)


def entry(look: AnyLook, state: Playing) -> EntryView:
    """The blanks of the next round; what was typed into them stands there again if it was refused."""
    sent = look.refusal.sent if look.refusal and look.refusal.refused else QueryDict()
    minus = sent.getlist("minus")
    blanks = []
    for place, name in enumerate(state.players):
        typed = number(sent.get(f"{SCORE}{name}", ""), negative=name in minus)
        value = str(typed)
        blanks.append(BlankView(place=place, name=name, value=value.lstrip("-"), minus=value.startswith("-")))
    return EntryView(
        number=len(state.rounds) + 1, blanks=tuple(blanks), name=" ".join(sent.get("called", "").split())
    )


def lead(state: States) -> str:
    """Who is ahead, and with how much."""
    ahead = leaders(state)
    if not ahead:
        return "Enter everybody’s points." if state.players else "Nobody is at the table."
    total = number_text(state.scores[ahead[0]])
    if len(ahead) > 3:
        return f"{len(ahead)} lead with {total}"
    return f"{joined(ahead)} {'leads' if len(ahead) == 1 else 'lead'} with {total}"


def headline(state: States) -> str:
    """Who wins, and when the game ends."""
    end = state.options.end
    parts = [
        f"{'most' if state.options.wins == 'high' else 'fewest'} points win",
        f"to {number_text(end.score)}" if end.score is not None else "",
        f"{end.rounds} rounds" if end.rounds is not None else "",
    ]
    return " · ".join(part for part in parts if part)


def over(look: AnyLook, state: Over) -> ScoreSheetOver:
    """The end of the game."""
    rounds = "1 round" if len(state.rounds) == 1 else f"{len(state.rounds)} rounds"
    highest = state.options.wins == "high"
    rows = (
        StandingView(
            name=name,
            points=state.scores[name],
            leader=name in state.winners,
            here=name in state.players,
        )
        for name in names(state)
    )
    return ScoreSheetOver(
        winners=state.winners,
        why=why_over(look, rules.why_over(state), rule="score_sheet 3"),
        detail=f"{rounds} played; the {'highest' if highest else 'lowest'} score wins.",
        standings=ranked(rows, highest=highest),
    )
