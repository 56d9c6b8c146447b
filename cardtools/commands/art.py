"""`cardtools art`: paint placeholder art for cards that have none."""

from __future__ import annotations

import click

from cardtools.commands import command
from cardtools.console import Console
from cardtools.files import shown
from cardtools.project import find_project
from cardtools.spelling import counted
from cardtools.stages import art as stage


@command(epilog="Example: cardtools art")
@click.option("--again", is_flag=True, help="Paint over pictures that exist.")
def art(console: Console, again: bool) -> None:
    """Paint a placeholder for each picture of a card, token or counter that does not exist yet.

    The picture depends on the card's name, type, sub-types and rank, and is the same each time. Pictures that
    exist are left alone. [art] in the project file chooses these for your game, of the following.

    Types: Fire, Water, Earth, Air, Electric, Light, Nature, Dark, and Spell for an object.

    Figures: aquatic, avian, beast, botanic, dragon, elemental, fairy, ghost, insect, machine, reptile,
    spellcaster, undead, warrior; or landscape for none.

    Objects: banner, bell, blade, chain, crown, elixir, flame, gate, gem, hourglass, key, lantern, mirror,
    orb, ring, roots, scroll, seal, shield, storm, tide, tome.
    """
    project = find_project(required=True)
    wanted = stage.wanted_art(project, again)
    with console.progress(wanted, len(wanted), "art") as cards:
        for painting in cards:
            stage.paint_art(project, painting)
            console.detail(f"{painting.card.name} -> {shown(painting.path)}")
    console.say(f"{counted(len(wanted), 'picture')} painted")
