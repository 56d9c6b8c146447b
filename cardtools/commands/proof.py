"""`cardtools proof`: what would go wrong in print, before the paper is used."""

from __future__ import annotations

from cardtools.commands import command, option, options
from cardtools.commands.reporting import Reporting, reporting_options
from cardtools.ground.console import Console
from cardtools.steps.game_files import GameFiles


@command(epilog="Example: cardtools proof --format html -o output/proof.html")
def proof(
    console: Console,
    all_editions: bool = options.each_edition,
    choice: options.CardChoice = options.card_filters,
    contrast: float = option(
        "--contrast",
        "The least contrast of a text; large text needs two thirds of it.",
        metavar="RATIO",
        least=1,
        most=21,
        default=4.5,
    ),
    ink: float | None = option(
        "--ink",
        "The most ink allowed in any place (default: [print] ink; else 300 with a profile, 240 without).",
        metavar="PERCENT",
        least=100,
        most=400,
    ),
    safe: float | None = option(
        "--safe",
        "The least distance from text to the cut (default: the face's).",
        metavar="MM",
        least=0,
        most=50,
    ),
    size: float | None = option(
        "--size",
        "The smallest font size (default: 5.5, or a smaller minimum of its style).",
        metavar="POINTS",
        least=1,
        most=100,
    ),
    reporting: Reporting = reporting_options,
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
    from cardtools.steps.report_pages import proof_page

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
    code = reporting.deliver(
        console, report, game.project.root, lambda report: proof_page(game, report, sides, limits)
    )
    broken = [side.name for side in sides if side.scene is None]
    console.not_drawn(broken)
    return 2 if broken or game.project_cards.problems else code
