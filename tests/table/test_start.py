"""Sitting down: who plays, in which order, once more with one tap; all of it without scripts."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from django.urls import reverse
from django.utils import timezone

from referee.games.registry import GAMES, PRESENTERS
from referee.rules.score_sheet.shelf import shelf
from referee.table.shelf import FAMILIES
from scoring.crew.visitor import Visitor, join_own_crew
from scoring.discarding import discard
from scoring.models import Game, Move, Player
from scoring.players.roster import add_player
from tests.crew.games import tap
from tests.crew.played import sheet, zar
from tests.table.page import Shown, client_of, name_of, new_game, words


def sent(visitor: Visitor | None, game: str = "zar", /, **fields: Any) -> Shown:
    """The page after a button of it, or the table that it leads to."""
    answer = client_of(visitor).post(f"/new/{game}/", fields, follow=True)
    return Shown(answer)


def page(visitor: Visitor | None, key: str = "zar", query: str = "") -> Shown:
    return Shown(client_of(visitor).get(f"/new/{key}/{query}"))


def names(shown: Shown) -> list[str]:
    return [str(field["value"]) for field in shown.soup.select(".places input")]


def typed_next(shown: Shown) -> list[int]:
    """The place that has the focus when the page comes."""
    return [at for at, field in enumerate(shown.soup.select(".places input")) if field.has_attr("autofocus")]


def test_enter_goes_to_the_next_name_and_makes_a_place_only_when_none_is_empty(db: None) -> None:
    shown = page(None)
    first = shown.soup.select_one("form button")
    assert first is not None
    assert (first["name"], first["value"]) == ("add", ""), "what Enter presses"
    shown = sent(None, name=["Ann", "", ""], dealer="0", add="")
    assert (names(shown), typed_next(shown)) == (["Ann", "", ""], [1])
    shown = sent(None, name=["Ann", "Bob", "Cat"], dealer="0", add="")
    assert (names(shown), typed_next(shown)) == (["Ann", "Bob", "Cat", ""], [3])
    full = [f"P{number}" for number in range(20)]
    assert names(sent(None, "score_sheet", name=full, add="")) == full


def test_nobody_is_offered_a_place_at_a_full_table(ann: Visitor) -> None:
    new_game(ann, "Ann Bob Cat Dan Eve")
    shown = sent(ann, "zero_zap", name=["Ann", "Bob", "Cat", ""], look="1")
    assert shown.soup.select("#known button:not([disabled])")
    shown = sent(ann, "zero_zap", name=["Ann", "Bob", "Cat", "Dan"], add="Eve")
    assert names(shown) == ["Ann", "Bob", "Cat", "Dan"]
    assert not shown.soup.select("#known button:not([disabled]), .more-places")


def test_a_full_table_says_how_more_can_play(ann: Visitor) -> None:
    nine = [f"P{number}" for number in range(9)]
    full = sent(ann, "zar", name=nine, look="1").soup.select(".more-places, fieldset:has(.places) .hint")
    more = "2 to 9 players, or up to 14 with 1½ decks (More options)."
    assert [hint.get_text() for hint in full] == [f"The table is full. {more}"]
    shown = sent(ann, "zar", name=nine, half_decks="4", look="1").soup.select(".more-places, .places ~ .hint")
    assert [each.get_text() for each in shown] == ["2 to 14 players.", "Add player"]


def test_who_is_known_by_a_typed_name_shows_their_face(ann: Visitor) -> None:
    new_game(ann, "Ann Bob")
    Player.objects.filter(name="Bob").update(colour="teal")
    shown = sent(ann, name=["Dan", " bob", ""], dealer="0", add="")
    places = shown.soup.select(".place")
    assert [place.select_one(".face") is not None for place in places[:3]] == [False, True, False]
    assert places[1].select(".face.in-teal[aria-hidden]")


def test_a_known_player_is_one_tap_and_takes_the_first_empty_place(ann: Visitor) -> None:
    new_game(ann, "Ann Bob Cat")
    chips = [name_of(chip) for chip in page(ann).soup.select("#known button")]
    assert chips == ["A + Ann", "B + Bob", "C + Cat"]
    shown = sent(ann, name=["", "Dan", ""], dealer="0", add="Bob")
    assert names(shown) == ["Bob", "Dan", ""]
    assert [name_of(chip) for chip in shown.soup.select("#known button")] == [
        "A + Ann",
        "B 1 Bob",
        "C + Cat",
    ]
    assert names(sent(ann, name=["Dan"], add="Bob")) == ["Dan", "Bob", ""]
    for again in ("Bob", "bob"):
        assert names(sent(ann, name=["Dan", " bob ", ""], add=again)) == ["Dan", "Bob", ""], "once"


def test_those_who_played_lately_come_first_and_the_rest_by_their_letters(ann: Visitor) -> None:
    for name in ("Özgür", "Zoë", "Émile", "Dan", "Pia", "Oda", "Ann", "Bob", "Cat"):
        add_player(actor=join_own_crew(ann), name=name)
    before = page(ann).soup.select("#known button")
    assert [chip["value"] for chip in before if chip.find_parent("details")] == ["Zoë"], "nobody played yet"
    new_game(ann, "Zoë Ann Bob Cat")
    chips = page(ann).soup.select("#known button")
    assert [chip["value"] for chip in chips if not chip.find_parent("details")] == [
        "Ann",
        "Bob",
        "Cat",
        "Zoë",
    ]
    rest = page(ann).soup.select("#known details button")
    assert [chip["value"] for chip in rest] == ["Dan", "Émile", "Oda", "Özgür", "Pia"]


def test_a_name_typed_without_its_marks_is_whom_the_crew_knows(ann: Visitor) -> None:
    new_game(ann, "Özgür Ann")
    assert names(sent(ann, name=["ozgur", "", ""], dealer="0", add="")) == ["Özgür", "", ""]
    assert names(sent(ann, name=["ozgur", "", ""], dealer="0", add="Özgür")) == ["Özgür", "", ""], "once"
    add_player(actor=join_own_crew(ann), name="Ozgur")
    assert names(sent(ann, name=["ozgur", "", ""], dealer="0", add="")) == ["Ozgur", "", ""], "another one"
    sent(ann, name=["anN\u0301", "Bob"], dealer="0", start="1")
    assert Game.objects.newest_first()[0].standing["players"] == ["Ann", "Bob"]
    sent(ann, name=["BOB", " ann  "], dealer="0", start="1")
    assert Game.objects.newest_first()[0].standing["players"] == ["Bob", "Ann"], "as the crew spells them"


def test_whoever_removes_all_has_the_empty_places_of_the_beginning(ann: Visitor) -> None:
    typed = ["Ann", "Bob", "Cat", "Dan"]
    while any(typed):
        typed = names(sent(ann, name=typed, dealer="0", remove="0"))
    assert typed == [""] * 3
    assert names(sent(ann, "score_sheet", name=["A", "B"], sheet="volleyball", remove="1")) == ["A", ""]


def test_who_deals_first_is_called_by_their_name(ann: Visitor) -> None:
    shown = sent(ann, name=["Ann", "", "Cat"], dealer="2", add="")
    labels = shown.soup.select("#dealers label")
    assert list(map(words, labels)) == ["Ann", "Seat 2", "Cat"]
    assert words(shown.soup.select_one("#dealers label:has([checked])")) == "Cat"


@pytest.mark.parametrize("key", GAMES)
def test_start_is_the_last_of_the_page_and_no_placeholder_looks_like_a_choice(ann: Visitor, key: str) -> None:
    shown = page(ann, key)
    controls = shown.soup.select("main :is(button, input, select, summary, a)")
    assert name_of(controls[-1]) == "Start"
    assert {str(field["placeholder"]).strip() for field in shown.soup.select("[placeholder]")} <= {"", "Name"}


def test_how_much_is_tapped_is_asked_each_with_one_sentence(ann: Visitor) -> None:
    shown = page(ann)
    (asked,) = shown.soup.select("fieldset.tracked")
    assert words(asked) == (
        "What do you tap? Full Tap every card. Every play is checked."
        " Quick Tap only the kind of card. Less is checked."
    )
    assert len(asked.select(".drawn svg")) == 6
    assert [field["value"] for field in asked.select("[checked]")] == ["full"]
    sent(ann, name=["Ann", "Bob"], dealer="0", track="quick", start="1")
    assert Game.objects.get().options["track"] == "quick"


# --- the same as last time


def test_three_taps_start_a_game_with_the_people_of_last_time(ann: Visitor) -> None:
    before = zar(ann, names="Ann Bob Cat")
    home = Shown(client_of(ann).get("/"))
    assert home.soup.select("main a[href='/new/']"), "the first tap"
    assert Shown(client_of(ann).get("/new/")).soup.select("a[href='/new/zar/']"), "the second"
    button = page(ann).soup.select_one("button[name=same]")
    assert button is not None
    assert words(button) == "Same as last time Ann, Bob and Cat"
    table = sent(ann, same=button["value"], key="once")
    assert table.soup.select(".seats .seat"), "the third"
    game = Game.objects.exclude(pk=before.pk).get()
    assert game.standing["players"] == ["Ann", "Bob", "Cat"]
    assert game.options == before.options
    # Cat dealt the only hand of last time.
    assert Move.objects.get(game=game).body == {"do": "deal", "dealer": "Ann"}
    sent(ann, same=button["value"], key="once")
    assert Game.objects.count() == 2, "two taps on one page start one game"


def test_the_key_of_another_kind_of_game_leads_to_that_game_and_begins_nothing(ann: Visitor) -> None:
    for kind in ("score_sheet", "zar", "crazy_eights"):
        shown = sent(ann, kind, name=["Ann", "Bob"], dealer="0", start="1", key="made-up")
        assert shown.status == 200
    assert [game.game for game in Game.objects.all()] == ["score_sheet"]
    assert not Move.objects.exists()


def test_it_is_that_very_game_with_its_own_people_and_what_was_agreed(ann: Visitor) -> None:
    new_game(ann, "Dan Eve", half_decks=3)
    new_game(ann, "Ann Bob", "crazy_eights")
    same = page(ann).soup.select_one("button[name=same]")
    assert words(same) == "Same as last time Dan and Eve"
    sent(ann, same=same["value"])  # type: ignore[index]
    newest = Game.objects.latest("pk")
    assert (newest.game, newest.standing["players"]) == ("zar", ["Dan", "Eve"])
    assert newest.options == {"half_decks": 3}
    assert not page(ann, "numzumzero").soup.select("[name=same]"), "it was never played"


def test_on_a_sheet_s_page_it_is_that_very_sheet_with_its_own_people(ann: Visitor) -> None:
    def again(query: str) -> str:
        return words(page(ann, "score_sheet", query).soup.select_one("[name=same]"))

    assert again("?sheet=hearts") == ""
    sent(ann, "score_sheet", name=["Ann", "Bob", "Cat", "Dee"], sheet="hearts", start="1")
    new_game(ann, "Flo Gus", "score_sheet", title="Hearts")
    sent(ann, "score_sheet", name=["Ann", "Eve", "Flo"], sheet="wizard", start="1")
    assert again("?sheet=skat") == ""
    assert again("?sheet=hearts") == "Same as last time Hearts: Ann, Bob, Cat and Dee"
    assert again("?sheet=wizard") == "Same as last time Wizard: Ann, Eve and Flo"
    assert again("") == "Same as last time Hearts: Flo and Gus"
    button = page(ann, "score_sheet", "?sheet=hearts").soup.select_one("[name=same]")
    assert button
    sent(ann, "score_sheet", same=button["value"])
    newest = Game.objects.latest("pk")
    assert (newest.options["sheet"]["key"], newest.standing["players"]) == (
        "hearts",
        ["Ann", "Bob", "Cat", "Dee"],
    )


def test_a_title_that_was_played_brings_back_what_was_agreed_and_who_played(
    ann: Visitor, dan: Visitor
) -> None:
    new_game(ann, "Ann Bob Cat", "score_sheet", title="Hearts", wins="low", end={"score": 100})
    new_game(ann, "Dee Eve", "score_sheet", title="7 Wonders")
    shown = page(ann, "score_sheet")
    assert [name_of(chip) for chip in shown.soup.select("[name=recall]:not(noscript *)")] == [
        "7 Wonders",
        "Hearts",
    ], "the newest first"
    assert [str(one["value"]) for one in shown.soup.select("#titles option")] == ["7 Wonders", "Hearts"]
    assert not page(dan, "score_sheet").soup.select("[name=recall], #titles"), "no other crew's"
    for fields in ({"recall": "Hearts"}, {"recall": "", "title": " HEARTS "}):
        shown = sent(ann, "score_sheet", name=["", "", ""], **fields)
        assert (shown.status, names(shown), agreed(shown)) == (
            200,
            ["Ann", "Bob", "Cat"],
            ("Hearts", "low", "100"),
        )
        assert not shown.soup.select("[name=recall]:not(noscript *)"), "it is chosen"
    shown = sent(ann, "score_sheet", name=["Zoe", "", ""], wins="low", recall="7 Wonders")
    assert (names(shown), agreed(shown)) == (["Zoe", "", ""], ("7 Wonders", "high", ""))
    shown = sent(ann, "score_sheet", name=["Zoe", "", ""], wins="low", score="9", title="Golf", recall="")
    assert (names(shown), agreed(shown)) == (["Zoe", "", ""], ("Golf", "low", "9")), "it was never played"
    assert Game.objects.count() == 2


def test_a_title_of_the_shelf_brings_its_sheet_back_and_starts(ann: Visitor) -> None:
    sent(ann, "score_sheet", name=["Ann", "Bob", "Cat", "Dee"], sheet="hearts", start="1")
    assert Game.objects.get().played == "score_sheet.hearts"
    shown = sent(ann, "score_sheet", name=[""], recall="Hearts")
    assert (shown.one("h1"), names(shown)) == ("Hearts", ["Ann", "Bob", "Cat", "Dee"])
    fields = {str(field["name"]): str(field["value"]) for field in shown.soup.select("#setup [type=hidden]")}
    sent(ann, "score_sheet", name=names(shown), sheet=fields["sheet"], start="1")
    newest = Game.objects.latest("pk")
    assert (newest.title, newest.played, newest.options["sheet"]["key"]) == (
        "Hearts",
        "score_sheet.hearts",
        "hearts",
    )


def test_a_discarded_game_brings_nothing_back(ann: Visitor) -> None:
    new_game(ann, "Ann Bob", "score_sheet", title="Hearts", wins="high")
    newest = new_game(ann, "Cat Dee", "score_sheet", title="HEARTS", wins="low")
    assert agreed(sent(ann, "score_sheet", name=[""], recall="hearts"))[1] == "low"
    discard(ann, newest.public_id)
    shown = sent(ann, "score_sheet", name=[""], recall="hearts")
    assert (names(shown), agreed(shown)) == (["Ann", "Bob", ""], ("Hearts", "high", ""))


def agreed(shown: Shown) -> tuple[str, ...]:
    """The title, who wins, and the score that ends the game, as the page has them."""
    found = (shown.soup.select_one(part) for part in ("[name=title]", "[name=wins][checked]", "[name=score]"))
    return tuple(str(field["value"]) for field in found if field)


def test_a_score_sheet_is_called_as_last_time_and_a_fancy_title_is_not_taken_over(ann: Visitor) -> None:
    for key, title in (("score_sheet", "Hearts"), ("zar", "Christmas final")):
        new_game(ann, "Ann Bob", key, title=title)
    assert words(page(ann, "score_sheet").soup.select_one("[name=same]")) == (
        "Same as last time Hearts: Ann and Bob"
    )
    for key in ("score_sheet", "zar"):
        same = page(ann, key).soup.select_one("[name=same]")
        sent(ann, key, same=same["value"])  # type: ignore[index]
    assert list(Game.objects.order_by("-pk").values_list("title", flat=True)[:2]) == ["", "Hearts"]


def test_it_is_not_offered_to_strangers_nor_where_so_many_cannot_play_and_off_beside_names(
    ann: Visitor, dan: Visitor
) -> None:
    game = new_game(ann, "A B C D E F", "score_sheet")
    assert not page(dan, "score_sheet").soup.select("[name=same]")
    assert page(ann, "score_sheet").soup.select("[name=same]:enabled")
    assert not page(ann, "zarathustra").soup.select("[name=same]")
    # It keeps its room: nothing moves under the thumb that chooses names.
    for shown in (
        sent(ann, "score_sheet", name=["Ann"], add=""),
        page(ann, "score_sheet", f"?rematch={game.public_id}"),
    ):
        assert shown.soup.select("[name=same]:disabled")
    assert sent(ann, "score_sheet", name=["", " "], add="").soup.select("[name=same]:enabled")
    shown = sent(ann, "zarathustra", same=game.public_id)
    assert (shown.status, names(shown)) == (422, [*"ABCDEF"])
    assert "6 names are too many" in shown.one(".errors")


def test_a_sheet_for_four_shows_four_places_and_says_when_names_are_too_few(ann: Visitor) -> None:
    assert names(page(ann, "score_sheet", "?sheet=jass")) == [""] * 4
    assert names(page(ann, "score_sheet", "?sheet=hearts")) == [""] * 3
    assert names(page(ann, "score_sheet", "?sheet=volleyball")) == [""] * 2
    shown = sent(ann, "score_sheet", name=["Ann", "Bob", "Cat", ""], sheet="jass", start="1")
    assert (shown.status, shown.one(".wrong"), typed_next(shown)) == (422, "Type at least 4 names.", [3])
    hearts = msgspec.to_builtins(shelf()["hearts"])
    game = new_game(ann, "A B C", "score_sheet", sheet=hearts, wins="low")
    tap(ann, game, {"do": "quit", "player": "C"})
    again = sent(ann, "score_sheet", same=game.public_id)
    assert (names(again), again.one(".errors")) == (["A", "B", ""], "Type at least 3 names.")


@pytest.mark.parametrize("value", ["", "x", "\x7f", "a" * 22])
def test_people_of_no_game_of_the_crew_s_are_not_found(ann: Visitor, dan: Visitor, value: str) -> None:
    game = new_game(ann)
    assert sent(dan, same=game.public_id).status == 404
    assert sent(ann, same=value).status == 404
    assert Game.objects.count() == 1


def test_a_watcher_starts_nothing(ann: Visitor, cat: Visitor) -> None:
    game = new_game(ann)
    assert sent(cat, same=game.public_id).status == 403


def test_an_open_game_of_last_time_has_no_next_dealer_and_the_first_one_deals(ann: Visitor) -> None:
    game = new_game(ann, "Ann Bob")
    tap(ann, game, {"do": "deal", "dealer": "Bob"})
    sent(ann, same=game.public_id)
    assert Move.objects.latest("pk").body == {"do": "deal", "dealer": "Ann"}


# --- which game


def offered(visitor: Visitor | None, row: str) -> list[str]:
    shown = Shown(client_of(visitor).get("/new/"))
    return [str(card["href"]) for card in shown.soup.select(f".{row} a")]


def test_refereed_games_stand_in_a_fixed_order_and_what_was_played_lately_above_them(ann: Visitor) -> None:
    refereed = [f"/new/{key}/" for key in PRESENTERS if key != "score_sheet"]
    assert offered(None, "covers") == refereed
    assert offered(None, "lately") == []
    client_of(ann).post("/new/score_sheet/", {"sheet": "hearts", "name": ["Ann", "Bob", "Cat"], "start": "1"})
    # A title of which there is no sheet leads nowhere.
    sheet(ann, {"Ann": 1, "Bob": 2})
    for key in ("crazy_eights", "zar", "crazy_eights"):
        new_game(ann, "Ann Bob", key)
    assert offered(ann, "lately") == ["/new/crazy_eights/", "/new/zar/", "/new/score_sheet/?sheet=hearts"]
    assert offered(ann, "covers") == refereed


def test_every_sheet_stands_on_one_shelf_by_its_family(ann: Visitor) -> None:
    spines = offered(ann, "spines")
    assert sorted(spines) == sorted(
        ["/new/score_sheet/", *(f"/new/score_sheet/?sheet={key}" for key in shelf())]
    )
    shown = Shown(client_of(ann).get("/new/"))
    assert "Yahtzee" in words(shown.soup.select_one("#dice"))
    assert [str(chip["href"]) for chip in shown.soup.select(".chip")] == [f"#{family}" for family in FAMILIES]


def test_the_last_table_is_the_newest_one_that_is_open(ann: Visitor) -> None:
    client = client_of(ann)
    assert client.get(reverse("last")).headers["Location"] == reverse("home")
    first, second = new_game(ann, "Ann Bob"), new_game(ann, "Ann Bob")
    assert client.get(reverse("last")).headers["Location"] == reverse("table", args=[second.public_id])
    Game.objects.filter(pk=second.pk).update(finished_at=timezone.now())
    assert client.get(reverse("last")).headers["Location"] == reverse("table", args=[first.public_id])


def test_what_is_wrong_is_said_once_at_its_place_where_the_focus_is(ann: Visitor) -> None:
    for typed, said, at in (
        (["", "Ann", ""], "Type at least 2 names.", 0),
        (["Ann", "ann"], "“ann” is in the list twice.", 1),
    ):
        shown = sent(ann, name=typed, start="1")
        fields = shown.soup.select("[name=name]")
        assert [field.get("aria-invalid") for field in fields].index("true") == at
        assert "autofocus" in fields[at].attrs
        assert (shown.text.count(said), shown.one(".wrong")) == (1, said)
        assert shown.one("title").startswith("Error: ")
