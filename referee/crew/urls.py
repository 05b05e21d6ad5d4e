"""Addresses of the crew's pages."""

from django.urls import URLPattern, path

from referee.crew import rematch, sharing

urlpatterns: list[URLPattern] = [
    path("games/<slug:public_id>/result.png", sharing.picture, name="result_picture"),
    path("games/<slug:public_id>/share/", sharing.share, name="share"),
    path("games/<slug:public_id>/share/revoke/", sharing.unshare, name="unshare"),
    path("games/<slug:public_id>/rematch/", rematch.rematch, name="rematch"),
    path("r/<slug:share_id>/", sharing.shared, name="shared"),
    path("r/<slug:share_id>/result.png", sharing.shared_picture, name="shared_picture"),
]
