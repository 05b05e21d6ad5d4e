"""Static files as browsers get them: with what they import, minified, hashed, compressed.

One request is quicker than three, and what is alike in the parts is compressed once. Without this storage, as
in some tests, browsers fetch the imports themselves: the same styles in the same order, the same scripts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import PurePosixPath
from posixpath import normpath

from django.core.files.base import ContentFile, File
from django.core.files.storage import Storage
from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

#: What makes a stylesheet, a script or a file of drawings smaller, by its suffix.
try:
    from lightningcss import process_stylesheet
    from minify import string as minified
except ModuleNotFoundError:
    # Without the extra `small` they are put together and compressed all the same, and a fifth larger.
    MINIFY: dict[str, Callable[[str], str]] = {".css": str, ".js": str}
else:
    MINIFY = {
        ".css": partial(process_stylesheet, minify=True),
        ".js": partial(minified, "text/javascript"),
        ".svg": partial(minified, "image/svg+xml"),
    }

#: A line that stands for a whole file beside this one; a script so imported is run for its effects only.
_IMPORT = re.compile(r'^(?:@import|import) "([\w./-]+)";$', re.MULTILINE)


class Minified(Storage):
    """Files of another storage; a stylesheet, script or drawing opens as the browser needs it."""

    def __init__(self, files: Storage) -> None:
        self._files = files

    def open(self, name: str, mode: str = "rb") -> File[bytes]:
        """The file, minified unless it is already."""
        file = self._files.open(name, mode)
        path = PurePosixPath(name)
        minify = MINIFY.get(path.suffix)
        if minify is None or path.stem.endswith(".min"):
            return file
        with file:
            return ContentFile(minify(self._whole(path, file.read().decode())).encode(), name)

    def _whole(self, path: PurePosixPath, text: str) -> str:
        """The text of a file with those that it imports in their places."""

        def imported(line: re.Match[str]) -> str:
            part = PurePosixPath(normpath(path.parent / line[1]))
            with self._files.open(str(part)) as file:
                return self._whole(part, file.read().decode())

        whole = _IMPORT.sub(imported, text)
        # What a script of ours names is its own, and may be renamed; a package's names may be for others.
        return f"(() => {{\n{whole}\n}})();" if path.suffix == ".js" and len(path.parts) == 1 else whole


class StaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # whitenoise ships no types
    """What `collectstatic` makes and pages name; what it did not make, as it lies in the project."""

    manifest_strict = False

    @property
    def is_collected(self) -> bool:
        """Whether `collectstatic` was run."""
        return bool(self.hashed_files)

    def load_manifest(self) -> tuple[dict[str, str], str]:
        """The list of what was collected; empty where a crash cut it off, so that it is collected again."""
        try:
            manifest: tuple[dict[str, str], str] = super().load_manifest()
        except ValueError:
            return {}, ""
        return manifest

    def stored_name(self, name: str) -> str:
        """What a file is called in an address."""
        try:
            return str(super().stored_name(name)) if self.is_collected else name
        except ValueError:  # newer than what was collected
            return name

    def post_process(self, paths: dict[str, tuple[Storage, str]], **options: bool) -> Iterator[object]:
        """Hashes and compresses what is minified; yields what Django wants to hear of each file."""
        minified = {name: (Minified(files), path) for name, (files, path) in paths.items()}
        yield from super().post_process(minified, **options)


class StaticMiddleware(WhiteNoiseMiddleware):  # type: ignore[misc]  # whitenoise ships no types
    """Serves them; one that is named by its contents is never asked for again, and says nothing to ask by."""

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponse:
        """The file, or 304 for one that a browser has."""
        response: HttpResponse = WhiteNoiseMiddleware.serve(static_file, request)
        if "immutable" in response.headers.get("Cache-Control", ""):
            del response.headers["ETag"], response.headers["Last-Modified"]
        return response
