"""Make the pictures of cards in README and index: `cardtools build`, then `python docs/make_pictures.py`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pypdfium2
from PIL import Image, ImageDraw, ImageFont

from cardtools.cards.table import Card
from cardtools.ground.io.files import user_path
from cardtools.init.guess.project import guess_project
from cardtools.library.game import load
from cardtools.print.export.export_files import write
from cardtools.project.starter import make_project, ready_faces, ready_table
from cardtools.render.card_pictures import compose_cards
from cardtools.render.pdf.raster import Rasteriser
from cardtools.render.project_cards import ProjectCards
from cardtools.steps.card_choice import CardChoice
from cardtools.steps.export import plan_export

HERE = Path(__file__).parent
# One of each type, and a spell.
CARDS = (
    "Emberhorn Stampede",
    "Thalmyra, Voice of the Deep",
    "Basalt Colossus",
    "Galewing Courier",
    "Auriela, Keeper of Noon",
    "Hollow-Oak Swarm",
    "Nyxaroth, the Last Eclipse",
    "Granite Shield",
)
GAP, COLUMNS, DPI = 18, 4, 120
PAPER, INK, QUIET = (244, 241, 234), (43, 38, 32), (112, 103, 92)
FONTS = HERE.parent / "templates/fonts"

# The gallery: two lines of the sample game, then the other games; each cell is a label and what it shows.
SMALL, WIDTH, HEIGHT, ACROSS = 72, 180, 252, 9  # pixels per inch, pixels of a card, cards on a line
BACK = "(back)"
TIERS = ("1 Common", "2 Uncommon", "3 Rare", "4 Ultra Rare", "5 Mythic Rare", "6 Primal Rare")
FINISHED = "Sirocca, Mother of Gusts"
TIERED = (FINISHED, "Ember Blade")


@dataclass(frozen=True)
class GalleryLine:
    """A line of the gallery: the game's folder, title and title font, its cells by label. Cells with several
    names are counters, which are shown together.
    """

    game: str
    title: str
    font: str
    cells: Sequence[tuple[str, Sequence[str]]]


GALLERY = (
    GalleryLine(
        "",
        "Dawnwatch, for the True Trading Card Game",
        "Cinzel-Bold",
        [
            *(("Unit", [name]) for name in ("Cinderling Whelp", "Kelp Cantor", "Verdant Shepherd")),
            ("Spell", ["Wayfarer's Lantern"]),
            ("Lore card", ["The Night of Nine Hearths"]),
            ("Token", ["Lost Hourglass"]),
            ("Token", ["Closed Gate"]),
            (
                "Counters",
                ["Attack Up 100", "Defense Down 50", "Five Points", "Equipped", "Now Nature", BACK],
            ),
            ("Back", [BACK]),
        ],
    ),
    GalleryLine("", "", "", [(f"Rarity {tier}", [tier]) for tier in TIERS]),
    GalleryLine(
        "school",
        "Lanternhall, a school of magic",
        "PatrickHand-Regular",
        [
            ("Booster", ["Ember Vial"]),
            ("Student", ["Skating Prefect"]),
            ("Monster, Boss", ["Boiler-House Drake"]),
            ("Monster, Legendary", ["Old Mother Icicle"]),
            ("Spell", ["Bonfire Night"]),
            ("Item", ["Everywhere Key"]),
            ("Environment", ["The Drowned Library"]),
            ("Token", ["Paper Swallow"]),
            ("Back", [BACK]),
        ],
    ),
    GalleryLine(
        "mana",
        "Five Shores, of mana and travel",
        "Alegreya-Bold",
        [
            ("Land", ["Bellwether Downs"]),
            ("Land", ["Cinderstep"]),
            ("Creature", ["Reedsong Heron"]),
            ("Creature", ["Mossback Elder"]),
            ("Spell", ["Bargain at Midnight"]),
            ("Instant", ["Shield of Noon"]),
            ("Leader", ["Varo Kestrel"]),
            ("Counters", ["White Mana", "Blue Mana", "Stronger", "Three Wounds", "Ten Lives", BACK]),
            ("Back", [BACK]),
        ],
    ),
    GalleryLine(
        "kingdom",
        "The Dicebound Crown, of dice",
        "Cinzel-Bold",
        [
            ("Creature", ["Bell-Tower Heron"]),
            ("Creature", ["Kitchen Dragon"]),
            ("Creature", ["Hedge Baron"]),
            ("Creature", ["Clockwork Herald"]),
            ("Spell", ["Royal Pardon"]),
            ("Spell", ["Loaded Answer"]),
            ("Favour", ["Royal Patience"]),
            ("Life counter", ["Twenty Shields"]),
            ("Back", [BACK]),
        ],
    ),
    GalleryLine(
        "alpha",
        "Bench Set Zero, a test bench",
        "AlegreyaSans-Bold",
        [
            ("Creature", ["Test Drone"]),
            ("Creature", ["Glass Hound"]),
            ("Creature", ["Overclocked Wyrm"]),
            ("Creature", ["Null Knight"]),
            ("Object", ["Static Spark"]),
            ("Object", ["Skeleton Key"]),
            ("Object", ["Scheduled Purge"]),
            ("Counters", ["One Damage", "One Energy", "Five Damage", "Five Energy", "Two Damage", BACK]),
            ("Back", [BACK]),
        ],
    ),
)


def cut_card(
    project_cards: ProjectCards, card: Card, rasteriser: Rasteriser, dpi: int, back: bool = False
) -> Image.Image:
    """The card or its back as it looks on the table: cut to its trim, with round corners."""
    faces = project_cards.backs if back else project_cards.faces
    assert faces is not None
    (composed,) = compose_cards(faces, [card], project_cards.art_files)
    scene = composed.scene
    assert scene is not None
    image = rasteriser.image(scene)
    mask = Image.new("L", image.size, 0)
    radius = scene.corner * rasteriser.dpi / 25.4
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, image.width - 1, image.height - 1), radius=radius, fill=255)
    cut = Image.composite(image, Image.new("RGB", image.size, PAPER), mask)
    return cut.resize([round(side * dpi / rasteriser.dpi) for side in image.size], Image.Resampling.LANCZOS)


def picture_of_cards() -> Image.Image:
    """The cards side by side."""
    project_cards = load(HERE.parent).files.project_cards
    rasteriser = project_cards.rasteriser(300, 0)
    by_name = {card.name: card for card in project_cards.find_cards(CARDS)}
    pictures = [cut_card(project_cards, by_name[name], rasteriser, DPI) for name in CARDS]
    width, height = pictures[0].size
    rows = -(-len(pictures) // COLUMNS)
    whole = Image.new("RGB", (COLUMNS * (width + GAP) + GAP, rows * (height + GAP) + GAP), PAPER)
    for number, card in enumerate(pictures):
        row, column = divmod(number, COLUMNS)
        whole.paste(card, (GAP + column * (width + GAP), GAP + row * (height + GAP)))
    return whole


def picture_of_sheet() -> Image.Image:
    """The first sheet of the starter deck."""
    pdf = pypdfium2.PdfDocument(HERE.parent / "output/sheets/starter.pdf")
    image: Image.Image = pdf[0].render(scale=100 / 72).to_pil()
    return image


def shown_card(project_cards: ProjectCards, name: str) -> Card:
    """The card of a gallery cell: by its name, or `FINISHED` in the rarity of a tier."""
    if name in TIERS:
        (card,) = project_cards.find_cards([FINISHED])
        return replace(card, values={**card.values, "RARITY": TIERS.index(name) + 1})
    return project_cards.find_cards([name])[0]


def cell(project_cards: ProjectCards, rasteriser: Rasteriser, names: Sequence[str]) -> Image.Image:
    """A card, or several counters in two columns; `(back)` is the back of the first."""
    first = next((name for name in names if name != BACK), project_cards.cards[0].name)
    pictures = []
    for name in names:
        card = shown_card(project_cards, first if name == BACK else name)
        pictures.append(cut_card(project_cards, card, rasteriser, SMALL, name == BACK))
    if len(pictures) == 1:
        return pictures[0]
    whole = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    width, height = (WIDTH // 2, HEIGHT // 3)
    for number, picture in enumerate(pictures):
        row, column = divmod(number, 2)
        left = column * width + (width - picture.width) // 2
        whole.paste(picture, (left, row * height + (height - picture.height) // 2))
    return whole


def picture_of_faces() -> Image.Image:
    """All faces of all games, with labels."""
    head, foot = 58, 36
    label_font = ImageFont.truetype(str(FONTS / "AlegreyaSans-Regular.ttf"), 18)
    tops, top = [], GAP // 2
    for line in GALLERY:
        tops.append(top)
        top += (head if line.title else 0) + HEIGHT + foot
    whole = Image.new("RGB", (ACROSS * (WIDTH + GAP) + GAP, top), PAPER)
    draw = ImageDraw.Draw(whole)
    for line, top in zip(GALLERY, tops, strict=True):
        project_cards = load(
            HERE.parent / "examples" / line.game if line.game else HERE.parent
        ).files.project_cards
        rasteriser = project_cards.rasteriser(300, 0)
        if line.title:
            own = HERE.parent / "examples" / line.game / f"templates/fonts/{line.font}.ttf"
            title_font = ImageFont.truetype(str(own if own.exists() else FONTS / f"{line.font}.ttf"), 29)
            draw.text((GAP, top + head - 16), line.title, INK, title_font, "ls")
            top += head
        # Shorter lines are centred.
        left = (whole.width - len(line.cells) * (WIDTH + GAP) + GAP) // 2
        for label, names in line.cells:
            picture = cell(project_cards, rasteriser, names)
            whole.paste(picture, (left, top))
            draw.text((left + WIDTH // 2, top + HEIGHT + 20), label, QUIET, label_font, "ms")
            left += WIDTH + GAP
    return whole


def picture_of_tiers() -> Image.Image:
    """Two cards in each of the six rarities."""
    project_cards = load(HERE.parent).files.project_cards
    rasteriser = project_cards.rasteriser(300, 0)
    rows = []
    for card in project_cards.find_cards(TIERED):
        tiers = [replace(card, values={**card.values, "RARITY": tier}) for tier in range(1, 7)]
        rows.append([cut_card(project_cards, tier, rasteriser, SMALL) for tier in tiers])
    width, height = rows[0][0].size
    whole = Image.new("RGB", (6 * (width + GAP) + GAP, len(rows) * (height + GAP) + GAP), PAPER)
    for row, pictures in enumerate(rows):
        for column, picture in enumerate(pictures):
            whole.paste(picture, (GAP + column * (width + GAP), GAP + row * (height + GAP)))
    return whole


def picture_of_people(target: str) -> Image.Image:
    """What `cardtools export --to showcase` or `hand` makes of the cards."""
    ground = "#{:02x}{:02x}{:02x}".format(*PAPER)
    with TemporaryDirectory() as name:
        folder, files = user_path(name), load(HERE.parent).files
        plan = plan_export(files, target, CardChoice(names=CARDS), folder, 90, ground=ground)
        write(folder, plan.files)
        with Image.open(folder / plan.files[0].name) as image:
            return image.convert("RGB")


def picture_of_ready_faces() -> Image.Image:
    """Three cards of each ready face, in rows."""
    rows = []
    for face in ready_faces():
        with TemporaryDirectory() as name:
            folder = user_path(Path(name) / "game")
            make_project(folder, blank=True, files=guess_project((ready_table(face),), face=face).files)
            project_cards = load(folder).files.project_cards
            rasteriser = project_cards.rasteriser(300, 0)
            shown = project_cards.cards[:3]
            rows.append([cut_card(project_cards, card, rasteriser, 84) for card in shown])
    wide = max(sum(card.width + GAP for card in row) for row in rows)
    lines = [rows[start : start + 2] for start in range(0, len(rows), 2)]
    highs = [max(row[0].height for row in line) for line in lines]
    whole = Image.new("RGB", (2 * wide + 2 * GAP, sum(highs) + (len(lines) + 1) * GAP), PAPER)
    top = GAP
    for line, high in zip(lines, highs, strict=True):
        left = GAP if len(line) == 2 else (whole.width - wide + GAP) // 2
        for row in line:
            for number, card in enumerate(row):
                whole.paste(card, (left + number * (card.width + GAP), top))
            left += wide + GAP
        top += high + GAP
    return whole


def main() -> None:
    picture_of_ready_faces().save(HERE / "pictures/ready-faces.jpg", quality=82, optimize=True)
    for target in ("showcase", "hand"):
        picture_of_people(target).save(HERE / f"pictures/{target}.jpg", quality=82, optimize=True)
    picture_of_tiers().save(HERE / "guides/effects.jpg", quality=82, optimize=True)
    picture_of_cards().save(HERE / "cards.jpg", quality=88, optimize=True)
    picture_of_sheet().convert("RGB").save(HERE / "sheet.jpg", quality=85, optimize=True)
    picture_of_faces().save(HERE / "faces.jpg", quality=75, optimize=True, progressive=True)


if __name__ == "__main__":
    main()
