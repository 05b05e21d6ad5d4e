"""What a request knows in this app: who asks (scoring), and whether htmx does (referee.web)."""

from referee.web.requests import HtmxRequest
from scoring.crew.visitor import CrewRequest


class TableRequest(CrewRequest, HtmxRequest):
    """A request after the middleware."""
