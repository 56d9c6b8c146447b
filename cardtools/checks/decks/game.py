"""The game and the version of the rules that a deck is made for."""

from __future__ import annotations

from collections.abc import Iterator

from cardtools.checks.decks.contents import DeckContents
from cardtools.ground.catalogue import Check
from cardtools.ground.errors import Diagnostic

RULESET_VERSION = Check.of("""DCK006 ruleset-version warning: a deck is made for another version of the rules
    why: What was legal in one version of the rules may be illegal in another.
    bad: @ruleset ttcg 0.041, with the rules of version 0.042
    good: @ruleset ttcg 0.042
    fix: when the deck is right, write the version of the rules""")
OTHER_RULESET = Check.of("""DCK007 other-ruleset error: a deck is made for another game
    why: The deck would be checked by the rules of another game.
    bad: @ruleset school, with the rules of ttcg
    good: @ruleset ttcg
    fix: check the deck with its own ruleset, or correct the line""")


def check(contents: DeckContents) -> Iterator[Diagnostic]:
    """The `@ruleset` lines that name another game or version than the rules in use."""
    own, at = contents.ruleset.id, contents.ruleset.version
    for made in contents.deck.made_for:
        if made.ruleset.casefold() != own.casefold():
            said = f"is made for the ruleset {made.ruleset}" if made.ruleset else "names no ruleset"
            hint = f"write @ruleset {own} {at}"
            hint += f", or check it with --ruleset {made.ruleset}" if made.ruleset else ""
            message = f"the deck {said}, these rules are {own}"
            yield contents.report(OTHER_RULESET, made.location, message, hint)
        elif made.version and made.version.removeprefix("v") != at.removeprefix("v"):
            message = f"the deck is made for version {made.version} of {own}, these rules are {at}"
            hint = f"when it is right, write @ruleset {own} {at}"
            yield contents.report(RULESET_VERSION, made.location, message, hint)
