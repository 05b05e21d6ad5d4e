"""Last time, to begin with: the same people, what was agreed, and the next one deals."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import TypedDict

from django.db.models import Q
from django.http import QueryDict
from django.utils import timezone

from referee.games.presenter import AnyPresenter
from referee.games.registry import PRESENTERS
from referee.games.setup import AgreedView
from referee.rules.engine import NotARecord, State
from referee.table.taps import fold_of
from scoring.crew.visitor import Visitor
from scoring.history.cards import by_last_move
from scoring.log import reader
from scoring.log.start import names_now
from scoring.models import Game
from scoring.played import what_was_played

#: After so long, phones sit down anew.
A_NIGHT = timedelta(days=1)
#: After so long without a move, people play elsewhere if they do.
_SILENT = timedelta(minutes=2)
#: So many moves are made before the first that somebody plays.
_DEALT = 1
#: More games than this are not played beside each other.
_AT_ONCE = 10


@dataclass(frozen=True)
class LastGame:
    """Who sat together last, and what they would begin with now: the state of the rules, and its options.

    `game` is the one whose people these are; `title` is what a score sheet was called, "" elsewhere. `same`
    is the game whose options these are, None where it was never played.
    """

    game: Game
    names: tuple[str, ...]
    options: dict[str, object]
    state: State
    title: str
    same: Game | None = None

    def next_dealer(self) -> str:
        """Who deals first: who would have dealt next had that game gone on, or else who sits first."""
        if not self.game.finished_at or self.same is not self.game:
            return self.names[0]
        rules = PRESENTERS[self.game.game].rules
        past = reader.past(self.game)
        before = fold_of(rules, replace(past, entries=past.entries[:-1])).state
        dealer = names_now(self.game).get(rules.next_dealer(before) or "", "")
        return dealer if dealer in self.names else self.names[0]


def last_game(visitor: Visitor, presenter: AnyPresenter, agreed: AgreedView) -> LastGame | None:
    """The people of the crew's newest game of this kind, with what was agreed then; of a score sheet, the
    newest that was kept with that very sheet.

    None where it was never played, or where so many cannot play it any more. One query.
    """
    key = presenter.rules.key
    games = Game.objects.visible_to(visitor).newest_first()
    match agreed.by_sheet:
        case None:
            games = games.filter(played=key)
        case "":
            games = games.filter(game=key, options__sheet__isnull=True)
        case sheet:
            games = games.filter(played=what_was_played(key, agreed.called), options__sheet__key=sheet)
    game = games.first()
    return rematch_from(visitor, presenter, game) if game else None


def rematch_from(visitor: Visitor, presenter: AnyPresenter, game: Game) -> LastGame | None:
    """The same for the people of a game that the visitor may see, also one of another kind."""
    key = presenter.rules.key
    same: Game | None = game
    if game.game != key:
        same = Game.objects.visible_to(visitor).filter(game=key).newest_first().first()
    options = dict(same.options) if same else {}
    names = tuple(names_of(game))
    try:
        state = presenter.rules.start(options, names)
    except NotARecord:
        return None
    title = same.title if same and presenter.agreed(QueryDict()).titled else ""
    return LastGame(game, names, options, state, title, same)


def names_of(game: Game) -> list[str]:
    """Those who stayed to the end, in their order at the table, by the names that they have today."""
    today = names_now(game)
    return [today[name] for name in game.standing["players"]]


class SeatedPhones(TypedDict, total=False):
    """The phones that play along, by the names of today, and who logs; as `start_game` takes them."""

    seated: dict[str, int]
    logged_by: str
    scorer: int | None


def phones_of(newest: Game | None) -> SeatedPhones:
    """The phones that played along in the crew's newest game, if it was a day ago at most."""
    if newest is None or newest.created_at < timezone.now() - A_NIGHT:
        return {}
    today = names_now(newest) if newest.seated else {}
    seated = {today[name]: phone for name, phone in newest.seated.items()}
    return {"seated": seated, "logged_by": newest.logged_by, "scorer": newest.scorer_id}


def goes_on(game: Game, begun: Game) -> bool:
    """Whether the table of a game plays on: it is over, or nobody played in it, and some of its people have
    begun another.
    """
    since = game.finished_at or (game.created_at if game.length <= _DEALT else None)
    after = since is not None and begun.pk != game.pk and begun.created_at >= since
    return after and _share_people(game, begun)


def next_game(visitor: Visitor, game: Game) -> Game | None:
    """What the people of a game play now that is over or came to nothing: the newest, where more followed."""
    later = Game.objects.visible_to(visitor).unfinished().filter(created_at__gte=game.created_at)
    return next((begun for begun in later.newest_first()[:_AT_ONCE] if goes_on(game, begun)), None)


def played_instead(visitor: Visitor, game: Game, since: int) -> Game | None:
    """What some of a game's people play while it is silent, and nobody chose it `since`: what moved last."""
    rows = reader.last_rows(game, 1)
    last = max(rows[0].created_at if rows else game.created_at, datetime.fromtimestamp(since, UTC))
    if timezone.now() - last < _SILENT:
        return None
    games = by_last_move(Game.objects.visible_to(visitor).unfinished())
    # In a game with moves of its own, `next_game` leads nowhere: two games never lead to each other.
    others = games.filter(Q(moved_at__gt=last), length__gt=_DEALT)
    return next((other for other in others[:_AT_ONCE] if _share_people(game, other)), None)


def _share_people(one: Game, other: Game) -> bool:
    return not set(one.standing["players"]).isdisjoint(other.standing["players"])
