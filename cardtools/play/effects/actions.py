"""What each effect of the tree does: a method for each node, found by its type."""

from __future__ import annotations

from typing import Any, TypeVar

from cardtools.play.effects.abilities import Abilities
from cardtools.play.effects.state import CardState, Frame, PendingTask
from cardtools.play.state import EMPTY
from cardtools.programs.tree import (
    Activate,
    Apply,
    Choose,
    Counter,
    Damage,
    Effect,
    Gain,
    If,
    Let,
    Lose,
    May,
    PutCounters,
    Reveal,
    Roll,
    Selector,
    Seq,
    Shuffle,
    Skip,
    Tap,
    Untap,
)

S = TypeVar("S", bound=CardState)


class Effects(Abilities[S]):
    """The walker over effects. `do_seq` does a `Seq`, `do_move` a `Move`, and so on."""

    doing: dict[type, Any]
    # By card the places of the abilities that other cards' effects can activate.
    lendable: list[list[int]]

    def do(self, state: S, effect: Effect, frame: Frame) -> None:
        """Do an effect now; what is left of it is pushed as tasks."""
        self.doing[type(effect)](state, effect, frame)

    def step_effect(self, state: S, node: int, frame: Frame) -> None:
        """An effect is done."""
        effect = self.nodes[node]
        self.doing[type(effect)](state, effect, frame)

    def later(self, state: S, frame: Frame, *effects: Effect) -> None:
        """Do these effects one after the other, the first now."""
        number, tasks = self.number, state.tasks
        for effect in effects[:0:-1]:
            tasks.append(("effect", number[id(effect)], frame))
        for effect in effects[:1]:
            self.doing[type(effect)](state, effect, frame)

    def do_seq(self, state: S, effect: Seq, frame: Frame) -> None:
        """One after the other."""
        self.later(state, frame, *effect.effects)

    def do_if(self, state: S, effect: If, frame: Frame) -> None:
        """One of two."""
        if self.true(state, effect.condition, frame):
            self.do(state, effect.effect, frame)
        elif effect.otherwise is not None:
            self.do(state, effect.otherwise, frame)

    def do_gain(self, state: S, effect: Gain, frame: Frame) -> None:
        """Players gain a resource."""
        amount = self.amount(state, effect.amount, frame)
        for player in self.players(state, effect.who, frame):
            self.gain(state, player, effect.resource, amount)

    def do_lose(self, state: S, effect: Lose, frame: Frame) -> None:
        """Players lose a resource."""
        amount = self.amount(state, effect.amount, frame)
        for player in self.players(state, effect.who, frame):
            self.lose(state, player, effect.resource, amount)

    def do_may(self, state: S, effect: May, frame: Frame) -> None:
        """A player decides whether."""
        for player in self.players(state, effect.who, frame)[:1]:
            number = self.number[id(effect.effect)]
            self.ask(state, player, "yes", (frame.card,), ("decided", number, frame))

    def step_decided(self, state: S, node: int, frame: Frame, wanted: bool) -> None:
        """It is decided whether an effect is done."""
        if wanted:
            self.step_effect(state, node, frame)

    def do_choose(self, state: S, effect: Choose, frame: Frame) -> None:
        """One of several, of those that can be done if any can."""
        places = range(len(effect.effects))
        useful = [place for place in places if self.possible(state, effect.effects[place], frame)]
        then = ("chosen_effect", self.number[id(effect)], frame)
        self.ask(state, frame.you, "effect", useful or places, then)

    def step_chosen_effect(self, state: S, node: int, frame: Frame, place: int) -> None:
        """It is chosen which effect is done."""
        self.do(state, self.nodes[node].effects[place], frame)

    def do_let(self, state: S, effect: Let, frame: Frame) -> None:
        """Choose cards, then do an effect with them."""
        among = self.nameable(state, effect, frame) if self.EXACT and self.is_one(effect.cards) else None
        self.select(state, effect.cards, frame, ("named", self.number[id(effect)], frame), among)

    @staticmethod
    def is_one(cards: Selector) -> bool:
        """Whether a selector chooses one card, and not by its place in a pile."""
        return cards.count == 1 and not cards.position

    def nameable(self, state: S, effect: Let, frame: Frame) -> list[int]:
        """The cards with which the effect of a name can be performed."""
        test = self.doable(effect.effect)
        return [
            card
            for card in self.known(state, effect.cards, frame)
            if test is None or test(state, self.bind(frame, effect.name, (card,)))
        ]

    def step_named(self, state: S, node: int, frame: Frame, cards: tuple[int, ...]) -> None:
        """The cards that get a name are chosen."""
        effect: Let = self.nodes[node]
        if cards:
            state.last = cards[-1]
        self.later(state, self.bind(frame, effect.name, cards), effect.effect)

    def do_roll(self, state: S, effect: Roll, frame: Frame) -> None:
        """Roll a die for an effect."""
        face = self.roll(state, frame.you)
        self.event(state, "roll", frame.you, frame.card, face)
        if face in effect.faces:
            self.do(state, effect.effect, frame)

    def roll(self, state: S, player: int) -> int:
        """The face that a die shows which a player rolls."""
        return state.random.below(6) + 1

    def do_damage(self, state: S, effect: Damage, frame: Frame) -> None:
        """The card deals damage to cards."""
        amount = self.amount(state, effect.amount, frame)
        self.select(state, effect.cards, frame, ("damaged", frame.card, amount))

    def step_damaged(self, state: S, by: int, amount: int, cards: tuple[int, ...]) -> None:
        """The cards to deal damage to are chosen."""
        if not self.cannot(state, "deal_damage", by):
            for card in cards:
                self.deal(state, card, amount, by)

    def do_tap(self, state: S, effect: Tap, frame: Frame) -> None:
        """Cards are tapped."""
        self.select(state, effect.cards, frame, ("tapped",))

    def step_tapped(self, state: S, cards: tuple[int, ...]) -> None:
        """The cards to tap are chosen."""
        for card in cards:
            if state.at[card] >= 0 and not state.tapped[card]:
                self.tap(state, card)

    def do_untap(self, state: S, effect: Untap, frame: Frame) -> None:
        """Cards are untapped."""
        self.select(state, effect.cards, frame, ("untapped",))

    def step_untapped(self, state: S, cards: tuple[int, ...]) -> None:
        """The cards to untap are chosen."""
        for card in cards:
            self.untap(state, card)

    def do_shuffle(self, state: S, effect: Shuffle, frame: Frame) -> None:
        """Piles are shuffled."""
        for player in self.players(state, effect.who, frame):
            self.shuffle(state, effect.zone, player)

    def do_reveal(self, state: S, effect: Reveal, frame: Frame) -> None:
        """Cards are shown."""
        self.select(state, effect.cards, frame, ("revealed", self.number[id(effect)], frame))

    def step_revealed(self, state: S, node: int, frame: Frame, cards: tuple[int, ...]) -> None:
        """The cards to show are chosen."""
        hidden = -1 if self.nodes[node].to == "any" else 1 - frame.you
        for card in cards:
            state.last = card
            self.event(state, "reveal", self.owner[card], card, hidden=hidden)

    def do_apply(self, state: S, effect: Apply, frame: Frame) -> None:
        """A modifier holds from now on."""
        modifier: Any = effect.modifier
        cards: Selector | None = getattr(modifier, "cards", None)
        if cards is None or cards.count is None:
            self.step_applied(state, self.number[id(effect)], frame, None)
        else:
            self.select(state, cards, frame, ("applied", self.number[id(effect)], frame))

    def step_applied(self, state: S, node: int, frame: Frame, cards: tuple[int, ...] | None) -> None:
        """The cards that a modifier is for are chosen."""
        effect: Apply = self.nodes[node]
        if cards != ():
            self.hold(state, self.number[id(effect.modifier)], frame, cards, effect.duration)
            self.event(state, "apply", frame.you, frame.card)

    def do_putcounters(self, state: S, effect: PutCounters, frame: Frame) -> None:
        """Counters are put on cards."""
        amount = self.amount(state, effect.amount, frame)
        self.select(state, effect.cards, frame, ("counters_put", effect.name, amount))

    def step_counters_put(self, state: S, name: str, amount: int, cards: tuple[int, ...]) -> None:
        """The cards to put counters on are chosen."""
        for card in cards:
            if state.at[card] >= 0 and amount > 0:
                lying = dict(state.counters[card])
                lying[name] = lying.get(name, 0) + amount
                state.counters[card] = tuple(sorted(lying.items()))
                self.changed(state)
                self.event(state, "counters", self.controller(state, card), card, name, amount)

    def do_skip(self, state: S, effect: Skip, frame: Frame) -> None:
        """Players skip their next phase, or turn."""
        for player in self.players(state, effect.who, frame):
            state.skips.append((player, effect.phase, ()))
            self.event(state, "will_skip", player, EMPTY, effect.phase)

    def skipping(self, state: S, player: int, phase: str, then: PendingTask) -> bool:
        """Whether a player skips a phase that begins; the skip is used up, what it was the cost of takes
        place after it, and then a task is done.
        """
        for place, (who, what, paid) in enumerate(state.skips):
            if (who, what) == (player, phase):
                del state.skips[place]
                self.event(state, "skip", player, EMPTY, phase if phase == "turn" else f"{phase} phase")
                self.push(state, *((paid, ("settle",), then) if paid else (then,)))
                return True
        return False

    def do_counter(self, state: S, effect: Counter, frame: Frame) -> None:
        """Effects on the chain, or attacks, are stopped."""
        among = self.stoppable(state, effect, frame) if self.EXACT else None
        self.select(state, effect.cards, frame, ("stopped", effect.what), among)

    def stoppable(self, state: S, effect: Counter, frame: Frame) -> list[int]:
        """The cards whose effect waits and can be countered, or whose attack can be stopped."""
        found = self.candidates(state, effect.cards, frame)
        if effect.what == "attack":
            return [card for card in found if self.can_stop(state, card)]
        waiting = {one.card for one in state.chain if not one.countered}
        return [card for card in found if card in waiting and not self.cannot(state, "be_countered", card)]

    def can_stop(self, state: S, card: int) -> bool:
        """Whether a card is attacking, so that its attack can be stopped. Here: always."""
        return True

    def step_stopped(self, state: S, what: str, cards: tuple[int, ...]) -> None:
        """The cards whose effects or attacks are stopped are chosen."""
        for card in cards:
            if what == "attack":
                self.stop_attack(state, card)
            elif not self.cannot(state, "be_countered", card):
                for place in range(len(state.chain) - 1, -1, -1):
                    if state.chain[place].card == card and not state.chain[place].countered:
                        state.chain[place] = state.chain[place]._replace(countered=True)
                        break

    def stop_attack(self, state: S, card: int) -> None:
        """The attack of a card does not take place, though it has attacked. Here: nothing happens."""

    def do_activate(self, state: S, effect: Activate, frame: Frame) -> None:
        """Effects of other cards are activated. Those that activate effects themselves are not, so that it
        ends.
        """
        cards = self.activatable(state, effect, frame)
        self.select(state, effect.cards, frame, ("activated", self.number[id(effect)], frame), cards)

    def activatable(self, state: S, effect: Activate, frame: Frame) -> list[int]:
        """The cards with effects that an effect can activate."""
        found = self.candidates(state, effect.cards, frame)
        return [card for card in found if self.lent(state, effect, card, frame)]

    def lent(self, state: S, effect: Activate, card: int, frame: Frame) -> list[int]:
        """The abilities of a card that another card's effect can activate: its conditions hold, its costs
        can be paid and its effects be performed.
        """
        on_field = state.at[card] >= 0 and self.is_top(state, card)
        if effect.tap and on_field and state.tapped[card]:
            return []
        inner = self.frames[frame.you][card]
        return [
            place
            for place in self.lendable[card]
            if all(test(state, inner) for test in self.tests_of(card, place))
        ]

    def step_activated(self, state: S, node: int, frame: Frame, cards: tuple[int, ...]) -> None:
        """The cards whose effects are activated are chosen."""
        effect: Activate = self.nodes[node]
        for card in reversed(cards):
            places = self.lent(state, effect, card, frame)
            if not places:
                continue
            if effect.tap and self.is_top(state, card):
                self.tap(state, card)
            inner = self.frames[frame.you][card]
            if effect.all_effects:
                self.push(state, *(("lent", card, inner, place) for place in places))
            else:
                self.ask(state, frame.you, "effect", places, ("lent", card, inner))

    def step_lent(self, state: S, card: int, frame: Frame, place: int) -> None:
        """An effect of a card is activated by another card's effect, its cost paid."""
        self.event(state, "activate", frame.you, card)
        node = self.number[id(self.effect_of(card, place))]
        self.push(state, ("aim", node, frame, 0, ("pay_lent", card, place)))

    def step_pay_lent(self, state: S, card: int, place: int, frame: Frame) -> None:
        """The cost of an effect that is activated by another card's is paid, then it is done."""
        ability: Any = self.abilities[card][place]
        then = ("effect", self.number[id(ability.effect)], frame)
        if getattr(ability, "cost", None) is None:
            self.push(state, then)
        else:
            self._pay(state, ability, frame, then)

    def effect_of(self, card: int, place: int) -> Effect:
        """The effect of an ability that has one."""
        ability: Any = self.abilities[card][place]
        effect: Effect = ability.effect
        return effect
