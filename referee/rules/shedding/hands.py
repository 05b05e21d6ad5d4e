"""A hand from the deal to the count, what drawing a card does, and who comes and goes between hands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, Generic, TypeVar

from msgspec.structs import replace

from referee.rules import engine
from referee.rules.engine import Cite, Line, Refused, Ruling, State, played, reached
from referee.rules.shedding import moves
from referee.rules.shedding.definition import Card, Says
from referee.rules.shedding.state import (
    Agreed,
    AgreedT_co,
    Between,
    Chain,
    Counting,
    Dealt,
    Flipping,
    InPlay,
    Over,
    Playing,
    Table,
    Top,
    Waiting,
)

OptionsT = TypeVar("OptionsT", bound=Agreed)
#: Cards can be played, and perhaps a last one lies.
Open = Playing[AgreedT_co] | Waiting[AgreedT_co]
#: What is said of a move.
Answer = Ruling[State] | Refused
#: Who has to draw how many cards, and in what case.
Owed = tuple[str, int, str]


class Hands(engine.AnyGame, Generic[OptionsT]):
    """The rules around a hand. A game says what is agreed on, and overrides what it has its own way."""

    agreed: type[OptionsT]
    says: ClassVar[Says]
    shown: ClassVar[Mapping[str, Card]]
    #: Whether the winner of a hand scores what the others hold; else each takes the cost of their own cards.
    highest_wins = False

    def deal(self, state: Between[OptionsT], move: moves.Deal) -> Answer:
        """Starts a hand: everybody gets as many cards as the number of players says."""
        number, options, cite = len(state.players), state.options, self.says.cite
        if number < 2:
            return self.says.no("illegal", "lone")
        each, dealer = options.dealt(number), move.dealer
        hands, stock = dict.fromkeys(state.players, each), options.deck - each * number
        case = "many" if options.alike > 2 else ""
        cites = cite("dealt", case, n=each, dealer=dealer) + cite("deck", case, n=options.deck)
        if state.dealer not in (None, dealer):
            cites += cite("another dealer", proposed=state.dealer or "", dealer=dealer)
        after = state.in_phase(Flipping, hand=state.hand + 1, dealer=dealer, hands=hands, drawpile=stock)
        return Ruling(after, cites)

    def flip(self, state: Flipping[OptionsT], move: moves.Flip) -> Answer:
        """The first card, the dealer's play in everything; one that starts no hand is put back."""
        card, dealer, cite = self.shown[move.card], state.dealer, self.says.cite
        if not state.options.copies(move.card):
            return self.says.no("impossible", "not in the deck", card=move.card)
        if not card.starts:
            return Ruling(state, cite("put back", card=move.card) + cite("no play"))
        way = -1 if card.turns % 2 else 1
        after = state.in_phase(
            Playing,
            drawpile=state.drawpile - 1,
            top=Top((move.card,), dealer, move.card, card.color, card.symbol),
            playpile=1,
            laid={move.card: 1},
            direction=way,
            turn=state.after(dealer, way * (1 + card.skips)),
            draw_count=card.draws,
            chain=Chain((dealer,), card.skips),
        )
        turned = cite("turned over", card=move.card, dealer=dealer, turn=after.turn)
        begins = cite("begins", turn=after.turn)
        return Ruling(after, (*turned, *self.effects(after, card, "play"), *begins))

    def effects(self, after: InPlay[OptionsT], does: Card, kind: str) -> tuple[Cite, ...]:
        """What the cards of a play do to the order of play and to the next player."""
        cites: tuple[Cite, ...] = ()
        says, turn = self.says, after.turn
        if does.skips:
            cites += says.cite("skipped", kind, n=does.skips, turn=turn) + says.cite("skips cancel", kind)
        if does.turns:
            cites += says.cite("turned", n=does.turns, way=way(after), turn=turn)
        if does.draws:
            cites += says.cite("due", kind, n=after.draw_count, turn=turn)
        if does.declares and (declared := asked(after.top)):
            cites += says.cite("declared", kind, declared=declared)
        return cites

    def draw(
        self, state: Open[OptionsT], *owed: Owed
    ) -> tuple[Open[OptionsT] | Between[OptionsT], list[Cite]]:
        """The state after these draws in their order, and what to say of them.

        An empty Drawpile is refilled from under the top card; what neither pile holds lapses. Any card drawn
        ends a debt, one drawn up from none begins it, and brings who was out back into the hand.
        """
        cites: list[Cite] = []
        cite = self.says.cite
        for player, number, case in owed:
            left, stock, playpile = state.left, state.drawpile, state.playpile
            laid, owes, drawn = state.laid, state.owes, min(number, left)
            if drawn:
                cites += cite("draws", case, player=player, n=drawn)
            if drawn > stock:
                cites += cite("ran out", dealer=state.dealer) + (cite("draws on") if stock else ())
                stock, playpile, laid = left, 1, {state.top.cards[-1]: 1}
            if drawn < number:
                if void := self.exhausted(state, player, drawn):
                    return void.state, [*cites, *void.cites]
                cites += cite("lapses", n=number - drawn) + cite("empty")
            if drawn:
                held = state.hands[player] + drawn
                if player in owes and held > 1:
                    owes = tuple(name for name in owes if name != player)
                    cites += cite("paid by drawing", player=player)
                elif held == 1:
                    owes = (*(name for name in owes if name != player), player)
                hands = {**state.hands, player: held}
                state = replace(
                    state, drawpile=stock - drawn, playpile=playpile, laid=laid, hands=hands, owes=owes
                )
            if case in ("match", "gotcha") and player == state.turn and isinstance(state, Playing):
                cites += cite("counted at once", player=player)
        if isinstance(state, Waiting) and state.hands[state.out]:
            cites += cite("back", player=state.out)
            state = state.in_phase(Playing)
        return state, cites

    def exhausted(self, state: Open[OptionsT], player: str, drawn: int) -> Ruling[Between[OptionsT]] | None:
        """What becomes of a hand in which a player can draw only so many cards; None where it goes on."""

    def recount(self, state: Playing[OptionsT], move: moves.Recount) -> Answer:
        """The table counted a hand: the tracked number follows, from or to the Drawpile."""
        player, cite = move.player, self.says.cite
        more = move.cards - state.hands[player]
        if more > state.drawpile:
            return self.says.no("impossible", "recounted wrong", n=more, left=state.drawpile)
        cites = cite("recounted", player=player, n=move.cards)
        owes = state.owes
        if more and player in owes:
            owes = tuple(name for name in owes if name != player)
            cites += cite("paid by a recount", player=player)
        hands = {**state.hands, player: move.cards}
        return Ruling(replace(state, hands=hands, drawpile=state.drawpile - more, owes=owes), cites)

    def count(self, state: Counting[OptionsT], move: moves.Count) -> Answer:
        """What one player held, as cards or as points; the last one closes the hand."""
        says, player, options, given = self.says, move.player, state.options, move.cards or ()
        held = state.hands[player]
        if not held or player in state.counted:
            return says.no("phase", "counted already" if held else "holds nothing", player=player)
        if move.cards is not None and len(given) != held:
            return says.no("impossible", "counted wrong", player=player, held=held, n=len(given))
        if given and (refused := too_many(options, state.laid, given)):
            return refused
        cost = points(options, given) if move.points is None else move.points
        cites = says.cite("counted", player=player, n=cost)
        laid = with_cards(state.laid, given) if given else state.laid
        after = replace(state, laid=laid, counted={**state.counted, player: cost})
        if self.highest_wins:
            return self.close_hand(after, cites)
        if move.points is None:
            cites += says.cite("by the scale")
        line = Line(player, cost, says.rule("counted"), ", ".join(given) or "points as counted")
        scores = {**state.scores, player: state.scores[player] + cost}
        return self.close_hand(replace(after, scores=scores), cites, (line,))

    def close_hand(
        self, state: Counting[OptionsT], cites: tuple[Cite, ...], lines: tuple[Line, ...] = ()
    ) -> Ruling[State]:
        """The state itself while somebody has to be counted; else between hands, or the end."""
        if len(state.counted) < sum(map(bool, state.hands.values())):
            return Ruling(state, cites, lines=lines)
        gained = state.counted
        if self.highest_wins:
            gained, scored, lines = self._scored(state)
            cites += scored
            scores = {name: score + gained.get(name, 0) for name, score in state.scores.items()}
            state = replace(state, scores=scores)
        else:
            # Who went out scored 0, which is not a blank.
            lines += (Line(state.out or "", 0, self.says.rule("counted"), "went out"),)
        if ended := why_over(state):
            after, won = self.over(state, gained)
            return Ruling(after, (*cites, ended, *won), lines=lines)
        dealer = next_dealer(state)
        proposed = self.says.cite("next dealer", dealer=dealer)
        return Ruling(state.in_phase(Between, dealer=dealer, gained=gained), cites + proposed, lines=lines)

    def _scored(self, state: Counting[OptionsT]) -> tuple[dict[str, int], tuple[Cite, ...], tuple[Line, ...]]:
        """What a hand brings whoever won it: what the others hold, less their own if it was blocked."""
        says, held = self.says, {name: state.counted.get(name, 0) for name in state.players}
        least = 0 if state.out else min(held.values())
        winners = [state.out] if state.out else [name for name in state.players if held[name] == least]
        gained = dict.fromkeys(winners, sum(held.values()) - least * len(held))
        case, best = ("", "went out") if state.out else ("blocked", "lowest hand")
        cites = says.cite("win together", winners=winners) if len(winners) > 1 else ()
        for name, number in gained.items():
            cites += says.cite("scores", case, name=name, n=number)
        # Who scores nothing gets a line all the same: it is a 0 and not a blank.
        lines = tuple(
            Line(
                name,
                gained.get(name, 0),
                says.rule("scores, blocked" if case else "scores"),
                best if name in gained else f"held {held[name]}",
            )
            for name in state.players
        )
        return gained, cites, lines

    def over(
        self, state: Table[OptionsT], gained: Mapping[str, int]
    ) -> tuple[Over[OptionsT], tuple[Cite, ...]]:
        """The end: the best score among those still at the table wins, equal ones share it."""
        cite, best = self.says.cite, max if self.highest_wins else min
        reached = best((state.scores[name] for name in state.players), default=0)
        winners = [name for name in state.players if state.scores[name] == reached]
        cites = cite("wins", winners=winners, n=reached)
        if len(winners) > 1:
            cites += cite("shared")
        return state.in_phase(Over, winners=tuple(winners), gained=gained), cites + cite("won")

    def join(self, state: Between[OptionsT], move: moves.Join) -> Answer:
        """A player sits down between hands, where they choose."""
        says, player, options = self.says, move.player, state.options
        if len(state.players) >= options.most_players:
            return says.no("illegal", "full", n=options.most_players, alike=options.alike)
        start, what = self.joins_with(state, player)
        place = len(state.players) if move.after is None else state.players.index(move.after) + 1
        players = (*state.players[:place], player, *state.players[place:])
        after = replace(state, players=players, scores={**state.scores, player: start})
        line = Line(player, start - state.scores.get(player, 0), says.rule("joins"), what)
        cites = says.cite("joins", player=player, n=start, what=what) + says.cite("sits")
        return Ruling(after, cites, lines=(line,))

    def joins_with(self, state: Between[OptionsT], player: str) -> tuple[int, str]:
        """The points with which a player begins: the mean of those here, or the highest if they come back."""
        if player in state.scores:
            return max(state.scores.values()), "the highest score so far"
        here = [state.scores[name] for name in state.players]
        return -(-sum(here) // len(here)) if here else 0, "the mean score"

    def leave(self, state: Between[OptionsT], move: moves.Quit) -> Answer:
        """A player leaves; the score stays, and a proposed deal goes to the next clockwise."""
        players = tuple(name for name in state.players if name != move.player)
        dealer = state.dealer
        if dealer == move.player:
            dealer = state.after(move.player) if players else None
        after = replace(state, players=players, dealer=dealer)
        return Ruling(after, self.says.cite("leaves", player=move.player))

    def void(self, state: Dealt[OptionsT], _move: moves.Void) -> Answer:
        """The hand is given up: nothing of it scores, the same dealer is proposed."""
        cites = self.says.cite("given up", n=state.hand, dealer=state.dealer)
        lines = self.taken_back(state, "given up", "hand given up")
        return Ruling(self.given_up(state), cites, lines=lines)

    def given_up(self, state: Dealt[OptionsT]) -> Between[OptionsT]:
        """The table as before the running hand."""
        scores = dict(state.scores)
        for line in self.taken_back(state, "given up", ""):
            scores[line.player] += int(line.points)
        return state.in_phase(Between, scores=scores, hand=state.hand - 1, gained={})

    def taken_back(self, state: Dealt[OptionsT], event: str, reason: str) -> tuple[Line, ...]:
        """The lines that take back what was counted in a hand that is given up or played on."""
        counted = state.counted if isinstance(state, Counting) and not self.highest_wins else {}
        return tuple(Line(name, -cost, self.says.rule(event), reason) for name, cost in counted.items())

    def end(self, state: Between[OptionsT], _move: moves.End) -> Answer:
        """Ends the game as it stands."""
        after, won = self.over(state, state.gained)
        return Ruling(after, self.says.cite("ended") + won)


def to_count(state: Counting[Agreed]) -> list[str]:
    """Who still has to be counted, in seat order."""
    return [name for name in state.players if state.hands[name] and name not in state.counted]


def next_dealer(state: Dealt[Agreed]) -> str:
    """Who deals after a hand, as the table has agreed: its winner, if it has one, or the next clockwise."""
    winner = state.out if isinstance(state, Counting) else None
    if winner and state.options.next_dealer == "winner":
        return winner
    return state.after(state.dealer)


def why_over(state: Table[Agreed]) -> Cite | None:
    """What ends the game once a hand is counted, None where only the table does: a score before a number."""
    end, rule = state.options.end, state.options.says.rule
    here = {name: state.scores[name] for name in state.players}
    return reached(rule("reached"), here, end.score) or played(
        rule("hands played"), "That was hand {n} of {limit}.", state.hand, end.hands
    )


def points(options: Agreed, given: Iterable[str]) -> int:
    """What cards left in a hand cost."""
    return sum(options.cost(card) for card in given)


def worth(options: Agreed, cards: int) -> tuple[int, int]:
    """The fewest and the most points that so many cards of the deck can come to."""
    costs = sorted(options.cost(card) for card in options.cards for _ in range(options.copies(card)))
    return sum(costs[:cards]), sum(costs[max(len(costs) - cards, 0) :])


def with_cards(laid: Mapping[str, int], given: Sequence[str]) -> dict[str, int]:
    """How often each card is on the table when these have come to it.

    >>> with_cards({"blue sun": 1}, ["blue sun", "red moon"])
    {'blue sun': 2, 'red moon': 1}
    """
    if len(given) == 1:
        return {**laid, given[0]: laid.get(given[0], 0) + 1}
    lying = dict(laid)
    for card in given:
        lying[card] = lying.get(card, 0) + 1
    return lying


def too_many(options: Agreed, laid: Mapping[str, int], given: Sequence[str]) -> Refused | None:
    """Refused when cards would be on the table more often than the deck has them."""
    full = options.track == "full"
    if full and len(given) == 1 and laid.get(given[0], 0) < options.copies(given[0]):
        return None
    names = set(given) if full else {*given, *map(options.kind, given)}
    lying = with_cards(laid, given)
    for name in sorted(names):
        number, most = lying.get(name, 0), options.copies(name)
        if name in options.kinds:
            number = sum(many for card, many in lying.items() if options.kind(card) == name)
        if number > most:
            case = "once" if most == 1 else "" if most else "never"
            return options.says.no("impossible", "too many", case, card=name, n=most)
    return None


def asked(top: Top) -> str:
    """What was declared with a power that lies on top; "" for nothing."""
    return top.symbol or top.color or ""


def way(state: InPlay[Agreed]) -> str:
    """The direction of play in a word."""
    return "clockwise" if state.direction > 0 else "counterclockwise"
