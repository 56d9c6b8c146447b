"""Projects from designs of other programs: what is drawn, what is named as not taken, what does no harm."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtools.ground.errors import InputError
from cardtools.init.designs.elements import ForeignDesign
from cardtools.init.guess.project import GuessedProject, guess_project
from cardtools.language.budget import Budget
from cardtools.language.text_templates import compile_text
from cardtools.project.starter import starter_folder
from cardtools.render.face.load import load_face

Run = Callable[..., Any]
Write = Callable[..., Path]
SAMPLES = Path(__file__).with_name("designs")


@pytest.fixture
def samples(write: Write) -> None:
    """The designs with the table, pictures and the icon that they name."""
    for path in SAMPLES.iterdir():
        write(path.name, path.read_bytes())
    for name in ("art/door.png", "art/table.png"):
        write(name, b"a picture")


def made(*paths: Path) -> tuple[GuessedProject, dict[str, Any], str]:
    """The project, its face, and its list of what is not taken."""
    project = guess_project(paths)
    text = {name: file for name, file in project.files.items() if isinstance(file, str)}
    return project, tomllib.loads(text["templates/card.toml"]), text["not-taken.txt"]


def box(face: dict[str, Any], name: str) -> Any:
    return pytest.approx(tuple(face["elements"][name]["box"]), abs=0.015)


def test_a_script_of_nandeck_becomes_a_face(samples: None) -> None:
    project, face, _ = made(Path("deck.nde"))
    elements, styles = face["elements"], face["styles"]
    assert (face["card"]["width"], face["card"]["height"]) == (63.5, 88.9)
    assert box(face, "rectangle") == (-3, -3, 69.5, 19)  # 18 %, and the bleed
    assert elements["rectangle"]["fill"] == "{{ COLOUR }}"
    assert elements["rectangle_2"]["fill"] == ["#102030", "#405060"]
    assert elements["art_pic"]["image"] == "art/{{ PIC }}.png"
    assert elements["art_pic"]["fit"] == "fit"
    assert elements["roundrect"]["stroke"] == "#203040"
    assert box(face, "name") == (5.08, 3.56, 44.45, 10.67)  # of the frame
    assert styles["name"] == {
        "font": "bold", "size": 16, "minimum": 9.6, "one_line": 9.6, "colour": "#ffffff", "valign": "middle",
    }  # fmt: skip
    rules = elements["rules_desc_13_1"]
    assert rules["text"] == "Rules: {{ DESC }}\n{{ '{' }}{ 1 }}"
    assert rules["opacity"] == 0.5
    assert "one_line" not in styles["rules_desc_13_1"]
    assert elements["circle"]["when"] == "text(KIND) == 'trap'"
    assert elements["circle"]["shape"] == "ellipse"
    assert (elements["polygon"]["sides"], elements["polygon"]["fill"]) == (6, "#00ff00")
    assert elements["line"]["when"] == "(not (text(KIND) == 'trap')) and (COST > 2 and given(PIC))"
    assert elements["line"]["rising"]
    assert elements["else"]["when"].count("not (") == 2
    assert elements["starter"]["when"] == "NAME in ('A Door Ajar', 'The Long Table')"
    assert elements["starter"]["rotation"] == -90
    assert elements["card_kind"]["text"] == "Card {{ KIND }}"
    assert elements["card_kind"]["bleed"]
    assert "bleed" not in elements["name"]
    assert set(face["icons"]) == {"star"}
    assert {one.kind for one in project.columns if one.heading == "num"} == {"copies"}
    assert 'paper = "a4"' in str(project.files["cardtools.toml"])
    copied = {name for name, file in project.files.items() if isinstance(file, Path)}
    assert copied >= {"cards/art/art/door.png", "cards/art/art/table.png", "templates/icons/star.svg"}


def test_what_a_script_has_beyond_that_is_named_line_by_line(samples: None) -> None:
    *_, notes = made(Path("deck.nde"))
    assert "deck.nde:31: BEZIER=[all],10%,10%,20%,20%,30%,10%,#00FF00: make an SVG file of it" in notes
    assert 'deck.nde:32: TEXT="{(name)}-20",[name],0,0,50%,10%: the range {(name)}-20 is computed' in notes
    assert "deck.nde:36: TEXT=[all],[name],{a+1},0,50%,10%: '{a+1}' is no plain number" in notes
    assert "the picture art/owl.png not found beside it: put it into cards/art" in notes
    assert "the font Georgia is replaced" in notes
    assert "card_kind: less than 3 mm from the cut; move it, then remove `bleed`" in notes
    assert "deck.nde:34: [half] is computed: make a column of the table of it" in notes


def test_lists_of_a_script_without_a_table_are_its_table(write: Write) -> None:
    project, face, _ = made(
        write(
            "deck.txt",
            "{[word]=Oak|\nElm|Ash}\n[no]=1|2\nFONT=Arial,9,,#000000\nTEXT=1-3,[word],9%,9%,80%,9%\n",
        )
    )
    assert project.files["cards/cards.csv"] == b"word;no\r\nOak;1\r\nElm;2\r\nAsh;1\r\n"
    assert face["elements"]["word"]["text"] == "{{ NAME }}"


def test_a_table_that_is_given_takes_the_place_of_the_one_that_is_named(write: Write) -> None:
    script = write("deck.nde", "LINK=cards.xlsx\nTEXT=,[name],9%,9%,80%,9%\n")
    project, _, notes = made(script)
    assert project.files["cards/cards.csv"] == b"Name\r\nFirst card\r\n"
    assert "deck.nde:1: LINK=cards.xlsx: the table cards.xlsx is not beside it: name it with another" in notes
    project, _, notes = made(script, write("c.csv", "name,cost\nOx,2\nOwl,1\n"))
    assert project.files["cards/cards.csv"] == b"name,cost\nOx,2\nOwl,1\n"
    assert "LINK" not in notes


def test_a_column_that_counts_copies_is_that_of_the_script(write: Write) -> None:
    write("cards.csv", "name,times\nOx,2\nOwl,1\n")
    project, *_ = made(write("deck.nde", "LINKMULTI=times\nLINK=cards.csv\nTEXT=,[name],9%,9%,80%,9%\n"))
    assert [one.name for one in project.columns] == ["NAME", "COPIES"]


def test_layouts_of_squib_become_a_face(samples: None, write: Write) -> None:
    more = write("more.yml", "cost:\n  extends: title\n  x: += 520\n  width: 2 cells\n  font_size: 20\n")
    _, face, notes = made(Path("layout.yml"), more, Path("prompts.csv"))
    elements = face["elements"]
    assert face["card"] == {"width": 63.5, "height": 88.9, "bleed": 3.17, "corner": 2.54}
    assert box(face, "frame") == (1.91, 1.91, 59.69, 85)
    assert elements["frame"]["fill"] == "#f0e6dc"
    assert elements["title"]["text"] == "{{ NAME }}"
    assert face["styles"]["title"]["font"] == "bold"
    assert face["styles"]["title"]["valign"] == "middle"
    assert box(face, "cost") == (48.47, 4.45, 6.35, 5.93)  # 520 pixels to the right
    assert face["styles"]["cost"]["size"] == 20  # the later file
    assert elements["description"]["text"] == "{{ DESC }}"
    assert elements["description"]["box"][2] == 42.33  # merged by <<
    assert elements["badge"]["image"] == "star.svg"
    assert elements["badge"]["box"][1] == pytest.approx(29.85, abs=0.015)
    assert elements["dot"]["shape"] == "ellipse"
    assert elements["dot"]["dashes"] == [0.25, 0.25]
    # Turned about its upper left corner.
    assert elements["dot"]["box"][:2] == pytest.approx((6.14, 19.68), abs=0.015)
    for line in (
        "layout.yml:30: loop: it extends loop, which is in a circle",
        "far: it extends nowhere, which is not there", "flavour: 'deck - 0.5' is no plain number",
        "corner: it is a box without a column", "dot: cap is not taken",
        "deck.rb is a program and is not read",
    ):  # fmt: skip
        assert line in notes


def test_a_layout_of_cardmaker_becomes_a_face(samples: None) -> None:
    _, face, notes = made(Path("game.cmp"))
    elements = face["elements"]
    order = ["paper", "seen", "price", "sign", "kind"]
    assert list(elements) == [*order, "art", "set", "bar", "disc", "title_ground", "title", "title_border"]
    assert (elements["art"]["fit"], elements["art"]["image"]) == ("fit", "art/{{ PIC }}.png")
    assert elements["set"]["text"] == "<b>Set</b>\n{{ DESC }}"
    assert face["styles"]["set"]["markup"]
    assert (elements["bar"]["stroke"], elements["bar"]["stroke_width"]) == ("#304050", 0.51)
    assert box(face, "bar") == (3.81, 3.81, 55.88, 16.93)  # of the height that the shape has
    assert (elements["disc"]["opacity"], elements["disc"]["rotation"]) == (0.2, 15)
    assert elements["title_ground"]["fill"] == "#ffffff80"
    assert elements["title"]["stroke"] == "#000000"
    assert face["styles"]["title"]["align"] == "right"
    assert face["styles"]["title"]["size"] == 15.36  # 48 points of a screen, on 300 dots an inch
    for line in (
        "game.cmp:13: Big: the mark <fs=20> is not known", "Counter: a command in it is not taken",
        "Coin: another layout as a picture: write a part for it",
        "game.cmp:23: Odd: @[name] == @[kind] compares no column with a value",
        "Poly: the shape polygon: make an SVG file", "Tokens make a project --from game.cmp#Tokens",
        "Reference: the table ..\\outside.csv is not beside it",
    ):  # fmt: skip
        assert line in notes
    _, tokens, _ = made(Path("game.cmp#Tokens"))
    assert (tokens["card"]["width"], tokens["card"]["height"]) == (50.8, 25.4)
    assert tokens["elements"]["word"]["text"] == "<u>Token</u>"


@pytest.mark.end_to_end
@pytest.mark.parametrize("name", ["deck.nde", "layout.yml", "game.cmp"])
def test_the_project_builds_at_once(
    samples: None, cardtools: Run, folder: Path, monkeypatch: Any, name: str
) -> None:
    from PIL import Image

    for path in ("art/door.png", "art/table.png", "art/owl.png"):
        Image.new("RGB", (90, 60), "navy").save(path)
    more = ("--from", "prompts.csv") if name == "layout.yml" else ()
    outcome = cardtools("init", "game", "--from", name, *more)
    assert outcome.code == 0
    assert f"{name}:" in outcome.out
    monkeypatch.chdir(folder / "game")
    outcome = cardtools("validate")
    assert (outcome.code, outcome.err) == (0, "")
    assert cardtools("render", "--dpi", "40").code == 0
    assert len(list(Path("output/cards").glob("*.png"))) == 3


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.cmp", "<Project><Layout></Project>", "a.cmp:1:20: is not well-formed XML: mismatched tag"),
        (
            "a.cmp",
            "<!DOCTYPE a [<!ENTITY b 'c'>]><Project/>",
            "has a DOCTYPE, which is not read",
        ),
        ("a.cmp", "<Project/>", "has no layout"),
        ("a.yml", "a:\n  x: 1\n b: 2\n", "a.yml:3: cannot be read as YAML"),
        ("a.yml", "- a:\n    x: 1\n", "is no layout: it needs entries"),
        (
            "a.yml",
            "b:\n  x: 1\na:\n" + "".join(f"{' ' * n}-\n" for n in range(500)),
            "its lists are nested too deep",
        ),
        ("a.nde", b"PK\x03\x04\xff", "a spreadsheet workbook, not text"),
    ],
)
def test_a_design_that_cannot_be_read_is_refused(
    write: Write, name: str, text: str | bytes, message: str
) -> None:
    with pytest.raises(InputError, match=message):
        guess_project([write(name, text)])


def test_two_designs_cannot_become_one_face(samples: None) -> None:
    with pytest.raises(InputError, match="two designs cannot become one face"):
        guess_project([Path("deck.nde"), Path("game.cmp")])


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (
            "a.nde",
            "LINK=../secret.csv\nIMAGE=,../secret.png,1,1,2,2\nICON=,a,/secret.svg\nIMAGE=,C:\\s.png,1,1,2,2\n",
        ),
        (
            "a.cmp",
            (SAMPLES / "game.cmp")
            .read_text()
            .replace("prompts.csv", "../secret.csv")
            .replace("art\\@[pic].png", "..\\secret.png"),
        ),
        ("a.yml", "art:\n  x: 30\n  file: ../secret.png\nmark:\n  width: 20\n  file: /secret.svg\n"),
    ],
)
def test_a_design_brings_no_files_from_elsewhere(write: Write, folder: Path, name: str, text: str) -> None:
    for secret in ("secret.csv", "secret.png", "secret.svg"):
        write(secret, "name\nA secret\n")
    project, *_ = made(write(f"in/{name}", text))
    paths = [str(file) for file in project.files.values() if isinstance(file, Path)]
    assert not [path for path in paths if "secret" in path]
    assert b"secret" not in project.files["cards/cards.csv"]


@pytest.mark.parametrize(
    ("place", "means"),
    [
        ("0,0.5,2,1", "less than 3 mm from the cut"),
        ("-3,-3,2,1", "nothing of it is on the card"),
        ("0.45,2,0.4,0.4,left,top,90", ""),
        ("-0.9,2,2,0.4,left,top,90", "less than 3 mm from the cut"),
    ],
)
def test_a_text_near_the_cut_may_leave_the_card_and_is_named(write: Write, place: str, means: str) -> None:
    script = f"UNIT=INCH\nCARDSIZE=2.5,3.5\nTEXT=,a,{place}\n"
    _, face, notes = made(write("deck.nde", script))
    assert means in notes
    assert ("deck.nde: a: " in notes) == bool(means)
    assert face["elements"].get("a", {}).get("bleed", False) == ("less" in means)


def test_choices_of_cardmaker_are_made_by_templates(samples: None) -> None:
    project, face, _ = made(Path("game.cmp"))
    cards = (
        {"NAME": "A", "KIND": "trap", "COST": 3, "PIC": "door"},
        {"NAME": "B", "KIND": "place", "COST": 3, "PIC": None},
        {"NAME": "Owl Post", "KIND": "event", "COST": 1, "PIC": "owl"},
        {"NAME": "C", "KIND": "", "COST": None, "PIC": "owl"},
    )

    def drawn(name: str, key: str) -> list[str]:
        return [compile_text(face["elements"][name][key])(card, Budget()) for card in cards]

    assert drawn("price", "text") == ["3 coins!", "3 coins!", "cheap!", "!"]
    assert drawn("seen", "text") == ["a picture", "no picture", "", "a picture"]
    assert drawn("sign", "image") == ["art/door.png", "art/table.png", "", ""]
    assert "cards/art/art/table.png" in project.files


@pytest.mark.parametrize(
    "text", ["#(if a == b then c)#", "#(switch;@[name])#", "#(if @[name] then c)#", "#(" * 400, "#(if " * 400]
)
def test_choices_that_choose_nothing_are_named(write: Write, text: str) -> None:
    write("prompts.csv", "name\nOx\n")
    element = f'<Element variable="{text} )#" type="Text" width="300" height="90" name="A" font="Arial;20" />'
    reference = '<Reference RelativePath="prompts.csv"/>'
    layout = f'<Layout Name="L" width="750" height="1050">{element}{reference}</Layout>'
    _, face, notes = made(write("a.cmp", f"<Project>{layout}</Project>"))
    assert "a" not in face["elements"]
    assert "a.cmp:1: A: " in notes


def test_pictures_of_squib_are_cropped_and_mirrored(samples: None) -> None:
    _, face, notes = made(Path("layout.yml"), Path("prompts.csv"))
    hill = face["elements"]["hill"]
    assert (hill["crop"], hill["flip"]) == ([10, 0, 45, 30], "horizontal")
    assert "layout.yml:37: hill: mask is not taken" in notes
    assert "layout.yml:38: lake: what is cropped needs crop_width and crop_height" in notes


def test_labels_and_merged_keys_do_not_grow_without_end(write: Write) -> None:
    labels = "\n".join(f"[a{number}]={f'[a{number + 1}]' * 50}" for number in range(9))
    *_, notes = made(write("a.nde", f"{labels}\nTEXT=,[a0],1,1,2,2\n"))
    assert "its labels make it too long" in notes
    merged = "\n".join(
        f"e{number}: &e{number}\n  x: 30\n" + f"  <<: *e{number}\n" * 60 for number in range(9)
    )
    assert made(write("a.yml", merged))[2]


@given(st.text(alphabet="{}%# '\"a[]\\", max_size=12))
def test_a_text_of_a_design_is_never_read_as_a_template(text: str) -> None:
    plain = text.replace("[", "").replace("]", "")
    assert compile_text(ForeignDesign(Path("a")).template(plain))({}, Budget()) == plain


SHAPE = st.lists(st.sampled_from("0 -5 3 20% 250% 9999 .01 50 #ff0000 EMPTY".split()), min_size=4, max_size=9)
STATEMENT = st.tuples(
    st.sampled_from("RECTANGLE ROUNDRECT ELLIPSE LINE POLYGON STAR TEXT IMAGE".split()), SHAPE
)


@pytest.fixture(scope="module")
def scripts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for scripts, with the fonts of a project where their faces look for them."""
    made = tmp_path_factory.mktemp("scripts")
    (made / "fonts").symlink_to(starter_folder() / "templates/fonts")
    return made


@given(st.lists(STATEMENT, max_size=5))
def test_the_face_of_any_script_can_be_loaded(scripts: Path, statements: list[tuple[str, list[str]]]) -> None:
    lines = ["[list]=a|b", "FONT=Arial,900,B,#102030"]
    for key, values in statements:
        first = f'"a {len(lines)}",' if key in ("TEXT", "IMAGE") else ""
        lines.append(f"{key}=,{first}{','.join(values)}")
    (scripts / "a.nde").write_text("\n".join(lines))
    (scripts / "card.toml").write_text(str(guess_project([scripts / "a.nde"]).files["templates/card.toml"]))
    load_face(scripts / "card.toml")
