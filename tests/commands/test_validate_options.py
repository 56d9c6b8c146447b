"""`cardtools validate`: what is told, in which format, with which exit code; the baseline; the page."""

from __future__ import annotations

import json
import shutil
import xml.etree.ElementTree as ET
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
        "and 2 more; --max-problems 0 shows them all",
        "cards/cards.csv: 3 cards: 1 error, 1 warning, 1 note",
    ]
    assert cardtools("validate", "--max-problems", "0").out.count("cards/cards.csv:") == 4


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
