"""Writes `docs/games/GAME.md`: what the rules of a game say, and what of it is checked and played."""

from __future__ import annotations

import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))  # as pytest does

from statements import Example, Game, Statement, games

PAGES = Path(__file__).parents[2] / "docs" / "games"
RULINGS = "../rulings.md"


def page(game: Game) -> str:
    """The page of a game."""
    verdicts = [(s.checked, s.played, s.kept, s.cannot, s.open) for s in game.statements]
    checked, played, kept, cannot, missing = (sum(map(bool, one)) for one in zip(*verdicts, strict=True))
    head = f"""\
# {game.title}

Made by `python tests/statements/pages.py` from `tests/statements/{game.path.name}`; the examples are tests.

What the rules say, and what of it `cardtools validate` checks with the ruleset `{game.id}`: of
{len(verdicts)} statements {checked} are checked, {played} are about matches, which follow them, {kept} are
kept by other commands, {cannot} cannot be checked, and {missing} are open. Where the rules are silent,
matches follow [these rulings]({RULINGS}{_anchor(game)}).
The examples change the [cards at the end of this page](#the-cards).
"""
    parts = [head]
    chapter = ""
    for statement in game.statements:
        if statement.at != chapter:
            chapter = statement.at
            parts.append(f"## {chapter}\n")
        parts += _statement(game, statement)
    parts.append("## The cards\n")
    for name, cells in game.base.get("card", {}).items():
        parts.append(f"`{name}`: {_cells(cells)}\n")
    for name, text in game.base.get("deck", {}).items():
        parts.append(f"The deck `{name}`: {', '.join(text.split(chr(10)))}\n".replace(", \n", "\n"))
    return "\n".join(parts)


def _anchor(game: Game) -> str:
    return f"#{game.rulings.lower().replace(' ', '-')}"


def _statement(game: Game, statement: Statement) -> list[str]:
    if statement.checked:
        codes = ", ".join(f"[`{code}`](../checks.md#{code.lower()})" for code in statement.checked)
        verdict = f"Checked by {codes}."
    elif statement.played:
        verdict = f"Played: matches follow it ([rulings]({RULINGS}{_anchor(game)}))."
    elif statement.kept:
        verdict = f"Kept: {statement.kept}"
    elif statement.cannot:
        verdict = f"Cannot be checked: {statement.cannot}"
    else:
        verdict = f"Open: {statement.open}"
    lines = [f"**{statement.says}**", f"{verdict}\n"]
    refused = next((one for one in statement.examples if not one.accepts(statement.checked)), None)
    accepted = next((one for one in statement.examples if one.accepts(statement.checked)), None)
    for word, example in (("Refused", refused), ("Accepted", accepted)):
        if example:
            lines += _example(word, example)
    return lines


def _example(word: str, example: Example) -> list[str]:
    found = f" ({', '.join(dict.fromkeys(example.codes))})" if example.codes else ""
    if "deck" in example.entry:
        if "\n" in example.entry["deck"]:
            return [f"{word}{found}:\n", *(f"    {line}" for line in example.deck().splitlines()), ""]
        changes = [f"`{new}` instead of `{old}`" for old, new in example.entry.get("replace", {}).items()]
        return [f"{word}{found}: the deck `{example.entry['deck']}`{_with(', '.join(changes))}\n"]
    if "cards" in example.entry:
        return [f"{word}{found}:\n", *(f"    {line}" for line in example.cards().splitlines()), ""]
    lines = [
        f"`{row['card']}`{_with(_cells({name: text for name, text in row.items() if name != 'card'}))}"
        for row in example.rows()
    ]
    if len(lines) == 1:
        return [f"{word}{found}: {lines[0]}\n"]
    return [f"{word}{found}:\n", *(f"- {line}" for line in lines), ""]


def _with(changes: str) -> str:
    return f" with {changes}" if changes else ""


def _cells(cells: dict[str, str]) -> str:
    return ", ".join(f"{name} {f'`{text}`' if text else '(empty)'}" for name, text in cells.items())


if __name__ == "__main__":
    PAGES.mkdir(exist_ok=True)
    for one in games():
        (PAGES / f"{one.id}.md").write_text(page(one), encoding="utf-8")
