"""What the project file `cardtools.toml` may contain.

By default every setting gives the documented behaviour, so a folder without a project file works too.
"""

import datetime
from typing import Literal

from cardtools.ground.frozen_record import Record, field
from cardtools.ground.lengths import Length
from cardtools.project.terms import Term

Intent = Literal["relative", "perceptual", "saturation", "absolute"]
Stage = Literal["dedupe", "drop", "replace", "agree", "sort", "capitalise"]


class EffectSettings(Record):
    """`[effects]`: the files of the effect list, and how it is made (Doc 4.7 to 4.10).

    Keys:
        placeholders: The folder of the placeholder files: `number.txt` holds the values of `<number>`.
        templates: The file with the effect templates, one a line.
        effects: The effect list that `build` and `generate` write.
        tags: The tag rules, which say what each effect does.
        tagged: The table of effects and tags that `build` writes.
        programs: What the templates do when cards are played.
        drop: A file of phrases, one a line; effects that contain one are dropped.
        replace: A file of lines `old: new`, applied to every effect in this order; `\\:` is a colon of the
            old text.
        stages: What is done to the list, in this order. A stage may be repeated or left out.
        link_offsets: `<rank+1>` is one more than `<rank>` in the same sentence, not a choice of its own.
        number_words: Offsets count on number words too: "two" + 1 is "three".
        limit: A list of more combinations is refused.

    Example:
        [effects]
        templates = "effects/all_effect_templates.txt"
        stages = ["dedupe", "drop", "replace", "sort", "dedupe"]
        link_offsets = true
        number_words = true
        limit = 100000
        placeholders = "effects/placeholders"
        effects = "effects/list.txt"
        tags = "effects/rules.toml"
        tagged = "effects/tagged.csv"
        programs = "effects/what-it-does.toml"
        drop = "effects/drop.txt"
        replace = "effects/replace.txt"
    """

    placeholders: str = "placeholders"
    templates: str = "effects/all_effect_templates.txt"
    effects: str = "effects/all_effects.txt"
    tags: str = "effects/tags.toml"
    tagged: str = "effects/effects_with_placeholders.csv"
    programs: str = "effects/programs.toml"
    drop: str = "placeholders/combinations_to_remove.txt"
    replace: str = "placeholders/phrase_replacements.txt"
    stages: tuple[Stage, ...] = ("dedupe", "drop", "replace", "agree", "sort")
    link_offsets: bool = False
    number_words: bool = False
    limit: int = 10_000_000


class CardSettings(Record):
    """`[cards]`: the card table, the decks, and the folders with art.

    Keys:
        database: The card table: a CSV file, a sheet of a workbook such as `cards.xlsx#Units` or
            `cards.xlsx#2` (by default its first one), the records of a JSON file such as
            `game.json#sets.base`, or a set of Magic Set Editor; one row for each card. A list of tables, or a
            pattern such as `cards/*.csv`, is one database, which has the columns of all tables.
        decks: The deck lists that are checked and printed.
        art: The folders with art. Pictures are read from nowhere else.
        crops: The file that `cardtools studio` writes the crops of pictures to.
        pictures: The 1-based number of the picture that a card uses, by its name; other cards use the first.
        source: The URL that `cardtools pull` fetches the card table from; for several tables, by file, such
            as `{ "cards/units.csv" = "https://..." }`.
        quantity: The column with the number of copies on sheets that are not of a deck, by default COPIES;
            if the table doesn't have it, each card is printed once. An empty cell means 1 and is reported, 0
            prints none, and anything else but a number up to 999 is an error.

    Example:
        [cards]
        database = "cards/cards.csv"
        decks = ["cards/decks/starter.txt"]
        art = ["cards/art"]
        crops = "cards/art/crops.toml"
        pictures = { "Zephyr Dancer" = 2 }
        source = "https://example.org/cards.csv"

    Example of a sheet of a workbook with a column of copies:
        [cards]
        database = "cards/cards.xlsx#Units"
        quantity = "HOW_MANY"
    """

    database: str | tuple[str, ...] = "cards/cards.csv"
    decks: tuple[str, ...] = ()
    art: tuple[str, ...] = ("cards/art",)
    crops: str = "cards/crops.toml"
    source: str | dict[str, str] = ""
    quantity: str = ""
    pictures: dict[str, int] = field(default_factory=dict)


class TableSettings(Record):
    """`[tables]`: where the cards are on the sheets of the card tables, where that is not found by itself.

    A title above the headings, a sum below the cards and notes beside them are left out, and `validate` says
    so (CSV023).

    Keys:
        header: The row with the headings, as the spreadsheet counts it.
        skip: Rows that are no cards: their numbers, or the texts of their first cells; `*` in a text stands
            for anything.

    Example:
        [tables]
        header = 3
        skip = ["Summe", "Draft*", 58]
    """

    header: int = 0
    skip: tuple[int | str, ...] = ()


class ExtraCards(Record):
    """`[[extras]]`: a table of tokens, counters and other things that are printed with the cards.

    No rule checks their columns, and no deck contains them. Missing pictures are reported. The column COPIES,
    or the one that `quantity` of `[cards]` names, gives the number of copies.

    Keys:
        table: The CSV file or sheet of a workbook, one row for each token or counter.
        sheet: The sheet definition they are printed with; if empty, that of the cards.

    Example:
        [[extras]]
        table = "cards/counters.csv"
        sheet = "templates/sheets/counters.toml"
    """

    table: str
    sheet: str = ""


class ArtSettings(Record):
    """`[art]`: what `cardtools art` paints. The texts are templates over a card's columns, as in faces.

    Keys:
        type: The type that chooses the background, or `Spell` for an object in the colours of `affinity`;
            without it, the column that has the ruleset's vocabulary `type`.
        words: What to paint, separated by commas: first the figure or the object, or `landscape` for none;
            without it, the other columns that `words` of the ruleset's [design] names.
        rank: The card's rank, 1 to 5; higher ranks look grander. Without it, the column of [design.rank].
        affinity: The type whose colours a spell has; if empty, the folder of the picture.
        width (px): The width of the picture, 16 to 8000.
        height (px): The height of the picture, 16 to 8000.

    Example:
        [art]
        type = "{{ TYPE|default('', true) }}"
        words = "{{ SUBTYPES|default([], true)|join(',') }}"
        rank = "{{ LEVEL|default(1, true) }}"
        affinity = "{{ ELEMENT }}"
        width = 800
        height = 800
    """

    type: str | None = None
    words: str | None = None
    rank: str | None = None
    affinity: str = ""
    width: int = 720
    height: int = 900

    def __post_init__(self) -> None:
        for name in ("width", "height"):
            if not 16 <= getattr(self, name) <= 8000:
                raise ValueError(f"{name} = {getattr(self, name)}, expected 16 to 8000")


class FaceChoice(Record):
    """`[[faces]]` and `[[backs]]`: which cards get which face. A card gets the first whose condition holds.

    Keys:
        face: The face file.
        when: The condition over the card's columns (see `explain conditions`); if empty, every card.
        columns: Columns that this side shows in the place of others, for cards with two faces in one row.

    Example of spells with a face of their own, and of cards whose other side has columns of its own:
        [[faces]]
        face = "templates/spell.toml"
        when = "TYPE == 'Spell'"

        [[faces]]
        face = "templates/unit.toml"

        [[backs]]
        face = "templates/unit.toml"
        when = "given(NIGHT_NAME)"
        columns = { NAME = "NIGHT_NAME", EFFECT1 = "NIGHT_EFFECT" }

        [[backs]]
        face = "templates/back.toml"
    """

    face: str
    when: str = ""
    columns: dict[str, str] = field(default_factory=dict)


class RenderSettings(Record):
    """`[render]`: how cards become pictures.

    Keys:
        dpi (dpi): The resolution of the pictures.

    Example:
        [render]
        dpi = 600
    """

    dpi: int = 300


class SheetSettings(Record):
    """`[sheet]`: how cards are printed.

    Keys:
        sheet: The sheet definition: the grid of cards on the paper.
        paper: The paper: letter, legal, tabloid, a3, a4 or a5. A sheet with a size of its own keeps it.
        printer: The name of one of the `[[printers]]`, whose correction is applied.

    Example:
        [sheet]
        sheet = "templates/sheets/duplex.toml"
        paper = "a4"
        printer = "office"

        [[printers]]
        name = "office"
        front = { dx = 0.5 }
    """

    sheet: str = "templates/sheets/3x3.toml"
    paper: str = "letter"
    printer: str = ""


class Adjustment(Record):
    """The correction of one side of a printer's paper.

    Keys:
        dx (mm): How far to shift to the right, -20 to 20.
        dy (mm): How far to shift down, -20 to 20.
        angle (degrees): How far to turn clockwise about the middle of the paper, -5 to 5.
        scale: The scale about the middle of the paper, 0.9 to 1.1.

    Example:
        [[printers]]
        name = "office"
        front = { dx = 0.5, dy = -0.3 }
        back = { dx = -0.8, angle = 0.1, scale = 1.002 }
    """

    dx: Length = 0.0
    dy: Length = 0.0
    angle: float = 0.0
    scale: float = 1.0

    def __post_init__(self) -> None:
        for name, low, high in (("dx", -20, 20), ("dy", -20, 20), ("angle", -5, 5), ("scale", 0.9, 1.1)):
            if not low <= getattr(self, name) <= high:
                raise ValueError(f"{name} = {getattr(self, name):g}, expected {low:g} to {high:g}")


class Printer(Record):
    """`[[printers]]`: the correction of a printer, as `cardtools sheet --calibrate` measures it.

    Keys:
        name: The name by which `sheet.printer` and `--printer` choose it.
        front: The correction of the front of the paper.
        back: The correction of the back of the paper.

    Example:
        [[printers]]
        name = "office"
        front = { dx = 0.5, dy = -0.3 }
        back = { dx = -1.2 }
    """

    name: str
    front: Adjustment = field(default_factory=Adjustment)
    back: Adjustment = field(default_factory=Adjustment)


class BoxSettings(Record):
    """`[box]`: the tuck box that `cardtools box` makes for a deck. A face takes the size of its panel.

    Faces see `project`, and `box` with `title` (of the deck), `cards`, `width`, `height` and `depth`.

    Keys:
        front: The face of the front.
        back: The face of the back.
        side: The face of both sides.
        lid: The face of both lids.
        colour: The colour of panels without a face, of flaps and beyond the cuts.
        thickness (mm): The thickness of a card, with its sleeve if it has one.
        clearance (mm): How much wider, higher and deeper the box is than the cards.
        titles: The title of a deck, by the name of its file; without it, the title is that name.

    Example:
        [box]
        front = "templates/box_front.toml"
        back = "templates/box_back.toml"
        side = "templates/box_side.toml"
        lid = "templates/box_lid.toml"
        colour = "#1d2b3a"
        thickness = 0.31
        clearance = 1.5
        titles = { starter = "First Light" }
    """

    front: str = ""
    back: str = ""
    side: str = ""
    lid: str = ""
    colour: str = "#ffffff"
    thickness: Length = 0.31
    clearance: Length = 1.0
    titles: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name, low, high in (("thickness", 0.05, 5.0), ("clearance", 0.0, 10.0)):
            if not low <= getattr(self, name) <= high:
                raise ValueError(f"{name} = {getattr(self, name):g}, expected {low:g} to {high:g}")


class PrintSettings(Record):
    """`[print]`: the press of a print shop, for `cardtools export --to pdfx4` and the proof of `studio`.

    Keys:
        profile: The ICC profile of the press, from the print shop: a file in the project.
        intent: How colours that the press cannot print are changed: all a little (perceptual), only these
            (relative or absolute, which keeps the tint of the paper too), or kept vivid (saturation).
        condition: The name of the printing condition, such as `FOGRA51`; if empty, the name of the file.
        ink: The most ink that the print shop allows in any place, of all four together: percent, which
            `cardtools proof` keeps to. 0 is 300 with a profile and 240 without one.

    Example:
        [print]
        profile = "profiles/PSOcoated_v3.icc"
        condition = "FOGRA51"
        ink = 280
        intent = "perceptual"
    """

    profile: str = ""
    intent: Intent = "relative"
    condition: str = ""
    ink: float = 0.0

    def __post_init__(self) -> None:
        if self.ink and not 100 <= self.ink <= 400:
            raise ValueError(f"ink = {self.ink:g}, expected 100 to 400 percent, or 0")


class Edition(Record):
    """`[editions.NAME]`: the cards in another language. The name is that of its folder below the output.

    Texts that no column and no word translates stay as they are. Conditions, palettes and pictures of faces
    see the card table's own words; the texts of faces see the translated ones.

    Keys:
        language: The language of the texts, such as `de` or `pt-BR`; if empty, the name of the edition.
        table: The table with the translations, one row for each card; if empty, the card table itself.
        key: The column of both tables by which a row is found; if empty, the one that names a card.
        columns: The columns with the translations, by the column that they translate. Without it, all columns
            of `table` that the card table has too.
        words: Translated words, by the word of the card table: its types, its keywords.
        name: The name of the game, if the edition has another.
        copyright: The copyright line, if the edition has another.
        typography: The language whose quotes, dashes and minus signs the faces use, where they use any; if
            empty, that of the edition.
        fonts: Fonts that take the place of a face's fonts, by their names there.
        faces: Faces that take the place of others; they may extend these.
        terms: Terms that take the place of others, by name.

    Example:
        [editions.brazil]
        language = "pt-BR"
        typography = "pt"
        table = "cards/pt.csv"
        key = "SERIAL"
        columns = { NAME = "NOME", EFFECT1 = "EFEITO1", EFFECT2 = "EFEITO2" }
        words = { Fire = "Fogo", Dragon = "Dragão" }
        name = "Vigia da Aurora"
        copyright = "© 2026 os autores"
        faces = { "templates/unit.toml" = "templates/brazil/unit.toml" }
        fonts = { text = "templates/fonts/Other.ttf" }
        terms.Flying = { word = "Voando", text = "Só unidades com @[Flying] a bloqueiam." }
    """

    language: str = ""
    table: str = ""
    key: str = ""
    columns: dict[str, str] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)
    name: str = ""
    copyright: str = ""
    typography: str = ""
    fonts: dict[str, str | tuple[str, ...]] = field(default_factory=dict)
    faces: dict[str, str] = field(default_factory=dict)
    terms: dict[str, Term] = field(default_factory=dict)


class Suppression(Record):
    """`[[suppress]]`: accepted findings, which are no longer reported.

    Keys:
        code: The check: its code, its name, or how its code begins.
        card: The name of the card; if empty, all cards.
        reason: Why the findings are accepted.
        until: The last day on which they are; if empty, forever.

    Example:
        [[suppress]]
        code = "TTU101"
        card = "Basalt Colossus"
        reason = "a promotional card outside the rules"
        until = 2027-06-30
    """

    code: str
    card: str = ""
    reason: str = ""
    until: datetime.date | str = ""


class Settings(Record):
    """The project file: where everything is, and how cards are made from it. Every key is optional.

    Keys:
        name: The name of the game.
        copyright: The copyright line, which faces print as `project.copyright`.
        author: The author that PDFs name; if empty, the copyright line.
        language: The language of the cards that PDFs name, such as `en` or `pt-BR`.
        ruleset: A built-in ruleset or a ruleset file; if empty, only the checks of every game run.
        output: The folder that everything is written to.
        effects: The effect list.
        cards: The card table, the decks and the art.
        tables: Where the cards are on the sheets of the card tables.
        extras: Tokens, counters and other things that are printed but not checked.
        art: Placeholder art.
        render: Pictures of cards.
        sheet: Printed sheets.
        faces: The faces of the cards.
        backs: The backs of the cards, chosen as the faces are.
        printers: Printers with a correction.
        box: The tuck box of a deck.
        editions: Translated editions, by name.
        print: The press of a print shop.
        suppress: Accepted findings.
        terms: Words with reminder texts, by name; they are added to those of the ruleset.
        marks: The marks that the texts have, each with what it means in ours, added to those of the ruleset.
            A key is a tag such as `strong`, a text such as `[credit]`, or a pair such as `*...*`; a value has
            marks and icons. `markdown = true` reads `*italic*`, `**bold**`, `_italic_` and `~~struck~~`.
        columns: The headings of the card tables where they are not the names that the ruleset and the faces
            use, such as `NAME = "Card title"`.

    Example:
        name = "Dawnwatch"
        copyright = "© 2026 the authors"
        author = "Jo Writer"
        language = "en"
        ruleset = "ttcg"
        output = "made"

    Example of texts with marks of their own:
        [marks]
        markdown = true
        strong = "b"
        br = "\\n"
        "[credit]" = "{credit}"
        "[[...]]" = "<c gold>"

    Example of a table with other headings:
        [columns]
        NAME = "Card title"
        LEVEL = "Rank"
    """

    name: str = ""
    copyright: str = ""
    author: str = ""
    language: str = "en"
    ruleset: str = ""
    columns: dict[str, str] = field(default_factory=dict)
    output: str = "output"
    effects: EffectSettings = field(default_factory=EffectSettings)
    cards: CardSettings = field(default_factory=CardSettings)
    tables: TableSettings = field(default_factory=TableSettings)
    extras: tuple[ExtraCards, ...] = ()
    art: ArtSettings = field(default_factory=ArtSettings)
    render: RenderSettings = field(default_factory=RenderSettings)
    sheet: SheetSettings = field(default_factory=SheetSettings)
    faces: tuple[FaceChoice, ...] = ()
    backs: tuple[FaceChoice, ...] = ()
    printers: tuple[Printer, ...] = ()
    box: BoxSettings = field(default_factory=BoxSettings)
    editions: dict[str, Edition] = field(default_factory=dict)
    print: PrintSettings = field(default_factory=PrintSettings)
    suppress: tuple[Suppression, ...] = ()
    terms: dict[str, Term] = field(default_factory=dict)
    marks: dict[str, bool | str] = field(default_factory=dict)
