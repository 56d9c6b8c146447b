"""A game begins in the studio: nothing is overwritten, and what is dropped is a stranger's file."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from conftest import Here
from meadow import picture
from requests_of import Browser
from tabs import opened
from workbook_files import xlsx, xlsx_rows

from cardtools.ground.errors import InputError
from cardtools.ground.web.local import LocalServer
from cardtools.pages.studio.answering import serve_desk
from cardtools.pages.studio.beginning import keep_upload
from cardtools.pages.studio.server import page, routes
from cardtools.pages.studio.studio import Studio
from cardtools.project.project import find_project

ROWS = [
    ["Embers, first set", None, None, None],
    [],
    ["Title", "Mana", "Rules", "How many"],
    ["Ember Fox", 2, "Deal one damage.", 3],
    ["Tide Singer", 3, "Draw a card.", 2],
    ["Moss Giant", 5, "Grow.", 1],
    ["Total", 10, None, 6],
]
BOOK = xlsx({"Cover": xlsx_rows([["About this game"]]), "Units": xlsx_rows(ROWS)})
UPLOADS = Path(".cardtools/uploads")


@pytest.fixture
def studio(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Studio]:
    """The studio of an empty folder."""
    monkeypatch.setattr("cardtools.pages.studio.studio.Worker", Here)
    (folder / "game").mkdir()
    monkeypatch.chdir(folder / "game")
    with Studio(find_project().root, serve_desk) as studio:
        yield studio


@pytest.fixture
def browser(studio: Studio) -> Iterator[Browser]:
    with LocalServer("127.0.0.1", 0, page(), routes(studio)) as server:
        browser = Browser(server)
        browser.enter()
        yield browser
        browser.close()


def drop(browser: Browser, name: str, data: bytes, more: str = "") -> Any:
    from urllib.parse import quote

    path = f"/table?name={quote(name, safe='')}{more}"
    answer = browser.ask(path, "POST", data, Content_Type="application/octet-stream")
    return answer.status, answer.read()


def preview(studio: Studio, tables: Sequence[str], **start: Any) -> Any:
    return studio.draw("begin_preview", start={"kind": "table", "tables": list(tables), **start})


def files(root: Path = Path()) -> dict[str, bytes]:
    """What is in a folder, but for hidden files."""
    found = (path for path in root.rglob("*") if path.is_file())
    found_here = {path.relative_to(root).as_posix(): path.read_bytes() for path in found}
    return {name: data for name, data in found_here.items() if not name.startswith(".")}


# A dropped file is a stranger's.


@pytest.mark.parametrize(
    ("name", "own"),
    [
        ("../../up.csv", "up.csv"),
        ("/etc/cron.d/job.csv", "etc-cron-d-job.csv"),
        ("C:\\Windows\\win.csv", "c-windows-win.csv"),
        ("..\\..\\up.xlsx", "up.xlsx"),
        ("con.csv", "con-card.csv"),
        (".csv", "card.csv"),
        ("...csv", None),
        ("cards.xlsx#Units.csv", "cards.xlsx-Units.csv"),
        ("a\nb\x1b[2J.csv", None),
        ("n" * 5000 + ".csv", None),
        ("My cards (v3).CSV", "My cards (v3).CSV"),
    ],
)
def test_a_name_leads_nowhere_else(studio: Studio, name: str, own: str | None) -> None:
    made = keep_upload(studio.root, name, b"Name;Cost\nOx;1\n")
    [kept] = UPLOADS.iterdir()
    assert made == {"path": f"{UPLOADS.as_posix()}/{kept.name}", "table": True}
    assert own in (kept.name, None)
    assert kept.name.isprintable() and len(kept.name) < 250 and kept.name[0] != "."
    assert [path.name for path in studio.root.parent.iterdir()] == ["game"]


@pytest.mark.parametrize("name", ["run.exe", "cards", "cards.csv/", "cards.csv\0", "x.svgz", "page.html", ""])
def test_a_wrong_ending_is_refused(studio: Studio, name: str) -> None:
    with pytest.raises(InputError, match="is no table that cardtools reads"):
        keep_upload(studio.root, name, b"Name;Cost\nOx;1\n")
    assert not UPLOADS.exists()


def test_a_gigabyte_is_not_read(browser: Browser) -> None:
    # The connection is closed long before all is sent.
    with pytest.raises((ConnectionError, AssertionError)):
        status, _ = drop(browser, "cards.csv", bytes(1_000_000_000))
        assert status != 413
    assert not UPLOADS.exists()


def test_all_files_together_have_a_limit(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardtools.pages.studio.beginning._MOST_BYTES", 1000)
    assert drop(browser, "cards.csv", b"x" * 900)[0] == 200
    assert drop(browser, "ox.png", b"x" * 900, "&more=1")[0] == 422
    assert drop(browser, "other.csv", b"x" * 900)[0] == 200
    assert [path.name for path in UPLOADS.iterdir()] == ["other.csv"]


def test_a_bomb_is_not_unpacked(browser: Browser, studio: Studio) -> None:
    book = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(BOOK)) as old, zipfile.ZipFile(book, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            with new.open(name, "w") as part:
                for _ in range(101 if name.endswith("sheet1.xml") else 0):
                    part.write(b" " * 1_000_000)
                part.write(old.read(name))
    assert len(book.getvalue()) < 200_000
    drop(browser, "in.xlsx", book.getvalue())
    [problem] = preview(studio, [".cardtools/uploads/in.xlsx"])["problems"]
    assert "more than 100,000,000 bytes when it is unpacked" in problem["message"]


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("in.xlsx", b"PK\x03\x04 no archive", "cannot be read as a workbook"),
        ("in.xlsx", b"Name;Cost\nOx;1\n", "cannot be read as a workbook"),
        ("in.ods", BOOK, "cannot be read as a workbook"),
        ("in.xls", b"\xd0\xcf\x11\xe0", "not xlsx"),
        ("in.numbers", b"PK", "Apple Numbers"),
        ("in.csv", b"\0\1\2\3", ""),
        ("in.csv", b"Name\n", "no card"),
        ("in.json", b"[" * 100_000, ""),
        ("in.yaml", b"- !!python/object/apply:os.system ['touch hacked']\n", ""),
        ("in.db", b"SQLite format 3\0 and no more", "cannot be read as a SQLite database"),
        ("in.png", b"\x89PNG", "it cannot begin like this"),
    ],
)
def test_what_is_no_table_is_said(studio: Studio, name: str, data: bytes, message: str) -> None:
    keep_upload(studio.root, name, data)
    found = preview(studio, [f".cardtools/uploads/{name}"])
    assert found["problems"] and message in found["problems"][0]["message"]
    assert files() == {}


@pytest.mark.parametrize(
    "path", ["../secret.csv", "/etc/passwd", "link.csv", "cards.csv#x", "rules.toml", ""]
)
def test_only_a_table_of_the_folder_is_read(studio: Studio, path: str) -> None:
    Path("../secret.csv").write_text("Name;Cost\nOx;1\n")
    Path("link.csv").symlink_to("../secret.csv")
    assert studio.read("begin")["tables"] == []
    found = preview(studio, [path])
    assert (found["problems"][0]["message"], found["cards"]) == ("it cannot begin like this", [])


def test_uploads_that_lead_out_of_the_folder_are_refused(browser: Browser, studio: Studio) -> None:
    outside = studio.root.parent / "outside"
    outside.mkdir()
    (outside / "own.txt").write_text("mine")
    UPLOADS.symlink_to(outside)
    assert drop(browser, "cards.csv", b"Name;Cost\nOx;1\n")[0] == 422
    assert [path.name for path in outside.iterdir()] == ["own.txt"]


@pytest.mark.parametrize(
    "start",
    [
        {},
        {"kind": "../school"},
        {"kind": "table"},
        {"kind": "face"},
        {"kind": "face", "face": "../tarot"},
        {"kind": "blank", "size": "hexagon"},
        {"kind": "blank", "tables": ["cards.csv"]},
        {"kind": "table", "tables": ["../cards.csv"]},
    ],
)
def test_a_start_that_is_not_offered_is_refused(browser: Browser, start: Any) -> None:
    answer = browser.send("/api/make_game", {"by": "me", "start": start})
    assert (answer.status, files()) == (422, {})


def test_a_start_of_other_values_is_refused(browser: Browser) -> None:
    for start in ([], {"kind": ["sample"]}, {"kind": "blank", "header": "x"}, {"kind": "blank", "roles": []}):
        assert browser.send("/api/make_game", {"by": "me", "start": start}).status == 400
    assert files() == {}


@pytest.mark.end_to_end
def test_from_a_spreadsheet_to_the_gallery_in_the_browser(chromium: Any, studio: Studio) -> None:
    with (
        opened(chromium, (1360, 850)) as (tab, errors),
        LocalServer("127.0.0.1", 0, page(), routes(studio)) as server,
    ):
        tab.goto(server.link)
        tab.wait_for_selector(".begin-drop")
        assert (tab.url.partition("#")[2], tab.locator("nav").is_visible()) == ("/begin", False)
        make = tab.get_by_role("button", name="Make the game")
        assert make.is_disabled()
        file = """bytes => {
            const data = new DataTransfer();
            data.items.add(new File([new Uint8Array(bytes)], "My cards.xlsx"));
            return data;
        }"""
        sent = {"dataTransfer": tab.evaluate_handle(file, list(BOOK))}
        tab.dispatch_event(".begin-drop", "dragover", sent)
        assert tab.locator(".begin-drop.over").count() == 1
        tab.dispatch_event(".begin-drop", "drop", sent)
        tab.wait_for_selector("text=there is no card in it")
        assert tab.get_by_label("Make a game of My cards.xlsx").is_checked()
        assert make.is_disabled()
        tab.get_by_role("combobox", name="Sheet").select_option("Units")
        tab.wait_for_selector("img[alt='The card Moss Giant']")
        assert tab.get_by_label("Names of the cards").input_value() == "Title"
        tab.get_by_label("Number of copies").select_option("How many")
        tab.get_by_role("combobox", name="Face").select_option("minimal")
        tab.get_by_label("Name of the game").fill("Embers")
        # With the keyboard, from here on.
        make.focus()
        tab.keyboard.press("Enter")
        tab.wait_for_selector(".tile:has-text('Tide Singer') img")
        assert tab.url.endswith("#/gallery")
        assert tab.locator("#project").text_content() == "Embers"
        assert tab.locator(".tile:has-text('Ember Fox')").text_content().startswith("Ember Fox× 3")
        assert 'names = ["How many"]' in Path("game.toml").read_text()
        tab.keyboard.press("Control+z")
        tab.wait_for_selector(".begin-drop")
        assert files() == {}
        tab.keyboard.press("Control+Shift+Z")
        tab.wait_for_selector(".tile img")
        assert errors == []


# What is made is what `cardtools init` makes.


@pytest.mark.parametrize(
    ("start", "words"),
    [
        ({"kind": "blank", "size": "tarot", "name": "Game"}, ["--blank", "--size", "tarot"]),
        ({"kind": "school"}, ["--game", "school"]),
        ({"kind": "face", "face": "hand"}, ["--face", "hand"]),
        (
            {"kind": "table", "tables": [".cardtools/uploads/in.csv"], "header": 2, "face": "minimal"},
            ["--from", "in.csv", "--header-row", "2", "--face", "minimal"],
        ),
        ({"kind": "table", "tables": [".cardtools/uploads/in.csv"]}, ["--from", "in.csv"]),
    ],
)
def test_the_same_is_made_as_by_init(
    browser: Browser,
    studio: Studio,
    cardtools: Callable[..., Any],
    monkeypatch: pytest.MonkeyPatch,
    start: Any,
    words: list[str],
) -> None:
    table = b"Set one;;\nName;Cost;Text\nEmber Fox;2;Burn.\nTide Singer;3;Sing.\n"
    assert drop(browser, "in.csv", table)[0] == 200
    answer = browser.send("/api/make_game", {"by": "me", "start": start})
    assert answer.status == 200, answer.read()
    assert not UPLOADS.exists()
    monkeypatch.chdir("..")
    Path("in.csv").write_bytes(table)
    name = () if start["kind"] == "school" else ("--name", "Game")
    assert cardtools("init", "other", *name, *words).code == 0
    assert files(Path("game")) == files(Path("other"))


def test_an_ugly_workbook_becomes_cards_that_are_seen_before(
    browser: Browser, studio: Studio, cardtools: Callable[..., Any]
) -> None:
    table = json.loads(drop(browser, "My cards v3.xlsx", BOOK)[1])["path"]
    first = preview(studio, [table])
    assert (first["sheets"], first["cards"]) == (["Cover", "Units"], [])
    assert "there is no card in it" in first["problems"][0]["message"]
    found = preview(studio, [table], sheet="Units")
    assert found["problems"] == []
    assert [(name, image[:22]) for name, image in found["cards"]] == [
        (name, "data:image/png;base64,") for name in ("Ember Fox", "Tide Singer", "Moss Giant")
    ]
    assert [column[:2] for column in found["columns"]] == [
        ["Title", "name"], ["Mana", "number"], ["Rules", "text"], ["How many", "number"],
    ]  # fmt: skip
    assert "row 7 (a total) left out" in found["notes"][0]
    roles = {"name": "Rules", "copies": "How many", "picture": ""}
    chosen = preview(studio, [table], sheet="Units", roles=roles)
    assert [column[1] for column in chosen["columns"]] == ["other", "number", "name", "copies"]
    assert files() == {}

    start = {"kind": "table", "tables": [table], "sheet": "Units", "roles": {"copies": "How many"}}
    studio_made = browser.send("/api/make_game", {"by": "me", "start": start})
    assert studio_made.status == 200, studio_made.read()
    assert Path("cards/cards.csv").read_text().splitlines()[:2] == [
        "Title;Mana;Rules;How many",
        "Ember Fox;2;Deal one damage.;3",
    ]
    assert cardtools("validate").code == 0
    answer = json.loads(browser.ask("/api/table?path=cards/cards.csv").read())
    assert (answer["why"], len(answer["rows"])) == ("", 3)
    assert "6 cards" in cardtools("sheet").out


def test_a_workbook_may_stay_one(browser: Browser, studio: Studio, cardtools: Callable[..., Any]) -> None:
    table = json.loads(drop(browser, "in.xlsx", BOOK)[1])["path"]
    start = {"kind": "table", "tables": [table], "sheet": "Units", "editable": False}
    assert browser.send("/api/make_game", {"by": "me", "start": start}).status == 200
    assert Path("cards/cards.xlsx").read_bytes() == BOOK
    assert not Path("cards/cards.csv").exists()
    assert "cards/cards.xlsx#Units: 3 cards" in cardtools("validate").out


def test_a_table_in_the_folder_stays_where_it_is(
    browser: Browser, studio: Studio, cardtools: Callable[..., Any]
) -> None:
    Path("cards.csv").write_text("Name;Picture\nOx;ox.png\nElk;art/elk.png\n")
    Path("art").mkdir()
    Path("ox.png").write_bytes(picture("brown"))
    Path("art/elk.png").write_bytes(picture("green"))
    before = files()
    found = studio.read("begin")
    assert (found["empty"], found["tables"], found["name"]) == (True, ["cards.csv"], "Game")
    start = {"kind": "table", "tables": ["cards.csv"]}
    assert preview(studio, ["cards.csv"])["missing"] == 0
    assert browser.send("/api/make_game", {"by": "me", "start": start}).status == 200
    made = files()
    assert {name: made[name] for name in before} == before
    assert not any(name.startswith("cards/") for name in made)
    said = cardtools("validate")
    assert (said.code, "cards.csv: 2 cards" in said.out) == (0, True), said.out
    assert json.loads(browser.send("/api/draw", {"slug": "elk"}).read())["problems"] == []


def test_pictures_are_dropped_with_their_table(browser: Browser, studio: Studio) -> None:
    drop(browser, "Ox at night.PNG", picture("brown"))
    table = json.loads(drop(browser, "in.csv", b"Name;Art\nOx;Ox at night.PNG\n", "&more=1")[1])["path"]
    start = {"kind": "table", "tables": [table]}
    assert browser.send("/api/make_game", {"by": "me", "start": start}).status == 200
    assert Path("cards/art/Ox at night.PNG").read_bytes() == picture("brown")


def test_nothing_is_overwritten(browser: Browser, studio: Studio) -> None:
    Path("templates").mkdir()
    Path("templates/card.toml").write_text("my own")
    answer = browser.send("/api/make_game", {"by": "me", "start": {"kind": "blank"}})
    assert answer.status == 422
    assert "templates/card.toml" in answer.read().decode()
    assert files() == {"templates/card.toml": b"my own"}


def test_a_new_game_can_be_undone_and_no_second_one_begins(browser: Browser, studio: Studio) -> None:
    assert json.loads(browser.ask("/api/project").read()) == {"title": "game", "empty": True}
    assert browser.send("/api/make_game", {"by": "me", "start": {"kind": "blank"}}).status == 200
    assert json.loads(browser.ask("/api/project").read())["title"] == "Game"
    assert browser.send("/api/make_game", {"by": "me", "start": {"kind": "school"}}).status == 422
    assert drop(browser, "in.csv", b"Name;Cost\nOx;1\n")[0] == 422
    assert browser.send("/api/undo", {"by": "me"}).status == 200
    assert files() == {}
    assert studio.read("begin")["empty"]
