"""Out and in again is the same: records and whole crews, over games of every kind played by chance."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from django.utils import timezone

from referee.crew.takeout import documents, packing, records, unpacking
from referee.rules.record import replay
from referee.table import correction, play
from scoring import log
from scoring.arrivals import take_in
from scoring.crew import Visitor, join_own_crew
from scoring.models import Crew, Game, Membership, Move, Player
from tests.crew.tables import KINDS, chance_game, picture
from tests.crew.test_bgstats import tap
from tests.table.page import new_game

SEEDS = range(3)


def document_of(game: Game) -> bytes:
    return "".join(records.record(game)).encode()


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("kind", KINDS)
def test_a_record_comes_back_as_an_equal_game(ann: Visitor, dan: Visitor, kind: str, seed: int) -> None:
    game = chance_game(ann, kind, seed, title="The long evening")
    data = document_of(game)
    assert all(move["ok"] for move in replay(data)["moves"])
    arrival = documents.read(data, called="it", now=timezone.now()).arrival
    back = picture(take_in(actor=join_own_crew(dan), arrival=arrival))
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


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("kind", KINDS)
def test_a_crew_comes_back_with_every_row_of_its_log(
    ann: Visitor, bob: Visitor, dan: Visitor, kind: str, seed: int
) -> None:
    crew = join_own_crew(ann).crew
    Membership.objects.filter(crew=crew).update(label="Ann’s phone")
    for part in range(2):
        chance_game((ann, bob)[part], kind, 100 * seed + part)
    told = [picture(game) for game in Game.objects.filter(crew=crew).order_by("pk")]
    data = b"".join(packing.pack(crew))
    target = join_own_crew(dan).crew
    steps = list(unpacking.unpack(unpacking.look_through(io.BytesIO(data)), target))
    assert [step.done for step in steps] == [0, 1, 2]
    back = [picture(game) for game in Game.objects.filter(crew=target).order_by("pk")]
    for was, now in zip(told, back, strict=True):
        for field, value in was.items():
            assert now[field] == value, field
    assert Crew.objects.filter(arriving_at__isnull=False).count() == 0
    assert Player.objects.filter(crew=target).count() == Player.objects.filter(crew=crew).count()


def test_every_kind_of_row_comes_back(ann: Visitor, dan: Visitor) -> None:
    """A round put back, corrected and struck out; somebody who sat down, and whose coming was undone."""
    game = new_game(ann, "Ann Bob", "score_sheet")

    def key() -> str:
        return log.new_key(Game.objects.get(pk=game.pk))

    def move(raw: dict[str, Any]) -> None:
        play.tap(ann, game.public_id, key(), lambda _: raw)

    for points in range(4):
        move({"do": "round", "scores": {"Ann": points, "Bob": 1}})
    play.undo(ann, game.public_id, key())
    play.undo(ann, game.public_id, key())
    play.redo(ann, game.public_id, key())
    correction.correct(
        ann, game.public_id, key(), position=1, raw={"do": "round", "scores": {"Ann": 9, "Bob": 9}}
    )
    correction.correct(ann, game.public_id, key(), position=2, raw=None)
    for name in ("Eve", "Fay"):
        move({"do": "join", "player": name})
        if name == "Eve":
            play.undo(ann, game.public_id, key())
    correction.take_back(ann, game.public_id, key(), position=3)
    move({"do": "join", "player": "Dan"})
    play.undo(ann, game.public_id, key())
    move({"do": "round", "scores": {"Ann": 1, "Bob": 1}})
    play.undo(ann, game.public_id, key())
    play.redo(ann, game.public_id, key())
    kinds = list(Move.objects.filter(game=game).order_by("seq").values_list("kind", flat=True))
    assert set(kinds) == {"move", "undo", "redo", "correct"}
    assert len(kinds) == 18
    target = join_own_crew(dan).crew
    list(unpacking.unpack(unpacking.look_through(io.BytesIO(b"".join(packing.pack(game.crew)))), target))
    assert picture(Game.objects.get(crew=target)) == picture(Game.objects.get(pk=game.pk))


def test_what_redo_would_put_back_comes_back_in_a_record(ann: Visitor, dan: Visitor) -> None:
    game = new_game(ann, "Ann Bob", "score_sheet")
    for points in (1, 2, 3):
        tap(ann, game, {"do": "round", "scores": {"Ann": points, "Bob": 1}})
    for _ in range(2):
        play.undo(ann, game.public_id, log.new_key(Game.objects.get(pk=game.pk)))
    data = document_of(Game.objects.get(pk=game.pk))
    assert [move["scores"]["Ann"] for move in json.loads(data)["undone"]] == [2, 3]
    arrival = documents.read(data, called="it", now=timezone.now()).arrival
    back = take_in(actor=join_own_crew(dan), arrival=arrival)
    assert (back.length, back.redoable) == (1, 2)
    for total in (3, 6):
        play.redo(dan, back.public_id, log.new_key(Game.objects.get(pk=back.pk)))
        assert Game.objects.get(pk=back.pk).standing["scores"]["Ann"] == total
