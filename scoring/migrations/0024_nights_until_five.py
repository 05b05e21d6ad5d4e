from datetime import time, timedelta

from django.db import migrations
from django.utils import timezone

DAWN = 5


def begin_later(apps):
    """A day without a time was brought as its midnight, which from now on belongs to the night before."""
    Game, Seat = (apps.get_model('scoring', name) for name in ('Game', 'Seat'))
    sharp = Game.objects.filter(created_at__hour=0, created_at__minute=0, created_at__second=0)
    for pk, began, ended in list(sharp.values_list('pk', 'created_at', 'finished_at')):
        if timezone.localtime(began).time() == time():
            later = began + timedelta(hours=DAWN)
            ended = ended and ended + timedelta(hours=DAWN)
            Game.objects.filter(pk=pk).update(created_at=later, finished_at=ended)
            Seat.objects.filter(game=pk).update(began_at=later)


def count_anew(apps, schema_editor):
    """A night is from five in the morning to five: crews that play on past midnight are counted anew."""
    begin_later(apps)
    Game, Seat = (apps.get_model('scoring', name) for name in ('Game', 'Seat'))
    late = Game.objects.filter(created_at__hour__lt=DAWN)
    for crew in set(late.order_by().values_list('crew', flat=True)):
        for name in ('Tally', 'Rating'):
            apps.get_model('scoring', name).objects.filter(player__crew=crew).delete()
        for name in ('Night', 'Unrated'):
            apps.get_model('scoring', name).objects.filter(crew=crew).delete()
        games = Game.objects.filter(crew=crew)
        Seat.objects.filter(game__in=games.values('pk')).exclude(facts={}).update(facts={})
        games.filter(finished_at__isnull=False, discarded_at__isnull=True).update(due=True)


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0023_called_off'),
    ]

    operations = [
        migrations.RunPython(count_anew, migrations.RunPython.noop, elidable=False),
    ]
