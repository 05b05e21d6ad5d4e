"""The app's settings for the tests: a known key, plain static files, a database file for this process."""

import atexit
import shutil
import tempfile
from pathlib import Path

from referee.settings import *  # noqa: F403
from referee.settings import DATABASES, MIDDLEWARE, STORAGES

SECRET_KEY = "only for tests, where nothing is worth signing"

_FOLDER = Path(tempfile.mkdtemp(prefix="referee-tests-"))
atexit.register(shutil.rmtree, _FOLDER, ignore_errors=True)

if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # A file, not memory: the browser's server runs in another thread and locks as in real life.
    DATABASES["default"]["TEST"] = {"NAME": _FOLDER / "test.sqlite3"}

# A look that writes fails.
MIDDLEWARE = [*MIDDLEWARE, "referee.web.middleware.reads_only"]

# That a password is slow to guess is Django's to test.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

MEDIA_ROOT = _FOLDER / "photos"
STATIC_ROOT = _FOLDER / "static"
STATIC_ROOT.mkdir()  # WhiteNoise warns where it finds none
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
