"""Binding a face to a card: its elements and styles with what the card gives for the keys that are open."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, cast, get_type_hints

from cardtools.ground.errors import Diagnostic, InputError, Location
from cardtools.ground.io.files import digest
from cardtools.ground.spelling import suggest
from cardtools.ground.toml.tomlfile import conform, keys_of, shape
from cardtools.ground.toml.tomlplaces import KeyPath
from cardtools.language.budget import StringError
from cardtools.language.text_templates import compile_value
from cardtools.language.when import CardValues
from cardtools.render.compose.arranging import arranged
from cardtools.render.compose.compose_checks import WRONG_LAYOUT
from cardtools.render.compose.composition import Composition, element_name
from cardtools.render.face.extending import OWN_STYLE, merge
from cardtools.render.face.load import Face, check_boxes, check_names, elements
from cardtools.render.face.model.elements import Element
from cardtools.render.face.model.face import FaceDesign, TextStyle
from cardtools.render.face.model.placed import AXES
from cardtools.render.face.open_keys import NAMES, FilledText, as_written, is_template

MOST_REPEATS = 200
_WORDS = ("text", "lead")  # what people read, in the language of the edition
_COLUMNS = "layout."  # how the headings of columns begin that change elements: `layout.title.left`
_FIXED = ("kind", "box", "elements", "extends", "use", "with", "for", "when", "flow", "around")
_KEPT = 5_000  # elements that a face keeps, by what they were filled with
AddedNames = Mapping[str, Any] | None  # the names that a group adds; None outside of such groups


def begin(face: Face, values: dict[str, Any], *others: Any) -> Composition:
    """The composition of a card, from the arguments of `Composition`, with its face bound to the card."""
    work = Composition(face, values, *others)
    cells = {k: v for k, v in values.items() if k.startswith(_COLUMNS) and v not in (None, "")}
    if (face.open.roots or cells) and not work.stopped:
        work.face = _Binding(work, cells).face()
    return work


def _cell(value: Any, model: Any, key: str) -> Any:
    """What a cell has for a key: a text, which is no template, or as a file would have it."""
    kind = get_type_hints(model)[keys_of(model)[key].name]
    kinds = {kind, *shape(kind)[1]}
    if str not in kinds or {int, float} & kinds:
        return as_written(value)
    return str(value) if key in NAMES else FilledText(value)


class _Binding:
    """Makes one face; `styles` are its elements' own, `cells` those of the card that change its elements."""

    def __init__(self, work: Composition, cells: Mapping[str, Any]) -> None:
        self.work, self.open, self.file = work, work.face.open, work.face.file
        self.styles: dict[str, Any] = {}
        self.changes: dict[KeyPath, dict[str, Any]] = {}
        for column, value in cells.items():
            self._change(column, value)
        self.roots = self.open.roots | {path[:2] for path in self.changes}

    def _change(self, column: str, value: Any) -> None:
        """Take a key of an element from a cell."""
        *names, key = column.removeprefix(_COLUMNS).split(".")
        found = dict(elements(self.work.face.design))
        path: KeyPath = tuple(part for name in names for part in ("elements", name))
        element = found.get(path)
        keys = [k for k in keys_of(cast(Any, type(element))) if k not in _FIXED] if element else []
        if key in keys:
            self.changes.setdefault(path, {})[key] = _cell(value, type(element), key)
            return
        known, wrong, what = list(map(element_name, found)), ".".join(names), "elements"
        if element:
            known, wrong, what = keys, key, "keys"
        message = f"the column {column}: no {what[:-1]} {wrong!r}"
        hint = suggest(wrong, known, what)
        self.work.findings.append(WRONG_LAYOUT.finding(Location(self.file.name), message, hint))

    def _changed(self, table: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
        """The table of an element with keys of the card's; what they leave no room for gives way."""
        made = merge(table, change, self.file.dpi)
        for start, length, end in AXES:
            if {start, length, end} <= made.keys():
                del made[next(side for side in (end, start, length) if side not in change)]
        return made

    def face(self) -> Face:
        """The face of this card; what cannot be made is reported, and left out."""
        work, design, data = self.work, self.work.face.design, self.file.data
        found: dict[str, Element] = {}
        for keys in sorted(self.roots, key=str):
            if keys[0] == "styles" and not str(keys[1]).startswith(OWN_STYLE):
                self.styles[str(keys[1])] = self._filled(data["styles"][keys[1]], keys, None)
        if self.styles and not work.problems:
            design = replace(design, styles=design.styles | self._made({}, design)[1])
        for name, element in design.elements.items():
            if ("elements", name) not in self.roots:
                found[name] = element
                continue
            before, self.styles = len(work.problems), {}
            tables = self._elements({name: data["elements"][name]}, ("elements",), None)
            if len(work.problems) == before:
                made, styles = self._made(tables, design)
                design, found = replace(design, styles=design.styles | styles), found | made
        return replace(work.face, design=replace(design, elements=found))

    def _made(
        self, tables: dict[str, Any], design: FaceDesign
    ) -> tuple[dict[str, Element], dict[str, TextStyle]]:
        """Elements and the styles that they have of their own, from tables; equal ones are made once."""
        kept, key, work = self.work.face.bound, repr((tables, self.styles)), self.work
        if len(kept) >= _KEPT:
            kept.clear()
        if key not in kept:
            kept[key] = self._new(tables, design)
        made, styles, has_layout, faults = kept[key]
        if has_layout:
            own = replace(design, styles=design.styles | styles)
            work.face, before = replace(work.face, design=own), len(work.problems)
            made = {name: arranged(work, element, ("elements", name)) for name, element in made.items()}
            faults = self._faults(replace(own, elements=made)) if len(work.problems) == before else ()
        work.problems += map(work.named, faults)
        return ({}, {}) if faults else (made, styles)

    def _new(self, tables: dict[str, Any], design: FaceDesign) -> tuple[Any, ...]:
        try:
            made = conform(self.file, cast(Any, dict[str, Element]), tables, ("elements",))
            styles = conform(self.file, dict[str, TextStyle], self.styles, ("styles",))
        except InputError as error:
            return {}, {}, False, error.diagnostics
        whole = replace(design, elements=made, styles=design.styles | styles)
        if any(getattr(element, "layout", "") for _, element in elements(whole)):
            return made, styles, True, ()
        return made, styles, False, self._faults(whole)

    def _faults(self, design: FaceDesign) -> list[Diagnostic]:
        """One of each element: one that is repeated has the same fault many times."""
        found = [*check_names(design, self.file), *check_boxes(design, self.file)]
        return list({one.location: one for one in reversed(found)}.values())[::-1]

    def _elements(self, tables: dict[str, Any], keys: KeyPath, scope: AddedNames) -> dict[str, Any]:
        """The tables of elements, filled in; one that is repeated as often as its list has items."""
        found: dict[str, Any] = {}
        for name, table in tables.items():
            if change := self.changes.get((*keys, name)):
                table = self._changed(table, change)
            for suffix, own in self._scopes(table, (*keys, name), scope):
                if (filled := self._filled(table, (*keys, name), own)) is not None:
                    found[f"{name}{suffix}"] = filled
        return found

    def _scopes(
        self, table: dict[str, Any], keys: KeyPath, scope: AddedNames
    ) -> Iterator[tuple[str, AddedNames]]:
        """The names that an element and those in it have, for each time that it is drawn."""
        repeats: list[tuple[str, AddedNames]] = [("", scope)]
        if "for" in table:
            items = self._value(self.open.keys[*keys, "for"][0], (*keys, "for"), scope)
            count = as_written(items)
            items = range(1, count + 1) if type(count) is int else () if items is None else items
            wrong = "" if isinstance(items, list | tuple | range) else f"for = {table['for']!r} gives no list"
            if not wrong and len(items) > MOST_REPEATS:
                wrong = f"for gives {len(items):,} items, expected at most {MOST_REPEATS}"
            if wrong:
                self.work.problem((*keys, "for"), wrong, "name a list, or a number of times")
                items = ()
            repeats = [
                (f"#{index + 1}", {**(scope or {}), "item": item, "index": index, "count": len(items)})
                for index, item in enumerate(items)
            ]
        for suffix, own in repeats:
            names: dict[str, Any] = dict(own or {})
            for name, value in table.get("with", {}).items():
                is_text = isinstance(value, str)
                names[name] = self._value(value, (*keys, "with", name), own) if is_text else value
            self.work.step(10, *keys)
            yield suffix, names if "with" in table else own

    def _filled(self, value: Any, keys: KeyPath, scope: AddedNames) -> Any:
        """What a key has for this card; None if it is left out."""
        if isinstance(value, str):
            return self._text(value, keys, scope)
        if isinstance(value, list):
            made = [self._filled(one, (*keys, index), scope) for index, one in enumerate(value)]
            return [one for one in made if one is not None]
        if not isinstance(value, dict):
            return value
        found: dict[str, Any] = {}
        for key, one in value.items():
            if key == "elements":
                found[key] = self._elements(one, (*keys, key), scope)
            elif key == "when" and isinstance(one, str) and scope is not None:
                if not self.work.when(one, *keys, values=self._values(scope)):
                    return None
            elif key not in ("for", "with") and (made := self._filled(one, (*keys, key), scope)) is not None:
                found[key] = made
        for key in ("style", "lead_style"):
            name = str(found.get(key))
            if name.startswith(OWN_STYLE) and name in self.file.data["styles"]:
                found[key] = self._style(name, scope)
        return found

    def _style(self, name: str, scope: AddedNames) -> str:
        """The name of the style that an element has of its own."""
        root = ("styles", name)
        if scope is None and root not in self.open.roots:
            return name
        table = self._filled(self.file.data["styles"][name], root, scope)
        if scope is not None:
            name = f"{name}#{digest(repr(table))[:12]}"
        self.styles[name] = table
        return name

    def _text(self, text: str, keys: KeyPath, scope: AddedNames) -> Any:
        if isinstance(text, FilledText):
            return text
        if keys in self.open.keys:
            made, wants_text = self._value(text, keys, scope), self.open.keys[keys][1]
            return ("" if made is None else str(made)) if wants_text else as_written(made)
        if scope is None or not is_template(text):
            return text
        return FilledText(self._value(text, keys, scope, whole=False))

    def _value(self, source: str, keys: KeyPath, scope: AddedNames, whole: bool = True) -> Any:
        """The value of a template; as a text unless it may be of another type (`whole`)."""
        work = self.work
        try:
            compiled = compile_value(source) if whole else work.face.texts[source]
            return compiled(self._values(scope, keys[-1] in _WORDS), work.budget)
        except StringError as error:
            work.problem(keys, str(error), error.hint, source)
            return None if whole else ""

    def _values(self, scope: AddedNames, words: bool = False) -> Mapping[str, Any]:
        values = self.work.words if words else self.work.context
        if not scope:
            return values
        return CardValues(values, None, getattr(values, "texts", None)) | scope
