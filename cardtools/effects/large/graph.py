"""All lines of a template list as one acyclic graph: as small as the templates, however long the list.

A line is a path from the root to the end: the labels on the path, joined. The stages are applied to the
graph: `through` applies them to its labels, `in_order` sorts and de-duplicates it. The result is written in
blocks; an ending that many lines share is put together once. No line is looked at alone.

The graph pays where there are far fewer labels than lines. Where there are not, because texts are ambiguous
in too many ways (each list of values a part of another), InapplicableError is raised, and the lines are done
one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from cardtools.effects.expand import Expander
from cardtools.effects.fragments import FragmentStages, InapplicableError, State
from cardtools.effects.grammar import Slot, Template

Edge = tuple[str, int]

# Endings longer than this (in bytes) are joined again each time, and at most this many bytes are kept.
_ENDING, _KEPT = 1 << 16, 1 << 26
_BLOCK = 1 << 20


class LineGraph:
    """The graph: for each node, how often a line ends there and the labels that lead on, in order.

    A node is made after the nodes it leads to, and equal nodes are one. Raises InapplicableError when more
    than `budget` labels are needed.
    """

    def __init__(self, budget: int) -> None:
        self.budget = budget
        self.ends: list[int] = []
        self.edges: list[tuple[Edge, ...]] = []
        self.root = -1
        self._known: dict[tuple[int, tuple[Edge, ...]], int] = {}

    def node(self, ends: int, edges: Sequence[Edge]) -> int:
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


def spread(templates: Sequence[Template], expander: Expander, budget: int) -> LineGraph:
    """The graph of all combinations, in the documented order, repeated lines included."""
    graph = LineGraph(budget)
    grammar = expander.grammar
    values: dict[tuple[str, int, int], tuple[Edge, ...]] = {}

    def choices(slot: Slot, after: int) -> tuple[Edge, ...]:
        """The labels of a slot whose value is used nowhere else."""
        key = (slot.name, slot.offset, after)
        if key not in values:
            nested = grammar.values.get(slot.name, ())
            if slot.offset or not any(value.slots for value in nested):
                graph.spend(expander.size(slot.name))
                values[key] = tuple((text, after) for text in expander.texts(slot))
            else:
                values[key] = tuple(edge for value in nested for edge in begin(value, after))
        return values[key]

    def begin(template: Template, after: int) -> tuple[Edge, ...]:
        """The labels that a template begins with, before the node `after`."""
        parts = template.parts
        variables = [None if isinstance(part, str) else grammar.variable(part) for part in parts]
        shared = {name for name in variables if name is not None and variables.count(name) > 1}
        if not shared:
            for position in range(len(parts) - 1, -1, -1):
                part = parts[position]
                edges = ((part, after),) if isinstance(part, str) else choices(part, after)
                if position:
                    after = graph.node(0, edges)
            return edges
        if any(expander.size(name) > budget for name, *_ in shared):
            raise InapplicableError("a value of a very long list is used twice in a sentence")
        last = {name: position for position, name in enumerate(variables)}
        known: dict[tuple[int, tuple[tuple[State, int], ...]], tuple[Edge, ...]] = {}

        def go(position: int, chosen: tuple[tuple[State, int], ...]) -> tuple[Edge, ...]:
            """The labels from a part on, where the shared values `chosen` are settled and still needed."""
            key = (position, chosen)
            if key in known:
                return known[key]
            part, name = parts[position], variables[position]

            def follow(settled: tuple[tuple[State, int], ...]) -> int:
                return after if position + 1 == len(parts) else graph.node(0, go(position + 1, settled))

            if isinstance(part, str):
                edges: tuple[Edge, ...] = ((part, follow(chosen)),)
            elif name not in shared:
                edges = choices(part, follow(chosen))
            else:
                texts = expander.texts(part)
                settled = dict(chosen)
                picks = [settled.pop(name)] if name in settled else range(len(texts))
                rest = tuple(settled.items())
                if last[name] == position:
                    target = follow(rest)
                    edges = tuple((texts[pick], target) for pick in picks)
                else:
                    edges = tuple((texts[pick], follow((*rest, (name, pick)))) for pick in picks)
                graph.spend(len(edges))
            known[key] = edges
            return edges

        return go(0, ())

    end = graph.node(1, ())
    return _guarded(
        lambda: graph.finished(
            graph.node(0, [edge for template in templates for edge in begin(template, end)])
        )
    )


def through(source: LineGraph, stages: FragmentStages, budget: int) -> LineGraph:
    """The graph of what the stages make of the lines, in the same order."""
    graph = LineGraph(budget)
    nodes: dict[tuple[int, State], int] = {}
    steps: dict[tuple[str, State], tuple[State, str] | None] = {}
    end = graph.node(1, ())

    def go(node: int, state: State) -> int:
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

    return _guarded(lambda: graph.finished(go(source.root, stages.start)))


def in_order(source: LineGraph, once: bool, budget: int) -> LineGraph:
    """The graph with its lines sorted by code point; `once`: each line once. Every line has one path then.

    A node here stands for all places of the source that the same beginning of a line leads to. A place is the
    rest of a label, the node behind it, and the number of paths to it.
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
        ahead.sort()
        edges = []
        first = 0
        while first < len(ahead):
            # A label and all labels that start with it are adjacent, since they are sorted.
            label = ahead[first][0]
            behind = first + 1
            while behind < len(ahead) and ahead[behind][0].startswith(label):
                behind += 1
            merged: dict[tuple[str, int], int] = {}
            for rest, node, paths in ahead[first:behind]:
                place = (rest[len(label) :], node)
                merged[place] = 1 if once else merged.get(place, 0) + paths
            edges.append((label, go(tuple((*place, merged[place]) for place in sorted(merged)))))
            first = behind
        nodes[places] = graph.node(min(ends, 1) if once else ends, edges)
        return nodes[places]

    return _guarded(lambda: graph.finished(go((("", source.root, 1),))))


def _guarded(make: Callable[[], LineGraph]) -> LineGraph:
    try:
        return make()
    except RecursionError:
        raise InapplicableError("a sentence of too many parts") from None
