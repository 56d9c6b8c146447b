"""Near misses and plurals: the words of messages."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import islice


def counted(number: int, word: str, plural: str = "") -> str:
    """`1 card`, `2,000 cards`."""
    return f"{number:,} {word if number == 1 else plural or f'{word}s'}"


_LONGEST_WORD = 300
_LETTERS = 100_000_000  # comparing two words of n letters may take n * n * n steps
_COMPARISONS = 50_000
_LISTED = 16
_SHORT_FORM = 3  # letters, as of max for maximum


def listed(words: Sequence[object], number: int = 0) -> str:
    """The words, or the first sixteen and how many more there are (of `number`, where that is larger)."""
    more = max(number, len(words)) - _LISTED
    return ", ".join(map(str, words[:_LISTED])) + (f" and {more:,} more" if more > 0 else "")


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The most similar of the `known` words; "" if none is similar, or two are equally similar."""
    known = list(known)
    if len(word) > _LONGEST_WORD or len(known) > _COMPARISONS:
        return ""
    import difflib

    # Words that differ in length by more are less than 0.7 alike.
    short, long = len(word) / 2, min(2 * len(word), _LONGEST_WORD)
    near = (name for name in known if short <= len(name) <= long)
    most = _LETTERS // max(10, len(word)) ** 3
    by_fold = {name.casefold(): name for name in islice(near, most)}
    close = difflib.get_close_matches(word.casefold(), by_fold, n=2, cutoff=0.7)
    if not close:
        return ""
    scores = [difflib.SequenceMatcher(None, word.casefold(), name).ratio() for name in close]
    if len(close) == 2 and scores[0] - scores[1] < 0.02:
        return ""
    return by_fold[close[0]]


class NearMisses:
    """`did_you_mean` for many words. Comparing is slow, so it stops guessing after some of them."""

    def __init__(self, known: Collection[str]) -> None:
        self._known = known
        self._guesses: dict[str, str] = {}

    def to(self, word: str) -> str:
        """The most similar known word; "" if there is none, or after too many guesses (at least three)."""
        most = max(3, _COMPARISONS // max(1, len(self._known)))
        if word not in self._guesses and len(self._guesses) < most:
            self._guesses[word] = did_you_mean(word, self._known)
        return self._guesses.get(word, "")


def nearest(word: str, known: Sequence[str]) -> str:
    """The known word that was probably meant: the most similar one, or the only one that is a short or a long
    form of the word; "" if there is none.
    """
    if near := did_you_mean(word, known):
        return near
    # Of three letters, two are not alike enough for `did_you_mean`.
    close = [name for name in known if 1 < len(word) < 5 and one_edit(word, name)]
    close = close or [
        name
        for name in known
        if min(len(word), len(name)) >= _SHORT_FORM and (name.startswith(word) or word.startswith(name))
    ]
    return close[0] if len(close) == 1 else ""


def suggest(word: str, known: Sequence[str], what: str = "known") -> str:
    """A hint for an unknown word: the `nearest` known one, or else the list of all if it is short."""
    if near := nearest(word, known):
        return f"did you mean {near}?"
    if 0 < len(known) <= _LISTED:
        return f"{what}: {', '.join(known)}"
    return ""


def one_edit(one: str, other: str) -> bool:
    """Whether the words differ by one letter added, removed or replaced, or by two neighbours swapped."""
    if one == other or abs(len(one) - len(other)) > 1:
        return False
    short, long = sorted((one, other), key=len)
    at = next((i for i, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    if len(short) < len(long):
        return short[at:] == long[at + 1 :]
    swapped = short[at : at + 2] == long[at : at + 2][::-1] and short[at + 2 :] == long[at + 2 :]
    return short[at + 1 :] == long[at + 1 :] or swapped
