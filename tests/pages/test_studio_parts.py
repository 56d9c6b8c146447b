"""Modules of others that the studio's page uses, and its grid: files as made, and a browser that runs them.

The examples of their README are what runs, under the policy of our pages.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import tomllib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
PARTS = ROOT / "cardtools/pages/studio/web/parts"
MANIFEST = json.loads((PARTS / "manifest.json").read_text(encoding="utf-8"))
EXAMPLES = re.findall(r"```js\n(.*?)```", (PARTS / "README.md").read_text(encoding="utf-8"), re.DOTALL)
POLICY = "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'"
HEADERS = {"Content-Security-Policy": POLICY}
PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Parts</title>
<meta name="color-scheme" content="light dark"><link rel="icon" href="data:,">
<link rel="stylesheet" href="parts/grid.css"><link rel="stylesheet" href="parts/codemirror.css">
<link rel="stylesheet" href="own.css"><script type="module" src="own.js"></script></head>
<body><main><h1>Parts</h1><div id="place"></div></main></body></html>"""
STYLE = "#place { height: 400px; } body { margin: 0; background: light-dark(#fff, #17181c); }"

Opened = Callable[..., AbstractContextManager[Any]]


def test_the_files_are_those_of_the_manifest() -> None:
    digests = {name: hashlib.sha256((PARTS / name).read_bytes()).hexdigest() for name in MANIFEST["sha256"]}
    assert digests == MANIFEST["sha256"]
    kinds = ("js", "d.ts", "LICENSE.txt")
    assert sorted(digests) == sorted(
        f"{name}.{kind}" for name in ("codemirror", "moveable") for kind in kinds
    )


def test_the_packages_are_those_of_the_lock_file_which_names_no_address() -> None:
    lock = (ROOT / ".ci/parts/package-lock.json").read_text(encoding="utf-8")
    assert "resolved" not in lock
    assert "://" not in re.sub(r'"url": "[^"]*"', "", lock)  # whom to thank
    packages = json.loads(lock)["packages"]
    assert {name: packages[f"node_modules/{name}"]["version"] for name in MANIFEST["packages"]} == MANIFEST[
        "packages"
    ]
    wanted = json.loads((ROOT / ".ci/parts/package.json").read_text(encoding="utf-8"))
    pinned = {**wanted["dependencies"], **wanted["devDependencies"]}
    assert {name: packages[f"node_modules/{name}"]["version"] for name in pinned} == pinned


def test_every_package_has_its_licence_beside_it_and_in_a_release() -> None:
    texts = "".join(path.read_text(encoding="utf-8") for path in sorted(PARTS.glob("*.LICENSE.txt")))
    missing = [
        f"{name} {version}"
        for name, version in MANIFEST["packages"].items()
        if f"{name} {version}" not in texts
    ]
    assert missing == []
    licences = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"][
        "license-files"
    ]
    assert "cardtools/pages/studio/web/parts/*.LICENSE.txt" in licences


def test_they_are_small_and_make_no_code() -> None:
    scripts = sorted(PARTS.glob("*.js"))
    assert [path.name for path in scripts] == ["codemirror.js", "grid.js", "moveable.js", "ranges.js"]
    assert sum(len(gzip.compress(path.read_bytes())) for path in scripts) < 400_000
    for path in scripts:
        assert re.findall(r"\beval\(|new Function\b", path.read_text(encoding="utf-8")) == []


@pytest.fixture
def opened(chromium: Any) -> Opened:
    """Open a page with this script. What the browser refuses, and every error, fails the test."""

    @contextmanager
    def page(script: str, **options: Any) -> Iterator[Any]:
        own = {
            "/": ("text/html", PAGE),
            "/own.js": ("text/javascript", script),
            "/own.css": ("text/css", STYLE),
        }

        def answer(route: Any) -> None:
            path = re.sub(r"^https?://[^/]*", "", route.request.url)
            if path in own:
                kind, body = own[path]
                route.fulfill(headers={**HEADERS, "Content-Type": f"{kind}; charset=utf-8"}, body=body)
            else:
                kind = "text/css" if path.endswith(".css") else "text/javascript"
                text = (PARTS.parent / path[1:]).read_text(encoding="utf-8")
                route.fulfill(headers={**HEADERS, "Content-Type": f"{kind}; charset=utf-8"}, body=text)

        context = chromium.new_context(viewport={"width": 900, "height": 600}, **options)
        context.set_default_timeout(10_000)
        context.route("**/*", answer)
        tab, errors = context.new_page(), []
        tab.on("pageerror", lambda error: errors.append(str(error)))
        tab.on("console", lambda line: line.type in ("error", "warning") and errors.append(line.text))
        tab.goto("http://parts.test/")
        yield tab
        context.close()
        assert errors == []

    return page


def faults(tab: Any) -> list[str]:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    violations = axe.run(tab).response["violations"]
    return [f"{one['id']}: {node['html']}" for one in violations for node in one["nodes"]]


def test_the_policy_is_at_work(opened: Opened) -> None:
    # The tests below could not fail if this did not hold.
    refused = "document.head.append(document.createElement('style')); document.head.lastChild.append('i {}')"
    with pytest.raises(AssertionError, match="Content Security Policy"), opened(refused) as tab:
        tab.wait_for_selector("h1")


def cell(tab: Any, row: int, column: int) -> Any:
    """A cell by the numbers that people who hear the page are told: row 1 is the header."""
    return tab.locator(f"[aria-rowindex='{row}'] > [aria-colindex='{column}']")


def test_the_grid_is_edited_with_keys_alone(opened: Opened) -> None:
    with opened(EXAMPLES[0]) as tab:
        keys = tab.keyboard
        cell(tab, 2, 1).wait_for()
        assert tab.locator(".grid").get_attribute("aria-rowcount") == "10002"
        assert tab.locator(".grid-row").count() < 40
        keys.press("Tab")  # into the grid
        assert cell(tab, 2, 1).evaluate("one => one === document.activeElement")
        keys.type("Elk")
        keys.press("Tab")
        keys.type("x")
        keys.press("Escape")
        keys.press("Enter")
        assert tab.locator("textarea").input_value() == "0"
        keys.type("4")
        keys.press("Enter")
        assert [cell(tab, 2, 1).inner_text(), cell(tab, 2, 2).inner_text()] == ["Elk", "4"]
        assert cell(tab, 3, 1).evaluate(
            "one => one === document.activeElement"
        )  # where the run of Tabs began
        keys.press("ArrowRight")
        keys.press("ArrowRight")
        assert cell(tab, 3, 3).evaluate("one => one === document.activeElement")
        keys.press("F2")
        assert tab.locator("input[list] + datalist option").count() == 2
        keys.press("Escape")
        keys.press("Control+ArrowDown")
        assert cell(tab, 10001, 3).evaluate("one => one === document.activeElement")
        assert tab.locator(".grid-row").count() < 40
        keys.press("Control+Home")
        keys.press("ArrowRight")
        for _ in range(3):
            keys.press("Shift+ArrowDown")
        keys.press("Control+d")
        assert [cell(tab, row, 2).inner_text() for row in range(2, 7)] == ["4", "4", "4", "4", "4"]
        keys.press("Delete")
        assert [cell(tab, row, 2).inner_text() for row in range(2, 7)] == ["", "", "", "", "4"]
        total = tab.locator(".grid-foot [aria-colindex='2']").inner_text()
        assert int(total) == sum(number % 7 for number in range(4, 10000))
        keys.press("Home")
        keys.press("ArrowUp")
        keys.press("Enter")
        assert cell(tab, 1, 1).get_attribute("aria-sort") == "ascending"
        keys.press("Enter")
        assert cell(tab, 2, 1).inner_text() == "Elk"
        assert cell(tab, 1, 1).evaluate("one => one === document.activeElement")
        keys.press("Tab")  # and out of it
        assert tab.evaluate("document.activeElement.closest('.grid')") is None


def test_what_is_copied_is_pasted(opened: Opened) -> None:
    send = """([kind, text]) => {
      const data = new DataTransfer();
      data.setData("text/plain", text);
      document.activeElement.dispatchEvent(new ClipboardEvent(kind, {clipboardData: data, bubbles: true}));
      return data.getData("text/plain");
    }"""
    with opened(EXAMPLES[0]) as tab:
        cell(tab, 2, 1).click()
        copied = 'Fox\t2\r\n"two\r\nlines ""and"" a\ttab"\t3\r\nEl"k\t\r\n'  # as Excel writes it
        tab.evaluate(send, ["paste", copied])
        assert [cell(tab, row, 1).inner_text() for row in (2, 4)] == ["Fox", 'El"k']
        assert [cell(tab, row, 2).inner_text() for row in (2, 3, 4, 5)] == ["2", "3", "", "3"]
        assert tab.locator("[aria-selected='true']").count() == 6
        assert tab.evaluate(send, ["cut", ""]) == 'Fox\t2\n"two\nlines ""and"" a\ttab"\t3\n"El""k"\t'
        assert cell(tab, 2, 1).inner_text() == ""
        cell(tab, 2, 2).click()
        cell(tab, 6, 2).click(modifiers=["Shift"])
        tab.evaluate(send, ["paste", "9"])
        assert [cell(tab, row, 2).inner_text() for row in range(2, 8)] == ["9"] * 5 + ["5"]
        tab.keyboard.press("Control+End")
        tab.keyboard.press("Home")
        tab.evaluate(send, ["paste", "last\t1\t\nbeyond\t2\tspell\n"])
        assert tab.locator(".grid").get_attribute("aria-rowcount") == "10003"
        assert cell(tab, 10001, 1).inner_text() == "last"
        tab.keyboard.press("Control+End")
        assert cell(tab, 10002, 3).inner_text() == "spell"


def test_the_grid_is_chosen_and_sorted_with_the_mouse(opened: Opened) -> None:
    with opened(EXAMPLES[0]) as tab:
        cell(tab, 2, 1).hover()
        tab.mouse.down()
        cell(tab, 5, 2).hover()
        tab.mouse.up()
        assert tab.locator("[aria-selected='true']").count() == 8
        cell(tab, 3, 2).dblclick()
        tab.keyboard.type("6")
        cell(tab, 2, 1).click()
        marked = cell(tab, 3, 2)
        assert (marked.inner_text(), marked.get_attribute("aria-invalid")) == ("6", "true")
        assert marked.get_attribute("title") == "COST goes to 5"
        cell(tab, 1, 2).click()
        assert cell(tab, 2, 2).inner_text() == "0"
        before = cell(tab, 1, 2).bounding_box()["x"]
        tab.locator("[aria-rowindex='1'] .grid-handle").first.drag_to(
            tab.locator("h1"), target_position={"x": 250, "y": 5}
        )
        assert cell(tab, 1, 2).bounding_box()["x"] == pytest.approx(before + 54, abs=5)


def test_a_box_is_dragged_resized_turned_and_moved_with_keys(opened: Opened) -> None:
    with opened(EXAMPLES[1]) as tab:
        tab.wait_for_selector(".moveable-control.moveable-se")
        handle = tab.locator(".moveable-control.moveable-se")
        look = "one => [getComputedStyle(one).position, getComputedStyle(one).borderRadius, one.offsetWidth]"
        assert handle.evaluate(look) == ["absolute", "50%", 14]
        box = tab.get_by_role("button", name="Name")
        place = box.bounding_box()
        middle = place["x"] + 30, place["y"] + 30

        def drag(x: float, y: float, across: float, down: float) -> None:
            tab.mouse.move(x, y)
            tab.mouse.down()
            tab.mouse.move(x + across / 2, y + down / 2)
            tab.mouse.move(x + across, y + down)
            tab.mouse.up()

        drag(*middle, 57, 20)  # the left edge comes near the guide at 100
        assert box.bounding_box()["x"] == pytest.approx(100, abs=0.5)
        corner = handle.bounding_box()
        drag(corner["x"] + 7, corner["y"] + 7, 30, 10)
        assert box.bounding_box()["width"] == pytest.approx(150, abs=1)
        box.press("ArrowRight")
        box.press("ArrowDown")
        assert box.bounding_box()["x"] == pytest.approx(101, abs=0.5)
        box.press("Shift+ArrowRight")
        assert box.bounding_box()["width"] == pytest.approx(151, abs=1)
        box.press("Alt+ArrowRight")
        assert "rotate(5deg)" in box.get_attribute("style")
        assert faults(tab) == []


def test_several_boxes_are_one_group_chosen_by_a_rubber_band(opened: Opened) -> None:
    script = """
      import { Moveable, Selecto } from "./parts/moveable.js";
      const place = document.querySelector("#place");
      for (const left of [20, 120]) {
        const box = document.createElement("div");
        box.className = "box";
        box.style.cssText = `position: absolute; left: ${left}px; top: 180px; width: 60px; height: 40px`;
        place.append(box);
      }
      const moveable = new Moveable(place, { draggable: true });
      const follow = ({ target, transform }) => (target.style.transform = transform);
      moveable.on("dragGroup", ({ events }) => events.forEach(follow));
      const selecto = new Selecto({ container: place, selectableTargets: [".box"], hitRate: 0 });
      selecto.on("dragStart", (event) => moveable.isMoveableElement(event.inputEvent.target) && event.stop());
      selecto.on("selectEnd", ({ selected }) => (moveable.target = selected));
    """
    with opened(script) as tab:
        tab.wait_for_selector(".box >> nth=1", state="attached")
        tab.mouse.move(5, 170)
        tab.mouse.down()
        tab.mouse.move(150, 210, steps=3)
        band = tab.locator(".selecto-selection")
        assert band.evaluate("one => getComputedStyle(one).display") == "block"
        assert band.evaluate("one => getComputedStyle(one).borderTopWidth") == "1px"
        tab.mouse.up()
        tab.wait_for_selector(".moveable-area")
        tab.mouse.move(100, 200)
        tab.mouse.down()
        tab.mouse.move(110, 220)
        tab.mouse.move(120, 230)
        tab.mouse.up()
        places = [box.bounding_box() for box in tab.locator(".box").all()]
        assert [(box["x"], box["y"]) for box in places] == [(40, 210), (140, 210)]


def test_a_text_is_coloured_completed_and_checked(opened: Opened) -> None:
    with opened(EXAMPLES[2], color_scheme="light") as tab:
        tab.wait_for_selector(".cm-lintRange-error")
        assert tab.locator(".cm-scroller").evaluate("one => getComputedStyle(one).display") == "flex"
        kinds = {"tok-propertyName": "kind", "tok-string": '"text"', "tok-number": "12.5", "tok-atom": "true"}
        assert {kind: tab.locator(f".{kind}", has_text=text).count() for kind, text in kinds.items()} == {
            **dict.fromkeys(kinds, 1)
        }
        tab.locator(".cm-content").click()
        tab.keyboard.press("Control+End")
        tab.keyboard.type("ki")
        tab.wait_for_selector(".cm-tooltip-autocomplete li[aria-selected]")
        tab.keyboard.press("Escape")
        tab.keyboard.press("Control+f")
        tab.wait_for_selector(".cm-search input:focus")
        look = "one => getComputedStyle(one).backgroundColor"
        for scheme, colour in (("light", "rgb(245, 245, 245)"), ("dark", "rgb(51, 51, 56)")):
            tab.emulate_media(color_scheme=scheme)  # as the system does in the evening
            for _ in range(200):  # it is told of it soon
                if tab.locator(".cm-gutters").evaluate(look) == colour:
                    break
                tab.wait_for_timeout(25)
            assert tab.locator(".cm-gutters").evaluate(look) == colour
            assert faults(tab) == []


def test_others_may_change_rows_while_a_cell_is_edited(opened: Opened) -> None:
    script = """
      import { Grid } from "./parts/grid.js";
      const rows = ["Ox", "Elk", "Hare"].map((NAME) => ({ NAME }));
      const picture = () => "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>";
      const grid = new Grid(document.querySelector("#place"), {
        label: "Cards",
        value: (row, column) => row[column],
        change: (edits) => edits.forEach(({ row, column, value }) => (row[column] = value)),
      }, { rowHeight: 60 });
      grid.show(rows, [{ name: "NAME" }, { name: "NAME", label: "Picture", picture, fixed: true }]);
      document.addEventListener("keydown", ({ key }) => {
        if (key === "F8") grid.show([{ NAME: "Cat" }, ...grid.rows]);
        if (key === "F9") grid.show([]);
      });
    """
    with opened(script) as tab:
        keys = tab.keyboard
        cell(tab, 3, 1).click()
        assert cell(tab, 3, 2).locator("img").get_attribute("alt") == "Elk"
        keys.type("Mo")
        keys.press("F8")
        keys.type("use")
        keys.press("Alt+Enter")  # a long text stands over the rows below, which stay where they are
        assert cell(tab, 4, 1).bounding_box()["height"] == 60
        keys.press("Backspace")
        keys.press("Enter")
        names = [cell(tab, row, 1).inner_text() for row in range(2, 6)]
        assert names == ["Cat", "Ox", "Mouse", "Hare"]
        assert cell(tab, 5, 1).evaluate("one => one === document.activeElement")
        keys.press("F2")
        keys.type("Wolf")
        keys.press("F9")
        assert tab.locator(".grid-body .grid-row").count() == 0
        assert tab.locator(".grid").get_attribute("aria-rowcount") == "1"


def test_the_grid_has_no_faults_for_anybody(opened: Opened) -> None:
    with opened(EXAMPLES[0]) as tab:
        cell(tab, 3, 2).click()
        tab.keyboard.press("Shift+ArrowDown")
        for scheme in ("light", "dark"):
            tab.emulate_media(color_scheme=scheme)
            assert faults(tab) == []
            tab.keyboard.press("F2")
