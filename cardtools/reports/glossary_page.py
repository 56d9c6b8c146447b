"""The terms of a game as a page for players."""

from __future__ import annotations

import html
import re

from cardtools.render.text.rich import Marked, read_markup
from cardtools.rulesets import Ruleset

_ICON, _SIGNS = re.compile(r"\{([^{}]+)\}"), re.compile(r"([\\`*_\[\]<>|~])")
_LOOKS = {
    "html": {"bold": ("<b>", "</b>"), "italic": ("<i>", "</i>"), "under": ("<u>", "</u>")},
    "markdown": {"bold": ("**", "**"), "italic": ("*", "*")},
}  # fmt: skip


def glossary_page(ruleset: Ruleset, form: str) -> str:
    """Each term with its reminder text, as text, Markdown or HTML. Icons, which a face has, are words."""
    glossary, lines = ruleset.glossary, list[str]()
    for name, term in glossary.terms.items():
        text = glossary.marks.applied(re.sub("{[^{}]+}\u00a0", "", glossary.spelled_out(term.text)))
        pieces = read_markup(text, _ICON.findall(text))[0]
        words = "".join(_looked(one, form) for one in pieces).strip()
        word = _looked(Marked(term.word or name, bold=True), form)
        lines.append(f"<dt>{word}</dt>\n<dd>{words}</dd>" if form == "html" else f"{word}: {words}\n")
    title = html.escape(f"{ruleset.header.name or ruleset.id}: terms")
    if form == "html":
        head = f'<!DOCTYPE html>\n<html>\n<head><meta charset="utf-8"><title>{title}</title></head>'
        lines = [head, f"<body>\n<h1>{title}</h1>\n<dl>", *lines, "</dl>\n</body>\n</html>\n"]
    return "\n".join([*([f"# {title}\n"] if form == "markdown" else []), *lines])


def _looked(piece: Marked, form: str) -> str:
    """A piece of a text with its look in a form."""
    text = piece.text or piece.icon
    text = _SIGNS.sub(r"\\\1", text) if form == "markdown" else text
    text = html.escape(text).replace("\n", "<br>") if form == "html" else text
    for look, (begin, end) in _LOOKS.get(form, {}).items():
        text = f"{begin}{text}{end}" if text.strip() and getattr(piece, look) else text
    return text
