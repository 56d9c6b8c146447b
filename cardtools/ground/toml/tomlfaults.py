"""What is wrong with text that is not TOML, in words that say what to write instead."""

from __future__ import annotations

import re

from cardtools.ground.toml.tomlplaces import ENTRY, HEADER, dotted, written_keys

_LONGEST = 30  # characters of the file that are repeated
_BACKSLASH = "write \\\\ for a backslash, or put the whole text in '...'"
_NO_QUOTE = r"character '\\n'|Expected \"'\"|Unterminated"
_ONE_LINE = "a table in { } is on one line, without a last comma"

# The words of tomllib, our message instead, and the hint; {rest} is the rest of the line.
_SAID = (
    (_NO_QUOTE, "the text{of} has no closing quote", "put a quote at its end"),
    (r"Expected \"'''\"", "the text{of} has no closing '''", "put ''' at its end"),
    (r"character '", "the text{of} has a character that no text can have", "remove it"),
    (r"Unescaped|hex value", "the text{of} has a \\ that stands for nothing", _BACKSLASH),
    (r"Unclosed inline", "expected , or } before {rest}", "close the table with }, on the same line"),
    (r"Expected '='", "expected = after {key}, not {rest}", 'write: key = "text", or key = 5'),
    (r"Expected '\]", "the header has no closing bracket", "write [name], or [[name]] for each of a list"),
    (r"initial character", "expected a key, not {rest}", _ONE_LINE),
    (r"Duplicate", "a key is twice in the table{of}", "remove one of them"),
    (r"Invalid statement", "expected a key or a [header], not {rest}", 'write: key = "text", or key = 5'),
)
# What follows a valid value, or stands where one should, and what would be right.
_AFTER = (
    (r"//", "a remark begins with #"),
    (r";", "remove it: a line needs no sign at its end"),
    (r",\s*[0-9]", "write decimals with a point, as 3.5"),
    (r"(?:mm|cm|pt|px|dpi|in|%)", "write the number alone, without a unit"),
    (r"[\])}]", "remove the bracket, or write the one that opens it"),
)
_NO_VALUE = (
    (r"[\u2018-\u201f\u00ab\u00bb`\u00b4]", 'write straight quotes: "..."'),
    (r"(?i:true|yes|on)\b", "write true"),
    (r"(?i:false|no|off)\b", "write false"),
    (r"(?i:none|null|nil)\b", "leave the key out where it has no value"),
    (r"=", "one = is enough"),
    (r",", "remove the comma, or write the value before it"),
    (r"[.][0-9]|[0-9]", "write a number as 5 or 0.5"),
)


def toml_fault(text: str, message: str, line: int, column: int) -> tuple[int, int, str, str]:
    """Line and column, what is wrong, and a hint, for what tomllib says about the text.

    `line` and `column` (from 1) are where tomllib stopped, 0 for the end of the text.
    """
    lines = text.split("\n")
    if not line:
        line = max((number for number, part in enumerate(lines, 1) if part.strip()), default=1)
        column = len(lines[line - 1]) + 1
        if "'''" in message or "Unterminated" in message:
            opened = (n for n, part in enumerate(lines[:line], 1) if re.search("\"\"\"|'''", part))
            line, column = max(opened, default=1), 1
    if message.startswith("Cannot"):
        return _twice(text, line)
    begun = _begun(lines, line) if message.startswith("Unclosed array") else line
    if begun < line and re.match(f"{HEADER}|{ENTRY}", lines[line - 1]):
        entry = re.match(ENTRY, lines[begun - 1])
        what = f"the list{f' of {entry[1].strip()}' if entry else ''} has no closing bracket"
        hint = "close it with a ], and count the brackets in it"
        return begun, entry.start(1) + 1 if entry else 1, what, hint
    return line, column, *_words(lines, message, line, column)


def _begun(lines: list[str], line: int) -> int:
    """The line at which the list begins that goes on at a line."""
    return next((number for number in range(line, 0, -1) if re.search(r"=\s*\[", lines[number - 1])), line)


def _words(lines: list[str], message: str, line: int, column: int) -> tuple[str, str]:
    before, rest = lines[line - 1][: column - 1].strip(), lines[line - 1][column - 1 :].strip()
    brief = rest if len(rest) <= _LONGEST else f"{rest[:_LONGEST]}..."
    entry = re.match(ENTRY, lines[line - 1])
    key = entry[1].strip() if entry else before or "the key"
    if message.startswith("Unclosed array"):
        begun = _begun(lines, line)
        where = "" if begun == line else f" that begins at line {begun}"
        return f"expected , or ] in the list{where}, not {brief or 'the end'}", "add a comma or a ]"
    if message.startswith("Invalid value"):
        if not rest or rest.startswith("#"):
            return f"{key} has no value", "write one after the =, or remove the line"
        word = re.split(r"[\s\],};\"']", brief)[0] or brief
        hint = _hint(_NO_VALUE, rest) or f'write texts in quotes: "{word}"'
        return f"invalid value {word}{f' for {key}' if entry else ''}", hint
    if message.startswith("Expected newline"):
        hint = "write one key to a line"
        if re.search(r"=\s*0$", before):
            hint = "write numbers without a leading 0"
        elif before.endswith(('"', "'")):
            hint = "write a text that has quotes in it in the other kind of quotes"
        after = f"the value of {key}" if entry else before
        return f"unexpected {brief} after {after}", _hint(_AFTER, rest) or hint
    for pattern, said, hint in _SAID:
        if re.search(pattern, message):
            if "'='" in message and rest[:1] == ":":
                hint = "write = instead of :"
            of = f" of {key}" if entry else ""
            parts = {"{rest}": brief or "the end of the line", "{key}": key, "{of}": of}
            for name, part in parts.items():
                said = said.replace(name, part)
            return said, hint
    return f"{message[:1].lower()}{message[1:]}", ""


def _hint(known: tuple[tuple[str, str], ...], rest: str) -> str:
    return next((hint for pattern, hint in known if re.match(pattern, rest)), "")


def _twice(text: str, line: int) -> tuple[int, int, str, str]:
    """A key or a header that the file has already; tomllib stopped at the end of it."""
    lines = text.split("\n")
    found = written_keys("\n".join(lines[:line]))
    keys, line, column = max(found, key=lambda one: one[1], default=((), line, 1))
    name = dotted(keys)
    first = next((at for other, at, _ in written_keys(text) if at < line and dotted(other) == name), 0)
    where = f", first at line {first}" if first else ""
    if not (header := re.match(HEADER, lines[line - 1])):
        hint = "remove one of them, or write the [header] of its table above it"
        return line, column, f"{keys[-1] if keys else 'a key'} is there twice in one table{where}", hint
    other = re.match(HEADER, lines[first - 1]) if first else None
    opened = (other or header)[1]
    bracketed = f"{opened}{name}{']' * len(opened)}"
    if opened != header[1]:
        return line, column, f"{name} is in single and in double brackets{where}", f"write {bracketed}"
    return line, column, f"{bracketed} is there twice{where}", "keep one of them, with all the keys"
