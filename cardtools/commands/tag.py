"""`cardtools tag`: mark which effects match, in the columns of a CSV (Doc 4.8)."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterator
from pathlib import Path

import click

from cardtools import pipeline
from cardtools.commands import FILE, command
from cardtools.console import Console
from cardtools.effects.grammar import Grammar
from cardtools.effects.tagged import delete_effects, format_tagged, is_tagged, read_effects
from cardtools.effects.tagrows import read_blocks
from cardtools.errors import Diagnostic
from cardtools.files import require_folder, shown, write_atomic, write_stream
from cardtools.project import EffectSettings, find_project
from cardtools.spelling import counted


@command(epilog='Example: cardtools tag -i effects.txt -o output.csv -c HasDraw -t "Draw <number>"')
@click.option(
    "-i",
    "--input",
    "source",
    type=FILE,
    metavar="FILE",
    help=f"Text or CSV. [default: {EffectSettings.tagged}, with rules {EffectSettings.effects}]",
)
@click.option(
    "-o", "--output", type=FILE, metavar="FILE", help=f"CSV to write. [default: {EffectSettings.tagged}]"
)
@click.option("-c", "--column", metavar="NAME", help="Column to add or update.")
@click.option(
    "-p",
    "--placeholder_dir",
    type=FILE,
    metavar="DIR",
    help=f"Folder of the placeholder files. [default: {EffectSettings.placeholders}]",
)
@click.option("-t", "--text", multiple=True, help="Pattern with placeholders; may be repeated.")
@click.option("-e", "--exact", multiple=True, help="Exact substring; may be repeated.")
@click.option("-m", "--match_column", metavar="NAME", help="Only rows where this column is True.")
@click.option(
    "-d", "--delete", multiple=True, metavar="TEXT", help="Drop effects that contain TEXT; may be repeated."
)
@click.option("--create", is_flag=True, help="With -e: add the column if the CSV does not have it.")
@click.option(
    "--rules", type=FILE, metavar="FILE", help=f"Rules file to apply. [default: {EffectSettings.tags}]"
)
@click.option(
    "--explain", metavar="EFFECT", help="Say which rule makes which column True, and write nothing."
)
@click.option(
    "--line-ending", type=click.Choice(["crlf", "lf"]), default="crlf", show_default=True, help="Of the CSV."
)
def tag(
    console: Console,
    source: Path | None,
    output: Path | None,
    column: str | None,
    placeholder_dir: Path | None,
    text: tuple[str, ...],
    exact: tuple[str, ...],
    match_column: str | None,
    delete: tuple[str, ...],
    create: bool,
    rules: Path | None,
    explain: str | None,
    line_ending: str,
) -> None:
    """Mark which effects match a pattern (-t) or contain a text (-e), as True in column -c.

    A row that is True stays True; a new column starts as False. Text input becomes a CSV with the column
    EFFECTNAME. Without -c, all rules of the rules file are applied in one pass, and rules that do nothing
    are told.
    """
    project = find_project()
    settings = project.settings.effects
    one_column = bool(column or text or exact or match_column)
    by_rules = not one_column and (rules is not None or not delete)
    if one_column:
        if rules is not None:
            raise click.UsageError("--rules names its columns itself: give it without -c, -t, -e and -m.")
        if not column:
            raise click.UsageError("Name the column to set with -c.")
        if bool(text) == bool(exact):
            raise click.UsageError("Give exactly one of -t TEXT and -e EXACT (each may be repeated).")
    if not all((*text, *exact, *delete)):
        raise click.UsageError("An empty text would match every effect.")
    if placeholder_dir is not None:
        settings = dataclasses.replace(settings, placeholders=str(placeholder_dir.absolute()))
    grammar = pipeline.read_placeholders(project.root, settings)
    if explain is not None:
        if one_column or delete:
            raise click.UsageError("--explain asks the rules file: give it without -c, -t, -e, -m and -d.")
        rules_file = rules or project.path(settings.tags)
        for line in pipeline.explain_tags(explain, rules_file, grammar, settings.limit):
            console.result(line)
        return
    source = source or project.path(settings.effects if by_rules else settings.tagged)
    output = output or project.path(settings.tagged)
    require_folder(output)
    end = {"crlf": "\r\n", "lf": "\n"}[line_ending]
    if by_rules and not is_tagged(source):
        _tag_text(
            console,
            source,
            output,
            rules or project.path(settings.tags),
            grammar,
            settings.limit,
            delete,
            end,
        )
        return
    table = read_effects(source)
    before = len(table.effects)
    table = delete_effects(table, delete) if delete else table
    problems: list[Diagnostic] = []
    if by_rules:
        columns, tagger, problems = pipeline.read_tagger(
            rules or project.path(settings.tags), grammar, settings.limit
        )
        table = tagger.apply(table, columns)
        problems += tagger.idle()
        made = counted(len(columns), "column")
    elif column:
        table, problems = pipeline.tag_column(
            table, column, text, exact, match_column or "", grammar, settings.limit, create=create
        )
        made = f"{column} is True for {table.columns[column].count('True'):,}"
    else:
        made = "nothing tagged"
    console.problems(problems)
    write_atomic(output, format_tagged(table, end))
    _say(console, len(table.effects), before - len(table.effects), made, output)


def _tag_text(
    console: Console,
    source: Path,
    output: Path,
    rules: Path,
    grammar: Grammar,
    limit: int,
    delete: tuple[str, ...],
    end: str,
) -> None:
    """Tag a plain list of any length by the rules, without holding it."""
    columns, tagger, problems = pipeline.read_tagger(rules, grammar, limit)
    writer = tagger.writer(columns, end)
    deleted = 0

    def blocks() -> Iterator[str]:
        nonlocal deleted
        for block in read_blocks(source):
            if delete:
                effects = [effect for effect in map(str.strip, block.split("\n")) if effect]
                left = [effect for effect in effects if not any(text in effect for text in delete)]
                deleted += len(effects) - len(left)
                block = "".join(f"{effect}\n" for effect in left)
            yield block

    write_stream(output, itertools.chain([writer.header], map(writer.rows, blocks())))
    console.problems([*problems, *tagger.idle()])
    _say(console, writer.written, deleted, counted(len(columns), "column"), output)


def _say(console: Console, effects: int, deleted: int, made: str, output: Path) -> None:
    removed = f", {deleted:,} deleted" if deleted else ""
    console.say(f"{counted(effects, 'effect')}{removed}, {made} -> {shown(output)}")
