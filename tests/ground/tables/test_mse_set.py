"""Sets of Magic Set Editor as tables."""

from __future__ import annotations

from pathlib import Path

import pytest
from workbook_files import archive

from cardtools.ground.errors import InputError
from cardtools.ground.tables.workbooks.archive import Grid
from cardtools.ground.tables.workbooks.mse_set import read_set

SET = """\
mse version: 2.0.2
game: embers
stylesheet: plain
set info:
\ttitle: First Light
\tcopyright: us
card:
\thas styling: true
\tstyling data:
\t\tother: 1
\tname: Ember Fox
\tcasting cost: 1R
\timage: image1
\trule text:
\t\t<kw-1>Haste</kw-1> <i-auto>(It runs.)</i-auto>
\t\t<sym>2R</sym>: <b>Burn</b> <i>now</i>.
\tpower: 2
card:
\tname: Tide Singer
\trule text: Draw a card: then sing.
version control:
\ttype: none
"""


def rows(text: str) -> dict[int, dict[int, str]]:
    grid = Grid("first.mse-set")
    data = archive({"set": text, "image1": b"\x89PNG"})
    read_set(Path("first.mse-set"), data, "", grid)
    return {line: grid.rows[line] for line in sorted(grid.rows)}


def test_cards_have_their_fields_with_our_marks() -> None:
    found = rows(SET)
    header = found.pop(0)
    cards = {line: {header[column]: text for column, text in row.items()} for line, row in found.items()}
    assert cards == {
        7: {
            "name": "Ember Fox",
            "casting cost": "1R",
            "image": "image1",
            "rule text": "Haste (It runs.)\n{2R}: <b>Burn</b> <i>now</i>.",
            "power": "2",
        },
        18: {"name": "Tide Singer", "rule text": "Draw a card: then sing."},
    }


@pytest.mark.parametrize("text", ["", "game: embers\n", "card:\n", "card:\n\thas styling: false\n"])
def test_a_set_without_a_card_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="there is no card in the set"):
        rows(text)


def test_windows_line_ends_and_a_byte_order_mark_are_read() -> None:
    assert rows("\ufeff" + SET.replace("\n", "\r\n")) == rows(SET)
