"""Effects with where they come from, as CSV or Parquet: template, index, bindings, effect.

`template` is the line of the template in its file, `index` the position among that template's combinations
(from 0), `bindings` the values chosen, as a JSON object: `{"units": "two air units", "units.type": "air"}`,
where `units.type` is the <type> inside the value of <units>.
"""

from __future__ import annotations

import itertools
import json
import operator
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, BinaryIO

from cardtools.csvfile import format_csv
from cardtools.effects.combinations import Binding, Combinations
from cardtools.effects.grammar import Slot, Template
from cardtools.effects.large.external import is_needed, order, require
from cardtools.effects.large.stream import (
    CHUNK,
    IN_MEMORY,
    PER_LINE,
    Recipe,
    Span,
    Work,
    chunked,
    in_processes,
)
from cardtools.effects.polish import drop, polish
from cardtools.errors import CardtoolsError
from cardtools.files import replacing, write_stream

COLUMNS = ("template", "index", "bindings", "effect")
_KNOWN = 100_000  # bindings of a slot that are kept
_GROUP = 100_000  # rows of a group of a Parquet file, at least


@dataclass(frozen=True)
class Rows:
    """Some rows, column by column. `combination` is the text before some stage, where that is asked for."""

    template: Sequence[int]
    index: Sequence[int]
    bindings: Sequence[str]
    effect: Sequence[str]
    combination: Sequence[str] | None = None

    @property
    def columns(self) -> dict[str, Sequence[Any]]:
        """The columns there are, by name, in the order of the file."""
        return {name: column for name, column in vars(self).items() if column is not None}

    def where(self, wanted: Sequence[bool]) -> Rows:
        """The rows that are wanted."""
        return Rows(**{name: list(itertools.compress(c, wanted)) for name, c in self.columns.items()})


def write_rows(path: Path, work: Work, form: str) -> int:
    """Write the rows of all effects as CSV or Parquet, whole or not at all; how many there are.

    Raises CardtoolsError where Parquet is wanted and its extra is not installed, OutputError where the file
    cannot be written.
    """
    count = 0

    def counted() -> Iterator[Rows]:
        nonlocal count
        for rows in effect_rows(work, path.parent):
            count += len(rows.effect)
            yield rows

    check_positions(work)
    if form == "parquet":
        require("large", "Parquet", "pyarrow", "duckdb")
        with replacing(path) as file:
            write_parquet(file, counted())
    else:
        write_stream(path, csv_blocks(counted()))
    return count


def check_positions(work: Work) -> None:
    """Raise CardtoolsError where positions are too large for a column of numbers."""
    if work.combinations.total >= 1 << 63:
        message = f"{work.combinations.total:,} combinations: positions above 2^63 fit no table"
        raise CardtoolsError(f"{message}\n  help: write text, which needs no positions")


def csv_blocks(chunks: Iterable[Rows]) -> Iterator[str]:
    """The rows as CSV as people's tables are here: `;` between cells, minimal quoting, `\\r\\n`."""
    header = format_csv(COLUMNS, [])
    yield header
    for rows in chunks:
        yield format_csv(COLUMNS, zip(*rows.columns.values(), strict=True))[len(header) :]


def write_parquet(file: BinaryIO, chunks: Iterable[Rows], names: Sequence[str] = COLUMNS) -> None:
    """Write the rows as Parquet; texts that begin as the one before take little room."""
    import pyarrow
    from pyarrow import parquet

    numbers = ("template", "index")
    schema = pyarrow.schema(
        [(name, pyarrow.int64() if name in numbers else pyarrow.string()) for name in names]
    )
    with parquet.ParquetWriter(
        file,
        schema,
        compression="zstd",
        use_dictionary=["template"],
        column_encoding={name: "DELTA_BYTE_ARRAY" for name in names if name not in numbers},
    ) as writer:
        # A group of rows is what a reader takes at once: a chunk alone would be a small one.
        waiting: list[Any] = []
        for rows in chunks:
            waiting.append(pyarrow.record_batch([list(rows.columns[name]) for name in names], schema=schema))
            if sum(batch.num_rows for batch in waiting) >= _GROUP:
                writer.write_table(pyarrow.Table.from_batches(waiting))
                waiting = []
        writer.write_table(pyarrow.Table.from_batches(waiting, schema))


def effect_rows(work: Work, scratch: Path) -> Iterator[Rows]:
    """The rows after the stages, in chunks. `scratch` is the folder for what memory cannot hold."""
    groups = work.recipe.groups()
    first = groups.pop(0) if groups and groups[0][0] in PER_LINE else ()
    chunks = in_processes(work, Made(work.combinations, work.recipe, first), work.jobs)
    for group in groups:
        chunks = _apply(group, chunks, work, scratch)
    return (rows for rows in chunks if rows.effect)


@dataclass(frozen=True)
class Made:
    """The rows of some ranges after stages of a single line: what a process is sent to do."""

    combinations: Combinations
    recipe: Recipe
    stages: tuple[str, ...]

    def __call__(self, spans: Iterable[Span]) -> Rows:
        return apply_stages(raw_rows(self.combinations, spans), self.stages, self.recipe)


def raw_rows(combinations: Combinations, spans: Iterable[Span]) -> Rows:
    """The rows of some ranges of positions before any stage."""
    template_column: list[int] = []
    index_column: list[int] = []
    bindings_column: list[str] = []
    effect_column: list[str] = []
    known: dict[tuple[Slot, int], str] = {}
    for start, stop in spans:
        effect_column += combinations.slice(start, stop)
        while start < stop:
            template, index = combinations.locate(start)
            until = min(stop - start, combinations.expander.count(template) - index)
            template_column += [template.location.line] * until
            index_column += range(index, index + until)
            bindings_column += _bindings(combinations, template, index, index + until, known)
            start += until
    return Rows(template_column, index_column, bindings_column, effect_column)


def _bindings(
    combinations: Combinations, template: Template, start: int, stop: int, known: dict[tuple[Slot, int], str]
) -> Iterator[str]:
    """The bindings of a range of one template's combinations."""
    expander = combinations.expander
    slots: dict[tuple[str, int, int], Slot] = {}
    for slot in template.slots:
        slots.setdefault(expander.grammar.variable(slot), slot)

    def cell(slot: Slot, digit: int) -> str:
        key = (slot, digit)
        if key not in known:
            if len(known) > _KNOWN:
                known.clear()
            pairs = dict(_named(combinations.binding(slot, digit), ""))
            known[key] = json.dumps(pairs, ensure_ascii=False)[1:-1]
        return known[key]

    *outer, last = slots.values() if slots else (None,)
    if last is None:
        yield from ["{}"] * (stop - start)
        return
    size = expander.size(last.name)
    while start < stop:
        # As long as only the last slot changes, the others are put together once.
        number, digit = divmod(start, size)
        until = min(size, digit + stop - start)
        cells = []
        for slot in reversed(outer):
            number, position = divmod(number, expander.size(slot.name))
            cells.append(cell(slot, position))
        head = "{" + "".join(f"{text}, " for text in reversed(cells))
        yield from [f"{head}{cell(last, position)}}}" for position in range(digit, until)]
        start += until - digit


def _named(binding: Binding, above: str) -> Iterator[tuple[str, str]]:
    name = above + binding.slot[1:-1]
    yield name, binding.text
    for inside in binding.inside:
        yield from _named(inside, f"{name}.")


def apply_stages(rows: Rows, stages: Sequence[str], recipe: Recipe) -> Rows:
    """The rows after stages of a single line: the effect changes, a dropped one takes its row along."""
    for stage in stages:
        if stage == "drop":
            rows = replace(rows, effect=drop(rows.effect, []))
            if recipe.phrases:
                unwanted = re.compile("|".join(map(re.escape, recipe.phrases))).search
                rows = rows.where([not unwanted(effect) for effect in rows.effect])
        else:
            rows = replace(rows, effect=polish(rows.effect, [stage], [], recipe.rules))
    return rows


def _apply(group: tuple[str, ...], chunks: Iterator[Rows], work: Work, scratch: Path) -> Iterator[Rows]:
    if group[0] in PER_LINE:
        return (apply_stages(rows, group, work.recipe) for rows in chunks)
    sort, once = "sort" in group, "dedupe" in group
    if work.total > IN_MEMORY and is_needed(work.total):
        columns = order((list(rows.columns.values()) for rows in chunks), COLUMNS, sort, once, scratch)
        return (Rows(*chunk) for chunk in columns)
    if once:
        chunks = unseen(chunks)
    return _sorted(chunks) if sort else chunks


def unseen(chunks: Iterable[Rows]) -> Iterator[Rows]:
    """The first row of each effect."""
    seen: set[str] = set()
    for rows in chunks:
        fresh = []
        for effect in rows.effect:
            fresh.append(effect not in seen)
            seen.add(effect)
        yield rows.where(fresh)


def _sorted(chunks: Iterable[Rows]) -> Iterator[Rows]:
    rows = [row for chunk in chunks for row in zip(*chunk.columns.values(), strict=True)]
    rows.sort(key=operator.itemgetter(3))
    return (Rows(*zip(*some, strict=True)) for some in chunked(rows, CHUNK))
