"""Walks through the pages in one process (test_core): prints each answer's status and words, as JSON."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator

import django
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.http.response import HttpResponseBase
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

#: A white picture of 16 x 16 pixels.
WEBP = bytes.fromhex(
    "52494646240000005745425056503820180000003001009d012a1000100001402625a400037000fefcf40000"
)

_answers: dict[str, tuple[int, str]] = {}


def main() -> None:
    """Walks; the environment names the settings and the data folder."""
    django.setup()
    call_command("migrate", verbosity=0)
    phone = _phone()
    for path in _paths(get_resolver()):
        _note(path, phone.get(path))
    _play(phone)
    json.dump(_answers, sys.stdout)


def _phone() -> Client:
    return Client(SERVER_NAME="localhost")


def _paths(resolver: URLResolver, before: str = "/") -> Iterator[str]:
    """Every address without an argument."""
    for each in resolver.url_patterns:
        path = before + str(each.pattern)
        if "<" in path:
            continue
        if isinstance(each, URLPattern):
            yield path
        else:
            yield from _paths(each, path)


def _note(name: str, response: HttpResponseBase) -> bytes:
    body = b"".join(response) if response.streaming else response.content  # type: ignore[attr-defined]
    found = re.search(rb'id="trouble">([^<]*)|role="alert"[^>]*>([^<]*)', body)
    _answers[name] = response.status_code, (found[1] or found[2]).decode().strip() if found else ""
    return bytes(body)


def _key(phone: Client, path: str) -> str:
    found = re.search(rb'name="key" value="([^"]+)"', phone.get(path).content)
    assert found, path
    return found[1].decode()


def _play(phone: Client) -> None:
    # Models are there once Django is set up.
    from scoring.models import Membership, Move, Player  # noqa: PLC0415
    from scoring.pictures.photos import add_photo  # noqa: PLC0415
    from scoring.pictures.picture import Picture  # noqa: PLC0415

    names = {"name": ["Ann", "Bob"], "dealer": "1", "start": "1"}
    started = phone.post("/new/zar/", {"key": _key(phone, "/new/zar/"), **names})
    _note("started", started)
    table = started["Location"]
    tap = {"key": _key(phone, table), "do": "flip", "card": "red moon"}
    _note("tapped", phone.post(f"{table}move/", tap))

    move = Move.objects.latest("seq")
    game = move.game.public_id
    here = {"public_id": game}
    for name in ("table", "game", "log", "share", "result_picture"):
        _note(name, phone.get(reverse(name, kwargs=here)))
    crew_zip = _note("export", phone.get(reverse("crew_zip")))
    _note("import", _phone().post(reverse("export"), {"file": SimpleUploadedFile("crew.zip", crew_zip)}))

    sent = {"photo": SimpleUploadedFile("a.webp", WEBP)}
    _note("add_photo", phone.post(reverse("add_photo", kwargs=here | {"seq": move.seq}), sent))
    player = {"public_id": Player.objects.filter(name="Ann").earliest("pk").public_id}
    sent = {"face": SimpleUploadedFile("a.webp", WEBP)}
    _note("keep_face", phone.post(reverse("keep_face", kwargs=player), sent))

    # One that came from elsewhere.
    ann = Membership.objects.earliest("pk").pk
    taken = add_photo(actor_id=ann, event=move, picture=Picture(WEBP, 16, 16))
    kept = reverse("photo", kwargs=here | {"photo": taken.public_id})
    _note("photo", phone.get(kept))
    _note("small photo", phone.get(kept, {"wide": "96"}))
    _note("photo's page", phone.get(reverse("game", kwargs=here)))
    crew_zip = _note("export with a photo", phone.get(reverse("crew_zip")))
    sent = {"file": SimpleUploadedFile("crew.zip", crew_zip)}
    _note("import with a photo", _phone().post(reverse("export"), sent))


if __name__ == "__main__":
    main()
