"""An older move is corrected: what follows is shown first, then saved as it was shown."""

from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client

from referee.games.registry import GAMES, PRESENTERS
from referee.rules.engine import Fold, Refused
from referee.table import correction
from referee.table.taps import Result
from scoring.crew.visitor import COOKIE, Visitor
from scoring.log import effective, reader, tap_keys, writer
from scoring.models import Game, Hand, Move, Score, Tally
from scoring.statistics.counting import catch_up
from tests import taps
from tests.crew.games import played
from tests.table.page import Shown, new_game, words

Raw = dict[str, Any]
ZAR = GAMES["zar"]

OPENING: list[Raw] = [{"do": "deal", "dealer": "Ann"}, {"do": "flip", "card": "blue sun"}]
#: Bob wins a hand at once: a recount to one card, and that card laid.
SHORT: list[Raw] = [
    *OPENING,
    {"do": "recount", "player": "Bob", "cards": 1},
    {"do": "recount", "player": "Cat", "cards": 2},
    {"do": "play", "player": "Bob", "cards": ["blue moon"]},
    {"do": "out", "player": "Bob"},
    {"do": "count", "player": "Ann", "points": 20},
    {"do": "count", "player": "Cat", "cards": ["red sun", "red wasp"]},
]


def laid(player: str, card: str, **more: str) -> Raw:
    return {"do": "play", "player": player, "cards": [card], **more}


class Table:
    """Ann at a game, told by the moves themselves."""

    def __init__(self, ann: Visitor, *moves: Raw, **options: Any) -> None:
        self.ann = ann
        self.id = new_game(ann, **options).public_id
        for move in moves:
            assert self.tell(move).reply.refused is None, move

    def tell(self, move: Raw) -> Result:
        return taps.make(self.ann, self.id, self.key, move)

    @property
    def game(self) -> Game:
        return Game.objects.visible_to(self.ann).get(public_id=self.id)

    @property
    def key(self) -> str:
        return tap_keys.new_key(self.game)

    @property
    def state(self) -> Any:
        return ZAR.load(self.game.state)

    @property
    def shown(self) -> dict[str, Any]:
        return ZAR.show(self.state)

    @property
    def bodies(self) -> list[Raw]:
        """The moves in force, by the whole log."""
        return [entry.body for entry in effective.effective_moves(self.rows)]

    @property
    def rows(self) -> list[Move]:
        return list(Move.objects.filter(game=self.game).order_by("seq"))

    def plan(self, position: int, raw: Raw | None) -> correction.Plan:
        return correction.plan(self.game, position, None if raw is None else ZAR.logged(raw))

    def correct(self, position: int, raw: Raw | None, key: str = "") -> Result:
        return taps.correct(self.ann, self.id, key or self.key, position=position, move=raw)

    def check(self) -> None:
        """Everything that is kept follows from the moves in force."""
        game = self.game
        fold: Fold[Any, Any] = Fold(ZAR, ZAR.start(game.options, ["Ann", "Bob", "Cat"]))
        hands = [(0, 0)]
        for n, body in enumerate(self.bodies, 1):
            answer = fold.play_json(body)
            assert not isinstance(answer, Refused), (body, answer.text)
            hands += [(fold.state.hand, n)] if body["do"] == "deal" else []
        assert fold.state == self.state
        assert game.length == fold.n
        assert game.standing["scores"] == self.shown["scores"]
        assert list(Hand.objects.filter(game=game).order_by("first").values_list("number", "first")) == hands
        lines = dict.fromkeys(self.shown["scores"], 0.0)
        for line in Score.objects.filter(game=game).select_related("seat"):
            lines[line.seat.name] += line.points
        assert lines == self.shown["scores"]
        assert (game.finished_at is not None) == (self.shown["phase"] == "over")


def told_anew(moves: list[Raw], position: int, raw: Raw | None) -> tuple[Any, list[Raw]]:
    """The oracle: the game told from its beginning with one move changed; what does not hold is left out."""
    fold: Fold[Any, Any] = Fold(ZAR, ZAR.start({}, ["Ann", "Bob", "Cat"]))
    dropped = []
    places: dict[int, int] = {}
    for n, move in enumerate(moves, 1):
        body = raw if n == position else move
        if body is None:
            continue
        if body["do"] == "illegal":
            body = body | {"move": places.get(body["move"], 0)}
        if isinstance(fold.play_json(body), Refused):
            fold.n -= 1
            dropped.append(move)
        else:
            places[n] = fold.n
    return fold.state, dropped


def test_what_is_planned_is_what_is_saved(ann: Visitor) -> None:
    table = Table(ann, *OPENING, laid("Bob", "blue moon"), laid("Cat", "red moon"), laid("Ann", "red star"))
    planned = table.plan(3, laid("Bob", "red sun"))
    answer = table.correct(3, laid("Bob", "red sun"))
    assert answer.reply.refused is None
    assert answer.standing.state == planned.fold.state == table.state
    assert table.bodies[2:] == [step.body for step in planned.steps]
    table.check()


def test_planning_saves_nothing(ann: Visitor) -> None:
    table = Table(ann, *OPENING, laid("Bob", "blue moon"))
    before = (table.game.version, table.state)
    table.plan(3, None)
    assert (table.game.version, table.state) == before


def test_later_moves_that_no_longer_hold_fall_away_and_it_is_said_why(ann: Visitor) -> None:
    moves = [laid("Bob", "blue moon"), laid("Cat", "red moon"), {"do": "pass", "player": "Ann"}]
    table = Table(ann, *OPENING, *moves)
    planned = table.plan(3, laid("Bob", "blue star"))
    assert [item.entry.body for item in planned.dropped] == moves[1:]
    assert [item.refused.code for item in planned.dropped] == ["illegal", "phase"]
    table.correct(3, laid("Bob", "blue star"))
    said = table.rows[-1].outcome["dropped"]
    assert [item["move"] for item in said] == moves[1:]
    assert "It is Cat’s turn, not Ann’s." in said[1]["why"]
    assert table.bodies == [*OPENING, laid("Bob", "blue star")]
    table.check()


def test_an_illegal_play_is_found_by_its_new_number(ann: Visitor) -> None:
    found = {"do": "illegal", "move": 5}
    table = Table(
        ann,
        *OPENING,
        laid("Bob", "blue moon"),
        {"do": "penalty", "player": "Ann"},
        laid("Cat", "red moon"),
        found,
    )
    table.correct(4, None)
    assert table.bodies[-1] == {"do": "illegal", "move": 4}
    table.check()


def test_an_illegal_play_is_found_also_behind_moves_that_fell_away(ann: Visitor) -> None:
    moves = [{"do": "draw", "player": "Bob"}, {"do": "pass", "player": "Bob"}, laid("Cat", "blue star")]
    table = Table(ann, *OPENING, *moves, {"do": "illegal", "move": 5})
    table.correct(3, laid("Bob", "blue moon"))
    assert table.bodies[3:] == [laid("Cat", "blue star"), {"do": "illegal", "move": 4}]
    table.check()


def test_an_illegal_play_that_is_not_there_any_more_cannot_be_undone(ann: Visitor) -> None:
    table = Table(
        ann, *OPENING, laid("Bob", "blue moon"), laid("Cat", "red moon"), {"do": "illegal", "move": 4}
    )
    planned = table.plan(4, None)
    assert [item.entry.body["do"] for item in planned.dropped] == ["illegal"]
    table.correct(4, None)
    table.check()


def test_a_hand_before_is_corrected_and_the_scores_of_those_after_it_are_built_anew(ann: Visitor) -> None:
    table = Table(ann, *SHORT, *SHORT[:-2], {"do": "count", "player": "Ann", "points": 1})
    assert table.shown["scores"] == {"Ann": 21, "Bob": 0, "Cat": 4}
    table.correct(7, {"do": "count", "player": "Ann", "points": 5})
    assert table.shown["scores"] == {"Ann": 6, "Bob": 0, "Cat": 4}
    assert table.shown["phase"] == "count"
    assert table.shown["hand"] == 2
    table.check()


def test_a_correction_can_end_the_game_sooner_and_another_bring_it_back(ann: Visitor) -> None:
    table = Table(ann, *SHORT, *OPENING)
    table.correct(7, {"do": "count", "player": "Ann", "points": 50})
    assert (table.shown["phase"], table.shown["winners"]) == ("over", ["Bob"])
    assert [item["move"]["do"] for item in table.rows[-1].outcome["dropped"]] == ["deal", "flip"]
    table.check()
    table.correct(7, {"do": "count", "player": "Ann", "points": 49})
    assert table.shown["phase"] == "deal"
    table.check()


def test_the_log_keeps_what_was_replaced(ann: Visitor) -> None:
    table = Table(ann, *OPENING, laid("Bob", "blue moon"), laid("Cat", "red moon"))
    before = [(row.seq, row.kind, row.body, row.outcome) for row in table.rows]
    table.correct(4, laid("Cat", "yellow moon"))
    after = [(row.seq, row.kind, row.body, row.outcome) for row in table.rows]
    assert after[:-1] == before
    assert table.rows[-1].kind == Move.Kind.CORRECT
    assert table.rows[-1].position == 4


def test_a_corrected_game_is_undone_and_redone_move_by_move(ann: Visitor) -> None:
    table = Table(ann, *SHORT, *OPENING, laid("Bob", "blue star"))
    table.correct(3, None)
    table.tell({"do": "recount", "player": "Cat", "cards": 4})
    states = [table.state]
    while table.game.length:
        taps.undo(ann, table.id, table.key)
        states.append(table.state)
        table.check()
    for state in reversed(states[:-1]):
        taps.redo(ann, table.id, table.key)
        assert table.state == state


@pytest.mark.parametrize("position", [3, 5, 6, 8, 9, 11])
def test_undo_of_a_correction_puts_back_all_that_it_took(ann: Visitor, position: int) -> None:
    table = Table(ann, *SHORT, *OPENING, laid("Bob", "blue star"))
    was, bodies = table.state, table.bodies
    table.correct(position, None)
    assert table.bodies != bodies
    undone = taps.undo(ann, table.id, table.key)
    assert undone.reply.notice.startswith("Put back as it was.")
    assert (table.state, table.bodies) == (was, bodies)
    table.check()
    assert not any(
        story for seq, story in effective.trace(table.rows).ended.items() if seq in standing(table)
    )
    taps.undo(ann, table.id, table.key)
    assert table.bodies == bodies[:-1], "the next undo takes the last move off, not the same correction again"


def standing(table: Table) -> set[int]:
    return {entry.seq for entry in effective.effective_moves(table.rows)}


def test_undo_after_undoing_back_to_a_move_puts_all_of_them_back(ann: Visitor) -> None:
    table = Table(ann, *SHORT, *OPENING, laid("Bob", "blue star"))
    was, bodies = table.state, table.bodies
    taps.take_back(ann, table.id, table.key, position=8)
    assert table.bodies == bodies[:7]
    taps.undo(ann, table.id, table.key)
    assert (table.state, table.bodies) == (was, bodies)
    table.check()


def test_a_correction_that_was_taken_back_is_read_in_the_log(ann: Visitor) -> None:
    table = Table(ann, *OPENING, laid("Bob", "blue star"), laid("Cat", "red star"))
    table.correct(3, laid("Bob", "blue moon"))
    client = Client()
    client.cookies[COOKIE] = ann.token
    key = table.key
    for _ in range(2):
        client.post(f"/t/{table.id}/undo/", {"key": key}, headers={"HX-Request": "true"})
    assert table.bodies[2:] == [laid("Bob", "blue star"), laid("Cat", "red star")], "a double tap counts once"
    shown = Shown(client.get(f"/t/{table.id}/log/"))
    assert "Move 3 is put back: Bob plays a blue star" in shown.text


def test_every_move_of_two_hands_can_be_struck_out(ann: Visitor) -> None:
    moves = [
        *SHORT,
        {"do": "join", "player": "Eve", "after": "Bob"},
        {"do": "quit", "player": "Ann"},
        {"do": "deal", "dealer": "Cat"},
        {"do": "flip", "card": "red frog"},
        laid("Eve", "red moon"),
        laid("Bob", "red moon"),
        {"do": "illegal", "move": 13},
        {"do": "penalty", "player": "Cat"},
    ]
    table = Table(ann, *moves)
    for position in range(1, len(moves) + 1):
        planned = table.plan(position, None)
        state, dropped = told_anew(moves, position, None)
        assert planned.fold.state == state, moves[position - 1]
        assert [item.entry.body for item in planned.dropped] == dropped


@pytest.mark.parametrize("position", [1, 3, 5, 8, 9, 10])
def test_what_is_struck_out_leaves_everything_that_is_kept_in_order(ann: Visitor, position: int) -> None:
    table = Table(ann, *SHORT, *OPENING, laid("Bob", "blue star"))
    table.correct(position, None)
    table.check()


def test_a_correction_that_is_against_the_rules_is_refused_and_may_be_overruled(ann: Visitor) -> None:
    table = Table(ann, *OPENING, laid("Bob", "blue moon"))
    version = table.game.version
    answer = table.correct(3, laid("Bob", "red moon"))
    assert answer.reply.refused
    assert answer.reply.refused.code == "illegal"
    assert table.plan(3, laid("Bob", "red moon")).refused == answer.reply.refused
    assert table.game.version == version
    table.correct(3, laid("Bob", "red moon", overruled="we saw it late"))
    assert table.shown["top"]["cards"] == ["red moon"]
    table.check()


@pytest.mark.parametrize("name", ["ann", "x" * 41, "\u202eEve"])
def test_nobody_sits_down_by_a_correction_with_a_name_that_cannot_be(ann: Visitor, name: str) -> None:
    table = Table(ann, {"do": "join", "player": "Eve"}, *OPENING)
    assert table.plan(1, {"do": "join", "player": name}).refused
    answer = table.correct(1, {"do": "join", "player": name})
    assert answer.reply.refused
    assert answer.reply.refused.code == "invalid"
    assert table.game.version == 3
    table.correct(1, {"do": "join", "player": "Eva"})
    assert table.shown["players"] == ["Ann", "Bob", "Cat", "Eva"]


def test_a_correction_from_a_stale_page_saves_nothing_and_one_sent_twice_counts_once(ann: Visitor) -> None:
    table = Table(ann, *OPENING, laid("Bob", "blue moon"))
    late = table.key
    table.tell(laid("Cat", "red moon"))
    answer = table.correct(3, None, late)
    assert answer.reply.late
    assert answer.reply.changed == ["Cat plays a red moon."]
    assert table.game.version == 4
    key = table.key
    assert not table.correct(3, None, key).reply.late
    assert not table.correct(3, None, key).reply.late
    assert table.game.version == 5


@pytest.mark.parametrize("position", [0, 4, 999])
def test_only_a_move_in_force_is_corrected(ann: Visitor, position: int) -> None:
    table = Table(ann, *OPENING, laid("Bob", "blue moon"))
    with pytest.raises(writer.NothingThere):
        table.correct(position, None)
    assert table.game.version == 3


@pytest.mark.parametrize(
    ("position", "do", "blank"),
    [
        (2, "flip", "card"),
        (3, "recount", "cards"),
        (5, "play", "card"),
        (7, "count", "points"),
        (8, "count", "cards"),
    ],
)
@pytest.mark.parametrize("button", ["preview", "save"])
def test_a_field_left_blank_on_the_page_is_refused_in_words(
    ann: Visitor, position: int, do: str, blank: str, button: str
) -> None:
    table = Table(ann, *SHORT)
    client = Client()
    client.cookies[COOKIE] = ann.token
    url = f"/t/{table.id}/correct/{position}/"
    assert client.get(url).status_code == 200
    sent = {"do": do, "player": "Bob", "key": table.key, button: "1", blank: ""}
    shown = Shown(client.post(url, sent))
    assert shown.status == 422
    assert len(shown.one("[role=alert]").split()) > 2
    assert table.game.version == len(SHORT)


def test_a_correction_is_previewed_and_then_saved_by_the_page(ann: Visitor) -> None:
    table = Table(ann, *SHORT, *OPENING)
    client = Client()
    client.cookies[COOKIE] = ann.token
    url = f"/t/{table.id}/correct/7/"
    sent = {"do": "count", "player": "Ann", "key": table.key, "points": "5"}
    preview = client.post(url, sent)["Location"]
    shown = Shown(client.get(preview))
    assert shown.one("h1") == "Ann’s hand: 5 instead of 20 points"
    assert "Ann: 5 points instead of 20." in shown.text
    assert table.game.version == len(SHORT) + 2
    saved = client.post(url, sent | {"save": "1"})
    assert saved.status_code == 303
    notice = Shown(client.get(saved["Location"])).one(".notice")
    assert notice.startswith("Corrected: Ann’s hand: 5 points")
    assert table.shown["scores"]["Ann"] == 5
    # Back to the preview of what is saved leads to the page before it, also where its move is there no more.
    assert client.get(preview)["Location"] == f"/t/{table.id}/log/"
    struck = client.post(f"/t/{table.id}/correct/8/", {"strike": "1"})["Location"]
    assert Shown(client.get(struck)).one("h1").startswith("Without")
    client.post(f"/t/{table.id}/correct/8/", {"strike": "1", "key": table.key, "save": "1"})
    answer = client.get(struck)
    assert (answer.status_code, answer["Location"]) == (303, f"/t/{table.id}/log/")
    table.check()


@pytest.mark.parametrize(
    ("fields", "drawn"),
    [
        ({"do": "play", "card": "blue star"}, [["B", "Moon"], ["B", "Star"]]),
        ({"do": "play", "card": "winged dragon", "declare": "moon"}, [["B", "Moon"], ["Winged"]]),
        ({"strike": "1"}, [["B", "Moon"], ["–"]]),
    ],
)
def test_before_a_card_is_corrected_it_is_drawn_beside_what_lies_in_its_place(
    ann: Visitor, fields: dict[str, str], drawn: list[list[str]]
) -> None:
    table = Table(ann, *OPENING, laid("Bob", "blue moon"))
    client = Client()
    client.cookies[COOKIE] = ann.token
    sent = {"key": table.key, "player": "Bob", **fields}
    shown = Shown(client.post(f"/t/{table.id}/correct/3/", sent, follow=True))
    assert [list(each.stripped_strings) for each in shown.soup.select(".swap > .played")] == drawn
    other = client.post(f"/t/{table.id}/correct/1/", {"do": "deal", "dealer": "Cat"}, follow=True)
    assert not Shown(other).soup.select(".swap")


def test_what_was_done_to_older_moves_is_told_by_name(ann: Visitor) -> None:
    table = Table(ann, *OPENING, laid("Bob", "blue moon"))

    def told(answer: Result) -> str:
        return answer.reply.notice

    assert told(taps.undo(ann, table.id, table.key)) == "Undone: Bob plays a blue moon"
    assert told(taps.redo(ann, table.id, table.key)) == "Redone: Bob plays a blue moon"
    fix = taps.correct(ann, table.id, table.key, position=3, move=laid("Bob", "blue star"))
    assert told(fix) == "Corrected: Bob plays a blue star"
    back = taps.take_back(ann, table.id, table.key, position=3)
    assert told(back) == "Cards now: Bob 7"
    table.tell(laid("Bob", "blue moon"))
    fix = taps.correct(ann, table.id, table.key, position=3, move={"do": "draw", "player": "Bob"})
    assert told(fix) == "Cards now: Bob 8"
    back = taps.take_back(ann, table.id, table.key, position=1)
    assert told(back) == "Undone: 3 moves. Cards now: Ann 0, Bob 0, Cat 0"
    assert told(taps.undo(ann, table.id, table.key)) == "Put back as it was. Cards now: Ann 7, Bob 8, Cat 7"


def counted(game: Game) -> list[tuple[str, int]]:
    """Who won how many games of what was tallied, as the statistics tell it."""
    rows = Tally.objects.filter(player__crew=game.crew_id, game="", period="").order_by("player__name")
    return [(row.player.name, row.facts.get("wins", 0)) for row in rows]


def test_what_a_correction_on_its_page_ends_reopens_or_turns_round_is_counted(ann: Visitor) -> None:
    game = new_game(ann, "Ann Bob", "score_sheet", end={"rounds": 1})
    key = tap_keys.new_key(game)
    taps.make(ann, game.public_id, key, {"do": "round", "scores": {"Ann": 9, "Bob": 2}})
    assert catch_up(game.crew_id) == 0
    assert counted(game) == [("Ann", 1), ("Bob", 0)]

    def previewed(**fields: str) -> str:
        game.refresh_from_db()
        client = Client()
        client.cookies[COOKIE] = ann.token
        answer = client.get(f"/t/{game.public_id}/correct/1/", fields | {"as_of": str(game.version)})
        return words(Shown(answer).soup.select_one(".effects"))

    def saved(**fields: str) -> list[tuple[str, int]]:
        game.refresh_from_db()
        sent = {"key": tap_keys.new_key(game), "save": "1", **fields}
        client = Client()
        client.cookies[COOKIE] = ann.token
        answer = client.post(f"/t/{game.public_id}/correct/1/", sent)
        assert answer.status_code == 303, Shown(answer).text
        game.refresh_from_db()
        assert not game.due
        return counted(game)

    turned = {"score Ann": "9", "score Bob": "12"}
    assert "What follows Bob wins instead of Ann. " in previewed(**turned)
    assert saved(**turned) == [("Ann", 0), ("Bob", 1)], "turned round"
    undone = taps.undo(ann, game.public_id, tap_keys.new_key(Game.objects.get(pk=game.pk)))
    assert undone.reply.notice == "Put back as it was. To correct it again, open the log."
    assert saved(**turned) == [("Ann", 0), ("Bob", 1)], "turned round again"
    assert "What follows The game is not over. " in previewed(strike="1")
    assert saved(strike="1") == [], "taken up again"


@pytest.mark.parametrize("key", [*GAMES])
def test_every_move_has_the_keys_of_its_table_and_sent_as_it_was_asks_nothing(ann: Visitor, key: str) -> None:
    game, presenter = played(ann, key, most=16, seed=7), PRESENTERS[key]
    client, wrong = Client(), []
    client.cookies[COOKIE] = ann.token
    for entry in effective.effective_moves(reader.whole_log(game)):
        url, move = f"/t/{game.public_id}/correct/{entry.position}/", presenter.rules.logged(entry.body)
        shown = Shown(client.get(url))
        assert " ".join(presenter.describe(presenter.rules.load(game.state), move).split()) in shown.one(
            ".was"
        )
        kept = shown.soup.select(f"form[action='{url}'], [formaction='{url}']")
        assert kept, "something can be tapped, or removed"
        fields = {name: value for name, value in presenter.fields(move).items() if value is not None}
        # What is thrown or timed is so anew; a sheet's rounds have forms of their own.
        if key != "score_sheet" and not {"scores", "toss"} & set(fields):
            answer = client.post(url, fields)
            wrong += [] if answer.status_code == HTTPStatus.SEE_OTHER else [(entry.body, answer.content)]
    assert wrong == []


def test_the_key_that_was_tapped_is_marked_and_a_match_and_a_count_are_as_they_were(ann: Visitor) -> None:
    table = Table(ann, *OPENING, laid("Bob", "blue moon"), laid("Cat", "blue moon"))
    client = Client()
    client.cookies[COOKIE] = ann.token
    shown = Shown(client.get(f"/t/{table.id}/correct/3/"))
    assert [node["value"] for node in shown.soup.select(".pad [aria-pressed=true]")] == ["blue moon"]
    assert shown.one(".was") == "It was: Bob plays a blue moon"
    assert Shown(client.get(f"/t/{table.id}/correct/4/")).one(".was") == "It was: Cat plays a blue moon MATCH"
    short = Table(ann, *SHORT)
    points = Shown(client.get(f"/t/{short.id}/correct/7/"))
    assert points.soup.select("#points")[0]["value"] == "20"
    cards = Shown(client.get(f"/t/{short.id}/correct/8/"))
    assert [str(chip["aria-label"]) for chip in cards.soup.select(".chosen .chip")] == [
        "Take red wasp away, 3",
        "Take red sun away, 1",
    ]
    recount = Shown(client.get(f"/t/{short.id}/correct/3/"))
    assert recount.soup.select(".s-seat [name=cards]")[0]["value"] == "1"
    assert Shown(client.get(f"/t/{short.id}/correct/3/keys/")).soup.select(".s-seat") == []


def test_what_a_move_still_lacks_is_asked_on_the_table_of_then(ann: Visitor) -> None:
    table = Table(ann, *OPENING, laid("Bob", "blue moon"), laid("Cat", "red moon"))
    client = Client()
    client.cookies[COOKIE] = ann.token
    url = f"/t/{table.id}/correct/3/"
    asks = Shown(client.post(url, {"player": "Bob", "card": "winged dragon"}, follow=True))
    assert asks.status == 200
    assert asks.soup.select(".s-declare form[method=post]")[0]["action"] == url
    told = Shown(
        client.post(url, {"player": "Bob", "cards": "winged dragon", "declare": "star"}, follow=True)
    )
    assert told.one("h1").startswith("Bob plays a winged dragon, stars instead of")
    assert told.one(".effects .lost summary") == "1 later move no longer fits"
    assert "Cat plays a red moon" in told.one(".effects .lost[open] li"), "a moon goes on no star"
    assert told.one(".hot[name=save]") == "Save and remove 1 move"
    assert table.game.version == 4


def test_what_a_correction_throws_away_comes_first_folded_and_says_each_reason_once(ann: Visitor) -> None:
    draws = [{"do": do, "player": who} for who in ("Cat", "Ann") for do in ("draw", "pass")]
    table = Table(ann, *OPENING, laid("Bob", "blue moon"), *draws)
    client = Client()
    client.cookies[COOKIE] = ann.token
    sent = {"player": "Bob", "card": "blue wasp"}
    shown = Shown(client.post(f"/t/{table.id}/correct/3/", sent, follow=True))
    assert shown.one(".swap + .lost summary") == "4 later moves no longer fit"
    assert not shown.soup.select(".lost[open]")
    reasons = [item.select("p")[-1].get_text() for item in shown.soup.select(".lost li")]
    assert len(set(reasons)) == len(reasons) < 4
    assert shown.one("[name=save]") == "Save and remove 4 moves"


def test_a_correction_saved_from_a_page_that_is_not_the_newest_shows_what_was_tapped(ann: Visitor) -> None:
    table = Table(ann, *OPENING, laid("Bob", "blue moon"))
    late = table.key
    table.tell(laid("Cat", "red moon"))
    client = Client()
    client.cookies[COOKIE] = ann.token
    sent = {"player": "Bob", "card": "blue star", "key": late, "save": "1"}
    answer = Shown(client.post(f"/t/{table.id}/correct/3/", sent))
    assert answer.status == 409
    assert "Cat plays a red moon." in answer.one(".changed")
    assert table.game.version == 4


@pytest.mark.parametrize("button", ["preview", "save"])
def test_a_dragon_that_nobody_plays_is_refused_in_words(ann: Visitor, button: str) -> None:
    table = Table(ann, *OPENING, laid("Bob", "blue moon"))
    client = Client()
    client.cookies[COOKIE] = ann.token
    sent = {"do": "play", "card": "winged dragon", "key": table.key, button: "1"}
    shown = Shown(client.post(f"/t/{table.id}/correct/3/", sent))
    assert shown.status == 422
    assert len(shown.one("[role=alert]").split()) > 2
    assert table.game.version == 3
