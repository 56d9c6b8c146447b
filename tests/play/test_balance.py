"""Playtests do not mislead: who goes first, what stands out, what another answer of the rules changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import erfc, sqrt
from pathlib import Path
from random import Random
from typing import Any

import pytest
from engines import GAMES
from hypothesis import given
from hypothesis import strategies as st
from outcome import Outcome
from pond import fish, pond
from projects import copied

from cardtools.cards.deck import read_deck
from cardtools.checks.validate import validate_deck
from cardtools.ground.console import Console
from cardtools.library.game import load
from cardtools.play.load import legal_decks, understanding
from cardtools.play.playtest.contribution import peers, unlikely
from cardtools.play.playtest.gaps import find_gaps
from cardtools.play.playtest.intervals import coin_chance, discoveries, even_share, t_chance, wilson
from cardtools.play.playtest.measures import Played, _results, _seats
from cardtools.play.playtest.replacing import replaced_decks

Run = Callable[..., Outcome]
KINDS = st.tuples(st.integers(0, 50), st.integers(1, 50)).map(lambda pair: (min(pair), pair[1]))


@given(groups=st.lists(KINDS, min_size=1, max_size=2))
def test_groups_count_alike_however_large_they_are(groups: list[tuple[int, int]]) -> None:
    share, (low, high) = even_share(groups)
    assert share == pytest.approx(sum(part / whole for part, whole in groups) / len(groups))
    assert low <= share <= high
    larger = [(3 * part, 3 * whole) for part, whole in groups[:1]] + groups[1:]
    assert even_share(larger)[0] == pytest.approx(share)
    if len({whole for _, whole in groups}) == 1:
        part, whole = (sum(column) for column in zip(*groups, strict=True))
        assert (low, high) == pytest.approx(wilson(part, whole))


@given(games=st.integers(2, 60), seed=st.integers(0, 1000))
def test_who_wins_only_by_going_first_is_exactly_even(games: int, seed: int) -> None:
    """However often chance lets one of them go first."""
    plan = replace(pond(fish(4), fish(4), head_start=True), seed=seed, made={})
    played = [plan.game(0, number) for number in range(games)]
    assert all(game["winner"] == game["first"] for game in played)
    rows = dict(_results(Played(plan, 0, played)).rows)
    if len({game["first"] for game in played}) == 2:
        for label in ("deck 0 (greedy) wins", "deck 1 (greedy) wins"):
            assert rows[label][1] == 0.5
        assert rows["deck 0 (greedy), of the games that were won"][1] == 0.5
    assert _seats(Played(plan, 0, played)).rows[0][1][1] == 1.0


def test_chances_are_those_of_tables() -> None:
    for t, freedom in ((12.706, 1), (4.303, 2), (3.182, 3), (2.571, 5), (2.228, 10), (2.042, 30)):
        assert t_chance(t, freedom) == pytest.approx(0.05, abs=1e-4)
        assert t_chance(-t, freedom) == t_chance(t, freedom)
    assert t_chance(0, 7) == 1
    assert coin_chance(60, 100) == pytest.approx(erfc(2 / sqrt(2)))
    for part in range(101):
        low, high = wilson(part, 100)
        assert (coin_chance(part, 100) < 0.05) == (low > 0.5 or high < 0.5)


# What stands out

NAMES = [f"card {number}" for number in range(33)]
ALIKE = dict.fromkeys(NAMES, frozenset({"creature"}))


def deals(random: Random, worth: dict[str, float], games: int = 200) -> dict[str, list[float]]:
    """What copies of these cards add in the same deals, of which some are luckier for all."""
    luck = [random.gauss(0, 0.3) for _ in range(games)]
    return {name: [mean + one + random.gauss(0, 0.3) for one in luck] for name, mean in worth.items()}


def flagged(worth: dict[str, list[float]]) -> set[str]:
    chances = unlikely(worth, {name: ALIKE[name] for name in worth})
    return {name for name, flag in zip(chances, discoveries([*chances.values()]), strict=True) if flag}


def test_cards_that_are_all_better_than_the_baseline_do_not_stand_out() -> None:
    """33 cards, each worth much more than the card in its place: once 27 of them stood out."""
    random = Random(1)
    reports = [flagged(deals(random, dict.fromkeys(NAMES, 0.3))) for _ in range(30)]
    assert sum(map(bool, reports)) <= 3


def test_cards_that_differ_as_cards_do_do_not_stand_out() -> None:
    random = Random(2)
    reports = [flagged(deals(random, {name: random.gauss(0.2, 0.2) for name in NAMES})) for _ in range(30)]
    assert sum(map(len, reports)) <= 3


def test_a_card_unlike_all_others_stands_out() -> None:
    random = Random(3)
    for _ in range(10):
        worth = {name: random.gauss(0.2, 0.05) for name in NAMES} | {"card 7": 0.8}
        assert "card 7" in flagged(deals(random, worth))


def test_cards_that_change_nothing_do_not_stand_out() -> None:
    assert flagged(dict.fromkeys(NAMES, [0.0] * 50)) == set()
    assert flagged({"card 1": [1.0] * 50, "card 2": [0.0] * 50}) == set()  # too few to tell


def test_peers_are_of_the_same_kinds_if_they_are_enough() -> None:
    kinds = {f"creature {n}": frozenset({"creature"}) for n in range(4)} | {"spell": frozenset({"spell"})}
    found = peers(kinds)
    assert found["creature 0"] == ["creature 1", "creature 2", "creature 3"]
    assert found["spell"] == [f"creature {n}" for n in range(4)]


# Decks with a card replaced

BASELINES = {"alpha": "Test Drone", "kingdom": "Market Beetles", "mana": "Dawnpost Sentry"}


@pytest.mark.parametrize("name", BASELINES)
def test_only_legal_decks_are_played(name: str) -> None:
    folder, file, _ = GAMES[name]
    game, path = load(folder).files, folder / "cards/decks" / file
    cards = legal_decks(game, [path], understanding(game))[0]
    own = replace(game, deck_files=(path,))
    found = list(replaced_decks(game, path, cards, BASELINES[name]))
    assert any(one.copies for one in found)
    names = [card.name for pile in cards.values() for card in pile]
    for one in found:
        after = [card.name for pile in one.cards.values() for card in pile]
        assert len(after) == len(names)
        assert names.count(one.name) - after.count(one.name) == one.copies
        assert {key: len(pile) for key, pile in one.cards.items()} == {k: len(p) for k, p in cards.items()}
        assert not [
            finding
            for finding in validate_deck(_as_deck(own, path, one.cards), own.table, own.ruleset)
            if finding.severity == "error"
        ], one.name


def test_as_many_copies_are_replaced_as_the_rules_allow(folder: Path) -> None:
    """The kingdom game has at most three copies of a card."""
    project = copied("kingdom", folder / "kingdom")
    path = project / "cards/decks/embers-and-honey.txt"
    text = path.read_text("utf-8")
    for here, copies in ((3, 0), (2, 1), (1, 2)):
        lines = f"{here} Trapdoor" + (f"\n{3 - here} Market Beetles" if here < 3 else "")
        path.write_text(text.replace("3 Trapdoor", lines), "utf-8")
        game = load(project).files
        cards = legal_decks(game, [path], understanding(game))[0]
        found = {one.name: one.copies for one in replaced_decks(game, path, cards, "trapdoor")}
        assert "Trapdoor" not in found
        assert found["Kitchen Dragon"] == copies


def test_a_report_names_the_cards_that_cannot_be_replaced(
    folder: Path, cardtools: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = copied("kingdom", folder / "kingdom")
    monkeypatch.chdir(project)
    command = ("playtest", "run", "embers-and-honey", "-n", "2", "--jobs", "1", "-o", "out")
    outcome = cardtools(*command, "--replace-with", "Trapdoor")
    assert outcome.code == 2
    assert "Trapdoor can take the place of no card: no such deck is legal" in outcome.err


# Other answers of the rules


def test_an_answer_that_changes_nothing_is_no_finding() -> None:
    """The same games, and games of the same luck with other deals."""
    by_chance = 0
    for seed in range(12):
        found = find_gaps(replace(pond(), seed=seed, made={}), 25, Console(-1).progress)
        assert not [gap for gap in found if gap.variant.startswith("silence")]
        by_chance += any(gap.variant.startswith("stirred") for gap in found)
        by_chance += any(gap.kind == "seat" and not gap.variant for gap in found)
    assert by_chance <= 2


def test_an_answer_that_gives_the_game_to_who_begins_is_found_with_its_difference() -> None:
    found = find_gaps(pond(), 100, Console(-1).progress)
    (heuristic,) = (gap for gap in found if gap.variant == "head_start = true" and "greedy" in gap.message)
    assert heuristic.kind == "seat"
    assert heuristic.message.startswith("20 of 20 games of greedy players are won by the first player, with")
    assert heuristic.replay
    assert list(heuristic.replay.differences()) == []


def _as_deck(game: Any, path: Path, cards: Any) -> Any:
    """The deck list of these cards: the one in the file with other entries."""
    deck = read_deck(path)
    names = [card.name for pile in cards.values() for card in pile]
    entries, at = [], 0
    for entry in deck.entries:
        for name in dict.fromkeys(names[at : at + entry.count]):
            count = names[at : at + entry.count].count(name)
            entries.append(replace(entry, name=name, count=count, written=str(count)))
        at += entry.count
    return replace(deck, entries=tuple(entries))
