"""What is turned into SQL once answers and writes as the ORM does."""

from datetime import UTC, datetime

import pytest
from django.db import IntegrityError, connection, models, transaction
from django.test.utils import CaptureQueriesContext

from scoring.crew.visitor import Visitor, join_own_crew
from scoring.models import Game, Known, Move
from scoring.models.moves import AppendOnlyError
from scoring.prepared import Prepared, insert, update
from tests.scoring.toy import Phone, new_game, score

pytestmark = [pytest.mark.database, pytest.mark.django_db]


def by_id(digest: str, public_id: str) -> models.QuerySet[Game]:
    return Game.objects.visible_to(Known(digest)).with_hand().filter(public_id=public_id)


def test_it_finds_what_the_query_finds_with_its_annotations(ann: Visitor) -> None:
    stranger = Visitor()
    join_own_crew(stranger)
    ours, theirs = new_game(ann), new_game(stranger)
    Phone(ann, ours.public_id).tap(score("Ann", 3))
    find = Prepared(by_id, 2)
    for visitor, game in ((ann, ours), (stranger, theirs), (ann, ours)):
        found, meant = find(visitor.digest, game.public_id), by_id(visitor.digest, game.public_id).get()
        assert found is not None
        assert {name: value for name, value in vars(found).items() if name != "_state"} == {
            name: value for name, value in vars(meant).items() if name != "_state"
        }
    assert find(ann.digest, theirs.public_id) is None
    # What its own place-holder is, is a text like any other.
    assert find(ann.digest, "\x011") is None


def test_it_asks_once_and_for_one_row(ann: Visitor) -> None:
    game, find = new_game(ann), Prepared(by_id, 2)
    with CaptureQueriesContext(connection) as asked:
        find(ann.digest, game.public_id)
        find(ann.digest, game.public_id)
    assert len(asked) == 2
    assert all(query["sql"].endswith("LIMIT 1") for query in asked)


def test_a_text_that_would_be_baked_in_is_said() -> None:
    with pytest.raises(ValueError, match="as it is"):
        Prepared(lambda name: Game.objects.filter(public_id=name.upper() + "a"), 1)("x")


def a_move(ann: Visitor) -> Move:
    body = {"do": "say", "text": '’€"%s'}
    return Move(
        game=new_game(ann),
        seq=1,
        key="0-of-a-page",
        kind=Move.Kind.MOVE,
        position=1,
        body=body,
        outcome={},
        actor=join_own_crew(ann),
    )


def fields(row: models.Model) -> dict[str, object]:
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


def test_an_inserted_row_is_as_a_saved_one(ann: Visitor) -> None:
    row = a_move(ann)
    undo = Move(**fields(row) | {"seq": 2, "key": "1-of-a-page", "kind": "undo", "body": None})
    for each in (row, undo):
        with CaptureQueriesContext(connection) as asked:
            assert insert(each) is each
        assert len(asked) == 1
        assert fields(Move.objects.get(pk=each.pk)) == fields(each)
        # It is a row of the log from now on.
        with pytest.raises(AppendOnlyError):
            each.save()


def test_a_row_that_is_there_already_is_not_inserted(ann: Visitor) -> None:
    insert(a_move(ann))
    with pytest.raises(IntegrityError), transaction.atomic():
        insert(a_move(ann))
    assert Move.objects.count() == 1


def test_an_update_changes_what_it_says_where_the_row_is_as_it_says(ann: Visitor) -> None:
    game, other = new_game(ann), new_game(ann, "0-another-form")
    over = datetime(2100, 1, 2, 3, 4, 5, 678, tzinfo=UTC)
    changes = {"version": 7, "snapshot": b"\0\xff", "standing": {"players": ["Zoë"]}, "finished_at": over}
    before = fields(Game.objects.get(pk=game.pk))
    assert update(Game, {"id": game.pk, "version": 1}, changes) == 0
    assert fields(Game.objects.get(pk=game.pk)) == before
    assert update(Game, {"id": game.pk, "version": 0}, changes) == 1
    now = Game.objects.get(pk=game.pk)
    assert fields(now) | {"snapshot": now.state} == before | changes
    assert update(Game, {"id": game.pk, "version": 7}, {"finished_at": None}) == 1
    assert Game.objects.get(pk=game.pk).finished_at is None
    assert Game.objects.get(pk=other.pk).version == 0
