"""Out and in again is the same: records and whole crews, over games of every kind played by chance."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from referee.crew.exchange import documents, export, importing, records
from scoring.crew.visitor import Visitor, join_own_crew
from scoring.exchange.crew_import import import_game
from scoring.history.notes import set_notes
from scoring.log import tap_keys
from scoring.log.effective import effective_moves
from scoring.log.refusals import refusals
from scoring.models import Crew, Game, Membership, Move, Night, Photo, Player, Rating, Refusal, Role, Tally
from scoring.pictures import decoding
from scoring.pictures.photos import add_photo, path_of, remove_photo
from scoring.statistics.counting import catch_up
from tests import taps
from tests.crew.games import played, tap
from tests.crew.played import dated
from tests.crew.tables import KINDS, OPTIONS, chance_game, picture
from tests.hostile import photo
from tests.marks import long_except
from tests.records import replay
from tests.table.page import new_game

pytestmark = pytest.mark.slow

SEEDS = range(3)
#: People write what is joined by characters that nobody sees.
FAMILY = "\N{MAN}\N{ZERO WIDTH JOINER}\N{WOMAN}\N{ZERO WIDTH JOINER}\N{GIRL}"
OVERRULED = sorted((Path(__file__).parent.parent / "scenarios").glob("*-overruled.json"))


def _as_is(raw: dict[str, Any], _: str) -> dict[str, Any]:
    return raw


def document_of(game: Game) -> bytes:
    return "".join(records.record(game)).encode()


@pytest.mark.long
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("kind", KINDS)
def test_a_record_comes_back_as_an_equal_game(ann: Visitor, dan: Visitor, kind: str, seed: int) -> None:
    game = chance_game(ann, kind, seed, title="The long evening")
    data = document_of(game)
    assert all(move["ok"] for move in replay(data)["moves"])
    arrival = documents.read(data, called="it", now=timezone.now()).arrival
    back = picture(import_game(actor=join_own_crew(dan), imported=arrival))
    told = picture(game)
    assert back["game"][:5] == told["game"][:5]
    assert back["game"][7:] == told["game"][7:]
    assert [move[3] for move in back["moves"]] == [move[3] for move in told["moves"]]
    assert back["hand"] == told["hand"]
    assert [(hand[0], hand[1], hand[3]) for hand in back["hands"]] == [
        (hand[0], hand[1], hand[3]) for hand in told["hands"]
    ]
    assert [line[:6] for line in back["scores"]] == [line[:6] for line in told["scores"]]
    assert sorted(back["seats"]) == sorted(told["seats"])


@pytest.mark.parametrize("seed", long_except(SEEDS, 0))
@pytest.mark.parametrize("kind", long_except(KINDS, "zar", "score_sheet"))
def test_a_crew_comes_back_with_every_row_of_its_log(
    ann: Visitor, bob: Visitor, dan: Visitor, kind: str, seed: int
) -> None:
    crew = join_own_crew(ann).crew
    Membership.objects.filter(crew=crew).update(label="Ann’s phone")
    for part in range(2):
        chance_game((ann, bob)[part], kind, 100 * seed + part)
    told = [picture(game) for game in Game.objects.filter(crew=crew).order_by("pk")]
    data = b"".join(export.crew_zip(crew))
    target = join_own_crew(dan).crew
    steps = list(importing.import_crew(importing.open_zip(io.BytesIO(data)), target))
    assert [step.done for step in steps] == [0, 1, 2]
    back = [picture(game) for game in Game.objects.filter(crew=target).order_by("pk")]
    for was, now in zip(told, back, strict=True):
        for field, value in was.items():
            assert now[field] == value, field
    assert Crew.objects.filter(arriving_at__isnull=False).count() == 0
    assert Player.objects.filter(crew=target).count() == Player.objects.filter(crew=crew).count()


def test_a_ruling_comes_back_with_what_was_measured(ann: Visitor, dan: Visitor) -> None:
    game = new_game(ann, "Ann Bob Cat")
    told = [{"at": 84, "doubt": 5}, {"at": 0, "doubt": 7}]
    race = {"do": "close_call", "events": ["zar", "gotcha"], "players": ["Bob", "Cat"], "buzzes": told}
    for raw in ({"do": "deal", "dealer": "Ann"}, {"do": "flip", "card": "blue sun"}, race):
        taps.make(ann, game.public_id, tap_keys.new_key(Game.objects.get(pk=game.pk)), raw)
    data = document_of(Game.objects.get(pk=game.pk))
    assert [move.get("favours") for move in replay(data)["moves"]] == [None, None, "Cat"]
    arrival = documents.read(data, called="it", now=timezone.now()).arrival
    back = (
        Move.objects.filter(game=import_game(actor=join_own_crew(dan), imported=arrival))
        .order_by("seq")
        .last()
    )
    assert back
    assert back.body == race
    assert "84 ms before Bob, sure to within 9 ms" in str(back.outcome)


def test_every_kind_of_row_comes_back(ann: Visitor, dan: Visitor) -> None:
    """A round put back, corrected and struck out; somebody who sat down, and whose coming was undone."""
    game = new_game(ann, "Ann Bob", "score_sheet")

    def key() -> str:
        return tap_keys.new_key(Game.objects.get(pk=game.pk))

    def move(raw: dict[str, Any]) -> None:
        taps.make(ann, game.public_id, key(), raw)

    for points in range(4):
        move({"do": "round", "scores": {"Ann": points, "Bob": 1}})
    taps.undo(ann, game.public_id, key())
    taps.undo(ann, game.public_id, key())
    taps.redo(ann, game.public_id, key())
    taps.correct(ann, game.public_id, key(), position=1, move={"do": "round", "scores": {"Ann": 9, "Bob": 9}})
    for again in (True, False):
        taps.correct(ann, game.public_id, key(), position=2, move=None)
        if again:
            taps.undo(ann, game.public_id, key())
    for name in ("Eve", "Fay"):
        move({"do": "join", "player": name})
        if name == "Eve":
            taps.undo(ann, game.public_id, key())
    taps.take_back(ann, game.public_id, key(), position=3)
    move({"do": "join", "player": "Dan"})
    taps.undo(ann, game.public_id, key())
    move({"do": "round", "scores": {"Ann": 1, "Bob": 1}})
    taps.undo(ann, game.public_id, key())
    taps.redo(ann, game.public_id, key())
    kinds = list(Move.objects.filter(game=game).order_by("seq").values_list("kind", flat=True))
    assert set(kinds) == {"move", "undo", "redo", "correct"}
    assert len(kinds) == 20
    target = join_own_crew(dan).crew
    list(importing.import_crew(importing.open_zip(io.BytesIO(b"".join(export.crew_zip(game.crew)))), target))
    assert picture(Game.objects.get(crew=target)) == picture(Game.objects.get(pk=game.pk))


def test_what_redo_would_put_back_comes_back_in_a_record(ann: Visitor, dan: Visitor) -> None:
    game = new_game(ann, "Ann Bob", "score_sheet")
    for points in (1, 2, 3):
        tap(ann, game, {"do": "round", "scores": {"Ann": points, "Bob": 1}})
    for _ in range(2):
        taps.undo(ann, game.public_id, tap_keys.new_key(Game.objects.get(pk=game.pk)))
    data = document_of(Game.objects.get(pk=game.pk))
    assert [move["scores"]["Ann"] for move in json.loads(data)["undone"]] == [2, 3]
    arrival = documents.read(data, called="it", now=timezone.now()).arrival
    back = import_game(actor=join_own_crew(dan), imported=arrival)
    assert (back.length, back.redoable) == (1, 2)
    for total in (3, 6):
        taps.redo(dan, back.public_id, tap_keys.new_key(Game.objects.get(pk=back.pk)))
        assert Game.objects.get(pk=back.pk).standing["scores"]["Ann"] == total


def _moved(crew: Crew, to: Visitor) -> Crew:
    """Takes a crew out and in again where there was none."""
    target = join_own_crew(to).crew
    list(importing.import_crew(importing.open_zip(io.BytesIO(b"".join(export.crew_zip(crew)))), target))
    return target


def test_photos_captions_and_notes_come_back_to_what_they_are_of(
    ann: Visitor, dan: Visitor, settings: Any, tmp_path: Path
) -> None:
    """A refusal on the table as it stood, two of corrections; photos of a row and of either kind."""
    settings.MEDIA_ROOT = tmp_path
    game = new_game(ann, "Ann Bob")
    member = join_own_crew(ann)
    take = {"do": "take", "player": "Ann"}

    def key() -> str:
        return tap_keys.new_key(Game.objects.get(pk=game.pk))

    for raw in ({"do": "deal", "dealer": "Bob"}, {"do": "flip", "card": "blue sun"}, take):
        taps.make(ann, game.public_id, key(), raw)
    for position in (1, 2):
        taps.correct(ann, game.public_id, key(), position=position, move=take)
    told = [(no.after, no.body, no.outcome.get("instead")) for no in refusals(game)]
    assert told == [(2, take, None), (2, take, 1), (2, take, 2)]
    events: list[Move | Refusal] = [Move.objects.filter(game=game)[0], *refusals(game)]
    for event, colour in zip(events, ("red", "blue", "red", "green"), strict=True):
        data = photo(color=colour, size=(40, 30))
        add_photo(
            actor_id=member.pk,
            event=event,
            picture=decoding.picture_of(io.BytesIO(data)),
            caption=f"{FAMILY} {colour}",
        )
    remove_photo(actor_id=member.pk, photo=Photo.objects.of(game)[1])
    set_notes(game, place=f"At {FAMILY}", notes=f"No\u00a0joke:\n\n{FAMILY}")
    back = Game.objects.get(crew=_moved(member.crew, dan))
    was = picture(Game.objects.get(pk=game.pk))
    assert [of for of, *_ in was["photos"]] == [("row", 1), ("refusal", 1), ("refusal", 2), ("refusal", 3)]
    assert was["told"] == (f"At {FAMILY}", f"No\u00a0joke:\n\n{FAMILY}")
    assert [row[3] for row in was["photos"]] == [
        f"{FAMILY} {each}" for each in ("red", "blue", "red", "green")
    ]
    assert picture(back) == was
    for one, other in zip(Photo.objects.of(game), Photo.objects.of(back), strict=True):
        assert path_of(one).exists() == path_of(other).exists() == (one.removed_at is None)


@pytest.mark.parametrize("scenario", OVERRULED, ids=lambda path: path.stem)
def test_what_was_overruled_is_taken_in_by_a_scorer_too(
    ann: Visitor, bob: Visitor, dan: Visitor, scenario: Path
) -> None:
    """Only a live tap needs the keeper: what happened at another table happened, whoever brings it."""
    told = json.loads(scenario.read_bytes())
    ruled = replay(scenario.read_bytes())["moves"]
    told["moves"] = [raw for raw, entry in zip(told["moves"], ruled, strict=True) if entry["ok"]]
    assert any("overruled" in raw for raw in told["moves"])
    arrival = documents.read(json.dumps(told).encode(), called="it", now=timezone.now()).arrival
    brought = join_own_crew(bob)
    assert brought.role == Role.SCORER
    game = import_game(actor=brought, imported=arrival)
    assert [entry.body for entry in effective_moves(Move.objects.filter(game=game))] == told["moves"]
    assert picture(Game.objects.get(crew=_moved(brought.crew, dan)))["rows"] == picture(game)["rows"]


def statistics(crew: Crew) -> dict[str, Any]:
    """All that the crew's statistics say, by names: whoever and whichever game it was may have a new id."""
    began = dict(Game.objects.filter(crew=crew).values_list("public_id", "created_at"))
    names = {str(player.pk): player.name for player in crew.players.all()}

    def named(facts: Any) -> Any:
        if isinstance(facts, dict):
            return {key: named(value) for key, value in facts.items()}
        return began.get(facts, facts)

    def met(facts: dict[str, Any]) -> dict[str, Any]:
        return {
            how: {names[player]: value for player, value in facts.get(how, {}).items()}
            for how in ("against", "beside")
        }

    return {
        "tallies": {
            (row.player.name, row.game, row.period): named(row.facts) | met(row.facts)
            for row in Tally.objects.filter(player__crew=crew).select_related("player")
        },
        "ratings": {
            (row.player.name, row.game): (row.mu, row.sigma, row.games, row.course)
            for row in Rating.objects.filter(player__crew=crew).select_related("player")
        },
        "nights": dict(Night.objects.filter(crew=crew).values_list("day", "games")),
    }


@pytest.mark.long
def test_statistics_are_equal_after_out_and_in(ann: Visitor, bob: Visitor, dan: Visitor) -> None:
    """Games of every kind, ended on different evenings; one was taken up again after its end."""
    crew = join_own_crew(ann).crew
    for number, kind in enumerate(KINDS * 2):
        names = ("Ann Bob", "Bob Cat Ann", "Dan Ann Bob")[number % 3]
        options = {"end": {"hands": 1}} if kind == "house_zar" else OPTIONS[kind]
        game = played((ann, bob)[number % 2], kind, names=names, most=300, seed=number, **options)
        dated(game, f"2026-{9 + number % 3:02}-{20 - number:02}")
    again = Game.objects.filter(crew=crew, game="score_sheet", finished_at__isnull=False)[0]
    taps.undo(ann, again.public_id, tap_keys.new_key(again))
    while catch_up(crew.pk):
        pass
    target = _moved(crew, dan)
    assert not Tally.objects.filter(player__crew=target).exists()
    assert (
        Game.objects.filter(crew=target, due=True).count()
        == Game.objects.filter(crew=crew, finished_at__isnull=False).count()
    )
    while catch_up(target.pk):
        pass
    was = statistics(crew)
    assert {key for _, key, _ in was["tallies"]} == {*KINDS, ""}
    assert {key for _, key in was["ratings"]} == {*KINDS}
    for kind in ("zar", "house_zar", "zero_zap", "numzumzero", "zarathustra"):
        assert any(facts.get("feats") for (_, key, _), facts in was["tallies"].items() if key == kind), kind
    assert len(was["nights"]) > 5
    assert statistics(target) == was
