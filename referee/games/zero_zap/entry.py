"""What a form of Zero Zap sends beside the fields of its moves."""

from __future__ import annotations

from django.http import QueryDict

from referee.games.forms import move_of
from referee.games.zero_zap.tally import scores_of
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
        case "round":
            raw["scores"] = scores_of(sent.getlist("names"), sent.getlist("e"))
    return raw
