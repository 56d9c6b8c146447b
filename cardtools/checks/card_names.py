"""Mistakes in the names of cards: placeholders, and names that are nearly the same."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import chain

from cardtools.cards.table import CardTable
from cardtools.checks.columns import Columns
from cardtools.ground.catalogue import Check
from cardtools.rulesets.ruleset import Field

SIMILAR_NAME = Check.of("""CRD007 similar-name warning: two names are nearly the same
    why: Players confuse them, in lists and at the table, and one is often a misspelling of the other.
    bad: Orb of Rain and Orb of Rains; Tide-Orb and Tide Orb
    good: Orb of Rain and Orb of Hail; Fire Imp I and Fire Imp II, which number a series; short names such as
    Bat and Cat
    fix: give one of them another name""")
PLACEHOLDER_NAME = Check.of("""CRD009 placeholder-name warning: a name is only a placeholder
    why: It is easily overlooked until the card is printed.
    bad: Unnamed, TODO, xxx, New Card, Card 12, ???
    good: Tide Singer
    fix: write the card's name""")

# Ignored in names: "Tide-Orb 2" and "Tide Orb 3" belong to one family.
_SIGNS = " \t\u00a0\u202f'’‘´`\"“”„«»-–—_,.;:!?¡¿()[]{}/\\&*#+~0123456789"
# What people write until there is a name; signs and numbers around it are ignored.
_PLACEHOLDERS = frozenset((
    "", "card", "card name", "cardname", "dummy", "lorem", "name", "name here", "new card", "newcard",
    "no name", "noname", "placeholder", "temp", "test", "test card", "testcard", "unknown card", "unnamed",
    "unnamed card", "untitled",
))  # fmt: skip
_BEGINNING = r"(?:fixme|lorem ipsum|tba|tbc|tbd|todo|xx+)\b|(\w)\1\1+$"
# One letter turns a short word into another (Bat, Cat): the letters two names must have together.
_LETTERS = 13
_LONGEST = 100


def placeholder(table: CardTable, field: Field, columns: Columns) -> Iterator[tuple[int, str, str]]:
    """Placeholder names: words for a name to come, one letter repeated, no letter at all."""
    if not _names_cards(table, field):
        return
    begins = re.compile(_BEGINNING).match
    for name, row in _first_rows(columns(field.name)).items():
        word = name.casefold().strip(_SIGNS)
        if word in _PLACEHOLDERS or begins(word):
            yield row, f"this is only a placeholder for a {field.label}", f"write the card's {field.label}"


def similar(table: CardTable, field: Field, columns: Columns) -> Iterator[tuple[int, str, str]]:
    """Names that differ in one letter, or only in spaces and signs, from an earlier one, each once."""
    if not _names_cards(table, field):
        return
    rows = _first_rows(columns(field.name))
    families: dict[str, list[str]] = defaultdict(list)
    text = "\n".join(name.replace("\n", " ") for name in rows).casefold()
    for sign in _SIGNS:
        text = text.replace(sign, "")
    for name, stem in zip(rows, text.split("\n"), strict=False):
        families[stem].append(name)
    pairs: list[tuple[str, str, str]] = []
    for stem, family in families.items():
        alike: dict[str, str] = {}  # by letters and digits, the first name that has them
        for name in family if len(family) > 1 and stem else ():
            earlier = alike.setdefault("".join(_words(name)), name)
            if earlier != name and not (field.entry.unique and earlier.casefold() == name.casefold()):
                pairs.append((earlier, name, "only in spaces and signs"))
    stems = sorted(families, key=lambda stem: rows[min(families[stem])])
    names = [min(families[stem]) for stem in stems]
    for later, near in one_letter_apart(stems).items():
        for name in map(names.__getitem__, near):
            unlike = set(_words(name)).symmetric_difference(_words(names[later]))
            # Words that number a series do not count.
            if not all(len(word) == 1 or re.fullmatch(r"[ivx]+|.*[0-9].*", word) for word in unlike):
                pairs.append((name, names[later], "in one letter"))
                break
    for first, second, difference in pairs:
        line = table.file.line(rows[first])
        message = f"the {field.label} {second} differs from {first} ({line}) {difference}"
        yield rows[second], message, f"give one of them a {field.label} that can't be mistaken for the other"


def one_letter_apart(words: Sequence[str]) -> dict[int, list[int]]:
    """By the index of a word, the indexes of earlier words that become it when a letter is added, removed or
    changed or two neighbours swap places: the earliest first, and of those that differ in the same letter
    that one alone. Words of fewer than thirteen letters together, or of more than a hundred, are not
    compared.
    """
    fit = [word for word in words if _LETTERS // 2 <= len(word) <= _LONGEST]
    near: set[str] = set()
    # Any two words one letter apart share their first or their second half: of a word beside one of its own
    # length, and beside one that is a letter shorter.
    halves: Callable[[str], set[str]]
    for halves in (
        lambda word: {word[: len(word) // 2], word[: (len(word) - 1) // 2]},
        lambda word: {word[len(word) // 2 :], word[(len(word) + 1) // 2 :]},
    ):
        often = Counter(chain.from_iterable(map(halves, fit)))
        if len(often) < often.total():
            near.update(word for word in fit if any(often[half] > 1 for half in halves(word)))
    known = {word: index for index, word in enumerate(words) if word in near}
    sizes = set(map(len, known))
    letters = Counter("".join(sorted(word)) for word in known)
    mixed = {word for word in known if letters["".join(sorted(word))] > 1}
    pairs: set[tuple[int | None, int]] = set()
    # Letter by letter: the words without any of their letters would be too many to keep.
    for at in range(max(map(len, known), default=0)):
        changed: dict[str, int] = {}
        for word, index in known.items():
            if at >= len(word):
                continue
            before, after = word[:at], word[at + 1 :]
            rest = before + after
            if (first := changed.setdefault(rest, index)) != index:
                pairs.add((first, index))
            if len(rest) in sizes and rest in known and not before.endswith(word[at]):
                pairs.add((known[rest], index))
            if word in mixed and after and word[at] != after[0]:
                pairs.add((known.get(f"{before}{after[0]}{word[at]}{after[1:]}"), index))
    found: dict[int, set[int]] = defaultdict(set)
    for one, other in pairs:
        if one is not None and len(words[one]) + len(words[other]) >= _LETTERS:
            found[max(one, other)].add(min(one, other))
    return {index: sorted(near) for index, near in sorted(found.items())}


def _names_cards(table: CardTable, field: Field) -> bool:
    """Whether the column holds names for people, not ids of a fixed shape."""
    return field.name in table.ruleset.deck_names and field.pattern is None and field.entry.type == "str"


def _first_rows(names: Sequence[str | None]) -> dict[str, int]:
    rows: dict[str, int] = {}
    for row, name in enumerate(names):
        if name is not None:
            rows.setdefault(name, row)
    return rows


def _words(name: str) -> list[str]:
    return re.findall(r"[^\W_]+", name.casefold())
