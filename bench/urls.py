"""The app's addresses, and `/bare/`: the least that a tap on a database can be, one SELECT and one INSERT."""

from django.http import HttpRequest, HttpResponse
from django.urls import include, path
from django.views.decorators.csrf import csrf_exempt

from referee.urls import handler500  # noqa: F401 - an error is a page in words here too
from scoring.models import Crew


@csrf_exempt
def bare(_request: HttpRequest) -> HttpResponse:
    """Reads one row and adds one, each by itself, as a view without any care would."""
    Crew.objects.filter(pk=1).first()
    Crew.objects.create(name="bare")
    return HttpResponse("saved")


urlpatterns = [path("bare/", bare), path("", include("referee.urls"))]
