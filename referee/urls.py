"""Addresses of the pages; the live stream lies beside them (referee.asgi)."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    # Tried from the top, and nothing is asked for as often as a table.
    path("", include("referee.table.urls")),
    path("", include("referee.crew.urls")),
    path("rules/", include("referee.rulebooks.urls")),
    path("admin/", admin.site.urls),
]

handler400 = "referee.web.errors.bad_request"
handler403 = "referee.web.errors.forbidden"
handler404 = "referee.web.errors.not_found"
handler500 = "referee.web.errors.server_error"
