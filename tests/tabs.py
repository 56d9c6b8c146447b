"""Pages in the browser, in one window that is kept: to open a new one takes longer than most tests."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple


class Tab(NamedTuple):
    """A page, and the errors that its scripts and its console have reported."""

    page: Any
    errors: list[str]


_kept: dict[tuple[Any, bool], Tab] = {}  # by browser, and whether it has a touch screen


@contextmanager
def opened(
    chromium: Any, size: tuple[int, int] = (1280, 800), has_touch: bool = False, **media: str
) -> Iterator[Tab]:
    """An empty page without animation. `media` is the media that it emulates, such as `color_scheme`."""
    key = chromium, has_touch
    tab = _kept.pop(key, None) or _new(chromium, has_touch)
    page, errors = tab
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.emulate_media(**{"reduced_motion": "reduce", "color_scheme": "light", **media})
    page.set_default_timeout(60_000)  # of a slow machine
    errors.clear()
    try:
        yield tab
        # Another server may get the same port.
        page.evaluate("() => localStorage.clear()")
        page.context.clear_cookies()
        page.goto("about:blank")
        for other in page.context.pages:
            if other != page:
                other.close()
    except BaseException:
        page.context.close()
        raise
    _kept[key] = tab


def _new(chromium: Any, has_touch: bool) -> Tab:
    tab = Tab(chromium.new_context(has_touch=has_touch).new_page(), [])
    tab.page.on("pageerror", lambda error: tab.errors.append(str(error)))
    tab.page.on("console", lambda line: line.type == "error" and tab.errors.append(line.text))
    return tab
