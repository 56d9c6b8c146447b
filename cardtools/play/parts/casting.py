"""Playing cards: those that stay come to the field, others do once what they say; at once, or by a stack."""

from __future__ import annotations

from typing import Any, ClassVar, TypeVar

from cardtools.play.effects.engine import CardEngine
from cardtools.play.effects.state import CardState, Frame
from cardtools.play.engine import Action
from cardtools.play.state import Part
from cardtools.programs.tree import Activated, Effect, OnPlay

OWN = -1  # the number of the effect of a card that is played, on the chain


class StackState(CardState):
    """`stack` has by player the cards that are being played."""

    PARTS = (*CardState.PARTS, Part("stack", 2, has_cards=True))
    __slots__ = ("stack",)
    stack: list[list[int]]


S = TypeVar("S", bound=CardState)
T = TypeVar("T", bound=StackState)


class Casting(CardEngine[S]):
    """Cards with an effect when they are played. `spell_effect` is by card that effect, if it has one."""

    spell_effect: list[Effect | None]

    def prepare(self) -> None:
        """Note what follows from the cards and options."""
        super().prepare()
        self.spell_effect = [
            next((one.effect for one in abilities if isinstance(one, OnPlay)), None)
            for abilities in self.abilities
        ]
        self.spell_targets = [
            None if effect is None else self.targets[self.number[id(effect)]] for effect in self.spell_effect
        ]
        self.needed = [
            None if targets is None else [one for one in targets if not one.up_to]
            for targets in self.spell_targets
        ]

        # By card the places of the abilities that its player may use.
        self.activated = [
            [place for place, one in enumerate(abilities) if isinstance(one, Activated)]
            for abilities in self.abilities
        ]

    def abilities_now(self, state: S, player: int) -> list[Action]:
        """The abilities that a player can use."""
        activated = self.activated
        return [
            ("ability", card, place)
            for card in self.tops(state, player)
            for place in activated[card]
            if self.can_use(state, player, card, place) and self.allowed(state, player, card, place)
        ]

    def stays(self, state: S, card: int) -> bool:
        """Whether a card that is played comes to the field."""
        raise NotImplementedError

    def can_work(self, state: S, player: int, card: int) -> bool:
        """Whether a card does something: it stays, or has an effect with a card for each target."""
        needed = self.needed[card]
        if needed is None:
            return self.stays(state, card)
        if not needed:
            return True
        frame = self.frames[player][card]
        return all(self.finder(one)[1](state, frame) for one in needed)

    def aim(self, state: S, player: int, card: int, then: tuple[Any, ...]) -> None:
        """Choose the targets of what a card does; a task goes on with its frame."""
        number = self.number[id(self.spell_effect[card])]
        self.step_aim(state, number, self.frames[player][card], 0, then)

    def put_on_field(self, state: S, card: int, player: int, zone: str, tapped: bool = False) -> None:
        """A card comes from a zone to the field in the first free slot."""
        self.take(state, card, zone)
        self.enter(state, card, player, self.free_slots(state, player, card)[0], tapped)


class Stacked(Casting[T]):
    """Cards wait on a stack until nobody responds any more."""

    PILES: ClassVar[dict[str, str]] = {**CardEngine.PILES, "stack": "stack"}
    ENTERS_TAPPED: ClassVar[bool] = False

    def to_stack(self, state: T, player: int, card: int) -> None:
        """A card of the hand goes to the stack; its targets are chosen as it is played."""
        self.take(state, card, "hand")
        state.stack[player].append(card)
        if self.spell_targets[card]:
            self.aim(state, player, card, ("stacked", card))
        else:
            self.wait(state, card, OWN, self.frames[player][card])

    def step_stacked(self, state: T, card: int, frame: Frame) -> None:
        """A card and its targets are on the stack."""
        self.wait(state, card, OWN, frame)

    def resolve_own(self, state: T, card: int, node: int, frame: Frame) -> None:
        """A card that stays comes to the field; what it says is done, unless all its targets are gone."""
        effect, player = self.spell_effect[card], frame.you
        number = OWN if effect is None else self.number[id(effect)]
        fizzles = effect is not None and self.fizzles(state, number, frame)
        if self.stays(state, card) and not fizzles:
            self.put_on_field(state, card, player, "stack", self.ENTERS_TAPPED)
            self.event(state, "enter", player, card)
            self.trigger(state, "enters", card, player)
        else:
            state.tasks.append(("bury", card))
        if fizzles:
            self.event(state, "fizzle", player, card)
        elif effect is not None:
            self.event(state, "resolve", player, card)
            state.tasks.append(("effect", number, frame))

    def step_bury(self, state: T, card: int) -> None:
        """A card that has worked, or never will, goes to the discard pile."""
        if card in state.stack[self.owner[card]]:
            self.take(state, card, "stack")
            self.put(state, card, "discard")

    def clear_stack(self, state: T) -> None:
        """Cards that were countered leave the stack, once everything has resolved."""
        if not state.chain and not state.tasks:
            for card in (*state.stack[0], *state.stack[1]):
                self.step_bury(state, card)
