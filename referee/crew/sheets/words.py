"""The words of the editor: what can be chosen, and where something is wrong."""

from __future__ import annotations

from referee.crew.sheets.draft import Draft
from referee.rules.score_sheet.definition import Definition
from referee.rules.score_sheet.reading import BadSheet
from referee.rules.sentences import brief, joined
from referee.web.components import options  # noqa: F401  # the template asks here for all of its words
from scoring.played import clean_title

BYS = {
    "round": "Everybody at once, round by round",
    "turn": "One after the other, turn by turn",
    "free": "Whoever scores, at any time",
    "row": "By category, each once",
}
KINDS = {
    "number": "Number",
    "decimal": "Decimal",
    "tick": "Yes or no",
    "choice": "Choice",
    "place": "Place",
    "player": "A player",
}
OFS = {"player": "Each player", "side": "Each side", "round": "Once for the round"}
WHENS = {"after": "After the play", "bid": "Before, as a bid"}
WORTHS = {
    "sum": "All of it added up",
    "first": "The first number alone",
    "others": "Whoever has 0 gets what all others have",
    "bid": "A bid that was made",
    "places": "Points by place",
    "formula": "An expression",
}
WINS = {"high": "The most points", "low": "The fewest points", "all": "All together, or nobody"}
DEALERS = {
    "none": "Nobody deals",
    "left": "Goes to the left",
    "winner": "Whoever won the round",
    "loser": "Whoever lost the round",
}
_PARTS = {
    "name": "Name",
    "names": "Other names",
    "players": "Players",
    "sides": "Partners",
    "by": "How it is filled in",
    "unit": "What a round is called",
    "points": "What it is worth",
    "wins": "Who wins",
    "start": "Everybody starts with",
    "end": "When it ends",
    "check": "The numbers of a round add up to",
    "how": "How it is counted",
    "field": "What is entered",
    "row": "Categories",
    "let": "Names for expressions",
    "tally": "Tallies",
    "option": "Options",
}
_WITHIN = {
    "name": "name",
    "least": "least",
    "most": "most",
    "values": "values",
    "choice": "choices",
    "kind": "kind",
    "weight": "times",
    "score": "a score of",
    "rounds": "rounds",
    "out": "out at",
}

_TYPES = {
    "str": "a text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
    "null": "nothing",
}


def sides(size: str) -> dict[str, str]:
    """How many may play together."""
    usual = {"": "None", "2": "Two and two"}
    return usual if size in usual else usual | {size: f"{size} a side"}


def fault(error: BadSheet, draft: Draft) -> str:
    """What is wrong with a form, and where on it."""
    named = ""
    match error.path:
        case ("field", int(n), *_) if n < len(draft.fields):
            named = clean_title(draft.fields[n].name) or f"field {n + 1}"
        case ("row", int(n), *_) if n < len(draft.rows):
            named = clean_title(draft.rows[n].name) or f"category {n + 1}"
    if error.path[:1] == ("name",) and not draft.name:
        return "Name: give the sheet a name."
    if error.path[:1] in {("field",), ("row",)} and error.path[-1] == "name":
        most = " of 40 characters at most" if len(named) > 40 else ""
        return f"{place(error.path[:1])}{named} needs a name{most}."
    return f"{place(error.path, named)}{plain(brief(error.reason))}."


def place(path: tuple[str | int, ...], named: str = "") -> str:
    """Where something is wrong: "What is entered, “Bid”, most: "; "" where nobody knows."""
    if not path:
        return ""
    parts = [_PARTS.get(str(path[0]), str(path[0])[:40])]
    if named:
        parts.append(f"“{named}”")
    last = str(path[-1])
    if len(path) > 1 and last in _WITHIN:
        parts.append(_WITHIN[last])
    return f"{', '.join(parts)}: "


def also(base: Definition) -> str:
    """What a sheet has that cannot be chosen here, and stays as it is."""
    found = [
        text
        for there, text in (
            (base.lets, "names for expressions"),
            (base.tallies, "tallies"),
            (base.options, "options"),
            (base.rounds, "what holds by round"),
            (base.lists, "lists"),
            (base.rank or base.tie, "an order of its own"),
            (len(base.checks) > 1, "checks"),
        )
        if there
    ]
    return (
        f"It also has {joined(found)}: these stay as they are, and can be changed as text." if found else ""
    )


def plain(reason: str) -> str:
    """The reason without the words of programs."""
    reason = reason.replace("expected `str` of length >= 1", "something has to be here")
    for word, text in _TYPES.items():
        reason = reason.replace(f"`{word}`", text)
    return reason.replace(" | ", " or ").replace("`", "")
