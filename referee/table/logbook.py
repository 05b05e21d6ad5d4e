"""The log of a game as people read it: every move, ruling, refusal, correction and photo, in order."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import cached_property
from typing import Any

from django.template.defaultfilters import date
from django.urls import reverse
from django.utils import timezone

from referee.rules.engine import games
from referee.table.context import Cited
from referee.table.logbook_context import LogRow, Note, PhotoView
from referee.table.presenters import presenter_of
from scoring import history
from scoring.force import story, written_by
from scoring.models import Game, Move, Photo, Refusal
from scoring.photos import photos
from scoring.refusals import refusals
from scoring.values import Entry

Event = Move | Refusal


def log_row_url(public_id: str, seq: int) -> str:
    """The permanent link of a row of a game's log."""
    return reverse("ruling", args=[public_id, seq])


def event_url(public_id: str, event: Event) -> str:
    """The permanent link of a row, or of a refusal."""
    if isinstance(event, Refusal):
        return reverse("refusal", args=[public_id, event.number])
    return log_row_url(public_id, event.seq)


class Logbook:
    """A game's whole log, read in five queries at most. `events` are its rows and refusals in order."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._rules = games()[game.game]
        self._tell = presenter_of(game.game).tell
        self._moves = history.whole_log(game)
        self._story = story(self._moves)
        self._phones = history.phones(game)
        self._photos: dict[tuple[int | None, int | None], list[Photo]] = defaultdict(list)
        for photo in photos(game):
            self._photos[photo.move_id, photo.refusal_id].append(photo)
        after: dict[int, list[Refusal]] = defaultdict(list)
        for refusal in refusals(game):
            after[refusal.after].append(refusal)
        self.events: list[Event] = [*after[0]]
        for row in self._moves:
            self.events += [row, *after[row.seq]]

    @cached_property
    def _begins(self) -> Mapping[int, int]:
        return {hand.first: hand.number for hand in history.hands(self.game)}

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
        match event.kind:
            case Move.Kind.UNDO | Move.Kind.REDO:
                return self._back_and_forth(event)
            case Move.Kind.CORRECT:
                return self._correction(event)
        return self._move(event)

    def _photos_of(self, event: Event) -> Sequence[Photo]:
        place = (None, event.pk) if isinstance(event, Refusal) else (event.pk, None)
        return self._photos.get(place, ())

    def _frame(self, event: Event) -> Mapping[str, Any]:
        """What every row has: its addresses, who tapped when, and its photos."""
        if isinstance(event, Refusal):
            called = {"anchor": f"refused-{event.number}", "label": f"Refusal {event.number}"}
        else:
            called = {"anchor": f"r{event.seq}", "label": f"No. {event.seq}"}
        return {
            "href": event_url(self.game.public_id, event),
            "who": self._phones[event.actor_id],
            "when": self._when(event.created_at),
            "photos": tuple(map(self._photo, self._photos_of(event))),
            **called,
        }

    def _when(self, moment: datetime) -> str:
        """The time of day, with the day unless it is the one on which the game began."""
        local = timezone.localtime(moment)
        same = local.date() == timezone.localtime(self.game.created_at).date()
        return date(local, "H:i" if same else "j M Y, H:i")

    def _refused(self, event: Refusal) -> LogRow:
        no = event.outcome
        cite = Cited(text=no["text"], rule=no["rule"] or "")
        text = self._tell(event.body)
        if number := no.get("instead"):
            text = f"Move {number} corrected: {text}"
        return LogRow(**self._frame(event), text=text, cites=(cite,), refused=True)

    def _move(self, row: Move) -> LogRow:
        entry = self._story.standing.get(row.seq)
        first = written_by(row)[0]
        notes = () if entry is None or entry.position == first.position else (_was_number(first.position),)
        return LogRow(
            **self._frame(row),
            **self._ruled(first, entry),
            text=self._tell(entry.body if entry else row.body or {}),
            notes=(*notes, *self._overruled(row), *self._end(row)),
            undone=entry is None,
        )

    def _overruled(self, row: Move) -> Iterator[Note]:
        why = (row.body or {}).get("overruled")
        if why:
            yield self._link(row.seq, f"Overruled by the table: {why}")

    def _ruled(self, first: Entry, entry: Entry | None) -> dict[str, Any]:
        """What the referee said of a move: now, and at first if that was something else."""
        said = _cites(first.outcome)
        if entry is None:
            return {"cites": said}
        now = _cites(entry.outcome)
        return {
            "n": str(entry.position),
            "cites": now,
            "was": () if now == said else said,
            "edit": reverse("correct", args=[self.game.public_id, entry.position]),
            "replay": reverse("replayed", args=[self.game.public_id, entry.position]),
            "hand": self._begins.get(entry.position, 0),
        }

    def _back_and_forth(self, row: Move) -> LogRow:
        what = "taken back" if row.kind == Move.Kind.UNDO else "put back"
        notes = tuple(self._link(entry.seq, self._tell(entry.body)) for entry in self._story.found[row.seq])
        return LogRow(**self._frame(row), text=f"Move {row.position} is {what}", notes=notes)

    def _correction(self, row: Move) -> LogRow:
        if taken := len(row.outcome.get("back", ())):
            return self._taken_back(row, taken)
        own = next((entry for entry in written_by(row) if entry.seq == row.seq), None)
        entry = self._story.standing.get(row.seq)
        becomes = f"corrected: {self._tell((entry or own).body)}" if own else "struck out"
        return LogRow(
            **self._frame(row),
            **(self._ruled(own, entry) if own else {}),
            text=f"Move {row.position} is {becomes}",
            notes=(*self._changed(row), *self._end(row)),
            undone=own is not None and entry is None,
        )

    def _taken_back(self, row: Move, taken: int) -> LogRow:
        """A correction that took back everything from a move on."""
        last = row.position + taken - 1
        moves = f"Moves {row.position} to {last} are" if taken > 1 else f"Move {last} is"
        found = self._story.found[row.seq]
        notes = tuple(self._link(entry.seq, f"Taken back: {self._tell(entry.body)}") for entry in found)
        return LogRow(**self._frame(row), text=f"{moves} taken back", notes=notes)

    def _changed(self, row: Move) -> Iterator[Note]:
        """What a correction found and replaced, and what fell away because of it."""
        for entry in self._story.found[row.seq][:1]:
            yield self._link(entry.seq, f"It was: {self._tell(entry.body)}")
        for entry, why in self._fallen(row):
            yield self._link(entry.seq, f"Fell away: {self._tell(entry.body)}.", why)

    def _fallen(self, row: Move) -> Iterator[tuple[Entry, str]]:
        """The later moves that a correction left out, each with what the referee said against it."""
        stay = {entry.seq for entry in written_by(row)}
        gone = [entry for entry in self._story.found[row.seq][1:] if entry.seq not in stay]
        for entry, item in zip(gone, row.outcome.get("dropped", ()), strict=True):
            yield entry, item["why"]

    def _end(self, row: Move) -> Iterator[Note]:
        """How a move that is no longer in force came to its end, and where."""
        by = self._story.ended.get(row.seq)
        if by is None:
            return
        if by.kind == Move.Kind.UNDO or "back" in by.outcome:
            yield self._link(by.seq, "Taken back")
        elif self._story.last[row.seq].position != by.position:
            why = next(why for entry, why in self._fallen(by) if entry.seq == row.seq)
            yield self._link(by.seq, f"Fell away when move {by.position} was corrected.", why)
        elif own := [entry for entry in written_by(by) if entry.seq == by.seq]:
            yield self._link(by.seq, f"Replaced by: {self._tell(own[0].body)}")
        else:
            yield self._link(by.seq, "Struck out")

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


def _cites(outcome: Mapping[str, Any]) -> tuple[Cited, ...]:
    rulings: Sequence[Mapping[str, Any]] = outcome.get("rulings", ())
    return tuple(Cited(text=cite["text"], rule=cite["rule"]) for cite in rulings)


def _was_number(position: int) -> Note:
    return Note(text=f"It was move {position} when it was made")
