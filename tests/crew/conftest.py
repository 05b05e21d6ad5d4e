"""The phones of the crew, and a server on which nobody has tried anything yet."""

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from django.core.cache import caches
from django.test import Client

from scoring.owners import SHOWN
from tests.table.conftest import phone, twins

__all__ = ["phone", "twins"]


@pytest.fixture(autouse=True)
def _nobody_has_tried_yet() -> Iterator[None]:
    """Wrong codes and passwords are counted in the cache, which outlives a test."""
    yield
    caches["limits"].clear()


@pytest.fixture
def owner(db: None) -> Client:
    """Whoever owns the server, past the password and the code."""
    client = Client()
    user = User.objects.create_superuser("owner", password="a long word")
    client.force_login(user)
    session = client.session
    session[SHOWN] = user.pk
    session.save()
    return client
