"""What is told of all findings: suppressions, the baseline, selection by code, damage by a spreadsheet."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
from built_in import built_in_ruleset
from checking import check_files
from ttcg import HEADER

from cardtools.checks.findings.check_report import Report
from cardtools.checks.findings.selection import load_selection
from cardtools.ground.catalogue import codes_of
from cardtools.ground.errors import InputError
from cardtools.project.project import find_project

Write = Callable[[str, str | bytes], Path]
RULES = built_in_ruleset("ttcg")
TODAY = date(2026, 11, 20)
UNIT = "Crow {n};Fire;Dragon;1;;245;255;Draw {n}.;Gain.;C{n:013d};0;60;;\n"
SPELL = "Spell {n};Spell;;1;;{stats};Draw {n}.;Gain.;S{n:013d};0;60;;\n"


def units(*wrong: int) -> str:
    """Five units; those of these numbers total 495."""
    lines = (UNIT.format(n=n).replace("255", "250" if n in wrong else "255") for n in range(5))
    return HEADER + "".join(lines)


def checked(text: str, project: str = "", complete: bool = True, **more: tuple[str, ...]) -> Report:
    Path("cards.csv").write_text(text, "utf-8")
    Path("cardtools.toml").write_text(project, "utf-8")
    selection = load_selection(find_project(), RULES, TODAY, complete=complete, **more)
    return check_files(Path("cards.csv"), RULES, selection=selection)


def lines(report: Report) -> list[str]:
    return report.text().splitlines()


def suppress(**keys: str) -> str:
    return "[[suppress]]\n" + "".join(f"{key} = {value}\n" for key, value in keys.items())


@pytest.mark.parametrize("code", ["TTU101", "unit-stat-total", "TTU", "ttu101", "TTU10"])
def test_a_code_a_name_and_a_family_are_accepted(folder: Path, code: str) -> None:
    report = checked(units(1), suppress(code=f'"{code}"', card='"Crow 1"', reason='"x"'))
    assert lines(report) == ["cards.csv: 5 cards: no problems (1 suppressed)"]


def test_a_suppression_is_about_its_card_only(folder: Path) -> None:
    report = checked(units(1, 2), suppress(code='"TTU101"', card='"Crow 1"', reason='"x"'))
    assert [report.checked.subject(finding).card for finding in report.diagnostics] == ["Crow 2"]
    assert not checked(units(1, 2), suppress(code='"TTU101"', reason='"x"')).fails()


def test_a_suppression_that_matches_nothing_is_told(folder: Path) -> None:
    assert lines(checked(units(), suppress(code='"TTU101"', card='"Crow 1"', reason='"x"'))) == [
        (
            "cardtools.toml:1:3: RUL010 stale-ignore: warning: "
            "the suppression of TTU101 for Crow 1 matches no finding"
        ),
        "  help: remove it",
        "cards.csv: 5 cards: 1 warning",
    ]


def test_an_expired_suppression_is_told_and_its_findings_are_back(folder: Path) -> None:
    report = checked(units(1), suppress(code='"TTU101"', reason='"x"', until="2026-11-19"))
    assert [finding.code for finding in report.diagnostics] == ["TTU101", "RUL011"]
    assert lines(report)[2:4] == [
        "cardtools.toml:1:3: RUL011 expired-ignore: warning: the suppression of TTU101 ended on 2026-11-19",
        "  help: remove it, or set a later day",
    ]


@pytest.mark.parametrize("until", ["2026-11-20", '"2026-11-20"', "2026-11-20T00:00:00", '""'])
def test_a_suppression_holds_to_the_end_of_its_day(folder: Path, until: str) -> None:
    assert not checked(units(1), suppress(code='"TTU101"', reason='"x"', until=until)).diagnostics


def test_a_suppression_without_a_reason_is_told(folder: Path) -> None:
    assert lines(checked(units(1), suppress(code='"TTU101"'))) == [
        (
            "cardtools.toml:1:3: RUL012 ignore-without-reason: warning: "
            "the suppression of TTU101 gives no reason"
        ),
        '  help: add reason = "..."',
        "cards.csv: 5 cards: 1 warning (1 suppressed)",
    ]


def test_a_check_of_something_else_tells_nothing_about_unused_suppressions(folder: Path) -> None:
    assert not checked(units(), suppress(code='"TTU101"'), complete=False).diagnostics


def test_unknown_codes_and_dates_are_told_together(folder: Path) -> None:
    project = suppress(code='"TTU999"', reason='"x"') + suppress(code='"TTU101"', until='"soon"')
    families = sorted({code[:3] for code in RULES.checks()})
    with pytest.raises(InputError) as error:
        checked(units(), project, select=("unit-stat-totl",), ignore=("QQ",))
    assert str(error.value).splitlines()[:6] == [
        "cardtools.toml:1:3: unknown check 'TTU999'",
        f"  help: a code, a name, or a family: {', '.join(families)}",
        "cardtools.toml:4:3: invalid date until = 'soon'",
        "  help: write year-month-day, as 2026-12-31",
        "--select: unknown check 'unit-stat-totl'",
        "  help: did you mean unit-stat-total?",
    ]
    assert "--ignore: unknown check 'QQ'" in str(error.value)


def test_select_and_ignore(folder: Path) -> None:
    text = units(1).replace("Dragon", "Dragn", 1)
    assert [f.code for f in checked(text, select=("TTU,CRD",)).diagnostics] == ["TTU101"]
    assert [f.code for f in checked(text, ignore=("unit-stat-total",)).diagnostics] == ["TTC102"]
    assert [f.code for f in checked(text, select=("TT",), ignore=("TTU",)).diagnostics] == ["TTC102"]


def test_a_name_means_every_check_of_that_name() -> None:
    known = RULES.checks()
    assert codes_of("missing", known) == {"SER001", "IMG001"}
    assert codes_of("", known) == frozenset()
    assert all(codes_of(code, known) == {code} for code in known)


def test_a_suppression_can_be_about_a_deck_line(folder: Path) -> None:
    Path("deck.txt").write_text("1 Nobody\n1 Noone\n")
    Path("cards.csv").write_text(units())
    Path("cardtools.toml").write_text(suppress(code='"TTD103"', card='"Nobody"', reason='"x"'))
    selection = load_selection(find_project(), RULES, TODAY, select=("TTD103",))
    report = check_files(Path("cards.csv"), RULES, [Path("deck.txt")], selection=selection)
    assert [finding.message for finding in report.diagnostics] == ["there is no card 'Noone'"]


# Spreadsheets


def spells(*stats: str, serial: str = "") -> str:
    text = HEADER + "".join(SPELL.format(n=n, stats=stat) for n, stat in enumerate(stats))
    return text.replace("S0000000000000", serial) if serial else text


def test_lost_signs_are_one_finding(folder: Path) -> None:
    report = checked(spells("5;5", "10;-5", "0;0", "-5;-5"))
    assert lines(report) == [
        (
            "cards.csv:1:1: CSV018 spreadsheet-hazard: "
            "a spreadsheet damaged the file: no plus sign on 3 of 4 cards that have signs"
        ),
        (
            "  help: `cardtools validate --fix` writes the signs again; "
            "in the spreadsheet, format these columns as text"
        ),
        "cards.csv: 4 cards: 1 error",
    ]


def test_a_slip_of_the_pen_is_no_spreadsheet(folder: Path) -> None:
    assert {f.code for f in checked(spells("5;5", "+5;-5")).diagnostics} == {"TTS103"}
    assert {f.code for f in checked(spells(*["5;5"] * 3, *["+5;+5"] * 4)).diagnostics} == {"TTS103"}


@pytest.mark.parametrize("serial", ["1.23457E+13", "1,2E+10", "5E12"])
def test_serials_that_became_numbers_are_one_finding(folder: Path, serial: str) -> None:
    report = checked(spells("+5;+5", "+5;+5", serial=serial).replace("S0000000000001", serial))
    assert [finding.message for finding in report.diagnostics] == [
        f"a spreadsheet damaged the file: 2 serials turned into numbers such as {serial}"
    ]


def test_who_asks_for_the_single_findings_gets_them(folder: Path) -> None:
    text = spells("5;5", "10;-5", "0;0")
    assert [f.code for f in checked(text, select=("TTS103",)).diagnostics] == ["TTS103"] * 3
    assert [f.code for f in checked(text, ignore=("CSV018",)).diagnostics] == ["TTS103"] * 3
    assert not checked(text, ignore=("TTS103",)).diagnostics


def test_suppressions_of_what_was_merged_are_not_called_unused(folder: Path) -> None:
    report = checked(spells("5;5", "10;-5", "0;0"), suppress(code='"TTS103"', card='"Spell 1"', reason='"x"'))
    assert [finding.code for finding in report.diagnostics] == ["CSV018"]
