"""The engine of the guide: installed as a package, loaded by a ruleset, played like any other."""

from __future__ import annotations

import sys
from pathlib import Path

import laws
import pytest
from follow import parts

from cardtools.cards.deck import read_deck
from cardtools.ground.errors import InputError
from cardtools.library.game import load
from cardtools.play.engine import CardText
from cardtools.play.load import load_match

PAGE = Path(__file__).parents[2] / "docs/guides/engines.md"
CARDS = "NAME;LIGHT\n" + "".join(f"Lamp {light};{light}\n" for light in range(1, 10))


@pytest.fixture
def lanterns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with the ruleset of the guide, where its engine is installed."""
    files = {
        part.caption.split("`")[1]: part.body
        for part in parts(PAGE.read_text("utf-8"))
        if part.caption.endswith(", the whole file:")
    }
    installed = tmp_path / "site"
    info = installed / "lanterns-1.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: lanterns\nVersion: 1\n")
    points = files["pyproject.toml"].partition('entry-points."')[2].replace('"', "")
    (info / "entry_points.txt").write_text(f"[{points}")
    (installed / "lanterns.py").write_text(files["lanterns.py"])
    monkeypatch.syspath_prepend(str(installed))
    project = tmp_path / "project"
    project.mkdir()
    (project / "cardtools.toml").write_text(
        'ruleset = "lanterns.toml"\n[cards]\ndatabase = "cards.csv"\ndecks = ["deck.txt"]\n'
    )
    (project / "lanterns.toml").write_text(files["lanterns.toml"])
    (project / "cards.csv").write_text(CARDS)
    (project / "deck.txt").write_text("".join(f"2 Lamp {light}\n" for light in range(1, 10)))
    yield project
    sys.modules.pop("lanterns", None)


def test_the_engine_of_the_guide_keeps_to_the_laws(lanterns: Path) -> None:
    deck = lanterns / "deck.txt"
    engine = load_match(load(lanterns).files, [deck, deck], CardText)
    laws.steps_keep_to_the_laws(engine, range(5))
    laws.the_same_seed_is_the_same_match(engine)
    laws.steps_are_seen_in_order(engine)
    assert (
        len(PAGE.read_text("utf-8").partition("class LanternEngine")[2].partition("```")[0].splitlines())
        <= 60
    )


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"lanterns"\nvalues', '"lantern"\nvalues', "lanterns.toml:14:1: unknown engine 'lantern'"),
        ('engine = "lanterns"\n', "", "lanterns.toml:13:2: play.engine is missing"),
        ("light = ", "lite = ", "lanterns.toml:15:1: the engine lanterns has no value 'lite'"),
        ('values = { light = "LIGHT" }', "", "lanterns.toml:13:2: [play.values] lacks light: how bright"),
        (
            '"LIGHT" }',
            '"LIGHT" }\n[play.options]\nhand = 11',
            "lanterns.toml:17:1: hand = 11, expected 1 to 10",
        ),
        ('"LIGHT" }', '"LIGHT" }\n[play.options]\nhend = 1', "has no option 'hend'"),
        ('"LIGHT" }', '"NAME" }', "cards.csv:2:1: Lamp 1: light is 'Lamp 1', not a whole number"),
    ],
)
def test_what_play_lacks_is_said_with_its_line(lanterns: Path, old: str, new: str, message: str) -> None:
    rules = lanterns / "lanterns.toml"
    text = rules.read_text()
    assert old in text
    rules.write_text(text.replace(old, new))
    game = load(lanterns).files
    with pytest.raises(InputError) as raised:
        load_match(game, [lanterns / "deck.txt"] * 2, CardText)
    shown = "\n".join(f"{d.location}: {d.message}" for d in raised.value.diagnostics)
    assert message in shown.replace(f"{lanterns}/", "")


def test_decks_that_cannot_be_played_are_findings(lanterns: Path) -> None:
    deck = lanterns / "odd.txt"
    deck.write_text("2 Lamp 1\n1 Torch\n")
    assert read_deck(deck).entries
    with pytest.raises(InputError) as raised:
        load_match(load(lanterns).files, [deck, deck], CardText)
    assert "Torch" in raised.value.diagnostics[0].message
    blank = lanterns / "deck.txt"
    engine = load_match(load(lanterns).files, [blank, blank], CardText)
    assert {card.name for card in engine.cards} == {f"Lamp {light}" for light in range(1, 10)}
