"""The pictures of a card: a cell may name several, `ox.jpg | ox-at-night.jpg`, and one of them is used."""

from __future__ import annotations

from collections.abc import Mapping

KINDS = ("jpg", "jpeg", "png", "svg")
PICTURE_ENDINGS = tuple(
    f".{kind}" for kind in (*KINDS, "webp", "gif", "tif", "tiff", "bmp")
)  # that can be drawn
BETWEEN = "|"  # Windows allows no file name with it


def split_pictures(cell: object) -> tuple[str, ...]:
    """The pictures that a cell names, in order; none where it is empty."""
    return tuple(filter(None, (part.strip() for part in str(cell or "").split(BETWEEN))))


def file_of(picture: str) -> str:
    """The file of a picture, which may be a part of a drawing: `signs.svg` of `signs.svg#fire`."""
    file, mark, _ = picture.partition("#")
    return file if mark and file.lower().endswith(".svg") else picture


def replace_picture(text: str, old: str, new: str) -> str:
    """The cell's text with another path in the place of `old`, and all else as it is."""
    parts = text.split(BETWEEN)
    return BETWEEN.join(part.replace(old, new) if part.strip() == old else part for part in parts)


def most_pictures(pictures: Mapping[str, tuple[str, ...]]) -> int:
    """How many pictures there are to choose from."""
    return max(map(len, pictures.values()), default=0)


def no_picture(name: str, pictures: int, number: int) -> tuple[str, str]:
    """What is wrong with asking for a picture the card doesn't have, and what would be right."""
    has = {0: "no picture", 1: "one picture"}.get(pictures, f"{pictures} pictures")
    hint = f"write {'1' if pictures == 1 else f'1 to {pictures}'}, or name more with | between them"
    return f"{name} has {has}, there is no picture {number}", hint if pictures else "name one in its row"
