"""The board: who may see it, what it shows of each game, and what a link that was cancelled still shows."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import msgspec
import pytest
from bs4 import BeautifulSoup, Tag
from django.conf import settings
from django.test import Client
from django.utils import timezone

from referee.games.board import huge_of
from referee.games.table_views import ActionLine
from referee.rules.score_sheet.shelf import shelf as sheets
from referee.stream import endpoint
from referee.stream.hub import HUB
from scoring.crew import invites, seats
from scoring.crew.visitor import COOKIE, Visitor
from scoring.discarding import discard
from scoring.log.tap_keys import new_key
from scoring.models import Game, Player, Share
from scoring.sharing import links
from tests.crew.tables import KINDS, chance_game
from tests.marks import long_except
from tests.table.inline import check_nothing_inline
from tests.table.page import Phone, Shown, client_of, name_of, new_game, shape, words
from tests.taps import make

pytestmark = pytest.mark.slow

NAMES = "Ann Bob Cat"


@pytest.fixture
def phone(ann: Visitor) -> Phone:
    """Ann's, at a table where Bob is on turn."""
    phone = Phone(ann, new_game(ann, NAMES))
    phone.tap("Ann deals")
    phone.tap("red moon")
    return phone


@pytest.fixture
def _quiet() -> Iterator[None]:
    """The hub forgets who was hung up on here."""
    before = dict(HUB._gone)
    yield
    HUB._gone.clear()
    HUB._gone.update(before)


def link_of(visitor: Visitor, game: Game) -> str:
    """Makes the board's link, and returns its path."""
    assert client_of(visitor).post(f"/games/{game.public_id}/board/link/").status_code == 303
    found = Share.objects.get(game=game, kind=Share.Kind.BOARD, revoked_at=None)
    return f"/b/{found.public_id}/"


def stream_of(shown: Shown) -> endpoint.Ticket | None:
    """What the address of the board's stream stands for."""
    live = shown.soup.select_one("#live")
    assert live
    return endpoint.read_ticket(str(live["hx-sse:connect"]))


def told(shown: Shown) -> str:
    return words(shown.soup.select_one(".words"))


def get(path: str, visitor: Visitor | None = None, *, part: bool = False) -> Shown:
    headers = {"HX-Request": "true"} if part else {}
    return Shown(client_of(visitor).get(path, headers=headers))


def board_path(game: Game) -> str:
    return f"/games/{game.public_id}/board/"


# --- who may see it


def test_the_board_is_the_crews_and_no_move_can_be_made_on_it(
    phone: Phone, bob: Visitor, cat: Visitor, dan: Visitor
) -> None:
    path = board_path(phone.game)
    for visitor in (bob, cat):
        shown = get(path, visitor)
        assert shown.response.status_code == 200
        assert shown.response["Cache-Control"] == "private, no-store"
        assert "Bob" in told(shown)
        assert shown.soup.select("a.leads-back")
        assert not shown.soup.select(
            "a:not(.leads-back), button:not([data-speak]), form, input, [hx-post], #board [hx-get]"
        )
        check_nothing_inline(shown)
    for stranger in (dan, None):
        assert get(path, stranger).response.status_code == 404


def test_a_link_shows_the_table_to_whoever_has_it_and_asks_nobody_who_they_are(
    phone: Phone, ann: Visitor
) -> None:
    path = link_of(ann, phone.game)
    client = Client()
    response = client.get(path)
    shown = Shown(response)
    assert "Bob" in told(shown)
    assert (response.cookies.get(COOKIE), response["Cache-Control"]) == (None, "private, no-store")
    assert "noindex" in response["X-Robots-Tag"]
    assert response["Referrer-Policy"] == "no-referrer"
    # Nothing leads into the crew: all addresses are files, the link's own, and its stream.
    leads = [
        str(node[name]) for name in ("href", "action", "hx-get") for node in shown.soup.select(f"[{name}]")
    ]
    assert {lead for lead in leads if not lead.startswith((settings.STATIC_URL, path))} == set()
    ticket = stream_of(shown)
    assert ticket
    assert (ticket.game, ticket.crew) == (phone.game.public_id, phone.game.crew_id)
    assert ticket.phone < 0, "it is no phone of the crew"


@pytest.mark.usefixtures("_quiet")
def test_a_cancelled_link_is_gone_at_once_and_its_stream_too(phone: Phone, ann: Visitor) -> None:
    path = link_of(ann, phone.game)
    ticket = stream_of(get(path))
    assert ticket
    assert not HUB.is_gone(ticket.phone, since=ticket.signed)
    assert client_of(ann).post(f"/games/{phone.game.public_id}/board/unlink/").status_code == 303
    assert get(path).response.status_code == 404
    assert HUB.is_gone(ticket.phone, since=ticket.signed)
    # Also in a process that starts afterwards.
    assert links.boards_revoked_since(phone.game.created_at) == [ticket.phone]
    # A new one is another link, with a stream of its own.
    again = link_of(ann, phone.game)
    fresh = stream_of(get(again))
    assert again != path
    assert fresh
    assert not HUB.is_gone(fresh.phone, since=fresh.signed)


def test_a_board_goes_on_with_its_table(ann: Visitor) -> None:
    game = new_game(ann, NAMES, "score_sheet", end={"rounds": 1})
    wall, result = link_of(ann, game), links.share(Game.objects.visible_to(ann).get(pk=game.pk))
    make(ann, game.public_id, new_key(game), {"do": "round", "scores": {"Ann": 1, "Bob": 2, "Cat": 3}})
    others = {"name": ["Eve", "Fay"], "dealer": "0", "start": "1"}
    assert client_of(ann).post("/new/score_sheet/", others).status_code == 303
    assert get(board_path(game), ann).response.status_code == 200, "others play, at another table"
    assert "Cat wins" in told(get(wall))
    Game.objects.unfinished().update(discarded_at=timezone.now())
    assert client_of(ann).post(f"/games/{game.public_id}/rematch/").status_code == 303
    following = Game.objects.unfinished().get(discarded_at=None)
    moved = get(board_path(game), ann).response
    assert (moved.status_code, moved["Location"]) == (302, board_path(following))
    assert "wins" not in told(get(wall))
    ticket = stream_of(get(wall))
    assert ticket
    assert ticket.game == following.public_id
    result.refresh_from_db()
    assert result.game_id == game.pk, "a result is of one game"


def test_a_board_leaves_a_game_begun_by_accident_for_the_one_that_its_people_play(ann: Visitor) -> None:
    game = new_game(ann, NAMES, "score_sheet", end={"rounds": 1})
    make(ann, game.public_id, new_key(game), {"do": "round", "scores": {"Ann": 1, "Bob": 2, "Cat": 3}})
    accident = new_game(ann, "Ann Bob", "zar")
    path = link_of(ann, accident)
    sent = {"name": NAMES.split(), "dealer": "0", "start": "1"}
    assert client_of(ann).post("/new/score_sheet/", sent).status_code == 303
    played = Game.objects.unfinished().newest_first()[0]
    new_game(ann, "Eve Fay", "score_sheet")
    for each in (game, accident):
        assert get(board_path(each), ann).response["Location"] == board_path(played)
    ticket = stream_of(get(path))
    assert ticket
    assert ticket.game == played.public_id, "its link goes along"
    assert get(board_path(played), ann).response.status_code == 200


def test_a_board_leaves_an_unfinished_game_for_the_one_that_moved_last_and_comes_back(
    ann: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    def play(game: Game) -> None:
        for _ in range(2):
            scores = dict.fromkeys(game.standing["players"], 1)
            make(ann, game.public_id, new_key(game), {"do": "round", "scores": scores})
            game.refresh_from_db()

    def leads_to(game: Game) -> str:
        response = get(board_path(game), ann).response
        return response["Location"] if response.status_code == 302 else ""

    left = new_game(ann, NAMES, "score_sheet")
    play(left)
    path = link_of(ann, left)
    played, others = new_game(ann, "Ann Bob", "score_sheet"), new_game(ann, "Eve Fay", "score_sheet")
    play(played)
    assert leads_to(left) == "", "it may be a pause"
    monkeypatch.setattr("referee.table.last_time._SILENT", timedelta(0))
    play(others)
    assert leads_to(left) == board_path(played), "others play at another table"
    assert (leads_to(played), leads_to(others)) == ("", "")
    ticket = stream_of(get(path))
    assert ticket
    assert ticket.game == left.public_id, "its link stays"
    # Chosen in the second after that.
    chosen = f"{board_path(left)}?since={int(timezone.now().timestamp()) + 1}"
    board = get(chosen, ann).soup.select_one("#board")
    assert board, "it is shown to who chose it"
    assert board["hx-get"] == chosen, "and stays"
    play(left)
    assert (leads_to(left), leads_to(played)) == ("", board_path(left))


def test_the_line_between_hands_says_who_won_or_what_was_played_and_who_deals(ann: Visitor) -> None:
    game = new_game(ann, NAMES, "score_sheet")
    make(ann, game.public_id, new_key(game), {"do": "round", "scores": {"Ann": 3, "Bob": 2, "Cat": 3}})
    assert "Ann and Cat won the round." in told(get(board_path(game), ann))
    sheet = msgspec.to_builtins(sheets()["belote"])
    game = new_game(ann, "Ann Bob Cat Dan", "score_sheet", sheet=sheet)
    taken = {"taker": "Bob", "taken": 100}
    make(ann, game.public_id, new_key(game), {"do": "entry", "players": {}, "table": taken})
    assert "Bob and Dan won the deal." in told(get(board_path(game), ann))
    assert words(get(board_path(game), ann).soup.select_one(".ranks")).count(", dealer") == 1
    game = new_game(ann, NAMES, "score_sheet", sheet=msgspec.to_builtins(sheets()["skat"]))
    passed: dict[str, object] = {"game": "passed"}
    lost: dict[str, object] = {"game": "hearts", "declarer": "Bob", "matadors": 2, "came": "lost"}
    for deal, said in ((passed, "All passed."), (lost, "Hearts, Bob, Matadors 2, Lost.")):
        make(ann, game.public_id, new_key(game), {"do": "entry", "players": {}, "table": deal})
        assert said in told(get(board_path(game), ann)), "nobody won the deal"


def test_a_boards_link_and_a_results_link_open_each_only_their_own(phone: Phone, ann: Visitor) -> None:
    game = Game.objects.visible_to(ann).get(pk=phone.game.pk)
    wall, result = links.share(game, Share.Kind.BOARD), links.share(game)
    assert links.share(game, Share.Kind.BOARD) == wall
    assert get(f"/r/{wall.public_id}/").response.status_code == 404
    assert get(f"/b/{result.public_id}/").response.status_code == 404
    links.revoke(game)
    assert get(f"/b/{wall.public_id}/").response.status_code == 200


def test_the_keeper_cancels_every_link_and_a_scorer_their_own(
    phone: Phone, ann: Visitor, bob: Visitor, cat: Visitor
) -> None:
    game, unlink = phone.game, f"/games/{phone.game.public_id}/board/unlink/"
    assert client_of(cat).post(f"/games/{game.public_id}/board/link/").status_code == 403
    path = link_of(ann, game)
    assert client_of(bob).post(unlink).status_code == 403
    assert get(path).response.status_code == 200
    client_of(ann).post(unlink)
    path = link_of(bob, game)
    assert "Bob" not in words(get(f"/games/{game.public_id}/board/link/", cat).soup.select_one("form"))
    client_of(bob).post(unlink)
    assert get(path).response.status_code == 404


def test_a_game_that_was_discarded_has_no_board(phone: Phone, ann: Visitor) -> None:
    path = link_of(ann, phone.game)
    discard(ann, phone.game.public_id)
    assert get(path).response.status_code == 404
    assert get(board_path(phone.game), ann).response.status_code == 404


def test_a_table_that_everybody_left_has_an_empty_board(ann: Visitor) -> None:
    phone = Phone(ann, new_game(ann, NAMES))
    for name in NAMES.split():
        make(ann, phone.game.public_id, new_key(phone.game), {"do": "quit", "player": name})
    assert phone.state["players"] == []
    shown = get(board_path(phone.game), ann)
    assert shown.status == 200
    assert not shown.soup.select("[class^=at-]")


def test_the_menu_leads_to_the_board(phone: Phone, cat: Visitor) -> None:
    for visitor in (phone.visitor, cat):
        shown = get(f"/t/{phone.game.public_id}/?sheet=menu", visitor)
        ways = {name_of(node): str(node["href"]) for node in shown.soup.select(".s-menu a")}
        page = get(ways["Board on a big screen"], visitor)
        ways = {name_of(node): str(node["href"]) for node in page.soup.select("a")}
        assert ways["Show the board on this screen"].startswith(f"{board_path(phone.game)}?since=")


# --- the code


def test_only_a_keepers_board_shows_the_code_and_only_while_it_is_open(
    phone: Phone, ann: Visitor, bob: Visitor
) -> None:
    def shows(path: str, visitor: Visitor | None = None) -> bool:
        return get(path, visitor).soup.select_one(".qr") is not None

    game, path = phone.game, board_path(phone.game)
    by_ann = link_of(ann, game)
    assert (shows(path, ann), shows(by_ann)) == (False, False)
    assert client_of(ann).post(f"/t/{game.public_id}/seats/").status_code == 303
    assert (shows(path, ann), shows(path, bob), shows(by_ann)) == (True, False, True)
    client_of(ann).post(f"/games/{game.public_id}/board/unlink/")
    by_bob = link_of(bob, game)
    assert not shows(by_bob), "a scorer lets nobody in, so their link does not either"
    invites.revoke(actor=ann.membership, invite=game.invites.get())  # type: ignore[arg-type]
    assert not shows(path, ann)


# --- what it shows


def test_it_says_whose_turn_it_is_and_who_draws_how_many_in_the_largest_letters(ann: Visitor) -> None:
    phone = Phone(ann, new_game(ann, NAMES))
    phone.tap("Ann deals")
    for card in ("red moon", "blue moon", "blue wasp"):
        phone.tap(card)
    shown = get(board_path(phone.game), ann)
    assert words(shown.soup.select_one(".turnof b")) == "Ann"
    assert "then Bob" in words(shown.soup.select_one(".thens"))
    assert words(shown.soup.select_one(".huge b")) == "2"
    assert words(shown.soup.select_one(".huge span")) == "Draw or play a wasp"
    seat = shown.soup.select_one(".sit.turn")
    assert seat
    assert "Ann" in words(seat)
    assert [words(seat.select_one(part)) for part in (".has", ".score")] == ["7 cards,", "0 pts"]
    assert words(shown.soup.select_one(".foot-lines")) == "ZAR · hand 1 · to 50", "nothing is said twice"


def test_while_hands_are_counted_nobody_leads_and_nothing_is_said_twice(phone: Phone, ann: Visitor) -> None:
    def move(**fields: object) -> None:
        make(ann, phone.game.public_id, new_key(phone.game), fields)

    def foot(shown: Shown) -> str:
        return words(shown.soup.select_one(".foot-lines"))

    move(do="recount", player="Bob", cards=1)
    move(do="play", player="Bob", cards=["red star"])
    move(do="out", player="Bob")
    move(do="count", player="Cat", points=19)
    shown = get(board_path(phone.game), ann)
    assert told(shown) == "Bob is out! Counting the hands Cat takes 19 points."
    assert foot(shown) == "ZAR · hand 1 · to 50"
    seats = [words(seat) for seat in shown.soup.select(".sit .has")]
    assert seats == ["7 cards,", "0 cards,", "+19"], "what was counted stands in the place of the cards"
    assert not shown.soup.select(".sit .crown")
    move(do="count", player="Ann", points=3)
    shown = get(board_path(phone.game), ann)
    assert (told(shown), foot(shown)) == ("After hand 1 Bob won the hand.", "ZAR · to 50")
    move(do="deal", dealer="Bob")
    move(do="void")
    shown = get(board_path(phone.game), ann)
    assert "Hand 2: no score" in told(shown)
    assert foot(shown) == "ZAR · to 50", "no hand is called by two numbers"
    assert get(f"/t/{phone.game.public_id}/", ann).one(".bar h2") == "ZAR · to 50", "nor at the table"


def test_in_other_games_too_nobody_leads_while_hands_are_counted(ann: Visitor) -> None:
    game = new_game(ann, NAMES, "crazy_eights")

    def led() -> list[str]:
        seats = get(board_path(game), ann).soup.select(".sit:has(.crown) .name")
        return [words(name).split()[0] for name in seats]

    def move(**fields: object) -> None:
        game.refresh_from_db()
        assert make(ann, game.public_id, new_key(game), fields).reply.refused is None

    for dealer, turn, leads in (("Ann", "Bob", []), ("Bob", "Cat", ["Bob"])):
        move(do="deal", dealer=dealer)
        move(do="flip", card="10 of hearts")
        assert led() == leads
        move(do="recount", player=turn, cards=1)
        move(do="play", player=turn, card="3 of hearts")
        assert led() == []
        for name in NAMES.split():
            if name != turn:
                move(do="count", player=name, points=20)


def test_who_flips_the_first_card_is_seen_at_the_table_too(ann: Visitor) -> None:
    phone = Phone(ann, new_game(ann, NAMES))
    phone.tap("Ann deals")
    shown = get(board_path(phone.game), ann)
    assert told(shown).startswith("Ann flips")
    assert "Tap" not in told(shown), "nobody taps a board"
    assert [words(seat.select_one(".name")) for seat in shown.soup.select(".sit.turn")] == ["Ann"]


def test_the_phones_of_seats_are_seen_but_a_board_is_no_phone(phone: Phone, ann: Visitor) -> None:
    game = Game.objects.visible_to(ann).get(pk=phone.game.pk)
    seats.take(game, "Ann", game.viewer_id)
    path = board_path(game)
    get(path, ann)
    # To look at the board is not to be at the table.
    assert [lamp["class"] for lamp in get(path, ann).soup.select(".lamp")] == []
    get(f"/t/{game.public_id}/", ann)
    assert [lamp["class"] for lamp in get(path, ann).soup.select(".lamp")] == [["lamp", "here"]]


@pytest.mark.parametrize("kind", long_except(KINDS, "zar"))
def test_every_game_has_a_board_and_a_swap_shows_what_a_reload_shows(ann: Visitor, kind: str) -> None:
    for seed, taps in ((1, 0), (1, 3), (2, 25), (3, 60)):
        game = chance_game(ann, kind, seed, taps)
        path = link_of(ann, game)
        for where, visitor in ((board_path(game), ann), (path, None)):
            whole = get(where, visitor)
            part = BeautifulSoup(get(where, visitor, part=True).response.content.decode(), "lxml")
            boards = [soup.select_one("#board") for soup in (whole.soup, part)]
            assert all(isinstance(board, Tag) for board in boards)
            one, other = (shape(board) for board in boards if board)
            assert one == other
            check_nothing_inline(whole)
            assert words(whole.soup.select_one(".words"))
            seated = [words(node) for node in whole.soup.select(".sit .name, .on-it b, .ranks .name")]
            assert len(seated) == len(game.standing["players"])
            assert all(any(name in text for text in seated) for name in game.standing["players"])
            board = whole.soup.select_one("#board")
            assert board
            assert board["data-version"] == str(game.version)


def test_without_scripts_the_page_comes_anew_by_itself(phone: Phone, ann: Visitor) -> None:
    page = get(board_path(phone.game), ann).soup
    refresh = page.select_one("noscript > meta[http-equiv=refresh]")
    assert refresh
    assert refresh["content"] == "10"


def test_a_face_is_shown_by_the_link_alone_and_only_of_those_who_play(phone: Phone, ann: Visitor) -> None:
    path = link_of(ann, phone.game)
    player = Player.objects.get(crew=phone.game.crew, name="Ann")
    player.avatar = "x" * 22
    player.save(update_fields=["avatar"])
    image = get(path).soup.select_one("img.face")
    assert image
    assert str(image["src"]).startswith(path)
    other = Player.objects.create(
        crew=phone.game.crew, name="Zoe", folded="zoe", colour="red", avatar="y" * 22
    )
    assert get(f"{path}{other.public_id}/face/").response.status_code == 404


# --- how it is put together


@pytest.mark.parametrize(
    ("tile", "shown"),
    [
        ("Bob draws 6", ("Bob draws", "6", "")),
        ("Draw 4, or play a wasp", ("Draw", "4", "or play a wasp")),
        ("Bob puts 1 back", ("Bob puts 1 back", "1", "")),
        ("Player 2 must say ZAR", ("Player 2 must say ZAR", "", "")),
        ("Player 2 draws 3", ("Player 2 draws", "3", "")),
    ],
)
def test_the_number_of_what_hands_must_do_stands_apart(tile: str, shown: tuple[str, str, str]) -> None:
    found = huge_of(ActionLine(tiles=(tile,), tone="do"), ["Bob", "Player 2"])
    assert [(each.words, each.number, each.under) for each in found] == [shown]


def test_nobody_is_told_to_tap_a_board(ann: Visitor) -> None:
    line = ActionLine(tiles=("Turn over 3 cards", "Tap them in"), tap="Tap them in", tone="do")
    assert [each.number for each in huge_of(line, [])] == ["3"]
    game = new_game(ann, NAMES)
    Phone(ann, game).tap("Ann deals")
    assert not get(board_path(game), ann).soup.select(".huge")
    sheet = new_game(ann, NAMES, "score_sheet")
    assert "Enter everybody’s points." in Phone(ann, sheet).shown.text
    shown = get(board_path(sheet), ann).soup.select_one("#board")
    assert shown
    assert "Round 1" in words(shown)
    assert "Enter" not in words(shown)


def test_what_was_only_ruled_is_not_shouted() -> None:
    assert not list(huge_of(ActionLine(tiles=("Bob draws 6",)), ["Bob"]))


@pytest.mark.parametrize("answers", [["Nobody can tell"], ["Bob did"]])
def test_a_board_says_who_was_first_and_nothing_below_it(phone: Phone, answers: list[str]) -> None:
    phone.tap("blue moon")
    phone.open("?sheet=dispute")
    for name in ("Cat", *answers):
        phone.tap(name, within=".sheet")
    shown = Shown(phone.client.get(board_path(phone.game)))
    assert "First:" in shown.text
    assert [words(node) for node in shown.soup.select(".last .vh")] == []
