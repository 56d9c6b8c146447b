"""Texts that end in an ellipsis where they would not fit."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable

from cardtools.render.text.line_breaks import break_points
from cardtools.render.text.measured import Measured, Span, measure

_BEFORE = " \t\n.,:;-\u2013\u2014\u2026"  # not printed before an ellipsis


def shortened(paragraphs: list[Measured], fits: Callable[[list[Measured]], bool]) -> list[Measured]:
    """As many of the words as fit with an ellipsis behind them; all words if not even the first one does."""

    def cut(number: int, place: int) -> list[Measured]:
        last, kept, left = paragraphs[number].paragraph, list[Span](), place
        for span in last.spans:
            if left > 0:
                kept.append(span._replace(text=span.text[:left]))
                left -= len(span.text) or 1
        end = kept.pop()
        short = end._replace(text=end.text.rstrip(_BEFORE) + "…")
        kept += [end, Span("…", last.font)] if end.icon else [short]
        whole = [one.paragraph for one in paragraphs[:number]]
        return measure([*whole, last._replace(spans=tuple(kept))], paragraphs[0].metrics)

    texts = ["".join(span.text or "x" for span in one.paragraph.spans) for one in paragraphs]
    places = [
        (number, place)
        for number, text in enumerate(texts)
        for place in (*break_points(text), len(text))
        if place
    ]
    count = bisect_left(places, True, key=lambda place: not fits(cut(*place)))
    return cut(*places[count - 1]) if count else paragraphs
