"""What a `rulebook.toml` may say of a clause, and what is refused there."""

from __future__ import annotations

import msgspec
import pytest

from referee.rules import rulebook

HEAD = 'game = "go"\nname = "Go"\nsource = "A book"\nhow = "Play."\n\n[[clause]]\n'


def clause(lines: str) -> rulebook.Clause:
    """The one clause of a rulebook with these lines."""
    return rulebook.read(HEAD + lines).clauses[0]


def test_an_authors_clause_may_have_an_addition_of_ours() -> None:
    found = clause('number = "2"\ntitle = "Komi"\ntext = "White gets it."\nours = "It is 6.5."\n')
    assert (found.ours, found.reading, found.settled) == ("It is 6.5.", False, False)


def test_a_settled_point_is_our_reading_or_the_authors_own_rule() -> None:
    lines = 'number = "settled 1"\ntitle = "Ko"\ntext = "Not at once."\n'
    reading, author = clause(lines + "reading = true"), clause(lines + "author = true")
    assert (reading.reading, author.reading) == (True, False)
    assert reading.settled
    assert author.settled
    assert clause(lines + 'author = true\nours = "Super-ko too."').ours == "Super-ko too."


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ('number = "1"\nreading = true', "only a settled point"),
        ('number = "1"\nauthor = true', "only a settled point"),
        ('number = "settled 1"', "either our `reading` or the `author`"),
        ('number = "settled 1"\nreading = true\nauthor = true', "either our `reading` or the `author`"),
        ('number = "settled 1"\nreading = true\nours = "More."', "ours as a whole"),
        ('number = "1"\nours = ""', "ours"),
        ('number = "1"\nours = "no full stop"', "ours"),
        ('number = "1"\nours = true', "ours"),
        ('number = "settled 1"\nauthor = "yes"', "author"),
        ('number = "1"\nmine = "More."', "mine"),
    ],
)
def test_marks_that_are_malformed_or_contradict_each_other_are_refused(lines: str, said: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=said):
        clause(f'title = "Ko"\ntext = "Not at once."\n{lines}\n')
