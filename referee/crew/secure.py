"""The way from http to https in a home (HTTPS=local): the authority's file, and the steps on each phone."""

from __future__ import annotations

import plistlib
from hashlib import sha256
from uuid import UUID

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.http.request import split_domain_port
from django.shortcuts import render
from django.views.decorators.http import require_safe


@require_safe
def secure(request: HttpRequest) -> HttpResponse:
    """The page with the steps; `fingerprint` is what the server has told its owner about the file."""
    page = {
        "here": https_url(request),
        "fingerprint": fingerprint(_certificate()),
        "done": request.is_secure(),
    }
    return render(request, "pages/secure.html", {"page": page})


@require_safe
def authority(_request: HttpRequest) -> HttpResponse:
    """The authority's certificate, as Android, Windows and Macs install it."""
    return HttpResponse(
        _certificate(),
        content_type="application/x-x509-ca-cert",
        headers={"Content-Disposition": 'attachment; filename="referee-at-home.crt"'},
    )


@require_safe
def profile(_request: HttpRequest) -> HttpResponse:
    """The same as iPhones and iPads install it."""
    certificate = _certificate()
    mark = sha256(certificate).digest()
    payload = {
        "PayloadType": "com.apple.security.root",
        "PayloadVersion": 1,
        "PayloadIdentifier": "referee.home.authority",
        "PayloadUUID": str(UUID(bytes=mark[:16])),
        "PayloadDisplayName": "Referee at home",
        "PayloadCertificateFileName": "referee-at-home.crt",
        "PayloadContent": certificate,
    }
    whole = {
        "PayloadType": "Configuration",
        "PayloadVersion": 1,
        "PayloadIdentifier": "referee.home",
        "PayloadUUID": str(UUID(bytes=mark[16:])),
        "PayloadDisplayName": "Referee at home",
        "PayloadDescription": "Lets this phone use the referee of this house by https.",
        "PayloadContent": [payload],
    }
    return HttpResponse(
        plistlib.dumps(whole),
        content_type="application/x-apple-aspen-config",
        headers={"Content-Disposition": 'attachment; filename="referee-at-home.mobileconfig"'},
    )


def https_url(request: HttpRequest) -> str:
    """The way in by https, under the name that this phone uses: so its cookie, and its crew, come along."""
    host = split_domain_port(request.get_host())[0]
    return f"https://{host}:{settings.HTTPS_PORT}/"


def fingerprint(certificate: bytes) -> str:
    """What phones show of a certificate before they trust it, in pairs."""
    return sha256(certificate).digest().hex(" ").upper()


def _certificate() -> bytes:
    """Raises Http404 where the server makes no certificates."""
    if not settings.HTTPS_LOCAL:
        raise Http404
    try:
        return bytes(settings.AUTHORITY_FILE.read_bytes())
    except FileNotFoundError:
        raise Http404 from None
