"""Django's `migrate`, which makes the data folder first, where the database lies in it."""

from pathlib import Path

from django.conf import settings
from django.core.management.commands import migrate
from django.db import connections

from referee import env


class Command(migrate.Command):
    """SQLite makes its file and no folder."""

    def execute(self, *args: str, **options: object) -> str | None:
        """Migrates. Raises ImproperlyConfigured for a folder that cannot be."""
        database = connections[str(options["database"])]
        # Before the checks, which ask the database already.
        if database.vendor == "sqlite" and Path(database.settings_dict["NAME"]).parent == settings.DATA_DIR:
            env.make_data_dir_private()
        return super().execute(*args, **options)
