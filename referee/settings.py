"""Settings, all from the environment, and the one module that reads it: docs/settings.md is made from it."""

import os
from collections.abc import Callable
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any, TypeVar, cast
from zoneinfo import available_timezones

from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.functional import SimpleLazyObject
from environs import Env
from environs import validate as valid

from referee.server import data_folder
from referee.web.plain_asgi import add_safe_headers

BASE_DIR = data_folder.BASE_DIR

#: The variables that are read: what each must be, its default, and what it does (bin/settings-table).
variables: dict[str, tuple[str, str, str]] = {}

_T = TypeVar("_T")
_env = Env()


def read(
    parse: Callable[..., _T], name: str, kind: str, about: str, *, default: _T, shown: str = "", **how: object
) -> _T:
    """The variable as a method of environs reads it; `default`, in words `shown`, where it is unset or blank.

    Raises ImproperlyConfigured with a sentence for a value that is refused.
    """
    variables[name] = kind, shown or str(default or ""), about
    raw = os.environ.get(name, "")
    if not raw.strip():
        return default
    try:
        return parse(name, **how)
    except ValueError:
        # There may be a password in an address.
        was = "" if name.endswith("_URL") else f", not {raw!r}"
        raise ImproperlyConfigured(f"{name} must be {kind}{was}.") from None


def _flag(name: str, about: str) -> bool:
    return read(_env.bool, name, "1 or 0", about, default=False, shown="0")


def _number(name: str, about: str, *, low: int = 0, high: int, default: int) -> int:
    kind, between = f"a whole number from {low} to {high}", valid.Range(low, high)
    return read(_env.int, name, kind, about, default=default, shown=str(default), validate=between)


def _choice(name: str, about: str, *values: str) -> str:
    kind, known = f"{', '.join(values[:-1])} or {values[-1]}", valid.OneOf(values)
    return read(_env.str, name, kind, about, default=values[0], validate=known)


def _words(name: str, kind: str, about: str, shown: str = "") -> list[str]:
    some, kind = valid.ContainsNoneOf([""]), f"{kind}, with commas between"
    return read(_env.list, name, kind, about, default=[], shown=shown, subcast=str.strip, validate=some)


def _folder(name: str) -> Path:
    path = _env.path(name).expanduser().resolve()
    if path.exists() and not path.is_dir():
        raise ValueError
    return path


DEBUG = _flag(
    "DEBUG", "Pages tell what went wrong, and static files come as they are edited; never on a network."
)

_share = read(
    _env.path,
    "XDG_DATA_HOME",
    "a folder",
    "Installed, the data folder lies in it.",
    default=Path("~/.local/share"),
)
DATA_DIR = read(
    _folder,
    "DATA_DIR",
    "a folder",
    "The database, the photos, the secret key and the static files.",
    default=data_folder.default_folder(_share),
    shown="`data` in a checkout, else `referee` in XDG_DATA_HOME",
)

# Where there is none it is made in the data folder when it is first asked for, so what signs nothing
# (replay, makemigrations) runs without a folder, and nothing is ever signed with a known key.
SECRET_KEY = read(
    _env.str,
    "SECRET_KEY",
    "a secret",
    "Signs cookies and links.",
    default=cast("str", SimpleLazyObject(lambda: data_folder.secret_key(DATA_DIR))),
    shown="`secret.key` in DATA_DIR, made at the first start",
)

# Names must be listed; without a list referee.web.middleware.RequestChecks lets in what can only be this
# machine on its own network, because the address of a laptop on a kitchen table is not known beforehand.
ALLOWED_HOSTS = _words(
    "ALLOWED_HOSTS",
    "names",
    "The names that it answers to.",
    "this network's own: addresses, `localhost`, `.local`, `.lan`, `.home.arpa`",
) or ["*"]
CSRF_TRUSTED_ORIGINS = _words(
    "CSRF_TRUSTED_ORIGINS",
    "origins such as https://x.example",
    "From where forms are sent, if a proxy changes the host.",
)

_https = _choice(
    "HTTPS",
    "1: behind a proxy that speaks https. local: the app does, at home (docs/https.md).",
    "0",
    "1",
    "local",
)
HTTPS, HTTPS_LOCAL = _https == "1", _https == "local"
HTTPS_PORT = _number("HTTPS_PORT", "Where it listens with HTTPS=local.", low=1, high=65535, default=8443)
HTTPS_NAMES = _words("HTTPS_NAMES", "names", "More names of this machine, with HTTPS=local.")
# The house's own certificate authority; its certificate as phones install it is public.
HTTPS_DIR = DATA_DIR / "https"
AUTHORITY_FILE = HTTPS_DIR / "authority.crt"
PORT = _number("PORT", "Where it listens; 0 for any free port.", high=65535, default=8000)
HOST = read(
    _env.str,
    "HOST",
    "an address of this machine",
    "Where it listens.",
    # With HTTPS=1 for the proxy on this machine alone.
    default="127.0.0.1" if HTTPS else "0.0.0.0",  # noqa: S104
    shown="all of them; with HTTPS=1 127.0.0.1",
)
if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
# Whom else we believe what a proxy says: who asks, and whether by https. Without a proxy nobody.
PROXIES: list[IPv4Network | IPv6Network] = read(
    _env.list,
    "TRUSTED_PROXIES",
    "networks such as 172.16.0.0/12, with commas between",
    "Whose X-Forwarded-For and X-Forwarded-Proto are believed.",
    default=[ip_network("127.0.0.0/8"), ip_network("::1")] if HTTPS else [],
    shown="nobody's; with HTTPS=1 this machine's",
    subcast=lambda word: ip_network(word.strip()),
)
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
_SELF = ("script", "worker", "style", "img", "connect", "manifest", "media")
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        # Of media it is the clip that keeps a screen on where there is no wake lock (static/awake.js).
        **{f"{kind}-src": [SELF] for kind in _SELF},
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
    }
}
# The neighbours below the same domain are not ours to commit to https, nor is the browsers' preload list.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

# The owner's pages answer on this machine alone, unless they are asked to answer everywhere.
ADMIN = _flag("ADMIN", "1 lets /admin/ answer to other machines too.")

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
    "referee.server",
]

# From the outermost: every answer passes those above the one that made it, and gets its headers from them.
MIDDLEWARE = [
    # A first load has a dozen static files: they get few headers (WHITENOISE_ADD_HEADERS_FUNCTION).
    "referee.web.static_files.StaticMiddleware",
    "referee.server.operation.observe",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "referee.web.middleware.client",
    "referee.web.middleware.cookies_apart",
    "django.middleware.security.SecurityMiddleware",
    "referee.web.middleware.RequestChecks",
    "django.middleware.gzip.GZipMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    # They ask the database only where somebody signs in: a tap is none of theirs.
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "scoring.crew.visitor.crew_cookie",
    "referee.crew.newcomers.Newcomers",
    "django_htmx.middleware.HtmxMiddleware",
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
            ]
        },
    },
]

# One transaction writes at a time (IMMEDIATE: a lock is asked for when the transaction begins, not in its
# middle where it can only fail), and what was answered survives a power cut (FULL).
_SQLITE: dict[str, Any] = {
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


def _postgresql(name: str) -> dict[str, Any]:
    database: dict[str, Any] = _env.dj_db_url(name, conn_max_age=None, conn_health_checks=True)
    if database["ENGINE"] != "django.db.backends.postgresql" or not database["NAME"]:
        raise ValueError
    # Seconds; a machine that does not answer at all is no longer waited for than one that says no.
    database.setdefault("OPTIONS", {}).setdefault("connect_timeout", 2)
    return database


DATABASES: dict[str, dict[str, Any]] = {
    "default": read(
        _postgresql,
        "DATABASE_URL",
        "an address, postgresql://user:password@host:port/name",
        "PostgreSQL in the place of SQLite; needs referee[postgres].",
        default=_SQLITE,
        shown="SQLite in DATA_DIR",
    )
}

# By it the processes of one record tell each other of bells, shut-outs and tries (docs/decisions/0028).
REDIS_URL = read(
    _env.str,
    "REDIS_URL",
    "an address, redis://:password@host:port/0",
    "By it processes that share the database and SECRET_KEY hear of each other; needs referee[redis].",
    default="",
)
WORKERS = _number(
    "WORKERS", "How many processes serve; several need DATABASE_URL and REDIS_URL.", low=1, high=64, default=1
)

# What is counted of tries (referee.crew.limits): of one process, some 300 bytes each, and of all in Redis.
CACHES: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
    "limits": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "limits",
        "OPTIONS": {"MAX_ENTRIES": 100_000},
    },
}


def shared_limits(redis_url: str) -> dict[str, Any]:
    """Django's cache in Redis, for limits alone."""
    return {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": [redis_url],  # a list: of a string, commas in the password would make several
        "KEY_PREFIX": "referee",
        # Seconds: a sign-in does not wait long for what may be gone.
        "OPTIONS": {"socket_timeout": 0.5, "socket_connect_timeout": 0.5},
    }


if REDIS_URL:
    CACHES["shared_limits"] = shared_limits(REDIS_URL)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# An account is optional: it takes a crew to another phone.
AUTHENTICATION_BACKENDS = ["referee.crew.limits.LoginThrottle", "django.contrib.auth.backends.ModelBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "scoring.crew.passwords.Uncommon"},
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
]
SESSION_ENGINE = "scoring.crew.sessions"
LOGIN_URL = "sign_in"
LOGIN_REDIRECT_URL = "account"

STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
# What `collectstatic` made; where it was not run since, the files as they lie in the project.
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = SimpleLazyObject(lambda: DEBUG or not (STATIC_ROOT / "staticfiles.json").exists())
WHITENOISE_ADD_HEADERS_FUNCTION = add_safe_headers
WHITENOISE_MIMETYPES = {".webmanifest": "application/manifest+json"}
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "referee.web.static_files.StaticFiles"},
}
# Pages of this app alone ask for them.
WHITENOISE_ALLOW_ALL_ORIGINS = False
# What is kept of photos. No web server may serve this folder: a view does, to the crew.
MEDIA_ROOT = DATA_DIR / "photos"

BACKUPS = read(
    _folder,
    "BACKUPS",
    "a folder",
    "Where backups are kept; on another disk they outlive this one.",
    default=DATA_DIR / "backups",
    shown="`backups` in DATA_DIR",
)
BACKUP_HOURS = _number(
    "BACKUP_HOURS", "Hours between two backups that the app takes; 0 for none.", high=8760, default=24
)

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


_ZONES = available_timezones()


def _time_zone() -> str:
    """The zone of this machine's clock, or UTC: a game agreed to end at half past ten means that clock."""
    _, _, zone = os.path.realpath("/etc/localtime").partition("/zoneinfo/")
    return zone if zone in _ZONES else "UTC"


TIME_ZONE = read(
    _env.str,
    "TZ",
    "a time zone such as Europe/Berlin",
    "The time zone of what is shown.",
    default=_time_zone(),
    shown="this machine's, or UTC",
    validate=valid.OneOf(_ZONES),
)
USE_TZ = True
USE_I18N = False

METRICS = _flag("METRICS", "1 lets this machine alone, as Prometheus does, read /health/metrics/.")
# As JSON every line has the id of its request, and each answered request has a line.
LOG = _choice("LOG", "How the log is written: for eyes, or an object a line for machines.", "line", "json")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "referee.server.logs.LineFormatter",
            "fmt": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        },
        "json": {
            "()": "referee.server.logs.JsonFormatter",
            "fmt": ["levelname", "name", "message"],
            "timestamp": "time",
            "rename_fields": {"levelname": "level", "name": "logger", "exc_info": "traceback"},
        },
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": LOG}},
    "root": {"handlers": ["stderr"], "level": "INFO"},
    "loggers": {
        "django": {"handlers": ["stderr"], "level": "INFO", "propagate": False},
        "referee.request": {"level": "DEBUG" if LOG == "json" else "INFO"},
        # Its paths have secrets in them, which the handler masks.
        "uvicorn.access": {"handlers": ["stderr"], "propagate": False},
    },
}
