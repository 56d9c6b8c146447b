"""The one way to read XML, which may come from a stranger: without document types, whose entities could grow
without end, or name other files.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from xml.parsers import expat

from cardtools.ground.errors import bad_input

Attributes = Mapping[str, str]
_Take = Callable[[str], None]


class _DocumentTypeError(ValueError):
    """The XML has a document type."""


def xml_parser(
    start: Callable[[str, dict[str, str]], None],
    end: _Take | None = None,
    text: _Take | None = None,
    separator: str = "",
) -> expat.XMLParserType:
    """A parser that calls `start`, `end` and `text`; names come without their prefixes, or with the address
    of their namespace and a separator. It raises ValueError for a document type.
    """

    def refuse(*_: object) -> None:
        raise _DocumentTypeError("it has a document type declaration")

    parser = expat.ParserCreate(namespace_separator=separator or None)
    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = refuse
    local: dict[str, str] = {}

    def begin(name: str, attributes: dict[str, str]) -> None:
        start(local.get(name) or local.setdefault(name, name.rpartition(":")[2]), attributes)

    parser.StartElementHandler = start if separator else begin
    if end:
        parser.EndElementHandler = end if separator else lambda name: end(name.rpartition(":")[2])
    if text:
        parser.CharacterDataHandler = text
    return parser


def parse_xml(
    parser: expat.XMLParserType, data: str | bytes, name: str, kind: str = "XML", hint: str = ""
) -> None:
    """Read a whole file. Raises InputError with the place where it is not well-formed."""
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        message = f"is not well-formed {kind}: {expat.ErrorString(error.code)}"
        raise bad_input(name, message, hint, error.lineno, error.offset + 1) from None
    except _DocumentTypeError:
        place = parser.CurrentLineNumber, parser.CurrentColumnNumber + 1
        raise bad_input(name, "has a DOCTYPE, which is not read", "remove <!DOCTYPE ...>", *place) from None
