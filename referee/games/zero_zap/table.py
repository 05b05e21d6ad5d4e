"""The Zero Zap table: what counts now, the seats, what lies, the draw step, the discard; between rounds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from urllib.parse import urlencode

from msgspec.structs import replace

from referee.games.frame import action_line, cites_of, why_over
from referee.games.look import AnyLook
from referee.games.parts import Face, Key, Mark, Pad, Row, Seat, hand_seat, mark_of, seated
from referee.games.table_views import (
    ActionLine,
    Headline,
    OverView,
    Stage,
    WhoseTurn,
    standings,
    waiting,
    won_by,
)
from referee.games.zero_zap import views
from referee.games.zero_zap.views import face, label
from referee.rules.engine import Refused
from referee.rules.sentences import counted, words
from referee.rules.zero_zap import cards, moves, scoring
from referee.rules.zero_zap.cards import as_laid
from referee.rules.zero_zap.game import GAME
from referee.rules.zero_zap.state import (
    Between,
    Counting,
    Drawing,
    NoRound,
    Over,
    Playing,
    States,
    Table,
    Turn,
)
from referee.rules.zero_zap.turn import targets
from referee.web.components import Link, StandingView
from referee.web.wording import signed

#: What hands do at an event, in the words of the action line.
_DEEDS = {
    "draws": "{player} draws {n}",
    "ran out": "Shuffle the tray",
    "takes": "{player} takes {card:a} from the lineup",
    "reshuffles": "Shuffle all piles into one",
    "steals a group": "{thief} takes a set or run of {target}’s",
    "steals a double": "{thief} takes {target}’s double {color}",
    "gives": "{player} gives {target} a card",
    "hands go on": "All hands go to the right",
    "colours go on": "Everybody hands a colour to the left",
    "zaps": "Zero Zap hits {target}",
}


def headline(state: States) -> Headline:
    hand = f"round {state.rounds}" if state.rounds and state.phase != "deal" else ""
    return Headline(hand=hand, goal=f"to {state.options.end.score}")


def now(look: AnyLook, _stage: Stage) -> WhoseTurn | None:
    state: States = look.state
    if isinstance(state, Counting):
        hit = f"{state.zapped} loses the round’s points. " if state.zapped else ""
        return WhoseTurn(title=state.out, does="is out!", follow=f"{hit}What do the others hold?")
    if not isinstance(state, Turn):
        return None
    return WhoseTurn(
        title=state.turn,
        direction="clockwise",
        next=state.after(state.turn),
        demand=_demand(state),
        follow=f"Draw pile {state.drawpile} · tray {len(state.tray)} · lineup {len(state.lineup)}",
        arrow=True,
        for_hands="demand",
    )


def action(look: AnyLook) -> ActionLine | None:
    """What hands must do after the last move: who draws, takes, gives or hands on what."""
    if not isinstance(look.state, Turn | Counting):
        return None
    rulings = look.orders
    told = [words(_DEEDS[said.event], said.facts) for said in rulings if said.event in _DEEDS]
    for said in rulings:
        if said.event == "takes more":
            also = said.facts["also"]
            more = len(also) if isinstance(also, list | tuple) else 0
            told.append(words("{player} takes {card:a} and {n} more", {**said.facts, "n": more}))
    fined = any(said.event == "zaps" for said in rulings)
    return action_line(cites_of(look.outcome), told, fined=fined)


def _demand(state: Turn) -> str:
    held = state.hands[state.turn]
    if isinstance(state, Playing):
        if state.taken:
            return f"Play the {label(state.taken)} in a set or run"
        if not held:
            return "No card to discard: pass"
        return "Last card: discard it and go out" if held == 1 else "Play, then discard one"
    return "Draw 2, or take from the lineup" if state.lineup else "Draw 2 or 1"


def seats(look: AnyLook) -> tuple[Seat, ...]:
    """The players in seat order, with what everybody may know of them; the change is what they have laid,
    and what they were counted once somebody is out.
    """
    state: States = look.state
    if not isinstance(state, Turn | Counting):
        return ()

    def change(name: str) -> str:
        if isinstance(state, Counting):
            return "" if name in scoring.to_count(state) else signed(_points(state, name))
        return f"+{points}" if (points := worth(state, name)) else ""

    return seated(
        look,
        lambda name: hand_seat(state, name, change=change(name)),
        scores=state.scores,
        sheet="seat" if state.on_turn else "",
    )


def worth(state: Table, player: str) -> int:
    """The points of all that a player has laid in this round."""
    groups = tuple(map(as_laid, state.melds[player]))
    made = scoring.RoundResult(groups, state.doubles[player], out=False, held=0, zapped_by=None)
    return sum(int(line.points) for line in scoring.lines(player, made))


def laid(state: Table, names: Iterable[str]) -> tuple[views.LaidView, ...]:
    """What lies in front of these players, those aside who have laid nothing."""
    return tuple(
        views.LaidView(
            name=name,
            points=worth(state, name),
            groups=tuple(
                group_view(state, name, place, given) for place, given in enumerate(state.melds[name])
            ),
            doubles=tuple(face(f"double {color}") for color in state.doubles[name]),
        )
        for name in names
        if state.melds[name] or state.doubles[name]
    )


def group_view(state: Table, player: str, place: int, given: tuple[str, ...]) -> views.GroupView:
    """A set or run as it would lie in front of a player, wilds last."""
    group = as_laid(given)
    doubled = group.color in state.doubles[player]
    ordered = sorted(given, key=lambda card: (card == cards.WILD, card))
    return views.GroupView(
        place=place,
        text=group.text,
        cards=tuple(map(face, ordered)),
        points=group.points * (2 if doubled else 1),
    )


def draw(state: Drawing) -> views.DrawStage:
    """The draw step: the piles, and every card of the lineup with what comes along."""
    keys = []
    for index, card in enumerate(state.lineup):
        answer = GAME.judge(state, moves.Take(player=state.turn, card=card, index=index))
        also = state.lineup[index + 1 :]
        more, note = f", and with it {', '.join(map(label, also))}", f"+{len(also)}"
        called = f"Take {label(card)}{more if also else ''}"
        keys.append(
            Key(
                face=face(card),
                sent=f"{index} {card}",
                label=called,
                mark=mark_of(answer),
                note=note if also else "",
            )
        )
    return views.DrawStage(
        player=state.turn,
        laid=laid(state, state.players),
        pad=Pad(rows=(Row(label="Lineup", keys=tuple(keys), field="take"),), size="sevens"),
    )


def discard(look: AnyLook, state: Playing) -> views.DiscardStage:
    """Every card to discard, as the referee sees it for the player on turn."""
    marks: dict[str, Mark] = {}
    for move in GAME.offers(state):
        if isinstance(move, moves.Discard | moves.Zap):
            card = move.card if isinstance(move, moves.Discard) else cards.ZERO_ZAP
            best = min(mark_of(GAME.judge(state, move)), marks.get(card, "off"), key=("", "no", "off").index)
            marks[card] = best
    keys = [_key(look, state, card, marks.get(card, "off")) for card in cards.CARDS]
    number = len(cards.NUMBER_CARDS)
    return views.DiscardStage(
        player=state.turn,
        held=state.hands[state.turn],
        laid=laid(state, state.players),
        lineup=lineup_of(state),
        numbers=by_color(keys[:number], "card"),
        others=Pad(rows=(Row(label="Other cards", keys=tuple(keys[number:])),), size="sixes"),
    )


def by_color(keys: Sequence[Key], field: str) -> Pad:
    """The numbers of each colour in a row."""
    rows = (
        Row(label=color.capitalize(), keys=tuple(key for key in keys if key.face.look == color), field=field)
        for color in cards.COLORS
    )
    return Pad(rows=tuple(rows), size="sevens")


def lineup_of(state: Table) -> tuple[Face, ...]:
    return tuple(map(face, state.lineup))


def _key(look: AnyLook, state: Playing, card: str, seen: Mark) -> Key:
    """A card to discard; a special that asks for more opens a sheet, as the last card it asks nothing."""
    more = card == "pass color" or targets(state, state.turn, card)
    asks = more if state.hands[state.turn] > 1 else card == cards.ZERO_ZAP
    query = urlencode({"sheet": "card", "card": card})
    return Key(
        face=face(card),
        sent=card,
        label=f"Discard {label(card)}" if card != cards.ZERO_ZAP else "Zero Zap",
        mark=seen,
        href=f"{look.url}?{query}" if asks and seen != "off" else "",
    )


# --- no card is played -----------------------------------------------------------------------------------


def counting(state: Counting) -> views.CountStage:
    """Who has been counted, and what each of the others loses, with and without Zero Zap in their hand."""
    waiting = scoring.to_count(state)
    rows = []
    for name in state.players:
        held, made = state.hands[name], worth(state, name)
        row = views.CountedView(href="", text=name, note=f"holds {held}", cards=held, made=made)
        if name not in waiting:
            rows.append(replace(row, done=signed(_points(state, name))))
            continue
        with_it = moves.Count(player=name, cards=held, zero_zap=True)
        zap = not isinstance(GAME.judge(state, with_it), Refused)
        without, hit = (_points(replace(state, counted={name: zapped}), name) for zapped in (False, True))
        rows.append(replace(row, plain=signed(without), zapped=signed(hit), zap=zap))
    return views.CountStage(laid=laid(state, state.players), out=state.out, who=tuple(rows))


def _points(state: Counting, name: str) -> int:
    return sum(int(line.points) for line in scoring.lines(name, scoring.counted(state, name)))


def between(look: AnyLook, state: Between) -> views.BetweenStage:
    """Between rounds: the standings, who deals, and how the next round is kept."""
    heading = f"After round {state.rounds}" if state.rounds else "How do you count round 1?"
    # A round that is given up is a start that came to nothing: who dealt it deals it anew.
    news = tuple(cite for cite in cites_of(look.outcome) if cite.rule == "zero_zap 2")
    dealer = state.players[0]
    if state.dealer:
        dealer = state.dealer if news else state.after(state.dealer)
    return views.BetweenStage(
        heading=f"Round {state.rounds + 1}: no score" if news else heading,
        news=news,
        standings=_standings(state) if state.rounds else (),
        waiting=() if state.rounds else waiting(state.players),
        dealer=dealer,
        dealers=tuple(name for name in state.players if name != dealer),
        round=state.rounds + 1,
        started=state.rounds > 0,
    )


def _standings(state: NoRound) -> tuple[StandingView, ...]:
    highest = max(state.scores.values())
    leaders = [name for name, score in state.scores.items() if score == highest]
    return standings(state.scores, leaders, state.gained)


def over(look: AnyLook, state: Over) -> OverView:
    return OverView(
        heading=won_by(state.winners),
        why=why_over(look, scoring.why_over(state), rule="zero_zap 15"),
        detail=f"{counted(state.rounds, 'round')} played; the highest score wins.",
        standings=_standings(state),
        links=(Link(href=f"{look.url}?sheet=lines", text="How the last round adds up"),),
    )
