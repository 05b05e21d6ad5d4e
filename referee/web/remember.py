"""A template tag for parts of a page that seldom change: rendered once for what they are made of."""

from __future__ import annotations

from collections.abc import Sequence

from django import template
from django.template.base import FilterExpression, NodeList, Parser, Token
from django.template.context import Context
from django.utils.safestring import SafeString

register = template.Library()

#: So many of a part are kept, of one or two kilobytes at most; then all of them are made anew.
MOST = 1_000


class Remembered(template.Node):
    """What stands between the tags, and what came of it so far, by the values that are named."""

    def __init__(self, body: NodeList, values: Sequence[FilterExpression]) -> None:
        self.nodelist = body
        self._values = values
        self._kept: dict[tuple[object, ...], SafeString] = {}

    def render(self, context: Context) -> SafeString:
        values = tuple([_value(value.resolve(context)) for value in self._values])
        found = self._kept.get(values)
        if found is None:
            if len(self._kept) >= MOST:
                self._kept.clear()
            found = self._kept[values] = self.nodelist.render(context)
        return found


def _value(found: object) -> object:
    # What `regroup` makes is a list.
    return tuple(found) if isinstance(found, list) else found


@register.tag
def remember(parser: Parser, token: Token) -> Remembered:
    """`{% remember a b %} ... {% endremember %}`: a part that is made of `a` and `b` alone, which are values.

    Nothing else may be asked for inside, neither a token nor the time of day.
    """
    values = [parser.compile_filter(value) for value in token.split_contents()[1:]]
    body = parser.parse(("endremember",))
    parser.delete_first_token()
    return Remembered(body, values)
