"""The one reader of XML: what it refuses, and that there is no other."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardtools.ground.errors import InputError
from cardtools.ground.io.guarded_xml import parse_xml, xml_parser

PACKAGE = Path(__file__).parents[2] / "cardtools"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("<a>\n<b></a>", "x.xml:2:6: is not well-formed XML: mismatched tag\n  help: save it again"),
        ("<a>&b;</a>", "x.xml:1:4: is not well-formed XML: undefined entity\n  help: save it again"),
        ("<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", "x.xml:1:13: has a DOCTYPE"),
        ("<!DOCTYPE a SYSTEM 'file:///etc/hostname'><a/>", "x.xml:1:42: has a DOCTYPE"),
    ],
)
def test_a_fault_has_its_place(text: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        parse_xml(xml_parser(lambda *_: None), text, "x.xml", hint="save it again")
    assert str(error.value).startswith(message)


def test_names_come_without_prefixes_or_with_their_namespace() -> None:
    text, names = '<t:a xmlns:t="urn:t"><t:b/></t:a>', list[str]()
    for separator in ("", "}"):
        parser = xml_parser(lambda name, _: names.append(name), names.append, separator=separator)
        parse_xml(parser, text, "x.xml")
    assert names == ["a", "b", "b", "a", "urn:t}a", "urn:t}b", "urn:t}b", "urn:t}a"]


def test_no_other_file_makes_a_parser() -> None:
    makes = [path for path in PACKAGE.rglob("*.py") if "ParserCreate(" in path.read_text(encoding="utf-8")]
    assert [path.name for path in makes] == ["guarded_xml.py"]
