"""A database that an older version has made is brought up to date and played on, at the very same games."""

from __future__ import annotations

import lzma
import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import msgspec
import pytest
from django.core.management import call_command
from django.db import connection
from django.db.models import Max
from django.urls import reverse

from referee.server.database import check_file
from scoring.crew.visitor import Visitor
from scoring.discarding import discarded, restore
from scoring.models import Game, Move, Player
from scoring.models.people import next_colours
from scoring.statistics.counting import catch_up, rebuild
from tests.crew.tables import KINDS, chance_tap, picture
from tests.databases import use_database
from tests.scoring.counted import kept
from tests.table.page import Phone, client_of
from tests.upgrade.clock import stopped_clock
from tests.upgrade.make import TOKEN
from tests.upgrade.records import records_of

pytestmark = pytest.mark.slow

HERE = Path(__file__).parent


@pytest.fixture(params=sorted(HERE.glob("*.sqlite3.xz")), ids=lambda path: path.name)
def ann(request: pytest.FixtureRequest, transactional_db: None, tmp_path: Path) -> Iterator[Visitor]:
    """Ann's phone, on a database of an older version that was just brought up to date."""
    if connection.vendor != "sqlite":
        pytest.skip("a file of SQLite")
    path = tmp_path / "referee.sqlite3"
    path.write_bytes(lzma.decompress(request.param.read_bytes()))
    assert check_file(path) == []
    with use_database(path):
        call_command("migrate", verbosity=0)
        yield Visitor(TOKEN)
    assert check_file(path, thorough=True) == []


def games_of(ann: Visitor) -> list[Game]:
    return list(Game.objects.visible_to(ann).order_by("pk"))


@pytest.mark.long
def test_every_kind_of_game_goes_on_where_it_was(ann: Visitor) -> None:
    assert {game.game for game in games_of(ann) if game.finished_at is None} == set(KINDS)
    for game in games_of(ann):
        if game.finished_at:
            continue
        before, phone = game.version, Phone(ann, game)
        assert phone.shown.version == before
        if game.length:
            if Move.objects.filter(game=game).latest("seq").kind == Move.Kind.CORRECT:
                # What a correction took comes back first.
                phone.tap("Undo")
            there = phone.game.length
            phone.tap("Undo")
            assert phone.game.length == there - 1
            phone.tap("Redo")
            assert phone.game.length == there
        chance = random.Random(game.public_id)
        for _ in range(20):
            chance_tap(ann, Game.objects.visible_to(ann).get(pk=game.pk), chance)
        assert phone.game.version > before + 2
        assert phone.open().status == 200


@pytest.mark.long
def test_every_page_of_what_was_played_is_there(ann: Visitor) -> None:
    client = client_of(ann)
    for name in ("home", "games", "players", "leaders", "records", "nights", "crew", "export", "discarded"):
        assert client.get(reverse(name)).status_code == 200
    for game in games_of(ann):
        for name in ("game", "replay", "record"):
            assert client.get(reverse(name, args=[game.public_id]), follow=True).status_code == 200


@pytest.mark.long
@pytest.mark.parametrize("ann", [HERE / "before-0027.sqlite3.xz"], indirect=True)
def test_every_record_is_what_it_was(ann: Visitor) -> None:
    before = msgspec.json.decode(lzma.decompress((HERE / "before-0027.records.json.xz").read_bytes()))
    with stopped_clock():
        assert records_of(ann) == before


def test_what_was_counted_is_what_would_be_counted_now(ann: Visitor) -> None:
    crew = games_of(ann)[0].crew_id
    while catch_up(crew):
        pass
    before = kept()
    rebuild(crew)
    while catch_up(crew):
        pass
    assert kept() == before


@pytest.mark.long
def test_what_was_discarded_comes_back_as_it_was(ann: Visitor) -> None:
    # They are erased after 30 days, which the file may be older than.
    with stopped_clock(Game.objects.aggregate(last=Max("discarded_at"))["last"]):
        gone = list(discarded(ann))
        assert {game.game for game in gone} == set(KINDS)
        before = [picture(game) for game in gone]
        for game in gone:
            restore(ann, game.public_id)
    assert [picture(Game.objects.visible_to(ann).get(pk=game.pk)) for game in gone] == before


def test_everybody_has_a_colour_in_the_order_of_joining(ann: Visitor) -> None:
    found = list(Player.objects.visible_to(ann).order_by("guest", "pk").values_list("colour", flat=True))
    assert found == list(islice(next_colours([]), len(found)))
