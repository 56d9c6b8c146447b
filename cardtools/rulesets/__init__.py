"""Rules of games as data: one TOML file a ruleset, checked and compiled when it is loaded."""

from __future__ import annotations

import os
from dataclasses import replace
from operator import attrgetter
from pathlib import Path

from cardtools.ground.catalogue import Check
from cardtools.ground.errors import Diagnostic, InputError, Location, bad_input, reported_at
from cardtools.ground.io.files import shown
from cardtools.ground.limits import limits, raise_hint
from cardtools.ground.spelling import did_you_mean
from cardtools.ground.tables.table_layout import TableReading
from cardtools.ground.toml.tomlfile import TomlFile, load, read_toml
from cardtools.project.project import Project
from cardtools.rulesets.compile import compile_ruleset
from cardtools.rulesets.files import RulesetFiles, check_lock, remaining
from cardtools.rulesets.merge import merge
from cardtools.rulesets.model import RulesetFile
from cardtools.rulesets.ruleset import Ruleset

UNKNOWN_KEY = Check.of("""RUL001 unknown-key error: a ruleset file has an unknown key
    why: A misspelt key would be ignored, together with its value.
    bad: [fields.LEVEL] requird = true
    good: [fields.LEVEL] required = true
    fix: write the key as the hint says; `cardtools schema` lets an editor complete keys""")
UNKNOWN_KIND = Check.of("""RUL016 unknown-kind error: a rule of decks has an unknown kind, or none
    why: The kind says how a rule is checked, and which keys it has.
    bad: kind = "copys"
    good: kind = "copies"
    fix: write a kind that the hint names""")
EXTENDS_CYCLE = Check.of("""RUL006 extends-cycle error: a ruleset extends itself
    why: Neither file can be read before the other.
    bad: a.toml extends b.toml, which extends a.toml
    good: a.toml extends b.toml
    fix: remove one of them from extends""")

__all__ = ["Ruleset", "built_in_rulesets", "check_ruleset", "load_ruleset", "project_ruleset"]

_OURS = "cardtools:"
_GENERAL = Path(__file__).with_name("general.toml")  # of projects without a ruleset
_MOST_FILES = 50
RulesetLayer = tuple[TomlFile, RulesetFile]


def built_in_rulesets() -> dict[str, Path]:
    """The rulesets that come with cardtools: their files by id, in alphabetical order."""
    paths = sorted(Path(__file__).parent.glob("*.toml"))
    return {path.stem: path for path in paths if path != _GENERAL}


def load_ruleset(name_or_path: str, base: Path) -> Ruleset:
    """A built-in ruleset by its id, or the file at a path (relative to `base`); "" is `general`, of no game.

    Raises InputError with every problem of the file, and when one that it extends cannot be used.
    """
    try:
        sources, model = _read(name_or_path, base)
    except InputError as error:
        if not (others := _other_problems(name_or_path, base)):
            raise
        found = dict.fromkeys([*error.diagnostics, *others])
        raise InputError(sorted(found, key=attrgetter("location"))) from None
    ruleset = compile_ruleset(sources, model)
    if problems := check_lock(sources.files, model):
        raise InputError(problems)
    return ruleset


def project_ruleset(project: Project) -> Ruleset:
    """A project's ruleset with its headings. Raises InputError as `load_ruleset`, and for equal headings."""
    with reported_at(project.place("ruleset")):
        ruleset = load_ruleset(project.settings.ruleset, project.root)
    titles: dict[str, str] = {}
    for name, title in project.settings.columns.items():
        own = " ".join(title.split())
        if own in titles:
            place = project.file.at("columns", name) if project.file else Location("[columns]")
            message = f"{name} = {title!r}: that is the heading of {titles[own]} already"
            raise InputError(Diagnostic(place, message, "one name for each heading"))
        titles[own] = ruleset.columns.get(name, name)
    # A heading that is given another meaning loses its own.
    columns = {**ruleset.columns, **titles} if titles else ruleset.columns
    own_tables, glossary, settings = project.settings.tables, ruleset.glossary, project.settings
    if project.file and (settings.terms or settings.marks):
        glossary = glossary.joined(settings.terms, settings.marks, project.file.at)
        if faults := [Diagnostic(project.file.at(*keys), message) for keys, message in glossary.faults()]:
            raise InputError(faults)
    reading = TableReading(own_tables.header, own_tables.skip)
    return replace(ruleset, columns=columns, reading=reading, glossary=glossary)


def check_ruleset(name_or_path: str, base: Path) -> list[Diagnostic]:
    """Advice about a ruleset file that loads: tables nothing reads, rules without a hint or example."""
    from cardtools.rulesets.lint import lint_ruleset

    return lint_ruleset(*_read(name_or_path, base))


def _read(name_or_path: str, base: Path) -> tuple[RulesetFiles, RulesetFile]:
    layers: dict[str, RulesetLayer] = {}
    path = _find(name_or_path, base)
    _gather(path, (), layers)
    characters = sum(len(file.text) for file, _ in layers.values())
    if characters > limits().ruleset_bytes or len(layers) > _MOST_FILES:
        raise _too_large(path)
    return _merged(layers)


def _merged(layers: dict[str, RulesetLayer]) -> tuple[RulesetFiles, RulesetFile]:
    return RulesetFiles(tuple(file for file, _ in layers.values())), merge(list(layers.values()))


def _other_problems(name_or_path: str, base: Path) -> list[Diagnostic]:
    """The problems of a ruleset file besides those of keys that cannot be read."""
    rest = None
    try:
        path = _find(name_or_path, base)
        if rest := remaining(read_toml(path)):
            layers: dict[str, RulesetLayer] = {}
            for name in rest.model.extends:
                _gather(_find(name, path.parent), (rest.file,), layers)
            layers[os.path.abspath(path)] = (rest.file, rest.model)
            compile_ruleset(*_merged(layers), rest.unclear)
    except InputError as error:
        # What is said of a rule that could not be read may be wrong.
        dropped = rest.dropped if rest else ()
        return [one for one in error.diagnostics if rest and not any(code in one.message for code in dropped)]
    return []


def _find(name_or_path: str, base: Path) -> Path:
    if not name_or_path:
        return _GENERAL
    known = built_in_rulesets()
    path = known.get(name_or_path.removeprefix(_OURS))
    if path is not None:
        return path
    if name_or_path.startswith(_OURS) or (not name_or_path.endswith(".toml") and "/" not in name_or_path):
        near = did_you_mean(name_or_path.removeprefix(_OURS), known)
        hint = f"did you mean {near}?" if near else f"known: {', '.join(known)}, or a .toml file"
        raise bad_input(name_or_path, "no such ruleset", hint)
    return base / name_or_path


def _gather(path: Path, trail: tuple[TomlFile, ...], layers: dict[str, RulesetLayer]) -> None:
    """Put the ruleset into `layers` after all that it extends; each file is there once."""
    key = os.path.abspath(path)
    if key in layers:
        return
    if len(layers) + len(trail) > _MOST_FILES:
        raise _too_large(trail[0].path)
    names = [os.path.abspath(file.path) for file in trail]
    if key in names:
        circle = [file.name for file in trail[names.index(key) :]]
        message = f"{circle[0]} extends itself: {' -> '.join([*circle, circle[0]])}"
        place, hint = trail[-1].at("extends"), "remove one of them from extends"
        raise InputError(EXTENDS_CYCLE.finding(place, message, hint))
    try:
        if os.path.isfile(path) and path.stat().st_size > limits().ruleset_bytes:
            raise _too_large(path)
        model, file = load(path, RulesetFile)
    except InputError as error:
        codes = {check.name: check.code for check in (UNKNOWN_KEY, UNKNOWN_KIND)}
        coded = [one._replace(code=codes.get(one.name, one.code)) for one in error.diagnostics]
        raise InputError(coded) from None
    for name in model.extends:
        try:
            parent = _find(name, path.parent)
        except InputError as error:
            hint = error.diagnostics[0].hint
            place = file.at("extends", find=name)
            raise bad_input(place.path, f"no such ruleset {name!r}", hint, place.line, place.column) from None
        _gather(parent, (*trail, file), layers)
    layers[key] = (file, model)


def _too_large(path: Path) -> InputError:
    message = f"a ruleset has at most {limits().ruleset_bytes:,} characters in {_MOST_FILES} files"
    return bad_input(shown(path), message, raise_hint("ruleset_bytes"))
