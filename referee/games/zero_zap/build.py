"""What is put together in the address, tap by tap, until it is sent: a set or run, or a whole round.

So it works without a script.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from urllib.parse import urlencode

import msgspec
from django.http import QueryDict
from msgspec.structs import replace

from referee.games.cited import Cited, cite_of
from referee.games.frame import seat_query
from referee.games.look import AnyLook
from referee.games.parts import Choice, Face, Key, Pad, Row, mark_of
from referee.games.table_views import ActionLine
from referee.games.zero_zap.table import by_color, group_view, laid, lineup_of
from referee.games.zero_zap.views import BuildStage, CalculatorStage, GroupView, LinesView, face
from referee.rules.engine import Line, Refused
from referee.rules.sentences import counted, joined
from referee.rules.zero_zap import cards, moves, scoring
from referee.rules.zero_zap.cards import COLORS, FEWEST, MOST, POINTS, Group
from referee.rules.zero_zap.game import GAME
from referee.rules.zero_zap.moves import Scored, Sheet
from referee.rules.zero_zap.state import Between, Playing, States
from referee.web.wording import signed, whole_number

MOST_CARDS = cards.MOST["run"]


def is_building(state: Playing, asked: QueryDict) -> bool:
    """Whether the table shows this half of the turn; a card taken from the lineup begins with it."""
    return "lay" in asked or "cards" in asked or (state.taken is not None and "discard" not in asked)


def address(url: str, chosen: Sequence[str]) -> str:
    """Where these cards are chosen."""
    return f"{url}?{urlencode([('lay', '1'), *(('cards', card) for card in chosen)])}"


def entered(state: States, move: moves.Move) -> str:
    """The query of what was put together for a move, or of the sheet that it was made from; "" for none."""
    match move:
        case moves.Meld() | moves.Add():
            return address("", move.cards)[1:]
        case moves.Discard(card=card) if move.target or move.passed:
            return urlencode({"sheet": "card", "card": card})
        case moves.Zap():
            return urlencode({"sheet": "card", "card": cards.ZERO_ZAP})
        case moves.Recount():
            return seat_query(state, move.player)
        case moves.Round():
            sheets = [move.scores.get(name, Sheet()) for name in state.players]
            return score_address("", 0, texts_of(sheets))[1:]
    return ""


def again(url: str, sent: QueryDict) -> str:
    """Where what a refused move sent is put together once more; "" for nothing."""
    match sent.get("do"):
        case "meld" | "add" if given := [card for card in sent.getlist("cards") if card]:
            return address(url, given)
        case "round":
            return score_address(url, 0, texts_of(table_of(sent.getlist("e"), len(sent.getlist("names")))))
        case "discard" if "passed" in sent:
            kept = [(name, value) for name in ("card", "names", "passed") for value in sent.getlist(name)]
            return f"{url}?{urlencode([('sheet', 'card'), *kept])}"
    return ""


def build(look: AnyLook, state: Playing) -> BuildStage:
    """The pad for sets and runs, what was tapped on it, and what that is."""
    player = state.turn
    chosen = _chosen(look, state)
    answer = GAME.judge(state, moves.Meld(player=player, cards=chosen)) if chosen else None
    reads, points = _reading(state, chosen, answer)
    keys = {card: _key(state, chosen, card) for card in cards.GROUPED}
    return BuildStage(
        player=player,
        laid=laid(state, state.players),
        lineup=lineup_of(state),
        chosen=tuple(_chip(look, state, chosen, place) for place in range(len(chosen))),
        reads=reads,
        points=points,
        held=state.hands[player],
        lay=mark_of(answer) if chosen else "off",
        numbers=by_color([keys[card] for card in cards.NUMBER_CARDS], "cards"),
        others=Pad(
            rows=(
                Row(label="Wild card", keys=(keys[cards.WILD],), field="cards"),
                Row(label="Doubles", keys=tuple(_doubles(state)), field="color"),
            ),
            size="sixes wilds",
        ),
        adds=tuple(_add(state, chosen, place) for place in range(len(state.melds[player]))),
    )


def _doubles(state: Playing) -> Iterator[Key]:
    for color in cards.COLORS:
        answer = GAME.judge(state, moves.Double(player=state.turn, color=color))
        label = f"Play double {color}"
        yield Key(face=face(f"double {color}"), sent=color, label=label, mark=mark_of(answer), form="double")


def action(made: BuildStage) -> ActionLine:
    """What the chosen cards are so far, in the place where the referee speaks."""
    points = (f"+{made.points}",) if made.points else ()
    return ActionLine(tiles=(*points, made.reads.text.removesuffix(".")), cites=(made.reads,))


def _chosen(look: AnyLook, state: Playing) -> tuple[str, ...]:
    """The cards tapped so far; the one taken from the lineup is always among them."""
    wanted = [card for card in look.asked.getlist("cards") if card in cards.GROUPED]
    if state.taken and state.taken not in wanted:
        wanted.insert(0, state.taken)
    return tuple(wanted[: min(MOST_CARDS, max(state.hands[state.turn], 0))])


def _chip(look: AnyLook, state: Playing, chosen: tuple[str, ...], place: int) -> Key:
    fixed = chosen[place] == state.taken and chosen.index(state.taken) == place
    left = chosen[:place] + chosen[place + 1 :]
    return Key(face=face(chosen[place]), href="" if fixed else address(look.url, left))


def _reading(state: Playing, chosen: tuple[str, ...], answer: object) -> tuple[Cited, int]:
    """What the chosen cards are, and their points, or why they are nothing yet."""
    if not chosen:
        return Cited(text="Tap the cards of one set or run."), 0
    read = cards.read(chosen)
    if isinstance(read, Refused):
        return Cited(text=f"Not yet. {read.text}", rule=read.rule or ""), 0
    doubled = read.color in state.doubles[state.turn]
    either = ", or a run once it grows" if read.either else ""
    named = f"{read.kind.capitalize()} of {read.cards} in {read.color or 'no colour'}"
    text = f"{named}{either}{', doubled' if doubled else ''}."
    if isinstance(answer, Refused):
        return Cited(text=f"{text} {answer.text}", rule=answer.rule or ""), 0
    return Cited(text=text, rule=read.rule), read.points * (2 if doubled else 1)


def _key(state: Playing, chosen: tuple[str, ...], card: str) -> Key:
    grown = (*chosen, card)
    answer = GAME.judge(state, moves.Meld(player=state.turn, cards=grown))
    full = len(chosen) == MOST_CARDS or (isinstance(answer, Refused) and answer.code == "impossible")
    hope = any(_can_become((*given, *grown)) for given in ((), *state.melds[state.turn]))
    return Key(face=face(card), sent=card, mark="off" if full else "" if hope else "no")


def _can_become(chosen: tuple[str, ...]) -> bool:
    """Whether some more cards could make it a set or run: wilds stand for them."""
    more = range(MOST_CARDS - len(chosen) + 1)
    return any(isinstance(cards.read((*chosen, *(cards.WILD,) * n)), Group) for n in more) or (
        set(chosen) == {cards.WILD} and len(chosen) < MOST_CARDS
    )


def _add(state: Playing, chosen: tuple[str, ...], place: int) -> GroupView:
    """One's own set or run, and what it becomes with the chosen cards."""
    given = state.melds[state.turn][place]
    lies = group_view(state, state.turn, place, given)
    if not chosen:
        return replace(lies, mark="off")
    answer = GAME.judge(state, moves.Add(player=state.turn, meld=place, cards=chosen))
    grown = group_view(state, state.turn, place, (*given, *chosen))
    becomes = "" if isinstance(answer, Refused) else f"{grown.text}, {counted(grown.points, 'point')}"
    return replace(lies, becomes=becomes, mark=mark_of(answer))


# --- the calculator: a whole round scored at its end, line by line -----------------------------------------

MOST_HELD = 99
#: Taps that are read: the whole deck takes some sixty, and each line of the page has an address of all.
MOST_TAPS = 100


def tapped(sheet: Sheet, text: str) -> Sheet | None:
    """The player's round after one more tap; a second tap takes most things away. None for no tap."""
    match text.split():
        case ["set" | "run" as kind, color, number] if color in COLORS and number in tuple("34567"):
            group = Scored(color, int(number))
            if kind == "set":
                return replace(sheet, sets=(*sheet.sets, group)) if group.cards < 5 else None
            return replace(sheet, runs=(*sheet.runs, group))
        case ["double", color] if color in COLORS:
            had = color in sheet.doubles
            kept = tuple(each for each in sheet.doubles if each != color)
            return replace(sheet, doubles=kept if had else (*kept, color))
        case ["held", number] if (more := whole_number(number, digits=2)) is not None:
            return replace(sheet, held=min(sheet.held + more, MOST_HELD))
        case ["out"]:
            return replace(sheet, out=not sheet.out)
        case ["holds"]:
            return replace(sheet, zero_zap=not sheet.zero_zap)
        case ["zapped"]:
            return replace(sheet, zapped=not sheet.zapped)
    return None


def taps_of(sheet: Sheet) -> tuple[str, ...]:
    return (
        *(f"set {group.color} {group.cards}" for group in sheet.sets),
        *(f"run {group.color} {group.cards}" for group in sheet.runs),
        *(f"double {color}" for color in sheet.doubles),
        *(("out",) if sheet.out else ()),
        *((f"held {sheet.held}",) if sheet.held else ()),
        *(("holds",) if sheet.zero_zap else ()),
        *(("zapped",) if sheet.zapped else ()),
    )


def sheet_of(taps: Sequence[str]) -> Sheet | None:
    """A player's round from its taps; None if one of them is none."""
    sheet: Sheet | None = Sheet()
    for text in taps:
        sheet = tapped(sheet, text) if sheet else None
    return sheet


def as_json(sheet: Sheet) -> object:
    decoded: object = msgspec.json.decode(msgspec.json.encode(sheet))
    return decoded


def table_of(texts: Sequence[str], players: int) -> list[Sheet]:
    """Everybody's round from all taps in order, each with the player's place: `0 set red 4`.

    What only one player can have goes to the one for whom it was tapped last. What is no tap is passed over.
    """
    sheets = [Sheet()] * players
    for text in texts[:MOST_TAPS]:
        place, _, tap = text.partition(" ")
        if place not in map(str, range(players)):
            continue
        at = int(place)
        after = tapped(sheets[at], tap)
        if after is None:
            continue
        sheets = [each if other == at else _without(each, tap) for other, each in enumerate(sheets)]
        sheets[at] = _sound(after, tap)
    return sheets


def _without(sheet: Sheet, tap: str) -> Sheet:
    """Another player's round: there is one who goes out, one Zero Zap, one double of a colour."""
    match tap.split():
        case ["out"]:
            return replace(sheet, out=False)
        case ["holds" | "zapped"]:
            return replace(sheet, zero_zap=False, zapped=False)
        case ["double", color]:
            return replace(sheet, doubles=tuple(each for each in sheet.doubles if each != color))
    return sheet


def _sound(sheet: Sheet, tap: str) -> Sheet:
    """The player's own: who is out holds nothing, who holds Zero Zap was not hit by it as well."""
    match tap.split():
        case ["out"]:
            return replace(sheet, held=0, zero_zap=False, zapped=False) if sheet.out else sheet
        case ["held", _]:
            return replace(sheet, out=False)
        case ["holds"]:
            # It is a card like any other.
            held = max(sheet.held, 1) if sheet.zero_zap else sheet.held
            return replace(sheet, zapped=False, out=sheet.out and not sheet.zero_zap, held=held)
        case ["zapped"]:
            return replace(sheet, zero_zap=False, out=sheet.out and not sheet.zapped)
    return sheet


def texts_of(sheets: Sequence[Sheet]) -> tuple[str, ...]:
    """The taps that make everybody's round."""
    return tuple(f"{place} {tap}" for place, sheet in enumerate(sheets) for tap in taps_of(sheet))


def scores_of(names: Sequence[str], texts: Sequence[str]) -> dict[str, object]:
    """What a saved calculator sends as docs/record.md has it; what is no tap, the referee refuses."""
    scores: dict[str, object] = {}
    for place, name in enumerate(names):
        mine = [text.partition(" ")[2] for text in texts if text.partition(" ")[0] == str(place)]
        sheet = sheet_of(mine)
        scores[name] = ", ".join(mine) if sheet is None else as_json(sheet)
    strangers = [text for text in texts if text.partition(" ")[0] not in map(str, range(len(names)))]
    return scores | {text: {} for text in strangers}


def score_address(url: str, of: int = 0, texts: Sequence[str] = ()) -> str:
    """Where the calculator stands with these taps."""
    return f"{url}?{urlencode([('score', '1'), ('of', of), *(('e', text) for text in texts)])}"


def calculator(look: AnyLook, state: Between) -> CalculatorStage:
    """One player's keys and lines, and everybody's totals."""
    names = state.players
    asked = look.asked.get("of", "0")
    of = int(asked) if asked in map(str, range(len(names))) else 0
    mine = (f"{of} {tap}" for tap in look.asked.getlist("tap"))
    sheets = table_of([*look.asked.getlist("e"), *mine], len(names))
    texts = texts_of(sheets)
    answer = GAME.judge(state, moves.Round(scores=dict(zip(names, sheets, strict=True))))
    missing = answer if isinstance(answer, Refused) else None
    every = tuple(_lines(look, names, texts, of=of, whose=at, sheet=each) for at, each in enumerate(sheets))
    return CalculatorStage(
        heading=f"Score round {state.rounds + 1}",
        of=of,
        taps=texts,
        names=names,
        tabs=tuple(
            Choice(
                href=score_address(look.url, place, texts),
                text=name,
                on=place == of,
                note=f"{every[place].total}{' out' if sheets[place].out else ''}",
            )
            for place, name in enumerate(names)
        ),
        now=every[of],
        groups=_pad("Sets and runs", _groups(), "sevens"),
        marks=_pad("Other cards", _marks(sheets[of]), "sixes"),
        held=_pad("Cards held", _held(), "sevens"),
        following=score_address(look.url, (of + 1) % len(names), texts),
        missing=cite_of(missing) if missing else None,
        blank=joined([name for name, sheet in zip(names, sheets, strict=True) if sheet == Sheet()]),
    )


def lines_view(name: str, lines: Sequence[Line], href: Callable[[Line], str] = lambda _: "") -> LinesView:
    """A player's score lines, with an address to take each away where there is one."""
    return LinesView(
        name=name,
        total=signed(sum(line.points for line in lines)),
        lines=tuple(
            (Cited(text=line.reason, rule=line.rule), signed(line.points), href(line)) for line in lines
        ),
    )


def _lines(
    look: AnyLook, names: Sequence[str], texts: Sequence[str], *, of: int, whose: int, sheet: Sheet
) -> LinesView:
    lines = scoring.lines(names[whose], scoring.entered(sheet))
    if of != whose:
        return lines_view(names[whose], lines)
    groups = iter(taps_of(sheet))

    def without(line: Line) -> str:
        match line.kind:
            case "set" | "run":
                tap = next(groups)
            case "double":
                tap = f"double {line.facts['color']}"
            case "zero zap":
                tap = "zapped" if sheet.zapped else "holds"
            case "out":
                tap = "out"
            case _:
                tap = f"held {sheet.held}"
        left = list(texts)
        left.remove(f"{whose} {tap}")
        return score_address(look.url, of, left)

    return lines_view(names[whose], lines, without)


def _pad(label: str, keys: Iterable[Key], size: str) -> Pad:
    return Pad(rows=(Row(label=label, keys=tuple(keys), field="tap"),), size=size)


def _tap(tap: str, name: str, label: str, *, under: str = "", color: str = "", on: bool = False) -> Key:
    """A key that adds a tap to the address, for whoever is shown when it arrives; Zero Zap is drawn."""
    art = "zap" if not name else ""
    shown = Face(card="", name=name or under, label=label, art=art, look=color)
    return Key(face=shown, sent=tap, under=under if name else "", mark="on" if on else "")


def _groups() -> Iterator[Key]:
    """Sets of 3 and 4 and runs of 3 to 7, a row for each colour."""
    for color, kind in product(COLORS, ("set", "run")):
        for number in range(FEWEST, MOST[kind] + 1):
            label = f"{kind} of {number} {color}, {counted(POINTS[kind] * number, 'point')}"
            yield _tap(f"{kind} {color} {number}", str(number), label, under=kind, color=color)


def _marks(sheet: Sheet) -> Iterator[Key]:
    for color in COLORS:
        on = color in sheet.doubles
        yield _tap(f"double {color}", "×2", f"double {color}", color=color, on=on)
    yield _tap("out", "+5", "went out", under="Out", on=sheet.out)
    yield _tap("holds", "", "holds Zero Zap", under="Holds", on=sheet.zero_zap)
    yield _tap("zapped", "", "hit by Zero Zap", under="Hit by", on=sheet.zapped)


def _held() -> Iterator[Key]:
    for number in range(1, 8):
        yield _tap(f"held {number}", f"−{number}", f"{counted(number, 'more card')} held")
