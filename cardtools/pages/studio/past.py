"""The history page: what happened, versions with names, and what changed since one of them."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardtools.ground.errors import bad_input
from cardtools.pages.studio.desk import Desk, DeskAnswer

if TYPE_CHECKING:
    from cardtools.pages.studio.studio import Studio

_MOST = 100  # events that are sent at once
_LONGEST = 200  # characters of what an event is called
_AWAY = 15.0  # seconds after which a tab that says nothing is closed
_REVISION = r"[\w][\w./~^@+-]*\Z"  # of git; never an option


def history(studio: Studio, card: str = "", path: str = "", before: int = 0) -> Any:
    """The latest events of the journal, of a card, a file or `before` a number, and the named versions."""
    workspace, last = studio.workspace, before or 1 << 48
    with workspace.together():
        events = list(workspace.journal.events)
        undone = workspace.undone()
    wanted = [
        event
        for event in reversed(events)
        if (not card or card in event.cards) and (not path or path in event.files)
    ]
    found = [event for event in wanted if event.number < last]
    sent = [
        event._asdict()
        | {"what": event.what[:_LONGEST], "cards": event.cards[:_MOST], "files": list(event.files)[:_MOST]}
        | {"undone": event.number in undone}
        for event in found[:_MOST]
    ]
    names = [
        {"number": one.number, "name": one.name, "when": one.when} for one in reversed(events) if one.name
    ]
    paths = sorted({name for event in events for name in event.files})
    return {"events": sent, "more": len(found) > _MOST, "versions": names, "files": paths}


def name_version(studio: Studio, by: str, name: str) -> Any:
    """Give the files as they are now a name."""
    if not name.strip():
        raise bad_input("the version", "it needs a name", '"before the playtest"')
    return {"number": studio.workspace.name_version(by, name.strip()[:_LONGEST]).number}


def restore(studio: Studio, by: str, number: int, path: str = "") -> Any:
    """Make a file, or all, what it was after an event."""
    event = studio.workspace.restore(by, number, path)
    return {"what": event.what if event else ""}


def present(studio: Studio, by: str, place: str) -> Any:
    """Say which place of the page a tab shows; the answer is what the other tabs show."""
    now = time.monotonic()
    studio.tabs[by[:40]] = place[:_LONGEST], now
    for tab, (_, seen) in list(studio.tabs.items()):
        if now - seen > _AWAY or len(studio.tabs) > _MOST:
            del studio.tabs[tab]
    return {"others": [shown for tab, (shown, _) in studio.tabs.items() if tab != by]}


def since(studio: Studio, number: int = 0, revision: str = "") -> Any:
    """What changed in the cards since an event of the journal, or a revision of git, as `compared`."""
    if revision:
        return studio.read("compared", revision=revision)
    tables = [one["path"] for one in studio.read("overview")["tables"] if not one["extra"]]
    data = {path: studio.workspace.as_of(number, path) for path in tables}
    return studio.read("compared", tables=data)


def revisions(desk: Desk) -> list[dict[str, Any]]:
    """The tags and the last commits of git, as `diff` knows them: name, when, and what the commit says."""
    from cardtools.reports.diff.versions import list_revisions

    return [{"name": name, "when": when, "text": text} for name, when, text in list_revisions(desk.root)]


def compared(desk: Desk, tables: Mapping[str, bytes | None] = {}, revision: str = "") -> dict[str, Any]:
    """What changed in the cards since the tables were these bytes (by their paths in the project), or since a
    revision of git: cards that are new, that are gone, and that changed, each with its cells of then.
    """
    from cardtools.cards.table import read_tables
    from cardtools.reports.diff.compare import compare
    from cardtools.reports.diff.versions import read_version
    from cardtools.reports.diff.wording import Origins

    rules, new = desk.game.table.ruleset, desk.game.table
    if revision:
        if not re.match(_REVISION, revision):
            raise bad_input(revision, "expected a tag or a commit of git")
        old = read_version(revision, [part.path for part in new.file.parts], rules)
    else:
        known = {Path(f"then:{path}"): data for path, data in tables.items() if data is not None}
        if not known:
            raise bad_input("the version", "there was no card table yet")
        old = read_tables(tuple(known), rules, tuple(known.values()))
    found = compare(old, new, Origins(desk.project))
    slugs = [card.slug for card in desk.game.project_cards.cards]

    def then(row: int) -> dict[str, str]:
        file = found.old.cards.file
        return {title: str(column[row]) for title, column in zip(file.header, file.columns, strict=True)}

    changed = [
        {
            "slug": slugs[card.new],
            "name": found.new.name(card.new),
            "then": then(card.old),
            "changes": [{"column": one.column, "old": one.old, "new": one.new} for one in card.changes],
        }
        for card in found.changed
    ]
    return {
        "counts": found.counts,
        "changed": changed,
        "added": [{"slug": slugs[row], "name": found.new.name(row)} for row in found.added],
        "removed": [{"name": found.old.name(row), "then": then(row)} for row in found.removed],
    }


ANSWERS: dict[str, DeskAnswer] = {"compared": compared, "revisions": revisions}
READS: dict[str, Callable[..., Any]] = {"history": history, "since": since}
CHANGES: dict[str, Callable[..., Any]] = {
    "name_version": name_version,
    "restore": restore,
    "present": present,
}
