"""From a ruleset file to a Ruleset: every name resolved, every expression compiled, every problem at once."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from cardtools.ground.errors import InputError
from cardtools.ground.spelling import listed, suggest
from cardtools.ground.toml.tomlplaces import Key
from cardtools.language.conditions import Expression, KnownNames, read_tree
from cardtools.language.messages import MessageTemplate
from cardtools.language.patterns import PatternError, TextPattern
from cardtools.language.value_kinds import ANY, OF_TYPES
from cardtools.language.whole_columns import RowFilter
from cardtools.rulesets.compile_context import Compilation
from cardtools.rulesets.compile_decks import compile_deck_rule
from cardtools.rulesets.compile_design import compile_design
from cardtools.rulesets.compile_play import compile_play
from cardtools.rulesets.compile_print import check_packs, compile_serials, compile_tiers
from cardtools.rulesets.compile_text import compile_text
from cardtools.rulesets.compile_values import check_values, exact_number, exactly
from cardtools.rulesets.deck_model import LINE_CHECKS, LineEntry
from cardtools.rulesets.field_model import FIELD_CHECKS, CheckEntry, FieldEntry, VocabularyEntry
from cardtools.rulesets.files import RulesetFiles
from cardtools.rulesets.merge import changes_in_place
from cardtools.rulesets.model import CardRuleEntry, FixEntry, RulesetFile, TagEntry
from cardtools.rulesets.ruleset import CheckChange, Field, RequiredTag, Rule, RuleFix, Ruleset, Vocabulary


def compile_ruleset(file: RulesetFiles, model: RulesetFile, unclear: frozenset[str] = frozenset()) -> Ruleset:
    """The compiled ruleset. Raises InputError with every unknown name, bad expression and table gap.

    Of the `unclear` columns nobody knows what they hold.
    """
    tables = {
        name: {_table_key(k): exact_number(v) for k, v in table.items()}
        for name, table in model.tables.items()
    }
    kinds = {name: ANY if name in unclear else OF_TYPES[entry.type] for name, entry in model.fields.items()}
    work = Compilation(file, model, KnownNames(kinds, tables))
    for name in model.fields:
        if not name.isidentifier() or name.startswith("_"):
            work.problem(("fields", name), f"{name!r} cannot be a column name", "use letters, digits and _")
    _define(work)
    unique = next(
        (name for name, entry in model.fields.items() if entry.unique), next(iter(model.fields), "")
    )
    model = replace(model, card=replace(model.card, label=model.card.label or unique))
    card = model.card
    title = (card.title,) if card.title else ()
    for key, named in (
        ("label", (card.label,)),
        ("title", title),
        ("decks", card.decks),
        ("order", card.order),
    ):
        for column in named:
            if column not in model.fields:
                work.unknown_column(("card", key), column)
    vocabulary = {name: _vocabulary(work, name, entry) for name, entry in model.vocabulary.items()}
    fields = {name: _field(work, name, entry, vocabulary) for name, entry in model.fields.items()}
    columns = _column_names(work, model.fields)
    rules = tuple(rule for code, entry in model.rule.items() if (rule := _rule(work, code, entry)))
    for index, column in enumerate(model.effects.columns):
        if column not in fields:
            work.unknown_column(("effects", "columns", index), column)
    changes = {"TXT004": _change(work, ("effects", "unknown"), model.effects.unknown)}
    tags = tuple(tag for code, entry in model.effects.tag.items() if (tag := _tag(work, code, entry)))
    text = compile_text(work, model.text, fields, vocabulary)
    decks = []
    for code, entry in model.deck.items():
        if isinstance(entry, LineEntry):
            work.code(code, ("deck", code))
            changes[LINE_CHECKS[entry.kind]] = CheckChange(entry, code)
        else:
            decks.append(compile_deck_rule(work, code, entry))
    for code, change in model.override.items():
        if changes_in_place(code):
            hint = work.template(change.hint, ("override", code, "hint")) if change.hint else None
            changes[code] = CheckChange(change, hint=hint)
    design = compile_design(work, model.design, fields) if model.design else None
    tiers = compile_tiers(work, model.tiers) if model.tiers else None
    serials = compile_serials(work, model.serials) if model.serials else None
    if model.packs:
        check_packs(work, model.packs)
    play = compile_play(work, model.play) if model.play else None
    if work.problems:
        raise InputError(work.problems)
    return Ruleset(
        model.ruleset, model.card, file.path, tables, work.scope.defined, vocabulary, fields, columns, rules,
        model.effects.columns, tags, text, tuple(decks), changes, model.section, model.examples.cards,
        model.lock, design, tuple(source.path for source in file.files),
        tiers, serials, model.packs, play,
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


def _table_key(key: str) -> int | str:
    # TOML keys are always texts; a column of whole numbers looks its entry up by number.
    return int(key) if re.fullmatch(r"-?[0-9]+", key) else key


def _column_names(work: Compilation, fields: Mapping[str, FieldEntry]) -> dict[str, str]:
    names = {name: name for name in fields}
    for name, entry in fields.items():
        for other in entry.names:
            if other in names:
                work.problem(("fields", name, "names"), f"{other} already is a name of {names[other]}")
            names[other] = name
    return names


def _vocabulary(work: Compilation, name: str, entry: VocabularyEntry) -> Vocabulary:
    words = (*entry.values, *entry.undocumented)
    known = {word: word for word in words}
    for kind, pairs in (("aliases", entry.aliases), ("spellings", entry.spellings)):
        for word, meant in pairs.items():
            if meant not in words:
                hint = suggest(meant, words)
                work.problem(
                    ("vocabulary", name, kind), f"{word} = {meant!r}, which isn't one of the values", hint
                )
            known[word] = meant
    if entry.ignore_case:
        known = {word.casefold(): meant for word, meant in known.items()}
    return Vocabulary(entry, known)


def _change(work: Compilation, keys: tuple[Key, ...], entry: CheckEntry) -> CheckChange:
    if entry.code:
        work.code(entry.code, keys)
    return CheckChange(
        entry,
        entry.code,
        work.template(entry.message, (*keys, "message")) if entry.message else None,
        work.template(entry.hint, (*keys, "hint")) if entry.hint else None,
    )


def _field(work: Compilation, name: str, entry: FieldEntry, vocabulary: Mapping[str, Vocabulary]) -> Field:
    keys: tuple[Key, ...] = ("fields", name)
    if entry.vocabulary and entry.vocabulary not in vocabulary:
        hint = suggest(entry.vocabulary, list(vocabulary))
        work.problem((*keys, "vocabulary"), f"unknown vocabulary {entry.vocabulary!r}", hint)
    for key, column in (
        ("ref", entry.ref),
        ("shared_by", entry.shared_by),
        ("complete", entry.complete.by if entry.complete else ""),
        *(("unique_with", c) for c in entry.unique_with),
    ):
        if column and column not in work.model.fields:
            work.unknown_column((*keys, key), column)
    for kind in entry.checks:
        if kind not in FIELD_CHECKS:
            hint = suggest(kind, list(FIELD_CHECKS), "known")
            work.problem((*keys, "checks", kind), f"unknown check {kind!r}", hint)
    if work.scope.columns[name]:  # what it holds is known
        check_values(work, keys, name, entry)
    pattern = None
    try:
        place = partial(work.file.at, *keys, "pattern")
        pattern = TextPattern(entry.pattern, place) if entry.pattern else None
    except PatternError as error:
        hint = (
            f"write \\{error.character}, or the pattern as a literal string '...'" if error.character else ""
        )
        work.problem((*keys, "pattern"), str(error), hint)
    required = None
    if isinstance(entry.required, str):
        condition = work.expression(entry.required, (*keys, "required"))
        required = RowFilter(condition) if condition else None
    elif entry.required:
        required = RowFilter(None)
    named = work.expression(entry.ref_where, (*keys, "ref_where")) if entry.ref_where else None
    if entry.ref_where and not entry.ref:
        work.problem((*keys, "ref_where"), "ref_where needs a ref", 'write ref = "COLUMN"')
    meant = work.expression(entry.stats_where, (*keys, "stats_where")) if entry.stats_where else None
    derived = work.expression(entry.derived, (*keys, "derived")) if entry.derived else None
    if derived and (
        wrong := set(derived.variables) & {name} or set(derived.variables) - set(derived.columns)
    ):
        message = f"derived reads {listed(sorted(wrong))}, expected the values of other columns"
        work.problem((*keys, "derived"), message)
    changes = {
        FIELD_CHECKS[kind]: _change(work, (*keys, "checks", kind), change)
        for kind, change in entry.checks.items()
        if kind in FIELD_CHECKS
    }
    label = entry.label or name.replace("_", " ").lower()
    words = vocabulary.get(entry.vocabulary)
    entry = exactly(entry)
    filters = (RowFilter(named), RowFilter(meant))
    return Field(name, entry, label, words, required, pattern, *filters, derived, changes)


def _rule(work: Compilation, code: str, entry: CardRuleEntry) -> Rule | None:
    keys: tuple[Key, ...] = ("rule", code)
    firsts = bool(entry.group)
    when = work.expression(entry.when, (*keys, "when"), firsts) if entry.when else None
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
        if column and column not in work.model.fields:
            work.unknown_column((*keys, key), column)
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
    broken = RowFilter(when, wanted)
    fix = _fix(work, (*keys, "fix"), entry.fix, firsts, when) if entry.fix else None
    return Rule(
        info, broken, message, hint, at, entry.group, entry.order, same, entry.after, entry.cause,
        entry.sign_lost,
        fix, entry.example,
    )  # fmt: skip


def _same(work: Compilation, keys: tuple[Key, ...], entry: CardRuleEntry) -> tuple[Expression, ...]:
    """What a rule compares within a group of cards."""
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


def _fix(
    work: Compilation, keys: tuple[Key, ...], entry: FixEntry, firsts: bool, rule: Expression | None
) -> RuleFix:
    when = work.expression(entry.when, (*keys, "when"), firsts, (rule,)) if entry.when else None
    values: dict[str, Expression] = {}
    for column, text in entry.set.items():
        if column not in work.model.fields:
            work.unknown_column((*keys, "set"), column)
        elif value := work.expression(text, (*keys, "set", column), firsts, (rule, when)):
            values[column] = value
    return RuleFix(values, when, entry.safe)


def _tag(work: Compilation, code: str, entry: TagEntry) -> RequiredTag | None:
    keys: tuple[Key, ...] = ("effects", "tag", code)
    when = work.expression(entry.when, (*keys, "when")) if entry.when else None
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
