"""Clauses as people see them: what they are called, and where the rulebook has them."""

from __future__ import annotations

from functools import lru_cache

from django.urls import reverse

from referee.rules import rulebook
from referee.rules.engine import Cite, Refused
from referee.rules.record import Said
from referee.rules.rulebook import Clause
from referee.web.components import View


class Cited(View, frozen=True):
    """A sentence of the referee and the clause it rests on, such as `zar 5.2` ("" for none).

    `name` is what people call it, `href` where the rulebook has it; the macros `cite` and `clause` show them.
    """

    text: str
    rule: str = ""

    @property
    def name(self) -> str:
        return rule_name(self.rule)

    @property
    def number(self) -> str:
        """The clause's number in its rulebook."""
        return self.rule.partition(" ")[2]

    @property
    def href(self) -> str:
        return clause_url(self.rule) if self.rule else ""

    @property
    def clause(self) -> Clause:
        return _clause(self.rule)


def cite_of(said: Cite | Refused | Said) -> Cited:
    """What the referee says, with its clause."""
    return Cited(text=said.text, rule=said.rule or "")


def cited_clause(rule: str) -> Cited:
    """A clause by itself, in the rulebook's words. Raises KeyError for one that no rulebook has."""
    return Cited(text=_clause(rule).text, rule=rule)


def _clause(rule: str) -> Clause:
    return rulebook.load(rule.partition(" ")[0]).cited(rule)


@lru_cache(2048)
def rule_name(rule: str) -> str:
    """What people call a clause: "Rule 5.2" for `zar 5.2`, "FAQ 3", "Our reading 4" for `zar settled 4`.

    A settled point that is the author's own is "Author's ruling 7". "" for none, and for a score sheet: its
    three rules are the sentences themselves. Raises KeyError for a settled point that no rulebook has.
    """
    game, _, number = rule.partition(" ")
    if not number or game == "score_sheet":
        return ""
    if number.startswith("FAQ "):
        return number
    if not number.startswith("settled "):
        return f"Rule {number}"
    whose = "Our reading" if _clause(rule).reading else "Author’s ruling"
    return f"{whose} {number.removeprefix('settled ')}"


@lru_cache(2048)
def clause_url(rule: str) -> str:
    """Where the rulebook's page has a clause: `/rules/zar/#settled-4` for `zar settled 4`."""
    game, _, number = rule.partition(" ")
    return f"{reverse('rulebook', args=[game])}#{anchor_of(number)}"


def anchor_of(number: str) -> str:
    """The id of a clause on its page: `9.2.2`, `faq-1`, `settled-4`."""
    return number.lower().replace(" ", "-")
