"""`cardtools export`: files for card manufacturers, for the screen, and for printing at home."""

from __future__ import annotations

from pathlib import Path

import click

from cardtools.commands import OneOf, command, exit_code, is_given, option, options
from cardtools.ground.colours import WRITE_ONE, mixed, read_colour
from cardtools.ground.console import Console
from cardtools.ground.io.files import is_standard, replacing, shown
from cardtools.ground.spelling import counted
from cardtools.print.export import TARGETS
from cardtools.steps.game_files import GameFiles

HELP = """Make files of the cards for card manufacturers, virtual tabletops and players at home.

Without --deck, the decks of the project are exported (cockatrice, zip, json, html and rulebook: all its
cards), and its extras, each table by itself. With CARD (a name, or a pattern such as 'Rust*') or --where,
only the cards that meet every filter are exported, to the folder export/TARGET-chosen. If a face has less
bleed than the manufacturer wants, its edge is mirrored.

Exits 1 if a text does not fit or is outside the manufacturer's safe zone, 2 if a card cannot be drawn (the
others are exported).

\b
""" + "\n".join(f"{name:<9} {words}" for name, words in TARGETS.items())
OPEN = ("mpc", "zip", "showcase", "hand", "sheet-png")  # any resolution
POSED = ("showcase", "hand", "flip")
OWN = {"dpi": OPEN, "url": ("tts",), "one_file": ("html",), "ground": POSED, "animation": ("flip",)}


@command(help=HELP, epilog="Example: cardtools export --to tts --deck cards/decks/starter.txt")
def export(
    console: Console,
    target: str = option("--to", "The target, see above.", required=True, type=OneOf(tuple(TARGETS))),
    all_editions: bool = options.each_edition,
    choice: options.CardChoice = options.card_filters,
    output: Path | None = option(
        "-o",
        "--output",
        "Where the files go (default: export/TARGET of the output); - for a single file to standard output.",
        metavar="FOLDER|-",
    ),
    dpi: int | None = option(
        "--dpi",
        f"{', '.join(OPEN)}: pixels per inch (default: the project's).",
        least=36,
        most=2400,
        metavar=None,
    ),
    url: str | None = option(
        "--url", "tts: where the pictures will be on the web (default: this computer).", metavar="BASE"
    ),
    one_file: bool = option(
        "--one-file", "html: the pictures inside the page, also of a large set (default: of up to 200 cards)."
    ),
    ground: str = option(
        "--ground",
        f"{', '.join(POSED)}: the colour behind the cards (default: transparent).",
        metavar="COLOUR",
    ),
    animation: str = option(
        "--animation", "flip: the kind of file.", default="gif", type=OneOf(("gif", "webp"))
    ),
    strict: bool = options.strict,
) -> int:
    from cardtools.print.export.export_files import clear_old, write
    from cardtools.steps.export import plan_export

    for name, targets in OWN.items():
        if is_given(name) and target not in targets:
            flag = f"--{name.replace('_', '-')}"
            raise click.UsageError(f"{flag} is for {', '.join(targets)}, not for {target}")
    if ground and not read_colour(ground):
        raise click.UsageError(f"--ground {ground}: {WRITE_ONE}")
    game = GameFiles(choice.project(), strict=strict)
    piped = output if output and is_standard(output) else None
    folder = None if piped else output
    tell, report, inside = console.progress, console.problems, one_file or bool(piped)
    plan = plan_export(
        game, target, choice, folder, dpi or 0, url or "", tell, report, inside,
        ground and mixed(read_colour(ground)), animation,
    )  # fmt: skip
    for name in plan.left_out:
        console.say(f"{name} are left out: {target} makes no cards of their size")
    job, files = plan.job, plan.files
    if piped:
        if len(files) != 1:
            what = f"-o - writes one file, and these are {len(files)}"
            raise click.UsageError(f"{what}: choose cards or decks, or a folder.")
        with replacing(piped) as stream:
            files[0].write(stream)
    else:
        with console.progress(files, len(files), "export") as waiting:
            write(job.folder, waiting)
        # The folder of chosen cards is of the last choice alone.
        cleared = clear_old(job.folder, target, files, not choice or (choice.narrows and not folder))
        for file in files:
            console.detail(f"made {shown(job.folder / file.name)}")
        console.say(f"{counted(len(files), 'file')} -> {shown(job.folder)}")
        console.cleared(cleared.removed, cleared.changed)
    for line in job.remarks:
        console.say(line, err=True)
    for line in dict.fromkeys(job.details):
        console.detail(line)
    findings = game.reported(job.findings)
    console.problems(findings)
    console.not_drawn(plan.composer.broken)
    return max(plan.composer.code, exit_code(findings))
