"""What follows from a round: who is out, who is next, whether it is over, and who wins (3, 4)."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from referee.rules.engine import Cite, Line, Refused, Ruling, played, reached
from referee.rules.score_sheet import counting, formulas
from referee.rules.score_sheet.counting import Unit
from referee.rules.score_sheet.definition import PLAIN, Definition
from referee.rules.score_sheet.formulas import BadFormula
from referee.rules.score_sheet.state import Over, Playing, Row, Sheet, States, exact, written
from referee.rules.score_sheet.telling import lines_of, uncounted
from referee.rules.sentences import Facts, joined

RULE = "score_sheet 3"


def follow(state: Playing, cites: tuple[Cite, ...], lines: tuple[Line, ...]) -> Ruling[States]:
    """The state after a round: who is out, who deals or is next, or the end. Raises BadFormula."""
    before = state.inside
    lines = (*openings(state), *lines)
    state, gone = _outs(state)
    state = _next(state, before)
    if ended := why_over(state):
        return over(state, (*cites, *gone, ended), lines)
    return Ruling(state, (*cites, *gone), lines=lines)


def openings(state: Sheet) -> tuple[Line, ...]:
    """What everybody begins with, told with the first entry: so the lines add up. Raises BadFormula."""
    if written(state) > 1:
        return ()
    start = counting.starting(state.options, len(state.players))
    return tuple(opening(name, start) for name in state.scores) if start else ()


def opening(name: str, start: float) -> Line:
    """What somebody begins with."""
    return Line(name, start, "score_sheet 4", "Start")


def _outs(state: Playing) -> tuple[Playing, tuple[Cite, ...]]:
    sheet = state.options.sheet
    if sheet is None or sheet.end.out is None:
        return state, ()
    found = [unit for unit in counting.units(sheet, state.inside) if _true(state, unit, sheet.end.out)]
    names = [name for unit in found for name in unit]
    if not names:
        return state, ()
    cite = Cite(RULE, "{names} is out." if len(names) == 1 else "{names} are out.", {"names": names})
    return replace(state, out=(*state.out, *names)), (cite,)


def _next(state: Playing, before: tuple[str, ...]) -> Playing:
    """Who deals or starts the next round, and whose turn it is."""
    sheet = state.options.sheet
    if sheet is None or not state.inside:
        return state
    row = state.rounds[-1]
    if sheet.by == "turn":
        (last,) = row.entries
        return replace(state, turn=_after(state, last))
    if sheet.by != "round" or sheet.dealer == "none" or state.dealer is None:
        return state
    if sheet.dealer == "left":
        return replace(state, dealer=_after(state, state.dealer))
    choose = max if (sheet.dealer == "winner") == (sheet.wins != "low" or sheet.won_by is not None) else min
    by = {name: state.tallies[name][sheet.won_by] for name in row.scores} if sheet.won_by else row.scores
    best = choose(by.values())
    ahead = [name for name in before if by.get(name) == best and name in state.inside]
    if state.dealer in ahead or not ahead:
        return state if state.dealer in state.inside else replace(state, dealer=state.inside[0])
    return replace(state, dealer=ahead[0])


def _after(state: Sheet, name: str) -> str:
    """Who sits to the left of somebody and is in the game."""
    place = state.players.index(name) if name in state.players else -1
    around = (*state.players[place + 1 :], *state.players[: place + 1])
    return next(other for other in around if other in state.inside)


def names_now(state: Sheet, unit: Unit) -> dict[str, object]:
    """What an expression about the end knows of somebody."""
    sheet = state.options.sheet or PLAIN
    every = counting.units(sheet, state.players)
    whole = replace(state, out=())
    return {
        **counting.fixed(state),
        "round": counting.played(state, unit[0]),
        **counting.of_unit(whole, unit, every),
        **(counting.of_rows(sheet, state.rounds, unit[0]) if sheet.by == "row" else {}),
    }


def _true(state: Sheet, unit: Unit, text: str) -> bool:
    return bool(formulas.value(text, names_now(state, _whole(state, unit))))


def _whole(state: Sheet, unit: Unit) -> Unit:
    """The unit as it stands among all players of the table."""
    sheet = state.options.sheet
    every = counting.units(sheet, state.players) if sheet else [unit]
    return next((one for one in every if unit[0] in one), unit)


def why_over(state: Sheet) -> Cite | None:
    """What ends the game after a round, None where only the table does (3). Raises BadFormula."""
    sheet = state.options.sheet
    agreed = state.options.end
    here = {name: state.scores[name] for name in state.inside}
    if sheet is None:
        return reached(RULE, here, agreed.score) or played(
            RULE, "That was round {n} of {limit}.", len(state.rounds), agreed.rounds
        )
    return _defined(state, sheet, here)


def _defined(state: Sheet, sheet: Definition, here: dict[str, int | float]) -> Cite | None:
    end, agreed = sheet.end, state.options.end
    fixed = counting.fixed(state)
    if sheet.by == "row":
        given = {row.key: row.entries for row in state.rounds}
        asked = [row.key for row in sheet.rows if row.is_ is None and not row.blank]
        full = all(name in given.get(key, {}) for key in asked for name in state.players)
        return Cite(RULE, "The sheet is full.") if full else None
    if end.out and len(counting.units(sheet, state.inside)) <= end.left and state.out:
        if not state.inside:
            return Cite(RULE, "Everybody is out.")
        message = "Only {names} is left in." if len(state.inside) == 1 else "Only {names} are left in."
        return Cite(RULE, message, {"names": list(state.inside)})
    had = [counting.turns(state, name) for name in state.inside]
    if sheet.by == "turn" and end.finish and len(set(had)) > 1:
        return None
    limit = agreed.score if agreed.score is not None else end.score
    lead = counting.amount(end.lead, fixed)
    if limit is not None:
        target = counting.amount(limit, fixed)
        ranked = sorted(
            {unit: state.scores[unit[0]] for unit in counting.units(sheet, state.inside)}.values()
        )
        ahead = ranked[-1] - ranked[-2] if len(ranked) > 1 else lead
        if ahead >= lead and (why := reached(RULE, here, target)):
            return why
    rounds = agreed.rounds if agreed.rounds is not None else end.rounds
    if rounds is not None:
        number = min(had, default=0) if sheet.by in ("turn", "free") else len(state.rounds)
        most = int(counting.amount(rounds, fixed))
        facts: Facts = {"n": number, "limit": most, "unit": "turn" if sheet.by == "turn" else sheet.unit}
        if number >= most > 0:
            return Cite(RULE, "That was {unit} {n} of {limit}.", facts)
    if end.when:
        who = [name for name in state.inside if _true(state, (name,), end.when)]
        if who:
            names = {**names_now(state, _whole(state, (who[0],))), "who": joined(who)}
            return Cite(RULE, "{said}.", {"said": formulas.spoken(end.say, names)})
    return None


def over(state: Playing, cites: tuple[Cite, ...], lines: tuple[Line, ...]) -> Ruling[States]:
    """The best among those at the table win, equal ones share it (3). Raises BadFormula."""
    winners, why = won(state)
    fields = {name: getattr(state, name) for name in Sheet.__struct_fields__}
    return Ruling(Over(**fields, winners=winners), (*cites, why), lines=lines)


def reopened(state: Over) -> Playing:
    """The sheet as it was before it was over."""
    return Playing(**{name: getattr(state, name) for name in Sheet.__struct_fields__})


def alone(state: Sheet) -> bool:
    """Whether one plays for a score: nobody else was ever there to be beaten, and no tick says who wins."""
    sheet = state.options.sheet
    return len(state.scores) == 1 and not (
        sheet and (sheet.wins == "all" or any(field.kind == "tick" for field in sheet.fields))
    )


def won(state: Sheet) -> tuple[tuple[str, ...], Cite]:
    """Who wins as it stands, and why. Raises BadFormula."""
    sheet = state.options.sheet
    most_wins = state.options.wins == "high" if sheet is None else sheet.wins != "low"
    candidates = state.inside or state.players
    if not candidates:
        return (), Cite(RULE, "Nobody is at the table: nobody wins.")
    if sheet and sheet.wins == "all":
        done = formulas.number(sheet.rank or "total", names_now(state, _whole(state, candidates[:1])))
        message = "Everybody wins together." if done > 0 else "The game wins: everybody loses together."
        return (candidates if done > 0 else ()), Cite(RULE, message)
    if alone(state):
        ((name, score),) = state.scores.items()
        return candidates, Cite(RULE, "{name} scores {n}.", {"name": name, "n": score})
    best: Callable[..., int | float] = max if most_wins else min
    ranks = {name: _ranked(state, name, sheet.rank if sheet else None) for name in candidates}
    top = best(ranks.values())
    names = [name for name in candidates if ranks[name] == top]
    wins = "Highest" if most_wins else "Lowest"
    if sheet and sheet.tie and len(names) > 1:
        ties = {name: _ranked(state, name, sheet.tie) for name in names}
        ahead = [name for name in names if ties[name] == max(ties.values())]
        if len(ahead) < len(names):
            facts: Facts = {"n": top, "wins": wins, "names": names, "winners": ahead}
            message = "{wins} score, {n}: {names}; the tie goes to {winners}."
            return tuple(ahead), Cite(RULE, message, facts)
    said: Facts = {"n": state.scores[names[0]], "wins": wins, "winners": names}
    if sheet and sheet.rank:
        return tuple(names), Cite(RULE, "With {n}: {winners}.", said)
    return tuple(names), Cite(RULE, "{wins} score, {n}: {winners}.", said)


def _ranked(state: Sheet, name: str, text: str | None) -> int | float:
    if text is None:
        return state.scores[name]
    return formulas.number(text, names_now(state, _whole(state, (name,))))


def end(state: Playing, _move: object) -> Ruling[States] | Refused:
    """Ends the game as it stands."""
    cite = Cite(RULE, "The table ends the game here.")
    try:
        state, lines = _broken_off(state)
        return over(state, (cite,), lines if state.rounds else openings(state))
    except BadFormula as error:
        return uncounted(RULE, state.options.sheet, error)


def _broken_off(state: Playing) -> tuple[Playing, tuple[Line, ...]]:
    """The state with what a game that is ended by hand is worth besides. Raises BadFormula."""
    sheet = state.options.sheet
    if sheet is None or sheet.end.broken is None or not state.rounds:
        return state, ()
    given = {name: _ranked(state, name, sheet.end.broken) for name in state.inside}
    if not any(given.values()):
        return state, ()
    rounds = (*state.rounds, Row(name="Broken off", scores=given))
    scores = {**state.scores, **{name: exact([state.scores[name], given[name]]) for name in given}}
    return replace(state, rounds=rounds, scores=scores), lines_of("score_sheet 4", given, "Broken off")
