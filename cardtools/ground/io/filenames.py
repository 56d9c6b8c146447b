"""The names of the files that cardtools makes: whatever a card, a deck or a plate is called, its name is one
segment of a path that every system takes, and no two files have the same.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence

from cardtools.ground.errors import printable
from cardtools.ground.io.files import digest

# Windows has these as devices, whatever their extension.
_RESERVED = {"con", "prn", "aux", "nul", *(f"{p}{n}" for p in ("com", "lpt") for n in range(1, 10))}
_DEVICES = {*_RESERVED, "conin$", "conout$", "clock$"}
_LETTERS = {"ß": "ss", "æ": "ae", "Æ": "ae", "ø": "o", "Ø": "o", "œ": "oe", "Œ": "oe", "ł": "l", "Ł": "l"}
_FORBIDDEN = re.compile(r'[/\\:*?"<>|]|^[. ]|[. ]$')
LONGEST = 80  # characters of a slug
LONGEST_STEM = 200  # bytes: an ending such as -print-shop.txt follows, and a name has 255 at most


def slug(name: str) -> str:
    """The name as a file name that is safe everywhere: lower case letters, digits and single hyphens.

    Where much of the name is lost, as of a very long one or one in another script, it ends in a digest.
    """
    plain = "".join(_LETTERS.get(character, character) for character in name)
    plain = unicodedata.normalize("NFKD", plain).encode("ascii", "ignore").decode()
    plain = re.sub(r"[^a-z0-9]+", "-", plain.lower().replace("'", "")).strip("-")
    if len(plain) > LONGEST or (name.strip() and not plain):
        return f"{plain[: LONGEST - 9].strip('-') or 'card'}-{digest(name)[:8]}"
    return f"{plain}-card" if plain in _RESERVED else plain or "card"


def segment(name: str) -> str:
    """The name as it is if every system takes it as that of a file or folder, also with a suffix; else its
    slug.
    """
    device = unicodedata.normalize("NFKC", name.partition(".")[0]).strip().casefold() in _DEVICES
    usual = name and not device and not _FORBIDDEN.search(name) and printable(name) == name
    return name if usual and len(name.encode("utf-8", "replace")) <= LONGEST_STEM else slug(name)


def fold(name: str) -> str:
    """What names have in common that some disks do not distinguish: case, and ways to write an accent."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", name).casefold())


def distinct(names: Iterable[str], taken: Iterable[str] = (), joint: str = "-") -> list[str]:
    """The names, all different and none that is `taken`: what is equal is numbered in order."""
    used, found = set(map(fold, taken)), []
    for name in names:
        unique, number = name, 2
        while fold(unique) in used:
            unique, number = f"{name}{joint}{number}", number + 1
        used.add(fold(unique))
        found.append(unique)
    return found


def card_names(titles: Sequence[str], tiers: Sequence[object] = (), taken: Iterable[str] = ()) -> list[str]:
    """A file name for each card, all different and none that is `taken`. Cards of one name get their tier,
    if they have one.
    """
    names = list(map(slug, titles))
    times = Counter(names)
    for index, tier in enumerate(tiers):
        if tier is not None and times[names[index]] > 1:
            names[index] = f"{names[index]}-tier-{slug(str(tier))}"
    return distinct(names, taken)
