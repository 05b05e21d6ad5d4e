import django.db.models.deletion
import django.utils.timezone
import scoring.models.people
from django.conf import settings
from django.db import migrations, models


def fill(apps, schema_editor):
    """What was played before is counted too."""
    Player = apps.get_model('scoring', 'Player')
    players = list(Player.objects.all())
    for player in players:
        player.public_id = scoring.models.people.new_public_id()
    Player.objects.bulk_update(players, ['public_id'], batch_size=500)
    Game = apps.get_model('scoring', 'Game')
    game = Game.objects.filter(pk=models.OuterRef('game'))
    apps.get_model('scoring', 'Seat').objects.update(
        began_at=models.Subquery(game.values('created_at')), rules=models.Subquery(game.values('game'))
    )
    Game.objects.filter(finished_at__isnull=False).update(due=True)


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0002_evidence'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Night',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('day', models.DateField()),
                ('games', models.PositiveIntegerField()),
            ],
        ),
        migrations.CreateModel(
            name='Rating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(help_text='The rules the games were played by.', max_length=32)),
                ('mu', models.FloatField()),
                ('sigma', models.FloatField()),
                ('games', models.PositiveIntegerField()),
            ],
        ),
        migrations.CreateModel(
            name='Share',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=scoring.models.people.new_public_id, editable=False, max_length=22, unique=True)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('revoked_at', models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name='Tally',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(help_text='The rules the games were played by.', max_length=32)),
                ('period', models.CharField(blank=True, max_length=7)),
                ('facts', models.JSONField()),
            ],
        ),
        migrations.AddField(
            model_name='crew',
            name='recovery_digest',
            field=models.CharField(blank=True, editable=False, max_length=64),
        ),
        migrations.AddField(
            model_name='game',
            name='due',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='membership',
            name='user',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='memberships', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='player',
            name='archived_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='player',
            name='avatar',
            field=models.CharField(blank=True, editable=False, max_length=40),
        ),
        migrations.AddField(
            model_name='player',
            name='colour',
            field=models.CharField(blank=True, choices=[('red', 'Red'), ('orange', 'Orange'), ('yellow', 'Yellow'), ('green', 'Green'), ('teal', 'Teal'), ('blue', 'Blue'), ('purple', 'Purple'), ('pink', 'Pink'), ('grey', 'Grey')], max_length=6),
        ),
        migrations.AddField(
            model_name='player',
            name='public_id',
            # Filled below, before it has to be unique.
            field=models.CharField(default='', editable=False, max_length=22),
        ),
        migrations.AddField(
            model_name='seat',
            name='began_at',
            field=models.DateTimeField(default=django.utils.timezone.now, editable=False),
        ),
        migrations.AddField(
            model_name='seat',
            name='facts',
            field=models.JSONField(default=dict, editable=False),
        ),
        migrations.AddField(
            model_name='seat',
            name='rules',
            # Filled below.
            field=models.CharField(default='', editable=False, max_length=32),
            preserve_default=False,
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.AlterField(
            model_name='player',
            name='public_id',
            field=models.CharField(default=scoring.models.people.new_public_id, editable=False, max_length=22, unique=True),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(fields=['crew', 'game', '-created_at', '-id', 'title'], name='game_by_rules'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('due', True)), fields=['crew', 'id'], name='game_due'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(fields=['player', '-began_at', '-game'], name='seat_newest_first'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(fields=['player', 'rules', '-began_at', '-game'], name='seat_by_rules'),
        ),
        migrations.RemoveIndex(
            model_name='game',
            name='game_newest_first',
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(fields=['crew', '-created_at', '-id', 'title'], name='game_newest_first'),
        ),
        migrations.RemoveIndex(
            model_name='game',
            name='game_unfinished',
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('finished_at__isnull', True)), fields=['crew', '-created_at', '-id', 'title'], name='game_unfinished'),
        ),
        migrations.AlterField(
            model_name='photo',
            name='actor',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.membership'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.CheckConstraint(condition=models.Q(('colour__in', ['', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple', 'pink', 'grey'])), name='player_colour_known'),
        ),
        migrations.AddField(
            model_name='night',
            name='crew',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='nights', to='scoring.crew'),
        ),
        migrations.AddField(
            model_name='rating',
            name='player',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='ratings', to='scoring.player'),
        ),
        migrations.AddField(
            model_name='share',
            name='actor',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.membership'),
        ),
        migrations.AddField(
            model_name='share',
            name='game',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='shares', to='scoring.game'),
        ),
        migrations.AddField(
            model_name='tally',
            name='player',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='tallies', to='scoring.player'),
        ),
        migrations.AddConstraint(
            model_name='night',
            constraint=models.UniqueConstraint(fields=('crew', 'day'), name='night_once_a_day'),
        ),
        migrations.AddConstraint(
            model_name='rating',
            constraint=models.UniqueConstraint(fields=('player', 'game'), name='rating_once_a_game'),
        ),
        migrations.AddConstraint(
            model_name='rating',
            constraint=models.CheckConstraint(condition=models.Q(('sigma__gt', 0)), name='rating_is_uncertain'),
        ),
        migrations.AddConstraint(
            model_name='share',
            constraint=models.UniqueConstraint(condition=models.Q(('revoked_at__isnull', True)), fields=('game',), name='share_open_once_a_game'),
        ),
        migrations.AddConstraint(
            model_name='tally',
            constraint=models.UniqueConstraint(fields=('player', 'game', 'period'), name='tally_once_a_period'),
        ),
        migrations.AddField(
            model_name='membership',
            name='tapped_at',
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.AddConstraint(
            model_name='crew',
            constraint=models.UniqueConstraint(condition=models.Q(('recovery_digest', ''), _negated=True), fields=('recovery_digest',), name='crew_recovered_by_its_own_code'),
        ),
        migrations.AddField(
            model_name='crew',
            name='arriving_at',
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.CreateModel(
            name='Unrated',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(help_text='The rules the games were played by.', max_length=32)),
            ],
        ),
        migrations.AlterField(
            model_name='game',
            name='hand',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='scoring.hand'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(fields=['crew', 'game', 'finished_at', 'id'], name='game_by_end'),
        ),
        migrations.AddField(
            model_name='unrated',
            name='crew',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='scoring.crew'),
        ),
        migrations.AddConstraint(
            model_name='unrated',
            constraint=models.UniqueConstraint(fields=('crew', 'game'), name='unrated_once_a_game'),
        ),
    ]
