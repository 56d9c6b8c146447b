"""`cardtools proof`: what would go wrong in print, before the paper is used."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cardtools.checks.findings.check_report import Report
from cardtools.commands import NumberRange, card_filters, command, each_edition
from cardtools.commands.reporting import Reporting, reporting_options
from cardtools.ground.console import Console
from cardtools.steps.game_files import GameFiles

if TYPE_CHECKING:
    from cardtools.steps.card_choice import CardChoice


@command(epilog="Example: cardtools proof --format html -o output/proof.html")
@each_edition
@card_filters
@click.option(
    "--contrast",
    metavar="RATIO",
    type=NumberRange(1, 21),
    default=4.5,
    show_default=True,
    help="The least contrast of a text; large text needs two thirds of it.",
)
@click.option(
    "--ink",
    metavar="PERCENT",
    type=NumberRange(100, 400),
    help="The most ink allowed in any place (default: [print] ink; else 300 with a profile, 240 without).",
)
@click.option(
    "--safe",
    metavar="MM",
    type=NumberRange(0, 50),
    help="The least distance from text to the cut (default: the face's).",
)
@click.option(
    "--size",
    metavar="POINTS",
    type=NumberRange(1, 100),
    help="The smallest font size (default: 5.5, or a smaller minimum of its style).",
)
@reporting_options
def proof(
    console: Console,
    choice: CardChoice,
    contrast: float,
    ink: float | None,
    safe: float | None,
    size: float | None,
    reporting: Reporting,
) -> int:
    """Report what would go wrong in print, for all cards and their backs or those that meet every filter.

    Text that does not fit, is too small, too close to the cut, or too faint against its actual background;
    small text in several inks; missing characters; art with too few pixels; too much ink (on the press of
    [print], if it has a profile); too little bleed; lines on the cut; and, for all cards, files that nothing
    uses. -v also prints the measurements of each card. The page of --format html marks the places on the
    cards.

    Exits 1 if there is an error among the findings (or what --fail-on says), 2 if a card cannot be drawn or
    a face cannot be used.
    """
    from cardtools.checks.proof.side import PrintLimits
    from cardtools.steps.check import ink_limit, proof_game

    whole = not choice
    reporting.check(whole)
    with reporting.with_faults(console):
        game = GameFiles(choice.project())
        most = ink / 100 if ink else ink_limit(game.project.settings.print)
        limits = PrintLimits(contrast, most, safe, size)
        wanted, selection = choice.cards(game), reporting.selection(game, whole)
        with console.progress(wanted, len(wanted), "proof") as waiting:
            report, sides = proof_game(game, waiting, limits, selection, whole)
    if console.verbosity > 0 and reporting.form == "text" and not reporting.output:
        for side in sides:
            console.result(side.figures())

    def page(report: Report) -> str:
        from cardtools.steps.report_pages import proof_page

        return proof_page(game, report, sides, limits)

    code = reporting.deliver(console, report, game.project.root, page)
    broken = [side.name for side in sides if side.scene is None]
    console.not_drawn(broken)
    return 2 if broken or game.project_cards.problems else code
