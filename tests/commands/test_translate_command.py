"""Editions: what is drawn in another language, PO files, and what an edition lacks."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfReader

from cardtools.project.project import find_project
from cardtools.steps.game_files import GameFiles
from cardtools.steps.translate import export_po, import_po

ROOT = Path(__file__).parents[2]
Write = Callable[..., Path]
PROJECT = """name = "Meadow"
copyright = "(c) Ann"
ruleset = "meadow.toml"
[[faces]]
face = "templates/card.toml"
[editions.de]
table = "de.csv"
columns = { Title = "Titel", Text = "Regel" }
words = { Beast = "Tier", Bird = "Vogel" }
name = "Wiese"
copyright = "(c) Anna"
fonts = { text = "fonts/AlegreyaSans-Bold.ttf" }
[editions.fr]
columns = { Title = "Titre" }
faces = { "templates/card.toml" = "templates/french.toml" }
"""
RULES = """
[ruleset]
id = "meadow"
version = "1"
[card]
label = "Title"
[fields.Title]
required = true
[fields.Kinds]
type = "list"
vocabulary = "kind"
[fields.Text]
[vocabulary.kind]
values = ["Beast", "Bird"]
"""
CARDS = "Title;Kinds;Text;Titre\nFox;Beast;Run.;Renard\nOwl;Bird, Beast;Fly at night.;\nElk;Beast;Run.;\n"
GERMAN = 'Title,Titel,Regel,Regel_SOURCE\nOwl,Eule,"Flieg ""nachts"".",Fly.\nHen,Henne,,\n'
FACE = """
palette = "{{ Kinds[0] }}"
language = "en"
typography = "en"
[card]
width = 60
height = 80
[fonts]
text = "../fonts/AlegreyaSans-Regular.ttf"
[palettes.Beast]
ground = "#aaccaa"
[palettes.Bird]
ground = "#aaaacc"
[styles.text]
font = "text"
size = 9
[elements.ground]
kind = "rectangle"
left = -3
right = -3
top = -3
bottom = -3
fill = "{{ palette.ground }}"
[elements.words]
kind = "text"
style = "text"
left = 4
right = 4
top = 5
height = 60
text = "{{ Title }}, {{ Kinds|join('/') }}: {{ Text }} {{ project.name }} {{ project.copyright }}"
[elements.beast]
kind = "text"
style = "text"
left = 4
right = 4
top = 70
height = 5
text = "a beast"
when = "Kinds[0] == 'Beast'"
"""


@pytest.fixture
def meadow(write: Write) -> None:
    for name in ("Regular", "Bold"):
        path = f"fonts/AlegreyaSans-{name}.ttf"
        write(path, (ROOT / "templates" / path).read_bytes())
    write("cardtools.toml", PROJECT)
    write("meadow.toml", RULES)
    write("cards/cards.csv", CARDS)
    write("de.csv", GERMAN)
    write("templates/card.toml", FACE)
    write("templates/french.toml", 'extends = "card.toml"\n[elements.beast]\ntext = "une bête"\n')
    write("templates/sheets/3x3.toml", "")


def texts(path: str) -> str:
    return " ".join(page.extract_text() for page in PdfReader(path).pages).replace("\n", " ")


@pytest.mark.usefixtures("meadow")
def test_an_edition_is_drawn_with_its_own_texts_words_and_fonts(cardtools: Any) -> None:
    outcome = cardtools("sheet", "--all-editions")
    assert (outcome.code, outcome.err) == (0, "")
    own, german, french = (texts(f"output/{name}sheets/cards.pdf") for name in ("", "de/", "fr/"))
    assert "Owl, Bird/Beast: Fly at night. Meadow (c) Ann" in own
    # Texts are translated, conditions and palettes see the card's own words; what is missing stays.
    assert "Eule, Vogel/Tier: Flieg „nachts“. Wiese (c) Anna" in german
    assert "Fox, Tier: Run. Wiese (c) Anna" in german
    assert german.count("a beast") == 2
    assert "Renard, Beast\u202f: Run. Meadow (c) Ann" in french
    assert french.count("une bête") == 2
    assert b"AlegreyaSans-Bold" in Path("output/de/sheets/cards.pdf").read_bytes()
    assert b"AlegreyaSans-Bold" not in Path("output/sheets/cards.pdf").read_bytes()


@pytest.mark.usefixtures("meadow")
def test_cards_of_an_edition_keep_their_names_outside(cardtools: Any) -> None:
    outcome = cardtools("render", "Owl", "--edition", "de", "--dpi", "50")
    assert outcome.out == "1 card -> output/de/cards\n"
    assert [path.name for path in Path("output").rglob("*.png")] == ["owl.png"]


@pytest.mark.usefixtures("meadow")
def test_a_build_of_an_edition_follows_its_table(cardtools: Any, write: Write) -> None:
    assert "3 pictures" in cardtools("build", "--edition", "de").out
    assert "unchanged" in cardtools("build", "--edition", "de").out
    write("de.csv", GERMAN.replace("Flieg", "Fliege"))
    assert "unchanged" not in cardtools("build", "--edition", "de").out
    assert "Fliege „nachts“." in texts("output/de/sheets/cards.pdf")


@pytest.mark.usefixtures("meadow")
def test_what_is_missing_or_outdated_is_reported(cardtools: Any) -> None:
    outcome = cardtools("translate", "check", "de", "--fail-on", "warning")
    assert outcome.code == 1
    assert [line for line in outcome.out.splitlines() if not line.startswith("  help")] == [
        "cards/cards.csv:2:1: TRN001 untranslated: warning: Fox: Title is not translated",
        "cards/cards.csv:2:11: TRN001 untranslated: warning: Fox: Text is not translated",
        "de.csv:2:10: TRN002 outdated-translation: warning: Owl: Text has changed since it was translated",
        "cards/cards.csv:4:1: TRN001 untranslated: warning: Elk: Title is not translated",
        "cards/cards.csv:4:11: TRN001 untranslated: warning: Elk: Text is not translated",
        "de.csv:3:1: TRN003 orphan-translation: info: there is no card 'Hen'",
        "edition de: 3 cards: 5 warnings, 1 note",
    ]


@pytest.mark.usefixtures("meadow")
def test_texts_go_to_translators_and_back(cardtools: Any, write: Write) -> None:
    cardtools("translate", "export", "de")
    data = Path("de.po").read_bytes()
    assert b"Date" not in data
    catalog = read_po(io.BytesIO(data))
    (run,) = [message for message in catalog if message.id == "Run."]  # once, for both cards
    assert (run.context, run.auto_comments) == ("Text", ["Fox", "Elk"])
    (fly,) = [message for message in catalog if message.id == "Fly at night."]
    assert fly.fuzzy
    assert b'#| msgid "Fly."\n' in data
    text = data.decode().replace('msgid "Run."\nmsgstr ""', 'msgid "Run."\nmsgstr "Lauf; \\"schnell\\"."')
    write("de.po", text.replace('msgstr "Tier"', 'msgstr "Biest"'))
    outcome = cardtools("translate", "import", "de", "de.po")
    assert outcome.out == '2 texts translated -> de.csv\n[editions.de]\nwords = { "Beast" = "Biest" }\n'
    # What is fuzzy is not taken; the rows that are there keep every byte.
    new = 'Fox,,"Lauf; ""schnell"".",Run.\nElk,,"Lauf; ""schnell"".",Run.\n'
    assert Path("de.csv").read_text() == GERMAN + new
    assert cardtools("translate", "import", "de", "de.po").out.startswith(
        "every translation is there already"
    )


@pytest.mark.usefixtures("meadow")
def test_a_table_is_made_for_the_first_translations(cardtools: Any, write: Write) -> None:
    Path("de.csv").unlink()
    cardtools("translate", "export", "de", "-o", "first.po")
    write(
        "first.po",
        Path("first.po").read_text().replace('msgid "Elk"\nmsgstr ""', 'msgid "Elk"\nmsgstr "Elch"'),
    )
    cardtools("translate", "import", "de", "first.po")
    assert Path("de.csv").read_text() == "Title;Titel;Titel_SOURCE;Regel;Regel_SOURCE\nElk;Elch;Elk;;\n"


@pytest.mark.usefixtures("meadow")
def test_translations_come_back_to_each_of_several_tables(cardtools: Any, write: Write) -> None:
    write("cards/cards.csv", "Title;Titre\nFox;Renard\n")
    birds = "Titre,Title\r\n,Owl\r\nChouette,Tawny\r\n"
    write("cards/birds.csv", birds.encode())
    both = '[cards]\ndatabase = ["cards/cards.csv", "cards/birds.csv"]\n'
    write("cardtools.toml", PROJECT.replace("[[faces]]", f"{both}[[faces]]", 1))
    cardtools("translate", "export", "fr")
    text = Path("fr.po").read_text()
    write("fr.po", text.replace('msgid "Owl"\nmsgstr ""', 'msgid "Owl"\nmsgstr "Hibou"'))
    assert cardtools("translate", "import", "fr", "fr.po").out == "1 text translated -> cards/birds.csv\n"
    assert Path("cards/birds.csv").read_bytes() == birds.replace(",Owl", "Hibou,Owl").encode()
    assert Path("cards/cards.csv").read_text() == "Title;Titre\nFox;Renard\n"
    write("cards/birds.csv", "Title\nOwl\n")
    outcome = cardtools("translate", "import", "fr", "fr.po")
    assert outcome.code == 2
    assert "cards/birds.csv:1: cards/birds.csv has no column 'Titre' for its translations" in outcome.err


@pytest.mark.usefixtures("meadow")
def test_words_change_no_text_that_is_not_words(cardtools: Any, write: Write) -> None:
    write(
        "cards/cards.csv",
        'Title;Kinds;Text\nFox;"Beast,Other";"Draw,then 1,5 Beast,ok"\nBird;Bird;Beast,Bird\n',
    )
    write("de.csv", "Title;Titel;Regel\n")
    cardtools("sheet", "--edition", "de")
    drawn = texts("output/de/sheets/cards.pdf")
    assert "Fox, Tier/Other: Draw,then 1,5 Beast,ok" in drawn
    assert "Vogel, Vogel: Tier, Vogel" in drawn


@pytest.mark.parametrize(
    ("arguments", "files", "message"),
    [
        (("render", "--edition", "it"), {}, "--edition: no edition 'it'\n  help: editions: de, fr\n"),
        (
            ("render", "--edition", "de", "--all-editions"),
            {},
            "--all-editions and --edition do not go together",
        ),
        (
            ("render", "--edition", "de"),
            {"de.csv": "Title;Titel\n"},
            "cardtools.toml:8:1: de.csv has no column 'Re",
        ),
        (
            ("render", "--edition", "de"),
            {"de.csv": "Name;Titel;Regel\n"},
            "no column 'Title', by which rows are f",
        ),
        (
            ("render", "--edition", "de"),
            {"de.csv": "Title;Titel;Regel\nFox;a;\nOwl;b;\nFox;c;\n"},
            "de.csv:4:1: Fox has a translation in line 2 already\n",
        ),
        (
            ("translate", "import", "de", "x.po"),
            {"x.po": "msgid oops\n"},
            "x.po: not a PO file that can be read: ",
        ),
        (("translate", "import", "de", "x.po"), {}, "x.po: no such file"),
        (
            ("translate", "check", "fr"),
            {"cardtools.toml": PROJECT.replace('columns = { Title = "Titre" }', "")},
            "cardtools.toml:13:2: the edition does not say what is translated\n",
        ),
        (
            ("render", "--edition", "de"),
            {"cardtools.toml": PROJECT.replace("fonts/AlegreyaSans-Bold.ttf", "fonts/Bold.ttf")},
            "cardtools.toml:12:1: fonts/Bold.ttf: no such file",
        ),
        (
            ("render",),
            {"cardtools.toml": PROJECT.replace("editions.de", 'editions."../x"')},
            "an edition cannot be named '../x'",
        ),
    ],
)
@pytest.mark.usefixtures("meadow")
def test_what_cannot_be_used_is_one_error(
    cardtools: Any, write: Write, arguments: tuple[str, ...], files: dict[str, str], message: str
) -> None:
    for name, text in files.items():
        write(name, text)
    outcome = cardtools(*arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert message in outcome.err


@pytest.mark.usefixtures("meadow")
def test_po_files_need_babel(cardtools: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "babel.messages.catalog", None)
    outcome = cardtools("translate", "export", "de")
    assert (outcome.code, 'pip install "cardtools[translate]"' in outcome.err) == (2, True)


plain = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), max_size=20).map(str.strip)


@pytest.mark.usefixtures("meadow")
def test_whatever_translators_write_comes_back(write: Write) -> None:
    @given(st.lists(plain, min_size=3, max_size=3))
    def comes_back(new: list[str]) -> None:
        rows = "".join(
            f'"{name}","{text.replace(chr(34), 2 * chr(34))}",\n'
            for name, text in zip(("Fox", "Owl", "Elk"), new, strict=True)
        )
        write("de.csv", f"Title,Titel,Regel\n{rows}")
        game = GameFiles(find_project().in_edition("de"))
        write("all.po", export_po(game))
        write("de.csv", "Title,Titel,Regel\n")
        made, _ = import_po(GameFiles(find_project().in_edition("de")), Path("all.po"))
        for file in made:
            write("de.csv", file.after)
        assert export_po(GameFiles(find_project().in_edition("de"))) == Path("all.po").read_bytes()

    comes_back()
