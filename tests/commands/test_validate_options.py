"""`cardtools validate`: what is told, in which format, with which exit code; the baseline; the page."""

from __future__ import annotations

import json
import re
import shutil
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from ttcg import HEADER

Write = Callable[[str, str | bytes], Path]
ERROR = "A;fire;Dragon;1;;245;255;Draw.;Gain.;A0000000000000;0;60;;\n"
WARNING = "B;Fire;Dragon;01;;245;255;Draw.;Mill.;B0000000000000;0;60;;\n"
NOTE = "C;Fire;Dragon;1;;0;500;Draw.;Hide.;C0000000000000;0;60;;\n"


@pytest.fixture
def game(write: Write) -> Callable[..., Path]:
    """A project with cards of these lines."""
    write("cardtools.toml", 'name = "Game"\nruleset = "ttcg"\n')
    write(
        "effects/effects_with_placeholders.csv",
        "EFFECTNAME;UNIT;LEVEL_1\nDraw.;True;True\nGain.;True;True\nMill.;True;True\nHide.;True;True\n",
    )
    return lambda *lines: write("cards/cards.csv", HEADER + "".join(lines))


@pytest.mark.parametrize(
    ("lines", "codes"),
    [((), (0, 0, 0)), ((NOTE,), (0, 0, 1)), ((WARNING, NOTE), (0, 1, 1)), ((ERROR, NOTE), (1, 1, 1))],
)
def test_fail_on(
    game: Callable[..., Path], cardtools: Any, lines: tuple[str, ...], codes: tuple[int, ...]
) -> None:
    game(*lines)
    levels = ("error", "warning", "info")
    assert tuple(cardtools("validate", "--fail-on", level).code for level in levels) == codes
    assert cardtools("validate").code == codes[0]


def test_ignored_errors_do_not_fail(game: Callable[..., Path], cardtools: Any) -> None:
    game(ERROR)
    assert cardtools("validate", "--ignore", "TTC101").code == 0
    assert cardtools("validate", "--select", "type").code == 1


def test_an_unknown_code_ends_with_2(game: Callable[..., Path], cardtools: Any) -> None:
    game(ERROR)
    outcome = cardtools("validate", "--ignore", "TTU10l")
    assert (outcome.code, outcome.out) == (2, "")
    message, hint = outcome.err.splitlines()
    assert message == "--ignore: unknown check 'TTU10l'"
    assert hint.startswith("  help: a code, a name, or a family: CRD, CSV, ")


def test_a_slip_in_a_name_is_suggested(game: Callable[..., Path], cardtools: Any) -> None:
    game(ERROR)
    outcome = cardtools("validate", "--select", "unit-stat-totl")
    assert outcome.err == (
        "--select: unknown check 'unit-stat-totl'\n  help: did you mean unit-stat-total?\n"
    )


def test_max_problems(game: Callable[..., Path], cardtools: Any) -> None:
    game(ERROR, WARNING, NOTE)
    lines = cardtools("validate", "--max-problems", "1").out.splitlines()
    assert len(lines) == 4
    assert lines[2:] == [
        "not listed: 1 warning, 1 note; --max-problems 0 lists all",
        "cards/cards.csv: 3 cards: 1 error, 1 warning, 1 note",
    ]
    assert cardtools("validate", "--max-problems", "0").out.count("cards/cards.csv:") == 4


def listed(form: str, outcome: Any) -> list[str]:
    """The severities of the findings that a report lists, in order."""
    if form == "text":
        lines = [line for line in outcome.out.splitlines() if re.match(r"cards/cards.csv:\d", line)]
        return [word[1] if (word := re.search(" (warning|info): ", line)) else "error" for line in lines]
    if form == "csv":
        return [line.split(";")[5] for line in outcome.out.splitlines()[1:]]
    if form == "jsonl":
        return [json.loads(line)["severity"] for line in outcome.out.splitlines()]
    if form == "sarif":
        levels = [one["level"] for one in json.loads(outcome.out)["runs"][0]["results"]]
        return ["info" if level == "note" else level for level in levels]
    return [one["severity"] for one in json.loads(outcome.out)["findings"]]


@pytest.mark.parametrize("form", ["text", "json", "jsonl", "sarif", "csv"])
@pytest.mark.parametrize("most", [0, 1, 3, 150, 5000])
def test_max_problems_is_obeyed_errors_come_first_and_the_others_are_counted(
    game: Callable[..., Path], cardtools: Any, form: str, most: int
) -> None:
    several = [line.replace("B;", f"B{number};", 1) for number, line in enumerate([WARNING] * 130)]
    game(*several, *(line.replace("C;", f"C{number};", 1) for number, line in enumerate([NOTE] * 25)))
    with Path("cards/cards.csv").open("a") as file:
        file.write(ERROR + ERROR.replace("A;", "D;", 1))
    everything = listed(form, cardtools("validate", "--max-problems", "0", "--format", form))
    outcome = cardtools("validate", "--max-problems", str(most), "--format", form)
    found = listed(form, outcome)
    assert len(found) == min(most or len(everything), len(everything))
    assert Counter(found) <= Counter(everything)
    left = Counter(everything) - Counter(found)
    if most:
        assert found == sorted(everything, key=["error", "warning", "info"].index)[:most]
    said = outcome.out + outcome.err
    assert ("not listed" in said) is bool(left)
    nouns = {"error": "error", "warning": "warning", "info": "note"}
    for severity, number in left.items():
        assert f"{number} {nouns[severity]}" in said
    if form == "json":
        assert sum(json.loads(outcome.out)["left_out"].values()) == left.total()


def test_by_default_the_first_of_each_check_are_listed_and_few_warnings_on_the_screen(
    game: Callable[..., Path], cardtools: Any
) -> None:
    game(*(line.replace("B;", f"B{number};", 1) for number, line in enumerate([WARNING] * 130)))
    everything = listed("json", cardtools("validate", "--max-problems", "0", "--format", "json"))
    found = listed("json", cardtools("validate", "--format", "json"))
    assert found.count("warning") < everything.count("warning")
    outcome = cardtools("validate")
    shown = listed("text", outcome)
    assert sum(severity != "error" for severity in shown) == 20
    assert shown.count("error") == found.count("error")
    left = Counter(everything) - Counter(shown)
    words = ", ".join(f"{number} {severity}s" for severity, number in sorted(left.items()))
    assert f"not listed: {words}; --max-problems 0 lists all" in outcome.out
    assert sum(s != "error" for s in listed("text", cardtools("validate", "-v"))) > 20


@pytest.mark.parametrize("form", ["csv", "jsonl"])
def test_a_report_that_cannot_say_what_it_left_out_is_whole(
    game: Callable[..., Path], cardtools: Any, form: str
) -> None:
    game(*(line.replace("B;", f"B{number};", 1) for number, line in enumerate([WARNING] * 130)))
    outcome = cardtools("validate", "--format", form)
    everything = listed(form, cardtools("validate", "--max-problems", "0", "--format", form))
    assert listed(form, outcome) == everything and len(everything) > 130
    assert "not listed" not in outcome.err


def test_piped_text_has_no_excerpts_unless_v_asks(game: Callable[..., Path], cardtools: Any) -> None:
    game(ERROR)
    assert " | " not in cardtools("validate").out
    assert cardtools("validate", "-v").out.splitlines()[:4] == [
        "cards/cards.csv:2:3: TTC101 type: A: unknown type 'fire'",
        "    2 | A;fire;Dragon;1;;245;255;Draw.;Gain.;A0000000000000;0;60;;",
        "      |   ^^^^",
        "  help: did you mean Fire?",
    ]


def test_statistics(game: Callable[..., Path], cardtools: Any) -> None:
    game(ERROR, ERROR.replace("A", "D"), WARNING)
    assert cardtools("validate", "--statistics").out == (
        "2  TTC101  type           error\n"
        "1  CRD017  number-format  warning\n"
        "cards/cards.csv: 3 cards: 2 errors, 1 warning\n"
    )


@pytest.mark.parametrize("form", ["json", "jsonl", "sarif", "github", "junit", "csv"])
def test_every_format_goes_to_a_file_or_to_standard_output(
    game: Callable[..., Path], cardtools: Any, form: str
) -> None:
    game(ERROR)
    outcome = cardtools("validate", "--format", form)
    assert (outcome.code, outcome.err) == (1, "")
    assert cardtools("validate", "--format", form, "-o", "report").code == 1
    assert Path("report").read_bytes().decode().replace("\r\n", "\n") == outcome.out.replace("\r\n", "\n")


def test_formats_of_a_sound_project_parse_too(game: Callable[..., Path], cardtools: Any) -> None:
    game()
    assert json.loads(cardtools("validate", "--format", "json").out)["findings"] == []
    assert cardtools("validate", "--format", "jsonl").out == ""
    assert json.loads(cardtools("validate", "--format", "sarif").out)["runs"][0]["results"] == []
    assert ET.fromstring(cardtools("validate", "--format", "junit").out).get("tests") == "1"


def test_text_goes_to_a_file_as_build_writes_it(game: Callable[..., Path], cardtools: Any) -> None:
    game(ERROR)
    outcome = cardtools("validate", "-o", "report.txt")
    assert outcome.out == "cards/cards.csv: 1 card: 1 error; written to report.txt\n"
    assert Path("report.txt").read_text() == (
        "cards/cards.csv:2:3: TTC101 type: A: unknown type 'fire'\n"
        "  help: did you mean Fire?\ncards/cards.csv: 1 card: 1 error\n"
    )


def test_suppressions_hold_until_their_day(game: Callable[..., Path], cardtools: Any, write: Write) -> None:
    game(ERROR)
    write(
        "cardtools.toml",
        'ruleset = "ttcg"\n[[suppress]]\ncode = "type"\ncard = "A"\nreason = "x"\nuntil = 2026-05-31\n',
    )
    assert cardtools("validate", "--today", "2026-05-31").out == (
        "cards/cards.csv: 1 card: no problems (1 suppressed)\n"
    )
    outcome = cardtools("validate", "--today", "2026-06-01")
    assert outcome.code == 1
    assert "RUL011 expired-ignore: warning: the suppression of type for A ended on 2026-05-31" in outcome.out


def test_another_ruleset_is_not_measured_by_the_suppressions(
    game: Callable[..., Path], cardtools: Any, write: Write
) -> None:
    game(NOTE)
    write("cardtools.toml", 'ruleset = "ttcg"\n[[suppress]]\ncode = "NOP001"\n')
    assert cardtools("validate").code == 2
    assert cardtools("validate", "--ruleset", "ttcg").code == 0


def test_a_baseline_accepts_what_is_there_and_nothing_new(game: Callable[..., Path], cardtools: Any) -> None:
    game(ERROR, WARNING)
    outcome = cardtools("validate", "--write-baseline")
    assert (outcome.code, outcome.out) == (0, "2 findings accepted in cardtools-baseline.json\n")
    written = Path("cardtools-baseline.json").read_text()
    assert cardtools("validate").out == "cards/cards.csv: 2 cards: no problems (2 suppressed)\n"
    game(NOTE, ERROR.replace("A", "D"), ERROR, WARNING)
    outcome = cardtools("validate", "--ignore", "TTU105")
    assert outcome.code == 1
    assert outcome.out.endswith("cards/cards.csv: 4 cards: 1 error (2 suppressed)\n")
    assert "TTC101 type: D: unknown type 'fire'" in outcome.out
    game(ERROR, WARNING)
    cardtools("validate", "--write-baseline")
    assert Path("cardtools-baseline.json").read_text() == written


def test_a_baseline_tells_what_is_mended(game: Callable[..., Path], cardtools: Any) -> None:
    game(ERROR, WARNING)
    cardtools("validate", "--write-baseline")
    game(ERROR)
    assert cardtools("validate").out == (
        "cardtools-baseline.json: RUL010 stale-ignore: warning: "
        "1 of 2 accepted findings no longer occur\n"
        "  help: `cardtools validate --write-baseline` renews the file\n"
        "cards/cards.csv: 1 card: 1 warning (1 suppressed)\n"
    )


@pytest.mark.parametrize("text", ["", "[]", '{"findings": [{"path": "x"}]}', '{"findings": 3}'])
def test_a_broken_baseline_ends_with_2(
    game: Callable[..., Path], cardtools: Any, write: Write, text: str
) -> None:
    game()
    write("cardtools-baseline.json", text)
    outcome = cardtools("validate")
    assert outcome.code == 2
    assert "not a baseline" in outcome.err


def test_the_page_shows_faulty_cards_as_they_are_drawn(
    built: Path, folder: Path, monkeypatch: pytest.MonkeyPatch, cardtools: Any
) -> None:
    shutil.copytree(built, folder / "game")
    monkeypatch.chdir(folder / "game")
    path = Path("cards/cards.csv")
    lines = path.read_text("utf-8").split("\n")
    lines[1] = lines[1].replace(";150;", ";+150;")
    lines[2] = lines[2].replace(";Earth;", ";earth;")
    path.write_text("\n".join(lines), "utf-8")
    assert cardtools("validate", "--format", "html", "-o", "page.html").code == 1
    html = Path("page.html").read_text("utf-8")
    assert html.count('<img src="data:image/jpeg;base64,') == 1
    assert html.count('<div class="none">') == 1  # there is no palette for "earth"


def test_a_page_without_faces_is_a_page(game: Callable[..., Path], cardtools: Any) -> None:
    game(ERROR)
    assert cardtools("validate", "--format", "html", "-o", "page.html").code == 1
    assert "The cards are not drawn" in Path("page.html").read_text("utf-8")


def test_the_baseline_has_one_name() -> None:
    pass
