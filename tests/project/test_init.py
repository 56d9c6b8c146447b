"""`cardtools init`: what a project starts from, and what it is called."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cardtools.project.starter import games, ready_faces, title

Run = Callable[..., Any]
Write = Callable[..., Path]


def test_a_blank_project_builds_pictures_and_a_sheet(cardtools: Run, folder: Path) -> None:
    assert cardtools("init", ".", "--blank", "--name", 'The "Lanterns"').code == 0
    project = tomllib.loads((folder / "cardtools.toml").read_text("utf-8"))
    assert (project["name"], project["copyright"]) == ('The "Lanterns"', "")
    outcome = cardtools("build")
    assert (outcome.code, outcome.err) == (0, "")
    assert "effects  none: there is no effects/all_effect_templates.txt" in outcome.out
    assert len(list((folder / "output/cards").glob("*.png"))) == 2
    assert (folder / "output/sheets/cards.pdf").is_file()
    assert cardtools("build").out.count("unchanged") == 3


def test_a_blank_project_holds_no_line_of_ours(cardtools: Run, folder: Path) -> None:
    assert cardtools("init", "my-own_game", "--blank").code == 0
    texts = [path.read_text("utf-8") for path in (folder / "my-own_game").rglob("*.toml")]
    assert not any(word in text for text in texts for word in ("ttcg", "Dawnwatch", "authors"))
    assert any('name = "My own game"' in text for text in texts)
    assert (folder / "my-own_game/.gitignore").read_text() == "output/\n.venv/\n"
    assert (folder / "my-own_game/templates/fonts/AlegreyaSans-OFL.txt").is_file()


def test_a_gitignore_that_is_there_stays(cardtools: Run, write: Write) -> None:
    ignored = write(".gitignore", "mine\n")
    assert cardtools("init", ".", "--blank").code == 0
    assert ignored.read_text() == "mine\n"


def test_a_game_is_called_as_asked(cardtools: Run, folder: Path) -> None:
    assert cardtools("init", "x", "--game", "school", "--name", "Mine", "--copyright", "© Me").code == 0
    project = tomllib.loads((folder / "x/cardtools.toml").read_text("utf-8"))
    assert (project["name"], project["copyright"], project["ruleset"]) == ("Mine", "© Me", "school")


def test_the_starts_are_listed(cardtools: Run) -> None:
    lines = cardtools("init", "--list").out.splitlines()
    assert [line.split()[0] for line in lines] == ["blank", "table", "sample", *ready_faces(), *games()]


def test_init_asks_only_on_a_terminal(cardtools: Run, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    outcome = cardtools("init")
    assert (outcome.code, "Missing argument 'DIR'" in outcome.err) == (2, True)

    answers = iter(["asked", "kingdom", "Crowns", ""])
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setattr("click.prompt", lambda text, **_: next(answers))
    assert cardtools("init").code == 0
    project = tomllib.loads((folder / "asked/cardtools.toml").read_text("utf-8"))
    assert (project["name"], project["copyright"], project["ruleset"]) == ("Crowns", "", "kingdom")


def test_the_name_of_a_project_is_that_of_its_folder() -> None:
    assert [title(Path(name)) for name in ("my-game", "Rust_and.Salt", "__")] == [
        "My game",
        "Rust and Salt",
        "My game",
    ]


BARE = "NAME;COST;COPIES\nOx;1;2\nOwl;;1\nOwl;2;0\n"


@pytest.fixture
def bare(cardtools: Run, folder: Path, write: Write) -> Path:
    """A project without a ruleset."""
    assert cardtools("init", ".", "--blank").code == 0
    project = folder / "cardtools.toml"
    lines = project.read_text("utf-8").splitlines(keepends=True)
    project.write_text("".join(line for line in lines if not line.startswith("ruleset")), "utf-8")
    (folder / "game.toml").unlink()
    write(
        "cards/cards.csv", BARE.replace("COST", "COST;TEXT").replace(";1;2", ";1;;2").replace("Owl;", "Owl;;")
    )
    return folder


def test_a_project_without_a_ruleset_has_the_general_checks(cardtools: Run, bare: Path) -> None:
    outcome = cardtools("validate")
    assert outcome.code == 0
    assert "CRD006 duplicate-name: warning: Owl" in outcome.out
    assert outcome.out.endswith("1 warning (no ruleset: general checks only)\n")
    assert "general" in cardtools("rules", "list").out
    assert cardtools("rules", "test").code == 0
    assert cardtools("explain", "CRD006").code == 0


def test_without_decks_the_column_copies_counts(cardtools: Run, bare: Path) -> None:
    assert "3 cards on 1 sheet" in cardtools("sheet").out


def test_what_the_project_file_names_must_exist(cardtools: Run, bare: Path) -> None:
    project = bare / "cardtools.toml"
    text = project.read_text("utf-8")
    project.write_text(f'{text}\n[effects]\ntemplates = "effects/all_effect_templates.txt"\n', "utf-8")
    outcome = cardtools("build")
    assert outcome.code == 2
    assert "effects/all_effect_templates.txt: no such file" in outcome.err
