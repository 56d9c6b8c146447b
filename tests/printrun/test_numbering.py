"""No serial is made twice: not with a second plan, a second project, another path of the key, or a backup."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lantern import PLAN, make_lantern
from outcome import Outcome

from cardtools.ground.errors import InputError, OutputError
from cardtools.printrun.keys import fingerprint
from cardtools.printrun.ledger import Ledger
from cardtools.project.project import find_project
from cardtools.steps.runs.numbering import (
    NumberedRun,
    check_numbers,
    note_numbers,
    numbered,
    read_register,
    register_file,
)
from runs import KEY, open_ledger, planned, serials, simple

Run = Callable[..., Outcome]
WAVES = "\n[[waves]]\ncopies = 4\ndesigns = 4\n\n[[waves]]\ncopies = 8\n"


def refused(outcome: Outcome) -> str:
    assert outcome.code == 2, outcome
    assert "--key" not in outcome.err.partition("help:")[2]
    return outcome.err


@pytest.fixture
def project(folder: Path, cardtools: Run) -> Path:
    """A project beside others, with a plan of two waves."""
    return new_project(folder, "one")


def new_project(folder: Path, name: str) -> Path:
    (folder / name).mkdir()
    make_lantern(folder / name, plan=PLAN + WAVES)
    os.chdir(folder / name)
    return folder / name


def deal(cardtools: Run, plan: str = "run.toml", key: str = "../a.key") -> Outcome:
    return cardtools("run", "deal", plan, "--key", key)


def test_a_second_plan_with_the_same_key(project: Path, cardtools: Run) -> None:
    assert deal(cardtools).code == 0
    shutil.copy("run.toml", "second.toml")
    found = refused(deal(cardtools, "second.toml"))
    assert (
        "second.ledger: the serials of run T with this key are those of run.ledger: they would exist twice"
        in found
    )
    assert 'write id = "A", which is free' in found
    assert not Path("second.ledger").exists()


def test_a_second_plan_where_the_register_is_lost(project: Path, cardtools: Run) -> None:
    assert deal(cardtools).code == 0
    register_file().unlink()
    shutil.copy("run.toml", "second.toml")
    assert "the serials of run T with this key are those of run.ledger" in refused(
        deal(cardtools, "second.toml")
    )


def test_a_second_project_with_the_same_key(project: Path, folder: Path, cardtools: Run) -> None:
    assert deal(cardtools).code == 0
    new_project(folder, "two")
    assert "they would exist twice" in refused(deal(cardtools))
    shutil.copy("../a.key", "../other.key")
    assert "they would exist twice" in refused(deal(cardtools, key="../other.key"))


def test_the_same_plan_again_when_its_ledger_is_lost(project: Path, cardtools: Run) -> None:
    assert cardtools("run", "deal", "run.toml").code == 0
    Path("run.ledger").unlink()
    found = refused(cardtools("run", "deal", "run.toml"))
    assert "run T has a key already" in found
    assert 'write id = "A", which is free; if it is the same run, put back its ledger' in found
    (key,) = register_file().parent.glob("*.key")
    assert "they would exist twice" in refused(deal(cardtools, key=str(key)))


def test_an_older_copy_of_a_ledger(project: Path, cardtools: Run) -> None:
    deal(cardtools)
    shutil.copy("run.ledger", "backup.ledger")
    assert deal(cardtools).code == 0  # the copy in the project has fewer serials
    shutil.move("run.ledger", "newest.ledger")
    shutil.move("backup.ledger", "run.ledger")
    assert "run.ledger: has 16 serials, and 64 were made: it is an older copy" in refused(deal(cardtools))
    cardtools("run", "void", "run.toml", "3", "--reason", "torn")
    assert "it is an older copy" in refused(cardtools("run", "replace", "run.toml", "--key", "../a.key"))
    shutil.move("newest.ledger", "run.ledger")
    assert "all waves of the plan are dealt" in deal(cardtools).out


def test_a_register_that_cannot_be_written(project: Path, cardtools: Run) -> None:
    register_file().mkdir(parents=True)
    assert "runs.jsonl" in deal(cardtools).err
    register_file().rmdir()
    assert deal(cardtools).code == 0


def test_a_line_that_is_not_whole_is_left_out(project: Path, cardtools: Run) -> None:
    register_file().parent.mkdir(parents=True, exist_ok=True)
    register_file().write_text('{"run": "T", "key')
    assert deal(cardtools).code == 0
    assert [one.serials for one in read_register()] == [16]


def test_a_damaged_ledger_of_the_project_is_named(project: Path, cardtools: Run) -> None:
    deal(cardtools)
    data = bytearray(Path("run.ledger").read_bytes())
    data[4096:] = b"x" * len(data[4096:])
    Path("damaged.ledger").write_bytes(data)
    Path("accounts.ledger").write_text("2026/11/22 Paper  12 EUR\n")
    assert "damaged.ledger: the file is damaged" in deal(cardtools).err
    Path("damaged.ledger").unlink()
    assert deal(cardtools).code == 0


class TestIds:
    def test_a_first_plan_takes_the_next_free_id(self, project: Path, cardtools: Run) -> None:
        for name, id_ in (("x", "A"), ("y", "B"), ("z", "C")):
            assert cardtools("run", "init", f"{name}.toml").code == 0
            assert f'id = "{id_}"' in Path(f"{name}.toml").read_text()
        assert cardtools("run", "deal", "x.toml").code == 0
        Path("x.toml").unlink()
        Path("y.toml").unlink()
        assert cardtools("run", "init", "y.toml").code == 0
        assert 'id = "B"' in Path("y.toml").read_text()  # A is that of a ledger
        Path("x.ledger").unlink()
        assert cardtools("run", "init", "w.toml").code == 0
        assert 'id = "D"' in Path("w.toml").read_text()  # A is that of a key

    def test_a_plan_shows_the_clash(self, project: Path, cardtools: Run) -> None:
        assert "TTR108" not in cardtools("run", "plan", "run.toml").err
        shutil.copy("run.toml", "second.toml")
        shown = cardtools("run", "plan", "second.toml")
        assert shown.code == 1
        assert "second.toml:3:1: TTR108 run-id: run T is run.toml already" in shown.err
        assert 'write id = "A", which is free' in shown.err
        deal(cardtools)
        Path("run.toml").unlink()
        assert "TTR108 run-id: run T is run.ledger already" in cardtools("run", "plan", "second.toml").err

    def test_its_own_ledger_is_no_clash(self, project: Path, cardtools: Run) -> None:
        deal(cardtools)
        assert "TTR108" not in cardtools("run", "plan", "run.toml").err


STEPS = st.lists(
    st.tuples(st.sampled_from(["deal", "replace", "keep", "restore", "copy"]), st.integers(0, 2))
)


@settings(max_examples=30)
@given(STEPS)
def test_whatever_happens_no_serial_is_made_twice(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[str, int]]
) -> None:
    folder = tmp_path_factory.mktemp("project")
    (folder / "cardtools.toml").write_text("")
    project, waves, made = find_project(folder), simple(14, 7, 3), []
    paths = [folder / f"{number}.ledger" for number in range(3)]

    def make(first: int, count: int) -> list[str]:
        found = serials(first, count)
        made.extend(found)
        return found

    def number(path: Path, use: Callable[[Ledger], Any]) -> None:
        own = NumberedRun("A", fingerprint(KEY), "", 0, str(path))
        if not path.exists():
            check_numbers(project, own)
            open_ledger(path, waves, key=fingerprint(KEY)).db.close()
        with Ledger(path, write=True) as ledger:
            check_numbers(project, numbered(ledger))
            use(ledger)
            note_numbers(ledger)

    def wave(ledger: Ledger) -> None:
        left = waves[len(ledger.waves()) :]
        if left:
            ledger.add_wave(planned(left[0]), make, "wave")

    def again(ledger: Ledger) -> None:
        if ledger.count():
            ledger.void([next(ledger.copies()).number], "torn")
            ledger.replace(make, "again")

    do = {"deal": partial(number, use=wave), "replace": partial(number, use=again)}
    register_file().unlink(missing_ok=True)
    for step, which in steps:
        path, backup = paths[which], paths[which].with_suffix(".backup")
        with contextlib.suppress(InputError, OutputError):
            if step in do:
                do[step](path)
            elif step == "keep" and path.exists():
                shutil.copy(path, backup)
            elif step == "restore" and backup.exists():
                shutil.copy(backup, path)
            elif step == "copy" and path.exists():
                shutil.copy(path, paths[(which + 1) % 3])
    assert len(made) == len(set(made))
