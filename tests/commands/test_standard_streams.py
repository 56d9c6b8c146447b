"""`-` is the standard input and output wherever a command takes or writes a file."""

from __future__ import annotations

import io
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from outcome import Outcome

from cardtools.cli import main

Run = Callable[..., Outcome]
Write = Callable[[str, "str | bytes"], Path]
CARDS = b"NAME;COST\nOx;1\nOwl ;2\n"


@pytest.fixture(autouse=True)
def _no_file_of_that_name(folder: Path) -> Iterator[None]:
    yield
    assert not Path("-").exists()


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch) -> Callable[[bytes], None]:
    """Put bytes on the standard input."""
    return lambda data: monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))


Given = Callable[[bytes], None]


@pytest.fixture
def project(write: Write) -> None:
    write("cardtools.toml", "")
    write("cards/cards.csv", CARDS.replace(b"Owl ", b"Owl"))


def test_lines_are_sorted_from_input_to_output(given: Given, cardtools: Run) -> None:
    given(b"b\na\nb\n")
    done = cardtools("sort", "-i", "-", "-o", "-")
    assert (done.code, done.out, done.err) == (0, "a\nb\nb\n", "3 lines -> -\n")


def test_repeated_lines_are_left_out(given: Given, cardtools: Run) -> None:
    given(b"b\na\nb\n")
    done = cardtools("dedupe", "-")
    assert (done.out, done.err) == ("b\na\n", "2 lines kept, 1 repeated removed -> -\n")


def test_effects_are_tagged(given: Given, cardtools: Run, project: None) -> None:
    given(b"Draw 2\nRest\n")
    done = cardtools("tag", "-i", "-", "-o", "-", "-c", "A", "-t", "Draw", "--line-ending", "lf")
    assert done.out == "EFFECTNAME;A\nDraw 2;True\nRest;False\n"
    given(b"EFFECTNAME;A\r\nDraw 2;True\r\n")
    assert cardtools("tag", "-i", "-", "-o", "-", "-c", "B", "-t", "2").out.startswith("EFFECTNAME;A;B\r\n")


def test_effects_are_generated(given: Given, cardtools: Run, project: None, write: Write) -> None:
    write("placeholders/n.txt", "1\n2\n")
    assert cardtools("generate", "-s", "Draw <n>", "-o", "-").out == "Draw 1\nDraw 2\n"
    given(b"Rest <n>.\n")
    done = cardtools("generate", "-f", "-", "-o", "-", "--format", "csv")
    assert done.out.startswith("template;index;bindings;effect\r\n")
    assert "Rest 2." in done.out


def test_cards_are_checked_and_shown_as_they_would_be_fixed(
    given: Given, cardtools: Run, project: None
) -> None:
    given(CARDS)
    done = cardtools("validate", "-")
    assert "-:3:1: CSV012 whitespace: warning: Owl: NAME ends with white space" in done.out
    assert "-: 2 cards: 1 warning" in done.out
    given(CARDS)
    assert "+Owl;2" in cardtools("validate", "-", "--diff").out


@pytest.mark.parametrize("encoding", ["utf-16", "cp1252"])
def test_cards_come_in_any_encoding(given: Given, cardtools: Run, project: None, encoding: str) -> None:
    given("NAME;COST\nÖx;1\n".encode(encoding))
    assert "CSV002 encoding" in cardtools("validate", "-").out


def test_the_standard_input_is_not_changed(given: Given, cardtools: Run, project: None) -> None:
    given(CARDS)
    done = cardtools("validate", "-", "--fix")
    assert (done.code, done.err) == (2, "the standard input cannot be changed\n  help: name the file\n")


def test_a_report_goes_to_the_output(cardtools: Run, project: None) -> None:
    done = cardtools("validate", "--format", "json", "-o", "-")
    assert done.out.startswith("{")
    assert "written to -" in done.err


def test_tables_are_compared(given: Given, cardtools: Run, project: None) -> None:
    for arguments in (("-", "cards/cards.csv"), ("cards/cards.csv", "-")):
        given(CARDS.replace(b"Ox;1", b"Ox;3"))
        assert "COST" in cardtools("diff", *arguments).out
    assert "Only one of OLD and NEW" in cardtools("diff", "-", "-").err
    given(CARDS)
    assert cardtools("diff", "-", "--format", "json", "-o", "-").out.startswith("{")


def test_one_file_of_an_export_and_a_sheet_go_to_the_output(
    built: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(built, folder, dirs_exist_ok=True)
    for arguments, begins in (
        (("export", "--to", "zip", "Zephyr*", "--dpi", "36"), b"PK"),
        (("sheet", "Zephyr Dancer"), b"%PDF"),
    ):
        out = io.BytesIO()
        monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(out))
        with pytest.raises(SystemExit):
            main([*arguments, "-o", "-"])
        assert out.getvalue().startswith(begins)


@pytest.mark.parametrize("command", [("render", "Ox"), ("stats",)])
def test_a_folder_is_no_output(cardtools: Run, project: None, command: tuple[str, ...]) -> None:
    done = cardtools(*command, "-o", "-")
    assert done.code == 2
    assert "this is a folder, and - is the standard output" in done.err
