"""The words of a game that templates name: `<column:TYPE>` of its cards, `<vocabulary:type>` of its rules."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from cardtools.cards.table import CardTable, read_unchecked
from cardtools.project.project import Project
from cardtools.rulesets import Ruleset, project_ruleset

_WORDS = 1_000  # of a column: what has more is no list of words


class GameWords:
    """The words of a project's game; its ruleset and its cards are read when the first template asks."""

    def __init__(self, project: Project) -> None:
        self.project = project

    @cached_property
    def ruleset(self) -> Ruleset:
        """The ruleset."""
        return project_ruleset(self.project)

    @cached_property
    def table(self) -> CardTable:
        """The cards."""
        return read_unchecked(self.project.tables, self.ruleset)

    def lists(self) -> dict[str, Sequence[str]]:
        """The words of each vocabulary and of each column of words, by the placeholder for it."""
        ruleset = self.ruleset
        other = {ruleset.label, *ruleset.deck_names, *ruleset.text_fields, *self.table.picture_columns}
        fields = ruleset.fields.items()
        other |= {name for name, one in fields if one.entry.type not in ("str", "list") or one.entry.unique}
        names = [("vocabulary", name) for name in ruleset.vocabulary]
        names += [("column", name) for name in self.table.columns if name not in other]
        found = {f"{kind}:{name}": self.words(kind, name) or () for kind, name in names}
        return {
            name: [word for word in words if word.upper() != word.lower()]
            for name, words in found.items()
            if len(words) <= _WORDS
        }

    def names(self, kind: str) -> Sequence[str]:
        """The columns, or the vocabularies and the fields."""
        if kind == "column":
            return self.table.columns
        return [*self.ruleset.vocabulary, *self.ruleset.fields]

    def words(self, kind: str, name: str) -> Sequence[str] | None:
        """The words of a column, each once, in the order of the cards; of a vocabulary, or what a field may
        be, in the order of the ruleset. Where texts write them in lower case, they are.
        """
        if name not in self.names(kind):
            return None
        if kind == "column":
            cells = (value for value in self.table.values[name] if value is not None)
            found = [word for cell in cells for word in (cell if isinstance(cell, tuple) else (cell,))]
        else:
            field, known = self.ruleset.fields.get(name), self.ruleset.vocabulary.get(name)
            known = known or (field.vocabulary if field else None)
            found = list(known.values) if known else list(field.entry.values) if field else []
        texts = (" ".join(str(word).split()) for word in found)
        lower = self.ruleset.text.entry.lower
        return list(dict.fromkeys(text.lower() if lower else text for text in texts if text))
