"""`cardtools generate` and `dedupe` (Doc 4.7, decisions G1 to G12)."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def documented(write):
    """The files of Doc 4.7.6."""
    write("placeholders/number.txt", "1\n2\n3\n")
    write("placeholders/combinations_to_remove.txt", "# Exclude invalid draw\nDraw 1\n")
    write("placeholders/phrase_replacements.txt", "two card: two cards\n")


def test_the_documented_example(cardtools, documented) -> None:
    # Decision G11: the document's listing says "Draw 2 cards", which its own inputs cannot give.
    outcome = cardtools("generate", "-s", "Draw <number> card", "-t")
    assert outcome.out == "Draw 2 card\nDraw 3 card\nTotal combinations: 2\n"
    assert (outcome.code, outcome.err) == (0, "")


def test_the_documented_filter_example(cardtools, write) -> None:
    write("placeholders/rank.txt", "1\n5\n")
    write("placeholders/what.txt", "<rank> or lower cards\n<rank> or higher cards\nspell creature\n")
    write(
        "placeholders/combinations_to_remove.txt",
        "1 or lower\n# Exclude higher ranks for now\n5 or higher\nspell creature\n",
    )
    write(
        "placeholders/phrase_replacements.txt",
        "# Fix pluralization\none point(s): one point\ntwo card(s): two cards\n"
        "# Temporary disable this:\n# three spell(s): three spells\nspellcaster: spellcaster\n",
    )
    outcome = cardtools("generate", "-s", "Draw <what>", "-t")
    assert outcome.out == "Draw 1 or higher cards\nDraw 5 or lower cards\nTotal combinations: 2\n"
    outcome = cardtools("generate", "-s", "Lose one point(s) and three spell(s)", "-t")
    assert outcome.out.splitlines()[0] == "Lose one point and three spell(s)"


def test_a_file_is_written_whole_and_the_same_each_time(cardtools, documented, write, folder: Path) -> None:
    write("effects/all_effect_templates.txt", "\r\nDraw <number> card(s)\r\n  Gain <number> point(s)  \r\n")
    for _ in range(2):
        outcome = cardtools("generate", "-f")
        assert outcome.out == "5 effects from 2 templates -> effects/all_effects.txt\n"
        text = (folder / "effects/all_effects.txt").read_bytes()
        assert text == (
            b"Draw 2 card(s)\nDraw 3 card(s)\nGain 1 point(s)\nGain 2 point(s)\nGain 3 point(s)\n"
        )


def test_every_path_can_be_given(cardtools, write, folder: Path) -> None:
    write("words/n.txt", "2\n1\n")
    write("t.txt", "Draw <n>\n")
    write("drop.txt", "Draw 1\n")
    write("replace.txt", "Draw: Take\n")
    arguments = ["-f", "t.txt", "-p", "words", "-o", "out.txt", "-c", "drop.txt", "-r", "replace.txt", "-q"]
    outcome = cardtools("generate", *arguments)
    assert (outcome.code, outcome.out, outcome.err) == (0, "", "")
    assert (folder / "out.txt").read_text() == "Take 2\n"


@pytest.mark.parametrize("arguments", [[], ["-s", "x", "-f"], ["-s", "x", "-d"], ["-f", "-d"]])
def test_exactly_one_source_is_needed(cardtools, arguments: list[str]) -> None:
    outcome = cardtools("generate", *arguments)
    assert outcome.code == 2
    assert "Give exactly one of -s SENTENCE, -f [FILE] and -d [FILE]." in outcome.err


def test_missing_configuration_is_a_warning(cardtools, write) -> None:
    write("placeholders/number.txt", "1\n")
    outcome = cardtools("generate", "-s", "Draw <number>", "-t")
    assert outcome.out == "Draw 1\nTotal combinations: 1\n"
    assert outcome.code == 0
    assert outcome.err == (
        "placeholders/combinations_to_remove.txt: GEN020 missing-config: warning: "
        "no such file, so no combination is dropped\n"
        "placeholders/phrase_replacements.txt: GEN020 missing-config: warning: "
        "no such file, so no phrase is replaced\n"
    )


def test_the_old_name_of_the_removal_file_is_read_with_a_notice(cardtools, write) -> None:
    write("placeholders/combinations.txt", "Draw 1\n")
    write("placeholders/number.txt", "1\n2\n")
    outcome = cardtools("generate", "-s", "Draw <number>", "-t")
    assert outcome.out == "Draw 2\nTotal combinations: 1\n"
    assert "placeholders/combinations.txt: GEN021 legacy-name: warning: read instead of" in outcome.err


SENTENCE = "Draw <typpes> <empty> <a> <type+> of <type"
FAULTS = """\
-s:1:6: GEN001 unknown-placeholder: {}no placeholder <typpes>: there is no typpes.txt in placeholders
  help: did you mean <types>?
-s:1:15: GEN003 empty-list: {}<empty> has no values: placeholders/empty.txt is empty
  help: write one value a line in it
-s:1:23: GEN002 cycle: {}<a> contains itself: <a> -> <b> -> <a>
  help: remove one of the placeholders from the other's file
-s:1:27: GEN004 malformed: {}malformed placeholder <type+>
  help: write <type>
-s:1:38: GEN004 malformed: {}unbalanced <
  help: write a placeholder as <name>
"""


def test_faults_of_placeholders_are_all_told_and_left_as_written(cardtools, documented, write) -> None:
    write("placeholders/types.txt", "fire\n")
    write("placeholders/empty.txt", "\n \n")
    write("placeholders/a.txt", "<b>\n")
    write("placeholders/b.txt", "<a>\n")
    outcome = cardtools("generate", "-s", SENTENCE, "-t")
    assert (outcome.code, outcome.out) == (0, f"{SENTENCE}\nTotal combinations: 1\n")
    assert outcome.err == FAULTS.replace("{}", "warning: ")
    outcome = cardtools("generate", "-s", SENTENCE, "-t", "--strict")
    assert (outcome.code, outcome.out, outcome.err) == (2, "", FAULTS.replace("{}", ""))


def test_a_fault_in_a_placeholder_file_is_told_at_its_line(cardtools, documented, write) -> None:
    write("placeholders/some.txt", "one\n<numbr> more\n")
    outcome = cardtools("generate", "-s", "Draw <some>", "-t")
    assert outcome.err.startswith("placeholders/some.txt:2:1: GEN001 unknown-placeholder: warning: ")
    assert outcome.out == "Draw <numbr> more\nDraw one\nTotal combinations: 2\n"


def test_an_offset_without_effect_is_told(cardtools, documented, write) -> None:
    write("placeholders/count.txt", "one\ntwo\n")
    outcome = cardtools("generate", "-s", "Draw <count+1>", "-t")
    assert "GEN005 offset-on-words: warning: the offset of <count+1> has no effect" in outcome.err
    outcome = cardtools("generate", "-s", "Draw <count+1>", "-t", "--number-words")
    assert outcome.out == "Draw three\nDraw two\nTotal combinations: 2\n"
    assert outcome.err == ""


def test_an_empty_template_file_is_an_error(cardtools, documented, write) -> None:
    write("t.txt", " \n\n")
    outcome = cardtools("generate", "-f", "t.txt", "-t")
    assert outcome.code == 2
    assert outcome.err.startswith("t.txt: no templates in it\n")


def test_a_missing_template_file_names_its_neighbour(cardtools, documented, write) -> None:
    write("effects/templates.txt", "x")
    outcome = cardtools("generate", "-f", "effects/templates.tx", "-t")
    assert (outcome.code, outcome.err) == (
        2,
        "effects/templates.tx: no such file\n  help: did you mean templates.txt?\n",
    )


def test_bytes_that_are_not_utf_8_are_named(cardtools, documented, write) -> None:
    write("placeholders/number.txt", b"one\ntw\xe9o\n")
    outcome = cardtools("generate", "-s", "Draw <number>", "-t")
    assert outcome.code == 2
    assert outcome.err == (
        "placeholders/number.txt:2:3: CSV002 encoding: not UTF-8 at line 2, byte 3\n"
        "  help: save the file as UTF-8; the byte 0xe9 is é in Windows-1252, which it probably is\n"
    )


def test_an_explosion_stops_before_it_starts(cardtools, documented, write) -> None:
    write("placeholders/n.txt", "\n".join(map(str, range(300))))
    write("t.txt", "x\nDraw <n> <n#2> <n#3>\n")
    outcome = cardtools("generate", "-f", "t.txt", "-t")
    assert outcome.code == 2
    assert outcome.err == (
        "t.txt:2:1: GEN019 explosion: 27,000,000 combinations (<n> 300 x <n#2> 300 x <n#3> 300)\n"
        "  help: remove a placeholder, or raise the limit of 10,000,000 with --limit 27000001\n"
    )
    assert cardtools("generate", "-s", "Draw <n>", "-t", "--limit", "299").code == 2
    assert cardtools("generate", "-s", "Draw <n>", "-t", "--limit", "300").code == 0


def test_an_output_folder_that_is_missing_is_an_error(cardtools, documented, folder: Path) -> None:
    outcome = cardtools("generate", "-s", "Draw", "-o", "nowhere/out.txt")
    assert (outcome.code, outcome.err) == (
        2,
        "nowhere/out.txt: there is no folder nowhere\n  help: create it first\n",
    )


def test_an_output_that_cannot_be_written_is_an_error(cardtools, documented, folder: Path) -> None:
    (folder / "out.txt").mkdir()
    outcome = cardtools("generate", "-s", "Draw", "-o", "out.txt")
    assert outcome.code == 2
    assert outcome.err.startswith("out.txt: cannot be written: ")
    assert [path.name for path in folder.iterdir() if path.suffix == ".tmp"] == []


def test_settings_come_from_the_project_file_of_a_folder_above(cardtools, write, folder, monkeypatch) -> None:
    write("cardtools.toml", '[effects]\nstages = ["capitalise"]\nlink_offsets = true\n')
    write("placeholders/n.txt", "2\n1\n")
    (folder / "deep/er").mkdir(parents=True)
    monkeypatch.chdir(folder / "deep/er")
    outcome = cardtools("generate", "-s", "draw <n> OR <n+1>", "-t")
    assert outcome.out == "Draw 2 or 3\nDraw 1 or 2\nTotal combinations: 2\n"


def test_every_problem_of_a_project_file_is_told(cardtools, write) -> None:
    write("cardtools.toml", 'nmae = "x"\n[effects]\nstages = ["sort", "drp"]\nlimit = "many"\n')
    outcome = cardtools("generate", "-s", "x", "-t")
    assert outcome.code == 2
    assert outcome.err == (
        "cardtools.toml:1:1: unknown key 'nmae'\n  help: did you mean name?\n"
        "cardtools.toml:3:1: item 2 of stages = 'drp', expected one of dedupe, drop, replace, agree, sort, "
        "capitalise\n  help: did you mean drop?\n"
        "cardtools.toml:4:1: limit = 'many', expected a whole number\n"
    )
    write("cardtools.toml", "name = \n")
    outcome = cardtools("generate", "-s", "x", "-t")
    assert outcome.err.startswith("cardtools.toml:1:8: not valid TOML: name has no value\n  help: ")


@pytest.mark.parametrize("command", [["dedupe"], ["dedupe", "effects/all_effects.txt"], ["generate", "-d"]])
def test_dedupe_keeps_each_line_once_in_place(cardtools, write, folder: Path, command: list[str]) -> None:
    path = write("effects/all_effects.txt", "b\na\n\nb\na\n")
    outcome = cardtools(*command)
    assert outcome.out == "2 lines kept, 2 repeated removed -> effects/all_effects.txt\n"
    assert path.read_text() == "b\na\n"


def test_counting_shows_the_factors_and_expands_nothing(cardtools, documented, write) -> None:
    write("placeholders/n.txt", "\n".join(map(str, range(1000))))
    write("t.txt", "Draw <number> card\nGain <n> <n#2> <n#3> <n#4> and <n>\nStop\n")
    outcome = cardtools("generate", "-f", "t.txt", "--count")
    assert outcome.out == (
        "                3  Draw <number> card  (<number> 3)\n"
        "1,000,000,000,000  Gain <n> <n#2> <n#3> <n#4> and <n>"
        "  (<n> 1,000 x <n#2> 1,000 x <n#3> 1,000 x <n#4> 1,000)\n"
        "                1  Stop\n"
        "Total combinations: 1,000,000,000,004\n"
    )


def test_a_slice_and_a_sample_of_a_list_too_long_to_make(cardtools, write) -> None:
    write("placeholders/n.txt", "\n".join(map(str, range(1000))))
    sentence = "Gain <n> <n#2> <n#3> <n#4>"
    outcome = cardtools("generate", "-s", sentence, "--slice", "500000000000:500000000002", "-t")
    assert outcome.out == "Gain 500 0 0 0\nGain 500 0 0 1\nTotal combinations: 2\n"
    outcome = cardtools("generate", "-s", sentence, "--slice", "999999999999:", "-t")
    assert outcome.out == "Gain 999 999 999 999\nTotal combinations: 1\n"
    samples = [
        cardtools("generate", "-s", sentence, "--sample", "5", "--seed", seed, "-t").out for seed in "112"
    ]
    assert samples[0] == samples[1] != samples[2]
    assert samples[0].endswith("Total combinations: 5\n")
    outcome = cardtools("generate", "-s", "Draw <n>", "--sample", "5000", "-t")
    assert outcome.out.endswith("Total combinations: 1000\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--slice", "1-2"], "--slice 1-2: give two positions, as 1000:2000, :2000 or 1000:"),
        (["--slice", "3:9"], "--slice 3:9: there are 3 combinations, at 0 to 2"),
        (["--slice", "0:1", "--count"], "--count does not use --test_mode: leave it out."),
        (["--sample", "2", "--seed", "x"], "'x' is not a valid integer"),
        (["--sample", "-2"], "-2 is not in the range x>=0"),
    ],
)
def test_bad_slices_and_samples_are_refused(
    cardtools, documented, arguments: list[str], message: str
) -> None:
    outcome = cardtools("generate", "-s", "Draw <number>", "-t", *arguments)
    assert outcome.code == 2
    assert message in outcome.err


def test_the_texts_are_printed_byte_for_byte(cardtools, write) -> None:
    write("placeholders/odd.txt", "a\x1b[31m\n::b\n")
    assert cardtools("generate", "-s", "<odd>", "-t").out == "::b\na\x1b[31m\nTotal combinations: 2\n"
