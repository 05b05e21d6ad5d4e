import django.db.models.deletion
import django.db.models.functions.text
import django.db.models.lookups
import django.utils.timezone
import scoring.models.people
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='Refusal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('after', models.PositiveIntegerField()),
                ('key', models.CharField(max_length=64)),
                ('body', models.JSONField()),
                ('outcome', models.JSONField()),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('actor', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.membership')),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='refusals', to='scoring.game')),
            ],
            options={
                'ordering': ['game_id', 'number'],
            },
        ),
        # No page has made a photo before.
        migrations.DeleteModel(
            name='Photo',
        ),
        migrations.AddConstraint(
            model_name='refusal',
            constraint=models.UniqueConstraint(fields=('game', 'number'), name='refusal_number_once_a_game'),
        ),
        migrations.AddConstraint(
            model_name='refusal',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1), ('number__lte', 500)), name='refusal_numbers_end'),
        ),
        migrations.AddConstraint(
            model_name='refusal',
            constraint=models.CheckConstraint(condition=models.Q(('key', ''), _negated=True), name='refusal_has_a_key'),
        ),
        migrations.CreateModel(
            name='Photo',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=scoring.models.people.new_public_id, editable=False, max_length=22, unique=True)),
                ('digest', models.CharField(help_text='SHA-256 of the file, hexadecimal.', max_length=64)),
                ('width', models.PositiveSmallIntegerField()),
                ('height', models.PositiveSmallIntegerField()),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('removed_at', models.DateTimeField(blank=True, null=True)),
                ('actor', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.membership')),
                ('move', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='photos', to='scoring.move')),
                ('refusal', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='photos', to='scoring.refusal')),
                ('removed_by', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.membership')),
            ],
            options={
                'ordering': ['id'],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('move__isnull', False), ('refusal__isnull', True)), models.Q(('move__isnull', True), ('refusal__isnull', False)), _connector='OR'), name='photo_of_one_ruling'), models.UniqueConstraint(condition=models.Q(('removed_at__isnull', True)), fields=('move', 'digest'), name='photo_once_a_ruling'), models.UniqueConstraint(condition=models.Q(('removed_at__isnull', True)), fields=('refusal', 'digest'), name='photo_once_a_refusal'), models.CheckConstraint(condition=django.db.models.lookups.Exact(django.db.models.functions.text.Length('digest'), 64), name='photo_file_digested'), models.CheckConstraint(condition=models.Q(('height__gte', 1), ('height__lte', 1600), ('width__gte', 1), ('width__lte', 1600)), name='photo_fits_its_size'), models.CheckConstraint(condition=models.Q(models.Q(('removed_at__isnull', True), ('removed_by__isnull', True)), models.Q(('removed_at__isnull', False), ('removed_by__isnull', False)), _connector='OR'), name='photo_removed_by_somebody')],
            },
        ),
    ]
