"""What was played before the record came is carried over whole, and counted as if it had been there."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from scoring.crew.visitor import Visitor, join_own_crew
from scoring.models import Game, Night, Player, Rating, Seat, Tally
from scoring.played import clean_title
from scoring.statistics.counting import catch_up
from tests.crew.played import sheet, zar
from tests.crew.tables import chance_game, picture

pytestmark = pytest.mark.slow

KINDS = ("score_sheet", "zar")


@pytest.fixture
def ann(transactional_db: None) -> Iterator[Visitor]:
    """Ann's phone, in a database that is at its newest again when the test is over."""
    visitor = Visitor()
    join_own_crew(visitor)
    yield visitor
    migrate()


def migrate(*to: str) -> None:
    """To a migration, or to the newest there is."""
    call_command("migrate", "scoring", *to, verbosity=0)


def counted() -> list[Any]:
    """All that is added up of the games, by the names of those who played."""
    ids = dict(Player.objects.order_by("pk").values_list("pk", "name"))
    return [
        sorted(Tally.objects.order_by("pk").values_list("player__name", "game", "period"), key=str),
        [row.facts for row in Tally.objects.order_by("player", "game", "period")],
        list(Rating.objects.order_by("player", "game").values_list("player", "game", "sigma", "course")),
        list(Night.objects.order_by("day").values_list("day", "games")),
        list(Seat.objects.order_by("pk").values_list("player", "began_at", "facts")),
        ids,
    ]


@pytest.mark.long
def test_games_of_the_first_tables_come_along_with_all_that_they_came_to(ann: Visitor) -> None:
    games = [chance_game(ann, kind, seed, taps=60) for kind in KINDS for seed in range(2)]
    assert any(game.finished_at for game in games)
    assert any(not game.finished_at for game in games)
    crew = join_own_crew(ann).crew_id
    assert catch_up(crew) == 0
    before, tallied = [picture(game) for game in games], counted()
    assert tallied[0]

    migrate("0002_evidence")
    with connection.cursor() as cursor:
        columns = connection.introspection.get_table_description(cursor, "scoring_player")
    assert "public_id" not in {column.name for column in columns}
    migrate()

    found = [Game.objects.visible_to(ann).get(pk=game.pk) for game in games]
    assert [picture(game) for game in found] == before
    assert [game.due for game in found] == [game.finished_at is not None for game in found]
    ids = Player.objects.order_by("pk").values_list("public_id", flat=True)
    assert {len(each) for each in ids} == {22}
    assert len({*ids}) == len(ids)
    assert catch_up(crew) == 0
    assert counted() == tallied


def test_nights_that_went_on_past_midnight_become_one(ann: Visitor) -> None:
    zar(ann, day="2026-11-20")
    late, dated = (zar(ann, day=day) for day in ("2026-11-21", "2026-11-30"))
    crew = join_own_crew(ann).crew_id
    migrate("0023_called_off")
    # As it was then: the second began after midnight, of the third the day alone was known.
    for game, hours in ((late, 19.5), (dated, 20)):
        began, ended = (when - timedelta(hours=hours) for when in (game.created_at, game.finished_at) if when)
        Game.objects.filter(pk=game.pk).update(created_at=began, finished_at=ended)
        Seat.objects.filter(game=game).update(began_at=began)
    migrate()

    assert catch_up(crew) == 0
    nights = [(f"{night.day}", night.games) for night in Night.objects.order_by("day")]
    assert nights == [("2026-11-20", 2), ("2026-11-30", 1)]
    dated.refresh_from_db()
    assert timezone.localtime(dated.created_at).hour == 5
    assert [seat.began_at for seat in Seat.objects.filter(game=dated)] == [dated.created_at] * 3


@pytest.mark.long
def test_score_sheets_of_before_are_counted_again_by_their_titles(ann: Visitor) -> None:
    for day, title in enumerate(("Hearts", " hearts", "HEARTS", "7 Wonders", ""), 1):
        sheet(ann, {"Ann": day, "Bob": 3}, title=clean_title(title), day=f"2026-11-{day:02}")
    zar(ann)
    crew, tallied = join_own_crew(ann).crew_id, counted()

    migrate("0013_board_links")
    with connection.cursor() as cursor:
        # As it was then: all sheets were one game, and all of it was counted.
        cursor.execute("SELECT DISTINCT rules FROM scoring_seat ORDER BY rules")
        assert cursor.fetchall() == [("score_sheet",), ("zar",)]
        for pk in Player.objects.order_by("pk").values_list("pk", flat=True):
            for table, rest in (("tally", "period, facts"), ("rating", "mu, sigma, games")):
                values = "'', '{}'" if table == "tally" else "9, 8, 5"
                into = f"INSERT INTO scoring_{table} (player_id, game, {rest}) "
                cursor.execute(f"{into} VALUES (%s, 'score_sheet', {values})", [pk])
        cursor.execute("UPDATE scoring_game SET due = %s", [False])
    migrate()

    assert Game.objects.filter(due=True).count() == 6, "with what is counted besides since then"
    assert not Tally.objects.filter(game__startswith="score_sheet").exists()
    assert {*Game.objects.values_list("played", flat=True)} == {
        "score_sheet.hearts",
        "score_sheet.7 wonders",
        "score_sheet",
        "zar",
    }
    assert catch_up(crew) == 0
    assert counted() == tallied
