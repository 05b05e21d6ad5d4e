"""The moves of Zero Zap: what their forms send beside their fields, in words, and asked about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from django.http import QueryDict

from referee.games.forms import PLAYER, Edit, Edits, Wording, move_of
from referee.games.parts import EditField, choice
from referee.games.zero_zap.build import scores_of
from referee.games.zero_zap.views import label
from referee.rules import engine
from referee.rules.sentences import counted, joined, with_article
from referee.rules.zero_zap import cards, moves
from referee.rules.zero_zap.cards import MOST, as_laid
from referee.rules.zero_zap.state import Table, Turn
from referee.web.wording import number_or_text


def form(sent: QueryDict) -> dict[str, object]:
    """The move that a form asks for, as JSON; what makes no sense is left for the referee to refuse."""
    raw = move_of(moves.Move, sent)
    match raw["do"]:
        case "take" if "take" in sent:
            # A key of the lineup says where its card lies: "2 red 4".
            place, _, card = sent.get("take", "").partition(" ")
            raw |= {"card": card, "index": number_or_text(place)}
        case "discard" if "passed" in sent:
            each = zip(sent.getlist("names"), sent.getlist("passed"), strict=False)
            raw["passed"] = {name: number_or_text(text) for name, text in each if text}
        case "discard":
            raw |= _followed_by(sent)
        case "round":
            raw["scores"] = scores_of(sent.getlist("names"), sent.getlist("e"))
    return raw


def _followed_by(sent: QueryDict) -> dict[str, object]:
    """How a special was followed, by the fields of a question."""
    card, (name, _, value) = sent.get("card"), sent.get("what", "").partition(" ")
    if card == "steal" and name in ("meld", "color"):
        return {name: number_or_text(value) if name == "meld" else value}
    passed = {name: number_or_text(text) for name, text in _by_name(sent, "passed")}
    return {"passed": passed} if card == "pass color" and passed else {}


def _by_name(sent: QueryDict, field: str) -> Iterator[tuple[str, str]]:
    """What a field of a question holds for each player."""
    for key in sent:
        name, _, player = key.partition(" ")
        if name == field and player:
            yield player, sent.get(key, "")


def given(names: Sequence[str]) -> str:
    """Cards in a sentence: `red 4, red 5 and wild`."""
    return joined([label(card) for card in names])


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


def _held(move: moves.Count) -> str:
    zap = ", Zero Zap among them" if move.zero_zap else ""
    return f"{move.player} holds {counted(move.cards, 'card')}{zap}"


def _scored(move: moves.Round) -> str:
    out = [name for name, sheet in move.scores.items() if sheet.out]
    return f"A round is scored: {joined(out)} went out" if out else "A round is scored"


def _taken(state: Table, move: moves.Take) -> Iterator[EditField]:
    """The card of the lineup; where the record leaves out its place, it is the last one like it."""
    lying = [place for place, card in enumerate(state.lineup) if card == move.card]
    place = move.index if move.index is not None else lying[-1] if lying else ""
    values = [f"{at} {card}" for at, card in enumerate(state.lineup)]
    texts = [f"{at}. {label(card)}" for at, card in enumerate(state.lineup, 1)]
    yield choice("take", "Card", f"{place} {move.card}", values, texts)


def _own(state: Table, move: moves.Add) -> Iterator[EditField]:
    own = state.melds[state.turn] if isinstance(state, Turn) else ()
    texts = [f"{place}. {as_laid(group).text}" for place, group in enumerate(own, 1)]
    yield choice("meld", "To", move.meld, [str(place) for place in range(len(own))], texts)


def _cards(_state: Table, move: moves.Meld | moves.Add) -> Iterator[EditField]:
    """The cards of a set or run, and one more; `nothing` leaves one out."""
    texts = ["nothing", *map(label, cards.GROUPED)]
    for place, card in enumerate((*move.cards, "")[: MOST["run"]], 1):
        yield choice("cards", f"Card {place}", card, ("", *cards.GROUPED), texts)


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
        what = {"": "nothing"} | {f"meld {n}": f"set or run {n + 1}" for n in range(most)}
        what |= {f"color {each}": f"double {each}" for each in cards.COLORS}
        yield choice("what", "What", value, [*what], [*what.values()])
    if card == "pass color":
        for name in state.players:
            passed = (move.passed or {}).get(name, 0)
            yield EditField(name=f"passed {name}", label=f"{name} passes", value=str(passed))


_CARDS = Edits(("cards",), _cards)

WORDINGS: Mapping[type[engine.Move], Wording] = {
    moves.Deal: Wording("{dealer} deals"),
    moves.Draw: Wording("{player} draws {cards:card|cards}"),
    moves.Take: Wording(
        lambda move: f"{move.player} takes {with_article(label(move.card))} from the lineup",
        [PLAYER, Edits(("card", "index"), _taken)],
    ),
    moves.Meld: Wording(lambda move: f"{move.player} lays {given(move.cards)}", [PLAYER, _CARDS]),
    moves.Add: Wording(
        lambda move: f"{move.player} adds {given(move.cards)} to set or run {move.meld + 1}",
        [PLAYER, Edits(("meld",), _own), _CARDS],
    ),
    moves.Double: Wording("{player} lays double {color}", [PLAYER, Edit("color", "Colour", cards.COLORS)]),
    moves.Discard: Wording(
        lambda move: f"{move.player} discards {with_article(label(move.card))}{_followed(move)}",
        [PLAYER, Edits(("card", "target", "meld", "color", "passed"), _discard)],
    ),
    moves.Zap: Wording("{player} says “Zero Zap!” to {target}"),
    moves.Pass: Wording("{player} has no card and passes"),
    moves.Count: Wording(_held),
    moves.Round: Wording(_scored),
    moves.Recount: Wording("{player} holds {cards:card|cards}, recounted"),
    moves.Void: Wording("The round is given up"),
    moves.End: Wording("The game is ended"),
}
