"""The app's settings with one address more: a bare view to compare a tap with."""

from referee.settings import *  # noqa: F403

ROOT_URLCONF = "bench.urls"
