"""`cardtools translate`: the texts of an edition, to translators and back."""

from __future__ import annotations

from pathlib import Path

import click

from cardtools.commands import argument, command, completing, group, option
from cardtools.commands.reporting import Reporting, page_of_cards, reporting_options
from cardtools.ground.console import Console, to_json
from cardtools.ground.io.files import replace_unchanged, shown, write_atomic
from cardtools.project.project import find_project
from cardtools.steps.game_files import GameFiles


@group("Example: cardtools translate export de")
def translate() -> None:
    """Give the texts of an edition to translators, take them back, and check them.

    Editions are the tables [editions.NAME] of the project file.
    """


edition_argument = argument(shell_complete=completing.editions)


def _game(edition: str) -> GameFiles:
    from cardtools.steps.translate import require_edition

    game = GameFiles(find_project(required=True).in_edition(edition))
    require_edition(game)
    return game


@command("Example: cardtools translate export de -o de.po", of=translate)
def export(
    console: Console,
    edition: str = edition_argument,
    output: Path | None = option("-o", "--output", "The PO file. [default: EDITION.po]"),
) -> None:
    """Write a PO file with every text of an edition, which translators open in their programs."""
    from cardtools.steps.translate import export_po

    path = output or Path(f"{edition}.po")
    data = export_po(_game(edition))
    write_atomic(path, data)
    console.say(f"the texts of edition {edition} -> {shown(path)}")


@command("Example: cardtools translate import de de.po", name="import", of=translate)
def import_(console: Console, edition: str = edition_argument, file: Path = argument()) -> None:
    """Write the translations of a PO file into the table of an edition.

    Only the cells with new translations change; cards without a row get one. Fuzzy translations, which
    somebody should look at first, are left out. Translated words are printed, to be copied into the project
    file.
    """
    from cardtools.steps.translate import import_po

    made, words = import_po(_game(edition), file)
    if not made:
        console.say("every translation is there already")
    for changed in made:
        if changed.before:
            replace_unchanged(changed.path, changed.before, changed.after)
        else:
            write_atomic(changed.path, changed.after)
        console.say(f"{changed.done} -> {shown(changed.path)}")
    if words:
        pairs = ", ".join(f"{to_json(word)} = {to_json(new)}" for (_, word), new in words.items())
        console.result(f"[editions.{edition}]", f"words = {{ {pairs} }}")


@command("Example: cardtools translate check de", of=translate)
def check(console: Console, edition: str = edition_argument, reporting: Reporting = reporting_options) -> int:
    """Report what is not translated in an edition, what has changed since, and what does not fit.

    Exits 1 if there is an error among the findings (or what --fail-on says), 2 if a file cannot be used.
    """
    from cardtools.steps.translate import check_edition

    if reporting.write_baseline:
        raise click.UsageError("--write-baseline is for validate and proof: an edition has no baseline.")
    reporting.check(False)
    with reporting.with_faults(console):
        game = _game(edition)
        report = check_edition(game, reporting.selection(game, False))
    return reporting.deliver(console, report, game.project.root, page_of_cards(game, console))
