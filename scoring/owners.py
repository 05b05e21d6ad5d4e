"""The owner's door: the admin asks for a second factor too."""

from __future__ import annotations

from django import forms
from django.contrib.admin import AdminSite
from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse

from scoring.crew import second_factor
from scoring.models import SecondFactor

#: In the session: the primary key of the owner who showed the second factor in it.
SHOWN = "second factor"


class OwnerForm(AdminAuthenticationForm):
    """Name, password, and the code that the phone shows now."""

    code = forms.CharField(
        label="Code",
        max_length=20,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "one-time-code"}),
    )

    def confirm_login_allowed(self, user: User) -> None:
        """Raises ValidationError for whoever is no owner, has no second factor, or shows a wrong code."""
        super().confirm_login_allowed(user)
        if not SecondFactor.objects.filter(user=user).exists():
            raise ValidationError(
                f"This account has no second factor yet. Run: manage.py second_factor {user.get_username()}"
            )
        if not second_factor.passes(user, self.cleaned_data.get("code", "")):
            raise ValidationError("This is not the code, or it was used already. Wait for the next one.")


class OwnersSite(AdminSite):
    """The admin, for owners who showed the second factor when they signed in here."""

    login_form = OwnerForm
    login_template = "admin/owner_sign_in.html"

    def has_permission(self, request: HttpRequest) -> bool:
        """Whether the request may see any page; a session that was begun on another page may not."""
        return super().has_permission(request) and request.session.get(SHOWN) == request.user.pk

    def login(self, request: HttpRequest, extra_context: dict[str, object] | None = None) -> HttpResponse:
        """The page to sign in; whoever comes through is remembered."""
        response = super().login(request, extra_context)
        if request.method == "POST" and response.status_code == 302:
            request.session[SHOWN] = request.user.pk
        return response
