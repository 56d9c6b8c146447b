"""`cardtools stats`: count cards and effects, with plots."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cardtools.cards.table import read_tables
from cardtools.commands import OneOf, card_filters, command, path_option
from cardtools.console import Console, to_json
from cardtools.effects.parsing.parse import read_parser
from cardtools.effects.parsing.trace import find_templates
from cardtools.effects.tagged import TagTable, read_effects
from cardtools.errors import Diagnostic, Location
from cardtools.files import make_folder, shown, write_atomic
from cardtools.project import Project, find_project
from cardtools.rulesets import project_ruleset
from cardtools.spelling import counted
from cardtools.stages import effects as stage
from cardtools.stats.as_text import format_tables
from cardtools.stats.report import Facts, card_effects, make_tables
from cardtools.stats.table import SECTIONS, Section, Table

if TYPE_CHECKING:
    from cardtools.stages.choice import CardChoice

# The files that these sections need are made by `cardtools build`, not written by hand.
_FROM_TAGS = ("actions",)
_FROM_EFFECTS = ("actions", "conditions", "templates", "mentions")
_FROM_TEMPLATES = ("templates", "coverage")


@command(epilog="Example: cardtools stats --only cards --only coverage")
@card_filters
@click.option(
    "--only",
    "sections",
    multiple=True,
    type=OneOf(SECTIONS),
    metavar="SECTION",
    help=f"One of {', '.join(SECTIONS)}; may be repeated. [default: all of them]",
)
@path_option(
    "-o", "--output", metavar="FOLDER", help="The folder of the page and the plots.", default="output/stats"
)
@click.option("--no-plots", is_flag=True, help="Draw no plots.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON and write no files.")
def stats(
    console: Console,
    choice: CardChoice,
    sections: tuple[Section, ...],
    output: Path | None,
    no_plots: bool,
    as_json: bool,
) -> None:
    """Count the cards and effects of the project, as tables, PNG plots and one HTML page.

    Cards by type, rank, kind and sub-type; their stats; effects by action, condition and template; which
    types and sub-types effects mention; which templates the cards use. With filters, only the
    cards that meet all of them are counted: CARD is a name, or a pattern such as 'Rust*', and the cards of a
    --deck count as often as it contains them. -v prints every row of every table.
    """
    if as_json and (output or no_plots):
        raise click.UsageError("--json writes no files: it cannot be combined with -o or --no-plots.")
    project = find_project(required=True)
    facts, notices = _gather(project, sections or SECTIONS, choice)
    console.problems(notices)
    tables = make_tables(facts, sections or SECTIONS)
    if as_json:
        console.data(to_json([table.data() for table in tables]) + "\n")
        return
    console.result(*format_tables(tables, console.verbosity > 0, min(console.width(), 100)))
    _write(console, project, facts, tables, output or project.output_path("stats"), not no_plots)


def _gather(project: Project, sections: Sequence[str], choice: CardChoice) -> tuple[Facts, list[Diagnostic]]:
    """What the sections count, and a warning for each file that is missing."""
    settings = project.settings.effects
    cards = read_tables(project.tables, project_ruleset(project))
    if choice:
        cards = cards.only(choice.rows(cards))
    wanted = set(sections)
    notices: list[Diagnostic] = []
    effects: TagTable | None = None
    if wanted.intersection(_FROM_EFFECTS):
        tagged, listed = project.path(settings.tagged), project.path(settings.effects)
        source = tagged if os.path.isfile(tagged) else listed
        if os.path.isfile(source):
            effects = read_effects(source)
        if source is listed and (effects is None or wanted.intersection(_FROM_TAGS)):
            missing = "no effects are counted" if effects is None else "no actions are counted"
            notices.append(_missing(tagged, f"no such file, so {missing}", "make it with cardtools build"))
    templates_file = project.path(settings.templates)
    if not wanted.intersection(_FROM_TEMPLATES):
        return Facts(cards, effects), notices
    if not os.path.isfile(templates_file):
        message = "no such file, so no templates are counted"
        notices.append(_missing(templates_file, message, "write one sentence a line"))
        return Facts(cards, effects), notices
    templates = stage.read_template_file(templates_file)
    parser, problems = read_parser(project.root, settings, templates)
    origins = find_templates({*(effects.effects if effects else ()), *card_effects(cards)}, parser)
    texts = {effect: template.text for effect, template in origins.items()}
    return Facts(cards, effects, [template.text for template in templates], texts), [*notices, *problems]


def _missing(path: Path, message: str, hint: str) -> Diagnostic:
    return Diagnostic(Location(shown(path)), message, hint, severity="warning")


def _write(
    console: Console, project: Project, facts: Facts, tables: Sequence[Table], folder: Path, plots: bool
) -> None:
    """Write the page and, if matplotlib is installed, the plots."""
    from cardtools.stats.page import format_page
    from cardtools.stats.plots import Plot, draw_plots, is_matplotlib_installed
    from cardtools.stats.scatter import find_dots

    drawn: list[Plot] = []
    if plots and is_matplotlib_installed():
        drawn = draw_plots(tables, find_dots(facts.cards))
    elif plots:
        hint = "pip install 'cardtools[plots]', or use --no-plots"
        console.problem(_missing(Path("plots"), "not drawn because matplotlib is not installed", hint))
    name = project.settings.name or "Card statistics"
    summary = counted(len(facts.cards), "card")
    if facts.effects is not None:
        summary += f", {counted(len(facts.effects.effects), 'effect')}"
    if facts.templates:
        summary += f", {counted(len(facts.templates), 'template')}"
    make_folder(folder)
    page = folder / "index.html"
    write_atomic(page, format_page(name, summary, tables, drawn))
    for plot in drawn:
        write_atomic(folder / f"{plot.key}.png", plot.light)
    console.say("")
    console.say(f"{counted(len(tables), 'table')}, {counted(len(drawn), 'plot')} -> {shown(page)}")
