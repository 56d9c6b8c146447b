"""The checks of the long table in plain pandas: `python rows_pandas.py ROWS OUT`."""

from __future__ import annotations

import sys

import numpy as np
import pandas as pd
from rows_plain import TYPES


def main() -> None:
    table = pd.read_csv(sys.argv[1], sep=";", dtype=str, keep_default_na=False)
    found = [("CRD001", table["NAME"] == ""), ("CRD006", table.duplicated("NAME") & (table["NAME"] != ""))]
    found.append(("CRD004", ~table["TYPE"].isin(TYPES)))
    numbers = {}
    for column, low, high in (("LEVEL", 1, 5), ("ATTACK", 0, 2500), ("DEFENSE", 0, 2500)):
        texts = table[column]
        values = pd.to_numeric(texts.where(texts.str.fullmatch("0|-?[1-9][0-9]*")), errors="coerce")
        found.append(("CRD001", texts == ""))
        found.append(("CRD002", values.isna() & (texts != "")))
        found.append(("CRD003", values.notna() & ~values.between(low, high)))
        numbers[column] = values.where(values.between(low, high))
    total = numbers["ATTACK"] + numbers["DEFENSE"]
    found.append(("ROW101", total.notna() & numbers["LEVEL"].notna() & (total != 500 * numbers["LEVEL"])))
    with open(sys.argv[2], "w") as file:
        for code, mask in found:
            file.writelines(f"{row + 2};{code}\n" for row in np.flatnonzero(mask))


if __name__ == "__main__":
    main()
