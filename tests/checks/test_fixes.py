"""Fixes: what each writes, that nothing else changes, that fixing twice is fixing once."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

import pytest
from built_in import built_in_ruleset
from checking import fix_cards
from hypothesis import given
from hypothesis import strategies as st

from cardtools.cards.table import make_table
from cardtools.checks.fixes.cell_fixes import attach_fixes, one_edit
from cardtools.checks.validate import validate
from cardtools.ground.errors import Edit, InputError
from cardtools.ground.io.files import decode
from cardtools.ground.tables.csv_document import format_csv
from cardtools.ground.tables.csv_reader import read_csv
from cardtools.ground.tables.edits import record_spans, write_edits
from cardtools.rulesets import load_ruleset

RULES = built_in_ruleset("ttcg")
CARDS = Path("cards.csv")
UNIT = {
    "NAME": "Card", "TYPE": "Fire", "SUBTYPES": "Dragon", "LEVEL": "1", "IMAGE": "", "ATTACK": "250",
    "DEFENSE": "250", "EFFECT1": "Draw.", "EFFECT2": "Gain.", "SERIAL": "T1aBcD00d1e2Fz", "RARITY": "0",
    "TRANSPARENCY": "60", "EFFECT1_STYLE": "", "EFFECT2_STYLE": "", "LORE_OF": "",
}  # fmt: skip
SPELL = {**UNIT, "TYPE": "Spell", "SUBTYPES": "", "ATTACK": "+5", "DEFENSE": "-10"}


def table_bytes(*cards: dict[str, str]) -> bytes:
    return format_csv(list(UNIT), [list(card.values()) for card in cards]).encode()


def cells(data: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline=""), delimiter=";"))


def fixed(card: dict[str, str], unsafe: bool) -> dict[str, str]:
    """The cells that fixing this one card changes."""
    after = cells(fix_cards(table_bytes(card), CARDS, RULES, unsafe).data)[0]
    return {name: text for name, text in after.items() if text != card[name]}


@pytest.mark.parametrize(
    ("damage", "mended"),
    [
        ({"TYPE": " Fire"}, {"TYPE": "Fire"}),
        ({"EFFECT1": "Draw.\u00a0"}, {"EFFECT1": "Draw."}),
        ({"TYPE": "fIRE"}, {"TYPE": "Fire"}),
        ({"SUBTYPES": "Dragon/Fairy"}, {"SUBTYPES": "Dragon, Fairy"}),
        ({"SUBTYPES": "Dragon,Fairy, Dragon"}, {"SUBTYPES": "Dragon,Fairy"}),
        ({"SUBTYPES": "Beast,  Spell-caster"}, {"SUBTYPES": "Beast, Spellcaster"}),
        ({"SUBTYPES": "dragon, Flying"}, {"SUBTYPES": "Dragon, Avian"}),
        ({"LEVEL": "01", "ATTACK": "0250", "DEFENSE": " 250.0"},
         {"LEVEL": "1", "ATTACK": "250", "DEFENSE": "250"}),
        ({"ATTACK": "+250", "DEFENSE": "+0250"}, {"ATTACK": "250", "DEFENSE": "250"}),
        ({"TYPE": "fire ", "ATTACK": "+250"}, {"TYPE": "Fire", "ATTACK": "250"}),
    ],
)  # fmt: skip
def test_safe_fixes_of_a_unit(damage: dict[str, str], mended: dict[str, str]) -> None:
    assert fixed({**UNIT, **damage}, unsafe=False) == mended


@pytest.mark.parametrize(
    ("damage", "mended"),
    [
        ({"ATTACK": "15", "DEFENSE": "0"}, {"ATTACK": "+15", "DEFENSE": "+0"}),
        ({"ATTACK": "\u221210"}, {"ATTACK": "-10"}),
        ({"ATTACK": "+010"}, {"ATTACK": "+10"}),
        ({"TYPE": "spell", "ATTACK": "5"}, {"TYPE": "Spell", "ATTACK": "+5"}),
    ],
)
def test_safe_fixes_of_a_spell(damage: dict[str, str], mended: dict[str, str]) -> None:
    assert fixed({**SPELL, **damage}, unsafe=False) == mended


@pytest.mark.parametrize(
    ("card", "damage", "mended"),
    [
        (UNIT, {"TYPE": "fier"}, {"TYPE": "Fire"}),
        (UNIT, {"SUBTYPES": "Dragn,Fary"}, {"SUBTYPES": "Dragon,Fairy"}),
        (UNIT, {"EFFECT1_STYLE": "Dormnt"}, {"EFFECT1_STYLE": "Dormant"}),
        (UNIT, {"DEFENSE": "0"}, {"DEFENSE": "250"}),
        (UNIT, {"ATTACK": "247", "DEFENSE": "0"}, {"ATTACK": "245", "DEFENSE": "255"}),
        (UNIT, {"TRANSPARENCY": "97"}, {"TRANSPARENCY": "100"}),
        (SPELL, {"ATTACK": "+6"}, {"ATTACK": "+5"}),
        (SPELL, {"ATTACK": "-2"}, {"ATTACK": "+0"}),
        (SPELL, {"SUBTYPES": "Dragon"}, {"SUBTYPES": ""}),
    ],
)
def test_unsafe_fixes_change_a_card_and_are_made_only_when_wanted(
    card: dict[str, str], damage: dict[str, str], mended: dict[str, str]
) -> None:
    assert fixed({**card, **damage}, unsafe=False) == {}
    assert fixed({**card, **damage}, unsafe=True) == mended


@pytest.mark.parametrize(
    "damage",
    [
        {"TYPE": "Ligt Fire"},
        {"TRANSPARENCY": "55"},  # 50 and 60 are as near
        {"ATTACK": "700", "DEFENSE": "0"},  # no DEFENSE makes it right
        {"SUBTYPES": "Dragon, Humanoid"},
        {"LEVEL": "II"},
        {"NAME": ""},
    ],
)
def test_without_one_clear_answer_nothing_is_changed(damage: dict[str, str]) -> None:
    assert fixed({**UNIT, **damage}, unsafe=True) == {}


def test_a_lore_card_gets_the_name_that_is_one_edit_away() -> None:
    lore = {**dict.fromkeys(UNIT, ""), "NAME": "Tale", "LORE_OF": "Crd", "SERIAL": "T1aBcD00d1e2F0"}
    data = table_bytes(UNIT, lore)
    assert cells(fix_cards(data, CARDS, RULES, unsafe=True).data)[1]["LORE_OF"] == "Card"


@pytest.mark.parametrize("separator", ["/", "|", "&", "+", " and ", " / "])
def test_every_separator_that_the_reader_knows_is_mended(separator: str) -> None:
    assert fixed({**UNIT, "SUBTYPES": f"Dragon{separator}Fairy"}, unsafe=False) == {
        "SUBTYPES": "Dragon, Fairy"
    }


def test_a_fix_is_data_on_the_finding() -> None:
    data = table_bytes({**UNIT, "TYPE": "fier", "ATTACK": "+250", "DEFENSE": "+250"})
    table = make_table(read_csv(CARDS, text=decode(data, CARDS)), RULES)
    found = {finding.code: finding.fix for finding in attach_fixes(table, validate(table, RULES))}
    fix = found["TTC101"]
    assert fix is not None
    assert [(edit.line, edit.cell, edit.old, edit.new) for edit in fix.edits] == [(2, 1, "fier", "Fire")]
    assert not fix.safe


def test_a_fix_of_two_cells_is_one_fix() -> None:
    data = table_bytes({**UNIT, "ATTACK": "+250", "DEFENSE": "+250"})
    table = make_table(read_csv(CARDS, text=decode(data, CARDS)), RULES)
    fixes = [finding.fix for finding in attach_fixes(table, validate(table, RULES)) if finding.fix]
    assert [[edit.new for edit in fix.edits] for fix in fixes] == [["250", "250"]]


def test_only_wanted_findings_are_fixed() -> None:
    data = table_bytes({**UNIT, "TYPE": "fire", "LEVEL": "01"})
    after = fix_cards(data, CARDS, RULES, wanted=lambda _, found: [f for f in found if f.code == "TTC101"])
    assert cells(after.data)[0]["LEVEL"] == "01"
    assert (cells(after.data)[0]["TYPE"], len(after.changed)) == ("Fire", 1)


@pytest.mark.parametrize(
    ("one", "other", "near"),
    [
        ("fier", "fire", True), ("fir", "fire", True), ("fires", "fire", True), ("fore", "fire", True),
        ("fire", "fire", False), ("rife", "fire", False), ("fiery", "fire", False), ("fi", "fire", False),
        ("", "a", True),
    ],
)  # fmt: skip
def test_one_edit(one: str, other: str, near: bool) -> None:
    assert one_edit(one, other) == one_edit(other, one) == near


# The bytes

_texts = st.text(st.sampled_from('ab ;"é\n\u2028\u3042'), max_size=5)


@st.composite
def _files(draw: st.DrawFn) -> tuple[bytes, list[list[str]]]:
    """A delimited file in any style, and its rows (with the header as the first)."""
    width = draw(st.integers(2, 4))
    rows = draw(st.lists(st.lists(_texts, min_size=width, max_size=width), min_size=1, max_size=5))
    rows.insert(0, [f"C{n}" for n in range(width)])
    end = draw(st.sampled_from(["\n", "\r\n", "\r"]))
    text = draw(st.sampled_from(["", "\ufeff"]))
    for row in rows:
        parts = []
        for cell in row:
            needed = cell.startswith('"') or any(sign in cell for sign in ";\n")
            if needed or draw(st.booleans()):
                cell = '"' + cell.replace('"', '""').replace("\n", end) + '"'
            parts.append(cell)
        text += ";".join(parts) + end
        text += end if draw(st.integers(0, 4)) == 0 else ""
    if draw(st.booleans()):
        text = text.rstrip("\r\n")
    return text.encode(), rows


@given(_files(), st.data())
def test_replacing_cells_changes_the_bytes_of_these_cells_and_no_other(
    file: tuple[bytes, list[list[str]]], data: st.DataObject
) -> None:
    before, rows = file
    spans = record_spans(before, ";")
    lines = sorted(spans)
    places = [(line, cell) for line in lines[1:] for cell in range(len(rows[0]))]
    chosen = data.draw(st.dictionaries(st.sampled_from(places), _texts, max_size=3))
    edits = [Edit(line, cell, "", text) for (line, cell), text in chosen.items()]
    after = write_edits(before, edits, ";")
    wanted = [list(row) for row in rows]
    for (line, cell), text in chosen.items():
        wanted[lines.index(line)][cell] = text
    read = read_csv(CARDS, text=decode(after, CARDS))
    assert [list(read.header), *map(list, read.rows)] == wanted
    # What stands between and beside the changed cells is the same bytes.
    cuts = sorted(spans[line][cell] for line, cell in chosen)
    pieces = [
        before[a:b]
        for a, b in zip([0, *(end for _, end in cuts)], [*(s for s, _ in cuts), len(before)], strict=True)
    ]
    assert re.fullmatch(b"(?s:.*)".join(map(re.escape, pieces)), after)
    assert write_edits(before, [], ";") == before


@given(_files())
def test_the_place_of_a_cell_leads_back_to_it(file: tuple[bytes, list[list[str]]]) -> None:
    data, rows = file
    read = read_csv(CARDS, text=decode(data, CARDS))
    for row in range(len(rows) - 1):
        assert [read.cell_at(read.at(row, cell)) for cell in range(len(rows[0]))] == [
            (row, cell) for cell in range(len(rows[0]))
        ]
    assert read.cell_at(read.at_header(1)) == (-1, 1)


def test_a_quote_inside_a_cell_is_a_character() -> None:
    read = read_csv(CARDS, text='A;B;C\n5" blade;x;y\n"a;b";"c\nd";e\n')
    assert (read.at(0, 2).line, read.at(0, 2).column) == (2, 12)
    assert (read.at(1, 2).line, read.at(1, 2).column) == (4, 4)


_damaged = st.fixed_dictionaries(
    {
        "TYPE": st.sampled_from(["Fire", "fire", " Fire", "fier", "Spell", "spell", "Nope"]),
        "SUBTYPES": st.sampled_from(
            ["Dragon", "Dragon/Fairy", "Dragon,Dragon", "Flying , Avian", "drgon", ""]
        ),
        "LEVEL": st.sampled_from(["1", "01", " 2", "9", "x"]),
        "ATTACK": st.sampled_from(["250", "+250", "0", "247", "1 000", "-3", "+5", "", "\u22125"]),
        "DEFENSE": st.sampled_from(["250", "+250", "7", "0250.0", "+5 ", "-10"]),
        "EFFECT1": st.sampled_from(["Draw.", " Draw; one. ", 'Say "hi".', "Draw.\n\nTwo. "]),
        "TRANSPARENCY": st.sampled_from(["60", "55", "98", "060"]),
        "EFFECT2_STYLE": st.sampled_from(["", "none", "Latnt", " primed"]),
    }
)


@given(
    st.lists(_damaged, min_size=1, max_size=4), st.booleans(), st.sampled_from(["\n", "\r\n"]), st.booleans()
)
def test_fixing_twice_is_fixing_once(
    damages: list[dict[str, str]], unsafe: bool, end: str, mark: bool
) -> None:
    cards = [
        {**UNIT, **damage, "NAME": f"Card {n}", "SERIAL": f"{n:014d}"} for n, damage in enumerate(damages)
    ]
    text = format_csv(list(UNIT), [list(card.values()) for card in cards], line_ending=end)
    before = (b"\xef\xbb\xbf" if mark else b"") + text.encode()
    once = fix_cards(before, CARDS, RULES, unsafe)
    assert fix_cards(once.data, CARDS, RULES, unsafe).data == once.data
    assert (not once.changed) == (once.data == before)
    assert once.data.startswith(b"\xef\xbb\xbf") == mark
    assert record_spans(once.data, ";").keys() and len(record_spans(once.data, ";")) == len(cards) + 1


def test_unknown_columns_order_and_quotes_stay() -> None:
    before = b'\xef\xbb\xbf"MINE";' + table_bytes({**UNIT, "TYPE": "fire"}).replace(
        b"\r\nCard", b'\r\n"x ""y""";Card'
    )
    after = fix_cards(before, CARDS, RULES).data
    assert after == before.replace(b";fire;", b";Fire;")


def test_empty_rows_are_taken_out_before_cells_are_fixed() -> None:
    data = table_bytes(
        UNIT, dict.fromkeys(UNIT, ""), {**UNIT, "NAME": "Other", "TYPE": "fire", "ATTACK": "100"}
    )
    fixed = fix_cards(data, CARDS, RULES, unsafe=True)
    assert [(card["NAME"], card["TYPE"], card["DEFENSE"]) for card in cells(fixed.data)] == [
        ("Card", "Fire", "250"),
        ("Other", "Fire", "400"),
    ]
    assert (len(fixed.changed), fixed.removed) == (2, 1)


def test_a_row_that_goes_leaves_every_other_byte() -> None:
    data = b'\xef\xbb\xbfA;B\r\n"x\r\ny";1\r\n\r\n;\r\n2;3'
    assert write_edits(data, [Edit(5, None, "", None)], ";") == b'\xef\xbb\xbfA;B\r\n"x\r\ny";1\r\n\r\n2;3'
    assert (
        write_edits(data, [Edit(line, None, "", None) for line in (6, 2)], ";")
        == b"\xef\xbb\xbfA;B\r\n\r\n;\r\n"
    )


@given(st.sampled_from(["\n", "\r\n", "\r"]), st.booleans(), st.sampled_from(["", "é", "\U0001f409 "]))
def test_a_value_of_any_file_is_changed_in_its_place(end: str, mark: bool, before: str) -> None:
    head = "\ufeff" if mark else ""
    text = head + end.join(["[a]", f'{before}when = "old" # old', 'also = """x', 'y"""', ""])
    edits = [
        Edit(2, None, '"old"', '"new"', "f.toml", len(before) + 8),
        Edit(3, None, '"""x\ny"""', "'z'", "f.toml", 8),
    ]
    after = head + end.join(["[a]", f'{before}when = "new" # old', "also = 'z'", ""])
    assert write_edits(text.encode(), edits).decode() == after
    assert write_edits(text.encode(), [Edit(1, None, "[a]", None)]).decode() == text.replace(f"[a]{end}", "")


@pytest.mark.parametrize("edit", [Edit(1, None, "b", "c", "f"), Edit(9, None, "", None), Edit(1, 3, "", "x")])
def test_what_is_not_there_any_more_is_not_changed(edit: Edit) -> None:
    with pytest.raises(InputError, match="is not here any more"):
        write_edits(b"a\n", [edit])


def test_a_misspelt_column_is_renamed_in_the_header() -> None:
    data = table_bytes(UNIT).replace(b"LORE_OF\r", b"LORE_OFF\r")
    assert fix_cards(data, CARDS, RULES).data == data
    assert fix_cards(data, CARDS, RULES, unsafe=True).data == data.replace(b"LORE_OFF\r", b"LORE_OF\r")


def test_a_ruleset_says_what_fixes_its_rules(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        '[ruleset]\nid = "mine"\nversion = "1"\n'
        '[fields.NAME]\n[fields.COST]\ntype = "int"\n[fields.POWER]\ntype = "int"\n'
        '[rule.XYZ101]\nname = "power"\nassert = "POWER == 2 * COST"\nmessage = "{NAME}: power {POWER}"\n'
        'fix = { set = { POWER = "2 * COST" }, when = "COST > 0" }\n'
    )
    rules = load_ruleset(str(path), tmp_path)
    data = b"NAME;COST;POWER\na;2;3\nb;0;1\nc;;1\n"
    assert fix_cards(data, CARDS, rules).data == data
    assert fix_cards(data, CARDS, rules, unsafe=True).data == data.replace(b"a;2;3", b"a;2;4")
