"""The True Trading Card Game (documentation 0.042, "Doc", chapters in parentheses): units over spells in
columns, ranks on top of ranks, effects that tap their card, attack against defense, points.

Where the documentation is silent, the rulings T1 to T23 hold (docs/rulings.md).

A match ends: each turn takes a card from a deck or, when it is empty, points from its player. Effects can
return cards to a deck and give points, so that players could go on for ever on purpose; the harness stops
that.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from cardtools.play.engine import Action, Needed, Option, Row, Verb
from cardtools.play.games.ttcg.moves import Moves
from cardtools.play.games.ttcg.phases import Phases
from cardtools.play.games.ttcg.state import BATTLE_PHASE, MAIN_PHASE, POINTS, TtcgState
from cardtools.play.interpreter.card_engine import CardEngine
from cardtools.play.interpreter.state import SIDE
from cardtools.play.state import EMPTY, HIDDEN, Outcome
from cardtools.play.streams import Stream
from cardtools.programs.tree import Ability, Activated, Effect, Static
from cardtools.programs.verbs.apply import Apply
from cardtools.programs.verbs.seq import Seq


class TtcgEngine(CardEngine[TtcgState]):
    """The True Trading Card Game."""

    NAME = "ttcg"
    VERSION = "3"
    STATE = TtcgState
    RESOURCES = ("points",)
    PASSES = 1
    EXACT = True  # "the number must be adhered to" (3.3.4)
    STATS = ("attack", "defense", "rank")
    VOCABULARIES: ClassVar[Mapping[str, str]] = {"type": "type", "subtype": "subtypes"}
    OPTIONS: ClassVar[Mapping[str, Option]] = {
        "points": Option(20, (1, 1000), "points of each player at the start (Doc 2.2.8)"),
        "hand": Option(7, (0, 60), "cards of the opening hand (Doc 2.2.2; an older text says 5, T10)"),
        "mulligans": Option(1, (0, 10), "how often an opening hand may be shuffled back (Doc 2.2.2, T12)"),
        "mulligan_hand": Option(6, (0, 60), "cards drawn after a mulligan (Doc 2.2.2)"),
        "columns": Option(5, (1, 20), "units, and spells, that a field has room for (Doc 2.2.9)"),
        "plays": Option(2, (1, 60), "cards that a player may play in a turn (Doc 2.2.3)"),
        "hand_limit": Option(10, (0, 200), "cards held at the end of a turn (Doc 2.2.10)"),
        "exhaustion": Option(5, (0, 1000), "points lost by a draw phase with an empty deck (Doc 2.2.11)"),
        "first_draws": Option(False, None, "the first player draws on the first turn (Doc 2.2.2)"),
        "first_attacks": Option(False, None, "the first player attacks on the first turn (Doc 2.2.2)"),
        "untap": Option(
            "never", ("never", "owner_start"), "when cards untap by themselves; no text states it (T2)"
        ),
        "win": Option(
            "points", ("points", "target"),
            "who wins: whose opponent has no points left, or who has `target` points first; not stated (T1)",
        ),
        "target": Option(40, (1, 10_000), 'points that win where win = "target" (T1)'),
        "kills": Option(
            "owner_loses", ("owner_loses", "destroyer_gains"),
            "what a destroyed unit changes: Doc 2.2.8 speaks of gaining points, and of losing them (T9)",
        ),
        "equal": Option(
            "nobody", ("nobody", "both", "attacker"), "who is destroyed if attack and defense are equal (T3)"
        ),
        "effect_draw": Option(
            "nothing", ("nothing", "damage"),
            "what an effect that draws more cards than the deck has does: it cannot be activated, or draws "
            "what there is and costs points (T4)",
        ),
        "together": Option(
            "lifo", ("lifo", "fifo"), "of effects set off together, whose take place first (Doc 2.2.5, T7)"
        ),
        "styles": Option(
            "printed", ("printed", "text"),
            "whether printed styles count (Doc 2.2.5, T5): a continuous effect is activated first, a passive "
            "one needs no tap; or only what the texts say",
        ),
        "rarity": Option(1, (1, 6), "the tier that cards are played in, with its bonus (Doc 4.6, T11)"),
    }  # fmt: skip
    KINDS: ClassVar[Mapping[str, Needed]] = {
        "unit": Needed("condition", "cards of the upper row (Doc 2.2.9)"),
        "spell": Needed("condition", "cards of the lower row (Doc 2.2.9)"),
    }
    VALUES: ClassVar[Mapping[str, Needed]] = {
        "type": Needed("text", "what ranking up needs the same of (Doc 2.2.6)"),
        "subtypes": Needed("words", "the sub-types that effects ask for (Doc 3.1)"),
        "rank": Needed("number", "the rank, or level (Doc 2.2.6)"),
        "attack": Needed("number", "the attack of a unit, or what a spell adds to that of the unit above"),
        "defense": Needed("number", "the defense, likewise"),
        "styles": Needed("words", "the styles of the effects, in their order (Doc 2.2.5)", optional=True),
    }
    WEIGHTS: ClassVar[Mapping[str, Option]] = {
        "point": Option(3, (0, 1000), "a point"),
        "rank": Option(5, (0, 1000), "each rank of a unit on the field"),
        "strength": Option(1, (0, 1000), "each 100 of attack and defense of a unit on the field"),
        "spell": Option(3, (0, 1000), "a spell on the field, half of it once it is tapped"),
        "card": Option(5, (0, 1000), "a card in the hand"),
    }
    VERBS: ClassVar[Mapping[str, Verb]] = {
        **CardEngine.CHOICES,
        "keep": Verb("keep", said="keep this hand"),
        "mulligan": Verb("mulligan", said="shuffle it back and draw anew"),
        "play": Verb("play {0} in {1}", ("card", "slot")),
        "rank_up": Verb("play {0} on {1}", ("card", "slot"), "rank up {1} with {0}"),
        "search_rank_up": Verb("search the deck to rank up {0}", ("slot",)),
        "use": Verb("activate {0}: effect {2}", ("card", "place", "place"), "activate {0}: {2}"),
        "use_hand": Verb(
            "activate {0} from hand: effect {1}", ("card", "place"), "activate {0} from hand: {1}"
        ),
        "battle": Verb("battle", said="go to battle"),
        "attack": Verb("attack {0} -> {1}", ("slot", "theirs"), "attack {1} with {0}"),
        "direct": Verb("attack {0} -> opponent", ("slot",), "attack the opponent with {0}"),
        "end": Verb("end", said="end the turn"),
    }
    EVENTS: ClassVar[Mapping[str, str]] = {
        **CardEngine.COMMON_EVENTS,
        "mulligan": "{player} take[s] a mulligan.",
        "play": "{player} play[s] {card}.",
        "rank_up": "{card0} is ranked up with {card}.",
        "attack": "{card} attacks {card0}.",
        "battle": "{card} attacks with {1} against {card0} with {2} defense.",
    }
    BADGES = ("attack", "defense", "rank")
    WINDOWS: ClassVar[Mapping[str, str]] = {
        "chain": "Add to the chain after {chain}, or pass",
        "attack": "Respond to the attack of {attack}, or pass",
        "phase": "The phase ends: respond, or pass",
    }
    QUESTIONS: ClassVar[Mapping[str, str]] = {
        "discarded": "You hold too many cards: choose what to discard",
        "search_ranked_up": "Choose a card of your deck to rank up with, or none",
    }

    def prepare(self) -> None:
        super().prepare()
        self.columns = int(self.options["columns"])
        self.is_unit = ["unit" in kinds for kinds in self.index.kinds]
        self.rank = self.index.printed["rank"]
        self._add_bonus()
        self.moves, self.phases = Moves(self), Phases(self)
        # A counter is never automatic: it is one of the `responses`.
        self.index.kinds_heard.discard("activates")
        self.has_target = self.options["win"] == "target"
        self.untaps = self.options["untap"] == "owner_start"

    def style(self, card: int, place: int) -> str:
        """The style of the text that an ability is of, "" where styles do not count."""
        if self.options["styles"] != "printed":
            return ""
        styles = self.cards[card].values.get("styles", ())
        of = [number for number, text in enumerate(self.cards[card].texts) for _ in text.abilities]
        return str(styles[of[place]]).lower() if place < len(of) and of[place] < len(styles) else ""

    def read_ability(self, card: int, place: int, ability: Ability) -> Ability:
        """A continuous effect is activated, and holds from then on while its card is on the field (2.2.5)."""
        if not isinstance(ability, Static) or self.style(card, place) != "continuous":
            return ability
        applied: list[Effect] = [Apply(modifier, "in_play") for modifier in ability.modifiers]
        effect = applied[0] if len(applied) == 1 else Seq(tuple(applied))
        return Activated(effect, condition=ability.condition)

    def _add_bonus(self) -> None:
        """The bonus of the tier (4.6): a unit's is split, the rest and a spell's go to the higher stat."""
        tier = int(self.options["rarity"]) - 1
        attack, defense = self.index.printed["attack"], self.index.printed["defense"]
        for card, is_unit in enumerate(self.is_unit):
            bonus = (10 if is_unit else 5) * tier
            less = bonus // 10 * 5 if is_unit else 0
            high, low = (attack, defense) if attack[card] >= defense[card] else (defense, attack)
            high[card] += bonus - less
            low[card] += less

    # The start and what a player may do

    def setup(self, state: TtcgState, random: Stream) -> None:
        """A die says who begins; both draw their hands; the first player decides on a mulligan."""
        state.clear(len(self.cards), 2 * self.columns, (int(self.options["points"]),))
        state.plays, state.attacks, state.mulligans = [], [0] * len(self.cards), [0, 0]
        state.battle, state.taken = (EMPTY, EMPTY), []
        state.deck = self.shuffled_decks(random)
        state.active = state.first = random.below(2)
        for player in (state.first, 1 - state.first):
            self.board.draw(state, player, int(self.options["hand"]))
        state.phase, state.decider = "mulligan", state.active
        if not self.options["mulligans"]:
            state.active = 1 - state.first
            self.phases.keep(state)
            self.interpreter.run(state)

    def actions(self, state: TtcgState, every: bool) -> list[Action]:
        """Plays, effects and the next phase; in the battle phase attacks, effects and the end."""
        player = state.active
        actions: list[Action] = []
        if state.phase == "mulligan":
            may_change = state.mulligans[player] < int(self.options["mulligans"])
            return [("keep",), ("mulligan",)] if may_change else [("keep",)]
        is_main = state.phase == MAIN_PHASE
        if is_main:
            self.moves.add_plays(state, player, every, actions)
        else:
            self.phases.add_attacks(state, player, actions)
        self.moves.add_uses(state, player, actions, every)
        battles = is_main and self.phases.may_attack(state) and any(state.field[player][: self.columns])
        actions.append(("battle",) if battles else ("end",))
        return actions

    def go_on_alone(self, state: TtcgState) -> bool:
        """A phase in which there is nothing to do ends."""
        state.moves = self.actions(state, every=False)
        if len(state.moves) > 1:
            return False
        only, state.moves = state.moves[0], None
        self.act(state, only)
        return True

    def act(self, state: TtcgState, action: Action) -> None:
        verb, player = action[0], state.active
        if verb in ("use", "use_hand"):
            self.respond(state, player, action)
        elif verb in ("play", "rank_up"):
            self.moves.play_card(state, player, action)
        elif verb in ("battle", "end"):
            # Without attacks there is a battle phase all the same, which may be skipped.
            skips = state.skips and (player, BATTLE_PHASE) in [skip[:2] for skip in state.skips]
            phase = "battle_phase" if verb == "battle" or (skips and state.phase == MAIN_PHASE) else "end"
            self.moves.respond_then(state, "phase", (phase,))
        elif verb in ("attack", "direct"):
            self.phases.attack_with(state, player, action)
        elif verb == "search_rank_up":
            self.moves.search_to_rank_up(state, player, action[1])
        elif verb == "mulligan":
            self.phases.mulligan(state, player)
        else:
            self.phases.keep(state)

    def triggers_in_order(self, state: TtcgState, waiting: list[Any]) -> list[Any]:
        """The active player's go to the chain first, so that they take place last."""
        first = state.active if self.options["together"] == "lifo" else 1 - state.active
        return sorted(waiting, key=lambda one: one[2].you != first)

    def respond(self, state: TtcgState, player: int, action: Action) -> None:
        card, place = action[1], action[-1]
        self.abilities.set_off(state, card, place, self.moves.frame_of(state, player, card, place))

    # Where cards can be (2.1, 2.2.9)

    def fits_place(self, state: TtcgState, card: int, place: int) -> bool:
        """Units lie in the upper row, spells in the lower (2.2.9)."""
        return self.is_unit[card] == (place % SIDE < self.columns)

    def fits_under(self, state: TtcgState, card: int, upper: int) -> bool:
        """Units lie under units, spells under spells (2.1)."""
        return self.is_unit[card] == self.is_unit[upper]

    # Cards in the hand of a player who does not own them

    def holder(self, state: TtcgState, card: int) -> int:
        """The owner, or the other player, whose effect has added the card to the hand."""
        return 1 - self.owner[card] if card in state.taken else self.owner[card]

    def left_hand(self, state: TtcgState, card: int) -> None:
        state.taken.remove(card)

    def add(self, state: TtcgState, card: int, player: int) -> None:
        """An effect that adds a card to your hand adds it to yours, whose card it may be."""
        if player == self.owner[card]:
            self.board.put(state, card, "hand")
        else:
            state.hand[player].append(card)
            state.taken.append(card)
            self.board.changed(state)

    def determinise(self, observation: TtcgState, random: Stream) -> TtcgState:
        """Cards that a player has been seen to take are in the hand."""
        if observation.taken:
            observation = observation.copy()
            for card in observation.taken:
                hand = observation.hand[1 - self.owner[card]]
                if HIDDEN in hand:
                    hand[hand.index(HIDDEN)] = card
        return super().determinise(observation, random)

    # Stats, attacks and points (2.2.7, 2.2.8)

    def base(self, state: TtcgState, card: int, stat: str) -> int:
        """As printed; a unit has what the spell below it adds (4.6)."""
        value = self.index.printed[stat][card]
        if stat != "rank" and self.is_unit[card] and (spell := self.column(state, card, "below")) >= 0:
            value += self.index.printed[stat][spell]
        return value

    def column(self, state: TtcgState, card: int, direction: str) -> int:
        """The unit above a spell, or the spell below a unit, in the same column."""
        side, slot = divmod(state.at[card], SIDE)
        is_unit = slot < self.columns
        if side < 0 or is_unit != (direction == "below"):
            return EMPTY
        stack = state.field[side][slot + self.columns if is_unit else slot - self.columns]
        return stack[-1] if stack else EMPTY

    def can_draw(self, state: TtcgState, player: int, number: int) -> bool:
        """An effect draws as many cards as it says, or none, unless an empty deck costs points."""
        is_enough = len(state.deck[player]) >= number or self.options["effect_draw"] == "damage"
        return is_enough and not self.continuous.cannot(state, "draw", EMPTY, player)

    def draw_from_empty(self, state: TtcgState, player: int) -> None:
        """An effect draws from an empty deck: by default nothing happens."""
        if self.options["effect_draw"] == "damage":
            self.board.lose(state, player, "points", int(self.options["exhaustion"]))

    def check(self, state: TtcgState) -> None:
        """Who has no points left has lost; both at once is a draw."""
        (first,), (second,) = state.resources
        if first > 0 and second > 0 and not self.has_target:
            return
        points = [first, second]
        winners = [player for player in (0, 1) if points[1 - player] <= 0]
        reason, both = "the opponent has no points left", "both have no points left"
        if not winners and self.has_target:
            winners = [player for player in (0, 1) if points[player] >= int(self.options["target"])]
            reason, both = "enough points", "both have the points to win"
        if winners:
            is_draw = len(winners) == 2
            state.outcome = Outcome("draw", -1, both) if is_draw else Outcome("win", winners[0], reason)

    # How good cards, actions and states look to agents

    def worth(self, state: TtcgState, card: int) -> float:
        """A unit by its rank and strength, a spell for what it can still do."""
        weights = self.weights
        if not self.is_unit[card]:
            return weights["spell"] / (2 if state.tapped[card] else 1)
        strength = self.continuous.stat(state, card, "attack") + self.continuous.stat(state, card, "defense")
        return weights["rank"] * self.rank[card] + weights["strength"] * strength / 100

    def worth_in(self, state: TtcgState, card: int, zone: str) -> float:
        """A card in the hand, or a little in the deck; a first unit is worth more while few are there."""
        worth = self.weights["card"] * (1.0 if zone == "hand" else 0.1 if zone == "deck" else 0.0)
        if card >= 0 and zone == "hand" and self.rank[card] == 1 and self.is_unit[card]:
            few = 3 - sum(1 for stack in state.field[self.owner[card]][: self.columns] if stack)
            worth *= 1 + max(0, few)
        return worth

    def worth_of(self, state: TtcgState, player: int, resource: str) -> float:
        """A point is worth more the fewer there are."""
        return self.weights["point"] * (1 + 10 / max(1, state.resources[player][POINTS]))

    def score(self, state: TtcgState, action: Action) -> float:
        """Effects that gain more than they cost, rank up, units, then spells; attacks on what is weaker."""
        verb = action[0]
        if verb == "rank_up":
            return 300.0 + 10 * self.rank[action[1]]
        if verb == "play":
            card = action[1]
            worth = 200.0 if self.is_unit[card] else 100.0
            other = state.field[state.decider][(action[2] + self.columns) % (2 * self.columns)]
            if other:
                spell = card if not self.is_unit[card] else other[-1]
                worth += (self.index.printed["attack"][spell] + self.index.printed["defense"][spell]) / 4
            return worth
        if verb in ("use", "use_hand"):
            card, place = action[1], action[-1]
            frame = self.moves.frame_of(state, state.decider, card, place)
            merit = self.merit.of_use(state, card, place, frame)
            return 400.0 + merit if merit > 1 else -1.0
        if verb in ("attack", "direct"):
            return self._score_attack(state, action)
        if verb in ("choose", "choose_effect", "yes"):
            return self.merit.of_answer(state, action[1] if len(action) > 1 else True)
        if verb == "keep":
            hand = state.hand[state.active]
            return sum(self.rank[card] == 1 and self.is_unit[card] for card in hand) - 1.5
        return 0.1 if verb in ("battle", "search_rank_up") else 0.0

    def _score_attack(self, state: TtcgState, action: Action) -> float:
        card = state.field[state.active][action[1]][-1]
        if action[0] == "direct":
            return 1000.0 + self.rank[card]
        target = state.field[1 - state.active][action[2]][-1]
        attack = self.continuous.stat(state, card, "attack")
        if attack > self.continuous.stat(state, target, "defense"):
            return 500.0 + self.worth(state, target) - attack / 100
        return -1.0

    def value(self, state: TtcgState, player: int) -> float:
        """Points, field and hand of a player against the other's, from -1 to 1."""
        sums = [
            self.weights["point"] * 2 * state.resources[side][POINTS]
            + self.weights["card"] * len(state.hand[side])
            + sum(self.worth(state, card) for card in self.board.tops(state, side))
            for side in (player, 1 - player)
        ]
        total = abs(sums[0]) + abs(sums[1])
        return (sums[0] - sums[1]) / total if total else 0.0

    # What people see

    def rows(self) -> tuple[Row, ...]:
        """The unit zone over the spell zone (2.1)."""
        return (
            Row("field", "slots", "Unit zone", 0, self.columns),
            Row("field", "slots", "Spell zone", self.columns, 2 * self.columns),
            Row("hand", "hand", "Hand"),
            Row("deck", "pile", "Deck"),
            Row("discard", "pile", "Discard pile"),
        )

    def question(self, state: TtcgState) -> str:
        if state.choice is not None:
            return super().question(state)
        if state.phase == "mulligan":
            return "Keep this hand?"
        if state.phase == BATTLE_PHASE:
            return "Battle phase: attack, then end the turn"
        left = max(0, int(self.options["plays"]) - len(state.plays))
        return f"Main phase: {left or 'no'} more {'card' if left == 1 else 'cards'} to play, then battle"

    def why_not(self, state: TtcgState, card: int) -> str:
        if state.choice is not None or card not in state.hand[state.decider]:
            is_tapped = state.choice is None and state.at[card] >= 0 and state.tapped[card]
            return "It is tapped." if is_tapped else super().why_not(state, card)
        if state.phase == BATTLE_PHASE:
            return "Cards are played in the main phase."
        if len(state.plays) >= int(self.options["plays"]):
            return "You have played all the cards that you may play this turn."
        if self.rank[card] > 1:
            lower = self.rank[card] - 1
            return f"It goes on top of a card of its type with rank {lower}, and there is none."
        return "There is no empty place for it."
