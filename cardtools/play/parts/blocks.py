"""Combat with blocks: attackers are declared, then blockers; damage is assigned in the attacker's order."""

from __future__ import annotations

from typing import Any

from cardtools.play.engine import Action
from cardtools.play.interpreter.interpreter import DONE
from cardtools.play.interpreter.state import Decision
from cardtools.play.parts.combat import Blow, Combat
from cardtools.play.state import Part

# Parts of the state: the attackers of the combat that is going on, its (blocker, attacker), and by card the
# damage of the combat.
BLOCKS = (Part("attackers", 1), Part("blocks", 1), Part("wounds", 1))


class BlockedCombat(Combat):
    """Units attack the player and may be blocked by several, with the keywords Flying and Unblockable.

    `is_unit` says by card what attacks, `may_block` of the game what can block now, and `block_costs` what it
    costs greedy players to lose it. The action is `block`; the task `declare` begins combat, which ends
    with the task `main` and "second main phase". There are windows "attackers", "blockers" and "damage".
    """

    def __init__(self, game: Any, has_health: list[bool], is_unit: list[bool]) -> None:
        super().__init__(game, has_health)
        self.is_unit = is_unit
        self.interpreter.own_kinds |= {
            "blocks": lambda state, choice: [*self._blocks(state, choice.chooser), DONE],
            "order": lambda state, choice: [("choose", card) for card in choice.options],
        }

    def is_attacking(self, state: Any, card: int, blocking: bool) -> bool:
        """Whether a card attacks, or blocks, in the combat that is going on."""
        if blocking:
            return any(card == blocker for blocker, _ in state.blocks)
        return card in state.attackers

    def may_attack(self, state: Any, card: int) -> bool:
        """Whether a card can attack now: an untapped unit."""
        is_ready = self.is_unit[card] and not state.tapped[card]
        return is_ready and not self.continuous.cannot(state, "attack", card, state.active)

    def step_declare(self, state: Any) -> None:
        """Attackers are declared."""
        state.phase, player = "combat phase", state.active
        ready = [card for card in self.board.tops(state, player) if self.may_attack(state, card)]
        self.interpreter.ask_cards(state, player, ready, 0, len(ready), ("declared",))

    def step_declared(self, state: Any, cards: tuple[int, ...]) -> None:
        """The defender may respond, then declares blockers."""
        state.attackers = list(cards)
        player = state.active
        if not cards:
            self.interpreter.push(state, ("fought",))
            return
        for card in cards:
            if self.game.options.get("attacking_taps"):
                self.board.tap(state, card)
            self.game.event(state, "attack", player, card)
            self.abilities.trigger(state, "attacks", card, player, direct=True)
        self.interpreter.push(
            state,
            ("settle",),
            ("window", "attackers", player, 0, 2),
            ("block",),
            ("blocked",),
            ("window", "blockers", player, 0, 2),
            ("order", ()),
            ("settle",),
            ("window", "damage", player, 0, 2),
            ("fought",),
        )

    def _blocks(self, state: Any, player: int) -> list[Action]:
        """The blocks that may be added; only Flying blocks Flying. Blockers are named in order, so that no
        two ways lead to the same blocks.
        """
        last = state.at[state.blocks[-1][0]] if state.blocks else -1
        blockers = [
            card
            for card in self.board.tops(state, player)
            if state.at[card] > last
            and self.game.may_block(state, card)
            and not self.continuous.cannot(state, "block", card, player)
        ]
        if not blockers:
            return []
        words = {
            card: self.continuous.keywords(state, card) for card in state.attackers if state.at[card] >= 0
        }
        return [
            ("block", blocker, attacker)
            for blocker in blockers
            for attacker, known in words.items()
            if "unblockable" not in known
            and ("flying" not in known or "flying" in self.continuous.keywords(state, blocker))
        ]

    def step_block(self, state: Any) -> None:
        """The defender adds a block, or is done."""
        defender = 1 - state.active
        blocks = self._blocks(state, defender)
        if blocks:
            state.moves = [*blocks, DONE]
            state.choice = Decision("blocks", defender, (), (), 0, 1, ("block_added",))

    def step_block_added(self, state: Any, action: Action) -> None:
        """A block is declared."""
        if action != DONE:
            state.blocks.append((action[1], action[2]))
            self.game.event(state, "block", 1 - state.active, action[1], action[2])
            self.interpreter.push(state, ("block",))

    def step_blocked(self, state: Any) -> None:
        """Blockers are declared: what that sets off."""
        for attacker in state.attackers:
            blockers = [one for one, other in state.blocks if other == attacker]
            if blockers:
                self.abilities.trigger(state, "blocked", attacker, state.active, target=blockers[0])
        self.interpreter.push(state, ("settle",))

    def step_order(self, state: Any, ordered: tuple[int, ...]) -> None:
        """The attacker puts several blockers of one attacker in order, the first to be damaged first."""
        for attacker in state.attackers:
            left = [
                blocker
                for blocker, other in state.blocks
                if other == attacker and state.at[blocker] >= 0 and blocker not in ordered
            ]
            if len(left) > 1:
                state.choice = Decision("order", state.active, tuple(left), (), 1, 1, ("ordered", ordered))
                return
            ordered += tuple(left)
        self.interpreter.push(state, ("damage", ordered))

    def step_ordered(self, state: Any, ordered: tuple[int, ...], action: Action) -> None:
        """The next blocker to be damaged is chosen."""
        self.interpreter.push(state, ("order", (*ordered, action[1])))

    def step_damage(self, state: Any, ordered: tuple[int, ...]) -> None:
        """All combat damage is dealt simultaneously; blocked damage never reaches the player. A blocker gets
        what destroys it, the last one all that is left.
        """
        blows: list[Blow] = []
        defender = 1 - state.active
        for attacker in state.attackers:
            if state.at[attacker] < 0:
                continue
            damage = self.attack(state, attacker)
            if not any(other == attacker for _, other in state.blocks):
                blows.append((-1 - defender, damage, attacker))
                continue
            blockers = [one for one in ordered if (one, attacker) in state.blocks and state.at[one] >= 0]
            for blocker in blockers:
                is_last = blocker == blockers[-1]
                dealt = damage if is_last else min(damage, max(0, self.health_left(state, blocker)))
                damage -= dealt
                blows.append((blocker, dealt, attacker))
                blows.append((attacker, self.attack(state, blocker), blocker))
        for card, damage in self.strike(state, blows).items():
            state.wounds[card] = damage

    def step_fought(self, state: Any) -> None:
        """Combat damage is cleared from the survivors; the second main phase begins."""
        for card in (*state.attackers, *(blocker for blocker, _ in state.blocks)):
            if state.at[card] >= 0:
                state.damage[card] = max(0, state.damage[card] - state.wounds[card])
                if card in state.attackers:
                    self.abilities.trigger(state, "attacked", card, state.active, direct=True)
            state.wounds[card] = 0
        state.attackers, state.blocks = [], []
        self.board.changed(state)
        self.continuous.expire(state, "combat")
        self.interpreter.push(state, ("settle",), ("main", "second main phase"))

    def score_attacker(self, state: Any, card: int) -> float:
        """A unit attacks if no blocker would destroy it and live."""
        attack = self.attack(state, card)
        words = self.continuous.keywords(state, card)
        if not attack:
            return -1.0
        danger = [
            foe
            for foe in self.board.tops(state, 1 - state.active)
            if self.is_unit[foe]
            and not state.tapped[foe]
            and "unblockable" not in words
            and ("flying" not in words or "flying" in self.continuous.keywords(state, foe))
            and self.attack(state, foe) >= self.health_left(state, card)
            and attack < self.health_left(state, foe)
        ]
        return -1.0 if danger else 1.0 + attack

    def score_block(self, state: Any, blocker: int, attacker: int) -> float:
        """A block that saves and wins more than it loses."""
        attack = self.attack(state, attacker)
        taken = any(other == attacker for _, other in state.blocks)
        saved = 0.0 if taken else self.game.weights[self.game.RESOURCES[0]] * attack
        coming = sum(
            self.attack(state, one)
            for one in state.attackers
            if not any(other == one for _, other in state.blocks)
        )
        if not taken and coming >= state.resources[1 - state.active][0]:
            saved += 200.0
        won = lost = 0.0
        if self.attack(state, blocker) >= self.health_left(state, attacker):
            won = self.game.worth(state, attacker)
        if attack >= self.health_left(state, blocker):
            lost = self.game.block_costs(state, blocker)
        return saved + won - lost
