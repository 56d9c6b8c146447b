"""Effects of a deck's cards that look for a card in it, and whether there is one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardtools.checks.cards.reader import Reference, ReferenceReader
from cardtools.checks.decks.contents import DeckContents, DeckFinding
from cardtools.checks.texts.words import LONGEST
from cardtools.rulesets.deck_model import SearchEntry
from cardtools.rulesets.ruleset import DeckRule


def find_dead_searches(rule: DeckRule, entry: SearchEntry, contents: DeckContents) -> Iterator[DeckFinding]:
    """A finding for everything that effects look for and the deck lacks, at the first card that does.

    None for a deck with an unknown card.
    """
    design = contents.ruleset.design
    rows = [line.row for line in contents.of(rule) if line.row is not None]
    if design is None or len(rows) < len(contents.of(rule)):
        return
    reader = ReferenceReader(design, contents.ruleset)
    reported: set[Reference] = set()

    def fits(phrase: Reference, row: int) -> bool:
        """Whether the card has the words, is what the noun means, and has such a rank."""
        values = [contents.columns(name)[row] for name in design.words]
        words = {word for value in values for word in (value if isinstance(value, tuple) else (value,))}
        rank = contents.columns(design.rank.column)[row] if design.rank else None
        is_meant = words.issuperset(phrase.words) and phrase.allows(rank)
        return is_meant and contents.meets(design.nouns[phrase.noun].when, row)

    for line, row in contents.known(rule):
        for column in design.texts:
            text = contents.columns(column)[row]
            for phrase, written in _wanted(reader, text, entry) if text and len(text) <= LONGEST else ():
                if phrase not in reported and not any(fits(phrase, other) for other in rows):
                    reported.add(phrase)
                    name = contents.table.name(row)
                    message = f'{name} looks for a card that the deck does not have: "{written}"'
                    yield contents.finding(rule, message, "add one, or another card instead", line.location)


def _wanted(reader: ReferenceReader, text: str, entry: SearchEntry) -> Iterator[tuple[Reference, str]]:
    tokens = reader.tokens((text,))
    for words in entry.ahead:
        for _, end in _places(tokens, words.lower().split()):
            nouns = (at for at in range(end, len(tokens)) if tokens[at] in reader.nouns)
            yield from reader.references(["|", *tokens[end : next(nouns, end - 1) + 1]]).items()
    for words in entry.behind:
        for start, _ in _places(tokens, words.lower().split()):
            if tokens[start - 1] in reader.nouns:
                nouns = (at for at in range(start - 2, 0, -1) if tokens[at] in reader.nouns)
                yield from reader.references(["|", *tokens[next(nouns, 0) + 1 : start]]).items()


def _places(tokens: Sequence[str], words: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The places of the words among the tokens; a punctuation mark may follow the last word."""
    size = len(words)
    for start in range(1, len(tokens) - size + 1):
        here = [*tokens[start : start + size - 1], tokens[start + size - 1].rstrip(".,;:!?)")]
        if here == words:
            yield start, start + size
