"""The documents: what they name is there, and nothing in the repository points outside of it."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LISTED = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
FILES = subprocess.run(LISTED, cwd=ROOT, capture_output=True, check=True, text=True).stdout.split("\0")
DOCUMENTS = sorted(name for name in FILES if name.endswith(".md") and (ROOT / name).exists())
TEXTS = (".py", ".md", ".html", ".toml", ".js", ".css")
LINK = re.compile(r"\]\((?!https://)([^)#]+)(?:#[^)]*)?\)|(?:src|srcset)=\"([^\"]+)\"")
#: A file or folder of ours, named in a sentence or at the beginning of an indented line.
NAMED = re.compile(
    r"(?:`|^    )((?:referee|scoring|templates|static|tests|bench|bin|docs)/[\w./*-]*)", re.MULTILINE
)
#: Notes that lie beside a checkout, if anywhere.
OUTSIDE = re.compile(r"\.\./shared|\b(?:RECORD|RULES|DESIGN|WORDS|STYLE|FINDINGS|BGSTATS)\.md\b")


@pytest.mark.parametrize("name", DOCUMENTS)
def test_what_a_document_names_is_there(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    links = {(ROOT / name).parent / (found[1] or found[2]) for found in LINK.finditer(text)}
    assert not [path for path in links if not path.exists()]
    assert all(path.resolve().is_relative_to(ROOT) for path in links)
    named = NAMED.findall(re.sub(r"<\w+>", "*", text))
    assert not [path for path in named if not any(ROOT.glob(path.rstrip("/.")))]


def test_nothing_points_outside_the_repository() -> None:
    ours = [ROOT / name for name in FILES if name.endswith(TEXTS)]
    texts = {path: path.read_text(encoding="utf-8") for path in ours if path.exists()}
    assert [path for path, text in texts.items() if OUTSIDE.search(text)] == []
    assert OUTSIDE.search("as in " + "RECORD" + ".md"), "the search finds nothing"
