"""On sheets where each fills in turns or categories of their own, pages speak of the rows that all share."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from django.test import Client
from django.urls import reverse

from referee.crew import outcome
from referee.crew.sharing.results import result_of
from referee.rules.score_sheet.shelf import shelf
from scoring.crew.visitor import COOKIE, Visitor
from scoring.history import scores
from scoring.models import Game
from tests.crew.played import tell
from tests.table.page import Phone, Shown, new_game, words

NAMES = ("Ann", "Bob", "Cat")


@pytest.fixture
def client(ann: Visitor) -> Client:
    return Client(headers={"cookie": f"{COOKIE}={ann.token}"})


def played(ann: Visitor, key: str, moves: list[dict[str, Any]]) -> Game:
    sheet = msgspec.to_builtins(shelf()[key])
    wins = "low" if sheet.get("wins") == "low" else "high"
    return tell(ann, new_game(ann, " ".join(NAMES), "score_sheet", wins=wins, sheet=sheet), *moves)


def bowling(ann: Visitor) -> Game:
    """Three players; Bob is in front from the last frame on."""
    balls = {"Ann": 5, "Bob": 5, "Cat": 1}
    return played(
        ann,
        "bowling",
        [
            {
                "do": "entry",
                "row": f"frame{n}",
                "players": {name: {"ball": 9 if (n, name) == (10, "Bob") else balls[name], "second": 0}},
            }
            for n in range(1, 11)
            for name in NAMES
        ],
    )


def thrown(*points: int) -> list[dict[str, Any]]:
    """Turns of Darts 501."""
    return [
        {"do": "entry", "players": {NAMES[n % 3]: {"thrown": each}}, "table": {}}
        for n, each in enumerate(points)
    ]


def rolled(*cells: tuple[str, str, int]) -> list[dict[str, Any]]:
    """Categories of Yahtzee."""
    return [{"do": "entry", "row": row, "players": {name: {"value": n}}} for row, name, n in cells]


def rows(shown: Shown) -> list[str]:
    cells = "th a, td b, td small"
    return [
        " ".join(filter(None, map(words, row.select(cells)))) for row in shown.soup.select(".hands tbody tr")
    ]


def test_frames_are_counted_once_for_all(ann: Visitor, client: Client) -> None:
    game = bowling(ann)
    assert Phone(ann, game).shown.one(".detail") == "10 frames played; the highest score wins."
    shown = Shown(client.get(f"/games/{game.public_id}/"))
    assert "10 frames" in shown.text
    assert "Decided in frame 10" in shown.text
    found = rows(shown)
    assert (len(found), found[0]) == (10, "Frame 1 +5 5 +5 5 +1 1")
    assert found[-1] == "Frame 10 +5 50 +9 54 +1 10"
    assert "Frame by frame" in shown.text
    # What is tapped in a frame is everybody's, by whichever entry it is asked for.
    for asked in (28, 29, 30):
        counted = Shown(client.get(f"/games/{game.public_id}/", {"hand": asked}))
        assert counted.one("#count h2") == "Frame 10: points"
        assert counted.one("#count .small") == "After it: Ann 50, Bob 54, Cat 10"
        assert len(counted.soup.select("#count .scored li")) == 3
        assert not counted.soup.select("#count .scored .text"), "the heading says the frame"


def test_of_a_full_sheet_no_row_is_counted_that_may_stay_blank(ann: Visitor) -> None:
    asked = [row.key for row in shelf()["yahtzee"].rows if row.is_ is None and not row.blank]
    filled = [(key, name, 5 * (key == "chance")) for key in asked for name in NAMES]
    first = [("five", "Ann", 50), ("more", "Ann", 1)]
    game = played(ann, "yahtzee", rolled(*first, *(cell for cell in filled if cell[:2] != ("five", "Ann"))))
    over = Phone(ann, game).shown
    assert "The sheet is full." in over.text
    assert over.one(".detail") == "The highest score wins."


def test_the_replay_lists_every_move_where_none_is_of_all(ann: Visitor, client: Client) -> None:
    url = f"/games/{bowling(ann).public_id}/replay/"
    shown = Shown(client.get(f"{url}29/"))
    assert shown.one(".at") == "29 of 30 Frame 10"
    assert shown.one(".told") == "Bob +9 Frame 10: Bob 9 0"
    assert shown.one(".listed h2") == "Every move"
    assert [words(node) for node in shown.soup.select(".stepping .n")] == [str(n) for n in range(1, 31)]
    assert not shown.soup.select("select")
    ways = {str(node.get("aria-label")): node.get("href") for node in shown.soup.select(".steps-by a")}
    assert (ways["To the beginning"], ways["To the end"]) == (url, f"{url}30/")


def test_a_turn_is_the_one_that_all_share(ann: Visitor, client: Client) -> None:
    game = played(ann, "darts_501", [*thrown(60, 41, 26, 100, 45, 0, 85), {"do": "end"}])
    assert Phone(ann, game).shown.one(".detail") == "3 turns played; the lowest score wins."
    found = rows(Shown(client.get(f"/games/{game.public_id}/")))
    assert found == [
        "501 501 501",
        "Turn 1 −60 441 −41 460 −26 475",
        "Turn 2 −100 341 −45 415 0 475",
        "Turn 3 −85 256 – –",
    ]


def test_who_counts_down_begins_at_the_top_and_no_turn_is_given_it(ann: Visitor, client: Client) -> None:
    game = played(ann, "darts_501", thrown(60, 41, 26))
    matrix = scores.by_hand(game)
    assert [(row.number, row.points) for row in matrix.rows] == [(0, [501] * 3), (1, [-60, -41, -26])]
    assert matrix.totals == [441, 460, 475]
    shown = Shown(client.get(f"/games/{game.public_id}/"))
    assert words(shown.soup.select(".hands tbody th")[0]) == "Start"
    chart = outcome.chart(game, matrix, {})
    assert chart
    assert chart.table.rows == (("1", "441", "460", "475"),)
    [begins] = {line.points.split()[0] for line in chart.lines}
    ends = [float(line.points.split(",")[-1]) for line in chart.lines]
    assert float(begins.split(",")[1]) < min(ends), "it falls"
    card = result_of(game, matrix)
    assert [(side.start, side.totals) for side in card.sides] == [(501, (441,)), (501, (460,)), (501, (475,))]
    counted = Shown(client.get(f"/games/{game.public_id}/", {"hand": 1}))
    assert [words(line) for line in counted.soup.select("#count .scored li")] == [
        "Ann −60",
        "Bob −41",
        "Cat −26",
    ]
    assert not counted.soup.select("#count nav a[href*='hand=-1']"), "nothing was counted before it"
    log = Shown(client.get(reverse("log", args=[game.public_id])))
    assert [words(row) for row in log.soup.select(".log .what .text")] == ["Cat −26", "Bob −41", "Ann −60"]
    replay = Shown(client.get(f"/games/{game.public_id}/replay/1/"))
    assert replay.one(".told") == "Ann −60 Thrown 60"


def test_a_frame_has_what_it_came_to_with_the_balls_after_it(ann: Visitor, client: Client) -> None:
    balls = [{"ball": 10}, {"ball": 7, "second": 3}, {"ball": 4, "second": 2}]
    entries = [
        {"do": "entry", "row": f"frame{n}", "players": {name: each}}
        for n, each in enumerate(balls, 1)
        for name in NAMES[:1]
    ]
    game = played(ann, "bowling", entries)
    shown = Shown(client.get(f"/games/{game.public_id}/"))
    assert rows(shown) == ["Frame 1 +20 20 – –", "Frame 2 +14 34 – –", "Frame 3 +6 40 – –"]
    counted = Shown(client.get(f"/games/{game.public_id}/", {"hand": 1}))
    told = "Ann Frame 1 10 + 7 + 3 = 20 Total +20"
    assert [words(line) for line in counted.soup.select("#count .scored li")] == [told]


def test_categories_stand_by_their_names_whoever_came_first(ann: Visitor, client: Client) -> None:
    cells = [("threes", "Bob", 6), ("ones", "Ann", 3), ("ones", "Bob", 2), ("threes", "Ann", 9)]
    game = played(ann, "yahtzee", rolled(*cells, ("ones", "Cat", 1)))
    shown = Shown(client.get(f"/games/{game.public_id}/"))
    assert "2 categories" in shown.text
    assert [words(row) for row in shown.soup.select(".hands tbody th a")] == [
        "Category Threes",
        "Category Ones",
    ]
    counted = Shown(client.get(f"/games/{game.public_id}/", {"hand": 4}))
    assert counted.one("#count h2") == "Threes: points"
    assert not counted.soup.select("#count .small"), "each had something else by then"
    assert counted.one("#count nav a:last-child") == "Replay Threes"


def test_who_led_is_told_by_the_order_in_which_categories_were_entered(ann: Visitor, client: Client) -> None:
    cells = [("threes", "Ann", 9), ("twos", "Bob", 8), ("ones", "Bob", 2), ("threes", "Bob", 6)]
    game = played(ann, "yahtzee", [*rolled(*cells, ("twos", "Ann", 2)), {"do": "end"}])
    shown = Shown(client.get(f"/games/{game.public_id}/"))
    assert "Decided in “Ones” Bob took the lead and kept it" in shown.text
    [link] = {str(node["href"]) for node in shown.soup.select(".moments a") if "“Ones”" in words(node)}
    assert Shown(client.get(link.partition("#")[0])).one("#count h2") == "Ones: points"


@pytest.mark.parametrize("key", ["darts_501", "yahtzee", "poker_chips"])
def test_no_entry_of_one_player_heads_the_log(ann: Visitor, client: Client, key: str) -> None:
    moves = {
        "darts_501": thrown(60, 41),
        "yahtzee": rolled(("ones", "Ann", 3), ("ones", "Bob", 2)),
        "poker_chips": bought(("Ann", "in", 5)),
    }
    log = Shown(client.get(reverse("log", args=[played(ann, key, moves[key]).public_id])))
    assert log.soup.select(".log > li")
    assert not log.soup.select(".log h2")


def bought(*entries: tuple[str, str, int]) -> list[dict[str, Any]]:
    """Entries of Poker chips."""
    return [{"do": "entry", "players": {name: {"what": what, "amount": n}}} for name, what, n in entries]


def test_free_entries_are_counted_in_all(ann: Visitor, client: Client) -> None:
    moves = bought(("Ann", "in", 5), ("Bob", "in", 5), ("Ann", "out", 2))
    game = played(ann, "poker_chips", [*moves, {"do": "end"}])
    assert Phone(ann, game).shown.one(".detail") == "3 entries; 10 bought, 2 cashed out, 8 still out."
    # Chips that are in play put nobody behind.
    assert "Decided in" not in Phone(ann, game).shown.text
    assert "Tap an entry." in Shown(client.get(f"/games/{game.public_id}/")).text
