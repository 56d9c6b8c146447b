"""Every way to a file goes through a few functions, which ask where it leads; the others are found."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from fnmatch import fnmatchcase

import pytest
from source import trees

# The only functions that reach the disk by themselves, and why they may.
ALLOWED = {
    "cardtools.ground.io.files.open_regular": "an opener: the `open` that it is given to says what for",
    "cardtools.ground.io.files._standard_input": "a copy in the system's temporary folder, which has no name",
    "cardtools.ground.io.files.read_used": "only the time of a file that is open, and is no link",
    "cardtools.ground.io.files._replacing": "`replacing` and `replace_unchanged` ask first",
    "cardtools.ground.io.files._keep_owner": "of the new file, which is open",
    "cardtools.ground.io.files.open_to_change": "asks first",
    "cardtools.ground.io.files.make_folder": "asks first",
    "cardtools.ground.io.files.new_folder": "folders that it has made itself and that are empty",
    "cardtools.ground.io.files.remove": "asks first",
    "cardtools.ground.io.files.remove_folder": "asks first",
    "cardtools.ground.io.files.remove_empty": "asks first",
    "cardtools.ground.io.temporary.open_new": "a file that is not there yet; those who call it have asked",
    "cardtools.ground.io.temporary.beside": "a new file beside one that may be written, with a random name",
    "cardtools.ground.io.temporary.temporary_folder": "the same for a folder",
    "cardtools.ground.io.temporary._remove_folder": "only cardtools gives such names; no process holds it",
    "cardtools.ground.io.temporary._remove_file": "only cardtools gives such names; no process holds it",
    "cardtools.effects.large.ordering._write": "a new file in a `temporary_folder`",
    "cardtools.printrun.keys.*": "files for their owner only, that are no links, outside the project",
    "cardtools.steps.runs.numbering.note_numbers": "the user's own register, no link, outside the project",
    "cardtools.ground.tables.workbooks.sqlite_table.read_sqlite": "a copy in memory, which is only read",
    "cardtools.printrun.ledger*": "SQLite opens its files itself, after these have looked where they lead",
}
OPENERS = {"open", "fdopen"}
WRITERS = set(
    "write_text write_bytes unlink rmdir mkdir makedirs touch symlink_to hardlink_to rename renames "
    "removedirs rmtree copy2 copyfile copyfileobj copytree copymode copystat move link symlink mkfifo mknod "
    "chmod chown fchmod fchown lchmod lchown utime mkstemp mkdtemp TemporaryFile NamedTemporaryFile "
    "SpooledTemporaryFile TemporaryDirectory make_archive unpack_archive extractall setxattr".split()
)
MAKERS = {"save", "Canvas", "ZipFile", "TarFile", "GzipFile", "ParquetWriter", "dump", "savetxt"}
IN_MEMORY = {"saver", "Image.new"}  # `Saver.save` takes a text; a canvas of our own draws on an image
OPENED = ("replacing", "writing", "open", "open_to_change")
STREAMS = {"BytesIO()", "BinaryIO", "io.BytesIO()", "FontFile", "IO[bytes]"}


def called(node: ast.Call) -> str:
    return ast.unparse(node.func).rpartition(".")[2]


def owner(node: ast.Call) -> str:
    return ast.unparse(node.func.value) if isinstance(node.func, ast.Attribute) else ""


def texts(node: ast.AST) -> list[str]:
    constants = (one.value for one in ast.walk(node) if isinstance(one, ast.Constant))
    return [value for value in constants if isinstance(value, str)]


def opens_to_write(node: ast.Call) -> bool:
    """Whether an `open` may write: any mode but a text that begins with r and has no +."""
    if owner(node) in ("Image", "Images", "webbrowser", "self", "self.archive", "guard.opener()"):
        return False
    if owner(node) == "os":
        return "os.O_RDONLY" not in ast.unparse(node)
    first = 0 if owner(node) else 1
    modes = [one.value for one in node.keywords if one.arg == "mode"] or node.args[first : first + 1]
    found = [text for mode in modes for text in texts(mode)]
    return any(set("wax+") & set(text) for text in found) or (bool(modes) and not found)


def streams(function: ast.AST) -> set[str]:
    """The names in a function that are files in memory, or open files that somebody else has opened."""
    found = set()
    for node in ast.walk(function):
        if isinstance(node, ast.arg) and node.annotation and ast.unparse(node.annotation) in STREAMS:
            found.add(node.arg)
        if isinstance(node, ast.Assign):
            for target, value in zip(node.targets, [node.value] * len(node.targets), strict=True):
                names = target.elts if isinstance(target, ast.Tuple) else [target]
                values = value.elts if isinstance(value, ast.Tuple) else [value]
                found |= {
                    ast.unparse(name)
                    for name, made in zip(names, values, strict=False)
                    if ast.unparse(made) in STREAMS
                }
        if isinstance(node, ast.withitem) and node.optional_vars and called_of(node.context_expr) in OPENED:
            found.add(ast.unparse(node.optional_vars))
    return found


def called_of(node: ast.AST) -> str:
    return called(node) if isinstance(node, ast.Call) else ""


def writes(node: ast.Call, known: set[str]) -> bool:
    name = called(node)
    if name in OPENERS:
        return opens_to_write(node)
    if name == "connect":
        return owner(node) == "sqlite3"
    if name == "remove":
        return owner(node) == "os"
    if name == "truncate":
        return owner(node) == "os"
    if name == "move" and len(node.args) > 2:  # a card, not a file
        return False
    if name == "replace":  # of a path it has one argument; of a text two, of a record keywords
        return owner(node) == "os" or (bool(owner(node)) and len(node.args) == 1 and not node.keywords)
    if name in MAKERS:
        modes = [text for one in (*node.args[1:2], *node.keywords) for text in texts(one)]
        reads = name in ("ZipFile", "TarFile", "GzipFile") and not set("wax") & set("".join(modes))
        first = ast.unparse(node.args[0]) if node.args else ""
        ours = {first, first.partition("(")[0], owner(node)} & (known | IN_MEMORY)
        return bool(node.args) and not reads and not ours
    return name in WRITERS


def functions(tree: ast.AST, above: str) -> Iterator[tuple[str, ast.AST]]:
    """Each function and method of a file by its name; what stands outside of them has the file's."""
    for node in ast.iter_child_nodes(tree):
        name = above
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            name = f"{above}.{node.name}"
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield name, node
        else:
            yield from functions(node, name)
            if isinstance(node, ast.Call):
                yield name, node


def found_in(tree: ast.AST, module: str) -> Iterator[tuple[str, str]]:
    for name, function in functions(tree, module):
        known = streams(function)
        for node in ast.walk(function):
            if isinstance(node, ast.Call) and writes(node, known):
                yield name, ast.unparse(node)


def test_only_a_few_functions_write_by_themselves() -> None:
    every = [one for module, tree in trees().items() for one in found_in(tree, module)]
    used = {name: [one for one in ALLOWED if fnmatchcase(name, one)] for name, _ in every}
    assert [(name, what) for name, what in every if not used[name]] == []
    assert ALLOWED.keys() - set().union(*used.values()) == set()  # no permission that nobody needs


@pytest.mark.parametrize(
    "line",
    [
        "open(path, 'w')", "open(path, mode='ab')", "open(path, 'r+b')", "open(path, mode)",
        "path.open('xb')", "io.open(path, 'w')", "os.open(path, os.O_WRONLY)", "path.write_text('x')",
        "path.write_bytes(b'x')", "os.replace(a, b)", "a.replace(b)", "os.rename(a, b)", "a.rename(b)",
        "os.link(a, b)", "a.symlink_to(b)", "path.unlink()", "os.unlink(path)", "os.remove(path)",
        "path.mkdir()", "os.makedirs(path)", "path.rmdir()", "path.touch()", "os.truncate(path, 0)",
        "os.utime(path)", "path.chmod(0o600)", "shutil.copyfile(a, b)", "shutil.copytree(a, b)",
        "shutil.move(a, b)", "shutil.rmtree(a)", "zipfile.ZipFile(path, 'w')",
        "zipfile.ZipFile(path, mode='a')", "sqlite3.connect(path)", "image.save(path)",
        "image.save(f'{name}.png', 'PNG')", "Canvas(str(path))", "canvas.Canvas(name)",
        "tempfile.mkdtemp()", "tempfile.NamedTemporaryFile()", "parquet.ParquetWriter(path, schema)",
    ],
)  # fmt: skip
def test_each_way_to_write_is_seen(line: str) -> None:
    assert [what for _, what in found_in(ast.parse(f"def f(path, a, b):\n    {line}"), "m")] == [
        ast.unparse(ast.parse(line))
    ]


@pytest.mark.parametrize(
    "line",
    [
        "open(path)", "open(path, 'rb')", "path.open(encoding='utf-8')", "text.replace('a', 'b')",
        "dataclasses.replace(a, b=1)", "replace(a, b=1)", "names.remove(a)", "zipfile.ZipFile(path)",
        "Image.open(path)", "image.save(file, 'PNG')", "file.truncate(3)",
    ],
)  # fmt: skip
def test_what_only_reads_is_no_way_to_write(line: str) -> None:
    assert list(found_in(ast.parse(f"def f(path, a, b, file: BinaryIO):\n    {line}"), "m")) == []
