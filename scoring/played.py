"""What was played: the rules, and where any game can be played by them, which one its title says.

So "Hearts" and " HEARTS " are one game in every statistic, and 7 Wonders is another. The key is readable, as
it stands in addresses: "zar", "score_sheet" for one without a title, "score_sheet.7 wonders".
"""

from __future__ import annotations

from scoring.models.games import PLAYED_LENGTH, TITLE_LENGTH
from scoring.models.people import fold

#: The rules by which any game is played.
BY_TITLE = frozenset({"score_sheet"})
#: The key of a sheet that says only that a game was played: it is nobody's win or loss.
UNDECIDED = "undecided"
#: Those of sheets that say who won or in which order, and of no scores.
POINTLESS = frozenset({UNDECIDED, "who_won", "winner", "places", "together"})
#: In no name of rules, and plain in an address.
_BETWEEN = "."


def what_was_played(rules: str, title: str) -> str:
    """What games are counted, rated and looked for by.

    >>> what_was_played("score_sheet", " 7  WONDERS"), what_was_played("score_sheet", "")
    ('score_sheet.7 wonders', 'score_sheet')
    >>> what_was_played("zar", "Grandma's birthday")
    'zar'
    """
    folded = fold_title(title) if rules in BY_TITLE else ""
    return f"{rules}{_BETWEEN}{folded}"[:PLAYED_LENGTH].rstrip() if folded else rules


def clean_title(text: str) -> str:
    r"""The title as one tidy line, cut off where it is too long.

    >>> clean_title(" 7 \t Wonders\n")
    '7 Wonders'
    """
    printable = "".join(each if each.isprintable() else " " for each in text)
    return " ".join(printable.split())[:TITLE_LENGTH].strip()


def fold_title(title: str) -> str:
    r"""What makes two titles the same one: neither case, spaces nor ways to write a letter tell them apart.

    >>> fold_title("  \N{FULLWIDTH LATIN CAPITAL LETTER H}earts ") == fold_title("HEARTS")
    True
    """
    # Folding may leave what can be composed, and what is composed may fold.
    return " ".join(fold(fold(title)).split())


def rules_of(played: str) -> str:
    """The rules of what was played.

    >>> rules_of("score_sheet.7 wonders"), rules_of("zar")
    ('score_sheet', 'zar')
    """
    return played.partition(_BETWEEN)[0]
