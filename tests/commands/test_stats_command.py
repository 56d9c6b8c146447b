"""`cardtools stats`."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from ttcg import HEADER

CARDS = HEADER + (
    "A;Fire;Dragon, Beast;1;;300;200;Draw 1 card.;;A;0;60;Normal;\n"
    "B;Water;Beast;2;;450;550;Draw 2 cards.;Gain 1 point.;B;0;60;Normal;Normal\n"
    "C;Spell;;1;;+5;-5;Something else.;;C;0;60;Normal;\n"
)
ROOT = Path(__file__).parents[2]


@pytest.fixture
def project(write) -> None:
    """Three cards, two templates, no list yet."""
    write("cardtools.toml", 'name = "Small"\nruleset = "ttcg"\n')
    write("cards/cards.csv", CARDS)
    write("placeholders/number.txt", "1\n2\n3\n")
    write("effects/all_effect_templates.txt", "Draw <number> card(s).\nLose <number> points.\n")
    write("effects/tags.toml", '[[rules]]\ncolumn = "DRAW"\ntext = ["Draw <number>"]\n')
    write("placeholders/combinations_to_remove.txt", "")
    write("placeholders/phrase_replacements.txt", " 1 card(s): 1 card\ncard(s): cards\n")


@pytest.fixture
def built(project: None, write) -> None:
    """The lists that `build` would make."""
    lines = [*("Draw 1 card.", "Draw 2 cards.", "Draw 3 cards."), *(f"Lose {n} points." for n in (1, 2, 3))]
    write("effects/all_effects.txt", "".join(f"{line}\n" for line in lines))
    rows = "".join(f"{line};{line.startswith('Draw')};True\n" for line in lines)
    write("effects/effects_with_placeholders.csv", f"EFFECTNAME;DRAW;UNIT\n{rows}")


def tables_of(outcome) -> dict[str, dict]:
    return {table["table"]: table for table in json.loads(outcome.out)}


def test_tables_on_the_terminal_and_a_page_in_the_output_folder(cardtools, built, folder: Path) -> None:
    outcome = cardtools("stats")
    assert (outcome.code, outcome.err) == (0, "")
    assert "\n  kind   cards  share\n  unit       2    67%  ████████████████████████\n" in outcome.out
    assert "Cards by sub-type\n  a card with several counts in each\n  sub-type  cards" in outcome.out
    assert (
        "Templates that cards use\n  1 of 2, 50%; 1 unused; effects on cards of no template: 2" in outcome.out
    )
    assert outcome.out.endswith(" tables -> output/stats/index.html\n")
    assert [path.name for path in (folder / "output/stats").iterdir()] == ["index.html"]
    page = (folder / "output/stats/index.html").read_bytes()
    assert cardtools("stats").out == outcome.out
    assert (folder / "output/stats/index.html").read_bytes() == page


def test_only_gives_one_section(cardtools, built, folder: Path) -> None:
    outcome = cardtools("stats", "--only", "coverage", "-o", "here")
    assert outcome.code == 0
    assert outcome.out.startswith("── coverage ───") and "Cards by" not in outcome.out
    assert sorted(path.name for path in (folder / "here").iterdir()) == ["index.html"]


def test_a_page_of_one_section_leaves_the_whole_page_alone(cardtools, built, folder: Path) -> None:
    cardtools("stats")
    page = (folder / "output/stats/index.html").read_bytes()
    outcome = cardtools("stats", "--only", "coverage")
    assert outcome.out.endswith(" -> output/stats/selection.html\n")
    assert (folder / "output/stats/index.html").read_bytes() == page


def test_without_the_lists_the_cards_are_counted_and_one_line_says_what_makes_them(
    cardtools, project
) -> None:
    outcome = cardtools("stats")
    assert outcome.code == 0
    assert outcome.err == (
        "effects/effects_with_placeholders.csv: warning: no such file, so no effects are counted\n"
        "  help: make it with cardtools build\n"
    )
    assert "Cards by rank and type" in outcome.out and "Templates that cards use" in outcome.out
    assert "Effects by" not in outcome.out


def test_without_the_tagged_list_effects_are_counted_but_no_actions(cardtools, built, folder: Path) -> None:
    (folder / "effects/effects_with_placeholders.csv").unlink()
    outcome = cardtools("stats")
    assert "so no actions are counted" in outcome.err and outcome.err.count("cardtools build") == 1
    assert "Effects by template" in outcome.out and "Effects by action" not in outcome.out
    assert cardtools("stats", "--only", "templates").err == ""


def test_a_game_without_tag_rules_needs_no_tagged_list(cardtools, built, folder: Path) -> None:
    (folder / "effects/tags.toml").unlink()
    (folder / "effects/effects_with_placeholders.csv").unlink()
    assert cardtools("stats").err == ""
    (folder / "effects/all_effects.txt").unlink()
    assert cardtools("stats").err.startswith("effects/all_effects.txt: warning: no such file, so no effects")


def test_a_game_without_templates_is_not_told_to_write_some(cardtools, built, folder: Path) -> None:
    (folder / "effects/all_effect_templates.txt").unlink()
    outcome = cardtools("stats")
    assert (outcome.code, outcome.err) == (0, "")
    assert "Effects by condition" in outcome.out and "template" not in outcome.out
    shutil.rmtree(folder / "effects")
    outcome = cardtools("stats")
    assert (outcome.code, outcome.err) == (0, "")
    assert "Effects by" not in outcome.out


def test_a_game_without_cards_yet_has_its_effects_counted(cardtools, built, write) -> None:
    write("cards/cards.csv", CARDS.split("\n")[0] + "\n")
    outcome = cardtools("stats")
    assert outcome.code == 0
    assert "Cards by" not in outcome.out
    assert "Templates that cards use\n  0 of 2, 0%; 2 unused" in outcome.out


def test_json_is_data_and_writes_nothing(cardtools, built, folder: Path) -> None:
    outcome = cardtools("stats", "--format=json", "--only", "cards", "--only", "actions")
    tables = tables_of(outcome)
    assert tables["cards-by-kind"]["rows"] == [
        {"kind": "unit", "cards": 2, "share": 0.6667},
        {"kind": "spell", "cards": 1, "share": 0.3333},
    ]
    assert tables["effects-by-action"]["rows"] == [
        {"action": "DRAW", "effects": 3, "share": 0.5, "on cards": 2}
    ]
    assert not (folder / "output").exists()
    assert cardtools("stats", "--format=json", "-o", "x").code == 2


def test_an_unknown_section_is_refused_with_the_known_ones(cardtools, built) -> None:
    outcome = cardtools("stats", "--only", "colours")
    assert outcome.code == 2
    assert "'cards', 'costs', 'stats'" in outcome.err


@pytest.mark.parametrize("game", ["school", "mana", "kingdom", "alpha"])
def test_the_sample_games(cardtools, folder: Path, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    source = ROOT / "examples" / game
    shutil.copytree(source, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("art", "output"))
    monkeypatch.setenv("COLUMNS", "80")
    assert cardtools("generate", "-f").code == 0
    outcome = cardtools("stats")
    assert (outcome.code, outcome.err) == (0, "")
    assert max(map(len, outcome.out.splitlines())) <= 80
    tables = tables_of(cardtools("stats", "--format=json"))
    cards = (folder / "cards/cards.csv").read_text("utf-8").count("\n") - 1
    assert sum(row["cards"] for row in tables["text-length"]["rows"]) == cards
    assert ("curve" in tables) == ("efficiency" in tables) == (game != "kingdom")
    assert {row["share"] for row in tables["played"]["rows"]} == {1}
    assert "decks" in tables and any(key.startswith("odds-") for key in tables)


def test_a_deck_counts_copies_and_its_hand_is_that_of_the_rules(cardtools, write, folder: Path) -> None:
    write("cardtools.toml", 'ruleset = "alpha"\n')
    write("cards/cards.csv", "NAME;TYPE;COST;HEALTH;ATTACK;EFFECT\nA;Creature;1;1;1;\nB;Creature;3;2;2;\n")
    deck = str(write("deck.txt", "8 A\n4 B\n1 Nobody\n"))
    assert "'Nobody'" in cardtools("stats", "--deck", deck).err
    write("deck.txt", "8 A\n4 B\n")
    tables = tables_of(cardtools("stats", "--deck", deck, "--format=json"))
    assert tables["curve"]["rows"][0] == {"cost": "1", "cards": 8, "share": 0.6667}
    (hand, *_) = tables["odds-deck"]["rows"]
    assert hand == {"turn": "hand", "seen": 5, "4 copies": 0.929293, "8 copies": 1.0}
    tables = tables_of(cardtools("stats", "--deck", deck, "--format=json", "--hand", "3", "--draws", "2"))
    assert [row["seen"] for row in tables["odds-deck"]["rows"]] == [3, 5, 7, 9, 11, 12]


def test_a_line_of_a_deck_of_the_project_without_a_card_is_a_warning(cardtools, write) -> None:
    write("cardtools.toml", 'ruleset = "alpha"\n[cards]\ndecks = ["deck.txt"]\n')
    write("cards/cards.csv", "NAME;TYPE;COST;HEALTH;ATTACK;EFFECT\nA;Object;1;;;Win.\n")
    write("deck.txt", "8 A\n1 Nobody\n")
    outcome = cardtools("stats", "--only", "decks")
    assert (outcome.code, outcome.err) == (
        0, "deck.txt:2:3: warning: 'Nobody' is not counted: no card is named so\n"
    )  # fmt: skip
    assert "  deck      8          1        1.0\n" in outcome.out


def test_three_columns_without_a_ruleset_are_counted_by_guesses(cardtools, write) -> None:
    rows = "".join(f"Card {n},{n % 3},{'Owl' if n % 2 else 'Cat'}\n" for n in range(8))
    write("cardtools.toml", 'name = "Three"\n')
    write("cards/cards.csv", f"NAME,Cost,Clan\n{rows}")
    outcome = cardtools("stats")
    assert (outcome.code, outcome.err) == (0, "")
    assert "Cards by Cost and Clan\n  Cost   Cat  Owl  total\n  0        2    1      3\n" in outcome.out
    assert "guessed what these columns are: Cost, Clan\n" in outcome.out
