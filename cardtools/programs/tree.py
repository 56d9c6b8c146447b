"""The tree of a program: what a card's text does, as frozen values that can be written as JSON.

A `Program` has abilities. An ability has an `Effect`, which is done once, or `Modifier`s, which hold for some
time. Both say which cards they mean by a `Selector` and how many by an `Amount`.

Words. Kinds ("unit", "creature"), traits ("type", "element", "keyword"), stats ("attack", "hp", "rank") and
resources ("points", "life", "pyro") are the ruleset's own, compared without regard to case. "You" is always
the player who controls the card with the ability; "this card" is that card.

Cardinality is in the selector, never in the verb, and no number is part of a type.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Literal

from cardtools.ground.frozen_record import Record

# "active": the player whose turn it is. "event": the player whom the trigger is about (the one who is dealt
# damage, whose turn starts). "owner": the owner of the card that the effect chose or moved last. A ruleset
# may have markers, such as a dealer's: their names are words for the player who has one.
Player = str
PLAYERS = ("any", "you", "opponent", "active", "event", "owner")
# "" is any zone, or whatever zone the cards are in. "chain" has the cards whose effects wait to take place. A
# ruleset may have zones of its own.
Zone = str
ZONES = ("", "field", "hand", "deck", "discard", "vault", "leader", "chain")
# What a card is in relation to the card of the ability, or to `of` where that is given.
Relation = Literal[
    "",  # no relation
    "this",  # this card
    "other",  # any card but this one
    "event",  # the card that the trigger is about ("it"): the attacker, the card that is destroyed
    "target",  # the card that the trigger's card acts on: the defender of an attack
    "named",  # one of the cards that the `Let` of this name has chosen
    "under",  # beneath it in the same stack
    "above",  # in the unit row of its column
    "below",  # in the spell row of its column
    "equipped",  # the card that it is attached to
]
ComparisonSign = Literal["==", "!=", "<=", ">=", "<", ">"]
# "turn": to the end of this turn. "combat": to the end of this combat. "next_turn": to the start of your next
# turn. "in_play": while this card remains in play. "always": for the rest of the game.
Duration = Literal["turn", "combat", "next_turn", "in_play", "always"]
# Why cards move, which triggers and prohibitions ask for. "add" is taking cards into the hand otherwise than
# by drawing; "send" and "place" name no other reason.
Reason = Literal["draw", "add", "discard", "mill", "destroy", "return", "shuffle", "play", "place", "send"]


# Amounts


class Count(Record):
    """How many cards match; the selector's own number is not looked at. Hidden cards are counted as well."""

    cards: Selector


class Total(Record):
    """How much of a resource a player has: `Total("life", "you")`."""

    resource: str
    who: Player = "you"


class CountersOn(Record):
    """How many counters lie on the cards: those of this name, or with "" those without a name."""

    cards: Selector
    name: str = ""


class Sum(Record):
    """The sum of two amounts."""

    left: Amount
    right: Amount


class Product(Record):
    """The product of two amounts: `Product(50, Count(...))` is 50 for each."""

    left: Amount
    right: Amount


class SumOf(Record):
    """The stats of the cards together; "damage" is the damage that lies on them."""

    cards: Selector
    stat: str


class Known(Record):
    """A number of the match: which turn it is, from 1, or how many play."""

    name: Literal["turn", "players"]


Amount = int | Count | Total | CountersOn | Sum | Product | SumOf | Known


# Selectors


class Trait(Record):
    """A test that a card has this word in one of the ruleset's vocabularies: `Trait("type", "fire")`."""

    vocabulary: str
    word: str


class StatIs(Record):
    """A test that a stat of a card compares so: `StatIs("rank", "<=", 3)`. Rank and cost are stats."""

    stat: str
    operator: ComparisonSign
    amount: Amount


class Selector(Record):
    """Cards: those that match everything given here, and of these all or a chosen number.

    `who`: their controller on the field and the chain, their owner elsewhere. `kind` is one of the ruleset's
    nouns, "" for any card. On the field only the top card of a stack is meant, unless `relation` is "under".

    `extreme`: of what matches so far, those with the lowest or highest `extreme_stat`; where several share it
    and `count` is given, the chooser decides.

    `count` is None for all of them. Else exactly that many are chosen. If there are fewer, a cost cannot be
    paid; an effect takes as many as there are, or where the numbers of a game are exact it cannot be
    activated, and does nothing if it must take place. With `up_to` it may be fewer, or none. `chooser`
    chooses, or chance. A choice with `target` is made when the card is played or the ability activated, and
    an effect none of whose targets is legal any more does nothing; every other choice is made as the effect
    is done.

    `position`: the cards at the top or bottom of the pile, without looking. Choosing in a deck without one is
    a search: the chooser sees the deck, may find nothing unless numbers are exact, and it is shuffled
    afterwards.
    """

    zone: Zone = ""
    who: Player = "any"
    kind: str = ""
    traits: tuple[Trait, ...] = ()
    stats: tuple[StatIs, ...] = ()
    state: Literal["", "tapped", "untapped", "attacking", "blocking", "equipped"] = ""
    relation: Relation = ""
    of: Selector | None = None
    name: str = ""
    extreme: Literal["", "lowest", "highest"] = ""
    extreme_stat: str = ""
    position: Literal["", "top", "bottom"] = ""
    count: Amount | None = None
    up_to: bool = False
    chooser: Literal["you", "opponent", "active", "event", "owner", "random"] = "you"
    target: bool = False


# Conditions


class Compare(Record):
    """Whether two amounts compare so. "There is one" is `Compare(Count(cards), ">=", 1)`."""

    left: Amount
    operator: ComparisonSign
    right: Amount


class AllOf(Record):
    """Whether all conditions hold."""

    conditions: tuple[Condition, ...]


class AnyOf(Record):
    """Whether one of the conditions holds."""

    conditions: tuple[Condition, ...]


class Not(Record):
    """Whether a condition does not hold."""

    condition: Condition


Condition = Compare | AllOf | AnyOf | Not


# Modifiers: what holds for some time. As a Static ability while the card is in play, by an Apply effect for a
# duration. A selector that chooses a number of cards does so once, as the effect is done; one of all cards
# means whatever matches at any moment as long as the modifier holds.


class Alter(Record):
    """The stat of the cards is changed; stats never fall below 0. "divide" rounds down. "set" also takes the
    rank of a card. The latest comes last.
    """

    cards: Selector
    stat: str
    operation: Literal["add", "subtract", "multiply", "divide", "set"]
    amount: Amount


class Exchange(Record):
    """Two stats of each of the cards change places: swap the attack and defense."""

    cards: Selector
    stat: str
    other: str


class Become(Record):
    """The cards have this word in the vocabulary instead of theirs: `Become(cards, "type", "fire")`."""

    cards: Selector
    vocabulary: str
    word: str


class Has(Record):
    """The cards have a keyword of the ruleset ("flying", "first strike"), whose meaning is the engine's."""

    cards: Selector
    keyword: str


class Cannot(Record):
    """The cards, or the player with cards that match, cannot do an action, nor suffer one done to them.

    Done by cards: "attack", "attack_directly", "block", "activate", "untap", "deal_damage", "rank_up",
    "resolve" (their effects are countered), "gain_attack" and so on for each stat. Done to cards:
    "be_destroyed", "be_countered", "be_returned" (to a hand), "be_shuffled" (into a deck), "leave_discard".
    Done by the player `who` with cards that match: "play", "rank_up", "activate", "attack_directly", "add"
    (to the hand, not by drawing), "draw", "gain_points" and so on for each resource. With `who` "any" only
    the selector says whose cards they are.

    `by`: only where one of these cards would do it. `in_battle`: only by an attack.
    """

    action: str
    cards: Selector
    who: Player = "any"
    by: Selector | None = None
    in_battle: bool = False


class Can(Record):
    """The cards, or the player with cards that match, can do what the rules do not allow, `times` a turn.

    "attack" (so many times each turn), "attack_directly" (though the opponent controls units),
    "attack_at_once" (on the turn they are played), "play" (so many in addition to the limit), "rank_up" (with
    the cards `using`, in addition to what the rules allow), "reroll" (so many attack dice, declared before
    the roll). `times` is None where the rules' own number stays.
    """

    action: str
    cards: Selector
    times: Amount | None = None
    who: Player = "any"
    using: Selector | None = None


class AtMost(Record):
    """The player can do this no more than so many times each turn: "activate" effects."""

    action: str
    amount: Amount
    who: Player


class Prevent(Record):
    """So much of a loss does not take place: of "points" or another resource that the player would lose, of
    "hits" of the attack against the player, or of "damage" to the cards.

    It is used up when it has prevented the amount; with `each` it prevents that much every time. `up_to`: the
    player chooses how much when it is used.
    """

    what: str
    amount: Amount
    who: Player = "you"
    cards: Selector | None = None
    each: bool = False
    up_to: bool = False


class Dice(Record):
    """An attack die of these cards that shows one of the faces is so many hits: 1 where it would miss
    ("also hits on 5"), 0 where it would hit, 2 for twice the loss.
    """

    cards: Selector
    faces: tuple[int, ...]
    hits: int = 1


class FixDie(Record):
    """One attack die that you choose before it is rolled counts as this face."""

    face: int


class Copies(Record):
    """A rule of deck construction: a deck can have so many copies of this card, None for any number. It does
    nothing in play.
    """

    count: int | None = None


Modifier = Alter | Exchange | Become | Has | Cannot | Can | AtMost | Prevent | Dice | FixDie | Copies


# Effects

# A function of a state and the frame of an effect; a number or list is true unless it is 0 or empty.
Test = Any


class Effect(Record):
    """What is done once. A verb is a class of it, in a file of `verbs/`: its fields, the functions of the
    notation that make it, its words, and what it does in a match.

    A match is played by a `game`, the engine; `frame` says whose effect it is and what it is about. What is
    left to do after a choice is a step, a static method `step_NAME`, for which `(NAME, *arguments)` waits in
    the state. Steps name nodes by their numbers, `game.index.number[id(node)]`.
    """

    # The `Function`s that make it; () for the one of its file's name that takes its fields in order.
    FUNCTIONS: ClassVar[tuple[Any, ...]] = ()
    HARMS: ClassVar[bool] = False  # whether the cards that are chosen for it suffer from it
    SHARE: ClassVar[float] = 0.0  # of their worth, which its cards win by it, or lose

    def __init_subclass__(cls) -> None:
        """Each time it is done is noted, for whoever counts what of a text ever is."""
        super().__init_subclass__()
        doing = vars(cls).get("do")

        def do(self: Effect, game: Any, state: Any, frame: Any) -> None:
            if game.noted is not None:
                game.noted.add((game.owner[frame.card], id(self)))
            doing(self, game, state, frame)  # type: ignore[misc]

        if doing:
            cls.do = do  # type: ignore[method-assign]

    def parts(self) -> tuple[Effect, ...]:
        """The effects that it is made of, in their order."""
        return (self,)

    def adds_nothing(self) -> bool:
        """Whether nothing changes by it."""
        return False

    def words(self) -> str:
        """What it does, as a clause: `you draw two cards`."""
        raise TypeError(type(self).__name__)

    def do(self, game: Any, state: Any, frame: Any) -> None:
        """Do it now; what is left of it is pushed as tasks."""
        raise TypeError(type(self).__name__)

    def choose(
        self, game: Any, state: Any, frame: Any, cards: Any, step: str, among: list[int] | None = None
    ) -> None:
        """Let the cards be chosen, from `among` if it is given, for a step of this effect."""
        game.interpreter.select(state, cards, frame, (step, game.index.number[id(self)], frame), among)

    def test(self, game: Any) -> Test:
        """The test of whether it can be done, whole where numbers are exact; None if it always can. Here:
        there are cards for each of its selectors.
        """
        asked = (getattr(self, name, None) for name in ("cards", "to", "other"))
        some = [test for one in asked if type(one) is Selector and (test := game.possibility.enough(one))]
        if len(some) < 2:
            return some[0] if some else None
        return lambda s, f: all(test(s, f) for test in some)

    def payable(self, game: Any, state: Any, frame: Any, blind: bool = True) -> bool:
        """Whether it can be done in full as a cost; `blind`: as far as its player can know, who does not see
        the opponent's hand. Here: there are as many cards as its selector asks for.
        """
        cards: Any = getattr(self, "cards", None)
        if cards is None:
            return True
        most: int = game.selectors.number(state, cards, frame)
        if blind and cards.zone == "hand" and cards.who == "opponent":
            return sum(len(state.hand[one]) for one in game.opponents[frame.you]) >= most and self.finds_room(
                game, state, frame
            )
        found = self.suitable(game, state, frame, game.selectors.candidates(state, cards, frame))
        return cards.up_to or len(found) >= most

    def finds_room(self, game: Any, state: Any, frame: Any) -> bool:
        """Whether a hidden card finds a place where it would be put."""
        return True

    def suitable(self, game: Any, state: Any, frame: Any, found: list[int]) -> list[int]:
        """Those of the cards with which it can be done."""
        return found

    def affordable(self, game: Any) -> Test:
        """The test of whether it can be paid as a cost, as far as its player can know."""
        return lambda s, f: self.payable(game, s, f)

    def merit(self, game: Any, state: Any, frame: Any) -> float:
        """How much better off the player of the frame looks after it, in the game's points."""
        cards: Any = getattr(self, "cards", None)
        return float(game.merit.of_share(state, cards, frame, self.SHARE)) if self.SHARE else 1.0

    @classmethod
    def merit_of_card(cls, game: Any, state: Any, task: Any, frame: Any, card: int) -> float:
        """The merit of choosing a card, to the player who chooses; `task` is the step that waits for it."""
        if state.at[card] < 0 and not cls.HARMS:
            return float(game.worth_in(state, card, "hand"))
        worth: float = game.merit.side(state, card, state.decider) * game.worth(state, card)
        return -worth if cls.HARMS else worth


# Abilities

Happening = Literal[
    "attacks", "blocked", "attacked", "destroyed", "discarded", "activates", "enters", "ranks_up", "damages",
    "hits", "turn_starts", "turn_ends",
]  # fmt: skip


class Trigger(Record):
    """What sets off an ability: something that a card that matches `cards` does or suffers.

    "attacks" (declared, before the battle; what the ability does comes first), "blocked" (its blockers are
    declared), "attacked" (after the attack), "destroyed", "discarded" (sent to the discard pile, from
    anywhere), "activates" (an effect, before it takes place), "enters" (the field), "ranks_up" (is played on
    top of another), "damages" (deals damage), "hits" (an attack die of it does).

    Of a player `who`: "turn_starts", "turn_ends", "attacks" without cards (declares an attack).

    `target`: the card attacked or damaged must match. `direct`: only where the player is attacked or damaged.
    `faces`: only a die that shows one of them.
    """

    kind: Happening
    cards: Selector | None = None
    target: Selector | None = None
    direct: bool = False
    who: Player = "any"
    faces: tuple[int, ...] = ()


class Activated(Record):
    """An ability that its controller uses, where the rules allow it.

    `cost` is done before the effect, wholly or not at all: without it the ability cannot be activated. A part
    of it may be the opponent's ("let your opponent ..."). `condition` must hold to activate it. `turn` is
    whose turn it must be, "" what the rules say for the card. `phase` must be the current one. `limit` is how
    often in a turn, None what the rules say.
    """

    effect: Effect
    cost: Effect | None = None
    condition: Condition | None = None
    turn: Literal["", "you", "opponent", "any"] = ""
    phase: str = ""
    limit: int | None = None


class Triggered(Record):
    """An ability that the trigger sets off, if the condition holds then. One with a cost is optional."""

    trigger: Trigger
    effect: Effect
    condition: Condition | None = None
    cost: Effect | None = None


class Static(Record):
    """Modifiers that hold while the card is in play and the condition is true."""

    modifiers: tuple[Modifier, ...]
    condition: Condition | None = None


class OnPlay(Record):
    """What a card does that is played for its effect and does not stay: a spell, an object, an instant."""

    effect: Effect


Ability = Activated | Triggered | Static | OnPlay


class Program(Record):
    """The abilities of one text, in its order."""

    abilities: tuple[Ability, ...]


def remade(value: Any, change: Callable[[Any, str], Any], field: str = "") -> Any:
    """A new tree with what `change` gives for each value and the name of its field."""
    value = change(value, field)
    if isinstance(value, tuple):
        return tuple([remade(item, change, field) for item in value])
    if not isinstance(value, Record):
        return value
    return type(value)(**{name: remade(getattr(value, name), change, name) for name in value.__names__})
