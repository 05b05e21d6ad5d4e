"""Games whose statistics were worked out by hand, from the first tap to the pages."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from referee.games.registry import GAMES
from scoring.crew.visitor import Visitor, join_own_crew
from scoring.models import Game, Player, Seat
from scoring.statistics import counting, tallies
from scoring.statistics.facts import Against, Facts
from tests.crew.browser import Browser
from tests.crew.figures import numbers, page, ranking, told
from tests.crew.played import sheet, tell
from tests.table.page import new_game, words

Raw = dict[str, Any]


def called(do: str, **fields: Any) -> Raw:
    return {"do": do, **fields}


def laid(player: str, card: str) -> Raw:
    return called("play", player=player, cards=[card])


def begun(dealer: str, first: str) -> list[Raw]:
    return [called("deal", dealer=dealer), called("flip", card=first)]


def won(player: str, card: str, **points: int) -> list[Raw]:
    """A player lays the last card, and the others count these points."""
    return [
        called("recount", player=player, cards=1),
        laid(player, card),
        called("out", player=player),
        *(called("count", player=name, points=got) for name, got in points.items()),
    ]


def facts_of(ann: Visitor, name: str, key: str) -> Facts:
    """What a player's games by some rules came to: nothing is left to count."""
    assert counting.uncounted(join_own_crew(ann).crew_id) is None
    return tallies.of_player(Player.objects.get(name=name))[key]


def against(facts: Facts) -> dict[str, Against]:
    return {Player.objects.get(pk=int(pk)).name: each for pk, each in facts.against.items()}


@pytest.mark.parametrize(
    ("key", "cards"),
    [
        ("zar", "blue sun,blue wasp,red wasp,red moon,red sun,yellow sun,blue moon"),
        ("house_zar", "blue 5,blue draw two,green draw two,green 3,green 5,yellow 5,blue 3"),
    ],
)
def test_a_game_with_wasps_a_gotcha_an_illegal_play_and_a_void_hand(
    ann: Visitor, key: str, cards: str
) -> None:
    first, wasp, more, plain, other, wrong, last = cards.split(",")
    game = new_game(ann, "Ann Bob Cat", key, end={"hands": 2})
    tell(ann, game, *begun("Ann", first), laid("Bob", wasp), laid("Cat", more), called("take", player="Ann"))
    tell(ann, game, laid("Ann", plain), laid("Cat", plain), laid("Ann", other))
    # Move 9 is found to be illegal, and with it Ann's match goes.
    tell(ann, game, laid("Bob", wrong), laid("Ann", wrong), called("illegal", move=9))
    tell(ann, game, called("pass", player="Bob"), called("recount", player="Cat", cards=2))
    tell(ann, game, laid("Cat", first), called("gotcha", caller="Ann", target="Cat"))
    tell(ann, game, *won("Ann", last, Bob=7, Cat=12))
    # The second hand is given up when Ann is counted, and dealt again.
    tell(ann, game, *begun("Bob", first), *won("Cat", last, Ann=5), called("void"))
    tell(ann, game, *begun("Bob", first), *won("Cat", last, Ann=3, Bob=20), day="2026-11-21")
    expected = {
        "Ann": (1, 1, {"0": 1, "3": 1}, {"stung": 4, "matched": 1, "gotcha": 1}, {}),
        "Bob": (0, 0, {"7": 1, "20": 1}, {"illegal": 1}, {"stack": 1}),
        "Cat": (0, 1, {"12": 1, "0": 1}, {"match": 1, "caught": 1}, {"stack": 2}),
    }
    for name, (wins, hands_won, hands, feats, most) in expected.items():
        facts = facts_of(ann, name, key)
        assert (facts.games, facts.wins, facts.hands_won) == (1, wins, hands_won), name
        assert (facts.hands, facts.stats) == (hands, feats), name
        assert {feat: each.amount for feat, each in facts.most.items()} == feats | most, name
    rows = told(page(ann), GAMES[key].name)
    assert (rows["Points per hand"], rows["Hands won"]) == ("1.5 median 1.5", "1 of 2 hands")
    assert (rows["Best hand"], rows["Worst hand"]) == ("0 21 Nov 2026", "3 21 Nov 2026")
    assert (rows["Best final score"], rows["Won in a row"]) == ("3 21 Nov 2026", "1 now 1")
    bobs = facts_of(ann, "Bob", key)
    assert (bobs.mean, bobs.median) == (13.5, 13.5)
    assert against(bobs) == {"Ann": Against(1, 0, 1, 0, 1), "Cat": Against(1, 0, 0, 0, 1)}


def test_a_game_of_void_hands_alone_has_no_points_a_hand(ann: Visitor) -> None:
    game = new_game(ann, "Ann Bob Cat", "zar")
    tell(ann, game, *begun("Ann", "blue sun"), *won("Bob", "blue moon", Ann=5), called("void"), called("end"))
    facts = facts_of(ann, "Ann", "zar")
    assert (facts.games, facts.hands, facts.mean, facts.lowest_hand) == (1, {}, None, None)
    assert "Points per hand" not in told(page(ann), "ZAR")


def test_a_sheet_that_few_points_win_with_one_who_comes_and_goes(ann: Visitor) -> None:
    game = new_game(ann, "Ann Bob", "score_sheet", wins="low")
    tell(ann, game, called("round", scores={"Ann": 4, "Bob": -1}), called("join", player="Cat"))
    tell(ann, game, called("round", scores={"Ann": 0, "Bob": 2, "Cat": 0}), called("quit", player="Cat"))
    tell(ann, game, called("round", scores={"Ann": -3, "Bob": 0}), called("end"))
    # Ann and Bob tie at 1; Cat has fewer and is gone.
    expected = {"Ann": (1, 2, {"4": 1, "0": 1, "-3": 1}), "Bob": (1, 1, {"-1": 1, "2": 1, "0": 1})}
    for name, (wins, rounds, points) in (expected | {"Cat": (0, 1, {"0": 1})}).items():
        facts = facts_of(ann, name, "score_sheet")
        assert (facts.wins, facts.hands_won, facts.hands) == (wins, rounds, points), name
    assert against(facts_of(ann, "Ann", "score_sheet")) == {
        "Bob": Against(1, 0, 0),
        "Cat": Against(1, 1, 0, 1),
    }
    ratings = {each.player.name: each.rating for each in tallies.leaders(ann, "score_sheet")}
    assert ratings["Ann"]
    assert ratings["Bob"]
    assert ratings["Cat"]
    assert ratings["Ann"].mu == pytest.approx(ratings["Bob"].mu)
    assert ratings["Ann"].mu > 25 > ratings["Cat"].mu


def test_whoever_plays_alone_neither_wins_nor_loses(ann: Visitor) -> None:
    sheet(ann, {"Ann": 5, "Bob": 1}, day="2026-01-01")
    sheet(ann, {"Ann": 50}, day="2026-01-02")
    rows = told(page(ann), "Score sheet")
    assert (rows["Games"], rows["Won"], rows["Won in a row"]) == ("2 1 alone", "1 100%", "1 now 1")
    sheet(ann, {"Ann": 6, "Bob": 1}, day="2026-01-03")
    rows = told(page(ann), "Score sheet")
    assert (rows["Games"], rows["Won"], rows["Won in a row"]) == ("3 1 alone", "2 100%", "2 now 2")
    assert rows["Highest final score"] == "50 2 Jan 2026"
    assert told(page(ann)) == {"won 2 of 2": "100%", "current streak": "2", "games since 1 Jan 2026": "3"}
    game = new_game(ann, "Dan", "score_sheet")
    tell(ann, game, called("round", scores={"Dan": 3}), called("end"))
    alone = told(page(ann, "Dan"), "Score sheet")
    assert "Won" not in alone
    assert "Highest final score" in alone
    assert "Lowest final score" not in alone, "one score is said once"
    shown = Browser(ann).go("/crew/leaders/?game=score_sheet&period=2026")
    assert ranking(shown) == [("1", "Ann"), ("2", "Bob"), ("", "Dan")]
    assert numbers(shown, "Ann") == "2 of 2 games won"
    assert numbers(shown, "Bob") == "0 of 2 games won"
    assert numbers(shown, "Dan") == "1 0 –"


def test_fractions_add_up_to_what_people_would_write(ann: Visitor) -> None:
    game = sheet(ann, {"Ann": 0.1, "Bob": -0.5}, {"Ann": 0.2, "Bob": -1_000_000_000})
    shown = Browser(ann).go(f"/games/{game.public_id}/")
    assert "Total 0.3 −1000000000.5" in [words(row) for row in shown.soup.select("table tr")]
    assert {words(text) for text in shown.soup.select("svg text.end")} == {"Ann 0.3", "Bob −1000000000.5"}
    assert facts_of(ann, "Ann", "score_sheet").mean == pytest.approx(0.15)


@pytest.mark.parametrize("zone", ["Pacific/Auckland", "America/Los_Angeles", "UTC"])
def test_a_night_and_a_month_end_at_five_where_the_table_stands(
    ann: Visitor, settings: Any, zone: str
) -> None:
    settings.TIME_ZONE = zone
    for moment in ("2025-12-31T23:30", "2026-01-01T04:59", "2026-01-01T05:00"):
        game = sheet(ann, {"Ann": 5, "Bob": 1})
        began = datetime.fromisoformat(moment).replace(tzinfo=ZoneInfo(zone))
        Game.objects.filter(pk=game.pk).update(created_at=began, finished_at=began, title=moment)
        Seat.objects.filter(game=game).update(began_at=began)
    crew = join_own_crew(ann).crew_id
    counting.rebuild(crew)
    counting.catch_up(crew)
    browser = Browser(ann)
    for year, day, number in (("2025", "2025-12-31", 2), ("2026", "2026-01-01", 1)):
        (night,) = browser.go(f"/crew/nights/?year={year}").soup.select(".cal a")
        assert (night["href"], len(night.select(".pips i"))) == (f"/crew/nights/{day}/", number)
        assert len(browser.go(str(night["href"])).soup.select(".evening li")) == number
        assert (
            f"{number} game{'s' * (number > 1)} on 1 night"
            in browser.go(f"/games/?since={day}&until={day}").text
        )
        shown = browser.go(f"/crew/leaders/?game=score_sheet&period={day[:7]}")
        assert numbers(shown, "Ann").startswith(f"{number} of {number} game")
