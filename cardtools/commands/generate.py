"""`cardtools generate`: effect templates to effect texts (Doc 4.7)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from cardtools.cards.lexicon import Lexicon
from cardtools.commands import (
    DEFAULT,
    EFFECTS,
    OneOf,
    command,
    is_given,
    option,
    options,
    override,
    print_data,
    print_json,
    uses_only,
)
from cardtools.effects.combinations import Combinations, IndexRange, Place
from cardtools.effects.grammar import parse_template
from cardtools.ground.console import Console
from cardtools.ground.io.files import require_folder, shown, user_path
from cardtools.ground.spelling import counted
from cardtools.project.project import find_project
from cardtools.steps import effect_lists


@command(epilog='Example: cardtools generate -s "Draw <number> card(s)." -t')
def generate(
    console: Console,
    sentence: str | None = option("-s", "--sentence", "Expand one sentence."),
    file: str | None = option(
        "-f",
        "--file",
        f"Expand a file of sentences, one a line. [default: {EFFECTS.templates}]",
        flag_value=DEFAULT,
        metavar="[FILE]",
    ),
    placeholders: Path | None = options.placeholders,
    output_file: Path | None = option(
        "-o", "--output_file", f"Where the texts are written. [default: {EFFECTS.effects}]"
    ),
    test_mode: bool = option("-t", "--test_mode", "Print the texts and write nothing."),
    dedupe: str | None = option(
        "-d",
        "--dedupe",
        f"Only remove repeated lines from a file. [default: {EFFECTS.effects}]",
        flag_value=DEFAULT,
        metavar="[FILE]",
    ),
    drop: Path | None = option(
        "-c", "--combinations_to_remove", f"Phrases whose lines are dropped. [default: {EFFECTS.drop}]"
    ),
    replace: Path | None = option(
        "-r", "--replacements_file", f"Phrases that are replaced. [default: {EFFECTS.replace}]"
    ),
    link_offsets: bool | None = option("--link-offsets/--no-link-offsets", "Make <rank+1> follow <rank>."),
    number_words: bool | None = option(
        "--number-words/--no-number-words", "Let offsets count on words: two + 1 is three."
    ),
    strict: bool = option("--strict", "Treat a placeholder that stays unresolved as an error."),
    count: bool = option("--count", "Only count: each template, its factors, the total."),
    span: str | None = option(
        "--slice", "Only the combinations from A up to, not including, B.", metavar="A:B"
    ),
    sample: int | None = option("--sample", "Only N combinations chosen at random.", least=0),
    seed: int = option("--seed", "Seed of --sample: same seed, same choice.", default=0, metavar=None),
    limit: int | None = option(
        "--limit", f"The most combinations to make. [default: {EFFECTS.limit}]", least=1, metavar=None
    ),
    form: str | None = options.form(
        *("csv", "parquet"),
        default=None,
        help="text; csv or parquet with each effect's template and bindings; json for what -t and --count "
        "print. [default: by ending]",
    ),
    jobs: int = option("--jobs", "Use N processes for long lists.", least=1, default=1, show_default=False),
    engine: str = option(
        "--engine",
        "dask: Parquet parts and a manifest in the folder -o, made by a Dask cluster.",
        type=OneOf(("local", "dask")),
        default="local",
    ),
    scheduler: str | None = options.scheduler,
) -> None:
    """Expand effect templates into every combination of their placeholders' values.

    Give a sentence (-s) or a file of sentences (-f). Each <name> is replaced by the lines of
    placeholders/name.txt, which may hold placeholders themselves; <name+1> adds to a number, <name#2> is an
    independent second value. The list is then de-duplicated, filtered, corrected and sorted.

    --count, --slice and --sample work on lists of any length. Their positions count the combinations before
    the stages, from 0; the output stays in that order.
    """
    _check_options(given := click.get_current_context().params)
    makes_list = not (test_mode or count or output_file)
    project = find_project(required=DEFAULT in (file, dedupe) or (dedupe is None and makes_list))
    if dedupe is not None:
        from cardtools.commands.dedupe import dedupe_file

        own = project.path(project.settings.effects.effects)
        dedupe_file(console, own if dedupe == DEFAULT else user_path(dedupe))
        return
    settings = override(project.settings.effects, given)  # from --placeholder_dir to --limit
    output = output_file or project.path(settings.effects)
    if not test_mode and not count:
        require_folder(output)
    if sentence is None:
        own = project.path(project.settings.effects.templates)
        templates = effect_lists.read_template_file(own if file == DEFAULT else user_path(str(file)))
    else:
        templates = [parse_template(sentence)]
    sources = effect_lists.read_sources(project.root, settings, Lexicon(project))
    console.problems(sources.notices)
    console.problems(effect_lists.check_templates(sources.grammar, templates, strict))
    if count:
        counts = effect_lists.count_templates(templates, sources)
        width = max(len(f"{one.combinations:,}") for one in counts)
        lines = (f"{one.combinations:>{width},}  {one.template}  {one.factors}".rstrip() for one in counts)
        total = f"Total combinations: {sum(one.combinations for one in counts):,}"
        print_data(console, form, [one._asdict() for one in counts], *lines, total)
        return
    combinations = Combinations(templates, sources.grammar)
    spans = _positions(console, combinations, span, sample, seed, settings.limit)
    place: Place | None = "cluster" if engine == "dask" else None
    plan = effect_lists.plan_effects(templates, sources, settings, spans, jobs, place, scheduler)
    if test_mode:
        effects = effect_lists.list_effects(plan)
        if form == "json":
            print_json(console, effects)
        else:
            console.data("".join(f"{line}\n" for line in (*effects, f"Total combinations: {len(effects)}")))
        return
    written = effect_lists.write_effects(output, plan, form)
    made = f"in {counted(written.parts, 'part')}" if place else f"from {counted(len(templates), 'template')}"
    console.say(f"{counted(written.effects, 'effect')} {made} -> {shown(output)}")


def _check_options(given: Mapping[str, Any]) -> None:
    if sum(given[name] is not None for name in ("sentence", "file", "dedupe")) != 1:
        raise click.UsageError("Give exactly one of -s SENTENCE, -f [FILE] and -d [FILE].")
    known = ("sentence", "file", "placeholders", "strict", "form", "link_offsets", "number_words")
    shows = "--count" if given["count"] else "-t" if given["test_mode"] else ""
    if given["dedupe"] is not None:
        uses_only("-d", "dedupe")
    elif given["count"]:
        uses_only(shows, "count", *known)
    elif given["test_mode"]:
        uses_only(shows, "test_mode", *known, "drop", "replace", "span", "sample", "seed", "limit", "jobs")
    if is_given("seed") and given["sample"] is None:
        raise click.UsageError("--seed belongs to --sample.")
    if shows and given["form"] not in (None, "text", "json"):
        raise click.UsageError(f"{shows} prints text or json, and writes no file.")
    if given["form"] == "json" and not shows:
        raise click.UsageError("--format json is for -t and --count: what else generate makes is a file.")
    if given["engine"] == "dask" and (given["output_file"] is None or given["form"]):
        raise click.UsageError(
            "--engine dask writes Parquet parts: give the folder with -o, and no --format."
        )
    if given["scheduler"] and given["engine"] != "dask":
        raise click.UsageError("--scheduler belongs to --engine dask.")
    if given["span"] is not None and given["sample"] is not None:
        raise click.UsageError("Give one of --slice and --sample.")
    sentence = given["sentence"]
    if sentence is not None and (not sentence.strip() or "\n" in sentence):
        raise click.UsageError("-s takes one sentence on one line.")


def _positions(
    console: Console, combinations: Combinations, span: str | None, sample: int | None, seed: int, limit: int
) -> list[IndexRange] | None:
    """The positions that --slice or --sample asks for; None for all."""
    if span is None and sample is None:
        return None
    total = combinations.total
    if sample is not None:
        import random

        if min(sample, total) > limit:
            raise click.UsageError(f"--sample {sample}: they are more than the --limit of {limit:,}.")
        if sample > total:
            there = counted(total, "combination")
            console.say(f"there are only {there}; {sample:,} were asked for", err=True)
        positions = combinations.sample(random.Random(seed), sample)
        return [(position, position + 1) for position in positions]
    match = re.fullmatch(r"([0-9]{0,999}):([0-9]{0,999})", str(span))
    if not match:
        raise click.UsageError(f"--slice {span}: give two positions, as 1000:2000, :2000 or 1000:")
    start, stop = int(match[1] or 0), int(match[2] or total)
    if start >= total:
        raise click.UsageError(f"--slice {span}: there are {total:,} combinations, at 0 to {total - 1:,}")
    return [(start, min(stop, total))]
