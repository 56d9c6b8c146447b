"""Outlines are text files that people write: outlines/figures, attributes, motifs and halos, one word a file.

Each line is a part, painted back to front: `ink tone word word=value ...: path`. The inks:

    body    cut paper with lit edges; tone 0 is in shade, 1 in light, 2 the colour of lit edges
    mark    flat lines on a body, 0 its colour in light to 1 that of lit edges; shade: the same, dark
    glow    shines by itself, and has no tone

`pair` draws the part on both sides, `half` takes the path for the right half of a symmetrical outline, top to
bottom; swing= is the largest angle it may turn by, in degrees, about pivot=x,y; spin= the number of copies
arranged around the pivot; rank= the lowest rank that has the part; variant= the only variant of the figure
that has it; alpha= its opacity.

A path is points from -100 to 100, y downwards; `;` begins another subpath. Points of two numbers make a
closed outline, of three (x,y,w) a stroke w wide on each side of its line, of four (x,y,rx,ry) ellipses; `!`
marks a corner.

The first line of a figure or a motif may be `words:`, other words that it stands for; `dragon+aquatic` stands
for a card that has both.

Figures also have `head:` (x, y of its top, half-width) and `back:` (where wings grow), the origins of an
attribute's points; `before:` begins the parts of an attribute that are painted in front of the figure, for a
head with a half-width of 20. `floats:` keeps a figure off the ground; `lean:` is how far its top may bend
sideways. A motif with `metal:` is made of gold, silver or copper, the others have the spell's own colours.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import Any, NamedTuple

from cardtools.ground.errors import bad_input

Numbers = tuple[float, ...]
Subpath = tuple[Numbers, ...]
FOLDER = Path(__file__).parent / "outlines"
INKS = ("body", "mark", "shade", "glow")


@dataclass(frozen=True)
class OutlinePart:
    path: tuple[Subpath, ...]
    ink: str
    tone: float = 0.0
    mirror: str = ""  # pair, half or ""
    axis: float = 0.0  # the x of the mirror axis
    swing: float = 0.0
    pivot: tuple[float, float] = (0.0, 0.0)
    spin: int = 1
    rank: int = 1
    variant: int = -1  # -1: every variant
    alpha: float = 1.0


class Outline(NamedTuple):
    parts: tuple[OutlinePart, ...]
    before: tuple[OutlinePart, ...] = ()
    head: Numbers = (0.0, -90.0, 20.0)
    back: Numbers = (0.0, -30.0)
    floats: bool = False
    lean: float = 0.0
    metal: bool = False


def read_path(text: str) -> tuple[Subpath, ...]:
    """The subpaths of a path; a corner is a repeated point."""
    subpaths = []
    for subpath in text.split(";"):
        points: list[Numbers] = []
        for word in subpath.split():
            points += [read_numbers(word.rstrip("!"))] * (2 if word.endswith("!") else 1)
        if len({len(point) for point in points}) != 1 or len(points[0]) not in (2, 3, 4):
            needed = "the same two, three or four numbers"
            raise ValueError(f"the points of a subpath need {needed}: {subpath.strip()!r}")
        subpaths.append(tuple(points))
    return tuple(subpaths)


def read_numbers(text: str) -> Numbers:
    return tuple(float(number) for number in text.split(","))


def read_point(text: str) -> tuple[float, float]:
    x, y = read_numbers(text)
    return x, y


FACTS: dict[str, Callable[[str], Any]] = {"head": read_numbers, "back": read_numbers, "lean": float}
FACTS |= dict.fromkeys(("floats", "metal", "before"), lambda _: True)
SETTINGS: dict[str, Callable[[str], Any]] = {
    "swing": float, "pivot": read_point, "spin": int, "rank": int, "variant": int, "alpha": float,
}  # fmt: skip


def read_part(line: str) -> OutlinePart:
    if line.count(":") != 1:
        raise ValueError("a part needs one colon, between its settings and its path")
    words, path = line.split(":")
    ink, *rest = words.split() or [""]
    if ink not in INKS:
        raise ValueError(f"unknown ink {ink!r}; the inks are {', '.join(INKS)}")
    if ink != "glow" and not rest:
        raise ValueError(f"{ink} needs a tone, 0 to 2")
    values: dict[str, Any] = {"tone": float(rest.pop(0))} if ink != "glow" else {}
    for word in rest:
        name, _, value = word.partition("=")
        try:
            values |= {"mirror": word} if word in ("pair", "half") else {name: SETTINGS[name](value)}
        except (KeyError, ValueError):
            known = ", ".join(SETTINGS)
            raise ValueError(f"unknown setting {word!r}; the settings are {known}, pair, half") from None
    return OutlinePart(read_path(path), ink, **values)


def read_outline(path: Path) -> Outline:
    """The outline in a file. Raises InputError with the first line that is not valid."""
    facts: dict[str, Any] = {}
    layers: tuple[list[OutlinePart], list[OutlinePart]] = ([], [])
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        name, _, value = line.partition(":")
        try:
            if name in FACTS:
                facts[name] = FACTS[name](value)
            elif name == "words" and number == 1:
                continue
            elif line.strip():
                layers["before" in facts].append(read_part(line))
        except ValueError as error:
            raise bad_input(path, str(error), line=number) from error
    return Outline(tuple(layers[0]), **{**facts, "before": tuple(layers[1])})


def list_outlines(kind: str) -> list[str]:
    """The names of the outlines of this kind ("figures", "attributes", "motifs", "halos")."""
    return sorted(path.stem for path in (FOLDER / kind).glob("*.txt"))


@cache
def outline_words(kind: str) -> dict[str, str]:
    """The name of the outline that each word stands for."""
    names = list_outlines(kind)
    words: dict[str, str] = {}
    for name in names:
        with (FOLDER / kind / f"{name}.txt").open(encoding="utf-8") as lines:
            label, _, others = next(lines).partition(":")
        words |= dict.fromkeys(others.split() if label == "words" else (), name)
    return words | {name: name for name in names}


def match_outline(kind: str, words: Sequence[str]) -> str:
    """The name of the outline of the first word that has one (any case, singular or plural), or ""."""
    known = outline_words(kind)
    spellings = ((word.lower(), word.lower().removesuffix("s")) for word in words)
    return next((known[word] for pair in spellings for word in pair if word in known), "")


def find_outline(kind: str, words: Sequence[str], otherwise: str) -> Outline:
    """The outline of the first word that has one, else that of the word `otherwise`."""
    return read_outline(FOLDER / kind / f"{match_outline(kind, words) or otherwise}.txt")


def name_words(name: str) -> list[str]:
    """The words of a card's name, likely subjects first: Bell of Quiet Warning -> Bell, Warning, Quiet."""
    phrases = re.split(r",|\b(?:of|over|in|at|the|from)\b", name)
    return [word for phrase in phrases for word in reversed(re.findall(r"\w+", phrase))]


def choose_figure(name: str, subtypes: Sequence[str]) -> str:
    """The name of a card's figure, or "": by sub-types of their own (Owl), by the words of its name, by pairs
    of sub-types (dragon+aquatic), by the broad kinds, which have attributes (Avian).
    """
    kinds = list_outlines("attributes")
    special = [word for word in subtypes if word.lower() not in kinds]
    pairs = ["+".join(pair) for pair in permutations(subtypes, 2)]
    return match_outline("figures", [*special, *name_words(name), *pairs, *subtypes])
