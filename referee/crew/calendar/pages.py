"""The crew's regular nights: listed, added, changed and removed; and its calendar as a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.http import require_POST, require_safe

from referee.crew.calendar.context import LinkPart
from referee.crew.calendar.ics import PLAYED, calendar_file
from referee.crew.people.who import member, writer
from referee.crew.plans import CHOICES, called, next_date, off_line, when
from referee.rules.sentences import NOT_CHOSEN
from referee.table.requests import TableRequest
from referee.web.components import options
from referee.web.requests import NotHere, check_form_fields, see_other, status_of
from referee.web.views import form_view
from referee.web.wording import day, weekday_and_day
from scoring import regular
from scoring.crew.phones import number_of
from scoring.models import Crew, CrewShare, Membership, Night, RegularNight
from scoring.models.nights import FIRST_REGULAR, LAST_REGULAR, MOST_HOURS, PLACE_LENGTH, tonight
from scoring.models.people import NAME_LENGTH
from scoring.played import clean_title
from scoring.sharing import crew_links

CALENDAR = "text/calendar; charset=utf-8"
_TOO_MANY = f"A crew keeps {regular.MOST_NIGHTS} regular nights and dates. Remove one that is over."


class RegularForm(forms.Form):
    """A regular night as it was typed; `wanted` tells the store."""

    name = forms.CharField(
        required=False,
        max_length=NAME_LENGTH,
        error_messages={"max_length": f"A name has at most {NAME_LENGTH} characters."},
    )
    place = forms.CharField(
        required=False,
        max_length=PLACE_LENGTH,
        error_messages={"max_length": f"A place has at most {PLACE_LENGTH} characters."},
    )
    repeats = forms.ChoiceField(
        choices=[*CHOICES.items()],
        error_messages=dict.fromkeys(
            ("required", "invalid_choice"), NOT_CHOSEN.format(field="How often it repeats")
        ),
    )
    first = forms.DateField(
        input_formats=["%Y-%m-%d"],
        validators=[
            MinValueValidator(FIRST_REGULAR, "The first night is too long ago."),
            MaxValueValidator(LAST_REGULAR, "The first night is too far away."),
        ],
        error_messages={
            "required": "Choose the first night.",
            "invalid": "The first night is not a valid date.",
        },
    )
    at = forms.TimeField(
        input_formats=["%H:%M", "%H:%M:%S"],
        error_messages={"required": "Choose when it begins.", "invalid": "Type the time as 19:30."},
    )
    hours = forms.IntegerField(
        min_value=1,
        max_value=MOST_HOURS,
        error_messages=dict.fromkeys(
            ("required", "invalid", "min_value", "max_value"), f"It takes 1 to {MOST_HOURS} hours."
        ),
    )
    until = forms.DateField(
        required=False,
        input_formats=["%Y-%m-%d"],
        validators=[MaxValueValidator(LAST_REGULAR, "The last night is too far away.")],
        error_messages={"invalid": "The last night is not a valid date."},
    )

    def clean_name(self) -> str:
        """In one tidy line."""
        return clean_title(self.cleaned_data["name"])

    def clean_place(self) -> str:
        """The same."""
        return clean_title(self.cleaned_data["place"])

    def clean(self) -> dict[str, object]:
        """The last night is not before the first; a single date has no other."""
        found = super().clean() or {}
        first, until = found.get("first"), found.get("until")
        if found.get("repeats") == RegularNight.Repeats.ONCE:
            found["until"] = None
        elif first and until and until < first:
            raise forms.ValidationError("The last night is before the first.")
        return found

    @property
    def wanted(self) -> regular.Wanted:
        """What was typed; only of a valid form."""
        return regular.Wanted(**self.cleaned_data)


@require_safe
def nights(request: TableRequest) -> HttpResponse:
    """The crew's regular nights, with the links for calendars and feed readers."""
    me = request.visitor.membership
    found = regular.nights(request.visitor)
    now = timezone.now()
    coming = regular.next_among(found, now)
    links = crew_links.open_shares(me.crew) if me else {}
    page = {
        "next": next_date(coming.begins) if coming else "",
        "where": coming.night.place if coming else "",
        "nights": tuple(_card(night, now, request) for night in found),
        "add": reverse("regular_night_new") if me and me.may_write else "",
        "download": reverse("crew_calendar") if me else "",
        "calendar": _link(request, me, links, CrewShare.Kind.CALENDAR),
        "feed": _link(request, me, links, CrewShare.Kind.FEED),
    }
    return render(request, "crew/regular.html", {"page": page})


def _card(night: RegularNight, now: datetime, request: TableRequest) -> dict[str, object]:
    """A regular night in the list; `href` is where it is changed, "" where this phone may not. `off` says
    which dates were called off.
    """
    begins = regular.next_of(night, now)
    return {
        "name": called(night),
        "when": when(night),
        "where": night.place,
        "line": f"next {next_date(begins)}" if begins else "over",
        "href": reverse("regular_night", args=[night.public_id]) if request.visitor.may_write else "",
        "over": begins is None,
        "off": off_line(regular.called_off(night, now)),
    }


def _link(
    request: TableRequest, me: Membership | None, links: Mapping[str, CrewShare], kind: CrewShare.Kind
) -> LinkPart:
    found = links.get(kind)
    if me is None:
        return LinkPart()
    if found is None:
        return LinkPart(make=reverse("crew_share", args=[kind]) if me.may_write else "")
    name = "shared_calendar" if kind == CrewShare.Kind.CALENDAR else "shared_feed"
    link = request.build_absolute_uri(reverse(name, args=[found.public_id]))
    by = found.actor.label or ("this phone" if found.actor == me else f"phone {number_of(found.actor)}")
    return LinkPart(
        link=link,
        # The scheme by which phones know a calendar to follow from a file to save.
        subscribe=f"webcal:{link.partition(':')[2]}" if kind == CrewShare.Kind.CALENDAR else "",
        made=f"Made by {by}, {day(found.created_at)}.",
        revoke=reverse("crew_unshare", args=[kind]) if crew_links.may_revoke(me, found) else "",
    )


@form_view
def new(request: TableRequest) -> HttpResponse:
    """Adds a regular night."""
    check_form_fields(request)
    me = writer(request)
    errors: Sequence[str] = ()
    if request.method == "POST":
        form = RegularForm(request.POST)
        errors = _errors(form)
        if not errors:
            try:
                regular.keep(me, form.wanted)
            except regular.TooMany:
                errors = [_TOO_MANY]
            else:
                return see_other(reverse("regular_nights"))
    today = timezone.localdate().isoformat()
    usual = {"repeats": "week", "first": today, "at": "19:30", "hours": "3"}
    typed = request.POST.dict() if request.method == "POST" else usual
    return _form(request, None, typed, errors)


@form_view
def night(request: TableRequest, public_id: str) -> HttpResponse:
    """Changes a regular night."""
    check_form_fields(request)
    me, found = writer(request), _found(request, public_id)
    if request.method == "POST":
        form = RegularForm(request.POST)
        if form.is_valid():
            regular.change(me, found, form.wanted)
            return see_other(reverse("regular_nights"))
        return _form(request, found, request.POST.dict(), _errors(form))
    typed = {
        "name": found.name,
        "place": found.place,
        "repeats": found.repeats,
        "first": found.first.isoformat(),
        "at": f"{found.at:%H:%M}",
        "hours": str(found.hours),
        "until": found.until.isoformat() if found.until else "",
    }
    return _form(request, found, typed, ())


@require_POST
def call_off(request: TableRequest, public_id: str) -> HttpResponse:
    """Calls one of a night's next dates off, or on again."""
    me, found = writer(request), _found(request, public_id)
    try:
        day = date.fromisoformat(request.POST.get("day", ""))
        regular.call_off(me, found, day, off=request.POST.get("off") == "1")
    except (ValueError, regular.NoSuchDate):
        raise NotHere("This night is not on that day. It may have been changed.") from None
    return see_other(f"{reverse('regular_night', args=[public_id])}#dates")


@require_POST
def remove(request: TableRequest, public_id: str) -> HttpResponse:
    """Removes a regular night; a second tap finds none and changes nothing."""
    me = writer(request)
    found = RegularNight.objects.find(request.visitor, public_id)
    if found:
        regular.remove(me, found)
    return see_other(reverse("regular_nights"))


@require_safe
def download(request: TableRequest) -> HttpResponse:
    """The crew's calendar as a file, for the crew."""
    me = member(request)
    response = HttpResponse(calendar_of(me.crew), content_type=CALENDAR)
    response["Content-Disposition"] = f'attachment; filename="{slugify(me.crew.name) or "game-nights"}.ics"'
    return response


def calendar_of(crew: Crew) -> bytes:
    """What comes, and what was played in the last year. Two queries."""
    since = tonight() - PLAYED
    return calendar_file(
        crew,
        RegularNight.objects.filter(crew=crew).order_by("first", "at", "pk"),
        Night.objects.filter(crew=crew, day__gte=since).order_by("day"),
    )


def _found(request: TableRequest, public_id: str) -> RegularNight:
    found = RegularNight.objects.find(request.visitor, public_id)
    if found is None:
        raise NotHere("Your crew has no such night. It may have been removed.")
    return found


def _errors(form: RegularForm) -> list[str]:
    return [] if form.is_valid() else [str(text) for texts in form.errors.values() for text in texts]


def _form(
    request: TableRequest, found: RegularNight | None, typed: Mapping[str, str], errors: Sequence[str]
) -> HttpResponse:
    page = {
        "heading": called(found) if found else "New regular night",
        "url": reverse("regular_night", args=[found.public_id]) if found else reverse("regular_night_new"),
        "remove": reverse("regular_night_remove", args=[found.public_id]) if found else "",
        "repeats": options(CHOICES, typed.get("repeats")),
        "most_hours": MOST_HOURS,
        "longest_name": NAME_LENGTH,
        "longest_place": PLACE_LENGTH,
        "call": reverse("regular_night_off", args=[found.public_id]) if found else "",
        "dates": tuple(
            {"day": each.day.isoformat(), "text": weekday_and_day(each.day), "off": each.off}
            for each in (regular.ahead(found) if found else ())
        ),
        "errors": tuple(errors),
        **{name: typed.get(name, "") for name in ("name", "place", "first", "at", "hours", "until")},
    }
    return render(request, "crew/regular_night.html", {"page": page}, status=status_of(errors))
