"""A command that ends with 2 writes the report that was asked for too, with the fault in it."""

from __future__ import annotations

import csv
import io
import json
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest
from every_command import every_command

from cardtools.checks.findings.formats import FORMATS

# Each command that reports findings, and files with which it ends with 2: what the message says, the files.
FAULTS = {
    "no-table": ("no such file", {"cards/cards.csv": None}),
    "bad-table": ("NAME", {"cards/cards.csv": b"NAME;NAME\nOx;1\n"}),
    "bad-project": ("cardtools.toml:1", {"cardtools.toml": b"ruleset = \n"}),
    "bad-ruleset": ("not valid TOML", {"game.toml": b"[ruleset\n"}),
}
COMMANDS = ("validate", "proof", "translate check de")


def reports(command: click.Command) -> bool:
    """Whether a command has the options about findings."""
    return any(one.name == "fail_on" for one in command.params)


def said(form: str, data: str) -> str:
    """All the words of a report, which is well-formed."""
    if form == "json":
        found = json.loads(data)
        assert found["complete"] is False
        assert found["counts"]["error"] >= 1
        return " ".join(f"{one['path']}:{one['line']} {one['message']}" for one in found["findings"])
    if form == "jsonl":
        return " ".join(
            f"{one['path']}:{one['line']} {one['message']}" for one in map(json.loads, data.splitlines())
        )
    if form == "sarif":
        (run,) = json.loads(data)["runs"]
        (invocation,) = run["invocations"]
        assert (invocation["executionSuccessful"], invocation["exitCode"]) == (False, 2)
        for result in run["results"]:
            assert result["ruleId"]
            assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
        places = [one["physicalLocation"] for result in run["results"] for one in result["locations"]]
        where = [
            f"{one['artifactLocation']['uri']}:{one.get('region', {}).get('startLine', 0)}" for one in places
        ]
        return " ".join([*where, *(result["message"]["text"] for result in run["results"])])
    if form == "junit":
        root = ET.fromstring(data)
        assert int(root.get("failures", "0")) >= 1
        return " ".join(
            f"{case.get('classname')} {one.text}" for case in root.iter("testcase") for one in case
        )
    if form == "csv":
        rows = csv.DictReader(io.StringIO(data, newline=""), delimiter=";")
        return " ".join(f"{row['PATH']}:{row['LINE']} {row['MESSAGE']}" for row in rows)
    return data.replace("line=", "").replace("file=", "").replace(",", ":")


def test_the_commands_that_report_findings_are_these() -> None:
    found = {name for name, command in every_command().items() if reports(command)}
    assert found == {command.removesuffix(" de") for command in COMMANDS}


@pytest.fixture
def project(cardtools: Any, folder: Path, write: Callable[..., Path]) -> Callable[[str], str]:
    """A project with a fault; the words of its message."""

    def make(fault: str) -> str:
        assert cardtools("init", ".", "--blank").code == 0
        with (folder / "cardtools.toml").open("a") as file:
            file.write('[editions.de]\ncolumns = { NAME = "TITEL" }\n')
        message, changed = FAULTS[fault]
        for name, data in changed.items():
            (folder / name).unlink()
            if data is not None:
                write(name, data)
        return message

    return make


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("form", FORMATS)
def test_the_report_is_written_with_the_fault_in_it(
    cardtools: Any, project: Any, folder: Path, command: str, fault: str, form: str
) -> None:
    message = project(fault)
    plain = cardtools(*command.split())
    assert plain.code == 2
    assert message in plain.err
    (folder / "report").write_text("of an earlier run")
    outcome = cardtools(*command.split(), "--format", form, "-o", "report")
    assert (outcome.code, outcome.err) == (2, plain.err)
    data = (folder / "report").read_bytes().decode()
    assert message in said(form, data)
    if form not in ("text", "html"):
        outcome = cardtools(*command.split(), "--format", form)
        assert (outcome.code, outcome.err, outcome.out) == (2, plain.err, data)


@pytest.mark.parametrize("command", COMMANDS)
def test_without_a_project_too(cardtools: Any, folder: Path, command: str) -> None:
    outcome = cardtools(*command.split(), "--format", "sarif", "-o", "report")
    assert outcome.code == 2
    data = (folder / "report").read_text(encoding="utf-8")
    assert "no card project" in said("sarif", data)


def test_a_report_that_cannot_be_written_is_told_once(cardtools: Any, project: Any, folder: Path) -> None:
    project("no-table")
    (folder / "report").mkdir()
    outcome = cardtools("validate", "--format", "sarif", "-o", "report")
    assert outcome.code == 2
    assert "cards/cards.csv: no such file" in outcome.err
    assert outcome.err.count("report:") == 1


def test_a_diff_of_an_earlier_run_is_not_left_either(cardtools: Any, project: Any, folder: Path) -> None:
    project("no-table")
    (folder / "changes.json").write_text("of an earlier run")
    outcome = cardtools("diff", "HEAD", "--format", "json", "-o", "changes.json")
    assert (outcome.code, outcome.out) == (2, "")
    assert json.loads((folder / "changes.json").read_text())["complete"] is False


def test_a_fault_of_ours_is_in_the_report_too(
    cardtools: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("oops\nline")

    assert cardtools("init", ".", "--blank").code == 0
    monkeypatch.setattr("cardtools.commands.validate.check_game", fail)
    outcome = cardtools("validate", "--format", "sarif", "-o", "report", traceback=False)
    assert (outcome.code, outcome.err.split("\n")[0]) == (2, r"internal error: RuntimeError: oops\nline")
    assert "internal error: RuntimeError: oops" in said("sarif", (folder / "report").read_text())
