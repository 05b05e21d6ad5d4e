"""The address of a table's stream, signed by the page that opens it: the stream itself asks no database."""

from dataclasses import dataclass
from datetime import timedelta

from django.core import signing

PREFIX = "/live/"
LIFE = timedelta(hours=24)


@dataclass(frozen=True)
class Ticket:
    """Whose stream it is: of the game with this id, for the phone with this number."""

    game: str
    phone: int


def url(game: str, phone: int) -> str:
    """The path of a game's stream for one phone, good for a day. The page checks who may see it."""
    return f"{PREFIX}{signing.TimestampSigner(salt=__name__).sign(f'{game}.{phone}')}/"


def read(path: str) -> Ticket | None:
    """Whose stream lies at this path; None when it was not signed here, or is old."""
    token = path.removeprefix(PREFIX).removesuffix("/")
    try:
        game, _, phone = signing.TimestampSigner(salt=__name__).unsign(token, max_age=LIFE).rpartition(".")
        return Ticket(game, int(phone))
    except (signing.BadSignature, ValueError):
        return None
