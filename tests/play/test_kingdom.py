"""The kingdom dice game, paragraph by paragraph, the rulings where it is silent, and each card's text."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from engines import sample
from tables import Table, spell

from cardtools.play.games.kingdom import KingdomEngine
from cardtools.play.state import EVERYBODY
from cardtools.programs.tree import Can, Prevent, Selector
from cardtools.programs.verbs.apply import Apply
from cardtools.programs.verbs.gain import Gain
from cardtools.programs.verbs.lose import Lose
from cardtools.programs.verbs.seq import Seq

HOUND, CARP, LEVY, IMP = "Orchard Hound", "Moat Carp", "Acorn Levy", "Powder Imp"


def table(**arranged: Any) -> Table:
    """A table without the bonus draw, unless a test is about it."""
    return Table("kingdom", **{"bonus_draw": False, **arranged})


# 1. The start


def test_1_4_players_begin_with_20_life_points() -> None:
    assert [by_kind[0] for by_kind in sample("kingdom").start(1).resources] == [20, 20]


def test_1_5_both_roll_two_dice_and_the_winner_chooses_who_goes_first() -> None:
    engine = sample("kingdom")
    winners: Counter[int] = Counter()
    for seed in range(100):
        state = engine.start(seed)
        rolls = [(event.player, sum(event.details)) for event in state.events if event.kind == "dice"]
        (_, one), (_, other) = rolls[-2:]
        assert one != other  # a tie is rolled again
        assert all(rolls[at][1] == rolls[at + 1][1] for at in range(0, len(rolls) - 2, 2))
        winner = 0 if one > other else 1
        assert state.decider == winner
        winners[winner] += 1
        assert [engine.text(state, a) for a in engine.legal_actions(state)] == ["go first", "go second"]
        assert state.hand == [[], []]  # 1.6 comes after the choice
        engine.apply(state, ("second",) if seed % 2 else ("first",))
        assert state.active == (1 - winner if seed % 2 else winner)
    assert min(winners.values()) > 30


def test_1_6_and_2_1_six_cards_are_drawn_and_whoever_goes_first_skips_the_first_draw() -> None:
    engine = sample("kingdom")
    state = engine.start(4)
    engine.apply(state, ("first",))
    assert [len(hand) for hand in state.hand] == [6, 6]
    first = state.active
    engine.apply(state, ("end",))
    while state.active == first:
        engine.apply(state, ("pass",))
    assert [len(state.hand[p]) for p in (first, 1 - first)] == [6, 8]


def test_1_7_there_is_no_limit_of_the_hand() -> None:
    played = table(hand=((), [CARP] * 4 + [HOUND] * 4 + [LEVY] * 4)).do("end")
    assert len(played.names("hand", 1)) == 14
    played.do("end")
    assert len(played.names("hand", 1)) == 14


# 2. The turn


def test_2_1_two_cards_are_drawn_at_the_start_of_a_turn() -> None:
    played = table(deck=((), (CARP, HOUND, LEVY))).do("end")
    assert played.names("hand", 1) == [CARP, HOUND]


def test_2_2_cards_and_attacks_in_any_order() -> None:
    played = table(field=((LEVY, HOUND), ()), hand=((LEVY, IMP), ()), faces=[1, 2])
    played.do("attack", f'choose "{LEVY}" in 1', "done", f'play "{LEVY}"', "attack", f'play "{IMP}"')
    assert played.names("field") == [LEVY, HOUND, LEVY, IMP]
    assert played.life() == [20, 19]


def test_2_3_the_bonus_draw_is_once_in_each_turn_of_the_opponent() -> None:
    played = Table("kingdom", hand=((), (HOUND, LEVY)), deck=((), (CARP,)))
    played.do("end", f'trade "{HOUND}" for a new card')
    assert played.state.decider == 1 and played.state.active == 1
    assert played.names("discard", 1) == [HOUND]
    assert played.names("hand", 1)[:2] == [LEVY, CARP]
    assert not any("trade" in text for text in played.texts())  # not in one's own turn
    own_turn = Table("kingdom", hand=((LEVY,), ()))
    assert not any("trade" in text for text in own_turn.texts(every=True))


def test_2_3_the_bonus_draw_may_come_before_the_dice_are_rolled() -> None:
    hand = ((), (HOUND, "Wall of Furniture"))
    played = Table("kingdom", field=((LEVY,), ()), hand=hand, deck=((), (CARP,)), faces=[1]).do("attack")
    assert played.texts() == ['play "Wall of Furniture"', "pass"]  # what agents are asked at once
    played.do(f'trade "{HOUND}" for a new card')
    assert played.names("hand", 1) == ["Wall of Furniture", CARP]


def test_2_4_an_empty_deck_is_made_of_the_graveyard() -> None:
    played = table(deck=((), ()))
    state = played.state
    state.discard[1], state.deck[1] = state.deck[1][:5], state.deck[1][5:6]
    played.game.board.changed(state)
    played.do("end")
    assert (len(state.hand[1]), len(state.deck[1]), state.discard[1]) == (2, 4, [])
    assert played.events("recycle")


def test_kp6_without_deck_and_graveyard_nothing_is_drawn() -> None:
    played = table()
    state = played.state
    state.hand[1], state.deck[1], state.discard[1] = state.deck[1], [], []
    played.game.board.changed(state)
    before = len(state.hand[1])
    played.do("end")
    assert len(state.hand[1]) == before and state.outcome is None


def test_2_5_two_cards_in_the_own_turn() -> None:
    played = table(hand=((LEVY, HOUND, IMP), ()))
    played.do(f'play "{LEVY}"', f'play "{HOUND}"')
    assert played.texts() == ["end"]


def test_2_5_two_spells_and_no_creatures_in_the_opponents_turn() -> None:
    played = table(field=((LEVY, HOUND, IMP), ()), hand=((), (["Trapdoor"] * 3) + [HOUND]), faces=[1, 1, 1])
    played.do("attack", f'choose "{LEVY}" in 1', "done")
    assert played.texts() == ['play "Trapdoor"', "pass"]
    played.do('play "Trapdoor"', f'choose "{LEVY}" in opposing 1')
    played.do('play "Trapdoor"', f'choose "{HOUND}" in opposing 2')
    assert played.names("field") == [IMP]  # the third Trapdoor cannot be played, so the dice were rolled
    assert played.state.decider == 0
    assert played.state.plays == [0, 2]


def test_2_5_and_kp3_a_cost_is_paid_when_the_effect_happens() -> None:
    heron = "Bell-Tower Heron"
    played = table(field=((heron,), ()), hand=((LEVY,), ("Breakfast Bell",)), deck=((CARP,), ()))
    played.do(f'use "{heron}" in 1: effect 1')
    assert played.state.decider == 1
    assert played.names("hand") == [LEVY]  # not paid yet
    played.do("pass")
    assert played.names("hand") == [CARP] and played.names("deck")[-1] == LEVY


def test_2_6_the_third_card_of_a_player_with_less_life_once_a_game() -> None:
    played = table(hand=([LEVY] * 4 + [HOUND] * 4, ()))
    played.state.resources[0][0] = 19
    played.do(*[f'play "{LEVY}"'] * 3)
    assert played.texts() == ["end"]
    assert played.state.third == [1, 0]
    played.do("end", "end")
    played.do(*[f'play "{HOUND}"'] * 2)
    assert not any(text.startswith("play") for text in played.texts())


@pytest.mark.parametrize("life", [20, 21])
def test_kp2_the_third_card_needs_strictly_less_life(life: int) -> None:
    played = table(hand=([LEVY] * 3, ()))
    played.state.resources[0][0] = life
    played.do(*[f'play "{LEVY}"'] * 2)
    assert not any(text.startswith("play") for text in played.texts())


def test_kp2_the_third_card_is_in_the_own_turn_alone() -> None:
    played = table(field=((LEVY, HOUND), ()), hand=((), ["Trapdoor"] * 3), faces=[1, 1])
    played.state.resources[1][0] = 5
    played.do("attack", f'choose "{LEVY}" in 1', f'choose "{HOUND}" in 2')
    played.do('play "Trapdoor"', f'choose "{LEVY}" in opposing 1')
    played.do('play "Trapdoor"', f'choose "{HOUND}" in opposing 2')
    assert played.state.decider == 0 and played.names("hand", 1) == ["Trapdoor"]


def test_2_6_a_permission_to_play_more_comes_before_the_third_card() -> None:
    more = spell("Feast", Apply(Can("play", Selector(), times=1, who="you")))
    played = table(hand=(["Feast", *[LEVY] * 4], ()), own=(more,))
    played.state.resources[0][0] = 10
    played.do('play "Feast"', *[f'play "{LEVY}"'] * 2)
    assert played.state.third == [0, 0]
    played.do(f'play "{LEVY}"')
    assert played.state.third == [1, 0] and played.texts() == ["end"]


def test_2_7_and_kp3_the_stack_resolves_from_the_top_once_nobody_adds_to_it() -> None:
    played = table(
        field=((HOUND,), (LEVY,)), hand=(("Trapdoor", "Trapdoor"), ("Breakfast Bell", CARP)),
        deck=((), (IMP, LEVY)),
    )  # fmt: skip
    played.do('play "Trapdoor"', f'choose "{LEVY}" in opposing 1')
    assert played.state.decider == 1  # the other player's chance to respond
    played.do('play "Breakfast Bell"')
    assert played.state.decider == 0 and played.texts() == ['play "Trapdoor"', "pass"]
    assert played.game.waiting(played.state) == ["Breakfast Bell", "Trapdoor"]
    played.do("pass")
    # The bell, on top, resolves first; nothing can be added now, though there is a decision.
    assert played.names("hand", 1) == [CARP, IMP, LEVY] and played.names("field", 1) == [LEVY]
    played.do(f'choose "{CARP}"')
    assert played.names("field", 1) == []
    assert Counter(played.names("discard", 1)) == {CARP: 1, "Breakfast Bell": 1, LEVY: 1}


def test_2_8_and_kp7_nothing_loops_within_a_turn() -> None:
    heron = "Bell-Tower Heron"
    played = table(field=((heron, heron), ()), hand=((LEVY,), ()))
    played.do(f'use "{heron}" in 1: effect 1', f'use "{heron}" in 2: effect 1')
    assert not any("use" in text for text in played.texts())


def test_2_10_effects_of_a_creature_wait_for_the_responses_to_its_arrival() -> None:
    played = table(
        field=((LEVY,), ()), hand=((CARP,), ("Trapdoor",)), deck=((HOUND, IMP), ()), faces=[4]
    )  # fmt: skip
    played.do(f'play "{CARP}"', 'play "Trapdoor"')
    # Trapdoor has destroyed the only creature in play (and its owner drew) before the carp arrived.
    kinds = [event.kind for event in played.state.events]
    assert kinds.index("destroy") < kinds.index("enter") < kinds.index("roll")
    assert played.names("hand") == [HOUND, IMP]


def test_2_10_and_kp4_simultaneous_effects_the_active_players_first() -> None:
    played = table(field=((IMP,), (IMP,)), hand=(("Trapdoor",), ("Trapdoor",)), faces=[2, 2])
    played.state.resources = [[1], [1]]
    played.do('play "Trapdoor"', f'choose "{IMP}" in opposing 1')
    played.do('play "Trapdoor"', f'choose "{IMP}" in opposing 1')
    # Both Imps have been destroyed by the stack; the active player's effect is first, and ends the match.
    assert played.state.outcome[:3] == ("win", 0, "the other player has no life points left")


def test_2_11_a_spell_whose_target_is_gone_fizzles_and_goes_to_the_graveyard() -> None:
    played = table(field=((), (LEVY,)), hand=(("Trapdoor",), ("Trapdoor",)))
    played.do('play "Trapdoor"', 'play "Trapdoor"')
    # There was one target for both; the response resolved first.
    assert played.events("fizzle") and played.names("discard") == ["Trapdoor"]
    assert played.names("hand", 1) and len(played.names("hand", 1)) == 1  # drawn once


def test_2_11_a_spell_without_a_target_cannot_be_played_a_creature_can() -> None:
    played = table(hand=(("Trapdoor", "Royal Pardon", CARP), ()), faces=[1])
    assert played.texts() == [f'play "{CARP}"', "end"]
    assert "target" in played.game.why_not(played.state, played.state.hand[0][0])


def test_2_12_and_2_13_a_found_card_is_shown_and_a_search_may_fail() -> None:
    played = table(hand=(("Clockwork Herald",), ())).do('play "Clockwork Herald"')
    assert "done" in played.texts()
    assert not any("Trapdoor" in text for text in played.texts())  # creatures alone
    seen = played.game.observation(played.state, 1)
    assert seen.choice.options == ()  # nobody else sees the deck
    played.do(f'choose "{HOUND}"')
    (added,) = played.events("add")
    assert added.known_to == EVERYBODY and played.names("hand") == [HOUND]
    assert played.events("shuffle")
    failed = table(hand=(("Clockwork Herald",), ())).do('play "Clockwork Herald"', "done")
    assert failed.names("hand") == [] and failed.events("shuffle")


# 3. Cards break the rules


def test_3_1_a_card_that_lets_a_player_play_more() -> None:
    more = spell("Feast", Apply(Can("play", Selector(), times=2, who="you")))
    played = table(hand=(["Feast", *[LEVY] * 4], ()), own=(more,))
    played.do('play "Feast"', *[f'play "{LEVY}"'] * 3)
    assert played.texts() == ["end"]


def test_3_2_may_is_optional() -> None:
    heron = "Bell-Tower Heron"
    played = table(field=((heron,), ()), hand=((LEVY,), ()))
    assert f'use "{heron}" in 1: effect 1' in played.texts() and "end" in played.texts()
    assert not any("use" in text for text in table(field=((heron,), ())).texts())  # the whole thing, or not


# 4. Creatures


def test_4_1_a_new_creature_is_on_its_side_and_does_not_attack() -> None:
    played = table(hand=((LEVY,), ())).do(f'play "{LEVY}"')
    assert played.turned() == [LEVY] and "attack" not in played.texts()
    assert played.game.why_not(played.state, played.card(LEVY)) == "It is on its side until your next turn."
    played.do("end", "end")
    assert "attack" in played.texts()


def test_4_2_and_kp8_each_effect_once_in_its_owners_turn_on_its_side_or_not() -> None:
    heron = "Bell-Tower Heron"
    played = table(hand=((heron, LEVY, HOUND), ()), deck=((CARP,), ())).do(f'play "{heron}"')
    played.do(f'use "{heron}" in 1: effect 1', f'choose "{LEVY}"')
    assert not any("use" in text for text in played.texts())
    played.do("end")
    assert not any("use" in text for text in played.texts())  # the turn of the opponent
    played.do("end")
    assert any("use" in text for text in played.texts())


def test_4_2_an_effect_that_was_set_off_twice_happens_once_a_turn() -> None:
    played = table(field=((LEVY, HOUND), ("Sunday Knight",)), faces=[5, 2, 2])
    played.do("attack", f'choose "{LEVY}" in 1', f'choose "{HOUND}" in 2')
    assert played.life() == [20, 19]  # one of two hits is ignored, with one die for the attack
    again = table(field=((LEVY, HOUND), ("Sunday Knight",)), faces=[5, 2, 2])
    again.do("attack", f'choose "{LEVY}" in 1', "done", "attack")
    assert again.life() == [20, 19]  # the knight was brave at the first attack, not at the second


def test_4_2_and_kp4_a_creature_that_comes_back_is_a_new_card() -> None:
    played = table(
        field=((), (IMP,)),
        hand=(("Trapdoor", "Trapdoor"), ()),
        faces=[2],
    )
    played.do('play "Trapdoor"', "pass")
    assert played.life() == [19, 20]
    imp = next(c for c in played.state.discard[1] if played.game.cards[c].name == IMP)
    assert (imp, 0) in played.state.used
    played.game.board.take(played.state, imp)
    played.game.board.enter(played.state, imp, 1, 0)
    played.state.random.faces = [2]
    played.do('play "Trapdoor"')
    assert played.life() == [18, 20]


def test_4_3_even_is_a_hit_and_attackers_are_turned() -> None:
    for face in range(1, 7):
        played = table(field=((LEVY,), ()), faces=[face]).do("attack")
        assert played.life() == [20, 19 if face % 2 == 0 else 20]
        assert played.turned() == [LEVY] and "attack" not in played.texts()


def test_4_3_the_player_chooses_who_attacks() -> None:
    played = table(field=((LEVY, HOUND, IMP), ()), faces=[2, 2])
    played.do("attack", f'choose "{LEVY}" in 1', f'choose "{IMP}" in 3', "done")
    assert played.turned() == [LEVY, IMP] and played.life() == [20, 18]
    assert "attack" in played.texts()  # the Hound still can
    played.do("end", "end")
    assert played.turned() == []


def test_4_5_the_die_of_a_creature_that_is_gone_still_counts() -> None:
    played = table(field=((LEVY,), ()), hand=((), ("Trapdoor",)), faces=[2])
    played.do("attack", 'play "Trapdoor"')
    assert played.names("field") == [] and played.life() == [20, 19]


def test_4_6_and_kp5_rerolls_stack_and_are_declared_before_the_roll() -> None:
    baron = "Hedge Baron"
    played = table(field=((baron, baron, LEVY), ()), hand=((), ("Trapdoor",)), faces=[1, 3, 2])
    played.do("attack", f'choose "{LEVY}" in 3', "done")
    assert played.texts() == ["choose 2", "choose 1", "choose 0"]
    played.do("choose 2")
    assert played.state.decider == 1  # responses come after the declaration, before the roll
    played.do("pass")
    assert played.life() == [20, 19]  # missed twice, hit with the second reroll
    played.do("attack", f'choose "{baron}" in 1', "done")
    assert played.state.decider == 1  # there are no rerolls left this turn to be asked about


def test_4_6_rerolls_are_there_again_in_the_next_turn() -> None:
    played = table(field=(("Hedge Baron", LEVY), ()), faces=[1, 1, 1, 2])
    played.do("attack", f'choose "{LEVY}" in 2', "done", "choose 1", "end", "end")
    played.do("attack", f'choose "{LEVY}" in 2', "done")
    assert played.texts() == ["choose 1", "choose 0"]
    played.do("choose 1")
    assert played.life() == [20, 19]


def test_kp1_only_effects_remove_creatures() -> None:
    played = table(field=((LEVY,), (HOUND,)), faces=[2]).do("attack")
    assert played.names("field", 1) == [HOUND] and played.names("field") == [LEVY]


# 5. The end


def test_5_1_who_has_no_life_points_left_loses() -> None:
    played = table(field=((LEVY,), ()), faces=[2])
    played.state.resources[1][0] = 1
    played.do("attack")
    assert played.state.outcome[:3] == ("win", 0, "the other player has no life points left")


BOTH = spell("Boom", Seq((Lose("life", 20, "you"), Lose("life", 20, "opponent"))))


@pytest.mark.parametrize(
    ("field", "hand", "faces", "winner", "reason"),
    [
        (((LEVY,), ()), ((), (CARP,)), [], 0, "more cards on the battlefield"),
        (((LEVY,), (LEVY,)), ((), (CARP,)), [], 1, "more cards in hand"),
        (((), ()), ((), ()), [1, 2, 2, 1, 3, 3, 6, 1], 1, "the dice decided"),
    ],
)
def test_5_2_5_3_the_tie_break(field: Any, hand: Any, faces: list[int], winner: int, reason: str) -> None:
    played = table(field=field, hand=(("Boom",), hand[1]), own=(BOTH,), faces=faces).do('play "Boom"')
    assert played.state.outcome[:3] == ("win", winner, f"both have no life points left; {reason}")


def test_an_effect_that_costs_both_their_life_is_looked_at_once_it_is_over() -> None:
    seesaw = spell("Seesaw", Seq((Lose("life", 20, "you"), Gain("life", 5, "you"))))
    played = table(hand=(("Seesaw",), ()), own=(seesaw,)).do('play "Seesaw"')
    assert played.state.outcome is None and played.life() == [5, 20]


# The cards


@pytest.mark.parametrize(("face", "cards"), [(3, []), (4, [HOUND]), (5, [HOUND]), (6, [HOUND])])
def test_moat_carp(face: int, cards: list[str]) -> None:
    played = table(hand=((CARP,), ()), deck=((HOUND,), ()), faces=[face]).do(f'play "{CARP}"')
    assert played.names("hand") == cards


def test_bell_tower_heron() -> None:
    played = table(field=(("Bell-Tower Heron",), ()), hand=((LEVY, HOUND), ()), deck=((CARP,), ()))
    played.do('use "Bell-Tower Heron" in 1: effect 1', f'choose "{LEVY}"')
    assert played.names("hand") == [HOUND, CARP] and played.names("deck")[-1] == LEVY


def test_lady_of_the_cistern() -> None:
    for face, life in ((2, 20), (4, 19)):
        played = table(field=((LEVY,), ("Lady of the Cistern",)), faces=[face]).do("attack")
        assert played.life() == [20, life]
    own = table(field=(("Lady of the Cistern",), ()), faces=[2]).do("attack")
    assert own.life() == [20, 19]


def test_hedge_baron() -> None:
    played = table(field=(("Hedge Baron",), ()), faces=[1, 6]).do("attack", "choose 1")
    assert played.life() == [20, 19] and played.events("reroll")
    kept = table(field=(("Hedge Baron",), ()), faces=[1]).do("attack", "choose 0")
    assert kept.life() == [20, 20]


def test_orchard_hound() -> None:
    for face, life in ((3, 20), (5, 19)):
        assert table(field=((HOUND,), ()), faces=[face]).do("attack").life() == [20, life]


@pytest.mark.parametrize("name", [LEVY, "Market Beetles"])
def test_cards_about_decks_do_nothing_in_play(name: str) -> None:
    played = table(hand=((name,), ())).do(f'play "{name}"')
    assert played.names("field") == [name] and played.texts() == ["end"]


def test_kitchen_dragon() -> None:
    for face, life in ((4, 19), (6, 18)):
        assert table(field=(("Kitchen Dragon",), ()), faces=[face]).do("attack").life() == [20, life]


def test_an_ignored_hit_is_ignored_with_all_that_it_costs() -> None:
    played = table(field=(("Kitchen Dragon",), ("Sunday Knight",)), faces=[6, 6]).do("attack")
    assert played.life() == [20, 20]


def test_gate_captain() -> None:
    played = table(hand=(("Gate Captain",), ()), faces=[2]).do('play "Gate Captain"', "attack")
    assert played.life() == [20, 19] and "attack" not in played.texts()


@pytest.mark.parametrize(("face", "life"), [(1, 20), (2, 19), (4, 19), (5, 20), (6, 19)])
def test_powder_imp(face: int, life: int) -> None:
    played = table(field=((), (IMP,)), hand=(("Trapdoor",), ()), faces=[face]).do('play "Trapdoor"')
    assert played.life() == [life, 20]


@pytest.mark.parametrize(("face", "life"), [(4, 19), (5, 20), (6, 20)])
def test_sunday_knight(face: int, life: int) -> None:
    played = table(field=((LEVY,), ("Sunday Knight",)), faces=[face, 2]).do("attack")
    assert played.life() == [20, life]


def test_clockwork_herald() -> None:
    played = table(hand=(("Clockwork Herald",), ()))
    played.do('play "Clockwork Herald"', f'choose "{HOUND}"')
    assert played.names("hand") == [HOUND] and played.names("deck").count(HOUND) == 3


def test_loaded_answer() -> None:
    played = table(field=((LEVY, "Kitchen Dragon"), ()), hand=(("Loaded Answer",), ()), faces=[1])
    assert 'play "Loaded Answer"' not in played.texts()  # there is no attack die to choose
    assert "attackers are declared" in played.game.why_not(played.state, played.state.hand[0][0])
    played.do("attack", f'choose "{LEVY}" in 1', 'choose "Kitchen Dragon" in 2', 'play "Loaded Answer"')
    assert played.texts() == [f'choose "{LEVY}" in 1', 'choose "Kitchen Dragon" in 2']
    played.do('choose "Kitchen Dragon" in 2')
    assert played.life() == [20, 18]  # the Levy's die, the only one rolled, was a 1
    assert played.names("discard") == ["Loaded Answer"]


def test_a_die_that_was_chosen_is_chosen_for_one_attack() -> None:
    played = table(field=((LEVY, HOUND), ()), hand=(("Loaded Answer",), ()), faces=[1])
    played.do("attack", f'choose "{LEVY}" in 1', "done", 'play "Loaded Answer"', "attack")
    assert played.life() == [20, 19]


def test_trapdoor() -> None:
    played = table(field=((LEVY,), (HOUND,)), hand=(("Trapdoor",), ()), deck=((), (CARP,)))
    played.do('play "Trapdoor"', f'choose "{HOUND}" in opposing 1')
    assert played.names("field", 1) == [] and played.names("hand", 1) == [CARP]


def test_royal_pardon() -> None:
    played = table(hand=(("Royal Pardon",), ()), discard=((HOUND, "Trapdoor", LEVY), (IMP,)))
    played.do('play "Royal Pardon"')
    assert played.texts() == [f'choose "{HOUND}"', f'choose "{LEVY}"']
    played.do(f'choose "{LEVY}"')
    assert played.names("hand") == [LEVY]
    assert played.names("discard") == [HOUND, "Trapdoor", "Royal Pardon"]


def test_breakfast_bell() -> None:
    played = table(hand=(("Breakfast Bell",), ()), deck=((HOUND, LEVY), ()))
    played.do('play "Breakfast Bell"', f'choose "{HOUND}"')
    assert played.names("hand") == [LEVY] and set(played.names("discard")) == {HOUND, "Breakfast Bell"}


def test_wall_of_furniture() -> None:
    field = ((LEVY, HOUND, IMP), (LEVY,))
    played = table(field=field, hand=((), ("Wall of Furniture",)), faces=[2, 2, 2, 2])
    played.do("attack", *[f'choose "{name}" in {at}' for at, name in enumerate(field[0], 1)])
    played.do('play "Wall of Furniture"')
    assert played.life() == [20, 19]
    played.do("end", "attack")
    assert played.life() == [19, 19]  # that attack alone


def test_banner_of_both_houses() -> None:
    played = table(field=((LEVY,), (LEVY,)), hand=(("Banner of Both Houses",), ()), faces=[3, 3])
    played.do('play "Banner of Both Houses"', "attack")
    assert played.life() == [20, 19]
    played.do("end", "attack")
    assert played.life() == [20, 19]  # until the end of the turn, and the own creatures alone


# Options and agents


def test_the_numbers_of_the_rules_are_options() -> None:
    assert set(KingdomEngine.OPTIONS) == {
        "life", "hand", "draw", "plays", "third_card", "bonus_draw", "recycle"
    }  # fmt: skip
    played = table(hand=([LEVY] * 3, ()), plays=1, third_card=False, draw=1)
    played.state.resources[0][0] = 1
    played.do(f'play "{LEVY}"')
    assert played.texts() == ["end"]
    played.do("end")
    assert len(played.names("hand", 1)) == 1


def test_prevention_of_hits_is_no_use_to_the_attacker() -> None:
    wall = Prevent("hits", 2)
    played = table(field=((LEVY,), ()), hand=((), ("Wall of Furniture",)))
    state, game = played.state, played.game
    assert game.merit_of_modifier(state, wall, [], game.index.frames[0][0]) == 0.0
    played.do("attack")
    assert game.merit_of_modifier(state, wall, [], game.index.frames[1][0]) > 0
