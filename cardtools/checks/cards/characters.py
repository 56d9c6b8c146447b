"""Checks of the characters in the cells of any column: white space, letters, quotes, signs of formulas."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from operator import eq, itemgetter, methodcaller
from typing import NamedTuple

from cardtools.cards.spaces import clean, space_fault, visible
from cardtools.checks.cards.context import CheckContext
from cardtools.ground.catalogue import Check
from cardtools.ground.errors import Diagnostic, Edit, Fix
from cardtools.ground.tables.dictionary_column import JoinedTexts, dictionary_of, distinct, indexes_of
from cardtools.language.value_kinds import NUMBER_TYPES

WHITESPACE = Check.of(r"""CSV012 whitespace warning: a cell has invisible white space or characters
    why: White space cannot be seen, and a name with it is a different name.
    bad: 'Tide Singer ', 'Tide  Singer', 'Tide\u00a0Singer'
    good: 'Tide Singer'
    fix: write the cell with single plain spaces and none around it; lines within a cell stay""")
UNICODE = Check.of("""CSV013 unicode warning: a letter is not what it looks like
    why: Two names that look the same are different texts, and decks, effects and searches miss one of them.
    bad: Drаgon with the Cyrillic letter а; é as e and an accent; Ã© where é was
    good: Dragon; é as one character
    fix: write the letter again; accents are joined to their letters by --fix""")
TYPOGRAPHY = Check.of("""CSV014 typography info: quotes, dashes or dots are not written as in most of the file
    why: Cards of one game look like those of two when some have the quotes, dashes, minus signs and dots of
    the keyboard and some have typographic ones.
    bad: Smith's Cat and Smith’s Dog; -5 and −5; ... and …
    good: Smith's Cat and Smith's Dog
    fix: write them as most of the file does; `typography` of a face sets those of the keyboard well""")
FORMULA_CELL = Check.of("""CSV019 formula-cell warning: a spreadsheet would take the cell for a formula
    why: Whoever opens the file in a spreadsheet sees an error, or runs what is written there; saved, the text
    is lost.
    bad: =SUM(A1), @home, -Fire, #NAME?
    good: Fire, minus; +5 and -10 are numbers
    fix: begin the cell with a letter; write again what a spreadsheet replaced by an error""")

# What is wrong with a cell, the hint, the corrected cell (None if unknown), whether the fix is safe.
CharacterFault = tuple[str, str, str | None, bool]
CharacterTest = Callable[[str], CharacterFault | None]

_SHORT = 60
_LATIN, _GREEK, _CYRILLIC = "A-Za-z\u00c0-\u024f", "\u0370-\u03ff\u1f00-\u1fff", "\u0400-\u052f"
_LOST = "\ufffd"  # in place of bytes that could not be read
_FIRST = frozenset("=@+-#")
_FORMULA = r"=.|@(?!\[).|[+-](?!\s*[.,]?[0-9])."
_FAILED = r"#(?:N/A|[A-Z0-9/]+[!?])"


class _TwoForms(NamedTuple):
    """Something in the form of the keyboard (`plain`) and of typography: how each is found and written."""

    what: str
    plain: str
    found: tuple[re.Pattern[str], re.Pattern[str]]
    signs: tuple[str, str]


_STRAIGHT = str.maketrans("‘’“”", "''\"\"")
_FORMS = tuple(
    _TwoForms(what, plain, (re.compile(one), re.compile(other)), signs)
    for what, plain, one, other, signs in (
        ("a {} quote", "straight", "['\"]", "[‘’“”]", ("", "’, “ or ”")),
        ("{} dots", "plain", r"\.{3}", "…", ("...", "…")),
        ("a {} minus sign", "plain", r"(?<![\w.)])-(?=[0-9])", "−(?=[0-9])", ("-", "−")),
        ("a {} dash", "plain", r"(?<=\s)--?(?=\s)", r"(?<=\s)[–—](?=\s)", ("-", "–")),
    )
)


def check(cards: CheckContext) -> Iterator[Diagnostic]:
    """The findings about cells and column names, check by check; sound columns are only looked through."""
    table = cards.table
    whitespace = cards.ruleset.check(WHITESPACE).info
    for file, index in ((part, index) for part in table.file.parts for index in range(len(part.header))):
        if (fault := _spaces(file.header[index])) and fault[2]:
            message, hint, new, safe = fault
            fix = Fix((Edit(file.header_line, file.cell(index), file.header[index], new),), safe)
            yield whitespace.finding(file.at_header(index), f"the column {message}", hint, fix=fix)
    several, fields = "  " in table.file.text, table.ruleset.fields.values()
    numbers = {field.name for field in fields if field.entry.type in NUMBER_TYPES}
    for name in table.columns:
        texts = dictionary_of(table.texts(name))
        if isinstance(texts, JoinedTexts):
            is_bare, pieces = texts.is_bare, texts.pieces
            lines = map(methodcaller("replace", "\n", ""), pieces)
            formulas = name not in numbers and texts.begins_with(_FIRST)
        else:
            is_bare, pieces = all(map(eq, map(str.strip, texts), texts)), texts
            lines = map(str, texts)
            formulas = name not in numbers and not _FIRST.isdisjoint(map(itemgetter(slice(1)), texts))
        doubled = several and any("  " in piece for piece in pieces)
        if doubled or not is_bare or not all(map(str.isprintable, lines)):
            yield from _find(cards, name, WHITESPACE, _number_spaces if name in numbers else _spaces)
        if formulas:
            yield from _find(cards, name, FORMULA_CELL, _formula)
    if not table.file.text.isascii():
        for name in table.columns:
            yield from _find(cards, name, UNICODE, _letters)
        # Effects of the tagged list stay as they are there.
        listed = table.ruleset.effect_columns if table.ruleset.tag_rules else ()
        yield from _forms(cards, [name for name in table.columns if name not in {*listed, *numbers}])


def _find(cards: CheckContext, column: str, check: Check, test: CharacterTest) -> Iterator[Diagnostic]:
    cells = cards.table.texts(column)
    faults = {text: fault for text in distinct(cells) if text and (fault := test(text))}
    for row in indexes_of(cells, faults):
        message, hint, new, safe = faults[cells[row]]
        fix = None if new is None else cards.edit(row, column, new, safe)
        yield cards.finding(check, row, column, f"{column} {message}", hint, fix)


# White space


def _spaces(text: str) -> CharacterFault | None:
    fault, new = space_fault(text), clean(text)
    # A cell of nothing but white space is an empty one.
    if fault is None or not text.strip() or (not text.isascii() and _misread(text)):
        return None
    message, safe = fault
    return message, f"write {new}" if new and _fits(new) else "remove it", new, safe


def _number_spaces(text: str) -> CharacterFault | None:
    # White space between digits is reported as an unusual way to write a number.
    return _spaces(text) if re.fullmatch("[+-]?[0-9]+", clean(text)) else None


def _fits(text: str) -> bool:
    return len(text) <= _SHORT and text.isprintable()


# Letters


def _letters(text: str) -> CharacterFault | None:
    import unicodedata

    if text.isascii():
        return None
    if _LOST in text:
        message = f"has lost a character: {visible(text, text.index(_LOST))}"
        return message, "write the original text", None, False
    if meant := _misread(text):
        hint = f"write {meant}" if _fits(meant) else "save the file as UTF-8 and write the letters again"
        return f"has letters that were read in another encoding: {visible(text)}", hint, meant, False
    if not unicodedata.is_normalized("NFC", text):
        composed = unicodedata.normalize("NFC", text)
        at = next(i for i, (a, b) in enumerate(zip(text, composed, strict=False)) if a != b)
        apart = text[max(at - 10, 0) : at + 10].encode("ascii", "backslashreplace").decode()
        return f"has a letter in parts: '{apart}'", "write it as one character (NFC)", composed, True
    for word in re.findall(r"\w+", text) if re.search(f"[{_GREEK}{_CYRILLIC}]", text) else ():
        found = [re.findall(f"[{letters}]", word) for letters in (_LATIN, _GREEK, _CYRILLIC)]
        scripts = sorted(filter(None, found), key=len)
        if len(scripts) > 1:
            odd = scripts[0][0]
            script = unicodedata.name(odd).split()[0].capitalize()
            message = f"has the {script} letter {odd} (U+{ord(odd):04X}) in {visible(word, word.index(odd))}"
            return message, "write it in the script of the other letters", None, False
    return None


def _misread(text: str) -> str:
    """The text as it was before its UTF-8 was read as Windows-1252; "" where that cannot be."""
    try:
        return text.encode("cp1252").decode()
    except UnicodeError:
        return ""


# Typography


def _forms(cards: CheckContext, columns: Sequence[str]) -> Iterator[Diagnostic]:
    """The less frequent form of quotes, dots, minus signs and dashes where a file has both."""
    for form in (form for form in _FORMS if form.found[1].search(cards.table.file.text)):
        cells = [cell for name in columns for cell in cards.table.texts(name)]
        plains, fines = (sum(len(found.findall(cell)) for cell in cells) for found in form.found)
        for name in columns if plains and fines and plains != fines else ():
            yield from _find(cards, name, TYPOGRAPHY, partial(_rare_form, form, plains > fines))


def _rare_form(form: _TwoForms, is_fine: bool, text: str) -> CharacterFault | None:
    """The fault of a text with the form that is rare in the file, which is the typographic one or not."""
    rare, names = form.found[is_fine], (form.plain, "typographic")
    found = rare.search(text)
    if not found:
        return None
    one, sign = form.what.format(names[is_fine]), form.signs[not is_fine]
    message = f"has {one}, most of the file has {names[not is_fine]} ones: {visible(text, found.start())}"
    if form.plain != "straight":
        new = rare.sub(sign, text)
    elif is_fine:
        new, sign = text.translate(_STRAIGHT), found[0].translate(_STRAIGHT)
    else:  # between letters it is an apostrophe; only a person can see whether another opens or closes
        new = re.sub(r"(?<=\w)'(?=\w)", "’", text)
    return message, f"write {new if new != text and _fits(new) else sign}", new if new != text else None, True


# Formulas


def _formula(text: str) -> CharacterFault | None:
    if re.fullmatch(_FAILED, text):
        return f"is {text}: a spreadsheet could not compute the cell", "write the original text", None, False
    if re.match(_FORMULA, text, re.DOTALL):
        hint = f"begin it with a character other than {text[0]}"
        return f"would be run as a formula by a spreadsheet: {visible(text)}", hint, None, False
    return None
