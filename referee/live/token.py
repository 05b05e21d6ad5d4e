"""The address of a table's stream, signed by the page that opens it: the stream itself asks no database."""

from datetime import timedelta

from django.core import signing

PREFIX = "/live/"
LIFE = timedelta(hours=24)


def url(game: str) -> str:
    """The path of the stream of the game with this id, good for a day. The page checks who may see it."""
    return f"{PREFIX}{signing.TimestampSigner(salt=__name__).sign(game)}/"


def read(path: str) -> str | None:
    """The id of the game whose stream lies at this path; None when it was not signed here, or is old."""
    token = path.removeprefix(PREFIX).removesuffix("/")
    try:
        return signing.TimestampSigner(salt=__name__).unsign(token, max_age=LIFE)
    except signing.BadSignature:
        return None
