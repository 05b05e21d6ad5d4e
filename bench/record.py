"""The record's pages with years of play behind them, beside the same pages of a crew that has just begun.

Two databases, each served as `make run` does: a crew of 100 games, and one of 10,000 games of 40 hands beside
1,000,000 games of others. `bench.make_games` fills them by random play, in some seven minutes of processor
time and seven gigabytes; they stay in build/record for the next run, and what was cut off goes on. For less::

    RECORD_GAMES=1000 RECORD_OTHERS=20000 .venv/bin/python -m bench.record

After a change some pages alone can be asked, by words of their names: `-m bench.record season calendar`.

Every page is asked of both in turn, so that a slow moment of the machine meets both. Printed: the ratio of
the medians of the server's processor time, which others on the machine hardly touch, and how many queries
the page takes on either side. What finds fewer games in the small crew is marked: it is beside a whole page
of that crew's history, since twenty cards cost more than one, however many games there are.
"""

from __future__ import annotations

import http.client
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from html import unescape
from pathlib import Path
from statistics import median

from bench.counting import COST, HEADER
from bench.tap import server
from bench.wanted import Findings

FOLDER = Path(os.environ.get("RECORD_FOLDER", "build/record")).resolve()
SMALL = 100
GAMES = int(os.environ.get("RECORD_GAMES", "10000"))
HANDS = int(os.environ.get("RECORD_HANDS", "40"))
OTHERS = int(os.environ.get("RECORD_OTHERS", "1000000"))
ROUNDS = int(os.environ.get("RECORD_ROUNDS", "30"))
#: Pages of the history that are turned to come to its middle, in the large crew.
DEEP = 250
WANTED = 3
#: What is measured: its name, and the page on which a link to it stands, or its own address.
FIXED = {
    "home": "/",
    "history": "/games/",
    "players": "/players/",
    "crew": "/crew/",
    "leaders": "/crew/leaders/?game=score_sheet",
    "leaders of a year": "/crew/leaders/?game=score_sheet&period=2025",
    "leaders of a month": "/crew/leaders/?game=score_sheet&period=2025-12",
    "leaders of every game": "/crew/leaders/?game=all",
    "leaders of every game in a year": "/crew/leaders/?game=all&period=2025",
    "seasons": "/crew/seasons/",
    "nights": "/crew/nights/?year=2025",
    "nights of a month": "/crew/nights/?month=2025-12",
    "records": "/crew/records/?game=score_sheet",
    "a year in pictures": "/crew/years/2025/",
    "regular nights": "/crew/nights/regular/",
    "the calendar as a file": "/crew/nights/calendar.ics",
    "titles": "/crew/titles/",
    "a title": "/crew/titles/?title=score_sheet",
    "sheets": "/sheets/",
    "settings": "/settings/",
    "discarded games": "/games/discarded/",
    "export and import": "/crew/export/",
    "a new game": "/new/score_sheet/",
    "history of ZAR": "/games/?game=zar",
    "history, open games": "/games/?state=open",
    "history of a month": "/games/?since=2025-11-01&until=2025-11-30",
    "history by a name": "/games/?q=ann",
    "history by a rare name": "/games/?q=leo",
    "history by no word": "/games/?q=nowhere",
    "history of sheets by no word": "/games/?game=score_sheet&q=nowhere",
}
#: What goes on as long as the crew has games: measured until its first bytes are there.
BEGUN = {"the export, begun": "/crew/export/crew.zip", "games as CSV, begun": "/crew/export/games.csv"}
#: Pages found by the first address of theirs on another page: its name, that page, and how the address reads.
FOUND = (
    ("a season", "/crew/seasons/", r"(/crew/seasons/[\w-]{22}/)", ""),
    ("a night", "/crew/nights/?year=2025", r"(/crew/nights/[\d-]{10}/)", ""),
    ("sharing a night", "/crew/nights/?year=2025", r"(/crew/nights/[\d-]{10}/)", "picture/"),
    ("the calendar as a link", "/crew/nights/regular/", r"(/c/[\w-]{22}/nights\.ics)", ""),
    ("the feed of results", "/crew/nights/regular/", r"(/f/[\w-]{22}/results\.atom)", ""),
)
#: Pages of one game, and of one player, by their ids.
OF_A_GAME = {
    "a game": "/games/%s/",
    "its log": "/t/%s/log/",
    "its replay": "/games/%s/replay/1/",
    "sharing it": "/games/%s/share/",
    "another round of it": "/new/score_sheet/?rematch=%s",
}
#: How a game in a list begins.
CARD = '<li class="panel '
#: Where the link stands by which those who were not there see the result.
SHARED = r"(/r/[\w-]{22}/)"
OF_A_PLAYER = {
    "a player": "/players/%s/",
    "a player's score sheets": "/players/%s/?game=score_sheet",
    "a player's year": "/players/%s/?period=2025",
    "a player's 90 days": "/players/%s/?period=90-days",
    "editing a player": "/players/%s/edit/",
    "merging players": "/players/%s/merge/",
    "history of a player": "/games/?player=%s",
    "history of a player's ZAR": "/games/?player=%s&game=zar",
    "history of a player's rare game": "/games/?player=%s&game=zarathustra",
    "history of a player's open games": "/games/?player=%s&state=open",
    "history of a player by no word": "/games/?player=%s&q=nowhere",
}


class Reader:
    """A phone of the crew that only looks: one connection, one cookie."""

    def __init__(self, port: int, cookie: str) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port)
        self._headers = {"Cookie": cookie}

    def get(self, path: str) -> tuple[float, int, str]:
        """Seconds of processor time, the queries of the page, and the page; "" for one that is not there.

        Of what is begun it is the time until then. Raises SystemExit for an answer that is no page.
        """
        begun = path in BEGUN.values()
        if begun:
            # What is cut off costs its connection.
            self._connection.close()
        start = time.perf_counter()
        self._connection.request("GET", path, headers=self._headers)
        response = self._connection.getresponse()
        read = response.read1() if begun else response.read()
        seconds = time.perf_counter() - start
        if begun:
            response.close()
            self._connection.close()
        else:
            seconds = float(response.headers[COST])
        if response.status not in (200, 404):
            raise SystemExit(f"{path} answered {response.status}.")
        text = read.decode(errors="replace") if response.status == 200 else ""
        return seconds, int(response.headers[HEADER]), text

    def pages(self) -> Iterator[tuple[str, str]]:
        """The pages there are to measure, by what they are, each read once."""
        for name, path in (FIXED | BEGUN).items():
            if self.get(path)[2]:
                yield name, path
        for name, page, pattern, more in FOUND:
            if path := _id(self.get(page)[2], pattern):
                yield name, path + more
        history, players = self.get("/games/")[2], self.get("/players/")[2]
        if game := _id(history, r"/games/([\w-]{22})/"):
            yield from self._parts(game, OF_A_GAME)
            if shared := _id(self.get(OF_A_GAME["sharing it"] % game)[2], SHARED):
                yield "a shared result", shared
        if person := _id(players, r"/players/([\w-]{22})/"):
            yield from self._parts(person, OF_A_PLAYER)
        if history:
            yield "history, deep", self._deep()
        # While the other side is read through, the server would end it.
        self._connection.close()

    def _parts(self, public_id: str, pages: Mapping[str, str]) -> Iterator[tuple[str, str]]:
        for name, address in pages.items():
            if self.get(address % public_id)[2]:
                yield name, address % public_id

    def _deep(self) -> str:
        path = "/games/"
        for _ in range(DEEP):
            older = re.search(r'rel="next" href="([^"]+)"', self.get(path)[2])
            if not older:
                return path
            path = unescape(older[1])
            if path.startswith("?"):
                path = f"/games/{path}"
        return path


def _id(page: str, pattern: str) -> str:
    found = re.search(pattern, page)
    return found[1] if found else ""


def filled(folder: Path, games: int, others: int) -> str:
    """The cookie of a phone of the large crew in a data folder, which is filled as far as it is not yet."""
    folder.mkdir(parents=True, exist_ok=True)
    env = os.environ | {"DATA_DIR": str(folder)}
    migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    subprocess.run(migrate, env=env, check=True)
    wanted = ["--games", str(games), "--hands", str(HANDS), "--others", str(others)]
    with subprocess.Popen(
        [sys.executable, "-m", "bench.make_games", *wanted], env=env, stdout=subprocess.PIPE, text=True
    ) as made:
        last = ""
        for last in made.stdout or ():
            print(f"  {folder.name}: {last}", end="", flush=True)
    cookie = re.search(r"crew=\S+", last)
    if made.returncode or not cookie:
        raise SystemExit("The database was not filled.")
    return cookie[0]


def main() -> int:
    found = Findings()
    large = f"{GAMES}-{HANDS}-{OTHERS}"
    folders = {"100": (SMALL, 0), large: (GAMES, OTHERS)}
    with ExitStack() as stack:
        readers = []
        for name, (games, others) in folders.items():
            cookie = filled(FOLDER / name, games, others)
            port = stack.enter_context(server(str(FOLDER / name), "bench.counting"))
            readers.append(Reader(port, cookie))
        pages = [dict(reader.pages()) for reader in readers]
        print(f"crew of {SMALL} games / crew of {GAMES} games of {HANDS} hands beside {OTHERS} games")
        words = sys.argv[1:]
        for name in pages[0]:
            if name in pages[1] and (not words or any(word in name for word in words)):
                paths = [each[name] for each in pages]
                shown = [reader.get(path)[2].count(CARD) for reader, path in zip(readers, paths, strict=True)]
                fewer = shown[0] < shown[1]
                if fewer:
                    paths[0] = FIXED["history"]
                _measure(found, name + " *" * fewer, readers, paths)
    return found.status()


def _measure(found: Findings, name: str, readers: list[Reader], paths: list[str]) -> None:
    seconds: list[list[float]] = [[], []]
    queries = [0, 0]
    for _ in range(ROUNDS):
        for side, (reader, path) in enumerate(zip(readers, paths, strict=True)):
            took, queries[side], _ = reader.get(path)
            seconds[side].append(took)
    small, large = map(median, seconds)
    ratio = found.at_most(name, large / small, WANTED)
    took_ms = f"{small * 1e3:6.1f} ms, {large * 1e3:6.1f} ms"
    print(f"{name + ':':<34}{took_ms}  ratio {ratio}  queries {queries[0]}, {queries[1]}")


if __name__ == "__main__":
    sys.exit(main())
