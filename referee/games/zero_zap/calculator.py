"""The calculator: a whole round scored at its end, line by line, before it is saved."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlencode

from django.http import QueryDict

from referee.games.cited import Cited, cite_of
from referee.games.look import AnyLook
from referee.games.zero_zap.context import CalculatorView, LinesView, LineView, TabView, TapView
from referee.games.zero_zap.tally import table_of, taps_of, texts_of
from referee.rules.engine import Line, Refused
from referee.rules.sentences import counted
from referee.rules.zero_zap import moves, scoring
from referee.rules.zero_zap.cards import COLORS
from referee.rules.zero_zap.game import GAME
from referee.rules.zero_zap.groups import EACH, FEWEST, MOST
from referee.rules.zero_zap.moves import Sheet
from referee.rules.zero_zap.state import Between
from referee.web.wording import signed


def address(url: str, of: int = 0, texts: Sequence[str] = ()) -> str:
    """Where the calculator stands with these taps."""
    return f"{url}?{urlencode([('score', '1'), ('of', of), *(('e', text) for text in texts)])}"


def again(url: str, sent: QueryDict) -> str:
    """Where a refused round is put together once more; "" for another move."""
    if sent.get("do") != "round":
        return ""
    return address(url, 0, texts_of(table_of(sent.getlist("e"), len(sent.getlist("names")))))


def calculator(look: AnyLook, state: Between) -> CalculatorView:
    """One player's keys and lines, and everybody's totals."""
    names = state.players
    asked = look.asked.get("of", "0")
    of = int(asked) if asked in map(str, range(len(names))) else 0
    sheets = table_of(look.asked.getlist("e"), len(names))
    texts = texts_of(sheets)
    answer = GAME.judge(state, moves.Round(scores=dict(zip(names, sheets, strict=True))))
    missing = answer if isinstance(answer, Refused) else None
    every = tuple(_lines(look, names, texts, of=of, whose=at, sheet=each) for at, each in enumerate(sheets))
    return CalculatorView(
        url=look.url,
        heading=f"Score round {state.rounds + 1}",
        of=of,
        taps=texts,
        names=names,
        tabs=tuple(
            TabView(
                name=name,
                href=address(look.url, place, texts),
                total=every[place].total,
                current=place == of,
                out=sheets[place].out,
            )
            for place, name in enumerate(names)
        ),
        now=every[of],
        groups=tuple(_groups(of)),
        marks=tuple(_marks(of, sheets[of])),
        held=tuple(_held(of)),
        following=address(look.url, of + 1, texts) if of + 1 < len(names) else "",
        every=every,
        missing=cite_of(missing) if missing else None,
    )


def lines_view(name: str, lines: Sequence[Line], hrefs: Sequence[str] = ()) -> LinesView:
    """A player's score lines, with an address to take each away where there is one."""
    links = [*hrefs, *[""] * (len(lines) - len(hrefs))]
    return LinesView(
        name=name,
        total=signed(sum(line.points for line in lines)),
        lines=tuple(
            LineView(cite=Cited(text=line.reason, rule=line.rule), points=signed(line.points), href=href)
            for line, href in zip(lines, links, strict=True)
        ),
    )


def _lines(
    look: AnyLook, names: Sequence[str], texts: Sequence[str], *, of: int, whose: int, sheet: Sheet
) -> LinesView:
    lines = scoring.lines(names[whose], scoring.entered(sheet))
    if of != whose:
        return lines_view(names[whose], lines)
    taps = list(taps_of(sheet))
    hrefs, place = [], -1
    for line in lines:
        match line.kind:
            case "set" | "run":
                place += 1
                tap = taps[place]
            case "double":
                tap = f"double {line.facts['color']}"
            case "zero zap":
                tap = "zapped" if sheet.zapped else "holds"
            case "out":
                tap = "out"
            case _:
                tap = f"held {sheet.held}"
        hrefs.append(address(look.url, of, _without(texts, f"{whose} {tap}")))
    return lines_view(names[whose], lines, hrefs)


def _without(texts: Sequence[str], gone: str) -> list[str]:
    left = list(texts)
    left.remove(gone)
    return left


def _groups(of: int) -> list[TapView]:
    """Sets of 3 and 4 and runs of 3 to 7, a row for each colour."""
    return [
        TapView(
            value=f"{of} {kind} {color} {number}",
            label=f"{kind} of {number} {color}, {counted(EACH[kind] * number, 'point')}",
            name=str(number),
            small=kind,
            color=color,
        )
        for color in COLORS
        for kind in ("set", "run")
        for number in range(FEWEST, MOST[kind] + 1)
    ]


def _marks(of: int, sheet: Sheet) -> list[TapView]:
    doubles = [
        TapView(
            value=f"{of} double {color}",
            label=f"double {color}",
            name="×2",
            color=color,
            on=color in sheet.doubles,
        )
        for color in COLORS
    ]
    return [
        *doubles,
        TapView(value=f"{of} out", label="went out", name="+5", small="Out", on=sheet.out),
        TapView(
            value=f"{of} holds", label="holds Zero Zap", name="", small="Holds", art="zap", on=sheet.zero_zap
        ),
        TapView(
            value=f"{of} zapped", label="hit by Zero Zap", name="", small="Hit by", art="zap", on=sheet.zapped
        ),
    ]


def _held(of: int) -> list[TapView]:
    return [
        TapView(
            value=f"{of} held {number}",
            label=f"{counted(number, 'more card')} held",
            name=f"−{number}",
        )
        for number in range(1, 8)
    ]
