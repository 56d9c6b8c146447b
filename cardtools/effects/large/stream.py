"""Long effect lists as text in bounded memory: the same lines as the plan's `effects` gives, in blocks.

The list goes through the graph of its lines (`graph`) as far as possible, which sorts the templates instead
of the lines. Stages for which that cannot be proved to give the same are done on the lines, chunk by chunk
(`rows`).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from cardtools.effects.fragments import FragmentStages, InapplicableError
from cardtools.effects.large.graph import LineGraph, in_order, spread, through
from cardtools.effects.large.rows import TEXT, RowColumns, effect_rows, finish
from cardtools.effects.list_plan import EffectPlan
from cardtools.effects.polish import PER_LINE

# The graph pays where it has much fewer labels than there are lines; more than the second would fill memory.
_LINES_A_LABEL, _LABELS = 4, 1_500_000


def blocks(plan: EffectPlan, scratch: Path | None) -> Iterator[bytes]:
    """The effects as text, each ended by a line end. `scratch` is the folder for what memory cannot hold."""
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


def graph_of(plan: EffectPlan) -> tuple[LineGraph | None, list[tuple[str, ...]]]:
    """The graph of the effects after as many groups of stages as it can do, and the groups left.

    None where a graph would be of no use.
    """
    left = plan.groups()
    graph = None
    if plan.spans is not None:
        return None, left
    budget = int(min(plan.total // _LINES_A_LABEL, _LABELS))
    try:
        graph = spread(plan.combinations, budget)
        while left:
            if left[0][0] in PER_LINE:
                graph = through(graph, FragmentStages(left[0], plan.phrases, plan.replacements), budget)
            elif any("sort" in group for group in left):
                # De-duplicating may sort as well, since the order is made later.
                graph = in_order(graph, "dedupe" in left[0], budget)
            else:
                break  # The first of equal lines stays where it is: the graph does not know where that was.
            if "sort" in left.pop(0):
                break
    except (InapplicableError, RecursionError):
        pass  # What is done is right; the plain stages do the rest.
    return graph, left
