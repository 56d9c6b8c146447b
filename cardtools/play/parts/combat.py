"""Combat of creatures with health, with blocks or without, and the players' end when their life is gone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardtools.play.engine import Action
from cardtools.play.interpreter.card_engine import RulePart
from cardtools.play.interpreter.interpreter import DONE
from cardtools.play.interpreter.state import Decision
from cardtools.play.state import EMPTY, Outcome, Part
from cardtools.programs.tree import Alter, Exchange

# To whom (a card, or a player as -1 - player), how much, and by which card.
Blow = tuple[int, int, int]
PLAYER = EMPTY  # the target of an attack that is not a creature
# Parts of the state with blocks: the attackers of the combat that is going on, its (blocker, attacker), and
# by card the damage of the combat; and without: the attacks that are declared, as (creature, target).
BLOCKS = (Part("attackers", 1), Part("blocks", 1), Part("wounds", 1))
ATTACKS = (Part("attacks", 1),)


class Combat(RulePart):
    """Damage that stays on cards. Of a game the first of `RESOURCES` is the life of a player, the stat
    `HEALTH` that of cards, and `ATTACK` the damage that they deal; `has_health` says by card whether damage
    destroys it.
    """

    HOOKS = ("toughness", "is_attacking")

    def __init__(self, game: Any, has_health: list[bool]) -> None:
        super().__init__(game)
        self.has_health = has_health
        # Whether effects of this match may take health from cards without damage.
        self.can_shrink = any(
            isinstance(node, Exchange)
            or (isinstance(node, Alter) and node.stat == game.HEALTH and node.operation != "add")
            for node in self.index.nodes
        )

    def toughness(self, state: Any, card: int) -> int:
        """The health of a card, at least 1 where none is printed; 0 for one that has no health."""
        if not self.has_health[card]:
            return 0
        health = self.continuous.stat(state, card, self.game.HEALTH)
        return health if self.index.printed[self.game.HEALTH][card] else max(1, health)

    def attack(self, state: Any, card: int) -> int:
        """The damage that a card deals now."""
        return self.continuous.stat(state, card, self.game.ATTACK)

    def health_left(self, state: Any, card: int) -> int:
        """The damage that destroys a card now."""
        damage: int = state.damage[card]
        return self.toughness(state, card) - damage

    def strike(self, state: Any, blows: Sequence[Blow]) -> dict[int, int]:
        """Deal damage simultaneously, and destroy cards only then; how much each card took."""
        taken: dict[int, int] = {}
        for to, damage, by in blows:
            if damage <= 0 or self.continuous.cannot(state, "deal_damage", by):
                continue
            if to >= 0:
                taken[to] = taken.get(to, 0) + self.board.wound(state, to, damage, by)
            elif self.board.lose(state, -1 - to, self.game.RESOURCES[0], damage):
                self.abilities.trigger(state, "damages", by, -1 - to, direct=True)
        self.destroy_damaged(state)
        return taken

    def destroy_damaged(self, state: Any) -> None:
        """Destroy together what has enough damage, then together what has it once those are gone."""
        may_be_less, damage, has_health = self.can_shrink, state.damage, self.has_health
        while not state.unhurt:
            state.unhurt = True
            dead = [
                card
                for tops in self.board.all_tops(state)
                for card in tops
                if (may_be_less or damage[card]) and has_health[card] and self.health_left(state, card) <= 0
            ]
            if [card for card in dead if self.board.destroy(state, card)]:
                state.unhurt, may_be_less = False, True  # others have lost what these gave

    def end_of_life(self, state: Any, name: str) -> None:
        """A player without life has lost; it is a draw if both are."""
        if state.resources[0][0] > 0 < state.resources[1][0] or state.outcome:
            return
        winners = [player for player in (0, 1) if state.resources[player][0] > 0]
        if winners:
            state.outcome = Outcome("win", winners[0], f"the other player has no {name} left")
        else:
            state.outcome = Outcome("draw", -1, f"both have no {name} left")


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
        words = {one: self.continuous.keywords(state, one) for one in state.attackers if state.at[one] >= 0}
        return [
            ("block", blocker, attacker)
            for blocker in self.board.tops(state, player)
            if state.at[blocker] > last
            and self.game.may_block(state, blocker)
            and not self.continuous.cannot(state, "block", blocker, player)
            for attacker, known in words.items()
            if "unblockable" not in known
            and ("flying" not in known or "flying" in self.continuous.keywords(state, blocker))
        ]

    def _blockers(self, state: Any, attacker: int) -> list[int]:
        return [blocker for blocker, other in state.blocks if other == attacker]

    def step_block(self, state: Any) -> None:
        """The defender adds a block, or is done."""
        defender = 1 - state.active
        if blocks := self._blocks(state, defender):
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
            if blockers := self._blockers(state, attacker):
                self.abilities.trigger(state, "blocked", attacker, state.active, target=blockers[0])
        self.interpreter.push(state, ("settle",))

    def step_order(self, state: Any, ordered: tuple[int, ...]) -> None:
        """The attacker puts several blockers of one attacker in order, the first to be damaged first."""
        for attacker in state.attackers:
            blockers = self._blockers(state, attacker)
            left = [one for one in blockers if state.at[one] >= 0 and one not in ordered]
            if len(left) > 1:
                state.choice = Decision("order", state.active, tuple(left), (), 1, 1, ("ordered", ordered))
                return
            ordered += tuple(left)
        self.interpreter.push(state, ("damage", ordered))

    def step_ordered(self, state: Any, ordered: tuple[int, ...], action: Action) -> None:
        """The next blocker to be damaged is chosen."""
        self.interpreter.push(state, ("order", (*ordered, action[1])))

    def step_damage(self, state: Any, ordered: tuple[int, ...]) -> None:
        """Damage is dealt at once, none past blockers: each gets what destroys it, the last one the rest."""
        blows: list[Blow] = []
        defender = 1 - state.active
        for attacker in state.attackers:
            if state.at[attacker] < 0:
                continue
            damage = self.attack(state, attacker)
            if not self._blockers(state, attacker):
                blows.append((-1 - defender, damage, attacker))
                continue
            blockers = [one for one in ordered if (one, attacker) in state.blocks and state.at[one] >= 0]
            for blocker in blockers:
                is_last = blocker == blockers[-1]
                dealt = damage if is_last else min(damage, max(0, self.health_left(state, blocker)))
                damage -= dealt
                blows += [(blocker, dealt, attacker), (attacker, self.attack(state, blocker), blocker)]
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
        attack, words = self.attack(state, card), self.continuous.keywords(state, card)
        is_in_danger = "unblockable" not in words and any(
            self.is_unit[foe]
            and not state.tapped[foe]
            and ("flying" not in words or "flying" in self.continuous.keywords(state, foe))
            and self.attack(state, foe) >= self.health_left(state, card)
            and attack < self.health_left(state, foe)
            for foe in self.board.tops(state, 1 - state.active)
        )
        return 1.0 + attack if attack and not is_in_danger else -1.0

    def score_block(self, state: Any, blocker: int, attacker: int) -> float:
        """A block that saves and wins more than it loses."""
        attack, score = self.attack(state, attacker), 0.0
        if not self._blockers(state, attacker):
            score += self.game.weights[self.game.RESOURCES[0]] * attack
            free = (one for one in state.attackers if not self._blockers(state, one))
            if sum(self.attack(state, one) for one in free) >= state.resources[1 - state.active][0]:
                score += 200.0
        if self.attack(state, blocker) >= self.health_left(state, attacker):
            score += self.game.worth(state, attacker)
        if attack >= self.health_left(state, blocker):
            score -= self.game.block_costs(state, blocker)
        return score


class TargetedCombat(Combat):
    """Creatures attack creatures or the player, with the keywords Haste, Flying, Reach, Taunt, First Strike,
    Double Strike and Trample. The actions are `attack` and `attack_card`; the task `declared` begins combat,
    and there is a window "combat" before damage. Where `flyers_are_apart`, only Flying and Reach attack a
    flyer, and only a taunting creature with one of them binds it.
    """

    def __init__(self, game: Any, has_health: list[bool], flyers_are_apart: bool) -> None:
        super().__init__(game, has_health)
        self.flyers_are_apart = flyers_are_apart

    def is_attacking(self, state: Any, card: int, blocking: bool) -> bool:
        """Whether an attack of the creature is declared."""
        return not blocking and any(card == attacker for attacker, _ in state.attacks)

    def declarations(self, state: Any) -> list[Action]:
        """The attacks that may be declared now, each creature once."""
        player = state.active
        declared, tapped, has_health = [card for card, _ in state.attacks], state.tapped, self.has_health
        ready = [
            card
            for card in self.board.tops(state, player)
            if has_health[card]
            and not tapped[card]
            and card not in declared
            and (
                state.entered[card] < state.turn
                or "haste" in self.continuous.keywords(state, card)
                or self.continuous.can(state, "attack_at_once", card)
            )
            and not self.continuous.cannot(state, "attack", card, player)
        ]
        actions: list[Action] = []
        foes = [card for card in self.board.tops(state, 1 - player) if has_health[card]] if ready else []
        guards = [c for c in foes if not tapped[c] and "taunt" in self.continuous.keywords(state, c)]
        for card in ready:
            reached = foes
            if self.flyers_are_apart and not self._high(state, card):
                reached = [foe for foe in foes if "flying" not in self.continuous.keywords(state, foe)]
            bound = [foe for foe in guards if foe in reached]
            if bound and self.flyers_are_apart and "flying" in self.continuous.keywords(state, card):
                bound = [foe for foe in bound if self._high(state, foe)]
            if not bound:
                actions.append(("attack", card))
            actions += [("attack_card", card, foe) for foe in (bound or reached)]
        return actions

    def _high(self, state: Any, card: int) -> bool:
        words = self.continuous.keywords(state, card)
        return "flying" in words or "reach" in words

    def step_declared(self, state: Any) -> None:
        """Attackers tap; the defender, then the attacker may play instants until both pass."""
        state.phase, player = "combat", state.active
        for card, target in state.attacks:
            self.board.tap(state, card)
            event = ("attack", player, card) if target == PLAYER else ("attack_card", player, card, target)
            self.game.event(state, *event)
            self.abilities.trigger(state, "attacks", card, player, target=target, direct=target == PLAYER)
        self.interpreter.push(
            state,
            ("settle",),
            ("window", "combat", 1 - player, 0, 2),
            ("strike", True),
            ("settle",),
            ("strike", False),
            ("fought",),
        )

    def step_strike(self, state: Any, first: bool) -> None:
        """Damage is dealt at once by those that strike first, or by the others and double strikers."""
        blows: list[Blow] = []
        for card, target in state.attacks:
            if state.at[card] < 0 or (target != PLAYER and state.at[target] < 0):
                continue
            if self._strikes(state, card, first):
                damage, kept = self.attack(state, card), 0  # what the target does not keep is the player's
                if target != PLAYER:
                    tramples = "trample" in self.continuous.keywords(state, card)
                    kept = min(damage, self.health_left(state, target)) if tramples else damage
                player = 1 - self.board.controller(state, card)
                blows += [(-1 - player, damage - kept, card), (target, kept, card)]
            if target != PLAYER and self._strikes(state, target, first):
                blows.append((card, self.attack(state, target), target))
        self.strike(state, blows)

    def _strikes(self, state: Any, card: int, first: bool) -> bool:
        words = self.continuous.keywords(state, card)
        return "double strike" in words or ("first strike" in words) == first

    def step_fought(self, state: Any) -> None:
        """The combat is over."""
        for card, target in state.attacks:
            if state.at[card] >= 0:
                self.abilities.trigger(state, "attacked", card, state.active, target, direct=target == PLAYER)
        state.attacks, state.phase = [], "main phase"
        self.continuous.expire(state, "combat")
        self.interpreter.push(state, ("settle",))

    def score_attack(self, state: Any, action: Action) -> float:
        """Attacks that win more than they lose, on the player rather than on a creature of less worth."""
        card = action[1]
        attack = self.attack(state, card)
        if action[0] == "attack":
            deadly = 1000.0 if attack >= state.resources[1 - state.active][0] else 0.0
            return 50.0 + self.game.weights[self.game.RESOURCES[0]] * attack + deadly if attack else -1.0
        target = action[2]
        won = self._loss(state, target, attack)
        lost = self._loss(state, card, self.attack(state, target))
        return 50.0 + won - lost if won > lost else -1.0

    def _loss(self, state: Any, card: int, damage: int) -> float:
        if damage >= self.health_left(state, card):
            return float(self.game.worth(state, card))
        return float(self.game.weights["strength"] * damage / 2)
