"""A comparison for the terminal: a line a card, in colour where there is any."""

from __future__ import annotations

import click

from cardtools.console import visible
from cardtools.diff.changes import CardChange, Change
from cardtools.diff.compare import Comparison, DeckChange
from cardtools.diff.notes import Entry, Section, columns, describe, sections, summary
from cardtools.diff.sheet import Sheet
from cardtools.diff.wording import Wording
from cardtools.errors import Diagnostic, Location
from cardtools.files import shown
from cardtools.spelling import counted

_COLOURS = {"New cards": "green", "Buffed": "green", "Removed": "red", "Nerfed": "red"}


def render(found: Comparison) -> str:
    """The whole comparison, its last line ended. Colours are escape sequences, for `click.echo` to drop."""
    lines = []
    if found.different:
        old, new = (_table(sheet) for sheet in (found.old, found.new))
        lines += [f"{old} -> {new}", *map(_plain, columns(found))]
    for section in sections(found, _Text()):
        lines += ["", *_section(section)]
    if len(lines) > 1:
        lines.append("")
    return "".join(f"{line}\n" for line in (*lines, summary(found)))


def _table(sheet: Sheet) -> str:
    return f"{_plain(shown(sheet.table.file.path))} ({counted(len(sheet.table), 'card')})"


def _section(section: Section) -> list[str]:
    title = f"{section.title} ({len(section.entries):,})"
    lines = [click.style(title, bold=True, fg=_COLOURS.get(section.title))]
    for entry in section.entries:
        editions = f" ({', '.join(map(_plain, entry.editions))})" if entry.editions else ""
        head = entry.link + entry.head if entry.head else ":" if entry.lines else ""
        lines.append(f"  {_plain(entry.name)}{editions}{head}")
        lines += [f"    {line}" for line in entry.lines]
    return lines


def _plain(text: str) -> str:
    """The text without control characters: a card's text must not steer the terminal."""
    return visible(Diagnostic(Location(""), text)).message


class _Text:
    def card(self, sheet: Sheet, row: int) -> Entry:
        return Entry(sheet.name(row), _plain(describe(sheet, row)))

    def renamed(self, old: str, new: str) -> Entry:
        return Entry(old, _plain(new), link=" -> ")

    def stats(self, card: CardChange) -> str:
        return ", ".join(
            f"{change.column} {_plain(change.old)} -> {_plain(change.new)} ({change.difference:+,})"
            for change in card.of("stat")
        )

    def change(self, change: Change) -> str:
        column = _plain(change.column)
        if change.kind == "list":
            items = [f"+{item}" for item in change.came] + [f"-{item}" for item in change.left]
            return f"{column} {' '.join(map(_plain, items))}"
        wording = change.wording
        if wording and wording.template:
            slots = ", ".join(f"{s.slot} {_quoted(s.old)} -> {_quoted(s.new)}" for s in wording.slots)
            return f'{column}: {slots} in "{_plain(wording.template)}"'
        if wording and any(sign == "=" for sign, _ in wording.words):
            return f"{column}: {_words(wording)}"
        if wording:
            return f"{column}: {_sentence(change.old)} -> {_sentence(change.new)}"
        return f"{column} {_quoted(change.old)} -> {_quoted(change.new)}"

    def deck(self, deck: DeckChange) -> Entry:
        before, after = deck.before, deck.after
        head = f"{before.status} -> {after.status}" if before.status != after.status else after.status
        if after.status == "incomplete":
            head += f", {counted(after.missing, 'card')} missing"
        lines = [*after.reasons, *(f"{old} is called {new} now" for old, new in deck.renamed)]
        return Entry(shown(deck.path), head, tuple(map(_plain, lines)))


def _quoted(text: str) -> str:
    return _plain(text) or "(empty)"


def _sentence(text: str) -> str:
    return f'"{_plain(text)}"' if text else "(empty)"


def _words(wording: Wording) -> str:
    styles = {"=": ("", "", None), "-": ("[-", "-]", "red"), "+": ("{+", "+}", "green")}
    parts = []
    for sign, text in wording.words:
        begin, end, colour = styles[sign]
        parts.append(click.style(f"{begin}{_plain(text)}{end}", fg=colour) if colour else _plain(text))
    return " ".join(parts)
