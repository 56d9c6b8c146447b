"""The checks of the long table in polars, all of them lazy in one pass: `python rows_polars.py ROWS OUT`."""

from __future__ import annotations

import sys

import polars as pl
from rows_plain import TYPES


def main() -> None:
    table = pl.read_csv(sys.argv[1], separator=";", infer_schema=False).fill_null("")
    checks = {
        "CRD001 NAME": pl.col("NAME") == "",
        "CRD006": ~pl.col("NAME").is_first_distinct() & (pl.col("NAME") != ""),
        "CRD004": ~pl.col("TYPE").is_in(list(TYPES)),
    }
    numbers = {}
    for column, low, high in (("LEVEL", 1, 5), ("ATTACK", 0, 2500), ("DEFENSE", 0, 2500)):
        text = pl.col(column)
        value = pl.when(text.str.contains(r"^(?:0|-?[1-9][0-9]*)$")).then(text).cast(pl.Int64, strict=False)
        inside = value.is_between(low, high)
        checks |= {
            f"CRD001 {column}": text == "",
            f"CRD002 {column}": value.is_null() & (text != ""),
            f"CRD003 {column}": ~inside,
        }
        numbers[column] = pl.when(inside).then(value)
    total = numbers["ATTACK"] + numbers["DEFENSE"]
    checks["ROW101"] = total != 500 * numbers["LEVEL"]
    found = table.lazy().select(mask.fill_null(False).alias(name) for name, mask in checks.items()).collect()
    with open(sys.argv[2], "w") as file:
        for mask in found:
            code = mask.name.split()[0]
            file.writelines(f"{row + 2};{code}\n" for row in mask.arg_true())


if __name__ == "__main__":
    main()
