"""The whole tool on one page: every arrow of the pipeline is a function here.

    read_sources -> generate -> effect texts -> tag -> tagged CSV
    read_cards, read_decks -> check -> Diagnostics
    cards -> draw -> PNG pictures, impose -> PDF sheets

Commands call these one by one, `build` calls them in order and passes over what has not changed.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cardtools.effects.combinations import Combinations
from cardtools.effects.expand import Expander, check_limit
from cardtools.effects.faults import check_placeholders
from cardtools.effects.grammar import Grammar, Template, parse_template, read_templates
from cardtools.effects.large import stream
from cardtools.effects.large.stream import Recipe, Work
from cardtools.effects.sources import Sources as Sources
from cardtools.effects.sources import read_placeholders as read_placeholders
from cardtools.effects.sources import read_sources as read_sources
from cardtools.effects.tag import Tagger
from cardtools.effects.tagged import EFFECT_COLUMN, TagTable
from cardtools.effects.tagrules import Pattern, TagRule, read_rules
from cardtools.errors import Diagnostic, InputError, Location, bad_input
from cardtools.files import make_folder, shown, write_atomic
from cardtools.project import EffectSettings, Project
from cardtools.tomlfile import read_toml

if TYPE_CHECKING:
    from cardtools.cards.table import Card


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
    return list_effects(plan_effects(templates, sources, settings))


def plan_effects(
    templates: Sequence[Template],
    sources: Sources,
    settings: EffectSettings,
    spans: Sequence[tuple[int, int]] | None = None,
    jobs: int = 1,
) -> Work:
    """What `write_effects` does: all combinations, or those of some ranges of positions in their own order.

    Raises InputError when all of them would be more than `settings.limit`.
    """
    expander = Expander(sources.grammar)
    stages = settings.stages
    if spans is None:
        check_limit(expander, templates, settings.limit)
    else:
        stages = tuple(stage for stage in stages if stage != "sort")
    recipe = Recipe(stages, sources.phrases, sources.replacements)
    return Work(Combinations(templates, expander), recipe, None if spans is None else tuple(spans), jobs)


def list_effects(work: Work) -> list[str]:
    """The effects as a list, for those who need all of them at once."""
    return list(itertools.chain.from_iterable(stream.lines(work)))


def write_effects(path: Path, work: Work, form: str | None = None) -> int:
    """Write the effects of any length as text, CSV or Parquet (default: by the path's ending); how many.

    Raises CardtoolsError where an extra is needed that is not installed, OutputError where the file cannot
    be written.
    """
    form = form or {".csv": "csv", ".parquet": "parquet"}.get(path.suffix.lower(), "text")
    if form == "text":
        return stream.write_effects(path, work)
    from cardtools.effects.large.rows import write_rows

    return write_rows(path, work, form)


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
    (FLG006, unless `create`).
    """
    if column == EFFECT_COLUMN:
        raise bad_input("-c", f"{EFFECT_COLUMN} holds the effects themselves", "name another column")
    if match_column:
        table.require(match_column)
    if exact and table.file and not create:
        table.require(column, "--create adds the column", "FLG006", "exact-needs-column")
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


@dataclass(frozen=True)
class Painting:
    """A picture that is wanted: of which card, the how manieth of its pictures (from 1), where it goes."""

    card: Card
    number: int
    path: Path


def wanted_art(project: Project, again: bool = False) -> list[Painting]:
    """The pictures of cards and extras that are not in any art folder yet (`again`: all).

    Raises InputError where a path leaves the art folders.
    """
    from cardtools.cards.extras import read_extras
    from cardtools.cards.pictures import card_pictures
    from cardtools.cards.table import read_cards
    from cardtools.rulesets import load_ruleset

    settings = project.settings.cards
    ruleset = load_ruleset(project.settings.ruleset, project.root)
    roots = [project.path(folder) for folder in settings.art]
    tables = [read_cards(project.path(settings.database), ruleset)]
    tables += [read_extras(path, ruleset) for path in project.extras]
    wanted: dict[Path, Painting] = {}
    problems = []
    for table, card in ((one, card) for one in tables for card in one.cards):
        for column, pictures in card_pictures(table, card.row).items():
            for number, image in enumerate(pictures if roots else (), 1):
                image = image.replace("\\", "/")
                if Path(image).is_absolute() or ".." in Path(image).parts:
                    message = f"{card.name}: {image} leaves the art folder {shown(roots[0])}"
                    problems.append(Diagnostic(table.at(card, column), message, "", "IMG010", "escapes-root"))
                elif again or not any((root / image).is_file() for root in roots):
                    wanted.setdefault(roots[0] / image, Painting(card, number, roots[0] / image))
    if problems:
        raise InputError(problems)
    return list(wanted.values())


def paint_art(project: Project, painting: Painting) -> None:
    """Paint a placeholder picture, at 300 dpi, as JPEG or PNG by the path's ending.

    Raises InputError where a template of `[art]` cannot be filled in for the card.
    """
    import io

    from cardtools.placeholder_art import ArtSubject, paint

    card, path, settings = painting.card, painting.path, project.settings.art
    type_, affinity = _art_text(project, card, "type"), _art_text(project, card, "affinity")
    words = [word.strip() for word in _art_text(project, card, "words").split(",")]
    rank = _art_text(project, card, "rank")
    if type_.lower() == "spell" and not affinity:
        # The folder of a spell's picture says what it belongs to: spells/fire/ember-blade.jpg.
        affinity = path.parent.name
    level = int(rank) if rank.isdecimal() else 1
    name = str(card.values.get("NAME") or card.name)
    name += f" {painting.number}" if painting.number > 1 else ""  # another picture of the same
    subject = ArtSubject(name, type_, tuple(filter(None, words)), level, affinity)
    buffer = io.BytesIO()
    kind = "PNG" if path.suffix.lower() == ".png" else "JPEG"
    picture = paint(subject, (settings.width, settings.height))
    picture.save(buffer, kind, quality=88, dpi=(300, 300), optimize=True)
    make_folder(path.parent)
    write_atomic(path, buffer.getvalue())


def _art_text(project: Project, card: Card, name: str) -> str:
    """A template of `[art]` filled in for a card."""
    from cardtools.render.strings import StringError, compile_text, environment

    try:
        return compile_text(getattr(project.settings.art, name), environment())(card.values).strip()
    except StringError as error:
        where = project.file.at("art", name) if project.file else Location("[art]")
        raise InputError(Diagnostic(where, f"card {card.name}: {error}", error.hint)) from None
