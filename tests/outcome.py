"""What a command did, for tests that run the command line."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Outcome:
    """Exit code, standard output, standard error."""

    code: int
    out: str
    err: str
