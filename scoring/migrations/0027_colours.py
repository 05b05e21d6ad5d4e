from collections import Counter

from django.db import migrations, models

COLOURS = ('blue', 'yellow', 'green', 'purple', 'orange', 'pink', 'teal', 'red', 'grey')


def give_colours(apps, schema_editor):
    """Who has no colour gets one, in the order of joining: of those that the fewest in the crew have, the first."""
    Player = apps.get_model('scoring', 'Player')
    without = Player.objects.filter(colour='')
    for crew in sorted(set(without.order_by().values_list('crew', flat=True))):
        had = Counter(Player.objects.filter(crew=crew, guest=False, archived_at=None).values_list('colour', flat=True))
        coming = list(without.filter(crew=crew).order_by('guest', 'pk'))
        for player in coming:
            player.colour = min(COLOURS, key=had.__getitem__)
            had[player.colour] += 1
        Player.objects.bulk_update(coming, ['colour'], batch_size=500)


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0026_no_moved_crews'),
    ]

    operations = [
        # Taken back, everybody keeps the colour: one that was given is as good as one that was chosen.
        migrations.RunPython(give_colours, migrations.RunPython.noop, elidable=False),
        migrations.RemoveConstraint(
            model_name='player',
            name='player_colour_known',
        ),
        migrations.AlterField(
            model_name='player',
            name='colour',
            field=models.CharField(choices=[('blue', 'Blue'), ('yellow', 'Yellow'), ('green', 'Green'), ('purple', 'Purple'), ('orange', 'Orange'), ('pink', 'Pink'), ('teal', 'Teal'), ('red', 'Red'), ('grey', 'Grey')], max_length=6),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.CheckConstraint(condition=models.Q(('colour__in', list(COLOURS))), name='player_colour_known'),
        ),
    ]
