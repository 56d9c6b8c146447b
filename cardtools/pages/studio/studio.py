"""A project that is open in the studio: its files, and the processes that read, check and draw it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from cardtools.ground.errors import InputError, bad_input
from cardtools.ground.io.changes import state
from cardtools.pages.studio.desk import Request
from cardtools.pages.studio.history import content_digest
from cardtools.pages.studio.jobs import Jobs
from cardtools.pages.studio.worker import Answerer, Worker
from cardtools.pages.studio.workspace import Workspace
from cardtools.project.project import FILE_NAME
from cardtools.project.settings import Settings

_REST = 600.0  # seconds until a process without work gives its memory back
_PAUSE, _SHORT = 0.4, 0.15  # seconds between two looks at the files, and until a change is seen as complete


class Studio:
    """The project in the folder `root`: its workspace and the processes that read and draw it, where `serve`
    makes what answers requests; where its `output` goes, and the commands that are `offered`, as they declare
    themselves. Use it in a `with` block; `watch` sees what other programs change until it is
    stopped.
    """

    def __init__(
        self,
        root: Path,
        serve: Callable[..., Answerer],
        output: str = Settings().output,
        offered: Callable[[], dict[str, Any]] = dict,
    ) -> None:
        self.root, self.output, self.offered = root.absolute(), output, offered
        self.workspace = Workspace(self.root)
        self.tabs: dict[str, tuple[str, float]] = {}  # what a tab shows, and when it said so
        self.changed: dict[str, int] = {}  # by file: the stamp of its last change
        self._reader = Worker(serve, self.root, rest=_REST)
        self._drawer = Worker(serve, self.root, rest=_REST)
        self.jobs = Jobs(self.root, output)
        self._stop = threading.Event()
        self._stack = ExitStack()

    def __enter__(self) -> Studio:
        self._stack.enter_context(self.workspace)
        self._stack.callback(self.jobs.close)
        return self

    def __exit__(self, *error: object) -> None:
        self._stop.set()
        self._stack.close()

    def read(self, name: str, urgent: bool = False, **arguments: Any) -> Any:
        """Ask the process that reads and checks for an answer; what somebody waits for is `urgent`. It sees
        `texts`, by path, instead of the files. Raises InputError with the problems of files.
        """
        return self._ask(self._reader, name, arguments, urgent)

    def draw(self, name: str, urgent: bool = False, **arguments: Any) -> Any:
        """Ask the process that draws, as `read`."""
        return self._ask(self._drawer, name, arguments, urgent)

    def watch(self) -> None:
        """See what other programs change until Ctrl-C; looking takes 5 % of the time at most."""
        before, pause = self._look(), _PAUSE
        while not self._stop.wait(pause):
            start = time.perf_counter()
            now = self._look()
            # One that differs from the look before is perhaps half-written.
            changed = {path for path in before.keys() | now.keys() if before.get(path) != now.get(path)}
            if changed and not self._stop.wait(_SHORT):
                later = self._look()
                still = {path for path in changed if later.get(path) == now.get(path)}
                self.seen([Path(path) for path in still])
                now = {
                    **{path: one for path, one in later.items() if path not in changed - still},
                    **{path: before[path] for path in changed - still if path in before},
                }
            before, pause = now, max(_PAUSE, 20 * (time.perf_counter() - start - _SHORT))

    def _look(self) -> dict[str, tuple[int, int]]:
        """Time and size of the project's files by path, but for those that are hidden or made."""
        output = self.root / self.output
        parts = [path for path in self.root.iterdir() if not path.name.startswith(".") and path != output]
        return {name: one for files in state(parts).values() for name, one in files.items()}

    def seen(self, paths: list[Path]) -> None:
        """Other programs have changed these files."""
        names = [path.relative_to(self.root).as_posix() for path in paths if path.is_relative_to(self.root)]
        with self.workspace.together():
            news = self.workspace.look(names) if names else []
            self.changed |= dict.fromkeys(news, self.workspace.stamp)

    def _ask(self, worker: Worker, name: str, arguments: dict[str, Any], urgent: bool = False) -> Any:
        texts = arguments.pop("texts", {}).items()
        tried = {path: text.encode() for path, text in texts if self.workspace.path(path)}
        held = self.workspace.pending()
        # What is not written yet differs with every edit.
        changed = self.changed | self.workspace.edited
        stamp = max(changed.values(), default=0)
        request = Request(name, arguments, stamp, changed, held, tried)
        kind, value = worker.ask(request, FILE_NAME, urgent)
        if kind == "problems":
            raise InputError(value)
        if kind == "failed":
            raise bad_input(FILE_NAME, value)
        return value

    def known(self, path: str, version: str) -> bytes:
        """What a file was in a version that the page knows. Raises InputError if that is forgotten."""
        return self.workspace.journal.content(path, version, self.workspace.content(path)) or b""

    def change(
        self, by: str, what: str, path: str, version: str, after: bytes, cards: Iterable[str] = ()
    ) -> dict[str, Any]:
        """Change a file, as `Workspace.change`: the result for the page is the version after it, and whether
        that is just what this edit made of the one before.
        """
        event, conflicts = self.workspace.change(by, what, {path: (version, after)}, map(str, cards))
        now = self.workspace.version(path)
        known = {"event": event.number if event else 0, "version": now, "clean": now == content_digest(after)}
        return {**known, "conflicts": len(conflicts)}
