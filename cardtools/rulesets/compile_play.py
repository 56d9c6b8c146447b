"""How a game is played, from the [play] of a ruleset file. What its engine needs is checked by `play`."""

from __future__ import annotations

from cardtools.language.whole_columns import RowFilter
from cardtools.rulesets.compile_context import Compilation
from cardtools.rulesets.play_model import PlayEntry
from cardtools.rulesets.ruleset import PlayRules


def compile_play(work: Compilation, entry: PlayEntry) -> PlayRules:
    """The compiled `[play]`; its problems are in `work`."""
    if not entry.engine:
        hint = 'write engine = "alpha", or extend a ruleset that has one'
        work.problem(("play",), "play.engine is missing", hint)
    kinds = {
        kind: RowFilter(condition)
        for kind, text in entry.kinds.items()
        if (condition := work.expression(text, ("play", "kinds", kind)))
    }
    values = {
        name: made
        for name, text in entry.values.items()
        if (made := work.expression(text, ("play", "values", name)))
    }
    return PlayRules(entry.engine, kinds, values, entry.options, entry.weights)
