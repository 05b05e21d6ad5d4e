"""Results of another app: a backup of BG Stats and tables, from the file to the games of the crew."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from referee.crew.exchange import bgstats, bgstats_file, matching
from referee.crew.exchange.results import points_of
from referee.rules.score_sheet.definition import Definition
from referee.rules.score_sheet.shelf import shelf
from scoring.crew.visitor import Visitor, join_own_crew
from scoring.models import Crew, Game, Night, Player, Rating, Seat, Tally
from scoring.models.nights import night_of
from scoring.players.roster import add_player
from scoring.statistics import counting
from scoring.statistics.facts import read
from tests.crew.exchange import URL, body, send, sheet, whole
from tests.crew.plays import ODDITIES, Backup
from tests.table.page import Shown, client_of, words

pytestmark = pytest.mark.slow

NAMES, PREVIEW, COLUMNS = "/crew/import/", "/crew/import/preview/", "/crew/import/columns/"


@pytest.fixture(autouse=True)
def files(settings: Any, tmp_path: Path) -> Path:
    settings.MEDIA_ROOT = tmp_path / "photos"
    return tmp_path / "photos"


def choose(visitor: Visitor, data: bytes | dict[str, Any], name: str = "plays.bgsplay") -> Any:
    """The file, sent by the page of export and import."""
    text = data if isinstance(data, bytes) else json.dumps(data, indent=1).encode()
    return client_of(visitor).post(URL, {"file": SimpleUploadedFile(name, text)})


def page_of(visitor: Visitor, url: str) -> Shown:
    return Shown(client_of(visitor).get(url))


def fields_of(page: Shown) -> dict[str, str]:
    """What the page's form would send."""
    fields = {}
    for field in page.soup.select("form[method=post] :is(input, select)"):
        if field.name == "select":
            chosen = field.select_one("option[selected]") or field.select("option")[0]
            fields[str(field["name"])] = str(chosen["value"])
        elif field.get("type") != "checkbox" or field.has_attr("checked"):
            fields[str(field["name"])] = str(field.get("value", ""))
    return fields


def confirm(visitor: Visitor, **changes: str) -> Shown:
    """The page of names, sent with some changes; the preview that follows."""
    fields = fields_of(page_of(visitor, NAMES)) | changes
    answer = client_of(visitor).post(NAMES, fields)
    assert answer.status_code == 303, Shown(answer).text
    return page_of(visitor, answer["Location"])


def carry_out(visitor: Visitor) -> Shown:
    """What the preview promised, done; the page as it is told part by part."""
    answer: Any = client_of(visitor).post(PREVIEW, fields_of(page_of(visitor, PREVIEW)))
    return whole(answer.streaming_content)


def games_of(visitor: Visitor) -> Any:
    return Game.objects.filter(crew=join_own_crew(visitor).crew).order_by("pk")


def one(score: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    """A file with one play."""
    play = {"uuid": "AAAAAAAA-0000-4000-8000-000000000001", "gameRefId": 1, "playDate": "2024-02-03 19:30:00"}
    return {
        "games": [{"id": 1, "name": "Catan", "highestWins": True} | more.pop("game", {})],
        "players": [{"id": n, "name": name} for n, name in enumerate(("Ann", "Bob", "Cat"), 1)],
        "locations": [{"id": 1, "name": "Home"}],
        "plays": [play | {"playerScores": score} | more],
    }


TWO = [{"playerRefId": 1, "score": "12", "winner": True}, {"playerRefId": 2, "score": "9"}]


def test_a_play_of_a_day_without_a_time_belongs_to_the_night_of_that_day(ann: Visitor) -> None:
    for when in ("2024-02-03 00:00:00", "2024-02-03 05:00:00"):
        # At midnight, or, exported here, at the beginning of its night.
        choose(ann, one(TWO, playDate=when))
        assert confirm(ann).soup.find(string=re.compile(r"3 Feb 2024$"))
    carry_out(ann)
    game = games_of(ann).get()
    assert night_of(game.created_at) == date(2024, 2, 3)
    assert "1 game" in page_of(ann, "/crew/nights/2024-02-03/").text
    for url in ("/crew/nights/2024-02-03/", "/games/", f"/games/{game.public_id}/"):
        assert not re.search(r"\b\d\d?:\d\d\b", page_of(ann, url).text), f"{url}: nobody said at what time"


def test_where_games_have_one_round_its_record_is_not_told_beside_theirs(ann: Visitor) -> None:
    choose(ann, one(TWO))
    confirm(ann)
    carry_out(ann)
    labels = [words(label) for label in page_of(ann, "/crew/records/").soup.select(".record dt")]
    assert "Highest final score" in labels
    assert "Highest round" not in labels


def test_a_play_becomes_a_game_of_the_log(ann: Visitor) -> None:
    more = {"locationRefId": 1, "durationMin": 75, "comments": "Rain."}
    assert choose(ann, one(TWO, **more))["Location"] == NAMES
    shown = confirm(ann)
    assert "1 game will be imported." in shown.text
    for query, chosen in (("", "All"), ("?only=in", "New")):
        assert page_of(ann, f"/crew/import/preview/{query}").one(".knowns [aria-current]") == chosen
    assert "Ann 12, Bob 9; Ann won." in shown.text
    assert not games_of(ann).exists(), "nothing is written before the last step"
    assert "1 game imported" in carry_out(ann).one(".arriving:last-of-type")
    game = games_of(ann).get()
    assert (game.game, game.title, game.options, game.place, game.notes) == (
        "score_sheet", "Catan", {"wins": "high"}, "Home", "Rain.",
    )  # fmt: skip
    assert game.finished_at
    assert bgstats.minutes(game) == 75
    assert game.created_at.isoformat() == "2024-02-03T19:30:00+00:00"
    assert game.standing["winners"] == ["Ann"]
    shown = page_of(ann, f"/games/{game.public_id}/")
    assert {"Home", "Rain."} <= {*shown.text.replace(",", " ").split()}
    assert counting.uncounted(game.crew_id) is None


@pytest.mark.long
def test_a_thousand_plays_with_every_oddity_come_once(ann: Visitor) -> None:
    backup = Backup(seed=13, plays=1_000)
    assert {*backup.oddities} == {*ODDITIES}
    data = json.dumps(backup.document).encode()
    results = bgstats_file.read(data)
    assert results.pictures == backup.pictures
    choose(ann, data, "BGStatsExport.json")
    shown = confirm(ann)
    fates = Counter(backup.fates.values())
    assert f"{fates['comes']} games will be imported." in shown.text
    assert f"{backup.pictures} pictures: The file only names them." in shown.text
    for why in (
        "statistics there",
        "to its end",
        "no date on which",
        "Nobody played",
        "room for 20",
        "deleted in BG Stats",
    ):
        assert why.casefold() in shown.text.casefold(), why
    assert f"{fates['comes']} games imported" in carry_out(ann).one(".arriving:last-of-type")
    here = {game.key.removeprefix("bgstats-") for game in games_of(ann)}
    assert here == {uuid for uuid, fate in backup.fates.items() if fate == "comes"}
    _as_the_file_says(backup, ann)
    before = _counted(ann)
    choose(ann, data, "BGStatsExport.json")
    again = confirm(ann)
    assert "0 games will be imported." in again.text
    assert f"{fates['comes']} games here already." in again.text
    assert not again.soup.select("form[method=post] button.match"), "there is nothing to import"
    assert _counted(ann) == before
    # Asked for, the others come as well, and nothing else.
    choose(ann, data, "BGStatsExport.json")
    assert f"{fates['doubtful']} games will be imported." in confirm(ann, doubtful="1").text
    carry_out(ann)
    assert games_of(ann).count() == fates["comes"] + fates["doubtful"]


def _as_the_file_says(backup: Backup, ann: Visitor) -> None:
    """Every game has the winners, the day and the minutes that its play has."""
    games = {game.key.removeprefix("bgstats-"): game for game in games_of(ann)}
    results = bgstats_file.read(json.dumps(backup.document).encode())
    names = matching.offered(results, matching.Known()).people
    assert len({*names.values()}) == len(names) >= 8, "two people never become one by themselves"
    for play in backup.document["plays"]:
        game = games.get(play["uuid"])
        if game is None:
            continue
        scores = play["playerScores"]
        won = sum(bool(score.get("winner")) for score in scores)
        if won:
            assert len(game.standing["winners"]) == won, play
        assert len(game.standing["players"]) == len(scores)
        date = play.get("playDate") or play["date"]
        assert f"{game.created_at:%Y-%m-%d %H:%M:%S}".startswith(date)
        for name, score in zip(game.standing["players"], _seated(scores), strict=True):
            points = points_of(str(score.get("score") or ""))
            if points is not None:
                assert game.standing["scores"][name] == points
        assert game.standing["scores"].keys() == set(
            Seat.objects.filter(game=game).values_list("name", flat=True)
        )


def _seated(scores: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(scores, key=lambda score: score.get("seatOrder") or 0)


def _counted(ann: Visitor) -> tuple[int, int, Any]:
    crew = join_own_crew(ann).crew
    facts = Seat.objects.filter(game__crew=crew).order_by("pk").values_list("facts", flat=True)
    return Game.objects.filter(crew=crew).count(), Player.objects.filter(crew=crew).count(), list(facts)


def bob_and(
    ann: str | None = None, bob: str | None = None, *, won: str = "", **rank: int
) -> list[dict[str, Any]]:
    """Scores of Ann and Bob; `won` has their first letters."""
    return [
        {"playerRefId": 1, "score": ann, "winner": "a" in won, "rank": rank.get("a", 0)},
        {"playerRefId": 2, "score": bob, "winner": int("b" in won), "rank": rank.get("b", 0)},
    ]


OWN_WAY = {"scoringSetting": 3}
LOW, POINTLESS, TOGETHER = {"highestWins": 0}, {"noPoints": 1}, {"cooperative": True}
#: What the file says of a play and its game; the points and the winners here.
RESULTS: dict[str, tuple[list[dict[str, Any]], dict[str, Any], tuple[float, float], str]] = {
    "the highest": (bob_and("12", "9", won="a"), {}, (12, 9), "Ann"),
    "the lowest": (bob_and("12", "9"), LOW, (12, 9), "Bob"),
    "by hand, though equal": (bob_and("9", "9", won="b"), {}, (9, 9), "Bob"),
    "by hand, low": (bob_and("9", "3", won="a"), LOW, (9, 3), "Ann"),
    "without points": (bob_and(won="b"), POINTLESS, (0, 1), "Bob"),
    "by ranks": (bob_and(won="b", a=2, b=1), POINTLESS, (2, 1), "Bob"),
    "by ranks alone": (bob_and("", "", a=2, b=1), {}, (2, 1), "Bob"),
    "together": (bob_and(won="ab"), TOGETHER, (1, 1), "Ann Bob"),
    "lost together": (bob_and(), TOGETHER, (0, 0), ""),
    "lost together with scores": (bob_and("20", "20"), TOGETHER, (20, 20), ""),
    "one against the others": (bob_and(won="b"), TOGETHER, (0, 1), "Bob"),
    "low this time": (bob_and("12", "9", won="b"), {"play": OWN_WAY}, (12, 9), "Bob"),
    "high this time": (bob_and("12", "9", won="a"), LOW | {"play": OWN_WAY}, (12, 9), "Ann"),
    "without points this time": (bob_and(won="b"), {"play": OWN_WAY}, (0, 1), "Bob"),
    "with points this time": (bob_and("3", "5", won="b"), POINTLESS | {"play": OWN_WAY}, (3, 5), "Bob"),
    "this time for themselves": (bob_and("3", "5", won="b"), TOGETHER | {"play": OWN_WAY}, (3, 5), "Bob"),
    "by ranks this time": (bob_and(a=2, b=1), TOGETHER | {"play": OWN_WAY}, (2, 1), "Bob"),
    "a blank beside a score": (bob_and("5", "", won="a"), {}, (5, 0), "Ann"),
}


@pytest.mark.parametrize("name", RESULTS)
def test_who_won_in_the_file_has_won_here(ann: Visitor, name: str) -> None:
    scores, game, points, winners = RESULTS[name]
    game = dict(game)
    choose(ann, one(scores, **game.pop("play", {}), game=game))
    confirm(ann)
    carry_out(ann)
    here = games_of(ann).get()
    won = [name for name in ("Ann", "Bob") if name in winners]
    together = {"sides": [["Ann", "Bob"]]} if "together" in name else {}
    assert here.standing == {
        "players": ["Ann", "Bob"],
        "scores": {"Ann": points[0], "Bob": points[1]},
        "winners": won,
        **together,
    }
    assert [seat.name for seat in Seat.objects.filter(game=here, won=True).order_by("place")] == won
    for url in (
        f"/games/{here.public_id}/",
        f"/t/{here.public_id}/",
        f"/t/{here.public_id}/log/",
        f"/t/{here.public_id}/correct/1/",
        f"/games/{here.public_id}/result.png",
        f"/games/{here.public_id}/replay/1/",
    ):
        assert client_of(ann).get(url).status_code == 200, url


def test_where_nobody_won_and_how_it_was_scored_is_not_said_it_is_asked_about(ann: Visitor) -> None:
    choose(ann, one(bob_and("12", "9"), **OWN_WAY))
    shown = confirm(ann)
    assert "0 games will be imported." in shown.text
    assert "It was scored in another way than usual, and nobody is said to have won." in shown.text
    choose(ann, one(bob_and("12", "9"), **OWN_WAY))
    assert "Ann 12, Bob 9; nobody won." in confirm(ann, doubtful="1").text
    carry_out(ann)
    here = games_of(ann).get()
    assert (here.standing["winners"], here.notes) == ([], "Scored in another way than usual")


def two_plays(first: list[dict[str, Any]], **game: Any) -> dict[str, Any]:
    """A file with a play, and one of another game that Ann won: so the file says who won."""
    document = one(first, game=game)
    document["games"].append({"id": 2, "name": "Skyjo", "highestWins": True})
    document["plays"].append(
        document["plays"][0]
        | {"uuid": "AAAAAAAA-0000-4000-8000-000000000002", "gameRefId": 2, "playerScores": TWO}
    )
    return document


def test_where_a_file_says_who_won_places_and_scores_make_no_winner(ann: Visitor) -> None:
    choose(ann, two_plays(bob_and("12", "9", a=1, b=2)))
    confirm(ann)
    carry_out(ann)
    assert games_of(ann).get(title="Catan").standing["winners"] == []
    assert games_of(ann).get(title="Skyjo").standing["winners"] == ["Ann"]


ONLY_PLAYED = {
    "nothing": bob_and(),
    "nothing but zeros": bob_and("0", "0", a=1, b=1),
    "everybody first": bob_and(a=1, b=1),
}


@pytest.mark.parametrize("name", ONLY_PLAYED)
@pytest.mark.parametrize("says_who_won", [True, False])
def test_a_play_that_tells_nothing_counts_as_played_and_in_no_share_of_wins(
    ann: Visitor, name: str, *, says_who_won: bool
) -> None:
    choose(ann, two_plays(ONLY_PLAYED[name]) if says_who_won else one(ONLY_PLAYED[name]))
    shown = confirm(ann)
    assert "Ann and Bob played; who won is not said." in shown.text
    carry_out(ann)
    game = games_of(ann).get(title="Catan")
    assert (game.standing["winners"], game.options["sheet"]["key"]) == ([], "undecided")
    for seat in Seat.objects.filter(game=game):
        facts = read(seat.facts)
        assert (facts.games, facts.wins, facts.win_rate, facts.ties, facts.run.games) == (1, 0, 0, 0, 0)
    assert not Rating.objects.filter(game=game.played).exists()
    assert counting.uncounted(game.crew_id) is None
    counting.rebuild(game.crew_id)
    while counting.catch_up(game.crew_id):
        pass
    assert not Rating.objects.filter(game=game.played).exists()


def test_a_game_against_the_game_without_a_winner_was_lost_by_all(ann: Visitor) -> None:
    choose(ann, two_plays(bob_and(a=1, b=1), cooperative=True))
    confirm(ann)
    carry_out(ann)
    game = games_of(ann).get(title="Catan")
    assert game.standing["winners"] == []
    for seat in Seat.objects.filter(game=game):
        assert (read(seat.facts).alone, read(seat.facts).wins) == (0, 0)


@pytest.mark.parametrize(("uses", "says"), [(False, False), (0, False), (True, True), (None, False)])
def test_teams_are_told_where_there_are_teams(ann: Visitor, uses: object, *, says: bool) -> None:
    scores = [score | {"team": str(n)} for n, score in enumerate(TWO)]
    choose(ann, one(scores, usesTeams=uses))
    confirm(ann)
    carry_out(ann)
    assert ("Teams" in games_of(ann).get().notes) is says


def test_the_game_says_whether_there_are_teams_where_the_play_does_not(ann: Visitor) -> None:
    scores = [score | {"team": str(n)} for n, score in enumerate(TWO)]
    choose(ann, one(scores, game={"usesTeams": True}))
    confirm(ann)
    carry_out(ann)
    assert "Teams: 0: Ann; 1: Bob" in games_of(ann).get().notes


def with_anonymous(*scores: tuple[int, str]) -> dict[str, Any]:
    document = one([{"playerRefId": who, "score": score} for who, score in scores])
    document["players"].append({"id": 9, "name": "Anonymous player", "isAnonymous": True})
    return document


def test_the_anonymous_are_guests_who_are_neither_rated_nor_ranked_nor_listed(ann: Visitor) -> None:
    choose(ann, with_anonymous((1, "3"), (2, "2"), (9, "30"), (9, "40")))
    confirm(ann)
    carry_out(ann)
    game = games_of(ann).get()
    assert game.standing["players"] == ["Ann", "Bob", "Anonymous player", "Anonymous player (2)"]
    guests = Player.objects.filter(crew=game.crew_id, guest=True)
    assert guests.count() == 2
    assert not Rating.objects.filter(player__in=guests).exists()
    assert not Tally.objects.filter(player__in=guests).exists()
    assert Rating.objects.filter(player__crew=game.crew_id).count() == 2, "Ann and Bob are"
    facts = {seat.name: read(seat.facts) for seat in Seat.objects.filter(game=game, player__guest=False)}
    assert facts["Ann"].against.keys() == {str(Player.objects.get(name="Bob").pk)}
    assert (facts["Ann"].games, facts["Ann"].wins) == (1, 0)
    counting.rebuild(game.crew_id)
    while counting.catch_up(game.crew_id):
        pass
    assert not Rating.objects.filter(player__in=guests).exists()
    for url in ("/players/", "/leaders/", "/new/score_sheet/", "/nights/2024-02-03/"):
        shown = page_of(ann, url)
        if "Catan" not in shown.text:
            assert "Anonymous" not in shown.text, url
    # Next time the same guests sit there.
    second = with_anonymous((9, "3"), (1, "2"))
    second["plays"][0]["uuid"] = "AAAAAAAA-0000-4000-8000-000000000003"
    choose(ann, second)
    confirm(ann)
    carry_out(ann)
    assert guests.count() == 2


def test_who_is_given_a_name_is_no_guest_and_no_guest_is_taken_for_somebody(ann: Visitor) -> None:
    add_player(actor=join_own_crew(ann), name="Anonymous player")
    choose(ann, with_anonymous((1, "3"), (9, "30"), (9, "40")))
    page = page_of(ann, NAMES)
    assert "Anonymous player (2)" in fields_of(page).values()
    confirm(ann)
    carry_out(ann)
    assert not Player.objects.get(name="Anonymous player").guest
    assert Player.objects.filter(guest=True).count() == 2
    other = with_anonymous((1, "3"), (9, "30"))
    other["plays"][0]["uuid"] = "AAAAAAAA-0000-4000-8000-000000000003"
    choose(ann, other)
    confirm(ann, p1="Zed")
    carry_out(ann)
    assert not Player.objects.get(name="Zed").guest


def test_guests_stay_guests_in_a_crews_zip_and_for_bg_stats(ann: Visitor, dan: Visitor) -> None:
    choose(ann, with_anonymous((1, "3"), (9, "30")))
    confirm(ann)
    carry_out(ann)
    whole(send(dan, body(ann, "/crew/export/crew.zip")).streaming_content)
    there = Player.objects.filter(crew=join_own_crew(dan).crew)
    assert dict(there.values_list("name", "guest")) == {"Ann": False, "Anonymous player": True}
    back = json.loads(body(ann, f"/games/{games_of(ann).get().public_id}/play.bgsplay"))
    assert [player["isAnonymous"] for player in back["players"]] == [False, True]


@pytest.mark.parametrize("none", ["0", "no", "-", "NO", "nobody"])
def test_a_winner_column_that_says_no_names_no_winner(ann: Visitor, none: str) -> None:
    table(ann, f"Date,Game,Ann,Bob,Winner\n2024-02-03,Catan,3,9,{none}\n2024-02-04,Catan,3,9,Ann\n".encode())
    confirm(ann)
    carry_out(ann)
    first, second = games_of(ann)
    assert (first.standing["players"], first.standing["winners"]) == (["Ann", "Bob"], [])
    assert second.standing["winners"] == ["Ann"]


def test_where_a_long_list_won_the_heading_says_everybody(ann: Visitor) -> None:
    document = one([{"playerRefId": n, "winner": True} for n in range(1, 6)], game={"cooperative": True})
    document["players"] += [{"id": 4, "name": "Dan"}, {"id": 5, "name": "Eve"}]
    choose(ann, document)
    confirm(ann)
    carry_out(ann)
    assert page_of(ann, f"/games/{games_of(ann).get().public_id}/").one("h1") == "Everybody won"
    assert "Everybody won Catan" in page_of(ann, "/games/").text


def test_a_timer_that_was_left_running_is_no_length(ann: Visitor) -> None:
    choose(ann, one(TWO, durationMin=5 * 24 * 60))
    confirm(ann)
    carry_out(ann)
    game = games_of(ann).get()
    assert game.finished_at == game.created_at
    assert "5 days" not in page_of(ann, f"/games/{game.public_id}/").text


def test_what_we_wrote_for_bg_stats_comes_home(ann: Visitor) -> None:
    sheet(ann, {"Ann": 3, "Bob": 10})
    sheet(ann, {"Ann": 3, "Cat": 1})
    Player.objects.filter(name="Bob").update(name="Robert", folded="robert")
    data = body(ann, "/crew/export/crew.bgsplay")
    choose(ann, data)
    names = fields_of(page_of(ann, NAMES))
    assert {*names.values()} >= {"Ann", "Robert", "Cat"}
    shown = confirm(ann)
    assert "0 games will be imported." in shown.text
    assert "2 games here already." in shown.text


def test_what_came_from_bg_stats_goes_back_as_it_came_and_keeps_its_uuid(ann: Visitor, dan: Visitor) -> None:
    document = one(TWO, locationRefId=1, durationMin=30, comments="Rain.")
    choose(ann, document)
    confirm(ann)
    carry_out(ann)
    game = games_of(ann).get()
    back = json.loads(body(ann, f"/games/{game.public_id}/play.bgsplay"))
    (play,) = back["plays"]
    (was,) = document["plays"]
    for field in ("uuid", "playDate", "durationMin", "comments"):
        assert play[field] == was[field]
    assert [place["name"] for place in back["locations"]] == ["Home"]
    # By a record, and by the whole crew, the game travels on, and is still the same play.
    record = body(ann, f"/games/{game.public_id}/record.json")
    client_of(dan).post(URL, {"file": SimpleUploadedFile("game.json", record)})
    choose(dan, document)
    assert "1 game here already." in confirm(dan).text
    other = games_of(dan).get()
    assert (other.place, other.notes) == ("Home", "Rain.")


def test_what_was_won_without_points_goes_back_without_points(ann: Visitor) -> None:
    choose(ann, one(bob_and(won="b", a=2, b=1), game=POINTLESS))
    confirm(ann)
    carry_out(ann)
    back = json.loads(body(ann, f"/games/{games_of(ann).get().public_id}/play.bgsplay"))
    assert back["games"][0]["noPoints"] is True
    scores = back["plays"][0]["playerScores"]
    told = [(score["score"], score["rank"], score["winner"]) for score in scores]
    assert told == [("", 2, False), ("", 1, True)]


def test_a_file_with_a_byte_order_mark_is_read(ann: Visitor) -> None:
    choose(ann, b"\xef\xbb\xbf" + json.dumps(one(TWO)).encode())
    assert "1 game will be imported." in confirm(ann).text


def test_a_play_with_a_wrong_kind_of_value_says_which(ann: Visitor) -> None:
    choose(ann, one(TWO, comments=["a", "list"]))
    assert "Its `comments` cannot be read." in confirm(ann).text


@pytest.mark.parametrize("won", ["a", "b"])
def test_an_imported_game_can_be_undone_and_goes_on(ann: Visitor, won: str) -> None:
    choose(ann, one(bob_and("12", "9", won=won)))
    confirm(ann)
    carry_out(ann)
    game = games_of(ann).get()
    table = f"/t/{game.public_id}/"
    for _ in range(2):
        key = str(page_of(ann, table).soup.select("input[name=key]")[0]["value"])
        assert client_of(ann).post(f"{table}undo/", {"key": key}).status_code == 303
    game.refresh_from_db()
    assert (game.finished_at, game.length, game.redoable) == (None, 0, 2)
    assert client_of(ann).get(table).status_code == 200
    assert not any(Seat.objects.filter(game=game).values_list("facts", flat=True)), "it no longer counts"


@pytest.mark.long
def test_statistics_are_those_of_games_played_in_their_order(ann: Visitor) -> None:
    """The games of a file are older than those that are here, and count as if they had been played before."""
    sheet(ann, {"Ann": 3, "Bob": 10})
    choose(ann, Backup(seed=5, plays=120).document)
    confirm(ann)
    carry_out(ann)
    crew = join_own_crew(ann).crew
    assert counting.uncounted(crew.pk) is None
    kept = counted(crew)
    counting.rebuild(crew.pk)
    while counting.catch_up(crew.pk):
        pass
    assert counted(crew) == kept


def counted(crew: Crew) -> list[Any]:
    tallies = Tally.objects.filter(player__crew=crew).order_by("player", "game", "period")
    ratings = Rating.objects.filter(player__crew=crew).order_by("player", "game")
    rows = [
        *tallies.values_list("player", "game", "period", "facts"),
        *ratings.values_list("player", "game", "mu", "sigma", "course"),
    ]
    return [*rows, *Night.objects.filter(crew=crew).order_by("day").values_list("day", "games")]


def test_a_discarded_game_does_not_come_back_by_a_file(ann: Visitor) -> None:
    choose(ann, one(TWO))
    confirm(ann)
    carry_out(ann)
    client_of(ann).post(f"/games/{games_of(ann).get().public_id}/discard/")
    choose(ann, one(TWO))
    shown = confirm(ann)
    assert "1 game in your crew’s bin, to be restored there." in shown.text
    assert "0 games will be imported." in shown.text


def test_who_is_who_is_said_on_a_page(ann: Visitor) -> None:
    sheet(ann, {"Anna": 3, "Bob": 10})
    three = [*TWO, {"playerRefId": 3, "score": "1"}]
    choose(ann, one(three))
    page = page_of(ann, NAMES)
    labels = page.soup.select("form label:has(b)")
    by_name = {label.select("b")[0].text: str(label.select("input")[0]["name"]) for label in labels}
    shown = confirm(ann, **{by_name["Ann"]: " anna ", by_name["Cat"]: "", by_name["Catan"]: "Settlers"})
    assert "New players" not in shown.text
    carry_out(ann)
    game = games_of(ann).get(title="Settlers")
    assert game.standing["scores"] == {"Anna": 12, "Bob": 9}
    assert Player.objects.filter(crew=game.crew_id).count() == 2


def test_a_winner_who_is_left_out_makes_nobody_else_the_winner(ann: Visitor) -> None:
    choose(ann, one(TWO))
    confirm(ann, p0="")
    carry_out(ann)
    game = games_of(ann).get()
    assert (game.standing["scores"], game.standing["winners"]) == ({"Bob": 9}, [])


def test_two_who_are_made_one_cannot_sit_in_one_game(ann: Visitor) -> None:
    choose(ann, one(TWO))
    assert "Ann would sit there twice." in confirm(ann, p1="ANN").text


def test_a_name_that_cannot_be_is_said_and_nothing_is_lost(ann: Visitor) -> None:
    choose(ann, one(TWO))
    fields = fields_of(page_of(ann, NAMES)) | {"p0": "A" * 60, "p1": "Robert"}
    page = Shown(client_of(ann).post(NAMES, fields))
    assert page.status == 422
    assert "at most 40 characters" in page.one("[role=alert]")
    assert fields_of(page)["p1"] == "Robert"


BAD: dict[str, tuple[bytes, str]] = {
    "cut off": (json.dumps(one(TWO), indent=1).encode()[:-30], "in the middle of line"),
    "torn": (json.dumps(one(TWO), indent=1).replace('"12"', "1x").encode(), "line"),
    "no list": (b'{"plays": {"a": 1}, "games": []}', "format"),
    "no plays": (b'{"plays": [], "userInfo": {}}', "no plays"),
    "another app's": (b'{"a": 1}', "format"),
    "NUL": (json.dumps(one(TWO)).replace("Catan", "Cat\\u0000an").encode(), "NUL"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_file_that_cannot_be_is_refused_in_words_and_changes_nothing(ann: Visitor, name: str) -> None:
    join_own_crew(ann)
    data, word = BAD[name]
    answer = choose(ann, data)
    assert answer.status_code == 422
    assert word in Shown(answer).one("[role=alert]")
    assert Shown(answer).one("[role=alert] a[href='#file']") == "Choose another file"
    assert client_of(ann).get(NAMES).status_code == 404, "no file is kept"
    assert not Game.objects.exists()


def test_whoever_leaves_in_the_middle_leaves_nothing(ann: Visitor) -> None:
    choose(ann, Backup(seed=1, plays=80).document)
    confirm(ann)
    answer: Any = client_of(ann).post(PREVIEW, fields_of(page_of(ann, PREVIEW)))
    parts = iter(answer.streaming_content)
    for _ in range(8):
        next(parts)
    assert Game.objects.exists(), "some are there, in a crew that nobody sees"
    answer._iterator.close()
    assert not Game.objects.exists()
    assert not Player.objects.exists()
    assert not Crew.objects.filter(arriving_at__isnull=False).exists()
    assert "will be imported" in page_of(ann, PREVIEW).text, "it can be begun again"


def test_a_page_of_another_file_imports_nothing(ann: Visitor) -> None:
    choose(ann, one(TWO))
    confirm(ann)
    old = fields_of(page_of(ann, PREVIEW))
    choose(ann, one(TWO, comments="another"))
    assert client_of(ann).post(PREVIEW, old).status_code == 404
    assert client_of(ann).post(NAMES, old).status_code == 404
    assert not games_of(ann).exists()


def test_only_a_keeper_may(ann: Visitor, bob: Visitor) -> None:
    assert choose(bob, one(TWO)).status_code == 403
    choose(ann, one(TWO))
    assert client_of(bob).get(NAMES).status_code == 403


def test_a_phone_without_a_crew_gets_one_by_its_file(dan: Visitor) -> None:
    choose(dan, one(TWO))
    confirm(dan)
    carry_out(dan)
    assert games_of(dan).count() == 1


# --- tables


WIDE = (
    "Date;Game;Where;Ann;Bob;Cat\n"
    "3.2.2024;Catan;Home;12,5;9;\n14.2.2024 20:15;Catan;;7;8;10\nnever;Catan;;1;2;3\n"
)
LONG = (
    "Date,Game,Player,Points,Won\n"
    '2024-02-03,"Catan, big",Ann,12,yes\n2024-02-03,"Catan, big",Bob,9,no\n'
    '2024-02-03,"Catan, big",Bob,5,no\n2024-02-03,"Catan, big",Ann,4,yes\n'
)


def table(visitor: Visitor, data: bytes, name: str = "scores.csv", **changes: str) -> Shown:
    """A table, sent, with its columns as they were guessed but for some changes; the page after that."""
    answer = choose(visitor, data, name)
    assert answer.status_code == 303, Shown(answer).text
    answer = client_of(visitor).post(COLUMNS, fields_of(page_of(visitor, COLUMNS)) | changes)
    return page_of(visitor, answer["Location"]) if answer.status_code == 303 else Shown(answer)


@pytest.mark.parametrize("coding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_a_row_a_game_with_a_column_for_each_player(ann: Visitor, coding: str) -> None:
    text = WIDE.replace("Bob", "Bjørn")
    assert "Who is who?" in table(ann, text.encode(coding)).text
    shown = confirm(ann)
    assert "2 games will be imported." in shown.text
    assert "“never” is no date" in shown.text
    assert "Line 4" in shown.text
    carry_out(ann)
    first, second = games_of(ann)
    assert first.standing["scores"] == {"Ann": 12.5, "Bjørn": 9}, "who has a blank did not play"
    assert (first.place, f"{second.created_at:%Y-%m-%d %H:%M}") == ("Home", "2024-02-14 20:15")
    table(ann, text.encode(coding))
    assert "2 games here already." in confirm(ann).text


def test_a_row_a_player_of_a_game(ann: Visitor) -> None:
    table(ann, LONG.encode())
    shown = confirm(ann)
    assert "2 games will be imported." in shown.text, "a player who comes again plays the next one"
    carry_out(ann)
    first, second = games_of(ann)
    assert first.title == "Catan, big"
    assert first.standing == {"players": ["Ann", "Bob"], "scores": {"Ann": 12, "Bob": 9}, "winners": ["Ann"]}
    assert second.standing["scores"] == {"Bob": 5, "Ann": 4}
    assert second.standing["winners"] == ["Ann"], "who won is said by hand"


def test_who_won_a_game_of_the_shelf_is_said_as_its_sheet_does(ann: Visitor) -> None:
    table(
        ann,
        b"Date,Game,Ann,Bob\n2024-02-03,hearts,30,101\n2024-02-03 20:15,Golf,9,66\n2024-02-04,Catan,8,10\n",
    )
    shown = confirm(ann)
    assert "Line 2, 3 Feb 2024" in shown.text
    assert "00:00" not in shown.text, "a day without a time has none"
    assert "3 Feb 2024, 20:15" in shown.text
    carry_out(ann)
    assert [game.standing["winners"] for game in games_of(ann)] == [["Ann"], ["Ann"], ["Bob"]]


def test_the_shelf_is_asked_once_however_many_games_a_table_has(
    ann: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    def counted() -> Mapping[str, Definition]:
        asked.append(1)
        return shelf()

    monkeypatch.setattr(matching, "shelf", counted)
    for games in (1, 9):
        rows = [f"2024-02-0{n + 1},Hearts,{n},101" for n in range(games)]
        table(ann, "\n".join(["Date,Game,Ann,Bob", *rows]).encode())
        confirm(ann)
        asked.append(0)
    once, many, _ = "".join(map(str, asked)).split("0")
    assert once == many != ""


def test_a_longer_table_brings_only_what_is_new(ann: Visitor) -> None:
    table(ann, WIDE.encode())
    confirm(ann)
    carry_out(ann)
    longer = WIDE.replace("Cat\n", "Cat\n1.1.2024;Azul;;;50;40\n")
    table(ann, longer.encode())
    shown = confirm(ann)
    assert "1 game will be imported." in shown.text
    assert "2 games here already." in shown.text


def test_what_the_columns_are_can_be_said_otherwise(ann: Visitor) -> None:
    data = b"1/2/2024|3|4\n2/2/2024|5|1\n"
    shown = table(ann, data, "scores.txt", days="mdy")
    assert shown.status == 422
    assert "type what the game is called" in shown.one("[role=alert]")
    fields = {
        "days": "mdy",
        "wins": "low",
        "title": "Golf",
        "c0": "date",
        "c1": "points_of",
        "c2": "points_of",
    }
    table(ann, data, "scores.txt", **fields)
    confirm(ann, p0="Ann", p1="Bob")
    carry_out(ann)
    first, second = games_of(ann)
    assert (first.title, f"{first.created_at:%Y-%m-%d}") == ("Golf", "2024-01-02")
    assert [game.standing["winners"] for game in (first, second)] == [["Ann"], ["Bob"]]


def test_the_order_of_dates_is_not_guessed_where_they_can_be_read_in_two(ann: Visitor) -> None:
    data = b"Date,Game,Ann,Bob\n1/2/2024,Golf,3,4\n2/3/2024,Golf,5,1\n"
    shown = table(ann, data, title="Minigolf")
    assert shown.status == 422
    assert shown.one("[role=alert]") == "The order of the dates is missing: choose one."
    assert shown.one("[name=days] [selected]") == "Choose"
    assert shown.soup.select("[name=title]")[0]["value"] == "Minigolf"
    assert "Who is who?" in table(ann, data, days="dmy").text
    confirm(ann)
    carry_out(ann)
    assert [f"{game.created_at:%Y-%m-%d}" for game in games_of(ann)] == ["2024-02-01", "2024-03-02"]
    assert "Who is who?" in table(ann, data.replace(b"2/3/", b"2/13/")).text, "it can be read in one order"


UNSAID = {
    "all at once": (
        b"what;who;n\nx;y;z\n",
        {"days": "", "c0": "", "c1": "", "c2": "minutes"},
        ["column of the dates", "order of the dates", "what the game is called", "points of a player"],
        ["c0", "c1", "title", "days"],
    ),
    "the game alone": (b"Date,Player\n2024-03-01,Ann\n", {}, ["what the game is called"], ["title"]),
    "rows of players and of games": (
        b"Date,Game,Player,Bob\n2024-03-01,Golf,Ann,3\n",
        {"c3": "points_of"},
        ["no columns of whole games"],
        ["c3"],
    ),
}


@pytest.mark.parametrize("name", UNSAID)
def test_all_that_a_table_lacks_is_said_at_once_and_framed(ann: Visitor, name: str) -> None:
    data, changes, words, framed = UNSAID[name]
    shown = table(ann, data, **changes)
    said = [error.text for error in shown.soup.select("[role=alert] li")]
    assert len(said) == len(words)
    assert all(word in error for word, error in zip(words, said, strict=True))
    assert [field["name"] for field in shown.soup.select("[aria-invalid=true]")] == framed


def test_our_own_table_of_games_comes_in_elsewhere(ann: Visitor, dan: Visitor) -> None:
    game = sheet(ann, {"Ann": 3, "Bob": 10})
    Game.objects.filter(pk=game.pk).update(title="Catan")
    table(dan, body(ann, "/crew/export/games.csv").replace(b"score_sheet", b"any"))
    confirm(dan)
    carry_out(dan)
    back = games_of(dan).get()
    assert (back.title, back.standing["winners"]) == ("Catan", ["Bob"])


BAD_TABLES = {
    "a quote without an end": (b'Date,Ann\n2024-01-01,"3\n', "line 2: a quotation mark"),
    "no text": (b"\x00\x01\x02,", "no table"),
    "empty": (b"\n\n", "no rows"),
    "too wide": (b"," * 70, "60 columns"),
    "dates alone": (b"date\n2024-03-01\n", "needs players too, and this file has only one column"),
    "a head alone": (b"Date,Game,Ann\n", "no rows but the names of its columns"),
}


@pytest.mark.parametrize("name", BAD_TABLES)
def test_a_table_that_cannot_be_is_refused_in_words(ann: Visitor, name: str) -> None:
    data, word = BAD_TABLES[name]
    answer = choose(ann, data, "x.csv")
    assert answer.status_code == 422
    assert word in Shown(answer).one("[role=alert]")


def test_a_table_below_a_page_of_text_is_parted_as_the_table_is(ann: Visitor) -> None:
    above = "Our games\nat home\nand away\nsince 2023\n"
    choose(ann, f"{above}Date;Game;Ann;Bob\n2024-02-01;Golf;3;4\n".encode(), "scores.csv")
    shown = page_of(ann, "/crew/import/columns/")
    assert shown.one("[name=delimiter] [selected]") == "Semicolons"
