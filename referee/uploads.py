"""The addresses where something large may be sent: a photo, somebody's face, a game or a whole crew."""

import re

from django.conf import settings

_PHOTO = re.compile(r"/t/[\w-]{1,64}/log/(?:refused/)?[0-9]{1,9}/photo/", re.ASCII)
_FACE = re.compile(r"/players/[\w-]{1,64}/face/keep/", re.ASCII)
#: A record, or the zip of a whole crew.
_TAKEN_IN = "/crew/takeout/"


def is_upload(path: str) -> bool:
    """Whether something large is sent to this path."""
    return path == _TAKEN_IN or any(address.fullmatch(path) for address in (_PHOTO, _FACE))


def most_bytes(path: str) -> int:
    """How long the body of a request to this path may be."""
    if path == _TAKEN_IN:
        return int(settings.TAKEOUT_UPLOAD_MAX_SIZE)
    if is_upload(path):
        return int(settings.PHOTO_UPLOAD_MAX_SIZE)
    return int(settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
