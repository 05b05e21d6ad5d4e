"""How long properties search: `short` unless HYPOTHESIS_PROFILE is `ci`, or `long` for a night."""

import os

from hypothesis import HealthCheck, settings

_SLOW = (HealthCheck.too_slow, HealthCheck.data_too_large)
settings.register_profile("ci", max_examples=200, deadline=None, database=None, suppress_health_check=_SLOW)
settings.register_profile("short", parent=settings.get_profile("ci"), max_examples=60)
settings.register_profile("long", parent=settings.get_profile("ci"), max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "short"))
