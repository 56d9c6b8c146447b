"""Long work that goes on while the studio is used: commands of cardtools in processes of their own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from cardtools.ground.console import PROGRESS, PROGRESS_MARK
from cardtools.ground.errors import bad_input

# What the page may start. Each writes below the output folder only, as none of them is given another one.
PLAY = ("play", "--no-open", "--port=0")  # its page is for this computer alone
COMMANDS = ("build", "render", "sheet", "export", "proof", "box", "playtest", "stats", "diff", "play")
_SHORT = re.compile(r"-[a-np-z]|-[0-9.]+")  # an option, but for -o; -oX would be its value, too
_LINES = 400  # of what a command prints are kept
_KEPT = 20  # jobs


@dataclass(eq=False)
class RunningCommand:
    """A command that runs or has run: its number, its words, its last lines, how far it is (0 to 1), and its
    exit code (None while it runs, negative if it was stopped).
    """

    number: int
    words: tuple[str, ...]
    process: subprocess.Popen[str] = field(repr=False)
    lines: list[str] = field(default_factory=list)
    doing: str = ""
    share: float = 0.0
    code: int | None = None

    def data(self) -> dict[str, Any]:
        """The job for the page."""
        known = {"number": self.number, "command": " ".join(self.words), "lines": self.lines[-_LINES:]}
        return {**known, "doing": self.doing, "share": self.share, "code": self.code}


class Jobs:
    """The commands that the studio has started in the folder `root`."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._jobs: dict[int, RunningCommand] = {}
        self._numbers = count(1)

    def start(self, words: Sequence[str]) -> RunningCommand:
        """Run a command: `["sheet", "--paper", "a4"]`. Raises InputError for one that is not offered here,
        and for words that name a place outside of the project.
        """
        if not words or words[0] not in COMMANDS:
            raise bad_input(
                " ".join(words[:1]), "the studio does not run this", f"it runs {', '.join(COMMANDS)}"
            )
        for word in words[1:]:
            if not _is_inside(word):
                raise bad_input(word, "expected a place in the project")
            if words[0] in ("play", "playtest") and word.count(":") > word.count("search:"):
                raise bad_input(word, "programs and classes play from the command line only")
            if words[0] == "play" and word.startswith(("--host", "--port")):
                raise bad_input(word, "the studio opens the table on this computer only")
        process = subprocess.Popen(
            [sys.executable, "-m", "cardtools", *(PLAY if words[0] == "play" else words[:1]), *words[1:]],
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
        threading.Thread(target=_follow, args=(job,), daemon=True).start()
        return job

    def stop(self, number: int) -> None:
        """Stop a command that runs; it removes what it has not finished."""
        if (job := self._jobs.get(number)) and job.code is None:
            job.process.terminate()

    def data(self) -> list[dict[str, Any]]:
        """All jobs for the page, the latest first."""
        return [job.data() for job in reversed(self._jobs.values())]

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
    if "\0" in word or name == "--output" or (word[:1] == "-" and not name and not _SHORT.fullmatch(word)):
        return False
    return not (os.path.isabs(value) or ".." in Path(value).parts or ":" in value[1:2])


def _follow(job: RunningCommand) -> None:
    assert job.process.stdout
    for line in job.process.stdout:
        if line.startswith(PROGRESS_MARK):
            share, _, job.doing = line[1:].strip().partition(" ")
            with suppress(ValueError):
                job.share = min(max(float(share), 0.0), 1.0)
        else:
            job.lines.append(line.rstrip("\n"))
            del job.lines[:-_LINES]
    job.code = job.process.wait()
