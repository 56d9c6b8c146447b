"""Manifests: every copy of a run with its place, void ones too, as CSV, JSON or Parquet, and checksums of the
files.

`SHA256SUMS` is what `sha256sum --check` reads. With the key of the run it is signed: `SHA256SUMS.hmac` has
the HMAC-SHA256 of its bytes, so that nobody without the key can change a manifest unnoticed.
"""

from __future__ import annotations

import csv
import hashlib
import hmac
import io
import json
import os
from collections.abc import Iterable, Mapping
from itertools import count, islice
from pathlib import Path
from typing import Literal

from cardtools.ground.errors import Diagnostic, InputError, Location, bad_input
from cardtools.ground.io.files import read_text, remove, replacing, shown, write_atomic
from cardtools.ground.optional_packages import optional
from cardtools.ground.tables.csv_document import escape_formula
from cardtools.printrun.keys import signature
from cardtools.printrun.ledger import Copy

ManifestFormat = Literal["csv", "json", "parquet"]
COLUMNS = (
    "number", "serial", "design", "id", "tier", "rarity",
    "ordinal", "wave", "box", "pack", "label", "position", "slot", "insert", "voided",
)  # fmt: skip
ManifestRow = tuple[int | str, ...]
SUMS, SIGNED = "SHA256SUMS", "SHA256SUMS.hmac"
_PIECE = 50_000


def row(copy: Copy, packs: Mapping[int, tuple[int, str]]) -> ManifestRow:
    """The values of a copy, as COLUMNS has them; `packs` have a label and an insert, void copies have 1."""
    label, insert = packs.get(copy.pack, (0, ""))
    card = copy[2:10]  # from its name to its pack
    return copy.number, copy.serial, *card, label, copy.position, copy.slot, insert, int(copy.is_void)


def write_manifest(
    path: Path, copies: Iterable[Copy], packs: Mapping[int, tuple[int, str]], format_: ManifestFormat
) -> int:
    """Write the manifest of copies and of their packs (`row`), part by part; how many copies."""
    counter = count()
    _WRITERS[format_](path, (row(copy, packs) for copy, _ in zip(copies, counter, strict=False)))
    return next(counter)


def _write_csv(path: Path, rows: Iterable[ManifestRow]) -> None:
    with replacing(path) as file:
        text = io.TextIOWrapper(file, "utf-8", newline="", write_through=True)
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(COLUMNS)
        for number, serial, design, code, *others, insert, voided in rows:
            design, code, insert = (escape_formula(str(name)) for name in (design, code, insert))
            writer.writerow((number, serial, design, code, *others, insert, voided))
        text.detach()


def _write_json(path: Path, rows: Iterable[ManifestRow]) -> None:
    with replacing(path) as file:
        file.write(b"[")
        before = b"\n"
        for one in rows:
            file.write(before + json.dumps(dict(zip(COLUMNS, one, strict=True)), ensure_ascii=False).encode())
            before = b",\n"
        file.write(b"\n]\n")


def _write_parquet(path: Path, rows: Iterable[ManifestRow]) -> None:
    pa, parquet = optional("pyarrow", "Parquet"), optional("pyarrow.parquet", "Parquet")
    texts = ("serial", "design", "id", "rarity", "insert")
    schema = pa.schema([(name, pa.string() if name in texts else pa.int64()) for name in COLUMNS])
    every = iter(rows)
    with replacing(path) as file, parquet.ParquetWriter(file, schema) as writer:
        while some := list(islice(every, _PIECE)):
            columns = map(list, zip(*some, strict=True))
            writer.write_table(pa.table(dict(zip(COLUMNS, columns, strict=True)), schema))


_WRITERS = {"csv": _write_csv, "json": _write_json, "parquet": _write_parquet}


def file_sum(path: Path) -> str:
    """The SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def write_sums(folder: Path, names: Iterable[str], key: bytes | None) -> None:
    """Write the checksums of files in the folder, signed if there is a key; older signatures are removed."""
    text = "".join(f"{file_sum(folder / name)}  {name}\n" for name in sorted(set(names)))
    write_atomic(folder / SUMS, text)
    if key:
        write_atomic(folder / SIGNED, signature(key, text.encode()) + "\n")
    else:
        remove(folder / SIGNED, missing_ok=True)


def check_sums(folder: Path, key: bytes | None) -> tuple[int, list[Diagnostic]]:
    """How many checksums are right, and what is wrong with other files; with the key, also with the list."""
    path = folder / SUMS
    text = read_text(path)
    if not text.strip():
        raise bad_input(shown(path), "names no file", "write the manifest again")
    problems, right = [], 0
    for number, line in enumerate(text.splitlines(), 1):
        digest, space, name = line.partition("  ")
        if len(digest) != 64 or not space or not name or Path(name).name != name:
            raise bad_input(shown(path), f"{line[:80]!r} is not a checksum and a file name", "", number)
        file, place = folder / name, Location(shown(path), number)
        if not os.path.isfile(file):
            problems.append(Diagnostic(place, f"{name} is missing"))
        elif file_sum(file) != digest:
            message = f"{name} is not the file that was written: its checksum differs"
            problems.append(Diagnostic(place, message, "write the manifest again, or get a copy"))
        else:
            right += 1
    if key:
        signed = folder / SIGNED
        if not os.path.isfile(signed):
            raise InputError(Diagnostic(Location(shown(signed)), "the checksums are not signed"))
        if not hmac.compare_digest(read_text(signed).strip(), signature(key, text.encode())):
            message = f"{SUMS} was not signed with this key, or was changed"
            problems.append(Diagnostic(Location(shown(signed)), message))
    return right, problems
