"""`cardtools validate --fix`, `--unsafe-fixes`, `--diff`: the file, what is said, the exit codes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from ttcg import HEADER

Write = Callable[[str, str | bytes], Path]
SAFE = "A;fire;Dragon;1;;245;255;Draw.;Gain.;A0000000000000;0;60;;\n"
UNSAFE = "B;Fire;Dragon;1;;245;250;Draw.;Mill.;B0000000000000;0;60;;\n"


@pytest.fixture
def cards(write: Write) -> Path:
    """A card with a safe fix and one with an unsafe one, in a file with a byte order mark."""
    write(
        "effects/effects_with_placeholders.csv",
        "EFFECTNAME;UNIT;LEVEL_1\nDraw.;True;True\nGain.;True;True\nMill.;True;True\n",
    )
    return write("cards/cards.csv", b"\xef\xbb\xbf" + (HEADER + SAFE + UNSAFE).replace("\n", "\r\n").encode())


def test_fix_writes_the_safe_fixes_and_tells_what_is_left(cards: Path, cardtools: Any) -> None:
    before = cards.read_bytes()
    outcome = cardtools("validate", "--fix")
    assert cards.read_bytes() == before.replace(b";fire;", b";Fire;")
    assert outcome.code == 1
    assert [line.split(": ")[1] for line in outcome.out.splitlines()[:1]] == ["TTU101 unit-stat-total"]
    assert outcome.err == (
        "cards/cards.csv: 1 cell fixed\n"
        "1 problem can be fixed with --fix --unsafe-fixes (--diff shows it first)\n"
    )


def test_unsafe_fixes_are_written_when_asked_for(cards: Path, cardtools: Any) -> None:
    outcome = cardtools("validate", "--fix", "--unsafe-fixes")
    assert (outcome.code, outcome.err) == (0, "cards/cards.csv: 2 cells fixed\n")
    assert outcome.out == "cards/cards.csv: 2 cards: no problems\n"
    assert b";245;255;" in cards.read_bytes().splitlines()[2]


def test_fixing_again_writes_nothing(cards: Path, cardtools: Any) -> None:
    cardtools("validate", "--fix", "--unsafe-fixes")
    known = cards.stat()
    assert cardtools("validate", "--fix", "--unsafe-fixes").err == ""
    assert (cards.stat().st_mtime_ns, cards.stat().st_ino) == (known.st_mtime_ns, known.st_ino)


def test_diff_shows_the_fixes_and_writes_nothing(cards: Path, cardtools: Any) -> None:
    before = cards.read_bytes()
    outcome = cardtools("validate", "--diff")
    assert outcome.code == 1
    assert outcome.out == (
        "--- cards/cards.csv\n+++ cards/cards.csv (fixed)\n@@ -2 +2 @@\n"
        f"-{SAFE}+{SAFE.replace('fire', 'Fire')}"
    )
    assert cardtools("validate", "--diff", "--fix", "--unsafe-fixes").out.count("\n+") == 3
    assert cards.read_bytes() == before


def test_diff_without_anything_to_fix_ends_with_0(cards: Path, cardtools: Any) -> None:
    cardtools("validate", "--fix")
    outcome = cardtools("validate", "--diff")
    assert (outcome.code, outcome.out) == (0, "nothing to fix\n")


def test_only_selected_checks_are_fixed(cards: Path, cardtools: Any) -> None:
    assert cardtools("validate", "--fix", "--select", "CRD").err == ""
    assert b";fire;" in cards.read_bytes()
    assert "1 cell fixed" in cardtools("validate", "--fix", "--select", "type").err


def test_suppressed_findings_are_not_fixed(cards: Path, cardtools: Any, write: Write) -> None:
    write(
        "cardtools.toml",
        'ruleset = "ttcg"\n[[suppress]]\ncode = "TTC101"\ncard = "A"\nreason = "on purpose"\n',
    )
    assert cardtools("validate", "--diff").out == "nothing to fix\n"


def test_signs_that_a_spreadsheet_lost_are_written_again(write: Write, cardtools: Any) -> None:
    line = "S{n};Spell;;1;;5;0;Draw.;Gain.;S{n:013d};0;60;;\n"
    path = write("cards/cards.csv", HEADER + "".join(line.format(n=n) for n in range(4)))
    outcome = cardtools("validate", "--fix", "--no-art", "--select", "CSV018,TTS103")
    assert outcome.err == "cards/cards.csv: 8 cells fixed\n"
    assert path.read_text().count(";+5;+0;") == 4


def test_a_link_stays_a_link(cards: Path, cardtools: Any) -> None:
    real = cards.rename(cards.with_name("real.csv"))
    cards.symlink_to(real.name)
    cardtools("validate", "--fix")
    assert cards.is_symlink()
    assert b";fire;" not in real.read_bytes()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--unsafe-fixes"], "--unsafe-fixes needs --fix"),
        (["--fix", "--watch"], "--fix and --watch do not go together"),
        (["--diff", "--write-baseline"], "--diff and --write-baseline do not go together"),
        (["--format", "html"], "--format html needs -o FILE"),
        (["--statistics", "--format", "json"], "--statistics is text"),
        (["--write-baseline", "--select", "TTU"], "--write-baseline needs the whole project"),
    ],
)
def test_options_that_contradict_each_other_end_with_2(
    cards: Path, cardtools: Any, arguments: list[str], message: str
) -> None:
    before = cards.read_bytes()
    outcome = cardtools("validate", *arguments)
    assert outcome.code == 2
    assert message in outcome.err
    assert cards.read_bytes() == before


@pytest.mark.parametrize("option", ["--fix", "--diff"])
def test_a_file_that_cannot_be_used_is_not_fixed(write: Write, cardtools: Any, option: str) -> None:
    path = write("cards/cards.csv", (HEADER + SAFE).replace("SERIAL;", "SERAL;"))
    before = path.read_bytes()
    outcome = cardtools("validate", option)
    assert (outcome.code, path.read_bytes()) == (2, before)
    assert "CSV004 missing-column" in outcome.err
