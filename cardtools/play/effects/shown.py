"""What people see of a game with effects: what waits, what lies on cards, what is to be decided, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, TypeVar

from cardtools.ground.spelling import counted
from cardtools.play.effects.merit import Judging
from cardtools.play.effects.state import CardState

S = TypeVar("S", bound=CardState)


class Shown(Judging[S]):
    """What a page shows; a game adds its own events and questions."""

    # Events that every game with effects has; a game's own: `EVENTS = Shown.COMMON_EVENTS | {...}`.
    COMMON_EVENTS: ClassVar[Mapping[str, str]] = {
        "turn": "{player} begin[s] a turn.",
        "draw": "{player} draw[s] {card}.",
        "add": "{player} add[s] {card} to {their} hand.",
        "shuffle": "{player} shuffle[s] {zone0}.",
        "activate": "{player} activate[s] {card}.",
        "resolve": "The effect of {card} takes place.",
        "countered": "{card} is countered.",
        "apply": "{card} takes effect.",
        "attach": "{card} is attached to {card0}.",
        "counters": "{card} gets {1} {0} counters.",
        "damage": "{card} takes {0} damage.",
        "destroy": "{card} is destroyed.",
        "discard": "{card} is discarded.",
        "mill": "{card} is milled.",
        "return": "{card} returns to {zone0}.",
        "send": "{card} is put into {zone0}.",
        "place": "{card} is placed under {card0}.",
        "enter": "{card} comes to the field.",
        "gain": "{player} gain[s] {1} {0}.",
        "lose": "{player} lose[s] {1} {0}.",
        "reveal": "{player} reveal[s] {card}.",
        "roll": "{player} roll[s] {0} for {card}.",
        "skip": "{player} skip[s] the {0}.",
        "stop_attack": "The attack of {card} does not take place.",
        "swap": "{card} and {card0} change places.",
        "tap": "{card} is tapped.",
        "trigger": "The effect of {card} triggers.",
        "untap": "{card} is untapped.",
    }
    # The stats that a badge shows where they are not as printed.
    BADGES: ClassVar[tuple[str, ...]] = ()
    # What is asked in a response window, by its kind.
    WINDOWS: ClassVar[Mapping[str, str]] = {}

    def counters(self, state: S, player: int) -> list[tuple[str, str]]:
        """Every resource."""
        return [
            (self.RESOURCE_NAMES.get(name, name.capitalize()), str(self.has(state, player, name)))
            for name in self.RESOURCES
        ]

    def badges(self, state: S, card: int) -> list[tuple[str, str]]:
        """Stats that are not as printed, damage, and counters."""
        if state.at[card] < 0:
            return []
        found = []
        for stat in self.BADGES:
            now = self.stat(state, card, stat)
            if now != self.printed[stat][card]:
                found.append((stat, f"{stat[:1].upper()} {now}"))
        if state.damage[card]:
            found.append(("damage", f"−{state.damage[card]}"))
        return found + [(name or "counters", str(number)) for name, number in state.counters[card] if number]

    def is_turned(self, state: S, card: int) -> bool:
        """A tapped card."""
        return state.at[card] >= 0 and bool(state.tapped[card])

    def waiting(self, state: S) -> list[str]:
        """The chain, what takes place first at the top."""
        return [
            self.cards[card].name + (" (countered)" if countered else "")
            for card, _, _, countered in reversed(state.chain)
        ]

    def question(self, state: S) -> str:
        """What is to be decided: the phase, a response, or a choice of an effect."""
        choice = state.choice
        if choice is None:
            return state.phase.capitalize()
        card = next((part.card for part in choice.then if hasattr(part, "you")), -1)
        of = f" for {self.cards[card].name}" if card >= 0 else ""
        if choice.kind == "respond":
            return self.WINDOWS.get(choice.then[1], "Respond, or pass")
        if choice.kind == "cards":
            number = choice.most - len(choice.chosen)
            if number == 1 and choice.least < choice.most:
                return f"Choose a card{of}, or none"
            if choice.least < choice.most:
                return f"Choose up to {counted(number, 'card')}{of}"
            return f"Choose {'a card' if number == 1 else f'{number} cards'}{of}"
        if choice.kind == "yes":
            return f"Use {self.cards[card].name}?" if card >= 0 else "Do you want to?"
        questions = {"slot": "Choose a place", "number": "Choose a number"}
        return questions.get(choice.kind, "Choose an effect") + of

    def why_not(self, state: S, card: int) -> str:
        """Why the decider can do nothing with a card."""
        if state.choice is not None:
            is_window = state.choice.kind == "respond"
            return "You can't respond with it." if is_window else "It is not one of the cards to choose."
        return super().why_not(state, card)
