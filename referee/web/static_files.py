"""Static files as browsers get them: without comments and blanks, under a name with a hash, compressed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import PurePath

from django.core.files.base import ContentFile, File
from django.core.files.storage import Storage
from lightningcss import process_stylesheet
from rjsmin import jsmin
from whitenoise.storage import CompressedManifestStaticFilesStorage

_MINIFY = {".css": partial(process_stylesheet, minify=True), ".js": jsmin}


class Minified(Storage):
    """Files of another storage; a stylesheet or script opens as the browser needs it."""

    def __init__(self, files: Storage) -> None:
        self._files = files

    def open(self, name: str, mode: str = "rb") -> File[bytes]:
        """The file, minified unless it is already."""
        file = self._files.open(name, mode)
        path = PurePath(name)
        minify = _MINIFY.get(path.suffix)
        if minify is None or path.stem.endswith(".min"):
            return file
        with file:
            return ContentFile(minify(file.read().decode()).encode(), name)


class StaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # whitenoise ships no types
    """What `collectstatic` makes and pages name."""

    def post_process(self, paths: dict[str, tuple[Storage, str]], **options: bool) -> Iterator[object]:
        """Hashes and compresses what is minified; yields what Django wants to hear of each file."""
        minified = {name: (Minified(files), path) for name, (files, path) in paths.items()}
        yield from super().post_process(minified, **options)
