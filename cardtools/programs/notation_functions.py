"""The functions of the notation: which node each makes, with which fields given.

`draw(2)` is a `Move` to the hand with the reason "draw"; `field(unit, opponent)` is a `Selector`. One table
is read both ways: a function that is written is the most specific one whose given fields a node has.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from cardtools.programs import tree
from cardtools.programs.notation_entry import Function
from cardtools.programs.tree import Selector
from cardtools.programs.verbs import VERB_FUNCTIONS


def _alter(name: str, operation: str) -> Function:
    return Function(name, ("cards", "stat", "amount"), {"operation": operation}, node=tree.Alter)


def _trigger(kind: str, *fields: str) -> Function:
    return Function(kind, fields or ("cards", "target"), {"kind": kind}, node=tree.Trigger)


_OTHERS = (
    # abilities
    Function("activated", ("effect",), node=tree.Activated),
    Function("on", ("trigger", "effect"), node=tree.Triggered),
    Function("static", ("modifiers",), many=True, node=tree.Static),
    Function("on_play", ("effect",), node=tree.OnPlay),
    # triggers
    _trigger("attacks"),
    _trigger("blocked"),
    _trigger("attacked"),
    _trigger("destroyed", "cards"),
    _trigger("discarded", "cards"),
    _trigger("activates", "cards"),
    _trigger("enters", "cards"),
    _trigger("ranks_up", "cards"),
    _trigger("damages"),
    _trigger("hits", "cards", "faces"),
    _trigger("turn_starts", "who"),
    _trigger("turn_ends", "who"),
    # modifiers
    _alter("plus", "add"),
    _alter("minus", "subtract"),
    _alter("times", "multiply"),
    _alter("divided", "divide"),
    _alter("set_to", "set"),
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
    # what selectors are made of
    Function("trait", ("vocabulary", "word"), node=tree.Trait),
    Function("stat_is", ("stat", "operator", "amount"), node=tree.StatIs),
)
FUNCTIONS: Mapping[str, Function] = {**{form.name: form for form in _OTHERS}, **VERB_FUNCTIONS}

# The functions that select cards, with the fields that they give. In a pile the cards are yours unless
# another player is named, elsewhere anybody's.
_YOURS = {"who": "you"}
_SELECTING = (
    Function("cards", (), node=Selector),
    Function("field", (), {"zone": "field"}, node=Selector),
    Function("hand", (), {"zone": "hand"}, _YOURS, node=Selector),
    Function("deck", (), {"zone": "deck"}, _YOURS, node=Selector),
    Function("discard_pile", (), {"zone": "discard"}, _YOURS, node=Selector),
    Function("vault", (), {"zone": "vault"}, _YOURS, node=Selector),
    Function("leader", (), {"zone": "leader"}, _YOURS, node=Selector),
    Function("chain", (), {"zone": "chain"}, node=Selector),
    Function("top", (), {"zone": "deck", "position": "top"}, _YOURS, node=Selector),
    Function("this", (), {"relation": "this"}, node=Selector),
    Function("it", (), {"relation": "event"}, node=Selector),
    Function("defender", (), {"relation": "target"}, node=Selector),
    Function("named", ("name",), {"relation": "named"}, node=Selector),
    Function("under", (), {"relation": "under"}, node=Selector),
    Function("above", (), {"relation": "above"}, node=Selector),
    Function("below", (), {"relation": "below"}, node=Selector),
    Function("equipped", (), {"relation": "equipped"}, node=Selector),
    Function("highest", ("extreme_stat",), {"extreme": "highest"}, node=Selector),
    Function("lowest", ("extreme_stat",), {"extreme": "lowest"}, node=Selector),
)
SELECTORS: Mapping[str, Function] = {form.name: form for form in _SELECTING}
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
