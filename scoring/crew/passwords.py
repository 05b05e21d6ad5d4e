"""What makes a password too easy to guess."""

from __future__ import annotations

import re

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.password_validation import CommonPasswordValidator
from django.core.exceptions import ValidationError

#: How letters are written that everybody thinks of: "p4ssw0rd".
_WRITTEN = str.maketrans("0134578@$!", "oieastbasi")
#: Words that come to mind first here.
OWN = frozenset(
    {"referee", "scorekeeper", "scoreboard", "cardgame", "cards", "gamenight", "numzumzero", "zerozap"}
)


class Uncommon(CommonPasswordValidator):
    """Refuses common passwords and what is soon made of them.

    Django's list has 20,000, few of them of 12 characters: those long enough are made from short ones, by
    digits and signs around, by writing them twice, by writing letters as digits. Those are looked for too.
    """

    def validate(self, password: str, user: AbstractBaseUser | None = None) -> None:  # noqa: ARG002  # Django's
        """Raises ValidationError for a password that is short, or is or is made of a common one."""
        if len(password) < 12:
            raise ValidationError("A password has at least 12 characters: take three words.", code="short")
        if any(form in self.passwords or form in OWN for form in _forms(password)):
            raise ValidationError("This password is too common: take three words of your own.", code="common")

    def get_help_text(self) -> str:
        """What a person is told before they choose."""
        return "At least 12 characters, and not made of a common password: three words of your own are good."


def _forms(password: str) -> set[str]:
    """The passwords that this one may be made of, and itself."""
    typed = password.lower().strip()
    letters = [place for place, char in enumerate(typed) if char.isalpha()]
    bare = typed[letters[0] : letters[-1] + 1] if letters else ""
    forms = {typed, bare, re.sub(r"[\W\d_]+", "", typed), typed.translate(_WRITTEN), bare.translate(_WRITTEN)}
    return {found for form in forms for found in (form, _once(form)) if found}


def _once(text: str) -> str:
    """What is written over and over: "abcabc" is "abc".

    >>> _once("abcabcabc"), _once("abcab")
    ('abc', 'abcab')
    """
    length = (text + text).find(text, 1)
    return text[:length]
