"""Long work that goes on while the studio is used: commands of cardtools in processes of their own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from cardtools.ground.errors import CardtoolsError, bad_input
from cardtools.ground.io.files import files_below
from cardtools.ground.io.progress import MADE, PROGRESS, PROGRESS_MARK

# What the page may start. Each writes below the output folder only, as none of them is given another one.
COMMANDS = (
    "build", "render", "sheet", "export", "proof", "box", "stats", "diff", "play",
    "playtest run", "playtest odds", "playtest rules",
)  # fmt: skip
_PLAY = ("--no-open", "--port=0")  # its page is for this computer alone
NEVER = ("--output", "--html", "--scheduler", "--key", "--write-baseline")  # options of some of them
_NO_PATHS = ("--where", "--watermark", "--ground", "--url")  # options whose values are no places
_SHORT = re.compile(r"-[a-np-z]|-[0-9.]+")  # an option, but for -o; -oX would be its value, too
_AGENT = re.compile(r"(--agent=)?search:[0-9]+( without [\w ]+)?")  # the one of ours with a colon
_LINES = 400  # of what a command prints are kept
_KEPT, _FILES = 2, 60  # jobs that have ended, files of a job that are named
_FIRST = (".pdf", ".html", ".zip")  # files that people look at first


@dataclass(eq=False)
class RunningCommand:
    """A command that runs or has run: its number, its words, its last lines, how far it is (0 to 1), and its
    exit code (None while it runs). Times are those of `time.time`: when it began, when it ended; `first`
    and `last` are when a share of what it is doing now was done, and that share: before, it was starting.
    """

    number: int
    words: tuple[str, ...]
    process: subprocess.Popen[str] = field(repr=False)
    lines: list[str] = field(default_factory=list)
    doing: str = ""
    share: float = 0.0
    code: int | None = None
    stopped: bool = False
    began: float = field(default_factory=time.time)
    ended: float = 0.0
    first: tuple[float, float] = (0.0, 0.0)
    last: tuple[float, float] = (0.0, 0.0)
    files: tuple[str, ...] = ()  # that it made, in the output folder

    def data(self) -> dict[str, Any]:
        """The job for the page; `whole` is about how many seconds all of what it is doing now takes, without
        its start (None: nobody knows yet).
        """
        names = "number words lines doing share code stopped files".split()
        took, done = (last - first for last, first in zip(self.last, self.first, strict=True))
        known = {"seconds": (self.ended or time.time()) - self.began, "whole": took / done if done else None}
        return {**{name: getattr(self, name) for name in names}, **known}


class Jobs:
    """The commands that the studio has started in the folder `root`, and what they make in `output`."""

    def __init__(self, root: Path, output: str) -> None:
        self._root, self._output = root, root / output
        self._jobs: dict[int, RunningCommand] = {}
        self._numbers = count(1)

    def start(self, words: Sequence[str]) -> RunningCommand:
        """Run a command: `["sheet", "--paper", "a4"]`. Raises InputError for one that is not offered here,
        and for words that name a place outside of the project.
        """
        of_group = words[:1] == ["playtest"]
        name = " ".join(words[: 1 + of_group])
        if name not in COMMANDS:
            raise bad_input(name, "the studio does not run this", f"it runs {', '.join(COMMANDS)}")
        for word in words[1 + of_group :]:
            if not _is_inside(word):
                raise bad_input(word, "expected a place in the project")
            if name in ("play", "playtest run") and ":" in word and not _AGENT.fullmatch(word):
                raise bad_input(word, "programs and classes play from the command line only")
            if name == "play" and word.startswith(("--host", "--port")):
                raise bad_input(word, "the studio opens the table on this computer only")
        more = _PLAY if name == "play" else ()
        process = subprocess.Popen(
            # -P: no module of the project's is imported
            [sys.executable, "-P", "-m", "cardtools", *words[:1], *more, *words[1:]],
            cwd=self._root,
            env={**os.environ, PROGRESS: "1", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            errors="replace",
        )
        job = RunningCommand(next(self._numbers), tuple(words), process)
        self._jobs[job.number] = job
        for old in [one for one in self._jobs.values() if one.code is not None][:-_KEPT]:
            del self._jobs[old.number]
        threading.Thread(target=self._follow, args=(job,), daemon=True).start()
        return job

    def stop(self, number: int) -> None:
        """Stop a command that runs, which removes what it has not finished; forget one that has ended."""
        job = self._jobs.get(number)
        if job and job.code is None:
            job.stopped = True
            job.process.terminate()
        elif job:
            del self._jobs[number]

    def data(self) -> list[dict[str, Any]]:
        """All jobs for the page, the latest first."""
        return [job.data() for job in reversed(list(self._jobs.values()))]

    def reports(self) -> list[tuple[float, str]]:
        """The HTML pages in the output folder: when each was made, and its path; the latest first."""
        return sorted((one for one in self._made() if one[1].endswith(".html")), reverse=True)[:_FILES]

    def _made(self) -> Iterator[tuple[float, str]]:
        """When each file in the output folder was written, and its path in it."""
        with suppress(CardtoolsError, OSError):
            for name in files_below(self._output, hidden=False):
                yield os.stat(name).st_mtime, Path(name).relative_to(self._output).as_posix()

    def _follow(self, job: RunningCommand) -> None:
        assert job.process.stdout
        told = set()
        for line in job.process.stdout:
            if line.startswith(PROGRESS_MARK):
                share, _, doing = line[1:].strip().partition(" ")
                if share == MADE:
                    told.add(self._root / doing)
                    continue
                with suppress(ValueError):
                    job.share, job.last = min(max(float(share), 0.0), 1.0), (time.time(), float(share))
                if doing != job.doing or not job.first[1]:
                    job.first = job.last
                job.doing = doing
            else:
                job.lines.append(line.rstrip("\n"))
                del job.lines[:-_LINES]
        code = job.process.wait()
        new = (path for _, path in self._made() if self._output / path in told)
        job.files = tuple(sorted(new, key=lambda path: (not path.endswith(_FIRST), path))[:_FILES])
        job.ended, job.code = time.time(), code

    def close(self) -> None:
        """Stop all commands, since nobody is left who waits for them."""
        for job in self._jobs.values():
            with suppress(OSError):
                job.process.terminate()
            job.process.wait(10)


def _is_inside(word: str) -> bool:
    """Whether a word of a command names no place outside of the project, and no other folder for
    what is made.
    """
    name, _, value = word.partition("=") if word.startswith("--") else ("", "", word)
    if "\0" in word or name in NEVER or (word[:1] == "-" and not name and not _SHORT.fullmatch(word)):
        return False
    if name in _NO_PATHS:
        return True
    return not (os.path.isabs(value) or ".." in Path(value).parts or ":" in value[1:2])
