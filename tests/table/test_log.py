"""The log tells everything in order: who tapped what and when, what was refused, and what became of it."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest
from bs4 import Tag
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from referee.rules.score_sheet.shelf import shelf
from referee.table import log_pages as logs
from scoring.crew.visitor import COOKIE, Visitor
from scoring.log import tap_keys
from scoring.models import Membership, Move, Player, Refusal
from tests import taps
from tests.table.page import Phone, Shown, new_game, words

pytestmark = pytest.mark.slow


class Log:
    """The log of a phone's table, as this visitor reads it."""

    def __init__(self, phone: Phone, visitor: Visitor | None = None) -> None:
        self.phone = phone
        self.client = Client()
        self.client.cookies[COOKIE] = (visitor or phone.visitor).token

    def read(self, path: str = "log/") -> Shown:
        return Shown(self.client.get(f"{self.phone.url}{path}"))

    def rows(self, path: str = "log/") -> list[Tag]:
        """The rows without the headings of hands."""
        return self.read(path).soup.select(".log > li[id]")

    def anchors(self, path: str = "log/") -> list[str]:
        """The rows by their anchors, oldest first: a page has them the other way round."""
        return [str(row["id"]) for row in reversed(self.rows(path))]

    def row(self, anchor: str) -> Tag:
        found = self.read().soup.find(id=anchor)
        assert isinstance(found, Tag), anchor
        return found


def opened(ann: Visitor) -> Phone:
    phone = Phone(ann, new_game(ann))
    for name in ("Ann deals", "blue sun"):
        phone.tap(name)
    return phone


def fix(phone: Phone, position: int, raw: dict[str, Any] | None) -> None:
    answer = taps.correct(
        phone.visitor, phone.game.public_id, tap_keys.new_key(phone.game), position=position, move=raw
    )
    assert answer.reply.refused is None
    phone.open()


def told(phone: Phone, raw: dict[str, Any]) -> None:
    answer = taps.make(phone.visitor, phone.game.public_id, tap_keys.new_key(phone.game), dict(raw))
    assert answer.reply.refused is None, answer.reply.refused
    phone.open()


def bob_plays(card: str) -> dict[str, Any]:
    return {"do": "play", "player": "Bob", "cards": [card]}


def test_whoever_draws_for_the_wasps_is_told_with_how_many(ann: Visitor) -> None:
    phone = opened(ann)
    told(phone, bob_plays("blue wasp"))
    told(phone, {"do": "take", "player": "Cat"})
    row = Log(phone).rows()[0]
    assert words(row.select_one(".text")) == "Cat draws for the wasps: 2 cards"


def test_a_ruling_calls_cards_as_the_pad_does_and_keeps_the_names_of_the_record(ann: Visitor) -> None:
    phone = opened(ann)
    told(phone, bob_plays("blue lightning"))
    row = words(Log(phone).row("r3"))
    assert "Bob plays a blue lightning bolt" in row
    assert "A blue lightning bolt goes on a blue sun" in row
    kept = Move.objects.get(seq=3)
    assert kept.body["cards"] == ["blue lightning"]
    assert "blue lightning goes" in str(kept.outcome)


def test_what_was_refused_or_dropped_or_illegal_calls_cards_so_too(ann: Visitor) -> None:
    phone = opened(ann)
    for raw in (
        bob_plays("blue lightning"),
        {"do": "play", "player": "Cat", "cards": ["red lightning"]},
        {"do": "illegal", "move": 4},
        {"do": "play", "player": "Cat", "cards": ["blue star"]},
    ):
        told(phone, raw)
    assert "Cat’s red lightning bolt (move 4) was illegal" in words(Log(phone).row("r5"))
    phone.open()
    assert phone.tap("red lightning bolt").status == 422
    assert "A red lightning bolt does not go on a blue star" in words(Log(phone).row("refused-1"))
    phone.open()
    preview = Shown(
        Log(phone).client.post(f"{phone.url}correct/3/", {"player": "Bob", "card": "blue moon"}, follow=True)
    )
    assert "A red lightning bolt does not go on a blue moon" in preview.one(".lost")
    assert "That is no play of this hand that still stands." in preview.one(".lost")
    fix(phone, 3, bob_plays("blue moon"))
    assert "A red lightning bolt does not go on a blue moon" in words(Log(phone).row("r7"))


def test_a_refusal_stands_in_the_log_between_the_moves_around_it(ann: Visitor) -> None:
    phone = opened(ann)
    version = phone.game.version
    assert phone.tap("red moon").status == 422
    assert phone.game.version == version
    phone.open()
    phone.tap("blue moon")
    book = Log(phone)
    assert book.anchors() == ["r1", "r2", "refused-1", "r3"]
    row = book.row("refused-1")
    assert "Refused Bob plays a red moon" in words(row)
    assert "does not go on" in words(row)
    assert row.select_one("cite a")
    assert not row.select("s"), "it never was in force, so nothing is struck through"


def test_a_refused_tap_does_not_make_another_phones_page_stale(ann: Visitor, bob: Visitor) -> None:
    phone = opened(ann)
    other = Phone(bob, phone.game)
    phone.tap("red moon")
    assert other.tap("blue moon").status == 200
    assert Refusal.objects.get().after == 2


def test_what_a_sheet_asks_for_is_no_refusal_and_what_it_could_not_mend_is(ann: Visitor) -> None:
    phone = opened(ann)
    assert "Which symbol?" in phone.tap("winged dragon").text
    assert not Refusal.objects.exists()
    phone.open()
    phone.tap("blue wasp")
    assert phone.tap("winged dragon").status == 422
    assert Refusal.objects.get().outcome["code"] == "illegal"
    assert "winged dragon" in words(Log(phone).row("refused-1"))


def test_a_tap_that_was_sent_twice_is_refused_once_in_the_log(ann: Visitor) -> None:
    phone = opened(ann)
    request = phone.request_of(phone.shown.find("red moon"))
    for _ in range(3):
        assert phone.send(request).status == 422
    assert Refusal.objects.count() == 1


def test_what_cannot_be_read_is_no_move_of_anybody(ann: Visitor) -> None:
    phone = opened(ann)
    request = phone.request_of(phone.shown.find("red moon"))
    assert phone.send(request.with_field("card", "green moon")).status == 422
    assert phone.send(request.with_field("do", "dance")).status == 422
    assert not Refusal.objects.exists()


def test_a_refused_tap_takes_at_most_8_queries(ann: Visitor) -> None:
    phone = opened(ann)
    late = phone.request_of(phone.shown.find("red moon"))
    for card in ("red moon", "red star"):
        with CaptureQueriesContext(connection) as captured:
            assert phone.send(late.with_field("card", card)).status == 422
        asked = [q["sql"] for q in captured if q["sql"] != "BEGIN" and "SAVEPOINT" not in q["sql"]]
        assert len([sql for sql in asked if sql != "COMMIT"]) <= 8
        Phone(ann, phone.game).tap("blue moon")
    assert Refusal.objects.count() == 2


def test_the_log_says_who_tapped_and_when(ann: Visitor, bob: Visitor) -> None:
    phone = opened(ann)
    other = Phone(bob, phone.game)
    other.tap("red moon")
    other.open()
    other.tap("blue moon")
    book, his = Log(phone), Log(phone, bob)
    assert re.search(r"this phone, its own page, \d\d:\d\d$", words(book.row("r1").select_one(".who-when")))
    assert "phone 2," in words(book.row("r3"))
    assert "phone 2," in words(book.row("refused-1"))
    assert "this phone," in words(his.row("r3"))
    assert "phone 1," in words(his.row("r1"))
    Membership.objects.filter(pk=Visitor(bob.token).membership.pk).update(label="Bob’s old phone")  # type: ignore[union-attr]
    assert "Bob’s old phone," in words(book.row("r3"))


def test_a_row_shows_the_face_of_who_moved_or_tried_to(ann: Visitor) -> None:
    phone = opened(ann)
    Player.objects.filter(name="Bob").update(colour="teal")
    for name in ("blue moon", "Undo", "blue star"):
        phone.tap(name)
    told(phone, {"do": "draw", "player": "Cat"})
    with pytest.raises(AssertionError):
        told(phone, bob_plays("blue sun"))
    shown = {str(row["id"]): row.select_one(".face") for row in Log(phone).rows()}
    bobs = {anchor for anchor, face in shown.items() if face and words(face) == "B"}
    assert bobs == {"r3", "r5", "refused-1"}
    assert all("in-teal" in face["class"] and face["aria-hidden"] for a in bobs if (face := shown[a]))
    assert shown["r4"] is None, "nobody in particular takes a move back"
    fix(phone, 3, bob_plays("blue moon"))
    assert Log(phone).row("r7").select_one(".face.in-teal")


def test_what_was_taken_back_stays_struck_through_and_says_where(ann: Visitor) -> None:
    phone = opened(ann)
    for name in ("blue moon", "Undo", "blue star"):
        phone.tap(name)
    book = Log(phone)
    gone = book.row("r3")
    assert words(gone.select_one("s.text")) == "Bob plays a blue moon"
    assert gone.select("p s"), "so is its ruling"
    assert words(gone.select_one(".n s")) == "3", "the number that its undo speaks of"
    link = next(link for link in gone.select(".fate a") if words(link) == "Undone")
    assert str(link["href"]).endswith("/log/4/")
    back = book.row("r4")
    assert words(back.select_one(".text")) == "Move 3 is undone: Bob plays a blue moon"
    assert words(back.select_one(".fate a")) == "Bob plays a blue moon"
    assert not gone.find("a", string="Correct")


def test_what_was_put_back_is_in_force_again(ann: Visitor) -> None:
    phone = opened(ann)
    for name in ("blue moon", "Undo", "Redo"):
        phone.tap(name)
    book = Log(phone)
    assert not book.row("r3").select("s")
    assert words(book.row("r5").select_one(".text")) == "Move 3 is redone: Bob plays a blue moon"


def test_the_log_after_ten_corrections_has_lost_nothing(ann: Visitor) -> None:
    phone = opened(ann)
    phone.tap("blue moon")
    phone.tap("red moon")
    cards = ["blue star", "blue moon", "blue cloud", "red sun", "yellow sun"] * 2
    before = [(row.seq, row.body, row.outcome) for row in Move.objects.order_by("seq")]
    fallen = 0
    for card in cards:
        fix(phone, 3, bob_plays(card))
    after = [(row.seq, row.body, row.outcome) for row in Move.objects.order_by("seq")]
    assert after[: len(before)] == before
    book = Log(phone)
    assert book.anchors() == [f"r{seq}" for seq in range(1, 15)]
    told = ["Bob plays a blue moon", *(f"Move 3 is corrected: Bob plays a {card}" for card in cards)]
    rows = [book.row("r3"), *(book.row(f"r{seq}") for seq in range(5, 15))]
    for place, (row, text) in enumerate(zip(rows, told, strict=True)):
        assert words(row.select_one(".text")) == text
        assert bool(row.select("s.text")) == (place < len(cards)), "only the last stands"
        if place < len(cards):
            later = next(link for link in row.select("a") if words(link).startswith("Replaced by"))
            assert words(later) == f"Replaced by: Bob plays a {cards[place]}"
            assert str(later["href"]).endswith(f"/log/{place + 5}/")
        if place:
            earlier = next(link for link in row.select("a") if words(link).startswith("It was: "))
            assert words(earlier) == f"It was: {told[place - 1].removeprefix('Move 3 is corrected: ')}"
        fallen += "Dropped: Cat plays a red moon" in words(row)
    assert fallen == 1
    assert "Dropped when move 3 was corrected" in words(book.row("r4"))
    assert book.anchors("log/?only=disputes") == [f"r{seq}" for seq in range(5, 15)]


def test_a_move_that_was_struck_out_says_so_and_those_behind_it_say_what_they_were(ann: Visitor) -> None:
    phone = opened(ann)
    fix(phone, 2, {"do": "flip", "card": "red star"})
    phone.open("?sheet=seat&player=1")
    phone.tap("Penalty card")
    phone.tap("red moon")
    fix(phone, 3, None)
    book = Log(phone)
    assert "Removed" in words(book.row("r4"))
    assert words(book.row("r4").select_one(".n s")) == "3"
    assert "Move 3 is removed" in words(book.row("r6"))
    moved = book.row("r5")
    assert words(moved.select_one(".n")) == "3"
    assert "It was move 4 when it was made" in words(moved)


def test_a_ruling_that_a_correction_changed_shows_what_was_said_first(ann: Visitor) -> None:
    phone = opened(ann)
    phone.tap("blue moon")
    phone.tap("blue star")
    fix(phone, 3, bob_plays("blue galaxy"))
    row = Log(phone).row("r4")
    struck, stands = row.select("p s"), row.select("p")
    assert words(struck[0]) == "A blue star goes on a blue moon."
    assert any("A blue star goes on a blue galaxy." in words(line) for line in stands if not line.select("s"))


def test_the_date_in_the_head_of_the_log_stays_in_one_line(ann: Visitor) -> None:
    head = Log(opened(ann)).read().soup.select(".head .of")[0].get_text()
    assert head.startswith("ZAR, ")
    assert " " not in head.removeprefix("ZAR, "), "with its year, however it is written"


def test_the_latest_move_comes_first_under_its_hand(ann: Visitor) -> None:
    phone = Phone(ann, new_game(ann))
    for raw in (
        {"do": "deal", "dealer": "Ann"},
        {"do": "flip", "card": "blue sun"},
        {"do": "void"},
        {"do": "deal", "dealer": "Bob"},
    ):
        told(phone, raw)
    page = Log(phone).read()
    assert [words(row) for row in page.soup.select(".log > .hand")] == ["Hand 1"]
    assert [row.get("id") for row in page.soup.select(".log > li")] == [None, "r4", "r3", "r2", "r1"]


def test_a_deal_that_is_refused_during_a_hand_stands_under_that_hand(ann: Visitor) -> None:
    phone = opened(ann)
    with pytest.raises(AssertionError):
        told(phone, {"do": "deal", "dealer": "Bob"})
    page = Log(phone).read()
    assert [words(row) for row in page.soup.select(".log > .hand")] == ["Hand 1"]
    assert page.soup.select(".log > .hand + .refused")


def test_a_refused_entry_stands_under_the_round_that_it_was_of(ann: Visitor) -> None:
    sheet = msgspec.to_builtins(shelf()["mini_golf"])
    phone = Phone(ann, new_game(ann, "Ann Bob", "score_sheet", wins="low", sheet=sheet))
    for first in ("9", "3", "8"):
        phone.tap("Save", **{"n strokes Ann": first, "n strokes Bob": "2"})
    page = Log(phone).read()
    rows = [words(row.select_one("h2, .what")) for row in page.soup.select(".log > li")]
    assert [row.split()[0] for row in rows] == ["Hole", "Refused", "Hole", "A", "Refused"]
    assert [row for row in rows if row.startswith("Hole")] == ["Hole 2", "Hole 1"]
    # Once it is undone, the next is of the same round again.
    phone.tap("Save", **{"n strokes Ann": "4", "n strokes Bob": "2"})
    phone.tap("Undo")
    phone.tap("Save", **{"n strokes Ann": "9", "n strokes Bob": "2"})
    shown = [words(row) for row in Log(phone).read().soup.select(".log h2")]
    assert shown == ["Hole 2", "Hole 1"]


def test_a_row_shows_one_number(ann: Visitor) -> None:
    phone = opened(ann)
    phone.tap("blue moon")
    phone.tap("Undo")
    for row in Log(phone).rows():
        assert re.fullmatch(r"\d*", words(row.select_one(".n")))
        assert not re.search(r"(?<![\d:])\d+(?![\d:])", words(row.select_one(".who-when"))), (
            "only the time of day"
        )


def test_what_a_later_move_made_void_is_struck_through_and_says_by_which(ann: Visitor) -> None:
    phone = opened(ann)
    for raw in (
        bob_plays("blue moon"),
        {"do": "penalty", "player": "Ann"},
        {"do": "play", "player": "Cat", "cards": ["blue star"]},
        {"do": "illegal", "move": 3},
    ):
        told(phone, raw)
    book = Log(phone)
    assert [row["id"] for row in book.rows() if row.select("s.text")] == ["r5", "r3"], "the penalty stands"
    gone = book.row("r3")
    assert words(gone.select_one(".n")) == "3", "it can still be looked at and corrected"
    assert "Void since move 6" in words(gone)
    told(phone, {"do": "void"})
    assert [row["id"] for row in book.rows() if row.select("s.text")] == ["r6", "r5", "r4", "r3", "r2", "r1"]
    assert "Void since move 6" in words(book.row("r3")), "the first that made it void is told"
    assert "Void since move 7" in words(book.row("r4"))


def test_disputes_only_leaves_out_what_nobody_argued_about(ann: Visitor) -> None:
    phone = opened(ann)
    phone.tap("red moon")
    phone.tap("Allow it", overruled="we play it so")  # 3
    phone.tap("red star")  # 4
    phone.open("?sheet=seat&player=0")
    phone.tap("Penalty card")  # 5
    phone.open("?sheet=seat&player=1")
    phone.tap("Set", cards=3)  # 6
    phone.tap("Undo")  # 7
    for raw in (
        {"do": "gotcha", "caller": "Bob", "target": "Cat"},
        {"do": "close_call", "events": ["zar", "gotcha"], "players": ["Bob", "Cat"]},
        {"do": "illegal", "move": 4},
    ):
        told(phone, raw)
    book = Log(phone)
    assert book.anchors() == ["r1", "r2", "refused-1", *(f"r{seq}" for seq in range(3, 11))]
    assert book.anchors("log/?only=disputes") == ["refused-1", "r3", "r5", "r6", "r8", "r9", "r10"]
    page = book.read("log/?only=disputes")
    assert not page.soup.select(".log .hand, .log details[open]")
    assert page.one("main [aria-current]") == "Disputes"
    whose = [words(node) for node in page.soup.select("main .whose")]
    assert whose[0] == "Our reading: the rulebook does not say."
    assert whose == [words(node) for node in page.soup.select(".log ~ .whose")], "below the rows, once"
    reading = next(row for row in page.soup.select(".log > li") if "Our reading" in words(row))
    alone = book.read(f"log/{str(reading['id']).removeprefix('r')}/")
    assert "Our reading: the rulebook leaves this open" in alone.one(".clause .whose-rule")
    assert not alone.soup.select(".whose")
    other = page.soup.select_one("nav.seg a")
    assert isinstance(other, Tag)
    assert other["href"] == f"{phone.url}log/"
    assert book.read().one("main [aria-current]") == "Everything"


def test_disputes_only_has_what_was_taken_back_at_the_door_and_no_single_undo(ann: Visitor) -> None:
    phone = opened(ann)
    for name in ("blue moon", "blue star", "Undo", "blue cloud"):
        phone.tap(name)
    phone.open("?sheet=back&n=3")
    phone.tap("Undo 2 moves")
    phone.tap("blue galaxy")
    phone.open("?sheet=back&n=3")
    phone.tap("Undo this move")
    book = Log(phone)
    rows = book.rows("log/?only=disputes")
    assert [row["id"] for row in rows] == ["r9", "r7"]
    assert "Moves 3 to 4 are undone" in words(rows[1])
    assert [words(link) for link in rows[1].select(".fate a")] == [
        "Undone: Bob plays a blue moon",
        "Undone: Cat plays a blue cloud",
    ]


def test_a_correction_that_was_refused_stands_in_the_log_as_a_refusal(ann: Visitor) -> None:
    phone = opened(ann)
    phone.tap("blue moon")
    page = Log(phone).client
    form = {
        "save": "1",
        "card": "red star",
        "player": "Bob",
        "count": "1",
        "key": tap_keys.new_key(phone.game),
    }
    for _ in range(2):
        assert page.post(f"{phone.url}correct/3/", form).status_code == 422
    book = Log(phone)
    assert book.anchors() == ["r1", "r2", "r3", "refused-1"]
    row = book.row("refused-1")
    assert "Refused Move 3 corrected: Bob plays a red star" in words(row)
    assert "does not go on" in words(row)
    assert "this phone," in words(row)
    assert book.anchors("log/?only=disputes") == ["refused-1"]
    assert phone.game.version == 3


def test_a_correction_that_is_only_looked_at_is_no_refusal(ann: Visitor) -> None:
    phone = opened(ann)
    phone.tap("blue moon")
    form = {"card": "red star", "player": "Bob", "count": "1"}
    assert Log(phone).client.post(f"{phone.url}correct/3/", form).status_code == 422
    assert not Refusal.objects.exists()


def test_a_log_without_a_dispute_says_so(ann: Visitor) -> None:
    phone = Phone(ann, new_game(ann))
    assert "No disputes yet" in Log(phone).read("log/?only=disputes").text
    assert "No moves yet." in Log(phone).read().text


def test_every_row_has_a_link_of_its_own_that_shows_it_whole(ann: Visitor) -> None:
    phone = opened(ann)
    phone.tap("red moon")
    phone.open()
    for name in ("blue moon", "Undo", "Redo"):
        phone.tap(name)
    fix(phone, 3, bob_plays("blue star"))
    book = Log(phone)
    rows = book.rows()
    assert len(rows) == 7
    for row in rows:
        link = row.select_one(".who-when a")
        assert isinstance(link, Tag)
        page = Shown(book.client.get(str(link["href"])))
        assert page.status == 200
        alone = page.soup.select(".log.one > li")
        assert [node["id"] for node in alone] == [row["id"]]
        assert words(alone[0]) == words(row)
        rules = {words(cite) for cite in row.select("cite")}
        assert rules == {words(clause) for clause in page.soup.select(".clause h2 a")}
        assert all(len(words(text).split()) > 5 for text in page.soup.select(".clause p"))
        inside = next(node for node in page.soup.select("a") if words(node) == "Show in the log")
        path, _, anchor = str(inside["href"]).partition("#")
        assert Shown(book.client.get(path)).soup.find(id=anchor) is not None


@pytest.mark.parametrize(
    "path", ["log/0/", "log/4/", "log/refused/1/", "log/refused/0/", "log/x/", "log/-1/"]
)
def test_a_row_that_is_not_there_is_not_found(ann: Visitor, path: str) -> None:
    assert Log(opened(ann)).read(path).status == 404


def test_nobody_else_reads_a_row(ann: Visitor, cat: Visitor, dan: Visitor) -> None:
    phone = opened(ann)
    phone.tap("red moon")
    for path in ("log/1/", "log/refused/1/", "log/?only=disputes"):
        assert Log(phone, cat).read(path).status == 200
        assert Log(phone, dan).read(path).status == 404


def test_a_long_log_comes_in_parts_refusals_counted(ann: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs, "LOG_ROWS", 2)
    phone = opened(ann)
    phone.tap("red moon")
    phone.open()
    phone.tap("blue moon")
    book = Log(phone)
    assert book.anchors() == book.anchors("log/?part=2") == ["refused-1", "r3"]
    assert book.anchors("log/?part=1") == ["r1", "r2"]
    assert [words(link) for link in book.read().soup.select("nav.knowns a")] == ["Part 2", "Part 1"]
    assert book.read("log/?part=1").one("nav.knowns [aria-current]") == "Part 1"
    inside = [str(a["href"]) for a in book.read("log/3/").soup.select("a") if words(a) == "Show in the log"]
    assert inside == [f"{phone.url}log/?part=2#r3"]
    assert book.anchors("log/?only=disputes&part=9") == ["refused-1"]


def test_a_page_of_the_log_takes_eight_queries_whatever_was_played(ann: Visitor) -> None:
    phone = opened(ann)
    book = Log(phone)

    def asked(path: str) -> int:
        with CaptureQueriesContext(connection) as captured:
            assert book.read(path).status == 200
        return len(captured)

    before = [asked(path) for path in ("log/", "log/1/")]
    for _ in range(5):
        phone.tap("red moon")
        phone.open()
        for name in ("Draw", "Undo"):
            phone.tap(name)
    assert [asked(path) for path in ("log/", "log/1/")] == before
    assert max(before) <= 8


def test_the_menu_leads_to_the_last_ruling(ann: Visitor) -> None:
    phone = Phone(ann, new_game(ann))
    assert "Add a photo" not in phone.open("?sheet=menu").text
    phone = opened(ann)
    link = phone.open("?sheet=menu").find("Add a photo")
    assert link["href"] == f"{phone.url}?sheet=photo&row=2"


def test_the_log_leads_to_the_moves_and_back_to_any_of_them(ann: Visitor) -> None:
    phone = Phone(ann, new_game(ann))
    phone.tap("Ann deals")
    log = phone.client.get(f"{phone.url}log/").content.decode()
    assert f'href="{phone.url}?sheet=moves"' in log
    phone.open("?sheet=moves")
    assert phone.shown.find("Undo this, move 1")


def test_a_row_says_what_was_called_out_with_a_move(ann: Visitor) -> None:
    phone = opened(ann)
    phone.tap("blue moon")
    phone.tap("MATCH")
    phone.tap("Cat", within=".sheet")
    rows = Log(phone)
    assert words(rows.row("r4")).startswith("4 C Cat plays a blue moon MATCH")
    assert not rows.row("r3").select(".spoken")
    told(phone, {"do": "gotcha", "caller": "Bob", "target": "Cat"})
    called = Log(phone).row("r5")
    assert words(called).startswith("5 B Bob calls GOTCHA on Cat")
    assert not called.select(".spoken"), "its row says it"
    assert rows.read("correct/5/").one(".was") == "It was: Bob calls GOTCHA on Cat"


def test_the_last_cards_word_is_called_out_by_a_move_of_its_own(ann: Visitor) -> None:
    phone = opened(ann)
    told(phone, {"do": "recount", "player": "Bob", "cards": 2})
    told(phone, bob_plays("blue moon"))
    assert "ZAR" in words(phone.shown.soup.select_one(".now")), "Bob has to say it"
    assert not Log(phone).row("r4").select(".spoken")
    told(phone, {"do": "zar", "player": "Bob"})
    assert words(Log(phone).row("r5")).startswith("5 B Bob says “ZAR”")


def test_a_word_that_the_move_names_is_not_said_twice(ann: Visitor) -> None:
    phone = opened(ann)
    told(phone, {"do": "play", "player": "Bob", "cards": ["winged dragon"], "declare": "sun"})
    assert "SUNS" in words(phone.shown.soup.select_one(".now"))
    assert words(Log(phone).row("r3").select_one(".what")) == "Bob plays a winged dragon, suns"


def test_a_row_draws_the_cards_that_were_played(ann: Visitor) -> None:
    phone = opened(ann)
    phone.open()
    phone.tap("blue moon")
    drawn = Log(phone).row("r3").select_one(".played")
    assert isinstance(drawn, Tag)
    assert drawn["aria-hidden"] == "true", "the words say it"
    assert [card["class"] for card in drawn.select("i")] == [["blue"]]
    assert str(drawn.select("use")[0]["href"]).endswith("#moon")
    assert not Log(phone).row("r1").select(".played")


def test_a_counted_hand_is_told_by_its_points_and_its_cards(ann: Visitor) -> None:
    phone = opened(ann)
    for name, cards in [("Bob", 1), ("Cat", 4)]:
        told(phone, {"do": "recount", "player": name, "cards": cards})
    told(phone, bob_plays("blue moon"))
    told(phone, {"do": "out", "player": "Bob"})
    told(phone, {"do": "count", "player": "Cat", "cards": ["red sun", "red moon", "red star", "red cloud"]})
    row = Log(phone).rows()[0]
    assert [words(part) for part in row.select(".text")] == ["Cat’s hand: 4 points"]
    assert len(row.select(".played.hand > i")) == 4
    assert "Cat’s hand: red sun, red moon, red star and red cloud" in words(row)
