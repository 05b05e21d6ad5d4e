"""What games come to: facts of a seat, sums by month, year and all time, ratings, nights."""

import datetime as dt
import itertools
import math
import random
from collections.abc import Callable
from statistics import NormalDist, mean
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.crew.visitor import Visitor
from scoring.models import Game, Night, Player, Rating, Seat, Tally, Unrated
from scoring.models.nights import night_of
from scoring.statistics import counting, strength, tallies
from scoring.statistics.facts import Against, Beside, Facts
from scoring.statistics.facts import read as read_facts
from tests.scoring.counted import begun, kept
from tests.scoring.toy import DEAL, END, PAIR, Phone, join, score


def ended(visitor: Visitor, day: str, points: int = 7, loser: str = "Bob") -> Phone:
    """A game of one hand in which somebody got the points and lost; low scores win."""
    phone = begun(visitor, day)
    for body in (DEAL, score(loser, points), END):
        phone.tap(body)
    return phone


def caught_up(phone: Phone) -> Phone:
    assert counting.catch_up(phone.game.crew_id) == 0
    return phone


def player(name: str) -> Player:
    return Player.objects.get(name=name)


def facts(name: str, period: str = "") -> Facts:
    found = Tally.objects.get(player__name=name, game="toy", period=period)
    return read_facts(found.facts)


def is_due(phone: Phone) -> bool:
    return phone.game.due


def queries(act: Callable[[], object]) -> int:
    with CaptureQueriesContext(connection) as captured:
        act()
    return len(captured)


def test_a_game_is_due_when_it_ends_and_only_then(phone: Phone) -> None:
    phone.tap(DEAL)
    phone.tap(score("Bob", 7))
    assert not is_due(phone)
    caught_up(phone)
    assert not Tally.objects.exists()
    phone.tap(END)
    assert is_due(phone)
    assert not is_due(caught_up(phone))


def test_a_game_comes_to_games_wins_hands_points_and_feats(ann: Visitor) -> None:
    phone = caught_up(ended(ann, "2026-03-05"))
    lost, won = facts("Bob"), facts("Ann")
    assert (lost.games, lost.wins, lost.hands_won, lost.hands) == (1, 0, 1, {"7": 1})
    assert (won.games, won.wins, won.hands) == (1, 1, {})
    assert lost.stats == {"scored": 1}
    assert {stat: most.amount for stat, most in lost.most.items()} == {"scored": 1, "at_once": 7}
    assert lost.highest
    assert (lost.highest.amount, lost.highest.game) == (7, phone.public_id)
    assert (won.run.longest, lost.run.longest) == (1, 0)
    assert won.against[str(player("Bob").pk)].won == 1
    assert lost.against[str(player("Ann").pk)].lost == 1


def test_a_hand_that_nobody_won_counts_for_nothing(phone: Phone) -> None:
    for body in (DEAL, score("Bob", 3), DEAL, END):
        phone.tap(body)
    assert facts_after(phone).hands == {"3": 1}


def facts_after(phone: Phone) -> Facts:
    caught_up(phone)
    return facts("Bob")


def test_months_add_up_to_years_and_years_to_all_time(ann: Visitor) -> None:
    days = ("2025-12-31", "2026-01-01", "2026-01-20", "2026-11-02")
    caught_up([ended(ann, day) for day in days][-1])
    periods = {"2025-12": 1, "2025": 1, "2026-01": 2, "2026-11": 1, "2026": 3, "": 4}
    for kind in ("toy", ""):
        rows = Tally.objects.filter(player=player("Ann"), game=kind)
        assert {row.period: read_facts(row.facts).games for row in rows} == periods
    assert facts("Ann").run.longest == 4


def test_undo_of_the_end_takes_the_game_out_again(ann: Visitor) -> None:
    phone = caught_up(ended(ann, "2026-03-05"))
    phone.undo()
    caught_up(phone)
    assert not Tally.objects.exists()
    assert not Rating.objects.exists()
    assert not Night.objects.exists()
    assert not Seat.objects.exclude(facts={}).exists()


def test_a_correction_after_the_end_changes_what_the_game_came_to(ann: Visitor) -> None:
    phone = caught_up(ended(ann, "2026-03-05"))
    phone.correct(2, [score("Ann", 9)])
    assert is_due(phone)
    caught_up(phone)
    assert (facts("Ann").wins, facts("Bob").wins) == (0, 1)
    strong = {name: tallies.ratings(player(name))["toy"].mu for name in ("Ann", "Bob")}
    assert strong["Bob"] > strong["Ann"]


def test_who_never_joined_after_a_correction_has_no_statistics_left(phone: Phone) -> None:
    for body in (DEAL, join("Cat"), END):
        phone.tap(body)
    caught_up(phone)
    cat = player("Cat")
    assert tallies.of_player(cat)["toy"].games == 1
    phone.correct(2, [])
    caught_up(phone)
    assert tallies.of_player(cat) == {}
    assert tallies.ratings(cat) == {}


def test_nothing_due_costs_two_queries_and_changes_nothing(ann: Visitor) -> None:
    phone = caught_up(ended(ann, "2026-03-05"))
    before = kept()
    assert queries(lambda: caught_up(phone)) == 3  # one of them finds the crew
    assert kept() == before


def test_what_is_due_takes_as_many_queries_however_much_was_played(ann: Visitor) -> None:
    crew = caught_up(ended(ann, "2026-03-01")).game.crew_id

    def one_more(day: str) -> int:
        ended(ann, day)
        return queries(lambda: counting.catch_up(crew))

    # The second time the bucket and the ratings are there already, as ever after.
    early = one_more("2026-03-02")
    for day in range(3, 20):
        ended(ann, f"2026-03-{day:02}")
    counting.catch_up(crew)
    assert one_more("2026-03-20") == early


def test_only_so_many_games_are_worked_off_at_a_time(ann: Visitor) -> None:
    phones = [ended(ann, f"2026-03-{day:02}") for day in range(1, 8)]
    crew = phones[0].game.crew_id
    assert [counting.catch_up(crew, most=3) for _ in range(3)] == [4, 1, 0]
    assert facts("Ann").games == 7


def test_ratings_go_on_from_game_to_game_as_if_rated_in_one_go(ann: Visitor) -> None:
    for day in ("2026-03-01", "2026-03-02", "2026-03-03"):
        caught_up(ended(ann, day))
    assert not Unrated.objects.exists()
    before = kept()
    crew = Game.objects.values_list("crew", flat=True)[0]
    Unrated.objects.create(crew_id=crew, game="toy")
    Rating.objects.update(mu=1)
    strength.rate_anew(crew)
    assert kept() == before


def test_an_older_game_that_changes_rates_all_of_its_kind_anew(ann: Visitor) -> None:
    first = ended(ann, "2026-03-01")
    caught_up(ended(ann, "2026-03-02"))
    mu = tallies.ratings(player("Ann"))["toy"].mu
    first.correct(2, [score("Ann", 9)])
    caught_up(first)
    assert tallies.ratings(player("Ann"))["toy"].mu < mu
    assert [row.games for row in Rating.objects.order_by("player")] == [2, 2]
    assert not Unrated.objects.exists()


def test_an_older_game_that_comes_late_rates_all_of_its_kind_anew(ann: Visitor) -> None:
    """As after an import."""
    older = ended(ann, "2026-03-01")
    newer = ended(ann, "2026-03-02", loser="Ann")
    caught_up(newer)
    before = kept()
    counting.rebuild(newer.game.crew_id)
    counting._tally(newer.game.crew_id, [newer.game.pk])
    caught_up(older)
    assert kept() == before


def test_games_that_end_one_after_the_other_are_rated_only_once(ann: Visitor) -> None:
    phones = [ended(ann, f"2026-03-{day:02}") for day in (1, 2, 3)]
    counting._tally(phones[0].game.crew_id, [phone.game.pk for phone in phones])
    assert not Unrated.objects.exists()
    assert [row.games for row in Rating.objects.order_by("player")] == [3, 3]


def test_several_games_that_change_are_rated_anew_together(ann: Visitor) -> None:
    phones = [caught_up(ended(ann, f"2026-03-{day:02}")) for day in (1, 2)]
    for phone in phones:
        phone.correct(2, [score("Ann", 9)])
    caught_up(ended(ann, "2026-03-03"))
    assert [row.games for row in Rating.objects.order_by("player")] == [3, 3]


def test_a_game_that_was_taken_up_again_stays_due_while_it_is_played(ann: Visitor) -> None:
    phone = caught_up(ended(ann, "2026-03-01"))
    phone.undo()
    phone.tap(DEAL)
    assert is_due(phone)


def test_of_equal_results_in_a_month_the_first_is_remembered(ann: Visitor) -> None:
    late, early = ended(ann, "2026-03-02"), ended(ann, "2026-03-01")
    caught_up(late)
    highest = facts("Bob").highest
    assert highest
    assert highest.game == early.public_id


def test_ratings_that_were_overtaken_by_a_change_are_not_saved(
    ann: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = ended(ann, "2026-03-01")
    caught_up(first)
    read = strength._all_rated

    def overtaken(crew: int, key: str) -> Any:
        found = read(crew, key)
        Game.objects.filter(pk=first.game.pk).update(version=first.game.version + 1)
        return found

    first.correct(2, [score("Ann", 9)])
    with monkeypatch.context() as patch:
        patch.setattr(strength, "_all_rated", overtaken)
        counting.catch_up(first.game.crew_id)
    assert Unrated.objects.exists()
    caught_up(first)
    assert not Unrated.objects.exists()
    assert tallies.ratings(player("Ann"))["toy"].mu < 25


def test_a_process_that_comes_second_finds_the_games_done(ann: Visitor) -> None:
    phone = ended(ann, "2026-03-01")
    pks = [phone.game.pk]
    counting._tally(phone.game.crew_id, pks)
    before = kept()
    counting._tally(phone.game.crew_id, pks)
    assert kept() == before


@pytest.mark.parametrize(
    ("results", "places"),
    [
        ([(True, False, 3), (False, False, 9), (False, False, 5)], [0, 2, 1]),
        ([(True, False, 9), (False, False, 3), (False, False, 5)], [0, 2, 1]),
        ([(True, False, 5), (True, False, 5), (False, False, 5)], [0, 0, 2]),
        ([(False, False, 5), (False, False, 5), (False, False, 1)], [0, 0, 2]),
        ([(True, False, 9), (False, True, 1), (False, False, 20), (False, True, 3)], [0, 2, 1, 2]),
    ],
    ids=["low wins", "high wins", "a tie-break", "nobody wins", "who got up is last"],
)
def test_players_come_in_by_winning_and_then_by_score(
    results: list[strength.Result], places: list[int]
) -> None:
    assert strength.ranks(results) == places


def test_who_plays_alone_is_not_rated() -> None:
    assert strength.rate({}, {1: (True, False, 7)}) == {}


def test_nobody_becomes_less_known_by_playing_on() -> None:
    chance = random.Random(1)
    known: strength.Strengths = {}
    for _ in range(1500):
        one, other = chance.sample(range(6), 2)
        new = strength.rate(known, {one: (True, False, 7), other: (False, False, 3)})
        for player, (rating, _games) in new.items():
            assert rating.sigma <= (known[player][0].sigma if player in known else 25 / 3)
        known |= new


@pytest.mark.parametrize(("games", "right"), [(8, 0.75), (60, 0.85)])
def test_a_rating_is_as_sure_as_it_says(games: int, right: float) -> None:
    """Of two players the better one leads as often as their uncertainties give to expect."""
    chance, found = random.Random(3), []
    for _ in range(40):
        skill = [chance.gauss(25, 3) for _ in range(6)]
        known: strength.Strengths = {}
        while min((played for _, played in known.values()), default=0) < games:
            table = chance.sample(range(6), chance.randint(3, 5))
            came_to = {each: skill[each] - 25 / 6 * math.log(-math.log(chance.random())) for each in table}
            best = max(came_to.values())
            known |= strength.rate(known, {p: (s == best, False, s) for p, s in came_to.items()})
        for one, other in itertools.permutations(known, 2):
            ahead = known[one][0].mu - known[other][0].mu
            if ahead > 0:
                unsure = math.hypot(known[one][0].sigma, known[other][0].sigma)
                found.append((NormalDist().cdf(ahead / unsure), skill[one] > skill[other]))
    expected, seen = mean(sure for sure, _ in found), mean(right for _, right in found)
    assert seen == pytest.approx(expected, abs=0.05)
    assert seen > right


def test_a_merged_player_is_forgotten_and_counted_with_the_other(ann: Visitor) -> None:
    caught_up(ended(ann, "2026-03-01"))
    bob, crew = player("Bob"), player("Bob").crew
    robert = Player.objects.create(crew=crew, name="Robert", folded="robert", colour="red")
    counting.forget(bob)
    Seat.objects.filter(player=bob).update(player=robert)
    bob.delete()
    counting.catch_up(crew.pk)
    assert tallies.of_player(robert)["toy"].games == 1
    assert [*facts("Ann").against] == [str(robert.pk)]
    before = kept()
    counting.rebuild(crew.pk)
    counting.catch_up(crew.pk)
    assert kept() == before


def test_the_best_of_all_time_has_the_highest_rating_that_has_settled(ann: Visitor, dan: Visitor) -> None:
    caught_up(ended(ann, "2026-03-01"))
    caught_up(ended(ann, "2026-04-01", loser="Ann"))
    caught_up(ended(ann, "2026-04-02", loser="Ann"))

    def names() -> list[str]:
        return [leader.player.name for leader in tallies.leaders(ann, "toy")]

    assert names() == ["Bob", "Ann"]
    Rating.objects.filter(player=player("Ann")).update(games=strength.SETTLED)
    assert names() == ["Ann", "Bob"], "whoever is not settled stands behind"
    Rating.objects.update(games=strength.SETTLED)
    assert names() == ["Bob", "Ann"]
    assert [leader.player.name for leader in tallies.leaders(ann, "toy", "2026-03")] == ["Ann", "Bob"]
    assert tallies.leaders(dan, "toy") == []


def test_nights_are_the_crews_own_and_count_its_games(ann: Visitor, dan: Visitor) -> None:
    caught_up(ended(ann, "2026-03-01"))
    phone = begun(ann, "2026-03-01", key="0-another-one")
    phone.tap(END)
    caught_up(phone)
    assert [(night.day, night.games) for night in tallies.nights(ann, 2026)] == [(dt.date(2026, 3, 1), 2)]
    assert tallies.nights(ann, 2025) == []
    assert tallies.nights(dan, 2026) == []


def test_the_last_games_of_a_player_are_the_newest_first(ann: Visitor) -> None:
    old, new = ended(ann, "2026-03-01"), ended(ann, "2026-04-01")
    found = tallies.last_games(player("Ann"))
    assert [seat.game.public_id for seat in found] == [new.public_id, old.public_id]


def test_the_owner_counts_everything_anew(ann: Visitor, capsys: pytest.CaptureFixture[str]) -> None:
    caught_up(ended(ann, "2026-03-01"))
    before = kept()
    Tally.objects.update(facts={"games": 99})
    call_command("rebuild_statistics")
    assert facts("Ann").games == 99
    call_command("rebuild_statistics", anew=True)
    assert kept() == before
    assert "1 crews are up to date." in capsys.readouterr().out


def test_who_came_in_ahead_and_who_shared_a_win_is_counted(ann: Visitor) -> None:
    phone = begun(ann, "2026-03-05")
    for body in (DEAL, join("Cat"), score("Bob", 7), score("Cat", 3), END):
        phone.tap(body)
    caught_up(phone)
    ann_key, bob = (str(player(name).pk) for name in ("Ann", "Bob"))
    assert facts("Cat").against[ann_key] == Against(games=1, lost=1, behind=1)
    assert facts("Cat").against[bob] == Against(games=1, ahead=1)
    phone.correct(4, [score("Cat", 0)])
    caught_up(phone)
    assert facts("Cat").against[ann_key] == Against(games=1)
    assert [(facts(name).wins, facts(name).ties) for name in ("Ann", "Bob", "Cat")] == [
        (1, 1),
        (0, 0),
        (1, 1),
    ]


def test_partners_are_beside_each_other_and_never_opponents(ann: Visitor) -> None:
    phone = begun(ann, "2026-03-05")
    for body in (DEAL, join("Cat"), PAIR, score("Bob", 7), END):
        phone.tap(body)
    caught_up(phone)
    ann_key, bob, cat = (str(player(name).pk) for name in ("Ann", "Bob", "Cat"))
    assert facts("Ann").beside == {cat: Beside(games=1, won=1)}
    assert facts("Cat").beside == {ann_key: Beside(games=1, won=1)}
    assert [*facts("Ann").against] == [bob]
    assert facts("Ann").ties == 0, "a win with the partner is not shared with an opponent"
    assert facts("Bob").beside == {}


def test_all_games_together_tell_what_does_not_depend_on_the_game(ann: Visitor) -> None:
    """The run goes on from one kind of game to the next, as they were played."""
    phones = [
        ended(ann, f"2026-03-0{day}", loser=loser)
        for day, loser in enumerate(("Bob", "Bob", "Ann", "Bob"), 1)
    ]
    for phone in phones[1::2]:
        Game.objects.filter(pk=phone.game.pk).update(played="tow")
        Seat.objects.filter(game=phone.game).update(played="tow")
    caught_up(phones[0])
    every = tallies.of_player(player("Ann"))[""]
    assert (every.games, every.wins, every.run.longest, every.run.last) == (4, 3, 2, 1)
    assert (every.hands, every.stats, every.highest, every.finals.counts) == ({}, {}, None, {})
    assert tallies.of_player(player("Ann"))["tow"].run.last == 2
    assert [leader.player.name for leader in tallies.leaders(ann, "", "2026")] == ["Ann", "Bob"]


def test_the_course_of_a_rating_is_kept_as_if_it_was_made_anew(
    ann: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(strength, "POINTS", 3)
    for day in range(1, 10):
        caught_up(ended(ann, f"2026-03-{day:02}"))
    row = tallies.ratings(player("Ann"))["toy"]
    course = strength.course(row)
    assert [point.games for point in course] == [4, 8, 9]
    last = Game.objects.latest("finished_at").finished_at
    assert last
    assert course[-1].day == night_of(last).isoformat()
    assert (course[-1].mu, course[-1].sigma) == (round(row.mu, 3), round(row.sigma, 3))
    before = kept()
    counting.rebuild(row.player.crew_id)
    while counting.catch_up(row.player.crew_id):
        pass
    assert kept() == before
