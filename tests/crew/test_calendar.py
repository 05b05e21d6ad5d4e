"""Regular nights, the calendar that they make, and the feed of results: the crew's, and by secret links."""

from __future__ import annotations

import io
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from xml.etree import ElementTree as ET
from zoneinfo import ZoneInfo

import msgspec
import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from icalendar import Calendar
from pytest_django import DjangoAssertNumQueries, Settings

from referee.crew import limits
from referee.crew.exchange import export, importing
from referee.rules.score_sheet.shelf import shelf
from referee.web.wording import weekday_and_day
from scoring import discarding, regular
from scoring.crew.visitor import Visitor, join_own_crew
from scoring.log import tap_keys
from scoring.models import Crew, CrewShare, Game, RegularNight
from scoring.players.erasing import erase_crew
from scoring.sharing import crew_links
from tests import taps
from tests.crew.browser import Browser
from tests.crew.games import tap
from tests.crew.played import sheet
from tests.table.page import client_of, new_game

ATOM = {"a": "http://www.w3.org/2005/Atom"}
FRIDAY = {
    "repeats": "week",
    "first": "2026-11-27",
    "at": "19:30",
    "hours": "3",
    "place": "Ann’s, kitchen; 2nd",
}


def night(ann: Visitor, repeats: str = "week", first: str = "2026-11-27", **more: Any) -> RegularNight:
    wanted: dict[str, Any] = {"name": "", "place": "", "hours": 3, "at": time(19, 30)} | more
    return regular.keep(
        join_own_crew(ann), regular.Wanted(repeats=repeats, first=date.fromisoformat(first), **wanted)
    )


def at(text: str) -> datetime:
    return timezone.make_aware(datetime.fromisoformat(text))


@pytest.mark.parametrize(
    ("repeats", "first", "now", "begins"),
    [
        ("week", "2026-11-27", "2026-11-20T12:00", "2026-11-27T19:30"),
        # While it goes on it is still the next.
        ("week", "2026-11-27", "2026-11-27T22:29", "2026-11-27T19:30"),
        ("week", "2026-11-27", "2026-11-27T22:31", "2026-12-04T19:30"),
        ("fortnight", "2026-11-27", "2026-11-28T12:00", "2026-12-11T19:30"),
        ("month", "2026-11-20", "2026-11-21T12:00", "2026-12-18T19:30"),  # the third Friday
        ("month", "2026-01-30", "2026-02-01T12:00", "2026-02-27T19:30"),  # a fifth one is the last
        ("once", "2026-11-27", "2026-11-27T20:00", "2026-11-27T19:30"),
        ("once", "2026-11-27", "2026-11-28T20:00", None),
    ],
)
def test_the_next_night_is_worked_out_by_its_rule(
    ann: Visitor, repeats: str, first: str, now: str, begins: str | None
) -> None:
    found = regular.next_of(night(ann, repeats, first), at(now))
    assert found == (at(begins) if begins else None)


def test_the_next_of_several_is_the_first_and_none_comes_after_the_last_day(
    ann: Visitor, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    assert regular.next_night(ann) is None
    today = timezone.localdate()
    night(ann, first=(today + timedelta(days=3)).isoformat())
    soon = night(ann, "once", first=(today + timedelta(days=2)).isoformat())
    night(ann, first="2026-01-02", until=date(2026, 2, 1))
    with django_assert_num_queries(1):
        found = regular.next_night(ann)
    assert found
    assert found.night == soon


def test_a_night_is_added_changed_and_removed_on_pages(ann: Visitor, bob: Visitor, cat: Visitor) -> None:
    page = Browser(bob)
    page.open("regular_nights")
    page.says("No regular night yet.")
    page.tap("Add a night")
    page.tap("Save", **FRIDAY | {"until": "2026-11-01"})
    page.says("The last night is before the first.")
    unchosen = {name: value for name, value in FRIDAY.items() if name != "repeats"}
    page.send(reverse("regular_night_new"), unchosen)
    page.says("How often it repeats is missing: choose one.")
    page.tap("Save", repeats="week", until="")
    page.says("Friday night", "Every Friday, 19:30, Ann’s, kitchen; 2nd")
    before = RegularNight.objects.get()
    # Two taps are one night.
    url = reverse("regular_night_new")
    page.send(url, FRIDAY)
    assert RegularNight.objects.count() == 1

    page.open("regular_nights")
    page.tap("Friday night")
    page.tap("Save", repeats="month", name="The big one")
    page.says("The big one", "Every month on the fourth Friday, 19:30")
    after = RegularNight.objects.get()
    assert (after.public_id, after.changes) == (before.public_id, 1)

    page = Browser(cat)
    page.open("regular_nights")
    page.says("The big one")
    assert not page.shown.soup.select("main form, main a[href*='/regular/']")

    page = Browser(bob)
    page.open("regular_nights")
    page.tap("The big one")
    page.tap("Remove this night")
    page.says("No regular night yet.")
    assert Browser(ann).open("regular_nights").status == 200


def test_nights_are_the_crews_own(ann: Visitor, dan: Visitor) -> None:
    mine = night(ann, name="Secret")
    join_own_crew(dan)
    assert regular.nights(dan) == []
    assert RegularNight.objects.find(dan, mine.public_id) is None
    assert b"Secret" not in client_of(dan).get(reverse("crew_calendar")).content


def events(data: bytes) -> list[Any]:
    # What is not RFC 5545 raises here: lines that are too long, texts that are not escaped.
    assert all(len(line) <= 75 for line in data.split(b"\r\n"))
    assert b"\n" not in data.replace(b"\r\n", b"")
    return list(Calendar.from_ical(data).events)


def test_the_calendar_is_a_sound_file(ann: Visitor, settings: Settings) -> None:
    settings.TIME_ZONE = "Europe/Berlin"
    made = night(
        ann, "fortnight", name="Würfel, " + "ä" * 30, place="Ann’s; kitchen\\", until=date(2027, 6, 1)
    )
    day = timezone.localdate() - timedelta(days=7)
    sheet(ann, {"Ann": 7, "Bob": 3}, day=day.isoformat())
    sheet(ann, {"Ann": 1, "Bob": 3}, day=day.isoformat())
    data = client_of(ann).get(reverse("crew_calendar")).content
    coming, played = events(data)
    assert coming["summary"] == made.name
    assert coming["location"] == made.place
    assert coming["dtstart"].dt == datetime(2026, 11, 27, 19, 30, tzinfo=ZoneInfo("Europe/Berlin"))
    assert coming["dtend"].dt - coming["dtstart"].dt == timedelta(hours=3)
    assert coming["rrule"]["INTERVAL"] == [2]
    assert coming["rrule"]["UNTIL"] == [datetime(2027, 6, 1, 21, 59, 59, tzinfo=UTC)]
    assert coming["uid"] == f"{made.public_id}@referee"
    assert b"BEGIN:VTIMEZONE\r\nTZID:Europe/Berlin" in data
    assert (played["summary"], played["dtstart"].dt) == ("2 games played", day)
    assert (played["dtend"].dt, played["dtstamp"].dt.date()) == (day + timedelta(days=1), day)
    assert (played["sequence"], played["transp"], played.errors) == (2, "TRANSPARENT", [])
    # Written by ourselves, it is what the library writes.
    assert played.to_ical() in data.replace(b"\r\nBEGIN:VTIMEZONE", b"\r\n")


def test_no_crew_is_called_so_that_its_calendar_ends_early(ann: Visitor) -> None:
    sheet(ann, {"Ann": 7, "Bob": 3}, day=timezone.localdate().isoformat())
    Crew.objects.update(name="END:VCALENDAR")
    data = client_of(ann).get(reverse("crew_calendar")).content
    assert len(events(data)) == 1
    assert data.count(b"\r\nEND:VCALENDAR\r\n") == 1


def test_an_event_keeps_its_name_and_a_change_makes_it_newer(ann: Visitor) -> None:
    made, url = night(ann), reverse("crew_calendar")
    (before,) = events(client_of(ann).get(url).content)
    regular.change(
        join_own_crew(ann), made, regular.Wanted("", "Bob’s", "week", made.first, made.at, made.hours)
    )
    (after,) = events(client_of(ann).get(url).content)
    assert after["uid"] == before["uid"]
    assert (before["sequence"], after["sequence"]) == (0, 1)
    assert after["dtstamp"].dt >= before["dtstamp"].dt


def test_one_date_is_called_off_and_on_again(ann: Visitor, bob: Visitor, cat: Visitor) -> None:
    sheet(ann, {"Ann": 7, "Bob": 3})
    today = timezone.localdate()
    made = night(ann, first=(today + timedelta(days=1)).isoformat())
    first, second = (each.day for each in regular.ahead(made)[:2])
    page = Browser(bob)
    page.open("regular_night", made.public_id)
    page.tap(f"Call off: {weekday_and_day(first)}")
    page.says("called off")
    # Two taps are one.
    page.send(reverse("regular_night_off", args=[made.public_id]), {"day": first.isoformat(), "off": "1"})
    off = RegularNight.objects.get()
    assert (off.off, off.changes) == ([first.isoformat()], 1)
    assert [each.off for each in regular.ahead(off)[:2]] == [True, False]

    page = Browser(cat)
    page.open("home")
    page.says(f"{weekday_and_day(second)}, 19:30", f"Called off: {weekday_and_day(first)}")
    page.open("regular_nights")
    page.says(f"The next night is {weekday_and_day(second)}", f"Called off: {weekday_and_day(first)}")
    (coming, *_) = events(client_of(cat).get(reverse("crew_calendar")).content)
    zone = timezone.get_default_timezone()
    assert [each.dt for each in coming["exdate"].dts] == [datetime.combine(first, time(19, 30), zone)]
    assert coming["sequence"] == 1

    page = Browser(ann)
    page.open("regular_night", made.public_id)
    page.tap(f"On again: {weekday_and_day(first)}")
    assert RegularNight.objects.get().off == []
    (coming, *_) = events(client_of(ann).get(reverse("crew_calendar")).content)
    assert "exdate" not in coming
    page = Browser(cat)
    page.open("home")
    page.says("Tomorrow, 19:30")


def test_a_day_without_a_night_is_not_called_off(ann: Visitor) -> None:
    made = night(ann, first=(timezone.localdate() + timedelta(days=1)).isoformat())
    once = night(ann, "once", first=(timezone.localdate() + timedelta(days=1)).isoformat())
    url = reverse("regular_night_off", args=[made.public_id])
    far = made.first + timedelta(weeks=regular.AHEAD)
    for day in ("", "never", timezone.localdate().isoformat(), far.isoformat()):
        assert client_of(ann).post(url, {"day": day, "off": "1"}).status_code == 404, day
    with pytest.raises(regular.NoSuchDate):
        regular.call_off(join_own_crew(ann), once, once.first, off=True)
    assert [each.off for each in regular.nights(ann)] == [[], []]


def link(visitor: Visitor, kind: str) -> str:
    assert client_of(visitor).post(reverse("crew_share", args=[kind])).status_code == 303
    public_id = CrewShare.objects.get(kind=kind, revoked_at=None).public_id
    return reverse("shared_calendar" if kind == "calendar" else "shared_feed", args=[public_id])


@pytest.mark.parametrize("kind", ["calendar", "feed"])
def test_a_link_is_secret_for_anybody_and_can_be_taken_back(
    ann: Visitor, bob: Visitor, cat: Visitor, kind: str
) -> None:
    url = link(bob, kind)
    assert link(bob, kind) == url  # two taps
    answer = Client().get(url)
    assert answer.status_code == 200
    assert not answer.cookies
    assert answer["Cache-Control"] == "private, no-store"
    assert "noindex" in answer["X-Robots-Tag"]
    assert client_of(cat).post(reverse("crew_unshare", args=[kind])).status_code == 403
    assert client_of(bob).post(reverse("crew_unshare", args=[kind])).status_code == 303
    assert Client().get(url).status_code == 404
    again = link(ann, kind)
    assert again != url
    Crew.objects.update(discarded_at=timezone.now())
    assert Client().get(again).status_code == 404


def test_links_are_made_and_cancelled_on_the_page(ann: Visitor) -> None:
    page = Browser(ann)
    for kind in ("calendar", "feed"):
        page.open("regular_nights")
        page.tap(f"Make a link of the {kind}")
        page.says("Made by this phone")
        shown = page.shown.soup.select_one(f"input[readonly][value*='/{kind[0]}/']")
        assert shown is not None
        assert Client().get(str(shown["value"]).removeprefix("http://testserver")).status_code == 200
        page.tap(f"Cancel the link of the {kind}")
        assert page.shown.soup.select_one("input[readonly]") is None


def test_who_asks_too_often_waits(ann: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    url = link(ann, "calendar")
    monkeypatch.setattr("referee.crew.calendar.links.LINKS", limits.Limit("link", 2))
    told = [Client().get(url).status_code for _ in range(3)]
    assert told == [200, 200, 429]


def entries(url: str) -> list[ET.Element]:
    answer = Client().get(url)
    assert answer["Content-Type"] == "application/atom+xml; charset=utf-8"
    return ET.fromstring(answer.content).findall("a:entry", ATOM)  # noqa: S314 - our own


def said(entry: ET.Element, name: str) -> str:
    found = entry.findtext(f"a:{name}", namespaces=ATOM)
    assert found
    return found


def test_the_feed_tells_the_last_results_and_a_correction_makes_one_newer(ann: Visitor) -> None:
    sheet(ann, {"Ann": 7, "<b>Bob</b>": -3}, names="Ann,<b>Bob</b>".replace(",", " "), title="Hearts & <co>")
    other = sheet(ann, {"Ann": 1, "Cat": 1}, day="2026-11-22")
    url = link(ann, "feed")
    late, early = entries(url)
    assert said(early, "title") == "Ann won: Hearts & <co>"
    assert "&lt;b&gt;Bob&lt;/b&gt; −3" in said(early, "summary")
    assert said(late, "title").startswith("Ann and Cat won")
    corrected = Game.objects.visible_to(ann).get(pk=other.pk)
    key = tap_keys.new_key(corrected)
    taps.correct(
        ann, corrected.public_id, key, position=1, move={"do": "round", "scores": {"Ann": 1, "Cat": 5}}
    )
    (after, _) = entries(url)
    assert said(after, "title").startswith("Cat won")
    assert said(after, "id") == said(late, "id")
    assert said(after, "updated") > said(late, "updated")
    assert said(after, "published") == said(late, "published")


def test_partners_are_one_in_the_feed(ann: Visitor) -> None:
    belote = msgspec.to_builtins(shelf()["belote"])
    game = new_game(ann, "Ann Bob Cat Dan", "score_sheet", title="Belote", sheet=belote)
    tap(ann, game, {"do": "entry", "players": {}, "table": {"taker": "Bob", "taken": 100}})
    tap(ann, game, {"do": "end"})
    (entry,) = entries(link(ann, "feed"))
    assert said(entry, "title") == "Bob and Dan won: Belote"
    assert "<li>Bob &amp; Dan 100</li><li>Ann &amp; Cat 62</li>" in said(entry, "summary")


def test_the_feed_has_nothing_of_games_that_are_open_discarded_or_anothers(
    ann: Visitor, dan: Visitor, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    discarding.discard(ann, sheet(ann, {"Ann": 7, "Bob": 3}).public_id)
    sheet(dan, {"Dan": 7, "Bob": 3})
    mine = [sheet(ann, {"Ann": 7, "Bob": 3}) for _ in range(2)]
    url = link(ann, "feed")
    with django_assert_num_queries(3):
        found = entries(url)
    assert len(found) == len(mine)
    assert crew_links.shared(url.split("/")[2], CrewShare.Kind.CALENDAR) is None


def test_regular_nights_come_back_with_their_crew(ann: Visitor, dan: Visitor) -> None:
    sheet(ann, {"Ann": 7, "Bob": 3})
    made = night(ann, "month", first="2026-11-20", place="Ann’s", name="Big", until=date(2027, 6, 1))
    made.off = ["2027-01-15", "2027-02-19"]
    made.save()
    crew, target = join_own_crew(ann).crew, join_own_crew(dan).crew
    data = b"".join(export.crew_zip(crew))
    list(importing.import_crew(importing.open_zip(io.BytesIO(data)), target))
    (came,) = regular.nights(dan)
    kept = ("name", "place", "repeats", "first", "at", "hours", "until", "off")
    assert [getattr(came, name) for name in kept] == [getattr(made, name) for name in kept]
    erase_crew(target)
    assert [*RegularNight.objects.all()] == [made]


def test_the_next_night_stands_on_the_first_page(ann: Visitor, cat: Visitor, dan: Visitor) -> None:
    sheet(ann, {"Ann": 7, "Bob": 3})
    tomorrow = timezone.localdate() + timedelta(days=1)
    night(ann, first=tomorrow.isoformat(), place="Ann’s kitchen")
    page = Browser(cat)
    page.open("home")
    page.says("Tomorrow, 19:30", "night, Ann’s kitchen")
    page.tap("Tomorrow, 19:30")
    page.says("Regular nights", "Next tomorrow, 19:30")
    join_own_crew(dan)
    assert "Ann’s kitchen" not in Browser(dan).open("home").text
