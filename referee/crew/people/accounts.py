"""Accounts, for those who like: whoever signs in on a new phone finds the crews of the old one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django import forms
from django.contrib.auth import authenticate, login, logout
from django.contrib.auth.forms import BaseUserCreationForm, UsernameField
from django.contrib.auth.models import User
from django.db import IntegrityError
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe

from referee.crew import limits
from referee.crew.people.crew import STAY
from referee.crew.people.signed_in import HINT, WAIT, remember, signed_in, signed_in_user
from referee.crew.people.who import called, form_key, may_part, member, parting
from referee.table.requests import TableRequest
from referee.web.addresses import place
from referee.web.audit import note
from referee.web.components import Link, View
from referee.web.requests import check_form_fields, see_other, status_of
from referee.web.views import form_view, slow
from referee.web.wording import moment
from scoring.crew import accounts, invites, sessions
from scoring.models import Membership, SignIn
from scoring.writing import one_writer

MODEL_BACKEND = "django.contrib.auth.backends.ModelBackend"
TAKEN = "This name is taken."
WRONG = "This name and password do not match."

if TYPE_CHECKING:
    _Form = BaseUserCreationForm[User]
else:
    _Form = BaseUserCreationForm  # generic for the type checker only


class SignUpForm(_Form):
    """A name and a password, twice; Django's validators say what a good one is."""

    class Meta:
        model = User
        fields = ("username",)
        field_classes = {"username": UsernameField}

    def validate_password_for_user(self, user: User) -> None:
        """What is wrong with a password stands where it is typed first."""
        super().validate_password_for_user(user, "password1")  # type: ignore[misc]  # unknown to the stubs

    def clean_username(self) -> str:
        """The name; "ann" and "Ann" are one person's."""
        name = str(self.cleaned_data["username"])
        if User.objects.filter(username__iexact=name).exists():
            raise forms.ValidationError(TAKEN)
        return name


class FormField(View, frozen=True):
    """A field to type in. `complete` is what the browser may fill it with, `hint` what is asked of it."""

    name: str
    label: str
    kind: str
    complete: str
    value: str = ""
    hint: str = ""
    errors: tuple[str, ...] = ()


@require_safe
@signed_in
def account(request: TableRequest) -> HttpResponse:
    """The account, and the crews that it keeps."""
    return _account(request)


def _account(request: TableRequest, *, errors: Sequence[str] = ()) -> HttpResponse:
    user, me = signed_in_user(request), request.visitor.membership
    places, here = accounts.crews_of(user), me and me.crew_id
    page = {
        "name": user.get_username(),
        "key": invites.new_key(),
        "sessions": tuple(_session(request, row) for row in sessions.sign_ins(user)),
        "crews": [
            {
                "name": called(place.crew, unnamed="the crew without a name"),
                "role": place.role,
                "here": place.crew_id == here,
                "enter": reverse("account_enter", args=[place.crew_id]),
            }
            for place in places
        ],
        # The phone's crew, where the account does not keep it yet.
        "loose": called(me.crew, unnamed="this phone’s crew") if me and me.user_id is None else "",
        "parting": parting(me) if any(place.crew_id != here for place in places) else None,
        "errors": tuple(errors),
    }
    return render(request, "crew/account.html", {"page": page}, status=status_of(errors))


def _session(request: TableRequest, row: SignIn) -> dict[str, object]:
    public_id = sessions.public_id(row)
    return {
        "name": (row.phone and row.phone.label) or "A phone without a name",
        "line": f"since {moment(row.created_at)}, last used {moment(row.used_at)}",
        "end": reverse("session_end", args=[public_id]),
        "here": row.session_key == request.session.session_key,
    }


@sensitive_post_parameters()
@slow
@form_view
def sign_in(request: TableRequest) -> HttpResponse:
    """Signs in; a phone without a crew gets the account's, if there is one."""
    if request.method != "POST":
        return _sign_in(request)
    check_form_fields(request)
    name = request.POST.get("username", "")
    user = authenticate(request, username=name, password=request.POST.get("password", ""))
    if limits.must_wait(request, name):
        return limits.wait(_sign_in(request, errors=[WAIT]))
    if not isinstance(user, User):
        return _sign_in(request, wrong=[WRONG])
    return _welcome(request, user)


@sensitive_post_parameters()
@slow
@form_view
def sign_up(request: TableRequest) -> HttpResponse:
    """Makes an account, and signs in."""
    form = SignUpForm(request.POST or None)
    if request.method != "POST":
        return _sign_up(request, form)
    check_form_fields(request)
    if not form.is_valid():
        return _sign_up(request, form)
    if not limits.ACCOUNTS.spend(place(request)):
        return limits.wait(_sign_up(request, form, errors=[WAIT]))
    # It hashes the password, so nobody waits yet.
    user = form.save(commit=False)
    try:
        return _welcome(request, user, new=True)
    except IntegrityError:
        form.add_error("username", TAKEN)
        return _sign_up(request, form)


def _welcome(request: TableRequest, user: User, *, new: bool = False) -> HttpResponse:
    """Signs in: the account keeps the phone's crew, if the form said so, or brings its own.

    Who is `new` is saved by it. Raises IntegrityError where another one took the name meanwhile.
    """
    with one_writer():
        if new:
            user.save()
        login(request, user, backend=MODEL_BACKEND)
        me = request.visitor.membership
        if me is None:
            crews = accounts.crews_of(user)
            if len(crews) == 1:
                me = accounts.enter(request.visitor, user, crews[0].crew_id, key=form_key(request))
        elif request.POST.get("keep") == "1":
            accounts.attach(request.visitor, me, user, key=form_key(request))
    if new:
        note(request, "account_made", account=user.get_username())
    if me is not None:
        remember(request, me)
    return see_other(reverse("account"))


def _sign_in(request: TableRequest, *, wrong: Sequence[str] = (), errors: Sequence[str] = ()) -> HttpResponse:
    name = FormField(
        name="username",
        label="Name",
        kind="text",
        complete="username",
        value=request.POST.get("username", ""),
    )
    password = FormField(
        name="password",
        label="Password",
        kind="password",
        complete="current-password",
        errors=tuple(wrong),
    )
    other = Link(href=reverse("sign_up"), text="Create an account")
    return _sign(request, "sign_in", "Sign in", (name, password), other, errors=errors)


def _sign_up(request: TableRequest, form: SignUpForm, *, errors: Sequence[str] = ()) -> HttpResponse:
    wrong = form.errors if form.is_bound and not errors else {}
    fields = tuple(
        FormField(
            name=name,
            label=label,
            kind=kind,
            complete=complete,
            value=request.POST.get(name, "") if kind == "text" else "",
            hint=HINT if name == "password1" else "",
            errors=tuple(map(str, wrong.get(name, ()))),
        )
        for name, label, kind, complete in (
            ("username", "Name", "text", "username"),
            ("password1", "Password", "password", "new-password"),
            ("password2", "The same password again", "password", "new-password"),
        )
    )
    other = Link(href=reverse("sign_in"), text="I have an account")
    return _sign(request, "sign_up", "Create an account", fields, other, errors=errors)


def _sign(
    request: TableRequest,
    url: str,
    title: str,
    fields: tuple[FormField, ...],
    other: Link,
    *,
    errors: Sequence[str],
) -> HttpResponse:
    me = request.visitor.membership
    wrong = errors or any(field.errors for field in fields)
    page = {
        "url": reverse(url),
        "key": invites.new_key(),
        "title": title,
        "fields": fields,
        "crew": called(me.crew, unnamed="its crew") if me and me.user_id is None else "",
        "keep": request.method != "POST" or request.POST.get("keep") == "1",
        "other": other,
        "errors": tuple(errors),
    }
    return render(request, "crew/sign.html", {"page": page}, status=status_of(wrong))


@require_POST
def sign_out(request: TableRequest) -> HttpResponse:
    """Signs out; the phone stays in its crew."""
    logout(request)
    return see_other(reverse("sign_in"))


@require_POST
@signed_in
def keep(request: TableRequest) -> HttpResponse:
    """The account keeps this phone's crew from now on."""
    me = member(request)
    accounts.attach(request.visitor, me, signed_in_user(request), key=form_key(request))
    remember(request, me)
    note(request, "account_keeps_crew")
    return see_other(reverse("account"))


@require_POST
@signed_in
def enter(request: TableRequest, pk: int) -> HttpResponse:
    """Puts this phone into a crew of the account."""
    if accounts.was_shut_out(request.session.get(sessions.PHONE, 0)):
        # The phone may be in other hands: only who knows the password goes on.
        logout(request)
        return see_other(reverse("sign_in"))
    me = request.visitor.membership
    if me and me.crew_id != pk and not may_part(request, parting(me)):
        return _account(request, errors=[STAY])
    try:
        place = accounts.enter(request.visitor, signed_in_user(request), pk, key=form_key(request))
    except Membership.DoesNotExist:
        raise Http404 from None
    remember(request, place)
    note(request, "entered")
    return see_other(reverse("crew"))
