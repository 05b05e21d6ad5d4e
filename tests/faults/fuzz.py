"""Requests that no page of ours sends, to every form and every upload that a crew can reach."""

from __future__ import annotations

import random
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urljoin, urlsplit

from bs4 import BeautifulSoup, Tag

from tests.faults.ledger import begin
from tests.hostile import good, hostile
from tests.phones import CONNECTION_ERRORS, HTMX, Phone, multipart

#: Pages that are looked at for forms, and requests until they are looked for anew: some forms end a game.
PAGES, ROUND = 150, 500
_NEVER = ("/health/", "/static/", "/live/", "/crew/export/crew.zip", ".csv", ".bgsplay", ".png", ".json")
_WORDS = [
    *("", " ", "0", "-1", "1", "99999999999999999999", "1e309", "NaN", "٣", "½", "true", "null", "[]", "{}"),
    *("Ann", "Bob", "red moon", "round", "undo", "' OR 1=1 --", "<script>alert(1)</script>", "{{ 7*7 }}"),
    *("../../etc/passwd", "\x00", "\ud83d\ude00".encode("utf-16", "surrogatepass").decode("utf-16")),
    *("a" * 5_000, "\u202e", "%00", "\r\nSet-Cookie: a=b", "2026-02-30", "9999-12-31", "0-" + "k" * 20),
]
_FILES = [
    *hostile().values(),
    *good().values(),
    b"",
    b"PK\x03\x04" + bytes(90),
    b'{"format": "referee-record/1"}',
]


@dataclass(frozen=True)
class Form:
    """Where it is sent, what it has, and whether files go with it."""

    action: str
    fields: tuple[tuple[str, str], ...]
    files: tuple[str, ...]

    @property
    def ends(self) -> bool:
        """Whether it takes away what the others are about."""
        return any(word in self.action for word in ("delete", "leave", "out/", "discard", "merge"))


def forms_of(phone: Phone, start: list[str]) -> list[Form]:
    """All forms that are found by following links."""
    forms: dict[tuple[str, tuple[str, ...]], Form] = {}
    waiting, seen = deque(start), set(start)
    while waiting and len(seen) < PAGES:
        here = waiting.popleft()
        answer = phone.request("GET", here)
        soup = BeautifulSoup(answer.text, "lxml")
        for form in soup.select("form[method=post]"):
            fields = tuple(_fields(form))
            action = urlsplit(urljoin(here, str(form.get("action") or here))).path
            names = tuple(sorted({name for name, _ in fields}))
            files = tuple(str(field["name"]) for field in form.select("[type=file]"))
            forms.setdefault((action, names), Form(action, fields, files))
        for link in soup.select("a[href], [hx-get]"):
            to = urljoin(here, str(link.get("href") or link.get("hx-get")))
            path = urlsplit(to).path
            if to.startswith("/") and to not in seen and not any(word in path for word in _NEVER):
                seen.add(to)
                waiting.append(to)
    return list(forms.values())


def _fields(form: Tag) -> Iterator[tuple[str, str]]:
    for field in form.select("[name]:not([type=file])"):
        yield str(field["name"]), str(field.get("value") or "")


def fuzz(port: int, times: int, chance: random.Random) -> Counter[int]:
    """Sends so many; how often each status was answered, 0 where the line broke."""
    statuses: Counter[int] = Counter()
    while statuses.total() < times:
        table = begin(port)
        phone = Phone(port, table.cookies)
        forms = forms_of(phone, ["/", table.path, "/crew/", "/games/", "/players/", "/new/", "/settings/"])
        for _ in range(ROUND):
            form = chance.choice(forms)
            if form.ends and chance.random() < 0.98:
                continue
            try:
                status = _send(phone, form, _spoilt(form, chance), table.token, chance)
            except CONNECTION_ERRORS:
                status = 0
            statuses[status] += 1
            if statuses.total() == times:
                break
        phone.close()
    return statuses


def _send(phone: Phone, form: Form, fields: list[tuple[str, str]], token: str, chance: random.Random) -> int:
    path = _spoilt_path(form.action, chance)
    fields.append(("csrfmiddlewaretoken", token))
    headers = HTMX if chance.random() < 0.5 else {}
    if not form.files:
        return phone.request("POST", path, fields, headers).status
    body, kind = multipart(fields, {name: chance.choice(_FILES) for name in form.files})
    return phone.request("POST", path, body, headers | kind).status


def _spoilt(form: Form, chance: random.Random) -> list[tuple[str, str]]:
    fields = []
    for name, value in form.fields:
        if name == "csrfmiddlewaretoken":
            continue
        match chance.randrange(6):
            case 0:
                continue
            case 1 | 2:
                fields.append((name, chance.choice(_WORDS)))
            case 3:
                fields += [(name, value)] * chance.choice([2, 2, 2, 300])
            case _:
                fields.append((name, value))
    if chance.random() < 0.2:
        fields.append((chance.choice(_WORDS), chance.choice(_WORDS)))
    chance.shuffle(fields)
    return fields


def _spoilt_path(path: str, chance: random.Random) -> str:
    if chance.random() < 0.9:
        return path
    words = path.split("/")
    words[chance.randrange(1, len(words))] = chance.choice(
        ["0", "-1", "%00", "%ff", "a" * 300, "..", "2147483648"]
    )
    return "/".join(words)
