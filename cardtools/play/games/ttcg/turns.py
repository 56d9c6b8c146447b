"""The start of a match and the turn, phase by phase (Doc 2.2.2, 2.2.3)."""

from __future__ import annotations

from cardtools.play.engine import Action
from cardtools.play.games.ttcg.battles import TtcgBattles
from cardtools.play.games.ttcg.responses import SETTLE
from cardtools.play.games.ttcg.state import BATTLE_PHASE, DRAW_PHASE, MAIN_PHASE, SKIPPED, TtcgState
from cardtools.play.state import EMPTY
from cardtools.play.streams import Stream

BATTLE: Action = ("battle",)
END: Action = ("end",)
KEEP: Action = ("keep",)
MULLIGAN: Action = ("mulligan",)


class TtcgTurns(TtcgBattles):
    """Mulligans, phases, and what the player whose turn it is may do in each."""

    # The start (2.2.2)

    def setup(self, state: TtcgState, random: Stream) -> None:
        """A die says who begins; both draw their hands; the first player decides on a mulligan."""
        state.begin(len(self.cards), 2 * self.columns, (int(self.options["points"]),))
        state.plays, state.attacks, state.mulligans = [], [0] * len(self.cards), [0, 0]
        state.battle, state.taken = (EMPTY, EMPTY), []
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

    def _mulligan(self, state: TtcgState, player: int) -> None:
        state.mulligans[player] += 1
        state.deck[player] += state.hand[player]
        state.hand[player] = []
        self.event(state, "mulligan", player)
        self.shuffle(state, "deck", player)
        self.draw(state, player, int(self.options["mulligan_hand"]))

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
        if state.skips and self._skips_turn(state, player):
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

    def _skips_turn(self, state: TtcgState, player: int) -> bool:
        """Whether the turn is skipped: no phase is, and what that was the cost of comes before the next."""
        state.phase = SKIPPED
        return self.skipping(state, player, "turn", ("next",))

    def step_draw_phase(self, state: TtcgState) -> None:
        """The player draws; the first player's first turn has no draw (2.2.2, 2.2.11)."""
        player = state.active
        if state.skips and self.skipping(state, player, DRAW_PHASE, ("draw_phase_ends",)):
            return
        if state.turn > 1 or self.options["first_draws"]:
            if state.deck[player]:
                self.draw(state, player)
            else:
                self.lose(state, player, "points", int(self.options["exhaustion"]))
        self.step_draw_phase_ends(state)

    def step_draw_phase_ends(self, state: TtcgState) -> None:
        """The opponent may respond before the main phase."""
        self.respond_then(state, "phase", ("main_phase",))

    def can_draw(self, state: TtcgState, player: int, number: int) -> bool:
        """An effect draws as many cards as it says, or none, unless an empty deck costs points."""
        if len(state.deck[player]) < number and self.options["effect_draw"] != "damage":
            return False
        return "draw" not in self.modifier_kinds or not self.cannot(state, "draw", -1, player)

    def draw_from_empty(self, state: TtcgState, player: int) -> None:
        """An effect draws from an empty deck: by default nothing happens."""
        if self.options["effect_draw"] == "damage":
            self.lose(state, player, "points", int(self.options["exhaustion"]))

    def step_main_phase(self, state: TtcgState) -> None:
        """The main phase begins: the player acts."""
        state.phase = MAIN_PHASE
        if state.skips:
            self.skipping(state, state.active, MAIN_PHASE, ("battle_phase",))

    def step_battle_phase(self, state: TtcgState) -> None:
        """The battle phase begins; the opponent may respond."""
        state.phase = BATTLE_PHASE
        if not (state.skips and self.skipping(state, state.active, BATTLE_PHASE, ("end",))):
            self.respond_then(state, "phase", SETTLE)

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
            self.add_plays(state, player, every, actions)
            self.add_uses(state, player, actions, every)
            actions.append(BATTLE if self.may_battle(state) else END)
        elif state.phase == "mulligan":
            return [KEEP, MULLIGAN] if state.mulligans[player] < int(self.options["mulligans"]) else [KEEP]
        else:
            self.add_attacks(state, player, actions)
            self.add_uses(state, player, actions, every)
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
            self.play_card(state, player, action)
        elif verb == "end":
            # Without attacks there is a battle phase all the same, which may be skipped.
            skips = state.phase == MAIN_PHASE and any(
                skip[:2] == (player, BATTLE_PHASE) for skip in state.skips
            )
            self.respond_then(state, "phase", ("battle_phase",) if skips else ("end",))
        elif verb in ("attack", "direct"):
            self.attack_with(state, player, action)
        elif verb == "battle":
            self.respond_then(state, "phase", ("battle_phase",))
        elif verb == "search_rank_up":
            self.search_to_rank_up(state, player, action[1])
        elif verb == "mulligan":
            self._mulligan(state, player)
        else:
            self._keep(state)
