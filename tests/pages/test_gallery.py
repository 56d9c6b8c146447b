"""The gallery and its search: what the desk answers, and what a browser shows."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cardtools.ground.web.local import LocalServer
from cardtools.pages.studio import cards, server
from cardtools.pages.studio.server import routes
from cardtools.pages.studio.studio import Studio

TABLE = Path("cards/cards.csv")
TOKENS = "NAME;COPIES\nSeed 10;4\nSeed 9;1\n"


@pytest.fixture
def studio(game: Path, studio: Studio) -> Studio:
    """The studio of the game, with tokens and a deck."""
    (game / "cards/tokens.csv").write_text(TOKENS)
    (game / "cards/herd.txt").write_text("2 Ox\n1 Elk\n3 Unicorn\n")
    project = game / "cardtools.toml"
    text = project.read_text()
    assert "[cards]\n" in text
    text = text.replace("[cards]\n", '[cards]\ndecks = ["cards/herd.txt"]\n')
    project.write_text(text + '\n[[extras]]\ntable = "cards/tokens.csv"\n')
    return studio


def test_cards_are_found_in_their_tables_and_in_order(studio: Studio) -> None:
    found = studio.read("search", query="seed or cost>1 order:-name")
    assert found["tables"] == ["cards/cards.csv", "cards/tokens.csv"]
    assert found["cards"] == [[1, 0, "seed-10"], [1, 1, "seed-9"], [0, 2, "hare"], [0, 1, "elk"]]
    assert found["ordered"]
    assert len(studio.read("search", query="  ")["cards"]) == 5


def test_a_search_that_cannot_be_read_finds_no_card_and_says_why(studio: Studio) -> None:
    assert studio.read("search", query="ox csot>1 elk") == {
        "tables": [],
        "cards": [],
        "problems": [
            {"message": "there is no field 'csot'", "hint": "did you mean COST?", "column": 4},
        ],
    }


def test_a_search_sees_what_was_changed(studio: Studio) -> None:
    assert [slug for *_, slug in studio.read("search", query="cost:9")["cards"]] == []
    version = studio.workspace.version(str(TABLE))
    cards.edit_table(studio, TABLE.as_posix(), version, "tab", "COST of Elk", ["elk"], [[3, 1, "2", "9"]])
    assert [slug for *_, slug in studio.read("search", query="cost:9")["cards"]] == ["elk"]
    assert studio.read("card_findings")["elk"] == [1, "error"]


def test_the_form_offers_what_searches_know(studio: Studio) -> None:
    known = studio.read("search_fields")
    assert [(one["name"], one["kind"]) for one in known["fields"]] == [
        ("name", "text"),
        ("cost", "number"),
        ("image", "text"),
        ("copies", "number"),
    ]
    for one in known["fields"]:
        assert studio.read("search", query=f"has:{one['name']}")["problems"] == []


def test_the_gallery_asks_first_for_names_alone(studio: Studio) -> None:
    first = studio.read("gallery")
    assert first["cards"][0] == ("ox", "Ox")
    assert studio.read("gallery", known=first["key"]) == {"key": first["key"]}
    more = studio.read("gallery_more")
    assert more["copies"] == {"seed-10": 4}
    assert more["decks"] == {"herd": {"ox": 2, "elk": 1}}
    assert more["size"] == (20, 30)
    Path("templates/plain.toml").write_text("[card\n")
    studio.seen([Path("templates/plain.toml").absolute()])
    assert studio.read("gallery")["cards"] == first["cards"]
    assert studio.read("gallery_more")["problems"][0]["place"].startswith("templates/plain.toml:1")


@pytest.fixture
def tab(chromium: Any, studio: Studio) -> Any:
    context = chromium.new_context(viewport={"width": 1000, "height": 700})
    with LocalServer("127.0.0.1", 0, server.page(), routes(studio)) as local:
        tab = context.new_page()
        errors: list[str] = []
        tab.on("pageerror", lambda error: errors.append(str(error)))
        tab.goto(local.link)
        tab.wait_for_selector("#nav a")
        tab.goto(local.link.partition("#")[0] + "#/gallery")
        tab.wait_for_selector(".tile img")
        yield tab
        assert errors == []
        context.close()


def until(tab: Any, done: Callable[[], bool]) -> None:
    end = time.monotonic() + 10
    while not done():
        assert time.monotonic() < end
        tab.wait_for_timeout(20)


def names(tab: Any) -> list[str]:
    found: list[str] = tab.locator(".tile-name").all_inner_texts()
    return found


@pytest.mark.end_to_end
def test_the_gallery_is_searched_and_stays_while_a_file_is_broken(tab: Any, studio: Studio) -> None:
    box = tab.get_by_role("searchbox", name="Search the cards")
    box.fill("seed order:name")
    until(tab, lambda: names(tab) == ["Seed 9", "Seed 10"])
    assert "q=seed" in tab.url
    tab.get_by_role("button", name="Search form").click()
    tab.locator(".search-form select").first.select_option("COPIES")
    tab.get_by_label("How").select_option("is more than")
    tab.get_by_label("Value").fill("2")
    tab.keyboard.press("Enter")
    until(tab, lambda: names(tab) == ["Seed 10"])
    assert box.input_value() == "seed order:name copies>2"
    assert "× 4" in tab.locator(".tile-marks").inner_text()
    box.fill("csot:1")
    tab.wait_for_selector(".search-error:has-text('did you mean COST?')")
    assert names(tab) == ["Seed 10"]
    box.fill("")
    tab.get_by_label("Cards of").select_option("Deck herd")
    until(tab, lambda: names(tab) == ["Ox", "Elk"])
    until(tab, lambda: tab.locator(".tile img").count() == 2)

    tab.locator(".tile a").first.focus()
    tab.keyboard.press("ArrowRight")
    TABLE.write_text(TABLE.read_text().replace("Elk;2", "Elk;4"))
    studio.seen([TABLE.absolute()])
    tab.wait_for_selector(".tile:nth-child(2) .frame.changed")
    assert tab.locator(".tile:nth-child(1) .frame.changed").count() == 0
    face = Path("templates/plain.toml")
    kept = face.read_text()
    face.write_text("[card\n")
    studio.seen([face.absolute()])
    tab.wait_for_selector(".gallery-broken:has-text('templates/plain.toml:1')")
    tab.wait_for_selector(".tile:nth-child(2) .frame.stale img")
    face.write_text(kept)
    studio.seen([face.absolute()])
    until(tab, lambda: not tab.locator(".stale, .gallery-broken:visible").count())
    tab.keyboard.press("Enter")
    tab.wait_for_selector("h1:text-is('Elk')")
    tab.go_back()
    until(tab, lambda: names(tab) == ["Ox", "Elk"])
