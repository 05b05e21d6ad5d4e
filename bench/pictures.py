"""The most memory that a picture takes: for each kind the largest that is accepted, in a process of its own.

Printed: the most that the process ever had, the interpreter and Pillow among it, in MB.
"""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

import django

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bench.settings")
    django.setup()

from PIL import Image

from bench.wanted import Findings
from scoring.pictures.decoding import MOST_PIXELS, MOST_WEBP, MOST_WHOLE, picture_of

Maker = Callable[[], bytes]


def saved(pixels: int, mode: str, kind: str, shape: float = 4 / 3, **options: object) -> Maker:
    """Makes a file of so many pixels; `shape` is its width by its height."""

    def make() -> bytes:
        height = int((pixels / shape) ** 0.5)
        file = io.BytesIO()
        Image.new(mode, (int(height * shape), height)).save(file, kind, **options)
        return file.getvalue()

    return make


LARGEST: Mapping[str, Maker] = {
    "JPEG": saved(MOST_PIXELS, "RGB", "JPEG", quality=50, subsampling=0),
    "JPEG, narrow": saved(MOST_PIXELS, "RGB", "JPEG", 80, quality=50, subsampling=0),
    "JPEG in rounds": saved(MOST_WHOLE, "RGB", "JPEG", progressive=True, subsampling=0),
    "JPEG for print": saved(MOST_PIXELS, "CMYK", "JPEG", subsampling=0),
    "PNG": saved(MOST_WHOLE, "RGB", "PNG"),
    "PNG, see-through": saved(MOST_WHOLE, "RGBA", "PNG"),
    "PNG with a palette": saved(MOST_WHOLE, "P", "PNG", transparency=0),
    "PNG of 16 bits": saved(MOST_WHOLE, "I;16", "PNG"),
    "PNG, a square": saved(MOST_WHOLE, "RGBA", "PNG", 1),
    "WebP": saved(MOST_WEBP, "RGB", "WEBP"),
    "WebP, see-through": saved(MOST_WEBP, "RGBA", "WEBP"),
}


def keep(path: str) -> None:
    """Makes the picture to keep, and says how much memory the process took at most, in MB."""
    with Path(path).open("rb") as file:
        picture_of(file)
    # Not getrusage: that knows the process from before it became this program.
    told = Path("/proc/self/status").read_text()
    print(int(re.findall(r"VmHWM:\s+(\d+) kB", told)[0]) / 1024)


def main() -> int:
    found = Findings()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "picture"
        for name, make in LARGEST.items():
            path.write_bytes(make())
            command = [sys.executable, "-m", "bench.pictures", str(path)]
            most = float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
            print(f"{name}: {path.stat().st_size // 1024} kB, MB {found.at_most(name, most, 300)}")
    return found.status()


if __name__ == "__main__":
    if len(sys.argv) > 1:
        keep(sys.argv[1])
        sys.exit()
    sys.exit(main())
