"""Run `cardtools` in processes of their own that need not load it: one that has loaded it copies itself."""

from __future__ import annotations

import gc
import importlib
import json
import os
import pkgutil
import resource
import signal
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import cardtools
from cardtools.cli import main

SECONDS = 15  # of CPU: 5 on a quiet machine
WAITING = 120  # one that waits for ever, for a pipe, say, uses no CPU
# What commands load when they need it.
OTHERS = "fontTools.ttLib pypdfium2 reportlab.pdfgen.canvas reportlab.lib.utils uharfbuzz".split()


class Run(NamedTuple):
    """The exit code of a run, or minus the signal that ended it; what it printed on both streams; and the
    most memory that it had, in bytes.
    """

    code: int
    said: str
    memory: int


class Forking:
    """The process that makes copies of itself."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def run(self, arguments: list[str], folder: Path) -> Run:
        """Run a command in a folder; beside it there is a file `printed` meanwhile."""
        assert self._process.stdin
        assert self._process.stdout
        printed = folder.parent / "printed"
        self._process.stdin.write(json.dumps([arguments, str(folder), str(printed)]) + "\n")
        self._process.stdin.flush()
        code, memory = json.loads(self._process.stdout.readline())
        said = printed.read_bytes().decode().replace("\r\n", "\n")
        printed.unlink()
        # Linux counts kilobytes, macOS bytes.
        return Run(code, said, memory * (1 if sys.platform == "darwin" else 1024))

    def close(self) -> None:
        self._process.communicate()


def _become(arguments: list[str], folder: str, printed: str) -> None:
    """What `python -m cardtools` does, in the copy."""
    os.chdir(folder)
    out = os.open(printed, os.O_WRONLY | os.O_CREAT)
    for stream, source in ((0, os.open(os.devnull, os.O_RDONLY)), (1, out), (2, out)):
        os.dup2(source, stream)
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    signal.alarm(WAITING)
    sys.argv = ["cardtools", *arguments]
    main()


def _serve() -> None:
    ours = [module.name for module in pkgutil.walk_packages(cardtools.__path__, "cardtools.")]
    for name in (*ours, *OTHERS):
        if not name.endswith(("__main__", "alpha_fast")):  # which is compiled, by an extra
            importlib.import_module(name)
    gc.freeze()  # else the copies look through all of it, and so copy it
    for line in sys.stdin:
        child = os.fork()
        if not child:
            _become(*json.loads(line))
        _, status, used = os.wait4(child, 0)
        sys.stdout.write(json.dumps([os.waitstatus_to_exitcode(status), used.ru_maxrss]) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    _serve()
