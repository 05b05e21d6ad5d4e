"""The server's owner exports and imports what the keeper does, from a terminal."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from referee.crew.exchange import export
from referee.server.management.commands import import_crew
from scoring.crew.visitor import Visitor, join_own_crew
from scoring.models import Crew, Game, Tally
from tests.crew.exchange import sheet
from tests.crew.tables import chance_game, picture


@pytest.fixture
def crew(ann: Visitor) -> Crew:
    sheet(ann, {"Ann": 1, "Bob": 2})
    chance_game(ann, "zero_zap", 1, taps=20)
    return join_own_crew(ann).crew


def run(*words: str) -> tuple[str, str]:
    out, errors = io.StringIO(), io.StringIO()
    call_command(*words, stdout=out, stderr=errors)
    return out.getvalue(), errors.getvalue()


def test_a_crew_goes_through_a_zip(crew: Crew, dan: Visitor, tmp_path: Path) -> None:
    file = str(tmp_path / "crew.zip")
    out, errors = run("export_crew", "--crew", str(crew.pk), file)
    assert (out, errors) == (f"Written: {file}\n", "2 of 2 games\n")
    target = join_own_crew(dan).crew
    out, errors = run("import_crew", file, "--crew", str(target.pk))
    assert out == "Imported.\n"
    assert errors.splitlines()[-1] == "2 of 2 games"
    assert not Game.objects.filter(crew=target, due=True).exists()
    assert Tally.objects.filter(player__crew=target).exists(), "and they are counted"
    pairs = zip(*(Game.objects.filter(crew=each).order_by("pk") for each in (crew, target)), strict=True)
    for one, other in pairs:
        assert picture(one) == picture(other)
    with pytest.raises(CommandError, match="already has games"):
        run("import_crew", file, "--crew", str(target.pk))


def test_a_game_goes_through_a_record(crew: Crew, dan: Visitor, tmp_path: Path) -> None:
    game = Game.objects.filter(crew=crew).order_by("pk")[0]
    file = tmp_path / "game.json"
    run("export_crew", f"--game={game.public_id}", str(file))
    target = join_own_crew(dan).crew
    out, _ = run("import_crew", str(file), "--crew", str(target.pk))
    back = Game.objects.get(crew=target)
    assert out == f"Imported: {back.public_id}\n"
    assert (back.finished_at is None, back.due) == (False, False)
    with pytest.raises(CommandError, match="already has this game"):
        run("import_crew", str(file), "--crew", str(target.pk))
    with pytest.raises(SystemExit) as status:
        run("replay", str(file))
    assert status.value.code == 0


def test_counting_what_was_taken_in_shows_how_far_it_is(
    crew: Crew, ann: Visitor, dan: Visitor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet(ann, {"Ann": 3, "Bob": 1})
    file = str(tmp_path / "crew.zip")
    run("export_crew", "--crew", str(crew.pk), file)
    monkeypatch.setattr(import_crew, "PROGRESS_EVERY", 1)
    _, errors = run("import_crew", file, "--crew", str(join_own_crew(dan).crew.pk))
    assert errors.splitlines()[-1] == "1 games to count"


def test_sheets_and_plays_are_written(crew: Crew, tmp_path: Path) -> None:
    run("export_crew", "--crew", str(crew.pk), str(tmp_path))
    assert {path.name for path in tmp_path.iterdir()} == {"games.csv", "hands.csv", "scores.csv"}
    run("export_crew", "--crew", str(crew.pk), str(tmp_path / "all.bgsplay"))
    assert len(json.loads((tmp_path / "all.bgsplay").read_text())["plays"]) >= 1
    game = Game.objects.filter(crew=crew, finished_at__isnull=False).order_by("pk")[0]
    run("export_crew", f"--game={game.public_id}", str(tmp_path / "one.bgsplay"))
    assert len(json.loads((tmp_path / "one.bgsplay").read_text())["plays"]) == 1


def test_without_anything_the_crews_are_listed(crew: Crew) -> None:
    Crew.objects.filter(pk=crew.pk).update(name="Tuesday")
    assert run("export_crew")[0] == f"{crew.pk}  Tuesday: 2 games, {crew.players.count()} players\n"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["export_crew", "--crew", "999", "x.zip"], "no crew 999"),
        (["export_crew", "--game", "none", "x.json"], "no game none"),
        (["export_crew", "--crew", "CREW"], "Name a file to write"),
        (["export_crew", "--crew", "CREW", "x.tar"], "ends in .zip"),
        (["export_crew", "--crew", "CREW", "/nowhere/at/all/x.zip"], "No such file"),
        (["import_crew", "nothing.zip", "--crew", "CREW"], "No such file"),
        (["import_crew", "x.zip", "--crew", "999"], "no crew 999"),
        (["import_crew", __file__, "--crew", "CREW"], r"The record: .* Nothing was imported"),
    ],
)
def test_what_cannot_be_is_told_in_a_line(
    crew: Crew, words: list[str], why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CommandError, match=why) as error:
        run(*(str(crew.pk) if word == "CREW" else word for word in words))
    assert "\n" not in str(error.value)
    assert not list(tmp_path.iterdir())


def test_an_export_that_is_stopped_leaves_no_file(
    crew: Crew, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = export.crew_zip

    def stopped(*args: Any) -> Iterator[bytes]:
        yield next(whole(*args))
        raise KeyboardInterrupt

    monkeypatch.setattr(export, "crew_zip", stopped)
    (tmp_path / "crew.zip").write_bytes(b"an older one")
    with pytest.raises(KeyboardInterrupt):
        run("export_crew", "--crew", str(crew.pk), str(tmp_path / "crew.zip"))
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"crew.zip": b"an older one"}
