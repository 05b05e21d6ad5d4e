"""A crew that moves: what leaves it where it was, and who comes along. The whole way: tests/faults."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError
from django.urls import reverse

from referee.management.commands import move_crew
from scoring import crew_bin, crew_move
from scoring.crew import recovery
from scoring.crew.visitor import Visitor, join_own_crew
from scoring.history.notes import set_notes
from scoring.models import Crew, Game, Membership
from tests.table.page import client_of, new_game

URL = "https://there.example"


@pytest.fixture(autouse=True)
def _settled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(move_crew, "SETTLES", 0.0)


@pytest.fixture
def crew(ann: Visitor, bob: Visitor, cat: Visitor, dan: Visitor) -> Crew:
    new_game(ann, "Ann Bob", "score_sheet")
    return join_own_crew(ann).crew


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "crew.move"


def move(*words: object) -> str:
    said = StringIO()
    call_command("move_crew", *map(str, words), stdout=said)
    return said.getvalue()


def status(visitor: Visitor, path: str = "") -> int:
    return int(client_of(visitor).get(path or reverse("crew")).status_code)


def test_only_its_phones_learn_where_a_crew_went(crew: Crew, file: Path, bob: Visitor, dan: Visitor) -> None:
    move("out", crew.pk, file, "--to", URL)
    game = Game.objects.get().public_id
    for path in (reverse("crew"), reverse("home"), reverse("table", args=[game])):
        answer = client_of(bob).get(path)
        assert answer.status_code == 410
        assert f'href="{URL}"' in answer.content.decode()
    assert (status(dan), status(dan, reverse("table", args=[game]))) == (200, 404)
    assert not crew_bin.former_places(bob).exists(), "no phone restores it"
    assert file.stat().st_mode & 0o077 == 0


def test_phones_roles_and_the_code_come_along_but_nobody_is_torn_from_another_crew(
    crew: Crew, file: Path, ann: Visitor, bob: Visitor, cat: Visitor
) -> None:
    code = recovery.make_code(actor=join_own_crew(ann))
    set_notes(Game.objects.get(), place="Anna's kitchen", notes="Rain.")
    move("out", crew.pk, file, "--to", URL)
    # Here both servers are one: the code and the ids of the old crew give way.
    Crew.objects.filter(pk=crew.pk).update(recovery_digest="")
    cats = join_own_crew(Visitor(cat.token))
    assert "with 2 phones" in move("in", file)
    there = Membership.objects.get(token_digest=bob.digest)
    assert (there.role, there.crew == crew) == ("scorer", False)
    assert Membership.objects.get(token_digest=ann.digest).is_keeper
    assert Membership.objects.get(token_digest=cat.digest).crew == cats.crew
    assert recovery.crew_of(code) == there.crew
    game = Game.objects.get(crew=there.crew)
    assert (game.place, game.notes) == ("Anna's kitchen", "Rain.")


def test_a_crew_that_was_closed_opens_again_with_all_its_phones(crew: Crew, file: Path, bob: Visitor) -> None:
    move("out", crew.pk, file, "--to", URL)
    assert status(bob) == 410
    move("back", crew.pk)
    assert status(Visitor(bob.token)) == 200


def fails(*words: object) -> str:
    with pytest.raises(CommandError) as error:
        move(*words)
    return str(error.value)


def test_what_does_not_come_about_leaves_the_crew_where_it_was(
    crew: Crew, file: Path, bob: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "names a server" in fails("out", crew.pk, file, "--to", "there")
    assert "no crew 999" in fails("out", 999, file, "--to", URL)
    assert "has not moved" in fails("back", crew.pk)
    file.write_text("something else")
    assert "File exists" in fails("out", crew.pk, file, "--to", URL)
    assert "no crew that moves" in fails("in", file)
    assert file.read_text() == "something else"
    file.unlink()
    with monkeypatch.context() as patch:
        numbers = iter([1, 2])
        patch.setattr(crew_move, "rows", lambda _: next(numbers))
        assert "still writing" in fails("out", crew.pk, file, "--to", URL)
    assert not file.exists()
    with monkeypatch.context() as patch:

        def broken(_: int) -> int:
            raise OperationalError("gone")

        patch.setattr(crew_move, "rows", broken)
        with pytest.raises(OperationalError):
            move("out", crew.pk, file, "--to", URL)
    assert status(bob) == 200
    assert Crew.objects.count() == 2
