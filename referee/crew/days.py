"""The days between which something is looked for, or goes on, as a form asks for them."""

from __future__ import annotations

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator

from scoring.models.nights import FIRST_DAY, LAST_DAY


def day_field(wrong: str, *, required: bool = False) -> forms.DateField:
    """A day as browsers send it, of a year in which somebody may play."""
    return forms.DateField(
        required=required,
        input_formats=["%Y-%m-%d"],
        validators=[MinValueValidator(FIRST_DAY, wrong), MaxValueValidator(LAST_DAY, wrong)],
        error_messages={"invalid": wrong, "required": wrong},
    )


class PeriodForm(forms.Form):
    """A form with the days `since` and `until`: a period runs forwards."""

    def clean(self) -> dict[str, object]:
        found = super().clean() or {}
        since, until = found.get("since"), found.get("until")
        if since and until and until < since:
            raise forms.ValidationError("The last day is before the first.")
        return found
