"""What each effect of the tree does: a method for each node, found by its type."""

from __future__ import annotations

from typing import Any, TypeVar

from cardtools.play.effects.abilities import Abilities
from cardtools.play.effects.holding import HINDERING
from cardtools.play.effects.matching import SIDES, THIS, Test
from cardtools.play.effects.state import CardState, Frame
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
    Move,
    PutCounters,
    RankUp,
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
        self.select(state, effect.cards, frame, ("named", self.number[id(effect)], frame))

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
            state.skips.append((player, effect.phase))
            self.event(state, "will_skip", player, EMPTY, effect.phase)

    def skipping(self, state: S, player: int, phase: str) -> bool:
        """Whether a player skips a phase that begins; the skip is used up."""
        if state.skips and (player, phase) in state.skips:
            state.skips.remove((player, phase))
            self.event(state, "skip", player, EMPTY, phase if phase == "turn" else f"{phase} phase")
            return True
        return False

    def do_counter(self, state: S, effect: Counter, frame: Frame) -> None:
        """Effects on the chain, or attacks, are stopped."""
        self.select(state, effect.cards, frame, ("stopped", effect.what))

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
        cards = [
            card for card in self.candidates(state, effect.cards, frame) if self.lent(state, effect, card)
        ]
        self.select(state, effect.cards, frame, ("activated", self.number[id(effect)], frame), cards)

    def lent(self, state: S, effect: Activate, card: int) -> list[int]:
        """The abilities of a card that another card's effect can activate."""
        on_field = state.at[card] >= 0 and self.is_top(state, card)
        if effect.tap and on_field and state.tapped[card]:
            return []
        return self.lendable[card]

    def step_activated(self, state: S, node: int, frame: Frame, cards: tuple[int, ...]) -> None:
        """The cards whose effects are activated are chosen."""
        effect: Activate = self.nodes[node]
        for card in reversed(cards):
            places = self.lent(state, effect, card)
            if not places:
                continue
            if effect.tap and self.is_top(state, card):
                self.tap(state, card)
            inner = self.frames[frame.you][card]
            if effect.all_effects:
                self.push(state, *(("lent", card, inner, place) for place in places))
            else:
                self.push(state, ("lend", card, inner))

    def step_lend(self, state: S, card: int, frame: Frame) -> None:
        """One of the effects of a card that is activated is chosen."""
        places = self.lendable[card]
        useful = [p for p in places if self.possible(state, self.effect_of(card, p), frame)]
        self.ask(state, frame.you, "effect", useful or places, ("lent", card, frame))

    def step_lent(self, state: S, card: int, frame: Frame, place: int) -> None:
        """An effect of a card is activated by another card's effect."""
        self.event(state, "activate", frame.you, card)
        node = self.number[id(self.effect_of(card, place))]
        self.push(state, ("aim", node, frame, 0, ("effect", node)))

    def effect_of(self, card: int, place: int) -> Effect:
        """The effect of an ability that has one."""
        ability: Any = self.abilities[card][place]
        effect: Effect = ability.effect
        return effect

    # Whether an effect can be done

    def can_move(self, state: S, effect: Move, card: int, frame: Frame) -> bool:
        """Whether nothing forbids that an effect moves a card; see `Moving`."""
        raise NotImplementedError

    def payable(self, state: S, cost: Effect, frame: Frame, blind: bool = True) -> bool:
        """Whether a cost can be paid in full; `blind`: as far as its player can know, who does not see the
        opponent's hand.
        """
        if isinstance(cost, Seq):
            return all(self.payable(state, part, frame, blind) for part in cost.effects)
        if isinstance(cost, Lose):
            amount = self.amount(state, cost.amount, frame)
            return all(
                self.has(state, player, cost.resource) >= amount
                for player in self.players(state, cost.who, frame)
            )
        if isinstance(cost, Move) and cost.reason == "draw":
            return True
        cards: Selector | None = getattr(cost, "cards", None)
        if cards is None:
            return True
        most = 1 if cards.count is None else self.amount(state, cards.count, frame)
        if blind and cards.zone == "hand" and cards.who == "opponent":
            return len(state.hand[1 - frame.you]) >= most
        found = self.candidates(state, cards, frame)
        if isinstance(cost, Tap):
            found = [card for card in found if not state.tapped[card]]
        elif isinstance(cost, Move):
            found = [card for card in found if self.can_move(state, cost, card, frame)]
        return cards.up_to or len(found) >= most

    def affordable(self, cost: Any) -> Test:
        """The test of whether a cost can be paid, as far as its player can know."""
        if isinstance(cost, Move | Reveal) and getattr(cost, "reason", "") != "draw":
            cards = cost.cards
            most = 1 if cards.count is None else cards.count
            in_sight = cards.zone != "hand" or cards.who == "you"
            if in_sight and isinstance(most, int) and not cards.up_to:
                find, some, _ = self.finder(cards)
                enough: Test = some if most == 1 else lambda s, f: len(find(s, f)) >= most
                if isinstance(cost, Reveal):
                    return enough
                return lambda s, f: (
                    enough(s, f) and (self.held(s).keys().isdisjoint(HINDERING) or self.payable(s, cost, f))
                )
        return lambda s, f: self.payable(s, cost, f)

    def possible(self, state: S, effect: Effect, frame: Frame) -> bool:
        """Whether an effect has something to be done to, as far as its player can know."""
        test = self.doable(effect)
        return test is None or test(state, frame)

    def doable(self, effect: Any) -> Test | None:
        """The test of whether an effect has something to act on; None if it always has."""
        if isinstance(effect, Seq | Choose):
            tests = [self.doable(part) for part in effect.effects]
            return None if None in tests else lambda s, f: any(test(s, f) for test in tests if test)
        if isinstance(effect, May | Roll):
            return self.doable(effect.effect)
        if isinstance(effect, If):
            return lambda s, f: self._can_do_if(s, effect, f)
        if isinstance(effect, Apply):
            one: Selector | None = getattr(effect.modifier, "cards", None)
            return None if one is None or one.count is None else self._some(one)
        if isinstance(effect, RankUp):
            return lambda s, f: self._can_rank_up(s, effect, f)
        if isinstance(effect, Activate):
            return lambda s, f: any(
                self.lent(s, effect, card) for card in self.candidates(s, effect.cards, f)
            )
        if isinstance(effect, Gain | Lose | Skip | Shuffle):
            return None
        if isinstance(effect, Move) and effect.reason == "draw":
            return None  # what drawing from an empty deck does is for the game to say
        asked = (getattr(effect, name, None) for name in ("cards", "to", "other"))
        some = [test for one in asked if type(one) is Selector and (test := self._some(one))]
        if len(some) < 2:
            return some[0] if some else None
        return lambda s, f: all(test(s, f) for test in some)

    def _some(self, cards: Selector) -> Test | None:
        """The test of whether a selector may find a card; None if it always may."""
        if cards == THIS or (cards.zone == "deck" and not cards.position):
            return None
        if cards.zone == "hand" and cards.who == "opponent":
            return lambda s, f: bool(s.hand[1 - f.you])
        side = SIDES.get(cards.who, 2)
        if cards.zone == "deck" and side < 2:
            return lambda s, f: s.deck[f.you ^ side]
        if cards.zone == "deck":
            return lambda s, f: any(s.deck[player] for player in self.players(s, cards.who, f))
        return self.finder(cards)[1]

    def _can_do_if(self, state: S, effect: If, frame: Frame) -> bool:
        done = effect.effect if self.true(state, effect.condition, frame) else effect.otherwise
        return done is not None and self.possible(state, done, frame)

    def _can_rank_up(self, state: S, effect: RankUp, frame: Frame) -> bool:
        lower = self.candidates(state, effect.cards, frame)
        if effect.using.zone == "deck":
            return bool(lower)
        upper = self.candidates(state, effect.using, frame)
        return any(self.can_rank_up(state, card, using) for card in lower for using in upper)

    def can_rank_up(self, state: S, card: int, using: int) -> bool:
        """Whether a card may be placed on top of another by the rules of ranking up: in this game, never."""
        return False
