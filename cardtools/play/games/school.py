"""The school card game ("Rules", chapters in parentheses): boosters, units, spells, instants, blocks.

Where the Rules are silent, the rulings SP1 to SP11 hold (docs/rulings.md).

A match ends: who must draw from an empty deck has lost (1).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, ClassVar

from cardtools.play.engine import Action, Needed, Option, Row, Verb
from cardtools.play.interpreter.card_engine import CardEngine
from cardtools.play.interpreter.state import CardState
from cardtools.play.parts.casting import STACK, Stack
from cardtools.play.parts.combat import BLOCKS, BlockedCombat
from cardtools.play.parts.paying import Cost, Payment
from cardtools.play.parts.turns import Turns
from cardtools.play.state import EMPTY, Outcome, Part
from cardtools.play.streams import Stream
from cardtools.programs.tree import Activated
from cardtools.programs.verbs.choose import Choose
from cardtools.programs.verbs.gain import Gain
from cardtools.programs.verbs.tap import Tap

UNIVERSAL = "universal"


class SchoolState(CardState):
    """With the parts of the stack and of blocks; `boosted` is the HP of boosters played this turn."""

    ADDED = (*STACK, *BLOCKS, Part("boosted", 0))
    PARTS = (*CardState.PARTS, *ADDED)
    __slots__ = tuple(part.name for part in ADDED)
    stack: list[list[int]]
    attackers: list[int]
    blocks: list[tuple[int, int]]
    wounds: list[int]
    boosted: int


class SchoolEngine(CardEngine[SchoolState]):
    """The school card game, for two players."""

    NAME = "school"
    VERSION = "2"
    STATE = SchoolState
    STATS = ("atk", "hp")
    BADGES = ("atk", "hp")
    VOCABULARIES: ClassVar[Mapping[str, str]] = {"element": "elements", "keyword": "keywords"}
    REOPENS = True
    ORDERS_TRIGGERS = True  # (6.1)
    ATTACK, HEALTH = "atk", "hp"
    PILES: ClassVar[dict[str, str]] = {**CardEngine.PILES, "stack": "stack"}
    RESOURCE_NAMES: ClassVar[Mapping[str, str]] = {"sv": "SV"}
    OPTIONS: ClassVar[Mapping[str, Option]] = {
        "sv": Option(10, (1, 1000), "Summoner Vitality at the start (1)"),
        "hand": Option(7, (0, 60), "cards of the opening hand (5)"),
        "mulligans": Option(1, (0, 10), "how often a player may take a new hand (13)"),
        "mulligan_hand": Option(6, (0, 60), "cards drawn after a mulligan (13)"),
        "draw": Option(1, (0, 10), "cards drawn after untapping; no text states a draw (SP1)", stated=False),
        "first_draws": Option(True, None, "the first player draws in the first turn; not stated (SP1)"),
        "boosters": Option(5, (0, 1000), "printed HP of boosters that may be played in a turn (9)"),
        "attacking_taps": Option(False, None, "attackers tap (house rule 33.1, SP2)"),
        "universal_costs": Option(
            "any",
            ("any", "universal"),
            "what pays for Universal in a cost: any energy, or Universal alone (SP5)",
        ),
    }
    KINDS: ClassVar[Mapping[str, Needed]] = {
        "booster": Needed("condition", "cards that give energy, and may block (9)"),
        "student": Needed("condition", "units that may tap at once (3)"),
        "monster": Needed("condition", "units that may not tap in the turn they are played (6)"),
        "spell": Needed("condition", "cards that work once (3)"),
        "instant": Needed("condition", "spells that are played at any time (7)"),
        "item": Needed("condition", "cards that stay (3)", optional=True),
        "artifact": Needed("condition", "cards that stay (3)", optional=True),
        "environment": Needed("condition", "cards that stay (3)", optional=True),
    }
    VALUES: ClassVar[Mapping[str, Needed]] = {
        "cost": Needed("text", "the energy that a card costs (30)"),
        "elements": Needed("words", "the elements of a card; of a booster, of its energy"),
        "atk": Needed("number", "the damage that a unit deals"),
        "hp": Needed("number", "the damage that destroys a card; of a booster also what it counts"),
        "keywords": Needed("words", "the keywords of chapter 20"),
    }
    WEIGHTS: ClassVar[Mapping[str, Option]] = {
        "sv": Option(6, (0, 1000), "a point of SV"),
        "strength": Option(2, (0, 1000), "each point of ATK and HP of a unit on the battlefield"),
        "booster": Option(5, (0, 1000), "a booster on the battlefield"),
        "card": Option(4, (0, 1000), "a card in the hand"),
    }
    VERBS: ClassVar[Mapping[str, Verb]] = {
        **CardEngine.CHOICES,
        "keep": Verb("keep", said="keep this hand"),
        "mulligan": Verb("mulligan", said="take a new hand, a card smaller"),
        "booster": Verb("play booster {0}", ("card",), "play the booster {0}"),
        "play": Verb("play {0}", ("card",)),
        "ability": Verb("activate {0}: ability {1}", ("card", "place"), "activate {0}: {1}"),
        "combat": Verb("combat", said="go to combat"),
        "block": Verb("block {1} with {0}", ("card", "card")),
        "end": Verb("end", said="end the turn"),
    }
    ROWS = (
        Row("field", "slots", "Battlefield"),
        Row("stack", "pile", "Stack"),
        Row("hand", "hand", "Hand"),
        Row("deck", "pile", "Deck"),
        Row("discard", "pile", "The Pail"),
    )
    EVENTS: ClassVar[Mapping[str, str]] = {
        **CardEngine.COMMON_EVENTS,
        "mulligan": "{player} take[s] a mulligan.",
        "booster": "{player} play[s] {card}.",
        "activate": "{player} use[s] {card}{at}.",
        "attack": "{card} attacks.",
        "block": "{card} blocks {card0}.",
        "discard": "{card} goes to The Pail.",
    }
    # A booster that is tapped for a cost has done what its text says.
    EFFECT_EVENTS: ClassVar[tuple[str, ...]] = (*CardEngine.EFFECT_EVENTS, "tap")
    WINDOWS: ClassVar[Mapping[str, str]] = {
        "chain": "Respond to {chain}, or pass",
        "start": "The turn begins: respond, or pass",
        "played": "Respond to what was played, or pass",
        "combat": "Combat begins: respond, or pass",
        "attackers": "Attackers are declared ({attack}): respond, or pass",
        "blockers": "Blockers are declared: respond, or pass",
        "damage": "Damage is dealt: respond, or pass",
        "end": "The turn ends: respond, or pass",
    }
    QUESTIONS: ClassVar[Mapping[str, str]] = {
        "mulligan_decided": "Keep this hand?",
        "block_added": "Choose a blocker, then what it blocks; or be done",
        "ordered": "Which blocker is damaged first?",
        "order_triggers": "Which effect takes place first?",
        "declared": "Choose attackers",
    }

    def prepare(self) -> None:
        super().prepare()
        index = self.index
        elements = sorted({UNIVERSAL}.union(*index.words["element"]))
        self.RESOURCES = ("sv", *elements)
        self.is_booster = ["booster" in kinds for kinds in index.kinds]
        self.is_unit = ["student" in kinds or "monster" in kinds for kinds in index.kinds]
        index.kinds = [
            kinds | {"unit"} if unit else kinds for kinds, unit in zip(index.kinds, self.is_unit, strict=True)
        ]
        has_health = [
            unit or booster or hp > 0
            for unit, booster, hp in zip(self.is_unit, self.is_booster, index.printed["hp"], strict=True)
        ]
        gives = [
            tuple(word for word in elements if word in words) if booster else ()
            for booster, words in zip(self.is_booster, index.words["element"], strict=True)
        ]
        self.stack, self.turns = Stack(self), Turns(self)
        self.anything = UNIVERSAL if self.options["universal_costs"] == "any" else ""
        words = {word: word for word in elements}
        self.payment = Payment(self, self.stack, gives, words, self.anything, wild=UNIVERSAL)
        self.combat = BlockedCombat(self, has_health, self.is_unit)
        # Those that only make energy need not be used: boosters are tapped for what they pay.
        self.stack.activated = [
            [place for place in places if not self._makes_energy(index.abilities[card][place])]
            for card, places in enumerate(self.stack.activated)
        ]
        # By card the places of its abilities that tap something as a cost.
        self.tapping = [
            [
                place
                for place, one in enumerate(abilities)
                if isinstance(one, Activated)
                and one.cost is not None
                and any(isinstance(part, Tap) for part in one.cost.parts())
            ]
            for abilities in index.abilities
        ]

    def _makes_energy(self, ability: Any) -> bool:
        """Whether an ability only makes energy by tapping its card, as paying a cost does."""
        effect = ability.effect
        parts = effect.effects if isinstance(effect, Choose) else (effect,)
        return isinstance(ability.cost, Tap) and all(
            isinstance(part, Gain) and part.resource in self.payment.colours for part in parts
        )

    # The start (5, 13)

    def setup(self, state: SchoolState, random: Stream) -> None:
        """A coin says who begins; both draw and decide on a mulligan."""
        state.clear(len(self.cards), 0, (int(self.options["sv"]), *([0] * len(self.payment.colours))))
        state.stack, state.boosted, state.attackers, state.blocks = [[], []], 0, [], []
        state.wounds = [0] * len(self.cards)
        state.deck = self.shuffled_decks(random)
        state.active = random.below(2)
        for player in (state.active, 1 - state.active):
            self.board.draw(state, player, int(self.options["hand"]))
        self.turns.ask_for_mulligans(state)

    def new_hand(self, state: SchoolState, player: int) -> None:
        """The hand is shuffled into the deck and drawn anew, with a card less."""
        state.deck[player] += state.hand[player]
        state.hand[player] = []
        state.random.shuffle(state.deck[player])
        self.board.changed(state)
        self.board.draw(state, player, int(self.options["mulligan_hand"]))

    # The turn (6)

    def step_turn(self, state: SchoolState) -> None:
        """Start phase: cards untap, what happens at the start happens, and a card is drawn."""
        player, state.boosted = state.active, 0
        self.turns.begin_turn(state, "start phase")
        draws = int(self.options["draw"]) if state.turn > 1 or self.options["first_draws"] else 0
        window = ("window", "start", player, 0, 2)
        self.interpreter.push(state, ("settle",), window, ("draws", player, draws), ("main", "main phase"))

    def step_draws(self, state: SchoolState, player: int, number: int) -> None:
        """The draw of the turn."""
        self.board.draw(state, player, number)

    def step_main(self, state: SchoolState, phase: str) -> None:
        """A main phase begins: the player acts."""
        state.phase = phase

    def draw_from_empty(self, state: SchoolState, player: int) -> None:
        """Deck-out: an immediate loss (1, 32)."""
        state.outcome = Outcome("win", 1 - player, "the other player had to draw from an empty deck")

    def step_end(self, state: SchoolState) -> None:
        """End phase: what happens at the end of the turn; then damage is cleared."""
        state.phase = "end phase"
        self.abilities.trigger(state, "turn_ends", EMPTY, state.active)
        self.interpreter.push(state, ("settle",), ("window", "end", state.active, 0, 2), ("next",))

    def step_next(self, state: SchoolState) -> None:
        """The other player's turn."""
        state.damage = [0] * len(self.cards)
        state.resources[state.active][1:] = [0] * len(self.payment.colours)
        self.board.changed(state)
        self.turns.step_next(state)

    # What a player may do

    def actions(self, state: SchoolState, every: bool) -> list[Action]:
        """Boosters, cards and abilities; then combat, or after it the end of the turn."""
        player = state.active
        actions: list[Action] = []
        left = int(self.options["boosters"]) - state.boosted
        for node, frame, _ in self.continuous.can(state, "play", EMPTY, player):
            left += 0 if node.times is None else self.selectors.amount(state, node.times, frame)
        funds = self.payment.funds(state, player)
        for card in state.hand[player] if every else self.different(state.hand[player]):
            if self.is_booster[card]:
                fits = self.index.printed["hp"][card] <= left
                if fits and not self.continuous.cannot(state, "play", card, player):
                    actions.append(("booster", card))
            elif self.payment.castable(state, player, card, funds):
                actions.append(("play", card))
        actions += self.stack.abilities_now(state, player)
        actions.append(("combat",) if state.phase == "main phase" else ("end",))
        return actions

    def act(self, state: SchoolState, action: Action) -> None:
        verb, player = action[0], state.active
        tops = self.board.tops(state, player)
        if verb in ("booster", "play", "ability"):
            self.interpreter.push(state, ("after_play",))
        if verb == "booster":
            card = action[1]
            state.boosted += self.index.printed["hp"][card]
            self.stack.put_on_field(state, card, player, "hand")
            self.event(state, "booster", player, card)
            self.abilities.trigger(state, "enters", card, player)
        elif verb == "play":
            self.respond(state, player, action)
        elif verb == "ability":
            self.abilities.use(state, player, action[1], action[2])
        elif verb == "combat" and any(self.combat.may_attack(state, card) for card in tops):
            self.interpreter.push(state, ("window", "combat", player, 0, 2), ("declare",))
        else:
            self.interpreter.push(state, ("end",))

    def step_after_play(self, state: SchoolState) -> None:
        """After each card and ability has resolved, the opponent may respond (6.1)."""
        self.interpreter.push(state, ("settle",), ("window", "played", 1 - state.active, 0, 1))

    def can_use(self, state: SchoolState, player: int, card: int, place: int) -> bool:
        """Abilities of cards in play; to tap its card, it must be untapped, and not a new Monster."""
        if not super().can_use(state, player, card, place) or player != state.active:
            return False
        if place not in self.tapping[card]:
            return True
        is_new = "monster" in self.index.kinds[card] and state.entered[card] == state.turn
        return not state.tapped[card] and not is_new

    def respond(self, state: SchoolState, player: int, action: Action) -> None:
        """Pay for a card and put it on the stack, where it waits for responses."""
        self.payment.pay(state, player, self.payment.cost[action[1]])
        self.stack.to_stack(state, player, action[1])

    # Energy and cards (8, 9)

    def can_lose(self, state: SchoolState, player: int, resource: str, amount: int) -> bool:
        """Energy is paid with boosters."""
        if resource not in self.payment.colours:
            return super().can_lose(state, player, resource, amount)
        return self.payment.affords(
            _energy(resource, amount, self.anything), self.payment.funds(state, player)
        )

    def is_paid_otherwise(self, state: SchoolState, player: int, resource: str, amount: int) -> bool:
        """Energy is lost as a cost alone: boosters pay it."""
        if resource not in self.payment.colours:
            return False
        self.payment.pay(state, player, _energy(resource, amount, self.anything))
        return True

    def stays(self, state: SchoolState, card: int) -> bool:
        """All but spells and instants do, and of those the persistent ones (20)."""
        works_once = {"spell", "instant"} & self.index.kinds[card]
        return not works_once or "persistent" in self.continuous.keywords(state, card)

    # Combat (10)

    def may_block(self, state: SchoolState, card: int) -> bool:
        """Tapped boosters may block, tapped units may not."""
        return self.is_booster[card] or (self.is_unit[card] and not state.tapped[card])

    def block_costs(self, state: SchoolState, blocker: int) -> float:
        """A booster is worth more than what it does in a combat."""
        return self.worth(state, blocker) * (2.0 if self.is_booster[blocker] else 1.0)

    def check(self, state: SchoolState) -> None:
        """Cards with damage of their HP are destroyed; a player without SV has lost (1)."""
        if not state.unhurt:
            self.combat.destroy_damaged(state)
        if state.stack[0] or state.stack[1]:
            self.stack.clear_stack(state)
        self.combat.end_of_life(state, "SV")

    # Agents

    def worth(self, state: SchoolState, card: int) -> float:
        """A unit by its strength, a booster for its energy, other cards for what they do."""
        if self.is_booster[card]:
            return float(self.weights["booster"])
        if not self.is_unit[card]:
            return 2.0 * self.weights["card"]
        strength = self.continuous.stat(state, card, "atk") + self.continuous.stat(state, card, "hp")
        return 3.0 + self.weights["strength"] * strength

    def score(self, state: SchoolState, action: Action) -> float:
        """Boosters, units, then spells that are worth it; attacks and blocks that win more than they lose."""
        verb = action[0]
        if verb == "booster":
            return 300.0 + self.index.printed["hp"][action[1]]
        if verb == "play":
            if self.stack.spell_effect[action[1]] is not None:
                return self.stack.score_spell(state, action[1])
            return 200.0 + self.payment.cost[action[1]].total
        if verb == "block":
            return self.combat.score_block(state, action[1], action[2])
        if verb == "choose" and state.choice is not None:
            if state.choice.then[0] == "declared":
                return self.combat.score_attacker(state, action[1])
            if state.choice.kind == "order":
                return self.worth(state, action[1])
        if verb == "keep":
            return sum(self.is_booster[card] for card in state.hand[state.decider]) - 1.5
        return self.stack.score_answer(state, action)

    # What people see

    def question(self, state: SchoolState) -> str:
        if state.choice is not None:
            return super().question(state)
        left = int(self.options["boosters"]) - state.boosted
        after = "then combat" if state.phase == "main phase" else "then end the turn"
        return f"{state.phase.capitalize()}: play cards ({left} HP of boosters left), {after}"

    def why_not(self, state: SchoolState, card: int) -> str:
        if state.choice is not None or state.at[card] >= 0:
            return "It is tapped." if state.tapped[card] else super().why_not(state, card)
        if self.is_booster[card]:
            left = int(self.options["boosters"]) - state.boosted
            hp = self.index.printed["hp"][card]
            return f"It has {hp} HP, and only {left} HP of boosters may be played now."
        return self.payment.why_not(state, card, "boosters")


@cache
def _energy(element: str, number: int, anything: str) -> Cost:
    """So much of an element, or of any if it is what `anything` is."""
    return Cost((), number) if element == anything else Cost(((element, number),))
