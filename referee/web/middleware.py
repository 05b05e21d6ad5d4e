"""What every request passes before a view sees it."""

import logging
import socket
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core.exceptions import DisallowedHost, MiddlewareNotUsed
from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse
from django.http.request import split_domain_port

from referee.web import addresses, errors, views, wording
from referee.web.wording import whole_number

log = logging.getLogger(__name__)

_WRITES = ("INSERT", "UPDATE", "DELETE", "REPLACE")

GetResponse = Callable[[HttpRequest], HttpResponse]
Execute = Callable[[str, object, bool, dict[str, Any]], object]


def client(get_response: GetResponse) -> GetResponse:
    """Finds out who asks, before anything goes by it, and how days and times are written on that phone."""

    def middleware(request: HttpRequest) -> HttpResponse:
        addresses.resolve_client_address(request)
        token = wording.formats.set(wording.formats_of(request.headers.get("Accept-Language", "")))
        try:
            return get_response(request)
        finally:
            wording.formats.reset(token)

    return middleware


def cookies_apart(get_response: GetResponse) -> GetResponse:
    """With HTTPS=local, where one host answers by http and by https: keeps Django's cookies of the two apart.

    Browsers do not tell ports apart. A secure cookie of the same name would shut http out, which may neither
    read nor replace it; so over https it has a name of its own, which nothing on http can plant.
    """
    if not settings.HTTPS_LOCAL:
        raise MiddlewareNotUsed
    names = (settings.CSRF_COOKIE_NAME, settings.SESSION_COOKIE_NAME)

    def middleware(request: HttpRequest) -> HttpResponse:
        if not request.is_secure():
            return get_response(request)
        for name in names:
            request.COOKIES.pop(name, None)
            if value := request.COOKIES.pop(f"__Host-{name}", ""):
                request.COOKIES[name] = value
        response = get_response(request)
        for name in names:
            if morsel := response.cookies.pop(name, None):
                response.cookies[f"__Host-{name}"] = morsel.value
                response.cookies[f"__Host-{name}"].update(morsel)
                response.cookies[f"__Host-{name}"]["secure"] = True
        response.setdefault("Cross-Origin-Opener-Policy", "same-origin")
        return response

    return middleware


class RequestChecks:
    """Lets in requests that name this machine as its own network does, to what they may ask for.

    A foreign page can point a name of its own at an address in the house and speak to the app through the
    browser of somebody at home (DNS rebinding). It cannot do so with a bare address, nor with names that
    no public DNS gives out; other names get 400. Once ALLOWED_HOSTS is set, Django looks at names itself.

    A body longer than the view takes gets 413. The owner's pages are not there for other machines, unless
    ADMIN says so: 404, as for any address.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response
        self._names = {"localhost", "testserver", socket.gethostname().lower()}

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if settings.ALLOWED_HOSTS == ["*"]:
            name = split_domain_port(request.get_host())[0]
            known = name in self._names or name.endswith((".local", ".localhost", ".lan", ".home.arpa"))
            if not known and addresses.parsed(name.strip("[]")) is None:
                raise DisallowedHost(f"{name} is not a name of this network; set ALLOWED_HOSTS to serve it.")
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., object], _args: object, _kwargs: object
    ) -> HttpResponse | None:
        length = whole_number(request.META.get("CONTENT_LENGTH"), digits=18) or 0
        if length > views.body_limit(view):
            return errors.too_large(request)
        if _is_owners(request) and not (settings.ADMIN or addresses.is_this_machine(request)):
            raise Http404
        return None

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """503 or 507 in words for a disk or a database that cannot be used now; None for all else.

        Outside of the views `errors.server_error` says the same, after a traceback.
        """
        outage = errors.outage_from(error)
        if outage is None:
            return None
        log.warning("%s %s: %s", request.method, request.path, errors.in_words(error))
        return errors.outage_response(request, outage)


class WroteOnLook(Exception):
    """A view that only reads has written."""


def reads_only(get_response: GetResponse) -> GetResponse:
    """Raises WroteOnLook where a look writes; for the tests and DEBUG, where a mistake shall show.

    It stands innermost: the session and the crew's cookie may be renewed around it. The admin is not held to
    anything. What an answer makes while it is sent, part by part, is not seen.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        def held(execute: Execute, sql: str, params: object, many: bool, context: dict[str, Any]) -> object:  # noqa: FBT001  # Django's
            writes = sql.lstrip().upper().startswith(_WRITES)
            if request.method in views.LOOKS and writes and not _is_owners(request):
                raise WroteOnLook(f"{request.method} {request.path} only reads, and wrote: {sql}")
            return execute(sql, params, many, context)

        with connection.execute_wrapper(held):
            return get_response(request)

    return middleware


def _is_owners(request: HttpRequest) -> bool:
    """Whether the request is for a page of the admin."""
    match = request.resolver_match
    return match is not None and "admin" in match.app_names
