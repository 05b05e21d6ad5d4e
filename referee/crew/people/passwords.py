"""The password once more: to change it, to delete the account. And where the account is signed in."""

from __future__ import annotations

from django.contrib.auth import authenticate, logout, update_session_auth_hash
from django.contrib.auth.forms import SetPasswordForm
from django.contrib.auth.models import User
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from referee.crew import limits
from referee.crew.people.accounts import FormField
from referee.crew.people.signed_in import HINT, WAIT, signed_in, signed_in_user
from referee.table.requests import TableRequest
from referee.web.audit import note
from referee.web.requests import check_form_fields, see_other, status_of
from referee.web.views import form_view, slow
from scoring.crew import accounts, sessions

WRONG = "This is not the password."


class NewPassword(SetPasswordForm):  # type: ignore[type-arg]  # generic for the type checker only
    """What is wrong with a password stands where it is typed first."""

    def validate_password_for_user(self, user: User, password_field_name: str = "") -> None:
        super().validate_password_for_user(user, password_field_name.replace("2", "1"))


def _wrong_password(request: TableRequest) -> str:
    """Why the password that was typed does not do, "" where it does."""
    user = signed_in_user(request)
    name = user.get_username()
    if authenticate(request, username=name, password=request.POST.get("password", "")) == user:
        return ""
    return WAIT if limits.must_wait(request, name) else WRONG


@sensitive_post_parameters()
@slow
@form_view
@signed_in
def change(request: TableRequest) -> HttpResponse:
    """Changes the password, for whoever knows the old one; everywhere else the account is signed out."""
    user = signed_in_user(request)
    form = NewPassword(user, request.POST if request.method == "POST" else None)
    if request.method != "POST":
        return _change(request, form)
    check_form_fields(request)
    wrong = _wrong_password(request)
    if wrong or not form.is_valid():
        return _change(request, form, wrong=wrong)
    form.save()
    update_session_auth_hash(request, user)
    note(request, "password_changed", sessions_ended=sessions.end_others(user, request.session))
    return see_other(reverse("account"))


def _change(request: TableRequest, form: NewPassword, *, wrong: str = "") -> HttpResponse:
    errors = {"password": (wrong,)} if wrong else form.errors
    fields = tuple(
        FormField(
            name=name,
            label=label,
            kind="password",
            complete=complete,
            hint=hint,
            errors=tuple(map(str, errors.get(name, ()))),
        )
        for name, label, complete, hint in (
            ("password", "Your password now", "current-password", ""),
            ("new_password1", "New password", "new-password", HINT),
            ("new_password2", "The same password again", "new-password", ""),
        )
    )
    page = {"name": signed_in_user(request).get_username(), "fields": fields}
    return render(request, "crew/password.html", {"page": page}, status=status_of(form.is_bound))


@sensitive_post_parameters()
@slow
@form_view
@signed_in
def delete(request: TableRequest) -> HttpResponse:
    """Deletes the account, for whoever knows its password; crews, games and phones stay."""
    user = signed_in_user(request)
    wrong = ""
    if request.method == "POST" and not user.is_staff:
        check_form_fields(request)
        wrong = _wrong_password(request)
        if not wrong:
            note(request, "account_deleted")
            accounts.delete_account(user)
            logout(request)
            return see_other(reverse("home"))
    page = {"name": user.get_username(), "owner": user.is_staff, "errors": (wrong,) if wrong else ()}
    return render(request, "crew/delete.html", {"page": page}, status=status_of(request.method == "POST"))


@require_POST
@signed_in
def end_session(request: TableRequest, public_id: str) -> HttpResponse:
    """Signs the account out in one place, maybe this one."""
    if not sessions.end(signed_in_user(request), public_id):
        raise Http404
    note(request, "session_ended")
    return see_other(reverse("account"))


@require_POST
@signed_in
def end_others(request: TableRequest) -> HttpResponse:
    """Signs the account out everywhere but here."""
    ended = sessions.end_others(signed_in_user(request), request.session)
    note(request, "sessions_ended", sessions_ended=ended)
    return see_other(reverse("account"))
