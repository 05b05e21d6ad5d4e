"""Addresses of the crew's pages."""

from django.urls import URLPattern, path

from referee.crew import offline, robots, secure, styleguide, this_phone
from referee.crew.calendar import links as crew_links
from referee.crew.calendar import pages as calendar
from referee.crew.exchange import pages as exchange
from referee.crew.exchange import result_pages as results
from referee.crew.history import discarding, games, replay
from referee.crew.history import game as one_game
from referee.crew.home import join, sample
from referee.crew.home import pages as home
from referee.crew.people import accounts, deleting, inviting, passwords, recovering, titles
from referee.crew.people import crew as people
from referee.crew.players import deleting as player_deleting
from referee.crew.players import merging, profile
from referee.crew.players import roster as players
from referee.crew.sharing import board, evening, rematch
from referee.crew.sharing import links as sharing
from referee.crew.sharing.year import pages as years
from referee.crew.sheets import editor
from referee.crew.sheets import links as sheet_links
from referee.crew.sheets import pages as sheets
from referee.crew.statistics import counting, leaders, night, nights, records, seasons

urlpatterns: list[URLPattern] = [
    path("", home.home, name="home"),
    path("last/", home.last, name="last"),
    path("account/", accounts.account, name="account"),
    path("account/crews/<int:pk>/", accounts.enter, name="account_enter"),
    path("account/delete/", passwords.delete, name="account_delete"),
    path("account/in/", accounts.sign_in, name="sign_in"),
    path("account/keep/", accounts.keep, name="account_keep"),
    path("account/new/", accounts.sign_up, name="sign_up"),
    path("account/out/", accounts.sign_out, name="sign_out"),
    path("account/password/", passwords.change, name="password"),
    path("account/sessions/end/", passwords.end_others, name="sessions_end"),
    path("account/sessions/<slug:public_id>/end/", passwords.end_session, name="session_end"),
    path("b/<slug:share_id>/", board.wall, name="wall"),
    path("b/<slug:share_id>/<slug:player_id>/face/", board.wall_face, name="wall_face"),
    path("c/<slug:share_id>/nights.ics", crew_links.calendar, name="shared_calendar"),
    path("crew/", people.crew, name="crew"),
    path("crew/count/", counting.count, name="count"),
    path("crew/code/", recovering.code, name="recovery_code"),
    path("crew/delete/", deleting.delete, name="crew_delete"),
    path("crew/deleted/", deleting.deleted, name="deleted_crews"),
    path("crew/deleted/<int:pk>/restore/", deleting.restore, name="crew_restore"),
    path("crew/invites/<int:pk>/revoke/", inviting.revoke, name="invite_revoke"),
    path("crew/invites/new/", inviting.new, name="invite_new"),
    path("crew/leaders/", leaders.leaders, name="leaders"),
    path("crew/leave/", people.leave, name="crew_leave"),
    path("crew/name/", people.name, name="crew_name"),
    path("crew/nights/", nights.nights, name="nights"),
    path("crew/nights/calendar.ics", calendar.download, name="crew_calendar"),
    path("crew/nights/regular/", calendar.nights, name="regular_nights"),
    path("crew/nights/regular/new/", calendar.new, name="regular_night_new"),
    path("crew/nights/regular/<slug:public_id>/", calendar.night, name="regular_night"),
    path("crew/nights/regular/<slug:public_id>/off/", calendar.call_off, name="regular_night_off"),
    path("crew/nights/regular/<slug:public_id>/remove/", calendar.remove, name="regular_night_remove"),
    path("crew/nights/share/<slug:kind>/", crew_links.share, name="crew_share"),
    path("crew/nights/share/<slug:kind>/revoke/", crew_links.unshare, name="crew_unshare"),
    path("crew/nights/<slug:day>/", night.night, name="night"),
    path("crew/nights/<slug:day>/night.png", evening.picture, name="night_picture"),
    path("crew/nights/<slug:day>/picture/", evening.share, name="night_share"),
    path("crew/phones/<int:pk>/", people.phone, name="phone"),
    path("crew/phones/<int:pk>/out/", people.phone_out, name="phone_out"),
    path("crew/records/", records.records, name="records"),
    path("crew/seasons/", seasons.seasons, name="seasons"),
    path("crew/seasons/new/", seasons.new, name="season_new"),
    path("crew/seasons/<slug:public_id>/", seasons.season, name="season"),
    path("crew/seasons/<slug:public_id>/delete/", seasons.delete, name="season_delete"),
    path("crew/seasons/<slug:public_id>/edit/", seasons.edit, name="season_edit"),
    path("crew/titles/", titles.titles, name="titles"),
    path("crew/export/", exchange.export_page, name="export"),
    path("crew/export/<slug:sheet>.csv", exchange.sheet, name="crew_sheet"),
    path("crew/export/crew.bgsplay", exchange.crew_plays, name="crew_plays"),
    path("crew/export/crew.zip", exchange.crew_zip, name="crew_zip"),
    path("crew/import/", results.names, name="import_names"),
    path("crew/import/columns/", results.columns, name="import_columns"),
    path("crew/import/preview/", results.preview, name="import_preview"),
    path("f/<slug:share_id>/results.atom", crew_links.feed, name="shared_feed"),
    path("games/", games.games, name="games"),
    path("crew/years/<int:number>/", years.year, name="year"),
    path("crew/years/<int:number>/<slug:name>.png", years.picture, name="year_picture"),
    path("games/discarded/", discarding.discarded, name="discarded"),
    path("games/<slug:public_id>/", one_game.game, name="game"),
    path("games/<slug:public_id>/bgstats/", exchange.post_play, name="post_play"),
    path("games/<slug:public_id>/board/", board.board, name="board"),
    path("games/<slug:public_id>/board/link/", board.link, name="board_link"),
    path("games/<slug:public_id>/board/unlink/", board.unlink, name="board_unlink"),
    path("games/<slug:public_id>/discard/", discarding.discard, name="discard"),
    path("games/<slug:public_id>/notes/", one_game.notes, name="notes"),
    path("games/<slug:public_id>/photos/<slug:photo>/", one_game.caption, name="caption"),
    path("games/<slug:public_id>/play.bgsplay", exchange.play_file, name="play_file"),
    path("games/<slug:public_id>/record.json", exchange.record, name="record"),
    path("games/<slug:public_id>/rematch/", rematch.rematch, name="rematch"),
    path("games/<slug:public_id>/replay/", replay.start, name="replay"),
    path("games/<slug:public_id>/replay/<int:n>/", replay.replayed, name="replayed"),
    path("games/<slug:public_id>/restore/", discarding.restore, name="restore"),
    path("games/<slug:public_id>/result.png", sharing.picture, name="result_picture"),
    path("games/<slug:public_id>/share/", sharing.share, name="share"),
    path("games/<slug:public_id>/share/revoke/", sharing.unshare, name="unshare"),
    path("https/", secure.secure, name="https"),
    path("https/referee-at-home.crt", secure.authority, name="https_authority"),
    path("https/referee-at-home.mobileconfig", secure.profile, name="https_profile"),
    path("join/", join.ask, name="join_ask"),
    path("join/<str:token>/", inviting.join, name="join"),
    path("offline/", offline.offline, name="offline"),
    path("players/", players.players, name="players"),
    path("players/<slug:public_id>/", profile.player, name="player"),
    path("players/<slug:public_id>/archive/", players.archive, name="archive_player"),
    path("players/<slug:public_id>/colour/", players.recolour, name="recolour_player"),
    path("players/<slug:public_id>/delete/", player_deleting.delete, name="delete_player"),
    path("players/<slug:public_id>/edit/", players.edit, name="edit_player"),
    path("players/<slug:public_id>/face/", players.picture, name="face"),
    path("players/<slug:public_id>/face/keep/", players.keep, name="keep_face"),
    path("players/<slug:public_id>/face/remove/", players.remove, name="remove_face"),
    path("players/<slug:public_id>/merge/", merging.merge, name="merge_player"),
    path("r/<slug:share_id>/", sharing.shared, name="shared"),
    path("r/<slug:share_id>/result.png", sharing.shared_picture, name="shared_picture"),
    path("s/<slug:link>/", sheet_links.shared, name="shared_sheet"),
    path("s/<slug:link>/sheet.<slug:kind>", sheet_links.shared_file, name="shared_sheet_file"),
    path("sample/", sample.begin, name="sample"),
    path("sample/end/", sample.end, name="sample_end"),
    path("service-worker.js", offline.service_worker, name="service_worker"),
    path("settings/", this_phone.settings, name="settings"),
    path("sheets/", sheets.sheets, name="sheets"),
    path("sheets/import/", editor.take, name="sheet_import"),
    path("sheets/new/", editor.new, name="sheet_new"),
    path("sheets/<slug:public_id>/edit/", editor.edit, name="sheet_edit"),
    path("sheets/<slug:public_id>/remove/", sheets.remove, name="sheet_remove"),
    path("sheets/<slug:public_id>/share/", sheet_links.share, name="sheet_share"),
    path("sheets/<slug:public_id>/share/revoke/", sheet_links.unshare, name="sheet_unshare"),
    path("sheets/<slug:public_id>/sheet.<slug:kind>", sheets.file, name="sheet_file"),
    path("recover/", recovering.recover, name="recover"),
    path("robots.txt", robots.robots, name="robots"),
    path("favicon.ico", robots.favicon, name="favicon"),
    path("styleguide/", styleguide.styleguide, name="styleguide"),
]
