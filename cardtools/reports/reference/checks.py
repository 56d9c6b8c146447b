"""What `cardtools explain CODE` says about a check."""

from __future__ import annotations

from cardtools.checks.examples import ExampleResult, run_examples
from cardtools.ground.catalogue import Check
from cardtools.rulesets import Ruleset, built_in_rulesets


def check_parts(check: Check, ruleset: Ruleset | None) -> list[tuple[str, str]]:
    """What a check of a ruleset (None: of every game) is about: titles with texts."""
    bad, good, fix = check.bad, check.good, check.fix
    results = {one.bad: one for one in reversed(list(run_examples(ruleset, check.code)))} if ruleset else {}
    if refused := results.get(True):
        bad = good = ""
        if refused.diagnostics:
            said = refused.diagnostics[0]
            bad, fix = f"{_example(refused)}\n{said.message}", said.hint
    if accepted := results.get(False):
        good = _example(accepted)
    what = check.summary or check.name.replace("-", " ")
    # A designer's own rule has only what he wrote; a rule of ours says where it comes from.
    own = ruleset is not None and ruleset.id not in built_in_rulesets()
    stated = "The rules of the game state it." if check.source else "It is the custom of the game."
    parts = (
        ("What", f"{what[:1].upper()}{what[1:]}."),
        ("Why", check.why or ("" if own else stated)),
        ("Place", check.source or ("" if own else "stated nowhere, a check of cardtools")),
        ("Bad", bad),
        ("Good", good),
        ("Fix", fix),
    )
    return [(title, text or "none") for title, text in parts if text or not own]


def check_page(check: Check, ruleset: Ruleset | None) -> str:
    """The parts as lines, below one that names the check."""
    owner = f"ruleset {ruleset.id}" if ruleset else "every game"
    lines = [f"{check.code} {check.name} ({check.severity}, {owner})", ""]
    for title, text in check_parts(check, ruleset):
        first, *rest = text.split("\n")
        lines += [f"{title + ':':<7}{first}", *(f"       {line}" for line in rest)]
    return "\n".join(lines)


def _example(result: ExampleResult) -> str:
    """The rows or the deck list of an example, one a line."""
    rows = (
        [f"{name} {'(empty)' if value == '' else value}" for name, value in row.items()]
        for row in result.rows
    )
    return result.deck or "\n".join(map(", ".join, rows))
