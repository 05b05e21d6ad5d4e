"""What cannot work, as system checks: each with an id and what to do about it."""

from __future__ import annotations

import os
from importlib.util import find_spec

from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning, register  # noqa: A004  # Django's
from django.core.exceptions import ImproperlyConfigured

from referee.server.data_folder import is_shared


@register()
def check_data_folder(**_: object) -> list[CheckMessage]:
    """Whether this user alone can write to DATA_DIR, and the key in it is one."""
    folder = settings.DATA_DIR
    if not os.access(folder, os.W_OK | os.X_OK):
        hint = "Give it to the user who runs the referee (chown), or set DATA_DIR to another folder."
        return [Error(f"DATA_DIR {folder} cannot be made or written to.", hint, id="referee.E001")]
    if is_shared(folder):
        hint = "Set DATA_DIR to a folder of its own."
        return [Error(f"DATA_DIR {folder} is shared by all users, like /tmp.", hint, id="referee.E002")]
    if folder.stat().st_mode & 0o077:
        hint = "Give it to the user who runs the referee (chown)."
        return [Warning(f"DATA_DIR {folder} is open to others.", hint, id="referee.W003")]
    try:
        str(settings.SECRET_KEY)
    except ImproperlyConfigured as error:
        hint = "Put the right key back, or remove the file: who has an account signs in again."
        return [Error(str(error), hint, id="referee.E007")]
    return []


@register()
def check_packages(**_: object) -> list[Error]:
    """Whether the packages are here that the settings ask for."""
    asked = {
        ("DATABASE_URL", "psycopg", "postgres"): _on_postgresql(),
        ("REDIS_URL", "redis", "redis"): bool(settings.REDIS_URL),
        ("HTTPS=local", "cryptography", "https"): settings.HTTPS_LOCAL,
    }
    return [
        Error(f"{setting} needs {package}.", f"Install referee[{extra}].", id="referee.E004")
        for (setting, package, extra), wanted in asked.items()
        if wanted and not find_spec(package)
    ]


@register()
def check_redis_url(**_: object) -> list[Error]:
    """Whether the client of Redis can read REDIS_URL; connects to nothing."""
    if not (settings.REDIS_URL and find_spec("redis")):
        return []
    from redis import ConnectionPool  # noqa: PLC0415  # not everybody has it

    try:
        ConnectionPool.from_url(settings.REDIS_URL)
    except ValueError as error:
        hint = f"It must read redis://:password@host:port/0: {error}"
        return [Error("REDIS_URL is no address of Redis.", hint, id="referee.E005")]
    return []


@register()
def check_workers(**_: object) -> list[Error]:
    """Whether several processes have what they share a record by."""
    if settings.WORKERS == 1:
        return []
    needs = {
        "PostgreSQL, as SQLite has one writer. Set DATABASE_URL": _on_postgresql(),
        "Redis, by which they hear of each other. Set REDIS_URL": bool(settings.REDIS_URL),
        "a proxy that speaks https. Set HTTPS to 0 or 1": not settings.HTTPS_LOCAL,
    }
    return [
        Error(f"WORKERS={settings.WORKERS} needs {what}.", "Or leave WORKERS out.", id="referee.E006")
        for what, there in needs.items()
        if not there
    ]


def _on_postgresql() -> bool:
    return str(settings.DATABASES["default"]["ENGINE"]).endswith("postgresql")
