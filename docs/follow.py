"""Follow a page of the documentation as a reader would: write the files it shows, run its commands.

A fenced block with a caption is a file, or a part of one:

    `game.toml`, the whole file:             the file has this content
    `game.toml`, at the end:                 the block is added
    `game.toml`, with these tables changed:  each table of the block replaces the one with its header
    `game.toml`, with mistakes:              the whole file, which a command then refuses
    `game.toml`, as it is now:               the file has this content already
    `game.toml`, for example:                as at the end, but only to see whether the file loads then

A block `console` has commands behind `$ ` and what they print, a block `python` is a program that goes on
where the one before it ended, and the block `text` right behind it what that prints. A line `...` stands for
any lines.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

from cardtools.cards.crops import read_crops
from cardtools.cli import main
from cardtools.effects.tagrules import read_rules
from cardtools.ground.errors import InputError
from cardtools.ground.toml.tomlfile import load as load_toml
from cardtools.ground.toml.tomlfile import read_toml
from cardtools.print.sheets.definition import load_sheet
from cardtools.programs.programs_file import ProgramFile
from cardtools.project.project import find_project
from cardtools.render.face.load import load_face
from cardtools.render.placeholder_art import ArtSubject, paint
from cardtools.rulesets import load_ruleset
from cardtools.steps.runs.planned_run import PlannedRun

_PART = re.compile(
    r"^(?:(?P<caption>[^\n]*)\n\n)?```(?P<language>\w+)\n(?P<body>.*?)^```$|^!\[[^\]]*\]\((?P<picture>[^)]+)\)",
    re.DOTALL | re.MULTILINE,
)
_CAPTION = re.compile(
    r"`([^`]+)`, (the whole file|at the end|with these tables changed|with mistakes|for example):"
)
_HEADER = re.compile(r"^\[.*$", re.MULTILINE)


class PageError(AssertionError):
    """The page says something that isn't so."""


@dataclass(frozen=True)
class Part:
    """A part of a page that something follows from: a file, commands or a picture."""

    line: int
    language: str
    body: str
    caption: str
    picture: str


def pages() -> list[Path]:
    """The pages that can be followed: each begins a project, perhaps from files that it shows before."""
    docs = Path(__file__).parent
    found = []
    for page in (docs / "tutorial.md", *sorted((docs / "guides").glob("*.md"))):
        blocks = (part for part in parts(page.read_text(encoding="utf-8")) if not part.picture)
        first = next((part for part in blocks if not part.caption.endswith("the whole file:")), None)
        if first and first.body.startswith("$ cardtools init"):
            found.append(page)
    return found


def parts(page: str) -> Iterator[Part]:
    """The parts of a page, in order."""
    for match in _PART.finditer(page):
        start = max(match.start("language"), match.start("picture"))
        yield Part(page.count("\n", 0, start) + 1, **match.groupdict(default=""))


def follow(page: Path, folder: Path, correct: bool = False) -> Iterator[tuple[str, Path]]:
    """Do everything the page says, beginning in the folder; yield its pictures as it comes to them, each with
    the folder that the reader is then in.

    If a command prints something else than the page shows, the page is corrected, or PageError is raised.
    """
    here, text = folder, page.read_text(encoding="utf-8")
    names: dict[str, object] = {}
    printed = ""
    for part in parts(text):
        try:
            if part.picture:
                yield part.picture, here
            elif part.language == "console":
                here, real = run_commands(part.body, here, correct)
                text = text.replace(f"```console\n{part.body}```", f"```console\n{real}```", 1)
            elif part.language == "python" and not _CAPTION.fullmatch(part.caption):
                printed = run_python(part.body, here, names)
            elif part.language == "text" and not part.caption:
                real = compared("the program", part.body, printed, correct)
                text = text.replace(f"```text\n{part.body}```", f"```text\n{real}```", 1)
            elif part.caption.endswith("as it is now:"):
                name = part.caption.split("`")[1]
                real = compared(name, part.body, (here / name).read_text(encoding="utf-8"), correct)
                text = text.replace(
                    f"{part.caption}\n\n```text\n{part.body}```", f"{part.caption}\n\n```text\n{real}```"
                )
            else:
                write_file(part, here)
        except (PageError, InputError) as error:
            raise PageError(f"{page.name}:{part.line}: {error}") from None
    if correct:
        page.write_text(text, encoding="utf-8")


def run_commands(body: str, here: Path, correct: bool) -> tuple[Path, str]:
    """Run the commands and compare what they print; the folder afterwards, and the block as it should be."""
    before, *pieces = re.split(r"^\$ (.*)\n", body, flags=re.MULTILINE)
    if before:
        raise PageError(f"a console block begins with a command, not with {before!r}")
    real = ""
    for command, shown in zip(pieces[::2], pieces[1::2], strict=True):
        program, *arguments = shlex.split(command, comments=True)
        if program == "cd":
            here = here / arguments[0]
            printed = ""
        elif program == "cp":
            copy(arguments[0], here / arguments[1])
            printed = ""
        elif program == "cardtools":
            printed = run_cardtools(arguments, here)
        else:
            raise PageError(f"no such program: {command}")
        real += f"$ {command}\n{compared(command, shown, printed, correct)}"
    return here, real


def compared(what: str, shown: str, real: str, correct: bool) -> str:
    """What the page should show of a text: what it shows, if that is right."""
    if re.fullmatch(_pattern(shown), _timeless(real)):
        return shown
    if not correct:
        raise PageError(f"{what}: this is\n{real}\nbut the page shows\n{shown}")
    return real


def run_cardtools(arguments: list[str], here: Path) -> str:
    """Everything that a command prints."""
    printed = io.StringIO()
    if arguments[0] in ("studio", "play"):  # they would go on until Ctrl-C
        arguments = [*arguments, "--no-open", "--port=0"]
    with (
        contextlib.chdir(here),
        contextlib.redirect_stdout(printed),
        contextlib.redirect_stderr(printed),
        contextlib.suppress(SystemExit),
        mock.patch("cardtools.pages.studio.server.Studio.watch", side_effect=KeyboardInterrupt),
        mock.patch("cardtools.commands.serving._wait", side_effect=KeyboardInterrupt),
        mock.patch.dict(os.environ, {"COLUMNS": "100"}),  # wherever the page is followed
    ):
        main(arguments)
    return printed.getvalue()


def run_python(code: str, here: Path, names: dict[str, object]) -> str:
    """What a program prints, which goes on with the names of those before it."""
    printed = io.StringIO()
    with contextlib.chdir(here), contextlib.redirect_stdout(printed):
        exec(code, names)
    return printed.getvalue()


def copy(source: str, target: Path) -> None:
    """Copy a file; a picture of the reader, in ~/Pictures, is painted."""
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.startswith("~/Pictures/"):
        size = (600, 948) if "tall" in source else (948, 600)
        paint(ArtSubject("", "Spell", (target.stem,), 5, "Light"), size).save(target)
    else:
        target.write_bytes((target.parent / source).read_bytes())


def write_file(part: Part, here: Path) -> None:
    """Write the file of a block as its caption says, and load it if it is TOML."""
    caption = _CAPTION.fullmatch(part.caption)
    if caption is None:
        raise PageError(f"a block needs a caption that names its file, not {part.caption!r}")
    path, how = here / caption[1], caption[2]
    old = path.read_text(encoding="utf-8") if path.exists() else ""
    if how in ("the whole file", "with mistakes"):
        new = part.body
    elif how == "with these tables changed":
        new = changed(old, part.body, caption[1])
    else:
        new = old + ("\n" if path.suffix == ".toml" else "") + part.body
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(new, encoding="utf-8")
    if path.suffix == ".toml" and how != "with mistakes":
        load(path, here)
    if how == "for example":
        path.write_text(old, encoding="utf-8")


def changed(old: str, body: str, name: str) -> str:
    """The text of a TOML file with the tables of the block in the place of those with the same headers.

    A new table comes after the one that is above it in the block.
    """
    place, seen = -1, set()
    for table in re.split(r"(?=^\[)", body, flags=re.MULTILINE)[1:]:
        header = table.partition("\n")[0].partition("#")[0].strip()
        same = re.compile(rf"^{re.escape(header)}.*?(?=^\[|^# |\Z)", re.DOTALL | re.MULTILINE)
        found = same.search(old)
        if found and header not in seen:
            place, old = found.start(), same.sub("", old)
        elif place < 0:
            raise PageError(f"{name} has no table {header}")
        table = table.rstrip() + "\n\n"
        old = old[:place] + table + old[place:]
        place += len(table)
        seen.add(header)
    return old.rstrip() + "\n"


def load(path: Path, here: Path) -> None:
    """Read a TOML file with the loader of its kind; an error in it is raised."""
    text = path.read_text(encoding="utf-8")
    with contextlib.chdir(here):
        if path.name == "cardtools.toml":
            assert find_project(path.parent).file is not None
        elif "sheets" in path.parts:
            load_sheet(path)
        elif path.name == "crops.toml":
            assert read_crops(find_project(path.parent))[0]
        elif "runs" in path.parts:
            assert PlannedRun(path, find_project()).allocations
        elif path.name == "tags.toml":
            read_rules(read_toml(path))
        elif path.name == "programs.toml":
            load_toml(path, ProgramFile)
        elif re.search(r"^\[ruleset\]", text, re.MULTILINE):
            load_ruleset(os.path.relpath(path, here), here)
        else:
            load_face(path)


def _timeless(printed: str) -> str:
    """The text without what is different each time."""
    return re.sub(r"(127\.0\.0\.1):\d+/#[\w-]+", r"\1", re.sub(r"\d+\.\d+ s\b", "0.0 s", printed))


def _pattern(shown: str) -> str:
    """The regular expression of what a page shows."""
    lines = [
        r"(?:.*\n)*?" if line == "..." else re.escape(line) + r"\n" for line in _timeless(shown).splitlines()
    ]
    return "".join(lines)
