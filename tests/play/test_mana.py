"""The mana card game, chapter by chapter, the rulings where it is silent, and each card's text."""

from __future__ import annotations

from collections import Counter
from typing import Any

from engines import sample
from tables import Table, spell

from cardtools.play.engine import Definition
from cardtools.play.games.mana import ManaEngine
from cardtools.play.interpreter.state import Frame
from cardtools.programs.tree import Alter, Cannot, Selector
from cardtools.programs.verbs.apply import Apply
from cardtools.programs.verbs.lose import Lose
from cardtools.programs.verbs.seq import Seq

SENTRY, HERON, KEEPER = "Dawnpost Sentry", "Reedsong Heron", "Grave-Lantern Keeper"
RUNNER, ELDER, PATH = "Ridge Runner", "Mossback Elder", "Brass Pathfinder"
DOWNS, SHALLOWS, MIRE = "Bellwether Downs", "Sounding Shallows", "Candlewick Mire"
FIRE, WOOD, WASTE = "Cinderstep", "Hearthwood", "Milestone Waste"


def table(**arranged: Any) -> Table:
    return Table("mana", **arranged)


def creature(name: str, attack: int, defense: int, *keywords: str) -> Definition:
    values = {"attack": attack, "defense": defense, "keywords": tuple(keywords)}
    return Definition(name, frozenset({"creature"}), values)


OX, ROCK = creature("Ox", 3, 3), creature("Rock", 0, 5)
EAGLE, ARCHER = creature("Eagle", 2, 2, "Flying"), creature("Archer", 1, 3, "Reach")
GUARD, HAWK = creature("Guard", 1, 4, "Taunt"), creature("Hawk", 1, 3, "Taunt", "Flying")
SWIFT, TWICE = creature("Swift", 3, 1, "First Strike"), creature("Twice", 2, 4, "Double Strike")
TUSK, DASH = creature("Tusk", 6, 6, "Trample"), creature("Dash", 2, 2, "Haste")
FROST = spell("Frost", Apply(Cannot("untap", Selector(zone="field"))))
WATCH = creature("Watch", 2, 2, "Vigilance")
OWN = (OX, ROCK, EAGLE, ARCHER, GUARD, HAWK, SWIFT, TWICE, TUSK, DASH, WATCH)


def fight(own: list[str], other: list[str], *attacks: str, **arranged: Any) -> Table:
    """A combat between creatures of the test."""
    return table(field=(own, other), own=OWN, **arranged).do(*attacks, "fight")


def attacks(own: list[str], other: list[str], **options: str) -> list[str]:
    texts = table(field=(own, other), own=OWN, **options).texts()
    return [text for text in texts if text.startswith("attack")]


# 2. Setup and mulligan


def test_2_the_start() -> None:
    engine = sample("mana")
    state = engine.start(1)
    assert state.resources == [[30, 0, 0, 0, 0, 0, 0]] * 2
    for player in (0, 1):
        sections = Counter(engine.section[card] for card in state.hand[player])
        assert sections == {"main": 5, "vault": 2}
        assert [engine.cards[card].kinds & {"leader"} for card in state.leader[player]] == [{"leader"}]
    assert state.field == [[], []]


def test_2_and_mp5_each_player_has_one_mulligan_decision_before_the_game_starts() -> None:
    engine = sample("mana")
    state = engine.start(1)
    first = state.decider
    lands = [card for card in state.hand[first] if engine.section[card] == "vault"]
    before = list(state.hand[first])
    assert [engine.text(state, a) for a in engine.legal_actions(state)] == ["keep", "mulligan"]
    engine.apply(state, ("mulligan",))
    assert state.decider == 1 - first and state.turn == 0
    assert state.hand[first] != before and len(state.hand[first]) == 7
    assert [card for card in state.hand[first] if engine.section[card] == "vault"] == lands
    engine.apply(state, ("keep",))
    assert state.turn == 1


def test_mp1_chance_says_who_begins() -> None:
    engine = sample("mana")
    assert 30 < sum(engine.start(seed).active for seed in range(100)) < 70


# 3. The turn


def test_3_one_land_a_turn_free_and_untapped() -> None:
    played = table(hand=((WOOD, WOOD, DOWNS), ())).do(f'play land "{WOOD}"')
    assert played.names("field") == [WOOD] and played.turned() == []
    assert not any(text.startswith("play land") for text in played.texts())
    assert played.game.why_not(played.state, played.state.hand[0][0]) == "You have played a land this turn."


def test_3_lands_cards_and_attacks_in_any_order() -> None:
    played = table(field=(["Ox", FIRE], []), hand=((RUNNER, WOOD), ()), own=OWN)
    played.do('attack the player with "Ox" in 1', "fight", f'play "{RUNNER}"', f'play land "{WOOD}"')
    played.do(f'attack the player with "{RUNNER}" in 3', "fight")
    assert played.life() == [30, 24]


def test_3_at_the_end_of_the_turn_creatures_with_vigilance_untap() -> None:
    played = fight(
        ["Watch", "Ox"], [], 'attack the player with "Watch" in 1', 'attack the player with "Ox" in 2'
    )
    assert played.turned() == ["Watch", "Ox"]
    played.do("end")
    assert played.turned() == ["Ox"]


def test_3_and_mp2_at_the_start_of_the_turn_cards_untap_mana_is_gone_and_cards_are_drawn() -> None:
    played = table(field=([WOOD], [FIRE, "Ox"]), hand=((), (RUNNER,)), own=OWN)
    for card in played.game.board.tops(played.state, 1):
        played.game.board.tap(played.state, card)
    played.state.resources[1][4] = 2
    played.do("end")
    assert played.turned(1) == [] and played.state.resources[1] == [30, 0, 0, 0, 0, 0, 0]
    assert played.state.decider == 1 and played.texts() == ["draw from the deck", "draw from the Vault"]
    played.do(*["draw from the deck"] * 3, "draw from the Vault")
    assert len(played.names("hand", 1)) == 5  # drawn up to the minimum hand size


def test_3_at_least_one_card_is_drawn() -> None:
    played = table(hand=((), [RUNNER] * 4 + [HERON] * 2)).do("end", "draw from the deck")
    assert len(played.names("hand", 1)) == 7 and "end" in played.texts()


def test_mp3_each_draw_may_come_from_either_deck() -> None:
    played = table(deck=((), (WOOD,)), hand=((), [RUNNER] * 4)).do("end", "draw from the Vault")
    assert played.names("hand", 1)[-1] == WOOD
    strict = table(hand=((), [RUNNER] * 4), vault_draws=False).do("end")
    assert strict.names("hand", 1)[-1] == SENTRY


def test_mp10_nobody_loses_by_drawing() -> None:
    played = table(hand=((), [RUNNER] * 4))
    played.state.discard[1] += played.state.deck[1] + played.state.vault[1]
    played.state.deck[1], played.state.vault[1] = [], []
    played.do("end")
    assert played.state.outcome is None and len(played.names("hand", 1)) == 4


# 4. Mana


def test_4_a_land_is_tapped_for_its_mana() -> None:
    played = table(field=([WOOD, WASTE], []))
    assert not any(text.startswith("tap") for text in played.texts())  # agents need not
    played.do(f'tap "{WOOD}" in 1 for green mana', f'tap "{WASTE}" in 2 for colorless mana')
    assert played.turned() == [WOOD, WASTE]
    assert played.game.counters(played.state, 0)[1:] == [("Green", "1"), ("Colorless", "1")]


def test_4_a_land_of_two_colours_gives_one_of_them() -> None:
    both = Definition("Ford", frozenset({"land"}), {"colours": ("Blue", "Red")})
    played = table(hand=(("Ford",), ()), own=(both,))
    assert {'burn "Ford" for blue mana', 'burn "Ford" for red mana'} <= set(played.texts())
    played.do('play land "Ford"', 'tap "Ford" in 1 for red mana')
    assert played.game.counters(played.state, 0)[1:] == [("Red", "1")]


def test_4_lands_of_two_colours_pay_what_they_can_together() -> None:
    lands = [
        Definition(name, frozenset({"land"}), {"colours": colours})
        for name, colours in (("Shore", ("White", "Blue")), ("Fen", ("Blue", "Black")))
    ]
    moth = Definition("Moth", frozenset({"creature"}), {"cost": "WU", "attack": 1, "defense": 1})
    for field in (("Shore", "Fen"), ("Fen", "Shore")):
        played = table(field=(field, ()), hand=(("Moth",), ()), own=(*lands, moth)).do('play "Moth"')
        assert played.turned() == list(field)
    black = table(field=(("Fen", "Fen"), ()), hand=(("Moth",), ()), own=(*lands, moth))
    assert 'play "Moth"' not in black.texts()


def test_4_a_land_of_the_hand_is_burnt_for_its_mana() -> None:
    played = table(hand=((FIRE, FIRE, RUNNER), ())).do(f'burn "{FIRE}" for red mana')
    assert played.names("discard") == [FIRE]
    played.do(f'play "{RUNNER}"', f'play land "{FIRE}"')  # burning is no land drop
    assert played.names("field") == [RUNNER, FIRE]


def test_4_coloured_costs_need_that_colour_and_colourless_ones_any() -> None:
    assert f'play "{HERON}"' not in table(field=([WOOD, WOOD], []), hand=((HERON,), ())).texts()
    assert f'play "{HERON}"' not in table(field=([SHALLOWS], []), hand=((HERON,), ())).texts()
    played = table(field=([SHALLOWS, WASTE, WOOD], []), hand=((HERON,), ()))
    assert f'play "{HERON}"' in played.texts()
    short = table(field=([WOOD], []), hand=((HERON,), ()))
    assert (
        short.game.why_not(short.state, short.state.hand[0][0]) == "It costs 1U, which your mana cannot pay."
    )


def test_4_and_mp6_unspent_mana_stays_until_the_players_next_turn() -> None:
    played = table(field=([FIRE, FIRE], ["Ox"]), hand=(("Sparkfall",), [*[RUNNER] * 4, HERON]), own=OWN)
    played.do(
        f'tap "{FIRE}" in 1 for red mana', f'tap "{FIRE}" in 2 for red mana', "end", "draw from the deck"
    )
    played.do('attack the player with "Ox" in 1', "fight")
    assert played.state.decider == 0 and 'play "Sparkfall"' in played.texts()  # M3
    played.do('play "Sparkfall"')
    assert played.names("field", 1) == [] and played.life() == [30, 30]


# 5. Card types


def test_5_creatures_enter_untapped_and_cannot_attack_in_that_turn() -> None:
    played = table(field=([WASTE] * 3, []), hand=((PATH,), ())).do(f'play "{PATH}"')
    assert PATH not in played.turned() and not any("attack" in text for text in played.texts())
    assert played.game.why_not(played.state, played.card(PATH)) == (
        "It cannot attack in the turn it was played."
    )  # fmt: skip
    played.do("end", *["draw from the deck"] * 5, "end", *["draw from the deck"] * 5)
    assert f'attack the player with "{PATH}" in 4' in played.texts()


def test_5_spells_are_played_in_the_own_main_phase_once() -> None:
    played = table(field=([WOOD, WOOD, "Ox"], ["Ox"]), hand=(("Old Growth",), ()), own=OWN)
    played.do('attack the player with "Ox" in 3')
    assert 'play "Old Growth"' not in played.texts()
    played.do("fight", 'play "Old Growth"', "done")
    assert played.names("discard") == ["Old Growth"]


def test_5_instants_are_played_in_the_response_window_alone() -> None:
    played = table(field=([DOWNS, "Ox"], []), hand=(("Shield of Noon",), ()), own=OWN)
    assert 'play "Shield of Noon"' not in played.texts()
    assert "in combat" in played.game.why_not(played.state, played.state.hand[0][0])
    played.do('attack the player with "Ox" in 2', "fight")
    assert played.texts() == ['play "Shield of Noon"', "pass"]


def test_5_and_mp11_a_leader_is_a_creature_and_is_played_once() -> None:
    lands = [DOWNS, WOOD, WASTE, WASTE, WASTE]
    played = table(field=(lands, ["Ox"]), hand=((), ("Sudden Undertow",)), own=OWN)
    leader = "Orsolya of the Downs"
    assert f'play "{leader}"' in played.texts()
    played.do(f'play "{leader}"')
    assert leader in played.names("field") and played.names("leader") == ["Varo Kestrel"]
    assert not any("attack" in text for text in played.texts())
    card = played.card(leader)
    played.game.board.take(played.state, card)
    played.game.board.put(played.state, card, "hand")
    for land in played.game.board.tops(played.state, 0):
        played.game.board.untap(played.state, land)
    assert f'play "{leader}"' not in played.texts()
    assert played.game.why_not(played.state, card) == "A leader is played once."


# 6. Combat


def test_6_untapped_creatures_attack_the_opponent_or_a_creature_and_tap() -> None:
    assert attacks(["Ox"], ["Rock", WOOD]) == [
        'attack the player with "Ox" in 1', 'attack "Rock" in opposing 1 with "Ox" in 1'
    ]  # fmt: skip
    played = fight(["Ox", "Ox"], [], 'attack the player with "Ox" in 1')
    assert played.turned() == ["Ox"] and played.life() == [30, 27]
    assert [text for text in played.texts() if "attack" in text] == ['attack the player with "Ox" in 2']


def test_6_and_mp13_step_2_the_defender_has_priority_and_both_pass() -> None:
    played = table(
        field=(["Ox", FIRE, FIRE], ["Ox", DOWNS, DOWNS]),
        hand=(("Sparkfall",), ("Shield of Noon", "Shield of Noon")), own=OWN,
    )  # fmt: skip
    played.do('attack "Ox" in opposing 1 with "Ox" in 1', "fight")
    assert played.state.decider == 1
    played.do("pass")
    assert played.state.decider == 0
    played.do('play "Sparkfall"', 'choose "Ox" in 1')  # resolves at once
    assert played.names("field") == [FIRE, FIRE]
    assert played.state.decider == 1  # the defender may respond again
    played.do('play "Shield of Noon"')
    assert played.state.decider == 1  # the attacker has nothing left to play
    played.do("pass")
    assert played.state.phase == "main phase" and played.life() == [30, 30]


def test_6_step_3_damage_to_the_player_and_between_creatures() -> None:
    assert fight(["Ox"], [], 'attack the player with "Ox" in 1').life() == [30, 27]
    both = fight(["Ox"], ["Ox"], 'attack "Ox" in opposing 1 with "Ox" in 1')
    assert both.names("field") == both.names("field", 1) == [] and both.life() == [30, 30]
    assert both.names("discard", 1) == ["Ox"]


def test_6_a_creature_may_be_attacked_by_several() -> None:
    attack = '"Rock" in opposing 1 with "Ox" in'
    played = fight(["Ox", "Ox"], ["Rock"], f"attack {attack} 1", f"attack {attack} 2")
    assert played.names("field", 1) == []


def test_6_and_mp15_an_attack_on_a_creature_that_is_gone_hits_nobody() -> None:
    played = table(field=(["Ox", "Ox", FIRE, FIRE], ["Ox"]), hand=(("Sparkfall",), ()), own=OWN)
    played.do('attack "Ox" in opposing 1 with "Ox" in 1', "fight", 'play "Sparkfall"')
    played.do('choose "Ox" in opposing 1')
    assert played.names("field", 1) == [] and played.life() == [30, 30]


def test_mp8_damage_persists() -> None:
    played = fight(["Ox"], ["Rock"], 'attack "Rock" in opposing 1 with "Ox" in 1')
    rock = played.card("Rock", 1)
    assert played.state.damage[rock] == 3
    played.do("end", *["draw from the deck"] * 5, "end", *["draw from the deck"] * 5)
    assert played.state.damage[rock] == 3
    played.do('attack "Rock" in opposing 1 with "Ox" in 1', "fight")
    assert played.names("field", 1) == []


def test_6_and_mp9_first_strike_is_before_the_others() -> None:
    played = fight(["Swift"], ["Ox"], 'attack "Ox" in opposing 1 with "Swift" in 1')
    assert played.names("field") == ["Swift"] and played.names("field", 1) == []
    target = fight(["Ox"], ["Swift"], 'attack "Swift" in opposing 1 with "Ox" in 1')
    assert target.names("field") == [] and target.names("field", 1) == ["Swift"]
    alive = fight(["Swift"], ["Rock"], 'attack "Rock" in opposing 1 with "Swift" in 1')
    assert alive.state.damage[alive.card("Rock", 1)] == 3


def test_6_and_mp9_double_strike_is_in_both_steps() -> None:
    assert fight(["Twice"], [], 'attack the player with "Twice" in 1').life() == [30, 26]
    played = fight(["Twice"], ["Ox"], 'attack "Ox" in opposing 1 with "Twice" in 1')
    assert played.names("field", 1) == []
    assert played.state.damage[played.card("Twice")] == 3  # the Ox lived to hit back
    dies = fight(["Twice"], ["Tusk"], 'attack "Tusk" in opposing 1 with "Twice" in 1')
    assert dies.names("field") == [] and dies.state.damage[dies.card("Tusk", 1)] == 4


def test_6_the_excess_of_trample_hits_the_player() -> None:
    played = fight(["Tusk"], ["Ox"], 'attack "Ox" in opposing 1 with "Tusk" in 1')
    assert played.life() == [30, 27] and played.names("field", 1) == []
    plain = fight(["Ox"], ["Eagle", "Ox"], 'attack "Ox" in opposing 2 with "Ox" in 1')
    assert plain.life() == [30, 30]


def test_6_damage_is_simultaneous_even_if_it_ends_what_others_have() -> None:
    leader = "Orsolya of the Downs"  # others have +0/+1
    played = table(field=(["Tusk", "Ox"], ["Archer"]), own=OWN)
    state, game = played.state, played.game
    card = next(c for c in state.leader[1] if game.cards[c].name == leader)
    game.board.take(state, card)
    game.board.enter(state, card, 1, 1)
    state.entered[card], state.tapped[card] = 1, 1
    played.do(f'attack "{leader}" in opposing 2 with "Tusk" in 1')
    played.do('attack "Archer" in opposing 1 with "Ox" in 2', "fight")
    assert played.names("field", 1) == []  # 3 damage on 3 health, once the leader has left


# 6. Taunt, 7. abilities


def test_6_taunt_must_be_attacked_while_untapped() -> None:
    assert attacks(["Ox"], ["Guard", "Rock"]) == ['attack "Guard" in opposing 1 with "Ox" in 1']
    played = table(field=(["Ox"], ["Guard", "Rock"]), own=OWN)
    played.game.board.tap(played.state, played.card("Guard", 1))
    assert len([text for text in played.texts() if "attack" in text]) == 3
    assert "end" in played.texts()  # nobody must attack


def test_7_and_mp7_flying_and_reach_restrict_blocks_which_nobody_makes() -> None:
    for own, other in (("Ox", "Eagle"), ("Eagle", "Ox"), ("Archer", "Eagle"), ("Ox", "Archer")):
        assert attacks([own], [other]) == [
            f'attack the player with "{own}" in 1', f'attack "{other}" in opposing 1 with "{own}" in 1'
        ]  # fmt: skip
    for own, guard in (("Eagle", "Guard"), ("Ox", "Hawk"), ("Eagle", "Hawk")):  # Taunt binds all
        assert attacks([own], [guard]) == [f'attack "{guard}" in opposing 1 with "{own}" in 1']


def test_mp7_as_an_option_flying_and_reach_restrict_attacks() -> None:
    assert attacks(["Ox"], ["Eagle"], flying="attacks") == ['attack the player with "Ox" in 1']
    for own in ("Eagle", "Archer"):
        assert f'attack "Eagle" in opposing 1 with "{own}" in 1' in attacks(
            [own], ["Eagle"], flying="attacks"
        )
    assert 'attack "Archer" in opposing 1 with "Ox" in 1' in attacks(["Ox"], ["Archer"], flying="attacks")
    # Taunt binds a flyer only if it can reach it.
    assert 'attack the player with "Eagle" in 1' in attacks(["Eagle"], ["Guard"], flying="attacks")
    assert attacks(["Eagle"], ["Hawk"], flying="attacks") == ['attack "Hawk" in opposing 1 with "Eagle" in 1']
    assert attacks(["Ox"], ["Hawk"], flying="attacks") == ['attack the player with "Ox" in 1']


def test_7_haste() -> None:
    played = table(field=([FIRE], []), hand=((RUNNER,), ())).do(f'play "{RUNNER}"')
    assert f'attack the player with "{RUNNER}" in 2' in played.texts()


def test_6_a_creature_without_health_dies_whether_damaged_or_not() -> None:
    wither = spell("Wither", Apply(Alter(Selector(zone="field", kind="creature"), "defense", "subtract", 3)))
    played = table(field=(["Ox"], ["Ox", "Rock"]), hand=(("Wither",), ()), own=(*OWN, wither))
    played.do('play "Wither"')
    assert played.names("field") == [] and played.names("field", 1) == ["Rock"]


# 8. Winning


def test_8_life_of_zero_or_below() -> None:
    played = table(field=(["Tusk"], []), own=OWN)
    played.state.resources[1][0] = 4
    played.do('attack the player with "Tusk" in 1', "fight")
    assert played.state.outcome[:3] == ("win", 0, "the other player has no life left")


def test_mp12_both_at_zero_is_a_draw() -> None:
    boom = spell("Boom", Seq((Lose("life", 30, "you"), Lose("life", 30, "opponent"))))
    played = table(hand=(("Boom",), ()), own=(boom,)).do('play "Boom"')
    assert played.state.outcome[:3] == ("draw", -1, "both have no life left")


# The cards


def test_lands() -> None:
    for name in (DOWNS, SHALLOWS, MIRE, FIRE, WOOD, WASTE):
        colour = {DOWNS: "white", SHALLOWS: "blue", MIRE: "black", FIRE: "red", WOOD: "green"}
        played = table(hand=((name,), ())).do(f'play land "{name}"')
        played.do(f'tap "{name}" in 1 for {colour.get(name, "colorless")} mana')
        assert len(played.game.counters(played.state, 0)) == 2


def test_dawnpost_sentry() -> None:
    played = table(field=([], [SENTRY]), hand=((), [RUNNER] * 4)).do("end")
    assert played.life() == [30, 31]
    stays = table(field=([], [SENTRY]), hand=((), ("Frost", *[RUNNER] * 4)), own=(FROST,))
    card = stays.card(SENTRY, 1)
    stays.game.board.tap(stays.state, card)
    frost = next(node for node in stays.game.index.nodes if isinstance(node, Cannot))
    frame = Frame(card, 1)
    stays.game.continuous.hold(stays.state, stays.game.index.number[id(frost)], frame, (card,), "in_play")
    assert stays.do("end").life() == [30, 30]  # tapped as its turn starts


def test_reedsong_heron() -> None:
    played = table(field=([SHALLOWS] * 2, []), hand=((HERON, RUNNER), ()), deck=((ELDER,), ()))
    played.do(f'play "{HERON}"', f'choose "{RUNNER}"')
    assert played.names("hand") == [ELDER] and played.names("discard") == [RUNNER]


def test_grave_lantern_keeper() -> None:
    played = table(field=(["Tusk"], [KEEPER]), discard=((), (RUNNER, "Sparkfall", HERON)), own=OWN)
    played.do(f'attack "{KEEPER}" in opposing 1 with "Tusk" in 1', "fight")
    assert played.state.decider == 1
    assert played.texts() == [f'choose "{name}"' for name in (RUNNER, HERON, KEEPER)]
    played.do(f'choose "{HERON}"')
    assert played.names("hand", 1) == [HERON] and KEEPER in played.names("discard", 1)


def test_ridge_runner() -> None:
    played = table(field=([RUNNER], ["Rock"]), own=OWN)
    played.do(f'attack the player with "{RUNNER}" in 1', "fight")
    assert played.life() == [30, 27]
    card = played.card(RUNNER)
    assert played.game.continuous.stat(played.state, card, "attack") == 3
    played.do("end")
    assert played.game.continuous.stat(played.state, card, "attack") == 2
    other = table(field=([RUNNER], ["Rock"]), own=OWN)
    other.do(f'attack "Rock" in opposing 1 with "{RUNNER}" in 1', "fight")
    assert other.state.damage[other.card("Rock", 1)] == 2


def test_mossback_elder() -> None:
    played = table(field=([WOOD] * 4 + [WASTE], []), hand=((ELDER,), ()), deck=((DOWNS, RUNNER), ()))
    before = len(played.names("deck"))
    played.do(f'play "{ELDER}"')
    assert played.names("hand") == [DOWNS] and len(played.names("deck")) == before
    (drawn,) = played.events("draw")
    assert drawn.known_to == 0


def test_brass_pathfinder() -> None:
    played = table(field=([WASTE] * 3, []), hand=((PATH,), ()), deck=((FIRE,), ())).do(f'play "{PATH}"')
    (seen,) = played.events("reveal")
    assert played.game.cards[seen.card].name == FIRE and seen.known_to == 0
    assert played.names("vault")[0] == FIRE


def test_harvest_of_names() -> None:
    played = table(
        field=([DOWNS, WASTE, WASTE, "Ox", "Ox"], ["Ox"]), hand=(("Harvest of Names",), ()), own=OWN,
        deck=((RUNNER,), ()),
    )  # fmt: skip
    played.do('play "Harvest of Names"')
    assert played.life() == [34, 30] and played.names("hand") == [RUNNER]


def test_bargain_at_midnight() -> None:
    played = table(
        field=([MIRE, MIRE], ["Ox", "Rock", "Eagle"]), hand=(("Bargain at Midnight",), ()), own=OWN
    )
    played.do('play "Bargain at Midnight"')
    assert played.texts() == ['choose "Ox" in opposing 1', 'choose "Eagle" in opposing 3']
    played.do('choose "Eagle" in opposing 3')
    assert played.names("field", 1) == ["Ox", "Rock"] and played.life() == [28, 30]
    none = table(field=([MIRE, MIRE], ["Rock"]), hand=(("Bargain at Midnight",), ()), own=OWN)
    assert 'play "Bargain at Midnight"' not in none.texts()


def test_mp14_old_growth_searches_the_vault_which_nobody_else_sees() -> None:
    played = table(field=([WOOD, WOOD], []), hand=(("Old Growth",), ())).do('play "Old Growth"')
    assert f'choose "{FIRE}"' in played.texts()
    assert played.game.observation(played.state, 1).choice.options == ()
    options = list(played.state.choice.options)
    assert options == sorted(options)  # which says nothing about the order
    played.do(f'choose "{FIRE}"')
    assert played.names("field") == [WOOD, WOOD, FIRE] and FIRE in played.turned()
    assert played.events("shuffle") and played.state.lands == 0


def test_shield_of_noon() -> None:
    played = table(field=(["Ox", DOWNS], ["Ox"]), hand=(("Shield of Noon",), ()), own=OWN)
    played.do('attack "Ox" in opposing 1 with "Ox" in 1', "fight", 'play "Shield of Noon"')
    ox = played.card("Ox")
    assert played.names("field", 1) == [] and played.game.continuous.stat(played.state, ox, "attack") == 4
    played.do("end")
    assert played.names("field") == [DOWNS]  # 3 damage, and 3 health again


def test_sudden_undertow() -> None:
    played = table(field=(["Ox", "Eagle"], ["Ox", SHALLOWS, WASTE]), hand=((), ("Sudden Undertow",)), own=OWN)
    played.do('attack the player with "Ox" in 1', "fight", 'play "Sudden Undertow"')
    assert played.names("hand") == ["Ox"] and played.life() == [30, 30]
    assert played.names("field") == ["Eagle"]


def test_sparkfall() -> None:
    played = table(field=(["Ox"], ["Ox", FIRE, WASTE]), hand=((), ("Sparkfall",)), own=OWN)
    played.do('attack the player with "Ox" in 1', "fight", 'play "Sparkfall"', 'choose "Ox" in opposing 1')
    assert played.names("field") == [] and played.life() == [30, 30]


def test_orsolya_of_the_downs() -> None:
    name = "Orsolya of the Downs"
    played = table(field=([DOWNS, WOOD, *[WASTE] * 3, "Ox"], ["Ox"]), deck=((FIRE,), ()), own=OWN)
    played.do(f'play "{name}"')
    assert played.names("hand") == [FIRE]
    stats = [
        played.game.continuous.stat(played.state, played.card(n, p), "defense")
        for n, p in (("Ox", 0), ("Ox", 1))
    ]
    assert stats == [4, 3] and played.game.continuous.stat(played.state, played.card(name), "defense") == 6
    assert played.game.badges(played.state, played.card("Ox")) == [("defense", "D 4")]


def test_varo_kestrel() -> None:
    name = "Varo Kestrel"
    played = table(field=([SHALLOWS, FIRE, WASTE, WASTE], []), hand=((RUNNER,), ()), deck=((ELDER,), ()))
    played.do(f'play "{name}"', f'attack the player with "{name}" in 5', "fight", f'choose "{RUNNER}"')
    assert played.names("hand") == [ELDER] and played.life() == [30, 25]


# Options


def test_the_numbers_of_the_rules_are_options_and_mp4() -> None:
    assert set(ManaEngine.OPTIONS) == {
        "life", "hand", "lands", "mulligans", "minimum_hand", "first_draws", "vault_draws", "lands_a_turn",
        "burn", "flying",
    }  # fmt: skip
    played = table(hand=((WOOD, DOWNS), ()), burn=False, lands_a_turn=2)
    played.do(f'play land "{WOOD}"', f'play land "{DOWNS}"')
    engine = ManaEngine([{"main": [OX] * 9}] * 2, {"hand": 4, "mulligans": 2, "first_draws": False})
    state = engine.start(0)
    for _ in range(2):
        assert ("mulligan",) in engine.legal_actions(state)
        engine.apply(state, ("mulligan",))
    engine.apply(state, ("keep",))
    assert state.turn == 1 and len(state.hand[state.active]) == 4  # MP4: it draws nothing
