"""`cardtools proof`: what would go wrong in print, before the paper is used."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import click

from cardtools.commands import FILE, command, fail_on
from cardtools.console import Console
from cardtools.errors import Severity
from cardtools.files import shown, write_atomic
from cardtools.project import find_project

FORMATS = ("text", "json", "html")


@command(epilog="Example: cardtools proof --format html -o output/proof.html")
@click.argument("names", nargs=-1, metavar="[CARD]...")
@click.option("--deck", "decks", multiple=True, type=FILE, help="The cards of a deck. May be repeated.")
@click.option(
    "--format", "form", type=click.Choice(FORMATS), default="text", help="How the findings are told."
)
@click.option("-o", "--output", metavar="FILE", type=FILE, help="Write them to a file.")
@click.option(
    "--contrast",
    metavar="RATIO",
    type=click.FloatRange(1, 21),
    default=4.5,
    show_default=True,
    help="The least contrast of a text; large text needs two thirds of it.",
)
@click.option(
    "--ink",
    metavar="PERCENT",
    type=click.FloatRange(100, 400),
    default=240,
    show_default=True,
    help="The most ink that a place may take.",
)
@click.option(
    "--safe",
    metavar="MM",
    type=click.FloatRange(0, 50),
    help="Between texts and the cut (default: the face's).",
)
@click.option(
    "--size",
    metavar="POINTS",
    type=click.FloatRange(1, 100),
    help="The smallest text (default: 5.5, or a smaller minimum of its style).",
)
@click.option("--select", metavar="CODE", multiple=True, help="Only these checks: RND005, contrast, RND.")
@click.option("--ignore", metavar="CODE", multiple=True, help="Not these checks.")
@fail_on
def proof(
    console: Console,
    names: tuple[str, ...],
    decks: tuple[Path, ...],
    form: str,
    output: Path | None,
    contrast: float,
    ink: float,
    safe: float | None,
    size: float | None,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    fail_on: Severity,
) -> int:
    """Tell what would go wrong in print: of all cards and their backs, or of those named.

    Text that does not fit, is too small, too faint against what is really behind it, or too near to the cut;
    missing characters; art of too few pixels; too much ink; and, of all cards, files that nothing uses. With
    -v also the figures of each card. The page of --format html marks the places on the cards.

    Exits with 1 when there is an error among the findings (or what --fail-on says), with 2 when a card cannot
    be drawn.
    """
    from cardtools.cards.deck import read_deck
    from cardtools.checks.report import fails
    from cardtools.checks.suppress import load_selection
    from cardtools.proof import as_json, as_text
    from cardtools.proof.limits import Limits
    from cardtools.proof.proofer import Proofer
    from cardtools.proof.report import told
    from cardtools.proof.unused import unused_assets
    from cardtools.render.sources import load_card_set
    from cardtools.rulesets import load_ruleset

    if form == "html" and not output:
        raise click.UsageError("--format html needs -o FILE.")
    project = find_project()
    ruleset = load_ruleset(project.settings.ruleset, project.root)
    chosen = load_selection(project, ruleset, date.today(), select, ignore, baseline=False)
    card_set = load_card_set(project)
    limits = Limits(contrast, ink / 100, safe, size)
    cards = [*(card_set.named(names) if names else ())]
    cards += [card for deck in decks for card in card_set.deck(read_deck(deck))]
    some = bool(names or decks)
    wanted = list({card.slug: card for card in (cards if some else card_set.everything)}.values())
    with console.progress(wanted, len(wanted), "proof") as waiting:
        proofed = list(Proofer(card_set, limits).proof(waiting))
    # Of some cards nobody can say what the others use.
    files = [] if some else unused_assets(project, card_set, proofed)
    found = told(proofed, files, limits, chosen)
    if form == "text" and not output:
        if console.verbosity > 0:
            for card in found.cards:
                console.result(as_text.figures(card))
                console.problems((mark.finding for mark in card.marks), err=False)
            console.problems(found.files, err=False)
        else:
            console.problems(found.findings, err=False)
        console.result(as_text.summary(found))
    else:
        if form == "html":
            from cardtools.proof import page

            data = page.render(found, card_set, project.settings.name or "Cards")
        else:
            data = as_json.render(found) if form == "json" else as_text.text(found)
        if output:
            write_atomic(output, data)
            console.say(f"{as_text.summary(found)}; written to {shown(output)}")
        else:
            click.echo(data, nl=False)
    if found.broken:
        click.echo(f"not drawn: {', '.join(found.broken)}", err=True)
        return 2
    return int(any(fails(finding.severity, fail_on) for finding in found.findings))
