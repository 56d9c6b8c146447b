"""Drawing in another process: whatever happens there is one line, and the next request is answered."""

from __future__ import annotations

import os
import threading
import time

import pytest

from cardtools.ground.errors import InputError
from cardtools.ground.limits import Limits
from cardtools.pages.studio import worker
from cardtools.pages.studio.studio import Studio
from cardtools.pages.studio.worker import Answerer, Worker


def work() -> Answerer:
    """Do as the request says."""

    def answer(request: object) -> int:
        if request == "hang":
            time.sleep(600)
        if request == "die":
            os._exit(3)
        if request == "fail":
            raise ValueError("as a test")
        return os.getpid()

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
    before = one.ask("", "x")
    monkeypatch.setattr(worker, "limits", lambda: Limits(drawing_seconds=2))
    with pytest.raises(InputError, match=message):
        one.ask(request_, "x")
    monkeypatch.undo()
    assert (before == one.ask("", "x")) == (request_ == "fail")


def test_a_process_without_work_ends_and_the_next_request_starts_another() -> None:
    one = Worker(work, rest=0)
    found: list[int] = []
    for _ in range(2):
        found.append(one.ask("", "x"))
        one._process.join(60)
    assert one._process.exitcode == 0
    assert len(set(found)) == 2


@pytest.mark.processes
def test_a_desk_that_is_gone_is_replaced(studio: Studio) -> None:
    before = studio.draw("picture", slug="ox")
    studio._drawer._process.kill()
    studio._drawer._process.join(60)
    assert studio.draw("picture", slug="ox") == before


def test_what_is_urgent_comes_before_what_waits() -> None:
    one, order = Worker(work, rest=60), list[str]()
    one.ask("", "x")

    def ask(name: str, urgent: bool) -> None:
        one.ask("", "x", urgent)
        order.append(name)

    one._asking.acquire()  # nobody's turn comes until both wait
    threads = [
        threading.Thread(target=ask, args=wanted) for wanted in (("picture", False), ("preview", True))
    ]
    one._busy = True
    one._asking.release()
    for thread in threads:
        thread.start()
    while not one._urgent:
        time.sleep(0.001)
    with one._asking:
        one._busy = False
        one._asking.notify_all()
    for thread in threads:
        thread.join(60)
    assert order == ["preview", "picture"]
