"""The log takes rows, keeps them, and says which moves are in force."""

from dataclasses import replace

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import DatabaseError, connection, transaction

from scoring.crew.visitor import Visitor
from scoring.log import reader, tap_keys, writer
from scoring.log.effective import effective_moves
from scoring.log.start import start_game
from scoring.log.values import Step
from scoring.models import AppendOnlyError, Game, Hand, Move, Player, Score, Seat
from scoring.models.people import clean_name
from tests.scoring.toy import DEAL, END, PLAY, Body, Phone, dump, join, load, new_game, score, table


def bodies(phone: Phone) -> list[Body]:
    return load(phone.game.state)


def points(phone: Phone) -> list[tuple[int, str, float]]:
    found = Score.objects.filter(game=phone.game).order_by("position", "pk")
    return list(found.values_list("hand__number", "seat__name", "points"))


def test_a_tap_is_a_row_and_the_state_after_it(phone: Phone) -> None:
    row = phone.tap(DEAL)
    game = phone.game
    assert (row.seq, row.kind, row.position, row.body, row.outcome) == (
        1,
        "move",
        1,
        DEAL,
        {"text": "Move 1"},
    )
    assert row.actor_id == game.viewer_id
    assert (game.version, game.length, game.redoable, game.state) == (1, 1, 0, dump([DEAL]))


def test_a_key_sent_again_returns_its_row_and_changes_nothing(phone: Phone) -> None:
    key = tap_keys.new_key(phone.game)
    row = phone.tap(PLAY, key)
    phone.tap(DEAL)
    again = phone.tap(score("Ann", 3), key)
    assert again == row
    assert again.body == PLAY
    assert phone.undo(key) == phone.redo(key) == row
    assert bodies(phone) == [PLAY, DEAL]
    assert phone.game.version == 2


def test_a_tap_left_by_an_exception_saves_nothing(phone: Phone) -> None:
    def trip() -> None:
        with writer.open_game(phone.visitor, phone.public_id, key="0-lost-tap") as open_game:
            open_game.move(Step(PLAY, {}), table([PLAY]))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        trip()
    assert phone.game.version == 0
    assert not Move.objects.exists()


@pytest.mark.parametrize(
    "key", ["", "x", "1", "-abcdefghijkl", "0-short", "0-" + "a" * 41, "0-abc def ghi", "٣-abcdefghijkl"]
)
def test_a_key_that_no_page_made_is_refused(phone: Phone, key: str) -> None:
    with pytest.raises(tap_keys.BadKey):
        phone.tap(PLAY, key or " ")


def test_a_key_from_the_future_is_refused(phone: Phone) -> None:
    with pytest.raises(tap_keys.BadKey):
        phone.tap(PLAY, "1-abcdefghijkl")


def test_a_tap_from_an_old_page_is_told_what_it_missed(phone: Phone) -> None:
    old = tap_keys.new_key(phone.game)
    phone.tap(DEAL)
    phone.tap(PLAY)
    with writer.open_game(phone.visitor, phone.public_id, key=old) as open_game:
        assert open_game.is_stale
        assert not open_game.repeated
        assert [row.body for row in reader.missed(open_game.game, old)] == [DEAL, PLAY]
    assert reader.missed(phone.game, tap_keys.new_key(phone.game)) == []


def test_rows_of_the_log_are_never_changed_or_deleted(phone: Phone) -> None:
    row = phone.tap(PLAY)
    row.body = DEAL
    for change in (
        row.save,
        row.delete,
        Move.objects.all().delete,
        lambda: Move.objects.update(body=DEAL),
        lambda: Move.objects.bulk_update([row], ["body"]),
    ):
        with pytest.raises(AppendOnlyError):
            change()
    assert Move.objects.get().body == PLAY


def test_the_database_itself_refuses_to_change_the_log(phone: Phone) -> None:
    phone.tap(PLAY)
    with (
        pytest.raises(DatabaseError, match="append-only"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute("UPDATE scoring_move SET seq = 7")


def test_undo_goes_back_across_hands_to_the_beginning_and_redo_comes_back(phone: Phone) -> None:
    played = [join("Cat"), DEAL, PLAY, score("Bob", 7), DEAL, score("Ann", 2), END]
    for body in played:
        phone.tap(body)
    for left in reversed(range(len(played))):
        phone.undo()
        assert bodies(phone) == played[:left]
        assert sum(line[2] for line in points(phone)) == sum(table(played[:left]).scores.values())
    with pytest.raises(writer.NothingThere):
        phone.undo()
    for back in range(1, len(played) + 1):
        phone.redo()
        assert bodies(phone) == played[:back]
    with pytest.raises(writer.NothingThere):
        phone.redo()
    assert points(phone) == [(1, "Bob", 7), (2, "Ann", 2)]
    assert phone.game.finished_at
    assert Move.objects.count() == 3 * len(played)


def test_a_new_move_forgets_what_was_undone(phone: Phone) -> None:
    phone.tap(DEAL)
    phone.tap(score("Ann", 1))
    phone.undo()
    phone.tap(score("Ann", 2))
    assert reader.next_redo(phone.game) is None
    assert points(phone) == [(1, "Ann", 2)]


def test_a_correction_replaces_a_move_and_scores_anew(phone: Phone) -> None:
    for body in (DEAL, score("Ann", 1), DEAL, score("Bob", 5), PLAY):
        phone.tap(body)
    row = phone.correct(2, [score("Bob", 4)])
    assert (row.kind, row.position) == ("correct", 2)
    assert bodies(phone) == [DEAL, score("Bob", 4), DEAL, score("Bob", 5), PLAY]
    assert points(phone) == [(1, "Bob", 4), (2, "Bob", 5)]
    entries = effective_moves(Move.objects.order_by("seq"))
    assert [entry.seq for entry in entries] == [1, 6, 3, 4, 5], "each move knows the row it happened in"


def test_a_correction_leaves_out_what_no_longer_holds(phone: Phone) -> None:
    for body in (DEAL, score("Ann", 1), DEAL, score("Bob", 5), PLAY):
        phone.tap(body)
    phone.correct(2, [], dropped=[3])
    assert bodies(phone) == [DEAL, score("Bob", 5), PLAY]
    assert points(phone) == [(1, "Bob", 5)]
    phone.undo()
    phone.undo()
    assert bodies(phone) == [DEAL]


@pytest.mark.parametrize("position", [0, 3, -1])
def test_only_a_move_in_force_can_be_corrected(phone: Phone, position: int) -> None:
    phone.tap(PLAY)
    with (
        pytest.raises(writer.NothingThere),
        writer.open_game(phone.visitor, phone.public_id, key="1-correction") as open_game,
    ):
        open_game.correct(position=position, steps=[], outcome={}, table=table([]))


def test_a_void_hand_and_the_next_may_have_one_number(phone: Phone) -> None:
    for number in (1, 1):
        with writer.open_game(phone.visitor, phone.public_id, key=tap_keys.new_key(phone.game)) as open_game:
            open_game.move(Step(DEAL, {}, hand=number), table([]))
    assert list(Hand.objects.order_by("first").values_list("number", "first")) == [(0, 0), (1, 1), (1, 2)]


def test_the_result_stands_while_the_game_is_over(phone: Phone) -> None:
    phone.tap(score("Bob", 7))
    seats = Seat.objects.order_by("place").values_list("name", "score", "won")
    assert list(seats) == [("Ann", None, False), ("Bob", None, False)]
    phone.tap(END)
    assert list(seats.all()) == [("Ann", 0, True), ("Bob", 7, False)]
    phone.undo()
    assert list(seats.all()) == [("Ann", None, False), ("Bob", None, False)]
    assert phone.game.finished_at is None


def test_who_joins_gets_a_seat_and_a_player_of_the_crew(phone: Phone) -> None:
    phone.tap(join("Cat"))
    phone.tap({"do": "quit", "player": "Bob"})
    assert list(Seat.objects.order_by("place").values_list("name", "place", "left")) == [
        ("Ann", 0, False),
        ("Bob", 1, True),
        ("Cat", 2, False),
    ]
    assert phone.game.standing["players"] == ["Ann", "Cat"]
    assert Player.objects.count() == 3
    phone.undo()
    phone.undo()
    assert list(Seat.objects.order_by("place").values_list("name", "left")) == [
        ("Ann", False),
        ("Bob", False),
    ]


def test_who_only_watches_cannot_write(phone: Phone, cat: Visitor) -> None:
    with pytest.raises(PermissionDenied):
        Phone(cat, phone.public_id).tap(PLAY)
    with pytest.raises(PermissionDenied):
        new_game(cat, "0-the-watchers-form")
    assert Game.objects.get().version == 0


def test_another_phone_of_the_crew_taps_at_the_same_table(phone: Phone, bob: Visitor) -> None:
    phone.tap(DEAL)
    row = Phone(bob, phone.public_id).tap(PLAY)
    assert bob.membership
    assert row.actor_id == bob.membership.pk
    assert bodies(phone) == [DEAL, PLAY]


def test_a_stranger_finds_no_table(phone: Phone, dan: Visitor) -> None:
    with pytest.raises(Game.DoesNotExist), writer.open_game(dan, phone.public_id, key="0-by-a-stranger"):
        pytest.fail("The stranger is at the table.")


def test_a_form_sent_twice_starts_one_game(ann: Visitor) -> None:
    assert new_game(ann) == new_game(ann)
    assert new_game(ann, "0-another-form") != new_game(ann)
    assert Game.objects.count() == 2
    assert Player.objects.count() == 2


@pytest.mark.parametrize(
    "names", [["Ann", "ann"], ["Ann", " Bob"], ["Ann", ""], ["Ann", "B" * 41], ["Ann", "B\x00b"]]
)
def test_names_that_cannot_be_start_no_game(ann: Visitor, names: list[str]) -> None:
    assert ann.membership
    begun = replace(table([]), players=names, scores=dict.fromkeys(names, 0))
    with pytest.raises(ValidationError):
        start_game(actor=ann.membership, key="0-bad-names", game="toy", options={}, table=begun)
    assert not Game.objects.exists()
    assert not Player.objects.exists()


def test_a_known_player_is_known_again_however_the_name_is_typed(ann: Visitor) -> None:
    assert ann.membership
    for n, typed in enumerate((["Élodie", "Bob"], ["BOB", "E\u0301lodie".upper()])):
        names = [clean_name(name) for name in typed]
        begun = replace(table([]), players=names, scores=dict.fromkeys(names, 0))
        start_game(actor=ann.membership, key=f"0-form-number-{n}", game="toy", options={}, table=begun)
    assert list(Player.objects.order_by("folded").values_list("name", flat=True)) == ["Bob", "Élodie"]
    assert list(Seat.objects.order_by("pk").values_list("name", flat=True)) == [
        "Élodie",
        "Bob",
        "BOB",
        "ÉLODIE",
    ]
