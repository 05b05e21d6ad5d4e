"""Who is signed in with an account, and on which phone."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeAlias, cast

from django.contrib.auth.models import User
from django.http import HttpResponse
from django.urls import reverse

from referee.crew import limits
from referee.table.requests import TableRequest
from referee.web.requests import see_other
from scoring.crew import sessions
from scoring.models import Membership

#: What settings.AUTH_PASSWORD_VALIDATORS ask of a new password, in one breath.
HINT = "At least 12 characters. Not one that many people use, and not like your name."
WAIT = f"Too many tries. Wait {limits.MINUTES} minutes, then try again."

Arguments = ParamSpec("Arguments")
View: TypeAlias = Callable[Concatenate[TableRequest, Arguments], HttpResponse]


def signed_in(view: View[Arguments]) -> View[Arguments]:
    """Sends whoever is not signed in to the page where that is done."""

    @wraps(view)
    def wrapper(request: TableRequest, /, *args: Arguments.args, **kwargs: Arguments.kwargs) -> HttpResponse:
        if not request.user.is_authenticated:
            return see_other(reverse("sign_in"))
        sessions.note_use(request.session)
        return view(request, *args, **kwargs)

    return wrapper


def signed_in_user(request: TableRequest) -> User:
    """The account, in a view that only those see who are signed in."""
    return cast("User", request.user)


def remember(request: TableRequest, phone: Membership) -> None:
    """Notes on whose phone somebody is signed in, if anybody is."""
    if request.user.is_authenticated:
        request.session[sessions.PHONE] = phone.pk
