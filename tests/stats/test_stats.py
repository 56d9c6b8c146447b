"""Counting against plain Python, and the laws of what is counted."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
from built_in import built_in_ruleset
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import cases, grammars, sentences

from cardtools.cards.table import CardTable, make_table
from cardtools.csvread import read_csv
from cardtools.effects.expand import Expander
from cardtools.effects.grammar import parse_template
from cardtools.effects.parsing import trace
from cardtools.effects.parsing.parse import Parser
from cardtools.effects.parsing.trace import find_templates
from cardtools.effects.polish import polish
from cardtools.effects.tagged import TagTable
from cardtools.rulesets import Ruleset, load_ruleset
from cardtools.stats import plots
from cardtools.stats.as_text import format_tables
from cardtools.stats.conditions import COST, UNCONDITIONAL, EffectCondition, action_words, find_condition
from cardtools.stats.mentions import MentionFinder
from cardtools.stats.page import format_page
from cardtools.stats.plots import draw_plots
from cardtools.stats.report import UNKNOWN, Facts, make_tables
from cardtools.stats.roles import carrier_columns, kinds
from cardtools.stats.scatter import find_dots
from cardtools.stats.table import SECTIONS, Section, Table

TTCG = built_in_ruleset("ttcg")
TYPES = ("Fire", "Water", "Spell", "")
SUBTYPES = ("Dragon", "Beast", "Avian")
Row = tuple[str, tuple[str, ...], int]

rows = st.lists(
    st.tuples(
        st.sampled_from(TYPES), st.lists(st.sampled_from(SUBTYPES), unique=True).map(tuple), st.integers(1, 5)
    ),
    min_size=1,
    max_size=12,
)


def make_cards(cards: Sequence[Row], ruleset: Ruleset = TTCG) -> CardTable:
    lines = ["NAME;TYPE;SUBTYPES;LEVEL;ATTACK;DEFENSE;EFFECT1;EFFECT2"]
    for number, (card_type, subtypes, rank) in enumerate(cards):
        stats = f"{rank};{rank * 100};{number * 5}"
        lines.append(f"N{number};{card_type};{', '.join(subtypes)};{stats};Draw {rank} cards.;")
    return make_table(read_csv(Path("cards.csv"), text="\n".join(lines)), ruleset)


def by_key(facts: Facts, *sections: Section) -> dict[str, Table]:
    return {table.key: table for table in make_tables(facts, sections or SECTIONS)}


def list_of(*effects: str, **columns: Sequence[bool]) -> TagTable:
    return TagTable(
        list(effects), {name: list(map(str, cells)) for name, cells in columns.items()}, Path("e")
    )


@given(rows)
@settings(max_examples=cases(20))
def test_the_totals_of_type_and_rank_are_the_number_of_cards(cards: list[Row]) -> None:
    tables = by_key(Facts(make_cards(cards)), "cards")
    expected = Counter((card_type or "(none)", str(rank)) for card_type, _, rank in cards)
    if "cards-by-type" in tables and "total" in tables["cards-by-type"].frame:
        frame = tables["cards-by-type"].frame
        assert frame.loc["total", "total"] == len(cards)
        inner = frame.drop(index="total").drop(columns="total")
        assert inner.stack()[lambda cell: cell > 0].to_dict() == expected
    assert tables["cards-by-kind"].frame["cards"].sum() == len(cards)


@given(rows)
@settings(max_examples=cases(20))
def test_a_card_counts_once_in_each_of_its_sub_types(cards: list[Row]) -> None:
    tables = by_key(Facts(make_cards(cards)), "cards")
    expected = Counter(word for _, subtypes, _ in cards for word in subtypes or ["(none)"])
    if set(expected) == {"(none)"}:
        assert "cards-by-sub-type" not in tables
        return
    totals = tables["cards-by-sub-type"].frame["total"]
    assert {word: number for word, number in totals.items() if number} == expected


@given(rows)
@settings(max_examples=cases(15))
def test_means_and_limits_of_stats(cards: list[Row]) -> None:
    frame = by_key(Facts(make_cards(cards)), "stats")["stats-by-rank"].frame
    assert frame["cards"].sum() == len(cards)
    for label, row in frame.iterrows():
        kind, rank = str(label).rsplit(" ", 1)
        of_kind = {"unit": ("Fire", "Water"), "spell": ("Spell",), "(none)": ("",)}[kind]
        found = [n * 5 for n, card in enumerate(cards) if card[0] in of_kind and card[2] == int(rank)]
        assert row["defense mean"] == pytest.approx(sum(found) / len(found), abs=0.06)
        assert (row["defense min"], row["defense max"]) == (min(found), max(found))


def test_units_and_spells_come_from_the_tag_rules_of_the_ruleset() -> None:
    cards = make_cards([("Fire", (), 1), ("Spell", (), 2), ("", (), 1)])
    of_kind = kinds(cards)
    assert of_kind is not None and of_kind.labels == ["unit", "spell", "(none)"]
    ranks = [f"LEVEL_{rank}" for rank in range(1, 6)]
    assert carrier_columns(cards) == ["UNIT", "SPELL", *ranks]


def test_a_game_without_types_or_stats_has_no_such_tables(tmp_path: Path) -> None:
    path = tmp_path / "plain.toml"
    path.write_text('[ruleset]\nid = "plain"\nversion = "1"\n[fields.NAME]\nrequired = true\n[fields.TEXT]\n')
    table = make_table(
        read_csv(Path("cards.csv"), text="NAME;TEXT\nA;x\n"), load_ruleset(str(path), tmp_path)
    )
    assert make_tables(Facts(table, list_of("Draw.", DRAW=[True]), ["Draw."], {"Draw.": 0}))
    assert make_tables(Facts(table)) == []


def test_a_game_with_types_alone_counts_and_plots_them(tmp_path: Path) -> None:
    path = tmp_path / "plain.toml"
    path.write_text(
        '[ruleset]\nid = "plain"\nversion = "1"\n[fields.NAME]\nrequired = true\n[fields.TYPE]\n'
        '[fields.SUBTYPES]\ntype = "list"\n'
    )
    text = "NAME;TYPE;SUBTYPES\nA;Ink;x, y\nB;Ink;y\nC;Stone;\n"
    table = make_table(read_csv(Path("cards.csv"), text=text), load_ruleset(str(path), tmp_path))
    tables = by_key(Facts(table))
    assert tables["cards-by-type"].frame["cards"].to_dict() == {"Ink": 2, "Stone": 1}
    assert tables["cards-by-sub-type"].frame["total"].to_dict() == {"y": 2, "x": 1, "(none)": 1}
    if plots.is_matplotlib_installed():
        assert [plot.key for plot in draw_plots(list(tables.values()), None)] == list(tables)


@given(grammars(), st.lists(sentences(), min_size=1, max_size=4), st.lists(sentences(()), max_size=3))
@settings(max_examples=cases(20))
def test_every_effect_has_exactly_one_template_or_is_reported_as_unknown(
    grammar, sentences: list[str], strangers: list[str]
) -> None:
    templates = [parse_template(sentence) for sentence in sentences]
    expander = Expander(grammar)
    stages, phrases, rules = ["drop", "replace", "sort", "dedupe"], ["two"], {"card(s)": "card"}
    made = [set(polish(list(expander.expand(one)), stages, phrases, rules)) for one in templates]
    effects = sorted(set().union(*made, strangers))
    found = find_templates(effects, Parser(templates, expander, stages, phrases, rules))
    origins = {text: template.text for text, template in found.items()}
    pairs = list(zip(sentences, made, strict=True))
    first = {text: next((one for one, texts in pairs if text in texts), None) for text in effects}
    assert {text: origins.get(text) for text in effects} == first
    facts = Facts(make_cards([("Fire", (), 1)]), list_of(*effects), sentences, origins)
    frame = by_key(facts, "templates")["effects-by-template"].frame
    assert frame["effects"].sum() == len(effects)
    assert frame["effects"].get(UNKNOWN, 0) == sum(number is None for number in first.values())


@given(grammars(), st.lists(sentences(), min_size=1, max_size=3))
@settings(max_examples=cases(20))
def test_in_a_long_list_texts_are_parsed_to_the_same_templates(grammar, sentences: list[str]) -> None:
    templates, expander = [parse_template(sentence) for sentence in sentences], Expander(grammar)
    listed = [text for template in templates for text in expander.expand(template)]
    effects = [*sorted(set(listed))[:20], "no such text"]
    parser = Parser(templates, expander)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(trace, "_WORTH", 10**6)
        expanded = find_templates(effects, parser)
        patch.setattr(trace, "_WORTH", 0)
        assert find_templates(effects, parser) == expanded


EFFECTS = [
    "When this card attacks a fire unit, draw two cards.",
    "When this card attacks an air unit, discard one card to draw two cards.",
    "If you control a dragon, gain 3 points.",
    "Discard one card to gain 2 points.",
    "Return this card to your hand.",
    "Modify the type of one dragon to fire.",
    "Draw two cards, then discard one card.",
    "This turn, all fire units gain 50 attack.",
    "Gain 1 point.",
]


def test_a_condition_is_the_leading_phrase_and_a_cost_comes_before_an_action() -> None:
    actions = action_words(EFFECTS)
    assert actions == {"when", "if", "discard", "return", "modify", "draw", "gain"}
    found = [find_condition(text, actions) for text in EFFECTS]
    assert [one.kind for one in found] == [
        *("When", "When", "If", COST),
        *(UNCONDITIONAL, UNCONDITIONAL, UNCONDITIONAL),
        *("This turn", UNCONDITIONAL),
    ]
    assert found[3] == EffectCondition(COST, "Discard one card")
    tables = by_key(Facts(make_cards([("Fire", (), 1)]), list_of(*EFFECTS)))
    assert tables["effects-by-condition"].frame["effects"].sum() == len(EFFECTS)
    assert tables["condition-phrases"].frame["effects"].to_dict() == {
        "When this card attacks a <type> unit, ...": 2,
        "If you control a <sub-type>, ...": 1,
        "Discard <number> card to ...": 1,
        "This turn, ...": 1,
    }


def test_actions_are_the_tags_that_do_not_say_who_may_carry_an_effect() -> None:
    cards = make_cards([("Fire", (), 2), ("Fire", (), 2), ("Water", (), 3)])
    effects = list_of("Draw 2 cards.", "Gain.", UNIT=[True, True], DRAW=[True, False], GAIN=[False, True])
    effects.columns["NOTE"] = ["my own", "words"]
    tables = by_key(Facts(cards, effects))
    assert tables["effects-by-action"].frame["effects"].to_dict() == {"DRAW": 1, "GAIN": 1}
    assert tables["effects-by-action"].frame["on cards"].to_dict() == {"DRAW": 2, "GAIN": 0}
    assert tables["effects-by-carrier"].frame["effects"].to_dict() == {"UNIT": 2}


def test_mentions_are_whole_words_in_any_case_by_alias_and_in_the_plural() -> None:
    finder = MentionFinder({"type": TTCG.vocabulary["type"], "sub-type": TTCG.vocabulary["subtype"]})
    assert finder.mentions("Two dragons, a Spell-caster and fire") == {
        ("sub-type", "Dragon"),
        ("sub-type", "Spellcaster"),
        ("type", "Fire"),
    }
    assert finder.mentions("firefly earthen spellbound") == set()
    assert finder.generalise("Discard an air unit of rank 3") == "Discard a <type> unit of rank <number>"


@given(st.lists(st.lists(st.sampled_from(["fire", "air", "dragon", "beast", "x"]), max_size=4).map(" ".join)))
@settings(max_examples=cases(20))
def test_the_matrix_counts_effects_that_mention_both(effects: list[str]) -> None:
    frame = by_key(Facts(make_cards([("Fire", (), 1)]), list_of(*effects)), "mentions")[
        "mentions-of-both"
    ].frame
    said = [set(text.split()) for text in effects]
    for one in ("Fire", "Air"):
        assert frame.loc[one, "all"] == sum(one.lower() in words for words in said)
        for other in ("Dragon", "Beast"):
            assert frame.loc[one, other] == sum({one.lower(), other.lower()} <= words for words in said)
            assert frame.loc["all", other] == sum(other.lower() in words for words in said)
    assert frame.loc["all", "all"] == sum(bool(words - {"x"}) for words in said)


def test_coverage_counts_the_used_the_unused_and_the_unknown() -> None:
    cards = make_cards([("Fire", (), 1), ("Fire", (), 1), ("Fire", (), 2)])
    templates = ["Draw <few> cards.", "Gain <few> points."]
    coverage = by_key(Facts(cards, None, templates, {"Draw 1 cards.": templates[0]}))["coverage"]
    assert coverage.frame["on cards"].to_dict() == {templates[0]: 2, UNKNOWN: 1, templates[1]: 0}
    assert coverage.note == "1 of 2, 50%; 1 unused; effects on cards of no template: 1"


def sample() -> Facts:
    cards = make_cards([("Fire", ("Dragon",), 1), ("Water", ("Beast", "Avian"), 2), ("Spell", (), 3)])
    effects = list_of(*EFFECTS, "<b>&", UNIT=[True] * 10, DRAW=[False] * 9 + [True])
    return Facts(cards, effects, ["<b>&", "Draw <number> cards."], {"<b>&": 0})


def test_the_terminal_text_is_compact_and_v_has_every_row() -> None:
    tables = make_tables(sample())
    short, whole = format_tables(tables), format_tables(tables, whole=True)
    assert len(short) < 70 and len(short) < len(whole)
    assert max(map(len, short)) <= 110
    assert not any(line != line.rstrip() for line in whole)
    data = json.loads(json.dumps([table.data() for table in tables]))
    assert [table["section"] for table in data] == [table.section for table in tables]
    assert sum(len(table["rows"]) for table in data) == sum(len(table.frame) for table in tables)
    assert {table.section for table in tables} == set(SECTIONS)


def test_the_page_is_self_contained_and_has_the_same_bytes_again() -> None:
    page = format_page("A & B", "3 cards", make_tables(sample()), [])
    assert page == format_page("A & B", "3 cards", make_tables(sample()), [])
    assert "<h1>A &amp; B</h1>" in page and "&lt;b&gt;&amp;" in page
    assert not any(word in page for word in ("http:", "https:", "//", "<script", "<link", "@import", "url("))
    assert page.count("<caption") == page.count("<table>") == len(make_tables(sample()))


def test_plots_have_the_same_bytes_again_and_an_alternative_text(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib")
    monkeypatch.setattr(plots, "DPI", 40)
    facts = sample()
    wanted = [table for table in make_tables(facts) if table.key in ("stats-by-rank", "mentions-of-both")]
    first, second = (draw_plots(wanted, find_dots(facts.cards)) for _ in range(2))
    assert first == second
    assert [plot.key for plot in first] == ["stat-scatter", "mentions-of-both"]
    page = format_page("Game", "", wanted, first)
    for plot in first:
        assert plot.light != plot.dark
        assert all(png.startswith(b"\x89PNG") and b"tIME" not in png for png in (plot.light, plot.dark))
        assert plot.alt and f'alt="{plot.alt}"' in page
    assert page.count("data:image/png;base64,") == 4
