from django.db import migrations


class Migration(migrations.Migration):
    """What two of the tables are called in the owner's pages; the database stays as it is."""

    dependencies = [
        ("scoring", "0003_record"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="tally",
            options={"verbose_name_plural": "tallies"},
        ),
        migrations.AlterModelOptions(
            name="unrated",
            options={
                "verbose_name": "rating to be made anew",
                "verbose_name_plural": "ratings to be made anew",
            },
        ),
    ]
