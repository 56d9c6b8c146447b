"""The light and the dark theme of the plots."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Theme:
    """Colours: background, text, secondary text, lines, plain bars, and those of types and other words."""

    name: str
    paper: str
    ink: str
    quiet: str
    line: str
    bar: str
    words: dict[str, str]
    others: tuple[str, ...]

    def colour(self, word: str, order: Sequence[str]) -> str:
        """The colour of a word: its own, or one by its position among the words without one."""
        if word in self.words:
            return self.words[word]
        others = [other for other in order if other not in self.words]
        return self.others[others.index(word) % len(self.others)]

    @property
    def settings(self) -> dict[str, Any]:
        """The matplotlib settings, on top of its defaults; the font comes with matplotlib."""
        return {
            "font.family": "DejaVu Sans",
            "font.size": 8.5,
            "text.parse_math": False,
            "figure.facecolor": self.paper,
            "savefig.facecolor": self.paper,
            "axes.facecolor": self.paper,
            "axes.edgecolor": self.line,
            "axes.labelcolor": self.quiet,
            "axes.linewidth": 0.8,
            "axes.spines.top": False,
            "axes.spines.right": False,
            "axes.axisbelow": True,
            "grid.color": self.line,
            "grid.linewidth": 0.6,
            "text.color": self.ink,
            "xtick.color": self.line,
            "ytick.color": self.line,
            "xtick.labelcolor": self.quiet,
            "ytick.labelcolor": self.ink,
            "xtick.labelsize": 7.5,
            "xtick.major.size": 0,
            "ytick.major.size": 0,
            "legend.frameon": False,
            "legend.fontsize": 7.5,
        }


_WORDS = {
    "Fire": "#c9432d", "Water": "#2f6db3", "Earth": "#85603f", "Air": "#93c7e8", "Electric": "#f2d024",
    "Light": "#c79a3b", "Nature": "#4c8f4f", "Dark": "#5f4590", "Spell": "#b8327f", "(none)": "#9aa1aa",
}  # fmt: skip
LIGHT = Theme(
    "light",
    paper="#ffffff",
    ink="#22262b",
    quiet="#626b76",
    line="#dfe3e8",
    bar="#4d6a8f",
    words=_WORDS,
    others=("#4d6a8f", "#b5643c", "#5b8f6b", "#8d6a9f", "#b59a3c", "#4f9a9c", "#a34f63", "#7c7f86"),
)

DARK = Theme(
    "dark",
    paper="#181b20",
    ink="#e6e9ed",
    quiet="#a0a9b4",
    line="#343a43",
    bar="#86a6cf",
    words=_WORDS
    | {"Fire": "#dd5a43", "Water": "#4a8ad2", "Earth": "#a67d58"}
    | {"Nature": "#62a866", "Dark": "#8d70c4", "Spell": "#d34f9b"},
    others=("#86a6cf", "#d08a63", "#7fb590", "#b08fc2", "#d0b85f", "#72b9bb", "#c87487", "#a0a4ab"),
)
