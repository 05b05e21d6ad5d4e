"""A game simple enough to see through: its state is the list of its moves.

`deal` begins a hand, `score` gives a player points, `join` and `quit` change who sits there, `pair` makes
partners of the first two there, `end` ends the game, as does a last score, and `play` does nothing.
"""

import json
from collections.abc import Collection, Sequence
from typing import Any

from scoring.crew.visitor import Visitor, join_own_crew
from scoring.log import reader, tap_keys, writer
from scoring.log.start import start_game
from scoring.log.values import Line, Step, Table
from scoring.models import Game, Move

Body = dict[str, Any]
DEAL: Body = {"do": "deal"}
END: Body = {"do": "end"}
PAIR: Body = {"do": "pair"}
PLAY: Body = {"do": "play", "player": "Bob"}


def score(player: str, points: int) -> Body:
    return {"do": "score", "player": player, "points": points}


def join(player: str) -> Body:
    return {"do": "join", "player": player}


def dump(bodies: Sequence[Body]) -> bytes:
    return json.dumps(list(bodies)).encode()


def load(state: bytes) -> list[Body]:
    found: list[Body] = json.loads(state)
    return found


def table(bodies: Sequence[Body]) -> Table:
    players, scores = ["Ann", "Bob"], {"Ann": 0, "Bob": 0}
    sides = []
    for body in bodies:
        match body["do"]:
            case "score":
                scores[body["player"]] += body["points"]
            case "join":
                players.insert(1, body["player"])
                scores.setdefault(body["player"], 0)
            case "quit":
                players.remove(body["player"])
            case "pair":
                sides = [players[:2]]
    over = bool(bodies) and (bodies[-1] == END or "last" in bodies[-1])
    winners = (
        [name for name in players if scores[name] == min(scores[name] for name in players)] if over else []
    )
    phase = "over" if over else "play"
    return Table(dump(bodies), phase, players, scores, winners, over, sides)


def lines(body: Body) -> list[Line]:
    if body["do"] != "score":
        return []
    return [Line(body["player"], body["points"], "toy 1", "As was said")]


def told(body: Body) -> Body:
    """What the referee says of a move for the statistics: whoever scores has won a hand."""
    if body["do"] != "score":
        return {}
    player, points = body["player"], body["points"]
    return {"feats": {player: {"hand_won": 1, "scored": 1}}, "most": {player: {"at_once": points}}}


def hand(bodies: Sequence[Body]) -> int | None:
    """The number of the hand that the last of the moves begins."""
    return bodies.count(DEAL) if bodies[-1] == DEAL else None


def new_game(visitor: Visitor, key: str = "0-the-first-form") -> Game:
    return start_game(actor=join_own_crew(visitor), key=key, game="toy", options={}, table=table([]))


class Phone:
    """A browser at a table, with what the web layer does of a tap."""

    def __init__(self, visitor: Visitor, public_id: str) -> None:
        self.visitor = visitor
        self.public_id = public_id

    @property
    def game(self) -> Game:
        return Game.objects.visible_to(self.visitor).get(public_id=self.public_id)

    def tap(self, body: Body, key: str | None = None) -> Move:
        with writer.open_game(
            self.visitor, self.public_id, key=key or tap_keys.new_key(self.game)
        ) as open_game:
            bodies = [*load(open_game.game.state), body]
            outcome = {"text": f"Move {len(bodies)}", **told(body)}
            return open_game.move(Step(body, outcome, lines=lines(body), hand=hand(bodies)), table(bodies))

    def undo(self, key: str | None = None) -> Move:
        with writer.open_game(
            self.visitor, self.public_id, key=key or tap_keys.new_key(self.game)
        ) as open_game:
            found = open_game.before_last()
            bodies = [*load(found[0].state), *(entry.body for entry in found[0].entries)] if found else []
            return open_game.undo(outcome={}, table=table(bodies))

    def redo(self, key: str | None = None) -> Move:
        with writer.open_game(
            self.visitor, self.public_id, key=key or tap_keys.new_key(self.game)
        ) as open_game:
            entry = open_game.next_redo()
            bodies = [*load(open_game.game.state), *([entry.body] if entry else [])]
            body = entry.body if entry else PLAY
            step = Step(body, {}, lines=lines(body), hand=hand(bodies) if entry else None)
            return open_game.redo(step, table(bodies))

    def correct(self, position: int, new: Sequence[Body], dropped: Collection[int] = ()) -> Move:
        """Puts `new` in the place of a move; the moves at `dropped` no longer hold."""
        with writer.open_game(self.visitor, self.public_id, key=tap_keys.new_key(self.game)) as open_game:
            past = reader.past(open_game.game, position)
            bodies = load(past.state)
            bodies += [entry.body for entry in past.entries if entry.position < position]
            kept = [
                (entry.body, entry.seq)
                for entry in past.entries
                if entry.position > position and entry.position not in dropped
            ]
            steps = []
            for body, seq in [*((body, None) for body in new), *kept]:
                before = dump(bodies)
                bodies.append(body)
                steps.append(Step(body, told(body), seq, lines(body), hand(bodies), before))
            return open_game.correct(position=position, steps=steps, outcome={}, table=table(bodies))
