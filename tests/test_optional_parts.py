"""The optional parts: without its package, a command says in one line what installs it."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from printrun.lantern import make_lantern
from source import files

from cardtools.ground.optional_packages import PACKAGES, has_package, install

ROOT = Path(__file__).parents[1]
NOT_FOR_USERS = {"bench", "bench-play", "test", "dev"}
# Runs a command as if a package were not installed.
WITHOUT = """\
import sys
from importlib.abc import MetaPathFinder

class Blocked(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == sys.argv[1]:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Blocked())
from cardtools.cli import main
main(sys.argv[2:])
"""
TEMPLATES = {
    "t.txt": "Draw <number>.\n",
    "placeholders/number.txt": "one\ntwo\n",
    "placeholders/combinations_to_remove.txt": "",
    "placeholders/phrase_replacements.txt": "",
}
EDITION = {
    "cardtools.toml": '[editions.de]\ncolumns = { NAME = "TITEL" }\n',
    "cards/cards.csv": "NAME;TITEL\nOx;\n",
}
RECORDS = {"cardtools.toml": '[cards]\ndatabase = "cards.yaml"\n', "cards.yaml": "- NAME: Ox\n"}
PARQUET = {"cardtools.toml": '[cards]\ndatabase = "cards.parquet"\n', "cards.parquet": "PAR1"}
# For each package: the project, the command that needs it, and the file that must not be begun.
NEEDED = [
    ("pyarrow", "templates", "generate -f t.txt -o out.parquet", "out.parquet"),
    ("pyarrow", "templates", "generate -f t.txt --engine dask -o parts", "parts"),
    ("pyarrow", "run", "run manifest run.toml --format parquet -o made", "made/A.parquet"),
    ("distributed", "templates", "generate -f t.txt --engine dask -o parts", "parts"),
    ("distributed", "alpha", "playtest run -n 2 --engine dask -o out", "out/games.jsonl"),
    ("numba", "alpha", "playtest run -n 2 --engine fast -o out", "out/games.jsonl"),
    ("babel", "edition", "translate export de -o de.po", "de.po"),
    ("babel", "edition", "translate import de de.po", ""),
    ("pyarrow", "parquet", "render", "output"),
    ("yaml", "records", "render", "output"),
    ("zxingcpp", "run", "run scan run.toml photo.png", ""),
]


def without(package: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """What a command does where a package is not installed."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"}
    command = (sys.executable, "-c", WITHOUT, package, *arguments)
    return subprocess.run(
        command, env=environment, capture_output=True, text=True, encoding="utf-8", timeout=120, check=False
    )


@pytest.fixture
def project(folder: Path, write: Any, cardtools: Any, settings_folder: Path) -> Any:
    """Makes a project of a kind."""

    def make(kind: str) -> None:
        if kind == "alpha":
            shutil.copytree(ROOT / "examples/alpha", folder, dirs_exist_ok=True)
        elif kind == "run":
            from PIL import Image

            make_lantern(folder)
            assert cardtools("run", "deal", "run.toml").code == 0
            Image.new("L", (40, 40), 255).save("photo.png")
        else:
            for name, text in {"edition": EDITION, "records": RECORDS, "parquet": PARQUET}.get(
                kind, TEMPLATES
            ).items():
                write(name, text)
            write("de.po", 'msgctxt "NAME"\nmsgid "Ox"\nmsgstr "Ochse"\n')

    return make


@pytest.mark.end_to_end
@pytest.mark.parametrize(("package", "kind", "command", "made"), NEEDED)
def test_a_missing_package_is_one_line_with_the_command_that_installs_it(
    project: Any, folder: Path, package: str, kind: str, command: str, made: str
) -> None:
    if "dask" in command and package != "distributed":
        pytest.importorskip("distributed")  # else it is named first
    project(kind)
    if made == "de.po":
        (folder / made).unlink()
    outcome = without(package, *command.split())
    assert (outcome.returncode, outcome.stdout) == (2, "")
    (line,) = outcome.stderr.splitlines()
    assert line.endswith(f" needs {PACKAGES[package][0]}, which is not installed: {install(package)}")
    assert not made or not (folder / made).exists()


THAI_FACE = """
[card]
width = 40
height = 40
safe = 1
[fonts]
text = "font.ttf"
[styles.text]
font = "text"
size = 12
[elements.text]
kind = "text"
style = "text"
left = 2
right = 2
top = 2
height = 30
text = "{{ NAME }}"
"""


@pytest.mark.end_to_end
def test_without_its_dictionary_lines_that_may_tear_words_are_a_finding(folder: Path, write: Any) -> None:
    write("cardtools.toml", '[[faces]]\nface = "face.toml"\n')
    write("face.toml", THAI_FACE)
    shutil.copy(ROOT / "tests/render/fonts/NotoSansThai.ttf", folder / "font.ttf")
    words = ("ภาษา", "ไทย", "ไม่มี", "ช่อง", "ว่าง", "ระหว่าง", "คำ")
    for between, torn in (("", True), ("\u200b", False)):
        write("cards/cards.csv", f"NAME\n{between.join(words)}\n")
        outcome = without("icu4py", "render")
        assert ("RND020 unknown-words: warning" in outcome.stderr) is torn, outcome.stderr
        assert (install("icu4py") in outcome.stderr) is torn
        if has_package("icu4py"):
            assert "RND020" not in without("no_package", "render").stderr


def test_each_extra_for_users_has_its_package_here() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    assert {extra for _, extra in PACKAGES.values()} == set(extras) - NOT_FOR_USERS
    for name, extra in PACKAGES.values():
        assert any(re.match(rf"{name}\b", one, re.I) for one in extras[extra]), name
    assert {package for package, *_ in NEEDED} | {"icu4py"} == set(PACKAGES)


def imported(tree: ast.AST) -> Iterator[str]:
    """The packages that a module imports, not those for the type checker alone."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        if isinstance(node, ast.Import):
            yield from (one.name.partition(".")[0] for one in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield str(node.module).partition(".")[0]
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith(("import_module", "__import__")):
            yield from (
                str(one.value).partition(".")[0] for one in node.args if isinstance(one, ast.Constant)
            )
        yield from imported(node)


def test_optional_packages_are_imported_in_one_way() -> None:
    for file, tree in files().items():
        found = set(imported(tree))
        assert not found & {*PACKAGES, "dask", "polars", "pyspiel"}, file
