"""A page, or the part of it that htmx swaps."""

import pytest
from django.test import Client
from django.urls import reverse

ASKED = {"HX-Request": "true"}


@pytest.mark.parametrize(
    ("headers", "whole"),
    [
        ({}, True),
        (ASKED, False),
        (ASKED | {"HX-Boosted": "true"}, True),
        (ASKED | {"HX-History-Restore-Request": "true"}, True),
    ],
)
def test_htmx_gets_the_part_that_it_swaps_and_whoever_goes_to_a_page_gets_it_whole(
    client: Client, headers: dict[str, str], *, whole: bool
) -> None:
    answer = client.get(reverse("rules"), {"q": "draw"}, headers=headers)
    assert ("<html" in answer.content.decode()) is whole
    assert "HX-Request" in answer["Vary"]
