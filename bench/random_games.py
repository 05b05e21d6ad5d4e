"""Crews with years of random play: rows as taps would have left them, written many at once.

Every game is drawn from a seed and its number, and a batch is written whole or not at all. So whatever is
there already is simply not made again, and who is cut off loses a batch at most.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec

from bench.bulk_insert import BulkInsert
from bench.random_play import play
from referee.games.registry import GAMES
from referee.table.judging import lines_of, outcome_of, table_of
from scoring.crew.visitor import digest, new_token
from scoring.models import Crew, Game, Hand, Membership, Move, Player, Role, Score, Seat
from scoring.models.people import fold_name
from scoring.writing import one_writer

CAST = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim", "Leo")
#: The last game begins then, the others before it.
UNTIL = datetime(2026, 1, 1, 20, tzinfo=UTC)
#: In how many days everything was played.
DAYS = 1825
#: One game in so many is ZAR and no score sheet; its log is forty times as long.
ZAR_EVERY = 100
#: One game in so many was never finished.
OPEN_EVERY = 50
#: A move takes so many seconds, and so long the longest game is played.
PACE = 5


@dataclass(frozen=True)
class Plan:
    """A game to be made: by which rules, what was agreed on, who plays, and when it is given up."""

    rules: str
    options: Mapping[str, Any]
    players: Sequence[str]
    most: int = 10_000
    open: bool = False


def long_game(seed: int, hands: int, number: int) -> Plan:
    """The game of that number in the large crew: so many hands of a score sheet, at times of ZAR."""
    chance = random.Random(f"{seed}/{number}")
    zar = number % ZAR_EVERY == ZAR_EVERY // 2
    end = {"hands": hands} if zar else {"rounds": hands}
    # Some come every week, some now and then.
    often = [1 / (place + 1) for place in range(len(CAST))]
    players = dict.fromkeys(chance.choices(CAST, often, k=chance.randrange(3, 6)))
    names = list(players) if len(players) > 1 else ["Ann", "Leo"]
    return Plan("zar" if zar else "score_sheet", {"end": end}, names, open=number % OPEN_EVERY == 7)


#: Small games other than a round on a score sheet, by their number in a crew.
_SMALL: Mapping[int, Plan] = {
    11: Plan("zar", {"end": {"hands": 1}}, ("Ann", "Bob")),
    22: Plan("house_zar", {"end": {"hands": 1}}, ("Ann", "Bob")),
    33: Plan("zarathustra", {}, ("Ann", "Cat"), most=6),
    44: Plan("numzumzero", {}, ("Ann", "Bob"), most=6),
    55: Plan("zero_zap", {}, ("Bob", "Cat"), most=6),
    66: Plan("crazy_eights", {}, ("Ann", "Bob"), most=6),
}


def small_game(seed: int, number: int) -> Plan:
    """The game of that number in one of the other crews: mostly a single round of a few players."""
    chance = random.Random(f"{seed}/small/{number}")
    names = chance.sample(CAST[:4], chance.choice([2, 2, 2, 3]))
    sheet = Plan("score_sheet", {"end": {"rounds": 1}}, names, open=number % OPEN_EVERY == 7)
    return _SMALL.get(number, sheet)


def new_crew(name: str) -> Crew:
    """A crew with the cast as its players, and a phone that nobody has."""
    crew = Crew.objects.create(name=name)
    Membership.objects.create(crew=crew, role=Role.KEEPER, token_digest=digest(new_token()))
    Player.objects.bulk_create(Player(crew=crew, name=each, folded=fold_name(each)) for each in CAST)
    return crew


def made(crew: Crew) -> int:
    """How many games of the crew are there."""
    return Game.objects.filter(crew=crew).count()


def make(crew: Crew, plans: Iterator[tuple[int, Plan]], *, of: int, seed: int, prefix: str = "") -> int:
    """Plays and writes games of a crew, as one write; `plans` by their numbers out of so many in all.

    `prefix` begins their public ids. Returns how many were made.
    """
    played = [(number, plan, _played(plan, f"{seed}/{number}")) for number, plan in plans]
    with one_writer():
        insert = BulkInsert()
        actor = Membership.objects.filter(crew=crew).order_by("pk")[0]
        players = dict(Player.objects.filter(crew=crew).order_by("pk").values_list("name", "pk"))
        for number, plan, steps in played:
            began = UNTIL - timedelta(days=DAYS * (of - 1 - number) / of)
            chance = random.Random(f"{seed}/id/{number}")
            letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
            public_id = prefix + "".join(chance.choices(letters, k=22 - len(prefix)))
            _Maker(insert, actor, players).game(plan, steps, f"made-{number:08}", public_id, began)
        insert.write()
    return len(played)


#: A move as it will stand in the log: its value, what was said, its lines, the hand it begins, states around.
Made = tuple[Any, dict[str, Any], Sequence[Any], int | None, bytes, Any]


def _played(plan: Plan, seed: str) -> list[Made]:
    rules = GAMES[plan.rules]
    steps: list[Made] = []
    for before, move, ruling in play(rules, plan.options, plan.players, seed, plan.most):
        opens = isinstance(move, rules.openers)
        steps.append(
            (
                msgspec.to_builtins(move),
                msgspec.to_builtins(outcome_of(rules, before, move, ruling)),
                lines_of(ruling),
                rules.hand_number(ruling.state) if opens else None,
                rules.dump(before) if opens else b"",
                ruling.state,
            )
        )
    # Whoever goes home early leaves the last move unmade.
    return steps[:-1] if plan.open else steps


@dataclass
class _Maker:
    """Turns a game that was played into the rows that taps would have left."""

    insert: BulkInsert
    actor: Membership
    players: Mapping[str, int]

    def game(self, plan: Plan, steps: Sequence[Made], key: str, public_id: str, began: datetime) -> None:
        rules, insert = GAMES[plan.rules], self.insert
        start = rules.start(dict(plan.options), plan.players)
        table = table_of(rules, steps[-1][-1] if steps else start)
        pk = insert.take(Game, 1)
        hand = insert.add(Hand, game_id=pk, number=0, first=0, since=0, snapshot=rules.dump(start))
        seats = {
            name: insert.add(
                Seat,
                game_id=pk,
                player_id=self.players[name],
                place=place,
                name=name,
                score=float(table.scores[name]) if table.over else None,
                won=table.over and name in table.winners,
                left=name not in table.players,
                played=plan.rules,
                began_at=began,
                facts={},
            )
            for place, name in enumerate(plan.players)
        }
        for seq, (body, outcome, lines, number, before, _) in enumerate(steps, 1):
            row = insert.add(
                Move,
                game_id=pk,
                seq=seq,
                key=f"{seq - 1}-by-chance",
                kind=Move.Kind.MOVE,
                position=seq,
                body=body,
                outcome=outcome,
                actor_id=self.actor.pk,
                created_at=began + timedelta(seconds=PACE * seq),
            )
            if number is not None:
                hand = insert.add(Hand, game_id=pk, number=number, first=seq, since=seq, snapshot=before)
            for line in lines:
                insert.add(
                    Score,
                    game_id=pk,
                    hand_id=hand,
                    seat_id=seats[line.player],
                    move_id=row,
                    position=seq,
                    points=line.points,
                    clause=line.clause,
                    reason=line.reason,
                )
        insert.add_at(
            Game,
            pk,
            crew_id=self.actor.crew_id,
            public_id=public_id,
            key=key,
            game=plan.rules,
            options=dict(plan.options),
            title="",
            played=plan.rules,
            place="",
            notes="",
            created_at=began,
            finished_at=began + timedelta(seconds=PACE * len(steps)) if table.over else None,
            version=len(steps),
            length=len(steps),
            redoable=0,
            hand_id=hand,
            phase=table.phase,
            snapshot=table.snapshot,
            standing=table.standing,
            seated={},
            logged_by="",
            scorer_id=None,
            raced=0,
            due=table.over,
        )
