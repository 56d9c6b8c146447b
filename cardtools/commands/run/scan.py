"""`cardtools run scan`: serials read back from proofs."""

from __future__ import annotations

from pathlib import Path

from cardtools.commands import argument, command, format_option, key_option, option
from cardtools.commands.reporting import findings_json
from cardtools.commands.run.options import ledger_argument, run_folder
from cardtools.ground.console import Console
from cardtools.ground.io.files import shown
from cardtools.ground.spelling import counted
from cardtools.project.project import find_project


@command("Example: cardtools run scan runs/first-light.toml proof.png F-sheet-0001.pdf")
def scan(
    console: Console,
    ledger: Path = ledger_argument,
    files: tuple[Path, ...] = argument(metavar="FILE...", required=True),
    serials: int | None = option(
        "--serials",
        "How many serials each picture shows. [default: those of the sheets that it shows]",
        least=1,
    ),
    key: Path | None = key_option,
    form: str = format_option(),
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
    from cardtools.steps.game_files import GameFiles
    from cardtools.steps.runs.copy_sheets import copy_serials
    from cardtools.steps.runs.planned_run import open_run

    project = find_project(required=True)
    game = GameFiles(project)
    with open_run(ledger) as book:
        secret = run_key(key, project, book.opening, required=book.opening.store == "hash")
        run, copies = book.opening.id, list(book.copies("number", voided=True))
        known = dict(zip(copy_serials(book, secret, copies), copies, strict=True))
        by_number = {copy.number: serial for serial, copy in known.items() if not copy.is_void}
    table = game.table
    rules = table.ruleset.serials
    ids = set(table.texts(rules.column)) if rules and rules.column in table.columns else set()
    made = run_folder(project, book, None, "sheets")
    read, expected, shown_by, data = [], {}, {}, []
    for file in files:
        records = {record.name: record for record in read_printed_parts(file.parent)}
        if file.name in records:
            numbers = records[file.name].numbers
            expected[shown(file)] = [by_number[number] for number in numbers if number in by_number]
        found = list(read_file(file, run, known, ids))
        read += found
        if file.name not in records:
            seen = {known[one.text].number for one in found if one.text in known}
            sheets = {
                sheet for record in read_printed_parts(made) for sheet in record.sheets() if seen & set(sheet)
            }
            on_sheets = {number for sheet in sheets for number in sheet} & by_number.keys()
            shown_by[shown(file)] = serials or len(on_sheets)
        codes = sum(one.is_code for one in found)
        data.append({"file": shown(file), "serials": len(found), "codes": codes})
        how = "as codes" if codes == len(found) else "as text" if not codes else "as text and codes"
        console.say(f"{shown(file)}: {counted(len(found), 'serial')} read{f' {how}' if found else ''}")
    result = compare(read, expected, known, run, shown_by)
    if form == "json":
        console.data(findings_json(result.problems, files=data, right=result.right))
    else:
        console.problems(result.problems)
    where = "right and in their places" if len(expected) == len(files) else "right"
    console.say(f"{counted(result.right, 'serial')} {where}")
    return int(bool(result.problems) or not read)
