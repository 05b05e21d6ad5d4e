"""The Crazy Eights table: what counts now, the seats, what each phase has below them, and the sheets."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ClassVar
from urllib.parse import urlencode

from msgspec.structs import replace

from referee.games.frame import action_line, cites_of, fields_of, lines_of_last, menu
from referee.games.look import AnyLook
from referee.games.parts import Face, Key, Mark, Pad, Row, Seat, Sheet, hand_seat, mark_of, seated
from referee.games.shedding import common
from referee.games.shedding.common import Hands, counting
from referee.games.shedding.views import CountStage, Top
from referee.games.table_views import ActionLine, Stage, WhoseTurn
from referee.rules.crazy_eights import cards, moves
from referee.rules.crazy_eights.game import GAME, Options, States
from referee.rules.engine import Refused
from referee.rules.shedding.hands import to_count
from referee.rules.shedding.state import Between, Counting, Dealt, Flipping, Laid, Over, Playing
from referee.web.wording import signed

#: The second character asks for the sign as text: some phones would draw a picture in colours of its own.
SIGNS = {"clubs": "♣\ufe0e", "diamonds": "♦\ufe0e", "hearts": "♥\ufe0e", "spades": "♠\ufe0e"}
_LETTERS = {"ace": "A", "jack": "J", "queen": "Q", "king": "K"}
#: The top card beside whose turn it is.
_TOP = "games/crazy_eights/top.html"


class SuitTabs(Row, frozen=True, kw_only=True):
    """The way to the other suits, in the place of a row of keys."""

    template: ClassVar[str] = "games/crazy_eights/tabs.html"

    label: str = "Suit"


class EightsStage(Stage, frozen=True):
    """The pad, and the bar below it; what is against the rules now can be tapped all the same.

    `player` is "" while the first card is turned over: then the keys of the bar are off. `another` is the
    address of the sheet with every card.
    """

    template: ClassVar[str] = "games/crazy_eights/play.html"
    bar: ClassVar[str] = "games/crazy_eights/bar.html"

    pad: Pad
    player: str = ""
    another: str = ""
    no_draw: bool = False
    no_pass: bool = False


def _held(look: AnyLook) -> dict[str, str]:
    """What each who scored nothing held when the hand was counted."""
    lines = lines_of_last(look, GAME, moves.Count)
    return {line.player: line.reason for line in lines if not line.points}


def stage(look: AnyLook) -> Stage:
    """What the phase shows below the seats."""
    state: States = look.state
    match state:
        case Counting():
            return _count(look, state)
        case Between():
            void = state.options.says.rule("given up")
            news = tuple(cite for cite in cites_of(look.outcome) if cite.rule == void)
            shown, held = common.between(look, state, news=news, highest=True), _held(look)
            rows = (replace(row, note=held.get(row.name, "")) for row in shown.standings)
            return replace(shown, standings=tuple(rows)) if state.gained else shown
        case Over():
            return common.over(look, state, highest=True)
        case Flipping():
            return EightsStage(pad=every_card(look, f"{look.url}?", lambda _card: ""), keeps_query=True)
    return EightsStage(
        pad=_legal_cards(state),
        player=state.turn,
        another=f"{look.url}?sheet=cards",
        no_draw=isinstance(GAME.judge(state, moves.Draw(player=state.turn)), Refused),
        no_pass=isinstance(GAME.judge(state, moves.Pass(player=state.turn)), Refused),
    )


def now(look: AnyLook, _stage: Stage) -> WhoseTurn | None:
    """The panel that says what counts now."""
    state: States = look.state
    match state:
        case Flipping():
            follow = "If it is an eight, put it back and turn over another card."
            return WhoseTurn(
                state.dealer, "turns over a card", "turn over a card", follow=follow, for_hands="follow"
            )
        case Playing():
            return WhoseTurn(
                title=state.turn,
                direction="clockwise",
                next=state.after(state.turn),
                follow=_follows(state),
                drawing=_TOP,
                top=_top(state),
            )
        case Counting():
            title, does = (state.out, "is out!") if state.out else ("The hand is blocked", "")
            return WhoseTurn(title=title, does=does, drawing=_TOP, top=_top(state))
    return None


def action(look: AnyLook, _stage: Stage) -> ActionLine | None:
    """What hands must do after the last move: a card to draw, a pile to shuffle, an eight to put back."""
    if not isinstance(look.state, Dealt):
        return None
    undone = look.undone.rulings if look.undone else ()
    orders = [f"{said.facts['player']} puts a card back" for said in undone if said.event == "draws"]
    for said in look.orders:
        match said.event:
            case "draws":
                orders.append(f"{said.facts['player']} draws a card")
            case "ran out":
                orders.append("Shuffle a new stock")
            case "put back":
                orders.append("Put the eight back")
    if isinstance(look.state, Counting):
        orders.append("Count the cards left")
    flips = isinstance(look.state, Flipping)
    if flips and orders:
        orders.append("Turn over another")
    tap = "Tap the first card" if flips and not orders else ""
    return action_line(cites_of(look.outcome), orders, tap=tap)


def _follows(state: Playing[Options]) -> str:
    """What may be played, in a few words: `Any heart, another queen or an eight`."""
    suit = f"Any {(state.top.color or '').removesuffix('s')}"
    if cards.is_eight(state.top.identity):
        return f"{suit} or an eight"
    return f"{suit}, another {cards.rank(state.top.identity)} or an eight"


def _top(state: Laid[Options]) -> Top:
    top = state.top
    asks = top.color if cards.is_eight(top.identity) else None
    return Top(card=face(top.identity), by=top.by, asks=suit_face(asks) if asks else None)


def seats(look: AnyLook) -> tuple[Seat, ...]:
    """The players in seat order, with what everybody may know of them."""
    state: States = look.state
    if not isinstance(state, Dealt):
        return ()
    counted = state.counted if isinstance(state, Counting) else {}
    return seated(
        look,
        lambda name: hand_seat(state, name, change=signed(counted[name]) if name in counted else ""),
        scores=state.scores,
        sheet="seat" if state.on_turn else "",
    )


def _count(look: AnyLook, state: Counting[Options]) -> CountStage:
    """The count of the hands that are left, with all cards rank by rank."""
    by_rank = sorted(cards.CARDS, key=lambda card: cards.RANKS.index(cards.rank(card)))
    hands = Hands(
        options=state.options,
        held=state.hands,
        counted=state.counted,
        losers=tuple(name for name in state.players if name != state.out),
        waiting=tuple(to_count(state)),
        lying=state.laid,
        names=cards.CARDS,
        face=lambda card: replace(face(card), label=f"the {card}"),
        pad=lambda mark: Pad(
            rows=(Row(label="Cards", keys=_keys(by_rank, mark), field="cards"),), look="suited all-ranks"
        ),
        after=lambda player, _: player,
    )
    return counting(look, hands)


# --- cards, and the pads of them ------------------------------------------------------------------------


def face(card: str) -> Face:
    """A card of the game: a rank and the sign of its suit.

    The sign tells the suits apart; that two of them are red is only there for the eye.
    """
    rank, suit = cards.rank(card), cards.suit(card)
    return Face(card=card, name=f"{_LETTERS.get(rank, rank)}{SIGNS[suit]}", label=card, look=suit)


def suit_face(suit: str) -> Face:
    """A suit alone."""
    return Face(card=suit, name=SIGNS[suit], label=suit, look=suit)


def _known_suit(asked: str) -> str:
    """The suit that the address asks for, or the first."""
    return asked if asked in cards.SUITS else cards.SUITS[0]


def every_card(look: AnyLook, address: str, mark: Callable[[str], Mark]) -> Pad:
    """All cards in places that never change: those of the suit that is asked for, the eights, and between
    them the way to the other suits, below the `address`.
    """
    shown = _known_suit(look.asked.get("suit", ""))
    return _slots(shown, _tabs(shown, lambda suit: address + urlencode({"suit": suit})), mark)


def _legal_cards(state: Playing[Options]) -> Pad:
    """What may be played on the top card: the suit that follows, the same rank, the eights."""
    top, suit = state.top.identity, state.top.color

    def seen(card: str) -> Mark:
        return mark(state, card)

    others = [] if cards.is_eight(top) else [each for each in cards.SUITS if each != suit]
    alike = _keys([f"{cards.rank(top)} of {each}" for each in others], seen)
    return _slots(_known_suit(suit or ""), Row(label="The same rank", keys=alike, look="alike"), seen)


def is_shown(state: Playing[Options], card: str) -> bool:
    """Whether a card has its key among those that may be played."""
    return any(key.sent == card for key in _legal_cards(state).keys)


def _slots(suit: str, between: Row, mark: Callable[[str], Mark]) -> Pad:
    """The ranks of one suit, and the eights, with another row between them."""
    ranks = [card for card in cards.CARDS if cards.suit(card) == suit and not cards.is_eight(card)]
    eights = [card for card in cards.CARDS if cards.is_eight(card)]
    return Pad(
        rows=(
            Row(label=suit.capitalize(), keys=_keys(ranks, mark)),
            between,
            Row(label="Eights", keys=_keys(eights, mark), look="eight"),
        ),
        look="suited slotted",
    )


def _keys(given: Iterable[str], mark: Callable[[str], Mark]) -> tuple[Key, ...]:
    return tuple(Key(sent=card, face=face(card), mark=mark(card)) for card in given)


def _tabs(shown: str, address: Callable[[str], str]) -> SuitTabs:
    return SuitTabs(
        keys=tuple(
            Key(face=suit_face(suit), href=address(suit), mark="on" if suit == shown else "")
            for suit in cards.SUITS
        )
    )


def mark(state: Playing[Options], card: str) -> Mark:
    """How the referee sees a card for the player whose turn it is."""
    seen = mark_of(GAME.judge(state, with_any_suit(moves.Play(player=state.turn, card=card))))
    return "no spent" if seen == "off" else seen


def with_any_suit(move: moves.Play) -> moves.Play:
    """The play with all that it needs to be judged: an eight names some suit."""
    return replace(move, suit=cards.SUITS[0]) if cards.is_eight(move.card) else move


# --- sheets ---------------------------------------------------------------------------------------------


def sheet(look: AnyLook) -> Sheet | None:
    """The sheet that the address asks for, if it makes sense now."""
    state: States = look.state
    match look.asked.get("sheet"):
        case "menu":
            return menu(look, GAME)
        case "suit":
            return _suit(look, state)
        case "cards" if isinstance(state, Playing):
            pad = every_card(look, f"{look.url}?sheet=cards&", lambda card: mark(state, card))
            template = "games/crazy_eights/sheets/cards.html"
            return Sheet.of("cards", template, player=state.turn, pad=pad)
        case "seat" if isinstance(state, Playing) and look.player:
            return _seat(look, state)
    return None


def _suit(look: AnyLook, state: States) -> Sheet | None:
    """Which suit an eight names."""
    card, player = look.asked.get("card", ""), look.asked.get("player", "")
    if card not in cards.CARDS or not cards.is_eight(card) or player not in state.players:
        return None
    fields = {"do": "play", "player": player, "card": card, "instead": look.asked.get("instead", "")}
    return Sheet.of(
        "suit",
        "games/crazy_eights/sheets/suit.html",
        card=card,
        player=player,
        fields=tuple(fields_of({name: value for name, value in fields.items() if value})),
        suits=tuple(map(suit_face, cards.SUITS)),
    )


def _seat(look: AnyLook, state: Playing[Options]) -> Sheet:
    """How many cards a player holds, to be put right."""
    template, held = "games/crazy_eights/sheets/seat.html", state.hands[look.player]
    return Sheet.of("seat", template, name=look.player, cards=held)
