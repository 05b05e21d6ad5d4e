"""Disputes at every table: the last move in full, back to any move, "may I?"; and what the log keeps.

What is asked changes nothing. What is taken back is a row of the log like any other: the game is what its
moves in force fold to, and its scores are those of the moves that are left.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from django.test import Client

from referee.games.cited import rule_name
from referee.games.registry import GAMES
from referee.rules.engine import Fold, Ruling
from referee.rules.score_sheet.shelf import shelf
from scoring.crew.visitor import COOKIE, Visitor
from scoring.log import reader, tap_keys, writer
from scoring.log.effective import effective_moves
from scoring.models import Game, Score
from tests import taps
from tests.table.page import Phone, Twins, new_game

pytestmark = [pytest.mark.slow, pytest.mark.any_database]

Raw = dict[str, Any]

FIELD = ["blue 3", "orange 7", "blue 1", "orange 2", "blue 7"]


def drop(player: str, card: str) -> Raw:
    return {"do": "discard", "player": player, "card": card}


def put(player: str, tile: str, at: str) -> Raw:
    return {"do": "place", "player": player, "tile": tile, "at": at}


def played(player: str, card: str, column: int, **more: str) -> Raw:
    return {"do": "play", "player": player, "card": card, "column": column, **more}


def draws(player: str) -> Raw:
    return {"do": "draw", "player": player, "cards": 2}


def scored(**points: int) -> Raw:
    return {"do": "round", "scores": points}


#: A game of each kind in which something is won, and lost again.
MOVES: dict[str, list[Raw]] = {
    "zar": [
        {"do": "deal", "dealer": "Ann"},
        {"do": "flip", "card": "red sun"},
        {"do": "play", "player": "Bob", "cards": ["red moon"]},
        {"do": "draw", "player": "Cat"},
        {"do": "pass", "player": "Cat"},
    ],
    "numzumzero": [
        {"do": "deal", "lead": "Ann", "columns": FIELD},
        played("Ann", "orange 3", 1),
        played("Bob", "blue 2", 4),
        played("Cat", "orange 4", 3),
        played("Ann", "blue 3", 3),
    ],
    "zarathustra": [
        put("Ann", "sbhb", "a1"),
        put("Bob", "sbsb", "c3"),
        put("Cat", "bbbs", "b1"),
        put("Ann", "hbbb", "e5"),
    ],
    "zero_zap": [
        {"do": "deal", "dealer": "Cat"},
        draws("Ann"),
        {"do": "meld", "player": "Ann", "cards": ["red 3", "red 3", "wild"]},
        drop("Ann", "red 7"),
        {"do": "take", "player": "Bob", "card": "red 7", "index": 0},
        {"do": "meld", "player": "Bob", "cards": ["red 5", "red 6", "red 7"]},
        drop("Bob", "blue 1"),
    ],
    "score_sheet": [scored(Ann=3, Bob=5, Cat=0), scored(Ann=-2, Bob=7, Cat=4), scored(Ann=9, Bob=1, Cat=2)],
}
POINTS = ("point", "points")
COUNTS = {"numzumzero": ("token", "tokens"), "zarathustra": ("blank edge", "blank edges")}
KINDS = [game for game in MOVES if game != "zar"]


def tell(ann: Visitor, game: Game, *moves: Raw) -> Game:
    """Moves made one after the other; none is refused."""
    for move in moves:
        key = tap_keys.new_key(Game.objects.get(pk=game.pk))
        answer = taps.make(ann, game.public_id, key, move)
        assert answer.reply.refused is None, (move, answer.reply.refused.text)
    return Game.objects.get(pk=game.pk)


def told(ann: Visitor, kind: str) -> Game:
    return tell(ann, new_game(ann, game=kind), *MOVES[kind])


def refolded(kind: str, moves: list[Raw]) -> tuple[Any, dict[str, float]]:
    """What a table comes to, and everybody's points, when these moves alone are made."""
    rules = GAMES[kind]
    fold = Fold(rules, rules.start({}, ["Ann", "Bob", "Cat"]))
    points: dict[str, float] = {}
    for move in moves:
        answer = fold.play_json(move)
        assert isinstance(answer, Ruling), move
        for line in answer.lines:
            points[line.player] = points.get(line.player, 0) + line.points
    return fold.state, points


def text(node: Any) -> str:
    return " ".join(node.get_text(" ").split())


# --- back to any move -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "position"), [(kind, n) for kind, moves in MOVES.items() for n in range(1, len(moves) + 1)]
)
def test_taking_back_to_any_move_leaves_the_game_that_the_moves_before_it_fold_to(
    ann: Visitor, kind: str, position: int
) -> None:
    game = told(ann, kind)
    answer = taps.take_back(ann, game.public_id, tap_keys.new_key(game), position=position)
    assert answer.reply.status == 200
    after = Game.objects.get(pk=game.pk)
    state, points = refolded(kind, MOVES[kind][: position - 1])
    assert after.state == GAMES[kind].dump(state)
    assert (after.length, after.version) == (position - 1, len(MOVES[kind]) + 1)
    kept: dict[str, float] = {}
    for score in Score.objects.filter(game=game).select_related("seat"):
        kept[score.seat.name] = kept.get(score.seat.name, 0) + float(score.points)
    assert kept == points
    assert after.standing["scores"] == GAMES[kind].standing(state)
    rows = reader.whole_log(after)
    assert [entry.body for entry in effective_moves(rows)] == MOVES[kind][: position - 1]
    assert rows[-1].outcome["back"] == MOVES[kind][position - 1 :]


@pytest.mark.parametrize("kind", MOVES)
def test_a_game_goes_on_after_it_and_is_undone_and_put_back_as_ever(ann: Visitor, kind: str) -> None:
    game = told(ann, kind)
    whole = game.state
    taps.take_back(ann, game.public_id, tap_keys.new_key(game), position=2)
    game = tell(ann, game, *MOVES[kind][1:])
    assert game.state == whole
    for write in (taps.undo, taps.redo):
        write(ann, game.public_id, tap_keys.new_key(Game.objects.get(pk=game.pk)))
    assert Game.objects.get(pk=game.pk).state == whole


def test_a_page_that_is_not_the_newest_takes_nothing_back(ann: Visitor) -> None:
    game = told(ann, "zarathustra")
    key = tap_keys.new_key(game)
    taps.undo(ann, game.public_id, tap_keys.new_key(game))
    answer = taps.take_back(ann, game.public_id, key, position=1)
    assert (answer.reply.late, Game.objects.get(pk=game.pk).length) == (True, 3)


@pytest.mark.parametrize("position", [0, 5, 10**6])
def test_a_move_that_is_not_in_force_cannot_be_taken_back(ann: Visitor, position: int) -> None:
    game = told(ann, "zarathustra")
    with pytest.raises(writer.NothingThere):
        taps.take_back(ann, game.public_id, tap_keys.new_key(game), position=position)
    phone = Phone(ann, game)
    token = phone.client.get(f"{phone.url}?sheet=back&n=1")
    assert token.status_code == 200
    page = Client()
    page.cookies[COOKIE] = ann.token
    sent = page.post(f"{phone.url}back/{position}/", {"key": tap_keys.new_key(game)})
    assert (sent.status_code, phone.game.length) == (404, 4)


def test_who_watches_can_look_and_takes_nothing_back(ann: Visitor, cat: Visitor) -> None:
    game = told(ann, "zarathustra")
    phone = Phone(cat, game)
    phone.tap("Dispute")
    phone.tap("Undo back to a move")
    phone.tap("Undo this and all after, move 2")
    assert phone.tap("Undo 3 moves").status == 403
    assert phone.game.length == 4


# --- by taps --------------------------------------------------------------------------------------------


def twins_of(ann: Visitor, kind: str) -> Twins:
    twins = Twins(ann, game=kind)
    for phone in twins.phones:
        tell(ann, phone.game, *MOVES[kind])
    twins.open()
    twins.check()
    return twins


@pytest.mark.parametrize("kind", MOVES)
def test_four_taps_from_the_table_to_a_move_taken_back_with_and_without_scripts(
    ann: Visitor, kind: str
) -> None:
    twins = twins_of(ann, kind)
    before = twins.state
    if kind == "zar":
        twins.open("?sheet=moves")
    else:
        twins.tap("Dispute")
        twins.tap("Undo back to a move")
    number = len(MOVES[kind])
    rows = [text(row) for row in twins.shown.table.select(".moves li")]
    assert [row.partition(".")[0] for row in rows] == [str(n) for n in range(number, 0, -1)]
    twins.tap(f"Undo this and all after, move {number - 1}")
    named = [text(node) for node in twins.shown.table.select(".span > div")]
    assert [name.split(maxsplit=3)[:3] for name in named] == [
        ["From", "move", str(number - 1)],
        ["to", "move", str(number)],
    ]
    preview = [text(node) for node in twins.shown.table.select(".sheet li")]
    assert twins.state == before, "looking changes nothing"
    twins.tap("Undo 2 moves")
    after = twins.state
    if after.get("turn"):
        stays = "stays" if after["turn"] == before["turn"] else "is"
        assert f"It {stays} {after['turn']}’s turn." in preview
    for name, points in after["scores"].items():
        worth = f"{points} {COUNTS.get(kind, POINTS)[points != 1]}"
        changed = f"{name}: {worth} instead of {before['scores'][name]}." in preview
        assert changed == (points != before["scores"][name])
    assert twins.script.game.length == number - 2


def test_the_moves_are_listed_a_page_at_a_time(ann: Visitor) -> None:
    phone = Phone(ann, new_game(ann, game="score_sheet"))
    tell(ann, phone.game, *[scored(Ann=n, Bob=0, Cat=0) for n in range(19)])

    def numbers() -> list[int]:
        return [int(text(row).partition(".")[0]) for row in phone.shown.table.select(".moves li")]

    seen = []
    phone.open("?sheet=moves")
    seen.append(numbers())
    for _ in range(2):
        phone.tap("Older")
        seen.append(numbers())
    assert seen == [list(range(19, 11, -1)), list(range(11, 3, -1)), [3, 2, 1]]
    for page in reversed(seen[:-1]):
        phone.tap("Newer")
        assert numbers() == page


def test_the_log_says_what_was_taken_back_and_keeps_it_struck_through(ann: Visitor) -> None:
    game = told(ann, "zarathustra")
    taps.take_back(ann, game.public_id, tap_keys.new_key(game), position=3)
    phone = Phone(ann, game)
    shown = phone.client.get(f"{phone.url}log/").content.decode()
    assert "Moves 3 to 4 are undone" in shown
    assert "Undone: Cat places blank-blank-blank-sword on b1" in shown
    assert "Undone: Ann places" in shown
    assert shown.count('class="struck"') == 2


# --- why ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_one_tap_shows_the_last_move_with_all_its_rulings_and_their_clauses(ann: Visitor, kind: str) -> None:
    twins = twins_of(ann, kind)
    twins.tap("Dispute")
    sheet = text(twins.shown.table.select_one(".sheet"))
    rulings = reader.last_outcome(twins.script.game)["rulings"]
    assert rulings
    for cite in rulings:
        assert f"{cite['text']} {rule_name(cite['rule'])}".strip() in sheet


WHY = {
    "numzumzero": [
        "The tokens, line by line",
        "Before: blue 1 = 1, orange 4 = 4.",
        "With blue 3: blue 1 + 3 = 4, orange 4 = 4.",
        "Column 1: empty.",
        "Column 2: blue none = 0, orange 7 = 7. blue 7 collects it.",
        "Ann +1: column of 3 cards.",
    ],
    "zarathustra": [
        "Top: shield towards e4, where no tile lies.",
        "Right: blank towards f5, where no tile lies.",
        "Bob: 2.",
    ],
    "zero_zap": ["Bob’s hand: 5, now 4.", "The lineup: 0 cards, now 1."],
    "score_sheet": ["Ann: 3 − 2 + 9 = 10."],
}


def test_partners_are_told_once_and_fields_are_not_asked_for_as_plain_points(ann: Visitor) -> None:
    bridge: dict[str, Any] = {"sheet": msgspec.to_builtins(shelf()["bridge_rubber"])}
    phone = Phone(ann, new_game(ann, "Ann Bob Cat Dan", "score_sheet", **bridge))
    table = {"level": 1, "strain": "clubs", "declarer": "Bob", "tricks": 9}
    taps.make(
        ann,
        phone.game.public_id,
        tap_keys.new_key(phone.game),
        {"do": "entry", "players": {}, "table": table},
    )
    sheet = text(phone.open("?sheet=dispute").table.select_one(".sheet"))
    assert "What would this" not in sheet
    assert phone.open("?sheet=may&ask=round").table.select_one(".sheet") is None
    assert "Bob and Dan: Contract 20. Overtricks (9 − 1 − 6) × 20 = 40. Total 60." in sheet
    assert "Bob & Dan +60" in sheet
    assert "line by line" not in sheet, "the ruling says it"


@pytest.mark.parametrize("kind", WHY)
def test_what_was_added_up_or_compared_is_shown(ann: Visitor, kind: str) -> None:
    twins = twins_of(ann, kind)
    twins.tap("Dispute")
    sheet = text(twins.shown.table.select_one(".sheet"))
    for line in WHY[kind]:
        assert line in sheet


def test_crossed_swords_name_the_shields_that_were_counted(ann: Visitor) -> None:
    game = tell(
        ann,
        new_game(ann, game="zarathustra"),
        put("Ann", "bbsb", "c2"),
        put("Bob", "hbbb", "e5"),
        put("Cat", "bbbh", "d3"),
        put("Ann", "hbbb", "a6"),
        put("Bob", "sbbb", "c3"),
    )
    phone = Phone(ann, game)
    sheet = text(phone.tap("Dispute").table.select_one(".sheet"))
    assert "Top: swords cross, c3 has 1 shield, c2 has 0: c2 falls." in sheet
    assert "Shields that face c3: d3, c2: none." in sheet


def test_a_set_or_run_is_checked_and_what_a_special_touched_is_told(ann: Visitor) -> None:
    phone = Phone(ann, tell(ann, new_game(ann, game="zero_zap"), *MOVES["zero_zap"][:3]))
    sheet = text(phone.tap("Dispute").table.select_one(".sheet"))
    assert "A set of 3 in red: 3 × 2 = 6 before doubling. Rule 4" in sheet
    tell(ann, phone.game, {"do": "discard", "player": "Ann", "card": "give", "target": "Bob"})
    phone.open()
    sheet = text(phone.tap("Dispute").table.select_one(".sheet"))
    assert "Bob’s hand: 7, now 8." in sheet
    assert "The tray: 0 cards, now 1." in sheet


def test_the_door_stands_beside_every_step_of_a_tile(ann: Visitor) -> None:
    twins = twins_of(ann, "zarathustra")
    for query in ("", "?at=c5", "?at=c5&tile=bbbh", "?at=d4", "?at=d4&tile=bbbh"):
        twins.open(query)
        twins.tap("Dispute")
        assert "Move 4: Ann places" in twins.shown.one(".sheet")


def test_before_the_first_move_the_door_has_nothing_to_undo(ann: Visitor) -> None:
    for kind in KINDS:
        phone = Phone(ann, new_game(ann, game=kind))
        assert "Nothing has happened yet." in phone.tap("Dispute").text
        assert "Nothing has happened yet." in phone.open("?sheet=moves").text


# --- may I? ---------------------------------------------------------------------------------------------


def ask(phone: Phone | Twins, question: str, **typed: Any) -> tuple[str, str]:
    """The short answer of the referee, and the whole sheet."""
    phone.open()
    phone.tap("Dispute")
    phone.tap(question)
    shown = phone.tap("Ask the referee", **typed)
    return shown.one(".verdict b"), text(shown.table.select_one(".sheet"))


ASKED: list[tuple[str, int, str, Raw, str, str]] = [
    ("zarathustra", 4, "May this tile", {"player": "Bob", "at": "c3"}, "No", "A tile lies on c3 already"),
    ("zarathustra", 4, "May this tile", {"player": "Bob", "at": "d4"}, "No", "d4 touches e5"),
    ("zarathustra", 4, "May this tile", {"player": "Cat", "at": "a3"}, "Not now", "It is Bob’s turn"),
    ("zarathustra", 4, "May this tile", {"player": "Bob", "at": "c4"}, "Yes", "Top:"),
    (
        "zarathustra",
        4,
        "May this tile",
        {"player": "Bob", "at": "a6"},
        "Yes",
        "Bob: 5 blank edges instead of 2.",
    ),
    (
        "numzumzero",
        5,
        "May this card",
        {"card": "blue 7", "column": "2"},
        "Yes",
        "Bob: 2 tokens instead of 1.",
    ),
    ("numzumzero", 5, "May this card", {"card": "blue 6", "column": "2"}, "Yes", "not equal"),
    ("numzumzero", 5, "May this card", {"player": "Cat"}, "Not now", "It is Bob’s turn"),
    ("zero_zap", 2, "Is this a set", {"cards": ["red 1", "red 2", "red 3"]}, "Yes", "A run of 3 in red"),
    ("zero_zap", 2, "Is this a set", {"cards": ["red 1", "red 2", "blue 3"]}, "No", "one colour"),
    ("zero_zap", 1, "Is this a set", {"cards": ["red 1", "red 1", "red 1"]}, "Not now", "A set of 3 in red"),
    ("zero_zap", 4, "What would I take", {}, "Yes", "Nothing comes along."),
    ("zero_zap", 2, "May this double", {"color": "blue"}, "Yes", "double"),
    ("zero_zap", 2, "May this be discarded", {"card": "zero zap"}, "No", "Rule 14"),
    ("score_sheet", 3, "What would this round", {"score Ann": "5"}, "Yes", "Ann: 15 points instead of 10."),
]


@pytest.mark.long
@pytest.mark.parametrize(("kind", "moves", "question", "typed", "verdict", "why"), ASKED)
def test_a_question_is_answered_on_the_table_as_it_is_and_recorded_nowhere(
    ann: Visitor, kind: str, moves: int, question: str, typed: Raw, verdict: str, why: str
) -> None:
    twins = Twins(ann, game=kind)
    for phone in twins.phones:
        tell(ann, phone.game, *MOVES[kind][:moves])
    before = [bytes(phone.game.state) for phone in twins.phones]
    said, sheet = ask(twins, question, **typed)
    assert (said, why in sheet) == (verdict, True), sheet
    assert [bytes(phone.game.state) for phone in twins.phones] == before
    assert [phone.game.version for phone in twins.phones] == [moves, moves]


@pytest.mark.long
def test_a_question_of_junk_is_answered_in_words(ann: Visitor) -> None:
    for kind in KINDS:
        phone = Phone(ann, told(ann, kind))
        for junk in ("", "☃", "-1", "99999999999999", "red"):
            fields = "&".join(
                f"{name}={junk}"
                for name in ("player", "card", "column", "at", "top", "cards", "take", "color", "score Ann")
            )
            for name in ("place", "play", "take", "meld", "discard", "round", "nothing"):
                shown = phone.open(f"?sheet=may&ask={name}&sent=1&{fields}")
                assert (shown.status, shown.one(".verdict b") not in ("", "Yes")) == (200, True), shown.text
        for sheet in ("back", "moves", "dispute"):
            for junk in ("0", "99", "☃", "1" * 50):
                assert phone.open(f"?sheet={sheet}&n={junk}&from={junk}").status == 200


# --- overruled ------------------------------------------------------------------------------------------


def refused_moves(ann: Visitor, kind: str) -> tuple[Phone, Raw]:
    """A table, and a move there that puts something down against the rules."""
    match kind:
        case "numzumzero":
            game = tell(ann, new_game(ann, game=kind), MOVES[kind][0])
            names = ["Ann", "Bob", "Cat"]
            six = ["blue 1", "blue 2", "blue 4", "blue 5", "blue 6", "blue 6"]
            game = tell(ann, game, *(played(names[n % 3], card, 1) for n, card in enumerate(six)))
            return Phone(ann, game), played("Ann", "blue 7", 1)
        case "zarathustra":
            return Phone(ann, told(ann, kind)), put("Bob", "hbbb", "d4")
    game = tell(ann, new_game(ann, game=kind), *MOVES[kind][:2])
    return Phone(ann, game), {"do": "meld", "player": "Ann", "cards": ["red 1", "blue 2", "red 3"]}


@pytest.mark.parametrize("kind", ["numzumzero", "zarathustra", "zero_zap"])
def test_what_is_against_the_rules_can_be_overruled_and_the_log_says_so(ann: Visitor, kind: str) -> None:
    phone, raw = refused_moves(ann, kind)
    length = phone.game.length
    page = Client()
    page.cookies[COOKIE] = ann.token
    shown = page.post(f"{phone.url}move/", {**raw, "key": tap_keys.new_key(phone.game)})
    assert shown.status_code == 422
    phone.shown = type(phone.shown)(shown)
    form = phone.shown.table.select_one(".s-refused form.line")
    assert form is not None
    fields: dict[str, list[str]] = {}
    for node in form.select("input[name]:not([name=csrfmiddlewaretoken])"):
        fields.setdefault(str(node["name"]), []).append(str(node["value"]))
    fields["overruled"] = ["the young ones may"]
    assert page.post(f"{phone.url}move/", fields).status_code == 303
    assert phone.game.length == length + 1
    said = page.get(f"{phone.url}log/").content.decode()
    assert "Overruled by the table: the young ones may" in said
    assert "Overruled by the table (the young ones may)" in said


@pytest.mark.parametrize("kind", ["numzumzero", "zarathustra", "zero_zap"])
def test_only_a_keeper_overrules(ann: Visitor, bob: Visitor, kind: str) -> None:
    phone, raw = refused_moves(ann, kind)
    length = phone.game.length
    page = Client()
    page.cookies[COOKIE] = bob.token
    shown = page.post(f"{phone.url}move/", {**raw, "key": tap_keys.new_key(phone.game)})
    assert shown.status_code == 422
    assert b'name="overruled"' not in shown.content
    assert "keeper can overrule this" in shown.content.decode()
    forced = page.post(
        f"{phone.url}move/", {**raw, "overruled": "Bob says so", "key": tap_keys.new_key(phone.game)}
    )
    assert forced.status_code == 403
    assert "Only a keeper of the crew can overrule" in forced.content.decode()
    assert phone.game.length == length


@pytest.mark.parametrize("kind", ["numzumzero", "zarathustra", "zero_zap"])
def test_what_cannot_be_is_not_overruled(ann: Visitor, kind: str) -> None:
    impossible = {
        "numzumzero": played("Bob", "blue 3", 9),
        "zarathustra": put("Bob", "sbsb", "a6"),
        "zero_zap": {"do": "meld", "player": "Cat", "cards": ["red 3"] * 4},
    }
    phone = Phone(ann, told(ann, kind))
    page = Client()
    page.cookies[COOKIE] = ann.token
    shown = page.post(f"{phone.url}move/", {**impossible[kind], "key": tap_keys.new_key(phone.game)})
    assert shown.status_code == 422
    assert b'name="overruled"' not in shown.content
