"""What the texts of a project's cards mean to an engine."""

from __future__ import annotations

from cardtools.play.engine import CardText
from cardtools.play.load import Understand
from cardtools.steps.game_files import GameFiles
from cardtools.steps.programs import read_compiler


def understanding(game: GameFiles) -> Understand:
    """How a game's texts are read: as the abilities of their programs, or with the reason why there are none.

    Raises InputError where a file of the project cannot be used.
    """
    compiler = read_compiler(game.project, game.ruleset)
    if compiler is None:
        missing = f"there is no {game.project.settings.effects.programs}"
        return lambda text: CardText(text, (), missing)

    def understand(text: str) -> CardText:
        compiled = compiler.compile(text)
        if compiled.program is None:
            return CardText(text, (), compiled.reason)
        return CardText(text, compiled.program.abilities)

    return understand
