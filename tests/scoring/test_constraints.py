"""Each constraint of the database is broken once, past everything that the code would have said before."""

from collections.abc import Callable
from datetime import date, time, timedelta
from typing import Any

import pytest
from django.apps import apps
from django.db import DataError, IntegrityError, models, transaction
from django.utils import timezone

from scoring.models import (
    Buzz,
    Crew,
    CrewShare,
    FormerPlace,
    Game,
    Hand,
    Invite,
    Membership,
    Move,
    Night,
    Photo,
    Player,
    Rating,
    Refusal,
    RegularNight,
    Score,
    Season,
    Seat,
    Share,
    Sheet,
    SheetVersion,
    Tally,
    Unrated,
)
from tests.scoring.toy import DEAL, Phone, score

NOW = timezone.now()
DIGEST = "d" * 64


def copy(model: type[models.Model], **changes: Any) -> Callable[[], object]:
    """Adds a second row like one that is there, but for the changes."""

    def add() -> None:
        row = model._default_manager.order_by("-pk")[0]
        values = {
            field.attname: getattr(row, field.attname)
            for field in model._meta.concrete_fields
            if not field.primary_key
        }
        model._default_manager.bulk_create([model(**values | changes)])

    return add


def new_player(**changes: Any) -> int:
    eve = {"crew": Crew.objects.get(), "name": "Eve", "folded": "eve", "colour": "red"}
    return Player.objects.create(**eve | changes).pk


def seat(**changes: Any) -> Callable[[], object]:
    """Adds a third seat that breaks nothing but for the changes."""

    def add() -> None:
        copy(Seat, **{"place": 2, "name": "Eve", "player_id": new_player()} | changes)()

    return add


def game(**changes: Any) -> Callable[[], object]:
    return lambda: Game.objects.update(**changes)


BREAKS: dict[str, Callable[[], object]] = {
    "crew_recovered_by_its_own_code": copy(Crew),
    "membership_role_known": copy(Membership, token_digest=DIGEST, role="king"),
    "membership_token_digested": copy(Membership, token_digest="secret"),
    "invite_role_known": copy(Invite, token_digest=DIGEST, role="king"),
    "invite_token_digested": copy(Invite, token_digest="secret"),
    "invite_ends_after_it_began": copy(Invite, token_digest=DIGEST, expires_at=NOW - timedelta(days=1)),
    "player_name_once_a_crew": lambda: new_player(name="ANN", folded="ann"),
    "player_has_a_name": lambda: new_player(name=""),
    "player_colour_known": lambda: new_player(colour="mauve"),
    "player_name_short": lambda: new_player(name="E" * 41),
    "game_started_once": copy(Game, public_id="another"),
    "game_moves_are_logged": game(length=2, redoable=1),
    "game_ends_after_it_began": game(finished_at=NOW - timedelta(days=9)),
    "game_names_its_rules": game(game=""),
    "game_kept_is_discarded_by_nobody": lambda: Game.objects.update(discarded_by=Membership.objects.get()),
    "game_logger_known": game(logged_by="king"),
    "seat_place_once_a_game": seat(place=1),
    "seat_name_once_a_game": seat(name="Ann"),
    "seat_player_once_a_game": copy(Seat, place=2, name="Eve"),
    "seat_has_a_name": seat(name=""),
    "seat_name_short": seat(name="E" * 41),
    "seat_wins_with_a_result": seat(won=True),
    "hand_begins_once": copy(Hand),
    "hand_move_is_logged_no_earlier": copy(Hand, first=9, since=8),
    "photo_of_one_ruling": copy(Photo, public_id="another", move_id=None),
    "photo_once_a_ruling": copy(Photo, public_id="another"),
    "photo_once_a_refusal": lambda: [
        copy(Photo, public_id=name, move_id=None, refusal_id=Refusal.objects.get().pk)() for name in "ab"
    ],
    "photo_file_digested": copy(Photo, public_id="another", digest="short"),
    "photo_fits_its_size": copy(Photo, public_id="another", digest=DIGEST, height=1601),
    "photo_removed_by_somebody": copy(Photo, public_id="another", removed_at=NOW),
    "refusal_number_once_a_game": copy(Refusal),
    "refusal_numbers_end": copy(Refusal, number=501),
    "refusal_has_a_key": copy(Refusal, number=2, key=""),
    "buzz_number_once_a_game": copy(Buzz, key="another"),
    "buzz_key_once_a_game": copy(Buzz, number=2),
    "buzz_numbers_end": copy(Buzz, number=5001, key="another"),
    "buzz_is_timed_or_flagged": copy(Buzz, number=2, key="another", flag=""),
    "buzz_flag_known": copy(Buzz, number=2, key="another", flag="odd", pressed=1, offset=1, doubt=1),
    "buzz_calls_something": copy(Buzz, number=2, key="another", event=""),
    "move_seq_once_a_game": copy(Move, key="another"),
    "move_key_once_a_game": copy(Move, seq=9),
    "move_kind_known": copy(Move, seq=9, key="another", kind="wish"),
    "move_counts_from_one": copy(Move, seq=9, key="another", position=0),
    "move_has_a_key": copy(Move, seq=9, key=""),
    "move_body_where_one_is_due": copy(Move, seq=9, key="another", body=None),
    "score_made_by_a_move": copy(Score, position=0),
    "score_cites_a_clause": copy(Score, clause=""),
    "tally_once_a_period": copy(Tally),
    "rating_once_a_game": copy(Rating),
    "rating_is_uncertain": copy(Rating, game="another", sigma=0),
    "night_once_a_day": copy(Night),
    "unrated_once_a_game": copy(Unrated),
    "season_name_once_a_crew": copy(Season, public_id="another"),
    "season_has_a_name": copy(Season, public_id="another", folded=""),
    "season_ends_after_it_began": copy(Season, public_id="another", folded="another", until=date(2000, 1, 1)),
    "regular_night_repeats_as_known": copy(RegularNight, public_id="another", repeats="never"),
    "regular_night_has_hours": copy(RegularNight, public_id="another", hours=0),
    "regular_night_ends_after_it_began": copy(RegularNight, public_id="another", until=date(2000, 1, 1)),
    "crew_share_open_once_a_kind": copy(CrewShare, public_id="another"),
    "share_open_once_a_game": copy(Share, public_id="another"),
    "sheet_name_once_a_crew": copy(Sheet, public_id="another", link=None),
    "sheet_has_a_name": copy(Sheet, public_id="another", link=None, folded=""),
    "sheet_removed_has_no_link": copy(Sheet, public_id="another", link="another", removed_at=NOW),
    "sheet_version_once": copy(SheetVersion),
}


def columns(model: type[models.Model]) -> dict[str, str]:
    """The database's columns by the names of the fields."""
    return {field.name: str(field.column) for field in model._meta.concrete_fields}


UNIQUE_COLUMNS = {
    constraint.name: [f"{model._meta.db_table}.{columns(model)[field]}" for field in constraint.fields]
    for model in apps.get_app_config("scoring").get_models()
    for constraint in model._meta.constraints
    if isinstance(constraint, models.UniqueConstraint)
}

UNIQUE: dict[str, Callable[[], object]] = {
    "Membership.token_digest": copy(Membership),
    "FormerPlace.membership": copy(FormerPlace),
    "Invite.token_digest": copy(Invite),
    "Game.public_id": copy(Game, key="another"),
    "Player.public_id": copy(Player, name="Eve", folded="eve"),
    "Photo.public_id": copy(Photo, digest=DIGEST),
    "Share.public_id": copy(Share, revoked_at=NOW),
    "CrewShare.public_id": copy(CrewShare, revoked_at=NOW),
    "RegularNight.public_id": copy(RegularNight),
    "Sheet.public_id": copy(Sheet, link=None, folded="another"),
    "Season.public_id": copy(Season, folded="another"),
    "Sheet.link": copy(Sheet, public_id="another", folded="another"),
}


@pytest.fixture
def filled(phone: Phone) -> Phone:
    """A row of everything."""
    phone.tap(DEAL)
    phone.tap(score("Bob", 3))
    Crew.objects.update(recovery_digest="r" * 64)
    member = Membership.objects.get()
    Photo.objects.create(move=Move.objects.get(seq=2), digest="p" * 64, width=1600, height=1200, actor=member)
    Refusal.objects.create(
        game=phone.game, number=1, after=2, key="2-a-page-of-ours", body=DEAL, outcome={}, actor=member
    )
    Buzz.objects.create(
        game=phone.game, number=1, version=2, key="2-buzz", player="Ann", event="zar", came_at=NOW,
        flag=Buzz.Flag.UNTIMED, actor=member,
    )  # fmt: skip
    Share.objects.create(game=phone.game, actor=member)
    Season.objects.create(crew=Crew.objects.get(), name="Spring", folded="spring", since=date(2026, 3, 1))
    RegularNight.objects.create(
        crew=Crew.objects.get(), repeats="week", first=date(2026, 11, 20), at=time(19, 30)
    )
    CrewShare.objects.create(crew=Crew.objects.get(), kind="feed", actor=member)
    sheet = Sheet.objects.create(crew=Crew.objects.get(), name="Nines", folded="nines", link="l" * 22)
    SheetVersion.objects.create(sheet=sheet, version=1, definition={}, actor=member)
    FormerPlace.objects.create(membership=member, token_digest="f" * 64)
    Invite.objects.create(
        crew=Crew.objects.get(), role="scorer", token_digest="i" * 64, expires_at=NOW + timedelta(days=1)
    )
    player, crew = Player.objects.get(name="Ann"), Crew.objects.get()
    Tally.objects.create(player=player, game="toy", facts={})
    Rating.objects.create(player=player, game="toy", mu=25, sigma=8, games=1)
    Night.objects.create(crew=crew, day=NOW.date(), games=1)
    Unrated.objects.create(crew=crew, game="toy")
    return phone


def test_every_constraint_is_broken_here() -> None:
    found = list(apps.get_app_config("scoring").get_models())
    assert BREAKS.keys() == {constraint.name for model in found for constraint in model._meta.constraints}
    assert UNIQUE.keys() == {
        f"{model.__name__}.{field.name}"
        for model in found
        for field in model._meta.concrete_fields
        if field.unique and not field.primary_key
    }


@pytest.mark.parametrize("name", [*BREAKS, *UNIQUE])
def test_what_must_never_be_the_database_refuses(filled: Phone, name: str) -> None:
    with pytest.raises((IntegrityError, DataError)) as refusal, transaction.atomic():
        (BREAKS | UNIQUE)[name]()
    assert _names_the_constraint(str(refusal.value), name)


def _names_the_constraint(message: str, name: str) -> bool:
    """SQLite names a broken check, but of a broken unique constraint only the columns.

    PostgreSQL measures a text before it looks at constraints.
    """
    if name.endswith("_short"):
        return name in message or "value too long" in message
    if name in UNIQUE:
        table, _, column = f"scoring_{name.lower()}".partition(".")
        return f"{table}.{column}" in message or f"{table}_{column}" in message
    if "UNIQUE constraint failed" not in message:
        return name in message
    columns = UNIQUE_COLUMNS[name]
    return message.endswith(": " + ", ".join(columns))
