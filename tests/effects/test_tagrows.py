"""The rows of the tagged CSV, made run by run: the same as line by line."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtools.csvfile import format_csv
from cardtools.effects import match, tagrows
from cardtools.effects.match import PhraseMatcher
from cardtools.effects.phrases import plain
from cardtools.effects.tagrows import RowWriter, read_blocks
from cardtools.errors import InputError


def writer(literals: list[str]) -> RowWriter:
    masks = {plain(literal): 1 << bit for bit, literal in enumerate(dict.fromkeys(literals))}
    return RowWriter("", PhraseMatcher(masks), lambda mask: f";{mask}\r\n")


def plainly(literals: list[str], text: str) -> str:
    """Each line on its own, with a CSV writer."""
    rows = []
    for line in text.split("\n"):
        if effect := line.strip():
            mask = sum(1 << bit for bit, lit in enumerate(dict.fromkeys(literals)) if lit in effect)
            rows.append([effect, str(mask)])
    return format_csv(["", ""], rows)[len(";\r\n") :]


words = st.lists(st.sampled_from(["a", "ab", "b", "b.", "é", ""]), max_size=4).map(" ".join)
odd = st.sampled_from([" ", "\t", "\u3000", ";", '"', "\u2028", "a b. a", ""])
literals = st.lists(st.one_of(words, st.text("ab. ", max_size=5)), max_size=5)


@st.composite
def lists(draw: st.DrawFn) -> str:
    """Lines as a product gives them, beginnings with the same ends; some of them odd, some out of order."""
    beginnings = draw(st.lists(words, max_size=5))
    ends = draw(st.lists(words, max_size=5))
    between = draw(st.sampled_from([" ", ". ", " b. ", ""]))
    lines = [beginning + between + end for beginning in beginnings for end in ends]
    for place, line in draw(st.lists(st.tuples(st.integers(0, 25), st.one_of(odd, words)), max_size=3)):
        lines.insert(
            place, draw(st.sampled_from([line, line + (lines or [""])[0], (lines or [""])[0] + line]))
        )
    return "".join(f"{line}\n" for line in lines)


@given(literals, st.lists(lists(), max_size=3), st.sampled_from([0, 2, 64]), st.sampled_from([0, 9, 10**6]))
def test_rows_are_those_of_the_lines_one_by_one(
    literals: list[str], blocks: list[str], runs: int, most: int
) -> None:
    made = writer(literals)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tagrows, "_RUNS", runs)
        patch.setattr(match, "MOST_REMEMBERED", most)
        for block in blocks:
            assert made.rows(block) == plainly(literals, block)
    assert made.written == sum(bool(line.strip()) for block in blocks for line in block.split("\n"))


@pytest.mark.parametrize(
    "odd",
    ["", " ", " a b", "\ta", "a b. a ", "a b. ", "a b. \t", 'a "b"', "a b. a;", ";a b", "a", "x\n y", "\n\n"],
)
def test_an_odd_line_is_written_as_it_should_be_wherever_it_stands(odd: str) -> None:
    lines = [f"{beginning}{end}" for beginning in ("a b. ", "b a. ", "") for end in ("x", " y", "a", "a b")]
    for place in range(len(lines) + 1):
        text = "".join(f"{line}\n" for line in [*lines[:place], odd, *lines[place:]])
        assert writer(["a", "b. a"]).rows(text) == plainly(["a", "b. a"], text)
        text = "".join(f"{line}\n" for line in [*(line for line in lines if line[0] != " "), odd] * 2)
        assert writer(["a", "b. a"]).rows(text) == plainly(["a", "b. a"], text)


def test_lines_of_one_word_are_no_run_of_the_ends_before() -> None:
    text = "a. x\na.  y\nx\n y\n"
    assert writer(["y"]).rows(text) == plainly(["y"], text)


def test_a_run_with_the_ends_of_the_one_before_is_not_taken_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    ends = [f"b{number}\n" for number in range(50)]
    text = "".join(f"{beginning}. a {end}" for beginning in ("x y", "x z", "x w") for end in ends)
    made = writer(["x", "z"])
    looked_up: list[str] = []
    cut = match.cut
    monkeypatch.setattr(
        tagrows, "cut", lambda text, start, stop: looked_up.append(text) or cut(text, start, stop)
    )
    assert made.rows(text) == plainly(["x", "z"], text)
    assert len(looked_up) == 3


def test_a_list_without_runs_is_soon_taken_line_by_line(monkeypatch: pytest.MonkeyPatch) -> None:
    made = writer(["1"])
    begun: list[str] = []
    begin = made._begin
    monkeypatch.setattr(made, "_begin", lambda start, line: begun.append(line) or begin(start, line))
    text = "".join(f"x{number} y z\n" for number in range(1000))
    assert made.rows(text) == plainly(["1"], text)
    assert len(begun) < 100


def test_what_is_remembered_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match, "MOST_REMEMBERED", 500)
    made = writer(["x1"])
    for block in range(50):
        made.rows("".join(f"x{block} y{number // 9}. {block} {number}\n" for number in range(90)))
        made.rows("".join(f"{block}x{number} z z\n" for number in range(90)))
    assert made.matcher.remembered < 1500
    assert sum(map(len, made._ends.values())) < 1500


def test_blocks_are_the_lines_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "long.txt"
    lines = [f"{'é' * 700} {number}" for number in range(2000)]
    path.write_bytes(b"\xef\xbb\xbf" + "\r\n".join(lines).encode())
    blocks = list(read_blocks(path))
    assert len(blocks) > 1
    assert all(block.endswith("\n") for block in blocks)
    assert "".join(blocks).split("\n") == [*lines, ""]


def test_a_file_that_is_not_utf_8_is_told_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "long.txt"
    path.write_bytes(b"x\n" * 2**20 + b"\xff\n")
    with pytest.raises(InputError, match="not UTF-8"):
        list(read_blocks(path))
    with pytest.raises(InputError, match="no such file"):
        list(read_blocks(tmp_path / "none.txt"))
