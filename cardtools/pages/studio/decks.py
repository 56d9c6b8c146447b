"""The decks of a project for the pages of the studio: what is in them, what the rules say, edits of lines."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict

from cardtools.cards.deck import Deck, deck_lines, parse_deck, read_deck, section_names
from cardtools.cards.deck_forms import is_table
from cardtools.cards.deck_line import card_line, content, read_group, write_card
from cardtools.cards.names import CardNames
from cardtools.cards.table import CardTable
from cardtools.ground.errors import InputError, bad_input
from cardtools.ground.io.files import decode, read_bytes
from cardtools.ground.tables.edits import write_edits
from cardtools.ground.toml.toml_edits import set_key
from cardtools.ground.toml.toml_values import as_toml
from cardtools.pages.studio.desk import Desk, DeskAnswer
from cardtools.pages.studio.history import content_digest
from cardtools.pages.studio.texts import text_files
from cardtools.project.project import FILE_NAME

if TYPE_CHECKING:
    from cardtools.pages.studio.studio import Studio

_MOST_EDITS = 500
_NEW = "//the new deck//"  # which is no path


class DeckEdit(TypedDict, total=False):
    """An edit of a deck, as `edit_deck` says."""

    op: str
    name: str
    line: int
    count: int
    section: str
    to: int


def decks(desk: Desk) -> list[dict[str, Any]]:
    """The decks of the project, and those that it does not name: they are neither checked nor printed."""
    named = list(desk.project.settings.cards.decks)
    others = [one["path"] for one in text_files(desk) if one["kind"] == "deck"]
    keys = ("path", "named", "size", "status", "missing", "why")
    found = (see_deck(desk, path) for path in dict.fromkeys([*named, *others]))
    return [{key: one[key] for key in keys} for one in found]


def see_deck(desk: Desk, path: str) -> dict[str, Any]:
    """A deck: its blocks (what stands below a heading) with their cards, findings by line, and its charts."""
    from cardtools.checks.decks.deck_rules import find_in_deck, judge_deck

    deck, table, data = Deck(Path(path), ()), desk.game.table, b""
    known: dict[str, Any] = {"status": "unusable", "missing": 0, "why": ""}
    try:
        data = read_bytes(desk.root / path, "text_bytes")
        deck = _deck(desk, path, data)
        known["status"] = "unusable" if deck.entries else "empty"
        read_deck(desk.root / path)
        found = [one.diagnostic for one in find_in_deck(deck, table, table.ruleset)]
        verdict = judge_deck(deck, table, table.ruleset)
        known |= {"status": verdict.status, "missing": verdict.missing, "why": "\n".join(verdict.reasons)}
    except InputError as error:
        found = list(error.diagnostics)
        known["why"] = found[0].message
    known |= {
        "path": path,
        "named": path in desk.project.settings.cards.decks,
        "version": content_digest(data),
    }
    known |= {
        "text": data.decode(errors="replace"),
        "size": deck.size,
        "sections": list(table.ruleset.sections),
    }
    known["problems"] = [{**one.data(), "line": one.location.line} for one in found]
    return {**known, "blocks": list(_blocks(desk, deck)), "charts": list(_charts(desk, deck))}


def deck_names(desk: Desk) -> list[list[str]]:
    """The cards that a deck can name: the name as it writes it, and the card's file name."""
    table, names, slugs = desk.game.table, _names(desk), _slugs(desk)
    found = [_written(table, names, row) for row in range(len(table))]
    return [[name, slugs.get(row, "")] for row, name in enumerate(found) if name]


def _written(table: CardTable, names: CardNames, row: int) -> str:
    """What decks call a card; "" if another one has each of its names."""
    texts = (str(table.values[column][row]) for column in table.ruleset.deck_names)
    return next((text for text in texts if names.row(text) == row), "")


def edit_deck(desk: Desk, path: str, text: str, edits: list[DeckEdit]) -> str:
    """The text of a deck with edits, each a table with `op`: count (`line`, `name`, `count`; 0 takes it out),
    add (`name`, `count`, `section`), move (`line`, `name`, and the line `to` whose place it takes).

    Only the lines of these cards change, and the sums of headings that were right. Raises InputError.
    """
    wrong = dict(_sums(desk, path, text))
    for edit in edits[:_MOST_EDITS]:
        text = _edited(desk, path, text, edit)
    fixes = [one for name, fix in _sums(desk, path, text) if name not in wrong for one in fix]
    return write_edits(text.encode(), fixes).decode()


def _edited(desk: Desk, path: str, text: str, edit: DeckEdit) -> str:
    from cardtools.checks.decks.deck_file import recounted

    deck, end = _deck(desk, path, text.encode()), "\r\n" if "\r\n" in text else "\n"
    lines = text.split(end)
    if deck.form not in ("", "Arena") or (edit.get("op") != "count" and len(lines) != len(deck.lines)):
        raise bad_input(path, "this list is changed in its text, or in its own program")
    if edit.get("op") == "add":
        return _added(desk, path, text, deck, edit)
    line, name = edit.get("line", 0), edit.get("name", "")
    entry = next((one for one in deck.entries if (one.location.line, one.name) == (line, name)), None)
    if entry is None:
        raise bad_input(path, f"{name} is not here any more", "load the page again", line)
    if deck.lines and read_group(deck.lines[line - 1]):
        raise bad_input(path, "this line has several cards", "change it in the text", line)
    if edit.get("op") == "move":
        lines.insert(edit.get("to", 1) - 1, lines.pop(line - 1))
        return end.join(lines)
    fix, delimiter = recounted(deck, {entry: max(0, edit.get("count", 0))}, safe=True), deck.file
    return (
        write_edits(text.encode(), fix.edits, delimiter.delimiter if delimiter else "").decode()
        if fix
        else text
    )


def _added(desk: Desk, path: str, text: str, deck: Deck, edit: DeckEdit) -> str:
    """The text with more copies of a card in a section, below its last card."""
    table, names, end = desk.game.table, _names(desk), "\r\n" if "\r\n" in text else "\n"
    name, count, sections = (
        edit.get("name", "").strip(),
        max(1, edit.get("count", 1)),
        [*table.ruleset.sections, ""],
    )
    row = names.row(name)
    if row is None:
        near = names.near(name)
        raise bad_input(path, f"there is no card {name!r}", f"did you mean {near}?" if near else "")
    section = edit.get("section", "") or sections[0]
    here = [one.entry for one in deck_lines(deck, names, table.ruleset) if one.section == section]
    if same := next((one for one in here if names.row(one.name) == row), None):
        at, number = same.location.line, same.count + count
        more: DeckEdit = {"op": "count", "line": at, "name": same.name, "count": number}
        return _edited(desk, path, text, more)
    if "(" not in name:  # `Ox (XMP) 12` stays as it is
        name = _written(table, names, row) or name
    lines, known = text.split(end), section_names(table.ruleset)
    heads = [one.location.line for one in deck.headings if known.get(one.name.casefold()) == section]
    at, new = len(lines) - (not lines[-1]), []
    if here or heads:
        at = here[-1].location.line if here else heads[-1]
    elif section != sections[0]:
        new = [f"[{section}]"]
    elif deck.headings:
        at = deck.headings[0].location.line - 1
    like = write_card(content(deck.lines[at - 1]), count, name) if here else None
    lines[at:at] = [*new, like or card_line(count, name)]
    return end.join(lines)


def _sums(desk: Desk, path: str, text: str) -> Iterator[tuple[str, Any]]:
    """The headings whose number of cards is wrong, with the edits that correct it."""
    from cardtools.checks.decks.deck_file import HEADING_SUM
    from cardtools.checks.validate import validate_deck

    deck, table = _deck(desk, path, text.encode()), desk.game.table
    at = {one.location.line: one.name for one in deck.headings if one.count is not None}
    for one in validate_deck(deck, table, table.ruleset) if at else ():
        if one.code == HEADING_SUM.code and one.fix:
            yield at[one.location.line], one.fix.edits


def _deck(desk: Desk, path: str, data: bytes) -> Deck:
    """The deck that a file has, or an empty one."""
    file, text = desk.root / path, decode(data, desk.root / path)
    try:
        return read_deck(file, text)
    except InputError:
        return parse_deck(file, "" if is_table(text) or "\0" in text else text)


def _names(desk: Desk) -> CardNames:
    made: CardNames = desk.keep("card names", lambda: CardNames(desk.game.table))
    return made


def _slugs(desk: Desk) -> dict[int, str]:
    """The file names of the cards by row."""
    try:
        return {card.row: card.slug for card in desk.game.project_cards.cards}
    except InputError:  # no face can be used
        return {}


def _blocks(desk: Desk, deck: Deck) -> Iterator[dict[str, Any]]:
    """What stands below each heading, in order; what stands above all has no title."""
    slugs, ruleset = _slugs(desk), desk.game.table.ruleset
    known, lines = section_names(ruleset), deck_lines(deck, _names(desk), ruleset)
    starts: list[tuple[int, str, int | None]] = [(0, "", None)]
    starts += [(one.location.line, one.name, one.count) for one in deck.headings]
    section = next(iter(ruleset.sections), "")
    for (start, title, stated), (end, *_) in zip(starts, [*starts[1:], (10**9, "", None)], strict=True):
        section = known.get(title.casefold(), section)
        cards = []
        for entry, row in ((one.entry, one.row) for one in lines):
            at = entry.location.line
            if entry.section != title if deck.file else not start <= at < end:
                continue
            above = deck.lines[at - 2].strip() if 1 < at <= len(deck.lines) else ""
            card = {"line": at, "count": entry.count, "name": entry.name, "known": row is not None}
            card["slug"] = slugs.get(row, "") if row is not None else ""
            card["note"] = above.lstrip("# ") if above.startswith("#") else ""
            cards.append({**card, "several": bool(deck.lines and read_group(deck.lines[at - 1]))})
        if cards or title:
            size = sum(int(str(one["count"])) for one in cards)
            yield {"title": title, "section": section, "stated": stated, "size": size, "cards": cards}


def _charts(desk: Desk, deck: Deck) -> Iterator[dict[str, Any]]:
    """How many cards have each cost, and are of each kind, as the statistics have it."""
    from cardtools.reports.stats.decks import deck_tables
    from cardtools.reports.stats.facts import Facts, Pile

    table, copies = desk.game.table, Counter[int]()
    apart = {name for name, entry in table.ruleset.sections.items() if entry.apart}
    for line in deck_lines(deck, _names(desk), table.ruleset):
        if line.row is not None and line.section not in apart:
            copies[line.row] += line.entry.count
    facts = Facts(table, (), piles=[Pile("deck", copies, copies.total(), 0)] if copies else [])
    facts.__dict__["columns"] = desk.keep("roles", lambda: facts.columns)  # which takes long
    for one in deck_tables(facts):
        if one.chart in ("columns", "bars"):
            bars = [[label, cells[0]] for label, cells in one.rows]
            yield {"label": one.name, "chart": one.chart, "bars": bars}


def new_deck(studio: Studio, path: str, by: str, like: str = "") -> Any:
    """Make a deck, or a copy of the one `like`, and name it in the project file, as one that is there."""
    workspace, old = studio.workspace, studio.workspace.content(path)
    if (old is not None and like) or not path.endswith((".txt", ".csv", ".dek")):
        raise bad_input(path, "a deck cannot have this name", "choose another one, which ends with .txt")
    title = Path(path).stem.replace("-", " ")
    new = workspace.content(like) if like else f"# {title}\n".encode()
    changes = {path: (workspace.version(path), new)} if old is None else {}
    before = workspace.content(FILE_NAME) or b""
    changes[FILE_NAME] = workspace.version(FILE_NAME), _naming(before.decode(), path).encode()
    workspace.change(by, f"Deck {title}: {'named' if old else 'copied' if like else 'made'}", changes)
    return {"path": path}


def _naming(text: str, path: str) -> str:
    """The project file with one more deck; the others stay as they are written."""
    known = tomllib.loads(text).get("cards", {}).get("decks", [])
    if not known:
        return set_key(text, ("cards", "decks"), [path])
    made = set_key(text, ("cards", "decks", len(known) - 1), _NEW)
    return text if path in known else made.replace(as_toml(_NEW), f"{as_toml(known[-1])}, {as_toml(path)}", 1)


ANSWERS: dict[str, DeskAnswer] = {
    "decks": decks, "deck": see_deck, "deck_names": deck_names, "edit_deck": edit_deck
}  # fmt: skip
