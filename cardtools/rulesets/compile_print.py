"""The printed rows, the ids and the packs of cards, from [tiers], [serials] and [packs] of a ruleset file."""

from __future__ import annotations

from cardtools.ground.spelling import suggest
from cardtools.ground.toml.tomlplaces import Key
from cardtools.rulesets.compile_context import Compilation
from cardtools.rulesets.print_model import BoostEntry, PackRulesEntry, SerialsEntry, TiersEntry
from cardtools.rulesets.ruleset import Boost, SerialRules, TierRules

_NUMBERS = ("int", "signed")
_MOST_TIERS, _MOST_DIGITS, _MOST_STEP = 100, 9, 10**6


def compile_tiers(work: Compilation, entry: TiersEntry) -> TierRules:
    """The compiled tiers; their problems are in `work`."""
    _number(work, ("tiers", "column"), entry.column)
    repeated = [tier for tier in entry.printed if entry.printed.count(tier) > 1]
    if not entry.printed or len(entry.printed) > _MOST_TIERS or repeated or entry.design in entry.printed:
        message = f"printed = {list(entry.printed)[:10]}, expected 1 to {_MOST_TIERS} different numbers"
        work.problem(("tiers", "printed"), f"{message} without {entry.design}, the number of the record")
    for key in ("names", "shares"):
        if (given := len(getattr(entry, key))) not in (0, len(entry.printed)):
            work.problem(
                ("tiers", key), f"{key} has {given}, expected one for each tier: {len(entry.printed)}"
            )
    if any(not 0 < share <= 100 for share in entry.shares):
        work.problem(("tiers", "shares"), f"shares = {list(entry.shares)}, expected more than 0, up to 100")
    for name, source in entry.keep.items():
        for column in (name, source):
            if column not in work.model.fields:
                work.unknown_column(("tiers", "keep"), column)
    boosts = (_boost(work, ("tiers", "boost", index), boost) for index, boost in enumerate(entry.boost))
    made = tuple(boost for boost in boosts if boost)
    return TierRules(
        entry.column, entry.design, entry.printed, made, entry.keep, entry.names, entry.shares
    )  # fmt: skip


def _boost(work: Compilation, keys: tuple[Key, ...], entry: BoostEntry) -> Boost | None:
    for column in entry.columns:
        _number(work, (*keys, "columns"), column)
    if not entry.columns:
        work.problem((*keys, "columns"), "columns is empty", "name the columns that a tier adds to")
    if not 0 < entry.step <= _MOST_STEP:
        work.problem((*keys, "step"), f"step = {entry.step}, expected 1 to {_MOST_STEP:,}")
    total = work.expression(entry.total, (*keys, "total"))
    when = work.expression(entry.when, (*keys, "when")) if entry.when else None
    return Boost(entry.columns, total, when, entry.step) if total else None


def _number(work: Compilation, keys: tuple[Key, ...], column: str) -> None:
    if column not in work.model.fields:
        work.unknown_column(keys, column)
    elif work.model.fields[column].type not in _NUMBERS:
        known = [name for name, field in work.model.fields.items() if field.type in _NUMBERS]
        work.problem(keys, f"{column} isn't a column of whole numbers", suggest("", known, "numbers"), column)


def compile_serials(work: Compilation, entry: SerialsEntry) -> SerialRules:
    """The compiled scheme of ids; its problems are in `work`."""
    if entry.column not in work.model.fields:
        work.unknown_column(("serials", "column"), entry.column)
    elif work.model.fields[entry.column].type != "str":
        work.problem(("serials", "column"), f"{entry.column} isn't a column of texts")
    if bool(entry.digits) == bool(entry.ending) or not 0 <= entry.digits <= _MOST_DIGITS:
        message = "expected either digits (1 to 9) or ending"
        work.problem(("serials",), message, "write digits = 3 for a running number")
    text = work.message(entry.text, ("serials", "text"))
    when = work.expression(entry.when, ("serials", "when")) if entry.when else None
    return SerialRules(entry.column, text, when, entry.digits, entry.ending)


def check_packs(work: Compilation, entry: PackRulesEntry) -> None:
    """Put what is wrong with the packs into `work`."""
    work.expression(entry.insert, ("packs", "insert"))
    if entry.subject and entry.subject not in work.model.fields:
        work.unknown_column(("packs", "subject"), entry.subject)
