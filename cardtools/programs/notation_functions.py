"""The functions of the notation: which node each makes, with which fields given.

`draw(2)` is a `Move` to the hand with the reason "draw"; `field(unit, opponent)` is a `Selector`. One table
is read both ways: a function that is written is the most specific one whose given fields a node has.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardtools.programs import tree
from cardtools.programs.notation_entry import Function
from cardtools.programs.tree import Selector
from cardtools.programs.verbs import VERB_FUNCTIONS

_OPERATIONS = {
    "plus": "add", "minus": "subtract", "times": "multiply", "divided": "divide", "set_to": "set",
}  # fmt: skip
_CARDS, _BOTH = ("cards",), ("cards", "target")
_TRIGGERS = {
    "attacks": _BOTH, "blocked": _BOTH, "attacked": _BOTH, "destroyed": _CARDS, "discarded": _CARDS,
    "activates": _CARDS, "enters": _CARDS, "ranks_up": _CARDS, "damages": _BOTH, "hits": ("cards", "faces"),
    "turn_starts": ("who",), "turn_ends": ("who",),
}  # fmt: skip
_OTHERS = (
    # abilities
    Function("activated", ("effect",), node=tree.Activated),
    Function("on", ("trigger", "effect"), node=tree.Triggered),
    Function("static", ("modifiers",), many=True, node=tree.Static),
    Function("on_play", ("effect",), node=tree.OnPlay),
    *(Function(kind, fields, {"kind": kind}, node=tree.Trigger) for kind, fields in _TRIGGERS.items()),
    # modifiers
    *(
        Function(name, ("cards", "stat", "amount"), {"operation": operation}, node=tree.Alter)
        for name, operation in _OPERATIONS.items()
    ),
    Function("exchange", ("cards", "stat", "other"), node=tree.Exchange),
    Function("become", ("cards", "vocabulary", "word"), node=tree.Become),
    Function("has", ("cards", "keyword"), node=tree.Has),
    Function("cannot", ("action", "cards", "who"), node=tree.Cannot),
    Function("can", ("action", "cards", "times"), node=tree.Can),
    Function("at_most", ("action", "amount", "who"), node=tree.AtMost),
    Function("prevent", ("what", "amount", "who"), node=tree.Prevent),
    Function("dice", ("cards", "faces", "hits"), node=tree.Dice),
    Function("fix_die", ("face",), node=tree.FixDie),
    Function("copies", ("count",), node=tree.Copies),
    # amounts
    Function("count", ("cards",), node=tree.Count),
    Function("total", ("resource", "who"), node=tree.Total),
    Function("counters", ("cards", "name"), node=tree.CountersOn),
    Function("sum", ("cards", "stat"), node=tree.SumOf),
    Function("turn", (), {"name": "turn"}, node=tree.Known),
    Function("players", (), {"name": "players"}, node=tree.Known),
    # what selectors are made of
    Function("trait", ("vocabulary", "word"), node=tree.Trait),
    Function("stat_is", ("stat", "operator", "amount"), node=tree.StatIs),
)
FUNCTIONS: Mapping[str, Function] = {**{form.name: form for form in _OTHERS}, **VERB_FUNCTIONS}

# The functions that select cards, with the fields that they give. In a pile the cards are yours unless
# another player is named, elsewhere anybody's.
_SELECTING: Mapping[str, Mapping[str, str]] = {
    "cards": {}, "field": {"zone": "field"}, "hand": {"zone": "hand"}, "deck": {"zone": "deck"},
    "discard_pile": {"zone": "discard"}, "vault": {"zone": "vault"}, "leader": {"zone": "leader"},
    "chain": {"zone": "chain"}, "top": {"zone": "deck", "position": "top"}, "this": {"relation": "this"},
    "it": {"relation": "event"}, "defender": {"relation": "target"}, "named": {"relation": "named"},
    "under": {"relation": "under"}, "above": {"relation": "above"}, "below": {"relation": "below"},
    "equipped": {"relation": "equipped"}, "highest": {"extreme": "highest"}, "lowest": {"extreme": "lowest"},
}  # fmt: skip
_ASKING = {"named": ("name",), "highest": ("extreme_stat",), "lowest": ("extreme_stat",)}
_SHARED = ("", "field", "chain")  # the zones that are not one player's


def selecting(name: str, given: Mapping[str, str], shared: bool) -> Function:
    """A function that selects cards, of a zone that players share or of one that each of them has."""
    return Function(name, _ASKING.get(name, ()), given, {} if shared else {"who": "you"}, node=Selector)


SELECTORS: Mapping[str, Function] = {
    name: selecting(name, given, given.get("zone", "") in _SHARED) for name, given in _SELECTING.items()
}
# Words that stand for cards by themselves.
BARE = ("this", "it", "defender", "equipped", "under", "above", "below")

# The words among the arguments of such a function: the field each one fills, and with what.
WORDS: Mapping[str, tuple[str, Any]] = {
    **{word: ("who", word) for word in tree.PLAYERS},
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
