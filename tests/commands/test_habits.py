"""Habits of a good command: colours, widths, hints for every choice, completion."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.shell_completion import BashComplete, ShellComplete, ZshComplete

from cardtools.cli import COMMANDS
from cardtools.cli import cardtools as group
from cardtools.ground.console import Console, is_plain

PROJECT = 'ruleset = "ttcg"\n[cards]\ndecks = ["cards/decks/starter.txt"]\n[[printers]]\nname = "Office"\n'


@pytest.fixture
def project(folder: Path, write) -> Path:
    write("cardtools.toml", PROJECT)
    write("cards/cards.csv", "NAME;TYPE\nRust Mite;Fire\nOwl, the Wise;Fire\n")
    write("cards/decks/starter.txt", "1 Rust Mite\n")
    return folder


@pytest.mark.parametrize(
    ("environment", "plain"),
    [({}, False), ({"NO_COLOR": ""}, False), ({"NO_COLOR": "1"}, True), ({"TERM": "dumb"}, True)],
)
def test_colours_are_left_out_where_they_are_not_wanted(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], plain: bool
) -> None:
    printed: list[object] = []
    monkeypatch.setattr("click.echo", lambda text, color=None, **rest: printed.append(color))
    for name in ("NO_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    Console().result("waiting", fg="red")
    assert (is_plain(), printed) == (plain, [False if plain else None])


def test_lines_are_as_wide_as_columns_says(cardtools, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    assert Console().width() == 60
    assert max(map(len, cardtools("render", "--help").out.split("\n"))) <= 60


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (("export", "--to", "htm"), "Did you mean html?"),
        (("validate", "--format", "jsn"), "Did you mean json?"),
        (("stats", "--only", "crads"), "Did you mean cards?"),
        (("sheet", "--deck", "startr"), "Did you mean cards/decks/starter.txt?"),
        (("sheet", "--papper", "a4"), "--paper"),
        (("sheet", "--calibrate", "--paper", "lettr"), "did you mean letter?"),
        (("sheet", "--printer", "Ofice"), "did you mean Office?"),
        (("validate", "--select", "not-a-numbr"), "did you mean not-a-number?"),
        (("validate", "--ruleset", "shcool"), "did you mean school?"),
        (("explain", "not-a-numbr"), "did you mean not-a-number?"),
    ],
)  # fmt: skip
def test_a_near_miss_is_suggested_for_every_choice(
    cardtools, project: Path, write, arguments: tuple[str, ...], hint: str
) -> None:
    write("templates/sheets/3x3.toml", "columns = 2\nrows = 2\n")
    outcome = cardtools(*arguments)
    assert outcome.code == 2
    assert hint in outcome.err


def completed(kind: type[ShellComplete], *typed: str) -> list[str]:
    shell = kind(group, {}, "cardtools", "_CARDTOOLS_COMPLETE")
    return [str(item.value) for item in shell.get_completions(list(typed[:-1]), typed[-1])]


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        (("exp",), ["explain", "export"]),
        (("render", "rust"), ["Rust Mite"]),
        (("stats", "owl, t"), ["Owl, the Wise"]),
        (("export", "--to", "t"), ["tgc", "tts"]),
        (("sheet", "--printer", ""), ["Office"]),
        (("sheet", "--paper", "le"), ["letter", "legal"]),
        (("validate", "--ruleset", "m"), ["mana"]),
        (("explain", "CSV004"), ["CSV004"]),
        (("validate", "--select", "CSV003,CSV004"), ["CSV003,CSV004"]),
    ],
)  # fmt: skip
def test_words_are_completed(project: Path, typed: tuple[str, ...], words: list[str]) -> None:
    assert completed(ZshComplete, *typed) == words


def test_bash_gets_names_with_spaces_quoted(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_CARDTOOLS_COMPLETE", "bash_complete")
    assert completed(BashComplete, "render", "Rust") == ["Rust\\\\ Mite"]


def test_nothing_is_completed_from_files_that_cannot_be_used(project: Path, write) -> None:
    write("cardtools.toml", "oops")
    assert completed(ZshComplete, "render", "Ru") == []


def test_commands_are_completed_without_importing_them(project: Path) -> None:
    assert completed(ZshComplete, "") == list(COMMANDS)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_is_installed_once(
    cardtools, folder: Path, monkeypatch: pytest.MonkeyPatch, shell: str
) -> None:
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "ZDOTDIR"):
        monkeypatch.setenv(name, str(folder))
    (folder / ".zshrc").write_text("setopt autocd")
    assert "_CARDTOOLS_COMPLETE" in cardtools("completion", shell).out
    for _ in range(2):
        assert cardtools("completion", shell, "--install").code == 0
    if shell == "zsh":
        assert (folder / ".zshrc").read_text() == 'setopt autocd\neval "$(cardtools completion zsh)"\n'
