"""The owner's view of the record: everything can be found, and what happened cannot be touched.

What is derived from moves, or was logged, is only looked at. Of people the owner changes what they could
change themselves; a token is nowhere shown, as not even its digest is of use to anybody.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from django import forms
from django.apps import apps
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.db import models
from django.http import HttpRequest

from scoring import crew_bin, discarding, titles
from scoring.crew import phones
from scoring.models import Crew, CrewShare, Game, Invite, Membership, Player, Share
from scoring.models.people import clean_name, fold_name
from scoring.players.deleting import owner_deletes

if TYPE_CHECKING:
    Admin = admin.ModelAdmin[Any]
    Pages = Paginator[Any]
    Form = forms.ModelForm[Player]
else:
    # Generic for the type checker only.
    Admin, Pages, Form = admin.ModelAdmin, Paginator, forms.ModelForm

#: Rows that are counted; a larger table is turned over page by page up to here, and searched beyond.
MOST_COUNTED = 10_000


admin.site.site_header = admin.site.site_title = "Referee"
admin.site.index_title = "The record"


class Capped(Pages):
    """Pages of a table of any size: a count of a million moves would take longer than the page."""

    @cached_property
    def count(self) -> int:
        found: models.QuerySet[Any] = self.object_list  # type: ignore[assignment]  # the admin gives no other
        return found.order_by()[:MOST_COUNTED].count()


class Looked(Admin):
    """Rows that are looked at, newest first, and neither added, changed nor deleted."""

    paginator = Capped
    show_full_result_count = False
    list_per_page = 50
    ordering: ClassVar = ["-pk"]
    #: What may be changed all the same.
    editable: ClassVar[Sequence[str]] = ()

    def has_add_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return bool(self.editable) and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return False

    def get_readonly_fields(self, request: HttpRequest, obj: models.Model | None = None) -> list[str]:
        return [name for name in self.get_fields(request, obj) if name not in self.editable]

    def get_fields(self, request: HttpRequest, obj: models.Model | None = None) -> tuple[str, ...]:
        return tuple(field.name for field in self.opts.fields if not self._is_secret(field))

    def get_list_select_related(self, request: HttpRequest) -> list[str]:
        return [
            field.name for field in self.opts.fields if field.is_relation and field.name in self.list_display
        ]

    def get_queryset(self, request: HttpRequest) -> models.QuerySet[Any]:
        unread = [field.name for field in self.opts.fields if isinstance(field, models.BinaryField)]
        return super().get_queryset(request).defer(*unread)

    @staticmethod
    def _is_secret(field: models.Field[object, object]) -> bool:
        """A token's digest is nobody's business; a snapshot is bytes that only the rules can read."""
        return field.name.endswith("_digest") or isinstance(field, models.BinaryField)


# --- people


@admin.register(Crew)
class CrewAdmin(Looked):
    list_display = ("pk", "name", "created_at", "discarded_at")
    list_display_links = ("pk", "name")
    list_filter = (("discarded_at", admin.EmptyFieldListFilter), "created_at")
    search_fields = ("name", "=pk")
    editable = ("name",)
    actions = ("discard", "restore")

    @admin.action(description="Delete: kept for 30 days, with nobody in it", permissions=["change"])
    def discard(self, request: HttpRequest, crews: models.QuerySet[Crew]) -> None:
        self.message_user(request, f"{crew_bin.owner_sets(crews, discarded=True)} deleted.")

    @admin.action(description="Restore what was deleted", permissions=["change"])
    def restore(self, request: HttpRequest, crews: models.QuerySet[Crew]) -> None:
        self.message_user(request, f"{crew_bin.owner_sets(crews, discarded=False)} restored.")


@admin.register(Membership)
class MembershipAdmin(Looked):
    list_display = ("pk", "label", "crew", "role", "user", "created_at", "tapped_at", "shut_out_at")
    list_display_links = ("pk", "label")
    list_filter = ("role", ("shut_out_at", admin.EmptyFieldListFilter), ("user", admin.EmptyFieldListFilter))
    search_fields = ("label", "crew__name", "=crew__pk", "user__username")
    raw_id_fields = ("user",)
    editable = ("role", "label", "user", "shut_out_at")

    def save_model(self, request: HttpRequest, obj: Membership, form: object, change: object) -> None:
        super().save_model(request, obj, form, change)
        if obj.shut_out_at:
            phones.tell_gone(obj)


@admin.register(Invite)
class InviteAdmin(Looked):
    list_display = ("pk", "crew", "role", "uses_left", "created_at", "expires_at", "revoked_at")
    list_filter = ("role", "expires_at", ("revoked_at", admin.EmptyFieldListFilter))
    search_fields = ("crew__name", "=crew__pk")
    editable = ("uses_left", "expires_at", "revoked_at")


class PlayerForm(Form):
    """A player's name is tidied, and unique in its crew without its case, wherever it is typed."""

    def clean_name(self) -> str:
        name = clean_name(self.cleaned_data["name"])
        namesakes = Player.objects.filter(crew=self.instance.crew_id, folded=fold_name(name))
        if namesakes.exclude(pk=self.instance.pk).exists():
            raise ValidationError("The crew knows somebody of this name.")
        self.instance.folded = fold_name(name)
        return name


@admin.register(Player)
class PlayerAdmin(Looked):
    form = PlayerForm
    list_display = ("name", "crew", "colour", "created_at", "archived_at")
    list_filter = ("colour", ("archived_at", admin.EmptyFieldListFilter))
    search_fields = ("name", "folded", "=public_id", "crew__name")
    editable = ("name", "colour", "archived_at")
    actions = ("delete_unplayed",)

    @admin.action(description="Delete those who sit in no game", permissions=["change"])
    def delete_unplayed(self, request: HttpRequest, players: models.QuerySet[Player]) -> None:
        self.message_user(request, f"{owner_deletes(players)} deleted.")


# --- games


@admin.register(Game)
class GameAdmin(Looked):
    list_display = (
        "public_id",
        "game",
        "title",
        "crew",
        "created_at",
        "finished_at",
        "length",
        "discarded_at",
    )
    list_filter = (
        ("finished_at", admin.EmptyFieldListFilter),
        ("discarded_at", admin.EmptyFieldListFilter),
        "due",
        "created_at",
    )
    search_fields = ("=public_id", "=game", "title", "crew__name")
    editable = ("title",)
    actions = ("discard", "restore")

    def save_model(self, request: HttpRequest, obj: Game, form: object, change: object) -> None:
        titles.name_game(obj, obj.title)

    @admin.action(description="Discard: kept for 30 days, out of everything", permissions=["change"])
    def discard(self, request: HttpRequest, games: models.QuerySet[Game]) -> None:
        self.message_user(request, f"{discarding.owner_sets(games, discarded=True)} discarded.")

    @admin.action(description="Restore what was discarded", permissions=["change"])
    def restore(self, request: HttpRequest, games: models.QuerySet[Game]) -> None:
        self.message_user(request, f"{discarding.owner_sets(games, discarded=False)} restored.")


# --- links


@admin.register(Share)
class ShareAdmin(Looked):
    list_display = ("game", "actor", "created_at", "revoked_at")
    list_filter = (("revoked_at", admin.EmptyFieldListFilter), "created_at")
    search_fields = ("=game__public_id",)
    editable = ("revoked_at",)


@admin.register(CrewShare)
class CrewShareAdmin(Looked):
    list_display = ("crew", "kind", "actor", "created_at", "revoked_at")
    list_filter = ("kind", ("revoked_at", admin.EmptyFieldListFilter), "created_at")
    search_fields = ("crew__name", "=crew__pk")
    editable = ("revoked_at",)


# --- what is only looked at

#: The columns of each list, what filters it (with "?" whether there is any), and where it is searched.
_LISTS: tuple[tuple[str, str, str, str], ...] = (
    ("FormerPlace", "pk membership", "membership__role", "membership__label =membership__crew__pk"),
    (
        "Seat",
        "name player game place score won left",
        "won left began_at",
        "=name =game__public_id =player__public_id",
    ),
    ("Hand", "pk game number first since", "game__finished_at", "=game__public_id"),
    ("Move", "game seq kind position actor created_at", "kind created_at", "=game__public_id =actor__label"),
    (
        "Score",
        "game position seat points clause reason",
        "game__finished_at",
        "=game__public_id =clause =seat__name",
    ),
    ("Refusal", "game number after actor created_at", "created_at", "=game__public_id =actor__label"),
    ("Buzz", "game number player event came_at flag actor", "flag came_at", "=game__public_id =actor__label"),
    (
        "Photo",
        "public_id move width height actor created_at removed_at",
        "removed_at? created_at",
        "=public_id =move__game__public_id",
    ),
    ("Tally", "player game period", "player__archived_at", "player__name =player__public_id =game =period"),
    ("Rating", "player game mu sigma games", "player__archived_at", "player__name =player__public_id =game"),
    ("Unrated", "crew game", "game", "crew__name =crew__pk =game"),
    ("Night", "day crew games", "day", "crew__name =crew__pk"),
    ("Season", "name crew since until", "since", "name =public_id =crew__pk"),
    ("RegularNight", "__str__ crew repeats first at until", "repeats", "name crew__name =crew__pk"),
    ("Sheet", "name crew version removed_at", "removed_at? link?", "name =public_id =crew__pk"),
    ("SheetVersion", "sheet version actor made_at", "made_at", "sheet__name =sheet__public_id"),
)

for name, columns, filters, searched in _LISTS:
    admin.site.register(
        apps.get_model("scoring", name),
        Looked,
        list_display=columns.split(),
        list_filter=[
            (each[:-1], admin.EmptyFieldListFilter) if each.endswith("?") else each
            for each in filters.split()
        ],
        search_fields=searched.split(),
    )
