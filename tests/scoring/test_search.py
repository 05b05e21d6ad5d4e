"""Games are found again by what is looked for, page by page, in as many queries for one as for many."""

from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.crew.visitor import Visitor
from scoring.history import cards, search
from scoring.history.search import BadPlace, Page, Wanted, games
from scoring.models import Game, Player, Seat
from tests.plans import plan_of
from tests.scoring.toy import END, Phone, join, new_game

NOW = timezone.now()


def started(visitor: Visitor, number: int) -> list[Game]:
    """Games, the oldest first; pairs begin in one moment, so that a page can end between the two."""
    found = [new_game(visitor, f"0-form-number-{n}") for n in range(number)]
    for n, game in enumerate(found):
        begin(game, NOW + timedelta(hours=n // 2))
    return found


def begin(game: Game, moment: datetime) -> None:
    Game.objects.filter(pk=game.pk).update(created_at=moment, finished_at=None)
    Seat.objects.filter(game=game).update(began_at=moment)


def player(name: str) -> str:
    return Player.objects.get(name=name).public_id


def walked(visitor: Visitor, wanted: Wanted, size: int) -> list[Page]:
    """Every page from the newest to the oldest."""
    pages = [games(visitor, wanted, size=size)]
    while pages[-1].older:
        pages.append(games(visitor, wanted, after=pages[-1].older, size=size))
    return pages


@pytest.mark.parametrize("by", ["all", "player", "game"])
@pytest.mark.parametrize("size", [1, 2, 3, 7, 8])
def test_games_come_newest_first_a_page_at_a_time_and_back_again(
    ann: Visitor, dan: Visitor, size: int, by: str
) -> None:
    expected = started(ann, 7)[::-1]
    wanted = {"all": Wanted(), "player": Wanted(player=player("Bob")), "game": Wanted(game="toy")}[by]
    new_game(dan)
    pages = walked(ann, wanted, size)
    assert [game for page in pages for game in page.games] == expected
    assert [len(page.games) for page in pages[:-1]] == [size] * (len(pages) - 1)
    assert not pages[0].newer
    for newer, page in pairwise(pages):
        again = games(ann, wanted, before=page.newer, size=size)
        assert (again.games, again.older, again.newer) == (newer.games, newer.older, newer.newer)


def test_a_new_game_shifts_no_page(ann: Visitor) -> None:
    first, second, third = (new_game(ann, f"0-form-number-{n}") for n in range(3))
    page = games(ann, size=1)
    new_game(ann, "0-started-meanwhile")
    assert [*page.games, *games(ann, after=page.older).games] == [third, second, first]


@pytest.mark.parametrize("way", ["after", "before"])
@pytest.mark.parametrize(
    "place",
    [
        "x",
        "2026-01-01",
        "2026-01-01T10:00:00,5",
        "2026-01-01T10:00:00+00:00,x",
        "2026-01-01T10:00:00+00:00,-1",
        ",",
        "2026-01-01T10:00:00+00:00," + "9" * 30,
        "0001-01-01T00:00:00+23:59,1",
        "9999-12-31T23:59:59-23:59,1",
    ],
)
def test_a_place_that_no_page_named_is_refused(ann: Visitor, place: str, way: str) -> None:
    with pytest.raises(BadPlace):
        games(ann, **{way: place})  # type: ignore[arg-type]


def test_a_search_takes_as_many_queries_for_one_game_as_for_ten(
    ann: Visitor, django_assert_num_queries: Any
) -> None:
    for n in range(10):
        new_game(ann, f"0-form-number-{n}")
        with django_assert_num_queries(1):
            found = games(ann).games
            assert [game.standing["players"] for game in found] == [["Ann", "Bob"]] * (n + 1)
        everything = Wanted(game="toy", player=player("Bob"), words=("ann", "bob", "b"))
        with django_assert_num_queries(1):
            assert len(games(ann, everything).games) == n + 1
        with django_assert_num_queries(1):
            assert len(search.open_tables(ann, 50)) == n + 1


def test_a_game_is_found_by_its_day_its_rules_its_players_and_how_far_it_is(ann: Visitor) -> None:
    first, second, third = (new_game(ann, f"0-form-number-{n}") for n in range(3))
    for n, game in enumerate((first, second, third)):
        begin(game, NOW - timedelta(days=2 - n))
    Phone(ann, second.public_id).tap(join("Cat"))
    Phone(ann, second.public_id).tap(END)
    Game.objects.filter(pk=third.pk).update(game="other", played="other")
    Seat.objects.filter(game=third).update(played="other")
    day = timedelta(days=1)
    cases: list[tuple[Wanted, list[Game]]] = [
        (Wanted(since=NOW - day), [third, second]),
        (Wanted(until=NOW - day), [first]),
        (Wanted(since=NOW - day, until=NOW), [second]),
        (Wanted(game="other"), [third]),
        (Wanted(game="toy"), [second, first]),
        (Wanted(player=player("Cat")), [second]),
        (Wanted(player=player("Ann"), since=NOW - day), [third, second]),
        (Wanted(player=player("Ann"), until=NOW), [second, first]),
        (Wanted(player=player("Ann"), game="other", is_over=False), [third]),
        (Wanted(is_over=True), [second]),
        (Wanted(is_over=False), [third, first]),
        (Wanted(player=player("Cat"), is_over=False), []),
        (Wanted(player="nobody"), []),
    ]
    for wanted, expected in cases:
        assert list(games(ann, wanted).games) == expected, wanted


def test_words_are_looked_for_in_titles_and_names_whatever_their_case(ann: Visitor) -> None:
    plain, titled, elodies = (new_game(ann, f"0-form-number-{n}") for n in range(3))
    Game.objects.filter(pk=titled.pk).update(title="Cottage 100% weekend, Dora")
    Phone(ann, elodies.public_id).tap(join("Élodie"))
    Phone(ann, plain.public_id).tap(join("Dora"))
    for words, expected in (
        ("cottage", [titled]),
        ("WEEK bob", [titled]),
        ("100%", [titled]),
        ("1%0", []),
        ("dora", [titled, plain]),
        ("élodie", [elodies]),
        ("ÉLOD an", [elodies]),
        ("elo", [elodies]),
        ("cottage élodie", []),
        ("ann", [elodies, titled, plain]),
        ("zoe", []),
        ("", [elodies, titled, plain]),
    ):
        assert list(games(ann, Wanted(words=tuple(words.split()))).games) == expected, words


def test_letters_beyond_a_to_z_are_found_by_either_case_and_without_their_marks(ann: Visitor) -> None:
    titled, placed, noted = (new_game(ann, f"0-form-number-{n}") for n in range(3))
    Game.objects.filter(pk=titled.pk).update(title="Über den Wolken")
    Game.objects.filter(pk=placed.pk).update(place="Café Ödland")
    Game.objects.filter(pk=noted.pk).update(notes="Viel ÄRGER in Łódź, 100%")
    for words, expected in (
        ("Über", [titled]),
        ("über", [titled]),
        ("ÜBER wolken", [titled]),
        ("u\u0308ber", [titled]),
        ("ödland", [placed]),
        ("CAFÉ", [placed]),
        ("ärger", [noted]),
        ("łódź", [noted]),
        ("ŁÓDŹ 0%", [noted]),
        ("1%0", []),
        ("uber", [titled]),
        ("cafe odl", [placed]),
        ("lodz", [noted]),
    ):
        assert list(games(ann, Wanted(words=tuple(words.split()))).games) == expected, words


def test_nobody_finds_the_games_of_another_crew(ann: Visitor, dan: Visitor) -> None:
    game = new_game(ann)
    Game.objects.filter(pk=game.pk).update(title="Ours")
    for wanted in (Wanted(), Wanted(player=player("Ann")), Wanted(game="toy"), Wanted(words=("ours",))):
        assert games(ann, wanted).games
        assert not games(dan, wanted).games
        assert not games(Visitor(), wanted).games


@pytest.mark.parametrize(
    ("wanted", "index"),
    [
        (Wanted(), "game_newest_first"),
        (Wanted(game="toy"), "game_by_played"),
        (Wanted(player="x"), "seat_newest_first"),
        (Wanted(player="x", game="toy"), "seat_by_played"),
        (Wanted(player="x", words=["red"]), "game_newest_first"),
        (Wanted(player="x", since=NOW, until=NOW), "seat_newest_first"),
        (Wanted(is_over=False), "game_unfinished"),
    ],
)
def test_a_page_is_read_from_an_index_in_its_order(ann: Visitor, wanted: Wanted, index: str) -> None:
    with CaptureQueriesContext(connection) as captured:
        games(ann, wanted, after=f"{NOW.isoformat()},5")
    plan = " | ".join(plan_of(captured))
    assert index in plan, plan
    assert "TEMP B-TREE" not in plan, plan


def test_days_are_counted_by_an_index_that_knows_what_was_played(ann: Visitor) -> None:
    started(ann, 3)
    wanted, since, until = Wanted(game="toy"), NOW - timedelta(days=1), NOW + timedelta(days=1)
    ann.membership  # noqa: B018  # asked for once a page
    with CaptureQueriesContext(connection) as captured:
        counted = list(search.days(ann, wanted, since, until))
    assert (sum(over + still for _, over, still in counted), len(captured)) == (3, 1)
    assert not list(search.days(Visitor(), wanted, since, until))
    assert "game_by_played (crew_id=? AND played=? AND created_at>?" in " | ".join(plan_of(captured))


def test_photographed_games_are_found_without_a_list_of_all_their_moves(ann: Visitor) -> None:
    with CaptureQueriesContext(connection) as captured:
        cards.photographed(started(ann, 2))
    steps = plan_of(captured)
    assert not [step for step in steps if "LIST" in step or "SCAN" in step], steps


def test_open_tables_are_found_by_their_index_and_each_ones_last_move_by_its_own(ann: Visitor) -> None:
    for n in range(3):
        new_game(ann, f"0-form-number-{n}")
    with CaptureQueriesContext(connection) as captured:
        search.open_tables(ann, 5)
    plan = " | ".join(plan_of(captured))
    assert "game_unfinished (crew_id=?" in plan, plan
    assert "(game_id=? AND seq=?)" in plan, plan
    assert "SCAN" not in plan, plan
