"""The rulebook in the app: every clause of every game, searched as one types."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_safe
from msgspec.structs import replace

from referee.games.cited import anchor_of, clause_url, rule_name
from referee.games.registry import GAMES, PRESENTERS, tile
from referee.rulebooks.context import BookView, ClauseView, Ruled, RulesPage
from referee.rules import rulebook
from referee.rules.rulebook import Clause, Rulebook
from referee.table.logbook import log_row_url
from referee.table.requests import TableRequest, table_left
from referee.table.shelf import ShelvedGame, sheets_called
from referee.web.components import Link
from referee.web.nearest import nearest
from referee.web.requests import NotHere, page_or_part
from referee.web.wording import day
from scoring.history.recent import lately
from scoring.models.nights import night_of

#: Characters of what is looked for; nobody types more into a search.
LONGEST_QUERY = 80
RULINGS = 2

Rulings = Mapping[str, Iterable[Ruled]]


@require_safe
def rules(request: TableRequest) -> HttpResponse:
    """How each game is played, and a search through all their clauses."""
    q = _query(request)
    books = [rulebook.load(key) for key in GAMES]
    if q:
        page = _search(books, q, {}, reverse("rules"))
        return _page(request, page, sheets_called(q, how=not page.books))
    covers = tuple(replace(_cover(book), how=PRESENTERS[book.game].blurb) for book in books)
    return _page(request, RulesPage(url=reverse("rules"), q="", found="", books=covers))


@require_safe
def book(request: TableRequest, key: str) -> HttpResponse:
    """A game's rulebook clause by clause, each with rulings of the crew's own games."""
    found, q = _rulebook(key), _query(request)
    page = _search([found], q, _rulings(request, key), reverse("rulebook", args=[key]))
    return _page(request, replace(page, one=found.name, table=table_left(request)))


@require_safe
def clause(_request: TableRequest, key: str, number: str) -> HttpResponse:
    """The way to a clause for one who types its number: to its place on the page of the book."""
    found = _rulebook(key)
    for each in found.clauses:
        if anchor_of(each.number) == anchor_of(number):
            return HttpResponseRedirect(clause_url(f"{key} {each.number}"))
    raise NotHere(f"The rules of {found.name} have no rule {number[:40]}.")


def _rulebook(key: str) -> Rulebook:
    if key not in GAMES:
        raise NotHere(f"There are no rules here for a game called {key[:40]}.")
    return rulebook.load(key)


def _query(request: TableRequest) -> str:
    return " ".join(request.GET.get("q", "")[:LONGEST_QUERY].replace("'", "’").split())


def _page(request: TableRequest, page: RulesPage, also: Sequence[ShelvedGame] = ()) -> HttpResponse:
    """The whole page, or for htmx the part of it that was looked for."""
    return page_or_part(request, "rules/rules.html", "rules/rules_found.html", {"page": page, "also": also})


def _search(books: Sequence[Rulebook], q: str, rulings: Rulings, url: str) -> RulesPage:
    """What of some books has every word, or, where nothing has, their stems, or what was meant."""

    def having(wanted: str) -> tuple[BookView, ...]:
        views = (_book(book, wanted, rulings) for book in books)
        return tuple(view for view in views if view.clauses)

    found, meant = having(q), q
    said = _found(found, q) if q else ""
    if not found:
        for near in _near(books, q.casefold()):
            if near and (found := having(near)):
                meant, said = near, f"No rule contains “{q}”. {_found(found, near)}"
                break
    return RulesPage(url=url, q=q, found=said, books=found, words=tuple(meant.casefold().split()))


def _near(books: Sequence[Rulebook], q: str) -> Iterator[str]:
    """What may have been meant: first the stems of the words, then the same with one of them put right."""
    yield " ".join(map(_stem, q.split()))
    yield nearest(q, [_text(clause, book.game) for book in books for clause in book.clauses])


def _stem(word: str) -> str:
    """A word without its ending: "skipping" and "skips" are "skip"."""
    for ending in ("ing", "ed", "es", "s"):
        stem = word.removesuffix(ending)
        if stem != word and len(stem) > 2:
            doubled = ending in ("ing", "ed") and stem[-1] == stem[-2] and stem[-1] not in "ls"
            return stem[:-1] if doubled else stem
    return word


def _cover(book: Rulebook) -> BookView:
    return BookView(
        href=reverse("rulebook", args=[book.game]),
        name=book.name,
        tile=tile(book.game, book.name),
        how=book.how.strip(),
        source=book.source.rstrip("."),
        begin=reverse("setup", args=[book.game]) if book.game in PRESENTERS else "",
    )


def _book(book: Rulebook, q: str, rulings: Rulings) -> BookView:
    """The whole book, or the clauses that have every word of what is looked for, those by title first."""
    wanted = q.casefold().split()
    clauses = (each for each in book.clauses if all(word in _text(each, book.game) for word in wanted))
    found = sorted(clauses, key=lambda each: sum(word not in each.title.casefold() for word in wanted))
    return replace(_cover(book), clauses=tuple(_clause(book, each, rulings) for each in found))


def _text(clause: Clause, game: str) -> str:
    """All that is looked through."""
    name = _name(clause.number, game)
    return f"{name} {clause.title} {clause.text} {clause.ours} {clause.example}".casefold()


def _name(number: str, game: str) -> str:
    """What a clause is called; those of a score sheet, which are cited nowhere, by their numbers."""
    return rule_name(f"{game} {number}") or f"Rule {number}"


def _clause(book: Rulebook, clause: Clause, rulings: Rulings) -> ClauseView:
    return ClauseView(
        anchor=anchor_of(clause.number),
        href=clause_url(f"{book.game} {clause.number}"),
        name=_name(clause.number, book.game),
        title=clause.title,
        text=clause.text,
        reading=clause.reading,
        author=clause.author,
        see=tuple(
            Link(href=clause_url(f"{book.game} {number}"), text=_name(number, book.game))
            for number in clause.see
        ),
        ours=clause.ours,
        example=clause.example,
        ruled=tuple(rulings.get(f"{book.game} {clause.number}", ())),
    )


def _rulings(request: TableRequest, key: str) -> Rulings:
    """The newest rulings of the crew's own games by the clause that they cite, no two with the same words."""
    found: dict[str, dict[str, Ruled]] = {}
    for played in lately(request.visitor, key):
        when = day(night_of(played.game.created_at))
        for entry in played.entries:
            for cite in entry.outcome.get("rulings", ()):
                rows = found.setdefault(cite["rule"], {})
                if len(rows) < RULINGS and cite["text"] not in rows:
                    href = log_row_url(played.game.public_id, entry.seq)
                    rows[cite["text"]] = Ruled(href=href, text=cite["text"], when=when)
    return {rule: rows.values() for rule, rows in found.items()}


def _found(books: Iterable[BookView], q: str) -> str:
    number = sum(len(book.clauses) for book in books)
    if not number:
        return f"No rule contains “{q}”. Try fewer or shorter words."
    return f"1 rule contains “{q}”." if number == 1 else f"{number} rules contain “{q}”."
