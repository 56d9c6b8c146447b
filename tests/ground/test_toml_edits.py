"""Laws of changes in TOML files: the file says what was wanted, and nothing else is another text."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardtools.ground.toml.toml_edits import order_keys, remove_key, rename_key, set_key
from cardtools.ground.toml.toml_values import as_toml

TEXT = '''\
# A face.
extends = "base.toml"   # what it builds on

[card]
width = 63.5 # mm

# All in one line.
[elements]
sky = { box = -3, fill = ["#102030", '#405060'], shadow = { blur = 1 } } # behind
row.layout = "row"
row.elements.point = { for = "LEVEL", fill = "red" }
"a b" = { text = """two
lines""" }

  [elements.title]     # indented
  box = [5, 5,
    -5, # the right
    "0.25in"]
  text = \'\'\'
  {{ NAME }}\'\'\'

# --- Stats ---

# The group.
[elements.stats]
when = "LEVEL > 1"
[elements.stats.elements.one]
left = 3
[elements.stats.elements.two]
left = "4pt"

[elements.plain]
[[notes]]
by = "a"
[[notes]]
by = "b"
'''
_NAMES = st.sampled_from(["sky", "row", "a b", "title", "stats", "plain", "new", "q.r"])
_KEYS = st.sampled_from(["left", "box", "fill", "text", "shadow", "when"])
_VALUES: st.SearchStrategy[Any] = st.one_of(
    st.integers(-50, 50),
    st.floats(-99, 99).map(lambda number: round(number, 2)),
    st.booleans(),
    st.text(max_size=8),
    st.lists(st.integers(0, 9), max_size=4),
    st.dictionaries(st.sampled_from(["blur", "x"]), st.integers(0, 9), min_size=1),
)
_PLACES = st.one_of(
    st.tuples(st.just("elements"), _NAMES, _KEYS),
    st.tuples(st.just("elements"), _NAMES, st.just("shadow"), st.sampled_from(["blur", "x"])),
    st.tuples(
        st.just("elements"), st.sampled_from(["stats", "row", "new"]), st.just("elements"), _NAMES, _KEYS
    ),
    st.tuples(st.just("card"), _KEYS),
    st.tuples(st.sampled_from(["language", "palette"])),
)


def _set(data: Any, place: Sequence[Any], value: Any) -> None:
    for key in place[:-1]:
        data = data.setdefault(key, {})
        if not isinstance(data, dict):
            raise TypeError
    data[place[-1]] = value


def _around(old: str, new: str) -> tuple[str, str]:
    """What an edit has taken out and put in between what both texts begin and end with."""
    start = 0
    while start < min(len(old), len(new)) and old[start] == new[start]:
        start += 1
    end = 0
    while end < min(len(old), len(new)) - start and old[-1 - end] == new[-1 - end]:
        end += 1
    return old[start : len(old) - end], new[start : len(new) - end]


@settings(max_examples=120, deadline=None)
@given(edits=st.lists(st.tuples(_PLACES, _VALUES, st.booleans()), max_size=6), windows=st.booleans())
def test_files_say_what_was_wanted(edits: list[tuple[tuple[str, ...], Any, bool]], windows: bool) -> None:
    text = TEXT.replace("\n", "\r\n") if windows else TEXT
    for place, value, away in edits:
        wanted = tomllib.loads(text)
        try:
            if away:
                table = wanted
                for key in place[:-1]:
                    table = table[key]
                del table[place[-1]]
            else:
                _set(wanted, place, deepcopy(value))
        except (TypeError, KeyError):
            continue
        old, text = text, remove_key(text, place) if away else set_key(text, place, value)
        found = tomllib.loads(text)
        if away and place[0] == "elements":  # the header of what was the only key may go with it
            assert found == wanted or found | {"elements": wanted["elements"]} == wanted
        else:
            assert found == wanted
        for remark in ("# A face.", "# what it builds on", "# All in one line.", "# --- Stats ---"):
            assert remark in text
        out, put = _around(old, text)
        assert len(put) < 200 and (len(out) < 60 or away or "shadow" in place)
        assert windows or "\r" not in text.replace("\\r", "")


@pytest.mark.parametrize(
    "names", [["stats", "title"], ["a b", "sky"], ["stats", "sky", "plain"], ["row", "title", "sky"]]
)
def test_elements_get_another_order(names: list[str]) -> None:
    text = order_keys(TEXT, ("elements",), names)
    data = tomllib.loads(text)
    assert data == tomllib.loads(TEXT)
    assert [name for name in data["elements"] if name in names] == names
    remarks = [line.partition("#")[2] for line in TEXT.split("\n") if "#" in line and "= {" not in line]
    assert all(one in text for one in remarks)


def test_inner_elements_get_another_order() -> None:
    text = order_keys(TEXT, ("elements", "stats", "elements"), ["two", "one"])
    assert list(tomllib.loads(text)["elements"]["stats"]["elements"]) == ["two", "one"]
    text = order_keys("a = { b = { c = 1 }, d = 2 } # x", ("a",), ["d", "b"])
    assert text == "a = { d = 2, b = { c = 1 } } # x"


@pytest.mark.parametrize(
    "text", ["", "x = []", "a = 1\n[b]\n", "x = [{ c = 0 }] # y\n[b]", TEXT.replace("notes", "x")]
)
def test_a_list_of_tables_gets_one_more(text: str) -> None:
    before = tomllib.loads(text)
    place = ("x", len(before.get("x", ())))
    after = set_key(text, place, {"c": "d", "e": 1})
    assert tomllib.loads(after) == {**before, "x": [*before.get("x", ()), {"c": "d", "e": 1}]}
    out, put = _around(text, after)
    assert not out.strip() and len(put) < 30
    with pytest.raises(ValueError, match="no table"):
        set_key("x = [1]", ("x", 2), 3)


@pytest.mark.parametrize("name", ["sky", "row", "a b", "title", "stats"])
def test_a_table_gets_another_name(name: str) -> None:
    text = rename_key(TEXT, ("elements", name), 'the "new" one')
    data, old = tomllib.loads(text), tomllib.loads(TEXT)
    assert list(data["elements"].values()) == list(old["elements"].values())
    assert rename_key(text, ("elements", 'the "new" one'), name) == TEXT


def test_the_comment_above_goes_with_a_table() -> None:
    text = remove_key(TEXT, ("elements", "stats"))
    assert "# The group." not in text and "# --- Stats ---" in text
    assert tomllib.loads(text)["elements"].keys() == tomllib.loads(TEXT)["elements"].keys() - {"stats"}


@given(value=_VALUES | st.floats(-1e6, 1e6).map(lambda number: round(number, 9)) | st.text())
def test_values_are_written_as_they_are(value: Any) -> None:
    assert tomllib.loads(f"x = {as_toml(value)}")["x"] == value
