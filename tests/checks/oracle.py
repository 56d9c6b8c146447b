"""Cards and decks as plain data, for the generators of legal ones: rows, deck lines, how people write them.

The generators (`valid_small.py`, `valid_school.py`, `valid_ttcg.py`) are written from the texts of the
specifications and the rulings, never from the ruleset files, so that a rule that is too strict cannot agree
with itself.
"""

from __future__ import annotations

import csv
import io
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

Row = dict[str, str]  # the cells as written, by column
# Any two differ in two letters or more, as names that are not mixed up do.
_SYLLABLES = (
    "ash bel bram cor crow dra dusk elm eth fen frost glen gol hal hearth iron jade knot lark mir moss nar "
    "north oak pine qua quill reed ros salt sil thorn ul wyn"
).split()


@dataclass(frozen=True)
class Line:
    """A line of a deck list: how many of a card, under which heading ("" is none).

    A `count` that is a text is written as it is, a heading that ends in a number too.
    """

    count: int | str
    name: str
    section: str = ""


@dataclass(frozen=True)
class Game:
    """A game: `cards` makes a table of about so many cards, `deck` a legal deck of such cards.

    `notes` are the findings of severity info that a legal card or deck may have.
    """

    cards: Callable[[random.Random, int], list[Row]]
    deck: Callable[[random.Random, Sequence[Row]], list[Line]]
    notes: frozenset[str] = field(default_factory=frozenset)


def names(rng: random.Random, count: int) -> Iterator[str]:
    """Names for cards, no word of them twice, so that no name is like another."""
    forms = ("{}", "{} {}", "{} of {}", "{}, {} of {}", "{}'s {}", "{}-{}")
    used: set[str] = set()
    for _ in range(count):
        words: list[str] = []
        while len(words) < 3:
            word = "".join(rng.choices(_SYLLABLES, k=3)).capitalize()
            if word not in used:
                used.add(word)
                words.append(word)
        yield rng.choice(forms).format(*words)


def unlike(known: set[tuple[str, ...]], make: Callable[[], Row]) -> Row:
    """A card that differs from all the `known` ones in more than its name and number, and is known then."""
    while True:
        row = make()
        said = tuple(text for column, text in row.items() if column not in ("NAME", "ID"))
        if said not in known:
            known.add(said)
            return row


def table_text(rng: random.Random, rows: Sequence[Row]) -> str:
    """The cards as a `;`-delimited file, in one of the ways such files are written."""
    columns = list(dict.fromkeys(column for row in rows for column in row))
    header = ["RANK" if column == "LEVEL" and rng.random() < 0.2 else column for column in columns]
    more = rng.random() < 0.2
    quoting = rng.choice((csv.QUOTE_MINIMAL, csv.QUOTE_MINIMAL, csv.QUOTE_ALL))
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=";", lineterminator=rng.choice(("\n", "\r\n")), quoting=quoting)
    writer.writerow([*header, "REMARKS"] if more else header)
    for row in rows:
        cells = [row.get(column, "") for column in columns]
        writer.writerow([*cells, rng.choice(('"so; so"', "fine", ""))] if more else cells)
    return out.getvalue()


def deck_text(rng: random.Random, deck: Sequence[Line]) -> str:
    """The deck as a list people write: counts before or behind, headings, remarks."""
    form = rng.choice(("{n} {name}", "{n}x {name}", "{name} x{n}"))
    heading = rng.choice(("[{name}]", "{name}:", "{name} ({n})"))
    lines = ["# made at random"]
    section = ""
    for line in sorted(deck, key=lambda line: line.section):
        if line.section != section:
            section = line.section
            counts = (other.count for other in deck if other.section == section)
            total = sum(count for count in counts if isinstance(count, int))
            # Brackets are for sections; a group as `Boosters` has none.
            kind = "{name}" if section.endswith(")") else heading if section.islower() else "{name} ({n})"
            lines += ["", kind.format(name=section, n=total)]
        bare = line.count == 1 and rng.random() < 0.3
        lines.append(line.name if bare else form.format(n=line.count, name=line.name))
    return "\n".join(lines) + rng.choice(("", "\n"))


def deal(rng: random.Random, most: Mapping[str, int], size: int, section: str = "") -> list[Line]:
    """`size` cards of these names, no more of each than it says; all there are where they are too few."""
    counts = dict.fromkeys(most, 0)
    left = [name for name, limit in most.items() if limit]
    for _ in range(size):
        if not left:
            break
        name = rng.choice(left)
        counts[name] += 1
        if counts[name] == most[name]:
            left.remove(name)
    return [Line(count, name, section) for name, count in counts.items() if count]
