"""A crew's own score sheets: made by choosing or as text, tried, kept in versions, shared, and played."""

from __future__ import annotations

import io
from time import thread_time
from typing import Any

import msgspec
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.http import QueryDict
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from referee.crew.exchange import export, importing
from referee.crew.exchange.documents import CannotImport
from referee.crew.sheets import trying
from referee.crew.sheets.draft import BLANK, Draft, Entered
from referee.rules.score_sheet import definition, formulas, reading
from referee.rules.score_sheet.definition import LARGEST, Definition
from referee.rules.score_sheet.shelf import shelf
from referee.rules.score_sheet.text import as_json, as_toml
from scoring import crew_bin, sheets
from scoring.crew.visitor import Visitor, join_own_crew
from scoring.models import Crew, Game, Membership, Sheet, SheetVersion
from tests.crew.browser import Browser
from tests.crew.played import sheet as played
from tests.table.page import Shown, client_of, words

pytestmark = pytest.mark.slow

PLAIN = {"name": "Nines", "by": "round", "f name": "Points", "f least": ""}


def kept(visitor: Visitor, name: str = "Nines", base: Definition = BLANK, **changed: Any) -> Sheet:
    """A sheet of the visitor's crew."""
    made = msgspec.structs.replace(base, name=name, **changed)
    return sheets.keep(join_own_crew(visitor), name, msgspec.to_builtins(made))


def says(sheet: Sheet) -> Definition:
    return reading.made(sheets.says(Sheet.objects.get(pk=sheet.pk)))


def corrected(visitor: Visitor, sheet: Sheet, **changed: Any) -> Sheet:
    newer = msgspec.structs.replace(says(sheet), **changed)
    return sheets.correct(join_own_crew(visitor), sheet, newer.name, msgspec.to_builtins(newer))


def started(visitor: Visitor, word: str, **fields: Any) -> Shown:
    """What answers to "Start" for two players on a sheet of this word."""
    sent = {"sheet": word, "name": ["Ann", "Bob"], "start": "1"} | fields
    return Shown(client_of(visitor).post(reverse("setup", args=["score_sheet"]), sent, follow=True))


def errors(shown: Shown) -> str:
    return words(shown.soup.select_one(".errors"))


# --- made


def test_a_field_that_was_only_added_takes_no_round_to_be_tried_away(ann: Visitor) -> None:
    shown = Shown(client_of(ann).post(reverse("sheet_new"), PLAIN | {"add": "f"}))
    assert len(shown.soup.select(".by-round .part")) == 2
    assert [words(row) for row in shown.soup.select(".trial tbody th")] == ["Points"]


def test_a_first_sheet_of_ones_own_takes_five_taps_and_a_name_and_is_played(ann: Visitor) -> None:
    browser = Browser(ann)
    taps = ["Make your own", "Save", "Start Nines"]
    browser.open("new")
    browser.tap(taps[0])
    browser.tap(taps[1], name="  Nines ")
    browser.says("Your sheets New sheet Saved. Nines")
    browser.tap(taps[2])
    browser.says("Nines")
    browser.tap("Start", name=["Ann", "Bob"])
    game = Game.objects.get()
    sheet = Sheet.objects.get()
    assert (game.title, game.options["sheet"]["key"]) == ("Nines", sheets.key_of(sheet.public_id))
    assert (sheet.name, sheet.version, SheetVersion.objects.count()) == ("Nines", 1, 1)
    # And is a tap away from then on.
    browser.open("new")
    browser.tap("Nines")
    assert browser.shown.soup.select_one("input[name=sheet]")["value"] == f"own-{sheet.public_id}.1"  # type: ignore[index]


@pytest.mark.parametrize("key", shelf())
def test_what_the_form_does_not_say_stays_as_it_was(key: str) -> None:
    assert Draft.of(shelf()[key]).definition() == shelf()[key]


FIELDS = {"f name": ["Bid", "Tricks"], "f when": ["bid", "after"], "f kind": ["number", "number"]}


@pytest.mark.parametrize(
    ("sent", "points"),
    [
        ({"worth": "sum"}, None),
        ({"worth": "first", "f name": ["A", "B"]}, None),
        ({"worth": "others"}, "sum(all_points) if points == 0 else 0"),
        ({"worth": "places", "places": "5, 3 1"}, "at([5, 3, 1], place(points, all_points))"),
        ({"worth": "places", "f kind": "place"}, "at([3, 2, 1, 0], points)"),
        ({"worth": "sum", "f name": ["A", "B"], "f weight": ["1", "-2,5"]}, "a + -2.5 * b"),
        ({"worth": "bid", **FIELDS}, "10 + 1 * tricks if tricks == bid else 0 * abs(tricks - bid)"),
        ({"worth": "formula", "formula": "points * points"}, "points * points"),
        *(
            (
                {"worth": "formula", "f name": ["Goals", "Own goals"], "formula": typed},
                "3 * goals - own_goals",
            )
            for typed in (
                "3 * Goals - Own goals",
                "3 x goals − OWN GOALS",
                "3 × Goals - own_goals",
                "3x Goals - Own goals",
            )
        ),
        (
            {
                "worth": "formula",
                "f name": ["Max", "Round"],
                "formula": "max(Max, Round x 2) if round > 1 else Max",
            },
            "max(max_2, round_2 * 2) if round > 1 else max_2",
        ),
    ],
)
def test_points_are_chosen_and_the_form_shows_the_choice_again(
    ann: Visitor, sent: dict[str, Any], points: str | None
) -> None:
    browser = Browser(ann)
    browser.send(reverse("sheet_new"), PLAIN | {"save": "1"} | sent)
    made = says(Sheet.objects.get())
    assert made.points == points
    again = Draft.of(made)
    assert (again.worth, again.definition()) == (sent["worth"], made)


def test_every_number_of_a_new_sheet_counts_until_somebody_says_otherwise() -> None:
    draft = Draft.of(BLANK)
    draft.name = "Friday"
    assert draft.definition().points is None
    draft.fields.append(Entered(name="Bonus"))
    assert draft.definition().points == "points + bonus"
    draft.worth = "first"
    assert Draft.of(draft.definition()).worth == "first"
    # Who has done something is no number.
    draft.fields.insert(0, Entered(name="Closed by", kind="player"))
    assert draft.definition().worth() == "points"
    assert Draft.of(draft.definition()).worth == "first"


def test_rows_are_added_moved_and_removed_and_keys_stay(ann: Visitor) -> None:
    browser = Browser(ann)
    browser.open("sheet_new")
    browser.tap("Add field", name="Nines")
    assert browser.shown.soup.select_one("[name='f name'][autofocus]")
    browser.tap("Add field", **{"f name": ["Points", "Round"]})
    browser.tap("Move Round up", **{"f name": ["Points", "Round", "Points"]})
    browser.tap("Remove Points", **{"f name": ["Round", "Points", "Points"]})
    browser.tap("Save")
    assert [(one.key, one.name) for one in says(Sheet.objects.get()).fields] == [
        ("round_2", "Round"),
        ("points", "Points"),
    ]
    assert not browser.forms()[0].select("[name='f name']")


def test_two_choices_whose_names_begin_alike_are_two() -> None:
    names = [f"The longest road of the game, {which}" for which in ("red", "blue", "green")]
    draft = Draft(
        base=BLANK, name="Roads", fields=[Entered(name="Road", kind="choice", choices="; ".join(names))]
    )
    (made,) = draft.definition().fields
    assert [one.name for one in made.choices] == names
    assert len({one.value for one in made.choices}) == 3
    again = Draft.of(draft.definition())
    again.fields[0].choices = "; ".join(["The longest road of the game, black", *reversed(names)])
    (changed,) = again.definition().fields
    values = {one.name: one.value for one in changed.choices}
    assert {name: values[name] for name in names} == {one.name: one.value for one in made.choices}
    assert len(set(values.values())) == 4


def test_what_a_round_can_be_worth_is_forgotten_where_another_thing_is_entered() -> None:
    draft = Draft.of(shelf()["golf"])
    draft.name = "Our golf"
    draft.fields[0].name = "Cards"
    assert draft.definition().each == shelf()["golf"].each
    draft.fields[0].most = "500"
    assert draft.definition().each is None
    rows = Draft.of(shelf()["qwixx"])
    rows.rows[0].values = "0, 1, 2, 30"
    assert [row.each for row in rows.definition().rows] == [None] * 5


def test_categories_partners_an_end_and_a_check_are_chosen(ann: Visitor) -> None:
    browser = Browser(ann)
    browser.send(
        reverse("sheet_new"),
        {
            "name": "Dice", "names": "Bones, Cubes", "by": "row", "r name": ["Ones", "Rest"],
            "r values": ["0 1 2", ""], "save": "1", "how": "Throw.\r\nCount.",
        },
    )  # fmt: skip
    browser.send(
        reverse("sheet_new"),
        PLAIN | {
            "name": "Tricks", "sides": "2", "fewest": "4", "most": "4", "adds": "13", "score": "500",
            "out": "700", "dealer": "left", "start": "20", "wins": "low", "unit": "hand", "save": "1",
        },
    )  # fmt: skip
    dice, tricks = (says(each) for each in Sheet.objects.order_by("name"))
    assert [(row.key, row.values) for row in dice.rows] == [("ones", (0, 1, 2)), ("rest", ())]
    assert (dice.names, dice.how) == (("Bones", "Cubes"), "Throw.\nCount.")
    assert (tricks.sides, tricks.players, tricks.start) == (definition.Sides(size=2), (4, 4), 20)
    assert (tricks.checks[0].adds, tricks.checks[0].to) == ("points", 13)
    assert (tricks.end.score, tricks.end.out) == (500, "total >= 700")


@pytest.mark.parametrize(
    ("sent", "why"),
    [
        ({"name": " "}, "Name: give the sheet a name."),
        ({"name": "N" * 300, "f name": ""}, "What is entered: field 1 needs a name."),
        ({"fewest": "9", "most": "3"}, "Players: at least 9 is more than at most 3."),
        ({"fewest": "many"}, "Players: this has to be a number."),
        ({"most": "99"}, "Players: "),
        ({"worth": "formula", "formula": "__import__('os')"}, "What it is worth: "),
        ({"worth": "formula", "formula": "points +"}, "What it is worth: "),
        ({"worth": "formula", "formula": "elsewhere * 2"}, "What it is worth: "),
        ({"worth": "formula"}, "What it is worth: type the expression"),
        ({"worth": "formula", "formula": "1 + " * 300 + "1"}, "What it is worth: "),
        ({"worth": "bid"}, "What it is worth: this needs a number bid"),
        ({"worth": "places", "places": "first"}, "What it is worth: “first” is no number."),
        ({"worth": "places", "places": ","}, "What it is worth: say the points of each place"),
        ({"worth": "sum", "f weight": "x"}, "What is entered, “Points”, times: “x” is no number."),
        ({"f kind": "choice"}, "What is entered, “Points”, kind: a choice has something to choose from"),
        ({"f kind": "odd"}, "What is entered, “Points”, kind: "),
        ({"f most": "1 +"}, "What is entered, “Points”, most: "),
        ({"by": "odd"}, "How it is filled in: "),
        ({"by": "row"}, "How it is filled in: a sheet that is filled by row needs a row"),
        ({"by": "row", "r name": "A", "r values": "1, two"}, "Categories, “A”, values: “two” is no number."),
        ({"score": "**"}, "When it ends, a score of: "),
        ({"out": "("}, "When it ends, out at: "),
        ({"adds": "(("}, "The numbers of a round add up to: "),
        ({"wins": "me"}, "Who wins: "),
        ({"how": "x" * 3000}, "How it is counted: "),
        ({"names": ",".join("x" * n for n in range(1, 30))}, "Other names: "),
    ],
)
def test_a_bad_one_says_where_keeps_what_was_typed_and_changes_nothing(
    ann: Visitor, sent: dict[str, Any], why: str
) -> None:
    browser = Browser(ann)
    shown = browser.send(reverse("sheet_new"), PLAIN | {"save": "1"} | sent)
    assert shown.status == 422
    assert errors(shown).startswith(why)
    assert "`" not in errors(shown)
    assert bool(shown.soup.select("[name=name][aria-invalid=true]")) is (sent.get("name") == " ")
    for name in ("fewest", "most", "score", "f most", "out", "adds"):
        assert bool(shown.soup.select(f"[name='{name}'][aria-invalid]")) is (name in sent), name
    for name in ("score", "formula", "places"):
        if name in sent:
            assert shown.soup.select_one(f"[name={name}]")["value"] == sent[name]  # type: ignore[index]
    assert not Sheet.objects.exists()


def test_an_expression_is_of_the_names_on_the_form_and_what_is_wrong_stands_below_it(ann: Visitor) -> None:
    browser = Browser(ann)
    # The field was called something else before: its key is no other than what it is called now.
    browser.open("sheet_new")
    names = {"f name": ["Goals", "Fouls"], "f key": ["", ""]}
    sent = PLAIN | names | {"save": "1", "worth": "formula", "formula": "3 * Gols - Fouls"}
    shown = browser.send(reverse("sheet_new"), sent)
    answer = shown.soup.select_one(".for-formula")
    assert answer
    assert answer.select_one("input[aria-invalid=true][aria-describedby=wrong]")
    assert len(answer.select("#wrong")) == len(shown.soup.select("#wrong")) == 1
    assert shown.soup.select_one("#try .errors a[href='#wrong']")
    assert "You may use: Goals, Fouls. For example 3 × Goals − Fouls." in answer.get_text()
    assert [field["value"] for field in shown.soup.select("[name='f key']")] == ["", ""]
    browser.tap("Save", formula="3 * goals - Fouls")
    sheet = Sheet.objects.get()
    assert says(sheet).points == "3 * goals - fouls"
    browser.open("sheet_edit", sheet.public_id)
    assert browser.shown.soup.select_one("[name=formula]")["value"] == "3 * Goals - Fouls"  # type: ignore[index]


def test_what_no_page_sends_is_no_form(ann: Visitor) -> None:
    url = reverse("sheet_new")
    client = client_of(ann)
    for sent in ({"name": "a\0"}, {"base": "key ="}, {"toml": "x" * (LARGEST + 1)}):
        assert client.post(url, PLAIN | {"save": "1"} | sent).status_code == 400
    odd = {"remove": "f 99", "up": "q 0", "down": "f -1", "f key": "__class__", "f name": ["A"] * 40}
    assert client.post(url, PLAIN | odd).status_code == 200
    assert not Crew.objects.filter(sheets__isnull=False).exists()


# --- as text


def test_as_text_errors_have_a_line_and_what_is_good_is_kept(ann: Visitor) -> None:
    browser = Browser(ann)
    browser.send(reverse("sheet_new"), PLAIN | {"text": "1"})
    toml = str(browser.shown.soup.select_one("textarea").get_text())  # type: ignore[union-attr]
    assert 'name = "Nines"' in toml
    for bad, why in (
        (toml.replace('"Nines"', "9"), "Line 2: expected a text, got a whole number."),
        (toml + "\npoints = 1 +", f"Line {toml.count(chr(10)) + 2}: this is no TOML"),
        ('points = "elsewhere"\n' + toml, "Line 1: "),
        ("[" * 5000, "Line 1: "),
        ("a = " + "[" * 19000, ""),
    ):
        shown = browser.tap("Save", toml=bad)
        assert shown.status == 422
        assert errors(shown).startswith(why)
        assert words(shown.soup.select_one("textarea")) == " ".join(bad.split())
    browser.tap("Back to choosing", toml=toml.replace("Nines", "Tens"))
    assert browser.shown.soup.select_one("[name=name]")["value"] == "Tens"  # type: ignore[index]
    browser.tap("As text")
    browser.tap("Check and count")
    assert browser.shown.status == 200
    browser.tap("Save")
    assert [sheet.name for sheet in Sheet.objects.all()] == ["Tens"]


# --- tried


def test_a_round_is_tried_with_three_names_and_nothing_is_written(ann: Visitor) -> None:
    browser = Browser(ann)
    browser.go(f"{reverse('sheet_new')}?from=hearts")
    heads = [words(each) for each in browser.shown.soup.select(".tried thead th")]
    assert heads == ["Ann", "Bob", "Cat"]
    before = (Game.objects.count(), Sheet.objects.count(), Membership.objects.count())
    browser.tap("Count it", **{"n taken Ann": "26"})
    totals = [words(each) for each in browser.shown.soup.select(".tried tfoot tr:last-child td")]
    assert totals == ["0", "26", "26"]
    browser.tap("Count again", **{"n taken Ann": "12"})
    assert "12 of 26 points are given" in errors(browser.shown)
    browser.tap("Count it", **{"n taken Ann": "27"})
    assert "26" in errors(browser.shown)
    browser.tap("Count it", **{"n taken Ann": "<b>"})
    assert errors(browser.shown)
    # What can be, and hardly is, is counted.
    browser.go(f"{reverse('sheet_new')}?from=schafkopf")
    browser.tap("Count it", **{"c game": "wenz", "c player": "Ann", "c came": "won", "n runners": "5"})
    browser.says("A wenz or geier has four trumps: 5 runners are not possible")
    browser.says("This round +300 −100 −100 −100")
    # What a side enters stands at its first player.
    browser.go(f"{reverse('sheet_new')}?from=belote")
    browser.tap("Count it", **{"c taker": "Ann", "n taken": "100"})
    browser.says("This round +100 +62 +100 +62")
    assert (Game.objects.count(), Sheet.objects.count(), Membership.objects.count()) == before


def test_more_than_can_try_a_sheet_out_can_have_one(ann: Visitor) -> None:
    browser = Browser(ann)
    many = PLAIN | {"fewest": "12", "most": "15"}
    assert (
        "At most 10 can try a sheet out here." in browser.send(reverse("sheet_new"), many | {"try": "1"}).text
    )
    browser.send(reverse("sheet_new"), many | {"save": "1"})
    assert says(Sheet.objects.get()).players == (12, 15)


@pytest.mark.parametrize("wrong", [{"worth": "formula", "formula": "3 * Gols"}, {"fewest": "9", "most": "2"}])
def test_what_was_typed_to_try_a_sheet_outlives_what_is_wrong_with_it(
    ann: Visitor, wrong: dict[str, Any]
) -> None:
    browser = Browser(ann)
    browser.open("sheet_new")
    typed = {"n goals Ann": "7", "n goals Cat": "<5"}
    shown = browser.send(reverse("sheet_new"), PLAIN | {"f name": "Goals", "try": "1"} | typed | wrong)
    assert shown.status == 422
    assert [words(link) for link in shown.soup.select(".trial a[href='#wrong']")] == [errors(shown)]
    # Wherever it can be, it is seen meanwhile; else it waits.
    assert bool(shown.soup.select(".tried input")) is ("formula" in wrong)
    browser.tap("Count it", worth="sum", fewest="2", most="3")
    values = [str(field["value"]) for field in browser.shown.soup.select(".tried input")]
    assert values == ["7", "", "<5"]


def test_a_text_that_is_wrong_loses_nothing_that_was_typed_to_try_it(ann: Visitor) -> None:
    browser = Browser(ann)
    browser.send(reverse("sheet_new"), PLAIN | {"text": "1"})
    toml = str(browser.shown.soup.select_one("textarea").get_text())  # type: ignore[union-attr]
    browser.tap("Check and count", toml=toml + "\npoints = 1 +", **{"n points Bob": "4"})
    assert browser.shown.status == 422
    browser.tap("Check and count", toml=toml)
    assert [words(each) for each in browser.shown.soup.select(".tried tfoot td")] == [
        "0",
        "+4",
        "0",
        "0",
        "4",
        "0",
    ]


@pytest.mark.parametrize(
    ("points", "why"),
    [
        ("a / 0", "The sheet’s own rule cannot be counted, at points: “a / 0” (division by zero)."),
        ("a * 2 + (a", "is no expression: a bracket is not closed"),
        ("1 / (a - 1)", ""),
    ],
)
def test_a_sheet_that_can_be_counted_with_no_numbers_is_not_kept(ann: Visitor, points: str, why: str) -> None:
    toml = f'key = "bad"\nname = "Bad"\npoints = "{points}"\n[[field]]\nkey = "a"\nname = "A"\n'
    answer = Shown(client_of(ann).post(reverse("sheet_new"), {"toml": toml, "save": "1"}, follow=True))
    assert Sheet.objects.exists() == (not why)
    if why:
        said = errors(answer)
        assert why in said
        assert "running game" not in said


@pytest.mark.parametrize(
    ("first", "then"), [("[1, 2]", "{0} + {0}"), ("[1, 2]", "[{0}, {0}]"), ("9", "{0} * {0}")]
)
def test_a_strangers_sheet_that_grows_is_tried_in_few_steps_and_said_in_words(
    dan: Visitor, first: str, then: str
) -> None:
    texts = [first, *(then.format(f"l{n}") for n in range(23))]
    lets = "".join(f'[[let]]\nkey = "l{n}"\nis = "{text}"\n' for n, text in enumerate(texts))
    toml = f'key = "grows"\nname = "Grows"\n[[field]]\nkey = "a"\nname = "A"\n{lets}'
    before = formulas.steps()
    answer = client_of(dan).post(reverse("sheet_new"), {"toml": toml, "try": "1"})
    assert "The sheet’s own rule cannot be counted, at let l" in Shown(answer).text
    assert formulas.steps() - before < 2_000


def test_what_is_tried_has_the_steps_of_one_move_together() -> None:
    deck = f"[lists]\ndeck = {list(range(60))}\n"
    rows = "".join(f'[[row]]\nkey = "r{n}"\nname = "R{n}"\n' for n in range(60))
    points = 'points = "value + sum(' + " + ".join(["deck"] * 16) + ')"\n'
    dear = reading.read(f'key = "dear"\nname = "Dear"\nby = "row"\n{points}{deck}{rows}')
    sent = QueryDict(mutable=True)
    sent.update({f"n value r{n}": "1" for n in range(60)})
    before = formulas.steps()
    assert "too many steps" in trying.preview(dear, sent, tried=True).problem
    assert formulas.steps() - before < formulas.MOST_STEPS + 1_000


@pytest.mark.long
@pytest.mark.parametrize("key", shelf())
def test_every_sheet_of_the_shelf_can_be_tried(ann: Visitor, key: str) -> None:
    browser = Browser(ann)
    browser.go(f"{reverse('sheet_new')}?from={key}")
    assert browser.shown.soup.select(".tried [name]")
    assert browser.tap("Count it").status == 200


def test_bids_turns_and_categories_are_tried_too(ann: Visitor) -> None:
    browser = Browser(ann)
    browser.go(f"{reverse('sheet_new')}?from=oh_hell")
    field = browser.shown.soup.select_one(".tried [name^='n bid ']")
    assert field
    browser.go(f"{reverse('sheet_new')}?from=darts_501")
    name = next(str(each["name"]) for each in browser.shown.soup.select(".tried [name$=' Bob']"))
    browser.tap("Count it", **{name: "60"})
    browser.says("Total 501 441")
    browser.go(f"{reverse('sheet_new')}?from=yahtzee")
    browser.tap("Count it", **{"n value ones": "3", "n value house": "25"})
    browser.says("Total 28")


# --- versions


def test_a_correction_is_a_new_version_and_a_game_keeps_its_own(ann: Visitor) -> None:
    sheet = kept(ann)
    assert started(ann, f"own-{sheet.public_id}.1").status == 200
    browser = Browser(ann)
    browser.open("sheet_edit", sheet.public_id)
    browser.tap("Save", score="200")
    assert says(sheet).end.score == 200
    assert says(sheet).version == 2
    assert list(SheetVersion.objects.order_by("version").values_list("version", flat=True)) == [1, 2]
    game = Game.objects.get()
    assert "end" not in game.options["sheet"]
    # Saved once more without a change it stays.
    browser.open("sheet_edit", sheet.public_id)
    browser.tap("Save")
    assert SheetVersion.objects.count() == 2
    # Who had the page of the old version open is told, and so is who plays the same again.
    shown = started(ann, f"own-{sheet.public_id}.1")
    assert shown.status == 422
    assert errors(shown) == "“Nines” was changed since: this is version 2 of it. Look it over, then start."
    assert str(shown.soup.select_one("[name=sheet]")["value"]).endswith(".2")  # type: ignore[index]
    setup = reverse("setup", args=["score_sheet"])
    for again in (
        Shown(client_of(ann).get(f"{setup}?rematch={game.public_id}")),
        Shown(client_of(ann).post(setup, {"same": game.public_id})),
        Shown(client_of(ann).post(setup, {"recall": "nines"})),
    ):
        assert again.status == 200
        assert "version 2" in errors(again)
        assert [field["value"] for field in again.soup.select(".places input")][:2] == ["Ann", "Bob"]
    assert Game.objects.count() == 1
    assert started(ann, f"own-{sheet.public_id}.2").status == 200
    assert Game.objects.filter(options__sheet__version=2).count() == 1


def test_two_who_change_one_at_once_are_told(ann: Visitor, bob: Visitor) -> None:
    sheet = kept(ann)
    one, two = Browser(ann), Browser(bob)
    one.open("sheet_edit", sheet.public_id)
    two.open("sheet_edit", sheet.public_id)
    one.tap("Save", score="100")
    shown = two.tap("Save", score="200")
    assert shown.status == 422
    assert "newer version meanwhile" in errors(shown)
    # The answer to the first tap may be lost.
    one.send(
        reverse("sheet_edit", args=[sheet.public_id]), PLAIN | {"score": "100", "version": "1", "save": "1"}
    )
    assert says(sheet).end.score == 100


def test_a_name_is_there_once_and_a_second_tap_makes_no_second_sheet(ann: Visitor) -> None:
    browser = Browser(ann)
    for _ in range(2):
        browser.send(reverse("sheet_new"), PLAIN | {"save": "1"})
    assert Sheet.objects.count() == 1
    shown = browser.send(reverse("sheet_new"), PLAIN | {"name": "NINES ", "score": "5", "save": "1"})
    assert "Your crew has a sheet “NINES” already" in errors(shown)
    sheet = Sheet.objects.get()
    browser.open("sheets")
    browser.tap("Remove Nines")
    browser.says("No sheets of your own yet", "Removed Nines")
    kept(ann, "nines")
    shown = browser.send(reverse("sheet_remove", args=[sheet.public_id]), {"restore": "1"})
    assert "give that another name first" in errors(shown)


def test_a_removed_one_is_said_in_words_and_comes_back(ann: Visitor) -> None:
    sheet = kept(ann)
    started(ann, f"own-{sheet.public_id}")
    sheets.share(join_own_crew(ann), sheet)
    browser = Browser(ann)
    browser.open("sheets")
    browser.tap("Remove Nines")
    assert Sheet.objects.get().link is None
    shown = started(ann, f"own-{sheet.public_id}")
    assert shown.status == 422
    assert errors(shown).startswith("“Nines” was removed")
    for name in ("sheet_edit", "sheet_share"):
        assert browser.open(name, sheet.public_id).status == 404
    # What was played with it goes on, and can be played again.
    game = Game.objects.get()
    again = Shown(client_of(ann).get(f"{reverse('setup', args=['score_sheet'])}?rematch={game.public_id}"))
    assert not errors(again)
    assert started(ann, str(again.soup.select_one("[name=sheet]")["value"])).status == 200  # type: ignore[index]
    assert Game.objects.count() == 2
    browser.open("sheets")
    browser.tap("Put back Nines")
    browser.says("Your sheets New sheet Saved. Nines")


def test_there_is_an_end_to_sheets_and_versions(ann: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheets, "MOST_SHEETS", 1)
    monkeypatch.setattr(sheets, "MOST_VERSIONS", 1)
    sheet = kept(ann)
    with pytest.raises(sheets.TooMany):
        kept(ann, "Tens")
    with pytest.raises(sheets.TooMany):
        corrected(ann, sheet, wins="low")


# --- whose they are


def test_nobody_plays_sees_or_changes_another_crews(ann: Visitor, cat: Visitor, dan: Visitor) -> None:
    sheet = kept(ann)
    game = played(ann, {"Ann": 3, "Bob": 4})
    for word in (
        f"own-{sheet.public_id}",
        f"own-{sheet.public_id}.1",
        f"game-{game.public_id}",
        "own-",
        "own-\0",
    ):
        assert started(dan, word).status in (400, 404)
    for word in (f"game-{game.public_id}", f"own-{sheet.public_id}", "nothing", "link-nothing"):
        assert client_of(dan).get(reverse("sheet_new"), {"from": word}).status_code == 404
    assert "Nines" not in Browser(dan).open("sheets").text
    listed = Browser(cat).open("sheets")
    assert "Nines" in listed.text
    assert not listed.soup.select("main form[method=post], main a[href*=edit], main a[href*=new]")


def test_what_a_sheet_says_never_comes_from_the_browser(ann: Visitor) -> None:
    forged = as_json(msgspec.structs.replace(BLANK, name="Forged"))
    for word in ("hearts", "", "nothing", "kept"):
        started(ann, word, definition=forged, name=["Ann", "Bob", "Cat"])
    told = [game.options.get("sheet", {}).get("name", "") for game in Game.objects.all()]
    assert "Forged" not in told
    assert "Hearts" in told


def test_a_game_of_the_shelf_can_be_played_again(ann: Visitor) -> None:
    started(ann, "darts_501", **{"o target": "301"})
    game = Game.objects.get()
    browser = Browser(ann)
    browser.go(f"{reverse('setup', args=['score_sheet'])}?rematch={game.public_id}")
    browser.tap("Start", name=["Ann", "Bob"])
    assert Game.objects.count() == 2
    one, two = Game.objects.all()
    assert one.options["sheet"] == two.options["sheet"]
    assert one.options.get("agreed") == two.options.get("agreed")


def test_a_sheet_begins_with_a_game_just_played(ann: Visitor) -> None:
    started(ann, "", title="Rage", wins="low", score="77")
    browser = Browser(ann)
    browser.open("sheet_new")
    browser.tap("Rage")
    browser.tap("Save")
    made = says(Sheet.objects.get())
    assert (made.name, made.wins, made.end.score, made.players) == ("Rage", "low", 77, (2, 10))
    game = Game.objects.get()
    browser.open("game", game.public_id)
    browser.tap("Make a sheet of this game")
    assert browser.shown.soup.select_one("[name=name]")["value"] == "Rage"  # type: ignore[index]


# --- files and links


@pytest.mark.parametrize("kind", ["toml", "json"])
@pytest.mark.parametrize("key", ["hearts", "yahtzee", "bridge_rubber"])
def test_out_and_in_as_a_file_is_the_same(ann: Visitor, dan: Visitor, key: str, kind: str) -> None:
    sheet = kept(ann, "It", shelf()[key])
    answer = client_of(ann).get(reverse("sheet_file", args=[sheet.public_id, kind]))
    assert answer["Content-Disposition"] == f'attachment; filename="it.{kind}"'
    browser = Browser(dan)
    browser.open("sheet_new")
    browser.tap("Open", file=SimpleUploadedFile(f"it.{kind}", answer.content))
    assert not Sheet.objects.visible_to(dan).exists(), "it is shown first"
    browser.tap("Save")
    there = Sheet.objects.visible_to(dan).get()
    assert msgspec.structs.replace(says(there), key="it") == msgspec.structs.replace(says(sheet), key="it")


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "Choose a file"),
        (b"\xff\xfe\x00", "no text in UTF-8"),
        (b"key = 'a\0'", "NUL"),
        (b"x" * (LARGEST + 1), "at most 40,000 bytes"),
        (b"key = 1", "Line 1"),
        (b".".join([b"a"] * 19_000) + b" = 1", "Line 1: a key has at most 8 dots"),
        (b"key = 'a'\n[" + b" . ".join([b"'a'"] * 6_000) + b"]", "Line 2: a key has at most 8 dots"),
        (b"a = {" + b".".join([b"a"] * 19_000) + b" = 1}", "Line 1: a key has at most 8 dots"),
        (b"start = " + b"9" * 4_301, "too many digits"),
        (b"key = 'a'\nname = 'A'\nstart = 0x" + b"f" * 9_000, "too many digits"),
        (b'{"key": "a", "name": "A", "start": ' + b"9" * 4_301 + b"}", "no JSON"),
        (b'{"key": 1}', "a text"),
        (b'{"key": ', "no JSON"),
        (b"[" * 30_000, "Line 1"),
        (b"{" * 30_000, "no JSON"),
        (b"[[field]]\n" * 3000, "Line"),
        (
            b'{"key": "a", "name": "A", "field": [{"key": "b", "name": "B"}], "points": "c"}',
            "What it is worth",
        ),
    ],
)
def test_a_bad_file_is_refused_with_the_reason(ann: Visitor, data: bytes, why: str) -> None:
    answer = client_of(ann).post(reverse("sheet_import"), {"file": SimpleUploadedFile("x.toml", data)})
    shown = Shown(answer)
    assert shown.status == 422
    assert why in errors(shown)


@pytest.mark.parametrize("word", ["'%s' = 1", '{"key": "a", "name": "A", "%s": 1}'])
def test_a_word_that_no_sheet_knows_is_said_on_one_short_line(ann: Visitor, word: str) -> None:
    data = (word % ("a \u202e word" * 2_000)).encode()
    answer = client_of(ann).post(reverse("sheet_import"), {"file": SimpleUploadedFile("x.toml", data)})
    said = errors(Shown(answer))
    assert "unknown field" in said
    assert len(said) < 400
    assert "\u202e" not in said


def test_dots_in_texts_numbers_and_remarks_are_no_dots_of_keys() -> None:
    lists = ", ".join(f"{n}.5" for n in range(40))
    dots = "a.b.c.d.e.f.g.h.i.j.k"
    text = "\n".join(
        [
            f"key = 'a' # {dots}",
            f"name = '{dots}'",
            f"how = '''\n{dots}\n# \" ... {dots}'''",
            f'names = ["\\"{dots}"]',
            f"lists.steps = [{lists}]",
            "[[field]]",
            "key = 'b'",
            'name = "B"',
        ]
    )
    assert reading.read(text).lists["steps"][0] == 0.5


def test_what_is_longer_than_anything_typed_is_neither_looked_at_nor_shown_again(ann: Visitor) -> None:
    long = "a" + "\u0301\u0316" * 19_000
    sent = PLAIN | {"save": "1", "f name": [long] * 2, "f least": [""] * 2, "score": "x" * 39_000}
    began = thread_time()
    answer = client_of(ann).post(reverse("sheet_new"), sent)
    assert thread_time() - began < 2
    assert answer.status_code == 422
    assert "needs a name of 40 characters at most" in errors(Shown(answer))
    assert "x" * 2_500 not in answer.content.decode()
    assert long[:5_000] not in answer.content.decode()


def test_a_link_is_read_and_used_by_anybody_until_it_is_taken_back(ann: Visitor, bob: Visitor) -> None:
    kept(ann, "Nines", msgspec.structs.replace(shelf()["hearts"], how="Count the nines."))
    browser = Browser(ann)
    browser.open("sheets")
    browser.tap("Share Nines")
    browser.tap("Make a link")
    link = str(browser.shown.soup.select_one("input[readonly]")["value"])  # type: ignore[index]
    path = link.removeprefix("http://testserver")
    stranger = Browser()
    shown = stranger.go(path)
    assert not stranger.client.cookies
    stranger.says("Nines", "3 to 6 players", "Count the nines.", "The fewest points win")
    assert shown.response["X-Robots-Tag"].startswith("noindex")
    assert reading.read(stranger.client.get(f"{path}sheet.toml").content.decode()).name == "Nines"
    stranger.tap("Use this sheet")
    stranger.tap("Save")
    stranger.says("Your sheets New sheet Saved. Nines")
    assert says(Sheet.objects.visible_to(stranger.visitor).get()).fields == shelf()["hearts"].fields
    # Only the keeper, or who made it, takes it back.
    sheet = Sheet.objects.visible_to(ann).get()
    assert client_of(bob).post(reverse("sheet_unshare", args=[sheet.public_id])).status_code == 403
    browser.tap("Cancel the link")
    assert stranger.go(path).status == 404
    assert stranger.go(f"{reverse('sheet_new')}?from=link-{path.split('/')[2]}").status == 404
    browser.tap("Make a link")
    assert str(browser.shown.soup.select_one("input[readonly]")["value"]) != link  # type: ignore[index]
    assert stranger.go(path).status == 404
    newer = Sheet.objects.visible_to(ann).get().link
    crew_bin.discard(actor=join_own_crew(ann))
    assert stranger.open("shared_sheet", newer).status == 404


# --- the list


def test_the_shelf_finds_other_names_too_and_puts_first_what_is_ones_own(ann: Visitor) -> None:
    kept(ann, "Öde Nines", names=("Grandma’s",))
    kept(ann, "Würfelmeisterschaft")
    browser = Browser(ann)
    browser.open("new")
    # A long word of one's own says where it may be broken, and finds its sheet all the same.
    assert "Wür\xadfel\xadmeis\xadters\xadchaft" in [
        words(each) for each in browser.shown.soup.select(".spine b")
    ]
    assert [words(each) for each in browser.shown.soup.select("main h3")][:2] == ["Your own", "Tricks"]
    finds = (
        ("ÖDE", ["Öde Nines"]),
        (" grandma’s ", ["Öde Nines (Grandma’s)"]),
        ("black lady", ["Hearts (Black Lady)"]),
        ("kniffel", ["Yahtzee (Kniffel)"]),
        ("zero zap", ["Zero Zap"]),
        ("yat", ["Yahtzee (Yatzee)", "Yatzy"]),
    )
    for typed, found in finds:
        browser.open("new")
        browser.tap("Find", q=typed)
        assert [words(each) for each in browser.shown.soup.select(".spine b")] == found
        assert not browser.shown.soup.select(".covers, .lately")
    browser.tap("Find", q="<script>")
    browser.says("No game is called “<script>”.")
    browser.tap("All games")
    assert browser.shown.soup.select(".covers")
    mistyped = (("titchu", "Tichu"), ("ticu", "Tichu"), ("zarr", "ZAR"), ("crazy eigths", "Crazy Eights"))
    for typed, sheet in mistyped:
        browser.tap("Find", q=typed)
        browser.says(f"No game is called “{typed}”. The nearest:")
        assert words(browser.shown.soup.select(".spine b")[0]) == sheet
    others: tuple[tuple[str, list[str]], ...] = (
        ("yatze", ["Yahtzee (Yatzee)", "Yatzy (Yatze)"]),
        ("game of tsar", ["The Game of Zar (The Game of Tsar)"]),
        ("chess", ["Winner (Chess)"]),
        ("blackjack", []),
    )
    for typed, found in others:
        browser.tap("Find", q=typed)
        assert [words(each) for each in browser.shown.soup.select(".spine b")] == found


def test_many_sheets_take_as_many_queries_as_one(ann: Visitor) -> None:
    def queries(url: str) -> int:
        with CaptureQueriesContext(
            connection,
        ) as asked:
            assert client_of(ann).get(url).status_code == 200
        return len(asked)

    urls = [reverse("sheets"), reverse("new"), reverse("sheet_new")]
    sheet = kept(ann)
    started(ann, f"own-{sheet.public_id}")
    urls.append(f"{reverse('setup', args=['score_sheet'])}?sheet=own-{sheet.public_id}")
    before = [queries(url) for url in urls]
    for n in range(10):
        other = kept(ann, f"Sheet {n}")
        corrected(ann, other, wins="low")
        started(ann, f"own-{other.public_id}")
    assert [queries(url) for url in urls] == before
    assert max(before) <= 9


# --- with the crew


def test_they_move_with_the_crew_in_all_their_versions(ann: Visitor, dan: Visitor) -> None:
    sheet, gone = kept(ann), kept(ann, "Tens")
    corrected(ann, sheet, wins="low")
    sheets.remove(join_own_crew(ann), gone)
    kept(dan)
    crew = join_own_crew(dan).crew
    data = b"".join(export.crew_zip(join_own_crew(ann).crew))
    *_, last = importing.import_crew(importing.open_zip(io.BytesIO(data)), crew)
    assert last.done == last.all
    mine = sheets.of(dan)
    assert [(each.name, each.version, bool(each.removed_at)) for each in mine] == [
        ("Nines", 1, False),
        ("Nines 2", 2, False),
        ("Tens", 1, True),
    ]
    there, here = (
        [reading.made(row.definition) for row in each.versions.order_by("version")]
        for each in (mine[1], sheet)
    )
    assert there == here


EMPTY = {"definition": {"key": "a", "name": "A"}, "made_at": "2026-01-01T00:00:00Z", "phone": 1}


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"id": "y" * 22}, "`id` differs"),
        ({"name": " Nines"}, "spaces"),
        ({"versions": []}, "versions"),
        ({"versions": [EMPTY]}, "nothing is entered"),
    ],
)  # fmt: skip
def test_a_spoilt_sheet_in_a_crews_zip_is_refused(
    ann: Visitor, dan: Visitor, changed: dict[str, Any], why: str
) -> None:
    sheet = kept(ann)
    data = b"".join(export.crew_zip(join_own_crew(ann).crew))
    crew_zip = importing.open_zip(io.BytesIO(data))
    file = export.SHEET.format(sheet.public_id)
    spoilt = msgspec.json.encode(msgspec.json.decode(crew_zip.parcel.read(file)) | changed)
    read = crew_zip.parcel.read
    crew_zip.parcel.read = lambda name: spoilt if name == file else read(name)  # type: ignore[method-assign]
    with pytest.raises(CannotImport, match=why):
        list(importing.import_crew(crew_zip, join_own_crew(dan).crew))
    assert not sheets.of(dan)


def test_they_are_erased_with_the_crew(ann: Visitor) -> None:
    kept(ann)
    crew_bin.discard(actor=join_own_crew(ann))
    crew_bin.sweep(now=timezone.now() + crew_bin.KEPT)
    assert not SheetVersion.objects.exists()
    assert not Crew.objects.exists()


def test_the_text_that_the_form_carries_is_the_sheets() -> None:
    assert reading.read(as_toml(shelf()["hearts"])) == shelf()["hearts"]
