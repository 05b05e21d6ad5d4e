"""The score sheet as it lies: columns with totals, rounds newest first, the round to come, the end."""

from __future__ import annotations

from urllib.parse import urlencode

from referee.rules.engine import joined
from referee.rules.score_sheet.state import Over, Playing, States
from referee.table.context import StandingView
from referee.table.look import Look
from referee.table.score_sheet.context import (
    BlankView,
    CellView,
    ColumnView,
    EntryView,
    GridView,
    OverView,
    RowView,
)
from referee.table.score_sheet.entry import SCORE, told

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


def grid(look: Look, state: States, *, whole: bool = False) -> GridView:
    """The sheet; unless it is asked for whole, only as many of its newest rounds as a phone shows at once."""
    columns, ahead = names(state), leaders(state)
    last = state.rounds[-1].scores if state.rounds else {}
    shown = len(state.rounds) if whole else max(MOST_CELLS // max(len(columns), 1), FEWEST_ROWS)
    first = max(len(state.rounds) - shown, 0)
    return GridView(
        columns=tuple(
            ColumnView(
                name=name,
                total=told(state.scores[name]),
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


def _row(look: Look, state: States, number: int, columns: tuple[str, ...]) -> RowView:
    row = state.rounds[number - 1]
    href = f"{look.url}hand/{number}/"
    return RowView(
        label=row.name or str(number),
        href=href,
        cells=tuple(
            CellView(text=told(row.scores[name]), href=f"{href}?{urlencode({'field': f'{SCORE}{name}'})}")
            if name in row.scores
            else CellView()
            for name in columns
        ),
    )


def _signed(points: float) -> str:
    return told(points) if points < 0 else f"+{told(points)}"


def entry(look: Look, state: Playing) -> EntryView:
    """The blanks of the next round; what was typed into them stands there again if it was refused."""
    answer = look.answer
    sent = answer.sent if answer and answer.refused and answer.sent.get("do") == "round" else {}
    typed = sent.get("scores", {})
    blanks = []
    for place, name in enumerate(state.players):
        value = str(typed.get(name, ""))
        blanks.append(BlankView(place=place, name=name, value=value.lstrip("-"), minus=value.startswith("-")))
    return EntryView(number=len(state.rounds) + 1, blanks=tuple(blanks), name=sent.get("name", ""))


def lead(state: States) -> str:
    """Who is ahead, and with how much."""
    ahead = leaders(state)
    if not ahead:
        return "A number for everybody." if state.players else "Nobody is at the table."
    total = told(state.scores[ahead[0]])
    if len(ahead) > 3:
        return f"{len(ahead)} lead with {total}"
    return f"{joined(ahead)} {'leads' if len(ahead) == 1 else 'lead'} with {total}"


def headline(state: States) -> str:
    """Who wins, and when the game ends."""
    end = state.options.end
    parts = [
        f"{'most' if state.options.wins == 'high' else 'fewest'} points win",
        f"to {told(end.score)}" if end.score is not None else "",
        f"{end.rounds} rounds" if end.rounds is not None else "",
    ]
    return " · ".join(part for part in parts if part)


def over(look: Look, state: Over) -> OverView:
    """The end of the game."""
    rounds = "1 round" if len(state.rounds) == 1 else f"{len(state.rounds)} rounds"
    won = "wins" if len(state.winners) == 1 else "share the win"
    wins = "highest" if state.options.wins == "high" else "lowest"
    score = state.scores[state.winners[0]] if state.winners else 0
    best = f"{told(score)} {'point' if score == 1 else 'points'} after {rounds}." if state.winners else ""
    return OverView(
        heading=f"{joined(state.winners)} {won}" if state.winners else "Nobody wins",
        detail=f"{best} The {wins} score wins.".strip(),
        standings=tuple(
            StandingView(
                name=name,
                points=state.scores[name],
                leader=name in state.winners,
                here=name in state.players,
            )
            for name in names(state)
        ),
        page=f"/games/{look.game.public_id}/",
    )
