"""A made-up backup of BG Stats with every oddity of the format, and what has to come of it: from a seed."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

Json = dict[str, Any]

NAMES = (
    "Ann",
    "Bob",
    "Cat",
    "Élodie",
    "Tom",
    "tom",
    "Zoë von und zu der langen Straße am Fluss Numero 9",
    "Ida",
    "Jon",
)
GAMES: tuple[Json, ...] = (
    {"name": "Catan", "highestWins": True},
    {"name": "Mini Golf", "highestWins": False},
    {"name": "Skyjo", "highestWins": 0},
    {"name": "Pandemic", "highestWins": 1, "cooperative": 1, "noPoints": 1},
    {"name": "Werewolf", "highestWins": True, "noPoints": True, "usesTeams": True},
    {"name": "7 Wonders", "highestWins": "1"},
    {"name": "Catan: Seafarers", "highestWins": True},
    {"name": " Hearts\u00a0 ", "highestWins": False},
)
#: The base games; the others are expansions.
PLAYED = (1, 2, 3, 4, 5, 6, 8)
LOW = (2, 3, 8)


class Backup:
    """The document, and how each of its plays has to fare: "comes", "out" or "doubtful"."""

    def __init__(self, seed: int, plays: int) -> None:
        self.chance = random.Random(seed)
        self.fates: dict[str, str] = {}
        self.oddities: dict[str, int] = {}
        self.pictures = 0
        self.document: Json = {
            "about": "made up",
            "tags": [{"id": 1, "name": "unknown here"}],
            "challenges": [],
            "userInfo": {"meRefId": 1},
            "games": [
                {"id": n, "uuid": self.uuid(), "bggId": 13, "modificationDate": "2024-01-01 10:00:00"} | game
                for n, game in enumerate(GAMES, 1)
            ],
            "players": [
                {"id": n, "uuid": self.uuid(), "name": name, "isAnonymous": False, "bggUsername": ""}
                for n, name in enumerate(NAMES, 1)
            ]
            + [{"id": 90, "uuid": self.uuid(), "name": "Anonymous player", "isAnonymous": 1}],
            "locations": [{"id": 1, "uuid": self.uuid(), "name": "Home"}, {"id": 2, "name": "Café  Bar"}],
            "plays": [],
            "deletedObjects": [{"uuid": self.uuid(), "kind": "play"}],
        }
        odd = list(ODDITIES)
        for n in range(plays):
            play = self.play(n)
            name = odd[n % len(odd)]
            fate = ODDITIES[name](self, play) or "comes"
            self.fates[play.get("uuid", f"none {n}")] = fate
            self.oddities[name] = self.oddities.get(name, 0) + 1
            self.document["plays"].append(play)

    def uuid(self) -> str:
        """A uuid of chance, upper case as the app writes it."""
        return str(UUID(int=self.chance.getrandbits(128), version=4)).upper()

    def play(self, n: int) -> Json:
        """A play without oddities."""
        began = datetime(2019, 1, 1, 19, tzinfo=UTC) + timedelta(hours=31 * n, minutes=n % 50)
        game = self.chance.choice(PLAYED)
        people = self.chance.sample(range(1, 6), self.chance.randint(2, 4))
        scores = self.chance.sample(range(-5, 90), len(people))
        best = min(scores) if game in LOW else max(scores)
        return {
            "uuid": self.uuid(),
            "gameRefId": game,
            "locationRefId": self.chance.choice([0, 1, 2]),
            "playDate": f"{began:%Y-%m-%d %H:%M:%S}",
            "entryDate": f"{began:%Y-%m-%d %H:%M:%S}",
            "durationMin": self.chance.choice([0, 15, 90]),
            "rounds": 0,
            "rating": 0,
            "scoringSetting": 0,
            "manualWinner": False,
            "ignored": False,
            "usesTeams": False,
            "playImages": "[]",
            "board": "",
            "comments": "",
            "expansionPlays": [],
            "playerScores": [
                {
                    "playerRefId": person,
                    "score": str(score),
                    "winner": score == best and game != 4,
                    "startPlayer": False,
                    "newPlayer": False,
                    "rank": 0,
                    "seatOrder": 0,
                }
                for person, score in zip(people, scores, strict=True)
            ],
        }


def plain(_: Backup, play: Json) -> None:
    """A play as it should be."""


def ignored(_: Backup, play: Json) -> str:
    play["ignored"] = 1
    return "doubtful"


def incomplete(_: Backup, play: Json) -> str:
    play["incomplete"] = True
    return "doubtful"


def no_result(_: Backup, play: Json) -> None:
    play["gameRefId"] = 6
    for score in play["playerScores"]:
        score |= {"score": "", "winner": False}


def numbered_teams_that_are_none(_: Backup, play: Json) -> None:
    """The app writes a number for everybody, whether there are teams or not."""
    for n, score in enumerate(play["playerScores"]):
        score["team"] = str(n % 2)


def all_first_and_nobody_won(_: Backup, play: Json) -> None:
    for score in play["playerScores"]:
        score |= {"score": "0", "winner": False, "rank": 1}


def won_by_hand(_: Backup, play: Json) -> None:
    play["manualWinner"] = True
    for n, score in enumerate(play["playerScores"]):
        score |= {"score": "10", "winner": n == 1}


def won_against_the_scores(_: Backup, play: Json) -> None:
    for score in play["playerScores"]:
        score["winner"] = not score["winner"]


def cooperative(backup: Backup, play: Json) -> None:
    play["gameRefId"] = 4
    won = backup.chance.random() < 0.5
    for score in play["playerScores"]:
        score |= {"score": "", "winner": int(won)}


def no_points(_: Backup, play: Json) -> None:
    play["gameRefId"] = 5
    for n, score in enumerate(play["playerScores"]):
        score |= {"score": "", "winner": n == 0}


def ranks(_: Backup, play: Json) -> None:
    play["gameRefId"] = 6
    for n, score in enumerate(play["playerScores"]):
        score |= {"score": "", "winner": n == 0, "rank": n + 1}


def shared_ranks_alone(_: Backup, play: Json) -> None:
    """Nobody is called the winner, but two are first."""
    play["gameRefId"] = 6
    for n, score in enumerate(play["playerScores"]):
        score |= {"score": "", "winner": False, "rank": 1 if n < 2 else 3}


def own_way_and_low(_: Backup, play: Json) -> None:
    """Scored in another way than the game usually is: the winner tells in which."""
    play["scoringSetting"] = 2
    worst = min(int(score["score"]) for score in play["playerScores"])
    for score in play["playerScores"]:
        score["winner"] = int(score["score"]) == worst


def own_way_together(_: Backup, play: Json) -> None:
    play["scoringSetting"] = "4"
    for score in play["playerScores"]:
        score["winner"] = True


def own_way_by_ranks(_: Backup, play: Json) -> None:
    play |= {"scoringSetting": 3, "gameRefId": 4}
    for n, score in enumerate(play["playerScores"]):
        score |= {"score": "", "winner": False, "rank": n + 1}


def own_way_and_nobody(_: Backup, play: Json) -> str:
    play["scoringSetting"] = 1
    for score in play["playerScores"]:
        score["winner"] = False
    return "doubtful"


def teams_and_roles(_: Backup, play: Json) -> None:
    play["usesTeams"] = True
    for n, score in enumerate(play["playerScores"]):
        score |= {"team": "Red" if n % 2 else "Blue", "role": f"Seer {n}", "winner": bool(n % 2), "score": ""}


def sums(_: Backup, play: Json) -> None:
    for n, score in enumerate(play["playerScores"]):
        score |= {"score": f"{n}+3", "winner": False}


def commas_and_minuses(_: Backup, play: Json) -> None:
    for score, text in zip(play["playerScores"], ["3,5", "-4", "−2.25", "1,200"], strict=False):
        score |= {"score": text, "winner": False}


def scores_as_numbers(_: Backup, play: Json) -> None:
    for score in play["playerScores"]:
        score["score"] = int(score["score"])


def words_for_scores(_: Backup, play: Json) -> None:
    play["playerScores"][0] |= {"score": "DNF", "winner": False}
    play["playerScores"][1] |= {"score": "", "winner": True}


def old_names(_: Backup, play: Json) -> None:
    play["date"], play["duration"] = play.pop("playDate")[:10], play.pop("durationMin")


def yes_as_numbers(_: Backup, play: Json) -> None:
    play |= {"ignored": 0, "usesTeams": 0, "manualWinner": 1}
    for score in play["playerScores"]:
        score |= {"winner": int(score["winner"]), "startPlayer": 0}


def anonymous_twice(_: Backup, play: Json) -> None:
    play["playerScores"] = play["playerScores"][:2]
    play["playerScores"] += [{"playerRefId": 90, "score": "-50"}, {"playerRefId": 90, "score": "-60"}]
    for score in play["playerScores"]:
        score["winner"] = False


def seats_and_starter(_: Backup, play: Json) -> None:
    for n, score in enumerate(play["playerScores"]):
        score |= {"seatOrder": len(play["playerScores"]) - n, "startPlayer": n == 0}


def expansions_and_notes(_: Backup, play: Json) -> None:
    play |= {
        "expansionPlays": [{"gameRefId": 7}],
        "board": "5-6 players",
        "comments": "Rain.\r\nThen <b>sun</b>\u0007.",
    }


def pictures(backup: Backup, play: Json) -> None:
    play["playImages"] = '[{"name": "a.jpg"}, {"name": "b.jpg"}]'
    backup.pictures += 2


def alone(_: Backup, play: Json) -> None:
    play["playerScores"] = play["playerScores"][:1]


def same_name_twice(_: Backup, play: Json) -> None:
    """Tom and tom are two people."""
    play["playerScores"] = [{"playerRefId": 5, "score": "3"}, {"playerRefId": 6, "score": "9"}]


def long_names(_: Backup, play: Json) -> None:
    play["playerScores"].append({"playerRefId": 7, "score": None})


def nulls_and_unknown(_: Backup, play: Json) -> None:
    play |= {
        "locationRefId": None,
        "board": None,
        "comments": None,
        "metaData": "{}",
        "bggId": 4,
        "x": {"y": []},
    }


def long_ago_and_endless(_: Backup, play: Json) -> None:
    play |= {"playDate": "1999-12-31 23:59:59", "durationMin": 999_999}


def missing_game(_: Backup, play: Json) -> str:
    play["gameRefId"] = 999
    return "out"


def missing_player(_: Backup, play: Json) -> str:
    play["playerScores"][0]["playerRefId"] = 999
    return "out"


def no_date(_: Backup, play: Json) -> str:
    play["playDate"] = ""
    return "out"


def bad_date(_: Backup, play: Json) -> str:
    play["playDate"] = "0000-00-00 00:00:00"
    return "out"


def nobody(_: Backup, play: Json) -> str:
    play["playerScores"] = []
    return "out"


def too_many(_: Backup, play: Json) -> str:
    play["playerScores"] = [{"playerRefId": 90, "score": str(n)} for n in range(21)]
    return "out"


def one_player_twice(_: Backup, play: Json) -> str:
    play["playerScores"].append(dict(play["playerScores"][0]))
    return "out"


def no_play_at_all(_: Backup, play: Json) -> str:
    play["playerScores"] = "none"
    return "out"


def deleted(backup: Backup, play: Json) -> str:
    backup.document["deletedObjects"].append({"uuid": play["uuid"]})
    return "out"


ODDITIES: dict[str, Callable[[Backup, Json], str | None]] = {
    each.__name__: each
    for each in (
        *(plain, ignored, incomplete, no_result, won_by_hand, won_against_the_scores, cooperative, no_points),
        *(own_way_and_low, own_way_together, own_way_by_ranks, own_way_and_nobody),
        *(ranks, shared_ranks_alone, teams_and_roles, sums, commas_and_minuses, scores_as_numbers),
        *(words_for_scores, old_names, yes_as_numbers, anonymous_twice, seats_and_starter),
        *(expansions_and_notes, pictures, alone, same_name_twice, long_names, nulls_and_unknown),
        *(long_ago_and_endless, missing_game, missing_player, no_date, bad_date, nobody, too_many),
        *(one_player_twice, no_play_at_all, deleted, numbered_teams_that_are_none, all_first_and_nobody_won),
    )
}
