"""Joining a crew, for one who has no link at hand: what to ask for, and where it is pasted."""

from __future__ import annotations

import re

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from referee.table.requests import TableRequest
from referee.web.requests import status_of

LONGEST = 300
#: The end of an invitation's address, or of what is left of one in a message.
_TOKEN = re.compile(r"(?:^|/join/)([\w-]{16,64})/?\s*$", re.ASCII)


@require_safe
def ask(request: TableRequest) -> HttpResponse:
    """The page; with a `link` of ours it leads to the invitation."""
    link = request.GET.get("link", "")[:LONGEST].strip()
    found = _TOKEN.search(link)
    if found:
        return redirect("join", found[1])
    error = "This is no invitation. Paste the whole link, as it was sent to you." if link else ""
    page = {"url": reverse("join_ask"), "error": error}
    return render(request, "crew/join_ask.html", {"page": page}, status=status_of([error] if error else []))
