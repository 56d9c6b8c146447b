"""Problems: the texts of the shell by kind, their fixes, those that are accepted, what only drawing finds."""

from __future__ import annotations

import time
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from meadow import PROJECT
from tabs import opened

from cardtools.ground.catalogue import catalogue
from cardtools.ground.errors import InputError
from cardtools.ground.web.local import LocalServer
from cardtools.pages.studio import problems as page
from cardtools.pages.studio import server
from cardtools.pages.studio.settings import keep_project
from cardtools.pages.studio.studio import Studio
from cardtools.project.project import find_project
from cardtools.reports.reference.checks import check_page
from cardtools.steps.check import Scope, check_game, fix_game
from cardtools.steps.game_files import GameFiles

CARDS = "NAME;COST;IMAGE\nOx;01;ox.png\nElk;7;gone.png\n;;\nHare;3;lost.png\nHare;3;lost.png\n"
DECK = "2 Ox\n1 elk\n1 elk\n"


@pytest.fixture
def faulty(game: Path) -> Path:
    """The game with some faults, before its studio is opened."""
    (game / "cards/cards.csv").write_text(CARDS)
    return game


@pytest.fixture
def open_studio(faulty: Path, studio: Studio) -> Studio:
    return studio


def kinds(studio: Studio, **wanted: str) -> dict[str, list[Any]]:
    return {one["code"]: one["items"] for one in studio.read("problems", **wanted)["groups"]}


def text(studio: Studio, path: str = "cards/cards.csv") -> str:
    return (studio.workspace.content(path) or b"").decode()


def fix(studio: Studio, **wanted: str) -> Any:
    return page.fix(studio, "one", "a fix", [], **wanted)


def test_they_are_those_of_the_shell_by_kind(open_studio: Studio, faulty: Path) -> None:
    told = check_game(GameFiles(find_project(faulty)), Scope(drawing=True), fixes=True)
    found = open_studio.read("problems")
    items = [one for group in found["groups"] for one in group["items"]]
    keys = ("place", "code", "severity", "message", "hint")
    assert sorted([one[key] for key in keys] for one in items) == sorted(
        [one.data()[key] for key in keys] for one in told
    )
    assert found["summary"] == told.summary(faulty)
    assert len({(one["code"], one["severity"]) for one in found["groups"]}) == len(found["groups"])
    ranks = ["error", "warning", "info"]
    assert [one["severity"] for one in found["groups"]] == sorted(
        (one["severity"] for one in found["groups"]), key=ranks.index
    )
    assert open_studio.read("problem_count") == {one: told.count(one) for one in ranks}
    missing = kinds(open_studio)["IMG001"]
    assert [(one["card"], one["column"], one["line"]) for one in missing] == [
        ("Elk", "IMAGE", 3),
        ("Hare", "IMAGE", 5),
        ("Hare", "IMAGE", 6),
    ]
    assert kinds(open_studio, code="IMG001", start="1")["IMG001"] == missing[1:]
    assert kinds(open_studio, file="cards/cards.csv", line="3")["IMG001"] == missing[:1]
    assert kinds(open_studio, file="rules.toml") == {}


def test_a_fix_changes_its_place_and_nothing_else(open_studio: Studio) -> None:
    (number,) = kinds(open_studio)["CRD017"]
    assert number["fix"] | {"id": ""} == {"id": "", "safe": True, "changes": [("", "01", "1")]}
    assert fix(open_studio, id=number["fix"]["id"])["changed"]
    assert text(open_studio) == CARDS.replace("01", "1")
    assert [one.what for one in open_studio.workspace.journal.events] == ["a fix"]
    with pytest.raises(InputError, match="not there any more"):
        fix(open_studio, id=number["fix"]["id"])
    empty = next(
        one["fix"] for some in kinds(open_studio).values() for one in some if one["line"] == 4 and one["fix"]
    )
    assert empty["changes"] == [("", "", None)]
    fix(open_studio, id=empty["id"])
    assert text(open_studio) == CARDS.replace("01", "1").replace(";;\n", "")
    open_studio.workspace.undo("one")
    open_studio.workspace.undo("one")
    assert text(open_studio) == CARDS


def test_a_mark_of_the_table_has_a_fix_of_more_than_cells(open_studio: Studio) -> None:
    marks = open_studio.read("marks", path="cards/cards.csv")["marks"]
    same = [other for row, _, _, cells, *other in marks if row == 3 and not cells]
    ((fix_of_row,),) = (some for some in same if some)
    assert fix_of_row["changes"] == [("", "", None)]
    fix(open_studio, id=fix_of_row["id"])
    assert text(open_studio).endswith("Hare;3;lost.png\n") and text(open_studio).count("Hare") == 1


def test_all_safe_fixes_are_shown_and_are_those_of_the_shell(open_studio: Studio, faulty: Path) -> None:
    (faulty / "cards/more.csv").write_text("NAME,COST,IMAGE\nFox,02,\n")
    (faulty / "cardtools.toml").write_text(PROJECT.replace("[cards]", '[cards]\ndatabase = "cards/*.csv"'))
    game = GameFiles(find_project(faulty))
    wanted = {one.path.name: one.after for one in fix_game(game, Scope(drawing=True), game.selection)}
    seen = open_studio.read("preview_fixes")
    assert seen["count"] == open_studio.read("problems")["safe"] == len(seen["items"])
    assert {one["fix"]["changes"][0] for one in seen["items"]} >= {("", "01", "1"), ("", "", None)}
    assert seen["done"][0].startswith("cards/cards.csv: 1 cell fixed")
    fix(open_studio)
    assert {name: text(open_studio, f"cards/{name}").encode() for name in wanted} == wanted
    assert len(wanted) > 1 and open_studio.read("problems")["safe"] == 0
    assert len(open_studio.workspace.journal.events) == 1  # of all files


def test_fixes_of_a_check_leave_others(open_studio: Studio) -> None:
    assert open_studio.read("preview_fixes", code="CRD017")["done"] == ["cards/cards.csv: 1 cell fixed"]
    fix(open_studio, code="CRD017")
    assert text(open_studio) == CARDS.replace("01", "1")


def test_a_fix_of_another_file_is_made_there(open_studio: Studio, faulty: Path) -> None:
    old = PROJECT + 'when = "COST|int == 1"\n'
    (faulty / "cardtools.toml").write_text(old)
    found = [
        one
        for some in kinds(open_studio).values()
        for one in some
        if one["fix"] and one["path"] == "cardtools.toml"
    ]
    assert [one["fix"]["changes"] for one in found] == [[("", '"COST|int == 1"', '"int(COST) == 1"')]]
    fix(open_studio, id=found[0]["fix"]["id"])
    assert text(open_studio, "cardtools.toml") == old.replace("COST|int", "int(COST)")


def test_drawing_goes_on_in_pieces_and_again_only_for_what_changed(
    open_studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page, "_PIECE", 1e-9)
    assert "IMG012" not in kinds(open_studio)
    assert (
        [open_studio.read("draw_on") for _ in range(5)][-1]
        == {"done": 4, "of": 4}
        != open_studio.read("problems")
    )

    def edit(path: str, old: str, new: str) -> None:
        open_studio.change(
            "one",
            "x",
            path,
            open_studio.workspace.version(path),
            text(open_studio, path).replace(old, new).encode(),
        )

    edit("cards/cards.csv", "Ox;01", f"Ox{' and another name' * 9};1")
    assert "RND001" not in kinds(open_studio)
    assert open_studio.read("draw_on") == {"done": 4, "of": 4}  # it alone is drawn again
    (long,) = kinds(open_studio)["RND001"]
    assert long["severity"] == "error" and long["slug"].startswith("ox-and-another") and long["line"] == 2
    edit("templates/plain.toml", "size = 7", "size = 2")
    assert "RND001" in kinds(open_studio)  # until it is drawn again
    for _ in range(4):
        made = open_studio.read("draw_on")
    assert made == {"done": 4, "of": 4} and "RND001" not in kinds(open_studio)


def test_what_stops_the_checks_is_a_problem(open_studio: Studio, faulty: Path) -> None:
    (faulty / "cards/cards.csv").write_text("NAME;COST\nOx;1;2\nElk;1;2\n")
    found = open_studio.read("problems")
    assert [group["count"] for group in found["groups"]] == [2] and "cannot be checked" in found["summary"]
    assert open_studio.read("draw_on") == {"done": 0, "of": 0}


def test_a_check_is_explained_as_in_the_shell(open_studio: Studio) -> None:
    for group in open_studio.read("problems")["groups"]:
        parts = dict(group["about"])
        assert list(parts) == ["What", "Why", "Place", "Bad", "Good", "Fix"]
        page = check_page(catalogue()[group["code"]], None)
        assert all(f"{title}:" in page and text.split("\n")[0] in page for title, text in parts.items())


def test_one_is_accepted_with_a_reason(open_studio: Studio) -> None:
    value = {"code": "IMG001", "card": "Elk", "reason": 'it is "lost"'}
    keep_project(open_studio, "one", "accepted", [{"place": ["suppress", -1], "value": value}])
    assert (
        text(open_studio, "cardtools.toml")
        == PROJECT + '\n[[suppress]]\ncode = "IMG001"\ncard = "Elk"\nreason = "it is \\"lost\\""\n'
    )
    assert [one["card"] for one in kinds(open_studio)["IMG001"]] == ["Hare", "Hare"]
    assert open_studio.read("problems")["suppressed"] == 1


def test_settings_are_the_keys_of_the_reference(open_studio: Studio) -> None:
    found = {".".join(one["place"]): one for one in open_studio.read("settings")["groups"]}
    assert found[""]["values"] == {"name": "Meadow", "ruleset": "rules.toml"}
    assert found["cards"]["values"] == {"art": ["art"]}
    assert found["faces"]["values"] == [{"face": "templates/plain.toml"}] and found["faces"]["several"]
    assert all(key["help"] for one in found.values() for key in one["keys"])
    assert [key["kind"] for key in found["print"]["keys"]] == ["text", "choice", "text", "number"]


def test_settings_are_written_where_they_stand(open_studio: Studio) -> None:
    edits = [
        {"place": ["name"], "value": "Pasture"},
        {"place": ["ruleset"]},
        {"place": ["cards", "art"], "value": ["art", "more"]},
        {"place": ["faces", -1], "value": {"face": "templates/plain.toml", "when": "COST == 1"}},
        {"place": ["faces"], "order": [1, 0]},
    ]
    keep_project(open_studio, "one", "x", edits)
    face = '[[faces]]\nface = "templates/plain.toml"\n'
    assert (
        text(open_studio, "cardtools.toml")
        == f'name = "Pasture"\n[cards]\nart = ["art", "more"]\n{face}when = "COST == 1"\n\n{face}'
    )


@pytest.mark.parametrize(
    "edit",
    [
        {"place": ["ruleset"], "value": "none.toml"},
        {"place": ["cards", "database"], "value": "../../etc/passwd"},
        {"place": ["output"], "value": "/tmp"},
        {"place": ["faces", 0, "face"], "value": "no.toml"},
        {"place": ["faces", -1], "value": {"face": "templates/plain.toml", "when": "COST i 1"}},
        {"place": ["cards", "decks"], "value": ["no.txt"]},
        {"place": ["render", "dpi"], "value": "many"},
        {"place": ["cards"], "value": 3},
        {"place": ["name", "x"], "value": "y"},
        {"place": []},
        {"place": ["name"], "value": float("nan")},
        {"place": 5, "value": 1},
        "name",
        None,
    ],
)
def test_what_would_break_the_project_is_refused(open_studio: Studio, edit: Any) -> None:
    with pytest.raises(InputError):
        keep_project(open_studio, "one", "x", [edit])
    assert text(open_studio, "cardtools.toml") == PROJECT


def test_without_a_project_file_the_rules_stay(open_studio: Studio, faulty: Path) -> None:
    (faulty / "cardtools.toml").unlink()
    assert "CSV004" in kinds(open_studio)  # of the documented game
    keep_project(open_studio, "one", "x", [{"place": ["name"], "value": "Mine"}])
    assert tomllib.loads(text(open_studio, "cardtools.toml")) == {"ruleset": "ttcg", "name": "Mine"}
    keep_project(open_studio, "one", "x", [{"place": ["ruleset"]}])
    assert "CSV004" not in kinds(open_studio)


@pytest.fixture
def tab(chromium: Any, open_studio: Studio) -> Iterator[Any]:
    with (
        LocalServer("127.0.0.1", 0, server.page(), server.routes(open_studio)) as local,
        opened(chromium) as (tab, errors),
    ):
        tab.goto(local.link)
        tab.wait_for_selector("#nav a")
        tab.goto(local.link.partition("#")[0] + "#/problems")
        tab.wait_for_selector(".kind")
        yield tab
        assert [one for one in errors if "422" not in one] == []  # what is refused


def until(done: Callable[[], bool], tab: Any) -> None:
    end = time.monotonic() + 15
    while not done():
        assert time.monotonic() < end
        tab.wait_for_timeout(30)


@pytest.mark.end_to_end
def test_problems_are_fixed_and_accepted_by_keys(tab: Any, open_studio: Studio) -> None:
    until(lambda: "4 of 4" in tab.locator(".drawing span").text_content(), tab)
    group = tab.locator(".kind", has_text="IMG001 missing")
    assert "3 times" in group.locator("summary").inner_text()
    group.locator("summary").focus()
    tab.keyboard.press("Enter")
    group.locator("dt").first.wait_for()
    tab.get_by_role("button", name="Accept: Elk").press("Enter")
    tab.keyboard.type("a riddle")
    tab.keyboard.press("Enter")
    until(lambda: "2 times" in group.locator("summary").inner_text(), tab)
    assert tomllib.loads(text(open_studio, "cardtools.toml"))["suppress"] == [
        {"code": "IMG001", "card": "Elk", "reason": "a riddle"}
    ]
    assert group.get_attribute("open") is not None and group.locator(":focus").count()
    tab.get_by_role("button", name="safe ones").press("Enter")
    tab.get_by_role("button", name="Make these changes").press("Enter")
    until(lambda: text(open_studio).startswith("NAME;COST;IMAGE\nOx;1;"), tab)
    tab.get_by_label("Severity").select_option("error")
    until(lambda: set(tab.locator(".kind > summary > b").all_inner_texts()) == {"Error"}, tab)
    count = open_studio.read("problem_count")
    until(lambda: tab.locator("#nav .count").inner_text() == str(sum(count.values())), tab)


@pytest.mark.end_to_end
def test_a_setting_is_written_or_refused_beside_its_field(tab: Any, open_studio: Studio) -> None:
    tab.goto(tab.url.partition("#")[0] + "#/settings")
    tab.get_by_label("Name", exact=True).fill("Pasture")
    tab.keyboard.press("Tab")
    until(lambda: text(open_studio, "cardtools.toml") == PROJECT.replace("Meadow", "Pasture"), tab)
    tab.get_by_label("Ruleset", exact=True).fill("gone.toml")
    tab.keyboard.press("Tab")
    tab.wait_for_selector("#ruleset[aria-invalid=true]")
    assert "gone.toml" in tab.locator(".setting:has(#ruleset) [role=alert]").inner_text()
    assert text(open_studio, "cardtools.toml") == PROJECT.replace("Meadow", "Pasture")
