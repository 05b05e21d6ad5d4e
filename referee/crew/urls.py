"""Addresses of the crew's pages."""

from django.urls import URLPattern, path

from referee.crew import leaders, merging, nights, players, profile, records

urlpatterns: list[URLPattern] = [
    # Players, and what their games came to
    path("crew/leaders/", leaders.leaders, name="leaders"),
    path("crew/nights/", nights.nights, name="nights"),
    path("crew/records/", records.records, name="records"),
    path("players/", players.players, name="players"),
    path("players/<slug:public_id>/", profile.player, name="player"),
    path("players/<slug:public_id>/edit/", players.edit, name="edit_player"),
    path("players/<slug:public_id>/archive/", players.archive, name="archive_player"),
    path("players/<slug:public_id>/merge/", merging.merge, name="merge_player"),
    path("players/<slug:public_id>/face/", players.picture, name="face"),
    path("players/<slug:public_id>/face/keep/", players.keep, name="keep_face"),
    path("players/<slug:public_id>/face/remove/", players.remove, name="remove_face"),
]
