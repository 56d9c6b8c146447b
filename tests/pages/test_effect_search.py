"""The effects that are searched while somebody types, and what a written text means."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from meadow import CARDS, RULES

from cardtools.pages.studio.desk import Desk
from cardtools.pages.studio.effects import EffectIndex, effect, effect_needs, effect_sources, effects

SAMPLE = Path(__file__).parents[2]
WORDS = ["draw", "drawn", "card", "cards", "one", "two", "Étude", "the", "x2"]
texts = st.lists(st.lists(st.sampled_from(WORDS), max_size=5).map(" ".join), unique=True, max_size=12)
tags = st.frozensets(st.sampled_from(["UNIT", "SPELL", "LEVEL_1"]))


@given(st.data(), texts)
def test_the_search_finds_what_a_slow_one_finds(data: st.DataObject, known: list[str]) -> None:
    listed = {text: data.draw(tags) for text in known}
    index = EffectIndex(listed)
    words = data.draw(st.lists(st.sampled_from(["d", "dra", "card", "o", "ét", "zz"]), max_size=3))
    wanted = data.draw(st.lists(st.sampled_from(["UNIT", "LEVEL_1", "NONE"]), max_size=2))
    found = index.search(words, wanted)
    slow = [
        number
        for number, (text, own) in enumerate(listed.items())
        if set(wanted) <= own
        and all(any(one.startswith(word) for one in re.findall(r"\w+", text.lower())) for word in words)
    ]
    assert found.tolist() == slow
    used = {text: ["Ox"] for text in known if data.draw(st.booleans())}
    ranked = index.ranked(found, " ".join(words), index.worth(used), 100)
    assert sorted(ranked) == slow
    counts = index.counts(found)
    assert all(count == sum(tag in listed[known[n]] for n in slow) for tag, count in counts.items())


@pytest.fixture
def listed(game: Path) -> Desk:
    """The desk of the game, with effects: two on cards, and a list of four."""
    rules = RULES + '[fields.TEXT]\n[effects]\ncolumns = ["TEXT"]\n[effects.tag.XMP101]\nname = "rank"\n'
    rules += 'column = "LEVEL_{COST}"\nmessage = "{NAME}: no"\nhint = "no"\nsummary = "by rank"\n'
    (game / "rules.toml").write_text(rules)
    cards = CARDS.replace("IMAGE\n", "IMAGE;TEXT\n").replace(".png\n", ".png;Draw one card.\n")
    (game / "cards/cards.csv").write_text(cards.replace("Hare;3;\n", "Hare;3;;\n"))
    (game / "effects").mkdir()
    table = (
        "EFFECTNAME;DRAW;LEVEL_1;LEVEL_2\nDraw one card.;True;True;False\nDraw two cards.;True;False;True\n"
    )
    table += "Redraw a card.;False;True;True\nRest.;False;True;True\n"
    (game / "effects/effects_with_placeholders.csv").write_text(table)
    (game / "effects/all_effect_templates.txt").write_text("Draw <number> card.\n")
    (game / "placeholders").mkdir()
    (game / "placeholders/number.txt").write_text("one\n")
    return Desk(game)


def shown(desk: Desk, *query: str, **more: object) -> list[str]:
    return [one["text"] for one in effects(desk, *query, **more)["effects"]]  # type: ignore[arg-type]


def test_effects_are_ranked_by_fit_and_by_how_seldom_they_are_used(listed: Desk) -> None:
    assert shown(listed, "dra") == ["Draw two cards.", "Draw one card."]
    assert shown(listed, "draw one") == ["Draw one card."]
    assert shown(listed, "", rank="2") == ["Rest.", "Draw two cards.", "Redraw a card."]
    assert shown(listed, "card", tags=["DRAW"], rank="LEVEL_1") == ["Draw one card."]
    answer = effects(listed, "crad")
    assert (answer["count"], answer["whole"]) == (0, 4)
    assert "did you mean card" in answer["hint"]
    assert effects(listed, "draw", limit=1)["tags"] == {"DRAW": 2, "LEVEL_1": 1, "LEVEL_2": 1}
    assert effect_needs(listed, "elk", {"COST": "1"}) == {"effects": ["TEXT"], "tags": ["LEVEL_1"]}
    assert effect_needs(listed, "elk")["tags"] == ["LEVEL_2"]


def test_a_written_text_says_what_it_is(listed: Desk) -> None:
    known = effect(listed, "Draw one card.")
    assert (known["listed"], known["used"], known["matches"][0]["values"]) == (
        True,
        ["Ox", "Elk"],
        [["<number>", "one"]],
    )
    other = effect(listed, "Draw one crad.")
    assert (other["listed"], other["matches"], other["near"][0]) == (False, [], "Draw one card.")
    assert 'word 3 "crad."' in other["message"]
    assert effect(listed, "Draw\ntwo")["near"] == []


def test_the_list_is_counted_by_template_placeholder_and_tag(listed: Desk) -> None:
    assert shown(listed, used=True) == ["Draw one card."]
    assert "Draw one card." not in shown(listed, used=False)
    sources = effect_sources(listed)
    place = {"path": "effects/all_effect_templates.txt", "line": 1}
    assert sources["templates"] == [{"text": "Draw <number> card.", **place, "count": 1, "cards": 2}]
    (placeholder,) = sources["placeholders"]
    assert (placeholder["name"], placeholder["values"], placeholder["uses"]) == ("number", ["one"], 1)
    assert ["DRAW", 2, 2] in sources["tags"]
    assert ["LEVEL_2", 3, 0] in sources["tags"]
    assert (sources["whole"], sources["used"], sources["strange"]) == (4, 1, [])
    cards = Path("cards/cards.csv")
    cards.write_text(cards.read_text().replace("Draw one card.", "Sleep.", 1))
    assert effect_sources(Desk(listed.root))["strange"] == [["Sleep.", ["Ox"]]]


def test_without_a_list_nothing_is_found(game: Path) -> None:
    answer = effects(Desk(game), "draw")
    assert (answer["source"], answer["whole"], answer["effects"]) == ("", 0, [])


def test_a_text_is_said_as_what_it_does_in_play() -> None:
    meaning = effect(Desk(SAMPLE), "Draw two cards.")
    assert meaning["program"] == "activated(draw(2))"
    assert meaning["words"] == ["When you activate this, you draw two cards."]
