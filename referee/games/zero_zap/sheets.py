"""The sheets of a Zero Zap table: what a card asks for, one player, how a round adds up."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urlencode

from django.http import QueryDict

from referee.games.frame import fields_of, menu, to_sheet
from referee.games.look import AnyLook
from referee.games.parts import Sheet
from referee.games.zero_zap.calculator import lines_view
from referee.games.zero_zap.table import laid
from referee.rules.engine import Refused
from referee.rules.zero_zap import cards, discard
from referee.rules.zero_zap.game import GAME
from referee.rules.zero_zap.state import Counting, NoRound, Playing, States, Turn
from referee.web.components import Field, Option, to_choose


def sheet(look: AnyLook) -> Sheet | None:
    """The sheet that the address asks for, if it makes sense now."""
    state: States = look.state
    match look.asked.get("sheet"):
        case "menu":
            return _menu(look, state)
        case "seat" if isinstance(state, Turn):
            return _seat(look, state)
        case "card" if isinstance(state, Playing):
            return _card(look, state, look.asked.get("card", ""))
        case "lines" if isinstance(state, NoRound):
            return _lines(look, state)
    return None


def _menu(look: AnyLook, state: States) -> Sheet:
    running = isinstance(state, Turn | Counting)
    scored = isinstance(state, NoRound) and state.rounds > 0
    return menu(
        look,
        GAME,
        links=[to_sheet(look, "sum", "How the last round adds up", "lines")] if scored else (),
        moves=[Field(name="Give this round up, unscored", value="void")] if running else (),
    )


def _seat(look: AnyLook, state: Turn) -> Sheet | None:
    """One player: what they have laid, and their cards in hand."""
    place = look.asked.get("player", "")
    if place not in map(str, range(len(state.players))):
        return None
    name = state.players[int(place)]
    template, lies = "games/zero_zap/sheets/seat.html", laid(state, [name])
    return Sheet.of("seat", template, name=name, cards=state.hands[name], laid=lies)


def _card(look: AnyLook, state: Playing, card: str) -> Sheet | None:
    """Whom a special touches, or who is hit by Zero Zap."""
    player, held = state.turn, state.hands[state.turn]
    others = tuple(name for name in state.players if name != player)
    sent = {"do": "discard", "player": player, "card": card}
    if card == cards.ZERO_ZAP:
        hint = "Whoever is hit loses what sets and runs have made in this round."
        return _choose(f"“Zero Zap!” {player} points at", {"do": "zap", "player": player}, others, hint)
    touched = discard.targets(state, player, card)
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
    """Whom a card touches."""
    template, fields = "games/zero_zap/sheets/choose.html", tuple(fields_of(sent))
    return Sheet.of("choose", template, title=title, hint=hint, fields=fields, who=tuple(who))


def again(url: str, sent: QueryDict) -> str:
    """Where the numbers handed on are chosen once more; "" for any other move."""
    if sent.get("do") != "discard" or "passed" not in sent:
        return ""
    kept = [(name, value) for name in ("card", "names", "passed") for value in sent.getlist(name)]
    return f"{url}?{urlencode([('sheet', 'card'), *kept])}"


def _pass(look: AnyLook, state: Playing, sent: dict[str, str]) -> Sheet:
    """Everybody hands all cards of one colour to the left: how many?"""
    before = dict(zip(look.asked.getlist("names"), look.asked.getlist("passed"), strict=False))
    return Sheet.of(
        "pass",
        "games/zero_zap/sheets/pass.html",
        title="All cards of one colour go to the left",
        fields=tuple(fields_of({**sent, "names": state.players})),
        who=tuple(
            (name, state.after(name), _numbers(held - (name == state.turn), before.get(name, "")))
            for name, held in state.hands.items()
        ),
    )


def _numbers(most: int, chosen: str) -> tuple[Option, ...]:
    texts = {str(number): str(number) for number in range(most + 1)}
    return to_choose(texts, chosen) if most else (Option(value="0", text="0", chosen=True),)


def _lines(look: AnyLook, state: NoRound) -> Sheet | None:
    """The lines of the round that was scored last: the referee is asked once more."""
    steps = [step for step in look.hand().steps if step.move.__struct_config__.tag in ("count", "round")]
    ruling = GAME.judge(steps[-1].before, steps[-1].move) if steps else None
    if ruling is None or isinstance(ruling, Refused) or not ruling.lines:
        return None
    lines = ruling.lines
    return Sheet.of(
        "lines",
        "games/zero_zap/sheets/lines.html",
        title=f"How round {state.rounds} adds up",
        players=tuple(
            lines_view(name, [line for line in lines if line.player == name]) for name in state.players
        ),
    )
