"""What Prometheus may read, on a port of its own that only this machine reaches."""

from __future__ import annotations

from prometheus_client import Gauge, Histogram, start_http_server

from referee.stream.hub import HUB

_BUCKETS = (0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
_METHODS = {"GET", "HEAD", "POST", "OPTIONS"}

_requests = Histogram(
    "referee_request_seconds",
    "From the first line of Django to its answer; waiting for a thread comes before.",
    ["view", "method", "status"],
    buckets=_BUCKETS,
)
_streams = Gauge("referee_streams", "Phones that hear of every move at once.")
_streams.set_function(lambda: HUB.listeners)


def note_request(view: str, method: str, status: int, seconds: float) -> None:
    """Counts an answered request. Names that a client made up do not become labels."""
    _requests.labels(view, method if method in _METHODS else "other", str(status)).observe(seconds)


def serve(port: int) -> None:
    """Answers `/metrics` on the loopback interface from now on. Raises OSError if the port is taken."""
    start_http_server(port, addr="127.0.0.1")
