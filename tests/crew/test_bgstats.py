"""What is written for BG Stats, held against the app's field list."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from referee.crew.exchange import bgstats
from referee.games.registry import GAMES
from scoring.crew.visitor import Visitor, join_own_crew
from scoring.models import Game, Seat
from tests.crew.exchange import body, sheet
from tests.crew.games import tap
from tests.crew.tables import KINDS, chance_game
from tests.table.page import client_of, new_game

UUID = re.compile(r"[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}")
DATE = re.compile(r"20\d\d-[01]\d-[0-3]\d [0-2]\d:[0-5]\d:[0-5]\d")
TOP = {"games", "players", "locations", "plays", "userInfo", "about"}
GAME = {"id", "uuid", "name", "modificationDate", "bggId", "bggYear", "highestWins", "noPoints"}
PLAY = {"uuid", "gameRefId", "locationRefId", "playDate", "entryDate", "modificationDate", "durationMin"}
POSTED = {"sourceName", "sourcePlayId", "playDate", "game", "players", "durationMin", "location"}
POSTED |= {"board", "comments"}
SCORE = {"playerRefId", "score", "winner", "startPlayer", "newPlayer", "rank", "seatOrder"}


def began(game: Game, before: timedelta) -> None:
    """Moves the game's beginning to so long before its end."""
    assert game.finished_at
    Game.objects.filter(pk=game.pk).update(created_at=game.finished_at - before)


def play_file(visitor: Visitor, game: Game) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(body(visitor, f"/games/{game.public_id}/play.bgsplay"))
    return found


def scores_of(document: dict[str, Any]) -> dict[str, dict[str, Any]]:
    names = {player["id"]: player["name"] for player in document["players"]}
    return {names[score["playerRefId"]]: score for score in document["plays"][0]["playerScores"]}


def posted(visitor: Visitor, game: Game) -> dict[str, Any]:
    url = urlsplit(client_of(visitor).get(f"/games/{game.public_id}/bgstats/")["Location"])
    assert f"{url.scheme}://{url.netloc}{url.path}" == "https://app.bgstatsapp.com/createPlay.html"
    assert "+" not in url.query, "a space has to be %20: not every reader takes a plus for one"
    found: dict[str, Any] = json.loads(parse_qs(url.query)["data"][0])
    return found


def test_a_play_has_every_field_of_the_list(ann: Visitor) -> None:
    game = sheet(ann, {"Ann": 3, "Bob": 10}, {"Ann": 4.5, "Bob": 1}, {"Ann": 0, "Bob": 0})
    began(game, timedelta(minutes=42, seconds=50))
    document = play_file(ann, game)
    assert document.keys() == TOP
    (told,) = document["games"]
    assert told.keys() >= GAME | {"cooperative", "usesTeams"}
    assert (told["name"], told["highestWins"], told["noPoints"], told["bggId"]) == (
        "Score sheet",
        True,
        False,
        0,
    )
    (play_told,) = document["plays"]
    assert play_told.keys() >= PLAY | {
        "rounds",
        "rating",
        "scoringSetting",
        "manualWinner",
        "ignored",
        "board",
    }
    assert (play_told["durationMin"], play_told["rounds"], play_told["playImages"]) == (42, 3, "[]")
    assert play_told["gameRefId"] == told["id"]
    scores = scores_of(document)
    assert scores["Ann"].keys() == SCORE
    assert [(scores[name]["score"], scores[name]["winner"]) for name in ("Ann", "Bob")] == [
        ("7.5", False),
        ("11", True),
    ]
    assert [(scores[name]["rank"], scores[name]["seatOrder"]) for name in ("Ann", "Bob")] == [(2, 1), (1, 2)]
    for part in (told, play_told, *document["players"]):
        assert UUID.fullmatch(part["uuid"])
        assert DATE.fullmatch(part["modificationDate"])


def test_uuids_stay_the_same_and_tell_one_from_another(ann: Visitor) -> None:
    first = sheet(ann, {"Ann": 1, "Bob": 2})
    second = sheet(ann, {"Ann": 1, "Bob": 2})
    one, again, other = (play_file(ann, game) for game in (first, first, second))
    assert one == again
    assert one["plays"][0]["uuid"] != other["plays"][0]["uuid"]
    assert one["players"] == other["players"]
    assert one["games"][0]["uuid"] == other["games"][0]["uuid"]


def test_low_wins_where_low_wins(ann: Visitor) -> None:
    low = sheet(ann, {"Ann": 9, "Bob": 2, "Cat": 5}, wins="low")
    document = play_file(ann, low)
    assert document["games"][0]["highestWins"] is False
    assert {name: score["rank"] for name, score in scores_of(document).items()} == {
        "Ann": 3,
        "Bob": 1,
        "Cat": 2,
    }
    assert [key for key, game in GAMES.items() if not game.highest_wins] == ["zar", "house_zar"]


def test_equal_winners_share_the_first_rank_and_the_next_is_third(ann: Visitor) -> None:
    document = play_file(ann, sheet(ann, {"Ann": 9, "Bob": 2, "Cat": 9}))
    assert {name: score["rank"] for name, score in scores_of(document).items()} == {
        "Ann": 1,
        "Bob": 3,
        "Cat": 1,
    }


def test_who_won_a_tie_comes_first_with_equal_points(ann: Visitor) -> None:
    game = new_game(ann, "Ann Bob Cat", "numzumzero")
    points = {"Ann": (5, False), "Bob": (5, True), "Cat": (2, False)}
    seats = [Seat(pk=pk, score=score, won=won) for pk, (score, won) in enumerate(points.values(), 1)]
    played = bgstats.Played(game, seats, 1, None)
    assert [rank for _, rank in bgstats.ranked(played)] == [2, 1, 3]


def test_a_sheet_is_the_game_that_it_is_called(ann: Visitor) -> None:
    games_told = []
    for title in ("Skat", "SKAT", "Doppelkopf"):
        game = sheet(ann, {"Ann": 1, "Bob": 2})
        Game.objects.filter(pk=game.pk).update(title=title)
        games_told += play_file(ann, game)["games"]
    assert [game["name"] for game in games_told] == ["Skat", "SKAT", "Doppelkopf"]
    assert games_told[0]["uuid"] == games_told[1]["uuid"] != games_told[2]["uuid"]


def test_who_was_first_is_told_where_somebody_is(ann: Visitor) -> None:
    zar = new_game(ann, "Ann Bob Cat", "zar")
    for raw in (
        {"do": "deal", "dealer": "Ann"},
        {"do": "flip", "card": "blue sun"},
        {"do": "void"},
        {"do": "end"},
    ):
        tap(ann, zar, raw)
    assert [name for name, score in scores_of(play_file(ann, zar)).items() if score["startPlayer"]] == ["Bob"]
    board = new_game(ann, "Cat Bob", "zarathustra")
    tap(ann, board, {"do": "end"})
    assert [player["name"] for player in posted(ann, board)["players"] if player["startPlayer"]] == ["Cat"]
    assert not any(player["startPlayer"] for player in posted(ann, sheet(ann, {"Ann": 1}))["players"])


def test_the_link_carries_the_play(ann: Visitor) -> None:
    game = sheet(ann, {"Ann": 3, "Élodie": 10})
    sent = posted(ann, game)
    assert sent.keys() == POSTED
    assert sent["game"].keys() == {"name", "sourceGameId", "highestWins", "noPoints"}
    assert [(player["name"], player["score"], player["rank"]) for player in sent["players"]] == [
        ("Ann", "3", 2),
        ("Élodie", "10", 1),
    ]
    assert sent["sourcePlayId"] == play_file(ann, game)["plays"][0]["uuid"]
    assert sent["playDate"] == f"{game.created_at:%Y-%m-%d %H:%M:%S}", "the link is in UTC"


def test_a_game_that_is_not_over_is_not_told(ann: Visitor) -> None:
    game = new_game(ann, "Ann Bob", "zar")
    for part in ("play.bgsplay", "bgstats/"):
        response = client_of(ann).get(f"/games/{game.public_id}/{part}")
        assert response.status_code == 404
        assert "still open" in response.content.decode()


def test_a_game_left_open_over_night_was_not_played_so_long(ann: Visitor) -> None:
    game = sheet(ann, {"Ann": 1, "Bob": 2})
    began(game, timedelta(hours=20))
    assert play_file(ann, game)["plays"][0]["durationMin"] == 0


def test_who_left_has_no_rank(ann: Visitor) -> None:
    game = new_game(ann, "Ann Bob Cat", "score_sheet")
    for raw in (
        {"do": "round", "scores": {"Ann": 1, "Bob": 2, "Cat": 30}},
        {"do": "quit", "player": "Cat"},
        {"do": "end"},
    ):
        tap(ann, game, raw)
    scores = scores_of(play_file(ann, game))
    assert {name: score["rank"] for name, score in scores.items()} == {"Ann": 2, "Bob": 1, "Cat": 0}
    assert scores["Cat"]["winner"] is False


def test_what_was_agreed_on_is_the_board(ann: Visitor) -> None:
    game = new_game(ann, "Ann Bob", "zar", half_decks=3, end={"score": 30}, track="quick")
    assert bgstats.variant(game) == "half decks 3, end score 30, track quick"


@pytest.mark.parametrize("seed", [1, 2])
def test_a_crews_finished_games_are_one_file(
    ann: Visitor, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bgstats, "TOGETHER", 2)
    for kind in KINDS:
        chance_game(ann, kind, seed, taps=14)
    sheet(ann, {"Ann": 1, "Bob": 2})
    document = json.loads(body(ann, "/crew/export/crew.bgsplay"))
    finished = Game.objects.filter(crew=join_own_crew(ann).crew, finished_at__isnull=False)
    assert len(document["plays"]) == finished.count() >= 1
    for part in ("players", "games"):
        assert [row["id"] for row in document[part]] == list(range(1, len(document[part]) + 1))
        assert len({row["uuid"] for row in document[part]}) == len(document[part])
