"""`cardtools tag` (Doc 4.8, decisions G13 to G16)."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def documented(write) -> None:
    """The files of Doc 4.8.5."""
    write("placeholders/number.txt", "1\n2\n3\n")
    write("effects.txt", "Draw 2 cards\nGain 5 life\nDraw 1 creature\n")
    write("effects.csv", "EFFECTNAME;HasDraw\nDraw two cards;False\nGain life;False\n")


def test_the_documented_pattern_example(cardtools, documented, folder: Path) -> None:
    outcome = cardtools(
        "tag", "-i", "effects.txt", "-o", "output.csv", "-c", "HasDraw", "-t", "Draw <number>"
    )
    assert (folder / "output.csv").read_bytes() == (
        b"EFFECTNAME;HasDraw\r\nDraw 2 cards;True\r\nGain 5 life;False\r\nDraw 1 creature;True\r\n"
    )
    assert outcome.out == "3 effects, HasDraw is True for 2 -> output.csv\n"
    assert (outcome.code, outcome.err) == (0, "")


def test_the_documented_exact_example(cardtools, documented, folder: Path) -> None:
    arguments = ["-i", "effects.csv", "-o", "updated.csv", "-c", "HasDraw", "-e", "Draw two"]
    assert cardtools("tag", *arguments, "--line-ending", "lf").code == 0
    assert (folder / "updated.csv").read_bytes() == (
        b"EFFECTNAME;HasDraw\nDraw two cards;True\nGain life;False\n"
    )


def test_the_default_file_is_updated_in_place(cardtools, documented, write) -> None:
    path = write("effects/effects_with_placeholders.csv", "EFFECTNAME;NOTE;A\nDraw 1;x;True\nDraw 2;;False\n")
    assert cardtools("tag", "-c", "A", "-t", "Draw 2").code == 0
    assert cardtools("tag", "-c", "B", "-t", "Draw <number>", "-t", "x", "-m", "A").code == 0
    assert path.read_bytes() == b"EFFECTNAME;NOTE;A;B\r\nDraw 1;x;True;True\r\nDraw 2;;True;True\r\n"


def test_other_rows_keep_their_value_under_a_condition(cardtools, write) -> None:
    path = write("e.csv", "EFFECTNAME;M;C\nDraw 1;True;False\nDraw 2;False;False\nDraw 3;False;True\n")
    assert cardtools("tag", "-i", "e.csv", "-o", "e.csv", "-c", "C", "-e", "Draw", "-m", "M").code == 0
    assert path.read_text() == "EFFECTNAME;M;C\nDraw 1;True;True\nDraw 2;False;False\nDraw 3;False;True\n"


def test_delete_drops_the_effects_that_contain_a_text(cardtools, documented, folder: Path) -> None:
    outcome = cardtools("tag", "-i", "effects.txt", "-o", "o.csv", "-d", "creature", "-d", "life")
    assert outcome.out == "1 effect, 2 deleted, nothing tagged -> o.csv\n"
    assert (folder / "o.csv").read_bytes() == b"EFFECTNAME\r\nDraw 2 cards\r\n"


def test_exact_wants_an_existing_column_on_csv_input(cardtools, documented, folder: Path) -> None:
    arguments = ["tag", "-i", "effects.csv", "-o", "o.csv", "-c", "HasDrow", "-e", "Draw two"]
    outcome = cardtools(*arguments)
    assert (outcome.code, outcome.err) == (
        2,
        (
            "effects.csv:1:1: FLG006 exact-needs-column: no column HasDrow\n"
            "  help: did you mean HasDraw?; --create adds the column\n"
        ),
    )
    assert not (folder / "o.csv").exists()
    assert cardtools(*arguments, "--create").code == 0
    assert cardtools("tag", "-i", "effects.txt", "-o", "o.csv", "-c", "New", "-e", "Draw").code == 0


def test_a_condition_on_an_unknown_column_is_an_error(cardtools, documented) -> None:
    outcome = cardtools("tag", "-i", "effects.csv", "-o", "o.csv", "-c", "X", "-t", "Draw", "-m", "HasDrew")
    assert (outcome.code, outcome.err) == (
        2,
        "effects.csv:1:1: no column HasDrew\n  help: did you mean HasDraw?\n",
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-c", "A"], "Give exactly one of -t TEXT and -e EXACT"),
        (["-c", "A", "-t", "x", "-e", "y"], "Give exactly one of -t TEXT and -e EXACT"),
        (["-t", "x"], "Name the column to set with -c."),
        (["-m", "A"], "Name the column to set with -c."),
        (["-c", "A", "-t", "x", "--rules", "r.toml"], "--rules names its columns itself"),
        (["-c", "A", "-t", ""], "An empty text would match every effect."),
    ],
)
def test_contradicting_options_are_refused(cardtools, arguments: list[str], message: str) -> None:
    outcome = cardtools("tag", *arguments)
    assert outcome.code == 2
    assert message in outcome.err


@pytest.mark.parametrize(
    ("content", "error"),
    [
        ("NAME;A\nx;True\n", "e.csv:1:1: FLG001 header: no column EFFECTNAME\n  help: columns: NAME, A\n"),
        (
            "EFFECTNAME,A\nx,True\n",
            (
                "e.csv:1:1: FLG001 header: no column EFFECTNAME\n"
                "  help: the file looks comma-separated; cells are separated by ;\n"
            ),
        ),
        ("", "e.csv: the file is empty, expected a header line\n"),
        (
            "EFFECTNAME;A\nx;True\ny\nz;True;True;True\n",
            (
                "e.csv:3: CSV008 ragged-row: the row has 1 cell too few\n  help: 2 cells are expected\n"
                "e.csv:4: CSV008 ragged-row: the row has 2 cells too many\n"
                "  help: an unquoted ';' inside a cell?\n"
            ),
        ),
        (
            "EFFECTNAME;A;A\nx;True;True\n",
            "e.csv:1:14: CSV006 duplicate-column: there are two columns A\n  help: rename or remove one\n",
        ),
        (
            "EFFECTNAME;A\nx;yes\ny;True\nz;\n",
            (
                "e.csv:2:3: FLG002 not-boolean: 'yes' in column A\n  help: write True or False\n"
                "e.csv:4:3: FLG002 not-boolean: '' in column A\n  help: write True or False\n"
            ),
        ),
        (
            'EFFECTNAME;A\nx;True\n"y;True\nz;True\n',
            (
                "e.csv:3:1: CSV010 quote: a quote is opened and never closed\n"
                '  help: close it with ", or write it twice where it is part of the text\n'
            ),
        ),
        (
            b"EFFECTNAME;A\n\xff;True\n",
            (
                "e.csv:2:1: CSV002 encoding: not UTF-8 at line 2, byte 1\n  help: save the file as UTF-8; "
                "the byte 0xff is ÿ in Windows-1252, which it probably is\n"
            ),
        ),
    ],
)
def test_unusable_csv_is_told_with_its_place(
    cardtools, write, folder: Path, content: str, error: str
) -> None:
    write("e.csv", content)
    outcome = cardtools("tag", "-i", "e.csv", "-o", "e.csv", "-c", "A", "-t", "x")
    assert (outcome.code, outcome.err) == (2, error)
    assert (folder / "e.csv").read_bytes() == (content.encode() if isinstance(content, str) else content)


def test_a_bom_crlf_and_blank_lines_are_read(cardtools, write) -> None:
    path = write("e.csv", b"\xef\xbb\xbfEFFECTNAME;A\r\n\r\nDraw;FALSE\r\n")
    assert cardtools("tag", "-i", "e.csv", "-o", "e.csv", "-c", "A", "-t", "Draw").code == 0
    assert path.read_bytes() == b"EFFECTNAME;A\r\nDraw;True\r\n"


def test_an_unresolved_placeholder_is_told(cardtools, documented) -> None:
    outcome = cardtools("tag", "-i", "effects.txt", "-o", "o.csv", "-c", "A", "-t", "Draw <numbr>")
    assert outcome.code == 0
    assert outcome.err.startswith("-t:1:6: GEN001 unknown-placeholder: warning: no placeholder <numbr>")


def test_a_rules_file_sets_all_its_columns_in_one_run(cardtools, documented, write, folder: Path) -> None:
    write("effects/all_effects.txt", "Draw 1 card\nGain 2 points\n")
    write(
        "effects/tags.toml",
        'columns = ["GAIN", "DRAW"]\n[[rules]]\ncolumn = "DRAW"\ntext = ["Draw <number>"]\n'
        '[[rules]]\ncolumn = "GAIN"\nexact = ["Gain"]\n',
    )
    outcome = cardtools("tag")
    assert outcome.out == "2 effects, 2 columns -> effects/effects_with_placeholders.csv\n"
    assert (folder / "effects/effects_with_placeholders.csv").read_bytes() == (
        b"EFFECTNAME;GAIN;DRAW\r\nDraw 1 card;False;True\r\nGain 2 points;True;False\r\n"
    )


RULES = """\
columns = ["UNIT", "DRAW", "MANY"]
[[rules]]
column = ["UNIT", "DRAW"]
text = ["Draw <number>"]
[[rules]]
each = { word = ["2", "3"] }
column = "MANY"
exact = [" {word} "]
match_column = "DRAW"
"""


def test_an_explanation_names_the_rule_of_each_column(cardtools, documented, write) -> None:
    write("effects/tags.toml", RULES)
    outcome = cardtools("tag", "--explain", "Draw 3 cards.")
    assert outcome.out == (
        "UNIT: effects/tags.toml:4:10: contains 'Draw <number>'\n"
        "DRAW: effects/tags.toml:4:10: contains 'Draw <number>'\n"
        "MANY: effects/tags.toml:8:11: contains ' 3 ', and DRAW is True\n"
    )
    outcome = cardtools("tag", "--explain", "Gain 5 life")
    assert outcome.out == "no rule of effects/tags.toml sets a column for 'Gain 5 life'\n"
    assert cardtools("tag", "--explain", "x", "-c", "A", "-t", "x").code == 2


def test_rules_that_do_nothing_are_told(cardtools, documented, write) -> None:
    write("effects/tags.toml", RULES)
    outcome = cardtools("tag", "-i", "effects.txt", "-o", "o.csv")
    assert outcome.code == 0
    assert outcome.err == (
        "effects/tags.toml:8:11: FLG009 idle-rule: warning: no effect contains ' 3 '\n"
        "  help: remove it, or correct it\n"
    )


def test_an_option_takes_several_values_as_in_the_old_script(cardtools, documented, folder: Path) -> None:
    def tagged(*arguments: str) -> str:
        assert cardtools("tag", "-i", "effects.txt", "-o", "out.csv", "-c", "Wanted", *arguments).code == 0
        return (folder / "out.csv").read_text()

    repeated = tagged("-t", "Draw <number>", "-t", "Gain 5", "-d", "creature")
    assert repeated.count("True") == 2
    assert tagged("-t", "Draw <number>", "Gain 5", "-d", "creature") == repeated
    assert tagged("-d", "creature", "no such text", "--text", "Draw <number>", "Gain 5") == repeated
    assert cardtools("tag", "-c", "Wanted", "stray", "-t", "Draw").code == 2
