"""What the forms of Zero Zap send beside the fields of its moves: a play's, and those of a correction."""

from __future__ import annotations

from collections.abc import Iterator

from django.http import QueryDict

from referee.games.forms import move_of
from referee.games.zero_zap.tally import as_json, scores_of, sheet_of
from referee.rules.zero_zap import moves
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
            raw |= _followed(sent)
        case "round":
            corrected = {name: _typed(text) for name, text in _by_name(sent, "round")}
            raw["scores"] = corrected or scores_of(sent.getlist("names"), sent.getlist("e"))
    return raw


def _followed(sent: QueryDict) -> dict[str, object]:
    """How a special was followed, by the fields of its correction."""
    card, (name, _, value) = sent.get("card"), sent.get("what", "").partition(" ")
    if card == "steal" and name in ("meld", "color"):
        return {name: number_or_text(value) if name == "meld" else value}
    passed = {name: number_or_text(text) for name, text in _by_name(sent, "passed")}
    return {"passed": passed} if card == "pass color" and passed else {}


def _by_name(sent: QueryDict, field: str) -> Iterator[tuple[str, str]]:
    """What a field of a correction holds for each player."""
    for key in sent:
        name, _, player = key.partition(" ")
        if name == field and player:
            yield player, sent.get(key, "")


def _typed(text: str) -> object:
    sheet = sheet_of([part.strip() for part in text.split(",") if part.strip()])
    return text if sheet is None else as_json(sheet)
