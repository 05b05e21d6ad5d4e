"""Out and in again is the same: records and whole crews, over games of every kind played by chance."""

from __future__ import annotations

import io

import pytest
from django.utils import timezone

from referee.crew import documents, packing, recorded, unpacking
from referee.rules.record import replay
from scoring.arrivals import take_in
from scoring.crew import Visitor, join_own_crew
from scoring.models import Crew, Game, Membership, Player
from tests.crew.tables import KINDS, chance_game, picture

SEEDS = range(3)


def document_of(game: Game) -> bytes:
    return "".join(recorded.record(game)).encode()


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
