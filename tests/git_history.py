"""A git repository in the working folder."""

from __future__ import annotations

import shutil
import subprocess

import pytest

needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


def run_git(*arguments: str) -> bytes:
    """What git prints, run as an author who does not sign."""
    author = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org", "-c", "commit.gpgsign=false")
    return subprocess.run(["git", *author, *arguments], check=True, capture_output=True).stdout
