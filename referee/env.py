"""Reads configuration from the environment; nonsense stops the start with a sentence."""

import os
import secrets
from pathlib import Path
from zoneinfo import available_timezones

from django.core.exceptions import ImproperlyConfigured

BASE_DIR = Path(__file__).resolve().parent.parent

_YES = {"1", "true", "yes", "on"}
_NO = {"0", "false", "no", "off"}


def text(name: str, default: str = "") -> str:
    """The variable without surrounding blanks; `default` when it is unset or empty."""
    return os.environ.get(name, "").strip() or default


def flag(name: str, *, default: bool) -> bool:
    """The variable as yes or no. Raises ImproperlyConfigured for anything that is neither."""
    raw = text(name).lower()
    if not raw:
        return default
    if raw not in _YES | _NO:
        raise ImproperlyConfigured(f"{name} must be 1 or 0 (yes, no, on, off, true, false), not {raw!r}.")
    return raw in _YES


def number(name: str, *, default: int, low: int, high: int) -> int:
    """The variable as a whole number from `low` to `high`. Raises ImproperlyConfigured otherwise."""
    raw = text(name)
    if not raw:
        return default
    if not (raw.isascii() and raw.isdigit()) or not low <= int(raw) <= high:
        raise ImproperlyConfigured(f"{name} must be a whole number from {low} to {high}, not {raw!r}.")
    return int(raw)


def words(name: str) -> list[str]:
    """The variable as a list, split at commas, maybe none. Raises ImproperlyConfigured for an empty item."""
    raw = text(name)
    items = [item.strip() for item in raw.split(",")] if raw else []
    if "" in items:
        raise ImproperlyConfigured(f"{name} has an empty item in {raw!r}.")
    return items


def time_zone() -> str:
    """TZ, or the zone of this machine's clock, or UTC. Raises ImproperlyConfigured for a name that is none.

    A game agreed to end at half past ten means the clock on the wall.
    """
    zone = text("TZ")
    if not zone:
        _, _, zone = os.path.realpath("/etc/localtime").partition("/zoneinfo/")
        return zone if zone in available_timezones() else "UTC"
    if zone not in available_timezones():
        raise ImproperlyConfigured(f"TZ must be the name of a time zone such as Europe/Berlin, not {zone!r}.")
    return zone


def data_dir() -> Path:
    """DATA_DIR, the folder of all that is kept. Raises ImproperlyConfigured where no folder can be."""
    path = Path(text("DATA_DIR", str(BASE_DIR / "data"))).expanduser().resolve()
    if path.exists() and not path.is_dir():
        raise ImproperlyConfigured(f"DATA_DIR must be a folder, and {path} is not one.")
    return path


def secret_key() -> str:
    """SECRET_KEY, or what `make_secret_key` once wrote to the data folder; empty when there is neither."""
    key = text("SECRET_KEY")
    if not key and _secret_key_file().exists():
        key = _secret_key_file().read_text().strip()
    return key


def make_secret_key() -> None:
    """Makes the data folder and a key in it, for this user's eyes only, unless there is a key already."""
    data_dir().mkdir(mode=0o700, parents=True, exist_ok=True)
    if not secret_key():
        opened = os.open(_secret_key_file(), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(opened, "w") as file:
            file.write(secrets.token_urlsafe(50) + "\n")


def _secret_key_file() -> Path:
    return data_dir() / "secret.key"
