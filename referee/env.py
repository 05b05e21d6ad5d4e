"""Reads configuration from the environment and refuses nonsense: a wrong value stops the start with a sentence."""

import os
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

_TRUTH = {"1": True, "true": True, "yes": True, "on": True, "0": False, "false": False, "no": False, "off": False}


def text(name: str, default: str = "") -> str:
    """The variable without surrounding blanks; `default` when it is unset or empty."""
    return os.environ.get(name, "").strip() or default


def flag(name: str, *, default: bool) -> bool:
    """The variable as yes or no. Raises ImproperlyConfigured for anything that is neither."""
    raw = text(name).lower()
    if not raw:
        return default
    if raw not in _TRUTH:
        raise ImproperlyConfigured(f"{name} must be 1 or 0 (yes, no, on, off, true, false), not {raw!r}.")
    return _TRUTH[raw]


def number(name: str, *, default: int, low: int, high: int) -> int:
    """The variable as a whole number from `low` to `high`. Raises ImproperlyConfigured otherwise."""
    raw = text(name)
    if not raw:
        return default
    if not (raw.isascii() and raw.isdigit()) or not low <= int(raw) <= high:
        raise ImproperlyConfigured(f"{name} must be a whole number from {low} to {high}, not {raw!r}.")
    return int(raw)


def words(name: str) -> list[str]:
    """The variable as a list, split at commas; empty when unset. Raises ImproperlyConfigured for an empty item."""
    raw = text(name)
    items = [item.strip() for item in raw.split(",")] if raw else []
    if "" in items:
        raise ImproperlyConfigured(f"{name} has an empty item in {raw!r}.")
    return items


def folder(name: str, default: Path) -> Path:
    """The variable as an absolute path. Raises ImproperlyConfigured where something else than a folder lies."""
    path = Path(text(name, str(default))).expanduser().resolve()
    if path.exists() and not path.is_dir():
        raise ImproperlyConfigured(f"{name} must be a folder, and {path} is not one.")
    return path
