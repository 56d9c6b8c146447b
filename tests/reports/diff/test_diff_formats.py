"""A comparison as text, Markdown and JSON."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from card_tables import NO_TEMPLATES, RULESETS, Row, difference, table

from cardtools.cards.deck import parse_deck
from cardtools.project.project import Project
from cardtools.project.settings import Settings
from cardtools.reports.diff import as_json, as_markdown, as_text
from cardtools.reports.diff.compare import Comparison, compare
from cardtools.reports.diff.wording import Origins

UNIT: Row = {
    "NAME": "Tide Singer", "TYPE": "Water", "SUBTYPES": "Fairy, Aquatic", "LEVEL": "1", "IMAGE": "",
    "ATTACK": "150", "DEFENSE": "350", "EFFECT1": "Draw two cards.", "EFFECT2": "", "RARITY": "0",
    "SERIAL": "T0000000000001", "EFFECT1_STYLE": "Latent", "LORE": "She sings to the tide every night.",
}  # fmt: skip


def unit(name: str, number: int, **cells: str) -> Row:
    return {**UNIT, "NAME": name, "SERIAL": f"T{number:013d}", **cells}


OLD = [
    unit("Burrower", 1),
    unit("Bulwark", 2),
    unit("Cantor", 3),
    unit("Dancer", 4),
    unit("Elk", 5, LEVEL="2"),
]
NEW = [
    unit("Burrower", 1, ATTACK="160"),
    unit("Bulwork", 2),
    unit("Dancer", 4, EFFECT1="Draw three cards.", EFFECT2="Gain one point.", SUBTYPES="Fairy, Dragon"),
    unit("Elk", 5, LEVEL="3", ATTACK="140", DEFENSE="360", EFFECT1_STYLE="", LORE="She sings every night."),
    unit("Fox", 6, TYPE="Fire", LORE=""),
]


@pytest.fixture
def found(write: Callable[[str, str], Path], folder: Path) -> Comparison:
    write("placeholders/number.txt", "two\nthree\n")
    write("effects/all_effect_templates.txt", "Draw <number> cards.\n")
    origins = Origins(Project(folder, Settings()))
    tables = (table(rows, RULESETS["ttcg"]) for rows in (OLD, NEW))
    return compare(*tables, origins, [parse_deck(Path("deck.txt"), "1 Bulwark\n")])


SUMMARY = (
    "1 new, 1 removed, 1 renamed, 1 buffed, 1 rebalanced, 1 with changed effects, 2 with other changes; "
    "1 deck affected"
)
TEXT = f"""\
cards.csv (5 cards) -> cards.csv (5 cards)

New cards (1)
  Fox: Fire, Fairy, Aquatic, rank 1, 150/350

Removed (1)
  Cantor

Renamed (1)
  Bulwark -> Bulwork

Buffed (1)
  Burrower: ATTACK 150 -> 160 (+10)

Rebalanced (1)
  Elk: LEVEL 2 -> 3 (+1), ATTACK 150 -> 140 (-10), DEFENSE 350 -> 360 (+10)

Changed effects (1)
  Dancer:
    EFFECT1: <number> two -> three in "Draw <number> cards."
    EFFECT2: (empty) -> "Gain one point."

Other changes (2)
  Dancer: SUBTYPES +Dragon -Aquatic
  Elk:
    EFFECT1_STYLE Latent -> Normal
    LORE: She sings [-to the tide-] every night.

Decks (1)
  deck.txt: incomplete -> illegal
    there is no card 'Bulwark'
    Bulwark is now called Bulwork

{SUMMARY}
"""


def test_text_is_a_line_a_card(found: Comparison) -> None:
    assert click.unstyle(as_text.render(found)) == TEXT


MARKDOWN = f"""\
# Dawn \\*watch\\*: what has changed

{SUMMARY}.

## New cards

- **Fox**: Fire, Fairy, Aquatic, rank 1, 150/350. Draw two cards.

## Removed

- **Cantor**

## Renamed

- **Bulwark** is now **Bulwork**

## Buffed

- **Burrower**: `150/350 -> 160/350` (attack +10)

## Rebalanced

- **Elk**: `150/350 -> 140/360` (attack -10, defense +10), rank `2 -> 3`

## Changed effects

- **Dancer**:
  - first effect, `<number>` two -> three: Draw ~~two~~ **three** cards.
  - second effect: **Gain one point.**

## Other changes

- **Dancer**: sub-type +Dragon, -Aquatic
- **Elk**:
  - EFFECT1\\_STYLE Latent -> Normal
  - lore: She sings ~~to the tide~~ every night.

## Decks

- **deck.txt**: was incomplete, is now **illegal**
  - there is no card 'Bulwark'
  - Bulwark is now called Bulwork
"""


def test_markdown_is_ready_to_be_published(found: Comparison) -> None:
    assert as_markdown.render(found, "Dawn *watch*") == MARKDOWN


def test_json_has_everything(found: Comparison) -> None:
    data = json.loads(as_json.render(found))
    assert (data["version"], data["ruleset"]["id"]) == (1, "ttcg")
    assert (data["old"], data["counts"]["unchanged"]) == ({"path": "cards.csv", "cards": 5}, 0)
    assert data["counts"] == {
        "added": 1, "removed": 1, "renamed": 1, "buffed": 1, "nerfed": 0, "rebalanced": 1, "effects": 1,
        "other": 2, "unchanged": 0,
    }  # fmt: skip
    assert [(card["card"], card["line"], card["cells"]["TYPE"]) for card in data["added"]] == [
        ("Fox", 6, "Fire")
    ]
    assert [card["card"] for card in data["removed"]] == ["Cantor"]
    bulwork, burrower, dancer, _ = data["changed"]
    assert (bulwork["old_card"], bulwork["renamed"], bulwork["balance"]) == ("Bulwark", True, None)
    assert burrower["changes"] == [
        {"column": "ATTACK", "kind": "stat", "old": "150", "new": "160", "difference": 10, "better": True}
    ]
    subtypes, effect, _ = dancer["changes"]
    assert (subtypes["added"], subtypes["removed"]) == (["Dragon"], ["Aquatic"])
    assert effect["template"] == "Draw <number> cards."
    assert effect["slots"] == [{"slot": "<number>", "old": "two", "new": "three"}]
    assert effect["words"][1:3] == [["-", "two"], ["+", "three"]]
    (deck,) = data["decks"]
    assert (deck["path"], deck["after"]["status"]) == ("deck.txt", "illegal")
    assert deck["renamed"] == [{"old": "Bulwark", "new": "Bulwork"}]


def test_json_keeps_the_documented_keys(found: Comparison) -> None:
    documented = as_json.__doc__ or ""
    data = json.loads(as_json.render(found))
    keys = {*data, *data["counts"], *data["added"][0], *data["decks"][0], *data["decks"][0]["after"]}
    for card in data["changed"]:
        keys |= card.keys()
        for change in card["changes"]:
            keys |= change.keys()
    assert {key for key in keys if key not in documented} == set()


def test_equal_tables_have_no_differences() -> None:
    same = difference([UNIT], [UNIT], "ttcg")
    assert as_text.render(same) == "no differences: 1 card in both\n"
    assert as_markdown.render(same, "") == "# What has changed\n\nNo differences: 1 card in both.\n"


def test_equal_notes_of_several_rarities_are_merged() -> None:
    tiers = [{**UNIT, "RARITY": str(tier)} for tier in (1, 2, 3)]
    found = difference(tiers, [{**tier, "TYPE": "Fire"} for tier in tiers], "ttcg")
    assert "  Tide Singer (rarity 1, rarity 2, rarity 3): TYPE Water -> Fire\n" in as_text.render(found)
    assert "- **Tide Singer** (rarity 1, rarity 2, rarity 3): type Water" in as_markdown.render(found, "")


def test_a_missing_stat_is_a_dash() -> None:
    land = {"NAME": "Gate", "TYPE": "Land", "COLOUR": "White", "ATTACK": "", "DEFENSE": "3"}
    found = difference([land], [{**land, "DEFENSE": "5", "ATTACK": "1"}])
    assert "- **Gate**: `-/3 -> 1/5` (defense +2)\n" in as_markdown.render(found, "")


def test_a_new_card_is_described_by_what_is_on_it() -> None:
    ours = {
        "ID": "monster_001",
        "NAME": "Fire Wolf",
        "TYPES": "Monster",
        "TIER": "",
        "COST": "2 Pyro",
        "ATK": "3",
    }
    found = difference([{**ours, "ID": "item_001", "NAME": "Cup", "TYPES": "Item"}], [ours], "school")
    text = as_text.render(found)
    assert "  Fire Wolf (monster_001): Monster, cost 2 Pyro, 3\n" in text


def test_columns_of_only_one_table_are_reported() -> None:
    found = compare(
        table([UNIT], RULESETS["ttcg"]), table([{**UNIT, "ARTIST": "A"}], RULESETS["ttcg"]), NO_TEMPLATES
    )
    assert "columns only in the new table: ARTIST\n" in as_text.render(found)
    assert "- columns only in the new table: ARTIST\n" in as_markdown.render(found, "")


EVIL = "A\x1b[31m<b>`*_"


def test_texts_of_cards_cannot_steer_the_terminal_or_the_page() -> None:
    old = [unit("Moth", 1), unit("Rat", 2), unit("Owl", 3)]
    new = [unit(EVIL, 1), unit("Rat", 2, TYPE=EVIL, SUBTYPES=EVIL, LORE=f"She sings to {EVIL} every night.")]
    new += [unit("Owl", 3, ATTACK=EVIL, EFFECT1=EVIL), unit(f"New {EVIL}", 9, TYPE=EVIL, EFFECT1=EVIL)]
    found = difference(old, new, "ttcg", [parse_deck(Path("d.txt"), "2 Moth\n")])
    text = click.unstyle(as_text.render(found))
    assert "\x1b" not in text
    assert "\\x1b[31m" in text
    page = as_markdown.render(found, EVIL)
    assert "\x1b" not in page
    assert "\\<b\\>\\`\\*\\_" in page
    assert "<b>" not in page.replace("\\<b", "")
