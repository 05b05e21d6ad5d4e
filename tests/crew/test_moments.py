"""The moments of a game: what its scores and its log tell, each with the hand or the move that shows it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from referee.games.registry import PRESENTERS
from referee.rules.engine import HAND_WON
from referee.rules.score_sheet.shelf import shelf
from referee.table.moments import MomentView, Place, Stretch, moments
from scoring.crew.visitor import Visitor
from scoring.history.deeds import Deed, deeds
from scoring.log import reader, tap_keys
from scoring.log.effective import effective_moves
from scoring.models import Game
from tests import taps
from tests.crew.games import EVERY, hands, page, played, tap
from tests.table.art import DRAWN
from tests.table.page import Shown, client_of, new_game, words

pytestmark = pytest.mark.slow


def told(
    rounds: Sequence[dict[str, float]],
    *winners: str,
    won: Sequence[str] = (),
    done: Sequence[Deed] = (),
    highest: bool = True,
    key: str = "score_sheet",
) -> dict[str, MomentView]:
    """The moments of rounds with these points, by their titles."""
    stretches = [
        Stretch(f"round {number}", f"#{number}", points, won=(won[number - 1],) if won else ())
        for number, points in enumerate(rounds, 1)
    ]
    found = moments(key, stretches, winners, done, at=looked_at, highest=highest, unit="round")
    return {moment.title: moment for moment in found}


def looked_at(deed: Deed) -> Place:
    return Place(f"move {deed.position}", f"#m{deed.position}")


def test_a_swing_names_who_took_the_lead_in_which_round() -> None:
    found = told([{"Ann": 5, "Bob": 0}, {"Ann": 1, "Bob": 15}, {"Ann": 3, "Bob": 0}])
    swing = found["A swing of 14 points"]
    assert (swing.text, swing.where, swing.href) == ("Bob took the lead from Ann", "round 2", "#2")
    lowest = told([{"Ann": 5, "Bob": 0}, {"Ann": 1, "Bob": 15}], highest=False)
    assert lowest["A swing of 14 points"].text == "Ann took the lead from Bob"


@pytest.mark.parametrize(
    ("rounds", "title", "text"),
    [
        ([(3, 1), (4, 2), (1, 1)], "In front all the way", "Ann led from beginning to end"),
        ([(0, 5), (9, 0), (1, 1)], "Decided in round 2", "Ann took the lead and kept it"),
        ([(0, 5), (1, 1), (9, 0)], "Decided in round 3", "Ann took the lead at the very end"),
        ([(0, 8), (9, 0), (9, 1)], "Came from behind", "Ann trailed by 8 points after round 1"),
        ([(5, 5), (15, 14), (20, 20)], "A close finish", "Ann won by 1 point from Bob"),
    ],
)
def test_how_it_was_won_is_told(rounds: list[tuple[int, int]], title: str, text: str) -> None:
    found = told([{"Ann": ann, "Bob": bob} for ann, bob in rounds], "Ann")
    assert found[title].text == text


def test_nothing_is_decided_while_it_goes_on_or_where_two_share_the_win() -> None:
    rounds: list[dict[str, float]] = [{"Ann": 3, "Bob": 1}, {"Ann": 4, "Bob": 2}]
    assert list(told(rounds)) == ["A swing of 2 points"]
    assert not told([{"Ann": 1, "Bob": 0}, {"Ann": 1, "Bob": 1}]), "by a point nobody swings"
    both: list[dict[str, float]] = [{"Ann": 3, "Bob": 1}, {"Ann": 1, "Bob": 3}]
    assert told(both, "Ann", "Bob")["A shared win"].text == "Ann and Bob were level"
    assert "A swing of 2 points" not in told(both, "Ann", "Bob"), "neither got away from the other"
    assert not told([{"Ann": 3}], "Ann")
    assert not told([])
    assert not told([{"Ann": 0, "Bob": 0}, {"Ann": 0, "Bob": 0}])


def test_nobody_was_behind_before_their_first_turn() -> None:
    turns: list[dict[str, float]] = [{"Bob": 9}, {"Ann": 5}, {"Bob": 1}, {"Ann": 6}]
    assert told(turns, "Ann")["Came from behind"].text == "Ann trailed by 5 points after round 3"
    assert "Came from behind" not in told([{"Bob": 4}, {"Ann": 5}, {"Ann": 3}], "Ann")


def test_what_a_game_counts_has_its_own_name() -> None:
    rounds: list[dict[str, float]] = [{"Ann": 0, "Bob": 1}, {"Ann": 3, "Bob": 0}]
    assert "A swing of 3 tokens" in told(rounds, key="numzumzero")
    assert (
        told(rounds, "Ann", key="numzumzero")["Came from behind"].text
        == "Ann trailed by 1 token after round 1"
    )
    assert "A swing of 3 blank edges" in told(rounds, key="zarathustra")


def test_partners_are_one_side_and_share_no_win(ann: Visitor) -> None:
    tichu = msgspec.to_builtins(shelf()["tichu"])
    game = new_game(ann, "Ann Bob Cat Dan", "score_sheet", title="Tichu", sheet=tichu)
    for out, cards in (("Bob", 90), ("Ann", 100), ("Cat", 100)):
        tap(ann, game, {"do": "entry", "players": {}, "table": {"out": out, "cards": cards}})
    tap(ann, game, {"do": "end"})
    shown = page(ann, game)
    found = [words(moment) for moment in shown.soup.select(".moments li")]
    assert [moment for moment in found if "A shared win" in moment] == []
    assert any("Ann & Cat trailed by 80 points after round 1" in moment for moment in found), found
    assert any("Ann & Cat took the lead from Bob & Dan" in moment for moment in found), found
    count = str(shown.soup.select(".hands tbody th a")[1]["href"])
    lines = Shown(client_of(ann).get(count)).soup.select("#count .scored li")
    assert [words(line.b) for line in lines if line.b] == ["Ann & Cat", "Bob & Dan"]
    assert "Total +100" in words(lines[0])


def test_who_all_win_together_were_not_level(ann: Visitor) -> None:
    together = msgspec.to_builtins(shelf()["together"]) | {"end": {"rounds": 2}}
    game = new_game(ann, "Ann Bob", "score_sheet", title="Together", sheet=together)
    for _ in range(2):
        tap(ann, game, {"do": "entry", "players": {}, "table": {"won": True}})
    game.refresh_from_db()
    assert game.standing["winners"] == ["Ann", "Bob"]
    assert "were level" not in page(ann, game).text


def test_hands_won_in_a_row_are_told_from_three_on() -> None:
    rounds: list[dict[str, float]] = [{"Ann": 1, "Bob": 0}] * 5
    found = told(rounds, won=["Bob", "Ann", "Ann", "Ann", "Bob"])
    assert found["3 rounds in a row"].text == "Ann won from round 2 on"
    assert not [title for title in told(rounds, won=["Bob", "Ann", "Ann", "Bob", "Ann"]) if "row" in title]


def test_feats_are_told_with_who_suffered_them_and_of_some_only_the_greatest() -> None:
    done = [
        Deed(4, "Ann", "stack", 2),
        Deed(9, "Cat", "stack", 5),
        Deed(10, "Dan", "stung", 10),
        Deed(12, "Ann", "gotcha", 1),
        Deed(12, "Cat", "caught", 1),
        Deed(13, "Ann", "match", 1),
    ]
    found = told([], done=done, key="zar")
    assert found["5 wasps in a row"].text == "Cat played the last one, Dan drew 10 cards"
    assert found["5 wasps in a row"].href == "#m9"
    assert found["GOTCHA"].text == "Ann caught Cat, who forgot to say ZAR"
    assert len(found) == 2


def test_no_title_denies_a_gotcha() -> None:
    caught = [Deed(3, "Bob", "gotcha", 1), Deed(3, "Ann", "caught", 1)]
    found = told([{"Ann": 3, "Bob": 1}, {"Ann": 4, "Bob": 2}], "Ann", done=caught, key="zar")
    assert found["GOTCHA"].text == "Bob caught Ann, who forgot to say ZAR"
    assert [title for title in found if "never" in title.lower()] == []


def test_every_moment_and_badge_is_of_a_feat_of_its_game_and_its_sign_is_drawn() -> None:
    for key, presenter in PRESENTERS.items():
        known = set(presenter.rules.feats)
        for what, moment in presenter.moments.items():
            assert {what, moment.paired or what, moment.then or what} <= known, (key, what)
            assert moment.sign in DRAWN
        cards = {**presenter.badges, **presenter.mishaps}
        assert known - {HAND_WON} == set(cards), key
        assert all(card.letter or card.sign in DRAWN for card in cards.values())


@pytest.mark.parametrize("key", EVERY)
def test_the_deeds_are_those_of_what_is_in_force(ann: Visitor, key: str) -> None:
    game = played(ann, key, most=60, seed=5)
    entries = effective_moves(reader.whole_log(game))
    firsts = [hand.first for hand in reader.hands(game)]
    found = deeds(game, firsts)
    expected = {
        (entry.position, player, what, amount)
        for entry in entries
        for part in ("feats", "most")
        for player, did in entry.outcome.get(part, {}).items()
        for what, amount in did.items()
    }
    if not any(entry.outcome.get("undoes") for entry in entries):
        assert {(each.position, each.player, each.what, each.amount) for each in found.done} == expected
    assert set(found.dealers) <= set(firsts)


def bob_caught(ann: Visitor) -> Game:
    """A game in whose fifth move Cat catches Bob."""
    game = new_game(ann, "Ann Bob Cat")
    for move in (
        {"do": "deal", "dealer": "Ann"},
        {"do": "flip", "card": "blue sun"},
        {"do": "recount", "player": "Bob", "cards": 2},
        {"do": "play", "player": "Bob", "cards": ["blue moon"]},
        {"do": "gotcha", "caller": "Cat", "target": "Bob"},
    ):
        tap(ann, game, move)
    return game


def test_what_was_undone_is_no_deed(ann: Visitor) -> None:
    game = bob_caught(ann)
    caught = Deed(5, "Bob", "caught", 1)
    game.refresh_from_db()
    assert caught in deeds(game, [0, 1]).done
    assert "Cat caught Bob, who forgot to say ZAR" in page(ann, game).text
    taps.undo(ann, game.public_id, tap_keys.new_key(game))
    game.refresh_from_db()
    assert caught not in deeds(game, [0, 1]).done
    taps.redo(ann, game.public_id, tap_keys.new_key(game))
    game.refresh_from_db()
    assert caught in deeds(game, [0, 1]).done
    taps.correct(ann, game.public_id, tap_keys.new_key(game), position=5, move={"do": "zar", "player": "Bob"})
    game.refresh_from_db()
    assert caught not in deeds(game, [0, 1]).done
    assert deeds(game, [0, 1]).dealers == {1: "Ann"}


def test_a_move_put_where_a_deed_was_undone_leaves_none_of_it(ann: Visitor) -> None:
    game = bob_caught(ann)
    game.refresh_from_db()
    taps.undo(ann, game.public_id, tap_keys.new_key(game))
    tap(ann, game, {"do": "zar", "player": "Bob"})
    game.refresh_from_db()
    assert not deeds(game, [0, 1]).done
    # What a correction puts there counts, until it is undone and written over too.
    taps.correct(
        ann,
        game.public_id,
        tap_keys.new_key(game),
        position=5,
        move={"do": "gotcha", "caller": "Cat", "target": "Bob"},
    )
    game.refresh_from_db()
    assert Deed(5, "Bob", "caught", 1) in deeds(game, [0, 1]).done
    taps.undo(ann, game.public_id, tap_keys.new_key(game))
    tap(ann, game, {"do": "zar", "player": "Bob"})
    game.refresh_from_db()
    assert not deeds(game, [0, 1]).done
    assert deeds(game, [0, 1]).dealers == {1: "Ann"}


def test_a_long_log_costs_no_more_queries(ann: Visitor) -> None:
    counts = []
    for number in (1, 12):
        game = hands(ann, number, "Ann Bob")
        firsts = [hand.first for hand in reader.hands(game)]
        with CaptureQueriesContext(connection) as captured:
            found = deeds(game, firsts)
        counts.append(len(captured))
        assert len(found.winners) == len(found.dealers) == number
    assert counts == [1, 1]
