"""`cardtools run manifest`: every copy of a run with its place."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cardtools.commands import command, key_option, option, uses_only
from cardtools.commands.run.options import folder_option, ledger_argument, run_folder, wave_option
from cardtools.ground.console import Console
from cardtools.ground.io.files import make_folder, shown
from cardtools.ground.spelling import counted
from cardtools.project.project import find_project

if TYPE_CHECKING:
    from cardtools.printrun.manifest import ManifestFormat


@command("Example: cardtools run manifest runs/first-light.toml --format csv --format parquet")
def manifest(
    console: Console,
    ledger: Path = ledger_argument,
    formats: tuple[ManifestFormat, ...] = option(
        "--format",
        "How the manifest is written; may be repeated.",
        type=click.Choice(["csv", "json", "parquet"]),
        default=("csv",),
    ),
    wave: int | None = wave_option,
    check: bool = option("--check", "Write nothing: compare files with their checksums and signature."),
    key: Path | None = key_option,
    output: Path | None = folder_option,
) -> int:
    """List every copy of a run: its serial, design, rarity, wave, box, pack with its label, place on the
    sheets, the insert of its pack, and whether it is void.

    SHA256SUMS beside the manifests has their checksums, for `sha256sum --check` too. With the key of the run,
    they are signed. A manifest says what is in every pack: keep it secret.

    Exits 1 if --check finds a difference.
    """
    if check:
        uses_only("--check", "check", "ledger", "key", "output")
    from cardtools.printrun.keys import run_key
    from cardtools.printrun.labels import label_numbers
    from cardtools.printrun.manifest import SUMS, check_sums, write_manifest, write_sums
    from cardtools.steps.runs.planned_run import open_run

    project = find_project(required=True)
    with open_run(ledger) as book:
        secret = run_key(key, project, book.opening, required=False)
        folder = run_folder(project, book, output, "manifest")
        if check:
            right, problems = check_sums(folder, secret)
            console.problems(problems)
            signed = (
                "signed with the key of the run"
                if secret
                else "the signature was not checked: there is no key"
            )
            files = counted(right, "file") if right else "no file is"
            console.say(f"{files} as written, {signed}")
            return int(bool(problems))
        make_folder(folder)
        part = f"-wave-{wave}" if wave else ""
        names = []
        every = {pack.number: pack.insert for pack in book.packs(wave)}
        labels = label_numbers(book.opening, "pack", list(every))
        packs = dict(zip(every, zip(labels, every.values(), strict=True), strict=True))
        for format_ in dict.fromkeys(formats):
            names.append(f"{book.opening.id}{part}.{format_}")
            copies = book.copies("number", wave, voided=True)
            count = write_manifest(folder / names[-1], copies, packs, format_)
            console.say(f"{count:,} copies -> {shown(folder / names[-1])}")
        write_sums(folder, names, secret)
        console.say(f"checksums{', signed' if secret else ''} -> {shown(folder / SUMS)}")
    return 0
