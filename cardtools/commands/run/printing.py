"""Commands that print a run, or read what was printed: its copies, inserts and labels, and scans of them."""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path

import click

from cardtools.commands import argument, command, exit_code, option, options
from cardtools.commands.reporting import findings_json
from cardtools.commands.run import shared
from cardtools.ground.console import Console
from cardtools.ground.errors import OutputError
from cardtools.ground.io.files import make_folder, replacing, shown, write_atomic
from cardtools.ground.spelling import counted
from cardtools.printrun.ledger import Order
from cardtools.project.project import find_project
from cardtools.steps.game_files import GameFiles
from cardtools.steps.runs.planned_run import PlannedRun, open_run


@command("Example: cardtools run sheets runs/first-light.toml --paper a4")
def sheets(
    console: Console,
    ledger: Path = shared.ledger,
    order: Order = option(
        "--order",
        "Pack by pack, or in the random order of the run's sheets, which reveals nothing about packs.",
        type=click.Choice(["pack", "sheet"]),
        default="sheet",
    ),
    wave: int | None = shared.wave,
    definition: Path | None = shared.definition,
    paper: str | None = options.paper,
    sheets: int = shared.sheets,
    reprint: str = option(
        "--reprint", "Print again what was printed and is not in the folder, and why.", metavar="REASON"
    ),
    plates: bool = option(
        "--plates",
        "For the print shop: foil and other plates as spot colours, each rarity in PDFs of its own.",
    ),
    key: Path | None = options.key,
    output: Path | None = shared.folder,
    strict: bool = options.strict,
) -> int:
    """Print the copies of a run: each with the face of its rarity and its own serial.

    The face of every card needs an element of the kind `copy`, where its serial goes. Every copy is printed
    once, which the ledger keeps: run it again to continue after an interruption, or to print a new wave or
    the replacements of voided copies. What was printed and is not in the folder is printed again only for a
    reason, which the ledger keeps too. `sheets.jsonl` beside the PDFs says which copies are on each.

    Exits 1 if there are errors among the findings about the cards.
    """
    from cardtools.printrun.keys import run_key
    from cardtools.steps.runs.copy_sheets import CopyPrinter

    project = find_project(required=True)
    game = GameFiles(project, strict=strict)
    with open_run(ledger, write=True) as book:
        secret = run_key(key, project, book.opening, required=book.opening.store == "hash")
        printer = CopyPrinter(game, book, shared.read_definition(project, definition, paper), secret, plates)
        printer.check()
        folder = output or project.output_path("runs", book.path.stem, "sheets")
        count, left = printer.print_copies(folder, order, wave, sheets, reprint.strip(), console.say)
        if printer.has_plates and not plates and count:
            console.say("plates are printed in colours; for foil and varnish, print with --plates")
        findings = game.reported(printer.findings)
        console.problems(findings)
    if left:
        copies = "copy was" if left == 1 else "copies were"
        message = f"{left:,} {copies} printed already, and {shown(folder)} does not have them"
        hint = 'to print them again, say why with --reprint "REASON": the ledger keeps it'
        if not count:
            raise OutputError(f"{shown(book.path)}: {message}\n  help: {hint}")
        console.say(f"{message}: {hint}")
    elif not count:
        console.say("every copy is printed already")
    return exit_code(findings)


@command("Example: cardtools run inserts runs/first-light.toml --format pdf --format svg")
def inserts(
    console: Console,
    plan: Path = argument(),
    formats: tuple[str, ...] = option(
        "--format",
        "pdf: the cards with the cut lines; svg, dxf: only the cut lines of each page. [default: all]",
        type=click.Choice(["pdf", "svg", "dxf"]),
    ),
    wave: int | None = shared.wave,
    definition: Path | None = shared.definition,
    paper: str | None = options.paper,
    sheets: int = shared.sheets,
    again: bool = option("--again", "Make files again, even those that exist."),
    output: Path | None = shared.folder,
    strict: bool = options.strict,
) -> int:
    """Print the insert of every pack, such as its lore card, with an outline that no other pack has.

    Outlines are random, never cross themselves, and have no part or notch that is narrower than the plan's
    `insert_narrowest`. The words of the card are set inside each outline, over its picture. Areas
    follow the policy of [integrity]. The cut lines are in the spot colour CutContour, and the number of the
    pack is outside them. The same plan and ledger always give the same outlines.

    Exits 1 if there are errors among the findings about the cards.
    """
    from cardtools.printrun.outlines import as_dxf, as_svg
    from cardtools.steps.runs.inserts import InsertPrinter

    project = find_project(required=True)
    game, wanted = GameFiles(project, strict=strict), formats or ("pdf", "svg", "dxf")
    with open_run(plan) as ledger:
        design = shared.read_definition(project, definition, paper)
        printer = InsertPrinter(game, PlannedRun(plan, project).plan, ledger, design)
        folder = make_folder(output or project.output_path("runs", ledger.path.stem, "inserts"))
        for part in printer.parts(wave, sheets):
            target, stem = folder / part.name, part.name.removesuffix(".pdf")
            outlines = printer.outlines(part)
            if "pdf" in wanted and (again or not target.exists()):
                with replacing(target) as file:
                    printer.write(file, part, outlines)
            for side, placed in printer.pages(outlines):
                title = f"{stem}, page {side.number}"
                name = f"{stem}-p{side.number:03d}"
                if "svg" in wanted:
                    write_atomic(folder / f"{name}.svg", as_svg(placed, side.width, side.height, title))
                if "dxf" in wanted:
                    write_atomic(folder / f"{name}.dxf", as_dxf(placed, side.height, title))
            console.say(f"{counted(len(outlines), 'insert')} of {part.stock:g} g/m² -> {shown(target)}")
        findings = game.reported(printer.findings)
    console.problems(findings)
    return exit_code(findings)


A_FILE = 1_000  # labels
GAP = 2.0  # mm between labels


def _size(context: click.Context, parameter: click.Parameter, value: str) -> tuple[float, float]:
    found = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?)x([0-9]+(?:\.[0-9]+)?)", value.strip().lower())
    size = (float(found[1]), float(found[2])) if found else (0.0, 0.0)
    if not (20 <= size[0] <= 200 and 10 <= size[1] <= 200):
        raise click.BadParameter(f"{value!r}: write width x height in mm, such as 60x25; at least 20x10")
    return size


@command("Example: cardtools run labels runs/first-light.toml --size 60x25")
def labels(
    console: Console,
    ledger: Path = shared.ledger,
    kind: str | None = option(
        "--of", "What the labels are for. [default: both]", type=click.Choice(["packs", "boxes"])
    ),
    size: tuple[float, float] = option(
        "--size", "Width x height of a label in mm.", default="60x25", multiple=False, callback=_size
    ),
    wave: int | None = shared.wave,
    paper: str | None = options.paper,
    output: Path | None = shared.folder,
) -> None:
    """Print a label for every pack and every box of a run, with a QR code.

    A label says where a pack belongs, and nothing about its cards: its number is a random one, so that nobody
    sees which packs were printed last. The manifest of the run has it beside the number in the ledger.
    """
    from cardtools.print.sheets.definition import Sheet
    from cardtools.print.sheets.printing import SheetDefinition, write_sheets
    from cardtools.printrun.labels import LabelKind, make_labels
    from cardtools.render.project_cards import pdf_info

    project = find_project(required=True)
    game = project.settings.name
    with open_run(ledger) as book:
        run = book.opening
        folder = make_folder(output or project.output_path("runs", book.path.stem, "labels"))
        own = shared.read_definition(project, None, paper)
        layout = Sheet(
            paper=own.layout.paper, paper_width=own.layout.paper_width, paper_height=own.layout.paper_height,
            gutter=GAP, edge=own.layout.edge,
        )  # fmt: skip
        cards, definition = GameFiles(project).project_cards, SheetDefinition(own.path, layout)
        font = own.label_font or min(cards.fonts().items())[1]
        kinds: dict[str, LabelKind] = {"packs": "pack", "boxes": "box"}
        for what in [kind] if kind else kinds:
            every = make_labels(kinds[what], list(book.packs(wave)), run, game, size, font)
            info = pdf_info(project, f"{game}: labels of {what}", f"run {run.id}")
            number = 0
            while some := list(islice(every, A_FILE)):
                number += 1
                target = folder / f"{run.id}-{what}-{number:04d}.pdf"
                with replacing(target) as file:
                    write_sheets(file, definition, some, {font.name: font}, cards.art_files, info)
                console.say(f"{counted(len(some), 'label')} -> {shown(target)}")


@command("Example: cardtools run scan runs/first-light.toml proof.png F-sheet-0001.pdf")
def scan(
    console: Console,
    ledger: Path = shared.ledger,
    files: tuple[Path, ...] = argument(metavar="FILE...", required=True),
    serials: int | None = option(
        "--serials",
        "How many serials each picture shows. [default: those of the sheets that it shows]",
        least=1,
        metavar=None,
    ),
    key: Path | None = options.key,
    form: str = options.form(),
) -> int:
    """Read the serials in proofs, and compare them with what the ledger says should be there.

    A proof is a PDF, whose text and codes are read, or a picture of printed sheets (PNG, JPEG, TIFF), whose
    QR and DataMatrix codes are read. For a PDF that `run sheets` made, every serial must be in its place; in
    a picture, every serial of the sheets that it shows must be there.

    Exits 1 if a serial is missing, unknown, duplicated or in the wrong place.
    """
    from cardtools.printrun.keys import run_key
    from cardtools.printrun.printed_parts import read_printed_parts
    from cardtools.printrun.scan import compare, read_file
    from cardtools.steps.runs.copy_sheets import copy_serials

    project = find_project(required=True)
    game = GameFiles(project)
    with open_run(ledger) as book:
        secret = run_key(key, project, book.opening, required=book.opening.store == "hash")
        run, copies = book.opening.id, list(book.copies("number", voided=True))
        known = dict(zip(copy_serials(book, secret, copies), copies, strict=True))
        by_number = {copy.number: serial for serial, copy in known.items() if not copy.is_void}
    rules = game.ruleset.serials
    ids = set(game.table.texts(rules.column)) if rules and rules.column in game.table.columns else set()
    made = project.output_path("runs", book.path.stem, "sheets")
    read, expected, shown_by, data = [], {}, {}, []
    for file in files:
        name = shown(file)
        records = {record.name: record for record in read_printed_parts(file.parent)}
        found = list(read_file(file, run, known, ids))
        read += found
        if file.name in records:
            numbers = records[file.name].numbers
            expected[name] = [by_number[number] for number in numbers if number in by_number]
        else:
            seen = {known[one.text].number for one in found if one.text in known}
            printed = (sheet for record in read_printed_parts(made) for sheet in record.sheets())
            on_sheets = {number for sheet in printed if seen & set(sheet) for number in sheet}
            shown_by[name] = serials or len(on_sheets & by_number.keys())
        codes = sum(one.is_code for one in found)
        data.append({"file": name, "serials": len(found), "codes": codes})
        how = "as codes" if codes == len(found) else "as text" if not codes else "as text and codes"
        console.say(f"{name}: {counted(len(found), 'serial')} read{f' {how}' if found else ''}")
    right, problems = compare(read, expected, known, run, shown_by)
    if form == "json":
        console.data(findings_json(problems, files=data, right=right))
    else:
        console.problems(problems)
    where = "right and in their places" if len(expected) == len(files) else "right"
    console.say(f"{counted(right, 'serial')} {where}")
    return int(bool(problems) or not read)
