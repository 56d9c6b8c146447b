"""Sorting and de-duplicating what memory cannot hold: sorted runs on disk, which are merged."""

from __future__ import annotations

import heapq
import itertools
import marshal
import operator
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from cardtools.ground.errors import OutputError
from cardtools.ground.io.files import shown
from cardtools.ground.io.temporary import open_new, temporary_folder

RUN, _CHARACTERS = 1_000_000, 300_000_000  # rows of a run and about their text, which are held in memory
_FILES = 200  # runs merged at once: each is an open file
_BATCH = 1_000  # rows written and read at once

# A row is made of texts and numbers: what `marshal` can write.
Row = TypeVar("Row")
SortKey = Callable[[Any], Any]


def merge_sort(
    rows: Iterable[Row], key: SortKey, scratch: Path | None, reverse: bool = False
) -> Iterator[Row]:
    """The rows sorted stably; more than RUN wait in a folder in `scratch`. Raises OutputError (disk full)."""
    source = iter(rows)
    run = _run(source, key, reverse)
    following = list(itertools.islice(source, 1))
    if not following:
        yield from run
        return
    source = itertools.chain(following, source)
    with temporary_folder(scratch) as folder:
        names = map(str, itertools.count())
        runs: list[Path] = []
        while run:
            runs.append(_write(Path(folder, next(names)), run))
            del run  # before the next one is made
            if len(runs) == _FILES:
                merged = heapq.merge(*map(_read, runs), key=key, reverse=reverse)
                runs = [_write(Path(folder, next(names)), merged)]
            run = _run(source, key, reverse)
        yield from heapq.merge(*map(_read, runs), key=key, reverse=reverse)


def _run(source: Iterator[Any], key: SortKey, reverse: bool) -> list[Any]:
    run: list[Any] = []
    size = 0
    while len(run) < RUN and size < _CHARACTERS:
        batch = list(itertools.islice(source, min(_BATCH, RUN - len(run))))
        if not batch:
            break
        run += batch
        size += len(batch) * len(str(key(batch[-1])))
    run.sort(key=key, reverse=reverse)
    return run


def first_of_each(rows: Iterable[Row], key: SortKey, scratch: Path | None) -> Iterator[Row]:
    """The first row of each key, in the order they came. Memory and errors are those of `merge_sort`."""
    source = iter(rows)
    seen = set()
    size = 0
    for row in source:
        if (text := key(row)) not in seen:
            seen.add(text)
            yield row
            size += len(str(text))
            if len(seen) == RUN or size > _CHARACTERS:
                break
    others = enumerate(row for row in source if key(row) not in seen)
    by_key = merge_sort(others, lambda pair: key(pair[1]), scratch)
    firsts = (next(same) for _, same in itertools.groupby(by_key, lambda pair: key(pair[1])))
    yield from (row for _, row in merge_sort(firsts, operator.itemgetter(0), scratch))


def _write(path: Path, rows: Iterable[Any]) -> Path:
    source = iter(rows)
    try:
        with open(path, "xb", opener=open_new) as file:
            while batch := list(itertools.islice(source, _BATCH)):
                marshal.dump(batch, file)
    except OSError as error:
        folder = shown(path.parent.parent)
        raise OutputError(f"{folder}: not enough room to order the lines: {error.strerror}") from None
    return path


def _read(path: Path) -> Iterator[Any]:
    with path.open("rb") as file:
        while True:
            try:
                yield from marshal.load(file)
            except EOFError:
                return
