"""The JSON Schemas: they accept every TOML file here, and refuse what the reader refuses."""

from __future__ import annotations

import datetime
import json
import re
import tomllib
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from cardtools.reports.reference.files import KINDS
from cardtools.reports.reference.schema import FOLDER, schema_of

ROOT = Path(__file__).parents[3]
PLACES = [
    *(
        ("project", path)
        for path in ("cardtools.toml", "examples/*/cardtools.toml", "cardtools/blank/cardtools.toml")
    ),
    *(
        ("face", path)
        for path in ("templates/*.toml", "cardtools/blank/templates/*.toml", "examples/*/templates/*.toml")
    ),
    *(("sheet", path) for path in ("templates/sheets/*.toml", "examples/*/templates/sheets/*.toml")),
    *(("ruleset", path) for path in ("cardtools/rulesets/*.toml", "cardtools/blank/game.toml")),
    ("tags", "effects/tags.toml"),
    ("run", "runs/*.toml"),
]
FILES = [(kind, path) for kind, pattern in PLACES for path in sorted(ROOT.glob(pattern))]
FACE = '[elements.a]\nkind = "rectangle"\nleft = 1\nright = 1\ntop = 1\nbottom = 1\n'
SLIPS = [
    ("project", "[render]\ndpi = 300\n", "dpi", "dip"),
    ("project", "[render]\ndpi = 300\n", "300", '"300"'),
    ("project", '[[faces]]\nface = "a.toml"\n', "face =", "fase ="),
    ("face", FACE, "left", "lefft"),
    ("face", FACE, "rectangle", "rectangel"),
    ("face", FACE, "left = 1", 'left = "1"'),
    ("sheet", 'flip = "long"\n', "long", "longer"),
    ("sheet", "[marks]\nruler = true\n", "true", '"yes"'),
    ("tags", '[[rules]]\ncolumn = "A"\ntext = ["a"]\n', "column", "colum"),
    ("tags", '[[rules]]\ncolumn = "A"\ntext = ["a"]\n', '["a"]', '"a"'),
    ("crops", '[crops."ox.jpg"]\nzoom = 2\n', "zoom", "zom"),
    ("crops", '[crops."ox.jpg"]\nzoom = 2\n', "2", '"2"'),
]


def as_json(data: Any) -> Any:
    """TOML data as an editor gives it to a schema: dates are texts."""
    return json.loads(json.dumps(data, default=datetime.date.isoformat))


def problems(kind: str, text: str) -> list[str]:
    data = as_json(tomllib.loads(text))
    return [error.message for error in jsonschema.Draft7Validator(schema_of(KINDS[kind])).iter_errors(data)]


@pytest.mark.parametrize(("kind", "path"), FILES, ids=lambda one: str(one).removeprefix(f"{ROOT}/"))
def test_the_schema_accepts_every_file_of_the_repository(kind: str, path: Path) -> None:
    assert problems(kind, path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(("kind", "text", "old", "new"), SLIPS)
def test_the_schema_refuses_slips(kind: str, text: str, old: str, new: str) -> None:
    assert problems(kind, text) == []
    assert problems(kind, text.replace(old, new)) != []


def test_a_face_may_change_an_inherited_number() -> None:
    assert problems("face", 'extends = "base.toml"\n[elements.a]\ntop = "+= 1.5"\n') == []
    assert problems("face", 'extends = "base.toml"\n[elements.a]\ntop = "1.5 more"\n') != []


@pytest.mark.parametrize("kind", KINDS)
def test_a_schema_is_valid_and_says_only_what_draft_4_knows(cardtools: Any, kind: str) -> None:
    made = json.loads(cardtools("schema", kind).out)
    jsonschema.Draft7Validator.check_schema(made)
    jsonschema.Draft4Validator.check_schema(made)
    assert made["$schema"] == "http://json-schema.org/draft-07/schema#"
    assert not re.search(r'"(\$defs|const|discriminator|prefixItems|exclusiveMinimum|if)":', json.dumps(made))


def test_every_key_of_a_schema_is_described() -> None:
    made = schema_of(KINDS["face"])
    for table in (made, *made["definitions"].values()):
        assert table["description"]
        assert all("$ref" in key or key["description"] for key in table["properties"].values())


@pytest.mark.parametrize("options", [(), ("--blank",), ("--game", "school")])
def test_a_new_project_has_schemas_and_its_files_name_them(
    cardtools: Any, tmp_path: Path, options: tuple[str, ...]
) -> None:
    assert cardtools("init", "game", *options).code == 0
    game = tmp_path / "game"
    seen = set()
    for kind in KINDS.values():
        for path in game.glob(kind.place):
            first = path.read_text(encoding="utf-8").partition("\n")[0]
            target = path.parent / first.removeprefix("#:schema ")
            assert first.startswith("#:schema ."), path
            assert target.resolve() == (game / FOLDER / f"{kind.name}.json").resolve()
            assert json.loads(target.read_text(encoding="utf-8")) == schema_of(kind)
            seen.add(kind.name)
    assert {"project", "face", "sheet"} <= seen


def test_schema_writes_the_schemas_of_a_project(
    cardtools: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    outcome = cardtools("schema")
    assert outcome.code == 2
    assert "no card project" in outcome.err
    (tmp_path / "cardtools.toml").write_text("", encoding="utf-8")
    outcome = cardtools("schema")
    assert outcome.code == 0
    assert "#:schema ../schemas/face.json" in outcome.out
    assert sorted(path.name for path in (tmp_path / FOLDER).iterdir()) == sorted(f"{k}.json" for k in KINDS)
