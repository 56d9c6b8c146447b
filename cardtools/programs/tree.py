"""The tree of a program: what a card's text does, as frozen values that can be written as JSON.

A `Program` has abilities. An ability has an `Effect`, which is done once, or `Modifier`s, which hold for some
time. Both say which cards they mean by a `Selector` and how many by an `Amount`.

Words. Kinds ("unit", "creature"), traits ("type", "element", "keyword"), stats ("attack", "hp", "rank") and
resources ("points", "life", "pyro") are the ruleset's own, compared without regard to case. "You" is always
the player who controls the card with the ability; "this card" is that card.

Cardinality is in the selector, never in the verb, and no number is part of a type.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

# "active": the player whose turn it is. "event": the player whom the trigger is about (the one who is dealt
# damage, whose turn starts). "owner": the owner of the card that the effect chose or moved last.
Player = Literal["any", "you", "opponent", "active", "event", "owner"]
# "" is any zone, or whatever zone the cards are in. "chain" has the cards whose effects wait to take place.
Zone = Literal["", "field", "hand", "deck", "discard", "vault", "leader", "chain"]
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


@dataclass(frozen=True, slots=True)
class Count:
    """How many cards match; the selector's own number is not looked at. Hidden cards are counted as well."""

    cards: Selector


@dataclass(frozen=True, slots=True)
class Total:
    """How much of a resource a player has: `Total("life", "you")`."""

    resource: str
    who: Player = "you"


@dataclass(frozen=True, slots=True)
class CountersOn:
    """How many counters lie on the cards: those of this name, or with "" those without a name."""

    cards: Selector
    name: str = ""


@dataclass(frozen=True, slots=True)
class Sum:
    """The sum of two amounts."""

    left: Amount
    right: Amount


@dataclass(frozen=True, slots=True)
class Product:
    """The product of two amounts: `Product(50, Count(...))` is 50 for each."""

    left: Amount
    right: Amount


Amount = int | Count | Total | CountersOn | Sum | Product


# Selectors


@dataclass(frozen=True, slots=True)
class Trait:
    """Of a card that has this word in one of the ruleset's vocabularies: `Trait("type", "fire")`."""

    vocabulary: str
    word: str


@dataclass(frozen=True, slots=True)
class StatIs:
    """Of a card whose stat compares so: `StatIs("rank", "<=", 3)`. Rank and cost are stats."""

    stat: str
    operator: ComparisonSign
    amount: Amount


@dataclass(frozen=True, slots=True)
class Selector:
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


@dataclass(frozen=True, slots=True)
class Compare:
    """Whether two amounts compare so. "There is one" is `Compare(Count(cards), ">=", 1)`."""

    left: Amount
    operator: ComparisonSign
    right: Amount


@dataclass(frozen=True, slots=True)
class AllOf:
    """Whether all conditions hold."""

    conditions: tuple[Condition, ...]


Condition = Compare | AllOf


# Modifiers: what holds for some time. As a Static ability while the card is in play, by an Apply effect for a
# duration. A selector that chooses a number of cards does so once, as the effect is done; one of all cards
# means whatever matches at any moment as long as the modifier holds.


@dataclass(frozen=True, slots=True)
class Alter:
    """The stat of the cards is changed; stats never fall below 0. "divide" rounds down. "set" also takes the
    rank of a card. The latest comes last.
    """

    cards: Selector
    stat: str
    operation: Literal["add", "subtract", "multiply", "divide", "set"]
    amount: Amount


@dataclass(frozen=True, slots=True)
class Exchange:
    """Two stats of each of the cards change places: swap the attack and defense."""

    cards: Selector
    stat: str
    other: str


@dataclass(frozen=True, slots=True)
class Become:
    """The cards have this word in the vocabulary instead of theirs: `Become(cards, "type", "fire")`."""

    cards: Selector
    vocabulary: str
    word: str


@dataclass(frozen=True, slots=True)
class Has:
    """The cards have a keyword of the ruleset ("flying", "first strike"), whose meaning is the engine's."""

    cards: Selector
    keyword: str


@dataclass(frozen=True, slots=True)
class Cannot:
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


@dataclass(frozen=True, slots=True)
class Can:
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


@dataclass(frozen=True, slots=True)
class AtMost:
    """The player can do this no more than so many times each turn: "activate" effects."""

    action: str
    amount: Amount
    who: Player


@dataclass(frozen=True, slots=True)
class Prevent:
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


@dataclass(frozen=True, slots=True)
class Dice:
    """An attack die of these cards that shows one of the faces is so many hits: 1 where it would miss
    ("also hits on 5"), 0 where it would hit, 2 for twice the loss.
    """

    cards: Selector
    faces: tuple[int, ...]
    hits: int = 1


@dataclass(frozen=True, slots=True)
class FixDie:
    """One attack die that you choose before it is rolled counts as this face."""

    face: int


@dataclass(frozen=True, slots=True)
class Copies:
    """A rule of deck construction: a deck can have so many copies of this card, None for any number. It does
    nothing in play.
    """

    count: int | None = None


Modifier = Alter | Exchange | Become | Has | Cannot | Can | AtMost | Prevent | Dice | FixDie | Copies


# Effects


@dataclass(frozen=True, slots=True)
class Seq:
    """One effect after the other, each as far as possible, or where numbers are exact all of them if they can
    be performed. As a cost: all of them, wholly, or none.
    """

    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class May:
    """The player decides whether the effect is done."""

    effect: Effect
    who: Player = "you"


@dataclass(frozen=True, slots=True)
class If:
    """One of two effects, by a condition that is asked as this effect begins."""

    condition: Condition
    effect: Effect
    otherwise: Effect | None = None


@dataclass(frozen=True, slots=True)
class Choose:
    """You choose one of the effects."""

    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Let:
    """Choose cards once, then do the effect, in which the relation "named" with this name means them."""

    name: str
    cards: Selector
    effect: Effect


@dataclass(frozen=True, slots=True)
class Roll:
    """Roll a die; if it shows one of the faces, do the effect."""

    faces: tuple[int, ...]
    effect: Effect


@dataclass(frozen=True, slots=True)
class Move:
    """Move cards to a zone. In hand, deck and discard pile it is their owner's, on the field `who`'s; what is
    added goes to the hand of who adds it.

    `position` is where in the deck: "top", "bottom" or "shuffle", after which the deck is shuffled. A card
    that is played enters the field untapped, or `tapped`, and does not count toward the plays of the turn.
    With `under` the cards are placed beneath that card, and `to` is "field". `reason` is what triggers,
    prohibitions and the log call it; only "draw" is the drawing of the rules, with what an empty deck
    entails.
    """

    cards: Selector
    to: Zone
    reason: Reason
    who: Player = "you"
    position: Literal["", "top", "bottom", "shuffle"] = ""
    under: Selector | None = None
    tapped: bool = False


@dataclass(frozen=True, slots=True)
class Gain:
    """A player gains so much of a resource: points, life, or an energy by its name. "any" is each player."""

    resource: str
    amount: Amount
    who: Player = "you"


@dataclass(frozen=True, slots=True)
class Lose:
    """A player loses so much of a resource. As a cost it is paid: it must be there in full."""

    resource: str
    amount: Amount
    who: Player = "you"


@dataclass(frozen=True, slots=True)
class Damage:
    """This card deals damage to each of the cards."""

    cards: Selector
    amount: Amount


@dataclass(frozen=True, slots=True)
class Tap:
    """Tap the cards. As a cost they must be untapped."""

    cards: Selector


@dataclass(frozen=True, slots=True)
class Untap:
    """Untap the cards."""

    cards: Selector


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Shuffle a pile of the player."""

    zone: Zone = "deck"
    who: Player = "you"


@dataclass(frozen=True, slots=True)
class Reveal:
    """Show the cards: to "any" (all players), or to "you" alone ("look at")."""

    cards: Selector
    to: Player = "any"


@dataclass(frozen=True, slots=True)
class Apply:
    """From now on and for the duration a modifier holds."""

    modifier: Modifier
    duration: Duration = "turn"


@dataclass(frozen=True, slots=True)
class Attach:
    """Equip: attach the cards to another. While they stay attached the modifiers hold, in which the relation
    "equipped" means the card they are attached to. When that card leaves the field, or is ranked up, they no
    longer hold.
    """

    cards: Selector
    to: Selector
    modifiers: tuple[Modifier, ...] = ()


@dataclass(frozen=True, slots=True)
class Swap:
    """Two cards change places: their slots, and with them their controllers and zones. With `other` None the
    selector chooses both. A card that leaves the field this way leaves what is under it to the other card.
    """

    cards: Selector
    other: Selector | None = None


@dataclass(frozen=True, slots=True)
class RankUp:
    """Place one of the cards `using` on top of one of the cards by the rules of ranking up: the same type and
    one rank more, whatever zone it comes from.
    """

    cards: Selector
    using: Selector


@dataclass(frozen=True, slots=True)
class Activate:
    """You activate one effect of the cards, or `all_effects`, as if they were yours: their conditions must
    hold, and you pay their costs.

    `tap`: a card on the field must be untapped, and is tapped by it.
    """

    cards: Selector
    all_effects: bool = False
    tap: bool = True


@dataclass(frozen=True, slots=True)
class Counter:
    """Stop what the cards are doing. "effect": their effect on the chain does nothing, though it counts as
    activated. "attack": their attack does not take place, though they have attacked.
    """

    cards: Selector
    what: Literal["effect", "attack"] = "effect"


@dataclass(frozen=True, slots=True)
class Skip:
    """The player skips the next phase of this name, "turn" for a whole turn. As a cost: yours, and the effect
    is activated when it has been skipped.
    """

    phase: str
    who: Player = "you"


@dataclass(frozen=True, slots=True)
class PutCounters:
    """Put counters on the cards: of this name, or with "" without one."""

    cards: Selector
    amount: Amount = 1
    name: str = ""


Effect = (
    Seq | May | If | Choose | Let | Roll | Move | Gain | Lose | Damage | Tap | Untap | Shuffle | Reveal
    | Apply | Attach | Swap | RankUp | Activate | Counter | Skip | PutCounters
)  # fmt: skip


# Abilities

Happening = Literal[
    "attacks", "blocked", "attacked", "destroyed", "discarded", "activates", "enters", "ranks_up", "damages",
    "hits", "turn_starts", "turn_ends",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Trigger:
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


@dataclass(frozen=True, slots=True)
class Activated:
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


@dataclass(frozen=True, slots=True)
class Triggered:
    """An ability that the trigger sets off, if the condition holds then. One with a cost is optional."""

    trigger: Trigger
    effect: Effect
    condition: Condition | None = None
    cost: Effect | None = None


@dataclass(frozen=True, slots=True)
class Static:
    """Modifiers that hold while the card is in play and the condition is true."""

    modifiers: tuple[Modifier, ...]
    condition: Condition | None = None


@dataclass(frozen=True, slots=True)
class OnPlay:
    """What a card does that is played for its effect and does not stay: a spell, an object, an instant."""

    effect: Effect


Ability = Activated | Triggered | Static | OnPlay


@dataclass(frozen=True, slots=True)
class Program:
    """The abilities of one text, in its order."""

    abilities: tuple[Ability, ...]
