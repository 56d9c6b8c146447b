"""From a ruleset file to a Ruleset: every name resolved, every expression compiled, every problem at once."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from cardtools.ground.errors import InputError
from cardtools.ground.spelling import suggest
from cardtools.ground.tables.workbooks import table_file
from cardtools.language.conditions import Expression, KnownNames, read_tree
from cardtools.language.messages import MessageTemplate
from cardtools.language.value_kinds import ANY, NUMBER, OF_TYPES, TEXT
from cardtools.language.whole_columns import RowFilter
from cardtools.rulesets import deck_model as kinds
from cardtools.rulesets.compile_context import IMPOSSIBLE_RANGE, NO_LIMIT, Compilation
from cardtools.rulesets.compile_fields import (
    compile_change,
    compile_field,
    compile_vocabulary,
    exact_number,
)
from cardtools.rulesets.compile_sections import (
    compile_design,
    compile_glossary,
    compile_play,
    compile_serials,
    compile_split,
    compile_text,
    compile_tiers,
)
from cardtools.rulesets.files import Keys, RulesetFiles
from cardtools.rulesets.merge import changes_in_place
from cardtools.rulesets.model import CardRuleEntry, FixEntry, RulesetFile, TagEntry
from cardtools.rulesets.ruleset import CheckChange, DeckRule, RequiredTag, Rule, RuleFix, Ruleset

# The keys of deck rules that are conditions; `of` is one in a share and a section in a subset.
_CONDITIONS = ("where", "known", "of", "needs", "from_", "makes", "own")


def compile_ruleset(file: RulesetFiles, model: RulesetFile, unclear: frozenset[str] = frozenset()) -> Ruleset:
    """The compiled ruleset. Raises InputError with every problem; what `unclear` columns hold is unknown."""
    # TOML keys are always texts; a column of whole numbers looks its entry up by number.
    tables = {
        name: {int(k) if re.fullmatch("-?[0-9]+", k) else k: exact_number(v) for k, v in table.items()}
        for name, table in model.tables.items()
    }
    held = {name: ANY if name in unclear else OF_TYPES[entry.type] for name, entry in model.fields.items()}
    work = Compilation(file, model, KnownNames(held, tables))
    for name in model.fields:
        if not name.isidentifier() or name.startswith("_"):
            work.problem(("fields", name), f"{name!r} cannot be a column name", "use letters, digits and _")
    _define(work)
    names = (*(name for name, entry in model.fields.items() if entry.unique), *model.fields, "")
    card = replace(model.card, label=model.card.label or names[0])
    work.has_column(("card", "label"), card.label)
    named = {"title": (card.title,), "decks": card.decks, "printing": card.printing, "order": card.order}
    for key, columns_of in named.items():
        for column in filter(None, columns_of):
            work.has_column(("card", key), column)
    vocabulary = {name: compile_vocabulary(work, name, entry) for name, entry in model.vocabulary.items()}
    fields = {name: compile_field(work, name, entry, vocabulary) for name, entry in model.fields.items()}
    columns = {name: name for name in fields}
    for name, other in ((name, other) for name, entry in model.fields.items() for other in entry.names):
        if other in columns:
            work.problem(("fields", name, "names"), f"{other} already is a name of {columns[other]}")
        columns[other] = name
    rules = tuple(rule for code, entry in model.rule.items() if (rule := _rule(work, code, entry)))
    for index, column in enumerate(model.effects.columns):
        work.has_column(("effects", "columns", index), column)
    changes = {"TXT004": compile_change(work, ("effects", "unknown"), model.effects.unknown)}
    tags = tuple(tag for code, entry in model.effects.tag.items() if (tag := _tag(work, code, entry)))
    text = compile_text(work, model.text, fields, vocabulary)
    for code, entry in model.deck.items():
        if isinstance(entry, kinds.LineEntry):
            work.code(code, ("deck", code))
            changes[kinds.LINE_CHECKS[entry.kind]] = CheckChange(entry, code)
    for code, change in model.override.items():
        if changes_in_place(code):
            hint = work.template(change.hint, ("override", code, "hint")) if change.hint else None
            changes[code] = CheckChange(change, hint=hint)
    design = compile_design(work, model.design, fields) if model.design else None
    tiers = compile_tiers(work, model.tiers) if model.tiers else None
    serials = compile_serials(work, model.serials) if model.serials else None
    if model.packs:
        work.expression(model.packs.insert, ("packs", "insert"))
        if model.packs.subject:
            work.has_column(("packs", "subject"), model.packs.subject)
    play = compile_play(work, model.play) if model.play else None
    split = compile_split(work)
    lists = {name: _list(work, ("list", name), entry) for name, entry in model.list.items()}
    rules_of_decks = ((code, one) for code, one in model.deck.items() if not isinstance(one, kinds.LineEntry))
    decks = tuple(_deck_rule(work, code, one) for code, one in rules_of_decks)
    glossary = compile_glossary(work)
    if work.problems:
        raise InputError(work.problems)
    return Ruleset(
        model.ruleset, card, file.path, tables, work.scope.defined, vocabulary, fields, columns, rules,
        model.effects.columns, tags, text, decks, changes, model.section, model.examples.cards,
        model.lock, design,
        (*(table_file(Path(one.table)) for one in lists.values()), *(source.path for source in file.files)),
        tiers, serials, model.packs, play, split=split, lists=lists, glossary=glossary,
    )  # fmt: skip


def _define(work: Compilation) -> None:
    """Put the defined names in scope. Raises InputError with what is wrong with the first that is wrong."""
    scope = work.scope
    for name, text in work.model.define.items():
        keys = ("define", name)
        if not name.isidentifier() or name.startswith("_"):
            work.problem(keys, f"{name!r} cannot be a name in expressions", "use letters, digits and _")
        elif name in scope.columns or name in scope.tables:
            work.problem(keys, f"{name} already is a {'column' if name in scope.columns else 'table'}")
        elif work.expression(text, keys, firsts=True) and (tree := read_tree(text, [])):
            work.scope = replace(work.scope, defined={**work.scope.defined, name: tree})
        if work.problems:
            raise InputError(work.problems)


def _rule(work: Compilation, code: str, entry: CardRuleEntry) -> Rule | None:
    keys: Keys = ("rule", code)
    firsts = bool(entry.group)
    when = work.condition(entry.when, (*keys, "when"), firsts)
    same: tuple[Expression, ...] = ()
    if entry.same:
        same = _same(work, keys, entry)
        wanted, message = None, work.template(entry.message, (*keys, "message"), firsts)
    else:
        wanted = work.expression(entry.assert_, (*keys, "assert"), firsts, (when,))
        message = work.message(entry.message, (*keys, "message"), firsts, (when,))
    hint = work.template(entry.hint, (*keys, "hint"), firsts, (when,))
    at = work.template(entry.at, (*keys, "at"), firsts, (when,)) if entry.at else None
    written = entry.at if at is None or not at.expressions else ""
    for key, column in (("at", written), ("group", entry.group), ("order", entry.order)):
        if column:
            work.has_column((*keys, key), column)
    if firsts != bool(entry.order):
        work.problem(keys, "group and order go together")
    earlier = list(work.model.rule)[: list(work.model.rule).index(code)]
    for other in entry.after:
        if other not in earlier:
            work.problem((*keys, "after"), f"{other} isn't a rule above this one", suggest(other, earlier))
    if (wanted is None and not entry.same) or (entry.when and when is None):
        return None
    info = work.check(code, keys, entry)
    first = next(iter(wanted.variables if wanted else ()), work.model.card.label)
    at = at or MessageTemplate(first, (re.sub(r"^(?:_(?:given|has|text|first)_)+", "", first),))
    fix = _fix(work, (*keys, "fix"), entry.fix, firsts, when) if entry.fix else None
    return Rule(info, entry, RowFilter(when, wanted), message, hint, at, same, fix)


def _same(work: Compilation, keys: Keys, entry: CardRuleEntry) -> tuple[Expression, ...]:
    found = [work.expression(text, (*keys, "same")) for text in entry.same]
    same = tuple(expression for expression in found if expression)
    if entry.assert_:
        work.problem((*keys, "assert"), "a rule has either same or assert", "remove one of them")
    if not (entry.message and entry.at) and any(one.text not in work.model.fields for one in same):
        work.problem((*keys, "same"), "to compare what is computed, a rule needs at and message", "add them")
    if "{" in entry.at:
        work.problem((*keys, "at"), "a rule with same has one column at", "write a column")
    if entry.fix:
        work.problem((*keys, "fix"), "a rule with same needs no fix", "remove fix")
    if not entry.group:
        work.problem(keys, "same needs a group", 'write group = "COLUMN" and an order')
    return same


def _fix(work: Compilation, keys: Keys, entry: FixEntry, firsts: bool, rule: Expression | None) -> RuleFix:
    when = work.condition(entry.when, (*keys, "when"), firsts, (rule,))
    values = {
        column: value
        for column, text in entry.set.items()
        if work.has_column((*keys, "set"), column)
        and (value := work.expression(text, (*keys, "set", column), firsts, (rule, when)))
    }
    return RuleFix(values, when, entry.safe)


def _tag(work: Compilation, code: str, entry: TagEntry) -> RequiredTag | None:
    keys: Keys = ("effects", "tag", code)
    when = work.condition(entry.when, (*keys, "when"))
    column = work.template(entry.column, (*keys, "column"), guards=(when,))
    message = work.message(entry.message, (*keys, "message"), guards=(when,))
    hint = work.template(entry.hint, (*keys, "hint"), guards=(when,))
    if entry.when and when is None:
        return None
    check = work.check(code, keys, entry)
    if entry.ok and entry.bad:
        fix = "choose an effect that is tagged for this card"
        check = check._replace(bad=entry.bad, good=entry.ok, fix=fix)
    return RequiredTag(check, RowFilter(when), column, message, hint)


def _list(work: Compilation, keys: Keys, entry: kinds.ListEntry) -> kinds.ListEntry:
    if entry.by:
        work.has_column((*keys, "by"), entry.by)
    work.name(keys, str(keys[-1]), OF_TYPES[entry.type])
    return replace(entry, table=str(work.file.owner(*keys).path.parent / entry.table))


def _deck_rule(work: Compilation, code: str, entry: kinds.DeckRuleKind) -> DeckRule:
    keys: Keys = ("deck", code)
    firsts, of_sum = bool(entry.first), isinstance(entry, kinds.SumEntry)
    scope, known_columns = work.scope, list(work.scope.columns)
    work.scope = replace(scope, columns={**scope.columns, "section": TEXT})
    parts = {"first": first} if (first := work.condition(entry.first, (*keys, "first"))) else {}
    work.scope = scope
    totals: dict[str, Expression] = {}
    for name, text in entry.totals.items() if isinstance(entry, kinds.SumEntry) else ():
        if part := work.expression(text, (*keys, "totals", name), firsts):
            totals[name] = part
            work.name((*keys, "totals", name), name, NUMBER)
    of_deck = dict.fromkeys((*totals, "size"), NUMBER) | ({"group": ANY} if getattr(entry, "by", "") else {})
    for key in (*_CONDITIONS, *(("by", "min", "max") if of_sum else ())):
        text = "" if key == "of" and isinstance(entry, kinds.SubsetEntry) else getattr(entry, key, "")
        of = of_deck if key in ("min", "max") else {}
        if text not in ("", None) and (part := work.part(str(text), (*keys, key.strip("_")), firsts, of)):
            parts[key] = part
    work.scope = scope
    by = "" if of_sum else getattr(entry, "by", ())
    columns = [*((by,) if isinstance(by, str) else by), *getattr(entry, "same", ())]
    columns += [getattr(entry, "field", "")]
    sections, formats = ((one,) if isinstance(one, str) else one for one in (entry.section, entry.format))
    sections = sections or (tuple(work.model.section) if entry.separate else ())
    parts_of = [*sections, *(entry.each if isinstance(entry, kinds.SizeEntry) else ())]
    parts_of += [entry.of] if isinstance(entry, kinds.SubsetEntry) else []
    known_sections = list(work.model.section)
    for what, named, known, title in (
        ("column", filter(None, columns), known_columns, "known"),
        ("section", parts_of, known_sections, "sections"),
    ):
        for name in named:
            if name not in known:
                work.problem(keys, f"unknown {what} {name!r}", suggest(name, known, title), name)
    # Ranges that no deck meets, and numbers of cards or shares that cannot be.
    most = 100 if isinstance(entry, kinds.ShareEntry) else NO_LIMIT
    ends = (getattr(entry, "min", None), getattr(entry, "max", None))
    low, high = (None if isinstance(end, str) else end for end in ends)
    work.range((*keys, "min"), low, high, within=(0, most))
    if isinstance(entry, kinds.ShareEntry):
        work.range((*keys, "or_min"), entry.or_min, entry.or_max, ("or_min", "or_max"), (0, NO_LIMIT))
    steps = entry.limit if isinstance(entry, kinds.CopiesEntry) else ()
    limit: list[tuple[Expression | None, int | None]] = []
    for index, step in enumerate(steps):
        own = None if step.max == "unlimited" else step.max
        if own is not None and own < 0:
            place = work.file.at(*keys, "limit", index, find="max")
            work.note(IMPOSSIBLE_RANGE.finding(place, f"max = {own}, expected 0 or more"))
        limit.append((work.condition(step.where, (*keys, "limit", index, "where"), firsts), own))
    if isinstance(entry, kinds.SearchEntry) and work.model.design is None:
        work.problem((*keys, "kind"), "a search needs to know how effects refer to cards", "write [design]")
    info = work.check(code, keys, entry)
    message = getattr(entry, "message", None)
    said = None if message is None else work.message(message, (*keys, "message"), firsts)
    advice = work.template(entry.hint, (*keys, "hint"), firsts) if entry.hint else None
    return DeckRule(info, entry, sections, parts, tuple(limit), said, advice, totals, formats)
