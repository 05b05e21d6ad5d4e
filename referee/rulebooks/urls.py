"""Addresses of the rulebooks."""

from django.urls import URLPattern, path

from referee.rulebooks import pages

urlpatterns: list[URLPattern] = [
    path("", pages.rules, name="rules"),
    path("<str:key>/", pages.book, name="rulebook"),
    path("<str:key>/<str:number>/", pages.clause, name="clause"),
]
