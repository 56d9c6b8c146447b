"""Slips that only the whole table shows: names that are none yet, names that are nearly the same, lists that
are written the other way round.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator
from functools import cache
from itertools import combinations

from cardtools.cards.table import CardTable
from cardtools.catalogue import Check
from cardtools.checks.columns import Columns
from cardtools.rulesets.ruleset import Field

SIMILAR_NAME = Check(
    "CRD007", "similar-name", "warning", "two names are nearly the same",
    why=(
        "Players take one for the other, in a list as at the table, and one of them is often a slip of "
        "the other."
    ),
    bad="Orb of Rain and Orb of Rains; Tide-Orb and Tide Orb",
    good=(
        "Orb of Rain and Orb of Hail; Fire Imp I and Fire Imp II, which count a family; short names such "
        "as Bat and Cat"
    ),
    fix="give one of them another name",
)  # fmt: skip
PLACEHOLDER_NAME = Check(
    "CRD009", "placeholder-name", "warning", "a name only keeps the place of one",
    why="A card that goes to print with it is found too late.",
    bad="Unnamed, TODO, xxx, New Card, Card 12, ???",
    good="Tide Singer",
    fix="write the card's name",
)  # fmt: skip
LIST_ORDER = Check(
    "CRD014", "list-order", "info", "a list has two items in another order than most cards",
    why=(
        "Cards print their lists as they are written. Told where a table keeps to an order: five times as"
        " many cards have the other one, and few lists in all are the other way round."
    ),
    bad="Aquatic, Beast on one card, Beast, Aquatic on six",
    good="Beast, Aquatic on all of them",
    fix="write the items in the order of the other cards",
)  # fmt: skip

# What does not count in a name: "Tide-Orb 2" and "Tide Orb 3" are of one family.
_SIGNS = " \t\u00a0\u202f'’‘´`\"“”„«»-–—_,.;:!?¡¿()[]{}/\\&*#+~0123456789"
# What people write where a name will be; signs and numbers around it do not count.
_PLACEHOLDERS = frozenset((
    "", "card", "card name", "cardname", "dummy", "lorem", "name", "name here", "new card", "newcard",
    "no name", "noname", "placeholder", "temp", "test", "test card", "testcard", "unknown card", "unnamed",
    "unnamed card", "untitled",
))  # fmt: skip
_BEGINNING = r"(?:fixme|lorem ipsum|tba|tbc|tbd|todo|xx+)\b|(\w)\1\1+$"
# One letter makes another word of a short one, as of Bat and Cat: the letters two names need together.
_LETTERS = 13
_LONGEST = 100
# As many times as often as the other order is the usual one.
_FEW = 5


def placeholder(table: CardTable, field: Field, columns: Columns) -> Iterator[tuple[int, str, str]]:
    """Names that only keep a place: words for a name to come, one letter over and over, no letter at all."""
    if not _names_cards(table, field):
        return
    begins = re.compile(_BEGINNING).match
    bare = {name: name.casefold().strip(_SIGNS) for name in _distinct(columns(field.name))}
    found = {name for name, word in bare.items() if word in _PLACEHOLDERS or begins(word)}
    for row, name in enumerate(columns(field.name) if found else ()):
        if name in found:
            found.remove(name)
            yield row, f"this only keeps the place of a {field.label}", f"write the card's {field.label}"


def similar(table: CardTable, field: Field, columns: Columns) -> Iterator[tuple[int, str, str]]:
    """Names that differ in one letter, or only in spaces and signs; each told once, at the later card.

    Digits, Roman numbers and single letters that count a family (Fire Imp I, Fire Imp II) do not count, and
    short names are not compared.
    """
    if not _names_cards(table, field):
        return
    names = _distinct(columns(field.name))
    families: dict[str, list[str]] = defaultdict(list)
    for name, stem in zip(names, _stems(names), strict=True):
        families[stem].append(name)
    pairs = [
        (pair, "only in spaces and signs")
        for stem, family in families.items()
        if len(family) > 1 and stem
        for pair in _written_alike(family)
        if not (field.entry.unique and pair[0].casefold() == pair[1].casefold())
    ]
    for stem, other in one_letter_apart(families):
        pair = min(families[stem]), min(families[other])
        if not _counts(*pair):
            pairs.append((pair, "in one letter"))
    if not pairs:
        return
    rows: dict[str, int] = {}
    for row, name in enumerate(columns(field.name)):
        rows.setdefault(name, row)
    for pair, difference in pairs:
        earlier, later = sorted(pair, key=rows.__getitem__)
        line = table.file.line_numbers[rows[earlier]]
        message = f"the {field.label} {later} differs from {earlier} (line {line}) {difference}"
        yield rows[later], message, f"give one of them a {field.label} that is not taken for the other"


def order(table: CardTable, field: Field, columns: Columns) -> Iterator[tuple[int, str, str]]:
    """Lists that have two items in another order than five times as many cards, in a table that keeps to such
    orders in general.
    """
    if field.entry.type != "list":
        return
    lists = Counter(items for items in columns(field.name) if items and len(items) > 1)
    pairs: Counter[tuple[str, str]] = Counter()
    for items, count in lists.items():
        for pair in combinations(dict.fromkeys(items), 2):
            pairs[pair] += count
    fewer = {pair: usual for pair in pairs if pairs[pair] <= (usual := pairs[pair[::-1]])}
    told = {pair for pair, usual in fewer.items() if pairs[pair] * _FEW <= usual}
    # Where many lists are the other way round, nobody meant an order.
    if not told or sum(pairs[pair] for pair in fewer) * _FEW > pairs.total():
        return
    for row, items in enumerate(columns(field.name)):
        for one, other in combinations(items or (), 2):
            if (one, other) in told:
                cards = f"{fewer[one, other]} cards have {other}, {one}"
                message = f"{field.name} names {one} before {other}, {cards}"
                yield row, message, f"write {other}, {one}, or keep it on purpose"
                break


def one_letter_apart(words: Collection[str]) -> list[tuple[str, str]]:
    """The pairs of words, sorted, of which a letter more, less or other, or two neighbours swapped, makes the
    other. Words of fewer than thirteen letters together are not compared, nor those of more than a hundred.
    """
    known = [word for word in words if _LETTERS // 2 <= len(word) <= _LONGEST]
    # Behind or before the letter in question such words are the same: one of these parts is.
    often = Counter(word[:start] + word[end:] for word in known for start, end in _halves(len(word)))
    if len(often) == often.total():
        return []
    # And all of it is, when each of them loses at most one letter.
    shorter: dict[str, set[str]] = defaultdict(set)
    for word in known:
        for start, end in _halves(len(word)):
            if often[word[:start] + word[end:]] > 1:
                shorter[word].add(word)
                for cut in range(start, end):
                    shorter[word[:cut] + word[cut + 1 :]].add(word)
    pairs = {pair for group in shorter.values() for pair in combinations(sorted(group), 2)}
    if not pairs:
        return []
    from cardtools.spelling import one_edit

    return sorted(pair for pair in pairs if len(pair[0] + pair[1]) >= _LETTERS and one_edit(*pair))


@cache
def _halves(length: int) -> tuple[tuple[int, int], ...]:
    """Where the halves of a word begin and end, beside a word of its length and beside one letter less."""
    halves = {(0, length - least + least // 2) for least in (length, length - 1)}
    return tuple(sorted(halves | {(least // 2, length) for least in (length, length - 1)}))


def _names_cards(table: CardTable, field: Field) -> bool:
    """Whether the column names cards for people: an id of a set shape does not."""
    return field.name in table.ruleset.deck_names and field.pattern is None and field.entry.type == "str"


def _distinct(values: Collection[str | None]) -> list[str]:
    return [name for name in dict.fromkeys(values) if name is not None]


def _stems(names: Collection[str]) -> list[str]:
    """The letters of each name, in lower case."""
    text = "\n".join(name.replace("\n", " ") for name in names).casefold()
    for sign in _SIGNS:
        text = text.replace(sign, "")
    return text.split("\n") if names else []


def _words(name: str) -> list[str]:
    return re.findall(r"[^\W_]+", name.casefold())


def _written_alike(family: Collection[str]) -> Iterator[tuple[str, str]]:
    """The first name and each later one with the same letters and digits."""
    first: dict[str, str] = {}
    for name in family:
        letters = "".join(_words(name))
        if first.setdefault(letters, name) != name:
            yield first[letters], name


def _counts(name: str, other: str) -> bool:
    """Whether the names differ only in words that count."""
    words, others = Counter(_words(name)), Counter(_words(other))
    different = [*(words - others), *(others - words)]
    return all(len(word) == 1 or re.fullmatch(r"[ivx]+|.*[0-9].*", word) for word in different)
