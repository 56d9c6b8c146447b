"""A comparison as release notes in Markdown, ready to be published."""

from __future__ import annotations

import re

from cardtools.ground.errors import printable
from cardtools.reports.diff.as_text import TextNotes, describe, list_own_columns, summarise
from cardtools.reports.diff.changes import CardChange, Change
from cardtools.reports.diff.compare import Comparison
from cardtools.reports.diff.wording import Wording


def render(found: Comparison, game: str) -> str:
    """The release notes; `game` is the name of the game, "" if it has none."""
    summary = summarise(found)
    title = f"# {_text(game)}: what has changed" if game else "# What has changed"
    lines = [title, "", f"{summary[:1].upper()}{summary[1:]}."]
    lines += (f"- {_text(line)}" for line in list_own_columns(found))
    return "".join(f"{line}\n" for line in (*lines, *_MarkdownNotes(found).lines()))


def _text(text: str) -> str:
    """The text escaped: nothing in it is read as Markdown or HTML, and nothing is invisible."""
    return re.sub(r"([\\`*_\[\]<>|#~&])", r"\\\1", _line(text).strip())


def _code(text: str) -> str:
    line = _line(text)
    fence = "`" * (1 + max(map(len, re.findall("`+", line)), default=0))
    return f"{fence} {line} {fence}" if len(fence) > 1 else f"`{line}`"


def _line(text: str) -> str:
    return printable(re.sub(r"[\s\x00-\x1f\x7f-\x9f]+", " ", text))


class _MarkdownNotes(TextNotes):
    begin = "- **{}**"
    indent = "  - "
    between = ", "
    renamed = " is now **{}**"
    same, other = "is **{1}**", "was {0}, is now **{1}**"

    def text(self, text: str) -> str:
        return _text(text)

    def heading(self, title: str, notes: int) -> list[str]:
        return [f"## {title}", ""]

    def description(self, row: int) -> str:
        table, description = self.new, describe(self.new, row)
        effects = [table.written(row, column) for column in table.columns if table.role(column) == "effect"]
        return _text(" ".join(filter(None, [description and f"{description}.", *effects])))

    def label(self, column: str) -> str:
        labels = {name: field.label for name, field in self.new.ruleset.fields.items()}
        label = labels.get(column, "")
        return _text(label if list(labels.values()).count(label) == 1 else column)

    def stats(self, card: CardChange) -> str:
        changes = {change.column: change for change in card.of("stat")}
        columns = [column for column in self.new.columns if self.new.role(column) == "strength"]
        parts = []
        if strength := [changes[column] for column in columns if column in changes]:
            versions = (self.old, card.old), (self.new, card.new)
            cells = [[table.written(row, column) for table, row in versions] for column in columns]
            shown = zip(*filter(any, cells), strict=True)
            before, after = ("/".join(text or "-" for text in cell) for cell in shown)
            differences = [f"{self.label(change.column)} {change.difference:+,}" for change in strength]
            parts.append(f"{_code(f'{before} -> {after}')} ({', '.join(differences)})")
        parts += [
            f"{self.label(column)} {_code(f'{change.old} -> {change.new}')}"
            for column, change in changes.items()
            if column not in columns
        ]
        return ", ".join(parts)

    def reworded(self, change: Change, wording: Wording) -> str:
        slots = ", ".join(f"{_code(slot.slot)} {self.cells(slot)}" for slot in wording.slots)
        marks = {"=": "", "-": "~~", "+": "**"}
        words = " ".join(f"{marks[sign]}{_text(text)}{marks[sign]}" for sign, text in wording.words)
        return f"{', ' if slots else ''}{slots}: {words}"
