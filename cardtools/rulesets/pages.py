"""What can be told about a check without trying it: its page, from the catalogue or from a ruleset."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from cardtools.rulesets.catalogue import DECK_CHECKS, FIELD_CHECKS, GENERIC, CheckInfo
from cardtools.rulesets.ruleset import Ruleset
from cardtools.tomlfile import conform, read_toml


@dataclass(frozen=True, slots=True)
class Note:
    """Why there is a check, an example in words of what it refuses and accepts, and what to do."""

    why: str
    bad: str
    good: str
    fix: str


@dataclass(frozen=True, slots=True)
class Page:
    """A check and its note; the note is the generic check's where the ruleset only gave it a code."""

    info: CheckInfo
    owner: str
    note: Note | None = None

    @property
    def why(self) -> str:
        """Why there is this check; where nothing else is said, because the rules state it."""
        if self.info.why:
            return self.info.why
        if self.info.source:
            return "The rules of the game state it."
        return self.note.why if self.note else "It is the custom of the game."


@cache
def _notes() -> dict[str, Note]:
    file = read_toml(Path(__file__).parent / "notes" / "catalogue.toml")
    return conform(file, dict[str, Note])


def generic_pages() -> Iterator[Page]:
    """The checks that every game shares, in the catalogue's order."""
    for code, info in GENERIC.items():
        yield Page(info, "every game", _notes().get(code))


def ruleset_pages(ruleset: Ruleset) -> Iterator[Page]:
    """The checks to which the ruleset gives a code of its own, each once, in its order."""
    generic = _generic_codes(ruleset)
    seen = set(GENERIC)
    for info in ruleset.checks():
        if info.code not in seen:
            seen.add(info.code)
            note = _notes().get(generic.get(info.code, ""))
            yield Page(info, ruleset.id, _tag_note(ruleset, info.code) or note)


def _generic_codes(ruleset: Ruleset) -> dict[str, str]:
    codes = {
        check.info.code: FIELD_CHECKS[kind]
        for field in ruleset.fields.values()
        for kind, check in field.checks.items()
    }
    codes |= {info.code: DECK_CHECKS[kind] for kind, info in ruleset.deck_lines.items()}
    codes[ruleset.unknown_effect.info.code] = "TXT004"
    if ruleset.lock is not None:
        codes[ruleset.lock.code] = "RUL015"
    return codes


def _tag_note(ruleset: Ruleset, code: str) -> Note | None:
    for rule in ruleset.tag_rules:
        if rule.info.code == code and rule.ok and rule.bad:
            return Note("", rule.bad, rule.ok, "choose an effect that is tagged for this card")
    return None
