from typing import Any

from django.core.checks import Tags
from django.core.management.commands import migrate


class Command(migrate.Command):
    """Django's `migrate`, which checks the database before checks of models open it to write."""

    def get_check_kwargs(self, options: dict[str, str]) -> dict[Any, Any]:
        """What the other checks are given: no database."""
        self.check(tags=[Tags.database], databases=[options["database"]])
        return {**super().get_check_kwargs(options), "databases": []}
