"""Addresses of the crew's pages."""

from django.urls import URLPattern, path

from referee.crew import history, replay

urlpatterns: list[URLPattern] = [
    path("games/", history.games, name="games"),
    path("games/<slug:public_id>/", history.game, name="game"),
    path("games/<slug:public_id>/replay/", replay.start, name="replay"),
    path("games/<slug:public_id>/replay/<int:n>/", replay.replayed, name="replayed"),
]
