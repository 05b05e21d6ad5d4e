"""The `referee` command of the wheel: `manage.py`, which serves where no other word is given."""

import os
import sys
from importlib.metadata import version

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line


def main() -> None:
    """Runs the command that is named. Exits with 2 where the settings make no sense."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "referee.settings")
    words = sys.argv[1:] or ["serve"]
    if words in (["--version"], ["version"]):
        print(f"referee {version('referee')}")  # noqa: T201
        return
    try:
        execute_from_command_line([sys.argv[0], *words])
    except ImproperlyConfigured as error:
        print(error, file=sys.stderr)  # noqa: T201
        sys.exit(2)


if __name__ == "__main__":
    main()
