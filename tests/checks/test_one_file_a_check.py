"""A check is one file: its declaration is its only mention, and everything finds it there."""

from __future__ import annotations

import ast
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from source import files
from ttcg import HEADER

import cardtools.checks.cards
from cardtools.ground.catalogue import catalogue, check_functions
from cardtools.rulesets import load_ruleset

Write = Callable[[str, str | bytes], Path]
CODE = re.compile(r"[A-Z]{3}[0-9]{3}")
# Findings of these checks change how a report is made; the modules that do so come below the checks.
READ = {"checks/findings/check_report.py": {"IMG007", "IMG012"}, "checks/findings/selection.py": {"TXT027"}}
NEW = '''\
"""Cards whose names shout."""

from cardtools.ground.catalogue import Check

SHOUT = Check("CRD999", "shout", "warning", "a name ends with an exclamation mark", why="It is loud.",
              bad="Crow!", good="Crow", fix="remove the mark")


def check(cards):
    for row, name in enumerate(cards.columns("NAME")):
        if name and name.endswith("!"):
            yield cards.finding(SHOUT, row, "NAME", "the name shouts", "remove the mark")
'''


@pytest.fixture
def new_check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A file with a new check in the package of card checks, and nothing else."""
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "shout.py").write_text(NEW)
    path = [*cardtools.checks.cards.__path__, str(tmp_path / "more")]
    monkeypatch.setattr(cardtools.checks.cards, "__path__", path)
    check_functions.cache_clear()
    catalogue.cache_clear()
    yield
    check_functions.cache_clear()
    catalogue.cache_clear()


def test_a_new_file_is_a_new_check(new_check: None, write: Write, cardtools: Any) -> None:
    write("cards/cards.csv", HEADER + "Crow!;Fire;Dragon;1;;245;255;Draw one card.;;C1;0;60;;\n")
    found = "cards/cards.csv:2:1: CRD999 shout: warning: Crow!: the name shouts\n  help: remove the mark\n"
    assert found in cardtools("validate").out
    assert cardtools("validate", "--select", "shout").out.startswith(found)
    assert found not in cardtools("validate", "--ignore", "CRD999").out
    assert "It is loud." in cardtools("explain", "CRD999").out
    assert "CRD999  warning  shout: a name ends" in cardtools("explain", "--all").out
    write("own.toml", 'extends = ["cardtools:ttcg"]\n[ruleset]\nid = "own"\nversion = "1"\n'
          '[override.CRD999]\nseverity = "off"\n')  # fmt: skip
    assert "CRD999" not in cardtools("validate", "--ruleset", "own.toml").out


def test_each_check_of_the_package_can_be_switched_off(write: Write, cardtools: Any) -> None:
    write("cards/cards.csv", HEADER + "Crow ;Fire;Dragon;1;;245;255;Draw one card.;;C1;0;60;;\n")
    assert "CSV012" in cardtools("validate").out
    write("own.toml", 'extends = ["cardtools:ttcg"]\n[ruleset]\nid = "own"\nversion = "1"\n'
          '[override.CSV012]\nseverity = "off"\n')  # fmt: skip
    assert "CSV012" not in cardtools("validate", "--ruleset", "own.toml").out


def codes_in(tree: ast.Module) -> tuple[list[str], set[str]]:
    """The codes that `Check.of(...)` calls in a file declare, and those written anywhere else in its code."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    declarations = [call for call in calls if ast.unparse(call.func) == "Check.of"]
    first = [call.args[0] for call in declarations if call.args]
    declared = [node for node in first if isinstance(node, ast.Constant)]
    inside = {id(node) for call in declarations for node in ast.walk(call)}
    others = (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in inside)
    texts = {node.value for node in others if isinstance(node.value, str)}
    return [str(node.value).split()[0] for node in declared], {text for text in texts if CODE.fullmatch(text)}


def test_each_code_is_written_once() -> None:
    declared: Counter[str] = Counter()
    for name, tree in files().items():
        here, others = codes_in(tree)
        declared.update(here)
        # Rulesets say which check they mean by its code.
        assert name.startswith("rulesets/") or others == READ.get(name, set()), name
    assert [code for code, count in declared.items() if count > 1] == []
    assert declared.keys() == catalogue().keys()


@pytest.mark.parametrize("code", sorted(catalogue()))
def test_each_check_has_a_page(code: str) -> None:
    check = catalogue()[code]
    assert all((check.name, check.summary, check.why, check.bad, check.good, check.fix))
    assert [code for code, known in catalogue().items() if known.name == check.name] == [code]


def test_codes_in_rulesets_are_known() -> None:
    for name in ("alpha", "kingdom", "mana", "school", "ttcg"):
        ruleset = load_ruleset(name, Path())
        assert ruleset.changes.keys() <= catalogue().keys()


@pytest.fixture
def effect_files(write: Write) -> None:
    """A game whose templates have one fault."""
    write("cards/cards.csv", HEADER + "Crow;Fire;Dragon;1;;245;255;Draw one card.;;C1;0;60;;\n")
    write("effects/all_effect_templates.txt", "Draw <num + 1> cards.\n")
    write("placeholders/number.txt", "one\n")


@pytest.mark.parametrize("form", ["text", "json", "jsonl", "sarif", "junit", "github", "csv", "html"])
def test_effect_files_are_reported_in_every_format(effect_files: None, cardtools: Any, form: str) -> None:
    select = ("validate", "--effects", "--select", "GEN004", "--format", form)
    assert cardtools(*select, "-o", "report").code == 1
    report = Path("report").read_text()
    assert "GEN004" in report
    assert form != "sarif" or json.loads(report)["runs"][0]["results"][0]["ruleId"] == "GEN004"
    assert form != "json" or json.loads(report)["findings"][0]["code"] == "GEN004"


def test_effect_checks_are_selected_explained_and_suppressed(
    effect_files: None, write: Write, cardtools: Any
) -> None:
    place = "effects/all_effect_templates.txt:1:6: GEN004 malformed: malformed placeholder <num + 1>"
    assert place in cardtools("validate", "--effects", "--select", "GEN").out
    assert place not in cardtools("validate", "--effects", "--select", "FLG").out
    assert cardtools("explain", "GEN004").out == cardtools("explain", "malformed").out
    assert "Doc 4.7" in cardtools("explain", "GEN004").out
    write("cardtools.toml", '[[suppress]]\ncode = "GEN004"\nreason = "on purpose"\n')
    assert "GEN004" not in cardtools("validate", "--effects").out
