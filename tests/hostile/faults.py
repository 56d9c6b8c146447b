"""Disturbs commands at every call that changes the disk: `python faults.py [all]`.

A fault is a kill (after half of what is written is on the disk) or an error as of a full disk. After each of
them every file is as it was or as the undisturbed command makes it; when the command is run again, all files
are those that the undisturbed command makes. Without `all`, only the first call of each kind on each kind of
file is disturbed. Prints the number of faults. A program of its own, because it forks.
"""

from __future__ import annotations

import builtins
import errno
import io
import json
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from typing import Any

from cardtools.cli import main
from cardtools.ground.io import build_record as incremental

FILES = {
    "cardtools.toml": """
ruleset = "rules.toml"
[cards]
decks = ["cards/few.txt"]
[render]
dpi = 36
[sheet]
sheet = "sheet.toml"
[[faces]]
face = "templates/face.toml"
[[backs]]
face = "templates/face.toml"
""",
    "rules.toml": '[ruleset]\nid = "own"\nversion = "1"\n[fields.NAME]\n[fields.COST]\ntype = "int"\n',
    "sheet.toml": "",
    "templates/face.toml": """
[card]
width = 20
height = 30
[elements.ground]
kind = "rectangle"
left = 0
right = 0
top = 0
bottom = 0
fill = "{{ '#101010' if COST == 1 else '#f0f0f0' }}"
""",
    "cards/cards.csv": "NAME;COST\nOx;1\nElk;2\n",
    "cards/few.txt": "2 Elk\n",
    "effects/all_effect_templates.txt": "Draw <number> card(s).\n",
    "effects/tags.toml": '[[rules]]\ncolumn = "DRAW"\ntext = ["Draw"]\n',
    "placeholders/number.txt": "1\n2\n",
}
EDITS = {"cards/cards.csv": "NAME;COST\n Elk;1\nHare;2\n", "placeholders/number.txt": "1\n3\n"}
COMMANDS = (
    ["build"],
    ["export", "--to", "mpc", "--dpi", "36"],
    ["export", "--to", "zip", "--dpi", "36"],
    ["validate", "--fix"],
)
CHANGES = {"os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.chmod", "os.chown", "os.link", "os.symlink"}
TEMPORARY = re.compile(r"\.[0-9a-f]{16}\.cardtools\.tmp$")
RECORD = "output/.build.json"
UNLIKE = ".times.json"  # times differ in two equal builds
Fault = Callable[[], None]


def kill() -> None:
    os._exit(9)


def fail() -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


class Disk:
    """Counts the calls that change the disk, and disturbs the n-th."""

    def __init__(self, log: Path, number: int, fault: Fault) -> None:
        self.log, self.number, self.fault = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number, fault
        sys.addaudithook(self._audit)
        self._fsync, self._open = os.fsync, builtins.open
        os.fsync = self._synced  # type: ignore[assignment]
        builtins.open = self._opened  # type: ignore[assignment]

    def touch(self, kind: str, name: object) -> bool:
        """Whether this is the call to disturb."""
        self.number -= 1
        os.write(self.log, f"{kind} {os.path.relpath(str(name))}\n".encode())
        return self.number == 0

    def _audit(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event in CHANGES and self.touch(event, arguments[0]):
            self.fault()

    def _synced(self, file: int) -> None:
        if self.touch("fsync", "?"):
            self.fault()
        self._fsync(file)

    def _opened(self, path: Any, mode: str = "r", *rest: Any, **more: Any) -> Any:
        if not set(mode) & set("wxa") or path == os.devnull:
            return self._open(path, mode, *rest, **more)
        if self.touch("open", path):
            self.fault()
        assert "b" in mode, path
        return io.BufferedWriter(_Writes(self, path, mode.replace("b", ""), opener=more.get("opener")))


class _Writes(io.FileIO):
    def __init__(self, disk: Disk, path: Any, mode: str, opener: Any) -> None:
        super().__init__(path, mode, opener=opener)
        self.disk = disk

    def write(self, data: Any) -> int:
        if self.disk.touch("write", self.name):
            super().write(bytes(data)[: len(data) // 2])
            self.disk.fault()
        return super().write(data)


def run(folder: Path, command: list[str], disk: Callable[[], object] = lambda: None) -> int:
    """The exit code of a command that is run in a process of its own; it prints nothing."""
    child = os.fork()
    if not child:
        os.chdir(folder)
        for stream in (1, 2):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream)
        code: object = 99
        try:
            disk()
            incremental._MOMENT = -1  # as if no file had been changed a moment ago
            main(command)
        except SystemExit as end:
            code = end.code
        finally:
            os._exit(code if isinstance(code, int) else 98)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def contents(folder: Path) -> dict[str, bytes]:
    """The files of the project, but for those whose bytes are not the same in equal builds."""
    paths = (path for path in folder.rglob("*") if path.is_file() and path.name != UNLIKE)
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def copy(source: Path, target: Path) -> None:
    """Make the target a copy; the game is always tried in the same folder, which its records name."""
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(source, target)


def disturb(base: Path, command: list[str], every: bool) -> int:
    """Disturb one command; the number of faults."""
    old, game, log = base / "old", base / "game", base / "log"
    copy(old, game)
    code = run(game, command, lambda: Disk(log, 0, kill))
    assert code < 2, f"{command} ended with {code}"
    before, after, calls = contents(old), contents(game), log.read_text().splitlines()
    assert before != after, f"{command} did nothing"
    known, faults = set(), 0
    for number, call in enumerate(calls, 1):
        name = TEMPORARY.sub("", call)
        kind = call.partition(" ")[0], Path(name).suffix, name == call
        if kind in known and not every:
            continue
        known.add(kind)
        for fault in (kill, fail):
            copy(old, game)
            ended = run(game, command, lambda: Disk(log, number, fault))  # noqa: B023 - run at once
            where = f"{command}: {fault.__name__} at call {number}, {call}, ended with {ended}"
            # An error of a call that only tidies up is passed over.
            assert ended in ((9,) if fault is kill else (code, 2)), where
            found = contents(game)
            left = {name for name in found if TEMPORARY.search(name)}
            assert fault is kill or not left, f"{where}: left {left}"
            for name in left:
                os.utime(game / name, (0, 0))  # some time later
            json.loads(found.pop(RECORD, b"{}"))  # of what has been made until then
            torn = {
                name for name in found.keys() - left if found[name] not in (before.get(name), after.get(name))
            }
            assert not torn, f"{where}: {torn} are neither old nor new"
            gone = (before.keys() & after.keys()) - found.keys() - {RECORD}
            assert not gone, f"{where}: {gone} are gone"
            assert run(game, command) < 2, f"{where}: the next run failed"
            wrong = dict(contents(game).items() ^ after.items()).keys()
            assert not wrong, f"{where}: after the next run {wrong} are not as without a fault"
            faults += 1
    return faults


def main_program(every: bool) -> None:
    """Make the game, and disturb all commands."""
    with tempfile.TemporaryDirectory() as folder:
        base = Path(folder)
        game = base / "game"
        for name, text in FILES.items():
            (game / name).parent.mkdir(parents=True, exist_ok=True)
            (game / name).write_text(text)
        # Once in this process, elsewhere, so that those that it forks have loaded all modules.
        copy(game, base / "warm")
        os.chdir(base / "warm")
        with open(os.devnull, "w") as nowhere, redirect_stdout(nowhere), redirect_stderr(nowhere):
            for command in COMMANDS:
                with suppress(SystemExit):
                    main(command)
        for command in COMMANDS:
            assert run(game, command) == 0, command
        for name, text in EDITS.items():
            (game / name).write_text(text)
        copy(game, base / "old")
        for command in COMMANDS:
            sys.stdout.write(f"{' '.join(command)}: {disturb(base, command, every)} faults\n")


if __name__ == "__main__":
    main_program("all" in sys.argv)
