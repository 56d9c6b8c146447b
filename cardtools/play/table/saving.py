"""The file of a match at the table, written beside the play: a slow disk must not make a click slow."""

from __future__ import annotations

import sys
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from pathlib import Path

from cardtools.ground.errors import CardtoolsError
from cardtools.ground.io.files import write_atomic


class Saver(AbstractContextManager["Saver"]):
    """Writes the latest text into a file until it is left (`with`), in a thread of its own. Of texts that
    come while one is written only the last is written; when it is left, the last text is in the file.

    A file that cannot be written is reported in the terminal, and written again after the next action.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._latest: deque[str] = deque(maxlen=1)
        self._thread = ThreadPoolExecutor(1)

    def __exit__(self, *error: object) -> None:
        self._thread.shutdown()

    def save(self, text: str) -> None:
        """Have a text written soon."""
        self._latest.append(text)
        self._thread.submit(self._write)

    def _write(self) -> None:
        if not self._latest:
            return  # a later text was written in place of this one
        try:
            write_atomic(self.path, self._latest.pop())
        except (CardtoolsError, OSError) as error:
            sys.stderr.write(f"the match could not be saved: {error}\n")
