"""The app that keeps the record."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate

from scoring.log import triggers


class ScoringConfig(AppConfig):
    name = "scoring"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        post_migrate.connect(triggers.protect_log, sender=self, dispatch_uid="scoring.log.triggers")
