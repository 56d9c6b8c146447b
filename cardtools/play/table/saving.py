"""The file of a match at the table, written beside the play: a slow disk must not make a click slow."""

from __future__ import annotations

import sys
import threading
from pathlib import Path
from types import TracebackType

from cardtools.ground.errors import CardtoolsError
from cardtools.ground.io.files import write_atomic


class Saver:
    """Writes the latest text into a file while it is entered (`with`), in a thread of its own. Of texts that
    come while one is written only the last is written; when it is left, the last text is in the file.

    A file that cannot be written is reported in the terminal, and written again after the next action.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._text: str | None = None
        self._ends = False
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Saver:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._changed:
            self._ends = True
            self._changed.notify()
        self._thread.join()

    def save(self, text: str) -> None:
        """Have a text written soon."""
        with self._changed:
            self._text = text
            self._changed.notify()

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._text is not None or self._ends)
                text, self._text = self._text, None
            if text is None:
                return
            try:
                write_atomic(self.path, text)
            except (CardtoolsError, OSError) as error:
                sys.stderr.write(f"the match could not be saved: {error}\n")
