"""The limits of what a project can make cardtools read, compute and draw.

A project may come from a stranger, so nothing in it raises a limit. A user raises one for all projects, in
`limits.toml` of the settings folder (`settings_file`): `text_bytes = 100_000_000`.
"""

from __future__ import annotations

import os
import sys
from functools import cache
from pathlib import Path
from typing import NamedTuple

from cardtools.ground.errors import bad_input
from cardtools.ground.spelling import suggest


class Limits(NamedTuple):
    """Each limit and its default; `docs/security.md` has the same table."""

    text_bytes: int = 50_000_000  # of a file that people write, such as templates, phrases or a deck
    text_lines: int = 1_000_000  # of such a file; of all lists of values together
    toml_bytes: int = 2_000_000  # of a project file, ruleset, face, sheet or file of tag rules
    art_bytes: int = 200_000_000  # of a picture
    art_pixels: int = 40_000_000  # of a picture; of all pictures of a font's glyphs
    kept_art_bytes: int = 500_000_000  # of art in the size in which it is drawn, kept in the output folder
    art_header_bytes: int = 10_000_000  # of what a picture has beside its pixels
    font_bytes: int = 40_000_000  # of a font
    profile_bytes: int = 20_000_000  # of an ICC profile
    icon_characters: int = 500_000  # of an icon
    icon_segments: int = 20_000  # of an icon or a glyph in colours: its lines and curves
    picture_pixels: int = 100_000_000  # of a card that is drawn
    table_bytes: int = 400_000_000  # of a card database or a tagged list, which are held in memory
    table_lines: int = 10_000_000  # of such a table
    table_columns: int = 10_000  # of such a table
    card_tables: int = 1_000  # of a card database
    workbook_bytes: int = 50_000_000  # of a workbook
    workbook_xml_bytes: int = 100_000_000  # of what is read of a workbook, unpacked
    workbook_cells: int = 1_000_000  # of a sheet: its rows times its columns
    list_bytes: int = 4_000_000_000  # of an effect list, which is read in parts
    placeholders: int = 5_000  # of a project
    placeholder_depth: int = 50  # of values in values
    effect_characters: int = 10_000  # of an effect, a phrase or a tag pattern
    program_characters: int = 4_000  # of what a template or a value means
    combinations: int = 1_000_000_000  # the largest limit that a project sets for its effects
    tag_patterns: int = 20_000  # of all tag rules together, and as many rules
    line_characters: int = 10_000_000  # of a line of a table or an effect list
    drawing_seconds: int = 60  # that `studio` waits for the next picture
    folder_files: int = 200_000  # files and folders in a folder of art or faces, and below
    git_seconds: int = 10  # that `diff` waits for git
    pull_bytes: int = 50_000_000  # of a table that `pull` fetches
    pull_seconds: int = 30  # after which `pull` gives up
    face_parts: int = 1_500  # elements, paragraphs, styles, fonts, icons and colours of a face
    text_characters: int = 10_000  # of a text that a face makes, and items of a list
    card_steps: int = 50_000  # of a face for a card: loops, filters, methods, letters, shapes
    card_characters: int = 500_000  # of all texts and lists that the strings of a face make for a card
    condition_characters: int = 2_000  # of a condition or a message of a ruleset, and of a face's `when`
    ruleset_bytes: int = 1_000_000  # of a ruleset with all that it extends
    deck_cards: int = 10_000  # of a deck that is drawn or played, copies counted
    run_copies: int = 10_000_000  # of a wave of a print run, of all its designs
    ledger_bytes: int = 4_000_000_000  # of the ledger of a print run
    ledger_text_bytes: int = 4_000  # of a name or a reason in a ledger
    ledger_events: int = 100_000  # of a ledger
    ledger_event_bytes: int = 20_000_000  # of the data of all events of a ledger
    agent_seconds: int = 10  # that a match waits for the answer of a program
    replay_bytes: int = 20_000_000  # of a replay


@cache
def limits() -> Limits:
    """The limits of this run: the defaults, and what the user has raised or lowered.

    Raises InputError when the user's file has an unknown name or a value that is not a positive integer.
    """
    path = settings_file()
    if not os.path.isfile(path):
        return Limits()
    import tomllib

    try:
        values = tomllib.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise bad_input(path.as_posix(), f"cannot be read: {error}") from None
    for name, value in values.items():
        if name not in Limits._fields:
            raise bad_input(path.as_posix(), f"unknown limit {name!r}", suggest(name, list(Limits._fields)))
        if type(value) is not int or not 0 < value < 10**18:
            message = f"{name}: expected a positive whole number of at most 18 digits"
            raise bad_input(path.as_posix(), message)
    return Limits(**values)


def settings_file() -> Path:
    """Where a user raises limits: `~/.config/cardtools/limits.toml` on Linux."""
    return settings_folder() / "limits.toml"


def settings_folder() -> Path:
    """The folder of the user's own settings: `~/.config/cardtools` on Linux.

    It is never relative: in the working folder it would be that of a project, which may come from a stranger.
    Raises InputError where the user has no folder.
    """
    import click

    home = os.path.expanduser("~")
    if not os.path.isabs(home) and sys.platform != "win32":
        import pwd

        home = pwd.getpwuid(os.getuid()).pw_dir
    for folder in (click.get_app_dir("cardtools"), os.path.join(home, ".config", "cardtools")):
        if os.path.isabs(folder):
            return Path(folder)
    raise bad_input("HOME", "is not the path of a folder", "set it to your own folder")


def raise_hint(name: str) -> str:
    """How to raise a limit, as the hint of the error that names it."""
    return f"if you trust the file, write a larger {name} into {settings_file().as_posix()}"
