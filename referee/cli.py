"""The `referee` command of an installed wheel: `make run` and `manage.py` in one."""

import os
import sys
from importlib.metadata import version

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line

from referee import env, serve


def main() -> int:
    """`referee serve`, or `referee` alone, serves; any other word is a command. Returns the exit status."""
    words = sys.argv[1:]
    if words in (["--version"], ["version"]):
        print(f"referee {version('referee')}")  # noqa: T201
    elif words in ([], ["serve"]):
        return serve.main()
    else:
        env.make_files_private()
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "referee.settings")
        try:
            execute_from_command_line(["referee", *words])
        except ImproperlyConfigured as error:
            print(error, file=sys.stderr)  # noqa: T201
            return 2
    return 0
