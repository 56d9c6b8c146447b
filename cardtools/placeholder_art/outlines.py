"""Outlines are text files that people write: outlines/figures, attributes, motifs and halos, one word a file.

A line is a part, back to front, as in a paper theatre: `ink tone word word=value ...: path`. The inks:

    body    cut paper with lit edges; tone 0 is in shade, 1 in light, 2 the colour of lit edges
    mark    flat lines on a body, 0 its colour in light to 1 that of lit edges; shade: the same, dark
    glow    shines by itself, and has no tone

`pair` draws the part on both sides, `half` takes the path for the right half of one outline, top to bottom;
swing= is how far it turns at most, in degrees, about pivot=x,y; spin= the number of copies turned about the
pivot; rank= the smallest rank that has it; variant= the one variant of the figure that has it; alpha=.

A path is points from -100 to 100, y downwards; `;` begins another piece. Points of two numbers make a closed
outline, of three (x,y,w) a limb w to each side of its line, of four (x,y,rx,ry) ellipses; `!` is a corner.

Figures also say `head:` (x, y of its crown, half-width) and `back:` (where wings grow), which is where the
points of an attribute are counted from; `before:` begins the attribute's parts that sit on the head, for a
head of half-width 20. `floats:` keeps a figure off the ground; `lean:` is how far its top may bend aside.
A motif that says `metal:` is made of gold, silver or copper, the others of the spell's own colours.
"""

from dataclasses import dataclass
from pathlib import Path

from cardtools.errors import bad_input

Numbers = tuple[float, ...]
Piece = tuple[Numbers, ...]
FOLDER = Path(__file__).parent / "outlines"
INKS = ("body", "mark", "shade", "glow")
SETTINGS = {"swing": 1, "pivot": 2, "spin": 1, "rank": 1, "variant": 1, "alpha": 1}  # numbers each takes


@dataclass(frozen=True)
class Part:
    pieces: tuple[Piece, ...]
    ink: str
    tone: float = 0.0
    mirror: str = ""  # pair, half or nothing
    axis: float = 0.0  # the x it is mirrored about
    swing: float = 0.0
    pivot: tuple[float, float] = (0.0, 0.0)
    spin: int = 1
    rank: int = 1
    variant: int = -1  # -1: every variant
    alpha: float = 1.0


@dataclass(frozen=True)
class Outline:
    parts: tuple[Part, ...]
    before: tuple[Part, ...] = ()
    head: Numbers = (0.0, -90.0, 20.0)
    back: Numbers = (0.0, -30.0)
    floats: bool = False
    lean: float = 0.0
    metal: bool = False


def read_path(text: str) -> tuple[Piece, ...]:
    """The pieces of a path; a corner is a point twice."""
    pieces = []
    for piece in text.split(";"):
        points: list[Numbers] = []
        for word in piece.split():
            points += [read_numbers(word.rstrip("!"))] * (2 if word.endswith("!") else 1)
        if len({len(point) for point in points}) != 1 or len(points[0]) not in (2, 3, 4):
            raise ValueError(
                f"points of one piece need the same two, three or four numbers: {piece.strip()!r}"
            )
        pieces.append(tuple(points))
    return tuple(pieces)


def read_numbers(text: str) -> Numbers:
    return tuple(float(number) for number in text.split(","))


def read_part(line: str) -> Part:
    if line.count(":") != 1:
        raise ValueError("a part needs one colon, between its settings and its path")
    words, path = line.split(":")
    ink, *rest = words.split() or [""]
    if ink not in INKS:
        raise ValueError(f"unknown ink {ink!r}; the inks are {', '.join(INKS)}")
    if ink != "glow" and not rest:
        raise ValueError(f"{ink} needs a tone, 0 to 2")
    tone = float(rest.pop(0)) if ink != "glow" else 0.0
    mirror = ""
    values: dict[str, Numbers] = {}
    for word in rest:
        name, _, value = word.partition("=")
        if word in ("pair", "half"):
            mirror = word
        elif len(numbers := read_numbers(value)) == SETTINGS.get(name):
            values[name] = numbers
        else:
            raise ValueError(f"unknown setting {word!r}; the settings are {', '.join(SETTINGS)}, pair, half")
    pivot = values.get("pivot", (0.0, 0.0))
    return Part(
        read_path(path),
        ink,
        tone,
        mirror,
        swing=values.get("swing", (0.0,))[0],
        pivot=(pivot[0], pivot[1]),
        spin=int(values.get("spin", (1,))[0]),
        rank=int(values.get("rank", (1,))[0]),
        variant=int(values.get("variant", (-1,))[0]),
        alpha=values.get("alpha", (1.0,))[0],
    )


def read_outline(path: Path) -> Outline:
    """The drawing in a file; InputError with its line where one cannot be read."""
    facts: dict[str, Numbers] = {}
    layers: tuple[list[Part], list[Part]] = ([], [])
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        name, _, value = line.partition(":")
        try:
            if name in ("head", "back", "lean"):
                facts[name] = read_numbers(value)
            elif name in ("floats", "metal", "before"):
                facts[name] = ()
            elif line.strip():
                layers["before" in facts].append(read_part(line))
        except ValueError as error:
            raise bad_input(path, str(error), line=number) from error
    return Outline(
        tuple(layers[0]),
        tuple(layers[1]),
        facts.get("head", Outline.head),
        facts.get("back", Outline.back),
        "floats" in facts,
        facts.get("lean", (0.0,))[0],
        "metal" in facts,
    )


def list_outlines(kind: str) -> list[str]:
    """The words that have a drawing of this kind ("figures", "attributes", "motifs", "halos")."""
    return sorted(path.stem for path in (FOLDER / kind).glob("*.txt"))


def find_outline(kind: str, words: list[str], otherwise: str) -> Outline:
    """The drawing of the first word (any case) that has one, else that of the word `otherwise`."""
    known = list_outlines(kind)
    word = next((word.lower() for word in words if word.lower() in known), otherwise)
    return read_outline(FOLDER / kind / f"{word}.txt")
