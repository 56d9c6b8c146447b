"""Effect lists of any length in bounded memory: the same lines as `polish` gives, in blocks.

Three ways, the first that fits. A short list is done in memory. A long one goes through the graph of its
lines (`lattice`), which sorts the templates instead of the lines. Where that cannot be proved to give the
same, the lines go in chunks through the plain stages, and an embedded engine sorts and de-duplicates what is
too much for memory (`external`).
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from cardtools.effects.combinations import Combinations
from cardtools.effects.polish import polish
from cardtools.errors import CardtoolsError
from cardtools.files import write_stream

if TYPE_CHECKING:
    from cardtools.effects.large.lattice import Lattice

PER_LINE = ("drop", "replace", "agree", "capitalise")  # the stages that look at one line at a time

SHORT = 20_000  # lists up to this are done in memory at once
IN_MEMORY = 1_000_000  # lists up to this are sorted and de-duplicated in memory
CHUNK = 20_000  # lines that go through the plain stages together
# The graph pays where it has much fewer labels than there are lines; more than the second would fill memory.
_LINES_A_LABEL, _LABELS = 4, 1_500_000

Span = tuple[int, int]
T = TypeVar("T")


@dataclass(frozen=True)
class Recipe:
    """What becomes of the combinations: the stages in order, removals and replacements (decision G1)."""

    stages: tuple[str, ...]
    phrases: Sequence[str] = ()
    rules: dict[str, str] = field(default_factory=dict)

    def groups(self) -> list[tuple[str, ...]]:
        """The stages that count, those done together as one: stages of a single line, and ordering.

        Of several `sort` only the last decides the order, since what lies between is the same for equal
        lines; of several `dedupe` only the last decides what is left, for the same reason.
        """
        stages = list(self.stages)
        for name in ("sort", "dedupe"):
            for _ in range(stages.count(name) - 1):
                stages.remove(name)
        return [tuple(group) for _, group in itertools.groupby(stages, PER_LINE.__contains__)]


@dataclass(frozen=True)
class Work:
    """Which combinations (ranges of positions; all of them by default), and what becomes of them."""

    combinations: Combinations
    recipe: Recipe
    spans: tuple[Span, ...] | None = None
    jobs: int = 1

    @property
    def total(self) -> int:
        """How many combinations there are before the stages."""
        return sum(stop - start for start, stop in self.ranges)

    @property
    def ranges(self) -> tuple[Span, ...]:
        """The ranges of positions."""
        return ((0, self.combinations.total),) if self.spans is None else self.spans

    def texts(self) -> list[str]:
        """The combinations as a list."""
        if self.spans is None:
            return list(self.combinations)
        return [text for span in self.spans for text in self.combinations.slice(*span)]


def write_effects(path: Path, work: Work) -> int:
    """Write the effects, one a line, whole or not at all; how many there are.

    Raises OutputError where the file cannot be written.
    """
    count = 0

    def counted() -> Iterator[bytes]:
        nonlocal count
        for block in blocks(work, path.parent):
            count += block.count(b"\n")
            yield block

    write_stream(path, counted())
    return count


def blocks(work: Work, scratch: Path) -> Iterator[bytes]:
    """The effects as text, each ended by a line end. `scratch` is the folder for what memory cannot hold."""
    graph, groups = graph_of(work)
    if graph is not None and not groups:
        return graph.blocks()
    chunks = _lines(work, graph, groups, scratch)
    return ("".join(f"{line}\n" for line in chunk).encode() for chunk in chunks if chunk)


def lines(work: Work, scratch: Path | None = None) -> Iterator[list[str]]:
    """The effects in lists, for those who go on with them. `scratch`: as for `blocks`."""
    return _lines(work, *graph_of(work), scratch)


def _lines(
    work: Work, graph: Lattice | None, groups: list[tuple[str, ...]], scratch: Path | None
) -> Iterator[list[str]]:
    recipe = work.recipe
    if work.total <= SHORT:
        return iter([polish(work.texts(), recipe.stages, recipe.phrases, recipe.rules)])
    if graph is not None:
        chunks: Iterator[list[str]] = (block.decode().split("\n")[:-1] for block in graph.blocks())
    else:
        first = groups.pop(0) if groups and groups[0][0] in PER_LINE else ()
        chunks = in_processes(work, _Polished(work, first), work.jobs)
    for group in groups:
        chunks = _apply(group, chunks, work, scratch)
    return chunks


def graph_of(work: Work) -> tuple[Lattice | None, list[tuple[str, ...]]]:
    """The graph of the effects after as many of the groups of stages as it can do, and the groups left.

    None where a graph would be of no use.
    """
    left = work.recipe.groups()
    if work.total <= SHORT or work.spans is not None:
        return None, left
    from cardtools.effects.fragments import Chain, InapplicableError
    from cardtools.effects.large.lattice import in_order, spread, through

    budget = int(min(work.total // _LINES_A_LABEL, _LABELS))
    recipe = work.recipe
    graph = None
    try:
        graph = spread(work.combinations.templates, work.combinations.expander, budget)
        while left:
            if left[0][0] in PER_LINE:
                graph = through(graph, Chain(left[0], recipe.phrases, recipe.rules), budget)
            elif any("sort" in group for group in left):
                # De-duplicating may sort as well, since the order is made later.
                graph = in_order(graph, "dedupe" in left[0], budget)
            else:
                break  # The first of equal lines stays where it is: the graph does not know where that was.
            if "sort" in left.pop(0):
                break
    except InapplicableError:
        pass  # What is done is right; the plain stages do the rest.
    return graph, left


def _apply(
    group: tuple[str, ...], chunks: Iterator[list[str]], work: Work, scratch: Path | None
) -> Iterator[list[str]]:
    recipe = work.recipe
    if group[0] in PER_LINE:
        return (polish(chunk, group, recipe.phrases, recipe.rules) for chunk in chunks)
    if work.total > IN_MEMORY:
        from cardtools.effects.large.external import is_needed, order

        if is_needed(work.total):
            columns = order(
                ((chunk,) for chunk in chunks), ("effect",), "sort" in group, "dedupe" in group, scratch
            )
            return (list(effects) for (effects,) in columns)
    if "dedupe" in group:
        chunks = _unseen(chunks)
    return chunked(sorted(itertools.chain.from_iterable(chunks)), CHUNK) if "sort" in group else chunks


def _unseen(chunks: Iterable[list[str]]) -> Iterator[list[str]]:
    seen: set[str] = set()
    for chunk in chunks:
        fresh = [line for line in dict.fromkeys(chunk) if line not in seen]
        seen.update(fresh)
        yield fresh


def chunked(items: Iterable[T], size: int) -> Iterator[list[T]]:
    """The items in lists of `size`, the last one shorter."""
    source = iter(items)
    while chunk := list(itertools.islice(source, size)):
        yield chunk


def pieces(spans: Iterable[Span], size: int) -> Iterator[list[Span]]:
    """The ranges cut and gathered so that each list of them has `size` positions, the last one fewer."""
    piece: list[Span] = []
    room = size
    for start, stop in spans:
        while start < stop:
            taken = min(room, stop - start)
            piece.append((start, start + taken))
            start, room = start + taken, room - taken
            if not room:
                yield piece
                piece, room = [], size
    if piece:
        yield piece


class _Polished:
    """The effects of some ranges after stages of a single line: what a process is sent to do."""

    def __init__(self, work: Work, stages: tuple[str, ...]) -> None:
        self.combinations, self.recipe, self.stages = work.combinations, work.recipe, stages

    def __call__(self, spans: Sequence[Span]) -> list[str]:
        lines = [line for span in spans for line in self.combinations.slice(*span)]
        return polish(lines, self.stages, self.recipe.phrases, self.recipe.rules)


def in_processes(work: Work, make: Callable[[Sequence[Span]], T], jobs: int) -> Iterator[T]:
    """What `make` gives for each piece of the ranges, in order; with several jobs in as many processes."""
    if jobs == 1 or work.total <= SHORT:
        yield from map(make, pieces(work.ranges, CHUNK))
        return
    import multiprocessing
    from collections import deque
    from concurrent.futures import Future, ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    # Spawned, not forked: the engine that orders the lines has threads by then.
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, spawn, initializer=_receive, initargs=(make,)) as pool:
        running: deque[Future[T]] = deque()
        try:
            for piece in pieces(work.ranges, CHUNK):
                running.append(pool.submit(_make, piece))
                if len(running) > 2 * jobs:  # no more than these are waiting to be written
                    yield running.popleft().result()
            while running:
                yield running.popleft().result()
        except BrokenProcessPool:
            raise CardtoolsError("one of the --jobs processes was ended from outside") from None
        finally:
            pool.shutdown(cancel_futures=True)


# What this process makes; set once when it starts, since it is far larger than a range.
_received: list[Callable[[Sequence[Span]], Any]] = []


def _receive(make: Callable[[Sequence[Span]], Any]) -> None:
    _received[:] = [make]


def _make(piece: Sequence[Span]) -> Any:
    return _received[0](piece)
