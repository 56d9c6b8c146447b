"""Which cards are matched, and how their changes are described."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from card_tables import NO_TEMPLATES, RULESETS, Row, difference, table

from cardtools.cards.deck import parse_deck
from cardtools.project.project import Project
from cardtools.project.settings import Settings
from cardtools.reports.diff.changes import Change
from cardtools.reports.diff.compare import Comparison, compare
from cardtools.reports.diff.wording import Origins, SlotChange, reword

BEAR: Row = {
    "NAME": "Moss Bear", "TYPE": "Creature", "COST": "2G", "COLOUR": "", "ATTACK": "2", "DEFENSE": "3",
    "KEYWORDS": "Reach", "TEXT": "Draw a card.",
}  # fmt: skip
WOLF: Row = {**BEAR, "NAME": "Grey Wolf", "ATTACK": "3", "DEFENSE": "1", "KEYWORDS": "Haste", "TEXT": ""}
UNIT: Row = {
    "NAME": "Tide Singer", "TYPE": "Water", "SUBTYPES": "Fairy, Aquatic", "LEVEL": "1", "IMAGE": "a.png",
    "ATTACK": "250", "DEFENSE": "250", "EFFECT1": "Draw one card.", "SERIAL": "T0000000000001", "RARITY": "0",
}  # fmt: skip


def names(found: Comparison) -> tuple[list[str], list[str], list[str]]:
    """The cards that are new, that were removed, and the renamed ones."""
    return (
        [found.new.name(row) for row in found.added],
        [found.old.name(row) for row in found.removed],
        [f"{found.old.name(card.old)} -> {found.new.name(card.new)}" for card in found.touched("name")],
    )


def changes(old: Row, new: Row, game: str = "mana") -> tuple[Change, ...]:
    (card,) = difference([old], [new], game).changed
    return card.changes


# Which card is which


def test_cards_are_added_and_removed() -> None:
    assert names(difference([BEAR], [WOLF])) == (["Grey Wolf"], ["Moss Bear"], [])


def test_the_serial_identifies_a_card_with_a_new_name() -> None:
    other = {**UNIT, "NAME": "Storm Singer", "TYPE": "Air", "ATTACK": "300", "EFFECT1": "Gain one point."}
    assert names(difference([UNIT], [other], "ttcg")) == ([], [], ["Tide Singer -> Storm Singer"])


def test_the_serial_counts_before_the_name() -> None:
    old = [UNIT, {**UNIT, "NAME": "Reef Elk", "SERIAL": "T0000000000002"}]
    new = [{**UNIT, "NAME": "Reef Elk", "ATTACK": "5"}, {**old[1], "NAME": "Tide Singer", "ATTACK": "5"}]
    assert len(difference(old, new, "ttcg").touched("name")) == 2


def test_a_serial_of_several_cards_identifies_none() -> None:
    others = [{**UNIT, "NAME": name, "EFFECT1": name} for name in ("A", "B", "C")]
    assert names(difference(others[:2], others[1:], "ttcg")) == (["C"], ["A"], [])


def test_a_new_serial_does_not_make_another_card() -> None:
    (change,) = changes(UNIT, {**UNIT, "SERIAL": "T0000000000002"}, "ttcg")
    assert (change.column, change.kind) == ("SERIAL", "cell")


def test_the_rarities_of_a_design_are_distinguished() -> None:
    tiers = [{**UNIT, "RARITY": str(tier), "ATTACK": str(250 + tier * 10)} for tier in range(1, 4)]
    stronger = [tiers[0], {**tiers[1], "ATTACK": "300"}, tiers[2]]
    found = difference(tiers, stronger[::-1], "ttcg")
    assert [found.new.edition(card.new) for card in found.changed] == ["rarity 2"]
    assert found.unchanged == 2


def test_all_rarities_of_a_design_may_be_renamed() -> None:
    tiers = [{**UNIT, "RARITY": str(tier)} for tier in (1, 2)]
    new = [{**tier, "NAME": "Storm Singer", "ATTACK": "300", "EFFECT1": "Gain one point."} for tier in tiers]
    found = difference(tiers, new[::-1], "ttcg")
    assert {(card.old, card.new) for card in found.touched("name")} == {(0, 1), (1, 0)}


def test_a_new_rarity_is_a_change_if_the_name_is_unique() -> None:
    found = changes(UNIT, {**UNIT, "RARITY": "1", "ATTACK": "255", "EFFECT1": ""}, "ttcg")
    assert [change.column for change in found] == ["ATTACK", "EFFECT1", "RARITY"]


@pytest.mark.parametrize(
    ("changed", "same"),
    [
        ({}, True),
        ({"COST": "3G"}, True),
        ({"COST": "3G", "ATTACK": "5"}, False),
        ({"TEXT": "Destroy a land."}, False),
    ],
)
def test_cards_that_differ_in_one_more_cell_are_renamed(changed: Row, same: bool) -> None:
    _, _, renamed = names(difference([BEAR], [{**BEAR, "NAME": "Bog Bear", **changed}]))
    assert renamed == (["Moss Bear -> Bog Bear"] if same else [])


def test_cards_with_few_filled_cells_are_not_renamed() -> None:
    land = {"NAME": "Plains", "TYPE": "Land", "COLOUR": "White"}
    found = difference([land], [{"NAME": "Island", "TYPE": "Land", "COLOUR": "White"}])
    assert names(found) == (["Island"], ["Plains"], [])


def test_among_equal_cards_the_most_similar_name_is_the_new_name() -> None:
    old = [{**BEAR, "NAME": name} for name in ("Ant", "Zephyr Danser")]
    assert names(difference(old, [{**BEAR, "NAME": "Zephyr Dancer"}])) == (
        [], ["Ant"], ["Zephyr Danser -> Zephyr Dancer"],
    )  # fmt: skip


def test_another_picture_does_not_hide_a_new_name() -> None:
    other = {**UNIT, "NAME": "Sea Singer", "SERIAL": "T0000000000009", "IMAGE": "sea-singer.png"}
    assert names(difference([UNIT], [other], "ttcg"))[2] == ["Tide Singer -> Sea Singer"]


def test_the_case_of_a_name_does_not_make_another_card() -> None:
    other = {**BEAR, "NAME": "moss bear", "ATTACK": "9", "DEFENSE": "9"}
    assert names(difference([BEAR], [other])) == ([], [], ["Moss Bear -> moss bear"])


def test_cards_of_one_name_are_matched_in_order() -> None:
    old = [{**BEAR, "ATTACK": "1"}, {**BEAR, "ATTACK": "2"}, {**BEAR, "ATTACK": "3"}]
    found = difference(old, [{**BEAR, "ATTACK": "5"}, {**BEAR, "ATTACK": "2"}])
    assert [(card.old, card.new) for card in found.changed] == [(0, 0)]
    assert (found.removed, found.unchanged) == ((2,), 1)


def test_a_card_with_an_id_is_renamed_and_named_with_it() -> None:
    old = {"ID": "monster_001", "NAME": "Fire Wolf", "ATK": "2", "TYPES": "Monster"}
    found = difference([old], [{**old, "NAME": "Fire Hound", "ATK": "9", "TYPES": "Student"}], "school")
    assert names(found)[2] == ["Fire Wolf (monster_001) -> Fire Hound (monster_001)"]
    named = difference([{**old, "NAME": ""}], [old], "school")
    assert names(named) == ([], [], [])
    assert named.changed[0].changes[0].kind == "cell"


# What changed


@pytest.mark.parametrize(
    ("old", "new", "balance"),
    [
        ({}, {"ATTACK": "4"}, "buffed"),
        ({}, {"DEFENSE": "1"}, "nerfed"),
        ({}, {"COST": "1G"}, "buffed"),
        ({}, {"COST": "3G"}, "nerfed"),
        ({}, {"ATTACK": "4", "DEFENSE": "1"}, "rebalanced"),
        ({}, {"ATTACK": "4", "COST": "3G"}, "rebalanced"),
        ({}, {"COST": "2W"}, ""),  # another colour is neither more nor less
        ({"ATTACK": ""}, {"ATTACK": "4"}, ""),
    ],
)
def test_more_strength_and_less_cost_are_a_buff(old: Row, new: Row, balance: str) -> None:
    (card,) = difference([{**BEAR, **old}], [{**BEAR, **new}]).changed
    assert card.balance == balance


def test_a_stat_has_its_difference() -> None:
    (change,) = changes(BEAR, {**BEAR, "ATTACK": "12"})
    assert (change.old, change.new, change.difference, change.better) == ("2", "12", 10, True)
    (change,) = changes({**UNIT, "ATTACK": "+5"}, {**UNIT, "ATTACK": "-10"}, "ttcg")
    assert (change.old, change.new, change.difference, change.better) == ("+5", "-10", -15, False)


@pytest.mark.parametrize(
    ("column", "before", "after"),
    [
        ("ATTACK", "2", "02"),
        ("ATTACK", "2", " 2.0 "),
        ("KEYWORDS", "Reach,Haste", "Haste, Reach"),
        ("TEXT", "Draw a card.", "  Draw  a\ncard. "),
        ("COLOUR", "W", "White"),
    ],
)
def test_another_way_to_write_a_value_is_not_a_change(column: str, before: str, after: str) -> None:
    found = difference([{**BEAR, column: before}], [{**BEAR, column: after}])
    assert (found.different, found.unchanged) == (False, 1)


def test_a_cell_that_cannot_be_used_is_compared_as_it_is_written() -> None:
    (change,) = changes({**BEAR, "ATTACK": "many"}, {**BEAR, "ATTACK": "few"})
    assert (change.kind, change.old, change.new) == ("cell", "many", "few")
    assert not difference([{**BEAR, "ATTACK": "many"}], [{**BEAR, "ATTACK": "many "}]).different


def test_a_list_has_the_items_removed_and_added() -> None:
    (change,) = changes({**BEAR, "KEYWORDS": "Reach, Haste"}, {**BEAR, "KEYWORDS": "Haste, Flying"})
    assert (change.kind, change.removed, change.added) == ("list", ("Reach",), ("Flying",))


def test_the_designers_columns_count_if_both_tables_have_them() -> None:
    mine = {**BEAR, "ARTIST": "Ann"}
    (change,) = changes(mine, {**BEAR, "ARTIST": "Bob"})
    assert (change.column, change.kind) == ("ARTIST", "cell")
    found = difference([BEAR], [mine])
    assert (found.new_columns, found.old_columns, found.changed) == (("ARTIST",), (), ())
    assert difference([mine], [BEAR]).old_columns == ("ARTIST",)


def test_a_column_of_the_rules_that_is_missing_counts_as_empty() -> None:
    without = {column: cell for column, cell in BEAR.items() if column != "KEYWORDS"}
    (change,) = changes(without, BEAR)
    assert (change.column, change.added) == ("KEYWORDS", ("Reach",))
    assert not difference([{**BEAR, "KEYWORDS": ""}], [without]).different


def test_empty_tables_are_compared() -> None:
    header = BEAR.keys()
    empty, full = (table(rows, RULESETS["mana"], header) for rows in ([], [BEAR]))
    assert compare(empty, full, NO_TEMPLATES).added == (0,)
    assert compare(full, empty, NO_TEMPLATES).removed == (0,)
    assert not compare(empty, empty, NO_TEMPLATES).different


# Texts


def test_removed_and_added_words_are_in_reading_order() -> None:
    assert reword("Draw two cards now.", "Draw three cards, now.").words == (
        ("=", "Draw"), ("-", "two cards"), ("+", "three cards,"), ("=", "now."),
    )  # fmt: skip
    assert reword("Draw a card.", "").words == (("-", "Draw a card."),)


def test_texts_with_little_in_common_are_shown_whole() -> None:
    assert reword("Draw a card.", "Destroy a land at once.").words == (
        ("-", "Draw a card."), ("+", "Destroy a land at once."),
    )  # fmt: skip


@pytest.fixture
def origins(write: Callable[[str, str], Path], folder: Path) -> Origins:
    write("placeholders/number.txt", "one\ntwo\nthree\n")
    write("placeholders/phrase_replacements.txt", "one card(s): one card\ncard(s): cards\n")
    write("placeholders/combinations_to_remove.txt", "nothing like it\n")
    write("placeholders/target.txt", "your hand\n<number>_hands\n")
    write(
        "effects/all_effect_templates.txt", "Draw <number> card(s).\nLook at <target> to draw <number#2>.\n"
    )
    return Origins(Project(folder, Settings()))


def test_an_effect_of_one_template_has_its_slots(origins: Origins) -> None:
    found = origins.reword("Draw one card.", "Draw three cards.")
    assert found.template == "Draw <number> card(s)."
    assert found.slots == (SlotChange("<number>", "one", "three"),)


def test_only_changed_slots_are_listed(origins: Origins) -> None:
    found = origins.reword("Look at your hand to draw two.", "Look at two hands to draw two.")
    assert found.slots == (SlotChange("<target>", "your hand", "two hands"),)


def test_of_several_ways_the_one_with_the_fewest_changes_is_chosen(
    origins: Origins, write: Callable[[str, str], Path]
) -> None:
    write("placeholders/number.txt", "one big\none\ntwo\n")
    write("placeholders/size.txt", "red\nbig red\n")
    write("effects/all_effect_templates.txt", "Draw <number> <size> card.\n")
    found = origins.reword("Draw one big red card.", "Draw two big red card.")
    assert found.slots == (SlotChange("<number>", "one", "two"),)


@pytest.mark.parametrize("new", ["Look at your hand to draw two.", "Draw some cards.", ""])
def test_another_template_or_none_leaves_the_words(origins: Origins, new: str) -> None:
    found = origins.reword("Draw one card.", new)
    assert (found.template, found.slots) == ("", ())
    assert found.words == reword("Draw one card.", new).words


# Decks

DECK = "29 Moss Bear\n1 Grey Wolf\n"


def creature(name: str) -> Row:
    return {"NAME": name, "TYPE": "Creature", "HEALTH": "2", "ATTACK": "2", "COST": "1", "EFFECT": ""}


OLD = [creature("Moss Bear"), {**creature("Grey Wolf"), "HEALTH": "5"}]


def judged(new: list[Row], text: str = DECK, old: list[Row] = OLD) -> Comparison:
    return difference(old, new, "alpha", [parse_deck(Path("deck.txt"), text)])


def test_a_deck_that_lost_a_card_is_reported_with_the_reason() -> None:
    (deck,) = judged(OLD[:1]).decks
    assert (deck.before.status, deck.after.status) == ("legal", "illegal")
    assert deck.after.reasons == ("there is no card 'Grey Wolf'",)
    (deck,) = judged(OLD, old=OLD[:1]).decks
    assert (deck.before.status, deck.after.status) == ("illegal", "legal")


def test_a_deck_that_lists_a_renamed_card_is_reported() -> None:
    renamed = [OLD[0], {**OLD[1], "NAME": "Gray Wolf"}]
    (deck,) = judged(renamed).decks
    assert deck.renamed == (("Grey Wolf", "Gray Wolf"),)
    (deck,) = judged(renamed, "3 grey wolf\n").decks  # illegal before, and now for one more reason
    assert deck.renamed == (("grey wolf", "Gray Wolf"),)


def test_a_name_that_another_card_has_now_is_still_valid() -> None:
    old = {**UNIT, "RARITY": "0"}
    new = [{**old, "NAME": "Storm Singer"}, {**old, "SERIAL": "T0000000000002", "TYPE": "Air"}]
    deck = parse_deck(Path("deck.txt"), "2 Tide Singer\n")
    found = difference([old], new, "ttcg", [deck])
    assert names(found) == (["Tide Singer"], [], ["Tide Singer -> Storm Singer"])
    assert found.decks == ()


def test_a_deck_with_the_same_verdict_is_not_reported() -> None:
    assert judged([OLD[0], {**OLD[1], "ATTACK": "5"}]).decks == ()
    assert judged(OLD[:1], "29 Moss Bear\n").decks == ()


def test_a_changed_card_can_make_a_deck_illegal() -> None:
    (deck,) = judged([{**OLD[0], "TYPE": "Object", "EFFECT": "Deal 1 damage."}, OLD[1]]).decks
    assert deck.after.status != "legal"
    assert deck.renamed == ()
