"""The mana card game ("Rules", chapters in parentheses): lands, creatures, spells, instants and a leader.

Where the Rules are silent, the rulings MP1 to MP18 hold (docs/rulings.md).

A match need not end, because an empty deck costs nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from cardtools.play.engine import Action, Needed, Option, Row, Verb
from cardtools.play.interpreter.card_engine import CardEngine
from cardtools.play.interpreter.state import CardState, Frame
from cardtools.play.parts.casting import Casting
from cardtools.play.parts.combat import ATTACKS, PLAYER, TargetedCombat
from cardtools.play.parts.paying import Payment
from cardtools.play.parts.turns import Turns
from cardtools.play.state import Part
from cardtools.play.streams import Stream

COLOURS = ("white", "blue", "black", "red", "green", "colorless")
_WORDS = {**{word: word for word in COLOURS}, "colourless": "colorless"} | {
    "W": "white", "U": "blue", "B": "black", "R": "red", "G": "green", "C": "colorless"
}  # fmt: skip


class ManaState(CardState):
    """Besides the attacks that are declared: `lands` is how many lands were played this turn."""

    ADDED = (
        *ATTACKS,
        Part("vault", 2, has_cards=True, seen="nobody"),
        Part("leader", 2, has_cards=True),
        Part("lands", 0),
    )
    PARTS = (*CardState.PARTS, *ADDED)
    __slots__ = tuple(part.name for part in ADDED)
    attacks: list[tuple[int, int]]
    vault: list[list[int]]
    leader: list[list[int]]
    lands: int


class ManaEngine(CardEngine[ManaState]):
    """The mana card game."""

    NAME = "mana"
    VERSION = "1"
    STATE = ManaState
    RESOURCES = ("life", *COLOURS)
    STATS = ("attack", "defense")
    VOCABULARIES: ClassVar[Mapping[str, str]] = {
        "colour": "colours", "keyword": "keywords", "subtype": "subtypes"
    }  # fmt: skip
    PILES: ClassVar[dict[str, str]] = {**CardEngine.PILES, "vault": "vault", "leader": "leader"}
    SECTIONS = ("vault", "leader")
    TRIGGERS_CHAIN = False
    BADGES = ("attack", "defense")
    ATTACK, HEALTH = "attack", "defense"
    OPTIONS: ClassVar[Mapping[str, Option]] = {
        "life": Option(30, (1, 1000), "life at the start (2)"),
        "hand": Option(5, (0, 60), "cards that each player draws from the main deck at the start (2)"),
        "lands": Option(2, (0, 60), "lands that each player draws from the Vault at the start (2)"),
        "mulligans": Option(1, (0, 10), "how often a player may take new cards at the start (2)"),
        "minimum_hand": Option(
            5, (0, 60), "a turn begins with so many cards, but at least one is drawn (3, MP2)"
        ),
        "first_draws": Option(True, None, "the first player draws in the first turn; not stated (MP4)"),
        "vault_draws": Option(
            True, None, "cards of a turn's start may come from the Vault; not stated (MP3)"
        ),
        "lands_a_turn": Option(1, (0, 60), "lands that a player may play in a turn (3)"),
        "burn": Option(True, None, "a land of the hand may be discarded for its mana (4)"),
        "flying": Option(
            "blocks",
            ("blocks", "attacks"),
            "what Flying and Reach restrict: blocks, which nobody makes, or who may attack whom (MP7)",
        ),
    }
    KINDS: ClassVar[Mapping[str, Needed]] = {
        "land": Needed("condition", "cards that make mana (5)"),
        "creature": Needed("condition", "cards that fight, leaders among them (5)"),
        "spell": Needed("condition", "cards that work once, in their player's turn (5)"),
        "instant": Needed("condition", "cards that work once, in the response window of combat (5)"),
        "leader": Needed("condition", "the creature of the deck that has a place of its own (5)"),
    }
    VALUES: ClassVar[Mapping[str, Needed]] = {
        "cost": Needed("text", "the mana that a card costs (4)"),
        "colours": Needed("words", "the colours of a card; of a land, of its mana"),
        "attack": Needed("number", "the damage that a creature deals"),
        "defense": Needed("number", "the health of a creature"),
        "keywords": Needed("words", "the abilities of chapter 7"),
        "subtypes": Needed("words", "the sub-types that effects ask for", optional=True),
    }
    WEIGHTS: ClassVar[Mapping[str, Option]] = {
        "life": Option(2, (0, 1000), "a point of life"),
        "strength": Option(2, (0, 1000), "each point of attack and defense of a creature on the field"),
        "card": Option(4, (0, 1000), "a card in the hand"),
        "land": Option(6, (0, 1000), "a land on the field"),
    }
    VERBS: ClassVar[Mapping[str, Verb]] = {
        **CardEngine.CHOICES,
        "keep": Verb("keep", said="keep this hand"),
        "mulligan": Verb("mulligan", said="take new cards"),
        "from_deck": Verb("draw from the deck"),
        "from_vault": Verb("draw from the Vault"),
        "land": Verb("play land {0}", ("card",), "play the land {0}"),
        "burn": Verb("burn {0} for {1} mana", ("card", "word")),
        "tap": Verb("tap {0} for {1} mana", ("card", "word")),
        "play": Verb("play {0}", ("card",)),
        "ability": Verb("activate {0}: ability {1}", ("card", "place"), "activate {0}: {1}"),
        "attack": Verb("attack the player with {0}", ("card",), "attack the opponent with {0}"),
        "attack_card": Verb("attack {1} with {0}", ("card", "card")),
        "fight": Verb("fight", said="fight with these attacks"),
        "end": Verb("end", said="end the turn"),
    }
    ROWS = (
        Row("field", "slots", "Field"),
        Row("leader", "hand", "Leader"),
        Row("hand", "hand", "Hand"),
        Row("deck", "pile", "Deck"),
        Row("vault", "pile", "Vault"),
        Row("discard", "pile", "Discard pile"),
    )
    EVENTS: ClassVar[Mapping[str, str]] = {
        **CardEngine.COMMON_EVENTS,
        "mulligan": "{player} take[s] a mulligan.",
        "land": "{player} play[s] {card}.",
        "burn": "{player} burn[s] {card} for mana.",
        "cast": "{player} play[s] {card}.",
        "attack": "{card} attacks {opponent}.",
        "attack_card": "{card} attacks {card0}.",
    }
    WINDOWS: ClassVar[Mapping[str, str]] = {"combat": "Combat of {attack}: play an instant, or pass"}
    QUESTIONS: ClassVar[Mapping[str, str]] = {
        "mulligan_decided": "Keep this hand?",
        "drawn": "Draw from the deck or from the Vault?",
    }

    def prepare(self) -> None:
        super().prepare()
        index = self.index
        self.is_land = ["land" in kinds for kinds in index.kinds]
        # A leader is a creature (5).
        index.kinds = [kinds | {"creature"} if "leader" in kinds else kinds for kinds in index.kinds]
        self.is_creature = ["creature" in kinds for kinds in index.kinds]
        self.only_elsewhere = [not {"instant", "leader"}.isdisjoint(kinds) for kinds in index.kinds]
        gives = [
            (tuple(colour for colour in COLOURS if colour in words) or ("colorless",)) if land else ()
            for land, words in zip(self.is_land, index.words["colour"], strict=True)
        ]
        self.casting, self.turns = Casting(self), Turns(self)
        self.payment = Payment(self, self.casting, gives, _WORDS, "colorless")
        self.combat = TargetedCombat(self, self.is_creature, self.options["flying"] == "attacks")

    # The start (2)

    def setup(self, state: ManaState, random: Stream) -> None:
        """Cards and lands are drawn; then each player decides on a mulligan, who begins first."""
        state.clear(len(self.cards), 0, (int(self.options["life"]), *([0] * len(COLOURS))))
        state.vault, state.leader = [[], []], [[], []]
        state.lands, state.attacks = 0, []
        for card, player in enumerate(self.owner):
            section = self.section[card]
            pile = {"vault": state.vault, "leader": state.leader}.get(section, state.deck)
            pile[player].append(card)
        for player in (0, 1):
            random.shuffle(state.deck[player])
            random.shuffle(state.vault[player])
        state.active = random.below(2)
        for player in (state.active, 1 - state.active):
            self.board.draw(state, player, int(self.options["hand"]))
            self.board.draw_from(state, "vault", player, int(self.options["lands"]))
        self.turns.ask_for_mulligans(state)

    def new_hand(self, state: ManaState, player: int) -> None:
        """The cards of the main deck are shuffled back and drawn anew; lands of the Vault stay."""
        for card in [card for card in state.hand[player] if self.section[card] != "vault"]:
            self.board.take(state, card)
            self.board.put(state, card, "deck")
        state.random.shuffle(state.deck[player])
        self.board.draw(state, player, int(self.options["hand"]))

    # The turn (3)

    def step_turn(self, state: ManaState) -> None:
        """A turn begins: cards untap, mana is gone, cards are drawn."""
        player, state.lands = state.active, 0
        state.resources[player][1:] = [0] * len(COLOURS)
        self.turns.begin_turn(state, "main phase")
        draws = max(1, int(self.options["minimum_hand"]) - len(state.hand[player]))
        if state.turn == 1 and not self.options["first_draws"]:
            draws = 0
        self.interpreter.push(state, ("settle",), ("draws", player, draws))

    def step_draws(self, state: ManaState, player: int, left: int) -> None:
        """A card is drawn, from the deck or the Vault."""
        if left <= 0:
            return
        vault = state.vault[player] if self.options["vault_draws"] else []
        piles = {"from_deck": state.deck[player], "from_vault": vault}
        sources = [source for source, pile in piles.items() if pile] or ["from_deck"]
        self.interpreter.ask(state, player, "verb", sources, ("drawn", player, left))

    def step_drawn(self, state: ManaState, player: int, left: int, source: str) -> None:
        """It is said where from."""
        if source == "from_vault":
            self.board.draw_from(state, "vault", player)
        else:
            self.board.draw(state, player)
        self.interpreter.push(state, ("draws", player, left - 1))

    def step_end(self, state: ManaState) -> None:
        """Creatures with Vigilance untap, and the turn passes."""
        for card in self.board.tops(state, state.active):
            if state.tapped[card] and "vigilance" in self.continuous.keywords(state, card):
                self.board.untap(state, card)
        self.turns.step_end(state)

    # What a player may do

    def actions(self, state: ManaState, every: bool) -> list[Action]:
        """Lands, cards, attacks and the end, in any order; once one attacks, more attacks and the fight."""
        player = state.active
        if state.attacks:
            return [*self.combat.declarations(state), ("fight",)]
        actions: list[Action] = []
        hand = state.hand[player] if every else self.different(state.hand[player])
        funds = self.payment.funds(state, player)
        may_land, may_burn = state.lands < int(self.options["lands_a_turn"]), self.options["burn"]
        for card in hand:
            if self.is_land[card]:
                if may_land:
                    actions.append(("land", card))
                if may_burn:
                    actions += [("burn", card, colour) for colour in self.payment.gives[card]]
            elif not self.only_elsewhere[card] and self.payment.castable(state, player, card, funds):
                actions.append(("play", card))
        for card in state.leader[player]:
            if self.payment.castable(state, player, card, funds):
                actions.append(("play", card))
        if every:  # agents need not: lands are tapped for what they pay
            actions += [("tap", land, colour) for land, gives in funds[1] for colour in gives]
        actions += self.casting.abilities_now(state, player)
        return [*actions, *self.combat.declarations(state), ("end",)]

    def act(self, state: ManaState, action: Action) -> None:
        verb, player = action[0], state.active
        if verb == "land":
            self.casting.put_on_field(state, action[1], player, "hand")
            state.lands += 1
            self.event(state, "land", player, action[1])
        elif verb in ("burn", "tap"):
            card, colour = action[1:]
            if verb == "burn":
                self.board.discard(state, card, "burn")
            else:
                self.board.tap(state, card)
            state.resources[player][1 + COLOURS.index(colour)] += 1
            self.board.changed(state)
        elif verb == "play":
            self.respond(state, player, action)
        elif verb == "ability":
            self.abilities.use(state, player, action[1], action[2])
        elif verb in ("attack", "attack_card"):
            state.attacks.append((action[1], action[2] if verb == "attack_card" else PLAYER))
        else:
            self.interpreter.push(state, ("declared",) if verb == "fight" else ("end",))

    # Mana and cards (4, 5)

    def stays(self, state: ManaState, card: int) -> bool:
        """Creatures do, and leaders."""
        return self.is_creature[card]

    def respond(self, state: ManaState, player: int, action: Action) -> None:
        """Pay for a card, with lands where the pool does not do; a creature enters, a spell works at once."""
        card = action[1]
        self.payment.pay(state, player, self.payment.cost[card])
        self.event(state, "cast", player, card)
        if self.is_creature[card]:
            zone = "leader" if card in state.leader[player] else "hand"
            self.casting.put_on_field(state, card, player, zone)
            self.abilities.trigger(state, "enters", card, player)
        else:
            self.board.take(state, card)
            self.board.put(state, card, "discard")
        if self.casting.spell_effect[card] is not None:
            self.casting.aim(state, player, card, ("works", card))

    def step_works(self, state: ManaState, card: int, frame: Frame) -> None:
        """The targets of a spell are chosen: it works."""
        self.event(state, "resolve", frame.you, card, frame.seen_targets(state))
        effect = self.casting.spell_effect[card]
        self.interpreter.push(state, ("effect", self.index.number[id(effect)], frame))

    def check(self, state: ManaState) -> None:
        """Creatures without health die; a player without life has lost (8)."""
        if not state.unhurt:
            self.combat.destroy_damaged(state)
        self.combat.end_of_life(state, "life")

    # Agents

    def worth(self, state: ManaState, card: int) -> float:
        """A creature by its strength and health left, a land for itself."""
        if self.is_land[card]:
            return float(self.weights["land"])
        strength = self.continuous.stat(state, card, "attack") + self.combat.health_left(state, card)
        return 3.0 + self.weights["strength"] * strength

    def score(self, state: ManaState, action: Action) -> float:
        """Lands and creatures, then spells that are worth it, then attacks that win more than they lose."""
        verb = action[0]
        if verb == "land":
            return 300.0
        if verb == "play":
            card = action[1]
            if not self.is_creature[card]:
                return self.casting.score_spell(state, card)
            return 200.0 + self.payment.cost[card].total
        if verb in ("attack", "attack_card"):
            return self.combat.score_attack(state, action)
        hand, field = state.hand[state.decider], self.board.tops(state, state.decider)
        if verb == "keep":
            return sum(0 < self.payment.cost[card].total <= 3 for card in hand) - 0.5
        if verb in ("from_deck", "from_vault"):
            has_land = any(self.is_land[card] for card in hand)
            needs = not has_land and sum(self.is_land[card] for card in field) < 5
            return float(needs == (verb == "from_vault"))
        own = {"burn": -1.0, "tap": -1.0, "fight": 0.5}
        return own[verb] if verb in own else self.casting.score_answer(state, action)

    # What people see

    def question(self, state: ManaState) -> str:
        if state.choice is not None:
            return super().question(state)
        if state.attacks:
            return "Declare more attacks, then fight"
        return "Play lands and cards and attack in any order, then end the turn"

    def why_not(self, state: ManaState, card: int) -> str:
        if state.choice is not None:
            return super().why_not(state, card)
        if state.attacks:
            return "Declare attacks, then fight."
        if state.at[card] >= 0:
            if state.tapped[card]:
                return "It is tapped."
            is_new = state.entered[card] == state.turn and self.is_creature[card]
            return "It cannot attack in the turn it was played." if is_new else "It has nothing to do now."
        if "leader" in self.index.kinds[card] and card in state.hand[state.decider]:
            return "A leader is played once."
        if self.is_land[card]:
            return "You have played a land this turn."
        if "instant" in self.index.kinds[card]:
            return "Instants are played in combat, once attacks are declared."
        return self.payment.why_not(state, card, "mana")
