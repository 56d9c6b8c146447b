"""`cardtools export`: cards for makers of cards, for the screen, and for printing at home."""

from __future__ import annotations

from pathlib import Path

import click

from cardtools.commands import FILE, command
from cardtools.console import Console
from cardtools.errors import Diagnostic
from cardtools.export import TARGETS
from cardtools.files import make_folder, shown
from cardtools.project import find_project
from cardtools.spelling import counted

HELP = """Make what others need of the cards: makers of cards, games on a screen, players at home.

Without --deck the decks of the project are exported (zip and html: all its cards), and its extras, each
table by itself. Cards whose face has less bleed than the maker wants get their own edge, mirrored.

Exits with 1 when a text does not fit or is outside the maker's safe zone, with 2 when a card cannot be drawn
(the others are exported).

\b
""" + "\n".join(f"{name:<5} {words}" for name, words in TARGETS.items())
WHOLE = ("zip", "html")  # of all cards
OPEN = ("mpc", "zip")  # any resolution


@command(help=HELP, epilog="Example: cardtools export --to tts --deck cards/decks/starter.txt")
@click.option("--to", "target", required=True, type=click.Choice(tuple(TARGETS)), help="What for, see above.")
@click.option("--deck", "decks", multiple=True, type=FILE, help="A deck list. May be repeated.")
@click.option("-o", "--output", metavar="FOLDER", type=FILE, help="Default: export/TARGET of the output.")
@click.option(
    "--dpi", type=click.IntRange(36, 2400), help="mpc, zip: pixels an inch (default: the project's)."
)
@click.option(
    "--url", metavar="BASE", help="tts: where the pictures will be on the web (default: this computer)."
)
def export(
    console: Console,
    target: str,
    decks: tuple[Path, ...],
    output: Path | None,
    dpi: int | None,
    url: str | None,
) -> int:
    from cardtools.cards.deck import read_deck
    from cardtools.export.job import Job, Pile, compose_pieces
    from cardtools.export.output import clear_old, plan, suits, write
    from cardtools.render.proxies import sheet_names, sheet_title
    from cardtools.render.sources import load_card_set
    from cardtools.rulesets import load_ruleset

    if dpi and target not in OPEN:
        raise click.UsageError(f"--dpi is for {' and '.join(OPEN)}: {target} has a resolution of its own")
    if url and target != "tts":
        raise click.UsageError("--url is for tts: no other target names addresses")
    project = find_project()
    settings = project.settings
    paths = decks or (() if target in WHOLE else tuple(project.path(deck) for deck in settings.cards.decks))
    card_set = load_card_set(project)
    extras = () if decks else project.extras
    wanted = {
        name: card_set.deck(read_deck(deck)) if deck else card_set.cards
        for name, deck in sheet_names(paths, extras).items()
    }
    wanted |= {table.stem: card_set.copies_of_extras(table.stem) for table in extras}
    problems: list[Diagnostic] = []
    pieces, broken, faulty = {}, [], False
    different = list({card.slug: card for cards in wanted.values() for card in cards}.values())
    with console.progress(different, len(different), "compose") as waiting:
        for front, back, piece in compose_pieces(card_set, waiting):
            for composed in filter(None, (front, back)):
                problems += (*composed.findings, *composed.problems)
                faulty |= composed.faulty
            if piece:
                pieces[piece.card.slug] = piece
            else:
                broken.append(front.card.name)
    console.problems(problems)
    piles = tuple(
        Pile(
            name,
            sheet_title(settings.name, name)
            if paths or name in card_set.extras
            else settings.name or "Cards",
            tuple(pieces[card.slug] for card in cards if card.slug in pieces),
        )
        for name, cards in wanted.items()
    )
    left_out = [pile for pile in piles if pile.name in card_set.extras and not suits(target, pile)]
    for pile in left_out:
        console.say(f"{pile.name} are left out: {target} makes no cards of their size")
    piles = tuple(pile for pile in piles if pile not in left_out)
    folder = output or project.output / "export" / target
    ruleset = load_ruleset(settings.ruleset, project.root)
    job = Job(project, card_set, ruleset, piles, folder, dpi or settings.render.dpi, url or "")
    files = plan(target, job)
    make_folder(folder)
    with console.progress(files, len(files), "export") as waiting_files:
        write(folder, waiting_files)
    if not broken:
        for name in clear_old(folder, files):
            console.detail(f"removed {shown(folder / name)}, which is no longer made")
    console.problems(job.findings)
    console.say(f"{counted(len(files), 'file')} -> {shown(folder)}")
    if broken:
        click.echo(f"not drawn: {', '.join(broken)}", err=True)
        return 2
    return int(faulty or any(finding.severity == "error" for finding in job.findings))
