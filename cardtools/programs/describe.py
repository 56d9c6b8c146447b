"""What a program does, in plain English, said from the tree alone."""

from __future__ import annotations

from typing import Any

from cardtools.programs import tree
from cardtools.programs.nouns import OWNERS, PLAYERS, cards, condition, number, one_of, thing, with_article
from cardtools.programs.tree import Program
from cardtools.programs.verbs.skip import Skip
from cardtools.programs.wording import changes_nothing, faces_in_words, modifier_in_words

_HAPPENS = {
    "attacks": "attacks", "blocked": "is blocked", "attacked": "has attacked", "destroyed": "is destroyed",
    "discarded": "is sent to the discard pile", "activates": "activates an effect",
    "enters": "enters the field",
    "ranks_up": "is played on top of another by ranking up", "damages": "deals damage",
    "hits": "hits with an attack die",
}  # fmt: skip


def describe(program: Program) -> list[str]:
    """A sentence or more for each ability."""
    return [*map(_ability, program.abilities)]


def _ability(ability: Any) -> str:
    match ability:
        case tree.OnPlay():
            return _sentence(f"when you play this card, {ability.effect.words()}")
        case tree.Static(modifiers=modifiers) if all(isinstance(one, tree.Copies) for one in modifiers):
            return _sentence(" and ".join(map(modifier_in_words, modifiers)))
        case tree.Static():
            also = f" and {condition(ability.condition)}" if ability.condition else ""
            said = [modifier_in_words(one) for one in ability.modifiers if not changes_nothing(one)]
            return _sentence(f"while this card is in play{also}, {' and '.join(said) or 'nothing changes'}")
        case tree.Triggered():
            when = _trigger(ability.trigger)
            if ability.condition:
                when += f", if {condition(ability.condition)}"
            if ability.cost:
                asked = _sentence(f"{when}, you may {_cost(ability.cost)}")
                return f"{asked} {_sentence(f'if you do, {ability.effect.words()}')}"
            return _sentence(f"{when}, {ability.effect.words()}")
    said = [f"When you activate this, {ability.effect.words()}"]
    if ability.cost:
        is_skip = any(isinstance(part, Skip) for part in ability.cost.parts())
        then = "When it has been skipped," if is_skip else "Then"
        said = [f"To activate this, {_cost(ability.cost)}. {then} {ability.effect.words()}"]
    only = [f"if {condition(ability.condition)}"] if ability.condition else []
    turn = {"you": "your", "opponent": "your opponent's", "any": "any"}.get(ability.turn, "")
    if turn or ability.phase:
        only.append(f"during {turn or 'the'} {f'{ability.phase} phase' if ability.phase else 'turn'}")
    if ability.limit is not None:
        only.append("once each turn" if ability.limit == 1 else f"{number(ability.limit)} times each turn")
    if only:
        said.append(f"You can activate it only {' and only '.join(only)}")
    return " ".join(map(_sentence, said))


def _sentence(words: str) -> str:
    words = words.strip()
    return f"{words[:1].upper()}{words[1:]}."


def _cost(cost: tree.Effect) -> str:
    """A cost as what must be done: `discard one card in your hand`, `your opponent gains one point`."""
    words = cost.words()
    opponent = f"{PLAYERS['opponent']} "
    if words.startswith(opponent):
        verb, rest = words.removeprefix(opponent).split(" ", 1)
        return f"let {opponent}{verb.removesuffix('s')} {rest}"
    return words.removeprefix("you ")


def _trigger(trigger: tree.Trigger) -> str:
    if trigger.kind in ("turn_starts", "turn_ends"):
        whose = "each" if trigger.who == "any" else OWNERS[trigger.who]
        return f"at the {'start' if trigger.kind == 'turn_starts' else 'end'} of {whose} turn"
    happens = _HAPPENS[trigger.kind]
    if trigger.faces:
        happens = f"hits with a {faces_in_words(trigger.faces)}"
    if trigger.target is not None:
        happens += f" {with_article(thing(trigger.target))}"
    if trigger.direct:
        happens += " a player directly" if trigger.kind == "attacks" else " to a player"
    if trigger.cards is None:
        return f"when {'any player' if trigger.who == 'any' else PLAYERS[trigger.who]} {happens}"
    named = trigger.cards.relation in ("this", "equipped")
    return f"when {cards(trigger.cards).text if named else one_of(trigger.cards)} {happens}"
