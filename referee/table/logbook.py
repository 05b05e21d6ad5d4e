"""The log of a game as people read it: every move, ruling, refusal, correction and photo."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import cached_property, partial

from django.urls import reverse
from msgspec.structs import replace

from referee.games.cited import Cited, cite_of
from referee.games.frame import cites_of
from referee.games.parts import Face
from referee.games.registry import GAMES, PRESENTERS
from referee.rules.engine import Refused
from referee.rules.record import Outcome, read_outcome
from referee.rules.sentences import counted
from referee.table.seats import faces_of
from referee.web.components import FaceView, View
from referee.web.wording import clock, day, day_and_time
from scoring.crew.phones import phone_names
from scoring.log import reader
from scoring.log.effective import trace, written_by
from scoring.log.refusals import refusals
from scoring.log.values import Entry, Json
from scoring.models import Game, Move, Photo, Refusal
from scoring.models.nights import night_of
from scoring.pictures.photos import photos

Event = Move | Refusal
#: How moves call who makes them, over all games.
_MOVERS = ("player", "caller", "dealer", "lead")
_ARROWS = (Move.Kind.UNDO, Move.Kind.REDO)
#: As what the log has an event of a close call for which somebody draws.
_STANDS = {"match": "play", "last_card": "play", "gotcha": "gotcha", "draw": "take"}


def log_row_url(public_id: str, seq: int) -> str:
    """The permanent link of a row of a game's log."""
    return reverse("ruling", args=[public_id, seq])


def event_url(public_id: str, event: Event) -> str:
    """The permanent link of a row, or of a refusal."""
    if isinstance(event, Refusal):
        return reverse("refusal", args=[public_id, event.number])
    return log_row_url(public_id, event.seq)


def photo_url(public_id: str, event: Event) -> str:
    """Where a photo for a row, or for a refusal, is sent."""
    if isinstance(event, Refusal):
        return reverse("add_photo_of_refusal", args=[public_id, event.number])
    return reverse("add_photo", args=[public_id, event.seq])


def spoken(game: str, outcome: Outcome) -> str:
    """What was called out with a move: MATCH, DOUBLE, GOTCHA and so on."""
    presenter = PRESENTERS[game]
    called = [presenter.called.get(said.event, "") for said in outcome.rulings]
    return presenter.called_out(outcome.say).replace("'", "’") or "".join(called)


class Logbook:
    """A game's whole log, read in seven queries at most. `events` are its rows and refusals in order."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._rules = GAMES[game.game]
        presenter, state = PRESENTERS[game.game], self._rules.load(game.state)
        self._describe, self._faces_of = partial(presenter.described, state), presenter.faces
        self._logged = partial(presenter.logged, state)
        self._counted_hand = partial(presenter.counted_hand, state)
        self._disclosed = partial(presenter.disclosed, state)
        self._moves = reader.whole_log(game)
        self._story = trace(self._moves)
        self._phones = phone_names(game)
        self._photos: dict[tuple[int | None, int | None], list[Photo]] = defaultdict(list)
        for photo in photos(game):
            self._photos[photo.move_id, photo.refusal_id].append(photo)
        after: dict[int, list[Refusal]] = defaultdict(list)
        for refusal in refusals(game):
            after[refusal.after].append(refusal)
        self.events: list[Event] = [*after[0]]
        for row in self._moves:
            self.events += [row, *after[row.seq]]

    @property
    def title(self) -> str:
        """The game by its name and its day, which stays in one line."""
        night = day(night_of(self.game.created_at)).replace(" ", "\N{NO-BREAK SPACE}")
        return f"{self.game.title or self._rules.name}, {night}"

    @cached_property
    def _faces(self) -> Mapping[str, FaceView]:
        return faces_of(self.game)

    @cached_property
    def _begins(self) -> Mapping[int, int]:
        return {hand.first: hand.number for hand in reader.hands(self.game)}

    @cached_property
    def _hands(self) -> Mapping[Event, int]:
        """The hand that was being played at each row, or that a refusal would have begun; 0 before all."""
        hands, running = {}, 0
        openers = [move.__struct_config__.tag for move in self._rules.openers]
        for event in self.events:
            if isinstance(event, Move) and event.kind == Move.Kind.MOVE:
                entry = self._story.standing.get(event.seq)
                begun = running + (not entry and (event.body or {}).get("do") in openers)
                running = self._begins.get(entry.position if entry else event.position, begun)
            no = event.outcome if isinstance(event, Refusal) else {}
            opens = bool(no) and "instead" not in no and no["code"] != "phase"
            hands[event] = running + (opens and event.body.get("do") in openers)
            if isinstance(event, Move) and (event.kind in _ARROWS or "back" in event.outcome):
                end = event.position + (event.kind == Move.Kind.REDO)
                running = max((n for first, n in self._begins.items() if first < end), default=0)
                hands[event] = max(hands[event], running)
        return hands

    @cached_property
    def _void(self) -> Mapping[int, Entry]:
        """By the row of a move in force, the later move that took it out of play."""
        void: dict[int, Entry] = {}
        rows: dict[int, int] = {}
        earlier: dict[int, Json] = {}
        for entry in sorted(self._story.standing.values(), key=lambda entry: entry.position):
            if entry.position in self._begins:
                earlier = {}
            for n in self._rules.voids(entry.body, earlier):
                void.setdefault(rows[n], entry)
            rows[entry.position], earlier[entry.position] = entry.seq, entry.body
        return void

    def is_dispute(self, event: Event) -> bool:
        """Whether it was argued about: a refusal, a correction, what has a photo, what the rules call so."""
        if isinstance(event, Refusal) or event.kind == Move.Kind.CORRECT or self._photos_of(event):
            return True
        return event.kind == Move.Kind.MOVE and self._rules.disputed(event.body or {})

    def find(self, *, seq: int = 0, refusal: int = 0) -> Event | None:
        """The row of a number, or the refusal of one; None if there is none."""
        for event in self.events:
            if (event.number == refusal) if isinstance(event, Refusal) else (event.seq == seq):
                return event
        return None

    def row(self, event: Event) -> LogRow:
        """A row or a refusal as it is shown."""
        if isinstance(event, Refusal):
            return self._refused(event)
        if event.kind in _ARROWS:
            return self._back_and_forth(event)
        return self._correction(event) if event.kind == Move.Kind.CORRECT else self._move(event)

    def _photos_of(self, event: Event) -> Sequence[Photo]:
        place = (None, event.pk) if isinstance(event, Refusal) else (event.pk, None)
        return self._photos.get(place, ())

    def _row(self, event: Event, text: str) -> LogRow:
        """What every row has: its addresses, who tapped when, its words and its photos."""
        return LogRow(
            anchor=f"refused-{event.number}" if isinstance(event, Refusal) else f"r{event.seq}",
            href=event_url(self.game.public_id, event),
            text=text,
            who=self._phones[event.actor_id],
            when=self._when(event.created_at),
            photos=tuple(map(self._photo, self._photos_of(event))),
            refused=isinstance(event, Refusal),
            hand=self._hands[event],
            face=self._face(event),
        )

    def _face(self, event: Event) -> FaceView | None:
        """The face of who moved, or tried to."""
        if isinstance(event, Refusal):
            body = event.body
        else:
            entry = self._story.standing.get(event.seq) or _written(event)
            body = entry.body if entry else {}
        # What was refused says anything.
        mover = next((name for key in _MOVERS if isinstance(name := body.get(key), str)), "")
        return self._faces.get(mover)

    def _when(self, moment: datetime) -> str:
        """The time of day, with the day unless it is still the night in which the game began."""
        same = night_of(moment) == night_of(self.game.created_at)
        return clock(moment) if same else day_and_time(moment)

    def _refused(self, event: Refusal) -> LogRow:
        no, text = event.outcome, self._describe(event.body)
        if number := no.get("instead"):
            text = f"Move {number} corrected: {text}"
        row = replace(self._row(event, text), spoken=no.get("say", ""))
        said = Refused(no["code"], no["rule"], no["message"], no["facts"])
        return replace(row, cites=(cite_of(PRESENTERS[self.game.game].worded(said)),))

    def _move(self, row: Move) -> LogRow:
        entry = self._story.standing.get(row.seq)
        first = written_by(row)[0]
        body = row.body or {}
        made = entry.body if entry else body
        notes = []
        if entry and entry.position != first.position:
            notes.append(Note(text=f"It was move {first.position} when it was made"))
        if why := body.get("overruled"):
            notes.append(self._link(row.seq, f"Overruled by the table: {why}"))
        outcome = self._ruling(entry or first)
        text, below = self._logged(made, outcome, self.game.partners.values())
        whose, cards = self._counted_hand(made)
        if whose:
            # Its cards are shown; by their names they are one tap below.
            notes, text = [Note(text=text), *notes], f"{whose}: {counted(sum(n for _, n in cards), 'point')}"
        ruled = self._ruled(self._row(row, text), first, entry, outcome)
        cites = (*ruled.cites, *self._drawn(entry or first, outcome.favours))
        return replace(ruled, below=below, cites=cites, notes=(*notes, *self._end(row)))

    def _drawn(self, call: Entry, favours: str) -> Iterator[Cited]:
        """Who draws by what a close call lets stand: it is in force just before the call, or behind it."""
        events = dict(zip(call.body.get("players", ()), call.body.get("events", ()), strict=False))
        do = _STANDS.get(events.get(favours, ""))
        for entry in self._story.standing.values():
            near = abs(entry.position - call.position) == 1
            if near and entry.body["do"] == do and favours in entry.body.values():
                yield from (cite_of(said) for said in self._ruling(entry).rulings if said.event == "draws")

    def _ruling(self, entry: Entry) -> Outcome:
        """What the table is told of a move."""
        return self._disclosed(read_outcome(entry.outcome))

    def _ruled(self, row: LogRow, first: Entry, entry: Entry | None, outcome: Outcome) -> LogRow:
        """The row with what the referee said of a move: now, and at first if that was something else."""
        cards, now = self._faces_of((entry or first).body), cites_of(outcome)
        row = replace(row, spoken=spoken(self.game.game, outcome), cards=cards)
        if entry is None:
            return replace(row, n=str(self._story.last[first.seq].position), cites=now, struck=True)
        said = cites_of(self._ruling(first))
        return replace(
            row,
            n=str(entry.position),
            cites=now,
            was=() if now == said else said,
            edit=reverse("correct", args=[self.game.public_id, entry.position]),
            replay=reverse("replayed", args=[self.game.public_id, entry.position]),
            struck=entry.seq in self._void,
        )

    def _back_and_forth(self, row: Move) -> LogRow:
        what = "redone" if row.kind == Move.Kind.REDO else "undone"
        notes = self._touched(row)
        text = ": ".join((f"Move {row.position} is {what}", *(note.text for note in notes)))
        return replace(self._row(row, text), notes=notes)

    def _correction(self, row: Move) -> LogRow:
        if taken := len(row.outcome.get("back", ())):
            if taken == 1:
                return self._back_and_forth(row)
            text = f"Moves {row.position} to {row.position + taken - 1} are undone"
            return replace(self._row(row, text), notes=self._touched(row, "Undone: "))
        new, entry = _written(row), self._story.standing.get(row.seq)
        done = "put back" if "restored" in row.outcome else "corrected"
        becomes = f"{done}: {self._describe((entry or new).body)}" if new else "removed"
        shown = self._row(row, f"Move {row.position} is {becomes}")
        shown = self._ruled(shown, new, entry, self._ruling(entry or new)) if new else shown
        return replace(shown, notes=(*self._changed(row), *self._end(row)))

    def _touched(self, row: Move, what: str = "") -> tuple[Note, ...]:
        """The moves that were undone or redone by a row."""
        return tuple(
            self._link(entry.seq, f"{what}{self._describe(entry.body)}")
            for entry in self._story.touched[row.seq]
        )

    def _changed(self, row: Move) -> Iterator[Note]:
        """What a correction found and replaced, and what fell away because of it."""
        for entry in self._story.touched[row.seq][:1]:
            yield self._link(entry.seq, f"It was: {self._describe(entry.body)}")
        for entry, why in self._fallen(row):
            yield self._link(entry.seq, f"Dropped: {self._describe(entry.body)}.", why)

    def _fallen(self, row: Move) -> Iterator[tuple[Entry, str]]:
        """The later moves that a correction left out, each with what the referee said against it."""
        stay = {entry.seq for entry in written_by(row)}
        gone = [entry for entry in self._story.touched[row.seq][1:] if entry.seq not in stay]
        for entry, item in zip(gone, row.outcome.get("dropped", ()), strict=True):
            yield entry, item["why"]

    def _end(self, row: Move) -> Iterator[Note]:
        """How a move that is no longer in force came to its end, and where."""
        if void := self._void.get(row.seq):
            yield self._link(void.seq, f"Void since move {void.position}: {self._describe(void.body)}")
        by = self._story.ended.get(row.seq)
        if by is None:
            return
        if by.kind == Move.Kind.UNDO or "back" in by.outcome:
            yield self._link(by.seq, "Undone")
        elif self._story.last[row.seq].position != by.position:
            why = next(why for entry, why in self._fallen(by) if entry.seq == row.seq)
            yield self._link(by.seq, f"Dropped when move {by.position} was corrected.", why)
        elif new := _written(by):
            yield self._link(by.seq, f"Replaced by: {self._describe(new.body)}")
        else:
            yield self._link(by.seq, "Removed")

    def _link(self, seq: int, text: str, why: str = "") -> Note:
        return Note(href=log_row_url(self.game.public_id, seq), text=text, why=why)

    def _photo(self, photo: Photo) -> PhotoView:
        if photo.removed_at:
            by, when = self._phones[photo.removed_by_id or 0], self._when(photo.removed_at)
            return PhotoView(note=f"Photo removed by {by}, {when}")
        address = [self.game.public_id, photo.public_id]
        return PhotoView(
            note=f"Photo by {self._phones[photo.actor_id]}, {self._when(photo.created_at)}",
            src=reverse("photo", args=address),
            width=photo.width,
            height=photo.height,
            remove=reverse("remove_photo", args=address) if self.game.viewer_is_keeper else "",
        )


def _written(row: Move) -> Entry | None:
    """The move that a row made, as it was written; None where it made none."""
    return next((entry for entry in written_by(row) if entry.seq == row.seq), None)


class PhotoView(View, frozen=True):
    """A photo beside its ruling. `src` is "" for one removed, `remove` where the keeper does that."""

    note: str
    src: str = ""
    width: int = 0
    height: int = 0
    remove: str = ""


class Note(View, frozen=True):
    """What became of a row, or what it changed: a link to the other row, and why."""

    text: str
    href: str = ""
    why: str = ""


class LogRow(View, frozen=True):
    """A row of the log, or a refusal beside it.

    `replay` shows the table after the move, `edit` corrects it, both "" where it is not in force.
    `href` is its permanent link, `anchor` its id on the page. `n` is the move's number, its
    last one where it was undone, "" for what is no move. It is `struck` through where it was undone, or was
    made void by a later move.
    `spoken` is what was called out with it. `face` is that of who moved, None where nobody in particular
    did. `was` is what the referee said first, where a correction changed it; `notes` say what became of it,
    or what it changed.
    `below` is what was entered, where the text is what it came to.
    `hand` was being played then, 0 before the first; `cards` are those of the move.
    """

    anchor: str
    href: str
    text: str
    who: str
    when: str
    n: str = ""
    below: str = ""
    spoken: str = ""
    cites: tuple[Cited, ...] = ()
    was: tuple[Cited, ...] = ()
    notes: tuple[Note, ...] = ()
    photos: tuple[PhotoView, ...] = ()
    struck: bool = False
    refused: bool = False
    edit: str = ""
    replay: str = ""
    hand: int = 0
    face: FaceView | None = None
    cards: tuple[Face, ...] = ()
