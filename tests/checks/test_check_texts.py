"""The texts of a card table: where findings stand, what fixes write, how they go with the effect list."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from built_in import built_in_ruleset
from checking import fix_cards
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import cases

from cardtools.cards.table import CardTable, read_cards
from cardtools.checks.cards.context import CheckContext
from cardtools.checks.columns import Columns
from cardtools.checks.effect_list import QUESTIONS, NearTemplates
from cardtools.checks.texts.card_texts import Texts
from cardtools.checks.validate import validate
from cardtools.ground.errors import Diagnostic
from cardtools.ground.tables.csv_document import format_csv
from cardtools.project.settings import EffectSettings

Write = Callable[[str, str | bytes], Path]
RULES = built_in_ruleset("ttcg")
CARDS = Path("cards.csv")
UNIT = {
    "NAME": "Tide Singer", "TYPE": "Fire", "SUBTYPES": "Dragon", "LEVEL": "1", "IMAGE": "", "ATTACK": "250",
    "DEFENSE": "250", "EFFECT1": "Draw one card.", "EFFECT2": "Gain one point.", "SERIAL": "T1aBcD00d1e2Fz",
    "RARITY": "0", "TRANSPARENCY": "60", "EFFECT1_STYLE": "", "EFFECT2_STYLE": "", "LORE_OF": "",
}  # fmt: skip
TAGS = frozenset({"UNIT", "LEVEL_1"})
KNOWN = {"Draw one card.": TAGS, "Gain one point.": TAGS}


def table_text(*cards: dict[str, str]) -> str:
    return format_csv(list(UNIT), [list({**UNIT, **card}.values()) for card in cards])


def table(*cards: dict[str, str]) -> CardTable:
    return read_cards(CARDS, RULES, table_text(*cards))


def found(*cards: dict[str, str], **options: Any) -> list[Diagnostic]:
    return [d for d in validate(table(*cards), RULES, **options) if d.code.startswith("TXT")]


def told(*cards: dict[str, str], **options: Any) -> list[tuple[str, str, str]]:
    return [(d.code, d.message, d.hint) for d in found(*cards, **options)]


def fixed(card: dict[str, str], unsafe: bool = False, **options: Any) -> dict[str, str]:
    """The cells that fixing changes, which it does once and for all."""
    data = fix_cards(table_text(card).encode(), CARDS, RULES, unsafe, **options).data
    assert fix_cards(data, CARDS, RULES, unsafe, **options).data == data
    cells = dict(zip(UNIT, next(iter(read_cards(CARDS, RULES, data.decode()).file.rows)), strict=True))
    return {name: text for name, text in cells.items() if text != {**UNIT, **card}[name]}


def test_a_finding_says_which_text_says_what_and_what_to_write() -> None:
    card = {"EFFECT2": "Draw two card if you control a avian unit or a aquatic unit."}
    article = 'the article is "an" before a vowel sound, else "a"'
    assert told(card) == [
        ("TXT006", 'Tide Singer: EFFECT2 says "two card": the number and the noun do not agree',
         'write "two cards"'),
        ("TXT007", f'Tide Singer: EFFECT2 says "a avian", "a aquatic": {article}',
         'write "an avian", "an aquatic"'),
    ]  # fmt: skip
    assert found(card)[0].location.line == 2
    assert table(card).file.cell_at(found(card)[0].location) == (0, 8)


def test_every_slip_of_a_text_is_mended() -> None:
    card = {"EFFECT1": "  destroy two Fire creature on your opponents side of the field, teh the end"}
    assert fixed(card) == {"EFFECT1": "Destroy two fire units on your opponent's side of the field, the end."}


def test_unsafe_fixes_wait_until_they_are_wanted() -> None:
    card = {"EFFECT1": "Destroy up to one fier unit.", "EFFECT2": "Equip this card to one unit."}
    assert fixed(card) == {}
    assert fixed(card, unsafe=True) == {"EFFECT1": "Destroy one fire unit.", "EFFECT2_STYLE": "Equip"}


_WORDS = (
    "a an one two card cards unit creature Fire dragon fier opponents side your card(s) <x> teh . , rank 6 "
    "its it's owners hand draw Draw destroy"
).split()


@settings(max_examples=cases(12))
@given(st.lists(st.sampled_from(_WORDS), max_size=9))
def test_fixing_twice_is_fixing_once(words: list[str]) -> None:
    fixed({"EFFECT1": " ".join(words)})
    fixed({"EFFECT1": " ".join(words)}, unsafe=True)


def test_effects_of_the_list_are_right_as_they_are() -> None:
    odd = {"draw two card": TAGS}
    assert found({"EFFECT1": "draw two card"}, effects=KNOWN | odd) == []
    assert fixed({"EFFECT1": "draw two card"}, effects=KNOWN | odd) == {}
    texts = Texts(CheckContext(table({}), Columns(table({})), KNOWN))
    assert list(texts.check()) == []
    assert "language" not in vars(texts)  # nothing is made to read what is known


@pytest.mark.parametrize(
    ("effect", "codes"),
    [
        ("draw one card.", ["TXT002"]),
        ("Draw one cards", ["TXT001", "TXT006"]),
        ("Draw one <many> card.", ["TXT011"]),
        ("Draw one card. Draw one card.", ["TXT001"]),
        ("Draw one rank 6 card.", ["TXT014"]),
        ("Sing.", ["TXT004"]),
        ("sing.", ["TXT002", "TXT004"]),
        ("Move one card.", ["TXT004", "TXT025"]),
    ],
)
def test_what_words_explain_is_not_told_again_as_unknown(effect: str, codes: list[str]) -> None:
    assert sorted(d.code for d in found({"EFFECT1": effect}, effects=KNOWN)) == codes


def test_similar_effects() -> None:
    add = "Add one fire card from your {} to your hand."
    pair = {"EFFECT1": add.format("deck"), "EFFECT2": add.format("discard pile")}
    assert told(pair) == [
        ("TXT017", 'Tide Singer: EFFECT1 and EFFECT2 differ only in "deck" / "discard pile"',
         "keep it on purpose, or choose another effect")
    ]  # fmt: skip
    for one, other in (
        ("Draw one card.", "Draw two cards."),
        ("When this card attacks, draw one card.", "When this card attacks, gain one point."),
        ("Destroy one unit on the field.", "Return one unit on the field."),
        ("Draw one card.", ""),
    ):
        assert "TXT017" not in [code for code, *_ in told({"EFFECT1": one, "EFFECT2": other})]


@pytest.mark.parametrize(
    ("effect", "style", "right"),
    [
        ("Equip this card to one unit.", "Equip", None),
        ("Equip this card to one unit.", "Normal", "Equip"),
        ("Equip this card to one unit.", "", "Equip"),
        ("Equip one spell from your hand to one unit.", "Normal", None),
        ("While this card remains on the field, your units gain 50 attack.", "Passive", None),
        ("While this card remains on the field, your units gain 50 attack.", "Latent", ""),
        ("When this card is sent to the discard pile, draw one card.", "Counter", "Latent"),
        ("When a card effect activates, lose one point to counter it.", "Latent", None),
        ("When a card effect activates, lose one point to counter it.", "Normal", ""),
        ("When this card attacks, draw one card.", "Passive", None),
    ],
)
def test_the_style_fits_the_beginning_of_the_effect(effect: str, style: str, right: str | None) -> None:
    card = {"EFFECT1": effect, "EFFECT1_STYLE": style}
    assert ("TXT018" in [d.code for d in found(card)]) == (right is not None)
    assert fixed(card, unsafe=True).get("EFFECT1_STYLE", "") == (right or "")


def test_the_style_is_told_where_it_stands() -> None:
    card = {"EFFECT2": "Equip this card to one unit.", "EFFECT2_STYLE": "Latent"}
    assert told(card) == [
        ("TXT018", 'Tide Singer: EFFECT2 begins with "Equip this card to", its style is Latent',
         "write Equip, or word the effect differently")
    ]  # fmt: skip
    assert table(card).file.cell_at(found(card)[0].location) == (0, 13)


@pytest.mark.parametrize(
    ("name", "effect", "right"),
    [
        ("Tide Singer", "Tide Singer gains 50 attack.", "This card gains 50 attack."),
        ("Tide Singer", "Double Tide Singer's attack.", "Double this card's attack."),
        ("Rain", "Return Rain to your hand.", "Return this card to your hand."),
        ("Tide Singer", "Play Elder Tide Singer from your hand.", None),
        ("Return", "Return one unit to your hand.", None),
        ("Dragon", "Destroy one dragon unit.", None),
    ],
)
def test_a_card_calls_itself_this_card(name: str, effect: str, right: str | None) -> None:
    card = {"NAME": name, "EFFECT1": effect}
    assert ("TXT026" in [d.code for d in found(card)]) == (right is not None)
    assert fixed(card).get("EFFECT1") == right


# Templates


@pytest.fixture
def templates(write: Write) -> NearTemplates:
    """The templates of a small game, whose list knows but two effects."""
    write(
        "effects/all_effect_templates.txt",
        "Draw <number> card(s).\nGain <number> point(s).\nDestroy one <kind>.\n",
    )
    write("placeholders/number.txt", "one\ntwo\n")
    write("placeholders/kind.txt", "unit\nspell\ncard\nfire unit\n")
    write(
        "placeholders/phrase_replacements.txt",
        "one card(s): one card\ncard(s): cards\none point(s): one point\n",
    )
    return NearTemplates(Path(), EffectSettings())


def test_near_a_template_the_word_is_told_that_does_not_fit(templates: NearTemplates) -> None:
    assert told({"EFFECT1": "Destroy one fire spell."}, effects=KNOWN, templates=templates) == [
        ("TXT005",
         'Tide Singer: word 4 "spell.": expected <kind>: unit., by the template "Destroy one <kind>."',
         'did you mean "Destroy one spell."?')
    ]  # fmt: skip


def test_the_near_effect_is_written_where_one_letter_is_wrong(templates: NearTemplates) -> None:
    options: dict[str, Any] = {"effects": KNOWN, "templates": templates}
    assert fixed({"EFFECT1": "Drow one card."}, **options) == {}
    assert fixed({"EFFECT1": "Drow one card."}, unsafe=True, **options) == {"EFFECT1": "Draw one card."}
    assert fixed({"EFFECT1": "Destroy one fire spell."}, unsafe=True, **options) == {}


def test_far_from_all_templates_an_effect_is_unknown(templates: NearTemplates) -> None:
    effect = {"EFFECT1": "Sing a long song with all of your friends."}
    assert [d.code for d in found(effect, effects=KNOWN, templates=templates)] == ["TXT004"]


def test_an_effect_that_a_template_gives_only_waits_for_the_list(templates: NearTemplates) -> None:
    assert told({"EFFECT1": "Draw two cards."}, effects=KNOWN, templates=templates) == [
        ("TXT004", 'Tide Singer: the effect "Draw two cards." is not in the generated list',
         "a template gives it: run `cardtools build` to renew the list")
    ]  # fmt: skip


def test_without_templates_the_list_says_what_is_near(write: Write) -> None:
    near = 'did you mean "Draw one card."?'
    for options in ({}, {"templates": NearTemplates(Path(), EffectSettings())}):
        assert told({"EFFECT1": "Drow one card."}, effects=KNOWN, **options)[0][::2] == ("TXT004", near)
    write("effects/all_effect_templates.txt", "Draw <number card.\n")
    broken = {"templates": NearTemplates(Path(), EffectSettings())}
    assert told({"EFFECT1": "Drow one card."}, effects=KNOWN, **broken)[0][::2] == ("TXT004", near)


def test_only_so_many_effects_are_held_against_the_templates(templates: NearTemplates) -> None:
    cards = [{"NAME": f"Card {n}", "EFFECT1": f"Draw {n} card."} for n in range(2, QUESTIONS + 4)]
    codes = [d.code for d in found(*cards, effects=KNOWN, templates=templates)]
    assert (codes.count("TXT006"), codes.count("TXT005")) == (len(cards), QUESTIONS)
    assert codes.count("TXT004") == len(cards) - QUESTIONS


def test_what_is_too_long_for_a_card_is_not_read_word_by_word(templates: NearTemplates) -> None:
    effect = {"EFFECT1": "draw two card " * 300}
    assert [d.code for d in found(effect, effects=KNOWN, templates=templates)] == ["TXT004"]
    assert found(effect) == []


def test_the_commands_know_the_list_and_the_templates(
    templates: NearTemplates, write: Write, cardtools: Any
) -> None:
    known = "EFFECTNAME;UNIT;LEVEL_1\nGain one point.;True;True\nDraw two card.;True;True\n"
    write("effects/effects_with_placeholders.csv", known)
    cards = write("cards/cards.csv", table_text({"EFFECT1": "Draw two card.", "EFFECT2": "gain one points."}))
    assert "TXT006 number-agreement" in cardtools("validate", "--no-art").out
    cardtools("validate", "--no-art", "--fix")
    assert ";Draw two card.;Gain one point.;" in cards.read_text()
    write("cards/cards.csv", table_text({"EFFECT1": "Drow one card.", "EFFECT2": "Gain one point."}))
    assert 'word 1 "Drow": expected Draw' in cardtools("validate", "--no-art").out
    cardtools("validate", "--no-art", "--fix", "--unsafe-fixes")
    assert ";Draw one card.;" in cards.read_text()
