"""The contact sheet: only what has changed is drawn again, nothing that is broken takes the pictures away."""

from __future__ import annotations

import io
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from meadow import CARDS, FACE, PROJECT, RULES, Watched, picture
from PIL import Image
from press import press_profile_bytes

from cardtools.ground.console import Console
from cardtools.pages.watch import refresh as contact
from cardtools.pages.watch.preview import Board
from cardtools.steps.card_choice import CardChoice


def others(state: dict[str, Any], name: str) -> dict[str, Any]:
    return {other: card for other, card in state["cards"].items() if other != name}


def test_every_card_is_shown_without_its_bleed(watched: Watched) -> None:
    state = watched.state
    assert list(state["cards"]) == ["Ox", "Elk", "Hare"]
    assert (state["title"], state["summary"]) == ("Meadow", "cards/cards.csv: 3 cards: no problems")
    assert state["errors"] == state["others"] == []
    for name, card in state["cards"].items():
        assert (card["width"], card["height"], card["corner"]) == (20, 30, 1)
        with Image.open(io.BytesIO(watched.picture(name) or b"")) as image:
            assert image.size == (118, 177)  # 20 x 30 mm at 150 dpi


def test_a_changed_card_is_the_only_one_drawn_again(
    watched: Watched, capsys: pytest.CaptureFixture[str]
) -> None:
    before, picture_before = watched.state, watched.picture("Elk")
    capsys.readouterr()
    after = watched.refresh("cards/cards.csv", CARDS.replace("Elk;2", "Elk;4"))
    assert others(after, "Elk") == others(before, "Elk")
    assert after["cards"]["Elk"]["picture"] != before["cards"]["Elk"]["picture"]
    assert watched.picture("Elk") != picture_before
    assert capsys.readouterr().out.startswith("Elk drawn in ")


def test_changed_art_changes_the_cards_that_have_it(watched: Watched) -> None:
    before = watched.state
    after = watched.refresh("art/ox.png", picture("black"))
    assert others(after, "Ox") == others(before, "Ox")
    assert after["cards"]["Ox"]["picture"] != before["cards"]["Ox"]["picture"]


def test_a_changed_face_changes_all_its_cards(watched: Watched) -> None:
    before = watched.state
    after = watched.refresh("templates/plain.toml", FACE.replace("#101010", "#a01010"))
    assert all(card["picture"] != before["cards"][name]["picture"] for name, card in after["cards"].items())


def test_nothing_new_is_no_new_version(watched: Watched, capsys: pytest.CaptureFixture[str]) -> None:
    version = watched.board.now.version
    capsys.readouterr()
    watched.refresh("cards/cards.csv", CARDS)
    assert watched.board.now.version == version
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("name", "whole", "broken", "place"),
    [
        ("cards/cards.csv", CARDS, CARDS + "Fox;1;;;\n", "cards/cards.csv:5"),
        ("cards/cards.csv", CARDS, CARDS[:3], "cards/cards.csv:1:1"),
        ("cards/cards.csv", CARDS, b"", "cards/cards.csv"),
        ("cards/cards.csv", CARDS, b"\xff\xfe\x00", "cards/cards.csv:1:1"),
        ("templates/plain.toml", FACE, FACE.replace("width", "wdith"), "templates/plain.toml:2:1"),
        ("templates/plain.toml", FACE, FACE[:50], "templates/plain.toml:"),
        ("templates/text.ttf", "", "no font", "templates/plain.toml:8:1"),
        ("rules.toml", RULES, RULES.replace("max", "mxa"), "rules.toml:8:1"),
        ("cardtools.toml", PROJECT, PROJECT.replace("ruleset", "rule"), "cardtools.toml:2:1"),
    ],
)
def test_a_broken_file_is_told_and_the_pictures_stay_until_it_is_mended(
    watched: Watched,
    capsys: pytest.CaptureFixture[str],
    name: str,
    whole: str,
    broken: str | bytes,
    place: str,
) -> None:
    good = whole or (watched.folder / name).read_bytes()
    before = watched.state
    pictures = {card: watched.picture(card) for card in before["cards"]}
    for _ in range(3):  # what is shown just before is not all that stays
        after = watched.refresh(name, broken)
    assert after["errors"][0]["place"].startswith(place)
    assert after["cards"] == before["cards"]
    assert {card: watched.picture(card) for card in after["cards"]} == pictures
    assert capsys.readouterr().err.count(after["errors"][0]["message"]) == 1
    assert watched.folder / name in watched.sheet.files() or any(
        path in (watched.folder / name).parents for path in watched.sheet.files()
    )
    assert watched.refresh(name, good) == before


def test_a_card_that_cannot_be_drawn_has_a_reason_and_no_picture(watched: Watched) -> None:
    before = watched.state
    after = watched.refresh("cards/cards.csv", CARDS.replace("ox.png", "../none.png"))
    ox = after["cards"]["Ox"]
    assert ox["picture"] == ""
    assert ox["reasons"][0]["place"] == "cards/cards.csv:2:6"
    assert "none.png" in ox["reasons"][0]["message"]
    assert others(after, "Ox") == others(before, "Ox")
    assert watched.refresh("cards/cards.csv", CARDS) == before


def test_missing_art_is_a_warning_until_it_is_there(watched: Watched) -> None:
    after = watched.refresh("cards/cards.csv", CARDS.replace("ox.png", "none.png"))
    ox = after["cards"]["Ox"]
    assert ox["picture"]
    assert not ox["reasons"]
    assert [one["code"] for one in ox["findings"] if "placeholder is drawn" in one["message"]] == [
        "IMG012 missing-art"
    ]
    later = watched.refresh("art/none.png", picture("red"))["cards"]["Ox"]
    assert later["picture"] not in ("", ox["picture"])
    assert not any("placeholder" in one["message"] for one in later["findings"])


def test_damaged_art_is_its_cards_fault_alone(watched: Watched) -> None:
    before = watched.state
    data = picture("red")
    after = watched.refresh("art/ox.png", data[: len(data) // 2])
    assert after["cards"]["Ox"]["picture"] == ""
    assert after["cards"]["Ox"]["reasons"]
    assert others(after, "Ox") == others(before, "Ox")


def test_findings_stand_at_their_card(watched: Watched) -> None:
    after = watched.refresh("cards/cards.csv", CARDS.replace("Hare;3", "Hare;9"))
    found = {name: [one["place"] for one in card["findings"]] for name, card in after["cards"].items()}
    assert found == {"Ox": [], "Elk": [], "Hare": ["cards/cards.csv:4:6"]}
    looser = watched.refresh("rules.toml", RULES.replace("max = 5", "max = 9"))
    assert looser["cards"]["Hare"]["findings"] == []
    assert looser["cards"]["Hare"]["picture"] == after["cards"]["Hare"]["picture"]


def test_text_that_does_not_fit_is_a_finding_too(watched: Watched) -> None:
    long = watched.refresh("cards/cards.csv", CARDS.replace("Hare", "Hare" * 9))["cards"]["Hare" * 9]
    assert [one["code"] for one in long["findings"]] == ["RND001 text-overflow"]
    assert long["picture"]


def test_a_deck_shows_its_cards_with_their_counts(watched: Watched) -> None:
    deck = watched.folder / "cards/deck.txt"
    deck.write_text("1 Hare\n3 Ox\n")
    watched.choice = CardChoice(decks=(deck,))
    watched.restart()
    shown = watched.refresh()["cards"]
    assert {name: card["count"] for name, card in shown.items()} == {"Hare": 1, "Ox": 3}
    after = watched.refresh("cards/deck.txt", "1 Hare\n3 Oxx\n")
    assert [error["place"] for error in after["errors"]] == ["cards/deck.txt:2:3"]
    assert after["cards"] == shown


def test_drawing_ends_when_a_file_changes_and_keeps_the_old_pictures(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(contact, "_SOON", -1.0)  # every card is shown as soon as it is drawn
    before = watched.state
    watched.write("templates/plain.toml", FACE.replace("#101010", "#a01010"))
    watched.sheet.refresh(lambda: True)
    same = [name for name, card in watched.state["cards"].items() if card == before["cards"][name]]
    assert same == ["Elk", "Hare"]
    assert all(map(watched.picture, before["cards"]))
    after = watched.refresh()
    assert all(card != before["cards"][name] for name, card in after["cards"].items())


def test_a_large_picture_is_the_same_card_at_300_dpi(watched: Watched) -> None:
    key = watched.state["cards"]["Ox"]["picture"]
    with Image.open(io.BytesIO(watched.large(key) or b"")) as image:
        assert image.size == (236, 354)
    assert watched.large("0" * 32) is None
    # Its name promises what is in it: art that has changed meanwhile is not drawn under it.
    watched.write("art/ox.png", picture("white"))
    assert watched.large(key) is None


def test_nothing_is_written(watched: Watched) -> None:
    def files() -> set[Path]:
        return set(watched.folder.rglob("*"))

    before = files()
    watched.refresh("cards/cards.csv", CARDS.replace("2", "4"))
    assert files() == before
    assert not (watched.folder / "output").exists()


def test_a_folder_without_a_project_waits_for_one(folder: Path) -> None:
    watched = Watched(folder)
    assert watched.refresh()["errors"][0]["place"] == "cards/cards.csv"
    assert folder / "cards/cards.csv" in watched.sheet.files()


def test_a_table_without_cards_is_told_by_its_place(watched: Watched) -> None:
    errors = watched.refresh("cards/cards.csv", "NAME;COST;IMAGE\n")["errors"]
    assert [error["place"] for error in errors] == ["cards/cards.csv"]


class Errors(Board):
    """A board that remembers how many errors each showing told."""

    def show(self, news: Mapping[str, Any], *rest: Any) -> None:
        self.told = [*getattr(self, "told", ()), len(news.get("errors", ()))]
        super().show(news, *rest)


def test_a_deck_that_cannot_be_read_keeps_its_banner_while_cards_change(watched: Watched) -> None:
    board = watched.board = Errors("cards", ())
    watched.restart()
    watched.write("cards/bad.txt", b"\xff\xff")
    watched.refresh("cardtools.toml", PROJECT.replace("[cards]", '[cards]\ndecks = ["cards/bad.txt"]'))
    board.told.clear()
    after = watched.refresh("cards/cards.csv", CARDS.replace("Elk;2", "Elk;4"))
    assert board.told == [1, 1]  # the picture, the findings
    assert after["cards"]["Elk"]["words"].startswith("Elk 4")


def test_after_a_restart_a_broken_file_takes_no_picture_away(watched: Watched) -> None:
    before = watched.state
    watched.restart()
    after = watched.refresh("cards/cards.csv", CARDS[:3])
    assert after["cards"] == before["cards"]
    assert after["errors"]
    assert watched.refresh("cards/cards.csv", CARDS) == before


def test_a_proof_has_other_pictures_under_other_names(watched: Watched) -> None:
    plain = watched.state
    watched.write("cardtools.toml", PROJECT + '[print]\nprofile = "press.icc"\n')
    watched.write("press.icc", press_profile_bytes())
    watched.sheet = contact.ContactSheet(watched.board.show, Console(), proof=True)
    proof = watched.refresh()
    assert proof["errors"] == []
    for name, card in proof["cards"].items():
        assert card["picture"] != plain["cards"][name]["picture"]
    key = proof["cards"]["Ox"]["picture"]
    large: list[bytes] = []
    contact.enlarge(large.append, watched.choice, True)(("ox", key))
    assert len(large) == 1
    with Image.open(io.BytesIO(large[0])) as image:
        assert image.size == (236, 354)


def test_a_proof_needs_a_profile(watched: Watched) -> None:
    watched.sheet = contact.ContactSheet(watched.board.show, Console(), proof=True)
    (error,) = watched.refresh()["errors"]
    assert "no [print] profile" in error["message"]
