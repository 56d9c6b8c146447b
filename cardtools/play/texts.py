"""What the texts of a project's cards mean, for its engine."""

from __future__ import annotations

import re

from cardtools.play.engine import CardText
from cardtools.play.load import Understand
from cardtools.programs.tree import Damage, Effect, Move, OnPlay, Selector, Seq
from cardtools.stages.game import Game
from cardtools.stages.programs import read_compiler


def understanding(game: Game) -> Understand:
    """How the texts of a project's cards are read: by its programs; without them, as texts of objects.

    Raises InputError where the programs cannot be used.
    """
    compiler = read_compiler(game.project, game.ruleset)
    if compiler is None:
        return read_object

    def compiled(text: str) -> CardText:
        found = compiler.compile(text)
        return CardText(text, found.program.abilities if found.program else (), found.reason)

    return compiled


_TARGET = Selector(zone="field", kind="creature", count=1, target=True)
_EACH = Selector(zone="field", kind="creature")
_STEP = re.compile(
    r"(?:deals? (?P<damage>\d{1,2}) damage to|(?P<destroy>destroy)) (?P<cards>target creature|each creature)"
)


def read_object(text: str) -> CardText:
    """The text of an object as the Alpha Fixed Ruleset has them (Rules 9): it deals damage to creatures or
    destroys them, step by step. Another text is declined, with the step that has no meaning.
    """
    effects: list[Effect] = []
    for step in filter(None, re.split(r"(?:[.;]|, then|,? and)\s+|[.;]$", text.strip())):
        found = _STEP.fullmatch(step.casefold())
        if found is None:
            return CardText(text, (), f"{step!r} has no meaning in the rules")
        cards = _TARGET if found["cards"].startswith("target") else _EACH
        damage = found["damage"]
        effects.append(Damage(cards, int(damage)) if damage else Move(cards, "discard", "destroy"))
    return CardText(text, (OnPlay(effects[0] if len(effects) == 1 else Seq(tuple(effects))),))
