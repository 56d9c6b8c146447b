"""`cardtools tag` with a rules file on a plain list, which is never held as a whole."""

from __future__ import annotations

from pathlib import Path

import pytest

RULES = """
columns = ["DRAW", "FIRE"]
[[rules]]
column = "DRAW"
text = ["Draw <n>"]
[[rules]]
column = "FIRE"
exact = ["fire"]
"""


@pytest.fixture
def rules(write) -> None:
    write("placeholders/n.txt", "one\ntwo\n")
    write("effects/tags.toml", RULES)


def test_a_list_is_tagged_line_by_line_or_run_by_run(cardtools, write, rules, folder: Path) -> None:
    lines = [f"{a} {b}" for a in ("Draw one card.", "Gain one life.") for b in ("A fire.", "A light.")]
    write("effects.txt", "\n".join(lines))
    outcome = cardtools("tag", "-i", "effects.txt", "-o", "o.csv", "--line-ending", "lf")
    assert outcome.out == "4 effects, 2 columns -> o.csv\n"
    expected = (
        "EFFECTNAME;DRAW;FIRE\nDraw one card. A fire.;True;True\nDraw one card. A light.;True;False\n"
        "Gain one life. A fire.;False;True\nGain one life. A light.;False;False\n"
    )
    assert (folder / "o.csv").read_text() == expected
    write("effects.txt", "\n \n".join(f"\t{line} " for line in lines))
    assert cardtools("tag", "-i", "effects.txt", "-o", "o.csv", "--line-ending", "lf").code == 0
    assert (folder / "o.csv").read_text() == expected


def test_what_is_deleted_is_counted_and_the_rest_quoted_where_needed(
    cardtools, write, rules, folder: Path
) -> None:
    write("effects.txt", 'Draw one; pay\n\nDraw two\n  Say "fire"\n')
    outcome = cardtools(
        "tag", "-i", "effects.txt", "-o", "o.csv", "--rules", "effects/tags.toml", "-d", "two"
    )
    assert outcome.out == "2 effects, 1 deleted, 2 columns -> o.csv\n"
    rows = b'"Draw one; pay";True;False\r\n"Say ""fire""";False;True\r\n'
    assert (folder / "o.csv").read_bytes() == b"EFFECTNAME;DRAW;FIRE\r\n" + rows
