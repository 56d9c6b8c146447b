"""`cardtools proof` as people and other programs see it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

Game = Callable[..., None]
NUMBER, TEXT = {"type": "number"}, {"type": "string"}
WHOLE, MAYBE = {"type": "integer"}, {"type": ["number", "null"]}


def closed(**properties: Any) -> dict[str, Any]:
    """The schema of an object with these keys and no others."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


BOX = closed(left=NUMBER, top=NUMBER, width=NUMBER, height=NUMBER)
FINDING = closed(
    **dict.fromkeys(("path", "code", "name", "severity", "message", "hint"), TEXT),
    **dict.fromkeys(("card", "field", "part", "fingerprint"), TEXT),
    **dict.fromkeys(("line", "column"), WHOLE),
    box={"anyOf": [BOX, {"type": "null"}]},
    fix={"type": "null"},
)
CARD = closed(
    **dict.fromkeys(("name", "file_name", "path"), TEXT),
    side={"enum": ["face", "back"]},
    line=WHOLE,
    drawn={"type": "boolean"},
    **dict.fromkeys(("width", "height", "safe", "ink", "contrast"), MAYBE),
    texts={
        "type": "array",
        "items": closed(
            **dict.fromkeys(("element", "text"), TEXT),
            **dict.fromkeys(("size", "smallest"), NUMBER),
            **dict.fromkeys(("minimum", "contrast"), MAYBE),
            box=BOX,
        ),
    },
    codes={"type": "array", "items": TEXT},
)
SCHEMA = closed(
    version={"const": 1},
    complete={"const": True},
    tool=closed(name=TEXT, version=TEXT),
    limits=closed(contrast=NUMBER, ink=NUMBER, safe=MAYBE, size=MAYBE),
    counts=closed(error=WHOLE, warning=WHOLE, info=WHOLE),
    suppressed=WHOLE,
    cards={"type": "array", "items": CARD},
    statistics={"type": "object", "additionalProperties": WHOLE},
    left_out={"type": "object", "additionalProperties": WHOLE},
    findings={"type": "array", "items": FINDING},
)
# Each makes one fault in the face of the game; the code it has.
FAULTS: dict[str, dict[str, Any]] = {
    "RND001": {"width": 1.0, "words": "Ox Owl Ox Owl Ox Owl Ox Owl", "names": ("Ox",)},
    "RND002": {"words": "☃"},
    "RND005": {"colour": "#c0c0c0"},
    "RND006": {"words": "W" * 40},
    "RND007": {"ground": "#000014", "colour": "#ffffff"},
    "RND008": {"size": "5"},
}


def proofed(cardtools: Any, *options: str) -> tuple[int, dict[str, Any]]:
    outcome = cardtools("proof", "--format", "json", *options)
    data = json.loads(outcome.out)
    jsonschema.validate(data, SCHEMA)
    return outcome.code, data


def codes(data: dict[str, Any]) -> set[str]:
    found = {finding["code"] for finding in data["findings"]}
    assert found == {code for card in data["cards"] for code in card["codes"]} | (found & {"RND009"})
    return found


def of_card(data: dict[str, Any], name: str) -> list[dict[str, Any]]:
    return [finding for finding in data["findings"] if finding["card"] == name]


def unused(data: dict[str, Any]) -> list[str]:
    return [finding["path"] for finding in data["findings"] if finding["code"] == "RND009"]


def test_cards_without_a_fault_exit_with_0(game: Game, cardtools: Any) -> None:
    game()
    outcome = cardtools("proof", "--fail-on", "info")
    assert outcome.code == 0, outcome.out
    assert outcome.out.startswith("2 cards: no problems; smallest text 9 pt, lowest contrast 19.02,")
    assert outcome.err == ""
    verbose = cardtools("proof", "-v").out.splitlines()
    assert len(verbose) == 3
    assert re.fullmatch(r"Ox: name 9 pt; contrast 19\.02, ink \d+ %", verbose[0])


@pytest.mark.parametrize("code", FAULTS)
def test_a_fault_is_found_on_each_card_that_has_it(game: Game, cardtools: Any, code: str) -> None:
    game(**FAULTS[code])
    _, data = proofed(cardtools, "--select", code)
    assert codes(data) == {code}
    for card in data["cards"]:
        (finding,) = of_card(data, card["name"])
        assert (finding["code"], card["codes"]) == (code, [code])
        assert finding["box"]
        assert finding["part"] == ("" if code == "RND007" else "name")


def test_art_of_too_few_pixels_is_marked_where_it_lies(
    game: Game, cardtools: Any, write: Callable[..., Path]
) -> None:
    import io

    from PIL import Image

    art = (
        '[elements.art]\nkind = "image"\nimage = "{{ IMAGE }}"\n'
        "left = 10\nwidth = 40\ntop = 30\nheight = 40\n"
    )
    game(more=art)
    out = io.BytesIO()
    Image.new("RGB", (100, 100), "#ffffff").save(out, "PNG")
    for name in ("ox", "owl"):
        write(f"cards/art/{name}.png", out.getvalue())
    _, data = proofed(cardtools)
    finding = data["findings"][0]
    assert (finding["code"], finding["part"]) == ("IMG007", "ox.png")
    assert finding["box"] == {"left": 10, "top": 30, "width": 40, "height": 40}


def test_the_figures_are_those_of_the_face(game: Game, cardtools: Any) -> None:
    game(size="9\nminimum = 6", words="Ember Blade of the Western Islands and of the Sea", width=28)
    _, data = proofed(cardtools)
    (text,) = data["cards"][0]["texts"]
    assert (text["element"], text["minimum"]) == ("name", 6)
    assert 6 <= text["size"] == text["smallest"] < 9
    assert text["text"] == "Ember Blade of the Western Islands and of the Sea"
    box = text["box"]
    assert 6 <= box["left"] < 7
    assert box["top"] >= 9.5  # accents would reach up to 10
    assert box["left"] + box["width"] <= 34.1


def test_exit_codes_go_by_the_severity_that_fails(game: Game, cardtools: Any) -> None:
    game(**FAULTS["RND005"])
    assert cardtools("proof").code == 0
    assert cardtools("proof", "--fail-on", "warning").code == 1
    assert cardtools("proof", "--fail-on", "warning", "--ignore", "contrast").code == 0
    assert cardtools("proof", "--fail-on", "warning", "--contrast", "1.5").code == 0
    game(**FAULTS["RND002"])
    assert cardtools("proof").code == 1


def test_limits_change_what_is_found(game: Game, cardtools: Any) -> None:
    game()
    assert proofed(cardtools)[1]["counts"]["warning"] == 0
    for option, value, code in (("--size", "9.5", "RND008"), ("--contrast", "20", "RND005")):
        assert codes(proofed(cardtools, option, value)[1]) == {code}
    assert codes(proofed(cardtools, "--safe", "12")[1]) == {"RND006"}
    game(ground="#101820", colour="#ffffff")
    assert codes(proofed(cardtools, "--ink", "100")[1]) == {"RND007"}


def test_a_card_that_cannot_be_drawn_stops_no_other_one(game: Game, cardtools: Any) -> None:
    game(words="{{ 1 // (NAME|length - 2) }}")  # of Ox
    outcome = cardtools("proof")
    assert outcome.code == 2
    assert "not drawn: Ox" in outcome.err
    code, data = proofed(cardtools)
    assert code == 2
    assert [(card["name"], card["drawn"]) for card in data["cards"]] == [("Ox", False), ("Owl", True)]


def test_the_worst_comes_first(game: Game, cardtools: Any) -> None:
    game(names=("Ox", "Owl", "☃ Ram"), colour="#c0c0c0")
    _, data = proofed(cardtools)
    assert [card["name"] for card in data["cards"]] == ["☃ Ram", "Ox", "Owl"]
    assert [finding["severity"] for finding in of_card(data, "☃ Ram")] == ["error", "warning"]


def test_equal_backs_are_proofed_once(game: Game, cardtools: Any) -> None:
    game(back="#404040")
    _, data = proofed(cardtools)
    sides = [(card["name"], card["side"]) for card in data["cards"]]
    assert sides == [("Ox", "back"), ("Ox", "face"), ("Owl", "face")]
    assert codes(data) == {"RND005"}
    assert "Ox (back)" in cardtools("proof", "-v").out


def test_cards_by_name_and_by_deck(game: Game, cardtools: Any, write: Callable[..., Path]) -> None:
    game()
    write("deck.txt", "3 Owl\n")
    write("templates/fonts/unused.ttf", b"")
    assert len(unused(proofed(cardtools)[1])) == 1
    for options in (("owl",), ("--deck", "deck.txt")):
        _, data = proofed(cardtools, *options)
        assert [card["name"] for card in data["cards"]] == ["Owl"]
        assert unused(data) == []
    outcome = cardtools("proof", "Owll")
    assert outcome.code == 2
    assert "did you mean Owl?" in outcome.err


def test_what_the_project_accepts_is_not_told(game: Game, cardtools: Any) -> None:
    accepted = '[[suppress]]\ncode = "RND005"\ncard = "Ox"\nreason = "a ghost"\n'
    game(colour="#c0c0c0", settings=accepted)
    _, data = proofed(cardtools)
    assert [len(card["codes"]) for card in data["cards"]] == [1, 0]
    assert data["suppressed"] == 1
    assert "(1 suppressed)" in cardtools("proof").out
    assert "RUL010" not in cardtools("validate").out  # validate draws nothing, so it cannot know


def test_the_page_marks_each_finding_once_and_is_complete_in_itself(
    game: Game, cardtools: Any, folder: Path
) -> None:
    game(names=("Ox & <b>Ram</b>", "Owl"), colour="#c0c0c0", size="5", back="#404040")
    count = len(proofed(cardtools)[1]["findings"])
    outcome = cardtools("proof", "--format", "html", "-o", "proof.html")
    assert outcome.code == 0
    assert "written to proof.html" in outcome.out
    page = (folder / "proof.html").read_text(encoding="utf-8")
    marks = re.findall(r'<i class="mark [^"]*" data-number="(\d+)" data-code="(\w+)"', page)
    lines = re.findall(r'<li class="\w+" data-number="(\d+)" data-code="(\w+)"', page)
    assert len(marks) == count == 7
    assert marks == lines
    assert page.count('<img src="data:image/jpeg;base64,') == 3
    assert "Ox &amp; &lt;b&gt;Ram&lt;/b&gt;" in page
    assert not re.search(r'(?:src|href)="(?!data:)|https?:|@import|url\(', page)
    assert re.findall(r'<button type="button" data-code="(\w+)"', page) == sorted({code for _, code in marks})
    places = [float(value) for value in re.findall(r"(?:left|top|width|height):([\d.]+)%", page)]
    assert all(0 <= value <= 100 for value in places)


@pytest.mark.parametrize("form", ["text", "json", "html"])
def test_the_same_cards_make_the_same_bytes(game: Game, cardtools: Any, folder: Path, form: str) -> None:
    game(colour="#c0c0c0", back="#404040")
    made = []
    for _ in range(2):
        cardtools("proof", "--format", form, "-o", "out")
        made.append((folder / "out").read_bytes())
    assert made[0] == made[1]


def test_calls_that_make_no_sense(game: Game, cardtools: Any) -> None:
    game()
    assert "--format html needs -o FILE" in cardtools("proof", "--format", "html").err
    assert "did you mean" in cardtools("proof", "--select", "RND08").err
    for options in (("--contrast", "30"), ("--ink", "2.4"), ("--safe", "-1"), ("--size", "0")):
        outcome = cardtools("proof", *options)
        assert outcome.code == 2
        assert options[0] in outcome.err
