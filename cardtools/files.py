"""Reading and writing text: one encoding, every problem with its place, outputs whole or not at all."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from cardtools.errors import OutputError, bad_input, did_you_mean


def shown(path: Path) -> str:
    """The path as people typed it where that is possible: relative to the working folder, with slashes."""
    absolute = Path(os.path.abspath(path))
    try:
        return absolute.relative_to(Path.cwd()).as_posix() or "."
    except ValueError:
        return Path(path).as_posix()


def read_bytes(path: Path) -> bytes:
    """The file's bytes. Raises InputError naming a near miss in the same folder when it is missing."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        hint = ""
        if path.parent.is_dir():
            near = did_you_mean(path.name, sorted(p.name for p in path.parent.iterdir()))
            hint = f"did you mean {near}?" if near else ""
        elif str(path.parent) != ".":
            hint = f"there is no folder {shown(path.parent)} either"
        raise bad_input(shown(path), "no such file", hint) from None
    except IsADirectoryError:
        raise bad_input(shown(path), "is a folder, expected a file") from None
    except OSError as error:
        raise bad_input(shown(path), f"cannot be read: {error.strerror}") from None


def decode(data: bytes, path: Path) -> str:
    """UTF-8 to text: a byte order mark is dropped, every line end becomes `\\n`.

    Raises InputError with the line and the byte in it when the bytes are not UTF-8.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line = before.count(b"\n") + 1
        column = error.start - (before.rfind(b"\n") + 1) + 1
        raise bad_input(
            shown(path),
            f"not UTF-8: byte 0x{data[error.start]:02x} at line {line}, byte {column}",
            "save the file as UTF-8",
            line,
            column,
        ) from None
    # Not str.splitlines anywhere: it also splits at U+2028 and form feeds, which are text here.
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def read_text(path: Path) -> str:
    """The file as text with `\\n` line ends. Raises InputError when it is missing or not UTF-8."""
    return decode(read_bytes(path), path)


def read_lines(path: Path) -> list[str]:
    """The file's lines, stripped, without the empty ones, in file order."""
    return [line for line in map(str.strip, read_text(path).split("\n")) if line]


def iter_lines(path: Path) -> Iterator[list[str]]:
    """The lines as `read_lines` gives them, some thousand at a time, without holding the file.

    Raises InputError as `read_lines` does.
    """
    if not path.is_file():
        read_bytes(path)  # raises, saying why
    try:
        with path.open(encoding="utf-8-sig") as file:
            rest = ""
            while block := file.read(1 << 20):
                *lines, rest = (rest + block).split("\n")
                yield [stripped for line in lines if (stripped := line.strip())]
            if rest.strip():
                yield [rest.strip()]
    except UnicodeDecodeError:
        read_text(path)  # raises, saying where
        raise


def require_folder(path: Path) -> None:
    """Raise OutputError unless the folder that the file would be written to exists."""
    if not path.parent.is_dir():
        raise OutputError(f"{shown(path)}: there is no folder {shown(path.parent)}\n  help: create it first")


def write_atomic(path: Path, data: str | bytes) -> None:
    """Write the whole file or leave the old one: a temporary file beside it, flushed, then renamed.

    Text is written as UTF-8 with its line ends as they are. Raises OutputError when the folder is missing
    or the file cannot be written.
    """
    write_stream(path, [data])


def write_stream(path: Path, parts: Iterable[str | bytes]) -> None:
    """As `write_atomic`, part by part, so that a file of any length needs no more memory than a part."""
    with replacing(path) as file:
        for part in parts:
            file.write(part.encode("utf-8") if isinstance(part, str) else part)


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """A file to write to that takes the place of `path` when the block ends well, and never else.

    Raises OutputError as `write_atomic` does.
    """
    require_folder(path)
    temporary = path.with_name(f".{path.name[:40]}.{os.getpid()}.tmp")
    try:
        with temporary.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError as error:
        raise OutputError(f"{shown(path)}: cannot be written: {error.strerror or error}") from None
    finally:
        temporary.unlink(missing_ok=True)


def write_lines(path: Path, lines: Iterable[str]) -> None:
    """Write the lines, each ended by `\\n`, atomically."""
    write_atomic(path, "".join(f"{line}\n" for line in lines))


def make_folder(path: Path) -> Path:
    """Create a folder the tool owns, with its parents. Raises OutputError when that is not possible."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"{shown(path)}: the folder cannot be made: {error.strerror}") from None
    return path


def digest(*parts: str | bytes) -> str:
    """A short content hash of the parts, in order; their boundaries count."""
    whole = hashlib.blake2b(digest_size=16)
    for part in parts:
        raw = part.encode("utf-8") if isinstance(part, str) else part
        whole.update(len(raw).to_bytes(8, "big"))
        whole.update(raw)
    return whole.hexdigest()
