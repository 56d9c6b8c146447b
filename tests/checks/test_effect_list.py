"""The tagged effect list: what it says, and what it may not say."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtools.checks.effect_list import NearestEffects, _read_strictly, read_effect_list
from cardtools.ground.errors import InputError
from cardtools.ground.tables.csv_document import format_csv

Write = Callable[[str, str | bytes], Path]
_texts = st.text(st.characters(codec="utf-8", exclude_characters="\r\n\0\ufeff"), min_size=1, max_size=12)


def test_an_effect_has_its_true_columns(write: Write) -> None:
    path = write("e.csv", "EFFECTNAME;UNIT;SPELL\r\nDraw a card.;True;False\r\nGain;False;False\r\n")
    assert read_effect_list(path) == {"Draw a card.": {"UNIT"}, "Gain": set()}


def test_quotes_are_read(write: Write) -> None:
    path = write("e.csv", 'EFFECTNAME;UNIT\n"Say ""hi""; draw";True\nGain;False\n')
    assert read_effect_list(path) == {'Say "hi"; draw': {"UNIT"}, "Gain": set()}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("NAME;UNIT\nDraw;True\n", "FLG001 header: no column EFFECTNAME"),
        (
            "EFFECTNAME;UNIT\nDraw;yes\n",
            "e.csv:2:6: FLG002 not-boolean: 'yes' in column UNIT",
        ),
        ("EFFECTNAME;UNIT\nDraw\n", "e.csv:2: CSV008 ragged-row: the row has 1 cell too few"),
        ("EFFECTNAME;UNIT;UNIT\nDraw;True;True\n", "there are two columns UNIT"),
        ("", "the file is empty"),
    ],
)
def test_bad_lists_say_where(write: Write, content: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        read_effect_list(write("e.csv", content))
    assert message in str(error.value)


@given(
    st.dictionaries(_texts.filter(lambda t: t.strip()), st.tuples(st.booleans(), st.booleans()), max_size=6)
)
def test_the_quick_way_reads_what_the_strict_way_reads(
    tmp_path_factory: pytest.TempPathFactory, rows: dict[str, tuple[bool, bool]]
) -> None:
    path = tmp_path_factory.mktemp("list") / "e.csv"
    cells = [(effect, *map(str, tags)) for effect, tags in rows.items()]
    path.write_text(format_csv(("EFFECTNAME", "A", "B"), cells), encoding="utf-8", newline="")
    assert read_effect_list(path) == _read_strictly(path)
    assert list(read_effect_list(path)) == list(rows)


def test_the_nearest_effect_shares_words_and_letters() -> None:
    effects = {f"Draw {n} cards from your deck.": frozenset[str]() for n in range(50)}
    effects |= {"Destroy one water unit.": frozenset()}
    nearest = NearestEffects(effects)
    assert nearest.to("Destroy one watr unit.") == "Destroy one water unit."
    assert nearest.to("Draw 17 card from your deck.") == "Draw 17 cards from your deck."
    assert nearest.to("Zzz") == ""
