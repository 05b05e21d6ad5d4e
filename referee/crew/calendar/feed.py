"""The crew's results as an Atom feed, by Django's own generator: an entry for each of the last games."""

from __future__ import annotations

import uuid
from base64 import urlsafe_b64decode
from collections.abc import Callable
from datetime import datetime

from django.db.models import F
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from referee.crew.outcome import ranks
from referee.crew.sharing.card import heading
from referee.crew.titles import day_of
from referee.games.registry import GAMES
from referee.rules.sentences import side_name
from scoring.models import Crew, Game, Move

#: Entries; a reader that looks once a week misses none of a busy one.
MOST = 30


def feed_of(crew: Crew, *, link: str, here: str, absolute: Callable[[str], str]) -> str:
    """The feed as XML. Two queries. `link` is its secret, `here` its address, `absolute` makes one of a path.

    A correction changes `updated`; no entry's id ever changes, not even where the server gets another name.
    """
    found = _last_games(crew)
    feed = Atom1Feed(
        title=f"Results of {crew.name}" if crew.name else "Results",
        link=absolute(reverse("games")),
        description=None,
        language="en",
        feed_url=here,
        feed_guid=f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_OID, link)}",
    )
    for game, updated in found:
        said = heading(game.standing["winners"], alone=len(game.standing["scores"]) == 1)
        feed.add_item(
            title=f"{said}: {game.title or GAMES[game.game].name}",
            link=absolute(reverse("game", args=[game.public_id])),
            description=_summary(game),
            unique_id=f"urn:uuid:{_uuid(game)}",
            pubdate=game.finished_at,
            updateddate=updated,
        )
    return feed.writeString("utf-8")


def _last_games(crew: Crew) -> list[tuple[Game, datetime]]:
    """The last games that are over, newest first, each with when it was last changed."""
    over = Game.objects.kept().filter(crew=crew, finished_at__isnull=False)
    games = list(over.defer("snapshot").newest_first()[:MOST])
    rows = Move.objects.filter(game__in=games, seq=F("game__version")).order_by("pk")
    changed = dict(rows.values_list("game_id", "created_at"))
    return [(game, max(filter(None, (game.finished_at, changed.get(game.pk))))) for game in games]


def _summary(game: Game) -> SafeString:
    """The scores by rank, those of partners as one."""
    rows = ((side_name(side), row.shown, "" if row.here else " (left)") for side, row in ranks(game).items())
    scores = format_html_join("", "<li>{} {}{}</li>", rows)
    return format_html("<p>{}</p><ul>{}</ul>", day_of(game), scores)


def _uuid(game: Game) -> uuid.UUID:
    """The 128 bits of its public id."""
    return uuid.UUID(bytes=urlsafe_b64decode(f"{game.public_id}==")[:16])
