"""`cardtools art`: paint placeholder art for cards that have none."""

from __future__ import annotations

from cardtools.commands import command, option, options
from cardtools.ground.console import Console
from cardtools.ground.io.files import shown
from cardtools.ground.spelling import counted
from cardtools.steps.game_files import GameFiles
from cardtools.steps.missing_art import paint_art, wanted_art


@command(epilog="Example: cardtools art")
def art(
    console: Console,
    choice: options.CardChoice = options.card_filters,
    again: bool = option("--again", "Paint over pictures that exist."),
) -> None:
    """Paint a placeholder for each picture of a card, token or counter that does not exist yet.

    With CARD (a name, or a pattern such as 'Rust*') or another filter, only for those that meet every filter.

    The picture depends on the card's name, type, sub-types and rank, and is the same each time. Pictures that
    exist are left alone. [art] in the project file chooses these for your game, of the following. Words of a
    card's name choose a figure or an object too, before a broad kind such as beast.

    Types: Fire, Water, Earth, Air, Electric, Light, Nature, Dark, and Spell for an object.

    Figures: acolyte, angel, aquatic, avian, basilisk, beast, behemoth, boar, botanic, bull, choir, crow,
    dancer, dragon, drake, drone, duelist, eel, elemental, engine, fairy, finch, fish, ghost, giant, golem,
    gryphon, guard, hawk, heron, hound, imp, insect, king, knight, leviathan, machine, mermaid, mole, moth,
    mushroom, otter, owl, queen, reptile, rider, seer, shepherd, slumber, spellcaster, spider, swarm, tinker,
    treant, undead, warrior, whelp, wyrm; or landscape for none.

    Objects: banner, bell, blade, chain, crown, elixir, flame, gate, gem, hourglass, key, lantern, mirror,
    orb, ring, roots, scroll, seal, shield, storm, tide, tome.
    """
    game = GameFiles(choice.project())
    wanted = wanted_art(game, again, choice)
    with console.progress(wanted, len(wanted), "art") as cards:
        for painting in cards:
            paint_art(game.project, painting)
            console.detail(f"{painting.card} -> {shown(painting.path)}")
    console.say(f"{counted(len(wanted), 'picture')} painted")
