"""Lists made by a Dask cluster: together its parts are what one machine makes, whatever fails."""

from __future__ import annotations

import itertools
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

distributed = pytest.importorskip("distributed", reason="the extra cardtools[cluster] is not installed")
parquet = pytest.importorskip("pyarrow.parquet", reason="the extra cardtools[cluster] is not installed")

from cardtools.effects.combinations import Combinations, EffectPlan  # noqa: E402
from cardtools.effects.grammar import Grammar, parse_template  # noqa: E402
from cardtools.effects.large import cluster as module  # noqa: E402
from cardtools.effects.large.cluster import MANIFEST, Manifest, file_hash, read_manifest, write_parts  # noqa: E402
from cardtools.effects.large.rows import TABLE, RowColumns, effect_rows  # noqa: E402
from cardtools.effects.polish import Stages  # noqa: E402
from cardtools.ground.errors import CardtoolsError, Location  # noqa: E402
from cardtools.ground.io.files import write_atomic  # noqa: E402

pytestmark = pytest.mark.end_to_end
SIZE = 250


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Two workers within this process, spoken to over the network as others are."""
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=False, protocol="tcp", host="127.0.0.1",
        dashboard_address=":0", silence_logs=50,
    ) as cluster:  # fmt: skip
        yield cluster


def make_plan(*stages: str, count: int = 35) -> EffectPlan:
    """A list in which lines repeat, far apart and after the replacements."""
    values = {
        "n": tuple(parse_template(str(number)) for number in range(count)),
        "type": tuple(map(parse_template, ("fire", "wind", "air", 'a "b";'))),
    }
    texts = ("Draw <n> <type> card(s), <n#2>", "Draw <n> air card(s), <n#2>", "Lose <n>")
    templates = [parse_template(text, Location("t", line)) for line, text in enumerate(texts, 1)]
    combinations = Combinations(templates, Grammar(values, {}, Path()))
    return EffectPlan(combinations, Stages(stages, ["7 fire", "12"], {"wind": "air", "card(s)": "cards"}))


def read_parts(folder: Path, manifest: Manifest) -> list[RowColumns]:
    return [parquet.read_table(folder / part.file).to_pydict() for part in manifest.parts]


def rows_of(parts: Any) -> list[tuple[Any, ...]]:
    return [row for rows in parts for row in zip(*(rows[name] for name in TABLE), strict=True)]


@pytest.mark.parametrize(
    "stages",
    [
        ("drop", "replace"),
        ("dedupe", "drop", "replace"),
        ("drop", "replace", "dedupe"),
        ("replace", "dedupe", "capitalise", "dedupe", "drop"),
    ],
)
def test_the_parts_together_are_the_list_of_one_machine(
    cluster: Any, tmp_path: Path, stages: tuple[str, ...]
) -> None:
    plan = make_plan(*stages)
    manifest = write_parts(tmp_path, plan._replace(scheduler=cluster.scheduler_address), SIZE)
    assert len(manifest.parts) == 25
    assert [part.start for part in manifest.parts] == list(range(0, 6_160, SIZE))
    expected = plan.stages._replace(names=stages).polish(plan.texts())
    parts = read_parts(tmp_path, manifest)
    assert [part.rows for part in manifest.parts] == [len(rows["effect"]) for rows in parts]
    assert [row[3] for row in rows_of(parts)] == expected
    assert rows_of(parts) == rows_of(effect_rows(plan._replace(scratch=tmp_path), TABLE))
    assert manifest == read_manifest(tmp_path)


def test_sorting_is_left_to_the_reader(cluster: Any, tmp_path: Path) -> None:
    plan = make_plan("dedupe", "drop", "replace", "sort")
    manifest = write_parts(tmp_path, plan._replace(scheduler=cluster.scheduler_address), SIZE)
    expected = plan.stages.polish(plan.texts())
    assert sorted(row[3] for row in rows_of(read_parts(tmp_path, manifest))) == expected


def test_finished_parts_are_kept_and_broken_or_missing_ones_made_again(cluster: Any, tmp_path: Path) -> None:
    plan = make_plan("drop", "replace", "dedupe")
    first = write_parts(tmp_path, plan._replace(scheduler=cluster.scheduler_address), SIZE)
    times = {part.file: (tmp_path / part.file).stat().st_mtime_ns for part in first.parts}
    broken, missing = first.parts[3].file, first.parts[20].file
    (tmp_path / broken).write_bytes((tmp_path / broken).read_bytes()[:-1] + b"x")
    (tmp_path / missing).unlink()
    assert write_parts(tmp_path, plan._replace(scheduler=cluster.scheduler_address), SIZE) == first
    made = {file for file, then in times.items() if (tmp_path / file).stat().st_mtime_ns != then}
    assert made == {broken, missing}


def test_a_finished_list_needs_no_cluster(cluster: Any, tmp_path: Path) -> None:
    first = write_parts(tmp_path, make_plan("drop")._replace(scheduler=cluster.scheduler_address), SIZE)
    assert write_parts(tmp_path, make_plan("drop")._replace(scheduler="tcp://127.0.0.1:1"), SIZE) == first


def test_other_inputs_make_all_parts_anew_and_leave_no_old_one(cluster: Any, tmp_path: Path) -> None:
    write_parts(tmp_path, make_plan("drop")._replace(scheduler=cluster.scheduler_address), SIZE)
    manifest = write_parts(
        tmp_path, make_plan("drop", count=5)._replace(scheduler=cluster.scheduler_address), SIZE
    )
    assert sorted(path.name for path in tmp_path.iterdir()) == [MANIFEST, *(p.file for p in manifest.parts)]
    assert len(manifest.parts) == 1


def test_a_worker_that_is_killed_in_the_middle_loses_nothing(tmp_path: Path, monkeypatch) -> None:
    plan = make_plan("drop", "replace", "dedupe")
    written: list[str] = []
    killed: list[int] = []

    def write_and_kill(path: Path, data: str | bytes) -> None:
        write_atomic(path, data)
        written.append(path.name)
        if not killed and len(set(written) - {MANIFEST}) == 3:
            killed.append(pids[0])
            os.kill(pids[0], signal.SIGKILL)

    monkeypatch.setattr(module.files, "write_atomic", write_and_kill)
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=":0", silence_logs=50
    ) as cluster:
        with distributed.Client(cluster) as client:
            pids = list(client.run(os.getpid).values())
        manifest = write_parts(tmp_path, plan._replace(scheduler=cluster.scheduler_address), SIZE)
    assert killed
    assert len(manifest.parts) == 25  # there was work left to be lost
    expected = plan.stages.polish(plan.texts())
    assert [row[3] for row in rows_of(read_parts(tmp_path, manifest))] == expected
    assert all(file_hash(tmp_path / part.file) == part.hash for part in manifest.parts)


def test_an_interrupted_run_is_taken_up_where_it_was(cluster: Any, tmp_path: Path) -> None:
    # A part whose place is taken by a folder cannot be written: the run ends there, with what it has.
    plan = make_plan("drop", "replace")
    (tmp_path / "part-000015.parquet").mkdir()
    with pytest.raises(CardtoolsError, match=r"part-000015.parquet: cannot be written"):
        write_parts(tmp_path, plan._replace(scheduler=cluster.scheduler_address), SIZE)
    manifest = read_manifest(tmp_path)
    assert manifest is not None and not manifest.complete
    finished = [part for part in manifest.parts if part.hash]
    times = {part.file: (tmp_path / part.file).stat().st_mtime_ns for part in finished}
    assert finished
    (tmp_path / "part-000015.parquet").rmdir()
    assert write_parts(tmp_path, plan._replace(scheduler=cluster.scheduler_address), SIZE).complete
    assert {file: (tmp_path / file).stat().st_mtime_ns for file in times} == times


def test_a_part_that_always_fails_is_reported(cluster: Any, tmp_path: Path) -> None:
    plan = make_plan("drop")
    bad = plan._replace(stages=Stages(("replace",), (), {"wind": 7}))  # type: ignore[dict-item]
    with pytest.raises(
        CardtoolsError, match=r"part \d+ of 25 failed 4 times: .*\n  help: run the command again"
    ):
        write_parts(tmp_path, bad._replace(scheduler=cluster.scheduler_address), SIZE)


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nonsense://x"])
def test_a_scheduler_that_is_not_there_is_reported(address: str, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(module, "_PATIENCE", 0.2)
    with pytest.raises(CardtoolsError, match="cannot reach a Dask scheduler"):
        write_parts(tmp_path, make_plan("drop")._replace(scheduler=address), SIZE)


def test_a_scheduler_without_workers_is_reported(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(module, "_PATIENCE", 2)
    with (
        distributed.LocalCluster(
            n_workers=0,
            processes=False,
            protocol="tcp",
            host="127.0.0.1",
            dashboard_address=":0",
            silence_logs=50,
        ) as cluster,
        pytest.raises(CardtoolsError, match="the scheduler has no workers"),
    ):
        write_parts(tmp_path, make_plan("drop")._replace(scheduler=cluster.scheduler_address), SIZE)


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "{}", '{"format": 9}', '{"format": 1, "rows": 0, "parts": 3}']
)
def test_a_manifest_that_cannot_be_read_is_none(text: str, tmp_path: Path) -> None:
    (tmp_path / MANIFEST).write_text(text)
    assert read_manifest(tmp_path) is None
    assert list(itertools.chain(tmp_path.glob("part*"))) == []
