"""Which part of each picture the cards show, as chosen in `cardtools studio`: the file of crops."""

from __future__ import annotations

import os
import posixpath
from collections.abc import Mapping
from typing import Any

from cardtools.ground.catalogue import Check
from cardtools.ground.frozen_record import Record, field
from cardtools.ground.toml.toml_values import toml_text
from cardtools.ground.toml.tomlfile import TomlFile, load
from cardtools.project.project import Project

STRAY_CROP = Check.of("""IMG013 stray-crop warning: a crop belongs to no picture
    why: A crop is kept by the name of its picture. If the picture has been renamed, it shows another part.
    bad: a crop of ox.jpg after the picture was renamed to ox-2.jpg
    good: [crops."ox-2.jpg"]
    fix: give the crop the new name of the picture, or take it out of the file""")
MOST_ZOOM = 10.0
_HEAD = """\
# Which part of each picture the cards show. `cardtools studio` writes this file when you choose a crop there;
# what you change here is kept, but no comments.
"""


class Crop(Record):
    """`[crops."PICTURE"]`: the part of a picture that cards show, in place of what their face says. The name
    is the picture's path in the art folders, as the card table has it.

    Keys:
        focus_x: The point that is never cut off, from 0 (left) to 1 (right).
        focus_y: The point that is never cut off, from 0 (top) to 1 (bottom).
        zoom: How much larger than its place needs the picture is drawn, from 1 to 10.

    Example:
        [crops."units/ox.jpg"]
        focus_x = 0.35
        focus_y = 0.1
        zoom = 1.4
    """

    focus_x: float = 0.5
    focus_y: float = 0.5
    zoom: float = 1.0

    def __post_init__(self) -> None:
        for name, low, high in (("focus_x", 0, 1), ("focus_y", 0, 1), ("zoom", 1, MOST_ZOOM)):
            value = getattr(self, name)
            if not low <= value <= high:  # also catches NaN
                raise ValueError(f"{name} = {value:g}, expected {low:g} to {high:g}")


class CropFile(Record):
    """The crops of a project's pictures. `cardtools studio` writes this file.

    Keys:
        crops: The crops, by the path of the picture in the art folders.

    Example:
        [crops."units/ox.jpg"]
        focus_y = 0.1
    """

    crops: dict[str, Crop] = field(default_factory=dict)


def read_crops(project: Project) -> tuple[Mapping[str, Crop], TomlFile | None]:
    """The crops of a project by `crop_key`, and their file, if any. Raises InputError with every problem."""
    path = project.path(project.settings.cards.crops)
    if not os.path.lexists(path):
        return {}, None
    known, file = load(path, CropFile)
    return {crop_key(picture): crop for picture, crop in known.crops.items()}, file


def crop_key(picture: str) -> str:
    """The name by which the crop of a picture is found: its path, however a card writes it."""
    return posixpath.normpath(picture.replace("\\", "/"))


def find_crop(crops: Mapping[str, Crop], picture: str) -> Crop | None:
    """The crop of a picture, if the user chose one."""
    return crops.get(crop_key(picture)) if crops else None


def crops_with(project: Project, picture: str, crop: Crop | None) -> str:
    """The text of the file of crops with another crop of a picture (None: without it). Raises InputError."""
    crops: dict[str, Any] = {**read_crops(project)[0], crop_key(picture): crop}
    parts = [_HEAD]
    for name, one in sorted(crops.items()):
        if one:
            parts.append(f"\n[crops.{toml_text(name)}]\n")
            parts += (f"{key} = {getattr(one, key):.6g}\n" for key in Crop.__dataclass_fields__)
    return "".join(parts)
