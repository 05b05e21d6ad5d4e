"""The addresses where something large may be sent: a photo, beside a row of a game's log or a refusal."""

import re

from django.conf import settings

_PHOTO = re.compile(r"/t/[\w-]{1,64}/log/(?:refused/)?[0-9]{1,9}/photo/", re.ASCII)


def is_upload(path: str) -> bool:
    """Whether photos are sent to this path."""
    return _PHOTO.fullmatch(path) is not None


def most_bytes(path: str) -> int:
    """How long the body of a request to this path may be."""
    if is_upload(path):
        return int(settings.PHOTO_UPLOAD_MAX_SIZE)
    return int(settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
