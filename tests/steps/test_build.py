"""`cardtools build` and `init`: everything is made, nothing twice, the same bytes each time."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest
from built_here import build_was_here

from cardtools.commands.build import summary
from cardtools.ground.io import build_record as incremental
from cardtools.ground.io.build_record import BuildRecord
from cardtools.ground.io.files import digest
from cardtools.project.starter import ENTRIES, EXAMPLES, games, make_project, starter_folder
from cardtools.steps.build import BuildRow

pytestmark = pytest.mark.end_to_end
PICTURES = 69 + 6 + 21 + 1  # cards, tokens, counters, the reference card


@pytest.fixture
def game(built: Path, folder: Path) -> Path:
    """A copy of the built project, which is the working folder."""
    shutil.copytree(built, folder, dirs_exist_ok=True)
    return build_was_here(folder)


def contents(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): digest(path.read_bytes())
        for path in folder.rglob("*")
        if path.is_file() and path.name != ".times.json"  # when files were seen
    }


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8", newline="")


def test_a_build_makes_everything(built: Path) -> None:
    assert len((built / "effects/all_effects.txt").read_text().splitlines()) > 10_000
    assert (
        (built / "effects/effects_with_placeholders.csv").read_bytes().startswith(b"EFFECTNAME;UNIT;SPELL;")
    )
    assert "no problems" in (built / "output/validation.txt").read_text()
    assert len(list((built / "output/cards").glob("*.png"))) == PICTURES
    sheets = {path.name: path.read_bytes()[:4] for path in (built / "output/sheets").glob("*")}
    assert sheets == dict.fromkeys(("starter.pdf", "tokens.pdf", "counters.pdf", "reference.pdf"), b"%PDF")


def test_a_second_build_makes_nothing_and_says_so(cardtools, game: Path) -> None:
    files = [path for path in game.rglob("*") if path.is_file() and path.name != ".times.json"]
    before = {path: path.stat().st_mtime_ns for path in files}
    outcome = cardtools("build")
    assert outcome.code == 0
    lines = outcome.out.splitlines()
    assert [line.split()[0] for line in lines] == [
        "effects",
        "tags",
        "texts",
        "checks",
        "cards",
        "sheets",
        "built",
    ]
    assert all(line.endswith("unchanged") for line in lines[:-1])
    assert {path: path.stat().st_mtime_ns for path in before} == before


def test_building_again_gives_the_same_bytes(cardtools, game: Path) -> None:
    before = contents(game)
    assert cardtools("build", "--again", "--jobs", "1").code == 0
    assert contents(game) == before


def test_one_edited_card_makes_one_picture_and_its_sheet(cardtools, game: Path) -> None:
    deck = (game / "cards/decks/starter.txt").read_text()
    name = next(line[2:] for line in deck.splitlines() if line.startswith("2 "))
    before = contents(game)
    edit(game / "cards/cards.csv", f"{name};", f"{name} II;")
    edit(game / "cards/decks/starter.txt", name, f"{name} II")
    outcome = cardtools("build")
    assert outcome.code == 0
    assert f"{PICTURES} pictures, 1 of them new" in outcome.out
    after = contents(game)
    changed = {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)}
    pictures = {path for path in changed if path.endswith(".png")}
    assert len(pictures) == 2, "the new picture, and the old one, which is removed"
    assert changed - pictures == {
        "cards/cards.csv",
        "cards/decks/starter.txt",
        "output/sheets/starter.pdf",
        "output/.build.json",
    }


def test_a_card_outside_the_deck_leaves_its_sheet_alone(cardtools, game: Path) -> None:
    deck = (game / "cards/decks/starter.txt").read_text()
    table = (game / "cards/cards.csv").read_text(encoding="utf-8").splitlines()[1:]
    name = next(row.split(";")[0] for row in table if row.split(";")[0] not in deck)
    sheet = (game / "output/sheets/starter.pdf").stat().st_mtime_ns
    edit(game / "cards/cards.csv", f"{name};", f"{name} II;")
    assert cardtools("build").code == 0
    assert (game / "output/sheets/starter.pdf").stat().st_mtime_ns == sheet


def test_a_face_may_extend_one_of_another_folder(cardtools, game: Path) -> None:
    for folder in ("shared", "faces"):
        (game / folder).mkdir()
    plain = 'width = 63.5\nheight = 88.9\n[elements.back]\nkind = "rectangle"\nleft = 0\nright = 0\n'
    plain += 'top = 0\nbottom = 0\nfill = "#112233"\n'
    (game / "shared/plain.toml").write_text(f"[card]\n{plain}")
    (game / "faces/own.toml").write_text('extends = "../shared/plain.toml"\n')
    own = '[[faces]]\nface = "faces/own.toml"\nwhen = "NAME == \'Zephyr Dancer\'"\n\n[[faces]]'
    settings = game / "cardtools.toml"
    settings.write_text(settings.read_text(encoding="utf-8").replace("[[faces]]", own, 1), encoding="utf-8")
    assert cardtools("build", "-q").code == 0
    before = contents(game)
    edit(game / "shared/plain.toml", "#112233", "#112244")
    assert cardtools("build", "-q").code == 0
    changed = {name for name, data in contents(game).items() if before[name] != data}
    assert "output/cards/zephyr-dancer.png" in changed, sorted(changed)


@pytest.mark.parametrize("victim", ["effects/all_effects.txt", "output/sheets/starter.pdf"])
def test_an_output_that_somebody_changed_is_made_again(cardtools, game: Path, victim: str) -> None:
    before = contents(game)
    (game / victim).write_text("spoilt")
    assert cardtools("build", "-q").code == 0
    assert contents(game) == before


def test_a_record_that_is_no_record_makes_everything_anew(cardtools, folder: Path) -> None:
    make_project(folder, game="kingdom")
    with (folder / "cardtools.toml").open("a", encoding="utf-8") as file:
        file.write("\n[render]\ndpi = 36\n")
    assert cardtools("build", "-q").code == 0
    before = contents(folder)
    (folder / "output/.build.json").write_text("[]")
    assert cardtools("build", "-q").code == 0
    assert contents(folder) == before


@pytest.mark.parametrize("text", ["", "[]", '{"made": {"x": 1}, "steps": {}}', "\xff"])
def test_a_record_that_is_no_record_is_as_none(folder: Path, text: str) -> None:
    (folder / ".build.json").write_text(text, encoding="latin-1")
    record = BuildRecord(folder, folder)
    assert (record.made, record.steps, record.cards) == ({}, {}, {})


def test_findings_are_told_at_each_build(cardtools, game: Path) -> None:
    table = (game / "cards/cards.csv").read_text(encoding="utf-8").splitlines()
    cells = table[1].split(";")
    edit(game / "cards/cards.csv", f";{cells[5]};{cells[6]};", f";{int(cells[5]) + 5};{cells[6]};")
    for _ in range(2):
        outcome = cardtools("build")
        assert outcome.code == 1
        assert "TTU101" in outcome.err
        assert "1 error" in outcome.out
    assert "TTU101" in (game / "output/validation.txt").read_text()


def test_findings_are_remembered_and_reported_again(cardtools, game: Path, monkeypatch) -> None:
    from cardtools.render import card_pictures as pictures

    cells = (game / "cards/cards.csv").read_text(encoding="utf-8").splitlines()[1].split(";")
    edit(game / "cards/cards.csv", f"{cells[0]};", f"{cells[0]} \u4e00;")
    edit(game / "cards/decks/starter.txt", cells[0], f"{cells[0]} \u4e00")
    first = cardtools("build")
    assert "missing-glyph" in first.err
    composed: list[str] = []
    compose = pictures.compose
    monkeypatch.setattr(
        pictures,
        "compose",
        lambda face, values, **named: composed.append("x") or compose(face, values, **named),
    )
    monkeypatch.chdir(game / "cards")
    second = cardtools("build")
    assert composed == []
    assert second.code == first.code == 1
    assert second.err == first.err.replace("cards/cards.csv:", "cards.csv:")


def test_a_template_with_a_typing_error_stops_the_build(cardtools, game: Path) -> None:
    old = (game / "effects/all_effects.txt").read_bytes()
    with (game / "effects/all_effect_templates.txt").open("a", encoding="utf-8") as file:
        file.write("Draw <nubmer> cards.\n")
    outcome = cardtools("build")
    assert outcome.code == 2
    assert "no placeholder <nubmer>" in outcome.err
    assert "did you mean <number>?" in outcome.err
    assert (game / "effects/all_effects.txt").read_bytes() == old
    outcome = cardtools("build", "--no-strict")
    assert outcome.code == 0
    assert "warning: no placeholder <nubmer>" in outcome.err


def test_a_broken_picture_does_not_stop_the_others(cardtools, game: Path) -> None:
    art = sorted((game / "cards/art").rglob("*.jpg"))[0]
    art.write_bytes(b"no picture")
    outcome = cardtools("build")
    assert outcome.code == 2
    assert f"{PICTURES - 1} pictures" in outcome.out
    assert art.name in outcome.err


def test_a_project_without_cards_builds_its_effects(cardtools, folder: Path) -> None:
    shutil.copytree(Path(__file__).parents[1] / "hostile/blank", folder, dirs_exist_ok=True)
    outcome = cardtools("build")
    assert outcome.code == 0, outcome.err
    assert "3 effects from 1 template " in outcome.out
    assert "no cards yet in cards/cards.csv" in outcome.out
    assert (
        folder / "effects/all_effects.txt"
    ).read_text() == "Draw one card.\nDraw three cards.\nDraw two cards.\n"


def test_the_summary_of_effect_files_counts_what_earlier_steps_reported(cardtools, folder: Path) -> None:
    cardtools("init", ".", "--blank", "-q")
    (folder / "effects").mkdir(exist_ok=True)
    (folder / "effects/all_effect_templates.txt").write_text("Draw one card.\n")
    (folder / "effects/tags.toml").write_text(
        'columns = ["DRAWS"]\n[[rules]]\ncolumn = "DRAWS"\ntext = ["Draw", "Darw"]\n'
    )
    first, again = cardtools("build"), cardtools("build")
    assert "FLG009" in first.err
    assert "effect files: 1 problem " in first.out
    assert "effect files: 1 problem " in again.out


def test_init_wants_a_new_folder(cardtools, write) -> None:
    write("game/x.txt", "x")
    outcome = cardtools("init", "game")
    assert (outcome.code, outcome.err) == (2, "game: not empty\n  help: choose a new folder\n")


def test_init_in_a_folder_that_is_under_version_control(cardtools, folder) -> None:
    (folder / ".git").mkdir()
    outcome = cardtools("init", ".", "--blank")
    assert (outcome.code, (folder / "cardtools.toml").is_file()) == (0, True)
    assert "try: cardtools build" in outcome.out + outcome.err


@pytest.mark.parametrize("game", games())
def test_init_of_another_game_builds_by_itself(cardtools, folder: Path, game: str) -> None:
    assert cardtools("init", ".", "--game", game).code == 0
    files = [path for path in folder.rglob("*") if path.is_file()]
    texts = [path.read_text(encoding="utf-8") for path in files if path.suffix == ".toml"]
    texts = [text.partition("\n")[2] if text.startswith("#:schema") else text for text in texts]
    assert not any("/../" in text or '"../../' in text for text in texts)
    fonts = [path for path in files if path.suffix == ".ttf"]
    assert fonts
    assert all((path.parent / f"{path.stem.partition('-')[0]}-OFL.txt").is_file() for path in fonts)
    project = folder / "cardtools.toml"
    assert "[render]" not in project.read_text(encoding="utf-8")
    project.write_text(f"{project.read_text(encoding='utf-8')}\n[render]\ndpi = 36\n", encoding="utf-8")
    outcome = cardtools("build")
    assert (outcome.code, outcome.err) == (0, "")
    outcome = cardtools("box")
    assert (outcome.code, outcome.err) == (0, "")


def test_init_takes_one_game(cardtools, folder: Path) -> None:
    outcome = cardtools("init", "mine", "--game", "school", "--blank")
    assert (outcome.code, (folder / "mine").exists()) == (2, False)
    assert "cannot be combined" in outcome.err


def test_the_wheel_carries_what_init_copies() -> None:
    pyproject = Path(__file__).parents[2] / "pyproject.toml"
    import tomllib

    wheel = tomllib.loads(pyproject.read_text(encoding="utf-8"))["tool"]["hatch"]["build"]["targets"]["wheel"]
    entries = (*ENTRIES, EXAMPLES)
    assert wheel["force-include"] == {entry: f"cardtools/starter/{entry}" for entry in entries}
    assert all((starter_folder() / entry).exists() for entry in entries)


def test_the_record_names_no_absolute_path(built: Path) -> None:
    record = json.loads((built / "output/.build.json").read_text(encoding="utf-8"))
    assert str(built) not in json.dumps(record)


def test_art_may_lie_outside_the_project(
    cardtools, game: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere") / "art"
    shutil.move(game / "cards/art", elsewhere)
    edit(game / "cardtools.toml", 'art = ["cards/art"]', f'art = ["{elsewhere.as_posix()}"]')
    outcome = cardtools("build")
    assert outcome.code == 0, outcome.err
    assert cardtools("build").out.count("unchanged") == 6


def test_only_changed_cards_are_composed_again(cardtools, game: Path, monkeypatch) -> None:
    from cardtools.render import card_pictures as pictures

    composed: list[str] = []
    compose = pictures.compose

    def counting(face, values, *more, **named):
        composed.append(values["NAME"])
        return compose(face, values, *more, **named)

    monkeypatch.setattr(pictures, "compose", counting)
    edit(game / "cards/cards.csv", "Pebblecoat Burrower;Earth;Beast", "Pebblecoat Burrower;Earth;Dragon")
    assert cardtools("build").code == 0
    in_deck = len((game / "cards/decks/starter.txt").read_text().splitlines())
    assert composed[0] == "Pebblecoat Burrower"
    # Once for itself; the deck's cards for its sheet.
    assert len(composed) <= 1 + in_deck
    composed.clear()
    art = next((game / "cards/art").rglob("pebblecoat*.jpg"))
    art.write_bytes(art.read_bytes() + b"x")  # another picture of the same name
    assert cardtools("build").code == 0
    assert "Pebblecoat Burrower" in composed
    assert len(composed) <= 1 + in_deck


def test_several_processes_draw_the_same_pictures(cardtools, game: Path) -> None:
    before = contents(game / "output/cards")
    rows = (game / "cards/cards.csv").read_text(encoding="utf-8").splitlines()
    names = [row.partition(";")[0] for row in rows[1:41]]
    assert cardtools("render", *names, "--jobs", "2", "-o", "again").code == 0
    again = contents(game / "again")
    assert len(again) == 40
    assert again.items() <= before.items()


def test_a_file_is_read_again_when_it_is_another(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = BuildRecord(folder, folder)
    path = folder / "x"
    path.write_bytes(b"one")
    assert record.content(path) == digest(b"one")
    assert str(path) not in record.seen  # changed a moment ago: it may change again within a tick
    monkeypatch.setattr(incremental, "_MOMENT", -(10**18))
    os.utime(path, ns=(10**18, 10**18))
    assert record.content(path) == digest(b"one")
    with monkeypatch.context() as closed:
        closed.setattr(incremental, "file_digest", None)
        assert record.content(path) == digest(b"one")
    path.write_bytes(b"two")
    os.utime(path, ns=(10**18, 10**18))
    assert record.content(path) == digest(b"two")  # size and time are those of before


def test_the_table_is_not_wider_than_the_terminal() -> None:
    cards = "0 pictures; not drawn: " + ", ".join(f"Card {number}" for number in range(40))
    outcomes = [
        BuildRow("checks", "cards.csv: no problems", "output/validation.txt"),
        BuildRow("cards", cards, "output/cards", code=1),
    ]
    lines = summary(outcomes)
    assert max(map(len, lines)) <= 140
    assert " ".join(" ".join(lines).split()).count("Card ") == 40


def test_a_face_that_cannot_be_loaded_leaves_a_summary(cardtools, game: Path) -> None:
    face = game / "templates/token.toml"
    face.write_text("bogus = 1\n" + face.read_text(encoding="utf-8"), encoding="utf-8", newline="")
    outcome = cardtools("build")
    assert outcome.code == 2
    assert outcome.err.count("unknown key 'bogus'") == 1
    lines = outcome.out.splitlines()
    assert any(line.startswith("cards ") and "; not drawn: " in line for line in lines)
    assert lines[-2].split()[:3] == ["sheets", "3", "PDFs"]
    assert lines[-1].startswith("built in ")
    # The pictures of an earlier build would be taken for those of today.
    assert next(line for line in lines if not line.startswith("removed output/")).startswith("effects ")


@pytest.mark.parametrize(
    ("sheet", "commands"),
    [
        ("templates/sheets/counters.toml", [("sheet",), ("build",)]),  # of [[extras]]
        ("templates/sheets/3x3.toml", [("sheet",), ("build",), ("export", "--to", "pnp")]),
    ],
)
def test_a_missing_sheet_definition_is_named_where_the_project_names_it(
    cardtools, game: Path, sheet: str, commands: list[tuple[str, ...]]
) -> None:
    text = (game / "cardtools.toml").read_text(encoding="utf-8")
    line = text[: text.index(sheet)].count("\n") + 1
    edit(game / "cardtools.toml", sheet, "templates/sheets/none.toml")
    for command in commands:
        outcome = cardtools(*command)
        assert outcome.code == 2
        assert f"cardtools.toml:{line}:1: templates/sheets/none.toml: no such file" in outcome.err
