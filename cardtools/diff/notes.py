"""A comparison as sections of short entries, for people: what text and Markdown have in common."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from cardtools.diff.changes import Balance, CardChange, Change
from cardtools.diff.compare import Comparison, DeckChange
from cardtools.diff.sheet import Sheet
from cardtools.spelling import counted

_BALANCES: tuple[tuple[Balance, str], ...] = (
    ("buffed", "Buffed"), ("nerfed", "Nerfed"), ("rebalanced", "Rebalanced"),
)  # fmt: skip


@dataclass(frozen=True)
class Entry:
    """What is said about a card or a deck: its name with `head` behind `link`, and lines below.

    `editions` tells which cards of that name are meant, where there are several.
    """

    name: str
    head: str = ""
    lines: tuple[str, ...] = ()
    link: str = ": "
    editions: tuple[str, ...] = ()


@dataclass(frozen=True)
class Section:
    """Entries under a heading."""

    title: str
    entries: tuple[Entry, ...]


class Style(Protocol):
    """How a format says it."""

    def card(self, sheet: Sheet, row: int) -> Entry:
        """A new card."""

    def renamed(self, old: str, new: str) -> Entry:
        """A card with another name."""

    def stats(self, card: CardChange) -> str:
        """The numbers of a card that changed."""

    def change(self, change: Change) -> str:
        """A cell that is no number and no name."""

    def deck(self, deck: DeckChange) -> Entry:
        """A deck that is judged otherwise or names renamed cards."""


def sections(found: Comparison, style: Style) -> list[Section]:
    """All there is to say, in the order of release notes; no section is empty."""
    old, new = found.old, found.new

    def entry(card: CardChange, lines: Sequence[str]) -> tuple[int, Entry]:
        name = new.name(card.new)
        return card.new, Entry(name, lines[0]) if len(lines) == 1 else Entry(name, lines=tuple(lines))

    def changed(*kinds: str) -> list[tuple[int, Entry]]:
        return [
            entry(card, [style.change(change) for change in card.changes if change.kind in kinds])
            for card in found.touched(*kinds)
        ]

    def renamed(card: CardChange) -> tuple[int, Entry]:
        return card.old, style.renamed(old.name(card.old), new.name(card.new))

    told = [
        ("New cards", _merge(new, ((row, style.card(new, row)) for row in found.added))),
        ("Removed", _merge(old, ((row, Entry(old.name(row))) for row in found.removed))),
        ("Renamed", _merge(old, map(renamed, found.renamed))),
        *(
            (title, _merge(new, (entry(card, [style.stats(card)]) for card in found.balanced(balance))))
            for balance, title in _BALANCES
        ),
        ("Changed effects", _merge(new, changed("effect"))),
        ("Other changes", _merge(new, changed("list", "cell"))),
        ("Decks", tuple(map(style.deck, found.decks))),
    ]
    return [Section(title, entries) for title, entries in told if entries]


def _merge(sheet: Sheet, told: Iterable[tuple[int, Entry]]) -> tuple[Entry, ...]:
    """One entry for all cards of a name about which the same is said, as for every rarity of a design."""
    editions: dict[Entry, list[str]] = {}
    for row, entry in told:
        editions.setdefault(entry, []).append(sheet.edition(row))
    return tuple(
        Entry(entry.name, entry.head, entry.lines, entry.link, tuple(filter(None, found)))
        for entry, found in editions.items()
    )


def summary(found: Comparison) -> str:
    """One line: `1 new, 2 removed, 3 buffed, 60 unchanged; 1 deck affected`."""
    if not found.different:
        return f"no differences: {counted(found.unchanged, 'card')} in both"
    counts = [
        (len(found.added), "new"),
        (len(found.removed), "removed"),
        (len(found.renamed), "renamed"),
        *((len(found.balanced(balance)), balance) for balance, _ in _BALANCES),
        (len(found.touched("effect")), "with changed effects"),
        (len(found.touched("list", "cell")), "with other changes"),
        (found.unchanged, "unchanged"),
    ]
    cards = ", ".join(f"{number:,} {what}" for number, what in counts if number)
    return f"{cards}; {counted(len(found.decks), 'deck')} affected" if found.decks else cards


def columns(found: Comparison) -> list[str]:
    """A line each for the designer's own columns that only one table has; their cells are not compared."""
    pairs = (("new", found.new_columns), ("old", found.old_columns))
    return [f"columns only in the {which} table: {', '.join(names)}" for which, names in pairs if names]


def describe(sheet: Sheet, row: int) -> str:
    """A card in few words: words of the vocabularies, costs, strength: `Fire, rank 2, 300/700`."""
    words: list[str] = []
    strength: list[str] = []
    for column, known in sheet.ruleset.fields.items():
        text, role = sheet.written(row, column), sheet.role(column)
        if not text or text == known.entry.default:
            continue
        if role == "strength":
            strength.append(text)
        elif role == "cost":
            words.append(f"{known.label} {text}")
        elif known.vocabulary is not None and not _of_effect(sheet, column):
            words.append(text)
    return ", ".join([*words, *(["/".join(strength)] if strength else [])])


def _of_effect(sheet: Sheet, column: str) -> bool:
    # EFFECT1_STYLE says how EFFECT1 works; without the text it says nothing.
    return any(column.startswith(f"{effect}_") for effect in sheet.ruleset.effect_columns)
