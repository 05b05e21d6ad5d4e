"""A round around its turns: the deal, what it is worth, line by line, and the end (1, 2, 4 to 15)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from referee.rules.engine import Cite, Line, Refused, Ruling, reached
from referee.rules.sentences import Facts
from referee.rules.zero_zap import cards, moves
from referee.rules.zero_zap.cards import FEWEST, MOST, ZERO_ZAP, Group, as_laid
from referee.rules.zero_zap.state import Between, Counting, Drawing, Over, Playing, States, Table, empty_table

#: So many cards everybody is dealt.
_DEALT = 7


def deal(state: Between, move: moves.Deal) -> Ruling[Drawing]:
    turn = state.after(move.dealer)
    table = empty_table(state.players) | {
        "hands": dict.fromkeys(state.players, _DEALT),
        "drawpile": cards.DECK - _DEALT * len(state.players),
    }
    after = state.in_phase(Drawing, **table, dealer=move.dealer, rounds=state.rounds + 1, turn=turn)
    facts: Facts = {"dealer": move.dealer, "n": _DEALT, "turn": turn}
    dealt = Cite("zero_zap 2", "{dealer} deals {n:card|cards} each; {turn}, on the left, begins.", facts)
    left = Cite("zero_zap 1", "{n:card|cards} are left as the draw pile.", {"n": after.drawpile})
    return Ruling(after, (dealt, left))


class RoundResult(Struct, frozen=True):
    """One player's round. `zapped_by` is the clause by which Zero Zap takes the points, if it does."""

    groups: tuple[Group, ...]
    doubles: tuple[str, ...]
    out: bool
    held: int
    zapped_by: str | None


def lines(player: str, result: RoundResult) -> tuple[Line, ...]:
    """One player's round as score lines that add up; `kind` says what each is for.

    >>> result = RoundResult((Group("set", "red", 3),), ("red",), out=True, held=0, zapped_by=None)
    >>> [(line.kind, line.points) for line in lines("Ann", result)]
    [('set', 6), ('double', 6), ('out', 5)]
    """
    found = []
    for group in result.groups:
        facts: Facts = {"color": group.color or "", "n": group.cards}
        found.append(Line(player, group.points, group.rule, group.text, group.kind, facts))
        if group.color in result.doubles:
            reason = f"double {group.color}"
            found.append(Line(player, group.points, "zero_zap 8", reason, "double", facts))
    points = sum(line.points for line in found)
    if result.zapped_by and points:
        found.append(Line(player, -points, result.zapped_by, "Zero Zap", "zero zap"))
    if result.out:
        found.append(Line(player, 5, "zero_zap 11", "went out", "out"))
    if result.held:
        found.append(Line(player, -result.held, "zero_zap 12", "cards held", "held"))
    return tuple(found)


def to_count(state: Counting) -> list[str]:
    """Who still has to be counted, in seat order."""
    return [name for name in state.players if name != state.out and name not in state.counted]


def count(state: Counting, move: moves.Count) -> Ruling[States] | Refused:
    """How many cards one player holds and if Zero Zap is among them; the last one scores the round."""
    player, held = move.player, state.hands[move.player]
    if player not in to_count(state):
        message = (
            "{player} went out: count the others."
            if player == state.out
            else "{player} is counted already: count the others."
        )
        return Refused("phase", "zero_zap 12", message, {"player": player})
    if move.cards != held:
        facts: Facts = {"player": player, "held": held}
        message = "{player} should hold {held:card|cards}: count again, or undo and recount the hand."
        return Refused("impossible", "zero_zap 12", message, facts)
    if move.zero_zap and (ZERO_ZAP in state.tray or any(state.counted.values()) or not held):
        message = "{player} cannot hold Zero Zap: there is one, and it is elsewhere."
        return Refused("impossible", "zero_zap 1", message, {"player": player})
    after = replace(state, counted={**state.counted, player: move.zero_zap})
    loses = "{player} loses {n:point|points} for cards held."
    cites = [Cite("zero_zap 12", loses, {"player": player, "n": held})]
    if move.zero_zap:
        message = "{player} holds Zero Zap and loses what their sets and runs made in this round."
        cites.append(Cite("zero_zap 13", message, {"player": player}))
    if to_count(after):
        return Ruling(after, tuple(cites))
    return close(after, {name: counted(after, name) for name in after.players}, cites)


def counted(state: Counting, player: str) -> RoundResult:
    """What a player has made of the round that is being counted."""
    hit = "zero_zap 14" if player == state.zapped else "zero_zap 13" if state.counted.get(player) else None
    groups = tuple(as_laid(group) for group in state.melds[player])
    return RoundResult(groups, state.doubles[player], player == state.out, state.hands[player], hit)


def entered(sheet: moves.Sheet) -> RoundResult:
    """What a player has made of a round, from the calculator."""
    hit = "zero_zap 14" if sheet.zapped else "zero_zap 13" if sheet.zero_zap else None
    sets = (Group("set", group.color, group.cards) for group in sheet.sets)
    runs = (Group("run", group.color, group.cards) for group in sheet.runs)
    return RoundResult((*sets, *runs), sheet.doubles, sheet.out, sheet.held, hit)


def close(state: Table, results: Mapping[str, RoundResult], cites: list[Cite]) -> Ruling[States]:
    """The round scored, and between rounds or the end of the game."""
    nothing = {name: Line(name, 0, "zero_zap 12", "nothing played, nothing held") for name in state.players}
    found = tuple(line for name in state.players for line in lines(name, results[name]) or (nothing[name],))
    gained = dict.fromkeys(state.players, 0)
    for line in found:
        gained[line.player] += int(line.points)
    scores = {name: score + gained[name] for name, score in state.scores.items()}
    for name in state.players:
        if results[name].zapped_by and results[name].held:
            message = "Cards held cost as always: {name} still loses {n:point|points} for them."
            cites.append(Cite("zero_zap settled 5", message, {"name": name, "n": results[name].held}))
    for name, points in gained.items():
        facts: Facts = {"name": name, "n": points, "total": scores[name]}
        cites.append(Cite("zero_zap 12", "{name}: {n:point|points} in this round, {total} in all.", facts))
    after = state.in_phase(Between, scores=scores, gained=gained)
    ended = why_over(after)
    if not ended:
        return Ruling(after, tuple(cites), lines=found)
    over, won = finish(after)
    return Ruling(over, (*cites, ended, *won), lines=found)


def why_over(state: Table) -> Cite | None:
    """What ends the game with a round, None where only the table does (15)."""
    return reached("zero_zap 15", state.scores, state.options.end.score)


def finish(state: Between) -> tuple[Over, tuple[Cite, ...]]:
    """The end: the highest total wins, equal ones share it (15, settled 8)."""
    highest = max(state.scores.values())
    winners = tuple(name for name in state.players if state.scores[name] == highest)
    after = state.in_phase(Over, winners=winners)
    facts: Facts = {"n": highest, "winners": list(winners), "target": state.options.end.score}
    won = Cite("zero_zap 15", "Highest total, {n}: {winners}.", facts)
    if len(winners) > 1:
        return after, (won, Cite("zero_zap settled 8", "{winners} share the win.", facts))
    if sum(score >= state.options.end.score for score in state.scores.values()) > 1:
        several = "More than one has reached {target} in this round: the highest total wins."
        return after, (won, Cite("zero_zap settled 8", several, facts))
    return after, (won,)


def score_round(state: Between, move: moves.Round) -> Ruling[States] | Refused:
    if refused := _cannot_be(move.scores):
        return refused
    results = {name: entered(sheet) for name, sheet in move.scores.items()}
    out = next(name for name in state.players if results[name].out)
    cites = [Cite("zero_zap 11", "{out} went out and gets 5 points.", {"out": out})]
    for name in state.players:
        if rule := results[name].zapped_by:
            message = "{name} loses what their sets and runs made in this round."
            cites.append(Cite(rule, message, {"name": name}))
    table = replace(state, rounds=state.rounds + 1, **empty_table(state.players))
    return close(table, results, cites)


def _cannot_be(sheets: Mapping[str, moves.Sheet]) -> Refused | None:
    every = list(sheets.values())
    out = [sheet for sheet in every if sheet.out]
    if len(out) != 1 or out[0].held:
        message = "One player goes out, with no cards left: choose who."
        return Refused("impossible", "zero_zap 11", message)
    if max(Counter(color for sheet in every for color in sheet.doubles).values(), default=0) > 1:
        message = "There is one double of each colour: give it to one player."
        return Refused("impossible", "zero_zap 1", message)
    held = [sheet for sheet in every if sheet.zero_zap]
    hit = held + [sheet for sheet in every if sheet.zapped]
    if len(hit) > 1 or out[0] in hit or any(not sheet.held for sheet in held):
        message = "Zero Zap hits one player at most, who holds it or was named, and never the one who is out."
        return Refused("impossible", "zero_zap 14", message)
    laid: Counter[str] = Counter()
    groups = (group for sheet in every for group in entered(sheet).groups)
    for group in sorted(groups, key=lambda group: group.kind, reverse=True):  # sets before runs
        if not FEWEST <= group.cards <= MOST[group.kind]:
            facts: Facts = {"kind": group.kind, "most": MOST[group.kind]}
            return Refused("impossible", group.rule, "A {kind} has 3 to {most} cards: correct it.", facts)
        laid[group.color or ""] += group.cards
    wilds = sum(max(number - cards.NUMBERS_OF_A_COLOR, 0) for number in laid.values())
    others = sum(sheet.held + len(sheet.doubles) for sheet in every)
    if wilds <= cards.COPIES["wild"] and laid.total() + others <= cards.DECK:
        return None
    return Refused("impossible", "zero_zap 1", "These are more cards than the deck has: correct them.")


def void(state: Drawing | Playing | Counting, _move: moves.Void) -> Ruling[Between]:
    """The round is given up: nothing of it scores, and its number is free again."""
    gained = dict.fromkeys(state.players, 0)
    after = state.in_phase(Between, **empty_table(state.players), rounds=state.rounds - 1, gained=gained)
    return Ruling(after, (Cite("zero_zap 2", "The round is given up and scores nothing: deal it anew."),))


def end(state: Between, _move: moves.End) -> Ruling[States]:
    after, won = finish(state)
    return Ruling(after, (Cite("zero_zap 15", "The table ends the game here."), *won))
