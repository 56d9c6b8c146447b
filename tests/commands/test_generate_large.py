"""`cardtools generate` for long lists, tables and several processes."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from pathlib import Path

import pytest
from full_disk import full_disk, needs_limits

from cardtools.effects.polish import Stages

HEADER = ["template", "index", "bindings", "effect"]


@pytest.fixture
def game(write):
    """Templates whose lines repeat, with values that are awkward in a table."""
    write("placeholders/n.txt", "2\n1\n")
    write("placeholders/kind.txt", 'fire;x\na "b"\n[<n>]\n\nكلب\n')
    write("placeholders/combinations_to_remove.txt", "1 fire\n")
    write("placeholders/phrase_replacements.txt", "2: two\n")
    write("t.txt", "\nDraw <n> <kind>\nDraw <n+1> card\n\nDraw <n> card\n")


def read_csv(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file, delimiter=";"))


def test_a_table_tells_of_each_effect_where_it_comes_from(cardtools, game, folder: Path) -> None:
    outcome = cardtools("generate", "-f", "t.txt", "-o", "out.csv")
    assert outcome.out == "12 effects from 3 templates -> out.csv\n"
    rows = read_csv(folder / "out.csv")
    assert rows[0] == HEADER
    assert ["2", "2", '{"n": "2", "kind": "[2]", "kind.n": "2"}', "Draw two [two]"] in rows
    assert ["2", "9", '{"n": "1", "kind": "كلب"}', "Draw 1 كلب"] in rows
    # <n+1> and <n> both give "Draw 2 card": the first is kept.
    assert ["3", "1", '{"n+1": "2"}', "Draw two card"] in rows
    assert [row[3] for row in rows[1:]] == sorted(row[3] for row in rows[1:])
    assert (folder / "out.csv").read_bytes().count(b"\r\n") == len(rows)


@pytest.mark.parametrize("ending", ["csv", "parquet"])
@pytest.mark.parametrize("arguments", [[], ["--slice", "1:12"], ["--sample", "9"], ["--jobs", "2"]])
def test_a_table_has_the_effects_of_the_text(
    cardtools, game, folder: Path, ending: str, arguments: list[str]
) -> None:
    if ending == "parquet":
        pytest.importorskip("pyarrow", reason="the extra cardtools[large] is not installed")
    assert cardtools("generate", "-f", "t.txt", "-o", "out.txt", *arguments).code == 0
    assert cardtools("generate", "-f", "t.txt", "-o", f"out.{ending}", *arguments).code == 0
    if ending == "parquet":
        from pyarrow import parquet

        table = parquet.read_table(folder / "out.parquet")
        assert table.column_names == HEADER
        effects = table.column("effect").to_pylist()
        assert all(isinstance(json.loads(text), dict) for text in table.column("bindings").to_pylist())
    else:
        effects = [row[3] for row in read_csv(folder / "out.csv")[1:]]
    assert effects == (folder / "out.txt").read_text(encoding="utf-8").split("\n")[:-1]


@pytest.mark.parametrize(
    "stages", ['["sort", "dedupe"]', '["dedupe", "replace", "capitalise", "dedupe"]', "[]"]
)
def test_a_table_obeys_the_order_of_the_stages(cardtools, game, write, folder: Path, stages: str) -> None:
    write("cardtools.toml", f"[effects]\nstages = {stages}\n")
    cardtools("generate", "-f", "t.txt", "-o", "out.txt")
    cardtools("generate", "-f", "t.txt", "-o", "table.txt", "--format", "csv")
    effects = [row[3] for row in read_csv(folder / "table.txt")[1:]]
    assert effects == (folder / "out.txt").read_text(encoding="utf-8").split("\n")[:-1]


@pytest.mark.parametrize("on_disk", [False, True])
def test_a_long_table_has_the_effects_of_a_long_text(
    cardtools, write, folder: Path, monkeypatch, on_disk
) -> None:
    if on_disk:
        monkeypatch.setattr("cardtools.effects.large.ordering.RUN", 1_000)
    write("cardtools.toml", '[effects]\nstages = ["dedupe", "drop", "replace", "agree", "sort", "dedupe"]\n')
    write("placeholders/n.txt", "\n".join(map(str, range(30))))
    write("placeholders/combinations_to_remove.txt", "7 or 7\n")
    write("placeholders/phrase_replacements.txt", "1: one\n")
    sentence = "Draw <n> cards or <n#2> or <n#3>"
    assert cardtools("generate", "-s", sentence, "-o", "out.txt").code == 0
    assert cardtools("generate", "-s", sentence, "-o", "out.csv").code == 0
    texts = [f"Draw {a} cards or {b} or {c}" for a in range(30) for b in range(30) for c in range(30)]
    stages = ["dedupe", "drop", "replace", "agree", "sort", "dedupe"]
    expected = Stages(stages, ["7 or 7"], {"1": "one"}).polish(texts)
    assert (folder / "out.txt").read_text().split("\n")[:-1] == expected
    rows = read_csv(folder / "out.csv")[1:]
    assert [row[3] for row in rows] == expected
    assert rows[0][:3] == ["1", str(0), '{"n": "0", "n#2": "0", "n#3": "0"}']


def test_positions_too_large_for_a_table_are_refused(cardtools, write) -> None:
    write("placeholders/n.txt", "\n".join(map(str, range(1_000))))
    arguments = ["-s", " ".join(f"<n#{n}>" for n in range(1, 9)), "--slice", f"{10**20}:{10**20 + 2}"]
    assert cardtools("generate", *arguments, "-o", "out.txt").code == 0
    outcome = cardtools("generate", *arguments, "-o", "out.csv")
    assert outcome.code == 2
    assert "positions above 2^63 fit no table" in outcome.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-t", "--format", "csv"], "-t prints text or json"),
        (["--engine", "dask"], "give the folder with -o"),
        (["--engine", "dask", "-o", "x", "--format", "csv"], "and no --format"),
        (["--scheduler", "tcp://x:1"], "--scheduler belongs to --engine dask"),
        (["--jobs", "0"], "0 is not in the range x>=1"),
        (["--format", "xlsx"], "'xlsx' is not one of"),
    ],
)
def test_options_that_do_not_fit_are_refused(cardtools, game, arguments: list[str], message: str) -> None:
    outcome = cardtools("generate", "-f", "t.txt", *arguments)
    assert outcome.code == 2
    assert message in outcome.err


@pytest.mark.end_to_end
def test_parts_come_from_a_cluster_of_this_machine(cardtools, game, folder: Path) -> None:
    for name in ("distributed", "pyarrow", "duckdb"):
        pytest.importorskip(name, reason="the extra cardtools[cluster] is not installed")
    outcome = cardtools("generate", "-f", "t.txt", "--engine", "dask", "-o", "parts")
    assert (outcome.code, outcome.out) == (0, "12 effects in 1 part -> parts\n"), outcome.err
    assert sorted(path.name for path in (folder / "parts").iterdir()) == [
        "manifest.json",
        "part-000000.parquet",
    ]


@needs_limits
@pytest.mark.parametrize("name", ["out.txt", "out.csv", "out.parquet"])
def test_a_disk_that_fills_up_leaves_the_old_file(cardtools, write, folder: Path, name: str) -> None:
    if name == "out.parquet":
        pytest.importorskip("pyarrow", reason="the extra cardtools[large] is not installed")
    write("placeholders/n.txt", "\n".join(str(number * 7919 % 100_003) for number in range(25)))
    write(name, "old")
    arguments = ["-s", "Draw <n>, <n#2> and <n#3>", "-o", name, "-q"]
    with full_disk():
        outcome = cardtools("generate", *arguments)
    told = (
        f"{name}: cannot be written: File too large; the old file is as it was\n  help: make room on the disk"
    )
    assert (outcome.code, outcome.err.startswith(told)) == (2, True)
    assert [path.name for path in folder.iterdir() if path.is_file()] == [name]
    assert (folder / name).read_text() == "old"


@pytest.mark.end_to_end
def test_a_short_list_loads_nothing_heavy(write, folder: Path) -> None:
    write("placeholders/n.txt", "1\n2\n")
    code = (
        "import sys\nfrom cardtools.cli import main\n"
        "try:\n    main(['generate', '-s', 'Draw <n>', '-o', 'out.txt', '-q'])\n"
        "except SystemExit:\n    pass\n"
        "heavy = {'pandas', 'numpy', 'duckdb', 'pyarrow', 'dask', 'distributed', 'multiprocessing'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    outcome = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert outcome.stdout == "[]\n", outcome.stderr
