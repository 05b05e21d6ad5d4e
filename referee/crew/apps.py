"""Wires the crew's phones to what is open on them."""

from django.apps import AppConfig
from django.contrib.auth.signals import user_login_failed

from referee.crew.people import limits
from referee.stream import hang_up


class CrewConfig(AppConfig):
    name = "referee.crew"
    label = "referee_crew"

    def ready(self) -> None:
        from scoring.crew.phones import gone  # noqa: PLC0415  # models wait for the registry

        gone.connect(_hang_up, dispatch_uid=__name__)
        user_login_failed.connect(limits.note_failure, dispatch_uid=__name__)


def _hang_up(*, phone: int, **_: object) -> None:
    hang_up(phone)
