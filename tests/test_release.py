"""The files that build releases and check projects elsewhere name commands and files that exist."""

from __future__ import annotations

import re
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click import Command, Context, Group

from cardtools.cli import cardtools

yaml = pytest.importorskip("yaml")
ROOT = Path(__file__).parents[1]
ACTION = ROOT / ".github/actions/check/action.yml"
FILES = [ACTION, ROOT / ".pre-commit-hooks.yaml", *sorted((ROOT / ".github/workflows").glob("*.yml"))]
PYTHONS = ["3.11", "3.12", "3.13", "3.14"]


def scripts(data: Any) -> Iterator[str]:
    """What a YAML file runs: the texts of `run` and `entry`, at any depth."""
    if isinstance(data, dict):
        yield from (data[key] for key in ("run", "entry") if isinstance(data.get(key), str))
    inner = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    for value in inner:
        yield from scripts(value)


def commands(text: str) -> list[list[str]]:
    """The calls of cardtools in a shell script, as words."""
    return [shlex.split(call) for call in re.findall(r"^\s*(cardtools [^|&;\n]*)", text, re.MULTILINE)]


def unknown(words: list[str]) -> list[str]:
    """The words of a call that are no command or option of cardtools."""
    command: Command = cardtools
    faults = []
    for word in words[1:]:
        if isinstance(command, Group):
            found = command.get_command(Context(command), word)
            if found is None:
                return [word]
            command = found
        elif word.startswith("-"):
            options = {name for known in command.params for name in known.opts}
            faults += [word] if word not in options else []
    return faults


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_command_exists(path: Path) -> None:
    calls = [call for text in scripts(yaml.safe_load(path.read_text())) for call in commands(text)]
    assert [(call, faults) for call in calls if (faults := unknown(call))] == []


def test_the_action_and_the_hook_call_cardtools() -> None:
    called = [list(scripts(yaml.safe_load(path.read_text()))) for path in FILES[:2]]
    assert all(any(commands(text) for text in found) for found in called)


def test_the_release_is_tried_with_commands_that_exist() -> None:
    calls = commands((ROOT / ".ci/release").read_text())
    assert {"init", "build", "validate", "playtest"} <= {call[1] for call in calls}
    assert [(call, faults) for call in calls if (faults := unknown(call))] == []


def test_an_unknown_option_is_found() -> None:
    # The tests above could not fail if this did not hold.
    assert unknown(["cardtools", "validate", "--unheard-of"]) == ["--unheard-of"]
    assert unknown(["cardtools", "unheard-of"]) == ["unheard-of"]


@pytest.mark.parametrize("name", ["run", "release"])
def test_the_scripts_are_bash(name: str) -> None:
    subprocess.run(["bash", "-n", str(ROOT / ".ci" / name)], check=True)


def test_a_release_is_tried_on_every_python_and_system() -> None:
    gate = yaml.safe_load((ROOT / ".github/workflows/gate.yml").read_text())
    matrix = gate["jobs"]["tests"]["strategy"]["matrix"]
    tried = {*matrix["python"], *(entry["python"] for entry in matrix["include"])}
    assert sorted(tried) == PYTHONS
    assert {name.partition("-")[0] for name in matrix["os"]} == {"ubuntu", "macos", "windows"}
    release = (ROOT / ".github/workflows/release.yml").read_text()
    assert ".ci/release " + " ".join(f"python{version}" for version in PYTHONS) in release


def test_every_path_exists() -> None:
    used = re.findall(r"(?<![\w/])(\.ci/[\w.]+|cardtools/[\w./]+\.py)", "".join(map(Path.read_text, FILES)))
    assert used
    assert [name for name in used if not (ROOT / name).exists()] == []
