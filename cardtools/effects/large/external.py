"""Sorting and de-duplicating what memory cannot hold: duckdb, with a memory limit, in a folder of its own."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from cardtools.errors import CardtoolsError, OutputError
from cardtools.files import iter_lines, replacing, shown

# Without the engine lists up to this are ordered in memory; it takes about 3 GB.
AT_MOST = 10_000_000
# Text files of fewer bytes are sorted in memory.
LARGE_FILE = 100_000_000
# One thread: each needs room of its own, and then little is left for the lines.
_MEMORY, _THREADS = "192MB", 1
# Rows taken from the engine at once: they are held three times over, on their way to texts.
_BATCH = 8_192


def require(extra: str, what: str, *modules: str) -> None:
    """Raise CardtoolsError naming the extra unless the modules are installed."""
    missing = [module for module in modules if find_spec(module) is None]
    if missing:
        raise CardtoolsError(
            f"{what} needs {' and '.join(missing)}\n  help: pip install 'cardtools[{extra}]'"
        )


def is_needed(lines: int) -> bool:
    """Whether the engine orders this many lines: yes where it is installed, in memory up to a bound else.

    Raises CardtoolsError where they are too many to do without it.
    """
    if find_spec("duckdb") and find_spec("pyarrow"):
        return True
    if lines > AT_MOST:
        require("large", f"ordering {lines:,} lines, too many for memory,", "duckdb", "pyarrow")
    return False


def order(
    chunks: Iterable[Sequence[Sequence[Any]]],
    names: Sequence[str],
    sort: bool,
    once: bool,
    scratch: Path | None,
) -> Iterator[list[list[Any]]]:
    """Rows, in chunks of columns, sorted by `effect` or in the order they came; `once`: the first of each
    effect only. Equal effects stay in the order they came.

    `scratch` is the folder whose disk holds what memory cannot. Raises OutputError when it is full.
    """
    import pyarrow

    types = {"template": pyarrow.int64(), "index": pyarrow.int64()}
    schema = pyarrow.schema(
        [(name, types.get(name, pyarrow.string())) for name in names] + [("place", pyarrow.int64())]
    )

    failed: list[Exception] = []

    def batches() -> Iterator[Any]:
        place = 0
        try:
            for columns in chunks:
                length = len(columns[0])
                yield pyarrow.record_batch([*columns, range(place, place + length)], schema=schema)
                place += length
        except Exception as error:
            failed.append(error)  # the engine would tell of it as of its own
            raise

    with connect(scratch, failed) as database:
        database.register("arrived", pyarrow.RecordBatchReader.from_batches(schema, batches()))
        chosen = ", ".join(f'"{name}"' for name in names)
        by = "effect, place" if sort else "place"
        source = "arrived"
        if once:
            firsts = "".join(f', arg_min("{name}", place) "{name}"' for name in names if name != "effect")
            source = f"(SELECT effect, min(place) place{firsts} FROM arrived GROUP BY effect)"
        result = database.sql(f"SELECT {chosen} FROM {source} ORDER BY {by}")
        for batch in result.to_arrow_reader(_BATCH):
            yield [column.to_pylist() for column in batch.columns]


def order_file(source: Path, output: Path, sort: bool, once: bool) -> int | None:
    """Sort or de-duplicate the lines of a large text file (blank ones dropped); how many are written.

    None where the file is small enough for memory, or the engine is not installed. Raises InputError and
    OutputError as reading and writing do.
    """
    if not source.is_file() or source.stat().st_size < LARGE_FILE or not is_needed(0):
        return None
    written = 0
    with replacing(output) as file:
        parts = ([part] for part in iter_lines(source) if part)
        for (lines,) in order(parts, ["effect"], sort, once, output.parent):
            file.write("".join(f"{line}\n" for line in lines).encode("utf-8"))
            written += len(lines)
    return written


@contextmanager
def connect(scratch: Path | None, failed: Sequence[Exception] = ()) -> Iterator[Any]:
    """A database in memory whose overflow goes to a folder in `scratch` that is removed at the end.

    Raises OutputError where the disk is too full for that, and the first of `failed` if there is one: what
    went wrong in that which the database reads.
    """
    import duckdb

    with tempfile.TemporaryDirectory(prefix=".cardtools-", dir=scratch) as folder:
        database = duckdb.connect(
            config={
                "memory_limit": _MEMORY,
                "threads": _THREADS,
                "temp_directory": folder,
                "preserve_insertion_order": False,
            }
        )
        try:
            yield database
        except (duckdb.Error, OSError) as error:
            # What goes wrong while the result is read comes as OSError.
            if failed:
                raise failed[0] from None
            if not isinstance(error, (duckdb.IOException, duckdb.OutOfMemoryException, OSError)):
                raise
            reason = str(error).split("\n")[0]
            raise OutputError(
                f"{shown(Path(folder).parent)}: not enough room to order the lines: {reason}"
            ) from None
        finally:
            database.close()
