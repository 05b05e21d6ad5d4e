"""The addresses where something large may be sent: a photo beside a row of a game's log, somebody's face."""

import re

from django.conf import settings

_PHOTO = re.compile(r"/t/[\w-]{1,64}/log/(?:refused/)?[0-9]{1,9}/photo/", re.ASCII)
_FACE = re.compile(r"/players/[\w-]{1,64}/face/keep/", re.ASCII)


def is_upload(path: str) -> bool:
    """Whether photos are sent to this path."""
    return any(address.fullmatch(path) for address in (_PHOTO, _FACE))


def most_bytes(path: str) -> int:
    """How long the body of a request to this path may be."""
    if is_upload(path):
        return int(settings.PHOTO_UPLOAD_MAX_SIZE)
    return int(settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
