"""Every private name of another package that the code uses is listed here, with the reason."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache

import pytest
from source import PACKAGE, files

from cardtools.ground.errors import InputError
from cardtools.render.pdf import reportlab_private

# Documented, though they begin with an underscore: of named tuples, of notebooks, `os._exit`.
PUBLIC = {"_asdict", "_replace", "_make", "_fields", "_exit", "_repr_png_", "_repr_html_"}
USED = {
    "render/pdf/reportlab_private.py": {
        "_doc": "the document of a canvas, for catalog, forms, pages and the least version of PDF",
        "_code": "what a form draws, to make it a transparency group; a text object has no addLiteral",
        "_preamble": "else a font is named that is not embedded",
        "_make_preamble": "overridden for that, and since an empty page would get a test page",
        "_formsinuse": "forms get resources of their own: reportlab makes them for pages only",
        "_shadingUsed": "as _formsinuse",
        "_colorsUsed": "as _formsinuse",
        "_extgstate": "as _formsinuse; a soft mask is one of these states",
        "_c": "the states by value: a soft mask is none of those that can be set",
        "_normalizeColors": "gradients between two circles or in a fan, which canvas has no methods for",
        "_buildColorFunction": "as _normalizeColors",
        "__NoDefault__": "the keys of a page and the catalog that are written: it knows no others",
        "__Defaults__": "the group of a page, which it has only with a default",
    },
    "ground/io/fetch.py": {
        "_context": "the TLS context of http.client, which opens our own sockets with it",
        "_create_connection": "what http.client connects with, to an address that was looked at",
    },
    "language/automaton.py": dict.fromkeys(
        ("_constants", "_compiler", "_parser"), "the parsed form of a pattern"
    ),
}


def is_private(name: str) -> bool:
    if name.startswith("__"):
        return name.endswith("__") and not name[2:3].islower()  # Python's own begin with a small letter
    return name.startswith("_") and name != "_" and name not in PUBLIC


def assigned(node: ast.AST) -> Iterator[str]:
    """The names of fields and attributes that an assignment makes."""
    targets = node.targets if isinstance(node, ast.Assign) else []
    targets = [node.target] if isinstance(node, ast.AnnAssign) else targets
    for target in targets:
        for part in ast.walk(target):
            if isinstance(part, ast.Attribute) and getattr(part.value, "id", "") in ("self", "cls"):
                yield part.attr


def own_attributes() -> set[str]:
    """The private names that our classes give their methods, fields and attributes."""
    found = set()
    for tree in files().values():
        for node in ast.walk(tree):
            found.update(assigned(node))
            for part in node.body if isinstance(node, ast.ClassDef) else ():
                if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef):
                    found.add(part.name)
                targets = part.targets if isinstance(part, ast.Assign) else [getattr(part, "target", None)]
                found.update(target.id for target in targets if isinstance(target, ast.Name))
    return found


@cache
def foreign_names() -> set[tuple[str, str]]:
    """Each private name of another package, with the file that uses it: as an attribute, imported, or as a
    method that nothing here calls, so that another package does.
    """
    own, called = own_attributes(), set()
    found, methods = set(), set()
    for file, tree in files().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and is_private(node.attr):
                called.add(node.attr)
                if node.attr not in own or node.attr.startswith("__"):
                    found.add((file, node.attr))
            if isinstance(node, ast.ImportFrom) and not (node.module or "").startswith("cardtools"):
                found.update((file, one.name) for one in node.names if is_private(one.name))
            for part in node.body if isinstance(node, ast.ClassDef) else ():
                if isinstance(part, ast.FunctionDef) and is_private(part.name):
                    methods.add((file, part.name))
    return found | {(file, name) for file, name in methods if name not in called}


def test_every_private_name_of_another_package_is_listed() -> None:
    listed = {(file, name) for file, names in USED.items() for name in names}
    assert foreign_names() <= listed


def test_what_is_listed_of_reportlab_is_used_there_and_only_there() -> None:
    file = "render/pdf/reportlab_private.py"
    source = (PACKAGE / file).read_text(encoding="utf-8")
    assert [name for name in USED[file] if name not in source] == []
    inside = [path.relative_to(PACKAGE).as_posix() for path in (PACKAGE / "render/pdf").glob("*.py")]
    assert {found for found, _ in foreign_names() if found in inside} == {file}


def test_a_reportlab_without_these_names_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    from reportlab.pdfgen import canvas

    reportlab_private.canvas_class.cache_clear()
    monkeypatch.delattr(canvas, "_buildColorFunction")
    with pytest.raises(InputError) as error:
        reportlab_private.canvas_class()
    (problem,) = error.value.diagnostics
    assert "has no _buildColorFunction" in problem.message
    assert 'pip install "reportlab>=4.4.9,<6"' in problem.hint
    monkeypatch.undo()
    assert reportlab_private.canvas_class()
