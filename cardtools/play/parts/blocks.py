"""Combat with blocks: attackers are declared, then blockers; damage is assigned in the attacker's order."""

from __future__ import annotations

from typing import TypeVar

from cardtools.play.effects.choosing import DONE
from cardtools.play.effects.state import Decision
from cardtools.play.engine import Action
from cardtools.play.parts.casting import StackState
from cardtools.play.parts.combat import Blow, Combat
from cardtools.play.state import Part


class BlockState(StackState):
    """`attackers` are those of the combat that is going on, `blocks` its (blocker, attacker), and `wounds` by
    card the damage of the combat.
    """

    PARTS = (*StackState.PARTS, Part("attackers", 1), Part("blocks", 1), Part("wounds", 1))
    __slots__ = ("attackers", "blocks", "wounds")
    attackers: list[int]
    blocks: list[tuple[int, int]]
    wounds: list[int]


B = TypeVar("B", bound=BlockState)


class BlockedCombat(Combat[B]):
    """Units attack the player and may be blocked by several, with the keywords Flying and Unblockable.

    `is_unit` says by card what attacks. The action is `block`; the task `declare` begins combat, which ends
    with the task `main` and "second main phase". There are windows "attackers", "blockers" and "damage".
    """

    is_unit: list[bool]

    def may_block(self, state: B, card: int) -> bool:
        """Whether a card can block now: here an untapped unit."""
        return self.is_unit[card] and not state.tapped[card]

    def block_costs(self, state: B, blocker: int) -> float:
        """What it costs greedy players to lose a blocker."""
        return self.worth(state, blocker)

    def answers(self, state: B, choice: Decision, every: bool) -> list[Action]:
        """Blocks and the order of blockers are choices of this game."""
        if choice.kind == "blocks":
            return [*self._blocks(state, choice.chooser), DONE]
        if choice.kind == "order":
            return [("choose", card) for card in choice.options]
        return super().answers(state, choice, every)

    def answer(self, state: B, choice: Decision, action: Action) -> None:
        """Take an answer."""
        if choice.kind in ("blocks", "order"):
            state.choice = None
            self.go_on(state, choice.then, action)
        else:
            super().answer(state, choice, action)

    def is_attacking(self, state: B, card: int, blocking: bool) -> bool:
        """Whether a card attacks, or blocks, in the combat that is going on."""
        if blocking:
            return any(card == blocker for blocker, _ in state.blocks)
        return card in state.attackers

    def may_attack(self, state: B, card: int) -> bool:
        """Whether a card can attack now: an untapped unit."""
        is_ready = self.is_unit[card] and not state.tapped[card]
        return is_ready and not self.cannot(state, "attack", card, state.active)

    def step_declare(self, state: B) -> None:
        """Attackers are declared."""
        state.phase, player = "combat phase", state.active
        ready = [card for card in self.tops(state, player) if self.may_attack(state, card)]
        self.ask_cards(state, player, ready, 0, len(ready), ("declared",))

    def step_declared(self, state: B, cards: tuple[int, ...]) -> None:
        """The defender may respond, then declares blockers."""
        state.attackers = list(cards)
        player = state.active
        if not cards:
            self.push(state, ("fought",))
            return
        for card in cards:
            if self.options.get("attacking_taps"):
                self.tap(state, card)
            self.event(state, "attack", player, card)
            self.trigger(state, "attacks", card, player, direct=True)
        self.push(
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

    def _blocks(self, state: B, player: int) -> list[Action]:
        """The blocks that may be added; only Flying blocks Flying. Blockers are named in order, so that no
        two ways lead to the same blocks.
        """
        last = state.at[state.blocks[-1][0]] if state.blocks else -1
        blockers = [
            card
            for card in self.tops(state, player)
            if state.at[card] > last
            and self.may_block(state, card)
            and not self.cannot(state, "block", card, player)
        ]
        if not blockers:
            return []
        words = {card: self.keywords(state, card) for card in state.attackers if state.at[card] >= 0}
        return [
            ("block", blocker, attacker)
            for blocker in blockers
            for attacker, known in words.items()
            if "unblockable" not in known
            and ("flying" not in known or "flying" in self.keywords(state, blocker))
        ]

    def step_block(self, state: B) -> None:
        """The defender adds a block, or is done."""
        defender = 1 - state.active
        blocks = self._blocks(state, defender)
        if blocks:
            state.moves = [*blocks, DONE]
            state.choice = Decision("blocks", defender, (), (), 0, 1, ("block_added",))

    def step_block_added(self, state: B, action: Action) -> None:
        """A block is declared."""
        if action != DONE:
            state.blocks.append((action[1], action[2]))
            self.event(state, "block", 1 - state.active, action[1], action[2])
            self.push(state, ("block",))

    def step_blocked(self, state: B) -> None:
        """Blockers are declared: what that sets off."""
        for attacker in state.attackers:
            blockers = [one for one, other in state.blocks if other == attacker]
            if blockers:
                self.trigger(state, "blocked", attacker, state.active, target=blockers[0])
        self.push(state, ("settle",))

    def step_order(self, state: B, ordered: tuple[int, ...]) -> None:
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
        self.push(state, ("damage", ordered))

    def step_ordered(self, state: B, ordered: tuple[int, ...], action: Action) -> None:
        """The next blocker to be damaged is chosen."""
        self.push(state, ("order", (*ordered, action[1])))

    def step_damage(self, state: B, ordered: tuple[int, ...]) -> None:
        """All combat damage is dealt simultaneously; blocked damage never reaches the player. A blocker gets
        what destroys it, the last one all that is left.
        """
        blows: list[Blow] = []
        defender = 1 - state.active
        for attacker in state.attackers:
            if state.at[attacker] < 0:
                continue
            damage = self.stat(state, attacker, self.ATTACK)
            if not any(other == attacker for _, other in state.blocks):
                blows.append((-1 - defender, damage, attacker))
                continue
            blockers = [one for one in ordered if (one, attacker) in state.blocks and state.at[one] >= 0]
            for blocker in blockers:
                is_last = blocker == blockers[-1]
                dealt = damage if is_last else min(damage, max(0, self.health_left(state, blocker)))
                damage -= dealt
                blows.append((blocker, dealt, attacker))
                blows.append((attacker, self.stat(state, blocker, self.ATTACK), blocker))
        for card, damage in self.strike(state, blows).items():
            state.wounds[card] = damage

    def step_fought(self, state: B) -> None:
        """Combat damage is cleared from the survivors; the second main phase begins."""
        for card in (*state.attackers, *(blocker for blocker, _ in state.blocks)):
            if state.at[card] >= 0:
                state.damage[card] = max(0, state.damage[card] - state.wounds[card])
                if card in state.attackers:
                    self.trigger(state, "attacked", card, state.active, direct=True)
            state.wounds[card] = 0
        state.attackers, state.blocks = [], []
        self.changed(state)
        self.expire(state, "combat")
        self.push(state, ("settle",), ("main", "second main phase"))

    def score_attacker(self, state: B, card: int) -> float:
        """A unit attacks if no blocker would destroy it and live."""
        attack = self.stat(state, card, self.ATTACK)
        words = self.keywords(state, card)
        if not attack:
            return -1.0
        danger = [
            foe
            for foe in self.tops(state, 1 - state.active)
            if self.is_unit[foe]
            and not state.tapped[foe]
            and "unblockable" not in words
            and ("flying" not in words or "flying" in self.keywords(state, foe))
            and self.stat(state, foe, self.ATTACK) >= self.health_left(state, card)
            and attack < self.health_left(state, foe)
        ]
        return -1.0 if danger else 1.0 + attack

    def score_block(self, state: B, blocker: int, attacker: int) -> float:
        """A block that saves and wins more than it loses."""
        attack = self.stat(state, attacker, self.ATTACK)
        taken = any(other == attacker for _, other in state.blocks)
        saved = 0.0 if taken else self.weights[self.RESOURCES[0]] * attack
        coming = sum(
            self.stat(state, one, self.ATTACK)
            for one in state.attackers
            if not any(other == one for _, other in state.blocks)
        )
        if not taken and coming >= state.resources[1 - state.active][0]:
            saved += 200.0
        won = lost = 0.0
        if self.stat(state, blocker, self.ATTACK) >= self.health_left(state, attacker):
            won = self.worth(state, attacker)
        if attack >= self.health_left(state, blocker):
            lost = self.block_costs(state, blocker)
        return saved + won - lost
