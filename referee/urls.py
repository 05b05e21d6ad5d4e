"""Addresses of the pages; the live stream lies beside them (referee.asgi)."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("", include("referee.crew.urls")),
    path("", include("referee.table.urls")),
    path("admin/", admin.site.urls),
]

handler400 = "referee.errors.bad_request"
handler403 = "referee.errors.forbidden"
handler404 = "referee.errors.not_found"
handler500 = "referee.errors.server_error"
