"""The ttcg checks of a card table in pandera: `python ttcg_pandera.py CARDS OUT` writes `line;code` lines.

The cells have checks of their own; what several cells say together is one check of the frame for each code,
computed as the plain program does it.
"""

from __future__ import annotations

import sys

import numpy as np
import pandas as pd
import pandera.pandas as pa
from ttcg_pandas import NUMBER, STYLES, TYPES, UNDOCUMENTED, check, read

NUMBERS = {"LEVEL": (1, 5, "TTC104"), "RARITY": (0, 6, "TTR101")}
CELLS = {"CRD002", "CRD017", "TTC101", "TTC104", "TTR101", "CRD020", "TTC106", "SER003", "CSV012"}


def between(low: int, high: int, code: str) -> pa.Check:
    """Whether the cell, where it is a number, is in the range."""
    return pa.Check(lambda texts: ~(pd.to_numeric(texts, errors="coerce") < low)
                    & ~(pd.to_numeric(texts, errors="coerce") > high), error=code)  # fmt: skip


def transparent(texts: pd.Series) -> pd.Series:
    """Whether the cell, where it is a number, is one of five."""
    values = pd.to_numeric(texts, errors="coerce")
    return values.isna() | values.isin([30, 50, 60, 75, 100])


def schema(found: dict[str, np.ndarray]) -> pa.DataFrameSchema:
    """The schema; `found` gives the answers of the checks that read several cells."""
    padded = pa.Check(lambda texts: texts == texts.str.strip(), error="CSV012")
    number = pa.Check.str_matches(rf"^(?:\s*{NUMBER}\s*)?$", error="CRD002")
    columns = {name: pa.Column(str, [padded]) for name in ("NAME", "SUBTYPES", "EFFECT1", "EFFECT2", "IMAGE")}
    for name in ("LEVEL", "RARITY", "ATTACK", "DEFENSE", "BASE_ATTACK", "BASE_DEFENSE", "TRANSPARENCY"):
        columns[name] = pa.Column(str, [number, padded])
    for name, limits in NUMBERS.items():
        columns[name].checks.append(between(*limits))
    columns["TRANSPARENCY"].checks.append(pa.Check(transparent, error="CRD020"))
    columns["TYPE"] = pa.Column(str, [pa.Check.isin([*TYPES, ""], error="TTC101"), padded])
    for name in ("EFFECT1_STYLE", "EFFECT2_STYLE"):
        known = pa.Check(
            lambda texts: texts.str.strip().str.lower().isin(STYLES + UNDOCUMENTED), error="TTC106"
        )
        columns[name] = pa.Column(str, [known, padded])
    columns["SERIAL"] = pa.Column(
        str, [pa.Check.str_matches("^(?:[0-9A-Za-z]{14})?$", error="SER003"), padded]
    )
    frame = [
        pa.Check(lambda table, code=code: pd.Series(~found[code], index=table.index), error=code)
        for code in found
        if code not in CELLS
    ]
    return pa.DataFrameSchema(columns, checks=frame)


def main() -> None:
    table = read(sys.argv[1])
    lines = set()
    try:
        schema(check(table)).validate(table, lazy=True)
    except pa.errors.SchemaErrors as error:
        cases = error.failure_cases
        lines = {(int(row) + 2, str(code)) for row, code in zip(cases["index"], cases["check"], strict=True)}
    with open(sys.argv[2], "w") as file:
        file.writelines(f"{line};{code}\n" for line, code in sorted(lines))


if __name__ == "__main__":
    main()
