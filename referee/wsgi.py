"""The pages for any WSGI server: without a stream, open pages ask now and then."""

import os

from django.core.checks import run_checks
from django.core.exceptions import ImproperlyConfigured
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "referee.settings")
application = get_wsgi_application()

from referee.server.database import lock_data_dir  # noqa: E402  # once the settings are there
from referee.server.structs import read_annotations  # noqa: E402

# Servers run no checks by themselves.
for problem in run_checks():
    if problem.is_serious():
        raise ImproperlyConfigured(str(problem))
# The checks have loaded all that answers requests.
read_annotations()
# No backup is restored below a server.
lock_data_dir()
