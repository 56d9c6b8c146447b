"""The effect list as text in blocks, made in memory or on the disk, as its plan says.

On the disk, the list goes through the graph of its lines (`large.graph`) as far as possible, which sorts the
templates instead of the lines: a tenth of the time and of the memory for a million lines. Stages for which
that cannot be proved to give the same are done on the lines, chunk by chunk (`large.rows`).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from cardtools.effects.list_plan import EffectPlan
from cardtools.effects.polish import RowColumns


def text_blocks(plan: EffectPlan, scratch: Path | None = None) -> Iterator[bytes]:
    """The effects as text, each ended by a line end. `scratch` is the folder for what memory cannot hold."""
    if plan.place == "memory":
        return iter(["".join([f"{effect}\n" for effect in plan.effects()]).encode()])
    from cardtools.effects.large.graph import graph_of
    from cardtools.effects.large.rows import TEXT, effect_rows, finish

    graph, groups = graph_of(plan)
    if graph is None:
        chunks = effect_rows(plan, TEXT, scratch)
    elif not groups:
        return graph.blocks()
    else:
        lines: Iterator[RowColumns] = (
            {"effect": block.decode().split("\n")[:-1]} for block in graph.blocks()
        )
        chunks = finish(lines, groups, plan, TEXT, scratch)
    return ("".join([f"{effect}\n" for effect in rows["effect"]]).encode() for rows in chunks)
