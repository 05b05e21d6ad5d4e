"""The app that keeps the record."""

from django.apps import AppConfig
from django.contrib.admin import apps as admin
from django.db.backends.signals import connection_created
from django.db.models.signals import post_migrate

from scoring.history import folding
from scoring.log import triggers


class OwnersAdmin(admin.AdminConfig):
    """Django's admin behind the owner's door."""

    default = False
    default_site = "scoring.owners.OwnersSite"


class ScoringConfig(AppConfig):
    default = True
    name = "scoring"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        connection_created.connect(folding.teach, dispatch_uid="scoring.history.folding")
        post_migrate.connect(triggers.protect_log, sender=self, dispatch_uid="scoring.log.triggers")
