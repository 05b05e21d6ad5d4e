"""Addresses of the pages and the tables."""

from django.urls import path

from referee.table import correcting, logs, pages, rulebooks, starting, views

urlpatterns = [
    path("", pages.home, name="home"),
    path("new/", pages.choose, name="new"),
    path("new/<slug:key>/", starting.setup, name="setup"),
    path("rules/", rulebooks.rules, name="rules"),
    path("rules/<str:key>/", rulebooks.book, name="rulebook"),
    path("rules/<str:key>/<str:number>/", rulebooks.clause, name="clause"),
    path("t/<slug:public_id>/", views.table, name="table"),
    path("t/<slug:public_id>/move/", views.move, name="move"),
    path("t/<slug:public_id>/undo/", views.undo, name="undo"),
    path("t/<slug:public_id>/redo/", views.redo, name="redo"),
    path("t/<slug:public_id>/back/<int:n>/", views.back, name="back"),
    path("t/<slug:public_id>/log/", logs.log, name="log"),
    path("t/<slug:public_id>/log/<int:seq>/", logs.ruling, name="ruling"),
    path("t/<slug:public_id>/log/refused/<int:number>/", logs.refusal, name="refusal"),
    path("t/<slug:public_id>/log/<int:seq>/photo/", logs.add, name="add_photo"),
    path("t/<slug:public_id>/log/refused/<int:number>/photo/", logs.add, name="add_photo_of_refusal"),
    path("t/<slug:public_id>/photo/<slug:photo>/", logs.photo, name="photo"),
    path("t/<slug:public_id>/photo/<slug:photo>/remove/", logs.remove, name="remove_photo"),
    path("t/<slug:public_id>/hand/<int:number>/", correcting.hand, name="hand"),
    path("t/<slug:public_id>/correct/<int:n>/", correcting.correct, name="correct"),
]
