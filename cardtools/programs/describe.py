"""What a program does, in plain English, said from the tree alone."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from functools import singledispatch
from typing import Any

from cardtools.programs import tree
from cardtools.programs.nouns import (
    OWNERS,
    PLAYERS,
    ZONES,
    Noun,
    a,
    cards,
    condition,
    each,
    every,
    number,
    of,
    one_of,
    thing,
    things,
)  # fmt: skip
from cardtools.programs.tree import Program

_DURATIONS = {
    "turn": " this turn", "combat": " this combat",
    "next_turn": " until the start of your next turn", "in_play": " for as long as this card is in play",
    "always": " for the rest of the game",
}  # fmt: skip
_ACTIONS = {
    "attack": "attack", "attack_directly": "attack a player directly", "block": "block",
    "activate": "activate effects", "untap": "untap", "deal_damage": "deal damage", "rank_up": "be ranked up",
    "be_destroyed": "be destroyed",
    "be_countered": "be countered", "be_returned": "be returned to a hand",
    "be_shuffled": "be shuffled into a deck", "leave_discard": "leave the discard pile",
}  # fmt: skip
_BY_PLAYER = {
    "play": "play {}", "rank_up": "rank up {}", "activate": "activate the effects of {}",
    "attack_directly": "attack a player directly with {}", "draw": "draw {}",
    "add": "add {} to their hand other than by drawing",
}  # fmt: skip
_HAPPENS = {
    "attacks": "attacks", "blocked": "is blocked", "attacked": "has attacked", "destroyed": "is destroyed",
    "discarded": "is sent to the discard pile", "activates": "activates an effect",
    "enters": "enters the field",
    "ranks_up": "is played on top of another by ranking up", "damages": "deals damage",
    "hits": "hits with an attack die",
}  # fmt: skip


def describe(program: Program) -> list[str]:
    """A sentence or more for each ability."""
    return [_ability(ability) for ability in program.abilities]


def _sentence(words: str) -> str:
    words = words.strip()
    return f"{words[:1].upper()}{words[1:]}."


@singledispatch
def _ability(ability: Any) -> str:
    raise TypeError(type(ability).__name__)


@_ability.register
def _activated(ability: tree.Activated) -> str:
    said = []
    if ability.cost:
        parts = ability.cost.effects if isinstance(ability.cost, tree.Seq) else (ability.cost,)
        is_skip = any(isinstance(part, tree.Skip) for part in parts)
        then = "When it has been skipped," if is_skip else "Then"
        said.append(f"To activate this, {_cost(ability.cost)}. {then} {_effect(ability.effect)}")
    else:
        said.append(f"When you activate this, {_effect(ability.effect)}")
    only = []
    if ability.condition:
        only.append(f"if {condition(ability.condition)}")
    turn = {"you": "your", "opponent": "your opponent's", "any": "any"}.get(ability.turn, "")
    if turn or ability.phase:
        part = f"{ability.phase} phase" if ability.phase else "turn"
        only.append(f"during {turn or 'the'} {part}")
    if ability.limit is not None:
        only.append("once each turn" if ability.limit == 1 else f"{number(ability.limit)} times each turn")
    if only:
        said.append(f"You can activate it only {' and only '.join(only)}")
    return " ".join(map(_sentence, said))


def _cost(cost: tree.Effect) -> str:
    """A cost as what must be done: `discard one card in your hand`, `your opponent gains one point`."""
    words = _effect(cost)
    opponent = f"{PLAYERS['opponent']} "
    if words.startswith(opponent):
        verb, rest = words.removeprefix(opponent).split(" ", 1)
        return f"let {opponent}{verb.removesuffix('s')} {rest}"
    return words.removeprefix("you ")


@_ability.register
def _triggered(ability: tree.Triggered) -> str:
    when = _trigger(ability.trigger)
    if ability.condition:
        when += f", if {condition(ability.condition)}"
    if ability.cost:
        asked = _sentence(f"{when}, you may {_cost(ability.cost)}")
        return f"{asked} {_sentence(f'if you do, {_effect(ability.effect)}')}"
    return _sentence(f"{when}, {_effect(ability.effect)}")


@_ability.register
def _static(ability: tree.Static) -> str:
    if all(isinstance(one, tree.Copies) for one in ability.modifiers):
        return _sentence(" and ".join(map(_modifier, ability.modifiers)))
    also = f" and {condition(ability.condition)}" if ability.condition else ""
    return _sentence(f"while this card is in play{also}, {_all(ability.modifiers)}")


def _all(modifiers: tuple[tree.Modifier, ...]) -> str:
    return " and ".join(_modifier(one) for one in modifiers if not _is_nothing(one)) or "nothing changes"


@_ability.register
def _on_play(ability: tree.OnPlay) -> str:
    return _sentence(f"when you play this card, {_effect(ability.effect)}")


def _trigger(trigger: tree.Trigger) -> str:
    if trigger.kind in ("turn_starts", "turn_ends"):
        whose = "each" if trigger.who == "any" else OWNERS[trigger.who]
        return f"at the {'start' if trigger.kind == 'turn_starts' else 'end'} of {whose} turn"
    happens = _HAPPENS[trigger.kind]
    if trigger.faces:
        happens = f"hits with a {_faces(trigger.faces)}"
    if trigger.target is not None:
        happens += f" {a(thing(trigger.target))}"
    if trigger.direct:
        happens += " a player directly" if trigger.kind == "attacks" else " to a player"
    if trigger.cards is None:
        return f"when {'any player' if trigger.who == 'any' else PLAYERS[trigger.who]} {happens}"
    if trigger.cards.relation in ("this", "equipped"):
        return f"when {cards(trigger.cards).text} {happens}"
    return f"when {one_of(trigger.cards)} {happens}"


def _faces(faces: tuple[int, ...]) -> str:
    *some, last = map(str, faces)
    return f"{', '.join(some)} or {last}" if some else last


@singledispatch
def _effect(effect: Any) -> str:
    raise TypeError(type(effect).__name__)


@_effect.register
def _seq(effect: tree.Seq) -> str:
    return ", then ".join(_effect(one) for one in effect.effects if not _is_nothing(one))


def _is_nothing(one: tree.Effect | tree.Modifier) -> bool:
    """Whether it adds nothing, as +1/+0 adds no defense."""
    changed = one.modifier if isinstance(one, tree.Apply) else one
    return (
        isinstance(changed, tree.Alter)
        and changed.operation in ("add", "subtract")
        and type(changed.amount) is int
        and not changed.amount
    )


@_effect.register
def _may(effect: tree.May) -> str:
    done = _effect(effect.effect).removeprefix("you ")
    return f"{PLAYERS[effect.who]} may {done}"


@_effect.register
def _if(effect: tree.If) -> str:
    otherwise = f"; otherwise {_effect(effect.otherwise)}" if effect.otherwise else ""
    return f"if {condition(effect.condition)}, {_effect(effect.effect)}{otherwise}"


@_effect.register
def _choose(effect: tree.Choose) -> str:
    return f"you choose one: {', or '.join(map(_effect, effect.effects))}"


@_effect.register
def _let(effect: tree.Let) -> str:
    chosen = cards(effect.cards)
    verb = "take" if effect.cards.position else "choose"
    known = effect.effect if chosen.many else _as_it(effect.effect, effect.name)
    return f"you {verb} {chosen.text}; {_effect(known)}"


def _as_it(node: Any, name: str) -> Any:
    """The effect with the card of a `Let` called "it"."""
    if isinstance(node, tree.Selector) and (node.relation, node.name) == ("named", name):
        return tree.Selector(relation="event")
    if isinstance(node, tuple):
        return tuple([_as_it(item, name) for item in node])
    if not is_dataclass(node) or isinstance(node, type):
        return node
    return replace(node, **{one.name: _as_it(getattr(node, one.name), name) for one in fields(node)})


@_effect.register
def _roll(effect: tree.Roll) -> str:
    return f"you roll a die, and on {_faces(effect.faces)} {_effect(effect.effect)}"


@_effect.register
def _move(effect: tree.Move) -> str:
    moved = effect.cards
    if effect.reason == "draw":
        drawn = of(1 if moved.count is None else moved.count, "card")
        pile = "" if moved.zone == "deck" else f" from {OWNERS[moved.who]} {ZONES[moved.zone]}"
        return f"{_Verb(PLAYERS[moved.who])('draw')} {drawn}{pile}"
    player = moved.chooser if moved.chooser in ("opponent", "active", "event", "owner") else "you"
    verb = _Verb(PLAYERS[player])
    chosen = cards(moved)
    searched = moved.zone in ("deck", "vault") and not moved.position
    words = chosen.text
    if searched:
        words = cards(replace(moved, zone="", who="any")).text
    elif moved.zone in ZONES:
        whose = "their" if player == moved.who == "opponent" else OWNERS[moved.who]
        words = words.replace(
            f" in {OWNERS[moved.who]} {ZONES[moved.zone]}", f" from {whose} {ZONES[moved.zone]}"
        )
    then, where = _placed(effect, chosen, player)
    if not searched:
        return f"{verb(then)} {words} {where}".rstrip()
    pile = ZONES[moved.zone]
    them = "them" if chosen.many else "it"
    search = f"{verb('search')} {OWNERS[moved.who]} {pile} for {words}"
    return f"{search}, {then} {them} {where} and shuffle the {pile}"


def _placed(effect: tree.Move, chosen: Noun, player: str) -> tuple[str, str]:
    """The verb of a move, and where the cards go."""
    moved = effect.cards
    own = "your" if player == "you" else "their"
    if moved.who == "you" or moved.relation in ("this", "under"):
        owner, owners = "your", "your"
    else:
        owner, owners = "its owner's", "their owners'"
    whose = owners if chosen.many else owner
    several = "s" if whose == "their owners'" else ""
    if effect.under is not None:
        return "place", f"under {cards(effect.under).text}"
    if effect.to == "hand":
        return (
            ("add", f"to {own} hand") if effect.reason == "add" else ("return", f"to {whose} hand{several}")
        )
    if effect.to == "field":
        side = "" if effect.who in ("you", player) else f" on {OWNERS[effect.who]} side"
        return "put", f"onto the field{side}{' tapped' if effect.tapped else ''}"
    if effect.position == "shuffle":
        return "shuffle", f"into {whose} deck{several}"
    if effect.to == "deck":
        return "put", f"on the {effect.position} of {whose} deck{several}"
    if effect.reason in ("discard", "destroy"):
        return effect.reason, ""
    pile = ZONES.get(effect.to, effect.to)
    return ("put", f"into the {pile}") if effect.reason == "mill" else ("send", f"to the {pile}")


class _Verb:
    """A player with a verb that agrees: `you draw`, `your opponent draws`."""

    def __init__(self, player: str) -> None:
        self.player = player

    def __call__(self, verb: str) -> str:
        if self.player == "you":
            return f"you {verb}"
        return f"{self.player} {verb}{'es' if verb.endswith(('s', 'sh', 'ch')) else 's'}"


def _much(resource: str, amount: tree.Amount) -> str:
    singular = resource.removesuffix("s") if resource.endswith("s") and len(resource) > 3 else resource
    return of(amount, singular, singular == resource)


@_effect.register
def _gain(effect: tree.Gain) -> str:
    return f"{_Verb(PLAYERS[effect.who])('gain')} {_much(effect.resource, effect.amount)}"


@_effect.register
def _lose(effect: tree.Lose) -> str:
    return f"{_Verb(PLAYERS[effect.who])('lose')} {_much(effect.resource, effect.amount)}"


@_effect.register
def _damage(effect: tree.Damage) -> str:
    amount = str(effect.amount) if isinstance(effect.amount, int) else number(effect.amount)
    return f"this card deals {amount} damage to {every(effect.cards).text}"


@_effect.register
def _tap(effect: tree.Tap) -> str:
    return f"you tap {cards(effect.cards).text}"


@_effect.register
def _untap(effect: tree.Untap) -> str:
    return f"you untap {cards(effect.cards).text}"


@_effect.register
def _shuffle(effect: tree.Shuffle) -> str:
    whose = "your" if effect.who == "you" else "their"
    return f"{_Verb(PLAYERS[effect.who])('shuffle')} {whose} {ZONES[effect.zone]}"


@_effect.register
def _reveal(effect: tree.Reveal) -> str:
    shown = cards(effect.cards).text
    if effect.to == "you":
        return f"you look at {shown}"
    if effect.cards.who == "opponent":
        return f"your opponent reveals {shown.replace(OWNERS['opponent'], 'their')}"
    return f"you reveal {shown}"


@_effect.register
def _apply(effect: tree.Apply) -> str:
    return f"{_modifier(effect.modifier)}{_DURATIONS[effect.duration]}"


@_effect.register
def _attach(effect: tree.Attach) -> str:
    also = "".join(f", and while it is attached {_modifier(one)}" for one in effect.modifiers)
    return f"you attach {cards(effect.cards).text} to {cards(effect.to).text}{also}"


@_effect.register
def _swap(effect: tree.Swap) -> str:
    if effect.other is None:
        return f"{cards(effect.cards).text} change places"
    return f"{cards(effect.cards).text} and {cards(effect.other).text} change places"


@_effect.register
def _rank_up(effect: tree.RankUp) -> str:
    return f"you rank up {cards(effect.cards).text} by placing {cards(effect.using).text} on top of it"


@_effect.register
def _activate(effect: tree.Activate) -> str:
    what = "every effect" if effect.all_effects else "one effect"
    return f"you activate {what} of {cards(effect.cards).text}{'' if effect.tap else ' without tapping them'}"


@_effect.register
def _counter(effect: tree.Counter) -> str:
    if effect.what == "attack":
        return "the attack is prevented"
    if effect.cards.relation == "event":
        return "that effect is countered"
    return (
        f"you counter the effect of {cards(effect.cards).text.replace(' whose effect is on the chain', '')}"
    )


@_effect.register
def _skip(effect: tree.Skip) -> str:
    what = "turn" if effect.phase == "turn" else f"{effect.phase} phase"
    return f"{_Verb(PLAYERS[effect.who])('skip')} {'your' if effect.who == 'you' else 'their'} next {what}"


@_effect.register
def _put_counters(effect: tree.PutCounters) -> str:
    return f"you put {of(effect.amount, f'{effect.name} counter'.strip())} on {cards(effect.cards).text}"


@singledispatch
def _modifier(modifier: Any) -> str:
    raise TypeError(type(modifier).__name__)


@_modifier.register
def _alter(modifier: tree.Alter) -> str:
    changed = cards(modifier.cards)
    if modifier.operation in ("add", "subtract"):
        verb = changed.verb("gains") if modifier.operation == "add" else changed.verb("loses", "lose")
        return f"{verb} {of(modifier.amount, modifier.stat, True)}"
    stat = _stat_of(modifier.cards, modifier.stat)
    match modifier.operation, modifier.amount:
        case "multiply", 2:
            return f"{stat} is doubled"
        case "divide", 2:
            return f"{stat} is halved"
        case "set", amount:
            return f"{stat} becomes {amount if isinstance(amount, int) else number(amount)}"
    word = "multiplied" if modifier.operation == "multiply" else "divided"
    return f"{stat} is {word} by {number(modifier.amount)}"


def _stat_of(whose: tree.Selector, stat: str) -> str:
    if whose.relation == "event":
        return f"its {stat}"
    return f"the {stat} of {each(whose)}"


@_modifier.register
def _exchange(modifier: tree.Exchange) -> str:
    return f"{_stat_of(modifier.cards, f'{modifier.stat} and {modifier.other}')} are swapped"


@_modifier.register
def _become(modifier: tree.Become) -> str:
    return f"the {modifier.vocabulary} of {cards(modifier.cards).text} becomes {modifier.word}"


@_modifier.register
def _has(modifier: tree.Has) -> str:
    return f"{cards(modifier.cards).verb('has', 'have')} {modifier.keyword}"


@_modifier.register
def _cannot(modifier: tree.Cannot) -> str:
    if modifier.who != "any":
        what = _BY_PLAYER.get(modifier.action)
        if what is None:
            return f"{PLAYERS[modifier.who]} cannot gain {modifier.action.removeprefix('gain_')}"
        return f"{PLAYERS[modifier.who]} cannot {what.format(things(modifier.cards))}"
    action = _ACTIONS.get(modifier.action, f"gain {modifier.action.removeprefix('gain_')}")
    if modifier.action == "resolve":
        return f"the effects of {cards(modifier.cards).text} are countered"
    by = f" by {things(modifier.by)}" if modifier.by else ""
    battle = " in battle" if modifier.in_battle else ""
    return f"{each(modifier.cards)} cannot {action}{by}{battle}"


@_modifier.register
def _can(modifier: tree.Can) -> str:
    if modifier.action == "play":
        more = of(modifier.times if modifier.times is not None else 1, f"additional {thing(modifier.cards)}")
        return f"{PLAYERS[modifier.who]} can play {more}"
    if modifier.action == "rank_up":
        using = f" with {things(modifier.using)}" if modifier.using else ""
        return f"{PLAYERS[modifier.who]} can rank up {things(modifier.cards)}{using}"
    if modifier.action == "reroll":
        dice = of(modifier.times if modifier.times is not None else 1, "attack die").replace("dies", "dice")
        return f"you can reroll {dice} each turn, declared before the roll"
    changed = cards(modifier.cards).text
    if modifier.action == "attack_directly":
        return f"{changed} can attack a player directly"
    if modifier.action == "attack_at_once":
        return f"{changed} can attack on the turn it is played"
    times = {2: "twice"}.get(modifier.times) if isinstance(modifier.times, int) else None
    return f"{changed} can attack {times or f'{number(modifier.times or 1)} times'} each turn"


@_modifier.register
def _at_most(modifier: tree.AtMost) -> str:
    what = {"activate": "effect", "play": "card", "attack": "attack"}[modifier.action]
    verb = {"activate": "activate", "play": "play", "attack": "make"}[modifier.action]
    return f"{PLAYERS[modifier.who]} cannot {verb} more than {of(modifier.amount, what)} each turn"


@_modifier.register
def _prevent(modifier: tree.Prevent) -> str:
    most = "up to " if modifier.up_to else ""
    if modifier.what == "damage":
        whose = every(modifier.cards).text if modifier.cards else PLAYERS[modifier.who]
        if modifier.each:
            return f"damage to {whose} is reduced by {number(modifier.amount)}"
        return f"the next {number(modifier.amount)} damage to {whose} is prevented"
    much = _much(modifier.what, modifier.amount)
    if modifier.what == "hits":
        return (
            f"{most}{much} against {PLAYERS[modifier.who]} {'is' if modifier.amount == 1 else 'are'} ignored"
        )
    are = "is" if modifier.amount == 1 else "are"
    return f"the next {much} that {PLAYERS[modifier.who]} would lose {are} not lost"


@_modifier.register
def _dice(modifier: tree.Dice) -> str:
    rolled = cards(modifier.cards)
    faces = _faces(modifier.faces)
    if modifier.hits == 0:
        return f"{rolled.verb('misses', 'miss')} on {faces}"
    if modifier.hits == 1:
        return f"{rolled.verb('hits', 'hit')} on {faces} as well"
    return f"{rolled.verb('scores')} {number(modifier.hits)} hits on {faces}"


@_modifier.register
def _fix_die(modifier: tree.FixDie) -> str:
    return f"one attack die that you choose before the roll counts as {modifier.face}"


@_modifier.register
def _copies(modifier: tree.Copies) -> str:
    many = "any number of copies" if modifier.count is None else f"up to {of(modifier.count, 'copy')}"
    return f"a deck can have {many} of this card"
