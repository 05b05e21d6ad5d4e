"""Zero Zap's moves in words, and the fields by which one is corrected."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.http import QueryDict

from referee.games.context import EditField, choice
from referee.games.zero_zap.faces import label
from referee.games.zero_zap.tally import as_json, sheet_of, taps_of
from referee.rules.sentences import counted, joined
from referee.rules.zero_zap import cards, moves
from referee.rules.zero_zap.groups import MOST, loosely
from referee.rules.zero_zap.moves import Sheet
from referee.rules.zero_zap.state import Table, Turn
from referee.web.wording import number_or_text

_GROUPED = (*cards.NUMBER_CARDS, cards.WILD)
_NAMED = {"dealer": "Dealer", "player": "Player"}
_WORDS = "set red 3, run blue 5, double red, held 2, out, holds, zapped"


def describe(move: moves.Move) -> str:  # noqa: C901, PLR0912 - a sentence for each move
    """A move as a short sentence, without its full stop."""
    match move:
        case moves.Deal():
            return f"{move.dealer} deals"
        case moves.Draw():
            return f"{move.player} draws {_number(move.cards)}"
        case moves.Take():
            return f"{move.player} takes {label(move.card)} from the lineup"
        case moves.Meld():
            return f"{move.player} lays {given(move.cards)}"
        case moves.Add():
            return f"{move.player} adds {given(move.cards)} to set or run {move.meld + 1}"
        case moves.Double():
            return f"{move.player} lays double {move.color}"
        case moves.Discard():
            return f"{move.player} discards {label(move.card)}{_followed(move)}"
        case moves.Zap():
            return f"{move.player} says “Zero Zap!” to {move.target}"
        case moves.Pass():
            return f"{move.player} has no card and passes"
        case moves.Count():
            zap = ", Zero Zap among them" if move.zero_zap else ""
            return f"{move.player} holds {_number(move.cards)}{zap}"
        case moves.Round():
            out = [name for name, sheet in move.scores.items() if sheet.out]
            return f"A round is scored: {joined(out)} went out" if out else "A round is scored"
        case moves.Recount():
            return f"{move.player} holds {_number(move.cards)}, recounted"
        case moves.Void():
            return "The round is given up"
    return "The game is ended"


def _followed(move: moves.Discard) -> str:
    if move.passed is not None:
        return ": " + joined([f"{name} passes {number}" for name, number in move.passed.items()])
    if move.meld is not None:
        return f" and takes set or run {move.meld + 1} of {move.target}"
    if move.color is not None:
        return f" and takes {move.target}’s double {move.color}"
    if move.target is None:
        return ""
    if move.card == "give":
        return f" and gives {move.target} a card"
    return f", and {move.target} takes 2 cards" if move.card == "bonus" else f" on {move.target}"


def _number(cards: int) -> str:
    return counted(cards, "card")


def given(names: Sequence[str]) -> str:
    """Cards in a sentence: `red 4, red 5 and wild`."""
    return joined([label(card) for card in names])


def fields(state: Table, move: moves.Move) -> Iterator[EditField]:
    """What can be changed in a move; `state` is the one before it."""
    for name in move.names:
        if name in _NAMED:
            yield choice(name, _NAMED[name], getattr(move, name), state.players)
    match move:
        case moves.Draw():
            yield choice("cards", "Cards", move.cards, ("1", "2"))
        case moves.Take():
            yield _taken(state, move)
        case moves.Meld():
            yield from _cards(move.cards)
        case moves.Add():
            yield _own(state, move)
            yield from _cards(move.cards)
        case moves.Double():
            yield choice("color", "Colour", move.color, cards.COLORS)
        case moves.Discard():
            yield from _discard(state, move)
        case moves.Zap():
            yield choice("target", "Whom", move.target, state.players)
        case moves.Count() | moves.Recount():
            yield from _counted(move)
        case moves.Round():
            yield from _rounds(state, move)


def _taken(state: Table, move: moves.Take) -> EditField:
    """The card of the lineup; where the record leaves out its place, it is the last one like it."""
    lying = [place for place, card in enumerate(state.lineup) if card == move.card]
    place = move.index if move.index is not None else lying[-1] if lying else ""
    values = [f"{at} {card}" for at, card in enumerate(state.lineup)]
    texts = [f"{at}. {label(card)}" for at, card in enumerate(state.lineup, 1)]
    return choice("take", "Card", f"{place} {move.card}", values, texts)


def _own(state: Table, move: moves.Add) -> EditField:
    own = state.melds[state.turn] if isinstance(state, Turn) else ()
    texts = [f"{place}. {_group(group)}" for place, group in enumerate(own, 1)]
    return choice("meld", "To", move.meld, [str(place) for place in range(len(own))], texts)


def _counted(move: moves.Count | moves.Recount) -> Iterator[EditField]:
    yield EditField(name="cards", label="Cards", value=str(move.cards))
    if isinstance(move, moves.Count):
        held = "1" if move.zero_zap else ""
        yield choice("zero_zap", "Zero Zap", held, ("", "1"), ("not among them", "among them"))


def _rounds(state: Table, move: moves.Round) -> Iterator[EditField]:
    """Everybody's round in the calculator's words."""
    for place, name in enumerate(state.players):
        value = ", ".join(taps_of(move.scores.get(name, Sheet())))
        words = f", for example: {_WORDS}" if place == 0 else ""
        yield EditField(name=f"round {name}", label=f"{name}{words}", value=value)


def _cards(chosen: Sequence[str]) -> Iterator[EditField]:
    """The cards of a set or run, and one more; `nothing` leaves one out."""
    texts = ["nothing", *map(label, _GROUPED)]
    for place, card in enumerate((*chosen, "")[: MOST["run"]], 1):
        yield choice("cards", f"Card {place}", card, ("", *_GROUPED), texts)


def _group(group: tuple[str, ...]) -> str:
    read = loosely(group)
    return f"{read.kind} of {read.cards} {read.color or ''}".rstrip()


def _discard(state: Table, move: moves.Discard) -> Iterator[EditField]:
    """The card and, as it stands, what it asks for; another card asks for more when it is looked at again."""
    card = move.card
    yield choice("card", "Card", card, cards.CARDS, [label(each) for each in cards.CARDS])
    if card in ("give", "bonus", "steal"):
        texts = ["nobody", *state.players]
        yield choice("target", "Whom", move.target or "", ("", *state.players), texts)
    if card == "steal":
        most = max(map(len, state.melds.values()), default=0)
        value = f"meld {move.meld}" if move.meld is not None else f"color {move.color}" if move.color else ""
        choices = ("", *(f"meld {n}" for n in range(most)), *(f"color {each}" for each in cards.COLORS))
        texts = ["nothing", *(f"set or run {n + 1}" for n in range(most))]
        yield choice("what", "What", value, choices, [*texts, *(f"double {each}" for each in cards.COLORS)])
    if card == "pass color":
        for name in state.players:
            passed = (move.passed or {}).get(name, 0)
            yield EditField(name=f"passed {name}", label=f"{name} passes", value=str(passed))


def corrected(sent: QueryDict, move: moves.Move) -> dict[str, object]:
    """What a correction's own fields say beside those of the table."""
    match move:
        case moves.Discard():
            return _asked_for(sent, sent.get("card"))
        case moves.Round():
            typed = {name: _typed(text) for name, text in _by_name(sent, "round")}
            return {"scores": {name: as_json(sheet) for name, sheet in move.scores.items()} | typed}
    return {}


def _by_name(sent: QueryDict, field: str) -> Iterator[tuple[str, str]]:
    """What a field of a correction holds for each player."""
    for key in sent:
        name, _, player = key.partition(" ")
        if name == field and player:
            yield player, sent.get(key, "")


def _typed(text: str) -> object:
    sheet = sheet_of([part.strip() for part in text.split(",") if part.strip()])
    return text if sheet is None else as_json(sheet)


def _asked_for(sent: QueryDict, card: object) -> dict[str, object]:
    """What a special asks for, as far as the fields of the page said it."""
    name, _, value = sent.get("what", "").partition(" ")
    if card == "steal" and name in ("meld", "color"):
        return {name: number_or_text(value) if name == "meld" else value}
    passed = {name: number_or_text(text) for name, text in _by_name(sent, "passed")}
    return {"passed": passed} if card == "pass color" and passed else {}
