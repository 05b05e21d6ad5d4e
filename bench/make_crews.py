"""Makes crews of some phones in the database of the environment, and prints the tokens of each as JSON."""

from __future__ import annotations

import json
import sys

import django

if __name__ == "__main__":
    django.setup()

from scoring.crew.visitor import Visitor, join_own_crew
from scoring.models import Membership, Role


def crew(phones: int) -> list[str]:
    """The tokens of a new crew's phones; the first is the keeper's."""
    keeper, *others = [Visitor() for _ in range(phones)]
    made = join_own_crew(keeper).crew
    for other in others:
        Membership.objects.create(crew=made, role=Role.SCORER, token_digest=other.digest)
    return [phone.token for phone in (keeper, *others)]


if __name__ == "__main__":
    crews, phones = map(int, sys.argv[1:])
    print(json.dumps([crew(phones) for _ in range(crews)]))
