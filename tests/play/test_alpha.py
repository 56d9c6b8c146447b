"""The Alpha Fixed Ruleset, paragraph by paragraph, and the rulings where it is silent."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from engines import CREATURE, EACH, sample

from cardtools.play.agents import GreedyAgent
from cardtools.play.engine import CardText, Definition
from cardtools.play.games.alpha import COMBAT, END, AlphaEngine, AlphaState
from cardtools.play.match import play_match
from cardtools.play.state import EMPTY
from cardtools.programs.tree import Effect, OnPlay
from cardtools.programs.verbs.damage import Damage
from cardtools.programs.verbs.gain import Gain
from cardtools.programs.verbs.move import Move
from cardtools.programs.verbs.seq import Seq


def creature(name: str, health: int = 3, attack: int = 2, cost: int = 1) -> Definition:
    return Definition(name, frozenset({"creature"}), {"health": health, "attack": attack, "cost": cost})


def thing(name: str, effect: Effect, cost: int = 0) -> Definition:
    return Definition(name, frozenset({"object"}), {"cost": cost}, (CardText(name, (OnPlay(effect),)),))


WOLF, BEAR, MOUSE = creature("Wolf"), creature("Bear", 5, 3, 3), creature("Mouse", 1, 1, 0)
BOLT, BLAST = thing("Bolt", Damage(CREATURE, 2)), thing("Blast", Damage(EACH, 1))
KEY = thing("Key", Move(CREATURE, "discard", "destroy"))
DECK = [WOLF] * 12 + [BEAR] * 6 + [MOUSE] * 6 + [BOLT] * 2 + [BLAST] * 2 + [KEY] * 2


def engine(**options: Any) -> AlphaEngine:
    return AlphaEngine([{"main": DECK}, {"main": DECK}], options)


def arranged(
    own: dict[int, str] | None = None,
    other: dict[int, str] | None = None,
    hand: list[str] | None = None,
    energy: int = 10,
    deck: int = 5,
) -> tuple[AlphaEngine, AlphaState]:
    """A turn of player 0 with these creatures in the slots, from 0, and these cards in the hand. All other
    cards but `deck` of each player are in the discard piles.
    """
    game = engine()
    state = game.start(0)
    for player in (0, 1):
        left = list(game.decks[player])

        def take(name: str, left: list[int] = left) -> int:
            card = next(card for card in left if game.cards[card].name == name)
            left.remove(card)
            return card

        state.slots[player] = [EMPTY] * 5
        for slot, name in ((own, other)[player] or {}).items():
            state.slots[player][slot] = take(name)
        state.hand[player] = [take(name) for name in (hand or [] if player == 0 else [])]
        state.deck[player] = [take("Wolf") for _ in range(deck)]
        state.discard[player] = left
        places = (state.slots[player], state.hand[player], state.deck[player])
        state.creatures[player] = sum(game.is_creature[c] for cards in places for c in cards if c != EMPTY)
    state.health = game.health[:]
    state.active = state.decider = 0
    state.phase, state.energy, state.most_energy = "action", [energy, energy], [energy, energy]
    return game, state


def do(game: AlphaEngine, state: AlphaState, *texts: str) -> None:
    """Do what the texts say, each of which is legal."""
    for text in texts:
        action = game.parse(state, text)
        assert action is not None, (text, [game.text(state, known) for known in game.legal_actions(state)])
        game.apply(state, action)


def names(game: AlphaEngine, cards: list[int]) -> list[str]:
    return ["-" if card == EMPTY else game.cards[card].name for card in cards]


def texts(game: AlphaEngine, state: AlphaState, every: bool = False) -> list[str]:
    return [game.text(state, action) for action in game.legal_actions(state, every)]


# 2. Players and match setup


def test_each_player_begins_with_five_cards_of_a_shuffled_deck() -> None:
    game = engine()
    orders = set()
    for seed in range(20):
        state = game.start(seed)
        first = state.active
        assert [len(state.hand[p]) for p in (first, 1 - first)] == [6, 5]  # the first has drawn for the turn
        assert [len(state.deck[p]) for p in (first, 1 - first)] == [24, 25]
        orders.add(tuple(state.deck[0]))
    assert len(orders) == 20


def test_a_seeded_value_decides_who_begins() -> None:
    game = engine()
    begun = Counter(game.start(seed).active for seed in range(400))
    assert 150 < begun[0] < 250
    assert game.start(5).active == game.start(5).active


# 3. Win condition


def test_a_player_without_creatures_in_deck_hand_and_battlefield_loses() -> None:
    game, state = arranged({0: "Bear"}, {0: "Mouse"}, deck=0)
    do(game, state, "combat", "attack 1 -> 1")
    assert state.outcome is None  # asked after combat, not at once
    do(game, state, "end")
    assert state.outcome[:3] == (
        "win",
        0,
        "the other player has no creature left in deck, hand and battlefield",
    )


def test_ap2_creatures_in_deck_or_hand_keep_a_player_in_the_match() -> None:
    game, state = arranged({0: "Bear"}, {0: "Mouse"}, deck=1)
    do(game, state, "combat", "attack 1 -> 1", "end")
    assert state.outcome is None


def test_ap1_the_last_creature_destroyed_in_the_action_phase_does_not_end_the_match_at_once() -> None:
    game, state = arranged({}, {0: "Mouse"}, ["Bolt", "Wolf"], deck=0)
    do(game, state, 'use "Bolt" on opposing 1')
    assert state.outcome is None
    do(game, state, 'play "Wolf" in 1', "combat", "end")
    assert state.outcome is not None
    assert state.outcome.winner == 0


def test_both_without_creatures_is_a_draw() -> None:
    game, state = arranged({0: "Wolf"}, {0: "Wolf"}, ["Blast", "Key"], deck=0)
    do(game, state, 'use "Blast"', "combat", "attack 1 -> 1", "end")
    assert state.outcome is not None
    assert state.outcome.kind == "draw"


# 4. Zones, 5. Board layout


def test_only_one_creature_is_in_a_slot_and_it_stays_there() -> None:
    game, state = arranged({0: "Wolf", 2: "Bear"}, {}, ["Mouse"])
    assert texts(game, state, every=True) == [
        *(f'play "Mouse" in {slot}' for slot in (2, 4, 5)),
        "combat",
    ]
    do(game, state, 'play "Mouse" in 4')
    assert names(game, state.slots[0]) == ["Wolf", "-", "Bear", "Mouse", "-"]


def test_with_five_creatures_none_can_be_summoned() -> None:
    game, state = arranged(dict.fromkeys(range(5), "Wolf"), {}, ["Mouse"])
    assert texts(game, state) == ["combat"]


def test_equal_slots_and_copies_are_offered_once() -> None:
    game, state = arranged({}, {}, ["Mouse", "Mouse"])
    assert texts(game, state) == ['play "Mouse" in 1', "combat"]
    assert len(texts(game, state, every=True)) == 11


# 6. Card types


def test_objects_resolve_at_once_and_go_to_the_discard_pile() -> None:
    game, state = arranged({}, {1: "Bear"}, ["Bolt"])
    do(game, state, 'use "Bolt" on opposing 2')
    assert state.health[state.slots[1][1]] == 3
    assert game.cards[state.discard[0][-1]].name == "Bolt"
    assert names(game, state.slots[0]) == ["-"] * 5


def test_ap8_an_object_without_a_legal_target_cannot_be_played() -> None:
    game, state = arranged({}, {}, ["Bolt", "Key", "Blast"])
    assert texts(game, state) == ['use "Blast"', "combat"]


def test_ap8_creatures_of_either_side_are_targets() -> None:
    game, state = arranged({0: "Wolf"}, {2: "Bear"}, ["Key"])
    assert texts(game, state)[:2] == ['use "Key" on opposing 3', 'use "Key" on own 1']


def test_an_object_that_hits_each_creature_hits_both_sides() -> None:
    game, state = arranged({0: "Mouse", 1: "Wolf"}, {0: "Mouse", 4: "Bear"}, ["Blast"])
    do(game, state, 'use "Blast"')
    assert names(game, state.slots[0] + state.slots[1]) == ["-", "Wolf", *"---", *"----", "Bear"]
    assert state.health[state.slots[0][1]] == 2


# 7. Resources


def test_ap9_energy_grows_by_one_each_turn_and_refills() -> None:
    game = engine()
    state = game.start(1)
    seen = []
    for _ in range(6):
        seen.append((state.turn, state.energy[state.active], state.most_energy[state.active]))
        do(game, state, "combat")
    assert seen == [(1, 1, 1), (2, 1, 1), (3, 2, 2), (4, 2, 2), (5, 3, 3), (6, 3, 3)]
    while state.turn < 40:
        do(game, state, "combat")
    assert max(state.most_energy) == 20 and max(map(len, state.hand)) > 15  # neither has a limit


def test_a_card_is_paid_at_once_and_must_be_affordable() -> None:
    game, state = arranged({}, {}, ["Bear", "Wolf"], energy=3)
    do(game, state, 'play "Bear" in 1')
    assert state.energy[0] == 0
    assert texts(game, state) == ["combat"]


# 8. Turn structure


def test_ap3_a_player_draws_one_card_each_turn_and_none_from_an_empty_deck() -> None:
    game, state = arranged({0: "Wolf"}, {0: "Wolf"}, deck=1)
    do(game, state, "combat", "end")
    assert (len(state.hand[1]), len(state.deck[1])) == (1, 0)
    do(game, state, "combat", "end", "combat", "end")
    assert (state.active, len(state.hand[1]), state.outcome) == (1, 1, None)


def test_no_card_is_played_in_combat() -> None:
    game, state = arranged({0: "Wolf"}, {0: "Wolf"}, ["Mouse", "Bolt"])
    do(game, state, "combat")
    assert texts(game, state) == ["attack 1 -> 1", "attack 1 -> 2", "end"]


def test_ap5_each_creature_attacks_once_those_summoned_this_turn_too() -> None:
    game, state = arranged({0: "Wolf"}, {0: "Bear"}, ["Mouse"])
    do(game, state, 'play "Mouse" in 2', "combat", "attack 2 -> 1", "attack 1 -> 1")
    assert texts(game, state) == ["end"]


def test_ap10_any_creature_attacks_any_slot() -> None:
    game, state = arranged({0: "Wolf"}, {4: "Wolf"})
    do(game, state, "combat")
    expected = ["attack 1 -> 5", *(f"attack 1 -> {slot}" for slot in (1, 2, 3, 4)), "end"]
    assert texts(game, state, every=True) == expected
    do(game, state, "attack 1 -> 5")
    assert state.health[state.slots[1][4]] == 1


def test_ap4_an_attack_on_an_empty_slot_changes_nothing_but_is_an_attack() -> None:
    game, state = arranged({0: "Wolf"}, {})
    do(game, state, "combat")
    (event,) = game.apply(state, ("attack", 0, 3))
    assert event.kind == "direct_pressure"
    assert texts(game, state) == ["end"]


def test_damage_is_dealt_simultaneously() -> None:
    game, state = arranged({0: "Bear"}, {0: "Bear"})
    state.health[state.slots[0][0]] = state.health[state.slots[1][0]] = 3
    do(game, state, "combat", "attack 1 -> 1")
    assert names(game, state.slots[0] + state.slots[1]) == ["-"] * 10
    assert [game.cards[state.discard[p][-1]].name for p in (0, 1)] == ["Bear", "Bear"]


def test_ap6_damage_stays_until_a_creature_is_destroyed() -> None:
    game, state = arranged({0: "Wolf"}, {0: "Bear"})
    do(game, state, "combat", "attack 1 -> 1", "end", "combat", "end")
    assert state.health[state.slots[1][0]] == 3
    assert names(game, state.slots[0])[0] == "-"  # the bear dealt 3


def test_ap7_a_later_attack_on_the_same_target_meets_an_empty_slot() -> None:
    game, state = arranged({0: "Wolf", 1: "Wolf"}, {0: "Mouse"})
    do(game, state, "combat", "attack 1 -> 1")
    assert texts(game, state) == ["attack 2 -> 1", "end"]
    assert [event.kind for event in game.apply(state, ("attack", 1, 0))] == ["direct_pressure"]


# 9. Actions and effects


@pytest.mark.parametrize(
    "effect",
    [Gain("energy", 1), Seq((Damage(CREATURE, 1), Damage(CREATURE, 1))), Move(EACH, "hand", "return")],
)
def test_effects_that_the_rules_do_not_have_are_not_played(effect: Effect) -> None:
    assert AlphaEngine([{"main": [thing("Odd", effect)]}, {}]).steps == [()]


def test_a_target_that_is_destroyed_on_the_way_ends_what_is_done_to_it() -> None:
    both = thing("Both", Seq((Move(CREATURE, "discard", "destroy"), Damage(EACH, 1))))
    game = AlphaEngine([{"main": [both]}, {"main": [WOLF, WOLF]}])
    assert game.steps[0] == ((0, False), (1, True))
    state = game.start(0)
    state.slots[1] = [1, 2, EMPTY, EMPTY, EMPTY]
    state.hand, state.deck = [[0], []], [[], []]
    state.active = state.decider = 0
    do(game, state, 'use "Both" on opposing 1')
    assert (state.slots[1], state.health[2], state.discard) == ([EMPTY, 2, *[EMPTY] * 3], 2, [[0], [1]])


# 10. AI constraints


def choice(game: AlphaEngine, state: AlphaState) -> str:
    from cardtools.play.streams import Stream

    actions = game.legal_actions(state)
    seen = game.observation(state, state.decider)
    return game.text(state, GreedyAgent().choose(game, seen, actions, Stream(0)))


def test_the_ai_removes_enemies_first_then_plays_the_most_expensive_creature() -> None:
    game, state = arranged({}, {0: "Mouse", 1: "Wolf"}, ["Mouse", "Bear", "Bolt"])
    assert choice(game, state) == 'use "Bolt" on opposing 1'
    do(game, state, 'use "Bolt" on opposing 1')
    assert choice(game, state) == 'play "Bear" in 1'


def test_the_ai_uses_no_object_that_destroys_nothing() -> None:
    game, state = arranged({}, {0: "Bear"}, ["Bolt"])
    assert choice(game, state) == "combat"


def test_the_ai_attacks_when_that_is_advantageous() -> None:
    game, state = arranged({0: "Bear"}, {0: "Bear", 1: "Mouse"})
    do(game, state, "combat")
    assert choice(game, state) == "attack 1 -> 2"
    game, state = arranged({0: "Mouse"}, {0: "Bear"})
    do(game, state, "combat")
    assert choice(game, state) == "end"


def test_decisions_of_the_ai_are_deterministic() -> None:
    game = sample("alpha")
    played = [play_match(game, (GreedyAgent(), GreedyAgent()), 9)[1].digest() for _ in range(2)]
    assert played[0] == played[1]


# What the Rules leave open: options


def test_options_are_numbers_of_the_rules() -> None:
    game = engine(hand=3, slots=2, energy=2, draw=2, empty_attacks=False)
    state = game.start(0)
    first = state.active
    assert [len(state.hand[first]), len(state.hand[1 - first])] == [5, 3]
    assert (len(state.slots[0]), state.energy[first]) == (2, 2)
    state.slots[first] = [state.hand[first].pop(), EMPTY]
    game.apply(state, COMBAT)
    assert game.legal_actions(state) == [END]
