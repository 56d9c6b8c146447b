"""`cardtools validate`: check cards and decks against the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import click

from cardtools.commands import argument, command, option, options, uses_only
from cardtools.commands.reporting import Reporting, page_of_cards, reporting_options
from cardtools.ground.console import Console
from cardtools.ground.errors import InputError, OutputError
from cardtools.ground.frozen_record import Record
from cardtools.ground.io.filenames import segment
from cardtools.ground.io.files import beside, replace_unchanged, shown, write_atomic
from cardtools.ground.spelling import counted
from cardtools.ground.tables.cell_values import read_date
from cardtools.ground.tables.workbooks import split_sheet
from cardtools.project.project import find_project
from cardtools.steps.check import Scope, check_game, fix_game
from cardtools.steps.game_files import GameFiles


@command("Example: cardtools validate cards/cards.csv --deck cards/decks/starter.txt")
def validate(
    console: Console,
    cards: tuple[Path, ...] = argument(metavar="[CARDS]..."),
    decks: tuple[Path, ...] = options.deck,
    deck_format: str = option("--deck-format", "The format of the decks, whatever they say.", metavar="NAME"),
    deck_date: str = option("--deck-date", "The day whose lists count for decks.", metavar="YYYY-MM-DD"),
    where: str = options.where,
    ruleset: str | None = options.ruleset,
    tagged: Path | None = option("--tagged", "The tagged effect list.", metavar="CSV"),
    effect_files: bool = option("--effects", "Check templates and tag rules too."),
    no_art: bool = option("--no-art", "Do not look for image files."),
    fix: bool = option(
        "--fix", "Write the fixes that keep the meaning into the files; for a workbook list them."
    ),
    unsafe_fixes: bool = option("--unsafe-fixes", "With --fix or --diff: also those that change a card."),
    as_csv: bool = option("--as-csv", "With --fix: write each workbook, fixed, as a CSV file beside it."),
    diff: bool = option("--diff", "Show what --fix would change, and write nothing."),
    watch: bool = option("--watch", "Check again whenever a file changes, until Ctrl-C."),
    reporting: Reporting = reporting_options,
) -> int:
    """Check a card database and decks against the rules.

    Whatever is not given comes from the project file: CARDS, the decks, the ruleset, the effect list, the art
    folders, and the accepted findings ([[suppress]]). With --where everything is checked, but only the
    findings about those cards are reported. CODE is a code, a name or the beginning of codes; several are
    separated by commas.

    Exits 1 if there is an error among the findings (or what --fail-on says; with --diff, if there is
    something to fix), 2 if a file cannot be used.
    """
    whole = not (cards or decks or ruleset or tagged or no_art or where)
    _check_options(reporting, whole, click.get_current_context().params)
    scope = Scope(not no_art, effect_files=effect_files, drawing=True)
    run = Run(console, reporting, scope, whole, where)

    def game() -> GameFiles:
        project, said = find_project(required=not cards), {"format": deck_format, "date": deck_date}
        told = {word: text for word, text in said.items() if text}
        return GameFiles(project, cards or None, ruleset, decks or None, tagged, of_decks=told)

    if watch:
        return run.again_and_again(game)
    with reporting.with_faults(console):
        if fix or diff:
            ends, changed = run.fix(game(), unsafe_fixes, diff, as_csv and not diff)
            if ends:
                return changed
        return run.check(game())


def _check_options(reporting: Reporting, whole: bool, given: Mapping[str, Any]) -> None:
    fix, diff = given["fix"], given["diff"]
    flags = {"--diff": diff, "--fix": fix and not diff}
    flags |= {"--write-baseline": reporting.write_baseline, "--watch": given["watch"]}
    alone = [flag for flag, is_set in flags.items() if is_set]
    if len(alone) > 1:
        raise click.UsageError(f"{alone[0]} and {alone[1]} do not go together.")
    if given["unsafe_fixes"] and not (fix or diff):
        raise click.UsageError("--unsafe-fixes needs --fix, or --diff to see them first.")
    reporting.check(whole)
    if diff:
        own = ("cards", "decks", "where", "ruleset", "tagged", "effect_files", "no_art", "fix", "as_csv")
        uses_only("--diff", "diff", "unsafe_fixes", "select", "ignore", "today", *own)
    if given["as_csv"] and not fix:
        raise click.UsageError("--as-csv needs --fix.")
    if given["deck_date"] and not read_date(given["deck_date"]):
        raise click.UsageError("--deck-date is a day, as 2026-01-31.")
    if (given["deck_format"] or given["deck_date"]) and (fix or diff):
        raise click.UsageError("--deck-format and --deck-date don't go with --fix and --diff.")
    if given["where"] and (fix or diff):
        raise click.UsageError("--where chooses what is reported; --fix and --diff are about all cards.")


def csv_beside(table: Path) -> Path:
    """The CSV file that a sheet of a workbook is written to. Raises OutputError if there is one already."""
    file, sheet = split_sheet(table)
    path = beside(file, f"{segment(f'{file.stem}-{sheet}' if sheet else file.stem)}.csv")
    if path.exists():
        advice = "  help: move it away, or delete it"
        raise OutputError(f"{shown(path)}: not written: it exists already\n{advice}")
    return path


class Run(Record):
    """How games are checked: whether as a whole, and `where` findings are reported ("": everywhere)."""

    console: Console
    reporting: Reporting
    scope: Scope
    whole: bool
    where: str = ""

    def check(self, game: GameFiles) -> int:
        """Check a game and report; the exit code."""
        selection = self.reporting.selection(game, self.whole)
        report = check_game(game, self.scope, selection, fixes=True, where=self.where)
        if self.reporting.form == "text" and not (self.reporting.output or self.reporting.write_baseline):
            from cardtools.checks.decks.deck_rules import judge_deck

            for deck in game.decks:
                verdict = judge_deck(deck, game.table, game.ruleset)
                form = f" ({deck.form})" if deck.form else ""
                self.console.say(f"{shown(deck.path)}{form}: {verdict}")

        page = page_of_cards(game, self.console)
        return self.reporting.deliver(self.console, report, game.project.root, page)

    def fix(self, game: GameFiles, unsafe: bool, diff: bool, as_csv: bool) -> tuple[bool, int]:
        """Fix the cards and the decks, or with `diff` show what that would change; changes of workbooks are
        shown, or with `as_csv` written as CSV files. Whether something was shown, and whether anything
        changes.
        """
        every = fix_game(game, self.scope, self.reporting.selection(game, self.whole), unsafe)
        sheets = [file for file in every if file.is_sheet] if as_csv else []
        converted = {sheet.path: csv_beside(sheet.path) for sheet in sheets}  # before anything is written
        if as_csv and not sheets:
            raise click.UsageError("--as-csv is for workbooks, and no card table is one.")
        files = [file for file in every if file.changes != () and file.path not in converted]
        for sheet in sheets:
            write_atomic(converted[sheet.path], sheet.after)
            fixed = f", {counted(len(sheet.changes), 'change')} made" if sheet.changes else ""
            made = f"{shown(sheet.path)} -> {shown(converted[sheet.path])}{fixed}"
            self.console.result(f"{made}; name it in [cards] database", err=True)
        show = [file for file in files if diff or file.is_sheet]
        lines = [line for file in show for line in file.diff().split("\n")]
        if diff or lines:
            self.console.result(*(lines or ["nothing to fix"]))
        for file in files:
            name = shown(file.path)
            if file.is_sheet:
                self.console.say(f"{name}: cardtools does not write workbooks; change these cells there")
            elif not diff:
                replace_unchanged(file.path, file.before, file.after)
                self.console.result(f"{name}: {file.done}", err=True)
        return diff or bool(show), int(bool(files))

    def again_and_again(self, load: Callable[[], GameFiles]) -> int:
        """Check now and after every change of a file, until Ctrl-C."""
        from cardtools.ground.io.changes import watch

        known = load()
        more: set[Path] = set()  # what the ruleset extends, and files that could not be used

        def check() -> None:
            nonlocal known
            try:
                with self.reporting.with_faults(self.console):
                    known = load()
                    more.clear()
                    self.check(known)
                more.update(known.ruleset.files)
            except InputError as error:
                # A file that is unusable at the moment is one more thing to wait for.
                more.update(Path(problem.location.path) for problem in error.diagnostics)
                self.console.problems(error.diagnostics)
            self.console.say("waiting for changes; Ctrl-C ends", dim=True)

        watch(check, lambda: [*known.files(self.scope.art), *more])
        return 0
