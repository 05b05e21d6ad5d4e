"""The phones of a crew: what each may do, which crew it is in, and who is shut out.

Whoever changes a role or shuts a phone out is asked for under the crew's lock, so two keepers who shut each
other out leave one of them. `gone` is sent when a phone is no longer in the crew it was in, once that is
saved: what is open on it has to go too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from itertools import chain, count

from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.dispatch import Signal
from django.utils import timezone

from scoring.crew.visitor import Visitor, digest, new_token
from scoring.models import Crew, FormerPlace, Game, Membership, Role, SignIn
from scoring.models.people import DIGEST_LENGTH, NAME_LENGTH, clean_name
from scoring.writing import queue

PAGE = 50
#: A phone that taps on is noted this often, not with every tap.
NOTED_EVERY = timedelta(minutes=5)
#: From least to most.
RANKS = (Role.WATCHER, Role.SCORER, Role.KEEPER)

#: How the digest of a phone begins that went and left its place to an account: no digest of a token does.
NO_PHONE = "account:"

#: Sent with `phone`, the primary key of the membership.
gone = Signal()


class CrewDeleted(PermissionDenied):
    """The crew was deleted, and takes nobody in until it is restored."""


class LastKeeper(Exception):
    """The crew would be left with nobody who keeps it."""


def clean_label(text: str) -> str:
    """What a phone or a crew is called, tidied; "" is fine. Raises ValidationError as `clean_name` does."""
    return clean_name(text) if text.strip() else ""


def _unlike(label: str, crew: int, phone: int = 0) -> str:
    """The label, with a number where another phone of the crew is called so: "Bob 2"."""
    others = Membership.objects.filter(crew=crew, shut_out_at=None).exclude(pk=phone)
    taken = set(others.values_list("label", flat=True)) - {""}
    numbered = (f"{label[: NAME_LENGTH - 6]} {number}" for number in count(2))
    return next(each for each in chain([label], numbered) if each not in taken)


def may_more(role: str, than: str) -> bool:
    """Whether a role may do more than another one.

    >>> may_more("keeper", "scorer"), may_more("watcher", "watcher")
    (True, False)
    """
    return RANKS.index(Role(role)) > RANKS.index(Role(than))


# --- looking


@dataclass(frozen=True)
class Page:
    """Phones, the newest first, those shut out among them; `first` is the number of the first.

    `before` is the place of those before them, None at the end.
    """

    phones: Sequence[Membership]
    first: int
    before: int | None


def phones(visitor: Visitor, *, before: int | None = None) -> Page:
    """A page of the phones of the visitor's crew. Two queries."""
    found = Membership.objects.visible_to(visitor).select_related("user").order_by("-pk")
    if before is not None:
        found = found.filter(pk__lt=before)
    page = list(found[: PAGE + 1])
    more, page = len(page) > PAGE, page[:PAGE]
    return Page(page, number_of(page[0]) if page else 0, page[-1].pk if more else None)


def number_of(phone: Membership) -> int:
    """What a phone without a name is called by: it was the crew's first, second, ... One query."""
    return Membership.objects.filter(crew=phone.crew_id, pk__lte=phone.pk).count()


def phone_names(game: Game) -> dict[int, str]:
    """What the crew's phones are called: their labels, or by the order in which they came, "phone 2".

    The one that looks, if it has no label, is "this phone". One query.
    """
    found = Membership.objects.filter(crew=game.crew_id).order_by("pk").values_list("pk", "label")
    return {
        pk: label or ("this phone" if pk == game.viewer_id else f"phone {number}")
        for number, (pk, label) in enumerate(found, 1)
    }


def shut_out_since(moment: datetime) -> list[int]:
    """The phones that were shut out since then, by their primary keys."""
    return list(Membership.objects.filter(shut_out_at__gte=moment).values_list("pk", flat=True))


def is_last_keeper(phone: Membership) -> bool:
    """Whether nobody would keep the crew without this phone."""
    others = Membership.objects.filter(crew=phone.crew_id, role=Role.KEEPER, shut_out_at__isnull=True)
    return phone.is_keeper and not others.exclude(pk=phone.pk).exists()


def note_tap(phone: Membership) -> None:
    """Notes that a phone has tapped. One query, none within five minutes."""
    now = timezone.now()
    if phone.tapped_at is None or phone.tapped_at < now - NOTED_EVERY:
        Membership.objects.filter(pk=phone.pk).update(tapped_at=now)


# --- changing


@contextmanager
def kept_by(actor: Membership) -> Iterator[Crew]:
    """The crew under lock, for a change that its keeper alone makes. Raises PermissionDenied.

    Whether the actor keeps it still is asked behind the others in the queue.
    """
    with queue(actor.crew_id) as crew:
        keepers = Membership.objects.filter(pk=actor.pk, role=Role.KEEPER, shut_out_at__isnull=True)
        if not keepers.exists():
            raise PermissionDenied("Only the keeper of the crew may do that.")
        yield crew


def name_crew(*, actor: Membership, name: str) -> None:
    """Gives the crew a name, or takes it away with "". Raises PermissionDenied, ValidationError."""
    name = clean_label(name)
    with kept_by(actor) as crew:
        crew.name = name
        crew.save(update_fields=["name"])


def label_phone(*, actor: Membership, phone: Membership, label: str) -> None:
    """Gives a phone a name: its own one or, by the keeper, any. Raises PermissionDenied, ValidationError."""
    label = _unlike(clean_label(label), actor.crew_id, phone.pk)
    if actor.pk != phone.pk and not actor.is_keeper:
        raise PermissionDenied("Only the keeper names the phones of others.")
    Membership.objects.filter(pk=phone.pk, crew=actor.crew_id).update(label=label)


def set_role(*, actor: Membership, phone: Membership, role: Role) -> None:
    """What the phone may do from now on. Raises PermissionDenied, LastKeeper."""
    with kept_by(actor):
        if role != Role.KEEPER and is_last_keeper(phone):
            raise LastKeeper
        Membership.objects.filter(pk=phone.pk, crew=actor.crew_id).update(role=role)


def shut_out(*, actor: Membership, phone: Membership) -> None:
    """Shuts a phone out at once; it may be out already. Raises PermissionDenied, LastKeeper."""
    with kept_by(actor):
        if is_last_keeper(phone):
            raise LastKeeper
        known = Membership.objects.filter(pk=phone.pk, crew=actor.crew_id, shut_out_at__isnull=True)
        if known.update(shut_out_at=timezone.now()):
            SignIn.objects.filter(phone=phone.pk).delete()
            tell_gone(phone)


def leave(phone: Membership) -> None:
    """Takes a phone out of its crew by its own wish.

    Its token is free for another crew. Where somebody signed in on it, the row stays in force without a
    phone: the account keeps the crew.
    """
    if phone.user_id is None:
        phone.token_digest = digest(new_token())
        phone.shut_out_at = timezone.now()
        phone.save(update_fields=["token_digest", "shut_out_at"])
    else:
        phone.token_digest = f"{NO_PHONE}{digest(new_token())}"[:DIGEST_LENGTH]
        # Nothing else: the keeper may have shut it out meanwhile.
        phone.save(update_fields=["token_digest"])
    tell_gone(phone)


def settle(
    visitor: Visitor,
    *,
    crew: Crew,
    role: Role,
    key: str,
    label: str = "",
    user: AbstractBaseUser | None = None,
) -> Membership:
    """The phone's place in a crew, with at least this role; another crew that it is in, it leaves.

    The phone gets a new token: somebody else may know the old one, or have planted it. It is made from the
    `key` of the form, so that the same tap sent twice finds the place that the first one made. `user` is who
    signed in on it, and may have a place that waits for a phone. Raises ValidationError for a label that
    cannot be, and CrewDeleted.
    """
    label = clean_label(label)
    with queue(crew.pk) as now:
        if now.discarded_at:
            raise CrewDeleted("This crew was deleted. Only its keeper can restore it.")
        token = visitor.renewed(key)
        phone = Membership.objects.filter(token_digest=digest(token)).first()
        if phone and (phone.shut_out_at or phone.crew_id != crew.pk):
            token, phone = new_token(), None
        if phone is None:
            phone = _present(visitor, crew) or _waiting(crew, user)
        phone = phone or Membership(crew=crew, role=role, label=_unlike(label, crew.pk))
        _take(visitor, token)
        phone.token_digest = visitor.digest
        if may_more(role, phone.role):
            phone.role = role
        if user is not None and phone.user_id is None:
            phone.user_id = user.pk
        phone.save()
    visitor.membership = phone
    visitor.saw(phone.pk, phone.seen_at)
    return phone


def renew(visitor: Visitor, phone: Membership, *, key: str) -> None:
    """Gives a phone a new token, made from the `key` of the form, where it stays."""
    _take(visitor, visitor.renewed(key))
    phone.token_digest = visitor.digest
    phone.save(update_fields=["token_digest"])


def _take(visitor: Visitor, token: str) -> None:
    """Gives the phone this token. Deleted crews that it was in, and can restore, it finds by it too."""
    FormerPlace.objects.filter(token_digest=visitor.digest).update(token_digest=digest(token))
    visitor.token = token


def _present(visitor: Visitor, crew: Crew) -> Membership | None:
    """The phone's place in the crew, if it has one; a place elsewhere it leaves."""
    phone = Membership.objects.filter(token_digest=visitor.digest, shut_out_at=None).first()
    if phone is None or phone.crew_id == crew.pk:
        return phone
    leave(phone)
    return None


def _waiting(crew: Crew, user: AbstractBaseUser | None) -> Membership | None:
    """A place in the crew that an account keeps while no phone has it."""
    kept = Membership.objects.filter(crew=crew, shut_out_at=None, token_digest__startswith=NO_PHONE)
    return kept.filter(user=user.pk).order_by("pk").first() if user else None


def afresh(visitor: Visitor) -> None:
    """Gives a phone that was shut out a new token, as a browser that was never here would get."""
    if visitor.membership is None and Membership.objects.filter(token_digest=visitor.digest).exists():
        visitor.token = new_token()


def tell_gone(phone: Membership) -> None:
    """Sends `gone`, once the transaction is saved."""
    transaction.on_commit(partial(gone.send, sender=Membership, phone=phone.pk))
