"""The effect list of a game in memory: every combination of its templates, as texts or as a table."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, overload

from cardtools.cards.lexicon import Lexicon
from cardtools.effects.combinations import EffectPlan
from cardtools.effects.large.rows import TABLE, effect_rows
from cardtools.effects.tagged import TagTable
from cardtools.ground.io.files import user_path
from cardtools.ground.spelling import counted
from cardtools.project.project import Project
from cardtools.steps import effect_lists

if TYPE_CHECKING:
    import pandas


class EffectList(Sequence[str]):
    """The effect texts that a project's templates make, after all stages of the project, in their order."""

    def __init__(self, project: Project) -> None:
        self._project = project

    @cached_property
    def _plan(self) -> EffectPlan:
        settings = self._project.settings.effects
        templates = effect_lists.read_template_file(self._project.path(settings.templates))
        sources = effect_lists.read_sources(self._project.root, settings, Lexicon(self._project))
        return effect_lists.plan_effects(templates, sources, settings)

    @cached_property
    def _texts(self) -> list[str]:
        return effect_lists.list_effects(self._plan)

    def to_pandas(self, tags: bool = True) -> pandas.DataFrame:
        """The effects as a table, a row an effect in the order of the list.

        The columns are `template` (as written), `index` (the position among its combinations, from 0),
        `bindings` (JSON: the values chosen), `effect`, and with `tags` a bool for each column of the tag
        rules, where the project has them. Raises InputError for tag rules that cannot be used.
        """
        import pandas

        chunks = [pandas.DataFrame(rows) for rows in effect_rows(self._plan, TABLE)]
        frame = pandas.concat(chunks, ignore_index=True) if chunks else pandas.DataFrame(columns=list(TABLE))
        settings = self._project.settings.effects
        rules = self._project.path(settings.tags)
        if tags and os.path.isfile(rules):
            grammar = effect_lists.read_placeholders(self._project.root, settings, Lexicon(self._project))
            tagger, _ = effect_lists.read_tagger(rules, grammar, settings.limit)
            tagged = tagger.apply(TagTable(list(frame["effect"]), {}, rules))
            for name in tagged.columns:
                frame[name] = tagged.booleans(name)
        return frame

    def save(self, path: str | Path, form: str | None = None) -> Path:
        """Write the list as text, or as `csv` or `parquet` with template and bindings (default: by the ending
        of the path), whole or not at all; the path. Raises OutputError.
        """
        target = user_path(path)
        effect_lists.write_effects(target, self._plan, form)
        return target

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        return self._texts[index]

    def __len__(self) -> int:
        return len(self._texts)

    def __repr__(self) -> str:
        templates = counted(len(self._plan.combinations.templates), "template")
        return f"<{counted(len(self), 'effect')} of {templates}>"
