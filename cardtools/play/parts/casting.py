"""Playing cards: those that stay come to the field, others do once what they say; at once, or by a stack.
With it how greedy players judge what games with effects have in common, by the merit of effects.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from cardtools.play.engine import Action
from cardtools.play.interpreter.abilities import OWN
from cardtools.play.interpreter.card_engine import RulePart
from cardtools.play.interpreter.selectors import FrameTest
from cardtools.play.interpreter.state import Frame
from cardtools.play.state import Part
from cardtools.programs.tree import Activated, Effect, OnPlay

# A part of the state: by player the cards that are being played.
STACK = (Part("stack", 2, has_cards=True),)


class Casting(RulePart):
    """Cards with an effect when they are played. `spell_effect` is by card that effect, if it has one. A game
    says by `stays` whether a card that is played comes to the field. Of its weights `card` is a card in the
    hand, the name of the first of `RESOURCES` a point of life.
    """

    HOOKS: ClassVar[tuple[str, ...]] = ("value", "worth_in", "worth_of")

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.spell_effect: list[Effect | None] = []
        self.spell_targets: list[tuple[Any, ...] | None] = []
        self.needed: list[Sequence[FrameTest] | None] = []
        self.activated: list[list[int]] = []  # by card the places of the abilities that its player may use
        for abilities in self.index.abilities:
            effect = next((one.effect for one in abilities if isinstance(one, OnPlay)), None)
            targets = self.index.targets[self.index.number[id(effect)]] if effect else None
            self.spell_effect.append(effect)
            self.spell_targets.append(targets)
            sought = [one for one in targets or () if not one.up_to]
            tests = [self.possibility.enough_in_sight(one) or self.selectors.finder(one)[1] for one in sought]
            self.needed.append(None if targets is None else tests)
            self.activated.append([at for at, one in enumerate(abilities) if isinstance(one, Activated)])

    def abilities_now(self, state: Any, player: int) -> list[Action]:
        """The abilities that a player can use."""
        activated = self.activated
        return [
            ("ability", card, place)
            for card in self.board.tops(state, player)
            for place in activated[card]
            if self.game.can_use(state, player, card, place)
            and self.abilities.allowed(state, player, card, place)
        ]

    def can_work(self, state: Any, player: int, card: int) -> bool:
        """Whether a card does something: it stays, or has an effect with enough cards for each target."""
        needed = self.needed[card]
        if needed is None:
            return bool(self.game.stays(state, card))
        frame = self.index.frames[player][card]
        return all(test(state, frame) for test in needed)

    def why_not(self, card: int) -> str:
        """Why a card that nothing else keeps from being played is not."""
        return "Its text cannot be played." if self.spell_effect[card] is None else "It has no target."

    def aim(self, state: Any, player: int, card: int, then: tuple[Any, ...]) -> None:
        """Choose the targets of what a card does; a task goes on with its frame."""
        number = self.index.number[id(self.spell_effect[card])]
        self.abilities.step_aim(state, number, self.index.frames[player][card], 0, then)

    def put_on_field(self, state: Any, card: int, player: int, zone: str, tapped: bool = False) -> None:
        """A card comes from a zone to the field in the first free slot."""
        self.board.take(state, card, zone)
        self.board.enter(state, card, player, self.game.free_slots(state, player, card)[0], tapped)

    # What greedy players want

    def worth_in(self, state: Any, card: int, zone: str) -> float:
        """A card in the hand."""
        unknown = 0.5 if zone in self.index.unseen else 0.0
        return float(self.game.weights["card"]) if zone == "hand" else unknown

    def worth_of(self, state: Any, player: int, resource: str) -> float:
        """Life; other resources are worth little."""
        return float(self.game.weights[resource]) if resource == self.game.RESOURCES[0] else 0.5

    def score_spell(self, state: Any, card: int) -> float:
        """A spell that is worth its card is played."""
        effect = self.spell_effect[card]
        merit = effect.merit(self.game, state, Frame(card, state.decider)) if effect else 0.0
        return 100.0 + merit if merit >= self.game.weights["card"] else -1.0

    def score_answer(self, state: Any, action: Action) -> float:
        """An ability, or an answer to a choice."""
        verb = action[0]
        if verb == "ability":
            frame = Frame(action[1], state.decider)
            return self.merit.of_use(state, action[1], action[2], frame) - 0.5
        if verb in ("choose", "choose_effect"):
            return self.merit.of_answer(state, action[1])
        return self.merit.of_answer(state, True) if verb == "yes" else 0.0

    def value(self, state: Any, player: int) -> float:
        """Life, field and hand of a player against the other's, from -1 to 1."""
        sums = [
            self.game.weights[self.game.RESOURCES[0]] * max(0, state.resources[side][0])
            + self.game.weights["card"] * len(state.hand[side])
            + sum(self.game.worth(state, card) for card in self.board.tops(state, side))
            for side in (0, 1)
        ]
        return float((sums[player] - sums[1 - player]) / max(1.0, sum(sums)))


class Stack(Casting):
    """Cards wait on a stack, a pile of the game, until nobody responds any more."""

    HOOKS: ClassVar[tuple[str, ...]] = (*Casting.HOOKS, "resolve_own")

    def __init__(self, game: Any, enters_tapped: bool = False) -> None:
        super().__init__(game)
        self.enters_tapped = enters_tapped

    def to_stack(self, state: Any, player: int, card: int) -> None:
        """A card of the hand goes to the stack; its targets are chosen as it is played."""
        self.board.take(state, card, "hand")
        state.stack[player].append(card)
        if self.spell_targets[card]:
            self.aim(state, player, card, ("stacked", card))
        else:
            self.abilities.step_put(state, card, OWN, self.index.frames[player][card])

    def step_stacked(self, state: Any, card: int, frame: Frame) -> None:
        """A card and its targets are on the stack."""
        self.abilities.step_put(state, card, OWN, frame)

    def resolve_own(self, state: Any, card: int, node: int, frame: Frame) -> None:
        """A card that stays comes to the field; what it says is done, unless all its targets are gone."""
        effect, player = self.spell_effect[card], frame.you
        number = OWN if effect is None else self.index.number[id(effect)]
        fizzles = effect is not None and self.abilities.fizzles(state, number, frame)
        if self.game.stays(state, card) and not fizzles:
            self.put_on_field(state, card, player, "stack", self.enters_tapped)
            self.game.event(state, "enter", player, card)
            self.abilities.trigger(state, "enters", card, player)
        else:
            state.tasks.append(("bury", card))
        if fizzles:
            self.game.event(state, "fizzle", player, card)
        elif effect is not None:
            self.game.event(state, "resolve", player, card)
            state.tasks.append(("effect", number, frame))

    def step_bury(self, state: Any, card: int) -> None:
        """A card that has worked, or never will, goes to the discard pile."""
        if card in state.stack[self.owner[card]]:
            self.board.take(state, card, "stack")
            self.board.put(state, card, "discard")

    def clear_stack(self, state: Any) -> None:
        """Cards that were countered leave the stack, once everything has resolved."""
        if not state.chain and not state.tasks:
            for card in (*state.stack[0], *state.stack[1]):
                self.step_bury(state, card)
