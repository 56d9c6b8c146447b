"""A new project in a folder, from what somebody has chosen to start with."""

from __future__ import annotations

from pathlib import Path

from cardtools.ground.frozen_record import Record
from cardtools.ground.io.files import remove
from cardtools.init.guess.project import GuessedProject, guess_project
from cardtools.project.starter import make_project, ready_table, set_texts


class ProjectStart(Record):
    """What a project starts from: nothing (`blank`), one of the `games`, tables of cards, a ready `face` with
    cards to try it, or else the sample game. `header` is the row of the headings of the tables (0: it is
    found), `roles` are headings by what their columns are: name, picture or copies ("": no column is).

    Args:
        editable: Workbooks become CSV tables, which can be edited in the studio.
        place: Tables in this folder, where the project will be, stay where they are, with their pictures.
    """

    blank: bool = False
    game: str = ""
    tables: tuple[Path, ...] = ()
    face: str = ""
    size: str = ""
    header: int = 0
    roles: tuple[tuple[str, str], ...] = ()
    editable: bool = False
    place: Path | None = None
    name: str | None = None
    copyright: str | None = None


def new_project(folder: Path, start: ProjectStart) -> GuessedProject | None:
    """Make a project in a folder, as `make_project`; returns what was guessed of its tables. Raises
    InputError when a table cannot be read, or has no card.
    """
    tables = start.tables or ((ready_table(start.face),) if start.face else ())
    guessed = None
    if tables:
        roles, place = dict(start.roles), start.place
        guessed = guess_project(tables, start.size, start.header, start.face, roles, start.editable, place)
    files = guessed.files if guessed else None
    blank = start.blank or bool(tables)
    make_project(folder, blank, start.game, start.name, start.copyright, files, start.size)
    names = list(guessed.tables) if guessed else []
    if names not in ([], ["cards/cards.csv"]):
        ending = Path(names[0]).suffix
        is_pattern = len(names) > 1 and ending in (".csv", ".md") and all(n.endswith(ending) for n in names)
        database = f"cards/*{ending}" if is_pattern else names[0] if len(names) == 1 else names
        set_texts(folder / "cardtools.toml", {"database": database})
        if "cards/cards.csv" not in names:
            remove(folder / "cards/cards.csv")
    if guessed and guessed.beside:
        set_texts(folder / "cardtools.toml", {"art": ["cards/art", "."]})
    if start.header and guessed and any(table.data for _, table in guessed.tables.values()):
        set_texts(folder / "cardtools.toml", {}, f"\n[tables]\nheader = {start.header}\n")
    return guessed
