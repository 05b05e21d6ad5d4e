"""The addresses where something large may be sent: a photo beside a row of a game's log, a game or a crew."""

import re

from django.conf import settings

_PHOTO = re.compile(r"/t/[\w-]{1,64}/log/[0-9]{1,9}/photo/", re.ASCII)
#: A record, or the zip of a whole crew.
_TAKEN_IN = "/crew/takeout/"


def is_upload(path: str) -> bool:
    """Whether something large is sent to this path."""
    return path == _TAKEN_IN or _PHOTO.fullmatch(path) is not None


def most_bytes(path: str) -> int:
    """How long the body of a request to this path may be."""
    if path == _TAKEN_IN:
        return int(settings.TAKEOUT_UPLOAD_MAX_SIZE)
    if is_upload(path):
        return int(settings.PHOTO_UPLOAD_MAX_SIZE)
    return int(settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
