"""What the texts of a project's cards mean: the seam between its cards and the programs that engines run."""

from __future__ import annotations

import re

from cardtools.play.engine import CardText
from cardtools.play.load import Understand
from cardtools.play.programs.tree import Damage, Effect, Move, OnPlay, Selector, Seq

_TARGET = Selector(zone="field", kind="creature", count=1, target=True)
_EACH = Selector(zone="field", kind="creature")
_STEP = re.compile(
    r"(?:deals? (?P<damage>\d+) damage to|(?P<destroy>destroy)) (?P<cards>target creature|each creature)"
)


def understanding() -> Understand:
    """How the texts of cards are read."""
    return read_object


def read_object(text: str) -> CardText:
    """The text of an object as the Alpha Fixed Ruleset has them (Rules 9): it deals damage to creatures or
    destroys them, step by step. Another text is declined, with the words at which it stopped making sense.
    """
    effects: list[Effect] = []
    for step in re.split(r"(?:[.;]|, then|,? and)\s+|[.;]$", text.strip()):
        if not step:
            continue
        found = _STEP.fullmatch(step.casefold())
        if found is None:
            return CardText(text, (), f"{step!r} has no meaning in the rules")
        cards = _TARGET if found["cards"].startswith("target") else _EACH
        damage = found["damage"]
        effects.append(Damage(cards, int(damage)) if damage else Move(cards, "discard", "destroy"))
    if not effects:
        return CardText(text, (), "it says nothing")
    return CardText(text, (OnPlay(effects[0] if len(effects) == 1 else Seq(tuple(effects))),))
