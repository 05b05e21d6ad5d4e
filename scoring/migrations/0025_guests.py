from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0024_nights_until_five'),
    ]

    operations = [
        migrations.AddField(
            model_name='player',
            name='guest',
            field=models.BooleanField(default=False, editable=False),
        ),
    ]
