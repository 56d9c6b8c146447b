"""The functions of the notation: which node each makes, with which fields given.

`draw(2)` is a `Move` to the hand with the reason "draw"; `field(unit, opponent)` is a `Selector`. One table
is read both ways: a function that is written is the most specific one whose given fields a node has.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, get_args

from cardtools.programs import tree
from cardtools.programs.tree import Selector

_NONE: Mapping[str, Any] = MappingProxyType({})
THIS = Selector(relation="this")


class Form(NamedTuple):
    """A function: the node it makes, the fields that it gives, and those that its arguments fill in order.

    `many`: the last of these takes all further arguments. `number`: what a number in place of cards means:
    the selector whose `count` it is. `defaults`: fields whose default is not the node's.
    """

    node: type
    fields: tuple[str, ...]
    given: Mapping[str, Any] = _NONE
    defaults: Mapping[str, Any] = _NONE
    many: bool = False
    number: Selector | None = None


def _move(to: str, reason: str, *more: str, number: Selector | None = None, **given: Any) -> Form:
    return Form(tree.Move, ("cards", *more), {"to": to, "reason": reason, **given}, number=number)


def _alter(operation: str) -> Form:
    return Form(tree.Alter, ("cards", "stat", "amount"), {"operation": operation})


def _apply(duration: str) -> Form:
    return Form(tree.Apply, ("modifier",), {"duration": duration})


def _trigger(kind: str, *fields: str) -> Form:
    return Form(tree.Trigger, fields or ("cards", "target"), {"kind": kind})


_HAND = Selector(zone="hand", who="you")
_TOP = Selector(zone="deck", who="you", position="top")

FORMS: Mapping[str, Form] = {
    # abilities
    "activated": Form(tree.Activated, ("effect",)),
    "on": Form(tree.Triggered, ("trigger", "effect")),
    "static": Form(tree.Static, ("modifiers",), many=True),
    "on_play": Form(tree.OnPlay, ("effect",)),
    # triggers
    "attacks": _trigger("attacks"),
    "blocked": _trigger("blocked"),
    "attacked": _trigger("attacked"),
    "destroyed": _trigger("destroyed", "cards"),
    "discarded": _trigger("discarded", "cards"),
    "activates": _trigger("activates", "cards"),
    "enters": _trigger("enters", "cards"),
    "ranks_up": _trigger("ranks_up", "cards"),
    "damages": _trigger("damages"),
    "hits": _trigger("hits", "cards", "faces"),
    "turn_starts": _trigger("turn_starts", "who"),
    "turn_ends": _trigger("turn_ends", "who"),
    # effects
    "seq": Form(tree.Seq, ("effects",), many=True),
    "may": Form(tree.May, ("effect", "who")),
    "only_if": Form(tree.If, ("condition", "effect", "otherwise")),
    "choose": Form(tree.Choose, ("effects",), many=True),
    "let": Form(tree.Let, ("name", "cards", "effect")),
    "roll": Form(tree.Roll, ("faces", "effect")),
    "draw": _move("hand", "draw", number=_TOP),
    "add": _move("hand", "add"),
    "discard": _move("discard", "discard", number=_HAND),
    "mill": _move("discard", "mill", number=_TOP),
    "destroy": _move("discard", "destroy"),
    "send": _move("discard", "send"),
    "to_hand": _move("hand", "return"),
    "play": _move("field", "play", "who", "tapped"),
    "place": _move("field", "place", "under"),
    "top_of_deck": _move("deck", "place", position="top"),
    "bottom_of_deck": _move("deck", "send", position="bottom"),
    "shuffle_in": _move("deck", "shuffle", position="shuffle"),
    "move": Form(tree.Move, ("cards", "to", "reason")),
    "gain": Form(tree.Gain, ("resource", "amount", "who")),
    "lose": Form(tree.Lose, ("resource", "amount", "who")),
    "damage": Form(tree.Damage, ("cards", "amount")),
    "tap": Form(tree.Tap, ("cards",)),
    "untap": Form(tree.Untap, ("cards",)),
    "shuffle": Form(tree.Shuffle, ("zone", "who")),
    "reveal": Form(tree.Reveal, ("cards", "to")),
    "look": Form(tree.Reveal, ("cards",), {"to": "you"}),
    "this_turn": _apply("turn"),
    "this_combat": _apply("combat"),
    "until_next_turn": _apply("next_turn"),
    "while_in_play": _apply("in_play"),
    "from_now_on": _apply("always"),
    "attach": Form(tree.Attach, ("cards", "to", "modifiers"), many=True),
    "equip": Form(tree.Attach, ("to", "modifiers"), {"cards": THIS}, many=True),
    "swap": Form(tree.Swap, ("cards", "other")),
    "rank_up": Form(tree.RankUp, ("cards", "using")),
    "activate": Form(tree.Activate, ("cards",)),
    "counter": Form(tree.Counter, ("cards",)),
    "stop_attack": Form(tree.Counter, ("cards",), {"what": "attack"}),
    "skip": Form(tree.Skip, ("phase", "who")),
    "put_counters": Form(tree.PutCounters, ("cards", "amount", "name")),
    # modifiers
    "plus": _alter("add"),
    "minus": _alter("subtract"),
    "times": _alter("multiply"),
    "divided": _alter("divide"),
    "set_to": _alter("set"),
    "exchange": Form(tree.Exchange, ("cards", "stat", "other")),
    "become": Form(tree.Become, ("cards", "vocabulary", "word")),
    "has": Form(tree.Has, ("cards", "keyword")),
    "cannot": Form(tree.Cannot, ("action", "cards", "who")),
    "can": Form(tree.Can, ("action", "cards", "times")),
    "at_most": Form(tree.AtMost, ("action", "amount", "who")),
    "prevent": Form(tree.Prevent, ("what", "amount", "who")),
    "dice": Form(tree.Dice, ("cards", "faces", "hits")),
    "fix_die": Form(tree.FixDie, ("face",)),
    "copies": Form(tree.Copies, ("count",)),
    # amounts
    "count": Form(tree.Count, ("cards",)),
    "total": Form(tree.Total, ("resource", "who")),
    "counters": Form(tree.CountersOn, ("cards", "name")),
    # what selectors are made of
    "trait": Form(tree.Trait, ("vocabulary", "word")),
    "stat_is": Form(tree.StatIs, ("stat", "operator", "amount")),
}

# The functions that select cards, with the fields that they give. In a pile the cards are yours unless
# another player is named, elsewhere anybody's.
_YOURS = {"who": "you"}
SELECTORS: Mapping[str, Form] = {
    "cards": Form(Selector, ()),
    "field": Form(Selector, (), {"zone": "field"}),
    "hand": Form(Selector, (), {"zone": "hand"}, _YOURS),
    "deck": Form(Selector, (), {"zone": "deck"}, _YOURS),
    "discard_pile": Form(Selector, (), {"zone": "discard"}, _YOURS),
    "vault": Form(Selector, (), {"zone": "vault"}, _YOURS),
    "leader": Form(Selector, (), {"zone": "leader"}, _YOURS),
    "chain": Form(Selector, (), {"zone": "chain"}),
    "top": Form(Selector, (), {"zone": "deck", "position": "top"}, _YOURS),
    "this": Form(Selector, (), {"relation": "this"}),
    "it": Form(Selector, (), {"relation": "event"}),
    "defender": Form(Selector, (), {"relation": "target"}),
    "named": Form(Selector, ("name",), {"relation": "named"}),
    "under": Form(Selector, (), {"relation": "under"}),
    "above": Form(Selector, (), {"relation": "above"}),
    "below": Form(Selector, (), {"relation": "below"}),
    "equipped": Form(Selector, (), {"relation": "equipped"}),
    "highest": Form(Selector, ("extreme_stat",), {"extreme": "highest"}),
    "lowest": Form(Selector, ("extreme_stat",), {"extreme": "lowest"}),
}
# Words that stand for cards by themselves.
BARE = ("this", "it", "defender", "equipped", "under", "above", "below")

# The words among the arguments of such a function: the field each one fills, and with what.
WORDS: Mapping[str, tuple[str, Any]] = {
    **{word: ("who", word) for word in get_args(tree.Player)},
    **{word: ("state", word) for word in ("tapped", "untapped", "attacking", "blocking", "equipped")},
    **{word: ("position", word) for word in ("top", "bottom")},
    "other": ("relation", "other"),
    "random": ("chooser", "random"),
    "target": ("target", True),
    "all": ("count", None),
}

# What a Cannot, a Can and an AtMost may name; "gain_" is followed by a stat or a resource.
ACTIONS: Mapping[type, tuple[str, ...]] = {
    tree.Cannot: (
        "attack", "attack_directly", "block", "activate", "untap", "deal_damage", "rank_up", "resolve",
        "play", "add", "draw", "be_destroyed", "be_countered", "be_returned", "be_shuffled", "leave_discard",
        "gain_",
    ),
    tree.Can: ("attack", "attack_directly", "attack_at_once", "play", "rank_up", "reroll"),
    tree.AtMost: ("activate", "play", "attack"),
}  # fmt: skip
