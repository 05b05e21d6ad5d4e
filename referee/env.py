"""Reads configuration from the environment; nonsense stops the start with a sentence."""

import fcntl
import ipaddress
import os
import secrets
import stat
from contextlib import suppress
from pathlib import Path
from zoneinfo import available_timezones

from django.core.exceptions import ImproperlyConfigured

_PACKAGE = Path(__file__).resolve().parent
CHECKOUT = (_PACKAGE.parent / "manage.py").is_file()
#: Where templates and static files lie: beside the package, or in it where a wheel brought them.
BASE_DIR = _PACKAGE.parent if CHECKOUT else _PACKAGE / "installed"

Network = ipaddress.IPv4Network | ipaddress.IPv6Network

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


def choice(name: str, *values: str) -> str:
    """The variable as one of the values, or the first. Raises ImproperlyConfigured for any other."""
    raw = text(name, values[0]).lower()
    if raw not in values:
        raise ImproperlyConfigured(f"{name} must be {' or '.join(values)}, not {raw!r}.")
    return raw


def words(name: str) -> list[str]:
    """The variable as a list, split at commas, maybe none. Raises ImproperlyConfigured for an empty item."""
    raw = text(name)
    items = [item.strip() for item in raw.split(",")] if raw else []
    if "" in items:
        raise ImproperlyConfigured(f"{name} has an empty item in {raw!r}.")
    return items


def networks(name: str, *, default: str = "") -> list[Network]:
    """The variable as networks, split at commas, maybe none. Raises ImproperlyConfigured for what is none."""
    try:
        return [ipaddress.ip_network(word) for word in words(name) or default.split(",") if word]
    except ValueError as error:
        raise ImproperlyConfigured(f"{name} must list networks such as 172.16.0.0/12: {error}.") from error


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
    """DATA_DIR, the folder of all that is kept. Raises ImproperlyConfigured where no folder can be.

    By default `data` in a checkout; installed, where the person's programs keep their data.
    """
    share = Path(text("XDG_DATA_HOME", "~/.local/share"))
    return folder("DATA_DIR", BASE_DIR / "data" if CHECKOUT else share / "referee")


def https_dir() -> Path:
    """The folder of the house's own certificate authority, with HTTPS=local."""
    return data_dir() / "https"


def authority_file() -> Path:
    """The authority's certificate as phones install it; all of it is public."""
    return https_dir() / "authority.crt"


def https() -> str:
    """HTTPS: "" for none, "local" for our own, "proxy" for a proxy's. Raises ImproperlyConfigured."""
    if text("HTTPS").lower() == "local":
        return "local"
    try:
        return "proxy" if flag("HTTPS", default=False) else ""
    except ImproperlyConfigured:
        raise ImproperlyConfigured(f"HTTPS must be 1, 0 or local, not {text('HTTPS')!r}.") from None


def https_port() -> int:
    """HTTPS_PORT, where the app speaks https with HTTPS=local; 0 for any. Raises ImproperlyConfigured."""
    return number("HTTPS_PORT", default=8443, low=0, high=65535)


def folder(name: str, default: Path) -> Path:
    """The variable as a folder, which need not be there. Raises ImproperlyConfigured where none can be."""
    path = Path(text(name, str(default))).expanduser().resolve()
    if path.exists() and not path.is_dir():
        raise ImproperlyConfigured(f"{name} must be a folder, and {path} is not one.")
    return path


def secret_key() -> str:
    """SECRET_KEY, or what `make_secret_key` once wrote to the data folder; empty when there is neither.

    Raises ImproperlyConfigured for a file that cannot be read, or is no text.
    """
    key, file = text("SECRET_KEY"), _secret_key_file()
    if key or not file.exists():
        return key
    try:
        return file.read_text(encoding="utf-8").strip()
    except UnicodeDecodeError:
        reason = (
            f"{file} is no text, so it is no key. Put the right one back, or remove it: a new one is made"
        )
        raise ImproperlyConfigured(f"{reason}, and whoever has an account signs in again.") from None
    except OSError as error:
        raise ImproperlyConfigured(
            f"{file} cannot be read ({error.strerror}). It has to belong to the user who runs the referee."
        ) from None


def make_files_private() -> None:
    """From here on, what this process makes is for this user's eyes only: a database, a photo, an export."""
    os.umask(0o077)


def make_data_dir_private() -> None:
    """Makes the data folder and shuts it, and what lies in it, to all other users, whoever made it.

    Raises ImproperlyConfigured for a folder that is everybody's, or that this user cannot shut.
    """
    folder = data_dir()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise ImproperlyConfigured(
            f"DATA_DIR {folder} cannot be made ({error.strerror}). Set DATA_DIR to a folder that can."
        ) from error
    if folder.stat().st_mode & stat.S_ISVTX:
        raise ImproperlyConfigured(f"DATA_DIR must be a folder of its own, and {folder} is everybody's.")
    try:
        for path, mode in [(folder, 0o700), *((file, 0o600) for file in folder.iterdir() if file.is_file())]:
            if stat.S_IMODE(path.stat().st_mode) & 0o077:
                path.chmod(mode)
    except PermissionError as error:
        raise ImproperlyConfigured(
            f"{error.filename} belongs to another user: give it to the one who runs the referee (chown)."
        ) from error


def make_secret_key() -> None:
    """Makes the data folder and a key in it, unless there is a key already."""
    make_data_dir_private()
    if secret_key():
        return
    with os.fdopen(os.open(_secret_key_file(), os.O_RDWR | os.O_CREAT, 0o600), "r+") as file:
        # Of several processes that start together the first one's counts. A network disk may have no locks.
        with suppress(OSError):
            fcntl.flock(file, fcntl.LOCK_EX)
        if not file.read().strip():
            file.write(secrets.token_urlsafe(50) + "\n")


def secret_key_or_new() -> str:
    """SECRET_KEY, or the one in the data folder, which is made where there is none."""
    if not secret_key():
        make_secret_key()
    return secret_key()


def _secret_key_file() -> Path:
    return data_dir() / "secret.key"
