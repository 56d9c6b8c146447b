"""Effects with where they come from, as CSV or Parquet: template, index, bindings, effect.

`template` is the line of the template in its file, `index` the position among that template's combinations
(from 0), `bindings` the values chosen, as a JSON object: `{"units": "two air units", "units.type": "air"}`,
where `units.type` is the <type> inside the value of <units>.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO

from cardtools.effects.large.rows import TABLE, effect_rows
from cardtools.effects.list_plan import EffectPlan
from cardtools.effects.polish import RowColumns
from cardtools.ground.errors import CardtoolsError
from cardtools.ground.optional_packages import optional
from cardtools.ground.tables.csv_document import format_csv

_GROUP = 100_000  # rows of a group of a Parquet file, at least


def check_positions(plan: EffectPlan) -> None:
    """Raise CardtoolsError where positions are too large for a column of numbers."""
    if plan.combinations.total >= 1 << 63:
        message = f"{plan.combinations.total:,} combinations: positions above 2^63 fit no table"
        raise CardtoolsError(f"{message}\n  help: write text, which needs no positions")


def csv_blocks(plan: EffectPlan, scratch: Path | None) -> Iterator[bytes]:
    """The table as CSV. `scratch` is the folder for what memory cannot hold."""
    header = format_csv(TABLE, [])
    yield header.encode()
    for rows in effect_rows(plan, TABLE, scratch):
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
