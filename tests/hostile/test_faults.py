"""No kill and no error of the disk leaves half a file, or anything that the next run does not put right."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.end_to_end
@pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot fork")
def test_commands_that_are_disturbed_while_they_write() -> None:
    every = ["all"] if os.environ.get("HYPOTHESIS_PROFILE") == "long" else []
    command = [sys.executable, str(Path(__file__).with_name("faults.py")), *every]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert [line.partition(":")[0] for line in done.stdout.splitlines()] == [
        "build", "export --to mpc --dpi 36", "export --to zip --dpi 36", "validate --fix",
    ]  # fmt: skip
