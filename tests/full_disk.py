"""A full disk, as a program sees it: no file can grow."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

needs_limits = pytest.mark.skipif(os.name == "nt", reason="has no limit to set")


@contextmanager
def full_disk(size: int = 20_000) -> Iterator[None]:
    """No file of this process can be larger than so many bytes."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
