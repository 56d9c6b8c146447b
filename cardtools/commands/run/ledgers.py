"""Commands about the ledger of a print run: deal its waves, count, void, replace and verify its copies."""

from __future__ import annotations

from pathlib import Path

import click

from cardtools.commands import argument, command, exit_code, option, options, uses_only
from cardtools.commands.reporting import findings_json
from cardtools.commands.run import shared
from cardtools.commands.run.shared import show
from cardtools.ground.console import Console
from cardtools.ground.errors import Diagnostic, InputError, Location
from cardtools.ground.io.files import make_folder, shown
from cardtools.ground.spelling import counted, listed
from cardtools.printrun.manifest import ManifestFormat
from cardtools.project.project import find_project
from cardtools.steps.game_files import GameFiles
from cardtools.steps.runs.planned_run import PlannedRun, open_run


@command("Example: cardtools run deal runs/first-light.toml --all")
def deal(
    console: Console,
    plan: Path = argument(),
    every: bool = option("--all", "Deal all remaining waves."),
    reason: str = option("--reason", "What the ledger says about it. [default: the wave]"),
    key: Path | None = options.key,
) -> None:
    """Deal the next wave of a plan into packs and boxes and number its copies, in the ledger beside the plan.

    The first wave makes the ledger, and the key of the run if it has none: keep a copy of both. Each wave is
    written as a whole or not at all.
    """
    from cardtools.steps.runs.numbering import ledger_to_deal, note_numbers

    run = PlannedRun(plan, find_project(required=True))
    place = shown(run.ledger)
    with ledger_to_deal(run, key, console.say) as (ledger, make):
        waves = run.waves_to_deal(ledger)
        if not waves:
            console.say(f"{place}: all waves of the plan are dealt")
            if new := run.waiting(ledger):
                which = f"{counted(len(new), 'new design')} {'is' if len(new) == 1 else 'are'} in no wave"
                console.say(f"{which}: {listed(new)}; add [[waves]] to the plan, the last for them")
        for wave in waves if every else waves[:1]:
            number = len(ledger.waves()) + 1
            name = f"wave {number}{f' ({wave.name})' if wave.name else ''}"
            run.deal_wave(ledger, wave, make, reason or name)
            note_numbers(ledger)
            copies, packs = ledger.count(wave=number), sum(1 for _ in ledger.packs(number))
            console.say(f"{name}: {copies:,} copies in {counted(packs, 'pack')} -> {place}")
        console.say(f"the last event is {ledger.events()[-1].hash}")


@command("Example: cardtools run stats runs/first-light.toml")
def stats(
    console: Console,
    ledger: Path = shared.ledger,
    output: Path | None = shared.page,
    form: str = options.form(),
) -> None:
    """Count what is in the ledger of a run: copies by wave and rarity, packs, inserts and events."""
    from cardtools.reports.stats.runs import ledger_tables

    with open_run(ledger) as book:
        tables = list(ledger_tables(book))
    show(console, find_project(), ledger, tables, output, form)


@command('Example: cardtools run void runs/first-light.toml 17 18 --reason "torn by the cutter"')
def void(
    console: Console,
    ledger: Path = shared.ledger,
    copies: tuple[str, ...] = argument(required=True, metavar="SERIAL_OR_NUMBER..."),
    reason: str = option("--reason", "The reason, for the ledger.", required=True),
) -> None:
    """Void copies that are damaged, lost or misprinted: they no longer count, and their serials are invalid.

    `cardtools run replace` makes others in their place.
    """
    with open_run(ledger, write=True) as book:
        found = {word: book.find(word) for word in copies}
        chosen = [copy for copy in found.values() if copy and not copy.is_void]
        if len(chosen) < len(found):
            none = "no copy has the serial or the number"
            wrong = {word: copy for word, copy in found.items() if copy not in chosen}
            said = (f"{word} is void" if copy else f"{none} {word!r}" for word, copy in wrong.items())
            raise InputError(Diagnostic(Location(shown(book.path)), one) for one in said)
        book.void([copy.number for copy in chosen], reason)
        for copy in chosen:
            console.say(f"void: copy {copy.number:,}, {copy.name} ({copy.rarity}), pack {copy.pack:,}")


@command('Example: cardtools run replace runs/first-light.toml --reason "second printing of sheet 4"')
def replace(
    console: Console,
    ledger: Path = shared.ledger,
    reason: str = option("--reason", "The reason, for the ledger.", default="replacements"),
    key: Path | None = options.key,
) -> None:
    """Replace every voided copy with a new one of the same card and rarity, for the same pack.

    The new copies have serials of their own and come at the end of the wave's sheets.
    """
    from cardtools.steps.runs.numbering import check_numbers, note_numbers, numbered, serial_maker

    project = find_project()
    with open_run(ledger, write=True) as book:
        make = serial_maker(book, project, key)
        check_numbers(project, numbered(book))
        made = book.replace(make, reason)
        note_numbers(book)
        for old, new in made:
            console.say(f"copy {new:,} replaces copy {old:,}")
        if not made:
            console.say("every voided copy has been replaced")


@command("Example: cardtools run verify runs/first-light.toml")
def verify(
    console: Console,
    ledger: Path = shared.ledger,
    last: str = option(
        "--last", "The hash of the last event, as `deal` printed it, or its beginning.", metavar="HASH"
    ),
    key: Path | None = options.key,
    form: str = options.form(),
) -> int:
    """Compute everything in a ledger again from its events, and report what differs.

    The first event that was changed, removed or added by hand is named. A change of an event and of all that
    follow it is found with --last. Without the key, serials are compared with their digests. Exits 1 if
    anything is wrong.
    """
    from cardtools.printrun.keys import key_file
    from cardtools.printrun.run_checks import CHAIN
    from cardtools.printrun.verify import verify as differences
    from cardtools.steps.runs.numbering import serial_maker

    problems: list[Diagnostic] = []
    with open_run(ledger) as book:
        project, name = find_project(), shown(book.path)
        has_key = key or key_file(project.settings.name, book.opening.id).is_file()
        make = serial_maker(book, project, key) if has_key else None
        events, copies = book.events(), book.count(voided=True)
        if last and not any(event.hash.startswith(last.lower()) for event in events):
            message = f"no event has the hash {last}: the ledger was changed since then, or it is another one"
            problems.append(CHAIN.finding(Location(name), message))
        problems += differences(book, make)
    if form == "json":
        facts = {"ledger": name, "events": len(events), "copies": copies, "has_key": make is not None}
        console.data(findings_json(problems, **facts))
    else:
        console.problems(problems, err=False)
    if not exit_code(problems):
        serial = "every serial is right" if make else "the serials are as they were made"
        console.say(f"{name}: {len(events):,} events, {copies:,} copies: all consistent; {serial}")
    return exit_code(problems)


@command("Example: cardtools run opened runs/first-light.toml opened.csv")
def opened(
    console: Console,
    ledger: Path = shared.ledger,
    table: Path = argument(),
    whole: bool = option("--whole", "The table has all packs of the run: report designs that are in none."),
    form: str = options.form(),
) -> int:
    """Check a table of packs that somebody has packed or opened against the ledger of their run.

    Its columns are pack, design (or serial) and rarity; inserts are rows too. Packs may be numbered
    in any way.

    Exits 1 for errors, and 2 for a name, a rarity or a serial that the run does not have: each is reported
    once, and all other rows are checked.
    """
    from cardtools.cards.table import read_rows
    from cardtools.printrun.opened import check_opened

    file, notices = read_rows(table)
    with open_run(ledger) as book:
        every = [*notices, *check_opened(file, book, whole)]
    unknown = [one for one in every if not one.code]
    found = GameFiles(find_project()).reported(one for one in every if one.code)
    rows = len(file.line_numbers)
    if form == "json":
        console.data(findings_json([*unknown, *found], table=file.name, rows=rows))
    else:
        console.problems(unknown)
        console.problems(found, err=False)
    number = counted(len(unknown) + len(found), "finding")
    console.say(f"{file.name}: {counted(rows, 'row')}, {number}")
    return 2 if unknown else exit_code(found)


@command("Example: cardtools run manifest runs/first-light.toml --format csv --format parquet")
def manifest(
    console: Console,
    ledger: Path = shared.ledger,
    formats: tuple[ManifestFormat, ...] = option(
        "--format",
        "How the manifest is written; may be repeated.",
        type=click.Choice(["csv", "json", "parquet"]),
        default=("csv",),
    ),
    wave: int | None = shared.wave,
    check: bool = option("--check", "Write nothing: compare files with their checksums and signature."),
    key: Path | None = options.key,
    output: Path | None = shared.folder,
) -> int:
    """List every copy of a run: its serial, design, rarity, wave, box, pack with its label, place on the
    sheets, the insert of its pack, and whether it is void.

    SHA256SUMS beside the manifests has their checksums, for `sha256sum --check` too. With the key of the run,
    they are signed. A manifest says what is in every pack: keep it secret.

    Exits 1 if --check finds a difference.
    """
    if check:
        uses_only("--check", "check", "ledger", "key", "output")
    from cardtools.library.print_runs import pack_places
    from cardtools.printrun.keys import run_key
    from cardtools.printrun.manifest import SUMS, check_sums, write_manifest, write_sums

    project = find_project(required=True)
    with open_run(ledger) as book:
        secret = run_key(key, project, book.opening, required=False)
        folder = output or project.output_path("runs", book.path.stem, "manifest")
        if check:
            right, problems = check_sums(folder, secret)
            console.problems(problems)
            unsigned = "the signature was not checked: there is no key"
            files = counted(right, "file") if right else "no file is"
            console.say(f"{files} as written, {'signed with the key of the run' if secret else unsigned}")
            return int(bool(problems))
        make_folder(folder)
        stem = f"{book.opening.id}{f'-wave-{wave}' if wave else ''}"
        names = {f"{stem}.{form}": form for form in formats}
        packs = pack_places(book, wave)
        for name, form in names.items():
            copies = book.copies("number", wave, voided=True)
            count = write_manifest(folder / name, copies, packs, form)
            console.say(f"{count:,} copies -> {shown(folder / name)}")
        write_sums(folder, list(names), secret)
        console.say(f"checksums{', signed' if secret else ''} -> {shown(folder / SUMS)}")
    return 0
