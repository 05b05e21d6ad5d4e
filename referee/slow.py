"""The addresses that take long to answer though they only read: they queue on a thread of their own."""

import re

_TAKEN_OUT = "/crew/takeout/"
_PICTURE = re.compile(r"/(games|r)/[\w-]{1,64}/result\.png", re.ASCII)


def is_slow(path: str) -> bool:
    """Whether what lies at this path is drawn when it is asked for, a tenth of a second or two, or is a whole
    crew, which may take a minute.
    """
    return _PICTURE.fullmatch(path) is not None or (path.startswith(_TAKEN_OUT) and path != _TAKEN_OUT)
