"""`cardtools stats`: count cards, decks and effects, with a page of charts."""

from __future__ import annotations

from pathlib import Path

import click

from cardtools.commands import OneOf, command, is_given, option, options, print_json, show_tables
from cardtools.ground.console import Console
from cardtools.ground.io.files import make_folder, shown, write_atomic
from cardtools.ground.spelling import counted, listed
from cardtools.library.statistics import HAND, gather_facts, summary
from cardtools.project.project import find_project
from cardtools.reports.stats.sections import make_tables
from cardtools.reports.stats.table import SECTIONS, Section
from cardtools.rulesets.deck_model import LARGEST_HAND


@command(epilog="Example: cardtools stats --deck cards/decks/starter.txt --only costs --only decks")
def stats(
    console: Console,
    choice: options.CardChoice = options.card_filters,
    sections: tuple[Section, ...] = option(
        "--only",
        f"One of {', '.join(SECTIONS)}; may be repeated. [default: all of them]",
        type=OneOf(SECTIONS),
        metavar="SECTION",
    ),
    hand: int | None = option(
        "--hand",
        f"Cards in an opening hand. [default: that of the ruleset's odds, or {HAND}]",
        least=1,
        most=LARGEST_HAND,
    ),
    draws: int = option("--draws", "Cards drawn in each turn.", least=0, most=LARGEST_HAND, default=1),
    output: Path | None = option(
        "-o", "--output", "The folder of the page. [default: output/stats]", metavar="FOLDER"
    ),
    form: str = options.form(
        help="text: print tables, write a page; json: print JSON, write no files. [default: text]"
    ),
) -> None:
    """Count the cards, decks and effects of the project, as tables and one HTML page with charts.

    Cards by each column of words; the cost curve; stats, and cards that stand out by strength for their cost;
    text length; decks and the odds of their draws; effects by action, condition and template; which words
    effects mention; which templates the cards use; how many texts can be played. What a column means is up to
    the ruleset, and guessed where it is silent. A card in several prints counts once.

    With filters, only the cards that meet all of them are counted: CARD is a name, or a pattern such as
    'Rust*', and the cards of a --deck count as often as it contains them. -v prints every row of every table.
    """
    if sections and "decks" not in sections:
        for name in filter(is_given, ("hand", "draws")):
            raise click.UsageError(f"--{name} is for the section decks: leave it out, or add --only decks.")
    if form == "json" and output:
        raise click.UsageError("--format json writes no files: it cannot be combined with -o.")
    project = find_project(required=True)
    facts, notices = gather_facts(project, sections or SECTIONS, choice, (hand, draws))
    console.problems(notices)
    tables = make_tables(facts, sections or SECTIONS)
    if form == "json":
        print_json(console, [table.data() for table in tables])
        return
    from cardtools.reports.stats.page import format_page

    nothing = f"for {listed(sections)}" if sections else "but names"
    show_tables(console, tables, nothing=f"there is nothing to count {nothing}")
    if facts.columns.guessed and not sections:
        console.say("")
        console.say(f"guessed what these columns are: {', '.join(facts.columns.guessed)}")
    # A page of some cards or sections does not take the place of the whole one.
    name = "selection.html" if (choice or sections) and not output else "index.html"
    page = make_folder(output or project.output_path("stats")) / name
    title = project.settings.name or "Card statistics"
    write_atomic(page, format_page(title, summary(facts), tables))
    console.say("")
    console.say(f"{summary(facts)}: {counted(len(tables), 'table')} -> {shown(page)}")
