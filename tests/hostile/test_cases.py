"""Projects that attack: each case is run in a process of its own and must fail in one line, or do no harm.

A case is a file in `cases/`:

    about = "what it tries"
    run = ["build"]             # the arguments of cardtools, in the folder of the project
    exit = 2
    says = "cards.csv:1:1: ..."   # a part of what is printed
    kept = ["notes.txt"]        # files of the project that must stay as they are
    needs = "pyarrow"           # an optional package, without which it is skipped
    [files]                     # by path; a text, or one of
    "a.txt" = { repeat = "ab", times = 1000, before = "", after = "" }
    "x.png" = { repeat = "\\u0000", times = 1000, binary = true }   # characters are bytes
    "b.txt" = { link = "../outside/keep.txt" }
    "c.txt" = { fifo = true }

`start = "blank"` begins with the project in `blank` and the faces of the sample game. `run` may be a list of
lists: only the last command is compared. Beside the project lies a folder `outside`, which must not change.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cardtools.ground.optional_packages import has_package
from cardtools.project.starter import starter_folder

if sys.platform == "win32":
    pytest.skip("links, pipes and limits of processes are those of POSIX", allow_module_level=True)

from forked import Forking

CASES = sorted(Path(__file__).with_name("cases").glob("*.toml"))
MEMORY = 1_000_000_000


@pytest.fixture(scope="session")
def forking() -> Iterator[Forking]:
    forking = Forking()
    yield forking
    forking.close()


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_hostile_project_does_no_harm(path: Path, tmp_path: Path, forking: Forking) -> None:
    case = tomllib.loads(path.read_text("utf-8"))
    if (package := case.get("needs")) and not has_package(package):
        pytest.skip(f"{package} is not installed")
    project = _make(case, tmp_path)
    before, kept = (
        _contents(tmp_path, project),
        [(project / name).read_bytes() for name in case.get("kept", [])],
    )
    runs = case["run"] if isinstance(case["run"][0], list) else [case["run"]]
    for arguments in runs:
        code, said, memory = forking.run(arguments, project)
    assert code == case["exit"], said
    assert case["says"] in said
    assert "Traceback" not in said
    assert [letter for letter in said if letter != "\n" and not letter.isprintable()] == []
    assert not re.search(r"(?m)^\s*::set-output|##\w*\[", said)
    assert len(said) < 20_000
    assert memory < MEMORY
    assert _contents(tmp_path, project) == before
    assert [(project / name).read_bytes() for name in case.get("kept", [])] == kept


def _make(case: dict[str, Any], folder: Path) -> Path:
    project, outside = folder / "project", folder / "outside"
    outside.mkdir()
    (outside / "keep.txt").write_text("keep\n")
    if case.get("start") == "blank":
        shutil.copytree(Path(__file__).with_name("blank"), project)
        shutil.copytree(starter_folder() / "templates", project / "templates")
    else:
        project.mkdir()
    for name, content in case.get("files", {}).items():
        path = project / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, str):
            path.write_text(content, "utf-8", newline="")
        elif "link" in content:
            path.unlink(missing_ok=True)
            path.symlink_to(content["link"])
        elif "fifo" in content:
            path.unlink(missing_ok=True)
            os.mkfifo(path)
        else:
            text = content["repeat"] * content["times"]
            text = content.get("before", "") + text + content.get("after", "")
            path.write_bytes(text.encode("latin-1" if content.get("binary") else "utf-8"))
    return project


def _contents(folder: Path, project: Path) -> dict[Path, tuple[int, bytes]]:
    """All that lies outside the project: modes and bytes by path."""
    found = {}
    for above, _, names in os.walk(folder):
        for name in names:
            path = Path(above, name)
            if not path.is_relative_to(project):
                found[path] = (path.lstat().st_mode, path.read_bytes())
    return found
