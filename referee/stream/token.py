"""The address of a table's stream, signed by the page that opens it: the stream itself asks no database."""

from dataclasses import dataclass
from datetime import timedelta

from django.core import signing

PREFIX = "/live/"
LIFE = timedelta(hours=24)


@dataclass(frozen=True)
class Ticket:
    """Whose stream it is: of the game with this id, for the phone and the crew with these numbers.

    `signed` is when a page was given it, in whole seconds of the clock.
    """

    game: str
    phone: int
    crew: int
    signed: int


def url(game: str, phone: int, crew: int) -> str:
    """The path of a game's stream for one phone, good for a day. The page checks who may see it."""
    return f"{PREFIX}{signing.TimestampSigner(salt=__name__).sign(f'{game}.{phone}.{crew}')}/"


def read(path: str) -> Ticket | None:
    """Whose stream lies at this path; None when it was not signed here, or is old."""
    token = path.removeprefix(PREFIX).removesuffix("/")
    try:
        game, phone, crew = signing.TimestampSigner(salt=__name__).unsign(token, max_age=LIFE).split(".")
        signed = signing.b62_decode(token.split(":")[-2])
        return Ticket(game, int(phone), int(crew), signed)
    except (signing.BadSignature, ValueError):
        return None
