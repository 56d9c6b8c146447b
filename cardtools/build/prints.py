"""The steps that draw cards and lay them out on sheets."""

from __future__ import annotations

import time
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cardtools.build.job import Build
from cardtools.errors import InputError
from cardtools.files import digest, make_folder, shown
from cardtools.incremental import tool_digest
from cardtools.spelling import counted

if TYPE_CHECKING:
    from cardtools.drawing import Cards
    from cardtools.render.pictures import CardSource


def make_cards_and_sheets(build: Build) -> None:
    """Both in one, because a card is composed once for its picture and for every sheet it is on."""
    project, settings = build.project, build.project.settings
    if not build.has_cards:
        return
    faces = {project.path(choice.face) for choice in (*settings.faces, *settings.backs)}
    folders = {face.parent for face in faces} | {project.path("templates")}
    sources = {path for folder in folders for path in folder.rglob("*") if path.is_file()}
    sources.update(*map(_made_of, faces))
    # The ruleset types the cells, and says by which columns decks name cards.
    sources |= {project.path(settings.cards.database), *build.game.ruleset.files, *build.art_files}
    sources.update(project.extras)
    decks = [project.path(deck) for deck in settings.cards.decks]
    definitions = {project.sheet(), *(project.sheet(table.stem) for table in project.extras)}
    pictures, sheets = make_folder(project.output / "cards"), make_folder(project.output / "sheets")
    card_settings = (settings.name, settings.copyright, settings.ruleset, settings.faces, settings.render)
    card_inputs = build.inputs((card_settings, settings.cards.art, settings.cards.pictures), sources)
    sheet_settings = (
        card_inputs, settings.sheet, settings.printers, settings.backs, settings.cards.decks, settings.extras
    )  # fmt: skip
    sheet_inputs = build.inputs(sheet_settings, [*definitions, *decks])
    cards_fresh = build.fresh("cards", card_inputs, shown(pictures))
    sheets_fresh = build.fresh("sheets", sheet_inputs, shown(sheets))
    if cards_fresh and sheets_fresh:
        return

    from cardtools.drawing import Cards
    from cardtools.render.sources import load_card_set

    start = time.perf_counter()
    cards = Cards(load_card_set(project), build.record)
    found = cards.findings
    build.console.problems(found)
    if not cards_fresh:
        _cards(build, cards, pictures, "" if found else card_inputs, start)
        start = time.perf_counter()
    if not sheets_fresh:
        _sheets(build, cards, sheets, "" if found else sheet_inputs, start)


def _made_of(face: Path, seen: frozenset[Path] = frozenset()) -> set[Path]:
    """What a face extends, its fonts and icons, wherever they lie; nothing of a file that cannot be read."""
    try:
        data = tomllib.loads(face.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return set()
    named = [data.get(table) for table in ("fonts", "icons")]
    names = [name for table in named if isinstance(table, dict) for name in table.values()]
    flat = [one for name in names for one in (name if isinstance(name, list) else [name])]
    found = {face.parent / name for name in flat if isinstance(name, str)}
    base = data.get("extends")
    if isinstance(base, str) and (parent := face.parent / base) not in seen:
        found |= {parent, *_made_of(parent, seen | {face, parent})}
    return found


def _cards(build: Build, cards: Cards, folder: Path, inputs: str, start: float) -> None:
    """Draw the pictures of the cards whose inputs have changed; `inputs` is empty when there are findings."""
    from cardtools.drawing import Easel

    dpi = build.project.settings.render.dpi
    every = cards.card_set.everything
    targets = {card.slug: folder / f"{card.slug}.png" for card in every if cards.inputs(card)}
    wanted = {
        card.slug: card_inputs
        for card in every
        if card.slug in targets
        and (card_inputs := digest(tool_digest(), cards.inputs(card), str(dpi)))
        and not build.record.fresh(targets[card.slug], card_inputs)
    }
    new = cards.compose(card for card in every if card.slug in wanted)
    drawn = Easel(build.project, dpi).draw(cards.card_set, new, build.jobs)
    with build.console.progress(drawn, len(new), "cards") as waiting:
        for card, data in waiting:
            build.record.write(targets[card.card.slug], wanted[card.card.slug], data)
    made = counted(len(targets), "picture")
    if inputs:
        build.record.finish_step("cards", inputs, list(targets.values()), made)
    said = made if len(new) == len(targets) else f"{made}, {len(new)} of them new"
    if cards.broken:
        said += f"; not drawn: {', '.join(cards.broken)}"
    code = 2 if cards.broken else int(any(finding.severity == "error" for finding in cards.findings))
    build.done("cards", said, shown(folder), start, code)


def _sheets(build: Build, drawn: Cards, folder: Path, inputs: str, start: float) -> None:
    """Lay out each deck (without any, one of each card) and the extras, where their cards have changed;
    `inputs` as for cards.
    """
    from cardtools.cards.deck import read_deck
    from cardtools.render.proxies import sheet_names

    project, card_set = build.project, drawn.card_set
    targets: list[Path] = []
    pages, code = 0, 0
    decks = sheet_names([project.path(deck) for deck in project.settings.cards.decks], project.extras)
    for name in (*decks, *card_set.extras):
        try:
            if name in card_set.extras:
                cards = card_set.copies_of_extras(name)
            else:
                deck = decks[name]
                cards = card_set.deck(read_deck(deck)) if deck else card_set.cards
            # A deck may name other pictures of its cards than the project does.
            found = drawn.learn(cards)
            build.console.problems(found)
            inputs = "" if found else inputs
            targets.append(folder / f"{name}.pdf")
            pages += _sheet(build, drawn, name, cards, targets[-1])
        except InputError as error:
            build.console.problems(error.diagnostics)
            code = 2
    made = f"{counted(len(targets), 'PDF')} of {counted(pages, 'sheet')}"
    if inputs and not code:
        build.record.finish_step("sheets", inputs, targets, made)
    build.done("sheets", made, shown(folder), start, code)


def _sheet(build: Build, drawn: Cards, name: str, cards: Sequence[CardSource], target: Path) -> int:
    """Lay out one deck, unless it is fresh; how many sheets of paper it has."""
    from cardtools.render.proxies import (
        PrintOptions,
        compose_backs,
        find_printer,
        load_label_font,
        sheet_count,
        sheet_title,
        write_sheets,
    )
    from cardtools.render.sheets import load_sheet

    settings, card_set = build.project.settings, drawn.card_set
    definition = build.project.sheet(name)
    layout = load_sheet(definition, settings.sheet.paper)
    cards = [card for card in cards if drawn.inputs(card)]
    pages = sheet_count(layout, len(cards), *drawn.size(cards[0]), definition) if cards else 0
    backs = compose_backs(layout, card_set, cards)
    build.console.problems(problem for back in backs for problem in (*back.findings, *back.problems))
    made_of = [*map(drawn.inputs, cards), *(back.inputs for back in backs)]
    inputs = build.inputs((settings.sheet, settings.printers, settings.name, name, made_of), [definition])
    if build.record.fresh(target, inputs):
        return pages
    scenes = [card.scene for card in drawn.compose(cards) if card.scene]
    with build.record.writing(target, inputs) as file:
        write_sheets(
            file,
            layout,
            scenes,
            card_set.fonts(),
            card_set.art_files,
            sheet_title(settings.name, name),
            load_label_font(layout, definition),
            definition,
            [back.scene for back in backs],
            PrintOptions(printer=find_printer(build.project)),
        )
    return pages
