"""A function of the notation: which node it makes, with which fields given."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from cardtools.programs.tree import Selector

_NONE: Mapping[str, Any] = MappingProxyType({})
THIS = Selector(relation="this")  # the card of the ability, wherever it is


class Function(NamedTuple):
    """A function by its name: the fields that its arguments fill in order, those that it gives, and the node
    it makes.

    `many`: the last of the fields takes all further arguments. `number`: what a number in place of cards
    means: the selector whose `count` it is. `defaults`: fields whose default is not the node's.
    """

    name: str
    fields: tuple[str, ...]
    given: Mapping[str, Any] = _NONE
    defaults: Mapping[str, Any] = _NONE
    many: bool = False
    number: Selector | None = None
    node: type = object  # of a verb: its class, which is known when its body has been read
