"""How templates are read: without the blanks that indent them, which every page would carry over the wire."""

from __future__ import annotations

import re

from django.template import Origin
from django.template.loaders import filesystem

_INDENT = re.compile(r"\n\s+")


class Loader(filesystem.Loader):
    """Our own templates. A line break stays one, so that words do not run together."""

    def get_contents(self, origin: Origin) -> str:
        """The text of a template; what people typed is none of it, and keeps its blanks."""
        return _INDENT.sub("\n", super().get_contents(origin))
