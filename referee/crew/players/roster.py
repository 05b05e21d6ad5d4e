"""The crew's players: all of them, one more, and what is written about each."""

from __future__ import annotations

from urllib.parse import urlencode

from django.core.exceptions import BadRequest, ValidationError
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from referee.crew.links import player_url
from referee.crew.players.showing import CAME
from referee.crew.statistics.counting import uncounted
from referee.crew.statistics.figures import won_or_alone
from referee.table.requests import TableRequest
from referee.web.components import face, options
from referee.web.pictures import serve_picture
from referee.web.requests import NotHere, check_form_fields, see_other, status_of
from referee.web.views import form_view, uploads
from scoring.crew.visitor import join_own_crew, must_write
from scoring.models import Colour, Membership, Player
from scoring.models.people import NAME_LENGTH, clean_name
from scoring.pictures.picture import NotAPhoto, Picture
from scoring.players import roster
from scoring.players.deleting import has_games
from scoring.players.faces import face_path, keep_face, remove_face

#: Of the last games so many are shown in the list.
SHORT = 5
#: Characters of a place in the list: of the longest folded name and its letters, up to three for one.
LONGEST_PLACE = 13 * NAME_LENGTH


@form_view
def players(request: TableRequest) -> HttpResponse:
    """All players of the crew by name, a page at a time, those archived apart; takes a new one."""
    if request.method != "POST":
        return _players(request)
    check_form_fields(request)
    name = str(request.POST.get("name", ""))
    try:
        clean_name(name)
        player = roster.add_player(actor=join_own_crew(request.visitor), name=name)
    except ValidationError as error:
        return _players(request, name=name, error=error.messages[0])
    return see_player(player)


def _players(request: TableRequest, *, name: str = "", error: str = "") -> HttpResponse:
    url = reverse("players")
    after, archived = request.GET.get("after", ""), "archived" in request.GET
    if "\0" in after or len(after) > LONGEST_PLACE:
        raise BadRequest("There is no such page of players.")
    found = roster.players(request.visitor, archived=archived, after=after)
    which = {"archived": "1"} if archived else {}
    here = f"{url}?{urlencode(which)}" if which else url
    page = {
        "players": tuple(
            {
                "href": player_url(player),
                "name": player.name,
                "face": face(player),
                "line": won_or_alone(facts),
                "form": facts.form[-SHORT:],
                "told": ", ".join(CAME[letter].lower() for letter in facts.form[-SHORT:]),
            }
            for player, facts in found.players
        ),
        "archived": archived,
        "url": url,
        "add": url if not archived and request.visitor.may_write else "",
        "uncounted": uncounted(request),
        "name": name,
        "error": error,
        "first": here if after else "",
        "next": f"{url}?{urlencode(which | {'after': found.next})}" if found.next else "",
        "archive": f"{url}?archived=1" if not archived and roster.has_archived(request.visitor) else "",
    }
    return render(request, "crew/players.html", {"page": page}, status=status_of(error))


@form_view
def edit(request: TableRequest, public_id: str) -> HttpResponse:
    """A player's name and colour, and the ways to a face, the archive and a merger."""
    player, actor = found_to_change(request, public_id)
    if request.method != "POST":
        return _edit(request, player)
    check_form_fields(request)
    name = str(request.POST.get("name", ""))
    try:
        roster.rename_player(actor=actor, player=player, name=name)
    except ValidationError as error:
        return _edit(request, player, name=name, error=error.messages[0])
    return see_player(player)


@require_POST
def recolour(request: TableRequest, public_id: str) -> HttpResponse:
    """Gives a player the colour that was tapped."""
    player, actor = found_to_change(request, public_id)
    colour = request.POST.get("colour", "")
    if colour not in Colour.values:
        raise BadRequest("There is no such colour.")
    roster.recolour(actor=actor, player=player, colour=Colour(colour))
    return see_other(f"{reverse('edit_player', args=[public_id])}#colour")


def _edit(
    request: TableRequest,
    player: Player,
    *,
    name: str | None = None,
    error: str = "",
    face_error: str = "",
) -> HttpResponse:
    args = [player.public_id]
    page = {
        "player": player.name,
        "back": player_url(player),
        "url": reverse("edit_player", args=args),
        "name": player.name if name is None else name,
        "longest": NAME_LENGTH,
        "recolour": reverse("recolour_player", args=args),
        "colours": options(dict(Colour.choices), player.colour),
        "others": [(each.colour, each.name) for each in roster.offered(request.visitor) if each != player],
        "face": face(player),
        "keep": reverse("keep_face", args=args),
        "remove": reverse("remove_face", args=args) if player.avatar else "",
        "archive": reverse("archive_player", args=args),
        "archived": player.archived_at is not None,
        "merge": reverse("merge_player", args=args) if request.visitor.is_keeper else "",
        "delete": reverse("delete_player", args=args)
        if request.visitor.is_keeper and not has_games(player)
        else "",
        "error": error,
        "face_error": face_error,
    }
    return render(request, "crew/edit_player.html", {"page": page}, status=status_of(error or face_error))


@require_POST
def archive(request: TableRequest, public_id: str) -> HttpResponse:
    """Archives a player, or brings one back, as the button says."""
    player, actor = found_to_change(request, public_id)
    roster.archive_player(actor=actor, player=player, archived=request.POST.get("archive") == "1")
    return see_player(player)


@uploads("PHOTO_UPLOAD_MAX_SIZE")
@require_POST
def keep(request: TableRequest, public_id: str) -> HttpResponse:
    """Keeps a player's face, or says in words why it cannot."""
    player, _ = found_to_change(request, public_id)
    try:
        keep_face(player, _sent(request))
    except NotAPhoto as error:
        return _edit(request, player, face_error=str(error))
    return see_player(player)


def _sent(request: TableRequest) -> Picture:
    file = request.FILES.get("face")
    if file is None or not file.size:
        raise NotAPhoto("Choose a picture first.")
    from scoring.pictures.decoding import face_of  # noqa: PLC0415  # needs Pillow

    return face_of(file, file.name or "")


@require_POST
def remove(request: TableRequest, public_id: str) -> HttpResponse:
    """Takes a player's face away."""
    player, _ = found_to_change(request, public_id)
    remove_face(player)
    return see_player(player)


@require_safe
def picture(request: TableRequest, public_id: str) -> HttpResponse:
    """A player's face, to the crew and to nobody else."""
    player = found(request, public_id)
    if not player.avatar:
        raise Http404("This player has no picture.")
    return serve_picture(request, face_path(player), digest=player.avatar, name="face.webp")


def see_player(player: Player) -> HttpResponse:
    """The way on after a change: to the player's page. Tables show it with their next look."""
    return see_other(player_url(player))


def found(request: TableRequest, public_id: str) -> Player:
    """The player, if the visitor's crew knows one by this address; raises Http404 otherwise."""
    player = Player.objects.find(request.visitor, public_id)
    if player is None:
        raise NotHere("Your crew has no such player. They may have been merged with another.")
    return player


def found_to_change(request: TableRequest, public_id: str) -> tuple[Player, Membership]:
    """The player, and the phone that may change one; raises Http404, and PermissionDenied for a watcher."""
    player, actor = found(request, public_id), request.visitor.membership
    if actor is None:  # shut out in between
        raise Http404
    must_write(actor.role)
    return player, actor
