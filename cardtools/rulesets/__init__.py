"""Rules of games as data: one TOML file a ruleset, checked and compiled when it is loaded."""

from __future__ import annotations

from pathlib import Path

from cardtools.errors import bad_input, did_you_mean
from cardtools.rulesets.compile import compile_ruleset
from cardtools.rulesets.model import RulesetFile
from cardtools.rulesets.ruleset import Ruleset
from cardtools.tomlfile import load

__all__ = ["Ruleset", "built_in_rulesets", "load_ruleset"]


def built_in_rulesets() -> dict[str, Path]:
    """The rulesets that come with cardtools: their files by id, in alphabetical order."""
    return {path.stem: path for path in sorted(Path(__file__).parent.glob("*.toml"))}


def load_ruleset(name_or_path: str, base: Path) -> Ruleset:
    """A built-in ruleset by its id, or the ruleset file at a path (relative to the folder `base`).

    Raises InputError when there is none, and with every problem of the file.
    """
    known = built_in_rulesets()
    path = known.get(name_or_path)
    if path is None:
        if not name_or_path.endswith(".toml") and "/" not in name_or_path:
            near = did_you_mean(name_or_path, known)
            hint = f"did you mean {near}?" if near else f"known: {', '.join(known)}, or a .toml file"
            raise bad_input(name_or_path, "no such ruleset", hint)
        path = base / name_or_path
    model, file = load(path, RulesetFile)
    return compile_ruleset(file, model)
