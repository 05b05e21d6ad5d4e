"""What is read from the environment."""

import os

import pytest
from django.core.exceptions import ImproperlyConfigured

from referee import env


def test_a_time_zone_that_is_none_stops_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Kitchen/Table")
    with pytest.raises(ImproperlyConfigured, match="Kitchen/Table"):
        env.time_zone()


def test_the_time_zone_is_the_one_that_was_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Europe/Berlin")
    assert env.time_zone() == "Europe/Berlin"


@pytest.mark.parametrize(
    ("link", "zone"),
    [("/usr/share/zoneinfo/America/New_York", "America/New_York"), ("/etc/localtime", "UTC")],
)
def test_without_one_the_machine_s_own_zone_counts(
    monkeypatch: pytest.MonkeyPatch, link: str, zone: str
) -> None:
    monkeypatch.delenv("TZ", raising=False)
    monkeypatch.setattr(os.path, "realpath", lambda _: link)
    assert env.time_zone() == zone
