"""`[text]`, `[design]`, `[tiers]`, `[serials]` and `[play]` of a ruleset, compiled."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from cardtools.ground.frozen_record import asdict
from cardtools.ground.spelling import suggest
from cardtools.language.patterns import PatternError, TextPattern
from cardtools.language.value_kinds import NUMBER_TYPES
from cardtools.language.whole_columns import RowFilter
from cardtools.rulesets.compile_context import Compilation
from cardtools.rulesets.effect_split import ENDS, EffectSplit
from cardtools.rulesets.files import Keys
from cardtools.rulesets.glossary import NO_WORDS, Glossary
from cardtools.rulesets.ruleset import (
    Boost,
    DesignRules,
    Field,
    PlayRules,
    SerialRules,
    TextRules,
    TierRules,
    Vocabulary,
)
from cardtools.rulesets.section_model import DesignEntry, PlayEntry, SerialsEntry, TextEntry, TiersEntry

_MOST_TIERS, _MOST_DIGITS, _MOST_STEP = 100, 9, 10**6


def compile_text(
    work: Compilation, entry: TextEntry, fields: Mapping[str, Field], vocabulary: Mapping[str, Vocabulary]
) -> TextRules:
    """The compiled rules of texts; their problems are in `work`."""
    styles = [column for pair in entry.styles.items() for column in pair]
    for key, named in (("columns", entry.columns), ("limits", entry.limits.values()), ("styles", styles)):
        for column in named:
            work.has_column(("text", key), column)
    texts = {name for name, field in fields.items() if field.entry.type == "str"}
    for column in entry.columns:
        if column in fields and column not in texts:
            work.problem(("text", "columns"), f"{column} isn't a text column", find=column)
    name = entry.keywords
    abilities = fields[name] if name and work.has_column(("text", "keywords"), name) else None
    if abilities and (abilities.entry.type != "list" or not abilities.vocabulary):
        message = f"{name} is not a list of the words of a vocabulary"
        hint = 'write type = "list" and vocabulary = "..." for it'
        work.problem(("text", "keywords"), message, hint, name)
    for name in entry.kinds:
        if name not in vocabulary:
            hint = suggest(name, list(vocabulary))
            work.problem(("text", "kinds"), f"unknown vocabulary {name!r}", hint, name)
    styled = [fields[column].vocabulary for column in entry.styles.values() if column in fields]
    known = {word for words in styled if words for word in words.known.values()}
    said = [("implies", start, style) for start, styles in entry.implies.items() for style in styles]
    said += [("requires", style, style) for style in entry.requires]
    for key, inner, style in said:
        if style not in known:
            hint = suggest(style, sorted(known))
            work.problem(("text", key, inner), f"unknown style {style!r}", hint, style)
    columns = entry.columns or work.model.effects.columns
    return TextRules(tuple(column for column in columns if column in texts), entry)


def compile_split(work: Compilation) -> EffectSplit:
    """How cells are divided into effects; its problems are in `work`."""
    how, keys = work.model.effects.split, ("effects", "split")
    try:
        if how.isalpha() and how not in ENDS:
            raise PatternError(f"unknown split {how!r}: write line, sentence, or a pattern such as ' / '")
        is_pattern = how and how not in ENDS
        return EffectSplit(how, TextPattern(how, partial(work.file.at, *keys), True) if is_pattern else None)
    except PatternError as error:
        work.problem(keys, str(error))
        return EffectSplit()


def compile_design(work: Compilation, entry: DesignEntry, fields: Mapping[str, Field]) -> DesignRules:
    """The compiled design; its problems are in `work`."""
    same, groups = (
        tuple(e for i, text in enumerate(texts) if (e := work.expression(text, ("design", key, i))))
        for key, texts in (("same", entry.same), ("groups", entry.groups))
    )
    for key, columns in (("words", entry.words), ("tribes", entry.tribes)):
        for index, column in enumerate(columns):
            if work.has_column(("design", key, index), column) and fields[column].vocabulary is None:
                message = f"{column} has no vocabulary, so its words are not known"
                work.problem(("design", key), message, "give the column a vocabulary", column)
    nouns = {}
    for noun, text in entry.nouns.items():
        if len(noun.split()) != 1:
            work.problem(("design", "nouns", noun), f"{noun!r} is not one word", "write one, as: card")
        nouns[noun] = RowFilter(work.condition(text, ("design", "nouns", noun)))
    if rank := entry.rank:
        _check_numbers(work, ("design", "rank", "column"), *filter(None, (rank.column,)))
        if rank.within:
            work.has_column(("design", "rank", "within"), rank.within)
        for key in ("exactly", "at_most", "at_least"):
            words = getattr(rank, key)
            if words and words.split().count("{}") != 1:
                message = f"{words!r} does not have {{}} as one of its words"
                work.problem(("design", "rank", key), message, "write {} for the number, as in: rank {}")
    numbers = [field for field in fields.values() if field.entry.type in NUMBER_TYPES]
    more, less = (
        tuple(field.name for field in numbers if field.entry.role == role) for role in ("strength", "cost")
    )
    return DesignRules(same, groups, more, less, entry.words, nouns, entry.tribes, entry.rank)


def compile_tiers(work: Compilation, entry: TiersEntry) -> TierRules:
    """The compiled tiers; their problems are in `work`."""
    _check_numbers(work, ("tiers", "column"), entry.column)
    most, printed = _MOST_TIERS, entry.printed
    if not printed or len(printed) > most or len({*printed, entry.design}) <= len(printed):
        message = f"printed = {list(printed)[:10]}, expected 1 to {most} different numbers"
        work.problem(("tiers", "printed"), f"{message} without {entry.design}, the number of the record")
    for key in ("names", "shares"):
        if (given := len(getattr(entry, key))) not in (0, len(printed)):
            work.problem(("tiers", key), f"{key} has {given}, expected one for each tier: {len(printed)}")
    if any(not 0 < share <= 100 for share in entry.shares):
        work.problem(("tiers", "shares"), f"shares = {list(entry.shares)}, expected more than 0, up to 100")
    for column in (name for pair in entry.keep.items() for name in pair):
        work.has_column(("tiers", "keep"), column)
    boosts = []
    for index, boost in enumerate(entry.boost):
        keys: Keys = ("tiers", "boost", index)
        _check_numbers(work, (*keys, "columns"), *boost.columns)
        if not boost.columns:
            work.problem((*keys, "columns"), "columns is empty", "name the columns that a tier adds to")
        if not 0 < boost.step <= _MOST_STEP:
            work.problem((*keys, "step"), f"step = {boost.step}, expected 1 to {_MOST_STEP:,}")
        total = work.expression(boost.total, (*keys, "total"))
        when = work.condition(boost.when, (*keys, "when"))
        if total:
            boosts.append(Boost(boost.columns, total, when, boost.step))
    return TierRules(**asdict(entry), boosts=tuple(boosts))


def _check_numbers(work: Compilation, keys: Keys, *columns: str) -> None:
    whole = [name for name, field in work.model.fields.items() if field.type in ("int", "signed")]
    for column in columns:
        if work.has_column(keys, column) and column not in whole:
            hint = suggest("", whole, "numbers")
            work.problem(keys, f"{column} isn't a column of whole numbers", hint, column)


def compile_serials(work: Compilation, entry: SerialsEntry) -> SerialRules:
    """The compiled scheme of ids; its problems are in `work`."""
    if work.has_column(("serials", "column"), entry.column) and work.model.fields[entry.column].type != "str":
        work.problem(("serials", "column"), f"{entry.column} isn't a column of texts")
    if bool(entry.digits) == bool(entry.ending) or not 0 <= entry.digits <= _MOST_DIGITS:
        message = "expected either digits (1 to 9) or ending"
        work.problem(("serials",), message, "write digits = 3 for a running number")
    text = work.message(entry.text, ("serials", "text"))
    when = work.condition(entry.when, ("serials", "when"))
    return SerialRules(entry.column, text, when, entry.digits, entry.ending)


def compile_play(work: Compilation, entry: PlayEntry) -> PlayRules:
    """The compiled `[play]`; its problems are in `work`."""
    if not entry.engine and not entry.turn:
        hint = 'write engine = "alpha", or the rules as [[play.turn]], or extend a ruleset that has one'
        work.problem(("play",), "play.engine is missing", hint)
    kinds, values = (
        {name: made for name, text in texts.items() if (made := work.expression(text, ("play", key, name)))}
        for key, texts in (("kinds", entry.kinds), ("values", entry.values))
    )
    filters = {kind: RowFilter(condition) for kind, condition in kinds.items()}
    if entry.engine and entry.turn:
        work.problem(
            ("play", "turn"), "[play] has either an engine or rules of its own", "remove one of them"
        )
    return PlayRules(entry.engine, filters, values, entry.options, entry.weights, entry)


def compile_glossary(work: Compilation) -> Glossary:
    """The terms and the marks of the game's own; their problems are in `work`."""
    glossary = NO_WORDS.joined(work.model.terms, work.model.marks, work.file.at)
    for keys, fault in glossary.faults():
        work.problem(keys, fault)
    return glossary
