"""`cardtools stats`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from ttcg import HEADER

CARDS = HEADER + (
    "A;Fire;Dragon, Beast;1;;300;200;Draw 1 card.;;A;0;60;Normal;\n"
    "B;Water;Beast;2;;450;550;Draw 2 cards.;Gain 1 point.;B;0;60;Normal;Normal\n"
    "C;Spell;;1;;+5;-5;Something else.;;C;0;60;Normal;\n"
)


@pytest.fixture
def project(write) -> None:
    """Three cards, two templates, no list yet."""
    write("cardtools.toml", 'name = "Small"\nruleset = "ttcg"\n')
    write("cards/cards.csv", CARDS)
    write("placeholders/number.txt", "1\n2\n3\n")
    write("effects/all_effect_templates.txt", "Draw <number> card(s).\nLose <number> points.\n")
    write("placeholders/combinations_to_remove.txt", "")
    write("placeholders/phrase_replacements.txt", " 1 card(s): 1 card\ncard(s): cards\n")


@pytest.fixture
def built(project: None, write) -> None:
    """The lists that `build` would make."""
    lines = [*("Draw 1 card.", "Draw 2 cards.", "Draw 3 cards."), *(f"Lose {n} points." for n in (1, 2, 3))]
    write("effects/all_effects.txt", "".join(f"{line}\n" for line in lines))
    rows = "".join(f"{line};{line.startswith('Draw')};True\n" for line in lines)
    write("effects/effects_with_placeholders.csv", f"EFFECTNAME;DRAW;UNIT\n{rows}")


def test_tables_on_the_terminal_and_a_page_in_the_output_folder(cardtools, built, folder: Path) -> None:
    outcome = cardtools("stats", "--no-plots")
    assert (outcome.code, outcome.err) == (0, "")
    assert "Cards by kind\n  unit 2, spell 1\n" in outcome.out
    assert (
        "Cards by sub-type (a card with more than one sub-type counts in each)\n  Beast 2, Dragon 1"
        in outcome.out
    )
    assert "Effects by action (an effect with more than one counts in each)\n  DRAW 3\n" in outcome.out
    assert (
        "Templates that cards use (1 of 2, 50%; 1 unused; effects on cards of no template: 2)" in outcome.out
    )
    assert outcome.out.endswith(" tables, 0 plots -> output/stats/index.html\n")
    assert [path.name for path in (folder / "output/stats").iterdir()] == ["index.html"]
    page = (folder / "output/stats/index.html").read_bytes()
    assert cardtools("stats", "--no-plots").out == outcome.out
    assert (folder / "output/stats/index.html").read_bytes() == page


def test_only_gives_one_section_and_its_plots(cardtools, built, folder: Path) -> None:
    pytest.importorskip("matplotlib")
    outcome = cardtools("stats", "--only", "coverage", "-o", "here")
    assert outcome.code == 0
    assert outcome.out.startswith("Templates that cards use") and "Cards by" not in outcome.out
    assert sorted(path.name for path in (folder / "here").iterdir()) == ["coverage.png", "index.html"]
    pictures = (folder / "here/coverage.png").read_bytes()
    cardtools("stats", "--only", "coverage", "-o", "here")
    assert (folder / "here/coverage.png").read_bytes() == pictures


def test_without_the_lists_the_cards_are_counted_and_one_line_says_what_makes_them(
    cardtools, project
) -> None:
    outcome = cardtools("stats", "--no-plots")
    assert outcome.code == 0
    assert outcome.err == (
        "effects/effects_with_placeholders.csv: warning: no such file, so no effects are counted\n"
        "  help: make it with cardtools build\n"
    )
    assert "Cards by type and rank" in outcome.out and "Templates that cards use" in outcome.out
    assert "Effects by" not in outcome.out


def test_without_the_tagged_list_effects_are_counted_but_no_actions(cardtools, built, folder: Path) -> None:
    (folder / "effects/effects_with_placeholders.csv").unlink()
    outcome = cardtools("stats", "--no-plots")
    assert "so no actions are counted" in outcome.err and outcome.err.count("cardtools build") == 1
    assert "Effects by template" in outcome.out and "Effects by action" not in outcome.out
    assert cardtools("stats", "--no-plots", "--only", "templates").err == ""


def test_without_templates_the_rest_is_counted(cardtools, built, folder: Path) -> None:
    (folder / "effects/all_effect_templates.txt").unlink()
    outcome = cardtools("stats", "--no-plots")
    assert outcome.code == 0
    assert "effects/all_effect_templates.txt: warning: no such file, so no template" in outcome.err
    assert "Effects by condition" in outcome.out and "template" not in outcome.out


def test_without_matplotlib_there_is_all_but_plots_and_one_warning(
    cardtools, built, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    outcome = cardtools("stats")
    assert outcome.code == 0
    assert outcome.err == (
        "plots: warning: not drawn because matplotlib is not installed\n"
        "  help: pip install 'cardtools[plots]', or use --no-plots\n"
    )
    assert "0 plots" in outcome.out and (folder / "output/stats/index.html").is_file()
    assert cardtools("stats", "--no-plots").err == ""


def test_a_game_without_cards_yet_has_its_effects_counted(cardtools, built, write) -> None:
    write("cards/cards.csv", CARDS.split("\n")[0] + "\n")
    outcome = cardtools("stats")
    assert outcome.code == 0
    assert "Cards by" not in outcome.out
    assert "Templates that cards use (0 of 2, 0%; 2 unused)" in outcome.out
    assert (
        "Effects that mention a type (an effect that mentions more than one type counts in each)\n  (none)"
        in outcome.out
    )


def test_json_is_data_and_writes_nothing(cardtools, built, folder: Path) -> None:
    outcome = cardtools("stats", "--json", "--only", "cards", "--only", "actions")
    tables = {table["table"]: table for table in json.loads(outcome.out)}
    assert tables["cards-by-kind"]["rows"] == [
        {"kind": "unit", "cards": 2, "share": 0.6667},
        {"kind": "spell", "cards": 1, "share": 0.3333},
    ]
    assert tables["effects-by-action"]["rows"] == [
        {"action": "DRAW", "effects": 3, "share": 0.5, "on cards": 2}
    ]
    assert not (folder / "output").exists()
    assert cardtools("stats", "--json", "-o", "x").code == 2


def test_an_unknown_section_is_refused_with_the_known_ones(cardtools, built) -> None:
    outcome = cardtools("stats", "--only", "colours")
    assert outcome.code == 2
    assert "'cards', 'stats', 'actions'" in outcome.err
