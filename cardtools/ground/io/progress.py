"""What a command tells the program that runs it: how far it is, and which files it has made."""

from __future__ import annotations

import os
import sys

PROGRESS = "CARDTOOLS_PROGRESS"  # set in the environment by such a program
PROGRESS_MARK = "\x1e"  # begins each line: a number from 0 to 1, and what is done; or MADE, and a path
MADE = "made"


def tell(word: str, text: str) -> None:
    """Print such a line, if a program waits for it."""
    if os.environ.get(PROGRESS):
        sys.stderr.write(f"{PROGRESS_MARK}{word} {text}\n")
        sys.stderr.flush()
