"""Work in a process of its own, which is ended when it takes too long, and when it has nothing to do."""

from __future__ import annotations

import multiprocessing
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from typing import Any

from cardtools.ground.errors import bad_input
from cardtools.ground.limits import limits, raise_hint

Answerer = Callable[[Any], Any]


class Worker:
    """A process that answers one request at a time. It starts when it is asked, and ends after `rest` seconds
    without a request, which gives its memory back.

    There, `make_answer` is called with `arguments`; it returns the function that answers a request.
    """

    def __init__(self, make_answer: Callable[..., Answerer], *arguments: object, rest: float) -> None:
        self._task = (make_answer, arguments, rest)
        self._asking = threading.Condition()
        self._busy, self._urgent = False, 0
        self._process: Any = None

    def ask(self, request: object, where: str, urgent: bool = False) -> Any:
        """The answer to a request. What is `urgent` comes before what waits. Raises InputError about `where`
        when the work takes too long, fails, or its process dies.
        """
        with self._turn(urgent):
            while True:
                try:
                    self._start()
                    self._connection.send(request)
                    return self._receive(where)
                except (EOFError, OSError):
                    self._process.join()
                    if self._process.exitcode:
                        message = f"drawing ended unexpectedly, with exit code {self._process.exitcode}"
                        raise bad_input(where, message) from None
                    # It had just gone to rest.

    @contextmanager
    def _turn(self, urgent: bool) -> Iterator[None]:
        with self._asking:
            self._urgent += urgent
            self._asking.wait_for(lambda: not self._busy and (urgent or not self._urgent))
            self._busy = True
            self._urgent -= urgent
        try:
            yield
        finally:
            with self._asking:
                self._busy = False
                self._asking.notify_all()

    def _start(self) -> None:
        if self._process and self._process.is_alive():
            return
        # Not forked: the threads of the server may hold locks.
        spawn = multiprocessing.get_context("spawn")
        self._connection, theirs = spawn.Pipe()
        self._process = spawn.Process(target=_serve, args=(theirs, *self._task), daemon=True)
        self._process.start()
        theirs.close()

    def _receive(self, where: str) -> Any:
        seconds = limits().drawing_seconds
        if self._connection.poll(seconds):
            is_done, value = self._connection.recv()
            if is_done:
                return value
            raise bad_input(where, f"unexpected error: {value}")
        self._process.kill()
        self._process.join()
        message = f"drawing was stopped: it showed nothing for {seconds} seconds"
        raise bad_input(where, message, raise_hint("drawing_seconds"))


def _serve(
    connection: Connection, make_answer: Callable[..., Answerer], arguments: tuple[object, ...], rest: float
) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that asks
    answer = make_answer(*arguments)
    while connection.poll(rest):
        try:
            request = connection.recv()
        except EOFError:  # nobody is left to ask
            return
        try:
            connection.send((True, answer(request)))
        except Exception as error:
            connection.send((False, f"{type(error).__name__}: {error}".partition("\n")[0]))
