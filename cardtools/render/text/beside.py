"""What stands beside the lines of a text: a bullet, a column before or behind a tab, a large first letter."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby

from cardtools.render.face.model.face import TextStyle
from cardtools.render.text.measured import Beside, Span
from cardtools.render.text.metrics import FontMetrics

_FIRST = re.compile(r"[^\w\s]*\w[\u0300-\u036f]*")
TextRow = tuple[tuple[Span, ...], Beside | None]


def rows(spans: Sequence[Span], style: TextStyle, metrics: FontMetrics) -> list[TextRow]:
    """The spans of a paragraph as rows, each with what stands beside it."""
    found: list[TextRow] = []
    for line in _split(spans, "\n"):
        first, *others = _split(line, "\t")
        text = line[0].text.lstrip(" ") if line else ""
        bullet = next((one for one in style.hang.split() if text.startswith(f"{one} ")), "")
        if others:
            rest = [span for cell in others for span in cell]
            by_tab = Beside(tuple(rest), end=True, leader=style.leader) if style.leader else None
            found.append((tuple(first if by_tab else rest), by_tab or Beside(tuple(first), style.tab)))
        elif bullet:
            words = line[0]._replace(text=text[len(bullet) :].lstrip(" ")), *line[1:]
            found.append((words, Beside((line[0]._replace(text=bullet),))))
        else:
            found.append((tuple(line), None))
    joined: list[TextRow] = []
    for plain, group in groupby(found, lambda row: row[1] is None):
        these = list(group)
        lines = [span for line, _ in these for span in (*line, Span("\n", style.font_name()))]
        joined += [(tuple(lines[:-1]), None)] if plain else these
    (words, beside), *more = joined
    if style.drop_cap and not beside and words and (letter := _FIRST.match(words[0].text)):
        cap = metrics.cap_height(words[0].font) * words[0].scale
        scale = ((style.drop_cap - 1) * style.leading + cap) / cap
        initial = words[0]._replace(text=letter[0], scale=words[0].scale * scale)
        beside = Beside((initial,), gap=0.12, lines=style.drop_cap)
        joined = [((words[0]._replace(text=words[0].text[letter.end() :]), *words[1:]), beside), *more]
    return joined


def _split(spans: Iterable[Span], at: str) -> list[list[Span]]:
    found: list[list[Span]] = [[]]
    for span in spans:
        for number, part in enumerate(span.text.split(at)):
            found += [[]] if number else []
            found[-1] += [span._replace(text=part)] if part or span.icon else []
    return found
