from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0025_guests'),
    ]

    operations = [
        migrations.RemoveField(
            model_name='crew',
            name='moved_to',
        ),
    ]
