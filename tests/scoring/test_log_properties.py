"""Whatever is tapped, the log derives what a plain list of moves would hold."""

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from scoring.crew.visitor import Visitor
from scoring.log import reader
from scoring.log.effective import effective_moves
from scoring.models import Hand, Move, Score
from tests.scoring.toy import DEAL, PLAY, Body, Phone, dump, load, new_game, score, table

MOVES = st.one_of(
    st.just(DEAL), st.just(PLAY), st.builds(score, st.sampled_from(["Ann", "Bob"]), st.integers(-9, 9))
)
TAPS = st.one_of(
    st.tuples(st.just("move"), MOVES),
    st.tuples(st.just("undo"), st.none()),
    st.tuples(st.just("redo"), st.none()),
    st.tuples(
        st.just("correct"),
        st.tuples(st.integers(0, 99), st.lists(MOVES, max_size=1), st.sets(st.integers(1, 20))),
    ),
)


class LogAgainstList(TestCase):
    @settings(max_examples=60)
    @given(taps=st.lists(TAPS, max_size=25))
    def test_the_log_equals_a_list(self, taps: list[tuple[str, object]]) -> None:
        visitor = Visitor()
        phone = Phone(visitor, new_game(visitor).public_id)
        moves: list[Body] = []
        undone: list[Body] = []
        for kind, what in taps:
            match kind, what:
                case "move", dict(body):
                    phone.tap(body)
                    moves.append(body)
                    undone.clear()
                case "undo", _ if moves:
                    phone.undo()
                    undone.append(moves.pop())
                case "redo", _ if undone:
                    phone.redo()
                    moves.append(undone.pop())
                case "correct", (int(pick), list(new), set(dropped)) if moves:
                    position = 1 + pick % len(moves)
                    kept = [body for n, body in enumerate(moves, 1) if n > position and n not in dropped]
                    phone.correct(position, new, dropped)
                    moves[position - 1 :] = [*new, *kept]
                    undone.clear()
            self.check(phone, moves, undone)

    def check(self, phone: Phone, moves: list[Body], undone: list[Body]) -> None:
        game = phone.game
        rows = list(Move.objects.filter(game=game).order_by("seq"))
        assert [entry.body for entry in effective_moves(rows)] == moves == load(game.state)
        assert [entry.position for entry in effective_moves(rows)] == list(range(1, len(moves) + 1))
        assert (game.version, game.length, game.redoable) == (len(rows), len(moves), len(undone))
        assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
        redo = reader.next_redo(game)
        assert (redo and redo.body) == (undone[-1] if undone else None)
        deals = [0, *(n for n, body in enumerate(moves, 1) if body == DEAL)]
        hands = list(Hand.objects.filter(game=game).order_by("first"))
        assert [hand.first for hand in hands] == deals
        assert [hand.state_in(game) for hand in hands] == [
            dump(moves[: max(first - 1, 0)]) for first in deals
        ]
        assert game.hand_id == hands[-1].pk
        for position in range(len(moves) + 1):
            past = reader.past(game, position)
            first = max(past.first, 1)
            assert [*load(past.state), *(entry.body for entry in past.entries)] == moves
            assert [entry.position for entry in past.entries] == list(range(first, len(moves) + 1))
        lines = Score.objects.filter(game=game).order_by("position")
        expected = [
            (n, body["player"], body["points"], sum(first <= n for first in deals) - 1)
            for n, body in enumerate(moves, 1)
            if body["do"] == "score"
        ]
        assert list(lines.values_list("position", "seat__name", "points", "hand__number")) == expected
        assert game.standing["scores"] == table(moves).scores
