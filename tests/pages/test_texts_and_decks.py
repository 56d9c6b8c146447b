"""Texts and decks in the studio, and what a face shows beside it: answers, edits, the real page."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from meadow import FACE, PROJECT
from requests_of import Browser

from cardtools.cards.deck import read_deck
from cardtools.ground.errors import InputError
from cardtools.ground.web.local import LocalServer
from cardtools.pages.studio.decks import edit_deck
from cardtools.pages.studio.desk import Desk
from cardtools.pages.studio.server import page, routes
from cardtools.pages.studio.studio import Studio

RULES = """
[section.main]
names = ["deck"]
[section.side]
apart = true
[deck.OWN201]
name = "few"
kind = "copies"
limit = [{ max = 3 }]
"""
DECK = "# Herd\r\nMain (3):\r\n2x Ox   # strong\r\n# later\r\n1x Elk\r\n\r\n[side]\r\n- 1 Hare\r\n"
PATH = "cards/decks/herd.txt"


@pytest.fixture
def herd(game: Path) -> Path:
    """The game with a deck of two sections, which the project names."""
    (game / "cards/decks").mkdir()
    (game / PATH).write_bytes(DECK.encode())
    with (game / "rules.toml").open("a") as file:
        file.write(RULES)
    text = PROJECT.replace("[cards]\n", f'[cards]\ndecks = ["{PATH}"]  # ours\n')
    (game / "cardtools.toml").write_text(text)
    return game


def ask(browser: Browser, path: str) -> Any:
    answer = browser.ask(f"/api/{path}")
    assert answer.status == 200, answer.read()
    return json.loads(answer.read())


def send(browser: Browser, name: str, **value: Any) -> Any:
    answer = browser.send(f"/api/{name}", value)
    assert answer.status == 200, answer.read()
    return json.loads(answer.read())


def edited(herd: Path, *edits: dict[str, Any]) -> str:
    return edit_deck(Desk(herd), PATH, DECK, list(edits))


@pytest.mark.parametrize(
    ("edit", "changes"),
    [
        ({"op": "count", "line": 3, "name": "Ox", "count": 3}, [("(3)", "(4)"), ("2x Ox", "3x Ox")]),
        ({"op": "count", "line": 5, "name": "Elk", "count": 0}, [("(3)", "(2)"), ("1x Elk\r\n", "")]),
        ({"op": "add", "name": "elk", "count": 2}, [("(3)", "(5)"), ("1x Elk", "3x Elk")]),
        ({"op": "add", "name": "hare"}, [("(3)", "(4)"), ("1x Elk\r\n", "1x Elk\r\n1x Hare\r\n")]),
        ({"op": "add", "name": "Ox", "section": "side"}, [("1 Hare\r\n", "1 Hare\r\n- 1 Ox\r\n")]),
        ({"op": "move", "line": 5, "name": "Elk", "to": 3},
         [("1x Elk\r\n", ""), ("2x Ox", "1x Elk\r\n2x Ox")]),
        ({"op": "move", "line": 3, "name": "Ox", "to": 5},
         [("2x Ox   # strong\r\n", ""), ("1x Elk\r\n", "1x Elk\r\n2x Ox   # strong\r\n")]),
    ],
)  # fmt: skip
def test_an_edit_of_a_deck_changes_its_lines_alone(
    herd: Path, edit: Any, changes: list[tuple[str, str]]
) -> None:
    wanted = DECK
    for old, new in changes:
        wanted = wanted.replace(old, new, 1)
    assert edited(herd, edit) == wanted


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_edits_of_a_deck_count_what_they_say(herd: Path, data: st.DataObject) -> None:
    """Any edits: the counts are those that were asked for, and remarks stay."""
    desk, text = Desk(herd), DECK
    wanted = {"Ox": 2, "Elk": 1}
    for _ in range(data.draw(st.integers(1, 4))):
        name, count = data.draw(st.sampled_from(["Ox", "Elk"])), data.draw(st.integers(1, 9))
        deck = read_deck(Path(PATH), text.replace("\r\n", "\n"))
        line = {one.name: one.location.line for one in deck.entries}
        edit: dict[str, Any] = data.draw(
            st.sampled_from(
                [
                    {"op": "count", "line": line[name], "name": name, "count": count},
                    {"op": "add", "name": name, "count": count},
                    {"op": "move", "line": line[name], "name": name, "to": line["Elk"]},
                ]
            )
        )
        text = edit_deck(desk, PATH, text, [edit])
        if edit["op"] != "move":
            wanted[name] = count + wanted[name] * (edit["op"] == "add")
        kept = read_deck(Path(PATH), text.replace("\r\n", "\n"))
        assert {one.name: one.count for one in kept.entries} == wanted | {"Hare": 1}
        assert f"Main ({sum(wanted.values())}):\r\n" in text
        assert text.count("\n") == DECK.count("\n") == text.count("\r\n")
        assert all(remark in text for remark in ("# Herd\r\n", "   # strong", "# later\r\n"))


def test_a_deck_without_its_sections_gets_them(herd: Path) -> None:
    desk = Desk(herd)
    made = edit_deck(
        desk, PATH, "", [{"op": "add", "name": "Hare", "section": "side"}, {"op": "add", "name": "Ox"}]
    )
    assert made == "1 Ox\n[side]\n1 Hare\n"
    table = "COUNT;NAME;SECTION\n2;Ox;main\n1;Hare;side\n"
    edits = [{"op": "count", "line": 2, "name": "Ox", "count": 3}]
    assert edit_deck(desk, "cards/decks/herd.csv", table, edits) == table.replace("2;Ox", "3;Ox")


@pytest.mark.parametrize(
    "edit",
    [
        {"op": "add", "name": "Unicorn"},
        {"op": "count", "line": 4, "name": "Elk", "count": 1},
        {"op": "move", "line": 99, "name": "Elk", "to": 1},
    ],
)  # fmt: skip
def test_an_edit_of_what_is_not_there_is_refused(herd: Path, edit: dict[str, Any]) -> None:
    with pytest.raises(InputError, match=r"there is no card 'Unicorn'|Elk is not here"):
        edited(herd, edit)


def test_decks_are_listed_shown_made_and_named(browser: Browser, studio: Studio, herd: Path) -> None:
    shown = ask(browser, f"deck?path={PATH}")
    assert [(one["title"], one["section"], one["size"]) for one in shown["blocks"]] == [
        ("Main", "main", 3),
        ("side", "side", 1),
    ]
    assert shown["blocks"][0]["cards"][1] | {"slug": "elk"} == {
        "line": 5, "count": 1, "name": "Elk", "known": True, "slug": "elk", "note": "later", "several": False,
    }  # fmt: skip
    edits = [{"op": "count", "line": 3, "name": "Ox", "count": 4}]
    text = send(browser, "edit_deck", path=PATH, text=shown["text"], edits=edits)
    made = send(browser, "text", path=PATH, version=shown["version"], text=text, by="one", what="4 Ox")
    again = ask(browser, f"deck?path={PATH}")
    assert (again["version"], again["status"]) == (made["version"], "illegal")
    assert [(one["code"], one["line"]) for one in again["problems"]] == [("OWN201 few", 3)]
    send(browser, "new_deck", path="cards/decks/night.txt", like=PATH, by="one")
    studio.workspace.write()
    assert f'decks = ["{PATH}", "cards/decks/night.txt"]  # ours\n' in (herd / "cardtools.toml").read_text()
    assert (herd / "cards/decks/night.txt").read_bytes() == (herd / PATH).read_bytes()
    assert [(one["path"], one["named"]) for one in ask(browser, "decks")] == [
        (PATH, True),
        ("cards/decks/night.txt", True),
    ]
    send(browser, "undo", by="one")
    studio.workspace.write()
    assert not (herd / "cards/decks/night.txt").exists()
    assert browser.send("/api/new_deck", {"path": "../x.txt", "by": "one"}).status == 422


@pytest.mark.parametrize(
    ("path", "old", "new", "line", "message"),
    [
        ("templates/plain.toml", "size = 7", "sise = 7", 11, "unknown key"),
        ("templates/plain.toml", "size = 7", "size = ", 11, "has no value"),
        ("cardtools.toml", "[cards]", "[crads]", 3, "unknown"),
        ("rules.toml", "max = 5", "max = 'x'", 8, "expected"),
        (PATH, "2x Ox", "2x Oxx", 3, "there is no card 'Oxx'"),
    ],
)  # fmt: skip
def test_a_text_that_is_typed_is_checked_by_our_readers(
    herd: Path, path: str, old: str, new: str, line: int, message: str
) -> None:
    from cardtools.pages.studio.texts import check_text

    desk, text = Desk(herd), (herd / path).read_text()
    before = check_text(desk, path, text)
    assert not [one for one in before["problems"] if one["severity"] == "error"]
    (found, *_) = check_text(desk, path, text.replace(old, new))["problems"]
    assert (found["path"], found["line"]) == (path, line)
    assert message in found["message"]
    assert check_text(desk, path, text) == before  # what was typed is forgotten


def test_texts_are_listed_by_what_they_are(browser: Browser, herd: Path) -> None:
    (herd / "placeholders").mkdir()
    (herd / "placeholders/number.txt").write_text("1\n")
    (herd / ".hidden.toml").write_text("")
    found = {one["path"]: one["kind"] for one in ask(browser, "text_files")}
    assert found == {
        "cardtools.toml": "project", "rules.toml": "ruleset", PATH: "deck",
        "placeholders/number.txt": "placeholders",
        "templates/plain.toml": "face",
    }  # fmt: skip
    keys = ask(browser, "text_keys?path=templates/plain.toml")
    assert keys["names"]["style"] == "styles"
    assert "styles" in keys["schema"]["properties"]
    assert browser.send("/api/check_text", {"path": "../x", "text": ""}).status == 422
    for name in ("deck", "text_keys", "hard_cards", "looks"):
        assert browser.ask(f"/api/{name}?path=../x.toml").status == 422


def test_hard_cards_and_looks_of_a_face(browser: Browser, herd: Path) -> None:
    (herd / "cards/cards.csv").write_text(
        "NAME;COST;IMAGE\nOx;1;ox.png\nA very long name of an elk;2;elk.png\nHare;3;\n"
    )
    found = ask(browser, "hard_cards?path=templates/plain.toml")
    assert found[0]["slug"] == "a-very-long-name-of-an-elk"
    assert found[0]["why"][:2] == ["name of 26 letters", "28 letters in name"]
    assert "nothing in IMAGE" in {one["slug"]: one["why"] for one in found}["hare"]
    looks = ask(browser, "looks?path=templates/plain.toml")
    assert [(one["name"], one["used"], one["values"]["size"]) for one in looks["styles"]] == [
        ("text", ["name"], 7)
    ]
    assert looks["styles"][0]["sample"].startswith("data:image/png")
    small = FACE.replace("height = 6", "height = 1")
    plain, tight = (
        send(browser, "draw", slug="ox", texts=texts)["findings"]
        for texts in ({}, {"templates/plain.toml": small})
    )
    assert (plain, [one["code"] for one in tight]) == ([], ["RND001 text-overflow"])


@pytest.fixture
def tab(herd: Path, studio: Studio, chromium: Any) -> Any:
    context = chromium.new_context(viewport={"width": 1360, "height": 850}, reduced_motion="reduce")
    context.set_default_timeout(10_000)
    errors: list[str] = []
    with LocalServer("127.0.0.1", 0, page(), routes(studio)) as server:
        tab = context.new_page()
        tab.on("pageerror", lambda error: errors.append(str(error)))
        tab.goto(server.link)
        tab.wait_for_selector(".grid-row")
        yield tab
        assert errors == []
        context.close()


def go(tab: Any, address: str) -> None:
    tab.goto(tab.url.partition("#")[0] + f"#/{address}")


def until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + 10
    while not true():
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.mark.end_to_end
def test_a_text_is_completed_checked_kept_and_merged(tab: Any, studio: Studio, herd: Path) -> None:
    go(tab, "file/templates/plain.toml")
    tab.locator(".cm-content").click()
    tab.keyboard.press("Control+End")
    tab.keyboard.type('[styles.lore]\nfont = "text"\nlead')
    tab.wait_for_selector(".cm-tooltip-autocomplete li:has-text('leading')")
    tab.wait_for_selector(f".text-problem:has-text('Line {FACE.count(chr(10)) + 3}')")
    # Another program changes the file while one types.
    now = (herd / "templates/plain.toml").read_text()
    (herd / "templates/plain.toml").write_text(now.replace("size = 7", "size = 8"))
    studio.seen([herd / "templates/plain.toml"])
    tab.keyboard.press("Escape")
    tab.keyboard.type("ing = 1.5\n")
    tab.wait_for_selector("p[role=status]:has-text('Nothing is wrong')")
    wanted = FACE.replace("size = 7", "size = 8") + '[styles.lore]\nfont = "text"\nleading = 1.5\n'
    until(lambda: studio.workspace.content("templates/plain.toml") == wanted.encode())
    until(lambda: "size = 8" in tab.locator(".cm-content").inner_text())


@pytest.mark.end_to_end
def test_a_deck_is_edited_by_keys(tab: Any, studio: Studio, herd: Path) -> None:
    go(tab, f"decks/{PATH}")
    tab.get_by_label("Card to add").fill("2 elk")
    tab.keyboard.press("Enter")
    tab.wait_for_selector(".deck-card:has-text('Elk') b:text-is('3')")
    tab.get_by_role("button", name="One more: Ox").press("Enter")
    tab.wait_for_selector(".deck-card:has-text('Ox') b:text-is('3')")
    assert tab.locator(":focus").get_attribute("aria-label") == "One more: Ox"
    tab.keyboard.press("Enter")
    tab.wait_for_selector(".deck-card.wrong:has-text('4 copies, the limit is 3')")
    studio.workspace.write()
    assert (herd / PATH).read_bytes() == DECK.replace("(3)", "(7)").replace("2x Ox", "4x Ox").replace(
        "1x Elk", "3x Elk"
    ).encode()


@pytest.mark.end_to_end
def test_a_face_shows_its_text_and_the_cards_that_no_longer_fit(tab: Any, studio: Studio, herd: Path) -> None:
    go(tab, "face/templates/plain.toml")
    tab.wait_for_selector("#face-cards p:has-text('Nothing is wrong with these 3 cards')")
    line = tab.locator(".cm-line:has-text('height = 6')")
    line.click()
    tab.keyboard.press("End")
    tab.keyboard.press("Backspace")
    tab.keyboard.type("1")
    tab.wait_for_selector(".hard-card.wrong:has-text('Elk'):has-text('New: the text name does not fit')")
    until(
        lambda: (
            studio.workspace.content("templates/plain.toml")
            == FACE.replace("height = 6", "height = 1").encode()
        )
    )
    tab.get_by_text("Text styles").click()
    tab.locator("[data-key='styles.text.size']").fill("5")
    tab.keyboard.press("Enter")
    tab.wait_for_selector(".cm-line:has-text('size = 5')")
    assert tab.locator(".cm-line:has-text('height = 1')").count() == 2  # that of the art is 12
