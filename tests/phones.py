"""Phones as an app in a process of its own sees them: HTTP, cookies, forms and streams, without scripts."""

from __future__ import annotations

import asyncio
import http.client
import re
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from email.message import Message
from urllib.parse import urlencode

Fields = Sequence[tuple[str, str]]
#: Seconds that an answer is waited for, and the next bell.
ANSWER, BELL = 60.0, 60.0
#: What is raised when a connection breaks.
CONNECTION_ERRORS = (OSError, http.client.HTTPException)
HTMX = {"HX-Request": "true"}
_FORM = "application/x-www-form-urlencoded"
_MULTIPART = "multipart/form-data; boundary=part"
_HIDDEN = re.compile(r'name="(csrfmiddlewaretoken|key)" value="([^"]*)"')


@dataclass(frozen=True)
class Response:
    """What came back, and after how many seconds it was read."""

    path: str
    status: int
    headers: Message
    data: bytes
    seconds: float

    @property
    def text(self) -> str:
        """The body, with a mark for each byte that is no text."""
        return self.data.decode(errors="replace")

    @property
    def location(self) -> str:
        """Where it sends the phone; "" where it does not."""
        return str(self.headers.get("Location", ""))

    @property
    def hidden(self) -> dict[str, str]:
        """What its first form hides: the token against forgery, and the key that makes it count once."""
        return dict(reversed(_HIDDEN.findall(self.text)))

    @property
    def token(self) -> str:
        """What a form of this page sends against forgery."""
        return self.hidden["csrfmiddlewaretoken"]

    @property
    def key(self) -> str:
        """What makes a form of this page count once."""
        return self.hidden["key"]

    @property
    def stream(self) -> str:
        """The address of the table's stream."""
        return self.search(r'"(/live/[^"]+)"')

    @property
    def version(self) -> int:
        """Which version of the table it shows."""
        return int(self.search(r'data-version="(\d+)"'))

    def search(self, pattern: str) -> str:
        """The pattern's group in the page. Raises AssertionError where it is not there."""
        match = re.search(pattern, self.text)
        assert match, f"{self.path} answered {self.status} without {pattern}: {self.text[:500]}"
        return match[1]

    def expect(self, status: int) -> Response:
        """Itself. Raises AssertionError for another status."""
        assert self.status == status, f"{self.path} answered {self.status}: {self.text[:500]}"
        return self


class Phone:
    """One connection, opened again after it broke; its cookies, and what the newest page hides in a form."""

    def __init__(
        self,
        port: int,
        cookies: Mapping[str, str] | None = None,
        *,
        headers: Mapping[str, str] | None = None,
        address: str = "127.0.0.1",
    ) -> None:
        """`headers` go with every request; `address` is where the phone itself is."""
        self.port, self.address = port, address
        self.cookies = dict(cookies or {})
        self.hidden: dict[str, str] = {}
        self._headers = dict(headers or {})
        self._connection = http.client.HTTPConnection("127.0.0.1", port, ANSWER, (address, 0))

    def request(
        self,
        method: str,
        path: str,
        sent: Fields | bytes | None = None,
        headers: Mapping[str, str] | None = None,
        *,
        whole: bool = True,
    ) -> Response:
        """One request, with a form's fields or a body. Without `whole` it hangs up after the first bytes.

        Raises one of CONNECTION_ERRORS.
        """
        all_headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if sent is not None and not isinstance(sent, bytes):
            sent = urlencode(sent).encode()
            all_headers["Content-Type"] = _FORM
        start = time.perf_counter()
        try:
            self._connection.request(method, path, sent, self._headers | all_headers | dict(headers or {}))
            response = self._connection.getresponse()
            data = response.read() if whole else response.read1()
        except CONNECTION_ERRORS:
            self.close()
            raise
        answer = Response(path, response.status, response.headers, data, time.perf_counter() - start)
        if not whole:
            response.close()
            self.close()
        for line in response.headers.get_all("Set-Cookie") or ():
            name, _, value = line.partition(";")[0].strip().partition("=")
            self.cookies[name] = value
        self.hidden |= answer.hidden
        return answer

    def get(self, path: str) -> Response:
        """A page."""
        return self.request("GET", path)

    def post(
        self,
        path: str,
        fields: Fields = (),
        files: Mapping[str, bytes] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Response:
        """Sends a form of the newest page, with its hidden fields."""
        fields = [*self.hidden.items(), *fields]
        if files is None:
            return self.request("POST", path, fields, headers)
        return self.request("POST", path, *multipart(fields, files))

    def close(self) -> None:
        """Hangs up; the next request opens the connection again."""
        self._connection.close()

    def start(self, game: str, names: Sequence[str], *more: tuple[str, str]) -> Response:
        """The table of a new game, in the phone's own crew."""
        self.get(f"/new/{game}/").expect(200)
        fields = [*(("name", name) for name in names), *more, ("start", "1")]
        return self.get(self.post(f"/new/{game}/", fields).expect(303).location).expect(200)

    def invite(self) -> str:
        """A link by which other phones join its crew as scorers."""
        until = self.get("/crew/invites/new/").search(r'name="until" value="([^"]+)"')
        fields = [("until", until), ("uses", "9"), ("role", "scorer")]
        return self.post("/crew/invites/new/", fields).expect(303).location

    def join(self, link: str) -> None:
        """Joins the crew of an invitation."""
        self.get(link).expect(200)
        self.post(link).expect(303)


def multipart(fields: Fields, files: Mapping[str, bytes]) -> tuple[bytes, dict[str, str]]:
    """A form with files as a body, and its header."""
    head = '--part\r\nContent-Disposition: form-data; name="%s"'
    named = [(head % re.sub(r'["\r\n]', "", name), value) for name, value in fields]
    parts = [f"{first}\r\n\r\n{value}".encode(errors="replace") for first, value in named]
    parts += [f'{head % name}; filename="f.jpg"\r\n\r\n'.encode() + data for name, data in files.items()]
    return b"".join(part + b"\r\n" for part in parts) + b"--part--\r\n", {"Content-Type": _MULTIPART}


class Stream:
    """An open page's end of the doorbell."""

    def __init__(self, port: int, path: str) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=ANSWER)
        self._connection.request("GET", path)
        self._answer = self._connection.getresponse()
        self.status = self._answer.status

    def next_event(self) -> str:
        """The next event, as "version 3" or "gone"; "" when the stream has ended.

        Raises AssertionError where there is nothing but heartbeats for too long.
        """
        event, ends = "", time.monotonic() + BELL
        while line := self._answer.readline().decode():
            assert time.monotonic() < ends, "Nothing is heard"
            name, _, value = line.strip().partition(": ")
            if name == "event":
                event = value
            elif name == "data" or (line.startswith("data:") and event):
                return f"{event} {value}".strip()
        return ""

    def wait_for(self, what: str) -> bool:
        """Listens until it hears this; False when the stream ends before."""
        return any(heard == what for heard in iter(self.next_event, ""))

    def close(self) -> None:
        """Hangs up."""
        self._answer.close()
        self._connection.close()


async def versions(port: int, path: str, address: str) -> AsyncIterator[int]:
    """What a stream rings, for hundreds of them on one thread; ends with the stream."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
    writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
    try:
        while line := await reader.readline():
            if rung := re.match(rb"data: (\d+)", line):
                yield int(rung[1])
    finally:
        writer.close()
