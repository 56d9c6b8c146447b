"""The decks of a project for the pages of the studio: what is in them, what the rules say, edits of
their lines.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardtools.cards.deck import CSV_COLUMNS, Deck, deck_lines, parse_deck, read_deck, section_names
from cardtools.cards.deck_forms import column_of, is_table
from cardtools.cards.deck_line import card_line, content, read_group, write_card
from cardtools.cards.names import CardNames
from cardtools.cards.table import CardTable
from cardtools.ground.errors import InputError, bad_input
from cardtools.ground.io.files import decode, read_bytes
from cardtools.ground.tables.edits import write_edits
from cardtools.ground.toml.toml_edits import as_toml, set_key
from cardtools.pages.studio.desk import Answer, Desk, version_of
from cardtools.pages.studio.merging import Records
from cardtools.pages.studio.texts import text_files
from cardtools.project.project import FILE_NAME

if TYPE_CHECKING:
    from cardtools.pages.studio.server import Studio

_MOST_EDITS = 500
_NEW = "//the new deck//"  # which is no path


def decks(desk: Desk) -> list[dict[str, Any]]:
    """The decks of the project and those beside them, which it does not name: they are neither
    checked nor printed.
    """
    named = list(desk.project.settings.cards.decks)
    others = [one["path"] for one in text_files(desk) if one["kind"] == "deck"]
    keys = ("path", "named", "size", "status", "missing", "why")
    return [{key: see_deck(desk, path)[key] for key in keys} for path in dict.fromkeys([*named, *others])]


def see_deck(desk: Desk, path: str) -> dict[str, Any]:
    """A deck: its blocks (what stands below a heading) with their cards, findings by line, and its charts."""
    from cardtools.checks.decks.deck_rules import find_in_deck, judge_deck

    known: dict[str, Any] = {"path": path, "named": path in desk.project.settings.cards.decks}
    deck, table, status, missing, why = Deck(Path(path), ()), desk.game.table, "unusable", 0, ""
    data = b""
    try:
        data = read_bytes(desk.root / path, "text_bytes")
        deck = _deck(desk, path, data)
        read_deck(desk.root / path)
        found = [one.diagnostic for one in find_in_deck(deck, table, table.ruleset)]
        verdict = judge_deck(deck, table, table.ruleset)
        status, missing, why = verdict.status, verdict.missing, "\n".join(verdict.reasons)
    except InputError as error:
        found = list(error.diagnostics)
        status, why = "empty" if data and not deck.entries else status, found[0].message
    return {
        **known,
        "version": version_of(data),
        "form": deck.form or ("CSV" if deck.file else ""),
        "size": deck.size,
        "status": status,
        "missing": missing,
        "why": why,
        "sections": list(table.ruleset.sections),
        "blocks": list(_blocks(desk, deck)),
        "problems": [{**one.data(), "line": one.location.line} for one in found],
        "charts": list(_charts(desk, deck)),
    }


def deck_names(desk: Desk) -> list[list[str]]:
    """The cards that a deck can name: the name as it writes it, and the card's file name."""
    table, names, slugs = desk.game.table, _names(desk), _slugs(desk)
    found = [_written(table, names, row) for row in range(len(table))]
    return [[name, slugs.get(row, "")] for row, name in enumerate(found) if name]


def _written(table: CardTable, names: CardNames, row: int) -> str:
    """What decks call a card; "" if another one has each of its names."""
    texts = (str(table.values[column][row]) for column in table.ruleset.deck_names)
    return next((text for text in texts if names.row(text) == row), "")


def edit_deck(desk: Desk, path: str, text: str, edits: list[Any]) -> str:
    """The text of a deck with edits, each a table with `op`: count (`line`, `name`, `count`; 0 takes it out),
    add (`name`, `count`, `section`), move (`line`, `name`; `to` a line, or to the end of a `section`).

    Only the lines of these cards change, and the sums of headings that were right. Raises InputError.
    """
    data = before = text.encode()
    wrong = dict(_sums(desk, path, before))
    for edit in edits[:_MOST_EDITS]:
        data = _edited(desk, path, data, edit)
    fixes = [one for name, fix in _sums(desk, path, data) if name not in wrong for one in fix]
    return write_edits(data, fixes).decode()


def _edited(desk: Desk, path: str, data: bytes, edit: Mapping[str, Any]) -> bytes:
    from cardtools.checks.decks.deck_file import recounted

    deck, op = _deck(desk, path, data), edit["op"]
    if deck.form not in ("", "Arena"):
        raise bad_input(path, f"a list of {deck.form} is not edited here", "change it in its own program")
    if op == "add":
        return _added(desk, path, data, deck, edit)
    wanted = int(edit["line"]), edit["name"]
    entry = next((one for one in deck.entries if (one.location.line, one.name) == wanted), None)
    if entry is None:
        raise bad_input(path, f"{edit['name']} is not here any more", "load the page again", wanted[0])
    if deck.lines and read_group(deck.lines[wanted[0] - 1]):
        raise bad_input(path, "this line has several cards", "change it in the text", wanted[0])
    if op == "count":
        fix = recounted(deck, {entry: max(0, int(edit["count"]))}, safe=True)
        delimiter = deck.file.delimiter if deck.file else ""
        return write_edits(data, fix.edits, delimiter) if fix else data
    if deck.file:
        raise bad_input(path, "the rows of a table are ordered in a spreadsheet", line=wanted[0])
    lines, end = _lines(data)
    at, heading = _end_of(desk, deck, str(edit["section"])) if "section" in edit else (int(edit["to"]), b"")
    taken, own = lines[wanted[0] - 1], wanted[0] - 1
    if "section" not in edit and at <= own:
        at -= 1  # above that line, where it comes from below
    lines[at:at] = [*([heading + end] if heading else []), taken]
    del lines[own + (1 + bool(heading) if at <= own else 0)]
    return _joined(data, lines)


def _added(desk: Desk, path: str, data: bytes, deck: Deck, edit: Mapping[str, Any]) -> bytes:
    """The file with more copies of a card in a section."""
    names, name, count = _names(desk), str(edit["name"]).strip(), max(1, int(edit.get("count", 1)))
    row, ruleset = names.row(name), desk.game.table.ruleset
    if row is None:
        near = names.near(name)
        raise bad_input(path, f"there is no card {name!r}", f"did you mean {near}?" if near else "")
    name = name if names.row(name.partition(" (")[0]) != row else _written(desk.game.table, names, row) or name
    section = str(edit.get("section", "")) or next(iter(ruleset.sections), "")
    here = [one.entry for one in deck_lines(deck, names, ruleset) if one.section == section]
    if same := next((one for one in here if names.row(one.name) == row), None):
        more = {"op": "count", "line": same.location.line, "name": same.name, "count": same.count + count}
        return _edited(desk, path, data, more)
    if is_table(data.decode("utf-8-sig")):
        records = Records(path, data)
        cells = [""] * len(records.cells[records.heading])
        own = here[-1].section if here else section
        for titles, value in zip(CSV_COLUMNS, (str(count), name, own), strict=True):
            if (place := column_of(records.cells[records.heading], titles)) is not None:
                cells[place] = value
        last = here[-1].location.line if here else records.lines[-1]
        return records.encoded(records.arranged(set(), [(last, cells)]))
    lines, end = _lines(data)
    at, heading = _end_of(desk, deck, section)
    like = content(deck.lines[at - 1]) if here and deck.lines else ""
    line = (write_card(like, count, name) if like else None) or card_line(count, name)
    lines[at:at] = [one + end for one in ([heading] if heading else []) + [line.encode()]]
    return _joined(data, lines)


def _end_of(desk: Desk, deck: Deck, section: str) -> tuple[int, bytes]:
    """Below which line (0: at the top) the next card of a section goes, and the heading that is missing."""
    ruleset = desk.game.table.ruleset
    known, lines = section_names(ruleset), deck_lines(deck, _names(desk), ruleset)
    last = [one.entry.location.line for one in lines if one.section == section]
    heads = [one.location.line for one in deck.headings if known.get(one.name.casefold()) == section]
    whole = len(deck.lines) - (bool(deck.lines) and not deck.lines[-1])
    if last or heads:
        return max(last or heads), b""
    if section not in ("", next(iter(ruleset.sections), "")):
        return whole, f"[{section}]".encode()
    return (deck.headings[0].location.line - 1 if deck.headings else whole), b""


def _lines(data: bytes) -> tuple[list[bytes], bytes]:
    """The lines of a file with their ends, the last one too, and such an end."""
    end = b"\r\n" if b"\r\n" in data else b"\n"
    whole = data if data.endswith(b"\n") or not data else data + end
    return [line + b"\n" for line in whole.split(b"\n")[:-1]], end


def _joined(data: bytes, lines: list[bytes]) -> bytes:
    whole = b"".join(lines)
    return whole if not data or data.endswith(b"\n") else whole.rstrip(b"\r\n")


def _sums(desk: Desk, path: str, data: bytes) -> Iterator[tuple[str, Any]]:
    """The headings whose number of cards is wrong, with the edits that correct it."""
    from cardtools.checks.decks.deck_file import HEADING_SUM
    from cardtools.checks.validate import validate_deck

    deck, table = _deck(desk, path, data), desk.game.table
    at = {one.location.line: one.name for one in deck.headings if one.count is not None}
    for one in validate_deck(deck, table, table.ruleset) if at else ():
        if one.code == HEADING_SUM.code and one.fix:
            yield at[one.location.line], one.fix.edits


def _deck(desk: Desk, path: str, data: bytes) -> Deck:
    """The deck that a file has, or an empty one."""
    file = desk.root / path
    text = decode(data, file)
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
        cards = desk.game.project_cards.cards
    except InputError:  # no face can be used
        return {}
    made: dict[int, str] = desk.keep("slugs by row", lambda: {card.row: card.slug for card in cards})
    return made


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
    for one in deck_tables(facts):
        if one.chart in ("columns", "bars"):
            bars = [[label, cells[0]] for label, cells in one.rows]
            yield {"label": one.name, "chart": one.chart, "bars": bars}


def keep_deck(studio: Studio, path: str, version: str, edits: list[Any], by: str, what: str) -> Any:
    """Change lines of a deck in the `version` that the page knows, as `edit_deck`."""
    workspace = studio.workspace
    try:
        known = workspace.journal.content(path, version, workspace.content(path)) or b""
    except KeyError:
        raise bad_input(path, "this version is not known any more", "load the page again") from None
    text = studio.read("edit_deck", path=path, text=known.decode(), edits=edits)
    workspace.change(by, what, {path: (version, text.encode())})
    return {"version": workspace.version(path)}


def new_deck(studio: Studio, path: str, by: str, like: str = "") -> Any:
    """Make a deck, or a copy of the one `like`, and name it in the project file; one that is there
    is only named.
    """
    workspace, old = studio.workspace, studio.workspace.content(path)
    if old is not None and like:
        raise bad_input(path, "there is such a file already", "choose another name")
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


ANSWERS: dict[str, Answer] = {
    "decks": decks, "deck": see_deck, "deck_names": deck_names, "edit_deck": edit_deck
}  # fmt: skip
