"""Decimal numbers, yes and no, dates and links: as values, and as columns of a table."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from checking import fix_cards
from hypothesis import given
from hypothesis import strategies as st
from outcome import Outcome

from cardtools.cards.table import CardTable, read_cards
from cardtools.checks.validate import validate
from cardtools.ground.errors import InputError
from cardtools.ground.tables.cell_values import Day, as_text, is_date_format, is_link, read_date, write_date
from cardtools.language.budget import Budget, StringError
from cardtools.language.decimals import Exact, read_decimal
from cardtools.language.text_templates import compile_text
from cardtools.language.when import compile_when
from cardtools.rulesets import load_ruleset
from cardtools.rulesets.ruleset import Ruleset

Run = Callable[..., Outcome]
HEAD = '[ruleset]\nid = "own"\nname = "Own"\nversion = "1"\n[fields.NAME]\nrequired = true\n'
TREES = "Oak Elm Fir Yew Ash Box Bay Fig".split()
TREES = "Oak Elm Fir Yew Ash Box Bay Fig".split()
NUMBERS = st.decimals(-9999, 9999, places=3)
DATES = st.dates(datetime.date(2000, 1, 1), datetime.date(2099, 12, 31))


def ruleset(folder: Path, *lines: str) -> Ruleset:
    (folder / "game.toml").write_text(HEAD + "\n".join(lines) + "\n", "utf-8")
    return load_ruleset("game.toml", folder)


def column(folder: Path, entry: str, *cells: str) -> CardTable:
    rules = ruleset(folder, "[fields.X]", entry)
    rows = "".join(f"{name};{cell}\n" for name, cell in zip(TREES, cells, strict=False))
    return read_cards(Path("cards.csv"), rules, f"NAME;X\n{rows}")


def said(table: CardTable) -> list[str]:
    """The findings: line, code, message without the card's name, and hint."""
    return [
        f"{finding.location.line} {finding.code} {finding.message.split(': ')[1]}: {finding.hint}"
        for finding in validate(table, table.ruleset)
    ]


@given(NUMBERS, NUMBERS)
def test_decimal_numbers_are_computed_with_exactly(one: Any, other: Any) -> None:
    a, b = Exact.of(one), Exact.of(other)
    exact, same = Fraction(one), Fraction(other)
    assert [Fraction(a + b), Fraction(a - b), Fraction(a * b)] == [exact + same, exact - same, exact * same]
    assert (a < b, a == b) == (exact < same, exact == same)
    if same:
        assert Fraction(a // b) == exact // same
        assert Fraction(a % b) == exact % same


@given(st.integers(-9999, 9999), st.integers(1, 99))
def test_whole_decimals_divide_as_whole_numbers_do(one: int, other: int) -> None:
    assert (Exact.of(one) // other, Exact.of(one) % other) == (one // other, one % other)
    assert (one // Exact.of(other), one % Exact.of(other)) == (one // other, one % other)


def test_a_tenth_is_a_tenth_whether_it_is_a_float_or_not() -> None:
    tenth = Exact.of("0.1")
    assert tenth == 0.1
    assert str(tenth + 0.2) == str(0.2 + tenth) == "0.3"
    assert str(tenth * 3) == "0.3"
    assert hash(Exact.of("2.0")) == hash(2)
    assert str(Exact.of(1) / 3) == "0.3333333333"
    assert str(Exact.of("1,50".replace(",", "."), ",") * 3) == "4,5"
    assert [str(round(Exact.of("2.25"), 1)), f"{Exact.of('2.50')}", str(-Exact.of(0))] == ["2.3", "2.5", "0"]


@given(NUMBERS, st.sampled_from(".,"))
def test_a_decimal_number_is_read_as_it_is_written(number: Any, mark: str) -> None:
    written = str(Exact.of(number, mark))
    assert read_decimal(written, mark) == number


@given(DATES, st.sampled_from(["YYYY-MM-DD", "D.M.YYYY", "DD/MM/YY", "MMMM D, YYYY", "D MMM YYYY"]))
def test_a_date_is_read_as_it_is_written(day: datetime.date, form: str) -> None:
    assert is_date_format(form)
    assert read_date(write_date(day, form), form) == day
    assert str(Day.of(day, form)) == write_date(day, form)


@pytest.mark.parametrize("form", ["", "YYYY", "DD.MM", "DD.DD.YYYY", "MM.M.YYYY", "day"])
def test_a_format_has_year_month_and_day_each_once(form: str) -> None:
    assert not is_date_format(form)


@pytest.mark.parametrize(
    ("link", "right"),
    [
        ("https://example.org", True),
        ("http://example.org:80/a?b#c", True),
        ("http://localhost/x", True),
        ("HTTPS://EXAMPLE.ORG/ä", True),
        ("www.example.org", False),
        ("https://", False),
        ("https://example.org/a b", False),
        ("javascript:alert(1)", False),
        ("file:///etc/passwd", False),
    ],
)
def test_the_shape_of_a_link(link: str, right: bool) -> None:
    assert is_link(link) is right


def test_values_as_people_write_them() -> None:
    assert [as_text(value) for value in (True, False, None, ("a", "b"), 0.1 + 0.2, 2.0)] == [
        *("yes", "no", "", "a, b", "0.3", "2.0")
    ]


def test_a_column_of_decimals(tmp_path: Path) -> None:
    table = column(
        tmp_path, 'type = "number"\ndecimal = ","', "1,50", "", "-0,25", "3", "1.250,5", "1.5", "x"
    )
    assert list(table.values["X"]) == [
        Exact.of("1.5"),
        None,
        Exact.of("-0.25"),
        3,
        Exact.of("1250.5"),
        None,
        None,
    ]
    assert said(table) == [
        "6 CRD017 X '1.250,5' is an unusual way to write 1250,5: write 1250,5",
        "7 CRD002 X '1.5' is not a number: write 1,5; `decimal` of [fields.X] says which mark is used",
        "8 CRD002 X 'x' is not a number: write a number, as 2,5",
    ]


def test_limits_and_steps_of_decimals_are_exact(tmp_path: Path) -> None:
    entry = 'type = "number"\nmin = 0.1\nmax = 0.7\nstep = 0.1'
    found = said(column(tmp_path, entry, "0.1", "0.3", "0.7", "0.70", "0.75", "0.05"))
    assert found == [
        "6 CRD003 X 0.75 is outside 0.1..0.7: write 0.1 to 0.7",
        "6 CRD015 X 0.75 is not a multiple of 0.1: write 0.7 or 0.8",
        "7 CRD003 X 0.05 is outside 0.1..0.7: write 0.1 to 0.7",
        "7 CRD015 X 0.05 is not a multiple of 0.1: write 0 or 0.1",
    ]


def test_a_column_of_yes_and_no(tmp_path: Path) -> None:
    cells = ("yes", "x", "", "NO", "0", "TRUE", "ja", "perhaps")
    table = column(tmp_path, 'type = "bool"\nyes = ["ja"]', *cells)
    assert list(table.values["X"]) == [True, True, False, False, False, True, True, None]
    assert said(table) == ["9 CRD023 X 'perhaps' is not yes or no: write ja or no"]


def test_an_empty_cell_of_a_required_yes_or_no_is_reported(tmp_path: Path) -> None:
    (found,) = said(column(tmp_path, 'type = "bool"\nrequired = true', "yes", ""))
    assert "CRD001" in found


def test_a_column_of_dates(tmp_path: Path) -> None:
    entry = 'type = "date"\nformat = "DD.MM.YYYY"\nmin = 2020-01-01'
    table = column(tmp_path, entry, "31.01.2026", "2026-01-31", "1 May 2026", "30.04.26", "31.12.2019")
    assert list(table.values["X"])[:2] == [datetime.date(2026, 1, 31)] * 2
    assert said(table) == [
        "4 CRD023 X '1 May 2026' is not a date: write 01.05.2026",
        "5 CRD023 X '30.04.26' is not a date: write DD.MM.YYYY, such as 31.01.2026",
        "6 CRD003 X 31.12.2019 is before 01.01.2020: write 01.01.2020 or later",
    ]


def test_a_column_of_links(tmp_path: Path) -> None:
    assert said(
        column(tmp_path, 'type = "link"', "https://example.org", "www.example.org/a", "", "soon")
    ) == [
        "3 CRD023 X 'www.example.org/a' is not a link: write https://www.example.org/a",
        "5 CRD023 X 'soon' is not a link: write it whole, such as https://example.org/card",
    ]


def test_fixes_write_decimals_with_the_mark_of_the_column(tmp_path: Path) -> None:
    rules = ruleset(tmp_path, "[fields.X]", 'type = "number"\ndecimal = ","\nstep = 0.25')
    data = b"NAME;X\r\nOx;'1 250,5'\r\nOwl;0,3\r\nBee;1,50\r\n".replace(b"'", b"")
    fixed = fix_cards(data, Path("cards.csv"), rules, unsafe=True).data
    assert fixed == b"NAME;X\r\nOx;1250,5\r\nOwl;0,25\r\nBee;1,50\r\n"


RULES = """[fields.W]
type = "number"
[fields.FOIL]
type = "bool"
[fields.DAY]
type = "date"
[rule.OWN101]
name = "own"
when = "{when}"
assert = "{wanted}"
message = "{NAME}: {W} {W * 2} {FOIL} {DAY} {0.1 + 0.2}"
"""


def judged(folder: Path, wanted: str, when: str = "True") -> list[str]:
    rules = ruleset(folder, RULES.replace("{when}", when).replace("{wanted}", wanted))
    table = read_cards(Path("cards.csv"), rules, "NAME;W;FOIL;DAY\nOx;0.3;x;2026-01-31\nElk;;;\n")
    return [finding.message for finding in validate(table, rules)]


def test_rules_compute_with_all_kinds(tmp_path: Path) -> None:
    assert judged(tmp_path, "W == 0.1 + 0.2") == []
    assert judged(tmp_path, "W >= 0.1 * 3 and W == 3 / 10 and 1 / 3 * 3 == 1") == []
    assert judged(tmp_path, "3 / 10 + 6 / 10 == 0.9 and 0.9 in (3 / 10 + 6 / 10, 1)") == []
    assert judged(tmp_path, "W == 0.1 * W / W + 0.2") == []
    assert (
        judged(tmp_path, "W in (0.3, 1) and max(W, 0.2) == 0.3 and int(W) == 0 and signed(W) == '+0.3'") == []
    )
    assert judged(tmp_path, "year(DAY) == 2026 and DAY < date('2026-02-01')", "FOIL") == []
    assert judged(tmp_path, "not FOIL") == ["Ox: 0.3 0.6 yes 2026-01-31 0.3"]


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        ("DAY > '2026-01-31'", "write date('2026-01-31')"),
        ("DAY - 1 > 0", "- is for numbers, not for a date"),
        ("FOIL == 'x'", "X, or not X"),
        ("year(W) == 3", "year() needs a date here"),
        ("W < 2,5", "write 2.5"),
        ("W < (2,5)", "write 2.5"),
        ("W > 1 and W < 2,5 or FOIL", "write 2.5"),
        ("W > 1, FOIL", "write `and` or `or`"),
        ("DAY > date('1.11.2026')", "write date('2026-11-01')"),
        ("W < 1" + "0" * 400 + ".5", "the number is too large"),
    ],
)
def test_kinds_that_do_not_go_together_are_errors_of_the_ruleset(
    tmp_path: Path, wanted: str, message: str
) -> None:
    with pytest.raises(InputError) as error:
        judged(tmp_path, wanted)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ('type = "int"\nmin = 0.5', "min = 0.5, but X holds whole numbers"),
        ('type = "number"\nmin = 2026-01-01', "min = 2026-01-01, but X holds numbers"),
        ('type = "date"\nmin = 3', "min = 3, but X holds dates"),
        ('type = "date"\nformat = "DD.MM"', "format = 'DD.MM' is not a date with year, month and day"),
        ('type = "str"\ndecimal = ","', "decimal is for columns of the type number"),
        ('yes = ["ja"]', "yes is for columns of the type bool"),
        ('type = "bool"\nyes = ["A"]\nno = ["a"]', "'a' means both yes and no"),
        ('type = "bool"\ndefault = "perhaps"', "default = 'perhaps', but X holds yes or no"),
        ('type = "number"\ndefault = "1,5"', "default = '1,5', but X holds numbers"),
        ('type = "date"\nvalues = ["2026-01-31"]', "values is for texts, but X holds dates"),
        ('type = "number"\nmin = 0.7\nmax = 0.1', "min = 0.7 is more than max = 0.1"),
        ('type = "date"\nmin = "3.10.2026"', "write 2026-10-03, without quotes"),
        ('type = "decimal"', "did you mean number?"),
        ('type = "float"', "did you mean number?"),
        ('type = "boolean"', "did you mean bool?"),
    ],
)
def test_slips_in_the_entry_of_a_column_are_reported(tmp_path: Path, entry: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        ruleset(tmp_path, "[fields.X]", entry)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("{{ W }}|{{ W * 2 }}|{{ W + 0.25 }}|{{ W|round(0) }}|{{ [W, 1]|sum }}", "1,5|3|1,75|2|2,5"),
        ("{% if FOIL %}foil{% endif %}{{ FOIL }}", "foilyes"),
        ("{{ DAY }} {{ DAY|date('D MMMM YYYY') }} {{ NONE|date }}", "31.01.2026 31 January 2026 "),
        ("{{ 0.1 + 0.2 }}", "0.3"),
        ("{{ 'big' if W > 1.4 else 'small' }}", "big"),
        (
            "{{ 0.5 + 0.5 * 5 }}|{{ 7 / 2 - 0.5 }}|{{ 0.5 * W }}|{{ 6 / 3 }}|{{ [W, 2.5] }}",
            "3|3|0,75|2|[1,5, 2.5]",
        ),
        ("{{ W is float }} {{ 2.5 is float }} {{ 3 is float }}", "yes yes no"),
        (
            "{{ DAY >= date('2026-01-31') }} {{ DAY > date('2026-01-31') }} {{ DAY == date('2026-01-31') }}",
            "yes no yes",
        ),
        (
            "{{ NONE == date('2026-01-31') }} {{ DAY|date('YYYY') }} {{ DAY|date('D. of MMM') }}",
            "no 2026 31. of Jan",
        ),
    ],
)
def test_faces_show_all_kinds(source: str, shown: str) -> None:
    values = {
        "W": Exact.of("1.5", ","),
        "FOIL": True,
        "DAY": Day(2026, 1, 31).of(datetime.date(2026, 1, 31), "DD.MM.YYYY"),
        "NONE": None,
    }
    assert compile_text(source)(values, Budget()) == shown


@pytest.mark.parametrize(
    ("source", "message", "hint"),
    [
        ("{{ DAY == '31.1.2026' }}", "DAY is a date, and '31.1.2026' a text", "write date('2026-01-31')"),
        ("{% if DAY > '2026-01-31' %}{% endif %}", "DAY is a date", "write date('2026-01-31')"),
        ("{{ FOIL == 'x' }}", "FOIL is yes or no, and 'x' a text", "FOIL, or not FOIL"),
        ("{{ DAY > date('1.11.2026') }}", "written year-month-day", "write date('2026-11-01')"),
        ("{{ DAY > date(NONE) }}", "needs a date in quotes", "write date('2026-01-31')"),
        ("{{ DAY|date('%d.%m.%Y') }}", "has %d, which", "D MMMM YYYY"),
        ("{{ DAY|date('d. mmm yyyy') }}", "has d, which", "D MMMM YYYY"),
        ("{{ NONE|date('dd/MM/yyyy') }}", "has dd, which", "D MMMM YYYY"),
        ("{{ DAY|date('Day D') }}", "has the day twice", "D MMMM YYYY"),
        ("{{ DAY|date('') }}", "has no part of a date", "D MMMM YYYY"),
        ("{% if W < 2,5 %}{% endif %}", "a comma in the condition", "write decimals as 2.5"),
        ("{{ Rules text }}", "'Rules text' is not a name", "did you mean RULES_TEXT?"),
    ],
)
def test_slips_of_faces_with_values_of_all_kinds(source: str, message: str, hint: str) -> None:
    values = {"W": Exact.of("1.5"), "FOIL": True, "DAY": Day(2026, 1, 31), "NONE": None}
    with pytest.raises(StringError) as error:
        compile_text(source)(values, Budget())
    assert message in str(error.value)
    assert hint in error.value.hint


def test_a_condition_of_a_face_has_no_braces() -> None:
    with pytest.raises(StringError) as error:
        compile_when("{{ FOIL }}")
    assert error.value.hint == "write FOIL"


def test_decimals_of_rules_are_printed_like_those_of_columns(tmp_path: Path) -> None:
    rules = ruleset(
        tmp_path,
        RULES.replace("{when}", "True")
        .replace("{wanted}", "W > 9")
        .replace("{0.1 + 0.2}", "{0.5 + 0.5 * 5} {7 / 2} {6 / 2} {2 * W}"),
    )
    table = read_cards(Path("cards.csv"), rules, "NAME;W;FOIL;DAY\nOx;2.5;x;2026-01-31\n")
    assert [finding.message for finding in validate(table, rules)] == ["Ox: 2.5 5 yes 2026-01-31 3 3.5 3 5"]


def test_decimals_in_tables_of_a_ruleset_are_exact(tmp_path: Path) -> None:
    lines = '[tables.least]\n1 = 0.1\n[fields.N]\ntype = "int"\n[fields.W]\ntype = "number"\n'
    rule = '[rule.OWN101]\nname = "own"\nassert = "W == least[N] * 3"\nmessage = "no"\n'
    rules = ruleset(tmp_path, lines + rule)
    assert validate(read_cards(Path("cards.csv"), rules, "NAME;N;W\nOx;1;0.3\n"), rules) == []


def test_an_empty_date_that_is_required(tmp_path: Path) -> None:
    entry = 'type = "date"\nformat = "D.M.YYYY"\nrequired = true'
    assert said(column(tmp_path, entry, "", "31.11.2026", "1.13.2026")) == [
        "2 CRD001 X is empty: write a date as D.M.YYYY",
        "3 CRD023 X '31.11.2026' is not a date: November 2026 has 30 days; write D.M.YYYY, such as 31.1.2026",
        "4 CRD023 X '1.13.2026' is not a date: there is no month 13; write D.M.YYYY, such as 31.1.2026",
    ]


def test_what_is_no_date_cannot_be_shown_as_one() -> None:
    with pytest.raises(StringError, match="not a date"):
        compile_text("{{ W|date }}")({"W": "soon"}, Budget())


def test_a_project_from_a_table_knows_the_kinds(cardtools: Run, folder: Path) -> None:
    Path("mine.csv").write_text(
        'Name,Weight,Foil,Released,Web,Nice\nOx,"1,5",x,31.01.2026,https://example.org/a,ja\n'
        'Owl,"2,25",,01.02.2026,https://example.org/b,nein\n'
    )
    out = cardtools("init", "game", "--from", "mine.csv").out
    assert "decimal numbers with a comma" in out
    assert "dates, DD.MM.YYYY" in out
    rules = load_ruleset("game.toml", Path("game"))
    types = {name: field.entry.type for name, field in rules.fields.items()}
    assert types == {
        "NAME": "str", "WEIGHT": "number", "FOIL": "bool", "RELEASED": "date", "WEB": "link", "NICE": "bool",
        **{name: kind for name, kind in types.items() if name == "IMAGE"},
    }  # fmt: skip
    assert rules.fields["NICE"].entry.yes == ("ja",)
