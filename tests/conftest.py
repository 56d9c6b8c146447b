"""What every test may use: a folder with files in it, and the command line run in it."""

from __future__ import annotations

import gc
import os
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from outcome import Outcome

from cardtools.cli import main
from cardtools.ground.console import Console
from cardtools.ground.io.files import user_path
from cardtools.project.project import find_project
from cardtools.project.starter import make_project
from cardtools.steps.build import run_build

# The gate gives the same answer each time: its examples are always the same, and a slow machine is no fault.
settings.register_profile("gate", max_examples=40, deadline=None, derandomize=True, database=None)
settings.register_profile("long", max_examples=2000, deadline=None, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "gate"))


SKIPPED = "cardtools/skipped"  # tests and files that the last run skipped, in the cache of pytest
_skipped: set[str] = set()
SOURCE = {
    f"tests/test_{name}.py" for name in "no_code optional_parts private_parts structure writing".split()
}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--skipped", action="store_true", help="Run only the tests that the last run skipped.")


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.skipped:
        _skipped.add(report.nodeid)


def pytest_collectreport(report: pytest.CollectReport) -> None:
    if report.skipped:
        _skipped.add(report.nodeid)


def known_skipped(config: pytest.Config) -> list[str]:
    found: list[str] = config.cache.get(SKIPPED, []) if config.cache else []
    return found


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """To load all files takes longer than the tests of a few."""
    if not config.getoption("--skipped") or collection_path.suffix != ".py":
        return None
    known = {name.partition("::")[0] for name in known_skipped(config)}
    return collection_path.relative_to(config.rootpath).as_posix() not in known or None


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """The tests of a file share its fixtures, and those that read the source read it once; what takes longest
    and shares only what the session has is spread over all processes.
    """
    from xdist.scheduler import LoadFileScheduling

    class Spread(LoadFileScheduling):
        def _split_scope(self, nodeid: str) -> str:
            file: str = super()._split_scope(nodeid)
            if file.endswith(("in_browser.py", "hostile/test_cases.py")):
                return nodeid
            return "source" if file in SOURCE else file

    return Spread(config, log) if config.getoption("dist") == "loadfile" else None


def pytest_sessionfinish(session: pytest.Session) -> None:
    if session.config.cache and not hasattr(session.config, "workerinput"):
        session.config.cache.set(SKIPPED, sorted(_skipped))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the tests that run on generated examples; long tests come first, so that no process ends late."""
    if config.getoption("--skipped"):
        known = known_skipped(config)
        items[:] = [item for item in items if item.nodeid in known or item.nodeid.split("::")[0] in known]
    for item in items:
        if getattr(getattr(item, "obj", None), "is_hypothesis_test", False):
            item.add_marker(pytest.mark.property)
    items.sort(key=lambda item: item.get_closest_marker("end_to_end") is None)


def pytest_collection_finish() -> None:
    # Thousands of tests and the modules stay to the end: the garbage collector need not look through them.
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def _place(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Tests may write into their own folders, as if the user had typed them; projects there are projects."""
    user_path(tmp_path_factory.getbasetemp().parent)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """A real browser, which Playwright drives; where there is none, the test is skipped.

    Pages of ours allow no `eval`: wait for elements, not for expressions.
    """
    playwright = pytest.importorskip("playwright.sync_api")
    found = filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome")))
    program = next(found, None) or pytest.skip("there is no Chromium")
    in_sandbox = hasattr(os, "geteuid") and os.geteuid() != 0
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, chromium_sandbox=in_sandbox)
        yield browser
        browser.close()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def settings_folder(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder in place of the user's own, where limits and keys are; the same on every system."""
    made = tmp_path_factory.mktemp("settings")
    monkeypatch.setattr("click.get_app_dir", lambda _name: str(made))
    return made


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
def cardtools(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Outcome]:
    """Run `cardtools ARGUMENTS` in the working folder. An unexpected error is raised, with its traceback."""

    def run(*arguments: str, traceback: bool = True) -> Outcome:
        monkeypatch.setenv("CARDTOOLS_TRACEBACK", "1" if traceback else "")
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
    """A project made by `init` and built once, with small pictures; tests copy it."""
    base = tmp_path_factory.getbasetemp()
    # The processes of a run have their folders side by side: the first to come builds the game for all.
    shared = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "built"
    folder, finished = shared / "game", shared / "finished"
    try:
        shared.mkdir()
    except FileExistsError:
        while not finished.exists():
            time.sleep(0.1)
        return folder
    try:
        make_project(folder)
        project = folder / "cardtools.toml"
        text = project.read_text(encoding="utf-8")
        assert "dpi = 300" in text
        project.write_text(text.replace("dpi = 300", "dpi = 36"), encoding="utf-8")
        outcomes = run_build(find_project(folder), Console(-1), strict=True, jobs=1)
        assert [outcome.code for outcome in outcomes] == [0] * 6
    finally:
        finished.touch()
    return folder
