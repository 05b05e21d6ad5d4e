"""What games come to: facts of a seat, sums by month, year and all time, ratings, nights."""

from scoring import tallies
from scoring.crew import Visitor
from scoring.models import Game, Night, Rating, Tally
from tests.scoring.toy import DEAL, END, Phone, score


def crew_of(phone: Phone) -> int:
    return phone.game.crew_id


def test_an_ended_game_is_due_and_is_tallied_once(phone: Phone) -> None:
    phone.tap(DEAL)
    phone.tap(score("Bob", 7))
    assert not phone.game.due
    assert tallies.catch_up(crew_of(phone)) == 0
    assert not Tally.objects.exists()
    phone.tap(END)
    assert phone.game.due
    assert tallies.catch_up(crew_of(phone)) == 0
    assert not phone.game.due
    ann = phone.game.seats.get(name="Ann").player
    facts = tallies.of_player(ann)["toy"]
    assert (facts.games, facts.wins, facts.hands_won) == (1, 1, 0)
    print(facts)
    assert tallies.ratings(ann)["toy"].games == 1
