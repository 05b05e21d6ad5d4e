"""The end of a game at the table: a podium that is read by rank, and why the game is over."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
from django.utils import timezone

from referee.crew.outcome import who_wins
from scoring.crew.visitor import Visitor
from scoring.models import Game
from tests.crew.played import tell
from tests.table.page import Phone, Shown, client_of, new_game, words

Raw = dict[str, Any]
DEAL: Raw = {"do": "deal", "lead": "Ann", "columns": ["blue 3", "orange 7", "blue 1"]}
TILE: Raw = {"do": "place", "player": "Ann", "tile": "bbbs", "at": "c3"}
END: Raw = {"do": "end"}


def scored(**points: float) -> Raw:
    """A round of a score sheet."""
    return {"do": "round", "scores": points}


def podium(phone: Phone) -> list[str]:
    """What is read on each step."""
    steps = phone.shown.table.select(".podium > li")
    for node in phone.shown.table.select(".podium [aria-hidden]"):
        node.decompose()
    return [" ".join(words(step).split()).replace(" ,", ",") for step in steps]


@pytest.mark.parametrize(
    ("game", "options", "moves", "why"),
    [
        ("zar", {}, [END], "The table ended the game. Our reading 19"),
        ("house_zar", {}, [END], "The table ended the game. Our reading 13"),
        ("crazy_eights", {}, [END], "The table ended the game. Our reading 7"),
        ("numzumzero", {}, [DEAL, END], "The table ended the game. Rule 12"),
        ("zarathustra", {}, [TILE, END], "The table ended the game. Rule 9"),
        ("zero_zap", {}, [END], "The table ended the game. Rule 15"),
        ("score_sheet", {}, [scored(Ann=3, Bob=1), END], "The table ended the game."),
        (
            "score_sheet",
            {"end": {"score": 10}},
            [scored(Ann=3, Bob=11)],
            "Bob reached 11: the game ends at 10.",
        ),
        ("score_sheet", {"end": {"rounds": 1}}, [scored(Ann=3, Bob=1)], "That was round 1 of 1."),
    ],
)
def test_the_end_says_why_the_game_is_over(
    ann: Visitor, game: str, options: Raw, moves: list[Raw], why: str
) -> None:
    phone = Phone(ann, tell(ann, new_game(ann, "Ann Bob", game, **options), *moves))
    assert phone.shown.one(".why-over") == why
    if why == "That was round 1 of 1.":
        assert phone.shown.one(".detail") == "The highest score wins.", "rounds are counted once"


@pytest.mark.parametrize("game", ["zar", "house_zar", "crazy_eights"])
@pytest.mark.parametrize(
    ("ended", "why"),
    [("22:29", "The table ended the game."), ("22:30", "It was past 22:30, the agreed end.")],
)
def test_a_game_that_ended_after_the_agreed_time_names_it(
    ann: Visitor, game: str, ended: str, why: str
) -> None:
    over = tell(ann, new_game(ann, "Ann Bob", game, end={"time": "22:30"}), END)

    def at(clock: str) -> datetime:
        return timezone.make_aware(datetime.fromisoformat(f"2026-11-21T{clock}:00"))

    Game.objects.filter(pk=over.pk).update(created_at=at("20:00"), finished_at=at(ended))
    assert Phone(ann, Game.objects.get(pk=over.pk)).shown.one(".why-over").startswith(why)


def test_the_podium_is_read_by_rank_and_who_comes_after_stands_below(ann: Visitor) -> None:
    game = new_game(ann, "Ann Bob Cat Dan Eve", "score_sheet", end={"rounds": 1})
    phone = Phone(ann, tell(ann, game, scored(Ann=1, Bob=7, Cat=3, Dan=-2, Eve=7)))
    assert phone.shown.one("h1") == "Bob and Eve share the win"
    rest = [words(row) for row in phone.shown.table.select(".standings tbody tr")]
    assert rest == ["4 A Ann 1", "5 D Dan −2"]
    assert podium(phone) == ["1st: Bob, Eve, 7 points", "3rd: Cat, 3 points"]


@pytest.mark.parametrize(
    ("points", "heading"), [({"Ann": 178}, "Ann scores 178"), ({"Ann": 4, "Bob": 1}, "Ann wins")]
)
def test_who_plays_alone_has_a_score_and_no_podium(
    ann: Visitor, points: dict[str, float], heading: str
) -> None:
    game = tell(ann, new_game(ann, " ".join(points), "score_sheet"), scored(**points))
    phone = Phone(ann, game)
    alone = len(points) == 1
    assert ("Ann wins" in phone.open("?sheet=end").one(".sheet")) is not alone
    game = tell(ann, game, END)
    phone = Phone(ann, game)
    assert phone.shown.one("h1") == heading
    assert phone.shown.one(".detail") == f"1 round played{'.' if alone else '; the highest score wins.'}"
    assert bool(podium(phone)) is bool(phone.shown.table.select(".burst")) is not alone
    assert game.standing["winners"] == ([] if alone else ["Ann"])
    whole = Shown(client_of(ann).get(f"/games/{game.public_id}/")).soup
    assert words(whole.select_one("h1")) == ("Ann: 178" if alone else "Ann won")
    assert len(whole.select(".ranked .rank")) == (0 if alone else 2)
    # Nor does any word speak of winning.
    share = Shown(client_of(ann).get(f"/games/{game.public_id}/share/")).soup
    wins = " win" in phone.shown.one(".bar h2"), " wins" in words(whole.main), "who won" in words(share.main)
    assert wins == (not alone,) * 3


@pytest.mark.parametrize(("names", "read"), [("Ann Bob", "highest wins"), ("Ann", "")])
def test_how_scores_are_read_is_said_where_one_of_two_is_left_and_not_of_one_alone(
    ann: Visitor, names: str, read: str
) -> None:
    left = [{"do": "quit", "player": name} for name in names.split()[1:]]
    points = dict.fromkeys(names.split(), 4.0)
    game = tell(ann, new_game(ann, names, "score_sheet"), scored(**points), *left, END)
    assert game.standing["players"] == ["Ann"]
    assert who_wins(game) == read


def test_many_who_win_together_are_named_on_their_step_alone(ann: Visitor) -> None:
    names = "Ann Bob Cat Dan"
    game = new_game(ann, names, "score_sheet", end={"rounds": 1})
    phone = Phone(ann, tell(ann, game, scored(**dict.fromkeys(names.split(), 1))))
    assert phone.shown.one("h1") == "4 players share the win"
    assert podium(phone) == ["1st: Ann, Bob, Cat, Dan, 1 point"]


def test_an_end_has_its_best_moment_and_symbols_that_no_reader_hears(ann: Visitor) -> None:
    game = new_game(ann, "Ann Bob", "score_sheet", end={"rounds": 2})
    phone = Phone(ann, tell(ann, game, scored(Ann=9, Bob=1)))
    assert not phone.shown.table.select(".high-point, .burst")
    phone = Phone(ann, tell(ann, game, scored(Ann=2, Bob=20)))
    assert phone.shown.one(".high-point") == "Decided in round 2 Bob took the lead at the very end"
    assert [burst["aria-hidden"] for burst in phone.shown.table.select(".burst")] == ["true"]
