"""The reference: every key has a meaning, every example loads, the pages are the real ones."""

from __future__ import annotations

import importlib.util
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageStat

from cardtools.cards.crops import CropFile
from cardtools.cli import COMMANDS
from cardtools.effects.tagrules import read_rules
from cardtools.ground.toml.tomlfile import keys_of, read_toml
from cardtools.ground.toml.tomlfile import load as load_toml
from cardtools.language.conditions import KnownNames, parse, read_tree
from cardtools.language.functions import folded
from cardtools.language.jinja_filters import FILTERS, METHODS, TESTS
from cardtools.language.value_kinds import OF_TYPES
from cardtools.library.game import load
from cardtools.print.sheets.definition import load_sheet
from cardtools.printrun.run_plan import InsertsEntry, Rarity, read_plan
from cardtools.programs.programs_file import ProgramFile
from cardtools.project.project import find_project
from cardtools.render.face.load import load_face
from cardtools.reports.reference import language
from cardtools.reports.reference.files import KINDS, FileKind, entries, face_functions, find, functions
from cardtools.reports.reference.keys import KeyPage, TablePage, model_page
from cardtools.reports.reference.language import EXPRESSIONS
from cardtools.reports.reference.pages import page
from cardtools.reports.reference.text import TOPICS, described, example_of, look_up
from cardtools.rulesets import load_ruleset

ROOT = Path(__file__).parents[3]
TABLES = [table for kind in KINDS.values() for table in kind.tables]
KEYS = [key for table in TABLES for key in table.keys]
MODELS = {
    base: f"{table.name}.{base.__name__}" for table in TABLES for base in table.model.__mro__ if base.__doc__
}
EXAMPLES = {
    example.text: f"{name}-{number}"
    for base, name in MODELS.items()
    for number, example in enumerate(model_page(base).examples, 1)
}
# Examples without a [ruleset] are put into one that extends this, so that they may use its columns.
BASE = "ttcg"


@pytest.fixture(scope="module")
def templates(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    made = Path(shutil.copytree(ROOT / "templates", tmp_path_factory.mktemp("reference") / "templates"))
    shutil.copy(ROOT / "docs/reference/pictures/base.toml", made / "reference.toml")
    yield made


def test_every_key_has_a_meaning() -> None:
    assert [key.name for key in KEYS if not key.meaning] == []


RUN = {"run": 'id = "A"\ncopies = 77\nseed = 1', "packs": "size = 7"}


def test_every_table_has_a_meaning_and_an_example() -> None:
    assert [table.name for table in TABLES if not table.meaning or not table.examples] == []


def test_no_meaning_is_of_a_key_that_does_not_exist() -> None:
    for model in MODELS:
        if page_keys := model_page(model).keys:
            assert page_keys.keys() <= keys_of(model).keys(), model


def test_meanings_are_sentences() -> None:
    wrong = [key.name for key in KEYS if not re.fullmatch(r"[A-Z`].*\.", key.meaning)]
    assert wrong == []


@pytest.mark.parametrize("example", EXAMPLES, ids=list(EXAMPLES.values()))
def test_every_example_loads(example: str, templates: Path, tmp_path: Path) -> None:
    kind = EXAMPLES[example].partition(".")[0]
    folder = templates if kind == "face" else tmp_path
    path = folder / ("cardtools.toml" if kind == "project" else "example.toml")
    if kind == "face" and not example.startswith("extends ="):
        example = f'extends = "reference.toml"\n{example}'
    if kind == "ruleset" and "[ruleset]" not in example:
        head = f'extends = ["cardtools:{BASE}"]\n[ruleset]\nid = "example"\nversion = "1"\n\n'
        example = f"{head}{example}"
    path.write_text(example, encoding="utf-8")
    if "../fonts/" in example:
        shutil.copytree(ROOT / "templates/fonts", tmp_path.parent / "fonts", dirs_exist_ok=True)
    if kind == "project":
        assert find_project(tmp_path).file is not None
    elif kind == "face":
        load_face(path)
    elif kind == "sheet":
        load_sheet(path)
    elif kind == "ruleset":
        load_ruleset(path.name, tmp_path)
    elif kind == "run":
        for table, keys in RUN.items():
            if f"[{table}]" not in example:
                example += f"\n[{table}]\n{keys}\n"
        path.write_text(example, encoding="utf-8")
        assert read_plan(read_toml(path), (Rarity(1, "Common", 100),), InsertsEntry()).waves
    elif kind == "crops":
        assert load_toml(path, CropFile)[0].crops
    elif kind == "programs":
        assert load_toml(path, ProgramFile)[0].templates
    else:
        assert read_rules(read_toml(path))[1]


def test_every_example_has_its_table_or_a_key_of_it() -> None:
    for table in TABLES:
        last = table.header.strip("[]").rpartition(".")[2]
        names = [key.short for key in table.keys] + [last]
        assert any(re.search(rf"\b{name}\b", table.examples[0].text) for name in names), table.name


def test_every_key_has_an_example() -> None:
    lacking = sorted({f"{key.owner.__name__}.{key.short}" for key in KEYS if not example_of(key)})
    assert lacking == [], "add `Example of ...:` with this key to the docstring of the class"


def computed(example: str) -> Any:
    """The value of an expression for a card of the sample game, the first of its group."""
    ruleset = load_ruleset(BASE, Path())
    kinds = {name: OF_TYPES[field.entry.type] for name, field in ruleset.fields.items()}
    faults: list[Any] = []
    unit_sum = read_tree("unit_total[LEVEL] + tier_boost[RARITY]", [])
    assert unit_sum
    known = KnownNames(kinds, ruleset.tables, {"unit_sum": unit_sum}, firsts=True)
    expression = parse(example, known, faults)
    assert expression, faults
    card = next(card for card in load(ROOT).files.cards if card.name == "Zephyr Dancer")
    variables = dict(card.values)
    for name, value in card.values.items():
        given = {
            f"_given_{name}": value is not None,
            f"_text_{name}": card.raw.get(name, ""),
            f"_folded_{name}": folded(card.raw.get(name, "")),
            f"_has_{name}": name in card.raw,
            f"_first_{name}": value,
        }
        variables.update(given)
    return expression.value(variables)


@pytest.mark.parametrize("function", functions(), ids=lambda one: one.name)
def test_every_function_has_a_meaning_and_an_example_that_runs(function: Any) -> None:
    assert computed(function.example) in (True, False)
    assert function.example.count(function.name.rpartition(".")[2])
    assert function.call.endswith(")")
    assert re.fullmatch(r"[A-Z].*\.", function.meaning)


@pytest.mark.parametrize("example", [example for _, example in EXPRESSIONS.values()])
def test_every_part_of_an_expression_has_an_example_that_runs(example: str) -> None:
    assert computed(example) in (True, False)


def test_every_filter_test_and_method_of_faces_has_a_meaning_and_an_example() -> None:
    assert set(language.FILTERS) == set(FILTERS)
    assert set(language.TESTS) == {name for name in TESTS if name.isalpha()}
    assert set(language.METHODS) == {name for names in METHODS.values() for name in names}
    for one in face_functions():
        if not one.name.startswith("face.language."):
            assert one.name.rpartition(".")[2] in one.example, one.name
        assert re.fullmatch(r"[A-Z`].*\.", one.meaning)
        assert one.gives


def test_every_element_has_a_picture_and_every_picture_is_that_of_todays_example() -> None:
    spec = importlib.util.spec_from_file_location("pictures", ROOT / "docs/make_example_pictures.py")
    assert spec and spec.loader
    pictures = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(pictures)
    made = dict(pictures.draw_examples())
    remake = "run: python docs/make_example_pictures.py"
    assert set(made) == {path.name for path in pictures.PICTURES.glob("*.png")}, remake
    elements = {table.name.rpartition(".")[2] for table in TABLES if "face.elements." in table.name}
    assert {name.partition("-")[0] for name in made} >= elements - {"paragraphs", "shadow", "glow", "pattern"}
    for name, image in made.items():
        with Image.open(pictures.PICTURES / name) as committed:
            difference = ImageChops.difference(image, committed.convert("RGB"))
        # Letters are not smoothed in the same way everywhere, and committed pictures have few colours.
        assert sum(ImageStat.Stat(difference).mean) / 3 < 3, f"{name}: {remake}"


@pytest.mark.parametrize("kind", KINDS.values(), ids=list(KINDS))
def test_the_pages_of_the_documentation_are_the_real_ones(cardtools: Any, kind: FileKind) -> None:
    path = ROOT / "docs" / "reference" / f"{kind.name}.md"
    assert path.read_text(encoding="utf-8") == page(kind), (
        f"run: cardtools explain {kind.name} --format markdown > docs/reference/{kind.name}.md"
    )
    assert cardtools("explain", kind.name, "--format", "markdown").out == page(kind)


def test_the_page_of_the_commands_is_the_real_one(cardtools: Any) -> None:
    text = (ROOT / "docs/reference/commands.md").read_text(encoding="utf-8")
    assert cardtools("explain", "commands", "--format", "markdown").out == text, (
        "run: cardtools explain commands --format markdown > docs/reference/commands.md"
    )
    assert re.findall(r"^## (.+)$", text, re.M) == list(COMMANDS)
    assert [line.split()[0] for line in cardtools("explain", "commands").out.splitlines()] == list(COMMANDS)


def test_the_page_of_conditions_is_the_real_one(cardtools: Any) -> None:
    text = (ROOT / "docs/reference/conditions.md").read_text(encoding="utf-8")
    assert cardtools("explain", "conditions", "--format", "markdown").out == text, (
        "run: cardtools explain conditions --format markdown > docs/reference/conditions.md"
    )
    assert all(f"\n{one.call}" in cardtools("explain", "conditions").out for one in functions())


def test_links_of_the_pages_lead_to_headings() -> None:
    for kind in KINDS.values():
        text = page(kind)
        plain = [re.sub(r"[^\w\s-]", "", line.lower()) for line in re.findall(r"^## (.+)$", text, re.M)]
        headings = ["-".join(line.split()) for line in plain]
        assert set(re.findall(r"\]\(#([^)]+)\)", text)) <= set(headings)
        assert len(set(headings)) == len(headings)


@pytest.mark.parametrize(
    ("short", "whole"),
    [
        ("face", "face"),
        ("face.text", "face.elements.text"),
        ("face.text.style", "face.elements.text.style"),
        ("face.icons", "face.icons"),
        ("FACE.Width", "face.card.width"),
        ("ruleset.copies", "ruleset.deck.copies"),
        ("ruleset.fields", "ruleset.fields"),
        ("ruleset.fields.min", "ruleset.fields.min"),
        ("project.cards.art", "project.cards.art"),
        ("project.art.width", "project.art.width"),
        ("ruleset.any_in", "conditions.functions.any_in"),
        ("sheet.gutter", "sheet.gutter"),
        ("tags.each", "tags.rules.each"),
        ("gutter", "sheet.gutter"),
    ],
)
def test_a_name_may_leave_out_what_is_in_between(short: str, whole: str) -> None:
    assert whole in [entry.name for entry in find(short)]


def test_every_name_finds_itself() -> None:
    for entry in entries():
        assert entry.name in [found.name for found in find(entry.name)], entry.name


def test_every_entry_can_be_described() -> None:
    for entry in entries():
        assert entry.meaning[1:] in "\n".join(described(entry))
        if isinstance(entry, KeyPage) and (example := example_of(entry)):
            assert re.search(rf"\b{entry.short}\b", example), entry.name


def test_a_table_is_explained_in_the_terminal(cardtools: Any) -> None:
    assert cardtools("explain", "sheet.marks.gap").out == (
        "sheet.marks.gap (a length in mm; default 1)\n\nThe distance from the cards and their bleed.\n\n"
        'Example:\n  [marks]\n  full = true\n  width = 0.2\n  second = "#ffffff"\n  gap = 0\n'
    )
    out = cardtools("explain", "ruleset.copies").out
    assert out.startswith('ruleset.deck.copies   [deck.CODE] with kind = "copies"\n\nHow many copies')
    assert "  limit (a list of tables; required)\n      The steps of the limit" in out
    assert "  limit = [{ max = 3 }]\n" in out


def test_without_a_name_the_kinds_of_file_are_listed(cardtools: Any) -> None:
    outcome = cardtools("explain")
    assert outcome.code == 0
    assert all(f"cardtools explain {kind}" in outcome.out for kind in KINDS)


def test_a_word_in_several_files_is_listed_for_each(cardtools: Any) -> None:
    out = cardtools("explain", "bleed").out
    assert "face.card.bleed: " in out
    assert "sheet.bleed: " in out
    assert (
        "It is a key too: face.card.size, face.styles.size, ruleset.deck.size, run.packs.size\n"
        in cardtools("explain", "size").out
    )
    assert cardtools("explain", "fontz").err.endswith("did you mean font?\n")
    assert look_up("ruleset.functions")[0].startswith("abs(number)")
    assert look_up("face.functions")[0].startswith("{{ ... }}")
    assert cardtools("explain", "face.default").out.endswith(
        "Example: {{ LORE|default('no lore', true) }}\nGives:   no lore\n"
    )


@pytest.mark.parametrize(
    ("wanted", "hint"),
    [
        ("face.txt", "did you mean face.text?"),
        ("project.cards.rat", "did you mean project.cards.art?"),
        ("ruleset.copis", "did you mean ruleset.copies?"),
        ("fase.text", "did you mean face?"),
        ("sheet.elephant", "`cardtools explain sheet` lists what there is"),
    ],
)
def test_an_unknown_name_ends_with_2_and_a_near_miss(cardtools: Any, wanted: str, hint: str) -> None:
    outcome = cardtools("explain", wanted)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.endswith(f"\n  help: {hint}\n")


def test_markdown_is_for_whole_files(cardtools: Any) -> None:
    assert cardtools("explain", "face.text", "--format", "markdown").code == 2
    assert isinstance(find("face.text")[0], TablePage)


@pytest.mark.parametrize("topic", TOPICS, ids=lambda one: one.words)
def test_the_index_of_words_names_keys_and_headings_that_exist(topic: Any) -> None:
    assert all(len(find(name)) == 1 for name in topic.names.split())
    assert f"# {topic.heading}\n" in (ROOT / "docs" / topic.page).read_text("utf-8")


def test_everyday_words_are_explained(cardtools: Any) -> None:
    dates = cardtools("explain", "dates").out
    assert "cardtools explain ruleset.fields.format" in dates
    assert "docs/guides/tables.md" in dates
    copies = cardtools("explain", "copies").out
    assert copies.startswith("DDD102 copies")
    assert "cardtools explain project.cards.quantity" in copies
    assert "did you mean tarot?" in cardtools("explain", "tarrot").err
