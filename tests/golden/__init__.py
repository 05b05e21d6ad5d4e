"""What the referee says and what tables show, kept from before they are rewritten."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
