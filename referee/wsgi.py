"""The pages alone, for `runserver` and any WSGI server: without a stream, open pages ask now and then."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "referee.settings")
application = get_wsgi_application()
