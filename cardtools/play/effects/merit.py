"""How good an effect looks before it is done, for greedy players: a sum over its tree, in the game's points.

It looks at what is known, one effect at a time, and takes the best cards that its chooser could choose.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from cardtools.play.effects.able import Able
from cardtools.play.effects.state import CardState, Frame
from cardtools.programs.tree import (
    Activate,
    Alter,
    Apply,
    Attach,
    Can,
    Choose,
    Counter,
    Damage,
    Effect,
    Gain,
    If,
    Let,
    Lose,
    May,
    Modifier,
    Move,
    Prevent,
    PutCounters,
    RankUp,
    Roll,
    Selector,
    Seq,
    Skip,
    Swap,
    Tap,
    Untap,
)

S = TypeVar("S", bound=CardState)


class Judging(Able[S]):
    """The merit of effects and of choices. A game says what cards and resources are worth to their player."""

    # What a game overrides

    def worth(self, state: S, card: int) -> float:
        """What a card on the field is worth to the player who controls it."""
        return 10.0

    def worth_in(self, state: S, card: int, zone: str) -> float:
        """What a card in a pile is worth to its owner; `card` may be negative, an unknown one."""
        return {"hand": 4.0, "deck": 0.5}.get(zone, 0.0)

    def worth_of(self, state: S, player: int, resource: str) -> float:
        """What one more of a resource is worth to a player."""
        return 3.0

    # What everybody uses

    def merit(self, state: S, effect: Effect | None, frame: Frame) -> float:
        """How much better off the player of the frame looks after an effect."""
        if effect is None:
            return 0.0
        judge = _JUDGES.get(type(effect))
        return judge(self, state, effect, frame) if judge else 1.0

    def merit_of_use(self, state: S, card: int, place: int, frame: Frame) -> float:
        """The merit of using an ability, its cost paid."""
        ability: Any = self.abilities[card][place]
        cost = getattr(ability, "cost", None)
        return self.merit(state, ability.effect, frame) + self.merit(state, cost, frame)

    def merit_of_answer(self, state: S, answer: Any) -> float:
        """The merit of an answer to the pending choice: of a card that is chosen, or of yes."""
        choice = state.choice
        assert choice is not None
        task = choice.then
        if choice.kind == "effect" and task[0] == "chosen_effect":
            return self.merit(state, self.nodes[task[1]].effects[answer], task[2])
        if choice.kind == "effect":
            return self.merit(state, self.effect_of(task[1], answer), task[2])
        if choice.kind == "yes":
            effect = self.effect_of(task[1], task[2]) if task[0] == "trigger_wanted" else self.nodes[task[1]]
            frame = next(item for item in task if isinstance(item, Frame))
            return (
                self.merit_of_use(state, task[1], task[2], frame)
                if task[0] == "trigger_wanted"
                else (self.merit(state, effect, frame))
            )
        frame = next((item for item in task if isinstance(item, Frame)), Frame(-1, choice.chooser))
        return self.merit_for(state, task, frame, answer)

    def merit_for(self, state: S, task: tuple[Any, ...], frame: Frame, card: int) -> float:
        """The merit of doing what a task does with a card, for the player who chooses."""
        name, sign = task[0], 1.0 if frame.you == state.decider else -1.0
        if name == "aimed":
            return self.merit_aimed(state, task, frame, card)
        node = self.nodes[task[1]] if len(task) > 1 and type(task[1]) is int and name in _BY_NODE else None
        if isinstance(node, Move):
            return sign * self.merit_of_move(state, node, card, frame)
        if isinstance(node, Apply):
            return sign * self.applied(state, node.modifier, [card], frame)
        if name in ("damaged", "tapped", "stopped"):
            return self.side(state, card, state.decider) * -self.worth(state, card)
        if name == "discarded":
            return -self.worth_in(state, card, "hand")
        if state.at[card] >= 0:
            return self.side(state, card, state.decider) * self.worth(state, card)
        return self.worth_in(state, card, "hand")

    def merit_aimed(self, state: S, task: tuple[Any, ...], frame: Frame, card: int) -> float:
        """The merit of a target: of the whole effect with it alone."""
        _, node, _, place, _ = task
        number = self.number[id(self.targets[node][place])]
        return self.merit(state, self.nodes[node], self.bind(frame, number, (card,)))

    def side(self, state: S, card: int, player: int) -> float:
        """1 for a card that a player controls, -1 for another's."""
        return 1.0 if self.controller(state, card) == player else -1.0

    def merit_of_move(self, state: S, effect: Move, card: int, frame: Frame) -> float:
        """The merit of moving a card."""
        if card < 0:
            return 0.0
        owner = 1.0 if self.owner[card] == frame.you else -1.0
        if state.at[card] >= 0:
            before = self.side(state, card, frame.you) * (
                self.worth(state, card) if self.is_top(state, card) else 1.0
            )
        else:
            before = owner * self.worth_in(state, card, effect.cards.zone)
        if effect.to == "field" and effect.under is None:
            to = self.players(state, effect.who, frame)
            return (1.0 if frame.you in to else -1.0) * self.worth(state, card) - before
        if effect.to == "field":
            return 1.0 - before
        gets = 1.0 if effect.reason == "add" else owner
        return gets * self.worth_in(state, card, effect.to) - before

    def best(self, state: S, cards: Selector, frame: Frame, merits: Sequence[float]) -> float:
        """The sum of the merits of the cards that a selector would choose."""
        if cards.count is None:
            return sum(merits)
        number = self.amount(state, cards.count, frame)
        if cards.chooser == "random":
            return sum(merits) / max(1, len(merits)) * min(number, len(merits))
        ordered = sorted(
            merits, reverse=cards.chooser == "you" or self.chooser(state, cards, frame) == frame.you
        )
        taken = ordered[:number]
        return sum(merit for merit in taken if merit > 0) if cards.up_to else sum(taken)

    def applied(self, state: S, modifier: Modifier, cards: Sequence[int], frame: Frame) -> float:
        """The merit of a modifier for cards."""
        sides = sum(self.side(state, card, frame.you) for card in cards if state.at[card] >= 0)
        if isinstance(modifier, Alter):
            return 3.0 * sides if modifier.operation in ("add", "multiply") else -3.0 * sides
        who = frame.you in self.players(state, getattr(modifier, "who", "you"), frame)
        if isinstance(modifier, Can | Prevent):
            return 3.0 if who else -3.0
        action: str = getattr(modifier, "action", "")
        if action.startswith("be_"):
            return 2.0 * sides
        if action:
            return -3.0 * sides or (-3.0 if who else 3.0)
        return 0.5


def _move(engine: Judging[Any], state: Any, effect: Move, frame: Frame) -> float:
    cards = effect.cards
    players = engine.players(state, cards.who, frame)
    sign = 1.0 if frame.you in players else -1.0
    number = 1 if cards.count is None else engine.amount(state, cards.count, frame)
    if effect.reason == "draw":
        return sign * number * engine.worth_in(state, -1, "hand")
    if cards.zone == "deck" or (cards.zone == "hand" and frame.you not in players):
        if effect.to == "field":
            return (1.0 if frame.you in engine.players(state, effect.who, frame) else -1.0) * 10.0 * number
        gain = engine.worth_in(state, -1, effect.to) - engine.worth_in(state, -1, cards.zone)
        return sign * number * (gain + 1.0 if effect.to == "hand" else gain)
    found = engine.candidates(state, cards, frame)
    return engine.best(
        state, cards, frame, [engine.merit_of_move(state, effect, card, frame) for card in found]
    )


def _each(engine: Judging[Any], state: Any, effect: Any, frame: Frame, worth: float) -> float:
    """The merit of doing something bad to cards, of so much of their worth."""
    found = engine.candidates(state, effect.cards, frame)
    merits = [-worth * engine.side(state, card, frame.you) * engine.worth(state, card) for card in found]
    return engine.best(state, effect.cards, frame, merits)


def _damage(engine: Judging[Any], state: Any, effect: Damage, frame: Frame) -> float:
    amount = engine.amount(state, effect.amount, frame)
    merits = []
    for card in engine.candidates(state, effect.cards, frame):
        left = engine.toughness(state, card) - state.damage[card]
        share = 1.0 if amount >= left else 0.4 * amount / max(1, left)
        merits.append(-share * engine.side(state, card, frame.you) * engine.worth(state, card))
    return engine.best(state, effect.cards, frame, merits)


def _resource(engine: Judging[Any], state: Any, effect: Gain | Lose, frame: Frame) -> float:
    amount = engine.amount(state, effect.amount, frame) * (1 if isinstance(effect, Gain) else -1)
    total = 0.0
    for player in engine.players(state, effect.who, frame):
        sign = 1.0 if player == frame.you else -1.0
        total += sign * amount * engine.worth_of(state, player, effect.resource)
    return total


def _apply(engine: Judging[Any], state: Any, effect: Apply, frame: Frame) -> float:
    cards: Selector | None = getattr(effect.modifier, "cards", None)
    found = [] if cards is None else engine.candidates(state, cards, frame)
    if cards is None or cards.count is None:
        return engine.applied(state, effect.modifier, found, frame)
    merits = [engine.applied(state, effect.modifier, [card], frame) for card in found]
    return engine.best(state, cards, frame, merits)


def _attach(engine: Judging[Any], state: Any, effect: Attach, frame: Frame) -> float:
    hosts = engine.candidates(state, effect.to, frame)
    good = sum(
        -3.0 if isinstance(one, Alter) and one.operation == "subtract" else 3.0 for one in effect.modifiers
    )
    merits = [(good or 3.0) * engine.side(state, card, frame.you) for card in hosts]
    return engine.best(state, effect.to, frame, merits)


def _swap(engine: Judging[Any], state: Any, effect: Swap, frame: Frame) -> float:
    if effect.other is None:
        return 0.2
    mine = engine.candidates(state, effect.cards, frame)
    other = [card for card in engine.candidates(state, effect.other, frame) if state.at[card] >= 0]
    if not mine or not other:
        return 0.5
    return max(engine.worth(state, card) for card in other) - min(engine.worth(state, card) for card in mine)


def _counter(engine: Judging[Any], state: Any, effect: Counter, frame: Frame) -> float:
    if effect.what == "attack":
        return 6.0
    merits = []
    for card in engine.candidates(state, effect.cards, frame):
        waiting = [one for one in state.chain if one.card == card and not one.countered]
        if waiting and waiting[-1].node >= 0:
            last = waiting[-1]
            merits.append(-engine.merit(state, engine.nodes[last.node], last.frame._replace(you=frame.you)))
            if last.frame.you != frame.you:
                merits[-1] = abs(merits[-1])
    return engine.best(state, effect.cards, frame, merits or [6.0])


def _skip(engine: Judging[Any], state: Any, effect: Skip, frame: Frame) -> float:
    cost = 12.0 if effect.phase == "turn" else 6.0
    return -cost if frame.you in engine.players(state, effect.who, frame) else cost


def _rank_up(engine: Judging[Any], state: Any, effect: RankUp, frame: Frame) -> float:
    lower = engine.candidates(state, effect.cards, frame)
    upper = engine.candidates(state, effect.using, frame)
    if effect.using.zone == "deck":
        return 10.0 if lower else 0.0
    able = any(engine.can_rank_up(state, card, using) for card in lower for using in upper)
    return 10.0 if able else 0.0


def _activate(engine: Judging[Any], state: Any, effect: Activate, frame: Frame) -> float:
    merits = []
    for card in engine.candidates(state, effect.cards, frame):
        inner = Frame(card, frame.you)
        known = [
            engine.merit(state, engine.effect_of(card, p), inner)
            for p in engine.lent(state, effect, card, frame)
        ]
        merits.append((sum(known) if effect.all_effects else max(known)) if known else 0.0)
    return engine.best(state, effect.cards, frame, merits)


_JUDGES: dict[type, Any] = {
    Seq: lambda e, s, effect, f: sum(e.merit(s, one, f) for one in effect.effects),
    May: lambda e, s, effect, f: max(0.0, e.merit(s, effect.effect, f)),
    If: lambda e, s, effect, f: e.merit(
        s, effect.effect if e.true(s, effect.condition, f) else effect.otherwise, f
    ),
    Choose: lambda e, s, effect, f: max(e.merit(s, one, f) for one in effect.effects),
    Let: lambda e, s, effect, f: 4.0,
    Roll: lambda e, s, effect, f: len(effect.faces) / 6 * e.merit(s, effect.effect, f),
    Move: _move,
    Gain: _resource,
    Lose: _resource,
    Damage: _damage,
    Tap: lambda e, s, effect, f: _each(e, s, effect, f, 0.3),
    Untap: lambda e, s, effect, f: _each(e, s, effect, f, -0.3),
    Apply: _apply,
    Attach: _attach,
    Swap: _swap,
    RankUp: _rank_up,
    Activate: _activate,
    Counter: _counter,
    Skip: _skip,
    PutCounters: lambda e, s, effect, f: _each(e, s, effect, f, -0.3),
}
_BY_NODE = {"moved", "applied", "named", "placed_under", "rank_up_from", "activated", "attach", "attached"}
