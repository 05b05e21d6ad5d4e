"""The folder of all that is kept: where it lies, who may look into it, and the secret key in it."""

from __future__ import annotations

import os
import secrets
import stat
from contextlib import suppress
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from referee.server.files import lock

_PACKAGE = Path(__file__).resolve().parents[1]
CHECKOUT = (_PACKAGE.parent / "manage.py").is_file()
#: Where templates and static files lie: beside the package, or in it where a wheel brought them.
BASE_DIR = _PACKAGE.parent if CHECKOUT else _PACKAGE / "installed"


def default_folder(share: Path) -> Path:
    """`data` in a checkout; installed, below the folder where the person's programs keep their data."""
    return BASE_DIR / "data" if CHECKOUT else share.expanduser().resolve() / "referee"


def make_private(folder: Path) -> None:
    """Makes the folder and shuts it, and the files in it, to all other users, whoever made it.

    Raises OSError where this user may not. A folder that is everybody's stays as it is.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if is_shared(folder):
        return
    for path, mode in [(folder, 0o700), *((file, 0o600) for file in folder.iterdir() if file.is_file())]:
        with suppress(FileNotFoundError):  # removed meanwhile
            if stat.S_IMODE(path.stat().st_mode) & 0o077:
                path.chmod(mode)


def is_shared(folder: Path) -> bool:
    """Whether everybody may put files into the folder, as into /tmp."""
    return bool(folder.stat().st_mode & stat.S_ISVTX)


def secret_key(folder: Path) -> str:
    """The key in the folder, which is made where there is none.

    Raises ImproperlyConfigured for a file that cannot be read or made, or is no text.
    """
    file = folder / "secret.key"
    try:
        make_private(folder)
        with os.fdopen(os.open(file, os.O_RDWR | os.O_CREAT, 0o600), "r+", encoding="utf-8") as opened:
            lock(opened, wait=True)  # of several processes that start together the first one counts
            if key := opened.read().strip():
                return key
            key = secrets.token_urlsafe(50)
            opened.write(f"{key}\n")
            return key
    except UnicodeDecodeError:
        raise ImproperlyConfigured(f"{file} is no text, so it is no key.") from None
    except OSError as error:
        raise ImproperlyConfigured(f"{file}: {error.strerror}.") from None
