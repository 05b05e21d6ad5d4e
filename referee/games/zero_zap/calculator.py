"""The calculator: a whole round scored at its end, line by line, before it is saved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from urllib.parse import urlencode

from django.http import QueryDict

from referee.games.cited import Cited, cite_of
from referee.games.look import AnyLook
from referee.games.parts import Choice, Face, Key, Pad, Row
from referee.games.zero_zap.tally import table_of, taps_of, texts_of
from referee.games.zero_zap.views import CalculatorStage, LinesView, LineView
from referee.rules.engine import Line, Refused
from referee.rules.sentences import counted
from referee.rules.zero_zap import moves, scoring
from referee.rules.zero_zap.cards import COLORS, FEWEST, MOST, POINTS
from referee.rules.zero_zap.game import GAME
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


def calculator(look: AnyLook, state: Between) -> CalculatorStage:
    """One player's keys and lines, and everybody's totals."""
    names = state.players
    asked = look.asked.get("of", "0")
    of = int(asked) if asked in map(str, range(len(names))) else 0
    sheets = table_of(look.asked.getlist("e"), len(names))
    texts = texts_of(sheets)
    answer = GAME.judge(state, moves.Round(scores=dict(zip(names, sheets, strict=True))))
    missing = answer if isinstance(answer, Refused) else None
    every = tuple(_lines(look, names, texts, of=of, whose=at, sheet=each) for at, each in enumerate(sheets))
    return CalculatorStage(
        url=look.url,
        heading=f"Score round {state.rounds + 1}",
        of=of,
        taps=texts,
        names=names,
        tabs=tuple(
            Choice(
                href=address(look.url, place, texts),
                text=name,
                on=place == of,
                note=f"{every[place].total}{' out' if sheets[place].out else ''}",
            )
            for place, name in enumerate(names)
        ),
        now=every[of],
        groups=_pad("Sets and runs", _groups(of), "sevens"),
        marks=_pad("Other cards", _marks(of, sheets[of]), "sixes"),
        held=_pad("Cards held", _held(of), "sevens"),
        following=address(look.url, of + 1, texts) if of + 1 < len(names) else "",
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


def _pad(label: str, keys: Iterable[Key], size: str) -> Pad:
    return Pad(rows=(Row(label=label, keys=tuple(keys), field="e"),), size=size)


def _tap(tap: str, name: str, label: str, *, under: str = "", color: str = "", on: bool = False) -> Key:
    """A key that adds a tap to the address; Zero Zap is drawn."""
    art = "zap" if not name else ""
    shown = Face(card="", name=name or under, label=label, art=art, look=color)
    return Key(face=shown, sent=tap, under=under if name else "", mark="on" if on else "")


def _groups(of: int) -> Iterator[Key]:
    """Sets of 3 and 4 and runs of 3 to 7, a row for each colour."""
    for color, kind in product(COLORS, ("set", "run")):
        for number in range(FEWEST, MOST[kind] + 1):
            label = f"{kind} of {number} {color}, {counted(POINTS[kind] * number, 'point')}"
            yield _tap(f"{of} {kind} {color} {number}", str(number), label, under=kind, color=color)


def _marks(of: int, sheet: Sheet) -> Iterator[Key]:
    for color in COLORS:
        on = color in sheet.doubles
        yield _tap(f"{of} double {color}", "×2", f"double {color}", color=color, on=on)
    yield _tap(f"{of} out", "+5", "went out", under="Out", on=sheet.out)
    yield _tap(f"{of} holds", "", "holds Zero Zap", under="Holds", on=sheet.zero_zap)
    yield _tap(f"{of} zapped", "", "hit by Zero Zap", under="Hit by", on=sheet.zapped)


def _held(of: int) -> Iterator[Key]:
    for number in range(1, 8):
        yield _tap(f"{of} held {number}", f"−{number}", f"{counted(number, 'more card')} held")
