"""How effects refer to cards: a rank, words of the vocabulary, a noun. `rank 2 or lower fire units`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from itertools import compress
from typing import NamedTuple

from cardtools.rulesets.ruleset import DesignRules, Ruleset

_BAR = "|"  # before each text, so that no reference runs from one into the next
_MOST_WORDS = 30  # of a reference
_LONGEST = 10  # digits of a number: Python refuses to read thousands of them
# What may follow a noun; before a noun it ends the reference.
_ENDS = ("", ".", ",", ";", ":", "!", "?", ")", "'s", "’s", "'", "’")


class Reference(NamedTuple):
    """The noun and the words as the ruleset has them; `bound` is the key of [design.rank] that was used."""

    noun: str
    words: tuple[str, ...]
    bound: str = ""
    number: int = 0

    def allows(self, rank: int | None) -> bool:
        """Whether it refers to cards of this rank."""
        if not self.bound or rank is None:
            return not self.bound
        if self.bound == "exactly":
            return rank == self.number
        return rank <= self.number if self.bound == "at_most" else rank >= self.number


class _Form(NamedTuple):
    """The words around the number where an effect states a rank."""

    key: str
    before: list[str]
    after: list[str]

    def length(self, tokens: Sequence[str], end: int) -> int:
        """How many tokens before `end` have this form, 0 if they don't."""
        at = end - len(self.after) - 1
        begin = at - len(self.before)
        fits = (
            begin >= 0
            and tokens[at].isdecimal()
            and len(tokens[at]) < _LONGEST
            and tokens[begin:at] == self.before
            and tokens[at + 1 : end] == self.after
        )
        return end - begin if fits else 0


class ReferenceReader:
    """Finds in effect texts what refers to cards, by the words of a ruleset."""

    def __init__(self, design: DesignRules, ruleset: Ruleset) -> None:
        self.nouns = {
            f"{noun.lower()}{plural}{end}": noun
            for noun in design.nouns
            for plural in ("", "s")
            for end in _ENDS
        }
        self.bare = {token for token, noun in self.nouns.items() if design.nouns[noun].when is None}
        vocabularies = [v for name in design.words if (v := ruleset.fields[name].vocabulary)]
        meant = {word.lower(): v.read(word) for v in vocabularies for word in v.known}
        self.joined = {word: word.replace(" ", "_") for word in meant if " " in word}
        self.words = {self.joined.get(word, word): value for word, value in meant.items() if word != _BAR}
        self.forms = [
            _Form(key, before.split(), after.split())
            for key in ("exactly", "at_most", "at_least")
            for before, number, after in (getattr(design.rank, key, "").lower().partition("{}"),)
            if number
        ]
        self.ends = {form.after[-1] for form in self.forms if form.after}

    def tokens(self, texts: Iterable[str]) -> list[str]:
        """The texts in lower case, split at spaces, with a bar before each."""
        text = f" {_BAR} ".join(("", *texts)).lower()
        for word, joined in self.joined.items():
            text = text.replace(word, joined)
        return text.split()

    def references(self, tokens: Sequence[str]) -> dict[Reference, str]:
        """The references to cards in the tokens, each with its wording, except those to any card.

        What follows an `or` is half a reference, so it is left out.
        """
        words, ends, bare = self.words, self.ends, self.bare
        found: set[tuple[int, str, tuple[str, ...]]] = set()
        for end in compress(range(len(tokens)), map(self.nouns.__contains__, tokens)):
            start = end
            while tokens[start - 1] in words and end - start < _MOST_WORDS:
                start -= 1
            before, key, rank = tokens[start - 1], "", 0
            if before in ends or before.isdecimal():
                for form in self.forms:
                    if rank := form.length(tokens, start):
                        key, before = form.key, tokens[start - rank - 1]
                        break
            if before != "or" and (rank or start < end or tokens[end] not in bare):
                found.add((rank, key, tuple(tokens[start - rank : end + 1])))
        references = {}
        for rank, key, said in sorted(found):
            number = next((int(token) for token in said[:rank] if token.isdecimal()), 0)
            meant = tuple(words[token] for token in said[rank:-1])
            written = " ".join(said).rstrip("".join(_ENDS)).replace("_", " ")
            references[Reference(self.nouns[said[-1]], meant, key, number)] = written
        return references

    def mentions(self, word: str, tokens: Set[str]) -> bool:
        """Whether the word is among the tokens, also as a plural or before a punctuation mark."""
        said = word.lower().replace(" ", "_")
        return not {f"{said}{plural}{end}" for plural in ("", "s") for end in _ENDS}.isdisjoint(tokens)
