"""`cardtools sort` (Doc 4.9)."""

from __future__ import annotations

from pathlib import Path

import pytest


def test_the_documented_example(cardtools, write, folder: Path) -> None:
    write("effects.txt", "Draw 2 cards\nGain 5 life\nDraw 1 creature\n\nAdd 3 points\n")
    outcome = cardtools("sort", "-i", "effects.txt", "-o", "sorted_effects.txt")
    assert outcome.out == "4 lines -> sorted_effects.txt\n"
    assert (folder / "sorted_effects.txt").read_bytes() == (
        b"Add 3 points\nDraw 1 creature\nDraw 2 cards\nGain 5 life\n"
    )


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ([], "Zebra\napple\napple\nétude\n"),
        (["--ignore-case"], "apple\napple\nZebra\nétude\n"),
        (["--reverse"], "étude\napple\napple\nZebra\n"),
        (["--unique"], "Zebra\napple\nétude\n"),
    ],
)
def test_lines_are_sorted_by_code_point_unless_asked_otherwise(
    cardtools, write, folder: Path, options: list[str], expected: str
) -> None:
    write("input.txt", "apple\nétude\n\nZebra\napple\n")
    assert cardtools("sort", *options).code == 0
    assert (folder / "output.txt").read_text(encoding="utf-8") == expected


def test_a_file_can_be_sorted_in_place(cardtools, write) -> None:
    path = write("x.txt", "b\na\n")
    assert cardtools("sort", "-i", "x.txt", "-o", "x.txt").code == 0
    assert path.read_text() == "a\nb\n"


def test_a_missing_input_is_an_error(cardtools) -> None:
    outcome = cardtools("sort")
    assert (outcome.code, outcome.err) == (2, "input.txt: no such file\n")


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["sort", "-i", "x.txt", "-o", "x.txt"], sorted),
        (["sort", "-i", "x.txt", "-o", "x.txt", "--unique"], lambda lines: sorted(set(lines))),
        (["dedupe", "x.txt"], lambda lines: list(dict.fromkeys(lines))),
    ],
)
def test_a_large_file_is_ordered_as_a_small_one(
    cardtools, write, monkeypatch: pytest.MonkeyPatch, arguments: list[str], expected
) -> None:
    monkeypatch.setattr("cardtools.effects.large.ordering.RUN", 500)
    lines = [f"line {number * 7919 % 1000} é" for number in range(3000)]
    path = write("x.txt", "\n\n".join(lines))
    assert cardtools(*arguments).code == 0
    assert path.read_text(encoding="utf-8").splitlines() == expected(lines)
