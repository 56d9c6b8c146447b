"""The rows of a long list in chunks: made from ranges of positions, taken through the stages, ordered; and
the list as text, CSV or Parquet.

A row has a cell for each column. A text list has only the column `effect`, a table also where it comes from:
`template` is the line of the template in its file, `index` the position among that template's combinations
(from 0), `bindings` the values chosen, as a JSON object: `{"units": "two air units", "units.type": "air"}`,
where `units.type` is the <type> inside the value of <units>.
"""

from __future__ import annotations

import functools
import itertools
import operator
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO

from cardtools.effects.combinations import Binding, Combinations, EffectPlan, IndexRange, NumberedTemplate
from cardtools.effects.grammar import Slot
from cardtools.effects.large.ordering import first_of_each, merge_sort
from cardtools.effects.polish import PER_LINE, RowColumns
from cardtools.ground.errors import CardtoolsError
from cardtools.ground.optional_packages import optional
from cardtools.ground.processes import in_order

TABLE = ("template", "index", "bindings", "effect")
TEXT = ("effect",)
CHUNK = 20_000  # rows that go through the stages together
_KNOWN = 100_000  # bindings of a slot that are kept
_GROUP = 100_000  # rows of a group of a Parquet file, at least


def effect_rows(plan: EffectPlan, names: tuple[str, ...]) -> Iterator[RowColumns]:
    """The rows after all stages, in chunks."""
    groups = plan.stages.groups()
    first = groups.pop(0) if groups and groups[0][0] in PER_LINE else ()
    jobs = plan.jobs if plan.total > CHUNK else 1
    parts = cut_ranges(plan.ranges, CHUNK)
    chunks = in_order(functools.partial(make_rows, plan, names, first), parts, jobs)
    return _finish(chunks, groups, plan, names)


def _finish(
    chunks: Iterator[RowColumns], groups: Sequence[Sequence[str]], plan: EffectPlan, names: tuple[str, ...]
) -> Iterator[RowColumns]:
    for group in groups:
        if group[0] in PER_LINE:
            chunks = map(plan.stages.only(*group).polish_rows, chunks)
        else:
            chunks = ordered(chunks, names, "sort" in group, "dedupe" in group, plan.scratch)
    return (rows for rows in chunks if rows["effect"])


def make_rows(
    plan: EffectPlan, names: tuple[str, ...], stages: Sequence[str], spans: Sequence[IndexRange]
) -> RowColumns:
    """The rows of some ranges of positions after stages of a single line."""
    combinations = plan.combinations
    rows: RowColumns = {"effect": [text for span in spans for text in combinations.slice(*span)]}
    if names == TABLE:
        rows = {**_origins(combinations, spans), **rows}
    return plan.stages.only(*stages).polish_rows(rows)


def ordered(
    chunks: Iterable[RowColumns], names: tuple[str, ...], sort: bool, once: bool, scratch: Path | None
) -> Iterator[RowColumns]:
    """The rows sorted by effect, or in the order they came; `once`: the first of each effect only."""
    rows: Iterator[tuple[Any, ...]] = (row for chunk in chunks for row in zip(*chunk.values(), strict=True))
    effect = operator.itemgetter(names.index("effect"))
    rows = first_of_each(rows, effect, scratch) if once else rows
    rows = merge_sort(rows, effect, scratch) if sort else rows
    while some := list(itertools.islice(rows, CHUNK)):
        yield dict(zip(names, zip(*some, strict=True), strict=True))


def _origins(combinations: Combinations, spans: Iterable[IndexRange]) -> RowColumns:
    """Where the combinations of some ranges come from, column by column."""
    template_column: list[int] = []
    index_column: list[int] = []
    bindings_column: list[str] = []
    known: dict[tuple[Slot, int], str] = {}
    for template, start, stop in itertools.chain.from_iterable(combinations.ranges(*span) for span in spans):
        template_column += [template.location.line] * (stop - start)
        index_column += range(start, stop)
        bindings_column += _bindings(combinations.numbered(template), start, stop, known)
    return {"template": template_column, "index": index_column, "bindings": bindings_column}


def _bindings(
    template: NumberedTemplate, start: int, stop: int, known: dict[tuple[Slot, int], str]
) -> Iterator[str]:
    import json  # takes a millisecond, and a text list has no bindings

    def cell(slot: Slot, digit: int) -> str:
        key = (slot, digit)
        if key not in known:
            if len(known) > _KNOWN:
                known.clear()
            pairs = dict(_named(template.combinations.binding(slot, digit), ""))
            known[key] = json.dumps(pairs, ensure_ascii=False)[1:-1]
        return known[key]

    if not template.slots:
        yield from ["{}"] * (stop - start)
        return
    *outer, last = template.slots
    while start < stop:
        # As long as only the last slot changes, the others are joined once.
        *digits, digit = template.digits(start)
        until = min(template.sizes[-1], digit + stop - start)
        head = "{" + "".join(f"{cell(*pair)}, " for pair in zip(outer, digits, strict=True))
        yield from [f"{head}{cell(last, position)}}}" for position in range(digit, until)]
        start += until - digit


def _named(binding: Binding, above: str) -> Iterator[tuple[str, str]]:
    name = above + binding.slot[1:-1]
    yield name, binding.text
    for inside in binding.inside:
        yield from _named(inside, f"{name}.")


def cut_ranges(spans: Iterable[IndexRange], size: int) -> Iterator[list[IndexRange]]:
    """The ranges cut and gathered into lists of `size` positions, the last one shorter."""
    gathered: list[IndexRange] = []
    room = size
    for start, stop in spans:
        while start < stop:
            taken = min(room, stop - start)
            gathered.append((start, start + taken))
            start, room = start + taken, room - taken
            if not room:
                yield gathered
                gathered, room = [], size
    if gathered:
        yield gathered


def text_blocks(plan: EffectPlan) -> Iterator[bytes]:
    """The effects as text, each ended by a line end. On the disk, the list goes through the graph of its
    lines (`large.graph`) as far as that can be proved to give the same: a tenth of the time and of the
    memory.
    """
    if plan.place == "memory":
        return iter(["".join([f"{effect}\n" for effect in plan.effects()]).encode()])
    from cardtools.effects.large.graph import graph_of

    graph, groups = graph_of(plan)
    if graph is None:
        chunks = effect_rows(plan, TEXT)
    elif not groups:
        return graph.blocks()
    else:
        texts = (block.decode().split("\n")[:-1] for block in graph.blocks())
        chunks = _finish(({"effect": lines} for lines in texts), groups, plan, TEXT)
    return ("".join([f"{effect}\n" for effect in rows["effect"]]).encode() for rows in chunks)


def check_positions(plan: EffectPlan) -> None:
    """Raise CardtoolsError where positions are too large for a column of numbers."""
    if plan.combinations.total >= 1 << 63:
        message = f"{plan.combinations.total:,} combinations: positions above 2^63 fit no table"
        raise CardtoolsError(f"{message}\n  help: write text, which needs no positions")


def csv_blocks(plan: EffectPlan) -> Iterator[bytes]:
    """The table as CSV."""
    from cardtools.ground.tables.csv_document import format_csv

    header = format_csv(TABLE, [])
    yield header.encode()
    for rows in effect_rows(plan, TABLE):
        yield format_csv(TABLE, zip(*rows.values(), strict=True))[len(header) :].encode()


def write_parquet(file: BinaryIO, chunks: Iterable[RowColumns], names: Sequence[str] = TABLE) -> int:
    """Write the rows as Parquet; how many there are. Texts that begin as the one before take little room."""
    pyarrow, parquet = optional("pyarrow", "Parquet"), optional("pyarrow.parquet", "Parquet")
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
        # A reader takes a group of rows at once, so small chunks are gathered.
        waiting: list[Any] = []
        count = 0
        for rows in chunks:
            count += len(rows["effect"])
            waiting.append(pyarrow.record_batch([list(rows[name]) for name in names], schema=schema))
            if sum(batch.num_rows for batch in waiting) >= _GROUP:
                writer.write_table(pyarrow.Table.from_batches(waiting))
                waiting = []
        writer.write_table(pyarrow.Table.from_batches(waiting, schema))
    return count
