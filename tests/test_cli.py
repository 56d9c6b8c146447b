"""The command line itself: help, start-up, exit codes."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

from cardtools.cli import COMMANDS

HEAVY = ("pandas", "numpy", "PIL", "reportlab", "jinja2", "fontTools")


def imported_by(folder: Path, *arguments: str) -> set[str]:
    """The heavy packages that `cardtools ARGUMENTS` imports, as a fresh process."""
    program = (
        "import sys; from cardtools.cli import main\n"
        "try: main(sys.argv[1:])\n"
        "except SystemExit as stop: assert not stop.code, stop.code\n"
        f"print('imported:', *[name for name in {HEAVY!r} if name in sys.modules])"
    )
    result = subprocess.run(
        [sys.executable, "-c", program, *arguments], cwd=folder, capture_output=True, text=True, check=True
    )
    return set(result.stdout.splitlines()[-1].split()[1:])


@pytest.mark.end_to_end
@pytest.mark.parametrize(
    "arguments",
    [["--help"], ["generate", "-s", "Draw <number> card", "-t"], ["build", "--help"], ["tag", "--help"]],
)
def test_small_commands_import_no_heavy_package(folder: Path, arguments: list[str]) -> None:
    assert imported_by(folder, *arguments) == set()


@pytest.mark.end_to_end
def test_the_imports_of_a_process_are_seen(folder: Path, write) -> None:
    # The test above could not fail if this did not hold.
    write("input.txt", "x\n")
    result = subprocess.run(
        [sys.executable, "-c", "import sys, jinja2; print('jinja2' in sys.modules)"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert result.stdout == "True\n"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_an_example(cardtools, name: str) -> None:
    outcome = cardtools(name, "--help")
    assert outcome.code == 0
    words = " ".join(outcome.out.split())
    assert f"Example: cardtools {name}" in words
    assert "-q, --quiet" in words
    assert "-v, --verbose" in words


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_says_what_it_does(name: str) -> None:
    command = getattr(importlib.import_module(f"cardtools.commands.{name}"), name)
    options = [p for p in command.params if isinstance(p, click.Option)]
    silent = [option.name for option in options if not option.help and not option.show_default]
    assert silent == []


def test_a_mistyped_command_is_suggested(cardtools) -> None:
    outcome = cardtools("genrate")
    assert outcome.code == 2
    assert "No such command 'genrate'. Did you mean generate?" in outcome.err


def test_an_interrupt_is_no_traceback(cardtools, write, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write("input.txt", "b\na\n")
    output = write("output.txt", "old\n")

    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    outcome = cardtools("sort")
    assert outcome.code == 130
    assert (
        outcome.err.strip() == "interrupted: files are written whole or not at all, so the old ones are kept"
    )
    assert path.read_text() == "b\na\n"
    assert output.read_text() == "old\n"


@pytest.mark.parametrize("error", [KeyError("x\x1b[31m"), RecursionError("too deep"), MemoryError()])
def test_an_unexpected_error_is_one_line(
    cardtools, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr("cardtools.commands.sort.merge_sort", fail)
    with pytest.raises(type(error)):  # with CARDTOOLS_TRACEBACK=1, as in all tests
        cardtools("sort")
    outcome = cardtools("sort", traceback=False)
    assert outcome.code == 2
    first, second = outcome.err.splitlines()
    assert first.startswith(f"internal error: {type(error).__name__}")
    assert first.isprintable()
    assert "CARDTOOLS_TRACEBACK=1" in second


@pytest.mark.end_to_end
@pytest.mark.skipif(sys.platform != "linux", reason="file names are text there")
@pytest.mark.parametrize(
    ("form", "encoding"), [("text", "cp1252"), ("json", "ascii"), ("sarif", "utf-8"), ("html", "utf-8")]
)
def test_a_file_name_that_is_not_text_can_be_printed(folder: Path, write, form: str, encoding: str) -> None:
    write("cards.csv", "NAME;TYPE\nÆther;Fire\n")
    (folder / os.fsdecode(b"deck\xff\x1b.txt")).write_text("1 Nobody\n")
    deck = [b"--deck", b"deck\xff\x1b.txt", b"-o", b"page.html"][: 4 if form == "html" else 2]
    result = subprocess.run(
        [sys.executable, "-m", "cardtools", "validate", "cards.csv", "--format", form, *deck],
        check=False, env={**os.environ, "PYTHONIOENCODING": encoding}, capture_output=True,
    )  # fmt: skip
    assert b"Traceback" not in result.stderr + result.stdout
    assert b"internal error" not in result.stderr
    assert b"\x1b" not in result.stdout


@pytest.mark.end_to_end
def test_it_runs_as_a_module() -> None:
    result = subprocess.run(
        [sys.executable, "-m", "cardtools", "--version"], capture_output=True, text=True, check=True
    )
    assert result.stdout.startswith("cardtools, version ")
