from collections import defaultdict

from django.db import migrations, models
from django.utils import timezone


def count(apps, schema_editor):
    """What the nights that are there took; from now on each is counted with its games."""
    Game, Night = apps.get_model("scoring", "Game"), apps.get_model("scoring", "Night")
    for crew in Night.objects.order_by("crew").values_list("crew", flat=True).distinct():
        took = defaultdict(list)
        games = Game.objects.filter(crew=crew, finished_at__isnull=False, discarded_at__isnull=True, due=False)
        rows = games.order_by("created_at", "pk").values_list("public_id", "created_at", "finished_at")
        for public_id, began, over in rows.iterator():
            minutes = round((over - began).total_seconds() / 60)
            if 0 < minutes < 24 * 60:
                took[timezone.localdate(began)].append((minutes, public_id))
        nights = [night for night in Night.objects.filter(crew=crew).order_by("day") if night.day in took]
        for night in nights:
            night.minutes = sum(minutes for minutes, _ in took[night.day])
            night.longest, night.longest_game = max(took[night.day], key=lambda each: each[0])
        Night.objects.bulk_update(nights, ["minutes", "longest", "longest_game"], batch_size=200)


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0021_captions'),
    ]

    operations = [
        migrations.AddField(
            model_name='night',
            name='longest',
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='night',
            name='longest_game',
            field=models.CharField(blank=True, default='', max_length=22),
        ),
        migrations.AddField(
            model_name='night',
            name='minutes',
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.RunPython(count, migrations.RunPython.noop, elidable=True),
    ]
