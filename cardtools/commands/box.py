"""`cardtools box`: a tuck box for a deck."""

from __future__ import annotations

from pathlib import Path

import click

from cardtools.commands import command, exit_code, option, options
from cardtools.ground.console import Console
from cardtools.ground.io.files import new_folder, replacing, shown
from cardtools.project.project import find_project
from cardtools.steps.game_files import GameFiles


@command(epilog="Example: cardtools box --deck cards/decks/starter.txt --paper a4")
def box(
    console: Console,
    all_editions: bool = options.each_edition,
    edition: str = options.edition,
    decks: tuple[Path, ...] = options.deck,
    output: Path | None = option("-o", "--output", "The PDF (for one deck only)."),
    cards: int | None = option("--cards", "For so many cards, whatever is in the deck.", least=1),
    thickness: float | None = option(
        "--thickness", "The thickness of a card. [default: the project's]", metavar="MM"
    ),
    paper: str | None = options.paper,
) -> int:
    """Make a tuck box for each deck: a PDF to print, cut along solid lines and fold along dashed ones.

    To find the thickness of your cards, measure a pile of fifty, with their sleeves, and divide. Faces for
    the panels are named under [box] of the project file. Print at actual size.

    Exits 1 if there are errors among the findings about the panels.
    """
    from cardtools.steps.boxes import BoxPlan
    from cardtools.steps.card_choice import printed_cards
    from cardtools.steps.draw_cards import Composer

    game = GameFiles(find_project(required=True).in_edition(edition))
    project = game.project
    if thickness is not None and not 0.05 <= thickness <= 5:
        raise click.UsageError(f"--thickness {thickness:g}, expected 0.05 to 5 mm")
    paths = decks or tuple(map(project.path, project.settings.cards.decks))
    if output and len(paths) > 1:
        raise click.UsageError("-o names one file: give one --deck, or leave -o out")
    composer = Composer(game)
    code = 0
    for name, some in printed_cards(game, paths).items():
        if not some:
            continue
        title = project.settings.box.titles.get(name) or name.replace("-", " ").replace("_", " ")
        sheet = paper or project.settings.sheet.paper
        each = project.settings.box.thickness if thickness is None else thickness
        card = composer.size(some[0])
        plan = BoxPlan(game, title, cards or len(some), (card.width, card.height), sheet, each)
        findings = game.reported(plan.findings)
        console.problems(findings)
        code = max(code, exit_code(findings))
        target = output or project.output_path("boxes", f"{name}.pdf")
        with new_folder(target.parent), replacing(target) as file:
            plan.write(file)
        inside = f"{plan.size.width:.1f} x {plan.size.height:.1f} x {plan.size.depth:.1f} mm inside"
        console.say(f"a box for {cards or len(some)} cards, {inside} -> {shown(target)}")
    return code
