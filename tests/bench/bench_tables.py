"""Reading tables: CPU seconds of a CSV, of the same sheet in an xlsx, and of the same rows in several tables.

    python tests/bench/bench_tables.py                       1,000 rows of 14 columns
    python tests/bench/bench_tables.py --rows 10000

The median of seven readings each, taken by turns in one process, without the start of Python.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1].resolve()))

from workbook_files import xlsx, xlsx_rows

from cardtools.cards.table import read_tables
from cardtools.rulesets import load_ruleset

TIMES = 7
HEADER = [
    "NAME",
    "TYPE",
    "LEVEL",
    "COST",
    "ATTACK",
    "DEFENSE",
    "TEXT",
    "IMAGE",
    "SERIAL",
    "ARTIST",
    "A",
    "B",
    "C",
    "D",
]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--rows", type=int, default=1000)
    count = parser.parse_args().rows
    rows = [
        [f"Card {n}", ("Fire", "Water")[n % 2], n % 5 + 1, n % 9, n % 40 * 50, n % 30 * 50,
         f"Draw {n % 7} cards, then discard {n % 3}.", f"{n}.png", f"S{n:06}", "Ann", n, n % 2, "x", ""]
        for n in range(count)
    ]  # fmt: skip
    rules = load_ruleset("", Path())
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        lines = [";".join(map(str, row)) for row in [HEADER, *rows]]
        whole, book = folder / "cards.csv", folder / "cards.xlsx"
        whole.write_text("\n".join(lines))
        book.write_bytes(xlsx({"Cards": xlsx_rows([HEADER, *rows])}))
        parts = [folder / f"{number}.csv" for number in range(10)]
        for number, part in enumerate(parts):
            part.write_text("\n".join([lines[0], *lines[1 + number :: 10]]))
        ways: dict[str, Callable[[], object]] = {
            "one CSV": lambda: read_tables([whole], rules),
            "one xlsx": lambda: read_tables([book], rules),
            "ten CSVs": lambda: read_tables(parts, rules),
        }
        taken: dict[str, list[float]] = {way: [] for way in ways}
        for _ in range(TIMES):
            for way, read in ways.items():
                start = time.process_time()
                read()
                taken[way].append(time.process_time() - start)
    for way, seconds in taken.items():
        print(f"{count:,} rows, {way}: {statistics.median(seconds):.3f} s")


if __name__ == "__main__":
    main()
