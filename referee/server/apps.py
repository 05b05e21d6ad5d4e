"""What holds under any server, and for each command: files of one user, and the checks of the settings."""

import os
from contextlib import suppress

from django.apps import AppConfig
from django.conf import settings

from referee.server.data_folder import make_private


class ServerConfig(AppConfig):
    name = "referee.server"
    label = "server"

    def ready(self) -> None:
        from referee.server import checks, database  # noqa: F401, PLC0415  # registers what they check

        # From here on, what this process makes is for this user's eyes only: a database, a photo, an export.
        os.umask(0o077)
        # Where it cannot be, a check says so, and who needs no folder (replay, makemigrations) goes on.
        with suppress(OSError):
            make_private(settings.DATA_DIR)
