"""How safe the studio's files are: `python tests/bench/bench_studio_files.py [histories] [kills]`.

Histories of two writers: the studio edits cells; a spreadsheet loads a whole file, edits it, and saves the
whole of it later, with or without a lock file; a second tab knows an older version. Every edit has a text of
its own: it must be in the file, in a conflict, taken over by a later edit of the same cell by somebody who
saw it, or gone with a notice. Then processes that edit are killed at random moments: what was answered must
be there.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from cardtools.ground.io.files import own_folder
from cardtools.ground.tables.merging import Records
from cardtools.pages.studio import workspace as module
from cardtools.pages.studio.history import content_digest
from cardtools.pages.studio.workspace import Workspace

NAME, ROWS, COLUMNS = "cards.csv", 5, 4


class History:
    """A folder with a table, and who has seen which cell texts of it."""

    def __init__(self, random: random.Random, folder: Path) -> None:
        self.random, self.path = random, folder / NAME
        rows = [[f"n{row}", *(f"c{row}{column}" for column in range(1, COLUMNS))] for row in range(ROWS)]
        self.path.write_text("".join(";".join(row) + "\n" for row in [["NAME", "A", "B", "C"], *rows]))
        self.workspace = Workspace(folder, clock=lambda: 1_000_000.0)
        self.written: dict[str, str] = {}  # every text that somebody wrote: the text that he saw in its place
        self.number = 0

    def edit(self, data: bytes, written: dict[str, str] | None = None) -> bytes:
        """The table with a text of its own in a cell, or another row; what is `written`, and what
        was there.
        """
        written = self.written if written is None else written
        records = Records(NAME, data)
        rows = [list(row) for row in records.cells[1:]]
        kind = self.random.choices(["cell", "row", "gone", "sort"], [12, 1, 1, 1])[0]
        self.number += 1
        text = f"e{self.number}"
        if kind == "cell" and rows:
            row, column = self.random.randrange(len(rows)), self.random.randrange(1, COLUMNS)
            written[text], rows[row][column] = rows[row][column], text
        elif kind == "row":
            written[text] = ""
            rows.insert(
                self.random.randrange(len(rows) + 1), [text, *(f"{side}{self.number}" for side in "xyz")]
            )
        elif kind == "gone" and len(rows) > 2:
            for cell in rows.pop(self.random.randrange(len(rows))):
                written[f"gone{self.number} {cell}"] = cell
        elif kind == "sort":
            column = self.random.randrange(COLUMNS)
            rows.sort(key=lambda row: row[column])
        return "".join(";".join(row) + "\n" for row in [list(records.cells[0]), *rows]).encode()

    def lost(self) -> list[str]:
        """The texts that are neither in the file nor in a notice."""
        there = {cell for row in Records(NAME, self.workspace.content(NAME) or b"").cells for cell in row}
        there |= set(
            self.written.values()
        )  # somebody saw it, and wrote another text in its place or removed it
        conflicts = [conflict for notice in self.workspace.notices.values() for conflict in notice.conflicts]
        shown = " ".join(f"{one.ours} {one.theirs}" for one in conflicts)
        there |= set(shown.replace(";", " ").split())
        return [text for text in self.written if not text.startswith("gone") and text not in there]

    def put_back(self) -> None:
        """Choose "Put the edits back" wherever a notice offers it, the latest first."""
        for notice in sorted(self.workspace.notices.values(), key=lambda one: -one.event):
            if notice.event:
                self.workspace.take_back("one", notice.event)


def play(seed: int, folder: Path, lock_file: bool) -> tuple[str, str]:
    """One history: what happened, and what was lost."""
    history = History(random.Random(seed), folder)
    chance, workspace = history.random, history.workspace
    loaded: bytes | None = None  # by the spreadsheet
    unsaved: dict[str, str] = {}
    old_tab = workspace.content(NAME) or b""
    locked = folder / f".~lock.{NAME}#"
    for _ in range(chance.randint(4, 20)):
        step = chance.choice(["edit", "edit", "tab", "load", "change", "save", "write", "look"])
        now = workspace.content(NAME) or b""
        if step == "edit":
            workspace.change("one", "edit", {NAME: (content_digest(now), history.edit(now))})
        elif step == "tab":
            workspace.change("two", "edit", {NAME: (content_digest(old_tab), history.edit(old_tab))})
            old_tab = workspace.content(NAME) or b""
        elif step == "load" and loaded is None:
            loaded, unsaved = history.path.read_bytes(), {}
            if lock_file:
                locked.touch()
        elif step == "change" and loaded is not None:
            loaded = history.edit(loaded, unsaved)
        elif step == "save" and loaded is not None:
            history.path.write_bytes(loaded)
            history.written |= unsaved
            if chance.random() < 0.5:
                loaded = None
                locked.unlink(missing_ok=True)
        elif step == "write":
            workspace.write()
        else:
            workspace.look([NAME])
    locked.unlink(missing_ok=True)
    workspace.look([NAME])
    workspace.write()
    assert history.path.read_bytes() == workspace.content(NAME)
    told = ""
    if history.lost():
        history.put_back()
        told = "lost" if history.lost() else "put back by the notice"
    notices = list(workspace.notices.values())
    kinds = ["conflict" if one.conflicts else "went back" if one.event else "older copy" for one in notices]
    workspace.journal.close()
    return "+".join(sorted(set(kinds))) or "merged", told


def histories(count: int) -> None:
    """Play histories and print what became of them."""
    os.fsync = lambda _: None  # no history ends in a crash
    start, found = time.perf_counter(), Counter[tuple[str, str, str]]()
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as root:
        for seed in range(count):
            folder = Path(root) / str(seed)
            folder.mkdir()
            own_folder(folder)
            how = "lock file" if seed % 2 else "no lock file"
            happened, lost = play(seed, folder, bool(seed % 2))
            if lost == "lost":
                print("lost in history", seed)
            found[how, happened, lost] += 1
            shutil.rmtree(folder)
    for (how, happened, lost), many in sorted(found.items()):
        print(f"{how:14}{happened:36}{lost or 'all edits there':26}{many:8,}")
    print(f"{count:,} histories in {time.perf_counter() - start:.0f} s")


def edit_until_killed(folder: Path) -> None:
    """Edit as fast as it goes; tell what was answered."""
    own_folder(folder)
    module._PAUSE, module._LONGEST = 0.005, 0.01  # seconds until it is written, so that kills hit the writing
    with Workspace(folder) as workspace:
        for number in range(1, 1_000_000):
            now = workspace.content(NAME) or b""
            first, *rows = now.split(b"\n")
            at = number % ROWS
            rows[at] = rows[at].split(b";")[0] + b";%d;" % number + b"x" * (number % 4_000)
            workspace.change("one", str(number), {NAME: (content_digest(now), b"\n".join([first, *rows]))})
            sys.stdout.write(f"{number}\n")
            sys.stdout.flush()


def kills(count: int) -> None:
    """Kill processes that edit; what they answered is there at the next start."""
    start, lost, torn, behind = time.perf_counter(), 0, 0, 0
    with tempfile.TemporaryDirectory() as root:
        folder, path = Path(root), Path(root) / NAME
        own_folder(folder)
        for seed in range(count):
            chance = random.Random(seed)
            path.write_text("NAME;A;B\n" + "".join(f"n{row};0;\n" for row in range(ROWS)))
            shutil.rmtree(folder / ".cardtools", ignore_errors=True)
            process = subprocess.Popen([sys.executable, __file__, "--kill", root], stdout=subprocess.PIPE)
            assert process.stdout
            for _ in range(chance.randint(1, 60)):
                process.stdout.readline()
            time.sleep(chance.random() * 0.02)
            os.kill(process.pid, signal.SIGKILL)
            answered = max(map(int, process.stdout.read().rpartition(b"\n")[0].split()), default=1)
            process.wait()
            lines = path.read_bytes().split(b"\n")
            torn += len(lines) != ROWS + 2 or any(line.count(b";") != 2 for line in lines[:-1])
            on_disk = max(int(line.split(b";")[1]) for line in lines[1:-1])
            behind += on_disk < answered
            with Workspace(folder) as workspace:
                known = [int(event.what) for event in workspace.journal.events if event.by]
                cells = Records(NAME, workspace.content(NAME) or b"").cells
                found = max(int(row[1]) for row in cells[1:])
            lost += known != list(range(1, len(known) + 1)) or len(known) < answered or found != len(known)
            lost += path.read_bytes() != workspace.content(NAME)
    print(f"{count} kills in {time.perf_counter() - start:.0f} s: {behind} files were behind, {torn} torn;")
    print(f"after the next start {lost} had lost an answered edit, or had a journal with a gap")


if __name__ == "__main__":
    if "--kill" in sys.argv:
        edit_until_killed(Path(sys.argv[-1]))
    else:
        histories(int(sys.argv[1]) if len(sys.argv) > 1 else 20_000)
        kills(int(sys.argv[2]) if len(sys.argv) > 2 else 500)
