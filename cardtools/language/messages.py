"""Messages with expressions in them: `{NAME}: {ATTACK} + {DEFENSE} = {ATTACK + DEFENSE}`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from cardtools.ground.frozen_record import Record
from cardtools.ground.limits import limits, raise_hint
from cardtools.ground.tables.cell_values import as_text
from cardtools.language.conditions import COMPUTING_ERRORS, Expression, ExpressionFault, KnownNames, parse

_LONGEST_PART = 500
_BRACE = re.compile("[{}]")
_COMPUTED = re.compile(r"""\{((?:[^'"}]|'[^']*+'|"[^"]*+")*+)\}""")


class MessageTemplate(Record):
    """A text with parts that are computed for each card."""

    text: str
    parts: tuple[str | Expression, ...]

    def fill(self, variables: Mapping[str, Any]) -> str:
        """The text for one card; a part that has no value for it is shown as `?`."""
        return "".join(part if isinstance(part, str) else _shown(part, variables) for part in self.parts)

    @property
    def expressions(self) -> tuple[Expression, ...]:
        """The computed parts, in order."""
        return tuple(part for part in self.parts if not isinstance(part, str))


def _shown(expression: Expression, variables: Mapping[str, Any]) -> str:
    try:
        value = expression.value(variables)
        # A list says each of its words once.
        text = as_text(tuple(dict.fromkeys(value)) if isinstance(value, tuple | list) else value)
    except COMPUTING_ERRORS:
        return "?"
    if len(text) > _LONGEST_PART:
        text = f"{text[:_LONGEST_PART]}…"
    return "?" if value is None else text


def parse_template(text: str, scope: KnownNames, faults: list[ExpressionFault]) -> MessageTemplate:
    """The text as a message template; `{{` and `}}` are braces. Every fault in it is added to `faults`."""
    parts: list[str | Expression] = []
    literal, at = "", 0
    if len(text) > (most := limits().condition_characters):
        message = f"the text has {len(text):,} characters, at most {most:,} are read"
        faults.append(_fault(text, 0, message, raise_hint("condition_characters")))
        return MessageTemplate(text, ())
    while at < len(text):
        if text.startswith(("{{", "}}"), at):
            literal, at = literal + text[at], at + 2
        elif text[at] == "{":
            computed = _COMPUTED.match(text, at)
            if not computed:
                faults.append(_fault(text, at, "a { is opened and never closed", "write {{ for a brace"))
                break
            parts += [literal] if literal else []
            inner: list[ExpressionFault] = []
            if expression := parse(computed[1], scope, inner):
                parts.append(expression)
            start = _fault(text, at + 1, "", "")
            for fault in inner:
                column = fault.column + (start.column if fault.line == 0 else 0)
                faults.append(replace(fault, line=start.line + fault.line, column=column))
            literal, at = "", computed.end()
        elif text[at] == "}":
            faults.append(_fault(text, at, "a } without its {", "write }} for a brace"))
            break
        else:
            brace = _BRACE.search(text, at)
            end = brace.start() if brace else len(text)
            literal, at = literal + text[at:end], end
    return MessageTemplate(text, (*parts, literal) if literal else tuple(parts))


def _fault(text: str, at: int, message: str, hint: str) -> ExpressionFault:
    return ExpressionFault(text.count("\n", 0, at), at - (text.rfind("\n", 0, at) + 1), message, hint)
