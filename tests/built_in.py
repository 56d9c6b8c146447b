"""The built-in rulesets, each loaded once, when the first test asks for it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from cardtools.rulesets import Ruleset, load_ruleset


@cache
def built_in_ruleset(name: str) -> Ruleset:
    return load_ruleset(name, Path())
