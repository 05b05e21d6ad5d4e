"""What every request passes before a view sees it."""

import ipaddress
import socket
from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import DisallowedHost, MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port

from referee import errors, uploads

View = Callable[[HttpRequest], HttpResponse]


def private_hosts(get_response: View) -> View:
    """Lets in requests that name this machine as its own network does; the rest get 400.

    A foreign page can point a name of its own at an address in the house and speak to the app through the
    browser of somebody at home (DNS rebinding). It cannot do so with a bare address, nor with names that
    no public DNS gives out. Steps aside once ALLOWED_HOSTS is set.
    """
    if settings.ALLOWED_HOSTS != ["*"]:
        raise MiddlewareNotUsed
    own = {"localhost", "testserver", socket.gethostname().lower()}
    private = (".local", ".localhost", ".lan", ".home.arpa")

    def middleware(request: HttpRequest) -> HttpResponse:
        name = split_domain_port(request.get_host())[0]
        if not (name in own or name.endswith(private) or _address(name)):
            raise DisallowedHost(f"{name} is not a name of this network; set ALLOWED_HOSTS to serve it.")
        return get_response(request)

    return middleware


def body_limit(get_response: View) -> View:
    """Answers 413 to a body declared longer than its address may have, before anything reads it."""

    def middleware(request: HttpRequest) -> HttpResponse:
        declared = request.META.get("CONTENT_LENGTH") or "0"
        if declared.isdigit() and int(declared) > uploads.most_bytes(request.path_info):
            return errors.too_large(request)
        return get_response(request)

    return middleware


def _address(name: str) -> bool:
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True
