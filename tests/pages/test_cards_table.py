"""Cards as a table: what is edited in it, and that nothing else of the file changes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from meadow import CARDS

from cardtools.ground.errors import InputError
from cardtools.ground.tables.edits import record_spans, records_at
from cardtools.ground.web.local import LocalServer
from cardtools.pages.studio import server
from cardtools.pages.studio.cards import bulk, edit_table, with_cells
from cardtools.pages.studio.studio import Studio

TABLE = "cards/cards.csv"
CELLS = st.sampled_from(["", "a", '"b;c"', '"d\n""e"', '"f\r\ng"', "h", '5" disc', " "])


@given(
    st.lists(st.lists(CELLS, min_size=1, max_size=3), max_size=6),
    st.sampled_from(["\n", "\r\n"]),
    st.booleans(),
)
def test_records_that_are_looked_for_are_those_that_are_read(
    rows: list[list[str]], end: str, marked: bool
) -> None:
    data = (b"\xef\xbb\xbf" if marked else b"") + end.join(";".join(row) for row in rows).encode()
    known = record_spans(data, ";")
    assert records_at(data, ";", list(known)) == known
    assert records_at(data, ";", [0, -1, 10**9]) == {}


@pytest.mark.parametrize(
    ("data", "cell", "after"),
    [
        (b"N;A\r\nx;1\r\ny;2", (3, 1, "2", "3"), b"N;A\r\nx;1\r\ny;3"),
        (b'\xef\xbb\xbfN,A\n"x",1\n', (2, 0, "x", 'y"'), b'\xef\xbb\xbfN,A\n"y""",1\n'),
        (b"N;A\nx;\xe9\n", (2, 1, "\u00e9", "\u00e8"), b"N;A\nx;\xe8\n"),
        (b'N;A\n"x\ny";1\n\nz;2\n', (5, 1, "2", "a\nb"), b'N;A\n"x\ny";1\n\nz;"a\nb"\n'),
    ],
)
def test_only_the_bytes_of_a_cell_change(data: bytes, cell: tuple[int, int, str, str], after: bytes) -> None:
    assert with_cells("x.csv", data, [cell]) == after


@pytest.mark.parametrize(
    "cell", [(2, 1, "9", "3"), (3, 0, "", "z"), (99, 0, "", ""), (2, 7, "", ""), (2, -1, "1", "")]
)
def test_a_cell_that_is_not_there_is_refused(cell: tuple[int, int, str, str]) -> None:
    with pytest.raises(InputError, match="is not here any more"):
        with_cells("x.csv", b'N;A\n"x\ny";1\n', [cell])


def change(studio: Studio, what: str = "a change", **parts: Any) -> dict[str, Any]:
    known: dict[str, Any] = edit_table(
        studio, TABLE, studio.workspace.version(TABLE), "one", what, ["ox"], **parts
    )
    return known


def now(studio: Studio) -> str:
    return (studio.workspace.content(TABLE) or b"").decode()


def test_cells_and_new_cards_of_one_paste_are_one_event(studio: Studio) -> None:
    made = change(studio, "3 cells", cells=[[3, 1, "2", "20"], [4, 1, "3", "30"]], add=[[4, {"0": "Fox"}, 0]])
    assert made["clean"]
    assert now(studio) == "NAME;COST;IMAGE\nOx;1;ox.png\nElk;20;elk.png\nHare;30;\nFox;;\n"
    assert [event.what for event in studio.workspace.journal.events] == ["3 cells"]
    studio.workspace.undo("one")
    assert now(studio) == CARDS


def test_cards_are_copied_removed_and_put_in_another_order(studio: Studio) -> None:
    change(studio, add=[[2, {}, 2], [2, {"0": "Cow"}, 2]])
    assert now(studio) == CARDS.replace("Elk", "Ox;1;ox.png\nCow;1;ox.png\nElk")
    change(studio, remove=[3, 4])
    assert now(studio) == CARDS
    change(studio, order=[4, 2])
    assert now(studio) == "NAME;COST;IMAGE\nHare;3;\nElk;2;elk.png\nOx;1;ox.png\n"


def test_an_edit_of_an_older_version_is_merged_and_said_not_to_be_clean(studio: Studio) -> None:
    known = studio.workspace.version(TABLE)
    change(studio, cells=[[2, 1, "1", "5"]])
    made = edit_table(studio, TABLE, known, "two", "x", [], cells=[[4, 1, "3", "4"]])
    assert (made["clean"], made["conflicts"]) == (False, 0)
    assert now(studio) == CARDS.replace("Ox;1", "Ox;5").replace("Hare;3", "Hare;4")
    made = edit_table(studio, TABLE, known, "two", "x", [], cells=[[2, 1, "1", "6"]])
    assert made["conflicts"] == 1
    assert len(studio.workspace.notices) == 1


@pytest.mark.parametrize(
    ("how", "text", "find", "after"),
    [
        ("set", "4", "", ["4", "4", "4"]),
        ("add", "-1,5", "", ["-0,5", "0,5", "1,5"]),
        ("add", "10", "", ["11", "12", "13"]),
        ("replace", "x", "2", ["1", "x", "3"]),
        ("replace", "x", "", ["1", "2", "3"]),
    ],
)
def test_many_cells_change_as_the_preview_says(
    studio: Studio, how: str, text: str, find: str, after: list[str]
) -> None:
    known = studio.workspace.version(TABLE)
    wanted = (studio, TABLE, known, "one", "x", [], 1, [4, 2, 3], how, text, find)
    seen = bulk(*wanted)
    assert now(studio) == CARDS
    assert seen["first"] == [
        [n + 2, old, new] for n, (old, new) in enumerate(zip("123", after, strict=True)) if old != new
    ]
    bulk(*wanted, apply=True)
    assert [line.split(";")[1] for line in now(studio).splitlines()[1:]] == after
    assert len(studio.workspace.journal.events) == (seen["count"] > 0)


def test_numbers_keep_their_form_and_words_stay(studio: Studio) -> None:
    change(studio, cells=[[2, 1, "1", "+1.50"], [3, 1, "2", "two"], [4, 1, "3", ""]])
    found = bulk(studio, TABLE, studio.workspace.version(TABLE), "one", "x", [], 1, [2, 3, 4], "add", "0.25")
    assert (found["first"], found["count"], found["odd"]) == ([[2, "+1.50", "+1.75"]], 1, 1)
    with pytest.raises(InputError, match="'much' is not a number"):
        bulk(studio, TABLE, studio.workspace.version(TABLE), "one", "x", [], 1, [2], "add", "much")


def test_a_finding_marks_its_cell_with_its_fix(studio: Studio) -> None:
    change(studio, cells=[[3, 1, "2", "02"], [4, 1, "3", "9"]])
    found = studio.read("marks", path=TABLE)
    said = {(row, column): (found["texts"][text], fix) for row, column, text, fix, *_ in found["marks"]}
    assert found["version"] == studio.workspace.version(TABLE)
    assert found["slugs"] == ["ox", "elk", "hare"]
    (text, fix), (other, none) = said[1, 1], said[2, 1]
    assert (fix, none) == ([[3, 1, "02", "2"]], [])
    assert "9" in other[2]
    assert text[0] in ("warning", "error")
    change(studio, cells=fix)
    assert not {(row, column) for row, column, *_ in studio.read("marks", path=TABLE)["marks"]} & {(1, 1)}


class Table:
    """The page with the table of the game."""

    def __init__(self, tab: Any, studio: Studio) -> None:
        self.tab, self.studio = tab, studio

    def cell(self, row: int, column: int) -> Any:
        return self.tab.locator(f".grid-body .grid-row[data-row='{row}'] .grid-cell").nth(column)

    def until(self, text: str) -> None:
        """Wait until the file is to hold this."""
        self.wait(lambda: now(self.studio) == text, lambda: now(self.studio))

    def wait(self, done: Callable[[], bool], found: Callable[[], object] = lambda: "") -> None:
        end = time.monotonic() + 10
        while not done():
            assert time.monotonic() < end, found()
            self.tab.wait_for_timeout(30)


@pytest.fixture
def table(chromium: Any, studio: Studio) -> Iterator[Table]:
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    context.set_default_timeout(10_000)
    errors: list[str] = []
    with LocalServer("127.0.0.1", 0, server.page(), server.routes(studio)) as local:
        tab = context.new_page()
        tab.on("pageerror", lambda error: errors.append(str(error)))
        tab.goto(f"{local.link.partition('#')[0]}#{local.link.partition('#')[2]}")
        tab.wait_for_selector("nav a[data-page='cards']")
        tab.evaluate("location.hash = '#/cards'")
        tab.wait_for_selector(".grid-body .grid-cell")
        yield Table(tab, studio)
        assert errors == []
        context.close()


PASTE = """text => { const data = new DataTransfer(); data.setData("text/plain", text);
const event = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
document.activeElement.dispatchEvent(event); }"""


@pytest.mark.end_to_end
def test_a_table_is_edited_by_keys(table: Table) -> None:
    keys, tab = table.tab.keyboard, table.tab
    table.cell(0, 2).click()
    keys.type("07")
    keys.press("Enter")
    keys.type("?")  # is no shortcut here
    keys.press("Escape")
    keys.press("Shift+ArrowDown")
    keys.press("Control+d")
    table.until(CARDS.replace("Ox;1", "Ox;07").replace("Hare;3", "Hare;2"))
    table.wait(lambda: bool(table.cell(0, 2).get_attribute("class").count("marked")))
    table.cell(0, 2).click()
    keys.press("Control+.")
    table.until(CARDS.replace("Ox;1", "Ox;7").replace("Hare;3", "Hare;2"))
    table.cell(2, 1).click()
    tab.evaluate(PASTE, "Hen\t4\r\nFox\t5\tf.png\r\nOwl\t1\r\n")
    table.until("NAME;COST;IMAGE\nOx;7;ox.png\nElk;2;elk.png\nHen;4;\nFox;5;f.png\nOwl;1;\n")
    table.wait(lambda: table.cell(4, 1).count() == 1)
    table.cell(3, 0).click()
    keys.press("Shift+ArrowDown")
    keys.press("Alt+Delete")
    table.until("NAME;COST;IMAGE\nOx;7;ox.png\nElk;2;elk.png\nHen;4;\n")
    table.wait(lambda: tab.evaluate("document.activeElement.parentElement.dataset.row") == "3")  # the foot
    table.cell(0, 1).click()
    keys.press("Alt+ArrowDown")
    table.until("NAME;COST;IMAGE\nElk;2;elk.png\nOx;7;ox.png\nHen;4;\n")
    table.wait(lambda: tab.evaluate("document.activeElement.parentElement.dataset.row") == "1")
    keys.press("Alt+Insert")
    tab.wait_for_selector(".grid textarea")
    keys.type("Cow")
    keys.press("Enter")
    table.until("NAME;COST;IMAGE\nElk;2;elk.png\nOx;7;ox.png\nCow;;\nHen;4;\n")
    for _ in range(8):  # one step each
        before = now(table.studio)
        keys.press("Control+z")
        table.wait(lambda before=before: now(table.studio) != before)
    assert now(table.studio) == CARDS
    table.wait(lambda: table.cell(0, 2).inner_text() == "1")


@pytest.mark.end_to_end
def test_cards_are_looked_for_sorted_and_changed_together(table: Table) -> None:
    tab = table.tab
    heading = tab.locator(".grid-head .grid-cell").nth(2)
    heading.click()
    heading.click()
    assert table.cell(0, 1).inner_text() == "Hare"
    assert now(table.studio) == CARDS
    tab.get_by_role("button", name="Write this order to the file").click()
    table.until("NAME;COST;IMAGE\nHare;3;\nElk;2;elk.png\nOx;1;ox.png\n")
    tab.get_by_role("searchbox").fill("image:png")
    table.wait(lambda: tab.locator(".grid-body .grid-row").count() == 2)
    tab.get_by_role("button", name="Change many").click()
    tab.locator(".bulk select").nth(0).select_option("1")
    tab.locator(".bulk select").nth(1).select_option("add")
    tab.locator(".bulk input:visible").fill("2")
    tab.get_by_role("button", name="Preview").click()
    tab.get_by_role("button", name="Change 2 cells").click()
    table.until("NAME;COST;IMAGE\nHare;3;\nElk;4;elk.png\nOx;3;ox.png\n")
    path = Path(TABLE)
    table.studio.workspace.write()
    path.write_text(path.read_text().replace("Elk;4", "Elk;5"))
    table.studio.seen([path.absolute()])
    table.wait(lambda: table.cell(0, 2).inner_text() == "5")
    tab.locator("summary").click()
    tab.get_by_role("checkbox", name="IMAGE").uncheck()
    assert tab.locator(".grid-head .grid-cell").count() == 3
