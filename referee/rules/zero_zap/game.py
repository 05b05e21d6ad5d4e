"""Zero Zap: which moves are possible when, and who answers for each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import ClassVar

from referee.rules import engine
from referee.rules.engine import HAND_WON, Answers, Feat, Feats, Json, Refused, Ruling, invalid
from referee.rules.record import agreed, players_allowed
from referee.rules.sentences import NOT_CHOSEN_FOR
from referee.rules.zero_zap import moves, scoring, turn
from referee.rules.zero_zap.cards import CARDS, COLORS, MOST, NUMBER_CARDS, NUMBERS, WILD, color_of, kind
from referee.rules.zero_zap.state import (
    Between,
    Counting,
    Drawing,
    NoRound,
    Options,
    Over,
    Playing,
    States,
    Turn,
    empty_table,
)
from referee.rules.zero_zap.turn import targets


def _groups() -> Iterator[tuple[str, ...]]:
    """Every set and run of Number cards, and with one Wild card the sets and runs of three."""
    for card in NUMBER_CARDS:
        yield from ((card,) * size for size in (3, MOST["set"]))
        yield (card, card, WILD)
    for color in COLORS:
        for low in NUMBERS:
            for high in NUMBERS[low + 1 :]:
                yield tuple(f"{color} {number}" for number in range(low, high + 1))
            if low < NUMBERS[-1]:
                yield (f"{color} {low}", f"{color} {low + 1}", WILD)


GROUPS = tuple(_groups())


class ZeroZap(engine.Game[States, moves.Move]):
    key = "zero_zap"
    name = "Zero Zap"
    state_types = States
    move_types = moves.Move
    answers: ClassVar[Answers] = {
        moves.Deal: ((Between,), "zero_zap 2", scoring.deal),
        moves.Draw: ((Drawing,), "zero_zap 3", turn.draw_cards),
        moves.Take: ((Drawing,), "zero_zap 3", turn.take),
        moves.Meld: ((Playing,), "zero_zap 3", turn.meld),
        moves.Add: ((Playing,), "zero_zap 6", turn.add),
        moves.Double: ((Playing,), "zero_zap 8", turn.double),
        moves.Discard: ((Playing,), "zero_zap 9", turn.discard),
        moves.Zap: ((Playing,), "zero_zap 14", turn.zap),
        moves.Pass: ((Playing,), "zero_zap 9", turn.pass_turn),
        moves.Count: ((Counting,), "zero_zap 12", scoring.count),
        moves.Round: ((Between,), "zero_zap 12", scoring.score_round),
        moves.Recount: ((Drawing, Playing), "zero_zap 1", turn.recount),
        moves.Void: ((Drawing, Playing, Counting), "zero_zap 2", scoring.void),
        moves.End: ((Between,), "zero_zap 15", scoring.end),
    }
    now: ClassVar[Mapping[str, str]] = {
        "deal": "no round is running, deal one or score one first",
        "draw": "{turn} has to draw or to take from the lineup first",
        "play": "{turn} is playing, and ends the turn with a discard",
        "count": "{out} went out, count what the others hold first",
        "over": "the game is over",
    }
    in_turn = (
        moves.Draw,
        moves.Take,
        moves.Meld,
        moves.Add,
        moves.Double,
        moves.Discard,
        moves.Zap,
        moves.Pass,
    )
    feats: ClassVar[Mapping[str, Feat]] = {
        HAND_WON: Feat("Rounds with the most points"),
        "out": Feat("Times gone out"),
        "zap": Feat("Zero Zaps played"),
        "zapped": Feat("Zero Zaps suffered"),
        "stolen": Feat("Groups stolen"),
        "robbed": Feat("Groups lost to a Steal"),
        "round": Feat("Most points in one round", most=True),
    }
    openers = (moves.Deal, moves.Round)
    unit = "round"
    disputes = frozenset({"recount"})

    def start(self, options: object, players: Sequence[str]) -> Between:
        chosen = agreed(Options, options)
        players_allowed(self.name, range(2, 5), len(players))
        seats = tuple(players)
        nothing = dict.fromkeys(seats, 0)
        return Between(options=chosen, players=seats, scores=nothing, gained=nothing, **empty_table(seats))

    def invalid_entry(self, state: States, move: moves.Move) -> Refused | None:
        """A card that there is not, a field that the card never has, or a round that leaves somebody out."""
        match move:
            case moves.Take():
                return _unknown_cards(move.card)
            case moves.Discard():
                return _unknown_cards(move.card) or _misfits(state, move)
            case moves.Meld() | moves.Add():
                return _unknown_cards(*move.cards)
            case moves.Round():
                return _not_everybody(state, move.scores)
        return None

    def offers(self, state: States) -> Iterator[moves.Move]:
        match state:
            case Between():
                yield from (moves.Deal(dealer=name) for name in state.players)
                yield moves.End()
            case Drawing():
                yield moves.Draw(player=state.turn, cards=2)
                yield moves.Draw(player=state.turn, cards=1)
                for index, card in enumerate(state.lineup):
                    yield moves.Take(player=state.turn, card=card, index=index)
            case Playing():
                yield from _laying(state)
                yield from _discards(state)
                yield from (moves.Zap(player=state.turn, target=name) for name in state.players)
                yield moves.Pass(player=state.turn)
            case Counting():
                for name in scoring.to_count(state):
                    held = state.hands[name]
                    yield from (moves.Count(player=name, cards=held, zero_zap=zap) for zap in (False, True))
        if not isinstance(state, Between | Over):
            yield moves.Void()

    def hand_number(self, state: States) -> int:
        """The round that runs, or ran last."""
        return state.rounds

    def feats_of(self, before: States, move: moves.Move, ruling: Ruling[States]) -> Feats:
        """What a move adds to the feats of whom; a round's points count when all of it is counted."""
        feats: defaultdict[str, dict[str, int]] = defaultdict(dict)
        match move:
            case moves.Zap():
                feats[move.player]["zap"] = 1
                feats[move.target]["zapped"] = 1
            case moves.Discard(card="steal", target=str(robbed)) if before.hands[move.player] > 1:
                feats[move.player]["stolen"] = 1
                feats[robbed]["robbed"] = 1
            case moves.Count() if isinstance(before, Counting) and ruling.lines:
                feats[before.out]["out"] = 1
            case moves.Round(scores=sheets):
                out = next(name for name, sheet in sheets.items() if sheet.out)
                feats[out]["out"] = 1
                for name in (name for name, sheet in sheets.items() if sheet.zapped):
                    feats[name]["zapped"] = feats[out]["zap"] = 1
        points: defaultdict[str, int] = defaultdict(int)
        for line in ruling.lines:
            points[line.player] += int(line.points)
        most = max(points.values(), default=0)
        for name, number in points.items():
            if number == most:
                feats[name][HAND_WON] = 1
            if number > 0:
                feats[name]["round"] = number
        return feats

    def show(self, state: States) -> Json:
        return {
            "phase": state.phase,
            "turn": state.turn if isinstance(state, Turn) else None,
            "dealer": state.dealer,
            "hands": dict(state.hands),
            "lineup": list(state.lineup),
            "melds": {name: [list(group) for group in groups] for name, groups in state.melds.items()},
            "doubles": {name: list(colors) for name, colors in state.doubles.items()},
            "drawpile": state.drawpile,
            "round_scores": dict(state.gained)
            if isinstance(state, NoRound)
            else dict.fromkeys(state.players, 0),
            "scores": dict(state.scores),
            "winners": list(state.winners) if isinstance(state, Over) else [],
        }


def _laying(state: Playing) -> Iterator[moves.Move]:
    for group in GROUPS:
        if len(group) < state.hands[state.turn]:
            yield moves.Meld(player=state.turn, cards=group)
    for index, laid in enumerate(state.melds[state.turn]):
        colors = {color_of(card) for card in laid if kind(card) == "number"}
        for card in NUMBER_CARDS:
            if color_of(card) in colors:
                yield moves.Add(player=state.turn, meld=index, cards=(card,))
        yield moves.Add(player=state.turn, meld=index, cards=(WILD,))
    yield from (moves.Double(player=state.turn, color=color) for color in COLORS)


def _discards(state: Playing) -> Iterator[moves.Move]:
    """Each card; a special with everybody it can touch, colours handed on one card each."""
    player = state.turn
    for card in CARDS:
        reached = targets(state, player, card)
        if card in ("give", "bonus") and reached:
            for name in reached:
                yield moves.Discard(player=player, card=card, target=name)
        elif card == "steal" and reached:
            for name in reached:
                for index in range(len(state.melds[name])):
                    yield moves.Discard(player=player, card=card, target=name, meld=index)
                for color in COLORS:
                    if color in state.doubles[name]:
                        yield moves.Discard(player=player, card=card, target=name, color=color)
        elif card == "pass color" and state.hands[player] > 1:
            passed = {name: min(1, held - (name == player)) for name, held in state.hands.items()}
            yield moves.Discard(
                player=player, card=card, passed={name: max(0, n) for name, n in passed.items()}
            )
        else:
            yield moves.Discard(player=player, card=card)


def _unknown_cards(*given: str) -> Refused | None:
    for card in given:
        if card not in CARDS:
            return invalid("There is no card “{card}”: choose one of the deck.", card=card)
    return None


def _misfits(state: States, move: moves.Discard) -> Refused | None:
    """Fields that do not belong to the card, or a steal with only half of its target."""
    has = turn.FIELDS.get(move.card, ())
    for field in ("target", "meld", "color", "passed"):
        if getattr(move, field) is not None and field not in has:
            return invalid("{card:cap} takes no `{field}`: leave it out.", field=field, card=move.card)
    if move.card == "steal":
        given = [field for field in has if getattr(move, field) is not None]
        if given and (len(given) != 2 or move.target is None):
            return invalid("Steal takes a `target`, and either a `meld` or a `color`: name both.")
    if move.passed is None:
        return None
    return _not_everybody(state, move.passed, NOT_CHOSEN_FOR.replace("{field}", "The number handed on"))


def _not_everybody(
    state: States,
    named: Collection[str],
    message: str = "{names} is missing: say it for everybody at the table.",
) -> Refused | None:
    for name in named:
        if name not in state.players:
            return invalid("{name} is not at the table: leave that out.", name=name)
    missing = [name for name in state.players if name not in named]
    if missing:
        return invalid(message, names=missing)
    return None


GAME = ZeroZap()
