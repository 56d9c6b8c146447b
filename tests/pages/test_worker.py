"""Drawing in another process: whatever happens there is one line, and the next request is answered."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from meadow import CARDS

from cardtools.ground.console import Console
from cardtools.ground.errors import InputError
from cardtools.ground.limits import Limits
from cardtools.pages.studio import worker
from cardtools.pages.studio.worker import Send, Worker
from cardtools.steps.card_choice import ALL_CARDS


def work(reply: Send) -> Send:
    """Do as the request says."""

    def answer(request: object) -> None:
        reply(os.getpid())
        if request == "hang":
            time.sleep(600)
        if request == "die":
            os._exit(3)
        if request == "fail":
            raise ValueError("as a test")

    return answer


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        ("hang", "x: drawing was stopped: it showed nothing for 2 seconds"),
        ("die", "x: drawing ended unexpectedly, with exit code 3"),
        ("fail", "x: unexpected error: ValueError: as a test"),
    ],
)
def test_work_that_goes_wrong_is_an_error_and_the_next_is_done(
    monkeypatch: pytest.MonkeyPatch, request_: str, message: str
) -> None:
    one = Worker(work, rest=60)
    found: list[int] = []
    one.ask("", found.append, "x")
    monkeypatch.setattr(worker, "limits", lambda: Limits(drawing_seconds=2))
    with pytest.raises(InputError, match=message):
        one.ask(request_, found.append, "x")
    monkeypatch.undo()
    one.ask("", found.append, "x")
    assert found[0] == found[1]
    assert (found[1] == found[2]) == (request_ == "fail")


def test_a_process_without_work_ends_and_the_next_request_starts_another() -> None:
    one = Worker(work, rest=0)
    found: list[int] = []
    for _ in range(2):
        one.ask("", found.append, "x")
        one._process.join(60)
    assert one._process.exitcode == 0
    assert len(set(found)) == 2


def test_a_drawing_that_dies_keeps_the_pictures_and_the_next_draws_only_what_changed(
    game: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    shown = Preview(Console())
    shown.refresh()
    before = shown.board.now
    assert len(before.pictures) == 3
    key = shown.board.drawn["ox"]
    assert (shown.large(key) or b"").startswith(b"\x89PNG")
    assert shown.large("0" * 32) is None
    follower = shown._follower
    shown._follower = Worker(lose, rest=60)
    shown.refresh()
    assert "exit code 3" in shown.board._state["errors"][0]["message"]
    assert shown.board.now.pictures == before.pictures
    shown._follower = Worker(preview.follow, 0, ALL_CARDS, rest=60)
    (game / "cards/cards.csv").write_text(CARDS.replace("Elk;2", "Elk;4"))
    shown.refresh()
    assert shown.board._state["errors"] == []
    assert len(shown.board.now.pictures.keys() & before.pictures.keys()) == 2
    lines = capfd.readouterr()
    assert lines.err == "cardtools.toml: drawing ended unexpectedly, with exit code 3\n"
    assert lines.out.splitlines()[1].startswith("Elk drawn in")
    follower._process.kill()


def lose(show: Send) -> Send:
    """Lose the process in the middle of the work."""
    return lambda drawn: os._exit(3)
