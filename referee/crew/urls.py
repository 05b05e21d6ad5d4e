"""Addresses of the crew's pages."""

from django.urls import URLPattern, path

from referee.crew import takeout

urlpatterns: list[URLPattern] = [
    path("crew/takeout/", takeout.takeout, name="takeout"),
    path("crew/takeout/crew.zip", takeout.crew_zip, name="crew_zip"),
    path("crew/takeout/crew.bgsplay", takeout.crew_plays, name="crew_plays"),
    path("crew/takeout/<slug:sheet>.csv", takeout.sheet, name="crew_sheet"),
    path("games/<slug:public_id>/record.json", takeout.record, name="record"),
    path("games/<slug:public_id>/play.bgsplay", takeout.play_file, name="play_file"),
    path("games/<slug:public_id>/bgstats/", takeout.post_play, name="post_play"),
]
