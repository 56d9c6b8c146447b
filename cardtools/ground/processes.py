"""Work in several processes, whose results come in the order of the work."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from cardtools.ground.errors import CardtoolsError

P = TypeVar("P")
R = TypeVar("R")


def in_order(make: Callable[[P], R], parts: Iterable[P], jobs: int) -> Iterator[R]:
    """What `make` gives for each part, in order; with several jobs in as many processes.

    `make` is sent to each process once. Raises CardtoolsError where one of them is ended from outside.
    """
    if jobs == 1:
        yield from map(make, parts)
        return
    import multiprocessing
    from collections import deque
    from concurrent.futures import Future, ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    spawn = multiprocessing.get_context("spawn")  # the same on every system
    with ProcessPoolExecutor(jobs, spawn, initializer=_receive, initargs=(make,)) as pool:
        running: deque[Future[R]] = deque()
        try:
            for part in parts:
                running.append(pool.submit(_make, part))
                if len(running) > 2 * jobs:  # no more than these wait to be written
                    yield running.popleft().result()
            while running:
                yield running.popleft().result()
        except BrokenProcessPool:
            raise CardtoolsError("one of the --jobs processes was ended from outside") from None
        finally:
            pool.shutdown(cancel_futures=True)


# What this process makes; set once when it starts, since it is far larger than a part.
_received: list[Callable[[Any], Any]] = []


def _receive(make: Callable[[Any], Any]) -> None:
    import threading

    _received[:] = [make]
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End this process once the one that started it has: one that was killed cannot say so."""
    import multiprocessing
    import os

    if parent := multiprocessing.parent_process():
        parent.join()
        os._exit(1)


def _make(part: Any) -> Any:
    return _received[0](part)
