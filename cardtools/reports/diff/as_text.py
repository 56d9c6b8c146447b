"""A comparison as notes for the terminal: one line a card, in colour if the terminal has any."""

from __future__ import annotations

from collections.abc import Iterator

import click

from cardtools.ground.errors import printable
from cardtools.ground.io.files import shown
from cardtools.ground.spelling import counted
from cardtools.reports.diff.cells import ComparedTable
from cardtools.reports.diff.changes import BALANCES, CardChange, Change, ChangeKind
from cardtools.reports.diff.compare import Comparison, DeckChange
from cardtools.reports.diff.wording import Sign, SlotChange, Wording

_COLOURS = {"New cards": "green", "Buffed": "green", "Removed": "red", "Nerfed": "red"}
_COUNTED = {"added": "new", "effects": "with changed effects", "other": "with other changes"}


# The name of a card or a deck, the rest of the same line, and the lines below.
Note = tuple[str, str, tuple[str, ...]]


def render(found: Comparison) -> str:
    """The whole comparison, with escape sequences for colours, which `click.echo` drops."""
    lines = []
    if found.different:
        old, new = (
            f"{printable(table.cards_in)} ({counted(len(table.cards), 'card')})"
            for table in (found.old, found.new)
        )
        lines += [f"{old} -> {new}", *map(printable, list_own_columns(found)), *TextNotes(found).lines(), ""]
    return "".join(f"{line}\n" for line in (*lines, summarise(found)))


class TextNotes:
    """The notes on a comparison; another format overrides how each of them is written."""

    begin = "  {}"  # a note, with a name
    indent = "    "  # before a line below a note
    between = " "  # the items of a list
    renamed = " -> {}"  # the new name of a card, after its old one
    same, other = "{1}", "{0} -> {1}"  # the verdict on a deck, where it is as before, and where not

    def __init__(self, found: Comparison) -> None:
        self.found, self.old, self.new = found, found.old, found.new

    def lines(self) -> Iterator[str]:
        """All notes in the order of release notes; no section is empty."""
        for title, notes in self._sections().items():
            # One note for all cards of a name that have the same note, as do all rarities of a design.
            editions: dict[Note, list[str]] = {}
            for note, edition in notes:
                editions.setdefault(note, []).append(self.text(edition))
            if editions:
                yield from ("", *self.heading(title, len(editions)))
            for (name, rest, lines), found in editions.items():
                which = ", ".join(filter(None, found))
                yield self.begin.format(self.text(name)) + (f" ({which})" if which else "") + rest
                yield from (f"{self.indent}{line}" for line in lines)

    def _sections(self) -> dict[str, list[tuple[Note, str]]]:
        """The notes by heading, each with the edition of its card."""
        found, old, new = self.found, self.old, self.new

        def about(table: ComparedTable, row: int, rest: str = "", *lines: str) -> tuple[Note, str]:
            return (table.name(row), rest, lines), table.edition(row)

        def changed(card: CardChange, *lines: str) -> tuple[Note, str]:
            return about(new, card.new, *((f": {lines[0]}",) if len(lines) == 1 else (":", *lines)))

        def touched(*kinds: ChangeKind) -> list[tuple[Note, str]]:
            return [changed(card, *map(self.change, card.of(*kinds))) for card in found.touched(*kinds)]

        added = ((row, self.description(row)) for row in found.added)
        return {
            "New cards": [about(new, row, words and f": {words}") for row, words in added],
            "Removed": [about(old, row) for row in found.removed],
            "Renamed": [
                about(old, card.old, self.renamed.format(self.text(new.name(card.new))))
                for card in found.touched("name")
            ],
            **{
                balance.capitalize(): [changed(card, self.stats(card)) for card in found.balanced(balance)]
                for balance in BALANCES
            },
            "Changed effects": touched("effect"),
            "Other changes": touched("list", "cell"),
            "Decks": [(self._deck(deck), "") for deck in found.decks],
        }

    def text(self, text: str) -> str:
        """The text, safe to print."""
        return printable(text)

    def heading(self, title: str, notes: int) -> list[str]:
        """The heading of a section with so many notes."""
        return [click.style(f"{title} ({notes:,})", bold=True, fg=_COLOURS.get(title))]

    def description(self, row: int) -> str:
        return printable(describe(self.new, row))

    def label(self, column: str) -> str:
        """A column as people call it."""
        return printable(column)

    def stats(self, card: CardChange) -> str:
        return ", ".join(
            f"{change.column} {printable(change.old)} -> {printable(change.new)} ({change.difference:+,})"
            for change in card.of("stat")
        )

    def change(self, change: Change) -> str:
        """A changed cell that is neither a number nor a name."""
        if change.wording:
            return self.label(change.column) + self.reworded(change, change.wording)
        if change.kind == "list":
            items = self.between.join(change.items)
            return f"{self.label(change.column)} {self.text(items)}"
        return f"{self.label(change.column)} {self.cells(change)}"

    def reworded(self, change: Change, wording: Wording) -> str:
        """A changed text, after its column."""
        if wording.template:
            slots = ", ".join(f"{slot.slot} {self.cells(slot)}" for slot in wording.slots)
            return f': {slots} in "{printable(wording.template)}"'
        if any(sign == "=" for sign, _ in wording.words):
            return f": {' '.join(_word(*word) for word in wording.words)}"
        old, new = (f'"{printable(text)}"' if text else "(empty)" for text in (change.old, change.new))
        return f": {old} -> {new}"

    def cells(self, change: Change | SlotChange) -> str:
        return " -> ".join(self.text(text) or "(empty)" for text in (change.old, change.new))

    def _deck(self, deck: DeckChange) -> Note:
        before, after = deck.before.status, deck.after.status
        rest = f": {(self.same if before == after else self.other).format(before, after)}"
        rest += f", {counted(deck.after.missing, 'card')} missing" if after == "incomplete" else ""
        lines = [*deck.after.reasons, *(f"{old} is now called {new}" for old, new in deck.renamed)]
        return shown(deck.path), rest, tuple(map(self.text, lines))


def summarise(found: Comparison) -> str:
    """One line: `1 new, 2 removed, 3 buffed, 60 unchanged; 1 deck affected`."""
    if not found.different:
        return f"no differences: {counted(found.unchanged, 'card')} in both"
    counts = found.counts.items()
    cards = ", ".join(f"{number:,} {_COUNTED.get(name, name)}" for name, number in counts if number)
    return f"{cards}; {counted(len(found.decks), 'deck')} affected" if found.decks else cards


def list_own_columns(found: Comparison) -> list[str]:
    """A line each for the designer's own columns that only one table has; their cells are not compared."""
    pairs = (("new", found.new_columns), ("old", found.old_columns))
    return [f"columns only in the {which} table: {', '.join(names)}" for which, names in pairs if names]


def describe(table: ComparedTable, row: int) -> str:
    """A card in a few words, with its costs and its strength: `Fire, rank 2, 300/700`."""
    words: list[str] = []
    strength: list[str] = []
    # A column such as a style says how an effect works; without the text it means nothing.
    of_effects = tuple(f"{effect}_" for effect in table.ruleset.effect_columns)
    for column, known in table.ruleset.fields.items():
        text, role = table.written(row, column), table.role(column)
        if not text or text == known.entry.default:
            continue
        if role == "strength":
            strength.append(text)
        elif role == "cost":
            words.append(f"{known.label} {text}")
        elif known.vocabulary is not None and not column.startswith(of_effects):
            words.append(text)
    return ", ".join([*words, *(["/".join(strength)] if strength else [])])


def _word(sign: Sign, text: str) -> str:
    begin, end, colour = {"=": ("", "", None), "-": ("[-", "-]", "red"), "+": ("{+", "+}", "green")}[sign]
    word = f"{begin}{printable(text)}{end}"
    return click.style(word, fg=colour) if colour else word
