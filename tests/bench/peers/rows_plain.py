"""The oracle of the long table: csv.DictReader and if statements. `python rows_plain.py ROWS OUT`."""

from __future__ import annotations

import csv
import re
import sys
from collections.abc import Iterator

TYPES = ("Earth", "Water", "Fire", "Air", "Electric", "Light", "Nature", "Dark")


def findings(path: str) -> Iterator[tuple[int, str]]:
    """Line and code of everything that is wrong."""
    names: set[str] = set()
    with open(path, encoding="utf-8", newline="") as file:
        for line, row in enumerate(csv.DictReader(file, delimiter=";"), 2):
            if not row["NAME"]:
                yield line, "CRD001"
            elif row["NAME"] in names:
                yield line, "CRD006"
            names.add(row["NAME"])
            if row["TYPE"] not in TYPES:
                yield line, "CRD004"
            numbers = {}
            for column, low, high in (("LEVEL", 1, 5), ("ATTACK", 0, 2500), ("DEFENSE", 0, 2500)):
                if not row[column]:
                    yield line, "CRD001"
                elif not re.fullmatch("0|-?[1-9][0-9]*", row[column]):
                    yield line, "CRD002"
                elif not low <= int(row[column]) <= high:
                    yield line, "CRD003"
                else:
                    numbers[column] = int(row[column])
            if len(numbers) == 3 and numbers["ATTACK"] + numbers["DEFENSE"] != 500 * numbers["LEVEL"]:
                yield line, "ROW101"


def main() -> None:
    with open(sys.argv[2], "w") as file:
        file.writelines(f"{line};{code}\n" for line, code in findings(sys.argv[1]))


if __name__ == "__main__":
    main()
