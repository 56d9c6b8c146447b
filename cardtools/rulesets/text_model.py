"""What `[text]` of a ruleset file may contain: the language of the cards' texts."""

from __future__ import annotations

from dataclasses import field

from cardtools.record import Record


class TextEntry(Record):
    """`[text]`: the words of the game, for the checks TXT001 to TXT026.

    The texts are in `columns` (where none are named, those of `[effects]`). `words` are what texts call a
    card, `nouns` what else they count, both in the singular. `kinds` are vocabularies whose words say which
    cards are meant; with `lower` all these are in lower case within a text. `verbs` are the actions of the
    rules, `self` is what a card calls itself. `terms` are words that the rules call something else,
    `redundant` words that add nothing after a verb, `spelling` misspelt words, each with what to write
    instead. `limits` names the column whose range applies to the number after a word ("rank"). `styles` names
    the column with the style of a text, `implies` the styles that a text may have which begins so.
    """

    columns: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    nouns: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    lower: bool = False
    one_sentence: bool = False
    self_: str = ""
    verbs: tuple[str, ...] = ()
    terms: dict[str, str] = field(default_factory=dict)
    redundant: dict[str, str] = field(default_factory=dict)
    spelling: dict[str, str] = field(default_factory=dict)
    limits: dict[str, str] = field(default_factory=dict)
    styles: dict[str, str] = field(default_factory=dict)
    implies: dict[str, tuple[str, ...]] = field(default_factory=dict)
