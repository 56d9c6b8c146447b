"""Rulesets that build on others: what they extend, what they override, codes that occur twice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any

from cardtools.ground.catalogue import Check, catalogue
from cardtools.ground.errors import Diagnostic, InputError, bad_input
from cardtools.ground.frozen_record import asdict
from cardtools.ground.spelling import suggest
from cardtools.ground.toml.tomlfile import TomlFile
from cardtools.rulesets.compile_context import MOST_PROBLEMS
from cardtools.rulesets.deck_model import CopiesEntry
from cardtools.rulesets.field_model import FIELD_CHECKS, CheckEntry, FieldEntry
from cardtools.rulesets.files import Keys, RulesetFiles
from cardtools.rulesets.model import EffectsEntry, RulesetFile
from cardtools.rulesets.section_model import TextEntry

DUPLICATE_CODE = Check.of("""RUL002 duplicate-code error: two rules have the same code
    why: Findings, overrides and suppressions name a rule by its code.
    bad: [rule.SVD101] in a ruleset that extends cardtools:school
    good: [override.SVD101], or [rule.XYZ101]
    fix: change the inherited rule under [override.CODE], or choose another code""")

_MOST_NAMES = 1000
# Tables whose entries take the place of those of the same name further down; sections that do as a whole.
_TABLES = ("vocabulary", "section", "list", "define", "rule", "deck", "terms", "marks")
_SECTIONS = ("design", "tiers", "serials", "packs")


def merge(layers: list[tuple[TomlFile, RulesetFile]]) -> RulesetFile:
    """The rulesets as one, the later winning. Raises InputError with duplicate codes and idle overrides."""
    problems: list[Diagnostic] = []
    for file, model in layers:
        if len([*model.fields, *model.tables, *model.define, *model.section, *model.list]) > _MOST_NAMES:
            message = f"a ruleset has at most {_MOST_NAMES:,} columns, tables, defined names and sections"
            raise bad_input(file.name, message, "leave out what no card has")
    merged: RulesetFile | None = None
    for number, (file, model) in enumerate(layers):
        below = RulesetFiles(tuple(one for one, _ in layers[:number]))
        problems += _duplicates(below, file, dict(_codes(merged)) if merged else {}, model)
        if merged:
            model = _join(file, merged, model)
        merged = _override(file, model, problems)
    if problems or merged is None:
        raise InputError(problems)
    return merged


def _join(file: TomlFile, base: RulesetFile, model: RulesetFile) -> RulesetFile:
    changes: dict[str, Any] = {name: getattr(base, name) | getattr(model, name) for name in _TABLES}
    changes |= {name: getattr(model, name) or getattr(base, name) for name in _SECTIONS}
    tables = {name: base.tables.get(name, {}) | table for name, table in model.tables.items()}
    old, new = base.effects, model.effects
    unknown = new.unknown if new.unknown.code or new.unknown.severity else old.unknown
    inherited = {code: entry for code, entry in base.override.items() if changes_in_place(code)}
    play = model.play or base.play
    if model.play and base.play and model.play.engine in ("", base.play.engine):  # another one begins anew
        of_play = ("kinds", "values", "options", "weights")
        own = {key: getattr(base.play, key) | getattr(model.play, key) for key in of_play}
        play = replace(model.play if model.play.turn else base.play, **own)
    return replace(
        model,
        card=_written(base.card, model.card, file.data.get("card", {})),
        fields=_fields(file, base.fields, model.fields),
        tables=base.tables | tables,
        effects=EffectsEntry(new.columns or old.columns, new.split or old.split, unknown, old.tag | new.tag),
        text=_text(file, base.text, model.text),
        play=play,
        override=inherited | model.override,
        examples=replace(model.examples, cards=(*base.examples.cards, *model.examples.cards)),
        **changes,
    )


def _fields(file: TomlFile, base: dict[str, FieldEntry], own: dict[str, FieldEntry]) -> dict[str, FieldEntry]:
    """The columns; one that is there already keeps all that its new entry does not name."""
    joined = {**base, **own}
    for name in base.keys() & own.keys():
        old, new = base[name], own[name]
        checks = {
            kind: _written(old.checks.get(kind, check), check, file.data["fields"][name]["checks"][kind])
            for kind, check in new.checks.items()
        }
        joined[name] = replace(_written(old, new, file.data["fields"][name]), checks={**old.checks, **checks})
    return joined


def _written(base: Any, own: Any, table: dict[str, Any]) -> Any:
    """The entry with the keys that the table has from `own`."""
    names = [f.name for f in fields(own) if f.name.removesuffix("_") in table]
    return replace(base, **{name: getattr(own, name) for name in names})


def changes_in_place(code: str) -> bool:
    """Whether a check that every game shares looks up its own override when it runs."""
    return code not in FIELD_CHECKS.values() and code in catalogue()


def _text(file: TomlFile, base: TextEntry, own: TextEntry) -> TextEntry:
    """Words and tables of words are combined; for anything else the last value wins."""
    changes: dict[str, Any] = {}
    for name in (f.name for f in fields(own)):
        old, new = getattr(base, name), getattr(own, name)
        if name.removesuffix("_") not in file.data.get("text", {}):
            changes[name] = old
        elif isinstance(new, dict):
            changes[name] = {**old, **new}
        elif isinstance(new, tuple) and name != "columns":
            changes[name] = tuple(dict.fromkeys((*old, *new)))
    return replace(own, **changes)


def _codes(model: RulesetFile) -> Iterator[tuple[str, Keys]]:
    """Every code that the ruleset gives, with its place; checks of columns may share one."""
    seen: set[str] = set()
    for name, field in model.fields.items():
        for kind, check in field.checks.items():
            if check.code and check.code not in seen and check.code not in FIELD_CHECKS.values():
                seen.add(check.code)
                yield check.code, ("fields", name, "checks", kind)
    yield from ((code, ("rule", code)) for code in model.rule)
    yield from ((code, ("effects", "tag", code)) for code in model.effects.tag)
    yield from ((code, ("deck", code)) for code in model.deck)


def _duplicates(
    below: RulesetFiles, file: TomlFile, known: dict[str, Keys], model: RulesetFile
) -> Iterator[Diagnostic]:
    """Codes that are there twice in the file, or that are known from the files below it."""
    first: dict[str, Keys] = {}
    for code, keys in _codes(model):
        if (place := first.setdefault(code, keys)) != keys:
            message = f"{code} is already the code of {'.'.join(map(str, place))}"
            yield DUPLICATE_CODE.finding(file.at(*keys), message, "give one of them another code")
        if code in known and not (keys[0] == known[code][0] == "fields"):
            message = f"{code} is already a code of {below.owner(*known[code]).name}"
            hint = f"change that rule under [override.{code}], or give yours a code of its own"
            yield DUPLICATE_CODE.finding(file.at(*keys), message, hint)


def _override(file: TomlFile, model: RulesetFile, problems: list[Diagnostic]) -> RulesetFile:
    rules, decks, tags = dict(model.rule), dict(model.deck), dict(model.effects.tag)
    effects = replace(model.effects, tag=tags)
    model = replace(model, rule=rules, deck=decks, fields=dict(model.fields), effects=effects)
    checked: dict[str, list[tuple[str, str]]] = {}  # the columns and kinds of their checks, by code
    for name, field in model.fields.items() if model.override else ():
        for kind, generic in FIELD_CHECKS.items():
            check = field.checks.get(kind)
            checked.setdefault(check.code if check and check.code else generic, []).append((name, kind))
    for code, change in model.override.items():
        wanted = {name: value for name, value in asdict(change).items() if value not in (None, "")}
        refused = [key for key in ("min", "max") if key in wanted]
        entries: Any = next((t for t in (rules, decks, tags) if code in t), None)
        if entries is not None:
            entry = entries[code]
            if isinstance(entry, CopiesEntry) and "max" in wanted:
                # The step for all other cards; the exceptions stay.
                most = wanted.pop("max")
                steps = tuple(step if step.where else replace(step, max=most) for step in entry.limit)
                entry = replace(entry, limit=steps)
            refused = [key for key in refused if key in wanted and not hasattr(entry, key)]
            entries[code] = _with(entry, wanted)
        elif not changes_in_place(code):
            if code not in checked:
                known = [known for known, _ in _codes(model)] + list(catalogue())
                message = f"{code} is not a check of this ruleset"
                problems.append(Diagnostic(file.at("override", code), message, suggest(code, known)))
                if len(problems) >= MOST_PROBLEMS:
                    raise InputError(problems)
                continue
            if _change_fields(model.fields, checked[code], wanted):
                refused = []
        ranges = [model.fields[name] for name, kind in checked.get(code, ()) if kind == "range"]
        for entry in (*ranges, *([entries[code]] if entries else ())):
            low, high = getattr(entry, "min", None), getattr(entry, "max", None)
            if low is not None and high is not None and low > high:
                key, other = ("min", "max") if "min" in file.data["override"][code] else ("max", "min")
                message = f"{code} then has min = {low}, which is more than max = {high}"
                problems.append(Diagnostic(file.at("override", code, key), message, f"change {other} too"))
        for key in refused:
            problems.append(Diagnostic(file.at("override", code, key), f"{code} has no {key} to change"))
    return model


def _change_fields(
    model: dict[str, FieldEntry], columns: list[tuple[str, str]], wanted: dict[str, Any]
) -> bool:
    """Change a check of columns; returns whether it has a range to change."""
    limits: dict[str, Any] = {key: wanted[key] for key in ("min", "max") if key in wanted}
    ranged = False
    for name, kind in columns:
        field = model[name]
        changes: dict[str, Any] = {}
        if kind == "range" and limits and (field.min is not None or field.max is not None):
            ranged, changes = True, limits
        checks = {**field.checks, kind: _with(field.checks.get(kind, CheckEntry()), wanted)}
        model[name] = replace(field, checks=checks, **changes)
    return ranged


def _with(entry: Any, wanted: dict[str, Any]) -> Any:
    return replace(entry, **{f.name: wanted[f.name] for f in fields(entry) if f.name in wanted})
