"""Every address of the app, with a value for each of its parts."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import URLPattern, URLResolver, get_resolver, reverse

Values = dict[str, str | int]

#: What stands for each kind of a part in an address.
SAMPLES: Values = {"IntConverter": 1, "PathConverter": "x", "SlugConverter": "x", "StringConverter": "x"}


def patterns(resolver: URLResolver | None = None) -> Iterator[tuple[URLPattern, Values]]:
    """Every address of ours with a value for each of its parts; the admin's are Django's own."""
    resolver = resolver or get_resolver()
    here = {name: SAMPLES[type(kind).__name__] for name, kind in resolver.pattern.converters.items()}
    for each in resolver.url_patterns:
        if isinstance(each, URLPattern):
            own = {name: SAMPLES[type(kind).__name__] for name, kind in each.pattern.converters.items()}
            yield each, here | own
        elif each.app_name != "admin":
            yield from ((pattern, here | values) for pattern, values in patterns(each))


EVERY = list(patterns())


def path_of(pattern: URLPattern, values: Values) -> str:
    return reverse(str(pattern.name), kwargs=values)
