"""What a bench wants, beside what it found; a bench that misses anything of it exits 1."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Findings:
    """The figures of one bench, with what is wanted of them."""

    _missed: list[str] = field(default_factory=list)

    def at_most(self, name: str, value: float, most: float) -> str:
        """The figure and its limit, for a line of the bench's table."""
        return self._held(name, value, f"at most {most:g}", holds=value <= most)

    def at_least(self, name: str, value: float, least: float) -> str:
        """The figure and its limit, for a line of the bench's table."""
        return self._held(name, value, f"at least {least:g}", holds=value >= least)

    def status(self) -> int:
        """The exit status, after naming what was missed."""
        for missed in self._missed:
            print(f"MISSED: {missed}")
        return 1 if self._missed else 0

    def _held(self, name: str, value: float, wanted: str, *, holds: bool) -> str:
        text = f"{value:.2f} (wanted: {wanted})"
        if not holds:
            self._missed.append(f"{name}: {text}")
        return text
