"""A game looked at again, move by move: the table as it was, what was done, and why it was so."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe
from msgspec import structs

from referee.crew.history.counts import line_rows
from referee.crew.titles import title_of
from referee.games.cited import Cited
from referee.games.parts import Terms
from referee.games.registry import GAMES, PRESENTERS
from referee.games.table_views import GameView
from referee.rules.engine import AnyFold, Fold, Line, Ruling
from referee.rules.record import Outcome, read_outcome
from referee.table.logbook import log_row_url, spoken
from referee.table.moments import replay_url
from referee.table.page import look_at
from referee.table.requests import TableRequest
from referee.table.seats import faces_of
from referee.table.taps import Standing
from referee.web.components import Option
from referee.web.requests import NotHere, page_or_part
from referee.web.wording import whole_number
from scoring.crew.visitor import get_game_or_404
from scoring.history import scores
from scoring.history.hands import Played, hand_at
from scoring.log import reader
from scoring.log.values import Entry
from scoring.models import Game, Hand

#: Moves of a hand that are listed at once, and how many of them are before the one that is shown.
LISTED, BEFORE = 100, 2


@require_safe
def start(request: TableRequest, public_id: str) -> HttpResponse:
    """The table before the first move; or the way to the move that `n` asks for."""
    if n := whole_number(request.GET.get("n", "")):
        return HttpResponseRedirect(reverse("replayed", args=[public_id, n]))
    return _page(request, public_id, 0)


@require_safe
def replayed(request: TableRequest, public_id: str, n: int) -> HttpResponse:
    """The table after a move. Only its hand is read and folded, never the whole game."""
    return _page(request, public_id, n)


def _page(request: TableRequest, public_id: str, n: int) -> HttpResponse:
    game = get_game_or_404(request, public_id)
    if n > game.length:
        raise NotHere(f"There is no move {n} in this game.")
    page = _view(game, hand_at(game, n), n)
    return page_or_part(request, "crew/replay.html", "crew/replay_step.html", {"page": page})


def _view(game: Game, hand: Played, n: int) -> dict[str, object]:
    rules, presenter = GAMES[game.game], PRESENTERS[game.game]
    last, sides = rules.load(game.state), game.partners.values()

    def tell(entry: Entry) -> tuple[str, str]:
        """A move as the log has it, and what was entered."""
        return presenter.logged(last, entry.body, read_outcome(entry.outcome), sides)

    unit = rules.unit_of(game.options)
    fold = Fold(rules, rules.load(hand.past.state), hand.first - 1)
    entry: Entry | None = None
    lines: tuple[Line, ...] = ()
    terms: Mapping[str, Terms] = {}
    before = fold.state
    for entry in hand.past.entries[: max(n - hand.first + 1, 0)]:
        before, answer = fold.state, fold.play_json(entry.body)
        lines = answer.lines if isinstance(answer, Ruling) else ()
    if entry:
        terms = presenter.derived(before, rules.logged(entry.body), fold.state)
    outcome = read_outcome(entry.outcome) if entry else Outcome()
    rounds = scores.by_rounds(game)
    # Turns and categories are of one player each: there all moves are listed as one, each with its own.
    hands = reader.hands(game)[: None if rounds else 1]
    inside = lines[-1].reason if lines else ""
    if rounds:
        inside = f"{unit} {hand.number}" if hand.number else ""
    listed = hand if hand.past.entries or not game.length else hand_at(game, hand.first)
    entries = listed.past.entries if rounds else reader.past(game, 0).entries
    earlier, steps = _around(entries, n)
    firsts = [each.first for each in hands]
    lasts = [*(first - 1 for first in firsts[1:]), game.length]
    return {
        "title": title_of(game),
        "game": reverse("game", args=[game.public_id]),
        "url": reverse("replay", args=[game.public_id]),
        "here": replay_url(game, n),
        "n": n,
        "length": game.length,
        "hand": inside[:1].upper() + inside[1:],
        "move": tell(entry) if entry else ("Before the first move", ""),
        "spoken": spoken(game.game, presenter.disclosed(fold.state, outcome)),
        "cites": tuple(Cited(text=said.text, rule=said.rule) for said in outcome.rulings),
        "lines": tuple(line_rows(game, n, lines, terms, unsaid=[inside])),
        "table": _table(game, fold, outcome),
        "hands": tuple(_hands(hands, hand, unit)),
        "of": f" of a {unit}" if rules.openers and rounds else "",
        "listed": f"{unit} {listed.number}" if listed.number and rounds else "",
        "earlier": tuple(_steps(game, tell, earlier, n)),
        "steps": tuple(_steps(game, tell, steps, n)),
        "first": replay_url(game, max(first for first in firsts if first < n)) if n else "",
        "back": replay_url(game, n - 1) if n else "",
        "forward": replay_url(game, n + 1) if n < game.length else "",
        "last": replay_url(game, min(last for last in lasts if last > n)) if n < game.length else "",
        "log": log_row_url(game.public_id, entry.seq) if entry else "",
        "correct": reverse("correct", args=[game.public_id, n]) if entry and game.viewer_may_write else "",
    }


def _around(entries: Sequence[Entry], n: int) -> tuple[Sequence[Entry], Sequence[Entry]]:
    """The moves before a position, and those from just before it on: the list opens at it."""
    start = max(n - entries[0].position - BEFORE, 0) if entries else 0
    return entries[max(start - LISTED, 0) : start], entries[start : start + LISTED]


def _steps(
    game: Game, tell: Callable[[Entry], tuple[str, str]], entries: Iterable[Entry], n: int
) -> Iterator[dict[str, object]]:
    for entry in entries:
        href, here = replay_url(game, entry.position), entry.position == n
        yield {"n": entry.position, "text": tell(entry)[0], "href": href, "here": here}


def _table(game: Game, fold: AnyFold, outcome: Outcome) -> GameView:
    """The table as the presenter shows it, with everybody's face and nothing asked of it."""
    look = look_at(game, Standing(fold.state, outcome, None))
    then = timezone.localtime(game.created_at)
    view = PRESENTERS[game.game].view(replace(look, now=then, hand=lambda: fold))
    return structs.replace(view, table=view.table.with_people(faces_of(game), {}, ""))


def _hands(hands: Iterable[Hand], here: Played, unit: str) -> Iterator[Option]:
    """The hands by the move that began each."""
    for hand in hands:
        text = f"{unit.capitalize()} {hand.number}" if hand.number else "The beginning"
        yield Option(value=str(hand.first), text=text, chosen=hand.first == here.past.first)
