"""Checks of the card table as a file: each is found, is mended, and pages clean tables alone."""

from __future__ import annotations

import codecs
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from built_in import built_in_ruleset
from checking import fix_cards
from hypothesis import given
from hypothesis import strategies as st

from cardtools.cards.table import read_cards
from cardtools.checks.validate import validate
from cardtools.ground.errors import Diagnostic, InputError
from cardtools.ground.io.files import decode
from cardtools.ground.tables.csv_document import format_csv
from cardtools.rulesets import Ruleset, load_ruleset

Write = Callable[[str, str | bytes], Path]
CARD = {
    "NAME": "Tide Singer", "TYPE": "Water", "SUBTYPES": "Aquatic, Fairy", "LEVEL": "1", "IMAGE": "tide.png",
    "ATTACK": "245", "DEFENSE": "255", "EFFECT1": "Draw a card.", "EFFECT2": "Gain one point.",
    "SERIAL": "T1aBcD00d1e2Fz", "RARITY": "0", "TRANSPARENCY": "60", "EFFECT1_STYLE": "Normal",
    "EFFECT2_STYLE": "Latent", "LORE": "It sings.",
}  # fmt: skip
HEADER = ";".join(CARD)
ROW = ";".join(CARD.values())
PATH = Path("cards.csv")


@cache
def ttcg() -> Ruleset:
    return built_in_ruleset("ttcg")


def line(**changes: str) -> str:
    return ";".join((CARD | changes).values())


def table(*rows: str, header: str = HEADER, end: str = "\n") -> str:
    return "".join(f"{row}{end}" for row in (header, *rows))


def found(text: str) -> list[Diagnostic]:
    findings = validate(read_cards(PATH, ttcg(), text), ttcg())
    return [finding for finding in findings if finding.code.startswith("CSV")]


def codes(text: str) -> list[str]:
    return [finding.code for finding in found(text)]


def fixed(text: str, unsafe: bool = False) -> str:
    """The text after all fixes; fixing it again changes nothing."""
    data = fix_cards(text.encode(), PATH, ttcg(), unsafe).data
    assert fix_cards(data, PATH, ttcg(), unsafe).data == data
    return data.decode()


def refused(write: Write, content: str | bytes) -> list[str]:
    with pytest.raises(InputError) as error:
        read_cards(write("cards.csv", content), ttcg())
    return [str(problem) for problem in error.value.diagnostics]


# Tables that are fine

_words = st.text("abcdefxyzABCXYZéßøÀÿ0123456789.,;:!?'()\"/&", min_size=1, max_size=8)
_lines = st.lists(_words, min_size=1, max_size=4).map(" ".join)
_texts = st.one_of(st.just(""), _lines, st.lists(_lines, min_size=2, max_size=3).map("\n".join))
_rows = st.fixed_dictionaries({
    "NAME": st.tuples(st.sampled_from("ABCÖ"), _lines).map(" ".join),
    "EFFECT1": _texts, "EFFECT2": _texts, "LORE": _texts,
    "ATTACK": st.sampled_from(["245", "+5", "-10"]),
    "EFFECT1_STYLE": st.sampled_from(["", "Latent", "Normal"]),
})  # fmt: skip


@given(
    st.lists(_rows, max_size=5, unique_by=lambda row: row["NAME"]),
    st.sampled_from(["\n", "\r\n"]),
    st.sampled_from(["", "\ufeff"]),
)
def test_clean_cells_give_no_finding(rows: list[dict[str, str]], end: str, mark: str) -> None:
    text = mark + format_csv(list(CARD), [list((CARD | row).values()) for row in rows], line_ending=end)
    assert codes(decode(text.encode(), PATH)) == []


# Encodings


def test_windows_1252_is_read_with_a_warning_that_shows_the_first_word(write: Write) -> None:
    content = table(line(NAME="Tide Singér"), line(NAME="Café")).encode("cp1252")
    read = read_cards(write("cards.csv", content), ttcg())
    assert [card.name for card in read.cards] == ["Tide Singér", "Café"]
    assert str(read.problems[0]) == (
        "cards.csv:2:10: CSV002 encoding: warning: read as Windows-1252, in which this is 'Singér'\n"
        "  help: save the file as UTF-8"
    )


@pytest.mark.parametrize(
    "content",
    [
        table(line(NAME="Tide Singér")).encode("mac-roman"),  # SingŽr
        table(line(NAME="Морская певица")).encode("cp1251"),
        table(line(NAME="海の歌い手")).encode("shift-jis"),
        table(line(NAME="Tide Sing\x81r")).encode("latin-1"),  # no character of Windows-1252
        table(line(NAME="Tide\x00 Singér")).encode("latin-1"),
        table(line(NAME="Tide Singér")).encode("utf-16")[:-1],
    ],
)
def test_bytes_that_could_be_in_another_encoding_are_refused(write: Write, content: bytes) -> None:
    (problem,) = refused(write, content)
    assert "CSV002 encoding: not UTF-8" in problem


@pytest.mark.parametrize("mark", [codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE])
def test_utf_16_with_its_mark_is_read(write: Write, mark: bytes) -> None:
    encoding = "utf-16-le" if mark == codecs.BOM_UTF16_LE else "utf-16-be"
    read = read_cards(write("cards.csv", mark + table(line(NAME="Tide Singér")).encode(encoding)), ttcg())
    assert [card.name for card in read.cards] == ["Tide Singér"]
    assert str(read.problems[0]).startswith("cards.csv:1:1: CSV002 encoding: info: read as UTF-16\n")


def test_lines_of_another_encoding_are_each_told(write: Write) -> None:
    good, bad = line(NAME="Café").encode(), line(NAME="Café").encode("cp1252")
    problems = refused(write, b"\n".join((HEADER.encode(), good, bad, good, bad)))
    assert [problem.split(": ")[0] for problem in problems] == ["cards.csv:3:4", "cards.csv:5:4"]
    assert "other lines are UTF-8: write this one again; the byte 0xe9 is é" in problems[0]


def test_many_lines_of_another_encoding_are_counted(write: Write) -> None:
    bad = [line(NAME="Café").encode("cp1252")] * 50
    problems = refused(write, b"\n".join((HEADER.encode(), line(NAME="Café").encode(), *bad)))
    assert len(problems) == 21
    assert problems[-1].startswith("cards.csv:23:1: CSV002 encoding: 30 more lines not in UTF-8")


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_without_its_mark_is_named(write: Write, encoding: str) -> None:
    (problem,) = refused(write, table(ROW).encode(encoding))
    assert problem == "cards.csv:1:1: CSV002 encoding: not UTF-8 but UTF-16\n  help: save the file as UTF-8"


def test_the_workbook_of_a_spreadsheet_is_named(write: Write) -> None:
    (problem,) = refused(write, b"PK\x03\x04\x14\x00\x06\x00\xff\xfe")
    assert "a spreadsheet workbook, not text\n  help: in the spreadsheet, save" in problem


# Quotes, endless cells, rows of another length


def test_a_quote_that_takes_in_other_rows_is_told_where_it_opened(write: Write) -> None:
    text = table(ROW, line(EFFECT1='"Draw'), ROW, line(EFFECT1='"Draw; draw."'))
    (problem,) = refused(write, text)
    column = line().index("Draw") + 1
    assert problem.startswith(
        f"cards.csv:3:{column}: CSV010 quote: the quote opened here is closed only on line 5"
    )


def test_all_faults_before_an_open_quote_are_told_too(write: Write) -> None:
    problems = refused(write, table(f"{ROW};", line(NAME='"Tide'), ROW))
    assert [problem.split(": ")[1] for problem in problems] == ["CSV008 ragged-row", "CSV010 quote"]
    assert problems[1].startswith("cards.csv:3:1:")


def test_a_column_name_longer_than_a_spreadsheet_holds_is_refused(write: Write) -> None:
    problems = refused(write, table(ROW).replace("NAME", " " * 40_000 + "NAME", 1))
    assert any("CSV020 endless-cell: a cell has 40,004 characters" in problem for problem in problems)


def test_a_cell_longer_than_a_spreadsheet_holds_is_refused(write: Write) -> None:
    assert codes(table(line(LORE="x" * 32_767))) == []
    (problem,) = refused(write, table(ROW, line(LORE="x" * 1_000_000)))
    assert problem == (
        f"cards.csv:3:{ROW.index('It sings') + 1}: CSV020 endless-cell: a cell has 1,000,000 characters, "
        "more than a spreadsheet holds\n  help: write at most 32,767"
    )


@pytest.mark.parametrize(
    ("row", "hint"),
    [
        (line(EFFECT1="Draw; then draw."), 'put EFFECT1 in quotes: "Draw; then draw."'),
        (line(NAME="Tide;Singer"), 'put NAME in quotes: "Tide;Singer"'),
        (line(LORE='It "sings"; loud.'), 'put LORE in quotes: "It ""sings""; loud."'),
        (line(EFFECT1="Draw;draw."), "an unquoted ';' inside a cell?"),
        (f"{ROW};;", "remove 2 ';' at the end of the line"),
        (line(NAME='"Tide\nSinger"').rpartition(";")[0], "the row runs to line 3: is a quote opened"),
        ("Tide;Water", "15 cells are expected"),
        ("\0\0\0\0", "the line has NUL characters, which aren't text"),
    ],
)
def test_a_row_of_another_length_has_a_hint(write: Write, row: str, hint: str) -> None:
    (problem,) = refused(write, table(row, line(NAME="Other")))
    assert problem.startswith("cards.csv:2: CSV008 ragged-row: the row has ")
    assert f"\n  help: {hint}" in problem


def test_a_lone_carriage_return_in_a_cell_is_told(write: Write) -> None:
    problems = refused(write, table(line(EFFECT1="Draw\ra card."), ROW))
    assert len(problems) == 2
    assert all("line 2 ends with a lone CR, perhaps within a cell: remove it" in text for text in problems)


def test_empty_columns_at_the_end_are_passed_over(write: Write) -> None:
    assert codes(table(ROW + ";" * 5000, header=HEADER + ";" * 5000)) == []
    (problem,) = refused(write, table(ROW + ";x;", header=HEADER + ";;"))
    assert "columns 16 to 17 have no name" in problem


def test_thousands_of_columns_of_one_name_are_one_problem(write: Write) -> None:
    (problem,) = refused(write, table(ROW + ";x" * 5000, header=HEADER + ";X" * 5000))
    assert "CSV006 duplicate-column: there are 5,000 columns X" in problem


# Order, line ends


def test_columns_in_another_order_are_told_once() -> None:
    swapped = {
        **{k: v for k, v in CARD.items() if k not in ("IMAGE", "SERIAL")},
        "IMAGE": "",
        "SERIAL": "S" * 14,
    }
    (finding,) = found(table(";".join(swapped.values()), header=";".join(swapped)))
    assert (finding.code, finding.severity, finding.fix) == ("CSV007", "info", None)
    assert finding.message.startswith("the column ATTACK comes before IMAGE")
    assert codes(table(f"x;{ROW}", header=f"ARTIST;{HEADER}")) == []


def test_lines_that_end_in_different_ways_are_counted(write: Write) -> None:
    rows = [line(NAME=f"Card {n}") for n in range(4)]
    text = table(*rows[:2], end="\r\n") + table(*rows[3:], header=rows[2])
    (problem,) = read_cards(write("cards.csv", text), ttcg()).problems
    assert (problem.code, problem.severity, problem.location.line) == ("CSV011", "info", 4)
    assert problem.message == "lines end in different ways: 3 with CRLF (Windows), 2 with LF (Linux, macOS)"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_within_a_cell_may_end_otherwise(write: Write, end: str) -> None:
    text = table(line(LORE='"It sings.\nIt waits."'), line(NAME="Other"), end=end)
    assert read_cards(write("cards.csv", text), ttcg()).problems == ()


# White space


@pytest.mark.parametrize(
    ("cell", "what", "clean"),
    [
        ("Tide Singer ", "NAME ends with white space: 'Tide Singer '", "Tide Singer"),
        ("\u00a0Tide Singer", "NAME begins with white space: '\\u00a0Tide Singer'", "Tide Singer"),
        ("Tide  Singer", "NAME has several spaces in a row: 'Tide  Singer'", "Tide Singer"),
        ("Tide\tSinger", "NAME has a tab: 'Tide\\u0009Singer'", "Tide Singer"),
        ("Tide\u00a0Singer", "NAME has a no-break space: 'Tide\\u00a0Singer'", "Tide Singer"),
        ("Ti\u200bde Singer", "NAME has a zero width space: 'Ti\\u200bde Singer'", "Tide Singer"),
        ("Ti\u00adde Singer\u2060", "NAME has a soft hyphen: 'Ti\\u00adde Singer\\u2060'", "Tide Singer"),
        ("Tide\u200dSinger", "NAME has a zero width joiner: 'Tide\\u200dSinger'", "TideSinger"),
    ],
)
def test_white_space_is_told_and_mended(cell: str, what: str, clean: str) -> None:
    (finding,) = found(table(line(NAME=cell)))
    assert (finding.code, finding.severity) == ("CSV012", "warning")
    assert finding.message.partition(": ")[2] == what
    assert finding.hint == f"write {clean}"
    assert fixed(table(line(NAME=cell))) == table(line(NAME=clean))


def test_control_characters_go_only_if_asked() -> None:
    text = table(line(NAME="Tide\x07 Sing\x00er"), line(NAME="Rat\x92s Nest"))
    assert [finding.message.partition(": ")[2] for finding in found(text)] == [
        "NAME has a control character: 'Tide\\u0007 Sing\\u0000er'",
        "NAME has a control character: 'Rat\\u0092s Nest'",
    ]
    assert fixed(text) == text
    assert fixed(text, unsafe=True) == table(line(), line(NAME="Rat’s Nest"))


def test_a_cell_of_nothing_that_can_be_seen_is_emptied() -> None:
    text = table(line(LORE="\u200b"), line(NAME="B", LORE="\u00a0"))
    assert [finding.hint for finding in found(text)] == ["remove it"]
    assert fixed(text) == table(line(LORE=""), line(NAME="B", LORE="\u00a0"))


def test_the_lines_of_a_cell_keep_their_spaces() -> None:
    text = table(line(LORE='"One.\n  Two."'))
    assert (codes(text), fixed(text)) == ([], text)


def test_a_joiner_in_an_emoji_is_none_too_many() -> None:
    assert codes(table(line(LORE="\U0001f469\u200d\U0001f680"))) == []


def test_white_space_within_a_word_is_one_finding_and_the_word_is_read() -> None:
    text = table(line(TYPE="Wa\u200bter", SUBTYPES="Aquatic,\u00a0Fairy"))
    assert [finding.code for finding in validate(read_cards(PATH, ttcg(), text), ttcg())].count("CSV012") == 2
    assert fixed(text) == table(ROW)


def test_white_space_between_digits_is_told_as_an_odd_number_only() -> None:
    findings = validate(read_cards(PATH, ttcg(), table(line(ATTACK="1\u00a0245"))), ttcg())
    assert [f.code for f in findings if f.code in ("CSV012", "CRD017")] == ["CRD017"]


def test_white_space_in_the_name_of_a_column_is_mended() -> None:
    text = table(ROW, header=HEADER.replace("TYPE", "TY\u200bPE", 1))
    (finding,) = found(text)
    assert (finding.code, finding.message) == ("CSV012", "the column has a zero width space: 'TY\\u200bPE'")
    assert fixed(text) == table(ROW)


@given(st.text(max_size=12))
def test_a_mended_cell_has_no_more_white_space_to_mend(cell: str) -> None:
    text = format_csv(["NAME", "ARTIST"], [["Tide Singer", cell]], line_ending="\n")
    data = fix_cards(text.encode(), PATH, small(), unsafe=True).data
    assert fix_cards(data, PATH, small(), unsafe=True).data == data
    left = validate(read_cards(PATH, small(), data.decode().replace("\r", "\n")), small())
    assert all(finding.fix is None for finding in left)


@cache
def small() -> Ruleset:
    path = Path(__file__).parent / "data" / "names.toml"
    return load_ruleset(path.name, path.parent)


# Letters


@pytest.mark.parametrize(
    ("cell", "what", "safe", "unsafe"),
    [
        ("Cafe\u0301", "NAME has a letter in parts: 'Cafe\\u0301'", "Café", "Café"),
        ("Dr\u0430gon", "NAME has the Cyrillic letter а (U+0430) in 'Drаgon'", "", ""),
        ("Ομαgα", "NAME has the Latin letter g (U+0067) in 'Ομαgα'", "", ""),
        ("CafÃ©", "NAME has letters that were read in another encoding: 'CafÃ©'", "", "Café"),
        ("VoilÃ\u00a0", "NAME has letters that were read in another encoding: 'VoilÃ\\u00a0'", "", "Voilà"),
        ("Caf\ufffd", "NAME has lost a character: 'Caf\ufffd'", "", ""),
    ],
)
def test_letters_that_are_not_what_they_look_like(cell: str, what: str, safe: str, unsafe: str) -> None:
    text = table(line(NAME=cell))
    (finding,) = found(text)
    assert (finding.code, finding.severity, finding.message.partition(": ")[2]) == ("CSV013", "warning", what)
    assert fixed(text) == table(line(NAME=safe or cell))
    assert fixed(text, unsafe=True) == table(line(NAME=unsafe or cell))


@pytest.mark.parametrize("cell", ["Café", "Дракон", "Ωmega", "Δ", "龍", "ドラゴン 2", "naïve Ærøskøbing"])
def test_words_of_one_script_are_fine(cell: str) -> None:
    expected = ["CSV013"] if cell == "Ωmega" else []
    assert codes(table(line(NAME=cell))) == expected


# Quotes in texts


def test_the_fewer_quotes_are_told() -> None:
    names = ("Smith's Cat", "Smith's Dog", "Smith’s Rat", "The “Owl”")
    text = table(*(line(NAME=name) for name in names), line(NAME="Cow's 'Moo'"))
    findings = found(text)
    assert [(f.code, f.severity, f.location.line) for f in findings] == [
        ("CSV014", "info", 4),
        ("CSV014", "info", 5),
    ]
    assert fixed(text) == text.replace("’", "'").replace("“", '"').replace("”", '"')


def test_apostrophes_become_typographic_where_most_are() -> None:
    text = table(line(NAME="Smith’s Cat"), line(NAME="Smith’s Dog"), line(NAME="Smith's Rat"))
    assert codes(text) == ["CSV014"]
    assert fixed(text) == text.replace("'", "’")


@pytest.mark.parametrize(
    ("most", "few", "better", "message"),
    [
        ("So...", "Or…", "Or...", "has typographic dots, most of the file has plain ones"),
        ("So…", "Or...", "Or…", "has plain dots, most of the file has typographic ones"),
        ("Get −5", "Get -6", "Get −6", "has a plain minus sign, most of the file has typographic ones"),
        ("Tap - draw", "Cut – run", "Cut - run", "has a typographic dash, most of the file has plain ones"),
    ],
)
def test_the_fewer_dots_minus_signs_and_dashes_are_reported(
    most: str, few: str, better: str, message: str
) -> None:
    text = table(line(NAME=most), line(NAME=f"{most} B"), line(NAME=few))
    (finding,) = found(text)
    assert finding.code == "CSV014"
    assert message in finding.message
    assert fixed(text) == text.replace(few, better)


def test_a_hyphen_or_a_number_is_no_dash() -> None:
    assert codes(table(line(NAME="Co-op 5-6"), line(NAME="Cut – run"), line(NAME="A–B"))) == []


def test_the_quotes_of_generated_effects_are_those_of_the_list() -> None:
    assert codes(table(line(NAME="Smith’s Cat"), line(NAME="B", EFFECT1="Draw a card's card."))) == []


# Words for nothing


def test_the_fewer_words_for_nothing_are_told() -> None:
    rows = [
        line(NAME=f"Card {n}", EFFECT1_STYLE=style) for n, style in enumerate(["None", "", "None", "Latent"])
    ]
    (finding,) = found(table(*rows))
    assert (finding.code, finding.severity, finding.location.line) == ("CSV015", "info", 3)
    assert finding.message == "Card 1: EFFECT1_STYLE is empty, most that mean Normal say None"
    assert codes(fixed(table(*rows))) == []
    rows[2] = rows[2].replace("None", "")
    assert [f.message for f in found(table(*rows))] == [
        "Card 0: EFFECT1_STYLE is None, most that mean Normal are empty"
    ]
    assert fixed(table(*rows)) == table(*rows).replace("None", "")


def test_a_lore_card_has_no_style_and_no_word_for_it() -> None:
    lore = dict.fromkeys(CARD, "") | {"NAME": "Old Song", "SERIAL": "L" * 14, "LORE": "It sings."}
    rows = [line(EFFECT1_STYLE="None") + ";", ";".join(lore.values()) + ";Tide Singer"]
    assert codes(table(*rows, header=f"{HEADER};LORE_OF")) == []


# Rows that repeat


def test_a_repeated_row_is_told_once_and_taken_out() -> None:
    text = table(ROW, line(NAME="Other", LEVEL="7", SERIAL="O1aBcD00d1e2Fz"), ROW)
    findings = validate(read_cards(PATH, ttcg(), text), ttcg())
    assert [f.code for f in findings if f.location.line == 4] == ["CSV016"]
    (finding,) = found(text)
    assert (finding.severity, finding.message) == ("error", "Tide Singer: the row is the same as line 2")
    assert fixed(text) == text[: -len(ROW) - 1]


def test_what_else_is_wrong_with_a_repeated_row_is_told_of_the_first() -> None:
    bad = line(LEVEL="7")
    findings = validate(read_cards(PATH, ttcg(), table(bad, bad, bad)), ttcg())
    assert [f.code for f in findings if f.location.line > 2] == ["CSV016", "CSV016"]
    assert "TTC104" in [f.code for f in findings]


def test_cards_that_differ_in_a_cell_are_not_the_same_row() -> None:
    assert codes(table(ROW, line(RARITY="1"))) == []


# Formulas


@pytest.mark.parametrize("cell", ["=SUM(A1)", "@home", "+x", "-Fire", "- draw a card"])
def test_a_cell_that_a_spreadsheet_would_compute(cell: str) -> None:
    (finding,) = found(table(line(LORE=cell)))
    assert (finding.code, finding.severity, finding.fix) == ("CSV019", "warning", None)
    assert finding.message == f"Tide Singer: LORE would be run as a formula by a spreadsheet: '{cell}'"


@pytest.mark.parametrize("cell", ["#NAME?", "#REF!", "#DIV/0!", "#N/A"])
def test_what_a_spreadsheet_could_not_compute(cell: str) -> None:
    (finding,) = found(table(line(LORE=cell)))
    assert (finding.code, finding.hint) == ("CSV019", "write the original text")


@pytest.mark.parametrize("cell", ["+5", "-10 points", "+ 5", "-.5", "-", "=", "#1 of 3", "a = b", "#"])
def test_signs_that_begin_no_formula(cell: str) -> None:
    assert codes(table(line(LORE=cell))) == []


def test_the_documented_order_names_columns_that_there_are(write: Write) -> None:
    text = (Path(__file__).parent / "data" / "names.toml").read_text(encoding="utf-8")
    path = write(
        "names.toml", text.replace("[fields.NAME]", '[card]\norder = ["NAME", "TYPE"]\n\n[fields.NAME]')
    )
    with pytest.raises(InputError, match="TYPE"):
        load_ruleset("./names.toml", path.parent)
