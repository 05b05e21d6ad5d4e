"""Addresses of the tables."""

from django.urls import path

from referee.table import views

urlpatterns = [
    path("t/<str:public_id>/", views.table, name="table"),
    path("t/<str:public_id>/move/", views.move, name="move"),
    path("t/<str:public_id>/undo/", views.undo, name="undo"),
    path("t/<str:public_id>/redo/", views.redo, name="redo"),
]
