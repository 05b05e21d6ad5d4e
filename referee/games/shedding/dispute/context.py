"""What the sheets of a dispute are given."""

from __future__ import annotations

from referee.games.cited import Cited
from referee.games.context import Sheet
from referee.games.shedding.context import ManyView, PadView
from referee.web.components import Field, Link, Option, View


class Tab(Link, frozen=True):
    """One of the questions that people stop a game for."""

    current: bool = False


class Disputed(Sheet, frozen=True, kw_only=True):
    """A sheet of a dispute: all of them show the same questions on top, and below the ways on.

    `moves` lists the moves backwards, `last` is the page of the last ruling.
    """

    template = "games/shedding/sheets/dispute.html"
    tabs: tuple[Tab, ...] = ()
    moves: str = ""
    last: str = ""


class RaceGroup(View, frozen=True):
    """What one player did, against what one of several others did: a link for each; `folded` away if many."""

    label: str
    racers: tuple[Link, ...]
    folded: bool = False


class AnyRace(View, frozen=True):
    """Any two events by any two players, for what the app does not think of; `wrong` is what they lack."""

    events: tuple[Option, ...]
    first: tuple[Option, ...]
    other: tuple[Option, ...]
    wrong: str = ""


class FirstSheet(Disputed, frozen=True, kw_only=True):
    """Who was first? The races that are possible right now, by the last move or the next."""

    kind = "dispute"
    tall = True
    body = "games/shedding/sheets/first.html"
    races: tuple[RaceGroup, ...]
    any: AnyRace | None = None


class CloseSheet(Sheet, frozen=True):
    """One race and its evidence, at most two questions; the answer to the first that has one is the tap.

    Sends two `events`, two `players` and what was seen. `unknown` is the button when nothing was; `instead`
    is then the number of the move whose place the ruling takes, 0 for none.
    """

    kind = "close"
    template = "games/shedding/sheets/close.html"
    tall = True
    title: str
    fields: tuple[Field, ...]
    players: tuple[str, ...]
    knocked: bool
    underneath: bool
    unknown: str
    instead: int = 0


class ApplyView(View, frozen=True):
    """The move that stands, as a button, or one for each word that is declared with it (`declare`).

    `fields` are the rest of it; `many` is there where several cards of the kind may lie.
    """

    fields: tuple[Field, ...]
    taps: tuple[Option, ...]
    label: str = ""
    many: ManyView | None = None


class RuledSheet(Sheet, frozen=True):
    """The ruling on a race, and one tap to record what stands.

    `pad` is there where `player`'s own card has to be tapped; `instead` is then the number of the move that
    it takes the place of, 0 for none. `photo` is where evidence can be added.
    """

    kind = "ruled"
    template = "games/shedding/sheets/ruled.html"
    tall = True
    cites: tuple[Cited, ...]
    loses: Cited | None = None
    done: str = ""
    applies: tuple[ApplyView, ...] = ()
    player: str = ""
    pad: PadView | None = None
    instead: int = 0
    photo: str = ""


class PlayView(View, frozen=True):
    """A standing play by its number in the record, and what the referee thinks of it."""

    n: int
    player: str
    text: str
    href: str
    cite: Cited
    overruled: bool = False


class IllegalSheet(Disputed, frozen=True, kw_only=True):
    """That was illegal! The standing plays of the hand, the last one first."""

    kind = "illegal"
    tall = True
    body = "games/shedding/sheets/illegal.html"
    plays: tuple[PlayView, ...]


class UndoingSheet(Sheet, frozen=True):
    """What becomes of the table when a play is undone as illegal, before anybody confirms it.

    `gone` are the moves that fall, `stands` the calls that do not; `cites` what the referee will say;
    `changes` what is different then.
    `penalty_for` names the player who may take a card instead, where the rules have that.
    """

    kind = "undoing"
    template = "games/shedding/sheets/undoing.html"
    tall = True
    title: str
    n: int
    was: Cited
    gone: tuple[str, ...]
    stands: tuple[str, ...]
    cites: tuple[Cited, ...]
    changes: tuple[str, ...]
    penalty_for: str = ""


class LiableView(View, frozen=True):
    """One player: owed since when, or why not. `callers` may catch them now."""

    name: str
    cite: Cited
    owes: bool = False
    draw: str = ""
    callers: tuple[str, ...] = ()


class LiableSheet(Disputed, frozen=True, kw_only=True):
    """GOTCHA? Everybody in seat order, the false calls of the hand, and the card for an intended one."""

    kind = "liable"
    tall = True
    body = "games/shedding/sheets/liable.html"
    players: tuple[LiableView, ...]
    false: tuple[Cited, ...]
    fined: tuple[str, ...]


class VerdictView(View, frozen=True):
    """What the referee would say of a play: `href` asks for it in full."""

    name: str
    mark: str
    href: str
    turn: bool = False
    shown: bool = False


class AnswerView(View, frozen=True):
    """A play that somebody asks about, in full: why or why not, what it would do, what to say."""

    title: str
    cites: tuple[Cited, ...]
    does: tuple[str, ...] = ()
    say: str = ""


class MaySheet(Disputed, frozen=True, kw_only=True):
    """May I play this? Any card, for everybody at the table."""

    kind = "may"
    tall = True
    body = "games/shedding/sheets/may.html"
    pad: PadView | None = None
    answer: AnswerView | None = None
    verdicts: tuple[VerdictView, ...] = ()
    again: str = ""


class QuestionView(View, frozen=True):
    """A question as people ask it, and the answer for the table as it stands."""

    text: str
    cite: Cited


class FaqSheet(Disputed, frozen=True, kw_only=True):
    """The questions of the rulebook, answered on the live state."""

    kind = "faq"
    tall = True
    body = "games/shedding/sheets/faq.html"
    questions: tuple[QuestionView, ...]
