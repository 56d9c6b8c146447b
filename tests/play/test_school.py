"""The school card game, section by section, the rulings where it is silent, and each card's text."""

from __future__ import annotations

from typing import Any

import pytest
from engines import sample
from tables import Table, every_card, spell

from cardtools.play.agents import GreedyAgent
from cardtools.play.engine import CardText, Definition
from cardtools.play.games.school import SchoolEngine
from cardtools.play.match import play_match
from cardtools.programs.tree import Selector, Trigger, Triggered
from cardtools.programs.verbs.counter import Counter
from cardtools.programs.verbs.gain import Gain
from cardtools.programs.verbs.lose import Lose
from cardtools.programs.verbs.move import Move
from cardtools.programs.verbs.seq import Seq

EMBER, FROST, ORB, GLASS = "Ember Vial", "Frost Lantern", "Common-Room Orb", "Weatherglass"
BEGINNER, DUELIST, PREFECT = "Ink-Stained Beginner", "Kettle-Yard Duelist", "Skating Prefect"
TRUANT, GRYPHON, DRAKE = "Moonlit Truant", "Chalk Gryphon", "Boiler-House Drake"
ICICLE, PORTER, NOTE, PRANK = "Old Mother Icicle", "Cobblestone Porter", "A Passed Note", "Mirror Prank"


def table(**arranged: Any) -> Table:
    return Table("school", **arranged)


def unit(name: str, atk: int, hp: int, *keywords: str, kind: str = "student") -> Definition:
    return Definition(name, frozenset({kind}), {"atk": atk, "hp": hp, "keywords": tuple(keywords)})


ONE, FIVE, WALL = unit("One", 1, 1), unit("Five", 5, 5), unit("Wall", 1, 6)
TWO_HP, THREE_HP = unit("Two", 0, 2), unit("Three", 0, 3)
BIRD, GHOST = unit("Bird", 2, 2, "Flying"), unit("Ghost", 2, 2, "Unblockable")
UNDO = spell(
    "Undo", Move(Selector(zone="field", kind="student", count=1, target=True), "hand", "return"), "instant"
)
OWN = (ONE, FIVE, WALL, TWO_HP, THREE_HP, BIRD, GHOST)


def battle(own: list[str], other: list[str], *texts: str, **arranged: Any) -> Table:
    """A combat: attackers and blocks as the texts say."""
    return table(field=(own, other), own=OWN, **arranged).do("combat", *texts)


# 1. Objective, 5. setup, 13. mulligan


def test_1_and_5_sv_is_10_and_seven_cards_are_drawn() -> None:
    engine = sample("school")
    state = engine.start(1)
    assert [by_kind[0] for by_kind in state.resources] == [10, 10]
    assert [len(hand) for hand in state.hand] == [7, 7]
    assert 30 < sum(engine.start(seed).active for seed in range(100)) < 70


def test_13_one_mulligan_to_six() -> None:
    engine = sample("school")
    state = engine.start(1)
    first = state.decider
    engine.apply(state, ("mulligan",))
    assert len(state.hand[first]) == 6 and len(state.deck[first]) == 49
    assert state.decider == 1 - first and state.turn == 0
    engine.apply(state, ("keep",))
    assert state.turn == 1


def test_sp8_greedy_players_keep_two_boosters() -> None:
    engine = sample("school")
    for seed in range(40):
        state = engine.start(seed)
        by_kind = sum("booster" in engine.index.kinds[card] for card in state.hand[state.decider])
        action = max(engine.legal_actions(state), key=lambda one: engine.score(state, one))
        assert action == (("keep",) if by_kind >= 2 else ("mulligan",))


def test_1_who_has_no_sv_left_loses() -> None:
    played = battle(["Five"], [])
    played.state.resources[1][0] = 5
    played.do('choose "Five" in 1')
    assert played.state.outcome[:3] == ("win", 0, "the other player has no SV left")


def test_1_both_at_zero_by_one_event_is_a_draw() -> None:
    boom = spell("Boom", Seq((Lose("sv", 10, "you"), Lose("sv", 10, "opponent"))))
    played = table(hand=(("Boom",), ()), own=(boom,)).do('play "Boom"')
    assert played.state.outcome[:3] == ("draw", -1, "both have no SV left")


@pytest.mark.parametrize("left", [0, 1])
def test_1_and_32_to_draw_from_an_empty_deck_is_to_lose_at_once(left: int) -> None:
    played = table(field=((ORB,), ()), hand=((NOTE,), ()))
    played.state.deck[0] = played.state.deck[0][:left]
    played.do(f'play "{NOTE}"')
    assert played.state.outcome[:3] == ("win", 1, "the other player had to draw from an empty deck")
    assert len(played.names("hand")) == left


# 6. The turn


def test_6_and_sp1_cards_untap_and_one_is_drawn() -> None:
    played = table(field=((), (EMBER, "One")), own=OWN)
    for card in played.game.board.tops(played.state, 1):
        played.game.board.tap(played.state, card)
    played.do("combat")  # nobody can attack, so the turn ends
    assert played.turned(1) == [] and len(played.names("hand", 1)) == 1
    assert played.state.active == 1


def test_sp1_whether_the_first_player_draws_is_an_option() -> None:
    for draws, cards in ((True, 8), (False, 7)):
        deck = {"main": list(sample("school").cards)[:55]}
        engine = SchoolEngine([deck, deck], {"first_draws": draws})
        state = engine.start(0)
        for _ in range(2):
            engine.apply(state, ("keep",))
        assert len(state.hand[state.active]) == cards


def test_6_main_combat_second_main_end() -> None:
    played = table(field=((ORB, ORB, "Five"), ()), hand=((BEGINNER, BEGINNER), ()), own=OWN)
    played.do(f'play "{BEGINNER}"', f'choose "{PORTER}"')
    assert played.state.phase == "main phase"
    played.do("combat", 'choose "Five" in 3', "done")
    assert played.state.phase == "second main phase"
    assert played.texts() == [f'play "{BEGINNER}"', "end"]
    played.do("end")
    assert played.state.active == 1


def test_6_1_instants_after_the_start_phase_of_the_opponent() -> None:
    played = table(field=((ORB,), ()), hand=((NOTE,), ())).do("combat")
    assert played.state.active == 0  # the end of the own turn is a window, too
    assert played.texts() == [f'play "{NOTE}"', "pass"]
    assert played.game.question(played.state) == "The turn ends: respond, or pass"
    played.do("pass")
    assert played.state.active == 1 and played.state.phase == "start phase"
    assert played.game.question(played.state) == "The turn begins: respond, or pass"


def test_6_1_and_32_the_opponent_may_respond_once_a_booster_is_played() -> None:
    played = table(field=((), (ORB,)), hand=((EMBER, EMBER), (NOTE,))).do(f'play booster "{EMBER}"')
    assert played.state.decider == 1 and played.names("field") == [EMBER]
    assert played.game.question(played.state) == "Respond to what was played, or pass"
    played.do("pass")
    assert played.state.decider == 0 and played.state.phase == "main phase"


@pytest.mark.parametrize(
    ("texts", "window"),
    [
        (["combat"], "Combat begins: respond, or pass"),
        (["combat", "pass", 'choose "Five" in 1'], "Attackers are declared: respond, or pass"),
        (
            ["combat", "pass", 'choose "Five" in 1', "pass", 'block "Five" in opposing 1 with "Wall" in 2'],
            "Blockers are declared: respond, or pass",
        ),
        (
            ["combat", "pass", 'choose "Five" in 1', "pass", "done", "pass"],
            "Damage is dealt: respond, or pass",
        ),
        (["combat", "pass", 'choose "Five" in 1', "pass", "done", "pass", "pass", "end"],
         "The turn ends: respond, or pass"),
    ],
)  # fmt: skip
def test_31_timing_windows(texts: list[str], window: str) -> None:
    played = table(field=(("Five",), (ORB, "Wall")), hand=((), (NOTE,)), own=OWN).do(*texts)
    assert played.state.decider == 1 and played.game.question(played.state) == window
    assert played.texts() == [f'play "{NOTE}"', "pass"]


def test_6_a_new_monster_does_not_tap_but_blocks_a_student_taps() -> None:
    tap = "{Tap}: Tap target Student."
    student = every("Skating Prefect")
    both = Definition("Ogre", frozenset({"student", "monster"}), student.values, student.texts)
    assert tap == student.texts[0].words
    for name, usable in ((PREFECT, True), ("Ogre", False)):
        played = table(field=((FROST, ORB), ("One",)), hand=((name,), ()), own=(*OWN, both))
        played.do(f'play "{name}"')
        assert any("activate" in text for text in played.texts()) == usable
        assert "combat" in played.texts()
        played.do("combat", f'choose "{name}" in 3', "done")  # it may attack (32)
        assert played.life() == [10, 8]


def every(name: str) -> Definition:
    return every_card("school")[name]


# 7. Priority and instants


def test_7_and_sp7_the_stack_is_last_in_first_out_and_opens_again() -> None:
    played = table(
        field=((EMBER,) * 3, (ORB, ORB, "One")), hand=(("Bonfire Night",), (NOTE, PRANK)), own=OWN
    )  # fmt: skip
    played.do('play "Bonfire Night"', f'play "{NOTE}"')
    assert played.game.waiting(played.state) == [NOTE, "Bonfire Night"]
    played.do("pass", f'choose "{PORTER}"')  # the note resolves first
    assert (
        played.names("field", 1)[-1] == "One" and played.state.decider == 1
    )  # and may be responded to again
    played.do("pass")
    assert "One" not in played.names("field", 1)


def test_7_only_instants_in_the_opponents_turn() -> None:
    played = table(field=(("Five",), (EMBER,) * 4), hand=((), ("Bonfire Night", NOTE)), own=OWN)
    played.do("combat")
    assert played.texts() == [f'play "{NOTE}"', "pass"]


def test_8_a_spell_whose_target_is_gone_does_nothing() -> None:
    played = table(field=((FROST,) * 3, ("One",)), hand=(("Long Detention",), ("Undo",)), own=(*OWN, UNDO))
    played.do('play "Long Detention"', 'play "Undo"')
    assert played.events("fizzle") and played.names("discard") == ["Long Detention"]


def test_8_a_card_that_is_countered_goes_to_the_pail() -> None:
    no = spell("No", Counter(Selector(zone="chain", who="opponent", count=1, target=True)), "instant")
    played = table(field=((ORB,), ()), hand=((BEGINNER,), ("No",)), own=(no,))
    played.do(f'play "{BEGINNER}"', 'play "No"')
    assert played.names("discard") == [BEGINNER] and played.names("field") == [ORB]


# 8, 9, 30. Costs and boosters


def test_9_boosters_of_five_printed_hp_a_turn() -> None:
    played = table(hand=((EMBER, EMBER, ORB, FROST), ()))
    played.do(f'play booster "{EMBER}"', f'play booster "{EMBER}"')
    assert f'play booster "{FROST}"' not in played.texts()
    assert "only 1 HP" in played.game.why_not(played.state, played.state.hand[0][1])
    played.do(f'play booster "{ORB}"')
    assert played.state.boosted == 5 and played.turned() == []


def test_9_1_four_and_one() -> None:
    played = table(hand=((GLASS, ORB, ORB), ()))
    played.do(f'play booster "{GLASS}"', f'play booster "{ORB}"')
    assert not any("booster" in text for text in played.texts())


def test_8_and_sp5_a_booster_pays_one_energy_of_its_colour() -> None:
    played = table(field=((EMBER, FROST, FROST), ()), hand=((DUELIST, PREFECT), ()))
    assert f'play "{DUELIST}"' not in played.texts()
    assert "cannot pay" in played.game.why_not(played.state, played.state.hand[0][0])
    played.do(f'play "{PREFECT}"')
    assert len(played.turned()) == 2


def test_sp5_universal_pays_for_all_and_all_pay_for_universal() -> None:
    assert f'play "{DUELIST}"' in table(field=((ORB, EMBER), ()), hand=((DUELIST,), ())).texts()
    assert f'play "{BEGINNER}"' in table(field=((EMBER,), ()), hand=((BEGINNER,), ())).texts()
    strict = table(field=((EMBER,), ()), hand=((BEGINNER,), ()), universal_costs="universal")
    assert f'play "{BEGINNER}"' not in strict.texts()


def test_30_and_sp9_coloured_boosters_are_tapped_first() -> None:
    played = table(field=((ORB, GLASS, EMBER, EMBER), ()), hand=((DUELIST,), ())).do(f'play "{DUELIST}"')
    assert played.turned() == [EMBER, EMBER]


# 10. Combat


def test_10_and_sp2_attackers_stay_untapped_and_new_units_attack() -> None:
    played = battle(["Five"], [], 'choose "Five" in 1')
    assert played.life() == [10, 5] and played.turned() == []
    taps = battle(["Five"], [], 'choose "Five" in 1', attacking_taps=True)
    assert taps.turned() == ["Five"]


def test_10_1_single_block() -> None:
    played = battle(["Five"], ["Two"], 'choose "Five" in 1', 'block "Five" in opposing 1 with "Two" in 1')
    assert played.names("field", 1) == [] and played.life() == [10, 10]
    assert played.names("discard", 1) == ["Two"]


@pytest.mark.parametrize(("attacker", "left"), [("Five", []), ("Four", ["Three"])])
def test_10_1_and_sp3_multiple_blockers_in_the_attackers_order(attacker: str, left: list[str]) -> None:
    four = unit("Four", 4, 4)
    played = table(field=((attacker,), ("Two", "Three")), own=(*OWN, four)).do("combat")
    played.do(f'choose "{attacker}" in 1', f'block "{attacker}" in opposing 1 with "Two" in 1')
    played.do(f'block "{attacker}" in opposing 1 with "Three" in 2')
    assert played.state.decider == 0  # the attacker orders blockers
    played.do('choose "Two" in opposing 1')
    assert played.names("field", 1) == left and played.life() == [10, 10]


def test_sp3_all_blockers_deal_damage_and_the_surplus_is_lost() -> None:
    played = table(field=(("Five",), ("Wall", "One")), own=OWN).do("combat", 'choose "Five" in 1')
    played.do('block "Five" in opposing 1 with "Wall" in 1', 'block "Five" in opposing 1 with "One" in 2')
    played.do('choose "One" in opposing 2')
    dealt = {played.game.cards[e.card].name: e.details[0] for e in played.events("damage")}
    assert dealt["One"] == 1 and dealt["Wall"] == 4
    assert sum(e.details[0] for e in played.events("damage") if played.game.cards[e.card].name == "Five") == 2


def test_10_1_and_sp4_boosters_block_even_tapped_and_tapped_units_do_not() -> None:
    played = table(field=(("Five",), (EMBER, "One", "Wall")), own=OWN)
    for card in played.game.board.tops(played.state, 1)[:2]:
        played.game.board.tap(played.state, card)
    played.do("combat", 'choose "Five" in 1')
    assert played.texts() == [
        f'block "Five" in opposing 1 with "{EMBER}" in 1',
        'block "Five" in opposing 1 with "Wall" in 3',
        "done",
    ]
    played.do(f'block "Five" in opposing 1 with "{EMBER}" in 1', "done")
    assert EMBER not in played.names("field", 1) and played.life() == [10, 10]


def test_10_damage_is_cleared_after_combat() -> None:
    played = battle(["Five"], ["Wall"], 'choose "Five" in 1', 'block "Five" in opposing 1 with "Wall" in 1')
    assert played.state.phase == "second main phase"
    assert played.state.damage == [0] * len(played.state.damage) and played.names("field", 1) == ["Wall"]


def test_sp6_other_damage_stays_until_the_end_of_the_turn() -> None:
    played = table(field=((EMBER,) * 3, ("Wall",)), hand=(("Bonfire Night",), ()), own=OWN)
    played.do('play "Bonfire Night"')
    wall = played.card("Wall", 1)
    assert played.state.damage[wall] == 3
    played.do("combat")
    assert played.state.active == 1 and played.state.damage[wall] == 0


def test_10_2_simultaneous_death() -> None:
    played = battle(["Five"], ["Five"], 'choose "Five" in 1', 'block "Five" in opposing 1 with "Five" in 1')
    assert played.names("field") == played.names("field", 1) == []


def test_10_2_an_attacker_that_is_gone_deals_no_damage_a_blocked_one_stays_blocked() -> None:
    played = table(field=(("Five",), ("One",)), hand=((), ("Undo",)), own=(*OWN, UNDO))
    played.do("combat", "pass", 'choose "Five" in 1', 'play "Undo"', 'choose "Five" in opposing 1')
    assert played.life() == [10, 10]
    other = table(field=(("Five",), ("One",)), hand=((), ("Undo",)), own=(*OWN, UNDO))
    other.do("combat", "pass", 'choose "Five" in 1', "pass", 'block "Five" in opposing 1 with "One" in 1')
    other.do('play "Undo"', 'choose "One" in 1')
    assert other.names("hand", 1) == ["One"] and other.life() == [10, 10]


def test_10_a_damaged_card_that_returns_has_forgotten_it() -> None:
    played = table(field=((EMBER,) * 3, ("Wall",)), hand=(("Bonfire Night",), ()), own=OWN)
    played.do('play "Bonfire Night"')
    wall = played.card("Wall", 1)
    played.game.board.take(played.state, wall)
    played.game.board.enter(played.state, wall, 1, 0)
    assert played.state.damage[wall] == 0


def test_10_damage_is_simultaneous_even_if_it_ends_what_others_have() -> None:
    played = table(field=(("Five", "Six"), (PORTER, FROST)), own=(*OWN, unit("Six", 6, 6))).do("combat")
    played.do('choose "Five" in 1', 'choose "Six" in 2')
    played.do(
        f'block "Six" in opposing 2 with "{PORTER}" in 1', f'block "Five" in opposing 1 with "{FROST}" in 2'
    )
    assert played.names("field", 1) == []
    small = table(field=(("Two", "Six"), (PORTER, FROST)), own=(unit("Two", 2, 2), unit("Six", 6, 6)))
    small.do("combat", 'choose "Two" in 1', 'choose "Six" in 2')
    small.do(
        f'block "Six" in opposing 2 with "{PORTER}" in 1', f'block "Two" in opposing 1 with "{FROST}" in 2'
    )
    assert small.names("field", 1) == [FROST]  # one damage less: the Porter was there when it was dealt


def test_12_destroyed_cards_go_to_the_pail_of_their_owner() -> None:
    played = battle(["One"], ["Five"], 'choose "One" in 1', 'block "One" in opposing 1 with "Five" in 1')
    assert played.names("discard") == ["One"] and played.names("field", 1) == ["Five"]


def test_14_there_is_no_limit_of_the_hand() -> None:
    played = table(hand=((), (EMBER,) * 4 + (FROST,) * 4 + (ORB,) * 4)).do("combat", "combat")
    assert len(played.names("hand", 1)) == 13


# 20. Keywords


def test_20_flying_is_blocked_by_flying_and_unblockable_by_nobody() -> None:
    played = battle(["Bird", "Ghost"], ["Bird", "Wall", EMBER], 'choose "Bird" in 1', 'choose "Ghost" in 2')
    assert played.texts() == ['block "Bird" in opposing 1 with "Bird" in 1', "done"]


def test_20_persistent_spells_stay() -> None:
    played = table(field=((FROST,) * 3, ("One",)), hand=(("Long Detention",), ()), own=OWN)
    played.do('play "Long Detention"')
    assert "Long Detention" in played.names("field")


# The cards


@pytest.mark.parametrize("name", [EMBER, FROST, ORB, GLASS])
def test_boosters(name: str) -> None:
    played = table(hand=((name,), ())).do(f'play booster "{name}"')
    assert played.names("field") == [name]
    assert not any("activate" in text for text in played.texts())  # they are tapped for what they pay


def test_weatherglass_gives_either_energy() -> None:
    for card, other in ((DUELIST, EMBER), (PREFECT, FROST)):
        assert f'play "{card}"' in table(field=((GLASS, other), ()), hand=((card,), ())).texts()


def test_ink_stained_beginner() -> None:
    played = table(field=((ORB,), ()), hand=((BEGINNER, DRAKE), ()), deck=((EMBER,), ()))
    played.do(f'play "{BEGINNER}"', f'choose "{DRAKE}"')
    assert played.names("hand") == [EMBER] and played.names("discard") == [DRAKE]


def test_kettle_yard_duelist() -> None:
    played = battle([DUELIST], ["Three"], f'choose "{DUELIST}" in 1')
    played.do(f'block "{DUELIST}" in opposing 1 with "Three" in 1')
    assert played.names("field", 1) == []
    assert [event.details for event in played.events("damage")] == [(1,), (3,)]


def test_skating_prefect() -> None:
    played = table(field=((PREFECT,), ("One", "Five")), own=OWN)
    played.do(f'activate "{PREFECT}" in 1: ability 1', 'choose "Five" in opposing 2')
    assert played.turned(1) == ["Five"] and played.turned() == [PREFECT]
    played.do("combat")
    assert played.state.active == 1  # the Prefect is tapped and does not attack


def test_moonlit_truant() -> None:
    played = table(field=((TRUANT,), ("Wall",)), hand=((), (EMBER, FROST)), own=OWN)
    played.do("combat", f'choose "{TRUANT}" in 1')
    assert played.life() == [10, 8]  # nobody blocks it
    assert played.state.decider == 1 and played.texts() == [f'choose "{EMBER}"', f'choose "{FROST}"']
    played.do(f'choose "{FROST}"')
    assert played.names("discard", 1) == [FROST]


def test_chalk_gryphon() -> None:
    played = table(field=(("Five",), (GRYPHON,)), discard=((), ("Bonfire Night", EMBER)), own=OWN)
    played.do("combat", 'choose "Five" in 1', f'block "Five" in opposing 1 with "{GRYPHON}" in 1')
    assert played.names("hand", 1) == ["Bonfire Night"]


def test_boiler_house_drake() -> None:
    played = table(field=((EMBER,) * 4 + (ORB, "Two"), ("Five", "One", FROST)), hand=((DRAKE,), ()), own=OWN)
    played.do(f'play "{DRAKE}"')
    assert "Two" not in played.names("field") and DRAKE in played.names("field")
    assert played.names("field", 1) == ["Five", FROST]  # units, not boosters
    assert played.state.damage[played.card("Five", 1)] == 2 and played.state.damage[played.card(DRAKE)] == 0


def test_old_mother_icicle() -> None:
    ogre = unit("Ogre", 3, 3, kind="monster")
    played = table(field=((ICICLE,), ("Ogre", "One")), own=(*OWN, ogre))
    for card in played.game.board.tops(played.state, 1):
        played.game.board.tap(played.state, card)
    played.do("combat", "done")
    played.do("end")
    assert played.state.active == 1 and played.turned(1) == ["Ogre"]


def test_cobblestone_porter() -> None:
    for blocker, damage in ((GLASS, 2), ("Wall", 3)):
        played = table(field=(("Ogre",), (PORTER, blocker)), own=(*OWN, unit("Ogre", 3, 3))).do("combat")
        played.do('choose "Ogre" in 1', f'block "Ogre" in opposing 1 with "{blocker}" in 2')
        dealt = [e.details[0] for e in played.events("damage") if played.game.cards[e.card].name == blocker]
        assert dealt == [damage]


def test_long_detention() -> None:
    played = table(field=((FROST,) * 3, ("Five", "One")), hand=(("Long Detention",), ()), own=OWN)
    played.do('play "Long Detention"', 'choose "Five" in opposing 1')
    assert played.turned(1) == ["Five"]
    played.do("combat")
    assert played.turned(1) == ["Five"]
    detention = played.card("Long Detention")
    played.game.board.destroy(played.state, detention)
    played.do("combat", "done", "end")
    played.do("combat")
    assert played.turned(1) == []


@pytest.mark.parametrize(("boosters", "left"), [(3, ["Five"]), (2, ["Three", "Five"])])
def test_bonfire_night(boosters: int, left: list[str]) -> None:
    free = spell("Fire", every("Bonfire Night").texts[0].abilities[0].effect)
    played = table(
        field=((EMBER,) * boosters, ("Three", "Five", "Two")), hand=(("Fire",), ()), own=(*OWN, free)
    )
    played.do('play "Fire"')
    assert played.names("field", 1) == left
    assert played.names("field") == [EMBER] * boosters


def test_a_passed_note() -> None:
    played = table(field=((ORB,), ()), hand=((NOTE, DRAKE), ()), deck=((EMBER, FROST), ()))
    played.do(f'play "{NOTE}"', f'choose "{DRAKE}"')
    assert played.names("hand") == [EMBER, FROST] and played.names("deck")[-1] == DRAKE


def test_mirror_prank() -> None:
    played = table(field=(("Five",), (FROST, "Wall")), hand=((), (PRANK,)), deck=((), (EMBER,)), own=OWN)
    played.do(
        "combat", "pass", 'choose "Five" in 1', f'play "{PRANK}"', 'choose "Five" in opposing 1', "done"
    )
    assert played.life() == [10, 10] and played.names("hand", 1) == [EMBER]
    played.do("end", "combat", "done", "end", "combat", 'choose "Five" in 1', "done")
    assert played.life() == [10, 5]  # that combat alone


def test_everywhere_key() -> None:
    played = table(field=(("Everywhere Key", ORB, "Five"), ("Wall",)), own=OWN)
    played.do('activate "Everywhere Key" in 1: ability 1')
    assert played.turned() == ["Everywhere Key", ORB]
    played.do("combat", 'choose "Five" in 3')
    assert played.life() == [10, 5]


def test_bell_of_the_last_hour() -> None:
    played = table(field=((), ("Bell of the Last Hour",)))
    for turn in range(1, 6):
        assert played.life() == [10, 10]
        played.do("combat")
        bell = played.card("Bell of the Last Hour", 1)
        assert played.game.badges(played.state, bell) == [("counters", str(turn))]
        played.do("combat") if turn < 5 else None
    assert played.life() == [7, 10]


def test_the_drowned_library() -> None:
    played = table(field=(("The Drowned Library",), ()), deck=((), (EMBER, FROST))).do("combat")
    assert played.state.decider == 1 and played.texts() == ["yes", "no"]
    played.do("yes")
    assert played.names("discard", 1) == [EMBER] and played.names("hand", 1) == [FROST]
    played.do("combat", "no")
    assert played.names("discard") == []


# Options, and how it goes


def test_the_numbers_of_the_rules_are_options() -> None:
    assert set(SchoolEngine.OPTIONS) == {
        "sv", "hand", "mulligans", "mulligan_hand", "draw", "first_draws", "boosters", "attacking_taps",
        "universal_costs",
    }  # fmt: skip
    played = table(hand=((GLASS, GLASS), ()), boosters=8)
    played.do(f'play booster "{GLASS}"', f'play booster "{GLASS}"')
    assert played.names("field") == [GLASS, GLASS]


def test_matches_of_greedy_players_end_by_the_rules() -> None:
    heuristic = GreedyAgent()
    for seed in range(10):
        outcome, _ = play_match(sample("school"), (heuristic, heuristic), seed)
        assert outcome.kind in ("win", "draw")


def test_an_effect_at_the_start_of_the_turn_is_before_the_draw() -> None:
    gain = Triggered(Trigger("turn_starts", who="you"), Gain("sv", 1, "you"))
    shrine = Definition("Shrine", frozenset({"artifact"}), {}, (CardText("", (gain,)),))
    played = table(field=((), ("Shrine",)), own=(shrine,)).do("combat")
    kinds = [event.kind for event in played.state.events]
    assert kinds.index("gain") < kinds.index("draw") and played.life() == [10, 11]
