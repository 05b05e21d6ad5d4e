"""Addresses of the crew's pages."""

from django.urls import URLPattern, path

from referee.crew import history, leaders, merging, nights, players, profile, records, replay

urlpatterns: list[URLPattern] = [
    path("crew/leaders/", leaders.leaders, name="leaders"),
    path("crew/nights/", nights.nights, name="nights"),
    path("crew/records/", records.records, name="records"),
    path("games/", history.games, name="games"),
    path("games/<slug:public_id>/", history.game, name="game"),
    path("games/<slug:public_id>/replay/", replay.start, name="replay"),
    path("games/<slug:public_id>/replay/<int:n>/", replay.replayed, name="replayed"),
    path("players/", players.players, name="players"),
    path("players/<slug:public_id>/", profile.player, name="player"),
    path("players/<slug:public_id>/archive/", players.archive, name="archive_player"),
    path("players/<slug:public_id>/edit/", players.edit, name="edit_player"),
    path("players/<slug:public_id>/face/", players.picture, name="face"),
    path("players/<slug:public_id>/face/keep/", players.keep, name="keep_face"),
    path("players/<slug:public_id>/face/remove/", players.remove, name="remove_face"),
    path("players/<slug:public_id>/merge/", merging.merge, name="merge_player"),
]
