import unicodedata

from django.db import migrations, models

SHEET = 'score_sheet'


def folded(text):
    for _ in range(2):
        text = unicodedata.normalize('NFKC', text).casefold()
    return ' '.join(text.split())


def settle(schema_editor):
    """PostgreSQL checks at the end what a row changed twice points to, and until then alters no table of it."""
    if schema_editor.connection.vendor == 'postgresql':
        schema_editor.execute('SET CONSTRAINTS ALL IMMEDIATE')
        schema_editor.execute('SET CONSTRAINTS ALL DEFERRED')


def forget(apps):
    """What was counted of all score sheets together is counted again, by title."""
    Game = apps.get_model('scoring', 'Game')
    crews = Game.objects.filter(played__startswith=f'{SHEET}.').order_by().values('crew')
    for name in ('Tally', 'Rating'):
        rows = apps.get_model('scoring', name).objects
        rows.filter(player__crew__in=crews, game__startswith=SHEET).delete()
    apps.get_model('scoring', 'Unrated').objects.filter(crew__in=crews, game__startswith=SHEET).delete()
    sheets = {'crew__in': crews, 'game': SHEET}
    seats = apps.get_model('scoring', 'Seat').objects
    seats.filter(**{f'game__{name}': value for name, value in sheets.items()}).update(facts={})
    Game.objects.filter(finished_at__isnull=False, discarded_at__isnull=True, **sheets).update(due=True)


def fill(apps, schema_editor):
    Game = apps.get_model('scoring', 'Game')
    Seat = apps.get_model('scoring', 'Seat')
    Game.objects.update(played=models.F('game'))
    titled = Game.objects.filter(game=SHEET).exclude(title='')
    for crew, title in list(titled.order_by().values_list('crew', 'title').distinct()):
        if folded(title):
            played = f'{SHEET}.{folded(title)}'[:280].rstrip()
            Game.objects.filter(crew=crew, game=SHEET, title=title).update(played=played)
    game = Game.objects.filter(pk=models.OuterRef('game'))
    sheets = Seat.objects.filter(game__in=Game.objects.filter(played__startswith=f'{SHEET}.').values('pk'))
    sheets.update(played=models.Subquery(game.values('played')))
    forget(apps)
    settle(schema_editor)


def empty(apps, schema_editor):
    apps.get_model('scoring', 'Seat').objects.filter(played__startswith=SHEET).update(played=SHEET)
    forget(apps)
    settle(schema_editor)


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0013_board_links'),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name='game',
            name='game_by_end',
        ),
        migrations.RemoveIndex(
            model_name='seat',
            name='seat_by_rules',
        ),
        migrations.AddField(
            model_name='game',
            name='played',
            field=models.CharField(default='?', editable=False, max_length=280),
            preserve_default=False,
        ),
        migrations.RenameField(
            model_name='seat',
            old_name='rules',
            new_name='played',
        ),
        migrations.AlterField(
            model_name='seat',
            name='played',
            field=models.CharField(editable=False, max_length=280),
        ),
        migrations.AlterField(
            model_name='tally',
            name='game',
            field=models.CharField(help_text='What was played.', max_length=280),
        ),
        migrations.AlterField(
            model_name='rating',
            name='game',
            field=models.CharField(help_text='What was played.', max_length=280),
        ),
        migrations.AlterField(
            model_name='unrated',
            name='game',
            field=models.CharField(help_text='What was played.', max_length=280),
        ),
        migrations.RunPython(fill, empty, elidable=False),
        migrations.RemoveConstraint(
            model_name='game',
            name='game_names_its_rules',
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(('game', ''), ('played', ''), ('key', ''), ('phase', ''), _connector='OR', _negated=True), name='game_names_its_rules'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('discarded_at__isnull', True)), fields=['crew', 'played', '-created_at', '-id', 'title'], name='game_by_played'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(fields=['crew', 'played', 'finished_at', 'id'], name='game_by_end'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(fields=['player', 'played', '-began_at', '-game'], name='seat_by_played'),
        ),
    ]
