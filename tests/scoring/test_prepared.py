"""A query that is turned into SQL once answers as the query itself."""

import pytest
from django.db import connection, models
from django.test.utils import CaptureQueriesContext

from scoring.crew.visitor import Visitor, join_own_crew
from scoring.models import Game, Known
from scoring.prepared import Prepared
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
