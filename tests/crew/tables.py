"""Games of every kind, played by chance and by the real path of a tap, with second thoughts."""

from __future__ import annotations

import random
from typing import Any

import msgspec

from referee.games.registry import GAMES
from referee.rules.engine import Refused
from referee.table import correction
from scoring.crew.visitor import Visitor
from scoring.log import tap_keys
from scoring.log.effective import effective_moves
from scoring.models import Game, Move, Photo, Role
from tests import taps
from tests.table.page import new_game

#: How each game is agreed on here; one that nothing is said of, as usual.
OPTIONS: dict[str, dict[str, Any]] = {key: dict[str, Any]() for key in GAMES} | {
    "zar": {"half_decks": 3, "chameleons": 1, "end": {"hands": 2}},
    "house_zar": {"end": {"score": 30}},
    "numzumzero": {"advanced": True},
    "zarathustra": {},
    "zero_zap": {"end": {"score": 20}},
    "crazy_eights": {"end": {"hands": 2}},
    "score_sheet": {"wins": "low", "end": {"rounds": 6}},
}
KINDS = tuple(OPTIONS)


def chance_game(visitor: Visitor, kind: str, seed: int, taps: int = 45, title: str = "") -> Game:
    """A game played by chance, at times over; moves are refused, taken back, put back and corrected."""
    chance = random.Random(f"{kind} {seed}")
    names = chance.choice(["Ann Bob", "Bob Cat Ann", "Dan Élodie Ann Bob"])
    game = new_game(visitor, names, kind, title=title, **OPTIONS[kind])
    for _ in range(taps):
        game = Game.objects.visible_to(visitor).get(pk=game.pk)
        chance_tap(visitor, game, chance)
    return Game.objects.visible_to(visitor).get(pk=game.pk)


def chance_tap(visitor: Visitor, game: Game, chance: random.Random) -> None:
    """One tap by chance: a move, lawful or not, or a second thought."""
    key = tap_keys.new_key(game)
    dice = chance.random()
    if dice < 0.06:
        taps.undo(visitor, game.public_id, key)
    elif dice < 0.1:
        taps.redo(visitor, game.public_id, key)
    elif dice < 0.13 and game.length:
        _correct(visitor, game, key, chance)
    elif dice < 0.14 and game.length > 3:
        taps.take_back(visitor, game.public_id, key, position=game.length - 1)
    else:
        raw = _raw(game, chance)
        taps.make(visitor, game.public_id, key, raw)


def _correct(visitor: Visitor, game: Game, key: str, chance: random.Random) -> None:
    """Another move in the place of an older one, at times not a lawful one, or none."""
    position = chance.randint(max(1, game.length - 12), game.length)
    _, fold = correction.move_at(game, position)
    others = list(fold.game.prompts(fold.state))[:40]
    raw = msgspec.to_builtins(chance.choice(others)[0]) if others and chance.random() < 0.6 else None
    if raw is None and position % 2:
        raw = msgspec.to_builtins(chance.choice(list(fold.game.offers(fold.state)) or [None]))
    taps.correct(visitor, game.public_id, key, position=position, move=raw)


def _raw(game: Game, chance: random.Random) -> dict[str, Any]:
    """A move that is offered, lawful or not; a round of a sheet gets numbers."""
    rules = GAMES[game.game]
    state = rules.load(game.state)
    offered = list(rules.offers(state))
    rare = [move for move in offered if move.__struct_config__.tag not in ("end", "quit", "void", "gotcha")]
    if chance.random() < 0.97 and rare:
        offered = rare
    if not offered:
        return {"do": "end"}
    raw: dict[str, Any] = msgspec.to_builtins(chance.choice(offered))
    if chance.random() < 0.85:
        for _ in range(30):
            move = chance.choice(offered)
            if not isinstance(rules.judge(state, move), Refused):
                raw = msgspec.to_builtins(move)
                break
    if raw["do"] == "round" and game.game == "score_sheet":
        raw |= {"scores": {name: chance.choice([-3, 0, 2.5, 7]) for name in raw["scores"]}, "name": "Ω"}
    keeps = game.viewer_role == Role.KEEPER
    if raw["do"] in ("play", "place") and chance.random() < 0.05 and keeps:
        raw["overruled"] = "the table likes it"
    if game.game == "score_sheet" and chance.random() < 0.1:
        raw = {"do": "join", "player": chance.choice(["Eve", "Fay"])}
    return raw


def picture(game: Game) -> dict[str, Any]:
    """All that is kept of a game, but for keys of rows and tables."""
    rows = list(Move.objects.filter(game=game).order_by("seq").select_related("actor"))
    seqs = {row.pk: row.seq for row in rows}
    return {
        "game": [
            getattr(game, name)
            for name in ("game", "options", "title", "created_at", "finished_at", "version", "length")
        ]
        + [game.redoable, game.phase, game.state, game.standing],
        "told": (game.place, game.notes),
        "hand": (game.hand.first, game.hand.number) if game.hand else None,
        "moves": [(entry.position, entry.seq, entry.written, entry.body) for entry in effective_moves(rows)],
        "rows": [(row.seq, row.kind, row.position, row.body, row.outcome, row.created_at) for row in rows],
        "phones": [(row.actor.label, row.actor.role) for row in rows],
        "hands": [
            (hand.number, hand.first, hand.since, hand.state_in(game))
            for hand in game.hands.order_by("first")
        ],
        "seats": [
            (seat.name, seat.player.name, seat.score, seat.won, seat.left, seat.began_at)
            for seat in game.seats.order_by("place").select_related("player")
        ],
        "scores": [
            (
                line.position,
                line.seat.name,
                line.points,
                line.clause,
                line.reason,
                line.hand.first,
                seqs[line.move_id],
            )
            for line in game.scores.order_by("position", "pk").select_related("seat", "hand")
        ],
        "refusals": [
            (no.number, no.after, no.body, no.outcome, no.created_at, no.actor.label)
            for no in game.refusals.order_by("number").select_related("actor")
        ],
        "photos": [
            (
                _of(photo),
                photo.digest,
                (photo.width, photo.height),
                photo.caption,
                (photo.created_at, photo.actor.label),
                (photo.removed_at, photo.removed_by and photo.removed_by.label),
            )
            for photo in Photo.objects.of(game).select_related("actor", "removed_by").order_by("pk")
        ],
    }


def _of(photo: Photo) -> tuple[str, int]:
    """What a photo is evidence for: a row of the log or a refusal, by its number in the game."""
    event = photo.event
    return ("row", event.seq) if isinstance(event, Move) else ("refusal", event.number)
