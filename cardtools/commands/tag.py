"""`cardtools tag`: mark which effects match, in the columns of a CSV (Doc 4.8)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from cardtools.cards.lexicon import Lexicon
from cardtools.commands import EFFECTS, OneOf, command, option, options, override, print_data, uses_only
from cardtools.ground.console import Console
from cardtools.ground.io.files import require_folder, shown
from cardtools.ground.spelling import counted
from cardtools.project.project import find_project
from cardtools.steps import effect_lists


class _SeveralValues(click.Command):
    """An option that may be repeated also takes several values, as in the old script: `-t A B C`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        repeated = {name for param in self.params if getattr(param, "multiple", 0) for name in param.opts}
        given: list[str] = []
        option, takes = "", 0  # the last option that may be repeated, and how many values it has
        for number, arg in enumerate(args):
            if arg == "--":
                given += args[number:]
                break
            if option and takes and not arg.startswith("-"):
                given.append(option)
            if arg.startswith("-") and (takes or not option):
                option, takes = arg if arg in repeated else "", 0
            elif option:
                takes += 1
            given.append(arg)
        return super().parse_args(ctx, given)


@command('Example: cardtools tag -c HasDraw -t "Draw <number>"', cls=_SeveralValues)
def tag(
    console: Console,
    source: Path | None = option(
        "-i", "--input", f"Text file or CSV. [default: {EFFECTS.tagged}, with rules {EFFECTS.effects}]"
    ),
    output: Path | None = option("-o", "--output", f"CSV to write. [default: {EFFECTS.tagged}]"),
    column: str = option("-c", "--column", "Column to add or update.", metavar="NAME"),
    placeholders: Path | None = options.placeholders,
    text: tuple[str, ...] = option(
        "-t", "--text", "Pattern with placeholders; may be repeated: -t A -t B or -t A B."
    ),
    exact: tuple[str, ...] = option("-e", "--exact", "Exact substring; may be repeated."),
    match_column: str = option(
        "-m", "--match_column", "Only rows where this column is True.", metavar="NAME"
    ),
    delete: tuple[str, ...] = option("-d", "--delete", "Drop effects that contain TEXT; may be repeated."),
    create: bool = option("--create", "With -e: add the column if the CSV does not have it."),
    rules: Path | None = option("--rules", f"Rules file to apply. [default: {EFFECTS.tags}]"),
    explain: str | None = option(
        "--explain", "Print which rule sets which column for an effect, and write nothing.", metavar="EFFECT"
    ),
    form: str = options.form(help="With --explain: text for people, json for programs. [default: text]"),
    line_ending: str = option(
        "--line-ending", "Line ends of the CSV.", type=OneOf(["crlf", "lf"]), default="crlf"
    ),
) -> None:
    """Mark which effects match a pattern (-t) or contain a text (-e), as True in column -c.

    A row that is True stays True; a new column starts as False. Text input becomes a CSV with the column
    EFFECTNAME. Without -c, all rules of the rules file are applied in one pass, and rules without effect are
    reported.
    """
    _check_options(given := click.get_current_context().params)
    by_rules = not (column or text or exact or match_column) and (rules is not None or not delete)
    project = find_project(required=not (rules if explain is not None else source and output))
    settings = override(project.settings.effects, given)
    grammar = effect_lists.read_placeholders(project.root, settings, Lexicon(project))
    rules = rules or project.path(settings.tags)
    if explain is not None:
        found = effect_lists.explain_tags(explain, rules, grammar, settings.limit)
        nothing = f"no rule of {shown(rules)} sets a column for {explain!r}"
        lines = [": ".join(one) for one in found] or [nothing]
        print_data(console, form, [one._asdict() for one in found], *lines)
        return
    source = source or project.path(settings.effects if by_rules else settings.tagged)
    output = output or project.path(settings.tagged)
    require_folder(output)
    if by_rules:
        tagger, problems = effect_lists.read_tagger(rules, grammar, settings.limit)
    else:
        patterns = (column, text, exact, match_column)
        tagger, problems = effect_lists.column_tagger(*patterns, grammar, settings.limit)
    end = "\r\n" if line_ending == "crlf" else "\n"
    existing = column if exact and not create else ""
    deleted = effect_lists.tag_file(source, output, tagger, delete, end, existing)
    console.problems([*problems, *(tagger.idle() if by_rules else ())])
    made = "nothing tagged"
    if by_rules:
        made = counted(len(tagger.wanted), "column")
    elif column:
        made = f"{column} is True for {sum(count for row, count in tagger.counts.items() if row[0]):,}"
    removed = f", {deleted:,} deleted" if deleted else ""
    console.say(f"{counted(tagger.counts.total(), 'effect')}{removed}, {made} -> {shown(output)}")


def _check_options(given: Mapping[str, Any]) -> None:
    if given["explain"] is not None:
        uses_only("--explain asks the rules file and", "explain", "rules", "placeholders", "form")
    if any(given[name] for name in ("column", "text", "exact", "match_column")):
        if given["rules"] is not None:
            raise click.UsageError("--rules names its columns itself: give it without -c, -t, -e and -m.")
        if not given["column"]:
            raise click.UsageError("Name the column to set with -c.")
        if bool(given["text"]) == bool(given["exact"]):
            raise click.UsageError("Give exactly one of -t TEXT and -e EXACT (each may be repeated).")
    if not all((*given["text"], *given["exact"], *given["delete"])):
        raise click.UsageError("An empty text would match every effect.")
    if given["create"] and not given["exact"]:
        raise click.UsageError("--create is for -e: other columns are added anyway.")
    if given["form"] == "json" and given["explain"] is None:
        raise click.UsageError("--format json is for --explain: what else tag makes is a CSV file.")
