"""Any tree, made from the annotations of its nodes."""

from __future__ import annotations

import dataclasses
import types
from typing import Any, Literal, Union, get_args, get_origin

from hypothesis import strategies as st

from cardtools.programs import tree
from cardtools.programs.node_types import choices, hints
from cardtools.programs.notation_functions import ACTIONS
from cardtools.programs.reader import ordered
from cardtools.programs.verbs.gain import Gain

WORDS = st.sampled_from(
    ["unit", "attack", "points", "fire", "sv", "first strike", "class", "target", 'a "b"', "x_2"]
)
NAMED = {"who": tree.PLAYERS, "zone": tree.ZONES, "to": tree.ZONES}
_LEAVES = (int, str, bool, type(None))


def trees(hint: Any, depth: int = 3) -> st.SearchStrategy[Any]:
    """Values of a field of this type, nested so deep at most."""
    if get_origin(hint) is Literal:
        return st.sampled_from(get_args(hint))
    if get_origin(hint) is tuple:
        return st.lists(trees(get_args(hint)[0], depth), min_size=1, max_size=3).map(tuple)
    if hint is tree.Effect or get_origin(hint) in (Union, types.UnionType):
        members = choices(hint)
        shallow = [one for one in members if one in _LEAVES]
        if depth <= 0 and shallow:
            members = tuple(shallow)
        return st.sampled_from(members).flatmap(lambda one: trees(one, depth))
    if hint is int:
        return st.integers(-3, 300)
    if hint is str:
        return WORDS
    if hint is bool:
        return st.booleans()
    if hint is type(None):
        return st.none()
    return _nodes(hint, depth)


@st.composite
def _nodes(draw: st.DrawFn, node: type, depth: int) -> Any:
    values = {}
    for field in dataclasses.fields(node):
        hint = hints(node)[field.name]
        optional = field.default is not dataclasses.MISSING
        if optional and (depth <= 0 or draw(st.booleans())):
            continue
        if field.name == "action":
            values[field.name] = draw(st.sampled_from(ACTIONS[node])).replace("gain_", "gain_attack")
        elif field.name in NAMED and hint is str:
            values[field.name] = draw(st.sampled_from(NAMED[field.name]))
        elif depth <= -3 and hint == tree.Effect:
            values[field.name] = Gain("points", 1)
        else:
            values[field.name] = draw(trees(hint, depth - 1))
    return _plain(node(**values))


def _plain(node: Any) -> Any:
    """The tree as it would be read: sums of numbers are numbers, traits are in order."""
    if isinstance(node, tree.Selector):
        return ordered(node)
    if isinstance(node, tree.AllOf | tree.AnyOf) and len(node.conditions) == 1:
        return node.conditions[0]
    if isinstance(node, tree.Sum) and type(node.left) is type(node.right) is int:
        return node.left + node.right
    if isinstance(node, tree.Product) and type(node.left) is type(node.right) is int:
        return node.left * node.right
    return node
