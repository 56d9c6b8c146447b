"""The print runs of a game as tables: what a plan prints, and the copies in its ledger."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from cardtools.printrun.labels import label_numbers
from cardtools.printrun.ledger import Ledger
from cardtools.printrun.manifest import COLUMNS, row
from cardtools.project.project import Project
from cardtools.steps.runs.planned_run import PlannedRun, open_run

if TYPE_CHECKING:
    import pandas


class PrintRun:
    """A print run: its plan, `runs/NAME.toml`, and the ledger that `cardtools run deal` makes beside it."""

    def __init__(self, path: Path, project: Project) -> None:
        self.path = path
        self._planned = PlannedRun(path, project)

    @property
    def designs(self) -> list[str]:
        """The names of the cards that are printed, in the order of the table. Raises InputError."""
        return [name for name, _ in self._planned.designs]

    @property
    def is_dealt(self) -> bool:
        """Whether there is a ledger."""
        return self._planned.ledger.is_file()

    def to_pandas(self) -> pandas.DataFrame:
        """Every copy of the ledger by number, a row a copy, as in a manifest. Raises InputError."""
        import pandas

        with open_run(self.path) as ledger:
            packs = pack_places(ledger)
            rows = [row(copy, packs) for copy in ledger.copies("number", None, voided=True)]
        return pandas.DataFrame(rows, columns=list(COLUMNS))

    def __repr__(self) -> str:
        return f"<print run {self.path.stem}{'' if self.is_dealt else ', not dealt yet'}>"


def pack_places(ledger: Ledger, wave: int | None = None) -> dict[int, tuple[int, str]]:
    """The label and the insert of each pack of a ledger, or of a wave, by its number."""
    inserts = {pack.number: pack.insert for pack in ledger.packs(wave)}
    labels = label_numbers(ledger.opening, "pack", list(inserts))
    return dict(zip(inserts, zip(labels, inserts.values(), strict=True), strict=True))
