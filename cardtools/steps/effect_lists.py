"""From templates and placeholders to the effect list, and from the list to its tags (Doc 4.7 to 4.10).

read_template_file, read_sources -> plan_effects -> write_effects
read_tagger -> tag_file
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from cardtools.effects.combinations import Combinations, EffectPlan, IndexRange, Place
from cardtools.effects.grammar import Grammar, Template, parse_template, read_templates
from cardtools.effects.input_files import Sources as Sources
from cardtools.effects.input_files import read_placeholders as read_placeholders
from cardtools.effects.input_files import read_sources as read_sources
from cardtools.ground.errors import Diagnostic, InputError, Location, bad_input
from cardtools.ground.io.files import replacing, scratch_folder, shown, write_stream
from cardtools.project.settings import EffectSettings

if TYPE_CHECKING:
    from cardtools.effects.tag import Tagger
    from cardtools.effects.tagrules import TagRule


def read_template_file(path: Path) -> list[Template]:
    """The templates of a file. Raises InputError when there are none."""
    templates = read_templates(path)
    if not templates:
        hint = "write one sentence a line, such as: Draw <number> card(s)."
        raise bad_input(shown(path), "no templates in it", hint)
    return templates


def check_templates(grammar: Grammar, templates: Sequence[Template], strict: bool) -> list[Diagnostic]:
    """Faults of templates and placeholders as warnings; with `strict`, InputError if one is an error."""
    from cardtools.effects.faults import check_placeholders

    problems = check_placeholders(grammar, templates)
    if strict and any(problem.severity == "error" for problem in problems):
        raise InputError(problems)
    return [problem._replace(severity="warning") for problem in problems]


def plan_effects(
    templates: Sequence[Template],
    sources: Sources,
    settings: EffectSettings,
    spans: Sequence[IndexRange] | None = None,
    jobs: int = 1,
    place: Place | None = None,
    scheduler: str | None = None,
) -> EffectPlan:
    """The plan of the list: all combinations, or ranges of positions. Raises InputError above the limit."""
    grammar, stages, _ = sources
    if spans is None:
        grammar.check_limit(templates, settings.limit)
    else:
        stages, spans = stages.without("sort"), tuple(spans)
    return EffectPlan(Combinations(templates, grammar), stages, spans, jobs, place, scheduler)


def list_effects(plan: EffectPlan) -> list[str]:
    """The effects as a list."""
    if plan.place == "memory":
        return plan.effects()
    from cardtools.effects.large.rows import text_blocks

    return b"".join(text_blocks(plan)).decode().split("\n")[:-1]


class WrittenList(NamedTuple):
    """How many effects were written, and how many parts the list has."""

    effects: int
    parts: int = 1


def write_effects(path: Path, plan: EffectPlan, form: str | None = None) -> WrittenList:
    """Write the effects as text, CSV or Parquet (default: by the path's ending); from a cluster, Parquet
    parts and a manifest into the folder `path`. Raises CardtoolsError where an extra is missing, and
    OutputError.
    """
    if plan.place == "cluster":
        from cardtools.effects.large.cluster import write_parts

        manifest = write_parts(path, plan)
        return WrittenList(manifest.rows, len(manifest.parts))
    form = form or {".csv": "csv", ".parquet": "parquet"}.get(path.suffix.lower(), "text")
    from cardtools.effects.large import rows

    plan = plan._replace(scratch=scratch_folder(path))
    if form != "text":
        rows.check_positions(plan)
    if form == "parquet":
        from cardtools.ground.optional_packages import optional

        optional("pyarrow", "Parquet")
        with replacing(path) as file:
            return WrittenList(rows.write_parquet(file, rows.effect_rows(plan, rows.TABLE)))
    lines = 0

    def counted() -> Iterator[bytes]:
        nonlocal lines
        for block in rows.text_blocks(plan) if form == "text" else rows.csv_blocks(plan):
            lines += block.count(b"\n")
            yield block

    write_stream(path, counted())
    return WrittenList(lines - (form == "csv"))  # a table has a header


class TemplateCount(NamedTuple):
    """How many combinations a template has, and its factors in words."""

    template: str
    combinations: int
    factors: str


def count_templates(templates: Sequence[Template], sources: Sources) -> list[TemplateCount]:
    """The number of combinations of each template; nothing is expanded."""
    of = sources.grammar
    return [TemplateCount(one.text, of.count(one), of.listed_factors(one).strip()) for one in templates]


def read_tagger(
    rules_file: Path, grammar: Grammar, limit: int, strict: bool = False
) -> tuple[Tagger, list[Diagnostic]]:
    """The rules of a file ready to be applied, and the faults of their patterns. Raises InputError."""
    from cardtools.effects.tagrules import read_rules
    from cardtools.ground.toml.tomlfile import read_toml

    return _make_tagger(*read_rules(read_toml(rules_file)), grammar, limit, strict)


def column_tagger(
    column: str, text: Sequence[str], exact: Sequence[str], match_column: str, grammar: Grammar, limit: int
) -> tuple[Tagger, list[Diagnostic]]:
    """What sets one column ("": none) where a pattern or exact text matches (Doc 4.8); as `read_tagger`."""
    from cardtools.effects.tagged import EFFECT_COLUMN
    from cardtools.effects.tagrules import Pattern, TagRule

    if column == EFFECT_COLUMN:
        raise bad_input("-c", f"{EFFECT_COLUMN} holds the effects themselves", "name another column")
    patterns = [Pattern(parse_template(pattern, Location("-t", 1, 1))) for pattern in text]
    patterns += [Pattern(parse_template(literal, Location("-e", 1, 1)), exact=True) for literal in exact]
    rules = [TagRule(column, tuple(patterns), match_column)] if column else []
    return _make_tagger([column] if column else [], rules, grammar, limit)


def _make_tagger(
    columns: Sequence[str], rules: Sequence[TagRule], grammar: Grammar, limit: int, strict: bool = False
) -> tuple[Tagger, list[Diagnostic]]:
    from cardtools.effects.tag import Tagger

    patterns = [pattern.template for rule in rules for pattern in rule.patterns if not pattern.exact]
    problems = check_templates(grammar, patterns, strict)
    grammar.check_limit(list(dict.fromkeys(patterns)), limit)
    return Tagger(columns, rules, grammar), problems


def tag_file(
    source: Path,
    output: Path,
    tagger: Tagger,
    delete: Sequence[str] = (),
    line_ending: str = "\r\n",
    existing: str = "",
) -> int:
    """Write the tagged CSV of a list (text of any length, or CSV), without the effects that contain a text of
    `delete`; how many were deleted. Raises InputError where a CSV lacks the column `existing` (FLG006) or one
    that a rule reads.
    """
    from cardtools.effects.polish import containing
    from cardtools.effects.tagged import TagTable, format_tagged, is_tagged, read_effects, without
    from cardtools.ground.io.files import iter_lines

    plain = not is_tagged(source)
    table = TagTable([], {}, source) if plain else read_effects(source)
    made: set[str] = set()
    for rule in tagger.rules:
        if rule.match_column not in made | {""}:
            table.require(rule.match_column)
        made.add(rule.column)
    if existing and not plain:
        from cardtools.effects.effect_checks import EXACT_NEEDS_COLUMN

        table.require(existing, "--create adds the column", EXACT_NEEDS_COLUMN)
    deleted = 0

    def left() -> Iterator[Sequence[str]]:
        nonlocal deleted
        for effects in iter_lines(source):
            if unwanted := containing(effects, delete):
                deleted += len(unwanted)
                effects = [effect for row, effect in enumerate(effects) if row not in unwanted]
            yield effects

    if plain:
        write_stream(output, tagger.csv(left(), line_ending))
    else:
        kept = without(table, delete)
        deleted = len(table.effects) - len(kept.effects)
        write_stream(output, [format_tagged(tagger.apply(kept), line_ending)])
    return deleted


class TagReason(NamedTuple):
    """Why an effect has a tag: the column, the place of the rule or the pattern, and what it asks."""

    column: str
    place: str
    reason: str


def explain_tags(effect: str, rules_file: Path, grammar: Grammar, limit: int) -> list[TagReason]:
    """Which rules set columns for an effect, in the order of the rules."""
    tagger, _ = read_tagger(rules_file, grammar, limit)
    found = []
    for column, rule, pattern in tagger.explain(effect):
        place = pattern.template.location if pattern else rule.location
        reason = f"contains {pattern.text!r}" if pattern else "has no pattern of its own"
        condition = f", and {rule.match_column} is True" if rule.match_column else ""
        found.append(TagReason(column, str(place), f"{reason}{condition}"))
    return found
