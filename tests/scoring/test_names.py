"""What the tables are called where their owner looks at them."""

from django.apps import apps

PLURALS = {
    "buzzes", "crew shares", "crews", "former places", "games", "hands", "invites", "memberships", "moves",
    "nights",
    "photos", "players", "ratings", "ratings to be made anew", "refusals", "scores", "seats",
    "regular nights", "seasons", "second factors", "sessions", "shares", "sheet versions",
    "sheets", "tallies",
}  # fmt: skip


def test_every_table_has_a_plural_of_english() -> None:
    models = apps.get_app_config("scoring").get_models()
    assert {str(model._meta.verbose_name_plural) for model in models} == PLURALS
