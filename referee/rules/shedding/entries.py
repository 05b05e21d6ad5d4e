"""What an entry says of a card: whether it can be so on this table, and what may be declared with it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from referee.rules.engine import Cite, Refused, Ruling, StateT
from referee.rules.sentences import Facts, joined
from referee.rules.shedding.moves import Play
from referee.rules.shedding.state import Agreed, Live, Top


def agrees(options: Agreed, top: Top, identity: str) -> bool:
    """Whether a card can be the same as the top one, as far as both are named."""
    if identity in options.kinds or top.identity in options.kinds:
        return options.kind(identity) == options.kind(top.identity)
    return identity == top.identity


def identical(options: Agreed, given: Sequence[str]) -> bool:
    """Whether cards are, as far as they are named, copies of one."""
    different = set(given)
    if len(different) <= 1:
        return True
    named = different.difference(options.kinds)
    return len(named) == 1 and len({options.kind(card) for card in different}) == 1


def may_declare(options: Agreed, identity: str) -> tuple[str | None, ...]:
    """What may be declared with a card; None is no declaration, which a kind alone may do without."""
    allowed = options.declared.get(options.kind(identity), ())
    return (None, *allowed) if identity in options.kinds or not allowed else allowed


def declared_wrongly(options: Agreed, move: Play, identity: str) -> Refused | None:
    """Refused when a declaration is missing, of the wrong sort, or given where none is due."""
    allowed = may_declare(options, identity)
    if move.declare in allowed:
        return None
    if allowed == (None,):
        return Refused("invalid", None, "{card:A} declares nothing: leave that out.", {"card": identity})
    facts: Facts = {"card": identity, "allowed": joined([word for word in allowed if word], "or")}
    return Refused("invalid", None, "{card:A} needs a declaration: choose {allowed}.", facts)


def cannot_be(state: Live[Agreed], move: Play) -> Refused | None:
    """An entry error: more cards than are held, or more copies than are left."""
    held = state.hands[move.player]
    if len(move.cards) > held:
        facts: Facts = {"player": move.player, "held": held, "n": len(move.cards)}
        message = "{player} holds {held:card|cards}, not {n}: check the entry, or recount the hand."
        return Refused("impossible", state.options.clauses.entry, message, facts)
    return too_many(state.options, state.laid, move.cards)


def too_many(options: Agreed, laid: dict[str, int], given: tuple[str, ...]) -> Refused | None:
    """Refused when cards would be on the table more often than the deck has them."""
    names = set(given) if options.track == "full" else set(given) | {options.kind(card) for card in given}
    lying = with_cards(laid, given)
    for name in sorted(names):
        if _count(options, lying, name) > options.copies(name):
            facts: Facts = {"card": name, "n": options.copies(name)}
            message = "The {card} exists only {n:time|times}: check the entry."
            if not options.copies(name):
                message = "No {card} is in the deck of this game: check the entry."
            return Refused("impossible", options.clauses.entry, message, facts)
    return None


def with_cards(laid: Mapping[str, int], given: Iterable[str]) -> dict[str, int]:
    """How often each card is on the table when these have come to it.

    >>> with_cards({"blue sun": 1}, ["blue sun", "red moon"])
    {'blue sun': 2, 'red moon': 1}
    """
    lying = dict(laid)
    for card in given:
        lying[card] = lying.get(card, 0) + 1
    return lying


def _count(options: Agreed, pile: Mapping[str, int], name: str) -> int:
    if name in options.kinds:
        return sum(number for card, number in pile.items() if options.kind(card) == name)
    return pile.get(name, 0)


def no_such_multiple(options: Agreed, given: Sequence[str]) -> Refused | None:
    """In quick tracking the cards of one kind are taken as identical, so there are only so many."""
    if len(given) > options.alike and identical(options, given):
        message = "No card exists more than {n:time|times}: check the entry."
        return Refused("impossible", options.clauses.entry, message, {"n": options.alike})
    return None


def overrule(ruling: Ruling[StateT], objection: Refused | None, why: str | None) -> Ruling[StateT]:
    """The ruling on a play that the table lets stand, which says first what was against it."""
    if objection is None or objection.rule is None:
        return ruling
    facts: Facts = {"why": (why or "").rstrip(" ."), "was": objection.text}
    overruled = Cite(objection.rule, "Overruled by the table ({why}), though: {was}", facts)
    return replace(ruling, cites=(overruled, *ruling.cites))
