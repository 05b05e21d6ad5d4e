"""Settings, all from the environment; the README lists the variables."""

from importlib.util import find_spec
from typing import Any, cast

import dj_database_url
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.functional import SimpleLazyObject

from referee import env

BASE_DIR = env.BASE_DIR
DATA_DIR = env.data_dir()

DEBUG = env.flag("DEBUG", default=False)

# Where there is none it is made in the data folder when it is first asked for, so what signs nothing
# (replay, makemigrations) runs without a folder, and nothing is ever signed with a known key.
SECRET_KEY = env.secret_key() or cast("str", SimpleLazyObject(env.secret_key_or_new))

# Names must be listed; without a list referee.web.middleware.private_hosts lets in what can only be this
# machine on its own network, because the address of a laptop on a kitchen table is not known beforehand.
ALLOWED_HOSTS = env.words("ALLOWED_HOSTS") or ["*"]
CSRF_TRUSTED_ORIGINS = env.words("CSRF_TRUSTED_ORIGINS")

# HTTPS=1 says that people reach the app over https only, through a proxy that sets X-Forwarded-Proto
# (and removes one that a client sent). HTTPS=local: the app itself speaks https, at HTTPS_PORT beside http.
HTTPS = env.https() == "proxy"
HTTPS_LOCAL = env.https() == "local"
if HTTPS_LOCAL and not find_spec("cryptography"):
    raise ImproperlyConfigured(
        "HTTPS=local makes certificates, and what makes them is not here: install referee[https]."
    )
HTTPS_PORT = env.https_port()
if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
# Whom else we believe what a proxy says: who asks, and whether by https. Without a proxy nobody.
PROXIES = env.networks("TRUSTED_PROXIES", default="127.0.0.0/8,::1" if HTTPS else "")
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
CSRF_COOKIE_SECURE = HTTPS
SESSION_COOKIE_SECURE = HTTPS
if HTTPS:
    # No neighbour below the same domain can plant a cookie of such a name.
    CSRF_COOKIE_NAME, SESSION_COOKIE_NAME = "__Host-csrftoken", "__Host-sessionid"
CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = SESSION_COOKIE_SAMESITE = "Lax"
# Over http a browser takes no notice of it but for an error on its console.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
# Nothing inline and nothing of other servers: what is not named here, a page may not load.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "worker-src": [SELF],
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

# The owner's pages answer on this machine alone, unless they are asked to answer everywhere.
ADMIN = env.flag("ADMIN", default=False)

INSTALLED_APPS = [
    "scoring.apps.OwnersAdmin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "django_htmx",
    "csp",
    "scoring",
    "referee.table",
    "referee.crew",
    "referee",
]

# From the outermost: every answer passes those above the one that made it, and gets its headers from them.
MIDDLEWARE = [
    "referee.operation.middleware.followed",
    "referee.operation.middleware.well",
    "referee.web.middleware.sender",
    "referee.web.habits.phone_habits",
    "referee.web.middleware.cookies_apart",
    "django.middleware.security.SecurityMiddleware",
    # Above the headers of pages: a static file gets the shorter ones of referee/safe_headers.py.
    "referee.web.static_files.Server",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "referee.web.middleware.OwnersDoor",
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
    "referee.crew.newcomers.NewCrews",
    "referee.crew.samples.Samples",
    "django_htmx.middleware.HtmxMiddleware",
    "referee.web.patience.Patience",
]
if DEBUG:
    # So that a view which writes on a look is found where it is made; the tests have it too.
    MIDDLEWARE.append("referee.web.middleware.reads_only")

ROOT_URLCONF = "referee.urls"
WSGI_APPLICATION = "referee.wsgi.application"
CSRF_FAILURE_VIEW = "referee.web.errors.csrf_failure"

TEMPLATES: list[dict[str, Any]] = [
    {
        # Our own pages, compiled (docs/decisions/0051).
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "environment": "referee.web.templates.environment",
            "context_processors": ["referee.web.phone_settings.on_page", "referee.crew.tabbar.on_page"],
        },
    },
    {
        # The owner's pages, which stand on Django's.
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# One transaction writes at a time (IMMEDIATE: a lock is asked for when the transaction begins, not in its
# middle where it can only fail), and what was answered survives a power cut (FULL).
_SQLITE = {
    "ENGINE": "django.db.backends.sqlite3",
    "NAME": DATA_DIR / "referee.sqlite3",
    "CONN_MAX_AGE": None,
    "OPTIONS": {
        "transaction_mode": "IMMEDIATE",
        # Seconds to wait for another process that writes; a phone gives up after eight.
        "timeout": 5,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA temp_store=MEMORY;",
    },
}


def _database() -> dict[str, Any]:
    url = env.text("DATABASE_URL")
    if not url:
        return _SQLITE
    try:
        found: dict[str, Any] = dict(dj_database_url.parse(url, conn_max_age=None, conn_health_checks=True))
    except Exception as error:
        raise ImproperlyConfigured(
            "DATABASE_URL must read postgresql://user:password@host:port/name."
        ) from error
    if found["ENGINE"] != "django.db.backends.postgresql" or not found["NAME"]:
        raise ImproperlyConfigured("DATABASE_URL must name a PostgreSQL database; leave it out for SQLite.")
    if not find_spec("psycopg"):
        raise ImproperlyConfigured(
            "DATABASE_URL asks for PostgreSQL, and its driver is not here: install referee[postgres]."
        )
    # Seconds; a machine that does not answer at all is no longer waited for than one that says no.
    found.setdefault("OPTIONS", {}).setdefault("connect_timeout", 2)
    return found


DATABASES = {"default": _database()}


def _redis_url() -> str:
    url = env.text("REDIS_URL")
    if not url:
        return url
    if not find_spec("redis"):
        raise ImproperlyConfigured(
            "REDIS_URL asks for Redis, and its client is not here: install referee[redis]."
        )
    from redis import ConnectionPool  # noqa: PLC0415  # not everybody has it

    try:
        ConnectionPool.from_url(url)  # connects to nothing yet
    except ValueError as error:
        raise ImproperlyConfigured(f"REDIS_URL must read redis://:password@host:port/0: {error}") from error
    return url


# By it the processes of one record tell each other of bells, shut-outs and tries (docs/decisions/0028).
REDIS_URL = _redis_url()


def _workers() -> int:
    workers = env.number("WORKERS", default=1, low=1, high=64)
    if workers > 1 and not env.text("DATABASE_URL"):
        raise ImproperlyConfigured(
            f"WORKERS={workers} needs PostgreSQL, as SQLite has one writer."
            " Set DATABASE_URL, or leave WORKERS out."
        )
    if workers > 1 and not REDIS_URL:
        raise ImproperlyConfigured(
            f"WORKERS={workers} needs Redis, by which they hear of each other."
            " Set REDIS_URL, or leave WORKERS out."
        )
    return workers


WORKERS = _workers()

# What is counted of tries (referee.crew.limits) is kept apart from what may be thrown out at any time.
CACHES: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
    "limits": {"BACKEND": "referee.web.counters.Counters", "OPTIONS": {"MAX_ENTRIES": 100_000}},
}
if REDIS_URL:
    CACHES["limits"] = {
        "BACKEND": "referee.web.shared_counters.SharedCounters",
        "LOCATION": [REDIS_URL],  # a list: of a string, commas in the password would make several
        "KEY_PREFIX": "referee",
        "TIMEOUT": 15 * 60,
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# An account is optional: it takes a crew to another phone.
AUTHENTICATION_BACKENDS = [
    "referee.crew.limits.LoginThrottle",
    "django.contrib.auth.backends.ModelBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 12},
    },
    {"NAME": "scoring.crew.passwords.Uncommon"},
]
SESSION_ENGINE = "scoring.crew.sessions"
LOGIN_URL = "sign_in"
LOGIN_REDIRECT_URL = "account"

STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
WHITENOISE_MIMETYPES = {".webmanifest": "application/manifest+json"}
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "referee.web.static_files.StaticFiles"},
}
# Pages of this app alone ask for them.
WHITENOISE_ALLOW_ALL_ORIGINS = False
# What is kept of photos. No web server may serve this folder: a view does, to the crew.
MEDIA_ROOT = DATA_DIR / "photos"

# The app takes a backup so often, in hours; 0 for never. On another disk it outlives this one.
BACKUPS = env.folder("BACKUPS", DATA_DIR / "backups")
BACKUP_HOURS = env.number("BACKUP_HOURS", default=24, low=0, high=24 * 365)

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

# Lines for eyes, or with LOG=json for machines: then each answered request has one, and every line its id.
LOG = env.choice("LOG", "line", "json")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"seldom": {"()": "referee.seldom.Seldom"}},
    "formatters": {
        "line": {
            "()": "referee.logs.Line",
            "format": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        },
        "json": {"()": "referee.operation.journal.JsonLines"},
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": LOG}},
    "root": {"handlers": ["stderr"], "level": "INFO"},
    "loggers": {
        "django": {"handlers": ["stderr"], "level": "INFO", "propagate": False},
        "referee.request": {"level": "DEBUG" if LOG == "json" else "INFO"},
        # Whoever connects makes these speak.
        "asyncio": {"filters": ["seldom"]},
        "referee.listener": {"filters": ["seldom"]},
        "uvicorn": {"level": "WARNING"},
        "uvicorn.error": {"filters": ["seldom"]},
    },
}
