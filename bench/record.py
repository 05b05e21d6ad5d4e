"""The record's pages with years of play behind them, beside the same pages of a crew that has just begun.

Two databases, each served as `make run` does: a crew of 100 games, and one of 10,000 games of 40 hands beside
20,000 games of others. `bench.make_games` fills them by random play, in some minutes; they stay in
build/record for the next run, and what was cut off goes on. For less::

    RECORD_GAMES=1000 RECORD_OTHERS=2000 .venv/bin/python -m bench.record

After a change some pages alone can be asked, by parts of their addresses: `-m bench.record seasons .ics`.

Every page is asked of both in turn, so that a slow moment of the machine meets both. Printed: the ratio of
the medians of the server's processor time, which others on the machine hardly touch, and how many queries
the page takes on either side. What finds fewer games in the small crew is marked: it is beside a whole page
of that crew's history, since twenty cards cost more than one, however many games there are.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from contextlib import ExitStack, suppress
from pathlib import Path
from statistics import median

from bench.app import CHECKOUT, app
from tests.phones import Phone

FOLDER = Path(os.environ.get("RECORD_FOLDER", CHECKOUT / "build/record")).resolve()
SMALL = 100
GAMES = int(os.environ.get("RECORD_GAMES", "10000"))
HANDS = int(os.environ.get("RECORD_HANDS", "40"))
OTHERS = int(os.environ.get("RECORD_OTHERS", "20000"))
ROUNDS = int(os.environ.get("RECORD_ROUNDS", "30"))
WANTED = 3
#: How a game in a list begins.
CARD = '<li class="panel '
#: What is cut off as soon as it begins.
BEGUN = ("/crew/export/crew.zip", "/crew/export/games.csv")
#: What is parts on a page: the address of another one, or a part of it.
FOUND = {
    "season": ("/crew/seasons/", r"/crew/seasons/([\w-]{22})/"),
    "night": ("/crew/nights/?year=2025", r"/crew/nights/([\d-]{10})/"),
    "calendar": ("/crew/nights/regular/", r"(/c/[\w-]{22}/nights\.ics)"),
    "feed": ("/crew/nights/regular/", r"(/f/[\w-]{22}/results\.atom)"),
    "deep": ("/games/?until=2023-06-30", r'rel="next" href="[^"]*(after=[^"&]+)"'),
    "game": ("/games/", r"/games/([\w-]{22})/"),
    "result": ("/games/{game}/share/", r"(/r/[\w-]{22}/)"),
    "player": ("/players/", r"/players/([\w-]{22})/"),
}
PAGES = """
/ /players/ /crew/ /sheets/ /settings/ /games/discarded/ /crew/export/ /new/score_sheet/ /crew/seasons/
/crew/seasons/{season}/ /crew/titles/ /crew/titles/?title=score_sheet /crew/records/?game=score_sheet
/crew/leaders/?game=all /crew/leaders/?game=all&period=2025 /crew/leaders/?game=score_sheet
/crew/leaders/?game=score_sheet&period=2025 /crew/leaders/?game=score_sheet&period=2025-12 /crew/years/2025/
/crew/nights/?year=2025 /crew/nights/?month=2025-12 /crew/nights/regular/ /crew/nights/calendar.ics
/crew/nights/{night}/ /crew/nights/{night}/picture/ {calendar} {feed} {result}
/games/ /games/?{deep} /games/?game=zar /games/?state=open /games/?since=2025-11-01&until=2025-11-30
/games/?q=ann /games/?q=leo /games/?q=nowhere /games/?game=score_sheet&q=nowhere
/games/{game}/ /t/{game}/log/ /games/{game}/replay/1/ /games/{game}/share/ /new/score_sheet/?rematch={game}
/players/{player}/ /players/{player}/?game=score_sheet /players/{player}/?period=2025
/players/{player}/?period=90-days /players/{player}/edit/ /players/{player}/merge/
/games/?player={player} /games/?player={player}&game=zar /games/?player={player}&game=zarathustra
/games/?player={player}&state=open /games/?player={player}&q=nowhere
"""


class Reader(Phone):
    """A phone of the crew that only looks."""

    def measure(self, path: str) -> tuple[float, int, str]:
        """Seconds of processor time, the queries of the page, and the page; "" for one that is not there.

        Of what is begun it is the time until then. Raises AssertionError for an answer that is no page.
        """
        begun = path in BEGUN
        answer = self.request("GET", path, whole=not begun)
        if answer.status != 404:
            answer.expect(200)
        seconds = answer.seconds if begun else float(answer.headers["X-Processor-Time"])
        return seconds, int(answer.headers["X-Queries"]), answer.text if answer.status == 200 else ""

    def text(self, path: str) -> str:
        """The page; "" for one that is not there."""
        return self.measure(path)[2]

    def pages(self) -> dict[str, str]:
        """The addresses of the pages that there are, each read once."""
        parts, there = dict[str, str](), dict[str, str]()
        for name, (page, pattern) in FOUND.items():
            if match := re.search(pattern, self.text(page.format(**parts))):
                parts[name] = match[1]
        for page in (*PAGES.split(), *BEGUN):
            with suppress(KeyError):
                path = page.format(**parts)
                if self.text(path):
                    there[page] = path
        # While the other side is read through, the server would end it.
        self.close()
        return there


def filled(folder: Path, games: int, others: int) -> str:
    """The token of a phone of the large crew in a data folder, which is filled as far as it is not yet."""
    folder.mkdir(parents=True, exist_ok=True)
    env = os.environ | {"DATA_DIR": str(folder), "DJANGO_SETTINGS_MODULE": "referee.settings"}
    migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    subprocess.run(migrate, cwd=CHECKOUT, env=env, check=True)
    command = [sys.executable, "-m", "bench.make_games"]
    command += ["--games", str(games), "--hands", str(HANDS), "--others", str(others)]
    made = subprocess.run(command, cwd=CHECKOUT, env=env, check=True, stdout=subprocess.PIPE, text=True)
    return made.stdout.split("crew=")[-1].strip()


def main() -> int:
    missed = []
    folders = {"100": (SMALL, 0), f"{GAMES}-{HANDS}-{OTHERS}": (GAMES, OTHERS)}
    with ExitStack() as stack:
        readers = []
        for name, (games, others) in folders.items():
            token = filled(FOLDER / name, games, others)
            house = stack.enter_context(app(FOLDER / name, "bench.counting"))
            readers.append(Reader(house.port, {"crew": token}))
        pages = [reader.pages() for reader in readers]
        print(f"crew of {SMALL} games / crew of {GAMES} games of {HANDS} hands beside {OTHERS} games")
        for name in pages[0]:
            if name in pages[1] and (not sys.argv[1:] or any(word in name for word in sys.argv[1:])):
                paths = [each[name] for each in pages]
                shown = [reader.text(path).count(CARD) for reader, path in zip(readers, paths, strict=True)]
                fewer = shown[0] < shown[1]
                if fewer:
                    paths[0] = "/games/"
                if measured(name + " *" * fewer, readers, paths) > WANTED:
                    missed.append(name)
    print(f"At most {WANTED} was wanted." + (f" MISSED: {', '.join(missed)}" if missed else ""))
    return 1 if missed else 0


def measured(name: str, readers: list[Reader], paths: list[str]) -> float:
    """Prints what a page costs on either side; the ratio."""
    seconds: list[list[float]] = [[], []]
    queries = [0, 0]
    for _ in range(ROUNDS):
        for side, (reader, path) in enumerate(zip(readers, paths, strict=True)):
            took, queries[side], _ = reader.measure(path)
            seconds[side].append(took)
    small, large = map(median, seconds)
    took_ms = f"{small * 1e3:6.1f} ms, {large * 1e3:6.1f} ms"
    print(f"{name:<48}{took_ms}  ratio {large / small:.2f}  queries {queries[0]}, {queries[1]}")
    return large / small


if __name__ == "__main__":
    sys.exit(main())
