"""The formats: each is what its readers expect, fingerprints stay when lines move."""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from built_in import built_in_ruleset
from checking import check_files
from hypothesis import given
from hypothesis import strategies as st
from ttcg import HEADER

from cardtools.checks.findings.check_report import Report
from cardtools.checks.findings.formats import html, text
from cardtools.checks.findings.formats.for_programs import entries, render
from cardtools.checks.fixes.cell_fixes import attach_fixes
from cardtools.ground.console import Console
from cardtools.ground.errors import Diagnostic, Location

Write = Callable[[str, str | bytes], Path]
RULES = built_in_ruleset("ttcg")
LINES = [
    '"<b> & ""=1""";fire;Dragon;1;;245;255;Draw.;Gain.;C0000000000001;0;60;;\n',
    "::error::Tide;Fire;Dragon;01;;0;500;Draw.;Mill.;C0000000000002;0;60;;\n",
    "=cmd;Fire;Drachen;1;;245;250;Draw.;Hide.;C0000000000003;0;60;Dormnt;\n",
]


def report_of(lines: list[str]) -> Report:
    Path("cards.csv").write_text(HEADER + "".join(lines), "utf-8")
    Path("deck.txt").write_text("1 Nobody\n", "utf-8")
    report = check_files(Path("cards.csv"), RULES, [Path("deck.txt")])
    return replace(report, diagnostics=tuple(attach_fixes(report.checked.tables[0], report.diagnostics)))


@pytest.fixture
def report(folder: Path) -> Report:
    """Errors, a warning and a note, in names that every format must escape."""
    return report_of(LINES)


def test_the_report_has_something_of_everything(report: Report) -> None:
    assert [report.count(level) for level in ("error", "warning", "info")] == [6, 2, 1]


def test_json(report: Report) -> None:
    data = json.loads(render("json", report, Path()))
    assert data["counts"] == {"error": 6, "warning": 2, "info": 1}
    assert sum(data["statistics"].values()) == len(data["findings"]) == 9
    first = data["findings"][0]
    assert (first["code"], first["card"], first["field"]) == ("TTC101", '<b> & "=1"', "TYPE")
    edit = {"line": 2, "column": "TYPE", "old": "fire", "new": "Fire"}
    assert first["fix"] == {"safe": True, "edits": [edit]}


def test_json_lines_are_the_findings_of_json(report: Report) -> None:
    lines = render("jsonl", report, Path()).splitlines()
    assert [json.loads(line) for line in lines] == json.loads(render("json", report, Path()))["findings"]


def test_sarif_has_the_members_that_the_standard_requires(report: Report) -> None:
    log = json.loads(render("sarif", report, Path()))
    assert log["version"] == "2.1.0"
    assert log["$schema"].endswith("sarif-2.1.0.json")
    (run,) = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert run["tool"]["driver"]["name"] == "cardtools"
    assert [rule["id"] for rule in rules] == list(RULES.checks())
    assert all(rule["shortDescription"]["text"] for rule in rules)
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["level"] in ("none", "note", "warning", "error")
        assert result["message"]["text"]
        (location,) = result["locations"]
        assert location["physicalLocation"]["artifactLocation"]["uri"] in ("cards.csv", "deck.txt")
        assert location["physicalLocation"].get("region", {"startLine": 1})["startLine"] >= 1
        assert re.fullmatch("[0-9a-f]{32}", result["partialFingerprints"]["cardtools/v1"])
    assert len(run["results"]) == 9


def test_sarif_gives_a_file_outside_the_project_a_whole_uri(report: Report) -> None:
    outside = [
        d._replace(location=d.location._replace(path=str(Path("/games/my cards.csv").absolute())))
        for d in report.diagnostics
    ]
    log = json.loads(render("sarif", replace(report, diagnostics=tuple(outside)), Path()))
    place = log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]
    assert re.fullmatch(r"file:///.*games/my%20cards.csv", place["artifactLocation"]["uri"])


def test_fingerprints_differ_and_stay_when_lines_are_inserted_above(report: Report) -> None:
    new = "Sound;Fire;Dragon;1;;245;255;Draw.;Gain.;C0000000000009;0;60;;\n"
    before = [entry.fingerprint for entry in entries(report, Path.cwd())]
    after = list(entries(report_of([new, *LINES]), Path.cwd()))
    assert len(set(before)) == len(before)
    assert [entry.fingerprint for entry in after] == before
    assert after[0].finding.location.line == 3


def test_fingerprints_do_not_depend_on_the_working_folder(
    report: Report, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = [entry.fingerprint for entry in entries(report, folder)]
    monkeypatch.chdir(folder.parent)
    report = check_files(folder / "cards.csv", RULES, [folder / "deck.txt"])
    assert [entry.fingerprint for entry in entries(report, folder)] == before


def test_junit(report: Report) -> None:
    root = ET.fromstring(render("junit", report, Path()))
    assert (root.tag, root.get("tests"), root.get("failures")) == ("testsuites", "9", "6")
    assert [suite.get("name") for suite in root] == ["cards.csv", "deck.txt"]
    assert len(root.findall(".//failure")) == 6
    assert len(ET.fromstring(render("junit", report, Path(), "info")).findall(".//failure")) == 9


def test_a_file_without_findings_is_a_passed_case(report: Report) -> None:
    root = ET.fromstring(render("junit", replace(report, diagnostics=()), Path()))
    assert (root.get("tests"), root.get("failures"), len(root.findall(".//testcase"))) == ("2", "0", 2)


def test_csv_runs_nothing_in_a_spreadsheet(report: Report) -> None:
    rows = list(csv.DictReader(io.StringIO(render("csv", report, Path()), newline=""), delimiter=";"))
    assert len(rows) == 9
    assert [row["FIX"] for row in rows if row["CODE"] in ("TTC101", "TTC106")] == ["safe", "unsafe"]
    assert not [cell for row in rows for cell in row.values() if cell[:1] in ("=", "@", "+", "-")]
    assert "'=cmd" in {row["CARD"] for row in rows}


def test_github_annotations_are_at_most_ten_of_a_kind(report: Report) -> None:
    finding = Diagnostic(Location("a,b:c.csv", 3, 4), "50 %\nof it", "", "CRD001", "required")
    many = replace(report, diagnostics=(finding,) * 25 + (finding._replace(severity="info"),) * 10)
    lines = render("github", many, Path()).splitlines()
    errors = [line for line in lines if line.startswith("::error ")]
    assert errors[0] == "::error file=a%2Cb%3Ac.csv,line=3,col=4,title=CRD001 required::50 %25%0Aof it"
    assert errors[-1] == "::error title=cardtools::16 more of this kind are in the log"
    assert (len(errors), sum(line.startswith("::notice ") for line in lines)) == (10, 10)
    assert sum(line.startswith("a,b:c.csv:3:4: CRD001") for line in lines) == 16
    assert lines[-1] == many.summary()


def test_a_card_cannot_give_a_command_to_the_runner(report: Report) -> None:
    finding = Diagnostic(Location("x.csv"), "a\n::set-output name=x::y", "", "CRD001", "required")
    many = replace(report, diagnostics=(finding,) * 12)
    lines = render("github", many, Path()).splitlines()
    assert not [line for line in lines if line.lstrip().startswith("::set-output")]


def test_the_page_is_complete_in_itself(report: Report) -> None:
    findings = report.diagnostics
    box = findings[0]._replace(box=(10.0, 20.0, 30.0, 5.0))
    cards = [
        html.DrawnCard('<b> & "=1"', "line 2", (box,), b"\xff\xd8\xff", (60, 80), canvas=(0, 0, 60, 80)),
        html.DrawnCard("Tide", "line 3", findings[1:2], reason="no <art>"),
    ]
    page = html.render(report, "Cards", cards, findings[-1:])
    assert page.count('<section class="card') == 3  # two cards, and the deck
    assert "data:image/jpeg;base64,/9j/" in page
    assert "&lt;b&gt; &amp; &#34;=1&#34;" in page
    assert "no &lt;art&gt;" in page
    assert page.count('<i class="mark') == 1
    assert "left:15.5%;top:24.12%;width:52.33%;height:8.0%" in page
    assert "<b> &" not in page
    assert not re.search(r"(src|href)=\"(?!data:)|url\(|@import|<script .", page)


def test_the_page_of_a_sound_project(report: Report) -> None:
    assert "No problems." in html.render(replace(report, diagnostics=()), "Cards", (), ())


def test_statistics_are_sorted_by_number(report: Report) -> None:
    table = text.statistics(report)
    numbers = [int(line.split()[0]) for line in table[:-1]]
    assert numbers == sorted(numbers, reverse=True)
    assert "1  CRD017  number-format        warning" in table
    assert table[-1] == report.summary()


def test_the_caret_stands_below_the_cell() -> None:
    assert text.excerpt("Card;fire;Dragon", 5, 9, 12, 80) == (
        "   12 | Card;fire;Dragon",
        "      |      ^^^^",
    )


_letters = st.text(st.sampled_from("ab;\t\x1b\u3042\u0301é"), min_size=1, max_size=120)


@given(_letters, st.data(), st.integers(40, 120))
def test_an_excerpt_fits_the_terminal_and_holds_the_place(line: str, data: Any, width: int) -> None:
    start = data.draw(st.integers(0, len(line) - 1))
    source, carets = text.excerpt(line, start, len(line), 7, width)
    assert text.terminal_width(source) <= width
    assert text.terminal_width(carets) <= width
    assert "\x1b" not in source
    # What the first caret points at is the place.
    column = carets.index("^")
    cell = line[start] if line[start] not in "\t\x1b" else " "
    at = next(n for n in range(len(source) + 1) if text.terminal_width(source[:n]) == column)
    assert cell in source[at : at + 6]


def test_fixable_counts_both_kinds(report: Report) -> None:
    assert text.fixable(report.diagnostics) == (
        "2 problems can be fixed with --fix, 2 more with --fix --unsafe-fixes (--diff shows it first)"
    )
    assert text.fixable(()) == ""


@pytest.mark.parametrize("form", ["json", "jsonl", "sarif", "github", "junit", "csv"])
def test_every_format_is_safe_to_print(report: Report, form: str) -> None:
    hostile = "\x1b[2J\n::set-output name=x::y\x9b\u202e\u2028\ufffe\udcff##[add-mask]"
    finding = Diagnostic(Location(hostile, 1), hostile, hostile, "CRD001", "required")
    printed = render(form, replace(report, diagnostics=(finding,)), Path())
    assert [sign for sign in printed if not sign.isprintable() and sign not in "\r\n"] == []
    assert not re.search(r"(?m)^\s*::set-output|##\[", printed)
    if form == "json":
        assert json.loads(printed)["findings"][0]["message"] == hostile
    if form == "junit":
        ET.fromstring(printed)


def test_the_page_runs_only_its_own_script(report: Report) -> None:
    page = html.render(report, "A\u202e", (), report.diagnostics)
    policy = unescape(re.findall('http-equiv="Content-Security-Policy" content="([^"]+)"', page)[0])
    assert "default-src 'none'" in policy
    for tag in ("style", "script"):
        (text,) = re.findall(f"<{tag}>(.*?)</{tag}>", page, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in policy
    assert "A\\u202e" in page


def test_a_card_cannot_steer_the_terminal(report: Report, capsys: pytest.CaptureFixture[str]) -> None:
    finding = Diagnostic(Location("x.csv", 1), "a\x1b[31m\nb", "c\x9b2J", "CRD001", "required")
    text.show(Console(), replace(report, diagnostics=(finding,)))
    assert capsys.readouterr().out.splitlines()[:2] == [
        "x.csv:1: CRD001 required: a\\x1b[31m\\nb",
        "  help: c\\x9b2J",
    ]
