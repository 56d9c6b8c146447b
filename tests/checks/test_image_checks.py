"""Images that were found: their names, pictures that designs share, images that are left over, the fixes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from built_in import built_in_ruleset
from checking import fix_cards
from ttcg import HEADER

from cardtools.cards.table import make_table
from cardtools.checks.art.files import check_art
from cardtools.ground.errors import Diagnostic
from cardtools.ground.tables.csv_document import CsvFile, format_csv
from cardtools.rulesets import Ruleset

Write = Callable[[str, str | bytes], Path]
RULES = built_in_ruleset("ttcg")
ROOT = Path("cards/art")
NAMES = ("Tide Singer", "Rill Otter", "Ember Blade")


def found(rows: list[dict[str, str]], rules: Ruleset = RULES) -> list[Diagnostic]:
    header = tuple(dict.fromkeys(name for row in rows for name in row))
    cells = [[row.get(name, "") for name in header] for row in rows]
    return check_art(make_table(CsvFile.of_rows(Path("cards.csv"), header, cells), rules), [ROOT])


def row(name: str, image: str, **more: str) -> dict[str, str]:
    return {"NAME": name, "IMAGE": image, "SERIAL": "", "LORE_OF": "", **more}


@pytest.fixture
def game(write: Write) -> list[dict[str, str]]:
    """Cards whose images have their names and contents of their own."""
    rows = [row(name, f"{name.lower().replace(' ', '-')}.png") for name in NAMES]
    for number, card in enumerate(rows):
        write(f"cards/art/{card['IMAGE']}", str(number))
    return rows


# Names


@pytest.mark.parametrize(
    ("name", "stem"),
    [
        ("Wayfarer's Lantern", "wayfarers-lantern"),
        ("Wayfarer\u2019s Lantern", "Wayfarer-s Lantern"),
        ("Vulkaris, Heir of Cinders", "vulkaris_heir_of_cinders"),
        ("Vulkaris, Heir of Cinders", "vulkaris"),
        ("Moonpool Seer", "MoonpoolSeer"),
        ("Moonpool Seer", "moonpool-seer-v2"),
        ("Moonpool Seer", "007_moonpool_seer (alt)"),
        ("The Moonpool Seer", "moonpool-seer"),
        ("Die Kröte", "krote"),
        ("Ægir Ñandú", "aegir-nandu"),
        ("Ognisty Smok", "OGNISTY SMOK"),
        ("Łucja", "lucja"),
        ("炎の竜", "炎の竜"),
        ("Огненный дракон", "огненный-дракон"),
    ],
)
def test_these_are_names_of_a_card(game: list[dict[str, str]], write: Write, name: str, stem: str) -> None:
    write(f"cards/art/{stem}.png", "own")
    assert found([*game, row(name, f"{stem}.png")]) == []


@pytest.mark.parametrize(
    ("name", "stem", "hint"),
    [
        ("Moonpool Seer", "kelp-cantor", "moonpool-seer.png"),
        ("Orb", "orbiter", "orb.png"),
        ("Wayfarer's Lantern", "lantern", "wayfarers-lantern.png"),
    ],
)
def test_these_are_not(game: list[dict[str, str]], write: Write, name: str, stem: str, hint: str) -> None:
    write(f"cards/art/{stem}.png", "own")
    (finding,) = found([*game, row(name, f"{stem}.png")])
    assert (finding.code, finding.severity, finding.location.line) == ("IMG005", "warning", 5)
    assert finding.message == f"{name}: the image is named {stem}.png"
    assert finding.hint == f"name it {hint}, or correct the path"


def test_the_exact_name_of_another_card_is_wrong_even_where_it_begins_with_the_own(
    game: list[dict[str, str]], write: Write
) -> None:
    write("cards/art/kelp-cantor.png", "own")
    cards = [*game, row("Kelp", "kelp-cantor.png"), row("Kelp Cantor", "")]
    assert [f.code for f in found(cards)] == ["IMG005"]
    assert found(cards[:-1]) == []


def test_an_image_may_have_the_name_of_the_serial_or_of_the_subject(
    game: list[dict[str, str]], write: Write
) -> None:
    write("cards/art/M1aBcD00d1g2Fz.png", "own")
    write("cards/art/tide-singer-2.png", "too")
    cards = [
        row("Moonpool Seer", "M1aBcD00d1g2Fz.png", SERIAL="M1aBcD00d1g2Fz"),
        row("The First Tide", "tide-singer-2.png", LORE_OF="Tide Singer"),
    ]
    assert found([*game, *cards]) == []


def test_images_that_mostly_have_other_names_are_not_asked(write: Write) -> None:
    for number in range(3):
        write(f"cards/art/img_{number}.png", str(number))
    cards = [row(name, f"img_{number}.png") for number, name in enumerate(NAMES)]
    assert found(cards) == []


# Shared pictures


def test_two_designs_with_one_picture_are_one_finding(game: list[dict[str, str]], write: Write) -> None:
    write("cards/art/rill-otter.png", "0")
    (finding,) = found(game)
    assert (finding.code, finding.severity, finding.location.line) == ("IMG006", "warning", 3)
    message = "rill-otter.png is the same picture as tide-singer.png, that of Tide Singer (line 2)"
    assert finding.message == f"Rill Otter: {message}"


def test_a_path_that_two_designs_have_is_found_too(game: list[dict[str, str]]) -> None:
    game += [row("Tide Singer II", "tide-singer.png"), row("Tide Singer III", "./tide-singer.png")]
    (finding,) = found(game)
    assert finding.location.line == 5
    message = "tide-singer.png is that of Tide Singer (line 2) and of 1 more"
    assert finding.message == f"Tide Singer II: {message}"


def test_rarities_and_lore_share_the_picture_of_their_design(game: list[dict[str, str]]) -> None:
    prints = [row("Tide Singer", "tide-singer.png"), row("The First Tide", "tide-singer.png")]
    prints[1]["LORE_OF"] = "Tide Singer"
    assert found([*game, *prints]) == []


def test_files_of_one_size_are_compared_by_content(game: list[dict[str, str]], write: Write) -> None:
    for card, content in zip(game, (b"ab" * 40_000, b"ba" * 40_000, b"ab" * 40_000), strict=True):
        write(f"cards/art/{card['IMAGE']}", content)
    (finding,) = found(game)
    assert finding.message.startswith("Ember Blade: ember-blade.png is the same picture as tide-singer.png")


# Images that are left over


def test_an_image_that_no_card_uses_is_told_at_its_file(game: list[dict[str, str]], write: Write) -> None:
    write("cards/art/old/tide-singer.JPG", "x")
    write("cards/art/notes.txt", "x")
    write("cards/art/.thumbnails/a.png", "x")
    (finding,) = found(game)
    assert (finding.code, finding.severity) == ("IMG008", "info")
    assert str(finding.location) == "cards/art/old/tide-singer.JPG"


def test_many_of_them_are_one_finding_at_the_folder(write: Write) -> None:
    for number in range(20):
        write(f"cards/art/card-{number:02d}.png", str(number))
    (finding,) = found([row(f"Card {n:02d}", f"card-{n:02d}.png") for n in range(15)])
    assert str(finding.location) == "cards/art"
    names = "card-15.png, card-16.png, card-17.png and 2 more"
    assert finding.message == f"no card uses 5 of the images: {names}"


def test_nothing_is_left_over_where_the_cards_are_a_part_of_the_game(game: list[dict[str, str]]) -> None:
    assert found(game[:1]) == []


def test_what_a_missing_image_was_meant_to_be_is_not_left_over(game: list[dict[str, str]]) -> None:
    game[0]["IMAGE"] = "tide-singr.png"
    (finding,) = found(game)
    assert (finding.code, finding.hint) == ("IMG001", "did you mean tide-singer.png?")


# Folders (a rule of ttcg) and fixes


def test_a_unit_among_the_pictures_of_another_type_is_a_finding(write: Write, cardtools: Any) -> None:
    line = "Ox;Fire;Beast;1;units/water/ox.png;245;255;Draw.;Gain.;A0000000000000;0;60;;\n"
    write("cards/cards.csv", HEADER + line)
    write("cards/art/units/water/ox.png", "x")
    outcome = cardtools("validate", "--select", "IMG")
    assert outcome.out.splitlines()[0] == (
        "cards/cards.csv:2:17: IMG004 folder: warning: Ox: a Fire unit with the image units/water/ox.png"
    )


@pytest.mark.parametrize(
    ("image", "unsafe", "mended"),
    [
        ("art\\tide-singer.png", False, "art/tide-singer.png"),
        (".\\tide-singer.png", False, "./tide-singer.png"),
        ("TIDE-singer.png", False, "tide-singer.png"),
        ("tide-singer.jpg", False, "tide-singer.jpg"),
        ("./tide-singer.jpg", True, "./tide-singer.png"),
        ("tide-singers.png", True, "tide-singers.png"),
    ],
)
def test_paths_are_fixed(write: Write, image: str, unsafe: bool, mended: str) -> None:
    write("cards/art/tide-singer.png", "x")
    entries = {name: field.entry for name, field in RULES.fields.items()}
    blank = {name: "" for name, one in entries.items() if one.column or one.required is not False}
    cards = [blank | row("Tide Singer", image)]

    def table(cards: list[dict[str, str]]) -> bytes:
        return format_csv(list(cards[0]), [list(card.values()) for card in cards]).encode()

    def fix(data: bytes) -> bytes:
        return fix_cards(data, Path("cards/cards.csv"), RULES, unsafe, art_roots=[ROOT]).data

    after = fix(table(cards))
    assert after == table([cards[0] | {"IMAGE": mended}])
    assert fix(after) == after


def test_the_command_fixes_paths_unless_art_is_left_out(write: Write, cardtools: Any) -> None:
    line = "Ox;Fire;Beast;1;units\\ox.png;245;255;Draw.;Gain.;A0000000000000;0;60;;\n"
    cards = write("cards/cards.csv", HEADER + line)
    write("cards/art/units/ox.png", "x")
    assert cardtools("validate", "--diff", "--no-art").out == "nothing to fix\n"
    cardtools("validate", "--fix")
    assert "units/ox.png" in cards.read_text()


# Several pictures of a card


def test_each_picture_of_a_card_is_looked_for(game: list[dict[str, str]], write: Write) -> None:
    write("cards/art/rill-otter-asleep.png", "own")
    game[1]["IMAGE"] += " | rill-otter-asleep.png"
    assert found(game) == []
    game[1]["IMAGE"] += " | rill-otter-awake.png |"
    (finding,) = found(game)
    assert (finding.code, finding.location.line) == ("IMG001", 3)
    assert finding.message == "Rill Otter: there is no image rill-otter-awake.png"


def test_a_fix_of_one_picture_leaves_the_others(game: list[dict[str, str]], write: Write) -> None:
    write("cards/art/rill-otter-asleep.png", "own")
    game[1]["IMAGE"] = "rill-otter.png|Rill-Otter-Asleep.png"
    (finding,) = found(game)
    assert finding.code == "IMG009"
    assert finding.fix is not None
    assert [edit.new for edit in finding.fix.edits] == ["rill-otter.png|rill-otter-asleep.png"]


def test_a_card_may_have_a_picture_twice_and_two_cards_may_not(game: list[dict[str, str]]) -> None:
    game[0]["IMAGE"] += f" | {game[0]['IMAGE']}"
    assert found(game) == []
    game[1]["IMAGE"] += f" | {game[0]['IMAGE']}"
    assert [finding.code for finding in found(game)] == ["IMG006"]


def test_extras_use_pictures_too(game: list[dict[str, str]], write: Write) -> None:
    write("cards/art/coin.png", "own")
    assert [finding.code for finding in found(game)] == ["IMG008"]
    cells = [["Coin", "Token", "coin.png"], ["Crown", "Token", "crown.png"]]
    extras = make_table(CsvFile.of_rows(Path("tokens.csv"), ("NAME", "TYPE", "IMAGE"), cells), RULES)
    header = tuple(game[0])
    table = make_table(CsvFile.of_rows(Path("cards.csv"), header, [list(c.values()) for c in game]), RULES)
    (finding,) = check_art(table, [ROOT], [extras])
    assert (finding.code, finding.message) == ("IMG001", "Crown: there is no image crown.png")
