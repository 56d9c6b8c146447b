"""The README and the guides about the sample game tell the truth: their commands run, their files exist."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest
from git_history import run_git

from cardtools.cli import COMMANDS

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS_PAGE = (ROOT / "docs/reference/commands.md").read_text(encoding="utf-8")
EXAMPLES = dict(re.findall(r"^\| \[`(\w+)`\].* \| `(cardtools .*)` \|$", COMMANDS_PAGE, re.MULTILINE))
# Pages whose shell commands run in the sample game; the other guides begin projects of their own.
PAGES = ("README.md", "docs/guides/checking.md", "docs/guides/effect-lists.md")
# Not run here: what goes on until Ctrl-C, and what needs an optional extra or is a test of its own.
LEFT_OUT = (
    "cardtools studio", "cardtools play", "cardtools run", "cardtools build", "cardtools init",
    "--engine dask", ".parquet",
)  # fmt: skip
KEPT = {"Zephyr Dancer", "Rusted Key", "Emberhorn Stampede", "Basalt Colossus"}


def test_every_command_has_an_example_on_its_page() -> None:
    assert list(EXAMPLES) == list(COMMANDS)


def keep_few_cards(project: Path) -> None:
    """Take all but a dozen cards, and all tokens and counters, out of the project."""
    table, deck = project / "cards/cards.csv", project / "cards/decks/starter.txt"
    header, *rows = table.read_text(encoding="utf-8").splitlines(keepends=True)
    names = {row.partition(";")[0] for row in rows[:8]} | KEPT
    rows = [row for row in rows if row.partition(";")[0] in names]
    table.write_text("".join([header, *rows]), encoding="utf-8")
    lines = [line for line in deck.read_text(encoding="utf-8").splitlines() if line[2:] in names]
    deck.write_text("\n".join(lines), encoding="utf-8")
    settings = project / "cardtools.toml"
    extras = r"\[\[extras\]\][^\[]*"
    settings.write_text(re.sub(extras, "", settings.read_text(encoding="utf-8")), encoding="utf-8")


@pytest.mark.parametrize(
    "name", [name for name in COMMANDS if name not in ("build", "play", "pull", "translate", "studio")]
)
@pytest.mark.end_to_end
def test_the_example_of_a_command_runs(cardtools, folder: Path, built: Path, name: str) -> None:
    shutil.copytree(built, folder, dirs_exist_ok=True)
    if name in ("stats", "proof", "export", "sheet"):
        keep_few_cards(folder)
    if name == "diff":
        if shutil.which("git") is None:
            pytest.skip("git is not installed")
        tag_versions()
    outcome = cardtools(*shlex.split(EXAMPLES[name].partition(" && ")[0])[1:])
    assert outcome.code == 0, outcome.err


def tag_versions() -> None:
    """A git history with the versions that pages speak of."""
    for command in ("init -q", "add cards", "commit -q -m v1.0", "tag v1.0", "tag v1.1"):
        run_git(*command.split())


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.end_to_end
def test_the_commands_of_a_page_run(cardtools, folder: Path, built: Path, page: str) -> None:
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    shutil.copytree(built, folder, dirs_exist_ok=True)
    keep_few_cards(folder)
    shutil.copy(folder / "cards/cards.csv", folder / "old.csv")
    tag_versions()
    blocks = re.findall(r"```sh\n(.*?)```", (ROOT / page).read_text(encoding="utf-8"), re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines() if line.startswith("cardtools ")]
    assert lines
    for line in lines:
        if not any(left in line for left in LEFT_OUT):
            outcome = cardtools(*shlex.split(line, comments=True)[1:])
            assert outcome.code in (0, 1), f"{line}\n{outcome.err}"  # 1: few cards are no legal deck


def test_the_folder_map_names_what_is_there() -> None:
    folders = README.partition("## Folders")[2].partition("```text\n")[2].partition("```")[0]
    names = [line.split()[0] for line in folders.splitlines() if line[0] != " "]
    assert [name for name in names if not (ROOT / name).exists()] == []
    ours = {path.name for path in ROOT.iterdir() if path.is_dir() and not path.name.startswith(".")}
    assert ours - {"build", "dist"} <= {name.rstrip("/") for name in names}
    rooms = {line.split()[0].rstrip("/") for line in folders.splitlines() if line.startswith("    ")}
    assert {path.parent.name for path in (ROOT / "cardtools").glob("*/*.*")} - {"__pycache__"} == rooms


def test_pictures_and_files_exist() -> None:
    linked = re.findall(r"\]\(([^):#]+)\)|src=\"([^\"]+)\"", README)
    assert [name for pair in linked for name in pair if name and not (ROOT / name).is_file()] == []


def test_lines_are_not_cut_off() -> None:
    text = re.sub(r"```.*?```|^\|.*$", "", README, flags=re.DOTALL | re.MULTILINE)
    assert max(len(line) for line in text.splitlines()) <= 130


def test_the_three_ways_name_modules_that_are_there() -> None:
    ways = (ROOT / "docs/CONTRIBUTING.md").read_text(encoding="utf-8").partition("### Three ways")[2]
    named = re.findall(r"^ *((?:\w+/)+\w+)|-> ((?:\w+/)+\w+)", ways.partition("\n## ")[0], re.MULTILINE)
    modules = {one for pair in named for one in pair if one}
    assert len(modules) > 30
    assert [name for name in modules if not list((ROOT / "cardtools").glob(f"{name}*"))] == []
