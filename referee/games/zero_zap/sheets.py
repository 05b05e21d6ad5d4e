"""What opens on a Zero Zap table: what a card asks for, one player, a round's lines, answers in a dispute."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from urllib.parse import urlencode

from referee.games.cited import Cited
from referee.games.frame import fields_of, lines_of_last, menu, to_sheet
from referee.games.look import AnyLook
from referee.games.parts import Sheet
from referee.games.presenter import Answers, Check, Question
from referee.games.zero_zap.build import lines_view
from referee.games.zero_zap.table import laid
from referee.games.zero_zap.views import label
from referee.rules.engine import Refused
from referee.rules.sentences import counted, joined
from referee.rules.zero_zap import cards, moves, turn
from referee.rules.zero_zap.game import GAME
from referee.rules.zero_zap.state import Drawing, NoRound, Playing, States, Table, Turn
from referee.rules.zero_zap.turn import place


def sheet(look: AnyLook) -> Sheet | None:
    state: States = look.state
    match look.asked.get("sheet"):
        case "menu":
            return _menu(look, state)
        case "seat" if isinstance(state, Turn) and look.player:
            template, name = "games/zero_zap/sheets/seat.html", look.player
            return Sheet.of("seat", template, name=name, cards=state.hands[name], laid=laid(state, [name]))
        case "card" if isinstance(state, Playing):
            return _card(look, state, look.asked.get("card", ""))
        case "lines" if isinstance(state, NoRound):
            return _lines(look, state)
    return None


def _menu(look: AnyLook, state: States) -> Sheet:
    scored = isinstance(state, NoRound) and state.rounds > 0
    links = [to_sheet(look, "sum", "How the last round adds up", "lines")] if scored else ()
    return menu(look, GAME, links=links)


def _card(look: AnyLook, state: Playing, card: str) -> Sheet | None:
    """Whom a special touches, or who is hit by Zero Zap."""
    player, held = state.turn, state.hands[state.turn]
    others = tuple(name for name in state.players if name != player)
    sent = {"do": "discard", "player": player, "card": card}
    if card == cards.ZERO_ZAP:
        hint = "Whoever is hit loses what sets and runs have made in this round."
        return _choose(f"“Zero Zap!” {player} points at", {"do": "zap", "player": player}, others, hint)
    touched = turn.targets(state, player, card)
    match card:
        case "give":
            out = f"It is {player}’s last card: {player} goes out." if held == 2 else ""
            return _choose(f"{player} gives a card to", sent, touched, out)
        case "bonus":
            return _choose("Who takes 2 cards?", sent, touched)
        case "steal" if touched:
            return Sheet.of(
                "steal",
                "games/zero_zap/sheets/steal.html",
                title=f"What does {player} steal?",
                fields=tuple(fields_of(sent)),
                laid=laid(state, touched),
            )
        case "pass color":
            return _pass(look, state, sent)
    return None


def _choose(title: str, sent: dict[str, str], who: Iterable[str], hint: str = "") -> Sheet:
    template, fields = "games/zero_zap/sheets/choose.html", tuple(fields_of(sent))
    return Sheet.of("choose", template, title=title, hint=hint, fields=fields, who=tuple(who))


def _pass(look: AnyLook, state: Playing, sent: dict[str, str]) -> Sheet:
    """Everybody hands all cards of one colour to the left: how many, one player after the other?

    The numbers so far stand in the address, and the last one makes the move.
    """
    names = state.players
    passed = [number for number in look.asked.getlist("passed") if number.isdecimal()][: len(names) - 1]
    name = names[len(passed)]

    def asks(before: list[str]) -> str:
        asked = {"sheet": "card", "card": sent["card"], "passed": before}
        return f"{look.url}?{urlencode(asked, doseq=True)}"

    return Sheet.of(
        "pass",
        "games/zero_zap/sheets/pass.html",
        name=name,
        to=state.after(name),
        fields=tuple(fields_of({**sent, "names": names, "passed": passed})),
        who=tuple((names[at], number, asks(passed[:at])) for at, number in enumerate(passed)),
        numbers=tuple(range(state.hands[name] - (name == state.turn) + 1)),
        last=len(passed) == len(names) - 1,
    )


def _lines(look: AnyLook, state: NoRound) -> Sheet | None:
    """The lines of the round that was scored last."""
    found = lines_of_last(look, GAME, moves.Count, moves.Round)
    if not found:
        return None
    lines = {name: [line for line in found if line.player == name] for name in state.players}
    title, players = f"How round {state.rounds} adds up", tuple(lines_view(*each) for each in lines.items())
    return Sheet.of("lines", "games/zero_zap/sheets/lines.html", title=title, players=players)


#: Three cards to begin asking with.
_RUN = ("red 1", "red 2", "red 3")


class ZeroZapAnswers(Answers[States, moves.Move]):
    routine = ("2", "9")

    def checks(self, before: States, move: moves.Move, after: States) -> Iterator[Check]:
        """What the cards laid are as a set or run, and whose hands and which piles the move touched."""
        match move:
            case moves.Meld():
                yield _reading(move.cards)
            case moves.Add():
                yield _reading((*before.melds[move.player][move.meld], *move.cards))
        if lines := tuple(_touched(before, after)):
            yield Check(heading="What it touched", lines=lines)

    def questions(self, state: States) -> Iterator[Question]:
        if isinstance(state, Drawing) and state.lineup:
            last = len(state.lineup) - 1
            take = moves.Take(player=state.turn, card=state.lineup[last], index=last)
            yield Question("What would I take from the lineup?", take)
        if isinstance(state, Drawing | Playing):
            yield Question("Is this a set or a run?", moves.Meld(player=state.turn, cards=_RUN))
        if isinstance(state, Playing):
            if state.melds[state.turn]:
                add = moves.Add(player=state.turn, meld=0, cards=(cards.WILD,))
                yield Question("May this be added to my set or run?", add)
            yield Question("May this double be played?", moves.Double(player=state.turn, color="red"))
            yield Question("May this be discarded?", moves.Discard(player=state.turn, card="red 1"))

    def beside(self, state: States, move: moves.Move) -> Iterator[Check]:
        """The cards read as a set or run, whoever's turn it is; the cards that come along from the lineup."""
        match move:
            case moves.Meld() if move.cards and all(card in cards.CARDS for card in move.cards):
                yield _reading(move.cards)
            case moves.Take(index=int(index)) if isinstance(state, Drawing):
                if place(state.lineup, move.card, index) is not None:
                    yield _along(state, index)


def _reading(given: tuple[str, ...]) -> Check:
    read = cards.read(given)
    heading = f"{joined(list(map(label, given)))}: what is it?"
    if isinstance(read, Refused):
        return Check(heading=heading, lines=(Cited(text=f"Nothing. {read.text}", rule=read.rule or ""),))
    each = cards.POINTS[read.kind]
    worth = f"{read.cards} × {each} = {read.points} before doubling"
    text = f"A {read.kind} of {read.cards} in {read.color}: {worth}."
    lines = [Cited(text=text, rule=read.rule)]
    if cards.WILD in given:
        either = " It could also be a run, and counts as a set." if read.either else ""
        lines.append(Cited(text=f"Wild cards stand for what is missing.{either}", rule="zero_zap 7"))
    return Check(heading=heading, lines=tuple(lines))


def _along(state: Drawing, index: int) -> Check:
    also = joined([label(card) for card in state.lineup[index + 1 :]])
    text = f"{also} would come along to the hand." if also else "Nothing comes along."
    laid = f"{label(state.lineup[index])} has to be played at once."
    lines = (Cited(text=line, rule="zero_zap 3") for line in (laid[:1].upper() + laid[1:], text))
    return Check(heading="From the lineup", lines=tuple(lines))


def _touched(before: Table, after: Table) -> Iterator[Cited]:
    """Hands, piles and what lies on the table, where it is not as it was."""
    for name in after.players:
        if (held := before.hands[name]) != (now := after.hands[name]):
            yield Cited(text=f"{name}’s hand: {held}, now {now}.")
        if (groups := len(before.melds[name])) != (now := len(after.melds[name])):
            yield Cited(text=f"{name}’s sets and runs: {groups}, now {now}.")
        if before.doubles[name] != (doubles := after.doubles[name]):
            yield Cited(text=f"{name}’s doubles: {joined(doubles) or 'none'}.")
    piles = {"draw pile": (before.drawpile, after.drawpile)}
    piles |= {name: (len(getattr(before, name)), len(getattr(after, name))) for name in ("lineup", "tray")}
    for name, (was, now) in piles.items():
        if was != now:
            yield Cited(text=f"The {name}: {counted(was, 'card')}, now {now}.")
