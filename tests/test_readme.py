"""The README tells the truth: its commands exist and run, its files are there."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest
from git_history import run_git
from PIL import Image

from cardtools.cli import COMMANDS

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
ROWS = dict(re.findall(r"^\| `(\w+)` \| .* \| `(cardtools .*)` \|$", README, re.MULTILINE))


def test_every_command_is_in_the_table() -> None:
    assert list(ROWS) == list(COMMANDS)


def keep_few_cards(project: Path) -> None:
    """Take all but eight cards, and all tokens and counters, out of the project."""
    table, deck = project / "cards/cards.csv", project / "cards/decks/starter.txt"
    header, *rows = table.read_text(encoding="utf-8").splitlines(keepends=True)
    names = {row.partition(";")[0] for row in rows[:8]}
    table.write_text("".join([header, *rows[:8]]), encoding="utf-8")
    lines = [line for line in deck.read_text(encoding="utf-8").splitlines() if line[2:] in names]
    deck.write_text("\n".join(lines), encoding="utf-8")
    settings = project / "cardtools.toml"
    extras = r"\[\[extras\]\][^\[]*"
    settings.write_text(re.sub(extras, "", settings.read_text(encoding="utf-8")), encoding="utf-8")


@pytest.mark.parametrize("name", [name for name in COMMANDS if name not in ("build", "watch")])
@pytest.mark.end_to_end
def test_the_example_of_a_command_runs(cardtools, folder: Path, built: Path, name: str) -> None:
    shutil.copytree(built, folder, dirs_exist_ok=True)
    if name in ("stats", "proof", "export"):
        keep_few_cards(folder)
    if name == "diff":
        if shutil.which("git") is None:
            pytest.skip("git is not installed")
        for command in ("init -q", "add cards", "commit -q -m v1.0", "tag v1.0"):
            run_git(*command.split())
    outcome = cardtools(*shlex.split(ROWS[name])[1:])
    assert outcome.code == 0, outcome.err


@pytest.mark.end_to_end
def test_the_python_example_runs(folder: Path, built: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copytree(built, folder, dirs_exist_ok=True)
    (example,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    exec(compile(example, "README.md", "exec"), {})
    out = capsys.readouterr().out.splitlines()
    names = [line.partition(";")[0] for line in (folder / "cards/cards.csv").read_text("utf-8").splitlines()]
    assert [line.rpartition(" ")[0].rpartition(" ")[0] for line in out[: len(names) - 1]] == names[1:]
    assert out[len(names) - 1] == "cards/cards.csv: 69 cards, 1 deck: no problems"
    assert out[len(names) :] == []  # a sound table has no finding
    with Image.open("zephyr-dancer.png") as picture:
        assert picture.size == (750, 1050)


def test_the_folder_map_names_what_is_there() -> None:
    folders = README.partition("## Folders")[2].partition("```text\n")[2].partition("```")[0]
    names = [line.split()[0] for line in folders.splitlines() if line[0] != " "]
    assert [name for name in names if not (ROOT / name).exists()] == []
    ours = {path.name for path in ROOT.iterdir() if path.is_dir() and not path.name.startswith(".")}
    assert ours - {"build", "dist"} <= {name.rstrip("/") for name in names}


def test_pictures_and_files_exist() -> None:
    linked = re.findall(r"\]\(([^):#]+)\)|src=\"([^\"]+)\"", README)
    assert [name for pair in linked for name in pair if name and not (ROOT / name).is_file()] == []


def test_lines_are_not_cut_off() -> None:
    text = re.sub(r"```.*?```|^\|.*$", "", README, flags=re.DOTALL | re.MULTILINE)
    assert max(len(line) for line in text.splitlines()) <= 130
