"""`cardtools watch`: where it serves, what it says, that it follows files and ends cleanly."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from meadow import CARDS

from cardtools.commands import serving


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that somebody else listens at."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        yield other.getsockname()[1]


def test_a_port_that_was_asked_for_and_is_taken_is_an_error(cardtools, game: Path, taken: int) -> None:
    outcome = cardtools("watch", "--port", str(taken), "--no-open")
    assert outcome.code == 2
    assert outcome.err.splitlines() == [
        f"--port {taken}: 127.0.0.1:{taken} is in use",
        "  help: omit --port to use the next free one",
    ]


def test_without_a_port_the_next_free_one_is_taken(
    cardtools, game: Path, taken: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(serving, "PORTS", (taken, 0))  # 0: any that is free
    monkeypatch.setattr("cardtools.pages.watch.changes.state", stop)
    outcome = cardtools("watch", "--no-open")
    assert (outcome.code, outcome.err) == (0, "")
    assert re.fullmatch(r"the cards are at http://127\.0\.0\.1:\d+/#[\w-]{32} \(Ctrl-C ends\)\n", outcome.out)
    monkeypatch.setattr(serving, "PORTS", (taken, taken))
    outcome = cardtools("watch", "--no-open")
    assert outcome.code == 2
    assert "no free port" in outcome.err


def test_an_address_that_is_not_ours_is_an_error(cardtools, game: Path) -> None:
    outcome = cardtools("watch", "--host", "203.0.113.1", "--no-open")
    assert outcome.code == 2
    assert outcome.err.startswith("--host 203.0.113.1: cannot serve at this address: ")


@pytest.mark.end_to_end
def test_it_follows_the_files_and_ends_with_0_on_ctrl_c(game: Path) -> None:
    # A program that is run in the background, as tests may be, is born deaf to Ctrl-C.
    hear = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
    program = f"{hear}from cardtools.cli import main; main()"
    process = subprocess.Popen(
        [sys.executable, "-c", program, "watch", "--port", "0", "--no-open", "--interval", "0.05"],
        cwd=game,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    limit = threading.Timer(120, process.kill)  # a line that never comes ends the test instead of hanging it
    limit.start()
    assert process.stdout is not None
    cards = game / "cards/cards.csv"
    try:
        said = [process.stdout.readline() for _ in range(2)]
        address, _, token = said[0].split()[4].partition("#")
        browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        sent = {"Content-Type": "application/json", "Origin": address.rstrip("/")}
        browser.open(urllib.request.Request(f"{address}session", f'"{token}"'.encode(), sent), timeout=60)
        events = browser.open(f"{address}events", timeout=60)
        events.readline()
        beside = game / "cards/cards.csv.new"
        beside.write_text(CARDS.replace("Elk;2", "Elk;4"))
        beside.replace(cards)
        said.append(process.stdout.readline())
        while not events.readline().startswith(b"data: "):
            pass
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    finally:
        limit.cancel()
        process.kill()
    assert said[1].startswith("Ox, Elk, Hare drawn in ")
    assert said[2].startswith("Elk drawn in ")
    assert (process.returncode, out, err) == (0, "", "")
