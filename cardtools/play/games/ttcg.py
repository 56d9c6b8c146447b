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

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from cardtools.play.effects.engine import CardEngine
from cardtools.play.effects.state import SIDE, CardState, Frame
from cardtools.play.engine import Action, DeckCards, Needed, Option, Verb
from cardtools.play.state import EMPTY, Outcome, Part
from cardtools.play.streams import Stream
from cardtools.programs.tree import Activated, Compare, Condition, Count, Move, Seq, Triggered

BATTLE: Action = ("battle",)
END: Action = ("end",)
KEEP: Action = ("keep",)
MULLIGAN: Action = ("mulligan",)
DRAW_PHASE, MAIN_PHASE, BATTLE_PHASE = "draw phase", "main phase", "battle phase"
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
    VERBS: ClassVar[Mapping[str, Verb]] = {
        **CardEngine.CHOICES,
        "keep": Verb("keep"),
        "mulligan": Verb("mulligan"),
        "play": Verb("play {0} in {1}", ("card", "slot")),
        "rank_up": Verb("play {0} on {1}", ("card", "slot")),
        "search_rank_up": Verb("search the deck to rank up {0}", ("slot",)),
        "use": Verb("activate {0} in {1}: effect {2}", ("card", "slot", "slot")),
        "use_hand": Verb("activate {0} from hand: effect {1}", ("card", "slot")),
        "battle": Verb("battle"),
        "attack": Verb("attack {0} -> {1}", ("slot", "slot")),
        "direct": Verb("attack {0} -> opponent", ("slot",)),
        "end": Verb("end"),
    }

    def __init__(
        self,
        decks: Sequence[DeckCards],
        options: Mapping[str, int | bool | str] | None = None,
        weights: Mapping[str, int] | None = None,
    ) -> None:
        super().__init__(decks, options, weights)
        self.columns = int(self.options["columns"])
        self.is_unit = ["unit" in kinds for kinds in self.kinds]
        self.rank = self.printed["rank"]
        # By card and ability: whether it is used from the hand, and whether its card must be tapped.
        self.from_hand = [[_discards_itself(one) for one in abilities] for abilities in self.abilities]
        self.dormant = [[_asks_for_tapped(one) for one in abilities] for abilities in self.abilities]
        self.passive = [_passive(card.values.get("styles", ()), card.texts) for card in self.cards]
        self.activated = [
            tuple(place for place, one in enumerate(abilities) if isinstance(one, Activated))
            for abilities in self.abilities
        ]

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
        self.expire(state, "next_turn", mark=player)
        self.passing(state, "turn", player)
        if self.skipping(state, player, "turn"):
            self.push(state, ("next",))
            return
        if self.options["untap"] == "owner_start":
            for card in self.tops(state, player):
                self.untap(state, card)
        self.push(state, ("draw_phase",), ("main_phase",))

    def step_draw_phase(self, state: TtcgState) -> None:
        """The player draws; the first player's first turn has no draw (2.2.2, 2.2.11)."""
        state.phase, player = DRAW_PHASE, state.active
        tasks: list[tuple[Any, ...]] = [("settle",), ("window", "phase", 1 - player, 0, 1), ("settle",)]
        self.trigger(state, "turn_starts", EMPTY, player)
        if not self.skipping(state, player, DRAW_PHASE) and (state.turn > 1 or self.options["first_draws"]):
            tasks.insert(1, ("draw_card", player))
        self.push(state, *tasks)

    def step_draw_card(self, state: TtcgState, player: int) -> None:
        """The draw of the draw phase; without a card it is damage (2.2.11)."""
        if state.deck[player]:
            self.draw(state, player)
        else:
            self.lose(state, player, "points", int(self.options["exhaustion"]))

    def draw_from_empty(self, state: TtcgState, player: int) -> None:
        """An effect draws from an empty deck: by default nothing happens."""
        if self.options["effect_draw"] == "damage":
            self.lose(state, player, "points", int(self.options["exhaustion"]))

    def step_main_phase(self, state: TtcgState) -> None:
        """The main phase begins: the player acts."""
        state.phase = MAIN_PHASE
        if self.skipping(state, state.active, MAIN_PHASE):
            self.push(state, ("battle_phase",))

    def step_battle_phase(self, state: TtcgState) -> None:
        """The battle phase begins, after the opponent's chance to respond in the main phase."""
        state.phase = BATTLE_PHASE
        if self.skipping(state, state.active, BATTLE_PHASE):
            self.push(state, ("end",))
        else:
            self.window(state, "phase", 1 - state.active, 1)

    def step_end(self, state: TtcgState) -> None:
        """The turn ends: what happens at its end, and the hand limit (2.2.10)."""
        self.trigger(state, "turn_ends", EMPTY, state.active)
        self.push(state, ("settle",), ("hand_limit",))

    def step_hand_limit(self, state: TtcgState) -> None:
        """The player discards down to the limit."""
        hand = state.hand[state.active]
        more = len(hand) - int(self.options["hand_limit"])
        self.push(state, ("next",))
        if more > 0:
            self.ask_cards(state, state.active, sorted(hand), more, more, ("discarded",), secret=True)

    def step_discarded(self, state: TtcgState, cards: tuple[int, ...]) -> None:
        """The cards to discard are chosen."""
        for card in cards:
            self.discard(state, card)
        self.push(state, ("settle",))

    def step_next(self, state: TtcgState) -> None:
        """The next player's turn."""
        self.expire(state, "turn", "combat")
        state.active = 1 - state.active
        self.push(state, ("turn",))

    # What the player may do

    def actions(self, state: TtcgState, every: bool) -> list[Action]:
        """Plays, effects and the next phase; in the battle phase attacks, effects and the end."""
        player = state.active
        if state.phase == "mulligan":
            return [KEEP, MULLIGAN] if state.mulligans[player] < int(self.options["mulligans"]) else [KEEP]
        actions: list[Action] = []
        if state.phase == MAIN_PHASE:
            self._plays(state, player, every, actions)
            self._uses(state, player, actions)
            actions.append(BATTLE if self._may_battle(state) else END)
        else:
            self._attacks(state, player, actions)
            self._uses(state, player, actions)
            actions.append(END)
        return actions

    def act(self, state: TtcgState, action: Action) -> None:
        """Do an action of the player whose turn it is."""
        verb, player = action[0], state.active
        if verb in ("play", "rank_up"):
            self._play(state, player, action)
        elif verb == "search_rank_up":
            self._search_rank_up(state, player, action[1])
        elif verb in ("use", "use_hand"):
            self.respond(state, player, action)
        elif verb in ("attack", "direct"):
            self._attack(state, player, action)
        elif verb == "battle":
            self.push(state, ("window", "phase", 1 - player, 0, 1), ("settle",), ("battle_phase",))
        elif verb == "end":
            self.push(state, ("window", "phase", 1 - player, 0, 1), ("settle",), ("end",))
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
        columns, field = self.columns, state.field[player]
        start = 0 if self.is_unit[card] else columns
        other = columns - start
        free: list[int] = []
        empty = False
        for column in range(columns):
            if not field[start + column]:
                if field[other + column]:
                    free.append(start + column)
                elif not empty:
                    empty = True
                    free.append(start + column)
        return free

    def _all_slots(self, state: TtcgState, player: int, card: int) -> Sequence[int]:
        start = 0 if self.is_unit[card] else self.columns
        return [slot for slot in range(start, start + self.columns) if not state.field[player][slot]]

    def _plays(self, state: TtcgState, player: int, every: bool, actions: list[Action]) -> None:
        """Cards of the hand: rank 1 to an empty slot, others on top of their type, one rank lower."""
        limited = len(state.plays) >= int(self.options["plays"])
        if limited and not self._more_plays(state, player):
            return
        tops = [(slot, stack[-1]) for slot, stack in enumerate(state.field[player]) if stack]
        seen: set[int] = set()
        watched = self.has_statics or state.modifiers
        slots_of: list[Sequence[int] | None] = [None, None]
        for card in state.hand[player]:
            same = self.same[card]
            if not every:
                if same in seen:
                    continue
                seen.add(same)
            if watched and self.cannot(state, "play", card, player):
                continue
            if limited and not self._allowed(state, player, card):
                continue
            if self.rank[card] <= 1:
                if every:
                    slots = self._all_slots(state, player, card)
                else:
                    known = slots_of[self.is_unit[card]]
                    if known is None:
                        known = slots_of[self.is_unit[card]] = self.free_slots(state, player, card)
                    slots = known
                for slot in slots:
                    actions.append(("play", card, slot))
            else:
                for slot, below in tops:
                    if self.can_rank_up(state, below, card) and not (
                        watched and self.cannot(state, "rank_up", below, player)
                    ):
                        actions.append(("rank_up", card, slot))
        for holds in self.can(state, "rank_up", EMPTY, player) if watched else ():
            self._rank_up_from(state, player, holds, tops, actions)

    def _rank_up_from(
        self, state: TtcgState, player: int, holds: Any, tops: list[tuple[int, int]], actions: list[Action]
    ) -> None:
        """An effect lets the player rank up with cards of other zones. To use the deck is to search it."""
        node = holds[0]
        for slot, below in tops:
            if self.affects(state, holds, node.cards, below):
                for zone in node.zones:
                    if zone == "deck":
                        action: Action = ("search_rank_up", slot)
                        if action not in actions:
                            actions.append(action)
                    for card in self.pile(state, zone, player) if zone == "discard" else ():
                        action = ("rank_up", card, slot)
                        if self.can_rank_up(state, below, card) and action not in actions:
                            actions.append(action)

    def _search_rank_up(self, state: TtcgState, player: int, slot: int) -> None:
        """Search the deck for a card to rank up with; it is shuffled, and the card counts as played."""
        below = state.field[player][slot][-1]
        fitting = sorted(card for card in state.deck[player] if self.can_rank_up(state, below, card))
        self.push(state, ("shuffle", "deck", player), ("settle",))
        then = ("search_ranked_up", below)
        self.ask_cards(state, player, fitting, 0, 1, then, secret=True)

    def step_search_ranked_up(self, state: TtcgState, below: int, cards: tuple[int, ...]) -> None:
        """The card to rank up with is found, or not."""
        state.plays.append(cards[0] if cards else EMPTY)
        self.step_ranked_up(state, below, cards)

    def _more_plays(self, state: TtcgState, player: int) -> bool:
        """Whether an effect lets the player play more cards than the limit."""
        return bool(state.modifiers) and any(
            self.amount(state, node.times, frame) > 0 if node.times is not None else True
            for node, frame, _ in self.can(state, "play", EMPTY, player)
        )

    def _allowed(self, state: TtcgState, player: int, card: int) -> bool:
        """Whether a card may be played beyond the limit: permissions are used up by what they are for."""
        extra = state.plays[int(self.options["plays"]) :]
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
        if self.is_unit[card] != self.is_unit[using]:
            return False
        if not state.modifiers and not self.has_statics:
            return (
                self.rank[using] == self.rank[card] + 1
                and self.words["type"][card] == self.words["type"][using]
            )
        return self.rank[using] == self.stat(state, card, "rank") + 1 and self.traits(
            state, card, "type"
        ) == self.traits(state, using, "type")

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
        self.push(state, ("settle",), ("window", "played", 1 - player, 0, 1), ("settle",))

    # Effects (2.2.4, 2.2.5)

    def _uses(self, state: TtcgState, player: int, actions: list[Action]) -> None:
        """The effects that a player can activate now."""
        tapped, mine = state.tapped, player == state.active
        for slot, stack in enumerate(state.field[player]):
            if stack:
                card = stack[-1]
                if mine or not self.is_unit[card]:
                    for place in self.activated[card]:
                        if (not tapped[card] or self.dormant[card][place]) and self.usable(
                            state, player, card, place
                        ):
                            actions.append(("use", card, slot, place))
        if mine:
            for card in state.hand[player]:
                if True in self.from_hand[card]:
                    for place in self.activated[card]:
                        if self.from_hand[card][place] and self.usable(state, player, card, place):
                            actions.append(("use_hand", card, place))

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
        if state.at[card] >= 0 and self.is_top(state, card):
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
                if not self.is_top(state, card) or self.controller(state, card) != player:
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
        frame = Frame(card, player)
        if isinstance(self.abilities[card][place], Triggered):
            waiting = state.chain[-1]
            frame = Frame(card, player, waiting.card, EMPTY, waiting.frame.you)
        self._set_off(state, card, place, frame)

    def trigger(
        self,
        state: TtcgState,
        kind: str,
        card: int,
        player: int,
        target: int = -1,
        direct: bool = False,
        face: int = 0,
    ) -> None:
        """A counter is never automatic: it is one of the `responses`."""
        if kind != "activates" and kind in self.heard:
            super().trigger(state, kind, card, player, target, direct, face)

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
        targets = [slot for slot in range(self.columns) if other[slot]]
        watched = self.has_statics or state.modifiers
        for slot in range(self.columns):
            stack = state.field[player][slot]
            if not stack:
                continue
            card = stack[-1]
            if state.attacks[card] >= 1 and state.attacks[card] >= self._times(state, card):
                continue
            if watched and self.cannot(state, "attack", card):
                continue
            for target in targets:
                actions.append(("attack", slot, target))
            directly = not targets or (watched and self.can(state, "attack_directly", card))
            if directly and not (watched and self.cannot(state, "attack_directly", card, player)):
                actions.append(("direct", slot))

    def _times(self, state: TtcgState, card: int) -> int:
        """How often a unit may attack this turn."""
        if not (state.modifiers or self.has_statics):
            return 1
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
        self.push(
            state,
            ("settle",),
            ("window", "attack", 1 - player, 0, 1),
            ("settle",),
            ("battle", player, card, target),
            ("settle",),
            ("attacked", player, card, target, direct),
        )

    def stop_attack(self, state: TtcgState, card: int) -> None:
        """The attack does not take place."""
        if state.battle[0] == card:
            state.battle = (EMPTY, EMPTY)
            self.event(state, "stop_attack", self.controller(state, card), card)

    def step_battle(self, state: TtcgState, player: int, card: int, target: int) -> None:
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

    def step_attacked(self, state: TtcgState, player: int, card: int, target: int, direct: bool) -> None:
        """The attack is over."""
        state.battle = (EMPTY, EMPTY)
        if self.is_top(state, card):
            self.trigger(state, "attacked", card, player, target, direct=direct)

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
        points = [own[POINTS] for own in state.resources]
        lost = [player for player in (0, 1) if points[player] <= 0]
        if len(lost) == 2:
            state.outcome = Outcome("draw", -1, "both have no points left")
        elif lost:
            state.outcome = Outcome("win", 1 - lost[0], "the opponent has no points left")
        elif self.options["win"] == "target":
            won = [player for player in (0, 1) if points[player] >= int(self.options["target"])]
            if len(won) == 2:
                state.outcome = Outcome("draw", -1, "both have the points to win")
            elif won:
                state.outcome = Outcome("win", won[0], "enough points")


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


def _passive(styles: Any, texts: Sequence[Any]) -> list[bool]:
    """By ability whether its text is passive: active whether its card is tapped or not, and without a tap."""
    named = [str(style).lower() for style in styles]
    passive = []
    for place, text in enumerate(texts):
        is_passive = place < len(named) and named[place] == "passive"
        passive += [is_passive] * len(text.abilities)
    return passive
