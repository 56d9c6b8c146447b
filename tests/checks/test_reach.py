"""What effects speak of is there, words for cards are shared, and each rank can be reached; or it is told."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from built_in import built_in_ruleset
from small_tables import NAMES, Row, card, codes, found, only

from cardtools.rulesets import Ruleset

Write = Callable[[str, str | bytes], Path]


# What effects speak of


def texts(*said: str) -> list[Row]:
    return [
        card(name, power=n, life=5 * n, price=n, text=text)
        for n, (name, text) in enumerate(zip(NAMES, said, strict=False))
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Draw one bird card.",
        "Return two birds... or a rank 3 fish card to your hand.",
        "Reveal two sea horse cards, then draw.",
        "If you control a flyer, draw.",
        "Discard one rank 2 card.",
        "Play one fish flyer.",
    ],
)
def test_an_effect_that_speaks_of_no_card_is_told(rules: Ruleset, text: str) -> None:
    (finding,) = only(rules, texts("Draw one fish card.", text), "XRF001")
    assert (finding.severity, finding.location.line) == ("warning", 3)


@pytest.mark.parametrize(
    "text",
    [
        "Draw one card.",
        "Draw one FISH card.",
        "Return all fish cards, or two.",
        "Discard a rank 1 fish card.",
        "Discard a rank 4 or less card.",
        "Discard a bird or fish card.",
        "Discard a fish or bird card.",
        "It is a non-bird card.",
        "Fly like a bird. Card games are fun.",
        "Draw 2 cards.",
        "Rank 7 is no rank of a card.",
        f"Discard a rank {'9' * 5000} card.",
    ],
)
def test_an_effect_that_speaks_of_a_card_or_of_any_is_not(rules: Ruleset, text: str) -> None:
    assert only(rules, texts("Draw one fish card.", text), "XRF001") == []


def test_a_phrase_is_told_once_with_the_number_of_cards(rules: Ruleset) -> None:
    rows = texts(
        "Draw one fish card.", "Draw one rank 5 bird card.", "Draw two.", "Mill one rank 5 bird card."
    )
    (finding,) = only(rules, rows, "XRF001")
    assert finding.message == (
        'Tide Singer: there is no card that "rank 5 bird card" could mean (1 more card with these words)'
    )


def test_a_part_of_a_game_is_not_asked_for_the_rest(rules: Ruleset) -> None:
    assert only(rules, texts("Draw one fish card.", "Draw one bird card.", "Draw one flyer."), "XRF001") == []


def test_a_card_of_an_unknown_kind_may_be_the_one(rules: Ruleset) -> None:
    rows = texts("Draw one fish card.", "Draw one bird card.")
    assert codes(rules, [*rows, card("Salt Priest", 9, 5, 9, "Mill.", KIND="Brid")]) == ["CRD004"]


def test_ttcg_effects_name_ranks_types_and_subtypes() -> None:
    ttcg = built_in_ruleset("ttcg")
    base = {"IMAGE": "", "TRANSPARENCY": "60", "EFFECT1_STYLE": "", "EFFECT2_STYLE": "", "RARITY": "0"}

    def unit(name: str, kind: str, rank: int, effect: str) -> Row:
        row = {"NAME": name, "TYPE": kind, "SUBTYPES": "Avian", "LEVEL": str(rank), "EFFECT1": effect}
        row |= {
            "EFFECT2": f"Gain {len(name)} points.",
            "ATTACK": str(250 * rank - 5),
            "DEFENSE": str(250 * rank + 5),
        }
        return base | row | {"SERIAL": f"{name[0]}{rank}aBcD00{effect[0]}1G2FF"}

    rows = [
        unit("Moss Bear", "Nature", 1, "Add one rank 2 or lower avian unit from your deck to your hand."),
        unit("Tide Singer", "Water", 1, "Destroy all light or water units."),
        unit("Ember Knight", "Fire", 1, "Search your deck for one rank 4 or higher card."),
        unit("Wind Chaser", "Air", 1, "Return one spell to your hand, then one rank 1 fire unit."),
    ]
    told = {f.message.split('"')[1] for f in found(ttcg, rows) if f.code == "XRF001"}
    assert told == {"rank 4 or higher card", "spell"}


# Sub-types and ranks


def test_a_word_on_one_card_that_no_effect_speaks_of_is_told(rules: Ruleset) -> None:
    rows = [*texts("Draw.", "Mill.", "Hide."), card("Night Heron", 9, 5, 9, "Fly.", KIND="Bird")]
    assert only(rules, rows, "XRF002") == []
    more = [
        card(f"{name}s", 20 + n, 5, 20 + n, f"Say {n}.", KIND="Sea Horse") for n, name in enumerate(NAMES[:3])
    ]
    (finding,) = only(rules, [*rows, *more], "XRF002")
    assert (finding.severity, finding.location.line) == ("info", 5)
    assert finding.message == "Night Heron: it is the only Bird, and no effect mentions that kind"
    rows[0]["TEXT"] = "Scare all birds."
    assert only(rules, [*rows, *more], "XRF002") == []


def test_a_word_in_an_effect_that_no_card_has_is_told_once(rules: Ruleset) -> None:
    rows = texts("Draw one fish card.", "Scare all birds.", "Hide.")
    (finding,) = only(rules, rows, "XRF002")
    assert finding.message == "Tide Singer: the effect mentions Bird, a kind that no card has"
    rows[1]["TEXT"] = "Draw one bird card."
    assert [f.code for f in found(rules, rows) if f.code.startswith("XRF")] == ["XRF001"]


def ranks(*numbers: int, kind: str = "Fish") -> list[Row]:
    return [card(f"{kind} {'abcdefgh'[n]}", n, 5, n, f"Say {n}.", RANK=str(n), KIND=kind) for n in numbers]


def test_a_rank_that_nothing_leads_to_is_told(rules: Ruleset) -> None:
    (finding,) = only(rules, ranks(1, 2, 4, 5), "XRF003")
    assert (finding.severity, finding.location.line) == ("info", 4)
    assert finding.message == "Fish e: there is no Fish card of rank 3, so nothing leads to rank 4"
    assert len(only(rules, [*ranks(1), *ranks(2, kind="Bird")], "XRF003")) == 1
    assert only(rules, ranks(1, 2, 3), "XRF003") == []
    # Without a card of rank 1 it is a part of a game.
    assert only(rules, ranks(3, 5), "XRF003") == []
    assert only(rules, [*ranks(1, 3), card("Salt Priest", 9, RANK="x")], "XRF003") == []
