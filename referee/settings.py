"""Settings, all from the environment; the README lists the variables."""

from typing import Any

import dj_database_url
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from referee import env

BASE_DIR = env.BASE_DIR
DATA_DIR = env.data_dir()

DEBUG = env.flag("DEBUG", default=False)

# `make run` makes the file. With neither, the key stays empty and Django refuses at its first use, so
# what signs nothing (replay, makemigrations) runs without one, and nothing is ever signed with a known key.
SECRET_KEY = env.secret_key()

# Names must be listed; without a list referee.web.middleware.private_hosts lets in what can only be this
# machine on its own network, because the address of a laptop on a kitchen table is not known beforehand.
ALLOWED_HOSTS = env.words("ALLOWED_HOSTS") or ["*"]
CSRF_TRUSTED_ORIGINS = env.words("CSRF_TRUSTED_ORIGINS")

# HTTPS=1 says that people reach the app over https only, through a proxy that sets X-Forwarded-Proto
# (and removes one that a client sent).
HTTPS = env.flag("HTTPS", default=False)
if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
CSRF_COOKIE_SECURE = HTTPS
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = SESSION_COOKIE_SAMESITE = "Lax"
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
# Nothing inline and nothing of other servers: what is not named here, a page may not load.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        # The clip that keeps a screen on where there is no wake lock (static/awake.js).
        "media-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
    }
}
# The neighbours below the same domain are not ours to commit to https, nor is the browsers' preload list.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "django_htmx",
    "template_partials",
    "csp",
    "scoring",
    "referee.table",
    "referee.crew",
    "referee",
]

# From the outermost: every answer passes those above the one that made it, and gets its headers from them.
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "referee.web.middleware.Declared",
    "referee.web.middleware.private_hosts",
    "django.middleware.gzip.GZipMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    # They ask the database only where somebody signs in: a tap is none of theirs.
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "scoring.crew.visitor.crew_cookie",
    "django_htmx.middleware.HtmxMiddleware",
]
if DEBUG:
    # So that a view which writes on a look is found where it is made; the tests have it too.
    MIDDLEWARE.append("referee.web.middleware.reads_only")

ROOT_URLCONF = "referee.urls"
CSRF_FAILURE_VIEW = "referee.web.errors.csrf_failure"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "referee.web.phone_settings.on_page",
            ]
        },
    }
]

# One transaction writes at a time (IMMEDIATE: a lock is asked for when the transaction begins, not in its
# middle where it can only fail), and what was answered survives a power cut (FULL).
_SQLITE = {
    "ENGINE": "django.db.backends.sqlite3",
    "NAME": DATA_DIR / "referee.sqlite3",
    "CONN_MAX_AGE": None,
    "OPTIONS": {
        "transaction_mode": "IMMEDIATE",
        "timeout": 10,  # seconds to wait for another writer
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA temp_store=MEMORY;",
    },
}


def _database() -> dict[str, Any]:
    url = env.text("DATABASE_URL")
    if not url:
        return _SQLITE
    try:
        found = dict(dj_database_url.parse(url, conn_max_age=None, conn_health_checks=True))
    except Exception as error:
        raise ImproperlyConfigured(
            "DATABASE_URL must read postgresql://user:password@host:port/name."
        ) from error
    if found["ENGINE"] != "django.db.backends.postgresql" or not found["NAME"]:
        raise ImproperlyConfigured("DATABASE_URL must name a PostgreSQL database; leave it out for SQLite.")
    return found


DATABASES = {"default": _database()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# An account is optional: it takes a crew to another phone. Only wrong passwords are counted.
AUTHENTICATION_BACKENDS = [
    "referee.crew.people.limits.LoginThrottle",
    "django.contrib.auth.backends.ModelBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "sign_in"
LOGIN_REDIRECT_URL = "account"

STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
# What is kept of photos. No web server may serve this folder: a view does, to the crew.
MEDIA_ROOT = DATA_DIR / "photos"

# A tap is some hundred bytes, the count of a hand a few thousand.
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 500

# Photos are larger, and go only to views that say so (referee.web.views.uploads), one in a form. One thread
# deals with one after the other, so they fit into memory, and nothing lies in a folder when the power goes.
PHOTO_UPLOAD_MAX_SIZE = 20 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FILES = 1
FILE_UPLOAD_MAX_MEMORY_SIZE = PHOTO_UPLOAD_MAX_SIZE
# A crew's years in one zip, read from a passing file. Larger ones the server's owner takes in with a command.
IMPORT_MAX_SIZE = 256 * 1024 * 1024

LANGUAGE_CODE = "en-gb"
TIME_ZONE = env.time_zone()
USE_TZ = True
USE_I18N = False

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": "INFO"},
    "loggers": {
        "django": {"handlers": ["stderr"], "level": "INFO", "propagate": False},
        "uvicorn": {"level": "WARNING"},
    },
}
