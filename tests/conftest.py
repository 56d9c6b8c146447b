"""What every test may use: a folder with files in it, and the command line run in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import settings

from cardtools.build import run_build
from cardtools.cli import main
from cardtools.console import Console
from cardtools.project import find_project
from cardtools.starter import make_project

# The gate gives the same answer each time: no example is drawn anew, and a slow machine is no fault.
settings.register_profile("gate", deadline=None, derandomize=True)
settings.load_profile("gate")


@dataclass(frozen=True)
class Outcome:
    """What a command did: exit code, standard output, standard error."""

    code: int
    out: str
    err: str


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def write(folder: Path) -> Callable[[str, str | bytes], Path]:
    """Write a file into the working folder, making the folders it needs."""

    def make(name: str, content: str | bytes) -> Path:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return make


@pytest.fixture
def cardtools(folder: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., Outcome]:
    """Run `cardtools ARGUMENTS` in the working folder."""

    def run(*arguments: str) -> Outcome:
        capsys.readouterr()
        with pytest.raises(SystemExit) as stop:
            main(list(arguments))
        out, err = capsys.readouterr()
        code = stop.value.code
        assert isinstance(code, int)
        return Outcome(code, out, err)

    return run


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project made by `init` and built once; tests copy it."""
    folder = tmp_path_factory.mktemp("built") / "game"
    make_project(folder)
    outcomes = run_build(find_project(folder), Console(-1), strict=True)
    assert [outcome.code for outcome in outcomes] == [0] * 6
    return folder
