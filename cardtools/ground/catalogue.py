"""Every check once: its code, name and severity, and the page that `cardtools explain` prints.

A check is a `Check` in the file that holds its logic, and nothing lists it a second time: `catalogue`
collects the declarations, `check_functions` the functions that make the findings. A ruleset may give a check
a code of its own (`[fields.NAME.checks.range] code = "ABC104"`), which changes what it is called and keeps
its logic.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, Literal, NamedTuple, cast

from cardtools.ground.errors import Diagnostic, Fix, Location, Severity

Level = Literal["error", "warning", "info", "off"]

# Modules and packages that declare checks.
_DECLARED_IN = (
    "ground.io.files", "ground.tables.csv_faults", "effects", "rulesets", "cards", "checks",
    "render.compose.compose_checks", "programs.program_checks", "printrun.run_checks",
)  # fmt: skip

_PART = re.compile(r"^\s*(source|why|bad|good|fix): ", re.MULTILINE)
_LONGEST = 2000  # characters of a message
_BREAK = re.compile(r"\s*\n\s*")


class Check(NamedTuple):
    """What a check is called, how severe its findings are, and one line that explains it.

    `source` is the chapter of the documentation that states the rule. `why`, an example that it refuses
    (`bad`) and one that it accepts (`good`), and `fix` are its page.
    """

    code: str
    name: str
    severity: Level
    summary: str
    source: str = ""
    why: str = ""
    bad: str = ""
    good: str = ""
    fix: str = ""

    @classmethod
    def of(cls, page: str) -> Check:
        """A check from its page: the line `CODE name severity: summary`, then `source:`, `why:`, `bad:`,
        `good:` and `fix:`, each at the beginning of a line and as long as it needs to be.
        """
        head, *parts = _PART.split(page)
        code, name, severity, summary = head.split(maxsplit=3)
        texts = {
            part: _BREAK.sub(" ", text.strip()) for part, text in zip(parts[::2], parts[1::2], strict=True)
        }
        return cls(code, name, cast(Level, severity[:-1]), _BREAK.sub(" ", summary.strip()), **texts)

    def data(self) -> dict[str, str]:
        """What a list of checks says about it, for programs."""
        return {name: getattr(self, name) for name in ("code", "name", "severity", "summary", "source")}

    def finding(
        self, location: Location, message: str, hint: str = "", part: str = "", fix: Fix | None = None
    ) -> Diagnostic:
        """A finding of this check. Callers skip a check that is switched off."""
        severity: Severity = "info" if self.severity == "off" else self.severity
        if len(message) > _LONGEST:
            message = f"{message[:_LONGEST]}…"
        return Diagnostic(location, message, hint, self.code, self.name, severity, fix, part)


RunCheck = Callable[[Any], Iterable[Diagnostic]]


@cache
def catalogue() -> Mapping[str, Check]:
    """The checks that every game shares, by code, in the order of their codes."""
    found = {check.code: check for room in _DECLARED_IN for check in _declared(f"cardtools.{room}")}
    return dict(sorted(found.items()))


@cache
def check_functions(package: str) -> tuple[RunCheck, ...]:
    """The functions `check` of the modules of a package, by module name; its other modules only help them."""
    import importlib
    import pkgutil

    path = importlib.import_module(package).__path__
    names = sorted(inner.name for inner in pkgutil.iter_modules(path))
    modules = (importlib.import_module(f"{package}.{name}") for name in names)
    return tuple(run for module in modules if (run := getattr(module, "check", None)))


def _declared(name: str) -> Iterator[Check]:
    import importlib
    import pkgutil

    module = importlib.import_module(name)
    yield from (value for value in vars(module).values() if isinstance(value, Check))
    for inner in pkgutil.iter_modules(getattr(module, "__path__", ())):
        yield from _declared(f"{name}.{inner.name}")


def codes_of(word: str, known: Mapping[str, Check]) -> frozenset[str]:
    """The codes that a word means: a code, the name of a check or how codes begin. None if it is unknown."""
    upper = word.upper()
    if upper in known:
        return frozenset((upper,))
    named = frozenset(code for code, check in known.items() if check.name == word.lower())
    return named or frozenset(code for code in known if word and code.startswith(upper))
