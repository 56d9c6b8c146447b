"""`check_table`: a frame is checked as its file is, however pandas has read it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas
import pytest

import cardtools

ROOT = Path(__file__).parents[2]
TABLES = {"ttcg": ROOT, **{name: ROOT / "examples" / name for name in ("alpha", "kingdom", "mana", "school")}}


def read(name: str, **how: Any) -> pandas.DataFrame:
    return pandas.read_csv(TABLES[name] / "cards/cards.csv", sep=";", **how)


@pytest.mark.parametrize("name", TABLES)
def test_plain_read_csv_is_as_good_as_text(name: str) -> None:
    plain = cardtools.check_table(read(name), name)
    text = cardtools.check_table(read(name, dtype=str, keep_default_na=False), name)
    misread = [one for one in plain if "pandas.read_csv(file, sep=..., dtype=str" in one.hint]
    assert len(misread) == int(name == "ttcg")  # its column ATTACK has signs
    assert [one for one in plain if one not in misread] == [
        one for one in text if name != "ttcg" or one.code != "TTS103"
    ]


def test_an_index_with_a_name_is_a_column() -> None:
    assert len(cardtools.check_table(read("school", index_col=0), "school")) == 0


def test_what_was_read_with_another_separator_says_so() -> None:
    with pytest.raises(cardtools.InputError, match="sep=';'"):
        cardtools.check_table(pandas.DataFrame({"NAME;TYPE": ["Owl;Fire"]}), "ttcg")


def test_numbers_in_a_column_of_words_are_one_finding() -> None:
    frame = read("school")
    frame["NAME"] = range(len(frame))
    found = [one for one in cardtools.check_table(frame, "school") if "NAME" in one.message]
    assert len(found) == 1 and found[0].severity == "error"
