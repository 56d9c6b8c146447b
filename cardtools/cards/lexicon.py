"""The words of a game that templates name: `<column:TYPE>` of its cards, `<vocabulary:type>` of its rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cardtools.cards.table import CardTable
    from cardtools.project.project import Project
    from cardtools.rulesets import Ruleset


class Lexicon:
    """The words of a project's game; its ruleset and its cards are read when the first template asks."""

    def __init__(self, project: Project) -> None:
        self.project = project

    def __call__(self, kind: str) -> Mapping[str, Sequence[str]]:
        return self.columns if kind == "column" else self.vocabularies

    @cached_property
    def ruleset(self) -> Ruleset:
        """The ruleset."""
        from cardtools.rulesets import project_ruleset

        return project_ruleset(self.project)

    @cached_property
    def table(self) -> CardTable:
        """The cards."""
        from cardtools.cards.table import read_unchecked

        return read_unchecked(self.project.tables, self.ruleset)

    @cached_property
    def columns(self) -> dict[str, list[str]]:
        """What the cards have in each column, in their order; of a list each of its words."""
        cells = {name: self.table.values[name] for name in self.table.columns}
        lists = {name: (c if isinstance(c, tuple) else (c,) for c in own) for name, own in cells.items()}
        return {name: self._written(word for words in own for word in words) for name, own in lists.items()}

    @cached_property
    def vocabularies(self) -> dict[str, list[str]]:
        """The words of each vocabulary, and what each field may be, in the order of the ruleset."""
        known = {name: one.words for name, one in self.ruleset.fields.items()}
        own = {name: one.values for name, one in self.ruleset.vocabulary.items()}
        return {name: self._written(words) for name, words in {**own, **known, **own}.items()}

    def _written(self, words: Iterable[Any]) -> list[str]:
        """The words as texts write them, each once."""
        texts = (" ".join(str(word).split()) for word in words if word is not None)
        lower = self.ruleset.text.entry.lower
        return list(dict.fromkeys(text.lower() if lower else text for text in texts if text))
