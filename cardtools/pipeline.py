"""The whole tool on one page: every arrow of the pipeline is a function here.

    read_sources -> generate -> effect texts -> tag -> tagged CSV
    read_cards, read_decks -> check -> Diagnostics
    cards -> draw -> PNG pictures, impose -> PDF sheets

Commands call these one by one, `build` calls them in order and passes over what has not changed.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cardtools.effects.expand import Expander, check_limit
from cardtools.effects.faults import check_placeholders
from cardtools.effects.grammar import Grammar, Template, parse_template, read_grammar, read_templates
from cardtools.effects.polish import polish, read_phrases, read_replacements
from cardtools.effects.tag import Tagger
from cardtools.effects.tagged import EFFECT_COLUMN, TagTable
from cardtools.effects.tagrules import Pattern, TagRule, read_rules
from cardtools.errors import Diagnostic, InputError, Location, bad_input
from cardtools.files import make_folder, shown, write_atomic
from cardtools.project import EffectSettings, Project
from cardtools.tomlfile import read_toml

if TYPE_CHECKING:
    from cardtools.cards.table import Card


def read_placeholders(root: Path, settings: EffectSettings) -> Grammar:
    """The placeholder folder of the project, with its reading of offsets."""
    return read_grammar(root / settings.placeholders, settings.link_offsets, settings.number_words)


@dataclass(frozen=True)
class Sources:
    """What effect texts are made from besides the templates; `notices` tells what was missing."""

    grammar: Grammar
    phrases: list[str]
    replacements: dict[str, str]
    notices: tuple[Diagnostic, ...]


def read_sources(root: Path, settings: EffectSettings) -> Sources:
    """The placeholders, removals and replacements (Doc 4.7.4). Paths are relative to `root`.

    Both configuration files are optional: one that is missing gives a notice (GEN020), one under its old
    name is read (GEN021, decision G12). Raises InputError with every problem of an unusable file.
    """
    notices: list[Diagnostic] = []
    grammar = read_placeholders(root, settings)
    drop = root / settings.drop
    legacy = drop.with_name("combinations.txt")
    if not drop.is_file() and drop.name == "combinations_to_remove.txt" and legacy.is_file():
        message = f"read instead of {drop.name}, which is its name now"
        notices.append(_notice(legacy, message, "rename it", "GEN021", "legacy-name"))
        drop = legacy
    phrases, replacements = [], {}
    if drop.is_file():
        phrases = read_phrases(drop)
    elif "drop" in settings.stages:
        notices.append(
            _notice(drop, "no such file, so no combination is dropped", "", "GEN020", "missing-config")
        )
    replace = root / settings.replace
    if replace.is_file():
        replacements = read_replacements(replace)
    elif "replace" in settings.stages:
        notices.append(
            _notice(replace, "no such file, so no phrase is replaced", "", "GEN020", "missing-config")
        )
    return Sources(grammar, phrases, replacements, tuple(notices))


def _notice(path: Path, message: str, hint: str, code: str, name: str) -> Diagnostic:
    return Diagnostic(Location(shown(path)), message, hint, code, name, "warning")


def read_template_file(path: Path) -> list[Template]:
    """The templates of a file. Raises InputError when there are none."""
    templates = read_templates(path)
    if not templates:
        raise bad_input(
            shown(path), "no templates in it", "write one sentence a line, such as: Draw <number> card(s)."
        )
    return templates


def check_templates(grammar: Grammar, templates: Sequence[Template], strict: bool) -> list[Diagnostic]:
    """The faults of templates and placeholders (GEN001 to GEN005) as warnings.

    With `strict` raises InputError with all of them instead, if one leaves a placeholder unresolved.
    """
    problems = check_placeholders(grammar, templates)
    if strict and any(problem.severity == "error" for problem in problems):
        raise InputError(problems)
    return [dataclasses.replace(problem, severity="warning") for problem in problems]


def generate(templates: Sequence[Template], sources: Sources, settings: EffectSettings) -> list[str]:
    """The effect list: every combination of every template, through the stages (Doc 4.7.3, decision G1).

    Raises InputError when there would be more than `settings.limit` combinations.
    """
    expander = Expander(sources.grammar)
    check_limit(expander, templates, settings.limit)
    lines = [text for template in templates for text in expander.expand(template)]
    return polish(lines, settings.stages, sources.phrases, sources.replacements)


def polish_some(lines: Iterable[str], sources: Sources, settings: EffectSettings) -> list[str]:
    """A part of the combinations through the stages, in its own order: all but sorting."""
    stages = [stage for stage in settings.stages if stage != "sort"]
    return polish(list(lines), stages, sources.phrases, sources.replacements)


def count_table(templates: Sequence[Template], sources: Sources) -> list[str]:
    """How many combinations each template has and why, a line each, and the total; nothing is expanded."""
    expander = Expander(sources.grammar)
    counts = [expander.count(template) for template in templates]
    width = max(len(f"{count:,}") for count in counts)
    lines = []
    for template, count in zip(templates, counts, strict=True):
        factors = " x ".join(f"{slot} {size:,}" for slot, size in expander.factors(template).items())
        lines.append(f"{count:>{width},}  {template.text}{f'  ({factors})' if factors else ''}")
    return [*lines, f"Total combinations: {sum(counts):,}"]


def read_tagger(
    rules_file: Path, grammar: Grammar, limit: int, strict: bool = False
) -> tuple[list[str], Tagger, list[Diagnostic]]:
    """The columns of a rules file, its rules made ready, and the faults of their patterns (decision G18).

    Raises InputError for an unusable rules file, and with `strict` for any unresolved placeholder.
    """
    columns, rules = read_rules(read_toml(rules_file))
    return columns, *make_tagger(columns, rules, grammar, limit, strict)


def explain_tags(effect: str, rules_file: Path, grammar: Grammar, limit: int) -> list[str]:
    """A line for each column that the rules make True for an effect: the column, the place, the pattern."""
    _, tagger, _ = read_tagger(rules_file, grammar, limit)
    lines = []
    for column, rule, pattern in tagger.explain(effect):
        place = pattern.template.location if pattern else rule.location
        reason = f"contains {pattern.text!r}" if pattern else "has no pattern of its own"
        condition = f", and {rule.match_column} is True" if rule.match_column else ""
        lines.append(f"{column}: {place}: {reason}{condition}")
    return lines or [f"no rule of {shown(rules_file)} makes a column True for {effect!r}"]


def tag_column(
    table: TagTable,
    column: str,
    text: Sequence[str],
    exact: Sequence[str],
    match_column: str,
    grammar: Grammar,
    limit: int,
    create: bool = False,
) -> tuple[TagTable, list[Diagnostic]]:
    """The table with one column set where a pattern or an exact text matches (Doc 4.8, G13 to G15).

    Raises InputError when `match_column` is missing, or the column itself with exact texts on CSV input
    (unless `create`).
    """
    if column == EFFECT_COLUMN:
        raise bad_input("-c", f"{EFFECT_COLUMN} holds the effects themselves", "name another column")
    if match_column:
        table.require(match_column)
    if exact and table.file and not create:
        table.require(column, "--create adds the column")
    patterns = [Pattern(parse_template(pattern, Location("-t", 1, 1))) for pattern in text]
    patterns += [Pattern(parse_template(literal, Location("-e", 1, 1)), exact=True) for literal in exact]
    rule = TagRule(column, tuple(patterns), match_column)
    tagger, problems = make_tagger([column], [rule], grammar, limit)
    return tagger.apply(table, [column]), problems


def make_tagger(
    columns: Sequence[str], rules: Sequence[TagRule], grammar: Grammar, limit: int, strict: bool = False
) -> tuple[Tagger, list[Diagnostic]]:
    """The rules made ready, and the faults of their patterns (as `check_templates`, which see)."""
    patterns = [pattern.template for rule in rules for pattern in rule.patterns if not pattern.exact]
    expander = Expander(grammar)
    problems = check_templates(grammar, patterns, strict)
    check_limit(expander, list(dict.fromkeys(patterns)), limit)
    return Tagger(columns, rules, expander), problems


def wanted_art(project: Project, again: bool = False) -> list[tuple[Card, Path]]:
    """The cards whose IMAGE is not in any art folder yet (`again`: all), each with where it would be put.

    Raises InputError where a path leaves the art folders.
    """
    from cardtools.cards.table import read_cards
    from cardtools.rulesets import load_ruleset

    settings = project.settings.cards
    table = read_cards(project.path(settings.database), load_ruleset(project.settings.ruleset, project.root))
    roots = [project.path(folder) for folder in settings.art]
    wanted: dict[Path, Card] = {}
    problems = []
    for card in table.cards:
        image = str(card.values.get("IMAGE") or "").replace("\\", "/")
        if not image or not roots:
            continue
        if Path(image).is_absolute() or ".." in Path(image).parts:
            message = f"{card.name}: {image} leaves the art folder {shown(roots[0])}"
            problems.append(Diagnostic(table.at(card, "IMAGE"), message, "", "IMG010", "escapes-root"))
        elif again or not any((root / image).is_file() for root in roots):
            wanted.setdefault(roots[0] / image, card)
    if problems:
        raise InputError(problems)
    return [(card, path) for path, card in wanted.items()]


def paint_art(card: Card, path: Path) -> None:
    """Paint the card's placeholder picture, 61 x 76.2 mm at 300 dpi, as JPEG or PNG by the path's ending."""
    import io

    from cardtools.art import Subject, paint

    values = card.values
    # The folder of a spell's picture says what it belongs to: spells/fire/ember-blade.jpg.
    affinity = path.parent.name if values.get("TYPE") == "Spell" else ""
    subtypes = tuple(values.get("SUBTYPES") or ())
    subject = Subject(
        card.name, str(values.get("TYPE") or ""), subtypes, int(values.get("LEVEL") or 1), affinity
    )
    buffer = io.BytesIO()
    kind = "PNG" if path.suffix.lower() == ".png" else "JPEG"
    paint(subject, (720, 900)).save(buffer, kind, quality=88, dpi=(300, 300), optimize=True)
    make_folder(path.parent)
    write_atomic(path, buffer.getvalue())
