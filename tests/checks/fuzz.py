"""Damaged files by number: what bytes a case has, and what must hold whatever they are.

Nothing but InputError is raised, and no row is lost: not by reading, not by fixing. Case 7 is the same bytes in
every run.
"""

from __future__ import annotations

import codecs
import csv
import io
import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from checking import fix_cards
from deck_lists import format_deck

from cardtools.cards.deck import parse_deck, read_deck
from cardtools.cards.table import CardTable, read_cards
from cardtools.checks.decks.deck_rules import judge_deck
from cardtools.checks.effect_list import ListedEffects
from cardtools.checks.fixes.cell_fixes import attach_fixes
from cardtools.checks.validate import validate, validate_deck
from cardtools.ground.errors import Diagnostic, InputError
from cardtools.ground.io.files import decode
from cardtools.project.project import FILE_NAME, find_project
from cardtools.rulesets import Ruleset, built_in_rulesets, load_ruleset

_SIGNS = (
    '"',
    ";",
    "\n",
    "\r",
    "\r\n",
    ",",
    "\0",
    "\t",
    '""',
    '";"',
    "\ufeff",
    "\u2028",
    " ",
    "\x1a",
    "=",
    "'",
)
_CELLS = (
    "", " ", "-5", "\u22125", "\u0663", "1e999", "250.0", "0250", "1 000", "9" * 5000, "nan", "=1+1", "@x", "None",
    "Dragon/Fairy", "Dragon, Dragon", "caf\u00e9", "\U0001f409", "a\nb", 'say "x"', "<type>", "x" * 40, "'", "II",
    "\u200b", "1.2E+13", "True", "\x07", "\u202etxt", "Spell", "0", "7", "00", "+", "-", ";", "+5", "unlimited",
)  # fmt: skip
Rng = random.Random


@dataclass(frozen=True)
class Seeds:
    """The sound files that are damaged: card tables with their rulesets, decks, rulesets, project files."""

    tables: Sequence[tuple[str, bytes]]
    decks: Sequence[tuple[str, bytes]]
    rulesets: dict[str, Ruleset]
    projects: Sequence[bytes]
    effects: ListedEffects  # of ttcg


def run(first: int, count: int, seeds: Seeds, folder: Path) -> Iterator[str]:
    """For each of so many cases from the number `first` on, the law it broke, in words; "" for none."""
    known = {name: _deck_table(seeds, name) for name, _ in seeds.decks}
    for number in range(first, first + count):
        try:
            broken = _case(random.Random(number), seeds, known, folder)
        except Exception as error:  # whatever it is, it should not have been raised
            broken = f"{type(error).__name__}: {error}"
        yield f"case {number}: {broken}"[:400] if broken else ""


def _case(rng: Rng, seeds: Seeds, known: dict[str, CardTable], folder: Path) -> str:
    kind = rng.random()
    if kind < 0.65:
        name, data = rng.choice(seeds.tables)
        return check_table(damage(rng, data), seeds.rulesets[name], seeds.effects, rng.random() < 0.5)
    if kind < 0.82:
        name, data = rng.choice(seeds.tables)
        head = data.split(b"\n", 1)[0] + b"\n" if rng.random() < 0.5 else b""
        return check_table(head + noise(rng), seeds.rulesets[name], seeds.effects, rng.random() < 0.5)
    if kind < 0.97:
        name, data = rng.choice(seeds.decks)
        form = rng.choice((".txt", ".txt", ".csv"))
        text = (
            data
            if form == ".txt"
            else b"COUNT;NAME;SECTION\n" + re.sub(rb"(?m)^(\d+) (.*)$", rb"\1;\2;", data)
        )
        text = damage(rng, text) if rng.random() < 0.8 else noise(rng)
        return check_deck(text, known[name], folder / f"deck{form}")
    if kind < 0.985:
        path = rng.choice(list(built_in_rulesets().values()))
        return check_ruleset(damage(rng, path.read_bytes()), folder / "rules.toml")
    return check_project(damage(rng, rng.choice(seeds.projects)), folder / FILE_NAME)


def damage(rng: Rng, data: bytes) -> bytes:
    """The bytes with one to four damages of the kinds that happen to files."""
    for _ in range(rng.choice((1, 1, 2, 4))):
        data = rng.choice(_DAMAGES)(rng, data)
    return data


def noise(rng: Rng) -> bytes:
    """Random bytes: all of them, or those that mean something in tables, or cells of a table."""
    length = rng.choice((0, 1, 5, 30, 300))
    if rng.random() < 0.4:
        return rng.randbytes(length)
    if rng.random() < 0.5:
        return "".join(rng.choices((*_SIGNS, "a", "1", "2 "), k=length)).encode()
    width = rng.choice((1, 4, 14))
    rows = [";".join(rng.choices(_CELLS, k=width)) for _ in range(length // 10)]
    return "\n".join(rows).encode()


def _flip(rng: Rng, data: bytes) -> bytes:
    return _at(rng, data, lambda byte: bytes([byte[0] ^ 1 << rng.randrange(8)]) if byte else b"")


def _at(rng: Rng, data: bytes, change: Callable[[bytes], bytes]) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] + change(data[at : at + 1]) + data[at + 1 :]


def _insert(rng: Rng, data: bytes) -> bytes:
    return _at(rng, data, lambda byte: rng.choice(_SIGNS).encode() + byte)


def _insert_bytes(rng: Rng, data: bytes) -> bytes:
    return _at(rng, data, lambda byte: rng.randbytes(rng.randint(1, 4)) + byte)


def _cut(rng: Rng, data: bytes) -> bytes:
    start = rng.randrange(len(data) + 1)
    return data[:start] + data[start + rng.choice((1, 2, 10, 100, len(data))) :]


def _rows(change: Callable[[Rng, list[bytes]], list[bytes]]) -> Callable[[Rng, bytes], bytes]:
    return lambda rng, data: b"\n".join(change(rng, data.split(b"\n")))


def _twice(rng: Rng, rows: list[bytes]) -> list[bytes]:
    at = rng.randrange(len(rows))
    return rows[:at] + [rows[at]] * rng.choice((2, 2, 50)) + rows[at + 1 :]


def _shuffled(rng: Rng, rows: list[bytes]) -> list[bytes]:
    return rng.sample(rows, len(rows))


def _blank(rng: Rng, rows: list[bytes]) -> list[bytes]:
    at = rng.randrange(len(rows) + 1)
    return rows[:at] + [rng.choice((b"", b" ", b";" * rows[0].count(b";")))] * rng.choice((1, 3)) + rows[at:]


def _new_cell(rng: Rng, rows: list[bytes]) -> list[bytes]:
    at = rng.randrange(len(rows))
    cells = rows[at].split(b";")
    text = rng.choice(_CELLS)
    if any(sign in text for sign in '";\n') and rng.random() < 0.8:
        text = '"' + text.replace('"', '""') + '"'
    cells[rng.randrange(len(cells))] = text.encode()
    return [*rows[:at], b";".join(cells), *rows[at + 1 :]]


def _column(rng: Rng, rows: list[bytes]) -> list[bytes]:
    """A column more in every row, a few times many of them, or one less."""
    number = rng.choice((1, 1, 1, 3, 200)) if rng.random() < 0.98 else 5000
    if rng.random() < 0.3:
        return [row.rpartition(b";")[0] for row in rows]
    more = b"".join(b";N%d" % n for n in range(number))
    return [row and row + (more if at == 0 else b";" * number) for at, row in enumerate(rows)]


def _line_ends(rng: Rng, data: bytes) -> bytes:
    ends = rng.choice(((b"\r\n",), (b"\r",), (b"\n", b"\r\n"), (b"\n", b"\r", b"\r\n", b"\n\n")))
    return re.sub(rb"\n", lambda _: rng.choice(ends), data)


def _encoding(rng: Rng, data: bytes) -> bytes:
    text = data.decode("utf-8", "replace")
    bom = codecs.BOM_UTF8 if rng.random() < 0.5 else b""
    other = rng.choice(("utf-8", "latin-1", "cp1252", "utf-16", "utf-16-le", "utf-32"))
    return bom + text.encode(other, "replace")


def _long_cell(rng: Rng, data: bytes) -> bytes:
    long = rng.choice((b"x", b'""', b"x ", b"\n", "\u00e9".encode())) * rng.choice((1000, 200_000))
    return _at(rng, data, lambda byte: (b'"' + long + b'"' if rng.random() < 0.5 else long) + byte)


def _quoted(rng: Rng, data: bytes) -> bytes:
    return re.sub(
        rb"[^;\r\n\"]+", lambda cell: b'"' + cell[0] + b'"' if rng.random() < 0.5 else cell[0], data
    )


def _swapped_signs(rng: Rng, data: bytes) -> bytes:
    return data.replace(b";", rng.choice((b",", b"\t", b"|")))


_DAMAGES: tuple[Callable[[Rng, bytes], bytes], ...] = (
    _flip, _insert, _insert, _insert_bytes, _cut, _rows(_twice), _rows(_shuffled), _rows(_blank),
    _rows(_new_cell), _rows(_new_cell), _rows(_new_cell), _rows(_column), _line_ends, _encoding, _quoted,
    lambda rng, data: _long_cell(rng, data) if rng.random() < 0.2 else _insert(rng, data),
    lambda rng, data: _swapped_signs(rng, data) if rng.random() < 0.3 else _flip(rng, data),
)  # fmt: skip


# Laws


def check_table(data: bytes, ruleset: Ruleset, effects: ListedEffects, unsafe: bool) -> str:
    """Read, validate, fix, and fix again; what was broken, "" for nothing."""
    path = Path("cards.csv")
    try:
        text = decode(data, path)
        table = read_cards(path, ruleset, text)
    except InputError as error:
        return _told(error.diagnostics)
    if (kept := [list(row) for row in table.file.rows]) != (expected := _records(data, table.file.delimiter)):
        return f"{len(kept)} rows read, {len(expected)} are there: {data!r}"
    if broken := _told(attach_fixes(table, validate(table, ruleset, effects))):
        return broken
    fixed = fix_cards(data, path, ruleset, unsafe)
    if fix_cards(fixed.data, path, ruleset, unsafe).data != fixed.data:
        return f"fixing twice changes more: {data!r}"
    if not fixed.changed and not fixed.removed and fixed.data != data:
        return f"bytes changed without a fix: {data!r}"
    after = _records(fixed.data, table.file.delimiter)
    if fixed.removed:  # empty rows, and rows that say what another says, some of them after a fix
        gone = {tuple(row) for row in kept} - {tuple(row) for row in after}
        lost = len(gone) > len(fixed.changed) + fixed.removed or len(kept) - len(after) > fixed.removed
        return f"{len(gone)} rows are gone, {len(fixed.changed)} cells were fixed: {data!r}" if lost else ""
    changed = sum(a != b for old, new in zip(kept, after, strict=True) for a, b in zip(old, new, strict=True))
    return (
        f"{changed} cells changed, {len(fixed.changed)} were fixed: {data!r}"
        if changed > len(fixed.changed)
        else ""
    )


def _records(data: bytes, delimiter: str) -> list[list[str]]:
    """The rows with something in them, as the standard library reads them."""
    lines = csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""), delimiter=delimiter, strict=True)
    rows = [[re.sub("\r\n?", "\n", cell) for cell in row] for row in lines if any(map(str.strip, row))]
    return rows[1:]


def _told(findings: Sequence[Diagnostic]) -> str:
    """Every finding has its words and, where it has a line, a column that can be."""
    for finding in findings:
        if not finding.message or "\n" in str(finding.location) or finding.location.column < 0:
            return f"an odd finding: {finding}"
    return "" if findings is not None else "nothing is told"


def check_deck(data: bytes, table: CardTable, path: Path) -> str:
    """Read and judge a deck; its entries written again read back as the same."""
    path.write_bytes(data)
    try:
        deck = read_deck(path)
    except InputError as error:
        return _told(error.diagnostics)
    findings = validate_deck(deck, table, table.ruleset)
    verdict = judge_deck(deck, table, table.ruleset)
    if (verdict.status == "legal") == any(finding.severity == "error" for finding in findings):
        return f"{verdict} with {len(findings)} findings: {data!r}"
    if path.suffix == ".csv":
        return _told(findings)
    again = parse_deck(path, format_deck(deck.entries))
    old, new = ([(e.count, e.name, e.section) for e in each.entries] for each in (deck, again))
    return f"{old} reads back as {new}" if old != new else _told(findings)


def check_ruleset(data: bytes, path: Path) -> str:
    """Load a ruleset file."""
    path.write_bytes(data)
    try:
        load_ruleset(f"./{path.name}", path.parent)
    except InputError as error:
        return _told(error.diagnostics)
    return ""


def check_project(data: bytes, path: Path) -> str:
    """Load a project file."""
    path.write_bytes(data)
    try:
        find_project(path.parent)
    except InputError as error:
        return _told(error.diagnostics)
    return ""


def _deck_table(seeds: Seeds, name: str) -> CardTable:
    data = max((data for known, data in seeds.tables if known == name), key=len)
    return read_cards(Path("cards.csv"), seeds.rulesets[name], decode(data, Path("cards.csv")))
