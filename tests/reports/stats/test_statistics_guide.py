"""What the guide of statistics shows is what the command prints."""

from __future__ import annotations

import json
import re
import shlex
import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
GUIDE = (ROOT / "docs/guides/statistics.md").read_text("utf-8")
SHOWN = re.findall(r"\$ (cardtools stats.*)\n((?:.*\n)*?)```", GUIDE)


@pytest.fixture
def mana(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    ignored = shutil.ignore_patterns("art", "output")
    shutil.copytree(ROOT / "examples/mana", folder, dirs_exist_ok=True, ignore=ignored)
    monkeypatch.setenv("COLUMNS", "80")
    return folder


@pytest.mark.parametrize(("command", "shown"), SHOWN)
def test_the_examples_of_the_guide(cardtools, mana: Path, command: str, shown: str) -> None:
    out = cardtools(*shlex.split(command)[1:]).out
    assert shown.removeprefix("...\n") in out


def test_the_json_of_the_guide(cardtools, mana: Path) -> None:
    (shown,) = json.loads(re.findall(r"```json\n(.*?)```", GUIDE, re.DOTALL)[0])
    (made,) = (one for one in json.loads(cardtools("stats", "--format=json").out) if one["table"] == "curve")
    made["rows"] = made["rows"][:2]
    assert made == shown
