"""What leaves the crew: the result as a picture, and a link by which anybody may read it."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.text import slugify
from django.views.decorators.http import require_POST, require_safe

from referee.crew import outcome
from referee.crew.outcome import HandLine, Person, RankedRow
from referee.crew.sharing.card import LAYOUTS, Shape, draw, heading
from referee.crew.sharing.pictures import choices, shape_asked, shown, width_asked
from referee.crew.sharing.results import result_of
from referee.crew.titles import title_of
from referee.games.registry import GAMES, tile
from referee.rules.sentences import side_name
from referee.table.moments import best_moment
from referee.table.requests import TableRequest
from referee.web.audit import note
from referee.web.charts.layout import format_number
from referee.web.pictures import qr, serve
from referee.web.requests import NotHere, for_anybody, see_other
from referee.web.views import form_view, slow
from referee.web.wording import day
from scoring.crew.phones import phone_names
from scoring.crew.visitor import get_game_or_404
from scoring.history import scores
from scoring.models import Game
from scoring.models.nights import night_of
from scoring.sharing import links as sharing


@slow
@require_safe
def picture(request: TableRequest, public_id: str) -> HttpResponse:
    """The result as a picture, for the crew."""
    return _picture(request, get_game_or_404(request, public_id), photos=True)


@form_view
def share(request: TableRequest, public_id: str) -> HttpResponse:
    """The page of a game's link; a tap on its button makes one."""
    game = get_game_or_404(request, public_id)
    # With the form that the picture was asked in.
    here = request.get_full_path()
    if request.method == "POST":
        sharing.share(game)
        note(request, "shared", game=public_id)
        return see_other(f"{here}#link")
    shape = shape_asked(request, LAYOUTS, Shape.POST)
    found = sharing.open_share(game)
    link = request.build_absolute_uri(reverse("shared", args=[found.public_id])) if found else ""
    page = {
        "title": title_of(game),
        "heading": "Share the result" if game.finished_at else "Share the score so far",
        "game": reverse("game", args=[public_id]),
        "picture": shown(reverse("result_picture", args=[public_id]), shape, "The result as a picture"),
        "shapes": choices(LAYOUTS, shape),
        "file": _file(game),
        "wins": outcome.who_wins(game),
        "link": link,
        "qr": qr(link) if found else "",
        "made": f"Made by {phone_names(game)[found.actor_id]}, {day(night_of(found.created_at))}."
        if found
        else "",
        "share": here if not found and game.viewer_may_write else "",
        "revoke": reverse("unshare", args=[public_id]) if found and sharing.may_revoke(game, found) else "",
    }
    return render(request, "crew/share.html", {"page": page})


@require_POST
def unshare(request: TableRequest, public_id: str) -> HttpResponse:
    """Takes the link back; a second tap finds none and changes nothing."""
    sharing.revoke(get_game_or_404(request, public_id))
    note(request, "unshared", game=public_id)
    return see_other(f"{reverse('share', args=[public_id])}#link")


@require_safe
def shared(request: HttpRequest, share_id: str) -> HttpResponse:
    """A result for whoever has the link. Nobody is asked who they are, and no cookie is set."""
    game = _shared(share_id)
    matrix = scores.by_hand(game)
    result = result_of(game, matrix)
    winners = [name for side in result.sides if side.won for name in side.names]
    said = heading(winners, alone=result.alone, over=result.over)
    scored = [f"{side_name(side.names)} {format_number(side.score)}" for side in result.sides]
    image = reverse("shared_picture", args=[share_id])
    faces = outcome.faces_of(matrix, photos=False)
    hands, by_side = scores.in_hands(matrix), scores.by_side(game, matrix)
    moves = {} if hands else scores.by_move(game, scores.lines(game))
    page = {
        "title": title_of(game),
        "heading": said,
        "game": outcome.called(game) or result.game,
        "tile": tile(game.game, game.title),
        "crowned": outcome.crowned(game, faces),
        "when": result.day,
        "about": f"{said}. {', '.join(scored)}.",
        "url": request.build_absolute_uri(request.path),
        "preview": shown(
            request.build_absolute_uri(image), Shape.WIDE, "The result as a picture: names and scores."
        ),
        "picture": shown(
            image,
            Shape.POST,
            f"The result as a picture: names and scores{', and a chart of them' if result.steps else ''}.",
        ),
        "file": _file(game),
        "ranks": tuple(
            RankedRow(
                rank=row.rank,
                people=tuple(Person(name=name, face=faces[name]) for name in side),
                points=row.shown,
                note="" if row.here else "left",
                won=row.leader,
            )
            for side, row in outcome.ranks(game).items()
        ),
        "seats": outcome.heads(game, by_side, faces),
        "unit": GAMES[game.game].unit_of(game.options),
        "wins": outcome.who_wins(game),
        # Who dealt, who won a hand and what a round was called are the crew's.
        "hands": tuple(
            HandLine(hand=str(row.number or "Start"), cells=cells)
            for row, cells in outcome.cells(by_side, {})
        )
        if hands
        else (),
        "chart": outcome.chart(game, by_side, moves),
        "length": "",
        "place": "",
    }
    return for_anybody(render(request, "crew/shared.html", {"page": page}), "no-cache")


@slow
@require_safe
def shared_picture(request: HttpRequest, share_id: str) -> HttpResponse:
    """The picture of a result for whoever has the link."""
    return for_anybody(_picture(request, _shared(share_id), photos=False), "no-cache")


def _shared(share_id: str) -> Game:
    found = sharing.shared(share_id)
    if found is None:
        raise NotHere("This link shows no result. It was cancelled, or it is incomplete.")
    return found.game


def _picture(request: HttpRequest, game: Game, *, photos: bool) -> HttpResponse:
    """The card; not drawn anew for one who has it already."""
    matrix = scores.by_hand(game)
    result = result_of(game, matrix, photos=photos)
    if result.over:
        # What a round was called is the crew's.
        numbered = replace(matrix, in_time=[replace(row, name="") for row in matrix.in_time])
        best = best_moment(game, numbered)
        result = replace(result, best=(best.title, best.text) if best else ("", ""))
    shape, wide = shape_asked(request, LAYOUTS, Shape.POST), width_asked(request)
    # Beside the version: a title or a name that changes makes no row in the log.
    digest = f"{game.version}-{sha256(repr(result).encode()).hexdigest()[:32]}-{shape}-{wide}"
    return serve(
        request, lambda: draw(result, shape, wide), kind="image/png", digest=digest, name=_file(game)
    )


def _file(game: Game) -> str:
    """What the picture is called where it is saved."""
    name = slugify(game.title) or slugify(GAMES[game.game].name)
    return f"{name[:60]}-{night_of(game.created_at)}.png"
