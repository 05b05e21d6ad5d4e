"""What somebody meant who mistyped a word of a search."""

from __future__ import annotations

from collections.abc import Collection
from difflib import get_close_matches

#: How like a known word a mistyped one is at the least, from 0 to 1.
_LIKE = 0.75


def nearest(q: str, texts: Collection[str]) -> str:
    """The same with one mistyped word put right by those of the texts; "" where that does not help.

    All of it is folded already.

    >>> nearest("zarr rules", ["the rules of zar."])
    'zar rules'
    """
    words = q.split()
    unknown = [word for word in words if not any(word in text for text in texts)]
    if len(unknown) != 1:
        return ""
    known = {word.strip('.,:;!?()“”"') for text in texts for word in text.split()}
    near = get_close_matches(unknown[0], sorted(known), 1, _LIKE)
    return " ".join(near[0] if word == unknown[0] else word for word in words) if near else ""
