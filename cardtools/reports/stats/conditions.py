"""The condition of an effect: its leading phrase, which says when the rest happens or what it costs.

The rule, for any game in English: the phrase ends at the first of
- a comma; the kind of the condition is its first word, "When" or "If", or its first two if the first is a
  determiner, "This turn", or "For" before one, "For each". Before "then" or "and" the comma begins the next
  action ("Draw two cards, then ..."): there is no condition;
- " to " before a word that some effect of the list begins with and that is not a determiner: "Discard one
  card to draw" is a cost, "Return it to your hand" and "Modify its type to fire" are not.
A condition at the end of an effect ("... if you control a dragon") is not counted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from cardtools.effects.number_words import NUMBER_WORDS

COST, UNCONDITIONAL = "cost", "none"
_DETERMINERS = frozenset(
    "a an the this that these those all any another both each either every few many more most no other some "
    "such its his her their your our my it them you him".split()
).union(NUMBER_WORDS)
_NEXT_ACTION = ("then", "and")
_CUT = re.compile(r", *(?=(\w+))| to (?=(\w+))")


@dataclass(frozen=True, slots=True)
class EffectCondition:
    """What an effect depends on: "When", "If", `COST` or `UNCONDITIONAL`, and the leading phrase."""

    kind: str
    phrase: str


def action_words(effects: Iterable[str]) -> frozenset[str]:
    """The words that effects begin with, in lower case, except determiners."""
    first = {effect.split(" ", 1)[0].casefold() for effect in effects}
    return frozenset(first - _DETERMINERS - {""})


def find_condition(effect: str, actions: frozenset[str]) -> EffectCondition:
    """The condition of an effect; `actions` are the `action_words` of its list."""
    for match in _CUT.finditer(effect):
        after_comma, after_to = match[1], match[2]
        phrase = effect[: match.start()]
        if after_comma is not None:
            if after_comma.casefold() in _NEXT_ACTION:
                break
            words = phrase.split(" ")
            first, second, *_ = map(str.casefold, [*words, ""])
            two = first in _DETERMINERS or (first == "for" and second in _DETERMINERS)
            return EffectCondition(" ".join(words[: 1 + two]), phrase)
        if after_to.casefold() in actions:
            return EffectCondition(COST, phrase)
    return EffectCondition(UNCONDITIONAL, "")
