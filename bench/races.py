"""Who was first, as two phones measure it: how often that is wrong where it is said to be sure.

A race is two presses some time apart (a normal distribution of 150 ms, as when two people react to one card),
on two phones whose clocks are off by anything, drift by up to 100 millionths, and were set up to a minute ago
by the fastest of 8 exchanges with the server. A round trip takes 5 to 400 ms, as likely 5 to 10 as 200 to
400, with a wait of its own each time. It is shared between there and back in any way; then once more with
each phone at one of two ends, a tenth there or a tenth back. What the phones send is judged as the table
judges it: with the doubt of `static/clock.js`, rounded as in `referee.table.races`, and no evidence where the
doubt is above 150 ms.
"""

from __future__ import annotations

import argparse
import math
import random
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from bench.wanted import Findings
from referee.rules.races import Press, order

EXCHANGES, EVERY, DRIFT = 8, 60_000, 1e-4
FASTEST, SLOWEST, MOST_DOUBT = 5.0, 400.0, 150
REACTION = 150.0
#: In per cent.
MOST_WRONG = 0.1


class Told(NamedTuple):
    """A press as the phone tells it by the server's clock, and its doubt; milliseconds."""

    at: float
    doubt: float


def told(pressed: float, there: float, chance: random.Random) -> Told:
    """What a phone makes of a press, from exchanges up to a minute before; `there` is that way's share."""
    usual = math.exp(chance.uniform(math.log(FASTEST), math.log(SLOWEST)))
    offset, doubt = min(
        (_exchange(usual, there, chance) for _ in range(EXCHANGES)), key=lambda found: found[1]
    )
    age = chance.uniform(0, EVERY)
    drift = chance.uniform(-DRIFT, DRIFT) * age
    return Told(pressed + offset + drift, doubt + age * DRIFT)


def _exchange(usual: float, there: float, chance: random.Random) -> tuple[float, float]:
    """By how much the clock is set wrong, and half the round trip."""
    out, home = (chance.expovariate(5 / usual) for _ in range(2))
    way, trip = usual * there + out, min(usual + out + home, SLOWEST)
    return min(way, trip) - trip / 2, trip / 2


def run(number: int, share: Callable[[], float], chance: random.Random) -> Counter[str]:
    """How many races came out how."""
    found: Counter[str] = Counter()
    for _ in range(number):
        gap = chance.gauss(0, REACTION)
        one, two = told(0, share(), chance), told(gap, share(), chance)
        if max(one.doubt, two.doubt) > MOST_DOUBT:
            found["untimed"] += 1
            continue
        begins = min(one.at, two.at)
        said = order(
            *(Press(at=math.floor(each.at - begins), doubt=math.ceil(each.doubt)) for each in (one, two))
        )
        found["sure" if said.sure else "close"] += 1
        found["wrong"] += said.sure and (said.first == 0) != (gap > 0)
    return found


def main() -> int:
    """Runs the races and prints what came of them; the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--races", type=int, default=100_000)
    number = parser.parse_args().races
    findings = Findings()
    chance = random.Random(20261122)
    ways: dict[str, Callable[[], float]] = {
        "shared in any way": chance.random,
        "a tenth one way": lambda: chance.choice((0.1, 0.9)),
    }
    for name, share in ways.items():
        found = run(number, share, chance)
        wrong = 100 * found["wrong"] / max(found["sure"], 1)
        parts = (f"{said} {100 * found[said] / number:.1f} %" for said in ("sure", "close", "untimed"))
        print(f"{name}: {', '.join(parts)} of {number} races;")
        print(f"  wrong where sure, in per cent: {findings.at_most(name, wrong, MOST_WRONG)}")
    return findings.status()


if __name__ == "__main__":
    raise SystemExit(main())
