"""How numbers, days and times are written on every page alike, and numbers read that were typed.

The words are English, as all of the app is; the order of a date and the clock are the asking phone's.
"""

from __future__ import annotations

import re
from contextvars import ContextVar
from datetime import date, datetime, time
from typing import NamedTuple

from django.template.defaultfilters import date as format_date
from django.template.defaultfilters import time as format_time
from django.utils import timezone
from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation.trans_real import parse_accept_lang_header

Number = int | float

#: From so many hours on a length is given in days.
_DAYS = 48


class DateFormats(NamedTuple):
    """Formats of Django's `date` filter: of a day, of one with its weekday, of that written out, of that
    without its year, and of a day as short as there is; and of a time.
    """

    day: str
    weekday: str
    long: str
    in_year: str
    short: str
    clock: str


USUAL = DateFormats("j M Y", "l j M Y", "l j F Y", "l j F", "j M", "H:i")
AMERICAN = DateFormats("M j, Y", "l, M j, Y", "l, F j, Y", "l, F j", "M j", "g:i a")
_AMERICAN_IN = frozenset({"en", "en-us", "en-ca", "en-ph"})

#: Those of the phone that is answered now; `middleware.client` sets them.
formats: ContextVar[DateFormats] = ContextVar("date_formats", default=USUAL)


def formats_of(accept_language: str) -> DateFormats:
    """The formats that go with an Accept-Language header: its first language counts.

    >>> formats_of("en-US,en;q=0.9") == AMERICAN, formats_of("de-DE,en;q=0.8") == USUAL
    (True, True)
    """
    languages = parse_accept_lang_header(accept_language)
    return AMERICAN if languages and languages[0][0] in _AMERICAN_IN else USUAL


def whole_number(text: object, *, digits: int = 9) -> int | None:
    """What a form or an address says as a number, of at most so many digits; None for anything else."""
    typed = str(text)
    return int(typed) if typed.isascii() and typed.isdigit() and len(typed) <= digits else None


def number_or_text(typed: object) -> int | str:
    """A number as it was typed, or the text that is none: the referee refuses it in words."""
    number = whole_number(typed)
    return str(typed) if number is None else number


def written(points: Number | str) -> str:
    """A number with a true minus, not a hyphen."""
    return str(points).replace("-", "−")


def signed(points: Number) -> str:
    """A number as what is added or taken off, with its sign; 0 has none."""
    return written(f"{points:+}") if points else "0"


def gained(points: Number | None) -> str:
    """What somebody got, with its sign; "0" for none, a dash for one who was not there."""
    return "–" if points is None else signed(points)


def instead_of(was: str, now: str) -> str:
    """What a sentence says now instead of what it said: of a list only the parts that differ.

    >>> instead_of("A round: Ann 57, Bob 12", "A round: Ann 36, Bob 12")
    'Ann 36 instead of 57'
    >>> instead_of("A deal: Ann & Cat \N{MINUS SIGN}57, Bob & Dan 12", "A deal: Ann & Cat 36, Bob & Dan 12")
    'Ann & Cat 36 instead of \N{MINUS SIGN}57'
    >>> instead_of("Declarer: Ann; Result: won", "Declarer: Ann; Hand; Result: won, schwarz")
    'Hand; Result: won, schwarz instead of won'
    >>> instead_of("Declarer: Ann; Hand; Bid: 18", "Declarer: Bob; Bid: 18")
    'Declarer: Bob instead of Ann; Hand cleared'
    >>> instead_of("Bob plays a red star", "Bob plays a red frog")
    'Bob plays a red frog instead of a red star'
    >>> instead_of("Tricks: Ann 1, Bob 0", "Tricks: Ann 1, Bob 1")
    'Tricks: Bob 1 instead of 0'
    >>> instead_of("Cat: First ball 7, Second ball /", "Cat: First ball 7, Second ball 3")
    'Cat: Second ball 3 instead of /'
    >>> instead_of("Frame 3, Ann: First ball 5, Second ball /", "Frame 3, Ann: First ball 7, Second ball /")
    'Frame 3, Ann: First ball 7 instead of 5'
    >>> instead_of("Bob plays a red star", "Cat plays a red star")
    'Cat instead of Bob plays a red star'
    >>> instead_of("Bob plays a red star", "Bob draws")
    'Bob draws instead of “Bob plays a red star”'
    """
    was, now = (re.sub(r"^An? \w+: ", "", text) for text in (was, now))
    if was == now:
        return now
    if "; " in was + now:
        old, new = ({part.partition(":")[0]: part for part in text.split("; ")} for text in (was, now))
        changed = [
            _instead_of(old[label], part) if label in old else part
            for label, part in new.items()
            if part != old.get(label)
        ]
        return "; ".join([*changed, *(f"{label} cleared" for label in old if label not in new)])
    before, after = was.split(", "), now.split(", ")
    if len(before) != len(after):
        return _instead_of(was, now)
    changes = ", ".join(_instead_of(old, new) for old, new in zip(before, after, strict=True) if old != new)
    # What all of them are, or whose, is said before the first, which may be as it was.
    label, colon, _ = now.partition(": ")
    whose = f"{label.split(', ')[-1]}: "
    return f"{label}: {changes.removeprefix(whose)}" if colon and before[0] == after[0] else changes


def _instead_of(was: str, now: str) -> str:
    old, new = was.split(" "), now.split(" ")
    pairs = zip(old, new, strict=False)
    same = next((place for place, (one, other) in enumerate(pairs) if one != other), min(len(old), len(new)))
    if not same and old[1:] == new[1:]:
        return f"{new[0]} instead of {was}"
    # Numbers, and the signs that stand for some.
    if all(words[same : same + 1] and words[same].upper() == words[same] for words in (old, new)):
        rest = old[same:] if old[same + 1 :] == new[same + 1 :] else None
        return f"{' '.join(new[: same + 1] if rest else new)} instead of {' '.join(rest or old[same:])}"
    # What has two words is told by both: from the verb on, or a colon.
    while same and not (new[same - 1].endswith(":") or (same > 1 and new[same - 1].endswith("s"))):
        same -= 1
    return f"{now} instead of {' '.join(old[same:])}" if same else f"{now} instead of “{was}”"


def day(when: date) -> str:
    """A day as people write it, such as 21 Nov 2026; of a moment the day where the table stands."""
    return format_date(_there(when), formats.get().day)


def weekday_and_day(when: date) -> str:
    """The same with its weekday."""
    return format_date(_there(when), formats.get().weekday)


def long_day(when: date, *, year: bool = True) -> str:
    """A day with its weekday, written out, such as Friday 20 November 2026; without its year where that is
    said already.
    """
    return format_date(_there(when), formats.get().long if year else formats.get().in_year)


def short_day(when: date) -> str:
    """A day where its year is said already and there is little room, such as 20 Nov."""
    return format_date(_there(when), formats.get().short)


def clock(when: datetime | time) -> str:
    """A time of day, such as 20:05, or 8:05 pm; of a moment the time where the table stands."""
    local = timezone.localtime(when) if isinstance(when, datetime) else when
    # Django's own "a" has dots, which no phone writes.
    return format_time(local, formats.get().clock).replace("a.m.", "am").replace("p.m.", "pm")


def day_and_time(when: datetime) -> str:
    """A moment with its day."""
    return f"{day(when)}, {clock(when)}"


def moment(when: datetime) -> str:
    """The same, but of today's "today"."""
    today = timezone.localtime(when).date() == timezone.localdate()
    return f"today, {clock(when)}" if today else day_and_time(when)


def lasted(minutes: int) -> str:
    """How long something took: "45 min", "2 h", "3 h 12 min", "3 days"."""
    hours, rest = divmod(minutes, 60)
    if hours >= _DAYS:
        return f"{hours // 24} days"
    return " ".join([f"{hours} h"] * bool(hours) + [f"{rest} min"] * bool(rest or not hours))


def _plural(what: str) -> str:
    """As `rules.sentences.plural`, which the pages' own words know nothing of; a test holds them together."""
    if what.endswith("y") and what[-2:-1] not in "aeiou":
        return f"{what[:-1]}ies"
    return f"{what}es" if what.endswith(("s", "x", "z", "ch", "sh")) else f"{what}s"


def many(number: int, what: str) -> str:
    """So many of them: "1 game", "2,000 games"."""
    return f"{number:,} {what if number == 1 else _plural(what)}"


def _there(when: date) -> date:
    return timezone.localtime(when) if isinstance(when, datetime) else when


#: Words of up to so many letters stay whole.
_SHORT = 6
#: Three letters from either end before a consonant with a vowel behind it; "th" is one sound, "fr" begins.
_SYLLABLE = re.compile(r"(?<=\w{3})(?=(?:[tcp]h|ck|fr|[^\W\daeiouyäöü])[aeiouyäöü]\w)(?<!(?=[tcp]h|ck|fr)\w)")


def hyphenated(name: str) -> str:
    """A name whose long words say where they may be broken, for a column that is narrower.

    >>> hyphenated("Bartholomäus").split("\N{SOFT HYPHEN}")
    ['Bar', 'tho', 'lo', 'mäus']
    >>> hyphenated("Siegfried").split("\N{SOFT HYPHEN}")
    ['Sieg', 'fried']
    """
    words = name.split(" ")
    return " ".join(_SYLLABLE.sub("\N{SOFT HYPHEN}", word) if len(word) > _SHORT else word for word in words)


def parted(name: str) -> SafeString:
    """The parts of a long name, each of which breaks at a syllable only where its column is narrower still.

    >>> parted("Anna-Katharina").replace("\N{SOFT HYPHEN}", "~")
    'Anna-<span>Katha~rina</span>'
    """
    parts = name.replace("-", "-\n").replace(" ", "\n \n").split("\n")
    if len(parts) < 2:
        return escape(hyphenated(name))
    spans = (format_html("<span>{}</span>", hyphenated(p)) if len(p) > _SHORT else p for p in parts)
    return format_html_join("", "{}", ((each,) for each in spans))
