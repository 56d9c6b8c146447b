"""The True Trading Card Game (documentation 0.042, "Doc", chapters in parentheses): units over spells in
columns, ranks on top of ranks, effects that tap their card, attack against defense, points.

Rulings where the documentation is silent, each an option where another reading is possible: who has no
points left loses, both at once is a draw; nothing untaps by itself; equal strength destroys nobody; an effect
that draws from an empty deck does nothing, the damage is the draw phase's; both effects of a card share its
tap; of effects set off together the active player's take place last; a unit costs its owner points however
it is destroyed, a spell never, nor a card under another; a defender that is gone is not attacked; an opponent
may respond, with spells, to a card that is played, an effect, an attack, and once in each phase.

A match ends: each turn takes a card from a deck or, when it is empty, points from its player. Effects can
return cards to a deck and give points, so that players could go on for ever on purpose; the harness stops
that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from cardtools.play.effects.engine import CardEngine
from cardtools.play.effects.holding import RANK_ALTERED
from cardtools.play.effects.matching import Test
from cardtools.play.effects.state import SIDE, CardState, Frame, Task
from cardtools.play.engine import Action, Needed, Option, Row, Verb
from cardtools.play.state import EMPTY, Outcome, Part
from cardtools.play.streams import Stream
from cardtools.programs.tree import (
    Ability,
    Activated,
    Apply,
    AtMost,
    Become,
    Compare,
    Condition,
    Count,
    Effect,
    Move,
    Seq,
    Static,
    Triggered,
)

BATTLE: Action = ("battle",)
END: Action = ("end",)
KEEP: Action = ("keep",)
MULLIGAN: Action = ("mulligan",)
DRAW_PHASE, MAIN_PHASE, BATTLE_PHASE = "draw", "main", "battle"  # as programs call them
SETTLE: Task = ("settle",)
_RANKS = 100  # more than there are
_ROOM = -1000  # stands for a free slot for spells, the next number for one for units; no type and rank
POINTS = 0  # the place of the points in `resources`


class TtcgState(CardState):
    """`plays` are the cards played this turn, `attacks` how often each card attacked in it, `first` who
    began, `mulligans` how many each player has taken, and `battle` the attacker and defender of the attack
    that is going on, (-1, -1) if none is, a defender of -1 being the opponent.
    """

    PARTS = (
        *CardState.PARTS,
        Part("plays", 1),
        Part("attacks", 1),
        Part("first", 0),
        Part("mulligans", 1),
        Part("battle", 0),
    )
    __slots__ = ("attacks", "battle", "first", "mulligans", "plays")
    plays: list[int]
    attacks: list[int]
    first: int
    mulligans: list[int]
    battle: tuple[int, int]


class TtcgEngine(CardEngine[TtcgState]):
    """The True Trading Card Game."""

    NAME = "ttcg"
    VERSION = "1"
    STATE = TtcgState
    RESOURCES = ("points",)
    PASSES = 1
    STATS = ("attack", "defense", "rank")
    VOCABULARIES: ClassVar[Mapping[str, str]] = {"type": "type", "subtype": "subtypes"}
    OPTIONS: ClassVar[Mapping[str, Option]] = {
        "points": Option(20, (1, 1000), "points of each player at the start (Doc 2.2.8)"),
        "hand": Option(7, (0, 60), "cards of the opening hand (Doc 2.2.2; `rules.txt` says 5)"),
        "mulligans": Option(1, (0, 10), "how often a player may shuffle the opening hand back (Doc 2.2.2)"),
        "mulligan_hand": Option(6, (0, 60), "cards drawn after a mulligan (Doc 2.2.2)"),
        "columns": Option(5, (1, 20), "units, and spells, that a field has room for (Doc 2.2.9)"),
        "plays": Option(2, (1, 60), "cards that a player may play in a turn (Doc 2.2.3)"),
        "hand_limit": Option(10, (0, 200), "cards held at the end of a turn (Doc 2.2.10)"),
        "exhaustion": Option(5, (0, 1000), "points lost by a draw phase with an empty deck (Doc 2.2.11)"),
        "first_draws": Option(False, None, "the first player draws on the first turn (Doc 2.2.2)"),
        "first_attacks": Option(False, None, "the first player attacks on the first turn (Doc 2.2.2)"),
        "untap": Option(
            "never", ("never", "owner_start"), "when cards untap by themselves; no text states an untap step"
        ),
        "win": Option(
            "points", ("points", "target"),
            "who wins: whose opponent has no points left, or who has `target` points first; not stated",
        ),
        "target": Option(40, (1, 10_000), 'points that win where win = "target"'),
        "kills": Option(
            "owner_loses", ("owner_loses", "destroyer_gains"),
            "what a destroyed unit changes: Doc 2.2.8 speaks of gaining points, and of losing them",
        ),
        "equal": Option(
            "nobody", ("nobody", "both", "attacker"), "who is destroyed when attack and defense are equal"
        ),
        "effect_draw": Option(
            "nothing", ("nothing", "damage"), "what an effect that draws from an empty deck does"
        ),
        "together": Option(
            "lifo", ("lifo", "fifo"), "of effects set off together, whose take place first (Doc 2.2.5)"
        ),
        "styles": Option(
            "printed", ("printed", "text"),
            "whether printed styles count (Doc 2.2.5): a continuous effect is activated first, a passive one "
            "needs no tap; or only what the texts say",
        ),
        "rarity": Option(1, (1, 6), "the tier that cards are played in, with its bonus (Doc 4.6)"),
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
        "keep": Verb("keep"),
        "mulligan": Verb("mulligan"),
        "play": Verb("play {0} in {1}", ("card", "slot")),
        "rank_up": Verb("play {0} on {1}", ("card", "slot")),
        "search_rank_up": Verb("search the deck to rank up {0}", ("slot",)),
        "use": Verb("activate {0}: effect {2}", ("card", "place", "place")),
        "use_hand": Verb("activate {0} from hand: effect {1}", ("card", "place")),
        "battle": Verb("battle"),
        "attack": Verb("attack {0} -> {1}", ("slot", "theirs")),
        "direct": Verb("attack {0} -> opponent", ("slot",)),
        "end": Verb("end"),
    }
    EVENTS: ClassVar[Mapping[str, str]] = {
        **CardEngine.COMMON_EVENTS,
        "mulligan": "{player} take[s] a mulligan.",
        "play": "{player} play[s] {card}.",
        "rank_up": "{card0} is ranked up with {card}.",
        "attack": "{card} attacks {card0}.",
        "battle": "Attack {1} against defense {2}.",
    }
    BADGES = ("attack", "defense", "rank")
    WINDOWS: ClassVar[Mapping[str, str]] = {
        "chain": "Add to the chain, or pass",
        "attack": "Respond to the attack, or pass",
        "phase": "The phase ends: respond, or pass",
    }

    def prepare(self) -> None:
        """Note what follows from the cards and options."""
        super().prepare()
        self.columns = int(self.options["columns"])
        self.is_unit = ["unit" in kinds for kinds in self.kinds]
        self.rank = self.printed["rank"]
        self._add_bonus()
        # By card and ability: whether it is used from the hand, and whether its card must be tapped.
        self.from_hand = [[_discards_itself(one) for one in abilities] for abilities in self.abilities]
        self.dormant = [[_asks_for_tapped(one) for one in abilities] for abilities in self.abilities]
        self.passive = [
            [
                isinstance(ability, Triggered) and self._style(card, place) == "passive"
                for place, ability in enumerate(abilities)
            ]
            for card, abilities in enumerate(self.abilities)
        ]
        # By card the abilities that are used from the field while it is untapped, and while it is tapped;
        # those that are used from the hand.
        self.ready = [
            (
                self._places(card, lambda hand, dormant: not hand and not dormant),
                self._places(card, lambda hand, dormant: dormant),
            )
            for card in range(len(self.cards))
        ]
        self.discarding = [self._places(card, lambda hand, _: hand) for card in range(len(self.cards))]
        self.discarders = {card for card, places in enumerate(self.discarding) if places}
        # A type and a rank as one number: a card's own, and that of a card which it may be placed on.
        found = sorted({tuple(sorted(types)) for types in self.words["type"]})
        self.types = {frozenset(types): number for number, types in enumerate(found)}
        numbers = [self.types[types] for types in self.words["type"]]
        self.step = [number * _RANKS + rank for number, rank in zip(numbers, self.rank, strict=True)]
        self.lower = [number - 1 for number in self.step]
        # The same for cards of rank 2 or more; others are played to an empty slot of their row.
        self.onto = [
            lower if rank > 1 else _ROOM + is_unit
            for lower, rank, is_unit in zip(self.lower, self.rank, self.is_unit, strict=True)
        ]
        self.most_plays = int(self.options["plays"])
        self.kinds_heard.discard("activates")  # a counter is never automatic: it is one of the `responses`
        self.has_target = self.options["win"] == "target"
        self.untaps = self.options["untap"] == "owner_start"

    def _places(self, card: int, wanted: Callable[[bool, bool], bool]) -> tuple[int, ...]:
        """The activated abilities of a card of a sort: used from the hand, and dormant, or not."""
        return tuple(
            place
            for place, ability in enumerate(self.abilities[card])
            if isinstance(ability, Activated)
            and wanted(self.from_hand[card][place], self.dormant[card][place])
        )

    def _style(self, card: int, place: int) -> str:
        """The style of the text that an ability is of, "" where styles do not count."""
        if self.options["styles"] != "printed":
            return ""
        styles = self.cards[card].values.get("styles", ())
        for number, text in enumerate(self.cards[card].texts):
            if place < len(text.abilities):
                return str(styles[number]).lower() if number < len(styles) else ""
            place -= len(text.abilities)
        return ""

    def read_ability(self, card: int, place: int, ability: Ability) -> Ability:
        """A continuous effect is activated, and holds from then on while its card is on the field (2.2.5)."""
        if isinstance(ability, Static) and self._style(card, place) == "continuous":
            held: list[Effect] = [Apply(modifier, "in_play") for modifier in ability.modifiers]
            return Activated(held[0] if len(held) == 1 else Seq(tuple(held)), condition=ability.condition)
        return ability

    def _add_bonus(self) -> None:
        """The bonus of the tier: a unit's is split evenly, the rest to the higher stat; a spell's goes to the
        higher part (4.6).
        """
        tier = int(self.options["rarity"]) - 1
        attack, defense = self.printed["attack"], self.printed["defense"]
        for card, is_unit in enumerate(self.is_unit):
            bonus = (10 if is_unit else 5) * tier
            less = bonus // 10 * 5 if is_unit else 0
            high, low = (attack, defense) if attack[card] >= defense[card] else (defense, attack)
            high[card] += bonus - less
            low[card] += less

    # The start (2.2.2)

    def setup(self, state: TtcgState, random: Stream) -> None:
        """A die says who begins; both draw their hands; the first player decides on a mulligan."""
        state.begin(len(self.cards), 2 * self.columns, (int(self.options["points"]),))
        state.plays, state.attacks, state.mulligans = [], [0] * len(self.cards), [0, 0]
        state.battle = (EMPTY, EMPTY)
        state.deck = [list(deck) for deck in self.decks]
        for deck in state.deck:
            random.shuffle(deck)
        state.active = state.first = random.below(2)
        for player in (state.first, 1 - state.first):
            self.draw(state, player, int(self.options["hand"]))
        state.phase = "mulligan"
        state.decider = state.active
        if not self.options["mulligans"]:
            state.active = 1 - state.first
            self._keep(state)
            self.run(state)

    def _keep(self, state: TtcgState) -> None:
        if state.active == state.first:
            state.active = 1 - state.first
        else:
            state.active = state.first
            self.push(state, ("turn",))

    # The turn (2.2.3)

    def step_turn(self, state: TtcgState) -> None:
        """A turn begins, or is skipped."""
        player = state.active
        state.turn += 1
        state.plays, state.used = [], []
        state.attacks = [0] * len(self.cards)
        state.uses = [None, None]
        if state.modifiers:
            self.expire(state, "next_turn", mark=player)
        self.passing(state, "turn", player)
        if state.skips and self.skipping(state, player, "turn"):
            self.step_next(state)
            return
        if self.untaps:
            for card in self.tops(state, player):
                self.untap(state, card)
        state.phase = DRAW_PHASE
        self.trigger(state, "turn_starts", EMPTY, player)
        if state.triggered:
            self.push(state, SETTLE, ("draw_phase",))
        else:
            self.step_draw_phase(state)

    def step_draw_phase(self, state: TtcgState) -> None:
        """The player draws; the first player's first turn has no draw (2.2.2, 2.2.11)."""
        player = state.active
        skipped = state.skips and self.skipping(state, player, DRAW_PHASE)
        if not skipped and (state.turn > 1 or self.options["first_draws"]):
            if state.deck[player]:
                self.draw(state, player)
            else:
                self.lose(state, player, "points", int(self.options["exhaustion"]))
        self._respond_then(state, "phase", ("main_phase",))

    def _respond_then(self, state: TtcgState, kind: str, then: Task) -> None:
        """What was set off takes place and the opponent may respond; then a task."""
        self.check(state)
        if state.outcome is not None:
            return
        other = 1 - state.active
        if state.triggered:
            self.push(state, SETTLE, ("window", kind, other, 0, 1), SETTLE, then)
        elif state.uses[other] != [] and (responses := self.responses(state, other, every=False)):
            self.push(state, SETTLE, then)
            self.ask_response(state, kind, other, 0, 1, responses)
        elif then != SETTLE:
            self.steps[then[0]](state, *then[1:])

    def draw_from_empty(self, state: TtcgState, player: int) -> None:
        """An effect draws from an empty deck: by default nothing happens."""
        if self.options["effect_draw"] == "damage":
            self.lose(state, player, "points", int(self.options["exhaustion"]))

    def step_main_phase(self, state: TtcgState) -> None:
        """The main phase begins: the player acts."""
        state.phase = MAIN_PHASE
        if state.skips and self.skipping(state, state.active, MAIN_PHASE):
            self.step_battle_phase(state)

    def step_battle_phase(self, state: TtcgState) -> None:
        """The battle phase begins; the opponent may respond."""
        state.phase = BATTLE_PHASE
        if state.skips and self.skipping(state, state.active, BATTLE_PHASE):
            self.step_end(state)
        else:
            self._respond_then(state, "phase", SETTLE)

    def step_end(self, state: TtcgState) -> None:
        """The turn ends: what happens at its end, and the hand limit (2.2.10)."""
        self.trigger(state, "turn_ends", EMPTY, state.active)
        if state.triggered:
            self.push(state, SETTLE, ("hand_limit",))
        else:
            self.step_hand_limit(state)

    def step_hand_limit(self, state: TtcgState) -> None:
        """The player discards down to the limit."""
        hand = state.hand[state.active]
        more = len(hand) - int(self.options["hand_limit"])
        if more > 0:
            self.ask_cards(state, state.active, sorted(hand), more, more, ("discarded",), secret="hand")
        else:
            self.step_next(state)

    def step_discarded(self, state: TtcgState, cards: tuple[int, ...]) -> None:
        """The cards to discard are chosen."""
        for card in cards:
            self.discard(state, card)
        self.push(state, SETTLE, ("next",))

    def step_next(self, state: TtcgState) -> None:
        """The next player's turn."""
        if state.modifiers:
            self.expire(state, "turn", "combat")
        state.active = 1 - state.active
        self.step_turn(state)

    # What the player may do

    def actions(self, state: TtcgState, every: bool) -> list[Action]:
        """Plays, effects and the next phase; in the battle phase attacks, effects and the end."""
        player = state.active
        actions: list[Action] = []
        if state.phase == MAIN_PHASE:
            self._plays(state, player, every, actions)
            self._uses(state, player, actions)
            actions.append(BATTLE if self._may_battle(state) else END)
        elif state.phase == "mulligan":
            return [KEEP, MULLIGAN] if state.mulligans[player] < int(self.options["mulligans"]) else [KEEP]
        else:
            self._attacks(state, player, actions)
            self._uses(state, player, actions)
            actions.append(END)
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
        """Do an action of the player whose turn it is."""
        verb, player = action[0], state.active
        if verb in ("use", "use_hand"):
            self.respond(state, player, action)
        elif verb in ("play", "rank_up"):
            self._play(state, player, action)
        elif verb == "end":
            self._respond_then(state, "phase", ("end",))
        elif verb in ("attack", "direct"):
            self._attack(state, player, action)
        elif verb == "battle":
            self._respond_then(state, "phase", ("battle_phase",))
        elif verb == "search_rank_up":
            self._search_rank_up(state, player, action[1])
        elif verb == "mulligan":
            self._mulligan(state, player)
        else:
            self._keep(state)

    def _mulligan(self, state: TtcgState, player: int) -> None:
        state.mulligans[player] += 1
        state.deck[player] += state.hand[player]
        state.hand[player] = []
        self.event(state, "mulligan", player)
        self.shuffle(state, "deck", player)
        self.draw(state, player, int(self.options["mulligan_hand"]))

    # Playing cards (2.2.4, 2.2.6, 2.2.9)

    def free_slots(self, state: TtcgState, player: int, card: int) -> Sequence[int]:
        """The empty slots of the card's row: one of those in an empty column, and those over or under
        another card.
        """
        return self._room(state.field[player], every=False)[_ROOM + self.is_unit[card]]

    def _room(self, field: list[list[int]], every: bool) -> dict[int, list[int]]:
        """The empty slots for spells and for units: those beside another card, and one in an empty column, or
        `every` one.
        """
        columns = self.columns
        spells: list[int] = []
        units: list[int] = []
        seen = every
        for column in range(columns):
            upper, lower = field[column], field[column + columns]
            if not upper and not lower:
                if not seen or every:
                    seen = True
                    units.append(column)
                    spells.append(column + columns)
            elif not upper:
                units.append(column)
            elif not lower:
                spells.append(column + columns)
        return {_ROOM: spells, _ROOM + 1: units}

    def _slots(
        self, state: TtcgState, player: int, holds: Mapping[Any, Any], every: bool
    ) -> dict[int, list[int]]:
        """The slots that cards can be played to: those with room, and by type and rank of their top card."""
        slots = self._room(state.field[player], every)
        rewritten = RANK_ALTERED in holds or Become in holds
        for card in self.tops(state, player):
            key = self._type_and_rank(state, card, holds) if rewritten else self.step[card]
            if key in slots:
                slots[key].append(state.at[card] % SIDE)
            else:
                slots[key] = [state.at[card] % SIDE]
        return slots

    def _plays(self, state: TtcgState, player: int, every: bool, actions: list[Action]) -> None:
        """Cards of the hand: rank 1 to an empty slot, others on top of their type, one rank lower."""
        limited = len(state.plays) >= self.most_plays
        holds = self.held(state)
        if limited and not (("can", "play") in holds and self._more_plays(state, player)):
            return
        if AtMost in holds:
            most = self.at_most(state, "play", player)
            if most is not None and len(state.plays) >= most:
                return
        field, rank, onto, same = state.field[player], self.rank, self.onto, self.same
        no_play, no_rank_up = "play" in holds, "rank_up" in holds
        slots_for = self._slots(state, player, holds, every)
        seen: set[int] = set()
        for card in state.hand[player]:
            slots = slots_for.get(onto[card])
            if not slots or same[card] in seen:
                continue
            if not every:
                seen.add(same[card])
            if no_play and self.cannot(state, "play", card, player):
                continue
            if limited and not self._allowed(state, player, card):
                continue
            if rank[card] <= 1:
                for slot in slots:
                    actions.append(("play", card, slot))
            else:
                for slot in slots:
                    if not (no_rank_up and self.cannot(state, "rank_up", field[slot][-1], player)):
                        actions.append(("rank_up", card, slot))
        if ("can", "rank_up") not in holds:
            return
        tops = [(slot, stack[-1]) for slot, stack in enumerate(field) if stack]
        for permission in self.can(state, "rank_up", EMPTY, player):
            self._rank_up_from(state, player, permission, tops, actions)

    def _rank_up_from(
        self, state: TtcgState, player: int, holds: Any, tops: list[tuple[int, int]], actions: list[Action]
    ) -> None:
        """An effect lets the player rank up with cards of other zones. To use the deck is to search it."""
        node, frame, _ = holds
        if node.using is None:
            return
        found = () if node.using.zone == "deck" else self.candidates(state, node.using, frame)
        for slot, below in tops:
            if not self.affects(state, holds, node.cards, below):
                continue
            more: list[Action] = [
                ("rank_up", card, slot) for card in found if self.can_rank_up(state, below, card)
            ]
            if node.using.zone == "deck":
                more.append(("search_rank_up", slot))
            actions += [action for action in more if action not in actions]

    def _search_rank_up(self, state: TtcgState, player: int, slot: int) -> None:
        """Search the deck for a card to rank up with; it is shuffled, and the card counts as played."""
        below = state.field[player][slot][-1]
        fitting = sorted(card for card in state.deck[player] if self.can_rank_up(state, below, card))
        self.push(state, ("shuffle", "deck", player), SETTLE)
        then = ("search_ranked_up", below)
        self.ask_cards(state, player, fitting, 0, 1, then, secret="deck")

    def step_search_ranked_up(self, state: TtcgState, below: int, cards: tuple[int, ...]) -> None:
        """The card to rank up with is found, or not."""
        state.plays.append(cards[0] if cards else EMPTY)
        self.step_ranked_up(state, below, cards)

    def _more_plays(self, state: TtcgState, player: int) -> bool:
        """Whether an effect lets the player play more cards than the limit."""
        return any(
            self.amount(state, node.times, frame) > 0 if node.times is not None else True
            for node, frame, _ in self.can(state, "play", EMPTY, player)
        )

    def _allowed(self, state: TtcgState, player: int, card: int) -> bool:
        """Whether a card may be played beyond the limit: permissions are used up by what they are for."""
        extra = state.plays[self.most_plays :]
        left = []
        for node, frame, _ in self.can(state, "play", EMPTY, player):
            times = 99 if node.times is None else self.amount(state, node.times, frame)
            left += [(node.cards, frame)] * times
        for played in (*extra, card):
            for place, (cards, frame) in enumerate(left):
                if self._fits(state, played, cards, frame):
                    del left[place]
                    break
            else:
                return False
        return True

    def can_rank_up(self, state: TtcgState, card: int, using: int) -> bool:
        """The same type, one rank more (2.2.6)."""
        return self.lower[using] == self._type_and_rank(state, card, self.held(state))

    def _type_and_rank(self, state: TtcgState, card: int, holds: Mapping[Any, Any]) -> int:
        """The type and rank of a card as one number."""
        if RANK_ALTERED not in holds and Become not in holds:
            return self.step[card]
        types = self.traits(state, card, "type")
        return self.types.get(types, -1) * _RANKS + self.stat(state, card, "rank")

    def _play(self, state: TtcgState, player: int, action: Action) -> None:
        verb, card, slot = action
        state.plays.append(card)
        if verb == "rank_up":
            self.rank_up(state, state.field[player][slot][-1], card)
        else:
            self.take(state, card)
            self.enter(state, card, player, slot)
            self.event(state, "play", player, card, slot)
            self.trigger(state, "enters", card, player)
        self._respond_then(state, "played", SETTLE)

    # Effects (2.2.4, 2.2.5)

    def _uses(self, state: TtcgState, player: int, actions: list[Action]) -> None:
        """The effects that a player can activate now."""
        uses = state.uses[player]
        if uses is None:
            uses = state.uses[player] = self._uses_on_field(state, player)
        holds = state.holds
        if holds is None:
            holds = self.held(state)
        if "activate" in holds or AtMost in holds:
            uses = [use for use in uses if self.may_activate(state, player, use[0][1])]
        for action, frame, tests in uses:
            for test in tests:
                if not test(state, frame):
                    break
            else:
                actions.append(action)
        if player == state.active and not self.discarders.isdisjoint(state.hand[player]):
            for card in state.hand[player]:
                for place in self.discarding[card]:
                    if self.usable(state, player, card, place):
                        actions.append(("use_hand", card, place))

    def _uses_on_field(self, state: TtcgState, player: int) -> list[tuple[Action, Frame, tuple[Test, ...]]]:
        """The effects of top cards that are untapped, or dormant since an earlier turn, if nothing else
        prevents them; in the turn of the opponent those of spells. Each with its frame and tests.
        """
        first = player * SIDE + (0 if player == state.active else self.columns)
        found = []
        for card in self.tops(state, player):
            since, at = state.tapped[card], state.at[card]
            if since < state.turn and at >= first:
                for place in self.ready[card][since > 0]:
                    use = ("use", card, at % SIDE, place)
                    found.append((use, self.frames[player][card], self.tests_of(card, place)))
        return found

    def can_use(self, state: TtcgState, player: int, card: int, place: int) -> bool:
        """Untapped cards on the field; a dormant effect only of a card that was tapped in an earlier turn; a
        card that is discarded for its effect, from the hand.
        """
        if self.from_hand[card][place]:
            return state.at[card] < 0
        tapped = state.tapped[card]
        return 0 < tapped < state.turn if self.dormant[card][place] else not tapped

    def used_ability(self, state: TtcgState, player: int, card: int, place: int) -> None:
        """Its card is tapped; not by a passive effect, nor in the hand or the discard pile."""
        if self.passive[card][place]:
            return
        if self.is_top(state, card):
            self.tap(state, card)

    def can_trigger(self, state: TtcgState, card: int, place: int, event: int) -> bool:
        """Untapped cards on the field, or whatever their place if it happens to themselves; a passive effect
        whether tapped or not.
        """
        if state.at[card] >= 0:
            if not self.is_top(state, card):
                return card == event
            return not state.tapped[card] or self.passive[card][place]
        return card == event

    def triggers_in_order(
        self, state: TtcgState, waiting: list[tuple[int, int, Frame]]
    ) -> list[tuple[int, int, Frame]]:
        """The active player's go to the chain first, so that they take place last."""
        first = state.active if self.options["together"] == "lifo" else 1 - state.active
        return sorted(waiting, key=lambda one: one[2].you != first)

    def responses(self, state: TtcgState, player: int, every: bool) -> list[Action]:
        """The effects of spells, and counters of what the opponent has activated last."""
        actions: list[Action] = []
        self._uses(state, player, actions)
        if state.chain and state.chain[-1].frame.you != player and "activates" in self.heard:
            waiting = state.chain[-1]
            for card, place in self.heard["activates"]:
                if state.at[card] // SIDE != player or not self.is_top(state, card):
                    continue
                ability: Any = self.abilities[card][place]
                frame = Frame(card, player, waiting.card, EMPTY, waiting.frame.you)
                if (
                    not state.tapped[card]
                    and self._hears(state, ability.trigger, frame, direct=False, face=0)
                    and self.true(state, ability.condition, frame)
                    and (ability.cost is None or self.payable(state, ability.cost, frame))
                    and not self.cannot(state, "activate", card, player)
                ):
                    actions.append(("use", card, state.at[card] % SIDE, place))
        return actions

    def respond(self, state: TtcgState, player: int, action: Action) -> None:
        """Activate an effect."""
        card, place = action[1], action[-1]
        self._set_off(state, card, place, self._frame(state, player, card, place))

    def _frame(self, state: TtcgState, player: int, card: int, place: int) -> Frame:
        """The frame of an effect that a player activates: a counter's is about what it answers."""
        if state.chain and isinstance(self.abilities[card][place], Triggered):
            waiting = state.chain[-1]
            return Frame(card, player, waiting.card, EMPTY, waiting.frame.you)
        return self.frames[player][card]

    # Stats

    def base(self, state: TtcgState, card: int, stat: str) -> int:
        """As printed; a unit has what the spell below it adds (4.6)."""
        value = self.printed[stat][card]
        if stat != "rank" and self.is_unit[card] and (spell := self.column(state, card, "below")) >= 0:
            value += self.printed[stat][spell]
        return value

    def column(self, state: TtcgState, card: int, direction: str) -> int:
        """The unit above a spell, or the spell below a unit, in the same column."""
        place = state.at[card]
        if place < 0:
            return EMPTY
        side, slot = divmod(place, SIDE)
        is_unit = slot < self.columns
        if is_unit != (direction == "below"):
            return EMPTY
        stack = state.field[side][slot + self.columns if is_unit else slot - self.columns]
        return stack[-1] if stack else EMPTY

    # Battle (2.2.7)

    def _may_battle(self, state: TtcgState) -> bool:
        if state.turn == 1 and not self.options["first_attacks"]:
            return False
        return any(state.field[state.active][: self.columns])

    def _attacks(self, state: TtcgState, player: int, actions: list[Action]) -> None:
        """Each unit once: a unit of the opponent, or the opponent directly if there is none."""
        if state.turn == 1 and not self.options["first_attacks"]:
            return
        other = state.field[1 - player]
        targets = [slot for slot, stack in enumerate(other[: self.columns]) if stack]
        holds, attacks = self.held(state), state.attacks
        no_attack, more_attacks = "attack" in holds, ("can", "attack") in holds
        past, not_direct = ("can", "attack_directly") in holds, "attack_directly" in holds
        for slot, stack in enumerate(state.field[player][: self.columns]):
            if not stack:
                continue
            card = stack[-1]
            if attacks[card] and not (more_attacks and attacks[card] < self._times(state, card)):
                continue
            if no_attack and self.cannot(state, "attack", card):
                continue
            for target in targets:
                actions.append(("attack", slot, target))
            directly = not targets or (past and self.can(state, "attack_directly", card))
            if directly and not (not_direct and self.cannot(state, "attack_directly", card, player)):
                actions.append(("direct", slot))

    def _times(self, state: TtcgState, card: int) -> int:
        """How often a unit may attack this turn."""
        times = [1]
        for node, frame, _ in self.can(state, "attack", card):
            if node.times is not None:
                times.append(self.amount(state, node.times, frame))
        return max(times)

    def _attack(self, state: TtcgState, player: int, action: Action) -> None:
        card = state.field[player][action[1]][-1]
        direct = action[0] == "direct"
        target = EMPTY if direct else state.field[1 - player][action[2]][-1]
        state.attacks[card] += 1
        state.battle = (card, target)
        self.event(state, "attack", player, card, target)
        self.trigger(state, "attacks", card, player, target, direct=direct)
        self._respond_then(state, "attack", ("battle", player, card, target))

    def stop_attack(self, state: TtcgState, card: int) -> None:
        """The attack does not take place."""
        if state.battle[0] == card:
            state.battle = (EMPTY, EMPTY)
            self.event(state, "stop_attack", self.controller(state, card), card)

    def step_battle(self, state: TtcgState, player: int, card: int, target: int) -> None:
        """The battle takes place; then what comes after the attack."""
        self._fight(state, player, card, target)
        self.check(state)
        if state.triggered:
            self.push(state, SETTLE, ("attacked", player, card, target))
        elif not state.outcome:
            self.step_attacked(state, player, card, target)

    def _fight(self, state: TtcgState, player: int, card: int, target: int) -> None:
        """Attack against defense, the weaker is destroyed; or the opponent loses the rank in points."""
        if state.battle != (card, target) or not self.is_top(state, card):
            return
        if self.controller(state, card) != player:
            return
        if target < 0:
            if not self.cannot(state, "attack_directly", card, player):
                self._score(state, player, 1 - player, self.stat(state, card, "rank"))
            return
        if not self.is_top(state, target) or self.controller(state, target) == player:
            return
        attack, defense = self.stat(state, card, "attack"), self.stat(state, target, "defense")
        self.event(state, "battle", player, card, target, attack, defense)
        equal = self.options["equal"] if attack == defense else ""
        if attack > defense or equal == "both":
            self.destroy(state, target, card, battle=True)
        if attack < defense or equal in ("both", "attacker"):
            self.destroy(state, card, target, battle=True)

    def step_attacked(self, state: TtcgState, player: int, card: int, target: int) -> None:
        """The attack is over."""
        state.battle = (EMPTY, EMPTY)
        if self.is_top(state, card):
            self.trigger(state, "attacked", card, player, target, direct=target < 0)

    def is_attacking(self, state: TtcgState, card: int, blocking: bool) -> bool:
        """Whether a card attacks, or is attacked."""
        return state.battle[1 if blocking else 0] == card

    # Points (2.2.8)

    def destroy(self, state: TtcgState, card: int, by: int = EMPTY, battle: bool = False) -> bool:
        """What is equipped to it is destroyed with it (2.2.5), and a unit costs its owner its rank."""
        equipped = self.attachments(state, card) if state.at[card] >= 0 else []
        costs = self.stat(state, card, "rank") if self.is_unit[card] and self.is_top(state, card) else 0
        if not super().destroy(state, card, by, battle):
            return False
        owner = self.owner[card]
        if costs:
            self._score(state, 1 - owner, owner, costs)
        for other in equipped:
            self.destroy(state, other, by)
        return True

    def _score(self, state: TtcgState, winner: int, loser: int, amount: int) -> None:
        if self.options["kills"] == "destroyer_gains":
            self.gain(state, winner, "points", amount)
        else:
            self.lose(state, loser, "points", amount)

    def check(self, state: TtcgState) -> None:
        """Who has no points left has lost; both at once is a draw."""
        (first,), (second,) = state.resources
        if first > 0 and second > 0 and not self.has_target:
            return
        points = [first, second]
        lost = [player for player in (0, 1) if points[player] <= 0]
        if len(lost) == 2:
            state.outcome = Outcome("draw", -1, "both have no points left")
        elif lost:
            state.outcome = Outcome("win", 1 - lost[0], "the opponent has no points left")
        elif self.has_target:
            won = [player for player in (0, 1) if points[player] >= int(self.options["target"])]
            if len(won) == 2:
                state.outcome = Outcome("draw", -1, "both have the points to win")
            elif won:
                state.outcome = Outcome("win", won[0], "enough points")

    # For agents

    def worth(self, state: TtcgState, card: int) -> float:
        """A unit by its rank and strength, a spell for what it can still do."""
        weights = self.weights
        if not self.is_unit[card]:
            return weights["spell"] / (2 if state.tapped[card] else 1)
        strength = self.stat(state, card, "attack") + self.stat(state, card, "defense")
        return weights["rank"] * self.rank[card] + weights["strength"] * strength / 100

    def worth_in(self, state: TtcgState, card: int, zone: str) -> float:
        """A card in the hand, and a little in the deck. A unit to begin with is worth more while there are
        few units on the field.
        """
        worth = self.weights["card"] * {"hand": 1.0, "deck": 0.1}.get(zone, 0.0)
        if card >= 0 and zone == "hand" and self.rank[card] == 1 and self.is_unit[card]:
            few = 3 - sum(1 for stack in state.field[self.owner[card]][: self.columns] if stack)
            worth *= 1 + max(0, few)
        return worth

    def worth_of(self, state: TtcgState, player: int, resource: str) -> float:
        """A point is worth more the fewer there are."""
        left = state.resources[player][POINTS]
        return self.weights["point"] * (1 + 10 / max(1, left))

    def score(self, state: TtcgState, action: Action) -> float:
        """Effects that gain more than they cost, rank up, units, then spells; attacks on what is weaker."""
        verb = action[0]
        if verb in ("play", "rank_up"):
            card = action[1]
            if verb == "rank_up":
                return 300.0 + 10 * self.rank[card]
            worth = 200.0 if self.is_unit[card] else 100.0
            other = state.field[state.decider][(action[2] + self.columns) % (2 * self.columns)]
            if other:
                spell = card if not self.is_unit[card] else other[-1]
                worth += (self.printed["attack"][spell] + self.printed["defense"][spell]) / 4
            return worth
        if verb in ("use", "use_hand"):
            card, place = action[1], action[-1]
            frame = self._frame(state, state.decider, card, place)
            merit = self.merit_of_use(state, card, place, frame)
            return 400.0 + merit if merit > 1 else -1.0
        if verb in ("attack", "direct"):
            return self._score_attack(state, action)
        if verb == "choose":
            return self.merit_of_answer(state, action[1])
        if verb in ("choose_effect", "yes"):
            return self.merit_of_answer(state, action[1] if len(action) > 1 else True)
        if verb == "keep":
            hand = state.hand[state.active]
            return sum(self.rank[card] == 1 and self.is_unit[card] for card in hand) - 1.5
        return 0.1 if verb in ("battle", "search_rank_up") else 0.0

    def _score_attack(self, state: TtcgState, action: Action) -> float:
        card = state.field[state.active][action[1]][-1]
        if action[0] == "direct":
            return 1000.0 + self.rank[card]
        target = state.field[1 - state.active][action[2]][-1]
        attack, defense = self.stat(state, card, "attack"), self.stat(state, target, "defense")
        if attack > defense:
            return 500.0 + self.worth(state, target) - attack / 100
        return -1.0

    def value(self, state: TtcgState, player: int) -> float:
        """Points, field and hand of a player against the other's, from -1 to 1."""
        sums = [0.0, 0.0]
        for side in (0, 1):
            sums[side] = self.weights["point"] * 2 * state.resources[side][POINTS]
            sums[side] += self.weights["card"] * len(state.hand[side])
            sums[side] += sum(self.worth(state, card) for card in self.tops(state, side))
        total = abs(sums[0]) + abs(sums[1])
        return (sums[player] - sums[1 - player]) / total if total else 0.0

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
        """The phase with what there is to do in it, or the choice."""
        if state.choice is not None:
            return super().question(state)
        if state.phase == "mulligan":
            return "Keep this hand?"
        if state.phase == BATTLE_PHASE:
            return "Battle phase: attack, then end the turn"
        left = max(0, int(self.options["plays"]) - len(state.plays))
        return f"Main phase: {left or 'no'} more {'card' if left == 1 else 'cards'} to play, then battle"

    def why_not(self, state: TtcgState, card: int) -> str:
        """Why a card is not played, activated or sent to attack."""
        if state.choice is not None or card not in state.hand[state.decider]:
            if state.at[card] >= 0 and state.choice is None and state.tapped[card]:
                return "It is tapped."
            return super().why_not(state, card)
        if state.phase == BATTLE_PHASE:
            return "Cards are played in the main phase."
        if len(state.plays) >= int(self.options["plays"]):
            return "You have played all the cards that you may play this turn."
        if self.rank[card] > 1:
            lower = self.rank[card] - 1
            return f"It goes on top of a card of its type with rank {lower}, and there is none."
        return "There is no empty place for it."


def _discards_itself(ability: Any) -> bool:
    """Whether the cost of an ability is to discard its own card, which is done from the hand (3.3.3)."""
    if not isinstance(ability, Activated):
        return False
    costs = ability.cost.effects if isinstance(ability.cost, Seq) else (ability.cost,)
    return any(
        isinstance(cost, Move) and cost.reason == "discard" and cost.cards.relation == "this"
        for cost in costs
    )


def _asks_for_tapped(ability: Any) -> bool:
    """Whether an ability is dormant: its condition is that its own card is tapped."""

    def asks(condition: Condition | None) -> bool:
        if isinstance(condition, Compare):
            left = condition.left
            return isinstance(left, Count) and left.cards.relation == "this" and left.cards.state == "tapped"
        return condition is not None and any(asks(part) for part in condition.conditions)

    return isinstance(ability, Activated) and asks(ability.condition)
