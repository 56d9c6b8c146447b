"""The page of a face: what the server says of its elements, and what edits make of its files."""

from __future__ import annotations

import json
import time
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from requests_of import Browser
from tabs import opened

from cardtools.ground.errors import InputError
from cardtools.ground.web.local import LocalServer
from cardtools.pages.studio.desk import Desk
from cardtools.pages.studio.face_edits import edit_face, keep_face, see_face
from cardtools.pages.studio.server import page, routes
from cardtools.pages.studio.studio import Studio
from cardtools.render.face.load import elements, load_face

BASE = """\
# What all faces share.
[card]
width = 60
height = 90
safe = 2
[fonts]
text = "text.ttf"
[styles.text]
font = "text"
size = 7

[parts.badge.elements]
disc = { box = [0, 0, 6, 6], fill = "red" }

[elements.ground]
box = -3
fill = "#ffffff"

# The title of the card.
[elements.name]
box = [5, "0.25in", -5, 8] # as wide as the card
text = "{{ NAME }}"
style = "text"
"""
OWN = """\
extends = "base.toml"

[elements.name]
left = 6.5   # further in

[elements.turned]
rotation = 90
elements.mark = { left = 10, width = 10, top = 20, height = 4, fill = "blue" }

[elements.badge]
use = "badge"

[elements.points]
layout = "row"
box = [5, 60, -5, 4]
elements.point = { for = "COST", width = 4, fill = "green" }

[elements.seldom]
box = [5, 70, 5, 5]
fill = "red"
when = "COST > 4"

[elements.moving]
box = ["{{ COST }}", 80, 5, 5]
fill = "red"
"""


@pytest.fixture
def face(game: Path) -> str:
    (game / "templates/base.toml").write_text(BASE)
    (game / "templates/plain.toml").write_text(OWN)
    return "templates/plain.toml"


def by_name(boxes: list[Any]) -> dict[str, Any]:
    return {".".join(box["place"][1::2]): box for box in boxes}


def test_a_face_says_where_its_elements_are_and_where_keys_come_from(face: str, studio: Studio) -> None:
    seen = see_face(studio, face)
    assert seen["slug"] == "ox" and seen["picture"] and not seen["problems"]
    assert seen["files"] == [face, "templates/base.toml"] and seen["text"] == OWN
    boxes = by_name(seen["boxes"])
    assert boxes["ground"]["box"] == [-3, -3, 66, 96]
    assert boxes["name"]["box"] == [6.5, 6.35, 48.5, 8] and boxes["name"]["line"] == 3
    # In the middle of the group, which is turned around it.
    assert (boxes["turned.mark"]["turn"], boxes["turned.mark"]["outer"]) == (90, 90)
    assert [box["box"][2] for box in seen["boxes"] if box["place"][-1] == "point"] == [4]
    assert not boxes["seldom"]["shown"] and boxes["name"]["shown"]
    tree = {one["name"]: one for one in seen["tree"]}
    assert list(tree) == ["ground", "name", "turned", "badge", "points", "seldom", "moving"]
    sources = {
        key: [(one["file"], one["line"], one["place"][-1]) for one in some]
        for key, some in tree["name"]["own"].items()
    }
    assert sources["left"] == [(0, 4, "left"), (1, 21, "box")]
    assert sources["text"] == [(1, 22, "text")]
    (disc,) = tree["badge"]["inner"]
    assert disc["at"][0]["place"] == ("parts", "badge", "elements", "disc")
    assert tree["points"]["inner"][0]["laid"] and tree["name"]["values"]["style"] == "text"
    known = see_face(
        studio, face, slug="ox", side="face", known=see_face(studio, face, slug="ox", side="face")["known"]
    )
    assert list(known) == ["known"]
    json.dumps(studio.read("face_keys"))
    assert [one["path"] for one in studio.draw("faces")] == [face, "templates/base.toml"]


def test_edits_are_tried_kept_and_undone(face: str, studio: Studio, game: Path) -> None:
    edits = [{"op": "box", "place": ["elements", "name"], "box": [7, 10, 40, 8], "was": [6.5, 6.35, 48.5, 8]}]
    tried = see_face(studio, face, edits={face: edits})
    assert by_name(tried["boxes"])["name"]["box"] == [7, 10, 40, 8]
    assert tried["text"] == OWN and (game / face).read_text() == OWN
    keep_face(studio, face, face, edits, "me", "moved name")
    assert by_name(see_face(studio, face)["boxes"])["name"]["box"] == [7, 10, 40, 8]
    text = OWN.replace("left = 6.5   # further in\n", "left = 7   # further in\nright = 13\ntop = 10\n")
    assert studio.workspace.content(face) == text.encode()
    there = [{"op": "box", "place": ["elements", "name"], "box": [7, 12.7, 40, 8], "was": [7, 10, 40, 8]}]
    with pytest.raises(InputError, match=r"top is in templates/plain\.toml too"):
        keep_face(studio, face, "templates/base.toml", there, "me", "moved name")
    there[0]["box"] = [7, 10, 40, 9]
    keep_face(studio, face, "templates/base.toml", there, "me", "resized name")
    whole = BASE.replace("-5, 8]", "-5, 9]")
    assert studio.workspace.content("templates/base.toml") == whole.encode()
    assert studio.workspace.undo("me") and studio.workspace.undo("me")
    assert studio.workspace.content(face) == OWN.encode()
    assert by_name(see_face(studio, face)["boxes"])["name"]["box"] == [6.5, 6.35, 48.5, 8]


GROUP = {"kind": "group", "elements": {"a": {"text": "x"}}}
SHADOW = "\nshadow = { blur = 1 }\n"


@pytest.mark.parametrize(
    ("op", "place", "more", "old", "new"),
    [
        ("set", "seldom.top", {"value": 71}, "[5, 70, 5, 5]", "[5, 71, 5, 5]"),
        ("set", "points.right", {"value": 6}, "[5, 60, -5, 4]", "[5, 60, -6, 4]"),
        ("set", "name.shadow", {"toml": "{ blur = 1 }"}, "# further in\n", f"# further in{SHADOW}"),
        ("unset", "seldom.when", {}, 'when = "COST > 4"\n', ""),
        ("rename", "badge", {"name": "coin"}, "[elements.badge]", "[elements.coin]"),
        ("add", "g", {"table": GROUP}, "5]\nfill = \"red\"\n", "5]\nfill = \"red\"\n" + """
[elements.g]
kind = "group"

[elements.g.elements.a]
text = "x"
"""),
    ],
)  # fmt: skip
def test_an_edit_changes_its_key(
    face: str, game: Path, op: str, place: str, more: Any, old: str, new: str
) -> None:
    edit = {"op": op, "place": ["elements", *place.split(".")], **more}
    made = edit_face(Desk(game), face, face, [edit])
    assert made == new.join(OWN.rsplit(old, 1))


@pytest.mark.parametrize(
    "edit",
    [
        {"op": "box", "place": ["elements", "moving"], "box": [9, 80, 5, 5], "was": [1, 80, 5, 5]},
        {"op": "rename", "place": ["elements", "badge"], "name": "name"},
        {"op": "rename", "place": ["elements", "badge"], "name": "a.b"},
        {"op": "add", "place": ["elements", "badge"], "table": {}},
        {"op": "set", "place": ["elements", "badge", "x"], "toml": "1\ny = 2"},
        {"op": "set", "place": ["elements", "badge", "x"], "toml": "1 # \n[z"},
        {"op": "set", "place": ["extends", "x"], "value": 1},
        {"op": "order", "place": ["elements"], "names": 3},
        {"op": "box", "place": ["elements", "badge"], "box": ["x"]},
        {"op": "run", "place": []},
        {"place": None},
        3,
    ],
)
def test_what_cannot_be_changed_is_refused(face: str, game: Path, edit: Any) -> None:
    with pytest.raises(InputError):
        edit_face(Desk(game), face, face, [edit])


def test_only_files_of_faces_are_changed(face: str, studio: Studio, browser: Browser, game: Path) -> None:
    for target in ("cardtools.toml", "../x.toml", "templates/none.toml", "/etc/hosts"):
        value = {"path": face, "target": target, "edits": [], "by": "me", "what": "x"}
        assert browser.send("/api/face_edit", value).status == 422
    assert browser.send("/api/face", {"path": face, "texts": {"../x": "y"}}).status == 422
    assert browser.send("/api/face", {"path": "../x"}).status == 422
    for path in ("rules.toml", "cards/cards.csv"):
        seen = see_face(studio, path)
        assert "no face" in seen["problems"][0]["message"] and "tree" not in seen


def test_a_broken_face_is_told_and_put_right(face: str, studio: Studio) -> None:
    broken = see_face(studio, face, texts={face: OWN + "[elements"})
    assert "closing bracket" in broken["problems"][0]["message"] and not broken["picture"]
    assert see_face(studio, face)["picture"]
    base = "templates/base.toml"
    beyond = see_face(studio, base, slug="ox", texts={base: BASE.replace("-5, 8]", "90, 8]")})
    assert "leaves the bleed" in beyond["problems"][0]["message"]
    assert [one["name"] for one in beyond["tree"]] == ["ground", "name"]


_SIDES = st.sampled_from([("left", "width"), ("left", "right"), ("width", "right"), ("width",)])
_UNITS = st.sampled_from(["", "mm", "in", "pt"])


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    across=_SIDES,
    unit=_UNITS,
    form=st.sampled_from(["keys", "box", "opposite", "even", "inherited"]),
    wanted=st.tuples(st.integers(-30, 300), st.integers(-30, 300), st.integers(1, 300), st.integers(1, 300)),
)
def test_a_box_is_where_it_was_put(
    face: str, game: Path, across: tuple[str, ...], unit: str, form: str, wanted: tuple[int, ...]
) -> None:
    length = '"0.5in"' if unit == "in" else f'"12{unit}"' if unit else "12"
    down = [{"left": "top", "width": "height", "right": "bottom"}[side] for side in across]
    lines = "\n".join(f"{side} = {length} # {side}" for side in (*across, *down))
    forms = {"box": f"box = [5, {length}, 9, 9]", "opposite": "box = [4, 4, -5, -5]", "even": "box = 6"}
    own = "" if form == "inherited" else forms.get(form, lines)
    table = f"[elements.it]\n{own}\nfill = 'red' # kept\n\n[elements.other]\nbox = 3\nfill = 'blue'\n"
    (game / "templates/base.toml").write_text(
        BASE + (f"\n[elements.it]\n{lines}\n" if form == "inherited" else "")
    )
    (game / face).write_text('extends = "base.toml"\n' + table)
    old = load_face(game / face).design
    before = dict(elements(old))["elements", "it"].box(old.card)
    box = [number / 10 for number in wanted]
    was = [before.left, before.top, before.width, before.height]
    edit = {"op": "box", "place": ["elements", "it"], "box": box, "was": was}
    made = edit_face(Desk(game), face, face, [edit])
    assert made.endswith("\n\n[elements.other]\nbox = 3\nfill = 'blue'\n") or form == "inherited"
    assert "fill = 'red' # kept" in made
    assert all(f"# {side}" in made for side in across) or form != "keys"
    (game / face).write_text(made)
    after = load_face(game / face)
    now = dict(elements(after.design))["elements", "it"].box(after.design.card)
    assert [now.left, now.top, now.width, now.height] == pytest.approx(box, abs=0.02)
    assert tomllib.loads(made)["elements"]["other"] == {"box": 3, "fill": "blue"}


def _until(tab: Any, holds: Callable[[], bool]) -> None:
    end = time.monotonic() + 10
    while not holds():
        assert time.monotonic() < end
        tab.wait_for_timeout(20)


@pytest.mark.end_to_end
def test_a_box_is_dragged_and_moved_by_keys(face: str, studio: Studio, chromium: Any) -> None:
    def number(key: str) -> float:
        data = tomllib.loads((studio.workspace.content(face) or b"").decode())
        value: float = data["elements"]["name"].get(key, 0)
        return value

    with (
        opened(chromium) as (tab, errors),
        LocalServer("127.0.0.1", 0, page(), routes(studio)) as server,
    ):
        tab.goto(server.link)
        tab.wait_for_selector(".grid-row")
        tab.goto(tab.url.partition("#")[0] + f"#/face/{face}")
        tab.get_by_role("treeitem", name="name, text").click()
        tab.wait_for_selector(".moveable-control.moveable-se")
        tab.get_by_role("button", name="Snap").click()
        tab.wait_for_selector("#face-text:not([hidden])")
        assert tab.evaluate("scrollY") == 0  # the text goes to the element, the page does not
        places = [None, tab.locator(".box.chosen").bounding_box()]
        while places[-1] != places[-2]:  # the page is still making room for the text
            tab.wait_for_timeout(200)
            places.append(tab.locator(".box.chosen").bounding_box())
        box, image = places[-1], tab.locator(".face-stage > img")
        scale, before = image.bounding_box()["width"] / 66, image.get_attribute("src")
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        tab.mouse.move(x, y)
        tab.mouse.down()
        tab.wait_for_timeout(100)  # as a hand does
        tab.mouse.move(x - 2 * scale, y + 20 * scale, steps=5)
        tab.wait_for_selector(f".face-stage > img:not([src='{before}'])")  # while it is dragged
        assert number("top") == 0
        tab.mouse.up()
        _until(tab, lambda: number("top") == pytest.approx(26.35, abs=0.3))
        assert number("left") == pytest.approx(4.5, abs=0.3)
        tab.locator(".box.chosen").focus()
        left = number("left")
        for key in ("Shift+ArrowRight", "ArrowRight", "ArrowRight", "Alt+ArrowDown"):
            tab.keyboard.press(key)
        _until(tab, lambda: number("rotation") == 5)
        assert number("left") == pytest.approx(left + 1.2)
        events = [event.what for event in studio.workspace.journal.events]
        assert events == [f"moved name in {face}", f"turned name in {face}"]
        tab.get_by_label("text", exact=True).fill("{{ NAME }}!")
        tab.keyboard.press("Control+Enter")
        _until(tab, lambda: "{{ NAME }}!" in (studio.workspace.content(face) or b"").decode())
        for _ in range(3):
            tab.locator("#undo:not([disabled])").click()
        _until(tab, lambda: studio.workspace.content(face) == OWN.encode())
        assert not errors
