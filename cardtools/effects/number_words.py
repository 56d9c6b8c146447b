"""Numbers in texts, in digits and in words; offsets that are added to them (Doc 4.7.8)."""

from __future__ import annotations

NUMBER_WORDS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
    "twenty",
)
_DIGITS = 100  # of a number that an offset is added to
_WORD_VALUES = {word: value for value, word in enumerate(NUMBER_WORDS)}


def number_of(word: str) -> int | None:
    """The number that a word is, in digits or in letters up to twenty; None if it is none."""
    if len(word) <= _DIGITS and word.removeprefix("-").isdecimal():
        return int(word)
    return _WORD_VALUES.get(word.lower())


def shift(text: str, offset: int, number_words: bool = False) -> str:
    """The text with the offset added if it is a number, also in words with `number_words` (Doc 4.7.8)."""
    value, is_word = number_of(text) if offset else None, text.lower() in _WORD_VALUES
    if value is None or (is_word and not number_words):
        return text
    value += offset
    word = NUMBER_WORDS[value] if is_word and 0 <= value <= 20 else str(value)
    return word.capitalize() if text[0].isupper() else word
