"""NumZumZero: which moves are possible when, and who answers for each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import ClassVar

from referee.rules import engine
from referee.rules.engine import Answers, Feat, Feats, Json, NotARecord, Refused, Ruling, invalid
from referee.rules.numzumzero import cards, moves, play
from referee.rules.numzumzero.state import (
    MOST_PLAYERS,
    PLAYERS_A_BOX,
    Counting,
    Dealing,
    Options,
    Over,
    Playing,
    Refilling,
    States,
    Table,
    Turn,
    tokens,
    totals,
)
from referee.rules.record import agreed, players_allowed
from referee.rules.sentences import counted

#: Bonus tokens that a page offers as one tap each.
_BONUS = range(7)


class NumZumZero(engine.Game[States, moves.Move]):
    key = "numzumzero"
    name = "NumZumZero"
    state_types = States
    move_types = moves.Move
    answers: ClassVar[Answers] = {
        moves.Deal: ((Dealing,), "numzumzero 4", play.deal),
        moves.Play: ((Playing,), "numzumzero 5", play.play),
        moves.Refill: ((Refilling,), "numzumzero 9", play.refill),
        moves.Bonus: ((Counting,), "numzumzero 14", play.bonus),
        moves.End: ((Playing, Refilling), "numzumzero 12", play.end),
    }
    now: ClassVar[Mapping[str, str]] = {
        "deal": "deal first",
        "play": "{turn} has to play a card",
        "refill": "the field is empty, turn over new cards first",
        "bonus": "the game is played, enter the bonus tokens",
        "over": "the game is over, start a new one",
    }
    in_turn = (moves.Play,)
    turn_rule = "numzumzero 2"
    feats: ClassVar[Mapping[str, Feat]] = {
        "column": Feat("Columns collected"),
        "cards": Feat("Cards collected"),
        "field": Feat("Fields emptied"),
        "returned": Feat("Tokens given back"),
        "longest": Feat("Most cards in one column", most=True),
    }
    openers = ()
    counts = ("token", "tokens")

    def start(self, options: object, players: Sequence[str]) -> Dealing:
        """The table before the deal, with three columns for one or two players, five for more (4).

        Raises NotARecord.
        """
        players_allowed(self.name, range(1, MOST_PLAYERS + 1), len(players))
        needed = -(-len(players) // PLAYERS_A_BOX)
        if isinstance(options, dict):
            options = {"boxes": needed, **options}
        chosen = agreed(Options, options)
        if chosen.boxes < needed:
            raise NotARecord(f"`options.boxes`: {counted(len(players), 'player')} need at least {needed}.")
        return Dealing(
            options=chosen,
            players=tuple(players),
            columns=((),) * (3 if len(players) <= 2 else 5),
            tokens=dict.fromkeys(players, 0),
            piles=dict.fromkeys(players, ()),
            drawpile=cards.BOX * chosen.boxes,
        )

    def invalid_entry(self, state: States, move: moves.Move) -> Refused | None:
        """A card or a column that there is not."""
        given: tuple[str, ...] = ()
        match move:
            case moves.Deal() | moves.Refill():
                given = move.columns
            case moves.Play():
                given = (move.card,)
        for card in given:
            if card not in cards.CARDS:
                return invalid("There is no card “{card}”: cards are blue or orange, 1 to 7.", card=card)
        if isinstance(move, moves.Play) and not 1 <= move.column <= len(state.columns):
            return invalid("There is no such column: choose one of 1 to {n}.", n=len(state.columns))
        return None

    def offers(self, state: States) -> Iterator[moves.Move]:
        """The moves a table may want to tap now, some of which `judge` refuses.

        `deal` and `refill` stand for every choice of cards: a page puts in those that were turned over.
        """
        match state:
            case Dealing():
                turned = some_cards(state, len(state.columns))
                yield from (moves.Deal(lead=name, columns=turned) for name in state.players)
            case Playing():
                for number in range(1, len(state.columns) + 1):
                    for card in cards.CARDS:
                        yield moves.Play(player=state.turn, card=card, column=number)
                yield moves.End()
            case Refilling():
                number = min(len(state.columns), state.drawpile)
                yield moves.Refill(columns=some_cards(state, number))
                yield moves.End()
            case Counting():
                for name in state.players:
                    yield from (moves.Bonus(player=name, tokens=number) for number in _BONUS)

    def feats_of(self, before: States, move: moves.Move, ruling: Ruling[States]) -> Feats:
        """What a move adds to the feats of whom: only a played card does."""
        if not isinstance(move, moves.Play):
            return {}
        player = move.player
        collected = len(ruling.state.piles[player]) - len(before.piles[player])
        if collected:
            # Where seven tokens end the game first, no token is taken for the field, but it is as empty.
            emptied = not any(column for n, column in enumerate(before.columns, 1) if n != move.column)
            field = {"field": 1} if emptied else {}
            return {player: {"column": 1, "cards": collected, **field, "longest": collected}}
        return {player: {"returned": 1}} if any(line.points < 0 for line in ruling.lines) else {}

    def show(self, state: States) -> Json:
        """The state in the words of docs/record.md; the tokens are the scores that the history keeps."""
        held = tokens(state)
        shown = {
            "phase": state.phase,
            "players": list(state.players),
            "turn": state.turn if isinstance(state, Turn) else None,
            "columns": [list(column) for column in state.columns],
            "totals": totals(state),
            "tokens": held,
            "collected": {name: len(pile) for name, pile in state.piles.items()},
            "drawpile": state.drawpile,
            "scores": dict(held),
            "winners": list(state.winners) if isinstance(state, Over) else [],
        }
        return {**shown, "score": held[state.players[0]]} if state.solo else shown


def some_cards(state: Table, number: int) -> tuple[str, ...]:
    """The first so many cards that can still be turned over."""
    left = cards.left(state.options.boxes, state.visible_cards)
    rounds = range(cards.COPIES * state.options.boxes)
    return tuple(islice((card for n in rounds for card in cards.CARDS if left[card] > n), number))


GAME = NumZumZero()
