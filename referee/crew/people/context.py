"""What the templates of the crew, its phones, invitations and accounts are given; as in `games.parts`."""

from __future__ import annotations

from referee.crew.proof import Proof
from referee.table.seats import PlaceView
from referee.web.components import FaceView, Link, Option, View


class PhoneCard(View, frozen=True):
    """A phone in the list: `line` says what it may do and when it was used last."""

    href: str
    name: str
    line: str
    here: bool = False


class InviteCard(View, frozen=True):
    """An open invitation: what it is good for, where to take it back, and where its code is shown.

    That is "" on all phones but the one that made it.
    """

    role: str
    line: str
    revoke: str
    show: str


class Person(View, frozen=True):
    """Somebody who plays in the crew."""

    name: str
    face: FaceView


class CrewPage(View, frozen=True):
    """The crew. What its keeper alone sees is empty for the others; `gone` are the phones shut out.

    `people` are the first of its players; `code` says that there is a recovery code; `account` whose the
    phone is, "" for nobody's; `deleted` that the phone was in a crew that can be restored.
    """

    name: str
    role: str
    may: str
    keeper: bool
    phones: tuple[PhoneCard, ...]
    gone: tuple[PhoneCard, ...]
    older: str
    newer: str
    me: str
    invites: tuple[InviteCard, ...]
    code: bool
    account: str
    people: tuple[Person, ...]
    deleted: bool = False
    errors: tuple[str, ...] = ()


class RoleChoice(View, frozen=True):
    """A role to choose."""

    value: str
    may: str
    chosen: bool


class PhonePage(View, frozen=True):
    """One phone. `roles` and `out` are empty where the looker may not change them, `url` where nothing."""

    name: str
    here: bool
    role: str
    may: str
    line: str
    url: str
    label: str
    roles: tuple[RoleChoice, ...]
    out: str
    proof: Proof | None
    gone: str
    errors: tuple[str, ...] = ()


class Parting(View, frozen=True):
    """The crew that a phone leaves. `alone`: nobody keeps it then; `kept`: an account does."""

    crew: str
    role: str
    alone: bool
    kept: bool


class LeavePage(View, frozen=True):
    """Leaving the crew."""

    crew: str
    parting: Parting | None
    keeper: bool
    errors: tuple[str, ...] = ()


class DeleteCrewPage(View, frozen=True):
    """Deleting the crew: what is in it, and where it is downloaded first, "" where there is nothing to."""

    crew: str
    holds: str
    zip: str
    days: int
    proof: Proof | None = None
    errors: tuple[str, ...] = ()


class DeletedCrew(View, frozen=True):
    """A crew that was deleted. `restore` is "" for a phone that did not keep it."""

    name: str
    done: str
    until: str
    restore: str


class DeletedPage(View, frozen=True):
    """The deleted crews that the phone was in. `inside` names the crew that it is in now, "" for none."""

    crews: tuple[DeletedCrew, ...]
    days: int
    inside: str
    errors: tuple[str, ...] = ()


class InvitePage(View, frozen=True):
    """The form of an invitation; values are text as they were typed, `wrong` the fields that are."""

    roles: tuple[RoleChoice, ...]
    until: str
    first: str
    last: str
    uses: str
    most: int
    wrong: tuple[str, ...]
    errors: tuple[str, ...] = ()


class InvitationPage(View, frozen=True):
    """An invitation as its keeper passes it on: the link, and its picture as SVG from segno.

    `closed` says why it lets nobody in any more, and then there is none.
    """

    crew: str
    role: str
    may: str
    line: str
    closed: str
    url: str
    link: str
    qr: str
    revoke: str


class JoinPage(View, frozen=True):
    """An invitation as a guest finds it. `closed` says why it lets nobody in; `already` that one is in.

    `people` says who plays in the crew, "" while nobody does.
    """

    url: str
    key: str
    crew: str
    people: str
    role: str
    may: str
    closed: str = ""
    already: str = ""
    promotes: bool = False
    label: str = ""
    parting: Parting | None = None
    errors: tuple[str, ...] = ()


class SeatsPage(View, frozen=True):
    """Where the code of a table leads: a seat is chosen, or none, to look on. `crew` may have no name, ""."""

    url: str
    key: str
    title: str
    crew: str
    seats: tuple[PlaceView, ...]
    parting: Parting | None = None
    errors: tuple[str, ...] = ()


class CodePage(View, frozen=True):
    """The recovery code: in groups on the one page that ever shows it, none where it is only asked for."""

    groups: tuple[str, ...]
    known: bool
    proof: Proof | None = None
    errors: tuple[str, ...] = ()


class RecoverPage(View, frozen=True):
    """Where the code is typed. `parting` is asked once the code was right."""

    code: str = ""
    key: str = ""
    parting: Parting | None = None
    errors: tuple[str, ...] = ()


class FormField(View, frozen=True):
    """A field to type in. `complete` is what the browser may fill it with, `hint` what is asked of it."""

    name: str
    label: str
    kind: str
    complete: str
    value: str = ""
    hint: str = ""
    errors: tuple[str, ...] = ()


class SignPage(View, frozen=True):
    """Signing in or up. `crew` is the phone's that the account can keep, "" for none."""

    url: str
    key: str
    title: str
    button: str
    fields: tuple[FormField, ...]
    crew: str
    keep: bool
    other: Link
    errors: tuple[str, ...] = ()


class AccountCrew(View, frozen=True):
    """A crew of the account."""

    name: str
    role: str
    here: bool
    enter: str


class SessionCard(View, frozen=True):
    """Where somebody is signed in; `end` ends it, `here` says that it is this one."""

    name: str
    line: str
    end: str
    here: bool


class AccountPage(View, frozen=True):
    """Somebody's account. `loose` names the phone's crew that the account does not keep yet, "" for none."""

    name: str
    key: str
    sessions: tuple[SessionCard, ...]
    crews: tuple[AccountCrew, ...]
    loose: str
    parting: Parting | None
    errors: tuple[str, ...] = ()


class PasswordPage(View, frozen=True):
    """Changing the password."""

    name: str
    fields: tuple[FormField, ...]


class TitleRow(View, frozen=True):
    """A title of the crew's games, how many have it, and where it is changed."""

    href: str
    title: str
    games: str


class TitlesPage(View, frozen=True):
    """The crew's titles (`rows`); or one of them, `title` with its `key`, that is turned into another.

    `others` are those that it can become, `into` what was chosen or typed, and `follows` are the effects;
    `final` says that they cannot be taken back.
    """

    url: str
    rows: tuple[TitleRow, ...]
    title: str
    games: str
    key: str
    others: tuple[Option, ...]
    into: str
    longest: int
    follows: tuple[str, ...]
    final: bool
    proof: Proof | None
    errors: tuple[str, ...]


class DeletePage(View, frozen=True):
    """Deleting the account."""

    name: str
    owner: bool
    errors: tuple[str, ...] = ()
