"""The checks of the long table in pydantic, row by row: `python rows_pydantic.py ROWS OUT`."""

from __future__ import annotations

import csv
import sys
from typing import Annotated, Literal

from pydantic import BaseModel, Field, ValidationError, model_validator

Stat = Annotated[int, Field(ge=0, le=2500)]
CODES = {
    "literal_error": "CRD004", "int_parsing": "CRD002", "greater_than_equal": "CRD003",
    "less_than_equal": "CRD003", "string_too_short": "CRD001", "value_error": "ROW101",
}  # fmt: skip


class Card(BaseModel):
    NAME: Annotated[str, Field(min_length=1)]
    TYPE: Literal["Earth", "Water", "Fire", "Air", "Electric", "Light", "Nature", "Dark"]
    LEVEL: Annotated[int, Field(ge=1, le=5)]
    ATTACK: Stat
    DEFENSE: Stat

    @model_validator(mode="after")
    def total(self) -> Card:
        """The stats add up to the total of the level."""
        if self.ATTACK + self.DEFENSE != 500 * self.LEVEL:
            raise ValueError("total")
        return self


def main() -> None:
    names: set[str] = set()
    with open(sys.argv[1], encoding="utf-8", newline="") as file, open(sys.argv[2], "w") as out:
        for line, row in enumerate(csv.DictReader(file, delimiter=";"), 2):
            if row["NAME"] in names and row["NAME"]:
                out.write(f"{line};CRD006\n")
            names.add(row["NAME"])
            try:
                Card.model_validate(row)
            except ValidationError as error:
                for problem in error.errors():
                    empty = problem["input"] == ""
                    missing = empty and problem["type"] != "literal_error"
                    out.write(f"{line};{'CRD001' if missing else CODES[problem['type']]}\n")


if __name__ == "__main__":
    main()
