"""Addresses of the pages and the tables."""

from django.urls import path

from referee.table import correcting, pages, rulebooks, starting, views

urlpatterns = [
    path("", pages.home, name="home"),
    path("new/", pages.choose, name="new"),
    path("new/<slug:key>/", starting.setup, name="setup"),
    path("games/", pages.games, name="games"),
    path("games/<slug:public_id>/", pages.game, name="game"),
    path("rules/", rulebooks.rules, name="rules"),
    path("rules/<str:key>/", rulebooks.book, name="rulebook"),
    path("rules/<str:key>/<str:number>/", rulebooks.clause, name="clause"),
    path("t/<slug:public_id>/", views.table, name="table"),
    path("t/<slug:public_id>/move/", views.move, name="move"),
    path("t/<slug:public_id>/undo/", views.undo, name="undo"),
    path("t/<slug:public_id>/redo/", views.redo, name="redo"),
    path("t/<slug:public_id>/log/", pages.log, name="log"),
    path("t/<slug:public_id>/hand/<int:number>/", correcting.hand, name="hand"),
    path("t/<slug:public_id>/correct/<int:n>/", correcting.correct, name="correct"),
]
