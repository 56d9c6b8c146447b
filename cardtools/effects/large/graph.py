"""All lines of a template list as one acyclic graph: as small as the templates, however long the list.

A line is a path from the root to the end: the labels on the path, joined. The stages are applied to the
graph: `through` applies them to its labels, `in_order` sorts and de-duplicates it. The result is written in
blocks; an ending that many lines share is put together once. No line is looked at alone.

The graph pays where there are far fewer labels than lines. Where there are not, because texts are ambiguous
in too many ways (each list of values a part of another), InapplicableError is raised, or RecursionError for a
sentence of hundreds of parts, and the lines are done one by one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardtools.effects.combinations import Combinations, EffectPlan
from cardtools.effects.fragments import FragmentStages, FragmentState, InapplicableError
from cardtools.effects.grammar import Slot, Template
from cardtools.effects.polish import PER_LINE

GraphEdge = tuple[str, int]

# Endings longer than this (in bytes) are joined again each time, and at most this many bytes are kept.
_ENDING, _KEPT = 1 << 16, 1 << 26
_BLOCK = 1 << 20
# The graph pays where it has much fewer labels than there are lines; more than the second would fill memory.
_LINES_A_LABEL, _LABELS = 4, 1_500_000


class LineGraph:
    """The graph: for each node, how often a line ends there and the labels that lead on, in order. A node is
    made after those it leads to, and equal ones are one. Raises InapplicableError for more than `budget`
    labels.
    """

    def __init__(self, budget: int) -> None:
        self.budget = budget
        self.ends: list[int] = []
        self.edges: list[tuple[GraphEdge, ...]] = []
        self.root = -1
        self._known: dict[tuple[int, tuple[GraphEdge, ...]], int] = {}

    def node(self, ends: int, edges: Sequence[GraphEdge]) -> int:
        """The node with these labels."""
        key = (ends, tuple(edges))
        if key not in self._known:
            self.spend(len(edges))
            self._known[key] = len(self.ends)
            self.ends.append(ends)
            self.edges.append(key[1])
        return self._known[key]

    def spend(self, labels: int) -> None:
        """Subtract labels from the budget."""
        self.budget -= labels + 1
        if self.budget < 0:
            raise InapplicableError("the lines have too little in common")

    def totals(self) -> tuple[list[int], list[int]]:
        """For each node, the number of lines behind it and their bytes in UTF-8."""
        lines: list[int] = []
        sizes: list[int] = []
        for ends, edges in zip(self.ends, self.edges, strict=True):
            lines.append(ends + sum(lines[target] for _, target in edges))
            sizes.append(sum(sizes[target] + len(label.encode()) * lines[target] for label, target in edges))
        return lines, sizes

    def finished(self, root: int) -> LineGraph:
        """The graph with its root; no node may be added after this."""
        self.root = root
        self._known = {}
        return self

    @property
    def total(self) -> int:
        """The number of lines."""
        return self.totals()[0][self.root]

    def blocks(self) -> Iterator[bytes]:
        """The lines in order, each ended by a line end, in blocks of about a megabyte."""
        lines, sizes = self.totals()
        uses = [0] * len(lines)
        for edges in self.edges:
            for _, target in edges:
                uses[target] += 1
        kept: dict[int, bytes] = {}
        room = _KEPT

        def ending(node: int) -> bytes:
            """The lines behind a node, joined by line ends."""
            nonlocal room
            if node in kept:
                return kept[node]
            parts = [b"\n" * (self.ends[node] - 1)] if self.ends[node] else []
            parts += [begin(label.encode(), target) for label, target in self.edges[node] if lines[target]]
            text = b"\n".join(parts)
            if uses[node] > 1 and len(text) <= room:
                room -= len(text)
                kept[node] = text
            return text

        def begin(label: bytes, node: int) -> bytes:
            text = ending(node)
            return label + text.replace(b"\n", b"\n" + label) if label else text

        out: list[bytes] = []
        length = 0
        stack = [(b"", self.root)]
        while stack:
            prefix, node = stack.pop()
            if not lines[node]:
                continue
            if sizes[node] + lines[node] <= _ENDING:
                out += [begin(prefix, node), b"\n"]
                length += len(out[-2])
            else:
                out.append((prefix + b"\n") * self.ends[node])
                stack += [(prefix + label.encode(), target) for label, target in reversed(self.edges[node])]
            if length > _BLOCK:
                yield b"".join(out)
                out, length = [], 0
        if out:
            yield b"".join(out)


def graph_of(plan: EffectPlan) -> tuple[LineGraph | None, list[tuple[str, ...]]]:
    """The graph after as many groups of stages as it can do (None: it is of no use), and the groups left."""
    left = plan.stages.groups()
    graph = None
    if plan.spans is not None:
        return None, left
    budget = int(min(plan.total // _LINES_A_LABEL, _LABELS))
    try:
        graph = spread(plan.combinations, budget)
        while left:
            if left[0][0] in PER_LINE:
                graph = through(graph, FragmentStages(plan.stages.only(*left[0])), budget)
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


def spread(combinations: Combinations, budget: int) -> LineGraph:
    """The graph of all combinations, in the documented order, repeated lines included."""
    graph = LineGraph(budget)
    grammar = combinations.grammar
    values: dict[tuple[str, int, int], tuple[GraphEdge, ...]] = {}

    def choices(slot: Slot, after: int) -> tuple[GraphEdge, ...]:
        """The labels of a slot whose value is used nowhere else."""
        key = (slot.name, slot.offset, after)
        if key not in values:
            nested = grammar.values.get(slot.name, ())
            if slot.offset or not any(value.slots for value in nested):
                graph.spend(grammar.size(slot.name))
                values[key] = tuple((text, after) for text in grammar.texts(slot))
            else:
                values[key] = tuple(edge for value in nested for edge in begin(value, after))
        return values[key]

    def begin(template: Template, after: int) -> tuple[GraphEdge, ...]:
        """The labels that a template begins with, before the node `after`."""
        numbered = combinations.numbered(template)
        known: dict[tuple[int, tuple[tuple[int, int], ...]], int] = {}

        def go(at: int, chosen: tuple[tuple[int, int], ...]) -> tuple[GraphEdge, ...]:
            """The labels from a part on, where the values `chosen` are settled and still needed."""
            part, variable = template.parts[at], numbered.variables[at]

            def follow(settled: tuple[tuple[int, int], ...]) -> int:
                if at + 1 == len(template.parts):
                    return after
                key = (at + 1, settled)
                if key not in known:
                    known[key] = graph.node(0, go(*key))
                return known[key]

            if isinstance(part, str):
                return ((part, follow(chosen)),)
            is_last = numbered.last[variable] == at
            picked = dict(chosen)
            if is_last and variable not in picked:
                return choices(part, follow(chosen))
            if numbered.sizes[variable] > budget:
                raise InapplicableError("a value of a very long list is used twice in a sentence")
            texts = grammar.texts(part)
            picks = [picked.pop(variable)] if variable in picked else range(len(texts))
            rest = tuple(picked.items())
            graph.spend(len(picks))
            return tuple(
                (texts[pick], follow(rest if is_last else (*rest, (variable, pick)))) for pick in picks
            )

        return go(0, ())

    end = graph.node(1, ())
    return graph.finished(
        graph.node(0, [edge for template in combinations.templates for edge in begin(template, end)])
    )


def through(source: LineGraph, stages: FragmentStages, budget: int) -> LineGraph:
    """The graph of what the stages make of the lines, in the same order."""
    graph = LineGraph(budget)
    nodes: dict[tuple[int, FragmentState], int] = {}
    steps: dict[tuple[str, FragmentState], tuple[FragmentState, str] | None] = {}
    end = graph.node(1, ())

    def go(node: int, state: FragmentState) -> int:
        key = (node, state)
        if key in nodes:
            return nodes[key]
        ends, edges = 0, []
        if source.ends[node]:
            rest = stages.finish(state)
            if rest:
                edges += [(rest, end)] * source.ends[node]
            elif rest is not None:
                ends = source.ends[node]
        graph.spend(len(source.edges[node]))
        for label, target in source.edges[node]:
            step = (label, state)
            if step not in steps:
                steps[step] = stages.step(state, label)
            result = steps[step]
            if result is not None:
                after = go(target, result[0])
                if graph.ends[after] or graph.edges[after]:
                    edges.append((result[1], after))
        nodes[key] = graph.node(ends, edges)
        return nodes[key]

    return graph.finished(go(source.root, stages.start))


def in_order(source: LineGraph, once: bool, budget: int) -> LineGraph:
    """The graph with its lines sorted by code point, each on one path; `once`: each line once. A node stands
    for all places of the source that the same beginning leads to: the rest of a label, the node behind it,
    and the number of paths there.
    """
    graph = LineGraph(budget)
    nodes: dict[tuple[tuple[str, int, int], ...], int] = {}

    def go(places: tuple[tuple[str, int, int], ...]) -> int:
        if places in nodes:
            return nodes[places]
        ends = 0
        ahead: list[tuple[str, int, int]] = []
        stack = list(places)
        while stack:
            rest, node, paths = stack.pop()
            if rest:
                ahead.append((rest, node, paths))
                continue
            ends += paths * source.ends[node]
            graph.spend(len(source.edges[node]))
            for label, target in source.edges[node]:
                (ahead if label else stack).append((label, target, paths))
        groups: list[tuple[str, dict[tuple[str, int], int]]] = []
        for rest, node, paths in sorted(ahead):
            # A label and all labels that start with it are adjacent, since they are sorted.
            if not groups or not rest.startswith(groups[-1][0]):
                groups.append((rest, {}))
            label, merged = groups[-1]
            place = (rest[len(label) :], node)
            merged[place] = 1 if once else merged.get(place, 0) + paths
        edges = []
        for label, merged in groups:
            edges.append((label, go(tuple((*place, merged[place]) for place in sorted(merged)))))
        nodes[places] = graph.node(min(ends, 1) if once else ends, edges)
        return nodes[places]

    return graph.finished(go((("", source.root, 1),)))
