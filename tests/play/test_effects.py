"""What each node of the tree of programs does, in small states of the TTCG."""

from __future__ import annotations

import pickle

import pytest
from dawn import FILL, FILLER, Side, Table, spell, unit

from cardtools.play.games.ttcg import TtcgEngine
from cardtools.play.state import HIDDEN
from cardtools.play.streams import Stream
from cardtools.programs.verbs import VERBS


class LooseEngine(TtcgEngine):
    """As games are whose numbers need not be adhered to."""

    EXACT = False


class Loose(Table):
    ENGINE = LooseEngine


WOLF, BEAR, OWL = (
    unit("Wolf"),
    unit("Bear", attack=400, defense=400),
    unit("Owl", type="air", subtypes="avian"),
)
BOOK, ROPE = spell("Book"), spell("Rope")


def mage(*effects: str, **more: object) -> Side:
    """Player 0 has a Mage with these effects in column 1."""
    return Side({1: unit("Mage", *effects)}, **more)  # type: ignore[arg-type]


# Moves


def test_draw_takes_the_top_cards() -> None:
    table = Table(mage("draw(2)", deck=[FILL, WOLF, BEAR])).use("Mage")
    assert table.hand() == ["Bear", "Wolf"]
    assert table.deck() == [FILLER]


def test_draw_by_another_player() -> None:
    table = Table(mage("draw(top(1, opponent))"), Side(deck=[WOLF])).use("Mage")
    assert (table.hand(0), table.hand(1)) == ([], ["Wolf"])


@pytest.mark.parametrize("effect", ["draw(2)", "activated(draw(2), cost=lose(points, 1))"])
def test_drawing_more_than_the_deck_has_is_not_possible_with_a_cost_or_without(effect: str) -> None:
    assert Table(mage(effect, deck=[FILL])).can() == ["battle"]
    table = Table(mage(effect, deck=[FILL]), effect_draw="damage").use("Mage")
    assert table.hand() == [FILLER]
    assert Loose(mage(effect, deck=[FILL])).use("Mage").hand() == [FILLER]


def test_discard_is_chosen_by_its_chooser() -> None:
    table = Table(mage("discard(hand(1, opponent, chooser=opponent))"), Side(hand=[WOLF, BEAR])).use("Mage")
    assert table.state.decider == 1
    assert table.do('choose "Bear"').discard(1) == ["Bear"]
    assert table.state.decider == 0


def test_t15_so_many_cards_move_or_none() -> None:
    effect, other = "discard(hand(3, opponent))", Side(hand=[WOLF, BEAR])
    assert Table(mage(effect), other).can() == ["battle"]
    assert Table(mage(effect), Side(hand=[WOLF, BEAR, OWL])).use("Mage").hand(1) == []
    # In other games it is as many as there are.
    assert Loose(mage(effect), other).use("Mage").hand(1) == []


def test_an_effect_that_cannot_be_performed_any_more_does_nothing() -> None:
    rope = spell("Rope", "activated(gain(points, 1), cost=destroy(field(1, unit, you)))")
    other = Side({1: WOLF, 2: BEAR}, {1: rope})
    table = Table(mage("destroy(field(2, unit, opponent))"), other).use("Mage").use("Rope")
    table.do('choose "Wolf" in 1')
    assert table.row(1)[:2] == ["-", "Bear"]
    assert table.happened("fizzle") == ["Mage"]


def test_up_to_a_number_is_possible_with_one() -> None:
    table = Table(mage("destroy(field(up_to(2), unit, opponent))"), Side({1: WOLF})).use("Mage")
    assert table.do('choose "Wolf" in opposing 1').row(1)[0] == "-"


def test_random_cards_are_nobodys_choice() -> None:
    table = Table(mage("discard(hand(1, random, opponent))"), Side(hand=[WOLF, BEAR])).use("Mage")
    assert len(table.hand(1)) == 1
    assert table.state.choice is None


def test_mill_sends_the_top_of_a_deck_to_the_discard_pile() -> None:
    table = Table(mage("mill(top(2, opponent))"), Side(deck=[FILL, WOLF, BEAR])).use("Mage")
    assert table.discard(1) == ["Bear", "Wolf"]


def test_destroy_all_that_match() -> None:
    other = Side({1: WOLF, 2: BEAR}, {1: BOOK})
    table = Table(mage("destroy(field(unit, opponent))"), other).use("Mage")
    assert table.row(1) == ["-"] * 5
    assert table.row(1, 5)[0] == "Book"


def test_a_card_returns_to_its_owners_hand() -> None:
    table = Table(mage("to_hand(field(1, unit, opponent))"), Side({1: WOLF, 2: BEAR})).use("Mage")
    assert table.can() == ['choose "Wolf" in opposing 1', 'choose "Bear" in opposing 2']
    assert table.do('choose "Bear" in opposing 2').hand(1) == ["Bear"]
    assert table.points == (20, 20)


def test_top_bottom_and_shuffled_into_the_deck() -> None:
    for effect, place in (("top_of_deck", -1), ("bottom_of_deck", 0)):
        table = Table(mage(f"{effect}(field(unit, opponent))"), Side({1: WOLF}, deck=[FILL, FILL])).use(
            "Mage"
        )
        assert table.deck(1)[place] == "Wolf"
    table = Table(mage("shuffle_in(field(unit, opponent))"), Side({1: WOLF}, deck=[FILL] * 30)).use("Mage")
    assert sorted(table.deck(1))[-1] == "Wolf"
    assert "shuffle" in [event.kind for event in table.events]


def test_a_search_shows_the_deck_finds_or_does_not_and_shuffles() -> None:
    effect = "add(deck(1, unit, type=air))"
    for kind, answers in ((Table, ['choose "Owl"', 'choose "Finch"']), (Loose, ['choose "Owl"', "done"])):
        finch = unit("Finch", type="air") if kind is Table else OWL
        table = kind(mage(effect, deck=[OWL, finch, *[FILL] * 20])).use("Mage")
        assert table.can() == answers
        found = table.do('choose "Owl"')
        assert found.hand() == ["Owl"]
        assert "shuffle" in [event.kind for event in found.events]
    # A player may find nothing where numbers are not exact, and knows what is in the own deck.
    assert Loose(mage(effect, deck=[OWL, OWL])).use("Mage").do("done").hand() == []
    table = Table(mage(effect, deck=[WOLF, FILL]))
    assert table.can() == ["battle"]
    assert table.engine.legal_actions(table.engine.observation(table.state, 0)) == [("battle",)]


def test_a_search_is_secret() -> None:
    table = Table(mage("add(deck(1, unit))", deck=[OWL, WOLF, BEAR])).use("Mage")
    engine, state = table.engine, table.state
    own, theirs = engine.observation(state, 0), engine.observation(state, 1)
    assert own.choice is not None
    assert theirs.choice is not None
    assert len(own.choice.options) == 3
    assert theirs.choice.options == ()
    assert set(own.deck[0]) == {HIDDEN}
    assert [engine.text(own, one) for one in engine.legal_actions(own)] == table.can()
    guess = engine.determinise(theirs, Stream(1))
    assert sorted(guess.deck[0]) == sorted(state.deck[0])
    engine.apply(guess, engine.legal_actions(guess)[0])
    assert len(guess.hand[0]) == 1


def test_cards_are_played_to_a_slot_of_their_row() -> None:
    table = Table(mage("play(hand(1))", hand=[OWL, BOOK])).use("Mage")
    table.do('choose "Book"')
    assert table.can() == ["choose slot 6", "choose slot 7"]  # under the Mage, or in an empty column
    table.do("choose slot 6")
    assert table.row(0, 5)[0] == "Book"
    assert table.state.plays == []


def test_cards_are_placed_under_others() -> None:
    table = Table(mage("place(hand(1), this)", hand=[OWL])).use("Mage")
    assert table.names(table.state.field[0][0]) == ["Owl", "Mage"]
    assert table.row() == ["Mage", "-", "-", "-", "-"]


def test_cards_under_this_card_are_moved() -> None:
    own = Side({1: [WOLF, OWL, unit("Mage", "to_hand(under(1))")]})
    table = Table(own).use("Mage").do('choose "Owl" in 1')
    assert table.hand() == ["Owl"]
    assert table.names(table.state.field[0][0]) == ["Wolf", "Mage"]


# Players


def test_gain_and_lose() -> None:
    assert Table(mage("gain(points, 3)")).use("Mage").points == (23, 20)
    assert Table(mage("lose(points, 2, opponent)")).use("Mage").points == (20, 18)
    assert Table(mage("gain(points, 1, any)")).use("Mage").points == (21, 21)


def test_amounts_count_add_and_multiply() -> None:
    other = Side({1: WOLF, 2: BEAR})
    assert Table(mage("gain(points, count(field(unit, opponent)))"), other).use("Mage").points == (22, 20)
    assert Table(mage("gain(points, count(field(unit)) * 2 + 1)"), other).use("Mage").points == (27, 20)
    assert Table(mage("lose(points, total(points, opponent), opponent)")).use("Mage").points == (20, 0)


def test_the_next_phase_or_turn_is_skipped() -> None:
    table = Table(mage("skip(draw, opponent)"), Side(hand=[WOLF])).use("Mage").end_turn()
    assert table.state.active == 1
    assert table.hand(1) == ["Wolf"]
    table = Table(mage("skip(turn, opponent)")).use("Mage").end_turn()
    assert (table.state.active, table.state.turn) == (0, 7)


def test_skipping_may_be_the_cost() -> None:
    ability = "activated(destroy(field(1, unit, opponent)), cost=skip(turn))"
    table = Table(mage(ability), Side(hand=[WOLF, BEAR])).use("Mage")
    assert [skip[:2] for skip in table.state.skips] == [(0, "turn")]
    table.end_turn().do('play "Wolf" in 1', 'play "Bear" in 2').end_turn()
    # The turn is skipped; then the effect is activated, with what is there by now.
    table.do('choose "Bear" in opposing 2')
    assert (table.state.active, table.row(1)[:2], table.points) == (1, ["Wolf", "-"], (20, 19))
    assert len(table.deck()) == 10


def test_what_a_skipped_turn_gives_can_be_responded_to() -> None:
    bell = spell("Bell", "on(activates(cards()), counter(it), cost=lose(points, 3))")
    table = Table(mage("activated(gain(points, 5), cost=skip(turn))"), Side({}, {1: bell})).use("Mage")
    table.end_turn().end_turn()
    assert table.use("Bell").points == (20, 17)


def test_t16_a_skipped_phase_gives_its_effect_once() -> None:
    ability = "activated(gain(points, 5), cost=skip(draw))"
    table = Table(mage(ability), Side(hand=[WOLF])).use("Mage")
    for points in (25, 25):
        table.end_turn().end_turn()
        assert table.points == (points, 20)
    assert len(table.deck()) == 9


def test_piles_are_shuffled_and_cards_revealed() -> None:
    table = Table(mage("seq(shuffle(deck), reveal(hand(opponent)))"), Side(hand=[WOLF, BEAR])).use("Mage")
    assert table.happened("reveal") == ["Wolf", "Bear"]
    table = Table(mage("look(hand(opponent))"), Side(hand=[WOLF])).use("Mage")
    assert [event.known_to for event in table.events if event.kind == "reveal"] == [0]


# Cards on the field


def test_tap_and_untap() -> None:
    table = Table(mage("tap(field(unit, opponent))", "draw(1)"), Side({1: WOLF})).use("Mage")
    assert table.state.tapped[table.card("Wolf", 1)]
    own = Side({1: unit("Mage", "untap(field(unit, you))"), 2: unit("Sage", "draw(1)")})
    table = Table(own).use("Sage").use("Mage")
    assert not table.state.tapped[table.card("Sage")]


def test_counters_are_put_and_counted() -> None:
    own = mage("put_counters(this, 2, age)", hand=[WOLF])
    own = own._replace(units={**own.units, 2: unit("Sage", "gain(points, counters(field(unit, you), age))")})
    assert Table(own).use("Mage").use("Sage").points == (22, 20)


def test_swap_exchanges_stacks_and_controllers() -> None:
    own = Side({1: unit("Mage", "swap(field(1, unit, you), field(1, unit, opponent))"), 2: [OWL, BEAR]})
    table = Table(own, Side({4: WOLF})).use("Mage").do('choose "Bear" in 2')
    assert table.row() == ["Mage", "Wolf", "-", "-", "-"]
    assert table.names(table.state.field[1][3]) == ["Owl", "Bear"]
    assert table.engine.board.controller(table.state, table.card("Owl")) == 1


def test_swap_of_two_positions() -> None:
    own = Side({1: unit("Mage", "swap(field(2, unit, you))"), 2: WOLF, 3: BEAR})
    table = Table(own).use("Mage").do('choose "Wolf" in 2', 'choose "Bear" in 3')
    assert table.row()[:3] == ["Mage", "Bear", "Wolf"]


def test_swap_with_a_card_in_the_hand() -> None:
    own = Side({1: [WOLF, unit("Mage", "swap(this, hand(1, unit, type=air))")]}, hand=[OWL, BEAR])
    table = Table(own).use("Mage")
    assert table.names(table.state.field[0][0]) == ["Wolf", "Owl"]
    assert sorted(table.hand()) == ["Bear", "Mage"]


def test_rank_up_takes_the_same_type_and_one_rank_more() -> None:
    own = Side(
        {1: unit("Mage", "rank_up(field(1, unit, you), discard_pile(1))"), 2: WOLF},
        discard=[unit("Big Wolf", rank=2), unit("Big Owl", type="air", rank=2), unit("Huge Wolf", rank=3)],
    )
    table = Table(own).use("Mage").do('choose "Wolf" in 2')
    assert table.names(table.state.field[0][1]) == ["Wolf", "Big Wolf"]
    assert not Table(mage("rank_up(this, hand(1))", hand=[WOLF])).can()[0].startswith("activate")


def test_attached_modifiers_hold_until_the_card_leaves() -> None:
    own = Side(
        {1: WOLF, 2: BEAR}, {1: spell("Blade", "equip(field(1, unit, you), plus(equipped, attack, 50))")}
    )
    table = Table(own).use("Blade").do('choose "Wolf" in 1')
    assert (table.stat("Wolf", "attack"), table.stat("Bear", "attack")) == (250, 400)
    table.engine.board.destroy(table.state, table.card("Blade"))
    assert table.stat("Wolf", "attack") == 200
    assert table.state.modifiers == []


def test_a_spell_from_the_hand_is_attached_with_its_own_modifiers() -> None:
    blade = spell("Blade", "equip(field(1, unit), plus(equipped, attack, 50))")
    table = Table(mage('attach(hand(1, "spell"), field(1, unit, you))', hand=[blade])).use("Mage")
    assert table.can() == ["choose slot 6", "choose slot 7"]
    table.do("choose slot 7")
    assert table.stat("Mage", "attack") == 250
    assert table.row(0, 5)[:2] == ["-", "Blade"]


def test_a_card_is_not_attached_to_itself() -> None:
    assert Table(mage("equip(field(1, unit), plus(equipped, attack, 50))")).can() == ["battle"]


# Decisions


def test_may_asks() -> None:
    for answer, points in (("yes", 21), ("no", 20)):
        assert Table(mage("may(gain(points, 1))")).use("Mage").do(answer).points[0] == points


def test_choose_offers_what_can_be_done() -> None:
    table = Table(mage("choose(gain(points, 1), destroy(field(unit, opponent)), draw(1))")).use("Mage")
    assert table.can() == ["choose effect 1", "choose effect 3"]
    assert table.do("choose effect 3").hand() == [FILLER]


def test_if_has_two_sides() -> None:
    effect = "only_if(count(field(unit, opponent)) >= 1, gain(points, 1), lose(points, 1))"
    assert Table(mage(effect), Side({1: WOLF})).use("Mage").points[0] == 21
    assert Table(mage(effect)).use("Mage").points[0] == 19


def test_let_names_cards_that_are_chosen_once() -> None:
    effect = (
        "let(one, field(1, unit, opponent), seq(tap(named(one)), this_turn(plus(named(one), attack, 50))))"
    )
    table = Table(mage(effect), Side({1: WOLF, 2: BEAR})).use("Mage").do('choose "Bear" in opposing 2')
    assert table.state.tapped[table.card("Bear", 1)]
    assert (table.stat("Bear", "attack", 1), table.stat("Wolf", "attack", 1)) == (450, 200)


def test_reveal_some_and_take_one_of_them() -> None:
    effect = "let(shown, top(3), seq(reveal(named(shown)), add(named(shown, 1, type=air))))"
    table = Table(mage(effect, deck=[FILL, OWL, WOLF, BEAR])).use("Mage")
    assert sorted(table.happened("reveal")) == ["Bear", "Owl", "Wolf"]
    assert table.hand() == ["Owl"]
    assert table.deck() == [FILLER, "Wolf", "Bear"]


def test_a_roll_does_its_effect_for_its_faces() -> None:
    table = Table(mage("roll((1, 2, 3, 4, 5, 6), gain(points, 1))")).use("Mage")
    assert table.points[0] == 21
    assert Table(mage("roll((7,), gain(points, 1))")).use("Mage").points[0] == 20


def test_up_to_a_number_may_be_fewer() -> None:
    table = Table(mage("destroy(field(up_to(2), unit, opponent))"), Side({1: WOLF, 2: BEAR, 3: OWL}))
    table.use("Mage").do('choose "Wolf" in opposing 1', "done")
    assert table.row(1)[:3] == ["-", "Bear", "Owl"]


def test_extremes() -> None:
    effect = 'destroy(cards(1, "unit", highest(attack), field(opponent)))'
    assert Table(mage(effect), Side({1: WOLF, 2: BEAR})).use("Mage").row(1)[:2] == ["Wolf", "-"]


# Damage, in a game that has it, is tested with those games; here it has no meaning but its event.


def test_damage_is_dealt_and_noted() -> None:
    table = Table(mage("damage(field(unit, opponent), 3)"), Side({1: WOLF})).use("Mage")
    assert table.state.damage[table.card("Wolf", 1)] == 3


# Modifiers


@pytest.mark.parametrize(
    ("modifier", "attack"),
    [
        ("plus(field(unit, opponent), attack, 30)", 230),
        ("minus(field(unit, opponent), attack, 300)", 0),
        ("times(field(unit, opponent), attack, 2)", 400),
        ("divided(field(unit, opponent), attack, 3)", 66),
        ("set_to(field(unit, opponent), attack, 5)", 5),
        ("exchange(field(unit, opponent), attack, defense)", 70),
    ],
)
def test_stats_are_altered_for_a_turn(modifier: str, attack: int) -> None:
    other = Side({1: unit("Wolf", attack=200, defense=70)})
    table = Table(mage(f"this_turn({modifier})"), other).use("Mage")
    assert table.stat("Wolf", "attack", 1) == attack
    table.end_turn()
    assert table.stat("Wolf", "attack", 1) == 200


def test_a_chosen_card_keeps_a_modifier_and_all_cards_are_whatever_matches() -> None:
    table = Table(mage("this_turn(plus(field(unit, you), attack, 50))", hand=[OWL])).use("Mage")
    table.do('play "Owl" in 2')
    assert table.stat("Owl", "attack") == 250
    table = Table(mage("this_turn(plus(field(1, unit, you), attack, 50))", hand=[OWL])).use("Mage")
    table.do('play "Owl" in 2')
    assert (table.stat("Mage", "attack"), table.stat("Owl", "attack")) == (250, 200)


def test_until_your_next_turn_and_in_play() -> None:
    table = Table(mage("until_next_turn(plus(this, attack, 50))"), Side(hand=[WOLF])).use("Mage")
    table.end_turn()
    assert table.state.active == 1
    assert table.stat("Mage", "attack") == 250
    table.end_turn()
    assert table.state.active == 0
    assert table.stat("Mage", "attack") == 200
    table = Table(mage("while_in_play(plus(field(unit, you), attack, 50))", hand=[OWL])).use("Mage")
    table.do('play "Owl" in 2')
    table.engine.board.destroy(table.state, table.card("Mage"))
    assert table.stat("Owl", "attack") == 200


def test_static_modifiers_hold_while_their_condition_does() -> None:
    mage_ = unit("Mage", "static(plus(this, attack, 50), condition=exists(field(unit, opponent)))")
    table = Table(Side({1: mage_}), Side({1: WOLF}))
    assert table.stat("Mage", "attack") == 250
    table.engine.board.destroy(table.state, table.card("Wolf", 1))
    assert table.stat("Mage", "attack") == 200


def test_words_become_others() -> None:
    table = Table(mage("this_turn(become(field(1, unit, opponent), type, fire))"), Side({1: WOLF})).use(
        "Mage"
    )
    wolf = table.card("Wolf", 1)
    assert table.engine.continuous.traits(table.state, wolf, "type") == {"fire"}
    table.end_turn()
    assert table.engine.continuous.traits(table.state, wolf, "type") == {"earth"}


def test_keywords_are_given() -> None:
    table = Table(mage("this_turn(has(field(1, unit, opponent), flying))"), Side({1: WOLF})).use("Mage")
    assert table.engine.continuous.keywords(table.state, table.card("Wolf", 1)) == {"flying"}


def test_cards_cannot_be_destroyed_returned_or_shuffled() -> None:
    for bar, effect in (
        ("be_destroyed", "destroy"),
        ("be_returned", "to_hand"),
        ("be_shuffled", "shuffle_in"),
    ):
        wall = unit("Wall", f"static(cannot({bar}, this))")
        other = Side({1: wall, 2: WOLF}, deck=[])
        table = Table(mage(f"{effect}(field(unit, opponent))"), other).use("Mage")
        assert table.row(1)[:2] == ["Wall", "-"]


def test_cannot_only_by_some_cards_or_in_battle() -> None:
    wall = unit("Wall", "static(cannot(be_destroyed, this, by=cards(spell)))")
    bomb = spell("Bomb", "destroy(field(unit, opponent))")
    assert not Table(Side({}, {1: bomb}), Side({1: wall})).can()[0].startswith("activate")
    assert Table(Side({}, {1: bomb}), Side({1: wall, 2: WOLF})).use("Bomb").row(1)[:2] == ["Wall", "-"]
    assert Table(mage("destroy(field(unit, opponent))"), Side({1: wall})).use("Mage").row(1)[0] == "-"
    wall = unit("Wall", "static(cannot(be_destroyed, this, in_battle=True))")
    table = Table(Side({1: BEAR}), Side({1: wall})).battle().do("attack 1 -> 1")
    assert table.row(1)[0] == "Wall"


def test_players_cannot() -> None:
    other = Side(hand=[WOLF, BOOK])
    table = Table(mage("until_next_turn(cannot(play, cards(unit), opponent))"), other).use("Mage")
    table.end_turn()
    assert table.state.active == 1
    assert [text for text in table.can() if text.startswith("play")] == ['play "Book" in 6']
    table = Table(mage("until_next_turn(cannot(draw, cards(), opponent))")).use("Mage").end_turn()
    assert table.hand(1) == []
    own = mage("this_turn(cannot(gain_points, cards(), you))", "gain(points, 1)")
    table = Table(own).use("Mage")
    table.engine.board.gain(table.state, 0, "points", 5)
    table.engine.board.gain(table.state, 1, "points", 5)
    assert table.points == (20, 25)


def test_gaining_a_stat_can_be_forbidden() -> None:
    own = Side({1: unit("Mage", "this_turn(plus(field(unit), attack, 50))")})
    other = Side({1: WOLF, 2: unit("Hex", "static(cannot(gain_attack, cards(opponent)))")})
    table = Table(own, other).use("Mage")
    assert (table.stat("Mage", "attack"), table.stat("Wolf", "attack", 1)) == (200, 250)


def test_cards_that_cannot_leave_the_discard_pile_and_cards_that_cannot_be_added() -> None:
    other = Side({1: unit("Hex", "static(cannot(leave_discard, cards(opponent)))")})
    assert Table(mage("add(discard_pile(1))", discard=[WOLF]), other).can() == ["battle"]
    other = Side({1: unit("Hex", "static(cannot(add, cards(), opponent))")})
    assert Table(mage("add(discard_pile(1))", discard=[WOLF]), other).can() == ["battle"]


def test_t20_a_card_that_is_taken_is_in_the_hand_of_who_took_it() -> None:
    thief, loser = unit("Mage", "add(discard_pile(1, opponent))"), unit("Fool", "discard(hand(2))")
    own, other = Side({1: thief, 2: loser}, hand=[BEAR]), Side(hand=[OWL], discard=[WOLF])
    table = Table(own, other).use("Mage")
    engine, state, wolf = table.engine, table.state, table.card("Wolf", 1)
    assert (table.hand(), table.discard(1)) == (["Bear", "Wolf"], [])
    # Its owner knows that it is not in the deck, and where it is.
    seen = engine.observation(state, 1)
    assert wolf not in engine.board.deck_of(seen, 1)
    guess = engine.determinise(seen, Stream(1))
    assert wolf in guess.hand[0]
    assert sorted(card for _, _, card in guess.places()) == sorted(card for _, _, card in state.places())
    played = Table(own, other).use("Mage").do('play "Wolf" of the opponent in 3')
    assert (played.row()[2], played.hand(), played.state.taken) == ("Wolf", ["Bear"], [])
    # To the pile of its owner.
    table.use("Fool")
    assert (table.hand(), table.discard(), table.discard(1), state.taken) == ([], ["Bear"], ["Wolf"], [])


def test_activating_can_be_limited() -> None:
    own = Side({1: unit("A", "draw(1)"), 2: unit("B", "draw(1)"), 3: unit("C", "draw(1)")})
    other = Side({1: unit("Hex", "at_most(activate, 2, opponent)")})
    table = Table(own, other).use("A").use("B")
    assert not [text for text in table.can() if text.startswith("activate")]


def test_losses_are_prevented_until_it_is_used_up() -> None:
    own = mage("this_turn(prevent(points, 3))")
    table = Table(own).use("Mage")
    assert table.engine.board.lose(table.state, 0, "points", 2) == 0
    assert table.engine.board.lose(table.state, 0, "points", 2) == 1
    assert table.engine.board.lose(table.state, 0, "points", 2) == 2
    assert table.points == (17, 20)


# Abilities


def test_a_cost_is_paid_wholly_or_not_at_all() -> None:
    ability = "activated(draw(1), cost=discard(2))"
    assert not [text for text in Table(mage(ability, hand=[WOLF])).can() if text.startswith("activate")]
    table = Table(mage(ability, hand=[WOLF, BEAR, OWL])).use("Mage").do('choose "Wolf"', 'choose "Owl"')
    assert table.hand() == ["Bear", FILLER]


def test_points_that_are_a_cost_must_be_there() -> None:
    table = Table(mage("activated(draw(1), cost=lose(points, 3))"))
    assert table.use("Mage").points == (17, 20)
    table = Table(mage("activated(draw(1), cost=lose(points, 30))"))
    assert not [text for text in table.can() if text.startswith("activate")]


def test_a_cost_of_the_opponent_that_fails_stops_the_effect() -> None:
    ability = "activated(draw(3), cost=play(hand(1, unit, opponent, chooser=opponent), opponent))"
    table = Table(mage(ability), Side(hand=[WOLF])).use("Mage")
    assert len(table.hand()) == 3
    assert "Wolf" in table.row(1)
    # What the opponent has in the hand is not known; without a unit nothing comes of it.
    table = Table(mage(ability), Side(hand=[BOOK])).use("Mage")
    assert table.hand() == []


def test_an_ability_has_a_condition_and_a_limit() -> None:
    ability = "activated(draw(1), condition=exists(field(unit, opponent)))"
    assert not [text for text in Table(mage(ability)).can() if text.startswith("activate")]
    assert Table(mage(ability), Side({1: WOLF})).use("Mage").hand() == [FILLER]
    table = Table(mage("activated(seq(draw(1), untap(this)), limit=2)")).use("Mage").use("Mage")
    assert not [text for text in table.can() if text.startswith("activate")]


def test_effects_of_other_cards_are_activated_as_ones_own() -> None:
    lender = Side({1: unit("Sage", "draw(1)", "gain(points, 2)")})
    table = Table(mage("activate(field(1, unit, opponent))"), lender).use("Mage").do("choose effect 2")
    assert table.points == (22, 20)
    assert table.state.tapped[table.card("Sage", 1)]
    own = Side({1: unit("Mage", "activate(field(unit, you, other), all_effects=True, tap=False)")})
    own.units[2] = unit("Sage", "draw(1)", "gain(points, 2)")
    table = Table(own).use("Mage")
    assert (table.points, table.hand()) == ((22, 20), [FILLER])
    assert not table.state.tapped[table.card("Sage")]


def test_an_effect_that_activates_effects_cannot_be_activated_by_one() -> None:
    own = mage("activate(discard_pile(1, unit))", discard=[unit("Sage", "activate(discard_pile(1, unit))")])
    assert not [text for text in Table(own).can() if text.startswith("activate")]


@pytest.mark.parametrize(
    ("trigger", "set_off"),
    [
        ("destroyed(cards(other))", ["destroy"]),
        ("discarded(cards())", ["destroy", "mill"]),
        ("enters(cards(you))", ["play"]),
        ("turn_starts(you)", ["turn"]),
    ],
)
def test_triggers(trigger: str, set_off: list[str]) -> None:
    watch = unit("Watch", f"on({trigger}, gain(points, 1))", styles=["Passive"])
    killer = unit("Mage", "destroy(field(unit, opponent))", "mill(top(1, opponent))")
    own = Side({1: watch, 2: killer}, hand=[OWL])
    for what, steps in (
        ("destroy", lambda table: table.use("Mage")),
        ("mill", lambda table: table.use("Mage", 2)),
        ("play", lambda table: table.do('play "Owl" in 3')),
        ("turn", lambda table: table.end_turn().end_turn()),
    ):
        table = Table(own, Side({1: WOLF}, hand=[WOLF]))
        steps(table)
        assert (table.points[0] > 20) == (what in set_off), what


def test_a_trigger_with_a_cost_is_optional() -> None:
    watch = unit("Watch", "on(attacks(this), draw(1), cost=lose(points, 1))")
    table = Table(Side({1: watch})).battle().do("attack 1 -> opponent")
    assert table.can() == ["yes", "no"]
    assert table.do("yes").points == (19, 19)


def test_every_verb_is_in_a_file_with_its_reading_its_words_and_what_it_does() -> None:
    for verb in VERBS:
        assert verb.FUNCTIONS and verb.__doc__
        assert {"words", "do"} <= vars(verb).keys()
        assert len([one for one in VERBS if one.__module__ == verb.__module__]) == 1


def test_a_state_in_the_middle_of_an_effect_is_copied_and_pickled() -> None:
    table = Table(mage("seq(discard(hand(1, opponent, chooser=opponent)), draw(1))"), Side(hand=[WOLF, BEAR]))
    table.use("Mage")
    before = table.state.digest()
    for other in (table.state.copy(), pickle.loads(pickle.dumps(table.state))):
        engine = pickle.loads(pickle.dumps(table.engine))
        engine.apply(other, engine.legal_actions(other)[0])
        assert len(other.hand[0]) == 1
    assert table.state.digest() == before
