"""Reading and writing text: one encoding, every problem with its place, outputs whole or not at all."""

from __future__ import annotations

import codecs
import errno
import io
import itertools
import os
import stat
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, BinaryIO, cast
from weakref import WeakKeyDictionary

from cardtools.ground.errors import Diagnostic, InputError, OutputError, bad_input, printable
from cardtools.ground.io import temporary as leftovers
from cardtools.ground.io.encoding import ENCODING, SAVE, decode_table, explain_bytes, is_utf16, not_utf8
from cardtools.ground.io.progress import MADE, tell
from cardtools.ground.limits import limits, raise_hint
from cardtools.ground.spelling import did_you_mean

_BLOCK, _BLOCKS = 1 << 18, 200  # bytes read at once; how many blocks are looked at for what they are
_LINES = 20_000  # lines written at once
_DEEPEST = 500  # folders in folders
_TYPED: set[str] = set()  # by the user of this run
_PLACES: dict[tuple[str, ...], tuple[Path, bool]] = {}  # where this run may write; whether that was typed
STANDARD = "-"
_IN_MEMORY = 1 << 24  # bytes of the standard input
_OURS = frozenset((".build.json", ".times.json", ".printed.json", ".export.json", ".cards.json", ".art"))
STATE_FOLDER = ".cardtools"  # of a project: what the studio keeps
_ELSEWHERE = "\n  help: name another folder, or get the right to write there"
_MORE_ROOM = "\n  help: make room on the disk, and run the same command again"
_WRITE_HELP = {
    **dict.fromkeys((errno.EACCES, errno.EPERM, errno.EROFS), _ELSEWHERE),
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT, errno.EFBIG), _MORE_ROOM),
}


def shown(path: Path) -> str:
    """The path as people typed it where that is possible: relative to the working folder, with slashes."""
    absolute, folder = os.path.abspath(path), os.getcwd()
    if absolute == folder:
        return "."
    inside = os.path.join(folder, "")
    if absolute.startswith(inside):
        return absolute[len(inside) :].replace(os.sep, "/")
    return Path(path).as_posix()


def user_path(name: str | Path) -> Path:
    """A path that the user has typed, which may be a pipe or a device: `cardtools sort -i <(...)`; or `-`,
    the standard input or output.

    One that a project names may not: the project may come from a stranger, and reading it might never end.
    """
    _TYPED.add(str(name))
    _PLACES[_parts(name)] = Path(name).absolute(), True
    return Path(name)


def beside(path: Path, name: str) -> Path:
    """The file of this name beside another. Where the user has typed that one, the name follows from it."""
    _, typed = _PLACES.get(_parts(path), (path, False))
    return user_path(path.with_name(name)) if typed else path.with_name(name)


def own_folder(root: Path) -> None:
    """Let this run write below the folder of a project; whatever leads out of it is refused."""
    _PLACES.setdefault(_parts(root), (root.absolute(), False))


def _parts(path: str | Path) -> tuple[str, ...]:
    """The folders of a path and its name. What `..` means depends on links, so it stays."""
    return Path(os.path.normcase(os.path.join(os.getcwd(), path))).parts


def check_place(path: Path) -> None:
    """Every way to a file that is written or removed begins here.

    Raises OutputError unless the path is below the project (`check_output`) or below what the user has typed,
    when all links are followed. What the user has typed may itself be a link to anywhere.
    """
    parts = _parts(path)
    place = next((parts[:count] for count in range(len(parts), 0, -1) if parts[:count] in _PLACES), None)
    if place is None:
        why = "it is neither in the project nor named on the command line"
        raise OutputError(f"{shown(path)}: not written: {why}\n  help: name it on the command line")
    above, typed = _PLACES[place]
    if not typed:
        check_output(path, above)
    elif place != parts:
        _inside(path, above, os.path.realpath(above))


def _inside(path: Path, folder: Path, real_folder: str) -> str:
    """The path below a folder, all links followed. Raises OutputError where it leads out of the folder."""
    real, above = os.path.realpath(path), os.path.join(real_folder, "")
    if not os.path.join(real, "").startswith(above):
        raise OutputError(f"{shown(path)}: not written: it leads out of {shown(folder)}, to {real}")
    return real[len(above) :]


def is_standard(path: str | Path) -> bool:
    """Whether the path is the `-` that the user has typed: the standard input, or where a file is written the
    standard output.
    """
    return str(path) == STANDARD and STANDARD in _TYPED


_held: ContextVar[Mapping[str, bytes]] = ContextVar("_held", default=MappingProxyType({}))


def hold(contents: Mapping[Path, bytes]) -> None:
    """From now on, let this thread read these contents in place of those files' own: what somebody has
    changed and not saved yet.
    """
    _held.set({os.path.abspath(path): data for path, data in contents.items()})


@contextmanager
def held_too(path: Path, data: bytes) -> Iterator[None]:
    """In this block, this content is read in place of one more file's own."""
    token = _held.set({**_held.get(), os.path.abspath(path): data})
    try:
        yield
    finally:
        _held.reset(token)


_inputs: WeakKeyDictionary[Any, BinaryIO] = WeakKeyDictionary()


def _standard_input() -> BinaryIO:
    """A copy of the standard input, from its beginning: tables are read more than once."""
    import shutil
    import tempfile

    if sys.stdin not in _inputs:
        copy = tempfile.SpooledTemporaryFile(_IN_MEMORY)  # noqa: SIM115 - read until the end of the run
        shutil.copyfileobj(sys.stdin.buffer, copy)
        _inputs[sys.stdin] = cast(BinaryIO, copy)
    _inputs[sys.stdin].seek(0)
    return _inputs[sys.stdin]


@contextmanager
def _opened(path: Path) -> Iterator[tuple[BinaryIO, int]]:
    """The file, and the bytes that it has."""
    if is_standard(path):
        copy = _standard_input()
        yield copy, copy.seek(0, os.SEEK_END) - copy.seek(0)
        return
    if (held := _held.get()) and (data := held.get(os.path.abspath(path))) is not None:
        yield io.BytesIO(data), len(data)
        return
    with open(path, "rb", opener=open_regular) as file:
        yield file, os.fstat(file.fileno()).st_size


def open_regular(path: str, flags: int) -> int:
    """The opener of files that others have named: raises OSError for pipes, devices and folders."""
    # Without O_NONBLOCK, opening a pipe waits for somebody to write to it.
    typed = path in _TYPED
    opened = os.open(path, flags | (0 if typed else getattr(os, "O_NONBLOCK", 0)))
    mode = os.fstat(opened).st_mode
    if stat.S_ISREG(mode) or (typed and not stat.S_ISDIR(mode)):
        return opened
    os.close(opened)
    if stat.S_ISDIR(mode):
        raise IsADirectoryError
    raise OSError(errno.EINVAL, "it is a pipe or a device")


def _blocks(path: Path, limit: str) -> Iterator[bytes]:
    """The file's bytes in blocks. Only a regular file of at most `limit` bytes is read, even if it grows.

    Raises InputError, naming a near miss in the same folder when the file is missing.
    """
    if "\0" in str(path):
        raise bad_input(shown(path), "a file name cannot have a NUL character")
    most = getattr(limits(), limit)
    try:
        with _opened(path) as (file, size):
            left = most - size
            while left >= 0 and (block := file.read(_BLOCK)):
                most -= len(block)
                left = min(left, most)
                if left >= 0:
                    yield block
    except FileNotFoundError:
        hint = ""
        if os.path.isdir(path.parent):
            near = did_you_mean(path.name, sorted(entry.name for entry in path.parent.iterdir()))
            hint = f"did you mean {near}?" if near else ""
        elif str(path.parent) != ".":
            hint = f"there is no folder {shown(path.parent)} either"
        raise bad_input(shown(path), "no such file", hint) from None
    except IsADirectoryError:
        raise bad_input(shown(path), "is a folder, expected a file") from None
    except OSError as error:
        raise bad_input(shown(path), f"cannot be read: {error.strerror}") from None
    if left < 0:
        message = f"the file is larger than {getattr(limits(), limit):,} bytes"
        raise bad_input(shown(path), message, raise_hint(limit))


@contextmanager
def read_used(path: str) -> Iterator[io.FileIO]:
    """A file of ours to read, never another that a link leads to; that it was used shows in its time."""

    def open_own(name: str, flags: int) -> int:
        return open_regular(name, flags | getattr(os, "O_NOFOLLOW", 0))

    with open(path, "rb", buffering=0, opener=open_own) as file:
        if os.fstat(file.fileno()).st_nlink > 1:
            raise OSError(errno.EMLINK, "it has another name")
        yield file
        os.utime(file.fileno() if os.utime in os.supports_fd else path)


def read_bytes(path: Path, limit: str = "text_bytes") -> bytes:
    """The file's bytes. Raises InputError where it is missing, no regular file, or larger than the limit."""
    return b"".join(_blocks(path, limit))


def read_json(path: Path) -> Any:
    """What a record that cardtools wrote holds. Raises ValueError where it cannot be read."""
    import json

    try:
        return json.loads(read_bytes(path))
    except (InputError, RecursionError) as error:
        raise ValueError(str(error)) from None


def decode(data: bytes, path: Path) -> str:
    """UTF-8 to text: a byte order mark is dropped, every line end becomes `\\n`.

    Raises InputError with the line and the byte in it when the bytes are not UTF-8, and with what they
    probably are.
    """
    with suppress(UnicodeDecodeError):
        if not is_utf16(data):
            return line_feeds(data.decode("utf-8-sig"))
    raise InputError(explain_bytes(data, shown(path)))


def line_feeds(text: str) -> str:
    """The text with `\\n` line ends."""
    # Not str.splitlines anywhere: it also splits at U+2028 and form feeds, which are text here.
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def read_text(path: Path, limit: str = "text_bytes") -> str:
    """The file as text with `\n` line ends. Raises InputError when it is missing, too large or not UTF-8."""
    text = decode(read_bytes(path, limit), path)
    if limit == "text_bytes" and text.count("\n") > limits().text_lines:
        message = f"the file has more than {limits().text_lines:,} lines"
        raise bad_input(shown(path), message, raise_hint("text_lines"))
    return text


def _texts(path: Path, limit: str, decoder: io.IncrementalNewlineDecoder) -> Iterator[str]:
    """The file as text, part by part: its bytes together with the text would need twice the memory."""
    blocks = _blocks(path, limit)
    first = next(blocks, b"")
    if is_utf16(first):
        raise InputError(explain_bytes(first, shown(path)))
    try:
        for block in itertools.chain((first,), blocks):
            yield decoder.decode(block)
        yield decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        data = b"".join(itertools.islice(_blocks(path, limit), _BLOCKS))
        if len(data) == _BLOCKS * _BLOCK:
            data = data[: data.rfind(b"\n")]
        # Nothing is found in a pipe, which cannot be read twice.
        found = explain_bytes(data, shown(path)) or not_utf8(shown(path), "not UTF-8", SAVE)
        raise InputError(found) from None


def _decoder() -> io.IncrementalNewlineDecoder:
    return io.IncrementalNewlineDecoder(codecs.getincrementaldecoder("utf-8-sig")(), translate=True)


def read_table(path: Path) -> tuple[str, bool, tuple[Diagnostic, ...]]:
    """A table's text with `\\n` line ends, whether its lines end in different ways, and a finding where it is
    in another encoding than UTF-8 (`decode_table`).
    """
    decoder = _decoder()
    try:
        return "".join(_texts(path, "table_bytes", decoder)), isinstance(decoder.newlines, tuple), ()
    except InputError as error:
        if not any(problem.code == ENCODING.code for problem in error.diagnostics):
            raise
        data = read_bytes(path, "table_bytes")
        if not data:  # a pipe, which cannot be read twice
            raise
    decoded = decode_table(data, shown(path))
    # Mixed line ends are found in bytes that are UTF-8.
    return line_feeds(decoded.text), False, (decoded.finding,) if decoded.finding else ()


def read_lines(path: Path) -> list[str]:
    """The lines of an effect list, stripped, without the empty ones, in file order."""
    return list(itertools.chain.from_iterable(iter_lines(path)))


def iter_lines(path: Path) -> Iterator[list[str]]:
    """The lines as `read_lines` gives them, some thousand at a time, without holding the file.

    Raises InputError as `read_text` does, and where a line never ends.
    """
    most, rest = limits().line_characters, ""
    for text in _texts(path, "list_bytes", _decoder()):
        *lines, rest = (rest + text).split("\n")
        yield [stripped for line in lines if (stripped := line.strip())]
        if len(rest) > most:
            message = f"a line has more than {most:,} characters"
            raise bad_input(shown(path), message, raise_hint("line_characters"))
    if rest.strip():
        yield [rest.strip()]


def require_folder(path: Path) -> None:
    """Raise OutputError unless the folder that the file would be written to exists."""
    if not os.path.isdir(path.parent):  # Path.is_dir raises where a name is too long
        raise OutputError(f"{shown(path)}: there is no folder {shown(path.parent)}\n  help: create it first")


def write_atomic(path: Path, data: str | bytes) -> None:
    """Write the whole file or leave the old one: a temporary file beside it, flushed, then renamed.

    Text is written as UTF-8 with its line ends as they are. Raises OutputError when the folder is missing
    or the file cannot be written.
    """
    write_stream(path, [data])


def write_stream(path: Path, parts: Iterable[str | bytes | bytearray], flushed: bool = True) -> None:
    """As `write_atomic`, part by part, so that a file of any length needs no more memory than a part.

    If it is not `flushed`, a crash of the computer may leave a file of zeros.
    """
    with replacing(path, flushed) as file:
        for part in parts:
            file.write(part.encode("utf-8") if isinstance(part, str) else part)


@contextmanager
def replacing(path: Path, flushed: bool = True) -> Iterator[BinaryIO]:
    """A file to write to that takes the place of `path` when the block ends well, and never else.

    It keeps the mode and, where that is allowed, the owner of the file it replaces. A pipe or a device that
    the user has typed, as `/dev/stdout` or `-`, is written to as it is. Raises OutputError as `write_atomic`
    does.
    """
    if is_standard(path):
        with _standard_output() as out:
            yield out
        return
    require_folder(path)
    check_place(path)
    with _replacing(path, flushed) as file:
        yield file


@contextmanager
def _replacing(path: Path, flushed: bool = True) -> Iterator[BinaryIO]:
    if os.path.isdir(path):
        raise OutputError(f"{shown(path)}: cannot be written: it is a folder\n  help: rename the folder")
    direct = os.path.exists(path) and not os.path.isfile(path)
    if direct and str(path) not in _TYPED:
        raise OutputError(f"{shown(path)}: not written: it is a pipe or a device")
    _check_alone(path)
    try:
        if direct:
            with open(path, "wb") as file:
                yield file
            return
        with leftovers.beside(path) as (target, file):
            _keep_owner(path, file.fileno())
            yield file
            file.flush()
            if flushed:
                os.fsync(file.fileno())
            file.close()
            target.replace(path)
            tell(MADE, shown(path))
    except OSError as error:
        raise _not_written(path, error) from None


def _not_written(path: Path, error: OSError) -> OutputError:
    return _failed(path, "cannot be written", error, "; the old file is as it was" * os.path.isfile(path))


def _failed(path: Path, what: str, error: OSError, kept: str = "") -> OutputError:
    why = f"{shown(path)}: {what}: {error.strerror or error}{kept}"
    return OutputError(f"{why}{_WRITE_HELP.get(error.errno or 0, '')}")


def _check_alone(path: Path) -> None:
    """Raise OutputError for a file that has another name: that would keep the old content, or, where the file
    is written in place, get the new one, wherever it is.
    """
    try:
        state = os.lstat(path)
    except OSError:
        return
    if stat.S_ISREG(state.st_mode) and state.st_nlink > 1:
        why = "it has another name (a hard link), and only one of the two would change"
        raise OutputError(f"{shown(path)}: not written: {why}\n  help: delete it, or make it a copy")


def open_to_change(path: Path) -> BinaryIO:
    """The file, to read and to write in place; a new one where there is none, and never one that a link leads
    to. Raises OutputError where it cannot be written.
    """
    check_place(path)
    _check_alone(path)
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NONBLOCK", 0)
    try:
        opened = leftovers.open_new(path, flags)
        if not stat.S_ISREG(os.fstat(opened).st_mode):
            os.close(opened)
            raise OSError(errno.EINVAL, "it is not a file")
        tell(MADE, shown(path))
        return open(opened, "r+b")
    except OSError as error:
        raise _not_written(path, error) from None


@contextmanager
def _standard_output() -> Iterator[BinaryIO]:
    sys.stdout.flush()
    if not sys.stdout.isatty():
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    whole = io.BytesIO()  # a terminal gets safe lines
    yield whole
    text = whole.getvalue().decode("utf-8", "backslashreplace").removesuffix("\n")
    sys.stdout.write("".join(f"{printable(line.rstrip(chr(13)))}\n" for line in text.split("\n")))


def scratch_folder(path: Path) -> Path:
    """The folder for files that are removed again before the file at this path is written."""
    if not is_standard(path):
        return path.parent
    import tempfile

    return Path(tempfile.gettempdir())


def _keep_owner(path: Path, file: int) -> None:
    try:
        old = path.stat()
    except OSError:
        return
    if hasattr(os, "fchown"):  # not on Windows
        with suppress(OSError):
            os.fchown(file, old.st_uid, old.st_gid)
        os.fchmod(file, stat.S_IMODE(old.st_mode))


@cache
def _real_root(root: str) -> str:
    """The folder of a project, its links followed: asked for with every file that is written."""
    return os.path.realpath(root)


def check_output(path: Path, root: Path) -> Path:
    """The path, if it is below the folder `root` when all links are followed, and nothing below `root` on the
    way is hidden: neither `.git/config` nor a link to another place is ours to write.

    Raises OutputError.
    """
    if "\0" in str(path) or len(path.parts) > _DEEPEST:
        raise OutputError(f"{shown(path)[:200]}: not written: no file can have this name")
    below = Path(_inside(path, root, _real_root(os.path.abspath(root))))
    hidden = (part for part in below.parts if part.startswith(".") and part not in _OURS)
    if below.parts[:1] != (STATE_FOLDER,) and any(hidden):
        raise OutputError(f"{shown(path)}: not written: hidden files and folders are not cardtools' own")
    return path


def replace_unchanged(path: Path, before: bytes, after: bytes) -> None:
    """Write a new version of a file that people edit, through a link if it is one, which leads out of the
    project only where the user has typed its path.

    Raises InputError when the file is no longer as it was `before`: somebody has saved it meanwhile.
    """
    if is_standard(path):
        raise OutputError("the standard input cannot be changed\n  help: name the file")
    check_place(path)
    real = Path(os.path.realpath(path))
    if read_bytes(real, "table_bytes") != before:
        raise bad_input(shown(path), "changed while it was checked; no fix was written", "run it again")
    with _replacing(real) as file:
        file.write(after)


def write_lines(path: Path, lines: Iterable[str]) -> int:
    """Write the lines, each ended by `\\n`, as `write_stream` does; return how many there are."""
    count = 0

    def parts() -> Iterator[str]:
        nonlocal count
        source = iter(lines)
        while part := list(itertools.islice(source, _LINES)):
            count += len(part)
            yield "\n".join([*part, ""])

    write_stream(path, parts())
    return count


def make_folder(path: Path) -> Path:
    """Create a folder the tool owns, with its parents. Raises OutputError when that is not possible."""
    parts = _parts(path)
    if not any(typed and place[: len(parts)] == parts for place, (_, typed) in _PLACES.items()):
        check_place(path)  # unless the user has typed what is in it
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        for above in filter(os.path.isfile, (path, *path.parents)):
            why = f"{shown(above)} is a file\n  help: rename the file, or name another folder"
            raise OutputError(f"{shown(path)}: the folder cannot be made: {why}") from None
        raise _failed(path, "the folder cannot be made", error) from None
    return path


@contextmanager
def new_folder(path: Path) -> Iterator[None]:
    """A folder that is made with its parents; if the work in it fails, those still empty are removed."""
    new = [folder for folder in (path, *path.parents) if not folder.exists()]
    make_folder(path)
    try:
        yield
    except BaseException:
        for folder in new:
            with suppress(OSError):
                folder.rmdir()
        raise


def files_below(folder: str | Path, hidden: bool = True) -> Iterator[str]:
    """The files in a folder and below, folder by folder, by name; `hidden` ones only if asked for.

    Raises InputError when there are too many.
    """
    left = limits().folder_files
    for above, below, names in os.walk(folder):
        left -= len(below) + len(names)
        if left < 0:
            message = f"holds more than {limits().folder_files:,} files and folders"
            raise bad_input(shown(Path(folder)), message, raise_hint("folder_files"))
        below[:] = sorted(name for name in below if hidden or not name.startswith("."))
        yield from (os.path.join(above, name) for name in sorted(names) if hidden or not name.startswith("."))


def remove(path: Path, missing_ok: bool = False) -> None:
    """Delete a file the tool made. Raises OutputError when that is not possible."""
    check_place(path)
    try:
        path.unlink(missing_ok)
    except OSError as error:
        raise _failed(path, "cannot be removed", error) from None


def remove_folder(path: Path) -> None:
    """Delete a folder the tool made, with all that is in it; links in it are not followed."""
    import shutil

    check_place(path)
    shutil.rmtree(path, ignore_errors=True)


def remove_empty(folder: Path) -> None:
    """Delete a folder the tool made, unless there is something in it."""
    leftovers.remove_leftovers(folder)
    with suppress(OSError, OutputError):
        check_place(folder)
        folder.rmdir()


def digest(*parts: str | bytes) -> str:
    """A short content hash of the parts, in order; their boundaries count."""
    import hashlib  # which loads OpenSSL

    whole = hashlib.blake2b(digest_size=16)
    for part in parts:
        raw = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        whole.update(len(raw).to_bytes(8, "big"))
        whole.update(raw)
    return whole.hexdigest()


def file_digest(path: Path) -> str:
    """`digest` of the file's bytes, which are read block by block."""
    import hashlib  # which loads OpenSSL

    whole = hashlib.blake2b(digest_size=16)
    whole.update(os.stat(path).st_size.to_bytes(8, "big"))
    for block in _blocks(path, "list_bytes"):
        whole.update(block)
    return whole.hexdigest()
