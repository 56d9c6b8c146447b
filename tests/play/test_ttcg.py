"""The True Trading Card Game: chapters 2.1 to 3.3 of its documentation paragraph by paragraph, and the
rulings where it is silent.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from dawn import FILL, FILLER, Side, Table, spell, unit
from engines import sample

from cardtools.play.agents import GreedyAgent, RandomAgent
from cardtools.play.games.ttcg import TtcgEngine
from cardtools.play.match import play_match

WOLF, BEAR = unit("Wolf"), unit("Bear", attack=400, defense=400)
BIG_WOLF, HUGE_WOLF = unit("Big Wolf", rank=2, attack=500, defense=500), unit("Huge Wolf", rank=3)
BOOK = spell("Book", "draw(1)")
DECK = [FILL] * 40 + [BOOK] * 10


def fresh(**options: Any) -> TtcgEngine:
    return TtcgEngine([{"main": DECK}, {"main": DECK}], options)


def begun(seed: int = 0, **options: Any) -> tuple[TtcgEngine, Any]:
    """The first turn, both hands kept."""
    engine = fresh(**options)
    state = engine.start(seed)
    while state.phase == "mulligan":
        engine.apply(state, ("keep",))
    return engine, state


def activations(table: Table) -> list[str]:
    return [text for text in table.can() if text.startswith("activate")]


# 2.1 Terms


def test_destroy_sends_an_active_card_to_the_discard_pile() -> None:
    table = Table(
        Side({1: unit("Mage", "destroy(under(1, of=field(1, opponent)))")}), Side({2: [WOLF, BEAR]})
    )
    table.use("Mage")
    assert table.discard(1) == ["Wolf"]
    assert table.points == (20, 20)  # a card under another is not active, and costs nothing


def test_owning_is_the_player_whose_deck_a_card_is_from() -> None:
    swap = unit("Mage", "swap(this, field(1, unit, opponent))")
    killer = unit("Sage", "destroy(field(unit, you, rank == 2))")
    table = Table(Side({1: swap, 2: killer}), Side({3: BIG_WOLF})).use("Mage").use("Sage")
    assert table.discard(1) == ["Big Wolf"]  # the owner's pile, and the owner's points
    assert table.points == (20, 18)


def test_t8_below_and_above_are_the_rows_of_a_column() -> None:
    own = Side({2: WOLF}, {2: spell("Crown", "plus(above(unit), attack, 100)"), 3: BOOK})
    assert Table(own).stat("Wolf", "attack") == 300
    own = Side({2: unit("Mage", "destroy(below)")}, {2: BOOK, 3: BOOK})
    table = Table(own).use("Mage")
    assert table.row(0, 5)[1:3] == ["-", "Book"]


# 2.2.1, 2.2.2 The start


def test_the_decks_are_the_players_cards_all_of_them() -> None:
    state = fresh().start(1)
    assert Counter(card for _, _, card in state.places()) == Counter(range(100))


def test_a_die_says_who_begins() -> None:
    begins = Counter(fresh().start(seed).first for seed in range(200))
    assert 70 < begins[0] < 130


def test_t10_each_player_draws_seven_cards() -> None:
    assert [len(hand) for hand in fresh().start(3).hand] == [7, 7]
    assert [len(hand) for hand in fresh(hand=5).start(3).hand] == [5, 5]


def test_t12_a_hand_may_be_shuffled_back_once_for_six_new_cards() -> None:
    engine = fresh()
    state = engine.start(2)
    first = state.active
    assert [engine.text(state, one) for one in engine.legal_actions(state)] == ["keep", "mulligan"]
    engine.apply(state, ("mulligan",))
    assert len(state.hand[first]) == 6
    assert len(state.deck[first]) == 44
    # Once: the other player is asked next.
    assert state.active == 1 - first
    engine.apply(state, ("keep",))
    assert len(state.hand[1 - first]) == 7
    assert state.turn == 1


def test_the_first_player_neither_draws_nor_attacks_on_the_first_turn() -> None:
    engine, state = begun()
    first = state.first
    assert (state.turn, state.active, len(state.hand[first])) == (1, first, 7)
    engine.apply(state, next(one for one in engine.legal_actions(state) if one[0] == "play"))
    assert not [one for one in engine.legal_actions(state) if one[0] in ("battle", "attack", "direct")]
    while state.turn == 1:
        engine.apply(state, engine.legal_actions(state)[-1])
    assert len(state.hand[1 - first]) == 8
    assert len(begun(first_draws=True)[1].hand[first]) == 8
    engine, state = begun(first_attacks=True)
    engine.apply(state, next(one for one in engine.legal_actions(state) if one[0] == "play"))
    assert ("battle",) in engine.legal_actions(state)


# 2.2.3 Turns


def test_a_turn_has_a_draw_a_main_and_a_battle_phase() -> None:
    table = Table(Side({1: WOLF}, hand=[WOLF]), Side(hand=[BOOK]))
    assert table.engine.question(table.state).startswith("Main phase")
    table.do("battle")
    assert table.engine.question(table.state).startswith("Battle phase")
    table.do("end")
    assert (table.state.active, table.hand(1)) == (1, ["Book", FILLER])


def test_a_player_plays_two_cards_in_a_turn() -> None:
    table = Table(Side(hand=[WOLF, BEAR, BOOK, WOLF]))
    table.do('play "Wolf" in 1', 'play "Bear" in 2')
    assert not [text for text in table.can() if text.startswith("play")]
    table = Table(Side(hand=[WOLF, BEAR, BOOK]), plays=1).do('play "Wolf" in 1')
    assert not [text for text in table.can() if text.startswith("play")]


def test_ranking_up_counts_as_playing() -> None:
    table = Table(Side({1: WOLF}, hand=[BIG_WOLF, WOLF, BEAR])).do('play "Big Wolf" on 1', 'play "Wolf" in 2')
    assert not [text for text in table.can() if text.startswith("play")]


def test_a_card_that_an_effect_plays_does_not_count() -> None:
    mage = unit("Mage", 'play(hand(1, "spell"))')
    table = Table(Side({1: mage}, hand=[BOOK, WOLF, BEAR])).use("Mage").do("choose slot 6")
    table.do('play "Wolf" in 2', 'play "Bear" in 3')
    assert table.row() == ["Mage", "Wolf", "Bear", "-", "-"]


def test_a_card_may_say_that_more_can_be_played() -> None:
    mage = unit("Mage", "this_turn(can(play, cards(unit), 1, who=you))")
    table = Table(Side({1: mage}, hand=[WOLF, BEAR, BOOK, BIG_WOLF, unit("Fox"), BOOK])).use("Mage")
    table.do('play "Wolf" in 2', 'play "Bear" in 3')
    assert not [text for text in table.can() if text.startswith('play "Book"')]
    table.do('play "Fox" in 4')
    assert not [text for text in table.can() if text.startswith("play")]


# 2.2.4 Playing cards


def test_cards_are_played_untapped_and_tapped_by_their_effects() -> None:
    table = Table(Side(hand=[BOOK])).do('play "Book" in 6')
    book = table.card("Book")
    assert not table.state.tapped[book]
    table.use("Book")
    assert table.state.tapped[book]
    assert table.engine.is_turned(table.state, book)


def test_effects_can_be_used_at_once_after_the_card_is_played() -> None:
    table = Table(Side(hand=[unit("Mage", "draw(1)"), BOOK])).do('play "Mage" in 1', 'play "Book" in 6')
    assert len(activations(table)) == 2


def test_spells_are_activated_in_the_turns_of_both_units_in_their_owners() -> None:
    own = Side({1: WOLF}, hand=[BEAR])
    other = Side({1: unit("Mage", "draw(1)")}, {1: BOOK})
    table = Table(own, other).do('play "Bear" in 2')
    assert table.state.decider == 1
    assert table.can() == ['activate "Book" in 6: effect 1', "pass"]
    table.do("pass")
    assert "pass" in table.can()  # nothing else was to be done in the main phase, which ends


def test_in_response_to_an_action_a_chain_of_effects_occurs_last_first() -> None:
    order = unit("Mage", "gain(points, 1)"), spell("Book", "lose(points, 1, any)")
    table = Table(Side({1: order[0]}), Side({}, {1: order[1]})).use("Mage")
    assert table.engine.waiting(table.state) == ["Mage"]
    table.use("Book")
    kinds = [(event.kind, event.player) for event in table.events if event.kind in ("gain", "lose")]
    assert kinds == [("lose", 0), ("lose", 1), ("gain", 0)]


@pytest.mark.parametrize(
    ("own", "steps"),
    [
        (Side(hand=[BEAR, WOLF]), ['play "Bear" in 1']),  # a card is played
        (Side({1: unit("Mage", "gain(points, 1)")}, hand=[BEAR]), ["use"]),  # an effect
        (Side({1: WOLF}, hand=[BEAR]), ["battle"]),  # the main phase ends
        (Side({1: WOLF, 2: WOLF}), ["battle", "pass", "pass", "attack 1 -> opponent"]),  # an attack
    ],
)
def test_t13_the_opponent_may_respond(own: Side, steps: list[str]) -> None:
    table = Table(own, Side({}, {1: BOOK}))
    for step in steps:
        if step == "use":
            table.use("Mage")
        else:
            table.do(step)
    assert table.state.decider == 1
    assert table.use("Book").hand(1) == [FILLER]
    assert not table.state.chain


# 2.2.5 Effects


def test_t2_and_t6_both_effects_share_one_tap() -> None:
    own = Side({1: unit("Mage", "draw(1)", "gain(points, 1)")}, hand=[WOLF])
    table = Table(own)
    assert len(activations(table)) == 2
    assert activations(table.use("Mage", 2)) == []
    table.end_turn().end_turn()
    assert table.state.active == 0
    assert activations(table) == []  # nothing untaps by itself
    table = Table(own, Side(hand=[WOLF]), untap="owner_start").use("Mage").end_turn().end_turn()
    assert len(activations(table)) == 2


def test_a_unit_attacks_whether_tapped_or_not() -> None:
    table = Table(Side({1: unit("Mage", "draw(1)")})).use("Mage").battle().do("attack 1 -> opponent")
    assert table.points == (20, 19)


def test_t7_effects_set_off_together_take_place_in_reverse_the_active_players_last() -> None:
    own = Side(
        {
            1: unit("Mage", "destroy(field(rank == 3))"),
            2: unit("A", "on(destroyed(cards(other)), gain(points, 1))"),
        }
    )
    other = Side({1: HUGE_WOLF, 2: unit("B", "on(destroyed(cards(other)), gain(points, 1))")})
    for together, players in (("lifo", [1, 0]), ("fifo", [0, 1])):
        table = Table(own, other, together=together).use("Mage")
        assert [event.player for event in table.events if event.kind == "gain"] == players


def test_an_effect_that_is_no_longer_valid_does_nothing_but_was_activated() -> None:
    own = Side({1: unit("Mage", "destroy(field(1, spell, opponent))")})
    other = Side({}, {1: spell("Rope", "activated(gain(points, 1), cost=destroy(this))")})
    table = Table(own, other).use("Mage").use("Rope")
    assert table.points == (20, 21)
    assert table.happened("destroy") == ["Rope"]
    assert table.state.tapped[table.card("Mage")]


def test_discarded_cards_trigger_only_if_they_were_untapped() -> None:
    ghost = unit("Ghost", "on(discarded(this), gain(points, 3))", "draw(1)")
    killer = Side({1: unit("Mage", "destroy(field(unit, opponent))")})
    assert Table(killer, Side({1: ghost})).use("Mage").points == (20, 22)  # 3 gained, 1 lost
    own = Side({1: ghost, 2: unit("Mage", "destroy(field(unit, you, other))")})
    assert Table(own).use("Ghost", 2).use("Mage").points == (19, 20)


@pytest.mark.parametrize("zone", ["hand", "deck", "under"])
def test_cards_elsewhere_are_considered_untapped(zone: str) -> None:
    ghost = unit("Ghost", "on(discarded(this), gain(points, 3))")
    mage = unit("Mage", {"hand": "discard(hand(1))", "deck": "mill(1)", "under": "destroy(under(1))"}[zone])
    own = {
        "hand": Side({1: mage}, hand=[ghost]),
        "deck": Side({1: mage}, deck=[FILL, ghost]),
        "under": Side({1: [ghost, mage]}),
    }[zone]
    assert Table(own).use("Mage").points == (23, 20)


def test_a_destroyed_card_does_not_activate_its_other_effects() -> None:
    own = Side({1: unit("Mage", "destroy(field(unit, opponent))")})
    table = Table(own, Side({1: unit("Vain", "on(destroyed(cards()), gain(points, 5))", "draw(1)")}))
    assert table.use("Mage").points == (20, 24)  # its text says so; 1 is lost
    assert table.hand(1) == []


def test_normal_effects_are_used_in_ones_own_turn() -> None:
    table = Table(Side({1: unit("Mage", "draw(1)")}, hand=[WOLF]), Side({1: unit("Sage", "draw(1)")}))
    assert activations(table) == ['activate "Mage" in 1: effect 1']


def test_t5_continuous_effects_are_activated_and_stay_while_the_card_is_on_the_field() -> None:
    hymn = unit("Choir", "plus(field(unit, you), attack, 100)", styles=["Continuous"])
    table = Table(Side({1: hymn, 2: WOLF}))
    assert table.stat("Wolf", "attack") == 200
    table.use("Choir")
    assert table.state.tapped[table.card("Choir")]
    assert table.stat("Wolf", "attack") == 300
    table.engine.board.destroy(table.state, table.card("Choir"))
    assert table.stat("Wolf", "attack") == 200
    assert Table(Side({1: hymn, 2: WOLF}), styles="text").stat("Wolf", "attack") == 300


def test_counters_answer_an_action_of_the_opponent() -> None:
    bell = spell("Bell", "on(activates(cards()), counter(it), cost=lose(points, 3))")
    mage = unit("Mage", "gain(points, 5)")
    table = Table(Side({1: mage}, {1: bell}), Side({}, {1: bell})).use("Mage")
    assert table.can() == ['activate "Bell" in 6: effect 1', "pass"]
    table.use("Bell")
    # The one who is countered may counter that, which takes place first.
    assert table.state.decider == 0
    assert table.do("pass").points == (20, 17)
    assert table.state.tapped[table.card("Mage")]
    table = Table(Side({1: mage}, {1: bell}), Side({}, {1: bell})).use("Mage").use("Bell").use("Bell")
    assert table.points == (22, 17)


def test_equipped_cards_are_destroyed_with_what_they_are_attached_to() -> None:
    blade = spell("Blade", "equip(field(1, unit, you), plus(equipped, attack, 50))")
    own = Side({1: WOLF}, {2: blade})
    table = Table(own).use("Blade")
    assert table.stat("Wolf", "attack") == 250
    table.engine.board.destroy(table.state, table.card("Wolf"))
    assert sorted(table.discard()) == ["Blade", "Wolf"]


def test_an_equip_card_that_is_ranked_up_is_no_longer_attached() -> None:
    blade = spell("Blade", "equip(field(1, unit, you), plus(equipped, attack, 50))")
    own = Side({1: WOLF}, {2: blade}, hand=[spell("Great Blade", rank=2)])
    table = Table(own).use("Blade").do('play "Great Blade" on 7')
    assert table.stat("Wolf", "attack") == 200


def test_latent_effects_are_set_off_only_while_the_card_is_untapped() -> None:
    scout = unit("Scout", "on(attacks(this), gain(points, 1))", "draw(1)", styles=["Latent", "Normal"])
    table = Table(Side({1: scout})).battle().do("attack 1 -> opponent")
    assert table.points == (21, 19)
    assert table.state.tapped[table.card("Scout")]
    table = Table(Side({1: scout})).use("Scout", 2).battle().do("attack 1 -> opponent")
    assert table.points == (20, 19)


def test_dormant_effects_need_a_card_that_was_tapped_in_an_earlier_turn() -> None:
    monk = unit("Monk", "draw(1)", "activated(gain(points, 1), condition=exists(this(state=tapped)))")
    own = Side({1: monk}, hand=[WOLF])
    table = Table(own, Side(hand=[WOLF]))
    assert activations(table) == ['activate "Monk" in 1: effect 1']
    assert activations(table.use("Monk")) == []
    table.end_turn().end_turn()
    assert activations(table) == ['activate "Monk" in 1: effect 2']
    assert activations(table.use("Monk", 2)) == []


def test_passive_effects_are_always_active_tapped_or_not() -> None:
    range_ = unit("Range", "draw(1)", "on(turn_starts(you), gain(points, 1))", styles=["Normal", "Passive"])
    table = Table(Side({1: range_}, hand=[WOLF]), Side(hand=[WOLF])).use("Range")
    table.end_turn().end_turn()
    assert table.points == (21, 20)
    own = Side({1: unit("Wall", "draw(1)", "cannot(be_destroyed, this)"), 2: BEAR})
    table = Table(own).use("Wall")
    assert not table.engine.board.destroy(table.state, table.card("Wall"))


# 2.2.6 Leveling up


def test_ranks_above_one_are_played_on_a_card_of_their_type_and_one_rank_less() -> None:
    fox = unit("Fox", type="fire", rank=2)
    own = Side({1: WOLF, 2: BIG_WOLF}, {1: BOOK}, hand=[BIG_WOLF, HUGE_WOLF, fox, spell("Tome", rank=2)])
    plays = [text for text in Table(own).can() if text.startswith("play")]
    assert plays == ['play "Big Wolf" on 1', 'play "Huge Wolf" on 2', 'play "Tome" on 6']


def test_cards_underneath_are_untapped_stay_and_are_not_used() -> None:
    own = Side({1: unit("Mage", "draw(1)")}, hand=[BIG_WOLF])
    table = Table(own).use("Mage").do('play "Big Wolf" on 1')
    assert table.names(table.state.field[0][0]) == ["Mage", "Big Wolf"]
    assert not table.state.tapped[table.card("Mage")]
    assert activations(table) == []


def test_cards_underneath_do_not_count_toward_the_limit_of_the_field() -> None:
    own = Side({1: [WOLF, BIG_WOLF], 2: WOLF, 3: WOLF, 4: WOLF}, hand=[BEAR, unit("Fox")])
    table = Table(own).do('play "Bear" in 5')
    assert not [text for text in table.can() if text.startswith("play")]


# 2.2.7 Battle


def test_each_unit_attacks_once() -> None:
    table = Table(Side({1: WOLF, 2: WOLF})).battle().do("attack 1 -> opponent")
    assert table.can() == ["attack 2 -> opponent", "end"]


def test_units_of_the_opponent_must_be_attacked_first() -> None:
    table = Table(Side({1: BEAR, 2: WOLF}), Side({4: WOLF})).battle()
    assert table.can() == ["attack 1 -> 4", "attack 2 -> 4", "end"]
    table.do("attack 1 -> 4")
    assert table.can() == ["attack 2 -> opponent", "end"]


def test_a_card_may_attack_directly_or_twice_if_a_card_says_so() -> None:
    own = Side({1: unit("Ghost", "can(attack_directly, this)"), 2: unit("Fury", "can(attack, this, 2)")})
    table = Table(own, Side({4: BEAR})).battle()
    assert table.can() == ["attack 1 -> 4", "attack 1 -> opponent", "attack 2 -> 4", "end"]
    own = Side({2: unit("Fury", "can(attack, this, 2)")})
    table = Table(own).battle().do("attack 2 -> opponent", "attack 2 -> opponent")
    assert table.points == (20, 18)


@pytest.mark.parametrize(
    ("attack", "defense", "row"),
    [(300, 200, ["Wolf", "-"]), (200, 300, ["-", "Bear"]), (250, 250, ["Wolf", "Bear"])],
)
def test_attack_is_compared_with_defense(attack: int, defense: int, row: list[str]) -> None:
    own = Side({1: unit("Wolf", attack=attack, defense=1)})
    table = Table(own, Side({1: unit("Bear", attack=999, defense=defense)})).battle().do("attack 1 -> 1")
    assert [table.row(0)[0], table.row(1)[0]] == row


def test_t3_equal_strength_may_destroy_both_or_the_attacker() -> None:
    for equal, row in (("both", ["-", "-"]), ("attacker", ["-", "Wolf"])):
        table = Table(Side({1: WOLF}), Side({1: WOLF}), equal=equal).battle().do("attack 1 -> 1")
        assert [table.row(0)[0], table.row(1)[0]] == row


def test_the_card_underneath_becomes_active() -> None:
    table = Table(Side({1: BIG_WOLF}), Side({1: [WOLF, BEAR]})).battle().do("attack 1 -> 1")
    assert table.row(1)[0] == "Wolf"
    assert table.points == (20, 19)
    assert table.can() == ["end"] or table.state.active == 1


def test_spells_below_add_to_their_unit() -> None:
    own = Side({1: WOLF}, {1: spell("Blade", attack=50, defense=-300)})
    table = Table(own)
    assert (table.stat("Wolf", "attack"), table.stat("Wolf", "defense")) == (250, 0)


def test_t22_a_defender_that_is_gone_is_not_attacked() -> None:
    other = Side({1: WOLF}, {1: spell("Door", "to_hand(field(1, unit, you))")})
    table = Table(Side({1: BEAR}), other).battle()
    while "attack 1 -> 1" not in table.can():
        table.do("pass")
    table.do("attack 1 -> 1").use("Door")
    assert table.points == (20, 20)
    assert "Wolf" in table.hand(1)


# 2.2.8 Points


def test_everybody_starts_with_twenty_points() -> None:
    assert fresh().start(0).resources == [[20], [20]]
    assert fresh(points=30).start(0).resources == [[30], [30]]


def test_t9_a_destroyed_unit_costs_its_owner_its_rank() -> None:
    own = Side({1: unit("Mage", "destroy(field(unit, opponent))"), 2: BEAR})
    assert Table(own, Side({1: BIG_WOLF, 2: WOLF})).use("Mage").points == (20, 17)
    table = Table(Side({1: unit("Mage", "destroy(field(spell, opponent))")}), Side({}, {1: BOOK})).use("Mage")
    if table.state.choice:
        table.do("pass")
    assert table.points == (20, 20)
    assert Table(own, Side({1: BIG_WOLF}), kills="destroyer_gains").use("Mage").points == (22, 20)


def test_a_direct_attack_costs_the_rank_of_the_attacker() -> None:
    assert Table(Side({1: HUGE_WOLF})).battle().do("attack 1 -> opponent").points == (20, 17)


def test_the_rank_as_it_is_then() -> None:
    mage = unit(
        "Mage", "this_turn(set_to(field(1, unit, opponent), rank, 4))", "destroy(field(unit, opponent))"
    )
    table = Table(Side({1: mage, 2: unit("Sage", "destroy(field(unit, opponent))")}), Side({1: WOLF}))
    assert table.use("Mage").use("Sage").points == (20, 16)


def test_t1_a_player_without_points_loses_and_both_at_once_draw() -> None:
    table = Table(Side({1: unit("Mage", "lose(points, 25, opponent)")})).use("Mage")
    assert table.state.outcome[:3] == ("win", 0, "the opponent has no points left")
    assert table.can() == []
    table = Table(Side({1: unit("Mage", "lose(points, 20, any)")})).use("Mage")
    assert table.state.outcome is not None
    assert table.state.outcome.kind == "draw"


def test_t1_a_match_may_be_won_with_a_target_of_points() -> None:
    own = Side({1: unit("Mage", "gain(points, 10)")})
    assert Table(own).use("Mage").state.outcome is None
    table = Table(own, win="target", target=30).use("Mage")
    assert table.state.outcome[:3] == ("win", 0, "enough points")


# 2.2.9 to 2.2.11


def test_a_row_has_five_places() -> None:
    full = dict.fromkeys(range(1, 6), WOLF)
    table = Table(Side(full, dict.fromkeys(range(1, 6), BOOK), hand=[BEAR, BOOK]))
    assert not [text for text in table.can() if text.startswith("play")]


def test_empty_columns_are_the_same_and_others_are_not() -> None:
    table = Table(Side({2: WOLF}, {4: BOOK}, hand=[BEAR]))
    assert [text for text in table.can() if text.startswith("play")] == [
        'play "Bear" in 1',
        'play "Bear" in 4',
    ]
    assert len([text for text in table.can(every=True) if text.startswith("play")]) == 4


def test_hands_are_cut_to_ten_at_the_end_of_the_turn() -> None:
    table = Table(Side(hand=[BOOK] * 6 + [spell("Rope")] * 6))
    table.end_turn()
    assert table.state.choice is not None
    table.do('choose "Book"', 'choose "Rope"')
    assert sorted(table.discard()) == ["Book", "Rope"]
    assert len(table.hand()) == 10


def test_t4_who_cannot_draw_takes_five_points_of_damage_each_turn() -> None:
    table = Table(Side(hand=[WOLF]), Side(hand=[WOLF], deck=[])).end_turn()
    assert table.points == (20, 15)
    # An effect that draws more than there is cannot be activated; one that must take place does nothing.
    assert Table(Side({1: unit("Mage", "draw(2)")}, deck=[FILL])).can() == ["battle"]
    table = Table(Side({1: unit("Mage", "on(attacks(this), draw(1))")}, deck=[])).battle()
    assert table.do("attack 1 -> opponent").points == (20, 19)
    assert not table.happened("tap")
    assert (
        Table(Side({1: unit("Mage", "draw(1)")}, deck=[]), effect_draw="damage").use("Mage").points[0] == 15
    )


# 3.1 to 3.3


def test_spells_are_a_type_of_their_own() -> None:
    table = Table(
        Side({1: unit("Mage", "destroy(field(1, opponent, type=spell))")}), Side({1: WOLF}, {1: BOOK})
    )
    table.use("Mage")
    table.do("pass")
    assert table.discard(1) == ["Book"]


def test_units_have_several_sub_types() -> None:
    finch = unit("Finch", subtypes="avian fairy")
    own = Side({1: unit("Mage", "gain(points, count(field(unit, subtype=fairy)))"), 2: finch})
    assert Table(own).use("Mage").points[0] == 21


@pytest.mark.parametrize(
    ("ability", "after"),
    [
        ("activated(draw(1), cost=discard(1))", ((20, 20), [FILLER])),  # Discard one card to
        ("activated(draw(1), cost=lose(points, 2))", ((18, 20), ["Book", FILLER])),  # Lose X points to
        (
            "activated(draw(1), cost=gain(points, 1, opponent))",
            ((20, 21), ["Book", FILLER]),
        ),  # Let your opponent
        ("activated(draw(1), cost=destroy(this))", ((19, 20), ["Book", FILLER])),  # Destroy this card to
        (
            "activated(draw(1), condition=exists(field(unit, you)))",
            ((20, 20), ["Book", FILLER]),
        ),  # If you control
    ],
)
def test_conditions(ability: str, after: tuple[tuple[int, int], list[str]]) -> None:
    table = Table(Side({1: unit("Mage", ability)}, hand=[spell("Book", rank=2)])).use("Mage")
    assert (table.points, table.hand()) == after


def test_t14_discard_this_card_is_done_from_the_hand() -> None:
    imp = unit("Imp", "activated(destroy(field(1, unit, opponent)), cost=discard(this))")
    table = Table(Side({2: imp}, hand=[imp]), Side({1: WOLF}))
    assert activations(table) == ['activate "Imp" from hand: effect 1']
    table.do('activate "Imp" from hand: effect 1')
    assert (table.discard(), table.discard(1), table.points) == (["Imp"], ["Wolf"], (20, 19))
    assert table.state.plays == []


def test_when_an_enemy_attacks_comes_before_the_attack() -> None:
    guard = unit("Guard", "on(attacks(cards(opponent)), stop_attack(it))")
    table = Table(Side({1: BEAR}), Side({1: guard})).battle().do("attack 1 -> 1")
    assert table.row(1)[0] == "Guard"
    assert table.happened("stop_attack") == ["Bear"]
    assert "attack 1 -> 1" not in table.can()  # it has attacked


def test_after_this_card_attacks_comes_after_the_attack() -> None:
    raider = unit("Raider", "on(attacked(this), draw(2), cost=to_hand(this))", attack=300)
    table = Table(Side({1: raider}), Side({1: WOLF})).battle().do("attack 1 -> 1")
    assert table.discard(1) == ["Wolf"]
    table.do("yes")
    assert sorted(table.hand()) == [FILLER, FILLER, "Raider"]


def test_when_this_card_attacks_a_kind_of_unit_or_directly() -> None:
    hunter = unit("Hunter", "on(attacks(this, cards(unit, type=fire)), destroy(defender))")
    fire = unit("Fire", type="fire", defense=900)
    table = Table(Side({1: hunter}), Side({1: fire, 2: WOLF})).battle().do("attack 1 -> 1")
    assert table.discard(1) == ["Fire"]
    assert table.points == (20, 19)
    duelist = unit("Duelist", "on(attacks(this, direct=True), lose(points, 1, opponent))")
    assert Table(Side({1: duelist})).battle().do("attack 1 -> opponent").points == (20, 18)


def test_when_another_card_is_destroyed() -> None:
    boar = unit("Boar", "on(destroyed(cards(other)), while_in_play(plus(this, attack, 100)))")
    own = Side({1: boar, 2: unit("Mage", "destroy(field(unit, opponent))")})
    assert Table(own, Side({1: WOLF})).use("Mage").stat("Boar", "attack") == 300


def test_during_the_opponents_phase() -> None:
    chain = spell("Chain", "activated(counter(chain(1, unit)), turn=opponent, phase=battle)")
    own = Side({1: unit("Mage", "gain(points, 5)"), 2: unit("Sage", "gain(points, 5)")})
    table = Table(own, Side({}, {1: chain})).use("Mage")
    assert table.points == (25, 20)  # not in the main phase
    table.battle().use("Sage").use("Chain")
    assert table.points == (25, 20)


def test_another_card_on_the_field_must_be_there_to_activate() -> None:
    mage = unit("Mage", "destroy(field(1, other))")
    assert activations(Table(Side({1: mage}))) == []
    assert Table(Side({1: mage}), Side({1: WOLF})).use("Mage").discard(1) == ["Wolf"]


def test_when_played_by_ranking_up() -> None:
    lord = unit("Lord", "on(ranks_up(this), gain(points, 3))", rank=2)
    assert Table(Side({1: WOLF}, hand=[lord])).do('play "Lord" on 1').points == (23, 20)


def test_cards_of_other_zones_may_rank_up_where_an_effect_says_so() -> None:
    mage = unit("Mage", "this_turn(can(rank_up, cards(unit), who=you, using=discard_pile()))")
    seer = unit("Seer", "this_turn(can(rank_up, cards(unit), who=you, using=deck()))")
    own = Side({1: mage, 2: WOLF, 3: seer}, discard=[BIG_WOLF], deck=[FILL, BIG_WOLF])
    table = Table(own).use("Mage").use("Seer")
    assert 'play "Big Wolf" on 2' in table.can()
    assert "search the deck to rank up 2" in table.can()
    table.do("search the deck to rank up 2", 'choose "Big Wolf"')
    assert table.row()[1] == "Big Wolf"
    assert len(table.state.plays) == 1


def test_units_cannot_attack_or_activate_where_a_card_says_so() -> None:
    lord = unit(
        "Lord", "static(cannot(attack, field(unit, opponent)), cannot(activate, field(unit, opponent)))"
    )
    table = Table(Side({1: unit("Mage", "draw(1)")}, hand=[WOLF]), Side({1: lord}))
    assert activations(table) == []
    assert not [text for text in table.battle().can() if text.startswith("attack")]


def test_effects_of_units_do_nothing_where_a_card_counters_them() -> None:
    hex_ = unit("Hex", "static(cannot(resolve, field(unit, opponent)))")
    table = Table(Side({1: unit("Mage", "gain(points, 5)")}), Side({1: hex_})).use("Mage")
    assert table.points == (20, 20)
    assert table.happened("countered") == ["Mage"]


# Rulings


def test_t11_cards_are_played_in_a_tier() -> None:
    own = Side({1: unit("Wolf", attack=300, defense=200)}, {2: spell("Blade", attack=5)})
    table = Table(own, rarity=4)
    assert (table.stat("Wolf", "attack"), table.stat("Wolf", "defense")) == (315, 215)
    assert table.engine.index.printed["attack"][table.card("Blade")] == 20


def test_every_text_of_the_sample_decks_runs() -> None:
    engine = sample("ttcg")
    assert all(not text.blank and text.abilities for card in engine.cards for text in card.texts)


def test_matches_end_and_both_decks_win() -> None:
    engine = sample("ttcg")
    won = Counter(play_match(engine, (GreedyAgent(), GreedyAgent()), seed)[0].winner for seed in range(40))
    assert won[0] >= 8
    assert won[1] >= 8


def test_greedy_players_beat_random_ones_nearly_always() -> None:
    engine = sample("ttcg")
    won = 0
    for seed in range(100, 150):
        for seat, agents in enumerate(((GreedyAgent(), RandomAgent()), (RandomAgent(), GreedyAgent()))):
            won += play_match(engine, agents, seed)[0].winner == seat
    assert won >= 85


def test_a_phase_with_nothing_to_do_ends_by_itself() -> None:
    own = Side({1: unit("Mage", "draw(1)")}, deck=[FILL, HUGE_WOLF])
    table = Table(own, Side(hand=[WOLF])).use("Mage")
    assert table.state.phase == "battle"
    table.do("attack 1 -> opponent")
    assert table.state.active == 1


def test_the_value_of_a_state_is_that_of_one_player_against_the_other() -> None:
    table = Table(Side({1: BEAR}), Side({1: WOLF}))
    value = table.engine.value(table.state, 0)
    assert 0 < value < 1
    assert table.engine.value(table.state, 1) == -value
