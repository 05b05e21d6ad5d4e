"""Gives an owner the secret of the second factor that the admin asks for."""

from __future__ import annotations

import io

import segno
from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser

from scoring.crew import second_factor


class Command(BaseCommand):
    help = "Makes a new second factor for an owner, and shows it once; any older one is void."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="the owner's name, as they sign in")

    def handle(self, *_: object, name: str, **__: object) -> None:
        """Prints the secret, as a QR code and in letters."""
        user = User.objects.filter(username=name, is_staff=True).first()
        if user is None:
            raise CommandError(f"There is no owner called {name}. Make one: manage.py createsuperuser")
        address = second_factor.enrol(user)
        code = io.StringIO()
        segno.make(address, error="l").terminal(code, compact=True)
        self.stdout.write(f"Scan this with an app for one-time codes on your phone:\n\n{code.getvalue()}")
        self.stdout.write(f"Or type it: {address}\n")
