"""The score sheet, for any game: which moves are possible when, and who answers for each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from referee.rules import engine
from referee.rules.engine import HAND_WON, Answers, Feat, Json, NotARecord, Refused, Ruling, invalid
from referee.rules.record import agreed, players_allowed
from referee.rules.score_sheet import (
    asking,
    closing,
    counting,
    definition,
    entering,
    formulas,
    moves,
    reading,
    sheet,
    signs,
)
from referee.rules.score_sheet.formulas import BadFormula
from referee.rules.score_sheet.state import MOST_PLAYERS, Options, Over, Playing, States, show, written
from referee.rules.sentences import Facts, counted


class ScoreSheet(engine.Game[States, moves.Move]):
    key = "score_sheet"
    name = "Score sheet"
    state_types = States
    move_types = moves.Move
    answers: ClassVar[Answers] = {
        moves.Round: ((Playing,), "score_sheet 1", sheet.write),
        moves.Join: ((Playing,), "score_sheet 2", sheet.join),
        moves.Quit: ((Playing,), "score_sheet 2", sheet.quit_table),
        moves.End: ((Playing,), "score_sheet 3", closing.end),
        moves.Entry: ((Playing, Over), "score_sheet 4", entering.enter),
        moves.Bids: ((Playing,), "score_sheet 4", entering.bid),
        moves.Result: ((Playing,), "score_sheet 4", entering.result),
        moves.Throw: ((Playing,), "score_sheet 5", sheet.throw),
        moves.Timer: ((Playing,), "score_sheet 5", sheet.time),
    }
    now: ClassVar[Mapping[str, str]] = {"over": "the game is over, start a new one"}
    openers = (moves.Round, moves.Entry, moves.Bids)
    unit = "round"
    feats: ClassVar[Mapping[str, Feat]] = {HAND_WON: Feat("Rounds won")}

    def start(self, options: object, players: Sequence[str]) -> Playing:
        """The empty sheet. Raises NotARecord."""
        chosen = agreed(Options, options)
        counts = range(1, MOST_PLAYERS + 1)
        if chosen.sheet is None:
            players_allowed(self.name, counts, len(players))
            return Playing(
                options=chosen, players=tuple(players), rounds=(), scores=dict.fromkeys(players, 0)
            )
        return _defined(chosen, chosen.sheet, tuple(players))

    def read(self, raw: object) -> moves.Move | Refused:
        """A move from its JSON value; Refused (`invalid`), in a sheet's own words where a number is none."""
        return (_wrong_numbers(raw) if isinstance(raw, dict) else None) or super().read(raw)

    def judge(
        self, state: States, move: moves.Move, past: engine.Past[States, moves.Move] = engine.nothing_before
    ) -> Ruling[States] | Refused:
        """What the referee says of a move; all that it counts for one has so many steps together."""
        with formulas.limited():
            return super().judge(state, signs.read(state, move), past)

    def _refused_by_phase(self, state: States, move: moves.Move) -> Refused | None:
        """After the end only what may be left blank is still entered."""
        if refused := super()._refused_by_phase(state, move):
            return refused
        if isinstance(state, Over) and isinstance(move, moves.Entry):
            if any(row.key == move.row for row, _ in asking.open_cells(state)):
                return None
            facts: Facts = {"turn": state.turn or "", "out": list(state.out)}
            return Refused("phase", "score_sheet 4", f"Not now: {self.now['over']}.", facts)
        return None

    def invalid_entry(self, state: States, move: moves.Move) -> Refused | None:
        """Numbers for others than those at the table, or somebody who sits there already."""
        if isinstance(move, moves.Join) and move.player in state.players:
            return invalid("{name} is at the table already: choose another name.", name=move.player)
        return _not_the_players(state, move) if isinstance(move, moves.Round) else None

    def offers(self, state: States) -> Iterator[moves.Move]:
        """A round in which nobody scores, for a page to put the numbers in; who may leave; the end."""
        if isinstance(state, Over):
            yield from asking.cells(state)
            return
        yield from asking.offers(state)
        yield from (moves.Quit(player=name) for name in state.players)
        yield from (moves.Join(player=name) for name in state.scores if name not in state.players)
        yield moves.End()

    def alone(self, state: States) -> bool:
        """Where no sheet ticks who wins, and nobody else sat down."""
        return closing.alone(state)

    def sides(self, state: States) -> Sequence[Sequence[str]]:
        """Partners of a sheet that has them; all together where everybody wins or nobody."""
        played = state.options.sheet
        if played is None:
            return ()
        sides = [state.players] if played.wins == "all" else counting.units(played, state.players)
        return [side for side in sides if len(side) > 1]

    def feats_of(self, before: States, move: moves.Move, ruling: Ruling[States]) -> engine.Feats:
        """A round is won by its best number, equal ones share it; one in which nobody scored by nobody.

        Nor is it won by 0 where a sheet's highest wins: the others only lost.
        """
        if not isinstance(move, moves.Round | moves.Entry | moves.Result):
            return {}
        chosen = before.options.sheet
        if chosen and chosen.by != "round":
            return {}
        scores = ruling.state.rounds[-1].scores
        low = chosen.wins == "low" if chosen else before.options.wins == "low"
        best = (min if low else max)(scores.values())
        counts = best or (any(scores.values()) and (low or not chosen))
        return {name: {HAND_WON: 1} for name, points in scores.items() if counts and points == best}

    def hand_number(self, state: States) -> int:
        """How many rounds stand on the sheet, with the one that is being played."""
        return written(state) + bool(state.bid)

    def now_played(self, state: States) -> str:
        """By rounds the one that is filled in, by the sheet's word for it; else what is left or was done."""
        sheet, number = state.options.sheet, self.hand_number(state)
        if number and sheet and sheet.by != "round":
            left = sum(not row.blank for row, _ in asking.open_cells(state)) if not sheet.ordered else 0
            return f"{left} to fill in" if left else counted(counting.begun(state), sheet.step)
        return f"{sheet.unit if sheet else self.unit} {len(state.rounds) + 1}" if number else ""

    def unit_of(self, options: object, /) -> str:
        """By the sheet's own word for it."""
        sheet = agreed(Options, options).sheet
        return sheet.step if sheet else self.unit

    def show(self, state: States) -> Json:
        """The state as docs/record.md words it."""
        return show(state)


def _defined(chosen: Options, played: definition.Definition, players: tuple[str, ...]) -> Playing:
    """The empty sheet of a definition. Raises NotARecord."""
    try:
        reading.fits(played)
        start = counting.starting(chosen, len(players))
    except (reading.BadSheet, BadFormula) as error:
        raise NotARecord(f"`options`: {error}") from None
    if chosen.wins != ("low" if played.wins == "low" else "high"):
        raise NotARecord(f"`options.wins` has to be what {played.name} says.")
    fewest, most = played.players
    players_allowed(played.name, range(fewest, most + 1), len(players))
    sides = played.sides if played.sides and len(players) >= played.sides.from_ else None
    if sides and (len(players) % sides.size or len(players) == sides.size):
        raise NotARecord(f"`players`: {played.name} is played by sides of {sides.size}.")
    if wrong := _not_agreed(chosen, played):
        raise NotARecord(f"`options.agreed`: {wrong}.")
    if chosen.first is not None and chosen.first not in players:
        raise NotARecord("`options.first` is not at the table.")
    first = chosen.first or players[0]
    return Playing(
        options=chosen,
        players=players,
        rounds=(),
        scores=dict.fromkeys(players, start),
        dealer=first if played.dealer != "none" else None,
        turn=first if played.by == "turn" else None,
    )


def _not_agreed(chosen: Options, played: definition.Definition) -> str:
    """What is wrong with what a table agreed on; "" for nothing."""
    options = {option.key: option for option in played.options}
    for key, value in chosen.agreed.items():
        option = options.get(key)
        if option is None:
            return f"there is no option {key!r}"
        if option.kind == "tick" and not isinstance(value, bool):
            return f"{key!r} is true or false"
        if option.kind == "choice" and value not in [choice.value for choice in option.choices]:
            return f"{key!r} is none of its choices"
        if option.kind == "number":
            if isinstance(value, bool | str):
                return f"{key!r} is a number"
            if not option.least <= value <= option.most:
                return f"{key!r} is from {option.least} to {option.most}"
    return ""


def _wrong_numbers(raw: Json) -> Refused | None:
    """What was entered that no sheet takes: no number, one beyond all, too long a text."""
    scores, players = raw.get("scores"), raw.get("players")
    entries = players.values() if isinstance(players, dict) else ()
    for entry in (scores, raw.get("table"), *entries):
        for key, value in entry.items() if isinstance(entry, dict) else ():
            if isinstance(value, str) and len(value) > moves.LONGEST_ENTRY:
                message = "What is entered has at most {n} characters: enter less."
                return invalid(message, n=moves.LONGEST_ENTRY)
            if isinstance(value, str) and entry is scores:
                message = "{value} is no number: enter one for {name}, such as 12 or −3."
                return invalid(message, value=value, name=str(key))
            if isinstance(value, int | float) and not abs(value) <= formulas.LIMIT:
                most = f"{formulas.LIMIT:,}"
                message = "That number is too large: a sheet takes from {least} to {most}."
                return invalid(message, least=f"−{most}", most=most)
    return None


def _not_the_players(state: States, move: moves.Round) -> Refused | None:
    """A round has a number for exactly those at the table."""
    missing = [name for name in state.players if name not in move.scores]
    if missing:
        return invalid("A number is missing for {names}: enter one, 0 is fine.", names=missing)
    strangers = [name for name in move.scores if name not in state.players]
    if strangers:
        message = "{names} cannot score, not being at the table now: leave that out."
        return invalid(message, names=strangers)
    return None


GAME = ScoreSheet()
