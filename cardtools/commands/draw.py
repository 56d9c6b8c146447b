"""`cardtools draw`: effects for a new card."""

from __future__ import annotations

import click

from cardtools.commands import command, option, options, print_data
from cardtools.ground.console import Console
from cardtools.ground.spelling import counted
from cardtools.library.draw_effects import EffectCriteria, draw_effects
from cardtools.project.project import find_project


@command(epilog="Example: cardtools draw --for LEVEL=2 --for TYPE=Fire -n 5")
def draw(
    console: Console,
    number: int = option("-n", "--number", "For how many cards to draw.", least=1, default=1, metavar=None),
    values: tuple[str, ...] = option(
        "--for", "What the new card has in a column; may be repeated.", metavar="COLUMN=VALUE"
    ),
    texts: int | None = option(
        "--texts", "Effects of a card. [default: as many as the ruleset has columns for]", least=1, most=20
    ),
    columns: tuple[str, ...] = option("--column", "A tag column that must be True.", metavar="NAME"),
    wanted: tuple[str, ...] = option("--contains", "Effects must contain TEXT."),
    unwanted: tuple[str, ...] = option("--omit", "Effects must not contain TEXT."),
    pin: str = option("--pin", "An effect that every card has.", metavar="EFFECT"),
    seed: int = option("--seed", "Same seed and files, same effects.", default=0, metavar=None),
    form: str = options.form(),
) -> int:
    """Draw effects for a new card from the effect list: as many as a card of the game has.

    All effects must meet every condition; --column, --contains and --omit may be repeated. A pinned effect
    need not meet them. No card is drawn twice, and its effects come from different templates. Templates that
    the card database has used least are the most likely: one used n times has the weight 1/(1+n).

    --for says what the new card has in a column. Where the ruleset has tag rules, its effects have the tags
    that these ask for. Effects that mention the card's own words in such a column, or none of the column's
    words, go before those that mention another: these are drawn only when no others are left.

    Exits 1 if nothing fits, and says which condition leaves nothing.
    """
    if not all(text.strip() for text in (*wanted, *unwanted)):
        raise click.UsageError("--contains and --omit need a text; every effect contains an empty one.")
    criteria = EffectCriteria(values, columns, wanted, unwanted, pin, texts)
    drawn = draw_effects(find_project(required=True), number, criteria, seed, console.problem)
    by = drawn.emptied.label if drawn.emptied else None
    data = {"asked": number, "possible": drawn.possible, "seed": seed, "emptied_by": by}
    cards = [[{"effect": text, "template": drawn.templates.get(text)} for text in one] for one in drawn.cards]
    lines = []
    for position, (first, *others) in enumerate(drawn.cards, 1):
        indent = " " * len(f"{position}. ")
        lines += [f"{position}. {first}", *(f"{indent}{other}" for other in others)]
    print_data(console, form, {**data, "cards": cards}, *lines)
    if drawn.reason:
        console.problem(drawn.reason)
        return 1
    if len(drawn.cards) < number and form == "text":
        console.say(f"there are only {counted(len(drawn.cards), 'card')} that fit; {number} were asked for")
    return 0
