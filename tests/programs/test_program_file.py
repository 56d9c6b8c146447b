"""`effects/programs.toml`: what can be wrong with it, and which texts can be played."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from outcome import Outcome

from cardtools.project.starter import make_project

TEMPLATES = "Deal <number> damage to target creature.\nDestroy target <size>.\n"
PROGRAMS = """
bare = "on_play"

[templates]
"Deal <number> damage to target creature." = "damage(field(1, creature, target), number)"
"Destroy target <size>." = "destroy(field(1, size, target))"

[values.size]
"creature" = "cards(creature)"
"creature with <number> attack" = "cards(creature, attack == number)"
"""
CARDS = """NAME;TYPE;COST;HEALTH;ATTACK;EFFECT
Spark;Object;1;;;Deal 1 damage to target creature.
Key;Object;1;;;Destroy target creature.
"""


@pytest.fixture
def project(folder: Path, write: Callable[[str, str], Path]) -> Callable[..., None]:
    """Makes a small game for the ruleset alpha."""

    def make(
        programs: str = PROGRAMS, templates: str = TEMPLATES, cards: str = CARDS, sizes: str = ""
    ) -> None:
        write("cardtools.toml", 'ruleset = "alpha"\n[cards]\ndatabase = "cards.csv"\n')
        write("cards.csv", cards)
        write("effects/all_effect_templates.txt", templates)
        write("effects/programs.toml", programs)
        write("placeholders/number.txt", "1\n2\n")
        write("placeholders/size.txt", sizes or "creature\ncreature with <number> attack\n")

    return make


def found(outcome: Outcome) -> list[tuple[str, str, str, str]]:
    """The findings about programs: place, code, message and hint."""
    return [
        (f"{one['path']}:{one['line']}:{one['column']}", one["code"], one["message"], one.get("hint", ""))
        for one in json.loads(outcome.out)["findings"]
        if one["code"].startswith("PRG")
    ]


@pytest.mark.parametrize(
    ("old", "new", "place", "code", "message", "hint"),
    [
        (
            '"Destroy target <size>."', '"Destroy the target <size>."', "programs.toml:6:1", "PRG002",
            "no template 'Destroy the target <size>.'", "did you mean 'Destroy target <size>.'?",
        ),
        (
            '"Destroy target <size>." = "destroy(field(1, size, target))"\n', "",
            "all_effect_templates.txt:2:1", "PRG001", "this template has no program",
            "write it into [templates] of effects/programs.toml",
        ),
        ("[values.size]", "[values.sise]", "programs.toml:8:2", "PRG002", "no placeholder <sise>", "size"),
        (
            '"creature" =', '"creatures" =', "programs.toml:9:1", "PRG002",
            "<size> has no value 'creatures'", "did you mean creature?",
        ),
        (
            '"creature" =', '"creatures" =', "size.txt:1:1", "PRG003", "'creature' means nothing",
            "write it into [values.size] of effects/programs.toml",
        ),
        (
            "damage(field(1", "damge(field(1", "programs.toml:5:47", "PRG004", "unknown function 'damge'",
            "did you mean damage?",
        ),
        (
            "target), number)", "target), amount)", "programs.toml:5:82", "PRG004",
            "amount of damage: expected an amount, found 'amount'", "",
        ),
        (
            "target), number)", "target), size)", "programs.toml:5:82", "PRG004",
            "amount of damage: expected an amount, found 'size'", "the template has no <size>",
        ),
        (
            "attack == number", "attack = number", "programs.toml:10:52", "PRG004",
            "unknown argument 'attack'", "",
        ),
        ("1, creature", "1, creture", "programs.toml:5:63", "PRG004", "unknown word 'creture'", "creature"),
        (
            '"cards(creature)"', '"gain(life, 1)"', "programs.toml:6:46", "PRG004",
            "expected a number, a word", "",
        ),
    ],
)  # fmt: skip
def test_each_fault_is_a_finding_with_its_place(
    project: Callable[..., None], cardtools: Callable[..., Outcome], old: str, new: str, place: str,
    code: str, message: str, hint: str,
) -> None:  # fmt: skip
    assert old in PROGRAMS
    project(PROGRAMS.replace(old, new, 1))
    findings = found(cardtools("validate", "--effects", "--format=json"))
    near = [one for one in findings if one[1] == code and message in one[2]]
    assert near, findings
    assert near[0][0].endswith(place), near
    assert hint in near[0][3]


def test_a_right_file_has_no_findings(
    project: Callable[..., None], cardtools: Callable[..., Outcome]
) -> None:
    project()
    assert found(cardtools("validate", "--effects", "--format=json")) == []


def test_a_card_whose_text_cannot_be_played_is_named_with_the_reason(
    project: Callable[..., None], cardtools: Callable[..., Outcome]
) -> None:
    cards = (
        CARDS
        + "Fog;Object;1;;;Deal nine damage to target creature.\nBox;Object;1;;;Destroy target creature.\n"
    )
    project(PROGRAMS.replace('"creature" =', '"creatures" ='), cards=cards)
    findings = found(cardtools("validate", "--format=json"))
    assert findings == [
        (
            "cards.csv:3:16",
            "PRG005",
            'Key: the text cannot be played: "creature" means nothing as <size>',
            findings[0][3],
        ),
        (
            "cards.csv:4:16",
            "PRG005",
            'Fog: the text cannot be played: word 2 "nine": expected <number>: 1 or 2',
            "write what a template gives, or add a template and its program",
        ),
        (
            "cards.csv:5:16",
            "PRG005",
            'Box: the text cannot be played: "creature" means nothing as <size>',
            findings[0][3],
        ),
    ]
    outcome = cardtools("stats", "--only", "coverage", "--format=json")
    (table,) = [one for one in json.loads(outcome.out) if one["table"] == "played"]
    played = {row["card"]: (row["texts"], row["played"], row["why not"]) for row in table["rows"]}
    assert played["all cards"] == (4, 1, "")
    assert played["Spark"] == (1, 1, "")
    assert played["Fog"] == (1, 0, 'word 2 "nine": expected <number>: 1 or 2')


def test_a_project_without_programs_is_not_checked(
    project: Callable[..., None], cardtools: Callable[..., Outcome]
) -> None:
    project(cards=CARDS + "Fog;Object;1;;;Deal nine damage to target creature.\n")
    Path("effects/programs.toml").unlink()
    assert found(cardtools("validate", "--effects", "--format=json")) == []
    assert "program" not in cardtools("parse", "Destroy target creature.").out


def test_two_meanings_of_a_text_are_an_error_of_the_templates(
    project: Callable[..., None], cardtools: Callable[..., Outcome]
) -> None:
    more = "Destroy target creature.\n"
    programs = PROGRAMS.replace(
        "[values", '"Destroy target creature." = "destroy(field(creature))"\n\n[values', 1
    )
    project(programs, TEMPLATES + more)
    outcome = cardtools("parse", "Destroy target creature.")
    said = (
        'it cannot be played: it has two meanings, by "Destroy target <size>." and "Destroy target creature."'
    )
    assert said in outcome.out


def test_linked_slots_and_second_slots(
    project: Callable[..., None], cardtools: Callable[..., Outcome]
) -> None:
    templates = "Deal <number> damage, then <number+1> damage, then <number#2+1> damage to each creature.\n"
    each = "damage(field(creature), {})"
    program = f"seq({', '.join(each.format(amount) for amount in ('number', 'number+1', 'number_2+1'))})"
    project(f'[templates]\n"{templates.strip()}" = "{program}"\n', templates, sizes="creature\n")
    Path("cardtools.toml").write_text(
        'ruleset = "alpha"\n[cards]\ndatabase = "cards.csv"\n[effects]\nlink_offsets = true\n',
        encoding="utf-8",
    )
    outcome = cardtools(
        "parse", "--format=json", "Deal 1 damage, then 2 damage, then 3 damage to each creature."
    )
    amounts = [one["amount"] for one in json.loads(outcome.out)["tree"]["abilities"][0]["effect"]["effects"]]
    assert amounts == [1, 2, 3]


@pytest.mark.end_to_end
def test_every_game_made_by_init_has_its_programs(tmp_path: Path) -> None:
    for game in ("", "alpha", "school"):
        target = tmp_path / (game or "sample")
        make_project(target, game=game)
        assert (target / "effects/programs.toml").is_file()
        assert not (target / "effects/all_effects.txt").exists()
