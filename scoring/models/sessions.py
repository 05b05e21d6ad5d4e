"""Who is signed in where. No part of the record: rows come and go with their sessions."""

from __future__ import annotations

from django.conf import settings
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.utils import timezone

from scoring.models.people import Membership


class SignIn(AbstractBaseSession):
    """A session, as Django keeps it, and whose it is: of a `user`, on a `phone`, since when, last used when.

    Whoever deletes the row ends the session.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="sign_ins", editable=False
    )
    phone = models.ForeignKey(Membership, models.SET_NULL, null=True, related_name="sign_ins", editable=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    used_at = models.DateTimeField(default=timezone.now, editable=False)

    def __str__(self) -> str:
        return f"{self.user}, {self.used_at:%Y-%m-%d}"


class SecondFactor(models.Model):
    """The secret that an owner's phone makes codes from, in base32; `last_step` is of the last code used."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="second_factor"
    )
    secret = models.CharField(max_length=32)
    last_step = models.BigIntegerField(default=0)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    def __str__(self) -> str:
        return f"of {self.user}"
