"""Commands in a folder without a project, and what a failed command leaves behind."""

from __future__ import annotations

from pathlib import Path

import pytest

NO_PROJECT = (
    "no card project: neither this folder nor one above it has a cardtools.toml; "
    "`cardtools init NAME` creates a project\n"
)


@pytest.mark.parametrize(
    "arguments",
    [
        ("build",),
        ("generate", "-f"),
        ("generate", "-s", "Draw <number>"),
        ("dedupe",),
        ("tag",),
        ("tag", "--explain", "Draw one card."),
        ("parse", "Draw one card."),
        ("draw",),
        ("validate",),
        ("diff", "HEAD"),
        ("stats",),
        ("art",),
        ("render",),
        ("proof",),
        ("sheet",),
        ("sheet", "--calibrate"),
        ("export", "--to", "html"),
    ],
    ids=" ".join,
)
def test_outside_a_project_init_is_offered_and_nothing_made(
    cardtools, folder: Path, arguments: tuple[str, ...]
) -> None:
    outcome = cardtools(*arguments)
    assert (outcome.code, outcome.out, outcome.err) == (2, "", NO_PROJECT)
    assert list(folder.iterdir()) == []


def test_the_usual_folders_are_a_project_without_a_project_file(cardtools, folder: Path) -> None:
    (folder / "cards").mkdir()
    assert cardtools("validate").err == "cards/cards.csv: no such file\n"


def test_commands_that_need_no_project_work_without_one(cardtools, write) -> None:
    write("list.txt", "b\na\n")
    assert cardtools("sort", "-i", "list.txt").code == 0
    assert cardtools("dedupe", "list.txt").code == 0
    assert cardtools("tag", "-i", "list.txt", "-o", "list.csv", "-c", "HasA", "-t", "a").code == 0
    assert cardtools("rules", "list").out.count("(this project)") == 0


@pytest.mark.parametrize(
    "arguments",
    [("build",), ("render",), ("stats",), ("sheet",), ("proof",), ("export", "--to", "html")],
    ids=" ".join,
)
def test_what_fails_makes_no_folder(cardtools, write, folder: Path, arguments: tuple[str, ...]) -> None:
    write("cardtools.toml", 'ruleset = "school"\n')
    write("cards/cards.csv", "NAME;Oops\nOx\n")
    before = sorted(folder.rglob("*"))
    assert cardtools(*arguments).code == 2
    assert sorted(folder.rglob("*")) == before
