"""What the referee says, kept from before it is rewritten."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
