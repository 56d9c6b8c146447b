"""The engine of a project's game with two of its decks, as [play] of the ruleset says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from cardtools.cards.deck import check_size
from cardtools.cards.table import CardTable
from cardtools.checks.columns import Columns
from cardtools.checks.decks.contents import read_contents
from cardtools.checks.fields import check_fields
from cardtools.checks.validate import validate_deck
from cardtools.ground.errors import CardtoolsError, Diagnostic, InputError, Location, bad_input
from cardtools.ground.io.files import shown
from cardtools.ground.spelling import did_you_mean, suggest
from cardtools.ground.toml.tomlfile import read_toml
from cardtools.language.conditions import COMPUTING_ERRORS
from cardtools.language.reasons import reason
from cardtools.play.engine import CardText, DeckCards, Definition, Engine, Needed, Option
from cardtools.play.games import find_engine
from cardtools.play.rules.making import rule_engine
from cardtools.play.rules.reading import RulesError
from cardtools.rulesets.ruleset import PlayRules, Ruleset
from cardtools.steps.game_files import GameFiles
from cardtools.steps.programs import read_compiler

# What a text of a card means.
Understand = Callable[[str], CardText]


def understanding(game: GameFiles) -> Understand:
    """How a game's texts are read: as the abilities of their programs, or with the reason why there are none.

    Raises InputError where a file of the project cannot be used.
    """
    compiler = read_compiler(game.project, game.ruleset)
    if compiler is None:
        missing = f"there is no {game.project.settings.effects.programs}"
        return lambda text: CardText(text, (), missing)

    def understand(text: str) -> CardText:
        compiled = compiler.compile(text)
        return CardText(text, compiled.program.abilities if compiled.program else (), compiled.reason)

    return understand


def deck_paths(game: GameFiles, names: Sequence[str], number: int = 2) -> list[Path]:
    """The decks that the user means: files, or the project's own and those beside them by their name without
    ending; by default the first `number` of the project. Raises CardtoolsError where there is none of that
    name.
    """
    own = {Path(deck).stem: game.project.path(deck) for deck in game.project.settings.cards.decks}
    if not names:
        if not own:
            raise CardtoolsError(
                "the project has no decks\n  help: name a deck list, or add it to decks in cardtools.toml"
            )
        return list(own.values())[:number]
    found = []
    for name in names:
        beside = (deck.parent / f"{name}{deck.suffix}" for deck in own.values())
        path = next((one for one in (Path(name), *beside) if one.is_file()), own.get(name))
        if path is None:
            near = did_you_mean(Path(name).stem, own)
            hint = f"did you mean {near}?" if near else f"the project's decks: {', '.join(own) or 'none'}"
            raise CardtoolsError(f"{name}: no such deck list\n  help: {hint}")
        found.append(path)
    return found


def load_match(
    game: GameFiles, decks: Sequence[Path], understand: Understand, allow_blank: bool = False
) -> Engine[Any]:
    """The game of a project with a deck for each player that is legal and whose texts can all be played.

    Raises InputError as `legal_decks` does.
    """
    rules, engine = play_rules(game.ruleset)
    return engine(legal_decks(game, decks, understand, allow_blank), rules.options, rules.weights)


def legal_decks(
    game: GameFiles, decks: Sequence[Path], understand: Understand, allow_blank: bool = False
) -> list[DeckCards]:
    """The cards, by section, of decks that are legal and whose texts can all be played; copies of a card are
    one definition. Sections that are apart, such as a sideboard, are left out unless the engine plays with
    them.

    Raises InputError with the findings of the decks, and with every card whose text cannot be played, unless
    such cards are allowed: they are played without it; also as `load_cards` does.
    """
    own = replace(game, deck_files=tuple(dict.fromkeys(decks)))
    table, ruleset = own.table, own.ruleset
    findings = (finding for deck in own.decks for finding in validate_deck(deck, table, ruleset))
    if faults := [one for one in findings if one.severity == "error" and one.code not in ruleset.off]:
        raise InputError(faults)
    _, engine = play_rules(ruleset)
    for deck in own.decks:
        check_size(deck)
    contents = [read_contents(deck, table, ruleset) for deck in own.decks]
    rows = {line.row for deck in contents for line in deck.lines if line.row is not None}
    definitions = load_cards(table, sorted(rows), understand)
    apart = {name for name, entry in ruleset.sections.items() if entry.apart} - set(engine.SECTIONS)
    found: dict[Path, DeckCards] = {}
    for path, known in zip(dict.fromkeys(decks), contents, strict=True):
        found[path] = piles = {name: list[Definition]() for name in ruleset.sections if name not in apart}
        for line in known.lines:
            if line.row is not None and line.section not in apart:
                piles.setdefault(line.section, []).extend([definitions[line.row]] * line.entry.count)
    cards = [card for deck in found.values() for pile in deck.values() for card in pile]
    blank = {card.name: text.blank for card in cards for text in card.texts if text.blank}
    if blank and not allow_blank:
        hint, titles, at = (
            "--allow-blank plays such cards without their text",
            match_names(table),
            table.file.at,
        )
        raise InputError(
            Diagnostic(at(titles.index(name), 0), f"{name}: its text cannot be played: {why}", hint)
            for name, why in blank.items()
        )
    return [found[path] for path in decks]


def load_cards(table: CardTable, rows: Iterable[int], understand: Understand) -> dict[int, Definition]:
    """The cards in these rows, ready to be played.

    Raises InputError with every problem of the ruleset's [play], and of cards whose values it cannot use.
    """
    rules, engine = play_rules(table.ruleset)
    rows = list(rows)
    if faults := _faulty_cells(table, rules, rows):
        raise InputError(faults)
    columns, names = Columns(table), match_names(table)
    problems: list[tuple[int, str]] = []
    kinds: dict[str, set[int]] = {}
    for kind, condition in rules.kinds.items():
        fitting, stuck = condition.rows(columns, len(table))
        kinds[kind] = set(fitting)
        problems += [(row, f"kind {kind} cannot be computed: {why}") for row, why in stuck.items()]
    definitions = {}
    for row in rows:
        values: dict[str, Any] = {}
        for name, expression in rules.values.items():
            needed = {variable: columns(variable)[row] for variable in expression.variables}
            if any(needed[variable] is None for variable in expression.needs):
                continue
            try:
                values[name] = expression.value(needed)
            except COMPUTING_ERRORS as error:
                problems.append((row, f"{name} cannot be computed: {reason(error)}"))
            else:
                if why := engine.VALUES[name].misfit(values[name]):
                    problems.append((row, f"{name} {why}"))
        own = frozenset(kind for kind, fitting_rows in kinds.items() if row in fitting_rows)
        cells = (table.values[column][row] for column in table.ruleset.text.columns)
        effects = (one for cell in cells if cell for one in table.ruleset.split.effects(str(cell)))
        texts = tuple(understand(one.text) for one in effects)
        definitions[row] = Definition(names[row], own, values, texts)
    if problems:
        at = table.file.at
        raise InputError(Diagnostic(at(row, 0), f"{table.name(row)}: {what}") for row, what in problems)
    return definitions


def _faulty_cells(table: CardTable, rules: PlayRules, rows: Iterable[int]) -> list[Diagnostic]:
    """The errors in cells of these rows that [play] reads: without a value a card would play as another."""
    columns = {name for one in rules.kinds.values() for name in one.columns}
    columns |= {name for one in rules.values.values() for name in one.columns}
    read = {table.place(row, name) for row in rows for name in columns}
    found = check_fields(table, Columns(table, table.unusable), columns)[0]
    return [one for one in (*table.problems, *found) if one.severity == "error" and one.location in read]


def play_rules(ruleset: Ruleset) -> tuple[PlayRules, type[Engine[Any]]]:
    """How the game is played, and the engine's class. Raises InputError with every problem of [play]."""
    rules = ruleset.play
    if rules is None:
        message = f"the ruleset {ruleset.id} does not say how the game is played"
        raise bad_input(shown(ruleset.path), message, 'write [play] with engine = "alpha", or another one')
    try:
        place = lambda: _place(ruleset, "engine")  # noqa: E731
        engine = find_engine(rules.engine, place) if rules.engine else rule_engine(rules.entry)
    except RulesError as error:
        faults = ((fault, _place(ruleset, *fault.keys, find=fault.text)) for fault in error.faults)
        raise InputError(
            Diagnostic(at._replace(column=at.column + fault.offset), fault.message, fault.hint)
            for fault, at in faults
        ) from None
    if problems := [*_faults(ruleset, rules, engine)]:
        raise InputError(problems)
    return rules, engine


def _faults(ruleset: Ruleset, rules: PlayRules, engine: type[Engine[Any]]) -> Iterator[Diagnostic]:
    for key in ("kinds", "values", "options", "weights"):
        given: Mapping[str, Any] = getattr(rules, key)
        known: Mapping[str, Needed | Option] = getattr(engine, key.upper())
        for name, value in given.items():
            if name not in known:
                message = f"the engine {engine.NAME} has no {key[:-1]} {name!r}"
                yield Diagnostic(_place(ruleset, key, name), message, suggest(name, list(known), key))
            elif isinstance(one := known[name], Option) and (expected := one.expected(value)):
                yield Diagnostic(_place(ruleset, key, name), f"{name} = {value!r}, expected {expected}")
        for name, needed in known.items():
            if isinstance(needed, Needed) and name not in given and not needed.optional:
                message = f"[play.{key}] lacks {name}: {needed.meaning}"
                hint = f"write {name} = ..." + (" as a condition" if key == "kinds" else " as an expression")
                yield Diagnostic(_place(ruleset, key), message, hint)


def _place(ruleset: Ruleset, *keys: str | int, find: str = "") -> Location:
    """Where [play] says something, or else is: in the last of the ruleset's files that has it."""
    for wanted in (keys, ()):
        for path in reversed(ruleset.files):
            file = read_toml(path)
            inner: Any = file.data.get("play")
            for key in wanted:
                has = isinstance(inner, dict) or (isinstance(inner, list) and key in range(len(inner)))
                inner = (inner.get(key) if isinstance(inner, dict) else inner[key]) if has else None
            if inner is not None:
                return file.at("play", *wanted, find=find)
    return Location(shown(ruleset.path))


def match_names(table: CardTable) -> list[str]:
    """What the cards are called in a match, by row: by the name that is printed on them, if it is theirs
    alone, else by the one that tells them apart.
    """
    titles = [table.title(row) for row in range(len(table))]
    number = Counter(titles)
    return [title if title and number[title] == 1 else table.name(row) for row, title in enumerate(titles)]
