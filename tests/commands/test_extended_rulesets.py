"""Files that a ruleset extends: `validate --watch` follows them, `build` knows when they change."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from cardtools.ground.io import changes as watching
from cardtools.rulesets import built_in_rulesets, load_ruleset

Write = Callable[[str, str | bytes], Path]
BASE = """\
[ruleset]
id = "base"
version = "1"
[fields.NAME]
required = true
[fields.COST]
type = "int"
max = 5
"""
OWN = '[ruleset]\nid = "own"\nversion = "1"\n'


@pytest.fixture
def project(write: Write) -> Path:
    """A project whose ruleset extends one in another folder; COST may be 5."""
    write("cards/cards.csv", "NAME;COST\nOx;7\nElk;9\n")
    write("common/base.toml", BASE)
    write("rules/own.toml", f'extends = ["../common/base.toml"]\n{OWN}')
    return write("cardtools.toml", 'ruleset = "rules/own.toml"\n').parent


def test_a_ruleset_knows_its_files(project: Path) -> None:
    files = load_ruleset("rules/own.toml", project).files
    assert [path.resolve().relative_to(project.resolve()).as_posix() for path in files] == [
        "common/base.toml", "rules/own.toml",
    ]  # fmt: skip
    assert load_ruleset("ttcg", project).files == (built_in_rulesets()["ttcg"],)


@pytest.mark.parametrize("broken", [False, True])
def test_watch_follows_what_a_ruleset_extends(
    project: Path, cardtools: Any, monkeypatch: pytest.MonkeyPatch, broken: bool
) -> None:
    base = project / "common/base.toml"
    if broken:
        base.write_text("[ruleset\n")
    followed: list[set[str]] = []

    def look(check: Callable[[], None], paths: Callable[[], Iterable[Path]]) -> None:
        for text in (None, BASE.replace("5", "8"), BASE.replace("5", "9")):
            if text:
                base.write_text(text)
            check()
            followed.append({os.path.realpath(path) for path in paths()})

    monkeypatch.setattr(watching, "watch", look)
    outcome = cardtools("validate", "--watch", "--select", "CRD003")
    counts = [
        line.rpartition(": ")[2] for line in outcome.out.splitlines() if line.startswith("cards/cards.csv: ")
    ]
    assert counts == [*([] if broken else ["2 errors"]), "1 error", "no problems"]
    assert all(os.path.realpath(base) in paths for paths in followed)
    assert all(os.path.realpath(project / "rules/own.toml") in paths for paths in followed)


def test_build_checks_again_when_an_extended_file_changes(
    project: Path, cardtools: Any, write: Write
) -> None:
    write("effects/all_effect_templates.txt", "Draw one card.\n")
    write("common/base.toml", BASE.replace("5", "9"))
    report = project / "output/validation.txt"
    cardtools("build")
    before = report.stat().st_mtime_ns
    cardtools("build")
    assert report.stat().st_mtime_ns == before
    write("common/base.toml", BASE.replace("5", "8"))
    assert "CRD003" in cardtools("build").err
    assert "CRD003" in report.read_text()
