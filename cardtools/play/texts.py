"""What the texts of a project's cards mean: the seam between its cards and the programs that engines run."""

from __future__ import annotations

from cardtools.play.engine import CardText
from cardtools.play.load import Understand
from cardtools.stages.game import Game
from cardtools.stages.programs import read_compiler


def understanding(game: Game) -> Understand:
    """How the texts of a project's cards are read: by the programs of its templates.

    Raises InputError where the templates or programs cannot be used.
    """
    compiler = read_compiler(game.project, game.ruleset)
    if compiler is None:
        name = game.project.settings.effects.programs
        return lambda text: CardText(text, (), f"the project has no programs of texts ({name})")

    def understand(text: str) -> CardText:
        compiled = compiler.compile(text)
        program = compiled.program
        return CardText(text, program.abilities if program else (), compiled.reason)

    return understand
