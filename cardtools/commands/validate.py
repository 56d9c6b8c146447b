"""`cardtools validate`: check cards and decks against the rules."""

from __future__ import annotations

from pathlib import Path

import click

from cardtools.checks.report import check_project
from cardtools.commands import FILE, command
from cardtools.console import Console
from cardtools.project import find_project
from cardtools.rulesets import load_ruleset


@command("Example: cardtools validate cards/cards.csv --deck cards/decks/starter.txt")
@click.argument("cards", required=False, type=FILE)
@click.option("--deck", "decks", multiple=True, type=FILE, help="A deck list. May be repeated.")
@click.option("--ruleset", metavar="NAME_OR_FILE", help="A built-in ruleset, or a ruleset file.")
@click.option("--effects", metavar="CSV", type=FILE, help="The tagged effect list.")
@click.option("--no-art", is_flag=True, help="Do not look for image files.")
def validate(
    console: Console,
    cards: Path | None,
    decks: tuple[Path, ...],
    ruleset: str | None,
    effects: Path | None,
    no_art: bool,
) -> int:
    """Check a card database and decks against the rules.

    What is not given comes from the project file: CARDS, the decks, the ruleset, the effect list and the art
    folders. Exits with 1 when there is an error among the findings, with 2 when a file cannot be used.
    """
    project = find_project()
    settings = project.settings
    # A deck of the project is made of the project's cards, so other cards are checked without it.
    if not decks and cards is None:
        decks = tuple(project.path(deck) for deck in settings.cards.decks)
    rules = load_ruleset(ruleset, Path()) if ruleset else load_ruleset(settings.ruleset, project.root)
    report = check_project(
        cards or project.path(settings.cards.database),
        rules,
        decks,
        effects or project.path(settings.effects.tagged),
        None if no_art else [project.path(folder) for folder in settings.cards.art],
    )
    console.problems(report.diagnostics, err=False)
    console.result(report.summary())
    return int(report.failed)
