"""`cardtools validate --watch`: checks again after a change, ends cleanly."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from ttcg import HEADER

from cardtools.ground.io.changes import state, watch

Write = Callable[[str, str | bytes], Path]
LINE = "A;{type};Dragon;1;;245;255;Draw.;Gain.;A0000000000000;0;60;;\n"


def run(path: Path, steps: Iterator[Callable[[], object]]) -> list[str]:
    """What the checks saw, when a step is done in each pause; the last pause is Ctrl-C."""
    seen: list[str] = []

    def pause() -> None:
        step = next(steps, None)
        if step is None:
            raise KeyboardInterrupt
        step()

    watch(lambda: seen.append(path.read_text() if path.exists() else "gone"), lambda: [path.parent], pause)
    return seen


def nothing() -> None:
    pass


def test_a_change_is_checked_once_and_only_when_it_is_over(write: Write) -> None:
    path = write("cards/x.csv", "one")
    steps = [
        nothing,
        lambda: path.write_text("two is"),
        lambda: path.write_text("two is longer"),
        nothing,
        nothing,
    ]
    assert run(path, iter(steps)) == ["one", "two is longer"]


def test_new_files_and_missing_ones_are_changes(write: Write) -> None:
    path = write("cards/x.csv", "one")
    steps = [path.unlink, nothing, lambda: write("cards/x.csv", "back"), nothing, nothing]
    assert run(path, iter(steps)) == ["one", "gone", "back"]


def test_a_change_during_the_check_counts(write: Write) -> None:
    path = write("x/x.csv", "one")
    seen: list[str] = []

    def check() -> None:
        seen.append(path.read_text())
        if len(seen) == 1:
            path.write_text("changed meanwhile")

    pauses = iter([nothing, nothing])

    def pause() -> None:
        if next(pauses, None) is None:
            raise KeyboardInterrupt

    watch(check, lambda: [path], pause)
    assert seen == ["one", "changed meanwhile"]


def test_what_the_check_makes_known_is_followed_and_no_change(write: Write) -> None:
    first, more = write("x/x.csv", "one"), write("y/y.toml", "one")
    known, seen = [first], []

    def check() -> None:
        seen.append(more.read_text())
        known[:] = [first, more]

    pauses = iter([nothing, lambda: more.write_text("another"), nothing])

    def pause() -> None:
        step = next(pauses, None)
        if step is None:
            raise KeyboardInterrupt
        step()

    watch(check, lambda: known, pause)
    assert seen == ["one", "another"]


def test_files_that_are_not_there_are_no_problem(folder: Path) -> None:
    assert not any(state([folder / "none", folder / "none/too"]).values())


# A program that is run in the background, as tests may be, is born deaf to it.
CTRL_C = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "


@pytest.mark.end_to_end
def test_the_command_checks_again_and_ends_with_0_on_ctrl_c(write: Write, folder: Path) -> None:
    cards = write("cards/cards.csv", HEADER + LINE.format(type="fire"))
    program = f"{CTRL_C}from cardtools.cli import main; main(['validate', '--watch', '--select', 'TTC101'])"
    process = subprocess.Popen(
        [sys.executable, "-u", "-c", program],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    # A line that never comes ends the test instead of hanging it.
    limit = threading.Timer(120, process.kill)
    limit.start()
    assert process.stdout is not None
    try:
        said = [process.stdout.readline() for _ in range(4)]
        cards.write_text("broken\n")
        said.append(process.stdout.readline())
        cards.write_text(HEADER + LINE.format(type="Fire"))
        said += [process.stdout.readline() for _ in range(2)]
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    finally:
        limit.cancel()
        process.kill()
    waiting = "waiting for changes; Ctrl-C ends\n"
    assert said[0].startswith("cards/cards.csv:2:3: TTC101 type")
    assert said[2:] == [
        "cards/cards.csv: 1 card: 1 error\n",
        waiting,
        waiting,
        "cards/cards.csv: 1 card: no problems\n",
        waiting,
    ]
    assert (process.returncode, out) == (0, "")
    assert "CSV003 wrong-delimiter" in err
    assert "Traceback" not in err
