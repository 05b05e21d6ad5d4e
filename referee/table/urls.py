"""Addresses of the live tables, and of the pages where one is begun."""

from django.urls import include, path

from referee.table import correction_pages, log_pages, setup, shelf, views

_table = [
    path("", views.table, name="table"),
    path("move/", views.move, name="move"),
    path("undo/", views.undo, name="undo"),
    path("redo/", views.redo, name="redo"),
    path("back/<int:n>/", views.back, name="back"),
    path("seats/", views.invite, name="seats"),
    path("loggers/", views.log_by, name="loggers"),
    path("seat/", views.seat, name="seat"),
    path("log/", log_pages.log, name="log"),
    path("log/<int:seq>/", log_pages.row, name="ruling"),
    path("log/refused/<int:number>/", log_pages.row, name="refusal"),
    path("log/<int:seq>/photo/", log_pages.add, name="add_photo"),
    path("log/refused/<int:number>/photo/", log_pages.add, name="add_photo_of_refusal"),
    path("photo/<slug:photo>/", log_pages.photo, name="photo"),
    path("photo/<slug:photo>/remove/", log_pages.remove, name="remove_photo"),
    path("hand/<int:number>/", correction_pages.hand, name="hand"),
    path("correct/<int:n>/", correction_pages.page, name="correct"),
    path("correct/<int:n>/keys/", correction_pages.keys, name="correct_keys"),
]

urlpatterns = [
    path("t/<slug:public_id>/", include(_table)),
    path("new/", shelf.choose, name="new"),
    path("new/<slug:key>/", setup.setup, name="setup"),
]
