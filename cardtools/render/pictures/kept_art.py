"""What lies below the words of cards, kept from run to run: most of the time goes into it."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from functools import cached_property
from pathlib import Path

from cardtools.ground.errors import InputError, OutputError
from cardtools.ground.io.files import digest, make_folder, read_used, remove, write_stream
from cardtools.ground.limits import limits

KEPT_NAME = ".art"  # the folder, in the output folder of a project
_ENDING = ".pixels"
_CHECK = 4  # bytes of a checksum: nothing is flushed to the disk, so a crash leaves files of zeros
_DRAWN_BY = (
    "pdf/file.py", "pdf/items.py", "pdf/raster.py", "pdf/writer.py", "scene/scene.py", "scene/shapes.py",
    "scene/units.py",
)  # fmt: skip
_PART = 32_000_000  # bytes that are written before the folder is looked through again
_UNUSED = 30 * 24 * 3600  # seconds after which pixels that no run has used are removed


class KeptArt:
    """A folder of pixels by name, of about `kept_art_bytes` at most; what cannot be read or written is drawn
    again. Pixels unused for a month go; in a full folder, those unused for longest make room, but none that
    this run has used: else a run with too much art would throw out each before it needs it.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._room = 0
        self._start = time.time()

    @cached_property
    def tool(self) -> str:
        """A digest of what draws the pixels: other versions draw other pixels."""
        from pypdfium2 import PDFIUM_INFO
        from reportlab import Version

        render = Path(__file__).parents[1]
        return digest(str(PDFIUM_INFO), Version, *[(render / name).read_bytes() for name in _DRAWN_BY])

    def _path(self, key: str) -> str:
        return os.path.join(self.folder, key + _ENDING)

    def has(self, key: str, size: int) -> bool:
        """Whether there are so many bytes under a name."""
        try:
            return os.stat(self._path(key)).st_size == size + _CHECK
        except OSError:
            return False

    def read(self, key: str, size: int) -> bytearray | None:
        """The bytes under a name; None if they are missing or damaged."""
        data = bytearray(size)
        try:
            with read_used(self._path(key)) as file:
                check = file.read(_CHECK)
                complete = file.readinto(data) == size and not file.read(1)
        except OSError:
            return None
        return data if complete and check == _checksum(data) else None

    def write(self, key: str, data: bytearray) -> None:
        """Keep bytes under a name, if there is room."""
        size = len(data) + _CHECK
        with suppress(OutputError, InputError, OSError):
            if self._room < size:
                self._room = self._make_room(max(size, _PART))
            if self._room >= size:
                write_stream(Path(self._path(key)), (_checksum(data), data), flushed=False)
                self._room -= size

    def _make_room(self, wanted: int) -> int:
        """Remove what has been unused for longest; return how many of the wanted bytes are free then."""
        make_folder(self.folder)
        with os.scandir(self.folder) as entries:
            own = [
                one for one in entries if one.name.endswith(_ENDING) and one.is_file(follow_symlinks=False)
            ]
        states = ((entry.stat(follow_symlinks=False), entry.path) for entry in own)
        found = [(state.st_mtime, state.st_size, path) for state, path in states]
        free = limits().kept_art_bytes - sum(size for _, size, _ in found)
        for used, size, path in sorted(found):
            if used >= self._start or (free >= wanted and used > self._start - _UNUSED):
                break
            remove(Path(path))
            free += size
        return min(free, wanted)


def _checksum(data: bytearray) -> bytes:
    from isal import isal_zlib

    return isal_zlib.crc32(data).to_bytes(_CHECK, "big")
