"""Laws of merging: what two writers changed is in the result or a conflict, and no other byte changes."""

from __future__ import annotations

import codecs
import re
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtools.ground.tables.merging import Conflict, Merged, Records, merge, settle

CELLS = st.sampled_from(["", "a", "b", "c", "a b", 'say "x"', "one;two", "1,5", "two\nlines", "é", " a"])
ENDS = st.sampled_from(["\n", "\r\n", "\r"])


class Table:
    """A table that is edited: its rows, and how it is written."""

    def __init__(self, draw: Any) -> None:
        self.draw = draw
        self.delimiter = draw(st.sampled_from(";,\t"))
        self.end, self.last = draw(ENDS), draw(st.booleans())
        self.mark = draw(st.sampled_from([b"", codecs.BOM_UTF8]))
        self.quoted = draw(st.booleans())
        names = draw(
            st.sampled_from([["NAME", "A", "B"], ["NAME", "A", "A"], ["NAME", "", "B", ""], ["NAME", "B"]])
        )
        rows = draw(st.lists(st.lists(CELLS, min_size=len(names), max_size=len(names)), max_size=6))
        titles = [["My game", *[""] * (len(names) - 1)]] if draw(st.booleans()) else []
        self.first = len(titles) + 1
        self.rows = [*titles, names, *rows]
        self.blank = draw(st.integers(0, 8))

    def bytes(self, rows: list[list[str]]) -> bytes:
        lines = [self.delimiter.join(map(self.cell, row)) for row in rows]
        lines[self.blank : self.blank] = [""]  # a blank line
        text = self.end.join(lines) + self.end * self.last
        return self.mark + text.encode()

    def cell(self, text: str) -> str:
        quoted = self.quoted or re.search(r'[";,\t\n\r]', text)
        return '"' + text.replace('"', '""') + '"' if quoted else text

    def edited(self, prefix: str) -> list[list[str]]:
        """The rows after some edits; texts that are new begin with the prefix."""
        rows = [list(row) for row in self.rows]
        for number in range(self.draw(st.integers(1, 4))):
            text, kind = (
                f"{prefix}{number}",
                self.draw(st.sampled_from("cell row gone move sort ragged".split())),
            )
            at = self.draw(st.integers(self.first, max(len(rows) - 1, self.first)))
            if kind == "row":
                rows.insert(at, [text, *["x"] * (len(self.rows[self.first - 1]) - 1)])
            elif kind == "sort":
                rows[self.first :] = sorted(rows[self.first :], reverse=self.draw(st.booleans()))
            elif at < len(rows):
                if kind == "cell":
                    rows[at][self.draw(st.integers(0, len(rows[at]) - 1))] = text
                elif kind == "gone":
                    del rows[at]
                elif kind == "move":
                    rows.insert(self.first, rows.pop(at))
                else:
                    rows[at].append(text)
        return rows


@st.composite
def histories(draw: Any) -> tuple[Table, list[list[str]], list[list[str]]]:
    """A table and what two writers made of it."""
    table = Table(draw)
    return table, table.edited("our"), table.edited("their")


def texts(found: Merged) -> str:
    """All that a merge shows to people: the cells of the result, and its conflicts."""
    cells = [cell for row in Records("a.csv", found.data).cells for cell in row]
    return "\0".join([*cells, *(text for one in found.conflicts for text in (one.ours, one.theirs))])


@given(histories())
def test_nothing_that_somebody_wrote_is_lost(history: Any) -> None:
    table, ours, theirs = history
    base = table.bytes(table.rows)
    found = merge("a.csv", base, table.bytes(ours), table.bytes(theirs))
    shown = texts(found)
    for rows in (ours, theirs):
        for new in {cell for row in rows for cell in row if cell.startswith(("our", "their"))}:
            assert new in shown
    shown = "\n".join([found.data.decode(), *(one.ours for one in found.conflicts)])
    for row in theirs:  # what we did not touch is as they wrote it
        line = table.delimiter.join(map(table.cell, row))
        if row in table.rows and table.rows.count(row) == ours.count(row) == theirs.count(row) == 1:
            assert line in shown


@given(histories())
def test_what_only_one_side_changed_is_taken_over_whole(history: Any) -> None:
    table, ours, _ = history
    base, mine = table.bytes(table.rows), table.bytes(ours)
    assert merge("a.csv", base, mine, base) == merge("a.csv", base, base, mine) == Merged(mine)
    assert merge("a.csv", base, mine, mine) == Merged(mine)
    # The same through the merge itself, as the other side has only one row more.
    row = ["new", *["y"] * (len(table.rows[table.first - 1]) - 1)]
    found = merge("a.csv", base, mine, table.bytes([*table.rows, row]))
    lines = Counter(map(tuple, [*ours, row]))
    if not found.conflicts:
        assert Counter(cells for cells in Records("a.csv", found.data).cells if any(cells)) == Counter(
            {cells: n for cells, n in lines.items() if any(cells)}
        )


@given(histories())
def test_a_conflict_that_is_settled_has_our_side_in_the_file(history: Any) -> None:
    table, ours, theirs = history
    base = table.bytes(table.rows)
    found = merge("a.csv", base, table.bytes(ours), table.bytes(theirs))
    for conflict in found.conflicts:
        if conflict.kind in ("cell", "row") and conflict.ours != conflict.theirs:
            settled = settle(found.data, conflict)
            assert settled != found.data or conflict.column.endswith(")")
            if conflict.kind == "row":
                assert conflict.ours in settled.decode()


@given(st.lists(CELLS, max_size=8), st.data())
def test_lines_of_a_text_are_merged_or_a_conflict(words: list[str], data: Any) -> None:
    def edited(prefix: str) -> list[str]:
        lines = list(words)
        for number in range(data.draw(st.integers(1, 3))):
            at = data.draw(st.integers(0, len(lines)))
            lines[at : at + data.draw(st.integers(0, 2))] = [f"{prefix}{number}"]
        return lines

    end = data.draw(ENDS)
    ours, theirs = edited("our"), edited("their")
    base, mine, their = (
        (end.join(lines) + end * data.draw(st.booleans())).encode() for lines in (words, ours, theirs)
    )
    found = merge("a.toml", base, mine, their)
    lines = [
        *found.data.decode().splitlines(),
        *(t for c in found.conflicts for t in f"{c.ours}\n{c.theirs}".splitlines()),
    ]
    assert {line for line in [*ours, *theirs] if line.startswith(("our", "their"))} <= set(lines)
    for conflict in found.conflicts:
        assert conflict.kind == "lines"
        settled = settle(found.data, conflict)
        assert set(conflict.ours.splitlines()) <= set(settled.decode().splitlines())


TABLE = b"NAME;COST;TEXT\r\nOx;1;a\r\nElk;2;b\r\nHare;3;c\r\n"


def test_columns_that_the_other_side_moved_or_added_are_found_again() -> None:
    theirs = b"COST;NEW;NAME;TEXT\r\n1;x;Ox;a\r\n2;y;Elk;b\r\n3;z;Hare;c\r\n"
    ours = TABLE.replace(b"Elk;2", b"Elk;20") + b"Owl;4;d\r\n"
    found = merge("a.csv", TABLE, ours, theirs)
    assert found == Merged(theirs.replace(b"2;y", b"20;y") + b"4;;Owl;d\r\n")


def test_another_delimiter_and_encoding_of_the_other_side_stay() -> None:
    base = "NAME;TEXT\nOx;é\nElk;b\n"
    theirs = "NAME,TEXT\nOx,é\nElk,bb\n".encode("utf-16-le")
    ours = base.replace("Ox", "Bœuf") + "Owl;a,b\n"
    found = merge("a.csv", base.encode(), ours.encode(), codecs.BOM_UTF16_LE + theirs)
    assert found.data == codecs.BOM_UTF16_LE + 'NAME,TEXT\nBœuf,é\nElk,bb\nOwl,"a,b"\n'.encode("utf-16-le")


def test_what_the_encoding_of_the_other_side_lacks_makes_the_file_utf8() -> None:
    base = "NAME;TEXT\nOx;é\nElk;b\n"
    theirs = base.replace("Elk;b", "Elk;c").encode("cp1252")
    found = merge("a.csv", base.encode(), base.replace("Ox", "Δ").encode(), theirs)
    assert found == Merged("\ufeffNAME;TEXT\nΔ;é\nElk;c\n".encode())


@pytest.mark.parametrize(
    ("ours", "theirs", "expected"),
    [
        (b"Elk;20;b\r\n", b"", ("Elk", "", "Elk;2;b", "Elk;20;b", "", "row")),
        (b"", b"Elk;20;b\r\n", ("Elk", "", "Elk;2;b", "", "Elk;20;b", "row")),
        (b"Elk;20;b\r\n", b"Elk;21;b\r\n", ("Elk", "COST", "2", "20", "21", "cell")),
        (b"Elk;2;b;more\r\n", b"Elk;21;b\r\n", ("Elk", "", "Elk;2;b", "Elk;2;b;more", "Elk;21;b", "row")),
    ],
)
def test_what_contradicts_is_a_conflict_and_can_be_chosen(ours: bytes, theirs: bytes, expected: Any) -> None:
    old = b"Elk;2;b\r\n"
    found = merge("a.csv", TABLE, TABLE.replace(old, ours), TABLE.replace(old, theirs))
    assert found == Merged(TABLE.replace(old, theirs), (Conflict("a.csv", *expected),))
    settled = settle(found.data, found.conflicts[0])
    assert sorted(settled.splitlines()) == sorted(TABLE.replace(old, ours).splitlines())


def test_rows_in_another_order_on_both_sides_are_a_conflict() -> None:
    title, *rows = TABLE.splitlines(keepends=True)
    ours, theirs = (b"".join([title, *(rows[n] for n in order)]) for order in ((2, 0, 1), (1, 0, 2)))
    found = merge("a.csv", TABLE, ours, theirs)
    assert found.data == theirs
    (conflict,) = found.conflicts
    assert conflict[-1] == "order"
    assert settle(theirs, conflict) == ours


def test_large_texts_with_one_line_many_times_are_merged_quickly() -> None:
    base = b"a\n" * 5_000 + b"x\n" + b"a\n" * 5_000
    found = merge("a.txt", base, base.replace(b"x", b"y") + b"b\n", b"z\n" + base)
    assert b"b\n" in found.data or b"b\n" in found.conflicts[0].ours.encode()
