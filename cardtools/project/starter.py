"""The projects that `cardtools init` copies: the sample game, the other games, and one that knows no game.

In an installed package the games are next to this file, where the wheel puts them; in a checkout the checkout
itself is the sample game.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath

from cardtools.ground.card_sizes import SIZES
from cardtools.ground.errors import CardtoolsError, OutputError
from cardtools.ground.io.files import make_folder, remove_folder, shown, user_path, write_stream
from cardtools.ground.toml.toml_values import toml_key, toml_value

# The files of a project that people write; `pyproject.toml` puts the same ones into the wheel.
ENTRIES = (
    "cardtools.toml",
    "placeholders",
    "effects/all_effect_templates.txt",
    "effects/tags.toml",
    "effects/programs.toml",
    "templates",
    "cards",
    "runs/first-light.toml",
)
EXAMPLES = "examples"  # a project for each of the other games; they share the sample game's fonts and sheets
FONTS = ("AlegreyaSans-Regular.ttf", "AlegreyaSans-Bold.ttf", "AlegreyaSans-OFL.txt")  # of the blank project
IGNORED = "output/\n.venv/\n"
_SMALLER = {"14": "11", "9": "7", "11": "8.5", "7": "6"}  # font sizes
_LEFT_OUT = ("output", "all_effects.txt")  # of a game
_SHARED = re.compile(r"(?:\.\./)+(?:templates/)?((?:fonts|sheets)/[\w.-]+)")


def starter_folder() -> Path:
    """The folder that contains `ENTRIES` and `EXAMPLES`."""
    installed = Path(__file__).parents[1] / "starter"
    return installed if installed.is_dir() else Path(__file__).parents[2]


def games() -> list[str]:
    """The names of the other games, in alphabetical order."""
    return sorted(path.parent.name for path in starter_folder().glob(f"{EXAMPLES}/*/cardtools.toml"))


def describe_games() -> dict[str, str]:
    """What each of `games` is, by its name: the first line of its project file."""
    folder = starter_folder() / EXAMPLES
    return {game: _first_line(folder / game / "cardtools.toml") for game in games()}


def _first_line(path: Path) -> str:
    return path.read_text("utf-8").partition("\n")[0].lstrip("# ")


def title(folder: Path) -> str:
    """The name of a project in a folder: `my-game` is "My game"."""
    words = re.sub(r"[-_.\s]+", " ", folder.absolute().name).strip()
    return words[:1].upper() + words[1:] or "My game"


def blank_file(name: str) -> str:
    """A file of the blank project."""
    return (Path(__file__).parent / "blank" / name).read_text(encoding="utf-8")


def ready_faces() -> dict[str, str]:
    """What each of the ready faces is, by its name: the first line of its file."""
    found = sorted((Path(__file__).parent / "faces").glob("*.toml"))
    return {path.stem: _first_line(path) for path in found}


def ready_table(name: str) -> Path:
    """A table of cards for a ready face."""
    return Path(__file__).parent / f"faces/{name}.csv"


def ready_face(name: str, kinds: Sequence[str]) -> dict[str, str | bytes | Path]:
    """The files of a ready face by path, its colours and icons for these words of the column TYPE."""
    folder = Path(__file__).parent / "faces"
    text = (folder / f"{name}.toml").read_text("utf-8")
    # Words are written into templates: those with quotes and braces get the colours of other cards.
    known = [word for word in kinds if re.fullmatch(r"[\w .,&+-]+", word)]
    for number, word in enumerate(known[:6], 1):
        text = re.sub(rf"(?m)^(\[palettes\.)?{number}\b(?=\]| =)", rf"\g<1>{toml_key(word)}", text)
    text = text.replace("KINDS", str(known[:6]))
    found: dict[str, str | bytes | Path] = {"templates/card.toml": text}
    for file in re.findall(r"(?:fonts|icons)/[\w-]+\.\w+", text):
        is_font = file.startswith("fonts")
        for one in (file, f"{file.partition('-')[0]}-OFL.txt") if is_font else (file,):
            found[f"templates/{one}"] = (starter_folder() / "templates" if is_font else folder) / one
    return found


def make_project(
    target: Path,
    blank: bool = False,
    game: str = "",
    name: str | None = None,
    copyright_: str | None = None,
    files: Mapping[str, str | bytes | Path] | None = None,
    size: str = "",
) -> None:
    """Copy the sample game (or one of `games`, or, `blank`, a start without a game) into the folder `target`.

    A game keeps its own name and copyright unless others are given; a blank project has its folder's name.
    `files`, by path (a Path is copied), are added to it, and take the place of its own. `size` is the named
    size of its cards. Raises CardtoolsError if the folder contains more than hidden files, OutputError if it
    cannot be written.
    """
    target = user_path(target)
    empty = os.path.isdir(target) and all(entry.name.startswith(".") for entry in target.iterdir())
    if os.path.lexists(target) and not empty:
        raise CardtoolsError(f"{shown(target)}: not empty\n  help: choose a new folder")
    is_new = not os.path.exists(target)
    make_folder(target)
    try:
        if blank:
            _copy_blank(target, {**(_of_size(size) if size else {}), **(files or {})})
            name = title(target) if name is None else name
        elif game:
            _copy_game(starter_folder() / EXAMPLES / game, target)
        else:
            for entry in ENTRIES:
                _copy(starter_folder() / entry, target / entry)
        set_texts(target / "cardtools.toml", {"name": name, "copyright": copyright_})
        if blank and name is not None:
            own = re.sub(r"[^a-z0-9]+", "", name.lower()) or "mygame"
            set_texts(target / "game.toml", {"name": name, "id": own})
        if not os.path.lexists(ignored := target / ".gitignore"):
            _write(ignored, IGNORED)
    except OutputError:
        if is_new:  # else the next attempt would find the folder not empty
            remove_folder(target)
        raise


def set_texts(path: Path, values: Mapping[str, str | Sequence[str] | None], more: str = "") -> None:
    """Set texts, or lists of texts, that a TOML file has (None: as it is); `more` is added at its end."""
    text = path.read_text(encoding="utf-8") + more
    for key, value in values.items():
        if value is not None:
            line = f"{key} = {toml_value(value)}"
            text = re.sub(rf'(?m)^{key} = ("[^"]*"|\[.*?\])', lambda _, line=line: line, text, count=1)  # type: ignore[misc]
    _write(path, text)


def _of_size(name: str) -> dict[str, str]:
    """The files of the blank project that differ for cards of a named size."""
    sheet = '[sheet]\nsheet = "templates/sheets/fit.toml"\n'
    project = blank_file("cardtools.toml").replace("[sheet]\n", sheet)
    if SIZES[name].shape == "hexagon":
        return {"cardtools.toml": project, "templates/card.toml": blank_file("../blank_hexagon.toml")}
    art = round(0.64 * (SIZES[name].height - 32.5), 1)
    face = blank_file("templates/card.toml").replace("height = 36\n", f"height = {art:g}\n")
    face = face.replace("top = 58.5\n", f"top = {art + 22.5:g}\n")
    width, height, *_ = SIZES[name]
    about = f"{width:g} x {height:g} mm; any other size: width and height"
    face = re.sub(r"(?m)^width = .*\nheight = .*$", f'size = "{name}"  # {about}', face, count=1)
    face = small_texts(re.sub(r"(?m)^corner = .*\n", "", face), name)
    return {"cardtools.toml": project, "templates/card.toml": face}


def small_texts(face: str, name: str) -> str:
    """A face whose texts are smaller where cards of the named size are small."""
    if SIZES[name].width >= 50:
        return face
    return re.sub(
        r"\b(size|minimum) = (14|9|11|7)\b(?!\.)", lambda one: f"{one[1]} = {_SMALLER[one[2]]}", face
    )


def _copy_blank(target: Path, files: Mapping[str, str | bytes | Path]) -> None:
    """Copy the blank project, with the fonts of its face, their licence, and the sheets of all games."""
    shared, own = starter_folder() / "templates", target / "templates"
    _copy(Path(__file__).parent / "blank", target)
    _copy(shared / "sheets", own / "sheets")
    for font in FONTS:
        _copy(shared / "fonts" / font, own / "fonts" / font)
    make_folder(target / "cards/art")
    for name, content in files.items():
        if isinstance(content, Path):
            _copy(content, target / name)
        else:
            make_folder((target / name).parent)
            _write(target / name, content)


def _copy_game(source: Path, target: Path) -> None:
    """Copy a game with the sheets and fonts it shares, and point its files to the copies."""
    shared, own = starter_folder() / "templates", target / "templates"
    _copy(source, target, _LEFT_OUT)
    _copy(shared / "sheets", own / "sheets")
    for path in sorted(target.rglob("*.toml")):
        way = PurePosixPath(Path(os.path.relpath(own, path.parent)).as_posix())
        text = path.read_text(encoding="utf-8")
        for font in _SHARED.findall(text):
            for name in (font, f"{font.partition('-')[0]}-OFL.txt") if font.startswith("fonts/") else ():
                _copy(shared / name, own / name)
        new = _SHARED.sub(lambda found, way=way: str(way / found[1]), text)  # type: ignore[misc]
        _write(path, new)


def _copy(source: Path, target: Path, left_out: tuple[str, ...] = ()) -> None:
    """Copy a file, or a folder with all below it but names that are `left_out`."""
    if source.is_dir():
        make_folder(target)
        for path in source.iterdir():
            if path.name not in left_out:
                _copy(path, target / path.name, left_out)
    else:
        make_folder(target.parent)
        _write(target, source.read_bytes())


def _write(path: Path, content: str | bytes) -> None:
    write_stream(path, [content], flushed=False)
