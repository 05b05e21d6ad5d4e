"""Wires the crew's phones to what is open on them, and who signs in to the security log."""

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed
from django.db.models.signals import post_save

from referee.stream import hang_up


class CrewConfig(AppConfig):
    name = "referee.crew"
    label = "referee_crew"

    def ready(self) -> None:
        from referee import security  # noqa: PLC0415  # models wait for the registry
        from scoring.crew.phones import gone  # noqa: PLC0415

        gone.connect(_hang_up, dispatch_uid=__name__)
        user_logged_in.connect(security.signed_in, dispatch_uid=__name__)
        user_logged_out.connect(security.signed_out, dispatch_uid=__name__)
        user_login_failed.connect(security.sign_in_failed, dispatch_uid=__name__)
        post_save.connect(security.owner_did, sender="admin.LogEntry", dispatch_uid=__name__)


def _hang_up(*, phone: int, **_: object) -> None:
    hang_up(phone)
