"""Wires the crew's phones to what is open on them, and Django's signals to the security log."""

from django.apps import AppConfig

from referee.stream.hub import HUB


class CrewConfig(AppConfig):
    name = "referee.crew"
    label = "referee_crew"

    def ready(self) -> None:
        from referee.web import audit  # noqa: F401, PLC0415  # models wait for the registry
        from scoring.crew.phones import gone  # noqa: PLC0415

        gone.connect(_disconnect, dispatch_uid=__name__)


def _disconnect(*, phone: int, **_: object) -> None:
    HUB.disconnect(phone)
