"""A comparison as release notes in Markdown, fit to be published."""

from __future__ import annotations

import re

from cardtools.diff.changes import CardChange, Change
from cardtools.diff.compare import Comparison, DeckChange
from cardtools.diff.notes import Entry, Section, columns, describe, sections, summary
from cardtools.diff.sheet import Sheet
from cardtools.diff.wording import Wording
from cardtools.files import shown
from cardtools.spelling import counted


def render(found: Comparison, game: str) -> str:
    """The release notes; `game` is the name of the game, "" where it has none."""
    lines = [f"# {_text(game)}: what has changed" if game else "# What has changed", ""]
    lines.append(f"{summary(found)[:1].upper()}{summary(found)[1:]}.")
    lines += [f"- {_text(line)}" for line in columns(found)]
    for section in sections(found, _Markdown(found)):
        lines += ["", *_section(section)]
    return "".join(f"{line}\n" for line in lines)


def _section(section: Section) -> list[str]:
    lines = [f"## {section.title}", ""]
    for entry in section.entries:
        editions = f" ({_text(', '.join(entry.editions))})" if entry.editions else ""
        head = entry.link + entry.head if entry.head else ":" if entry.lines else ""
        lines.append(f"- **{_text(entry.name)}**{editions}{head}")
        lines += [f"  - {line}" for line in entry.lines]
    return lines


def _text(text: str) -> str:
    """The text as it is to be read: no character of it is Markdown or HTML, none is invisible."""
    text = re.sub(r"[\s\x00-\x1f\x7f-\x9f]+", " ", text).strip()
    return re.sub(r"([\\`*_\[\]<>|#~&])", r"\\\1", text)


def _code(text: str) -> str:
    text = re.sub(r"[\s\x00-\x1f\x7f-\x9f]+", " ", text)
    return f"`` {text} ``" if "`" in text else f"`{text}`"


class _Markdown:
    def __init__(self, found: Comparison) -> None:
        self.old, self.new = found.old, found.new

    def card(self, sheet: Sheet, row: int) -> Entry:
        effects = [sheet.written(row, column) for column in sheet.columns if sheet.role(column) == "effect"]
        description = describe(sheet, row)
        sentences = [description and f"{description}.", *effects]
        return Entry(sheet.name(row), _text(" ".join(filter(None, sentences))))

    def renamed(self, old: str, new: str) -> Entry:
        return Entry(old, f"**{_text(new)}**", link=" is now ")

    def stats(self, card: CardChange) -> str:
        changes = {change.column: change for change in card.of("stat")}
        columns = [column for column in self.new.columns if self.new.role(column) == "strength"]
        pairs = [
            (self.old.written(card.old, column), self.new.written(card.new, column)) for column in columns
        ]
        before, after = ("/".join(pair[side] or "-" for pair in pairs if any(pair)) for side in (0, 1))
        parts = []
        if not changes.keys().isdisjoint(columns):
            changed = [
                f"{self._label(column)} {changes[column].difference:+,}"
                for column in columns
                if column in changes
            ]
            parts.append(f"{_code(f'{before} -> {after}')} ({', '.join(changed)})")
        parts += [
            f"{self._label(column)} {_code(f'{change.old} -> {change.new}')}"
            for column, change in changes.items()
            if column not in columns
        ]
        return ", ".join(parts)

    def change(self, change: Change) -> str:
        label = self._label(change.column)
        if change.kind == "list":
            items = [f"+{item}" for item in change.came] + [f"-{item}" for item in change.left]
            return f"{label} {_text(', '.join(items))}"
        if change.wording is None:
            return f"{label} {_text(change.old) or '(empty)'} -> {_text(change.new) or '(empty)'}"
        slots = ", ".join(
            f"{_code(slot.slot)} {_text(slot.old) or '(empty)'} -> {_text(slot.new) or '(empty)'}"
            for slot in change.wording.slots
        )
        return f"{label}{', ' if slots else ''}{slots}: {_words(change.wording)}"

    def deck(self, deck: DeckChange) -> Entry:
        before, after = deck.before, deck.after
        same = before.status == after.status
        head = f"is **{after.status}**" if same else f"was {before.status}, is now **{after.status}**"
        if after.status == "incomplete":
            head += f", {counted(after.missing, 'card')} missing"
        lines = [*after.reasons, *(f"{old} is called {new} now" for old, new in deck.renamed)]
        return Entry(shown(deck.path), head, tuple(map(_text, lines)))

    def _label(self, column: str) -> str:
        fields = self.new.ruleset.fields
        labels = [known.label for known in fields.values()]
        unique = column in fields and labels.count(fields[column].label) == 1
        return _text(fields[column].label if unique else column)


def _words(wording: Wording) -> str:
    marks = {"=": "", "-": "~~", "+": "**"}
    return " ".join(f"{marks[sign]}{_text(text)}{marks[sign]}" for sign, text in wording.words)
