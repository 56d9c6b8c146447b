"""No file of a project is run: all that runs code is listed, with where the text that it runs is from."""

from __future__ import annotations

import ast
import os
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from source import trees
from tracing import Package, Use

from cardtools.ground.errors import CardtoolsError
from cardtools.play.agents.foreign import load_class

# What runs code, starts a program, or makes objects of data that may do either.
RUNNING = {
    "__import__", "compile", "eval", "exec", "importlib.import_module", "importlib.metadata.entry_points",
    "os.fork", "os.popen", "os.startfile", "os.system", "pickle.load", "pickle.loads", "pickle.Unpickler",
    "marshal.load", "marshal.loads", "pty.spawn", "runpy.run_module", "runpy.run_path", "shelve.open",
    "subprocess.Popen", "subprocess.call", "subprocess.check_call", "subprocess.check_output",
    "subprocess.getoutput", "subprocess.getstatusoutput", "subprocess.run", "sys.path", "ctypes.CDLL",
    "importlib.util.spec_from_file_location", "importlib.machinery.SourceFileLoader",
    "asyncio.create_subprocess_exec", "asyncio.create_subprocess_shell",
    "os.posix_spawn", "os.posix_spawnp",
    *(f"os.{name}{end}" for name in ("exec", "spawn") for end in "l le lp lpe v ve vp vpe".split()),
}  # fmt: skip
AGENTS = {
    "the command line: cardtools.commands.play.play(agents)",
    "the command line: cardtools.commands.playtest.run(agents)",
    "cardtools.library.game.Game.playtest: agents",
}
TARGETS = {
    "the command line: cardtools.commands.export.export(target)",
    "cardtools.library.game.Game.export: target",
}
# Where the first argument may come from: the command line, a script that calls the library, or nowhere but
# this package.
TRACED = {
    "cardtools.__getattr__ importlib.import_module": set(),
    "cardtools.print.export.export_files.target_module importlib.import_module": TARGETS,
    "cardtools.play.agents.foreign.ProgramAgent._start subprocess.Popen": AGENTS,
    "cardtools.play.agents.foreign.load_class importlib.import_module": AGENTS,
    "cardtools.play.games.engine_names importlib.metadata.entry_points": set(),
    "cardtools.play.games.find_engine importlib.import_module": set(),
    "cardtools.play.games.find_engine importlib.metadata.entry_points": set(),
    "cardtools.steps.draw_cards._keep_freed_memory ctypes.CDLL": set(),
}
# What the tracer cannot follow, and why no file decides what is run.
DECLARED = {
    "cardtools.ground.catalogue._declared importlib.import_module": "ours, as pkgutil lists them",
    "cardtools.ground.catalogue.check_functions importlib.import_module": "ours, as pkgutil lists them",
    "cardtools.programs.verbs importlib.import_module": "ours, as pkgutil lists them",
    "cardtools.cli.CommandGroup.get_command importlib.import_module": "a key of COMMANDS",
    "cardtools.commands.run.RunGroup.get_command importlib.import_module": "a key of COMMANDS",
    "cardtools.pages.studio.jobs.RunningCommand subprocess.Popen": "a type",
    "cardtools.pages.studio.jobs.Jobs.start subprocess.Popen": "cardtools, with one of COMMANDS",
    "cardtools.reports.diff.versions._git subprocess.run": "git, which then runs nothing else",
    "cardtools.effects.large.cluster.in_order_on_cluster pickle.loads": "what pickle.dumps gave beside it",
    "cardtools.effects.large.ordering._read marshal.load": "texts that _write put into a folder of our own",
    "cardtools.ground.optional_packages.optional importlib.import_module": "a package that our code names",
    "cardtools.play.agents.foreign.load_class sys.path": "the project, behind all other folders",
    "cardtools.play.state._copying exec": "the names of a state's parts, written in the games",
    "cardtools.language.conditions.Expression.code compile": "a tree of nodes that it knows",
    "cardtools.language.conditions.Expression.value eval": "the same",
    "cardtools.language.whole_columns.RowFilter.code compile": "the same",
    "cardtools.language.whole_columns.RowFilter.rows eval": "the same",
}


@cache
def package() -> Package:
    return Package(trees())


@pytest.fixture(scope="module", autouse=True)
def _forgotten() -> Iterator[None]:
    """What is known of all names takes a quarter of a gigabyte."""
    yield
    package.cache_clear()


def named(use: Use) -> str:
    return f"{use.scope.name} {use.function}"


def test_everything_that_runs_code_is_known() -> None:
    assert {named(use) for use in package().uses(RUNNING)} == TRACED.keys() | DECLARED.keys()


@pytest.mark.parametrize("place", TRACED)
def test_what_is_run_comes_from_the_command_line(place: str) -> None:
    uses = [use for use in package().uses(RUNNING) if named(use) == place]
    found: set[str] = set()
    for use in uses:
        assert use.call is not None, "it is passed on: nobody knows who calls it"
        found |= package().origins(use.call.args[0] if use.call.args else None, use.scope)
    assert found == TRACED[place]


def test_what_a_file_says_is_traced_to_it() -> None:
    """The tests above could not fail if this did not hold."""
    source = """
import json
from dataclasses import dataclass
from subprocess import Popen

@dataclass
class Saved:
    agents: tuple

def read(path):
    data = json.loads(path.read_bytes())
    return Saved(tuple(data["agents"]))

def start(words):
    Popen(words.split())

def resume(path):
    for agent in read(path).agents:
        start(agent if agent != "you" else "greedy")
"""
    found = Package({"saved": ast.parse(source)})
    (use,) = found.uses({"subprocess.Popen"})
    assert use.call is not None
    assert found.origins(use.call.args[0], use.scope) == {"saved: json.loads(path.read_bytes())"}


def test_windows_looks_for_programs_on_the_path_alone(
    cardtools: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A `git.exe` in a stranger's project is not git."""
    name = "NoDefaultCurrentDirectoryInExePath"  # what Windows asks
    monkeypatch.delenv(name, raising=False)
    cardtools("--version")
    assert os.environ[name]


def test_an_agent_takes_the_place_of_no_installed_module(folder: Path) -> None:
    (folder / "calendar.py").write_text("class Calendar:\n    def choose(self): 1 / 0\n")
    with pytest.raises(CardtoolsError, match="it has no method choose"):
        load_class("calendar:Calendar", folder)
    assert str(folder) not in sys.path
