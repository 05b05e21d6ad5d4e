"""The checklist in docs/security.md: each requirement has its line."""

from __future__ import annotations

import re

from tests.conftest import ROOT

DOCUMENT = ROOT / "docs" / "security.md"
#: The requirements of levels 1 and 2 in ASVS 5.0: of each section the numbers, those of level 3 left out.
WANTED = """
1.1 1-2|1.2 1-9|1.3 1-11|1.4 1-3|1.5 1-2|2.1 1-3|2.2 1-3|2.3 1-4|2.4 1|3.2 1-2|3.3 1-4|3.4 1-6|3.5 1-5
3.7 1-2|4.1 1-3|4.2 1|4.3 1-2|4.4 1-4|5.1 1|5.2 1-3|5.3 1-2|5.4 1-3|6.1 1-3|6.2 1-12|6.3 1-4|6.4 1-4
6.5 1-5|6.6 1-3|6.8 1-4|7.1 1-3|7.2 1-4|7.3 1-2|7.4 1-5|7.5 1-2|7.6 1-2|8.1 1-2|8.2 1-3|8.3 1|8.4 1
9.1 1-3|9.2 1-4|10.1 1-2|10.2 1-2|10.3 1-4|10.4 1-11|10.5 1-5|10.6 1-2|10.7 1-3|11.1 1-2|11.2 1-3
11.3 1-3|11.4 1-4|11.5 1|11.6 1|12.1 1-3|12.2 1-2|12.3 1-4|13.1 1|13.2 1-5|13.3 1-2|13.4 1-5|14.1 1-2
14.2 1-4|14.3 1-3|15.1 1-3|15.2 1-3|15.3 1-7|16.1 1|16.2 1-5|16.3 1-4|16.4 1-3|16.5 1-3|17.1 1|17.2 1-4
17.3 1-2
"""
LINE = re.compile(r"^- ([\d., ]+): (.*)$", re.MULTILINE)
VERDICT = re.compile(r"\*\*(yes|by Django|none|owner|not)\*\*")
MODULE = re.compile(r"`tests/[\w/]+\.py`")


def wanted() -> list[str]:
    """The numbers of all requirements."""
    found = []
    for part in re.split(r"[|\n]", WANTED.strip()):
        section, span = part.split(" ")
        first, _, last = span.partition("-")
        found += [f"{section}.{number}" for number in range(int(first), int(last or first) + 1)]
    return found


def test_every_requirement_has_one_line() -> None:
    assert len(wanted()) == 253
    told = [number for found in LINE.finditer(DOCUMENT.read_text()) for number in found[1].split(", ")]
    assert sorted(told) == sorted(wanted())


def test_every_line_says_how_it_is_with_a_module_of_tests_or_a_reason() -> None:
    for found in LINE.finditer(DOCUMENT.read_text()):
        assert VERDICT.match(found[2]), found[0]
        assert MODULE.search(found[2]) or len(found[2]) > len("**yes**, ") or "**none**" in found[2], found[0]


def test_every_event_of_the_security_log_is_in_the_document() -> None:
    sources = [path.read_text() for path in (ROOT / "referee").rglob("*.py")]
    noted = {event for source in sources for event in re.findall(r'\bnote\(\s*request, "(\w+)"', source)}
    assert len(noted) > 20
    text = DOCUMENT.read_text()
    assert [event for event in sorted(noted) if event not in text] == []
