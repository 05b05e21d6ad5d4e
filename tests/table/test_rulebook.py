"""The rulebook in the app: every clause is there, is found, and is one tap from every ruling."""

from __future__ import annotations

import re

import pytest
from bs4 import BeautifulSoup
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from referee.games.cited import anchor_of, clause_url, rule_name
from referee.games.registry import GAMES, PRESENTERS
from referee.rules import rulebook
from scoring.crew.visitor import COOKIE, Visitor
from scoring.log import tap_keys
from tests.table.page import Phone, Shown, new_game, shape

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true", "HX-Target": "found"}


def read(path: str, visitor: Visitor | None = None) -> Shown:
    """A page of the rulebook, as the visitor sees it."""
    client = Client()
    if visitor:
        client.cookies[COOKIE] = visitor.token
    return Shown(client.get(path))


def numbers(shown: Shown) -> list[str]:
    """The names of the clauses on a page, in its order."""
    return [node.get_text() for node in shown.soup.select(".clause h3 a")]


@pytest.mark.parametrize("key", GAMES)
def test_a_book_has_every_clause_once_at_its_anchor(key: str) -> None:
    shown, book = read(f"/rules/{key}/"), rulebook.load(key)
    names = [rule_name(f"{key} {clause.number}") or f"Rule {clause.number}" for clause in book.clauses]
    assert numbers(shown) == names
    ids = [str(node["id"]) for node in shown.soup.select("[id]")]
    assert len(ids) == len(set(ids))
    for clause in book.clauses:
        article = shown.soup.find(id=anchor_of(clause.number))
        assert article is not None
        assert clause.text in article.get_text()
        assert clause.ours in article.get_text()
        whose = article.select_one(".whose-rule")
        begins = (whose.get_text().partition(":")[0]) if whose else ""
        ours = clause.reading or bool(clause.ours)
        assert begins == ("Our reading" if ours else "Author’s ruling" if clause.author else "")
        assert clause_url(f"{key} {clause.number}") == f"/rules/{key}/#{anchor_of(clause.number)}"
    assert " ".join(book.how.split()) in shown.text
    assert f"Based on: {book.source.rstrip('.')}. The words are ours." in shown.text


@pytest.mark.parametrize("key", GAMES)
def test_every_link_from_clause_to_clause_arrives(key: str) -> None:
    soup = read(f"/rules/{key}/").soup
    for link in soup.select(".clause a[href*='#']"):
        path, _, anchor = str(link["href"]).partition("#")
        assert path == f"/rules/{key}/"
        assert soup.find(id=anchor) is not None


def test_each_game_is_a_row_that_leads_to_its_book() -> None:
    shown = read("/rules/")
    rows = shown.soup.select("#found li a")
    assert [row["href"] for row in rows] == [f"/rules/{key}/" for key in GAMES]
    for key, row in zip(GAMES, rows, strict=True):
        assert row.select(".tile")
        assert [node.get_text() for node in row.select("small")] == [PRESENTERS[key].blurb], "whole sentences"
    assert numbers(shown) == []


def test_a_search_of_all_rules_finds_sheets_by_their_names_and_by_how_they_are_counted(ann: Visitor) -> None:
    for q, name, others in (
        ("kniffel", "Yahtzee (Kniffel)", 0),
        ("skat", "Skat", 0),
        ("schneider", "Skat", 1),
    ):
        shown = read(f"/rules/?q={q}", ann)
        rows = {row.b.get_text(): str(row["href"]) for row in shown.soup.select("#found li a") if row.b}
        assert name in rows
        assert len(rows) > others
        assert "score sheet" in shown.one("[role=status]")
        # Its page opens where that stands.
        path, _, anchor = rows[name].partition("#")
        assert read(path, ann).soup.select(f"details #{anchor} li, details #{anchor} p")
    assert not read("/rules/zar/?q=kniffel", ann).soup.select("#found li")
    # Words of the rules lead to no sheet that only happens to have them.
    assert not read("/rules/?q=frog", ann).soup.select("#found li a[href*=sheet]")
    assert read("/rules/", ann).soup.select("#found a[href='/new/#sheets']")
    assert read("/rules/score_sheet/", ann).one("h1") == "Rules of the score sheet"


@pytest.mark.parametrize(
    ("path", "q", "found"),
    [
        ("/rules/zar/", "9.2.2", {"Rule 9.2.2"}),
        ("/rules/zar/", "FROG skip  next", {"Rule 9.2.2"}),
        ("/rules/zar/", "faq 4", {"FAQ 4"}),
        ("/rules/zar/", "no such word", set()),
        ("/rules/", "playpile knocked", {"Rule 10"}),
        ("/rules/zar/", "\0 \ud7ff", set()),
        ("/rules/zar/", "x" * 3000, set()),
    ],
)
def test_a_search_finds_the_clauses_with_all_its_words(path: str, q: str, found: set[str]) -> None:
    shown = read(f"{path}?q={q}")
    assert found <= set(numbers(shown))
    assert bool(found) == bool(numbers(shown))
    if len(q) < 80 and q.isprintable():
        assert q.rsplit(maxsplit=1)[-1] in shown.one("[role=status]")
        assert shown.soup.select_one("input[name=q]")["value"] == " ".join(q.split())  # type: ignore[index]


@pytest.mark.parametrize(
    ("q", "said", "marked"),
    [
        ("FROG next", "1 rule contains “FROG next”.", {"frog", "next"}),
        ("9.2.2", "contains “9.2.2”.", {"9.2.2"}),
        ("waps", "No rule contains “waps”. ", {"wasps"}),
        ("peacok turn", "No rule contains “peacok turn”. ", {"peacock", "turn"}),
        ("waps peacok", "No rule contains “waps peacok”. Try fewer or shorter words.", set()),
    ],
)
def test_what_was_looked_for_is_marked_and_one_typing_error_forgiven(
    q: str, said: str, marked: set[str]
) -> None:
    shown = read(f"/rules/zar/?q={q}")
    assert said in shown.one("[role=status]")
    assert {mark.get_text().lower() for mark in shown.soup.select(".clause mark")} == marked
    assert all(clause.select("mark") for clause in shown.soup.select(".clause"))


def test_a_book_begins_with_what_is_in_it() -> None:
    shown = read("/rules/zar/")
    contents = [node["href"] for node in shown.soup.select(".contents li a")]
    assert contents == [f"#{clause['id']}" for clause in shown.soup.select(".clause")]
    assert shown.soup.select("#contents ~ a.to-contents[href='#contents']")
    assert not read("/rules/zar/?q=frog").soup.select(".contents, .to-contents")


def test_what_has_the_word_in_its_title_comes_first_and_an_ending_is_no_matter() -> None:
    assert numbers(read("/rules/zar/?q=frog"))[0] == "Rule 9.2.2"
    for typed, meant in (
        ("skipping out", "skip out"),
        ("crabs skipped", "crab skip"),
        ("drawing dragons", "draw dragon"),
    ):
        shown = read(f"/rules/zar/?q={typed}")
        assert numbers(shown) == numbers(read(f"/rules/zar/?q={meant}")) != [], typed
        assert f"No rule contains “{typed}”." in shown.one("[role=status]")


@pytest.mark.parametrize("path", ["/rules/", "/rules/zar/"])
@pytest.mark.parametrize("q", ["", "match", "nothing has this", "<b>&"])
def test_what_is_swapped_in_as_one_types_is_what_a_reload_shows(path: str, q: str) -> None:
    form = read(path).soup.select_one("form.seek")
    assert form is not None
    assert (form["method"], form["action"], form["hx-get"]) == ("get", path, path)
    swapped, whole = (Shown(Client().get(path, {"q": q}, headers=headers)) for headers in (HTMX, {}))
    assert not swapped.is_whole
    assert whole.is_whole
    assert "HX-Request" in swapped.response["Vary"]
    regions = [page.soup.find(id="found") for page in (swapped, whole)]
    assert shape(regions[0]) == shape(regions[1])  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("path", "goes"), [("9.2.2", "9.2.2"), ("faq-1", "faq-1"), ("FAQ 1", "faq-1"), ("settled 4", "settled-4")]
)
def test_a_number_that_is_typed_leads_to_its_clause(path: str, goes: str) -> None:
    response = Client().get(f"/rules/zar/{path}/")
    assert (response.status_code, response["Location"]) == (302, f"/rules/zar/#{goes}")


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/rules/zar/99/", "The rules of ZAR have no rule 99."),
        ("/rules/zar/<b>/", "no rule <b>."),
        ("/rules/chess/", "no rules here for a game called chess"),
        ("/rules/chess/1/", "no rules here for a game called chess"),
        ("/rules/..%2Fzar/", "There is nothing here"),
    ],
)
def test_a_wrong_number_is_a_404_in_words(path: str, said: str) -> None:
    shown = read(path)
    assert shown.status == 404
    assert said in shown.text


def cited(shown: Shown) -> dict[str, str]:
    """The clauses that a page cites, and where each leads."""
    nodes = shown.soup.select("cite")
    assert all(node.a for node in nodes)
    return {node.get_text(): str(node.a["href"]) for node in nodes if node.a}


def lies(links: dict[str, str], visitor: Visitor | None = None) -> None:
    """Each citation leads to the clause of its number, on a table by way of a sheet."""
    assert links
    for rule, href in links.items():
        if "?sheet=clause" in href:
            sheet = read(href, visitor)
            assert sheet.one(".s-clause h2").startswith(f"{rule}: ")
            href = str(sheet.soup.select(".s-clause a[href^='/rules/']")[0]["href"])  # noqa: PLW2901
        path, _, anchor = href.partition("#")
        number = read(path).soup.select_one(f"[id='{anchor}'] h3 a")
        assert number is not None
        assert rule == number.get_text()


def test_every_ruling_and_refusal_leads_to_its_clause_and_back(ann: Visitor, dan: Visitor) -> None:
    phone = Phone(ann, new_game(ann))
    for name in ("Ann deals", "blue sun", "blue moon"):
        phone.tap(name)
    lies(cited(phone.shown), ann)
    lies(cited(phone.tap("yellow star")), ann)
    lies(cited(read(f"{phone.url}log/", ann)))
    client = Client()
    client.cookies[COOKIE] = ann.token
    struck = Shown(client.post(f"{phone.url}correct/1/", {"strike": "1"}, follow=True))
    assert "no longer fit" in struck.text
    lies(cited(struck))
    wrong = {"card": "red wasp", "player": "Bob"}
    lies(cited(Shown(client.post(f"{phone.url}correct/3/", wrong, follow=True))))
    book = read("/rules/zar/", ann)
    links = book.soup.select(".ruled a")
    assert links
    for link in links:
        row = read(str(link["href"]), ann).soup.select_one(".log.one > li")
        assert row is not None
        assert link.get_text() in row.get_text(" ")
        clause = link.find_parent("article")
        assert clause is not None
        assert clause.select_one("h3 a").get_text() in [c.get_text() for c in row.select("cite")]  # type: ignore[union-attr]
    assert not read("/rules/zar/", dan).soup.select(".ruled"), "another crew's games are not shown"
    assert not read("/rules/zar/").soup.select(".ruled")


def test_what_was_undone_is_no_ruling_and_a_corrected_one_is_the_new(ann: Visitor) -> None:
    phone = Phone(ann, new_game(ann))
    for name in ("Ann deals", "blue sun", "blue wasp", "Undo"):
        phone.tap(name)

    def ruled() -> str:
        return " ".join(node.get_text() for node in read("/rules/zar/", ann).soup.select(".ruled"))

    assert "Wasp" not in ruled()
    phone.tap("Redo")
    assert re.search("Wasp", ruled(), re.IGNORECASE)
    form = {"key": tap_keys.new_key(phone.game), "card": "blue crab", "player": "Bob", "save": "1"}
    client = Client()
    client.cookies[COOKIE] = ann.token
    assert client.post(f"{phone.url}correct/3/", form).status_code == 303
    assert "crab" in ruled()
    assert not re.search("Wasp", ruled(), re.IGNORECASE)


def test_a_book_takes_two_queries_whatever_was_played(ann: Visitor) -> None:
    phone = Phone(ann, new_game(ann))
    for name in ("Ann deals", "blue sun", *["Draw", "Pass"] * 5):
        phone.tap(name)
    for number in range(7):
        new_game(ann, "Ann Bob", end={"hands": number + 1})
    with CaptureQueriesContext(connection) as captured:
        assert read("/rules/zar/?q=draw", ann).status == 200
    assert len(captured) == 2


def test_the_rulebook_is_one_tap_away(ann: Visitor) -> None:
    phone = Phone(ann, new_game(ann))
    phone.open("?sheet=menu")
    rules = str(phone.shown.find("The rules")["href"])
    assert rules == f"/rules/zar/?table={phone.game.public_id}"
    assert phone.client.get(rules).content.decode().count(f'href="/t/{phone.game.public_id}/"') == 1
    for path, href in (("/", "/rules/"), ("/new/zar/", "/rules/zar/"), ("/rules/", "/rules/zar/")):
        soup = BeautifulSoup(Client().get(path).content.decode(), "lxml")
        assert soup.select(f"a[href='{href}']"), path


def test_the_twenty_most_disputed_clauses_of_zar_have_a_case_worked_out() -> None:
    with_one = [clause for clause in rulebook.load("zar").clauses if clause.example]
    assert len(with_one) >= 20
    shown = read("/rules/zar/")
    for clause in with_one:
        assert clause.example in shown.text


def test_rules_are_set_in_typographic_quotes_and_found_with_straight_ones() -> None:
    for key in GAMES:
        assert not re.search(r"\w'|\"", read(f"/rules/{key}/").one("#found")), key
    assert numbers(read("/rules/crazy_eights/?q=dealer's left")) == ["Rule 4"]
