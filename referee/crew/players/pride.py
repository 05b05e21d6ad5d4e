"""What a player is proud of: records of the crew that they hold, and badges with how rare these are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from referee.crew.players.context import BadgeView
from referee.crew.statistics.figures import figure, settled_by_table
from referee.crew.statistics.marks import Mark, holders, records_in
from referee.crew.titles import kind_name
from referee.games.registry import GAMES, PRESENTERS
from referee.web.components import Link, TileView
from referee.web.wording import many
from scoring.models import Player
from scoring.played import rules_of
from scoring.statistics.facts import Facts

#: What some kinds of games came to for everybody who played them.
Everybody = Mapping[str, Sequence[tuple[Player, Facts]]]
#: Records that are listed; the rest stands on the page of records.
MOST_HELD = 8
#: So many may share what is still a record to be proud of.
SHARED = 2
_RUN = TileView(look="t-yellow", sign="crown")
#: A single game won is no run.
_SHORTEST = 2


def held(player: Player, everybody: Everybody) -> list[tuple[str, str, list[Mark]]]:
    """The records that a player holds: what was played, the label, and all who hold it.

    There is none where nobody else ever played, nor where many hold it.
    """
    rows = (
        (key, record.label, holders(record))
        for key, found in everybody.items()
        if key and len(found) > 1
        for record in records_in(key, found)
        if record.proud
    )
    mine = [row for row in rows if player.pk in {mark[0].pk for mark in row[2]}]
    return [row for row in mine if len(row[2]) <= SHARED][:MOST_HELD]


def held_rows(
    player: Player,
    found: Sequence[tuple[str, str, list[Mark]]],
    called: Mapping[str, str],
    days: Mapping[str, Link],
    *,
    one_kind: bool,
) -> Iterator[dict[str, object]]:
    """The same as a page shows it."""
    for key, label, named in found:
        mine = next(mark for mark in named if mark[0].pk == player.pk)
        # Whether many points are good each table agrees.
        either = settled_by_table(rules_of(key)) and label.endswith("final score")
        yield {
            "label": f"{label}, for better or worse" if either else label,
            "value": figure(mine[1]),
            "kind": "" if one_kind else kind_name(key, called),
            "shared": f"shared with {many(len(named) - 1, 'other')}" if len(named) > 1 else "",
            "game": days.get(mine[2]),
        }


def badge_rows(player: Player, everybody: Everybody) -> Iterator[BadgeView]:
    """The badges that a player has, and then those still to be earned in what they play."""
    missing: list[BadgeView] = []
    several = sum(bool(key and PRESENTERS[rules_of(key)].badges) for key in everybody) > 1
    for key, found in everybody.items():
        mine = next((facts for other, facts in found if other.pk == player.pk), None)
        if mine is None:
            continue
        if not key:
            yield from _run(player, mine, found)
            continue
        spec = GAMES[rules_of(key)]
        of = f"{spec.name}: " if several else ""
        for name, look in PRESENTERS[spec.key].badges.items():
            label = spec.feats[name].label
            if times := mine.done.get(name):
                amount = mine.most[name].amount if spec.feats[name].most else mine.stats[name]
                yield BadgeView(
                    tile=look,
                    label=label,
                    count=figure(amount),
                    often=f"{of}in {times} of {many(mine.games, 'game')}",
                    rare=_rare(player, len(found), sum(bool(each.done.get(name)) for _, each in found)),
                )
            else:
                missing.append(BadgeView(tile=look, label=label, count="", often="", rare=""))
    yield from missing


def _run(player: Player, mine: Facts, found: Sequence[tuple[Player, Facts]]) -> Iterator[BadgeView]:
    longest = mine.run.longest
    if longest >= _SHORTEST:
        as_long = sum(facts.run.longest >= longest for _, facts in found)
        yield BadgeView(
            tile=_RUN,
            label="Won in a row",
            count=str(longest),
            often="",
            rare=_rare(player, len(found), as_long),
        )


def _rare(player: Player, players: int, having: int) -> str:
    """How many of those who play it have one: "only Ann", "2 of 6 players"."""
    return f"only {player.name}" if having == 1 < players else f"{having} of {many(players, 'player')}"
