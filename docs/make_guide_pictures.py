"""Make the pictures of the tutorial and the guides, each from the project as its page has it at that point.

python docs/make_guide_pictures.py              # of all pages
python docs/make_guide_pictures.py tutorial.md  # of one
python docs/make_guide_pictures.py --correct    # none, but put into the pages what the commands print
"""

from __future__ import annotations

import contextlib
import io
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pypdfium2
from follow import follow, pages
from make_pictures import GAP, PAPER, cut_card
from PIL import Image

import cardtools
from cardtools.cli import main as cardtools_main
from cardtools.render.placeholder_art import ArtSubject, paint
from cardtools.render.placeholder_art.outlines import list_outlines

if TYPE_CHECKING:
    from playwright.sync_api import Page

HERE = Path(__file__).parent
ALL = ()  # every card of the project

Scheme = Literal["light", "dark"]
# The pages of the studio: the address, and light or dark.
STUDIO: dict[str, tuple[str, Scheme]] = {
    "studio-cards": ("cards", "light"),
    "studio-card": ("card/emberhorn-stampede", "light"),
    "studio-face": ("face/templates/unit.toml", "dark"),
    "studio-effects": ("effects", "light"),
    "studio-begin": ("begin", "light"),
    "studio-problems": ("problems", "light"),
    "studio-print": ("print", "light"),
    "studio-history": ("history", "dark"),
}
# A table as people have it, to begin a game with.
TABLE = """Name\tKind\tCost\tText
Ferry Across the Fog\tPlace\t3\tDraw a card when you arrive.
Lamp Warden\tPerson\t2\tThe next place costs one less.
Borrowed Key\tThing\t1\tLook at a card of the other players.
"""
# Slips in the sample game, for the page that finds them.
SLIPS = {
    ";Machine, Elemental;3;": ";Machine, Elementl;3;",
    "fire/emberhorn-stampede.jpg;950": "fire/emberhorn.jpg;1950",
    ";Fairy, Elemental;1;": ";Fairy;7;",
    "then draw two cards.": "then draw two card.",
}

# What is on each picture: cards, a sheet, or what `cardtools art` can paint.
PICTURES: dict[str, Sequence[str] | str] = {
    "tutorial-finished": ("Mirror That Misses You", "Jar of Thunder", "Letter to the Moon"),
    "tutorial-blank": ALL,
    "tutorial-face": ALL,
    "tutorial-ten": ALL,
    "tutorial-sheet": "output/sheets/evening.pdf",
    "art-first": ALL,
    "art-figures": ALL,
    "art-objects": ALL,
    "art-all": "art",
    "art-crop": "crop",
    "play-table": "table",
    **dict.fromkeys(STUDIO, "studio"),
    "terms-cards": ("Storm Petrel", "Puffin", "Old Gannet"),
    "terms-reference": ("Words",),
    **dict.fromkeys(
        [f"faces-{step}" for step in ("boxes", "marks", "palettes", "when", "rare", "tarot")], ALL
    ),
    **dict.fromkeys([f"layouts-{step}" for step in ("short", "rows", "columns")], ALL),
}
LARGE, SMALL = 110, 76  # pixels per inch, of up to four cards and of more


def side_by_side(pictures: Sequence[Image.Image], columns: int) -> Image.Image:
    """Pictures of equal size in rows."""
    width, height = pictures[0].size
    rows = -(-len(pictures) // columns)
    whole = Image.new("RGB", (columns * (width + GAP) + GAP, rows * (height + GAP) + GAP), PAPER)
    for number, picture in enumerate(pictures):
        row, column = divmod(number, columns)
        whole.paste(picture, (GAP + column * (width + GAP), GAP + row * (height + GAP)))
    return whole


def cards(project: Path, names: Sequence[str]) -> Image.Image:
    """Cards of a project, as they look on the table."""
    project_cards = cardtools.load(project).files.project_cards
    shown = project_cards.find_cards(names) if names else project_cards.cards
    rasteriser = project_cards.rasteriser(300, 0)
    dpi = LARGE if len(shown) <= 4 else SMALL
    return side_by_side(
        [cut_card(project_cards, card, rasteriser, dpi) for card in shown], min(5, len(shown))
    )


def sheet(pdf: Path) -> Image.Image:
    """The first page of a PDF."""
    image: Image.Image = pypdfium2.PdfDocument(pdf)[0].render(scale=0.8).to_pil().convert("RGB")
    return image


def paintings() -> Image.Image:
    """Every figure and every object that `cardtools art` can paint, in the types by turns."""
    types = "Fire Water Earth Air Electric Light Nature Dark".split()
    words = [
        *((word, "") for word in list_outlines("figures") if word != "stranger"),
        *((word, "Spell") for word in list_outlines("motifs")),
    ]
    painted = []
    for number, (word, kind) in enumerate(words):
        colour = types[number % len(types)]
        subject = ArtSubject(word, kind or colour, (word,), 1 + number % 5, colour)
        painted.append(paint(subject, (280, 350)).resize((112, 140), Image.Resampling.LANCZOS))
    return side_by_side(painted, 10)


@contextlib.contextmanager
def in_studio(project: Path, size: tuple[int, int], scheme: Scheme = "light") -> Iterator[Page]:
    """A window with the page of `cardtools studio`, which is open in the project."""
    from playwright.sync_api import sync_playwright

    from cardtools.cli import cardtools as group
    from cardtools.commands.studio import offered
    from cardtools.ground.io.files import own_folder
    from cardtools.ground.web.local import LocalServer
    from cardtools.pages.studio.answering import serve_desk
    from cardtools.pages.studio.server import page, routes
    from cardtools.pages.studio.studio import Studio

    own_folder(project)
    with (
        contextlib.chdir(project),
        Studio(project, serve_desk) as studio,
        LocalServer("127.0.0.1", 0, page(), routes(studio)) as server,
        sync_playwright() as driver,
    ):
        studio.offered = lambda: offered(group)
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        window = browser.new_page(
            viewport={"width": size[0], "height": size[1]}, color_scheme=scheme, reduced_motion="reduce"
        )
        window.goto(server.link)
        window.wait_for_selector("#main[data-address]")
        yield window
        browser.close()


def shot(window: Page) -> Image.Image:
    """What the window shows when everything is there."""
    window.wait_for_load_state("networkidle")
    window.wait_for_timeout(1500)
    return Image.open(io.BytesIO(window.screenshot())).convert("RGB")


def cropping(project: Path, card: str = "ladder-to-the-moon") -> Image.Image:
    """The page of a card while its picture is dragged."""
    with in_studio(project, (1120, 780)) as window:
        window.evaluate(f"location.hash = '#/card/{card}'")
        window.wait_for_selector(".stage img.card")
        window.click("#crop-open")
        window.hover(".crop-place")
        window.mouse.wheel(0, -120)
        window.mouse.down()
        window.mouse.move(560, 330, steps=5)
        window.wait_for_selector(".crop-status:has-text('; saved')")
        image = shot(window)
        window.mouse.up()
    (project / "cards/crops.toml").unlink(missing_ok=True)  # the page says what is in it
    return image


def studio_page(name: str, project: Path) -> Image.Image:
    """A page of the studio: its address, and what is done there."""
    if not (project / "effects/effects_with_placeholders.csv").exists():
        with contextlib.chdir(project), contextlib.redirect_stdout(io.StringIO()):
            for command in (["generate", "-f"], ["tag"]):
                with contextlib.suppress(SystemExit):
                    cardtools_main(command)
    address, scheme = STUDIO[name]
    with tempfile.TemporaryDirectory() as folder:
        game = Path(folder, "Foggy Harbour" if name == "studio-begin" else project.name)
        if name == "studio-begin":
            game.mkdir()
        else:
            shutil.copytree(project, game)  # the page goes on with its own
        if name == "studio-problems":
            table = game / "cards/cards.csv"
            text = table.read_text(encoding="utf-8")
            for old, new in SLIPS.items():
                text = text.replace(old, new, 1)
            table.write_text(text, encoding="utf-8")
        with in_studio(game, (1280, 760), scheme) as window:
            if name == "studio-history":
                edited(window)
            window.evaluate(f"location.hash = '#/{address}'")
            window.wait_for_timeout(500)
            DONE.get(name, lambda window: None)(window)
            return shot(window)


def edited(window: Page) -> None:
    """Some edits on cards, and a version with a name."""
    for card, field, text in [
        ("quarry-sprite", "ATTACK", "225"),
        ("saltmarch-bulwark", "DEFENSE", "720"),
        ("saltmarch-bulwark", "LORE", "The wall stands where she stands."),
    ]:
        window.evaluate(f"location.hash = '#/card/{card}'")
        window.wait_for_timeout(3000)
        window.locator(f"[data-title={field}]").fill(text)
        window.wait_for_timeout(1500)
    window.evaluate("location.hash = '#/history'")
    window.get_by_placeholder("before the playtest").fill("Sent to the testers")
    window.keyboard.press("Enter")
    window.wait_for_timeout(1000)
    window.evaluate("location.hash = '#/card/rill-otter'")
    window.wait_for_timeout(3000)
    window.locator("[data-title=ATTACK]").fill("250")
    window.wait_for_timeout(1500)


def _cards(window: Page) -> None:
    window.wait_for_selector(".grid-row")
    window.click("button:has-text('Pictures')")
    window.get_by_role("gridcell", name="Basalt Colossus").click()


def _card(window: Page) -> None:
    window.click("button:has-text('Choose an effect')")
    window.wait_for_selector(".effects li")
    window.keyboard.type("draw")
    window.wait_for_timeout(1000)
    window.keyboard.press("ArrowDown")


def _face(window: Page) -> None:
    window.wait_for_selector(".boxes > *")
    window.locator("[role=treeitem]:has(.name:text-is('name'))").last.click()


def _effects(window: Page) -> None:
    window.wait_for_selector(".effects li")
    window.locator("main input[type=search]").fill("draw")
    window.wait_for_timeout(1000)
    window.keyboard.press("ArrowDown")


def _begin(window: Page) -> None:
    window.wait_for_selector(".begin-drop")
    window.evaluate(
        """text => { const data = new DataTransfer(); data.setData("text/plain", text);
        document.querySelector(".begin-drop").dispatchEvent(
          new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true })); }""",
        TABLE,
    )
    window.wait_for_timeout(6000)
    window.evaluate("document.querySelector('.head .quiet').textContent = 'in Foggy Harbour'")


def _problems(window: Page) -> None:
    window.wait_for_timeout(8000)
    window.locator("main summary:has-text('sub-type')").click()


def _print(window: Page) -> None:
    window.wait_for_selector(".sheet img")
    window.wait_for_selector("#jobs", state="hidden", timeout=120_000)  # the proof has ended


DONE = {
    "studio-cards": _cards,
    "studio-card": _card,
    "studio-face": _face,
    "studio-effects": _effects,
    "studio-begin": _begin,
    "studio-problems": _problems,
    "studio-print": _print,
}  # what is done on a page before its picture


def playing(project: Path, decisions: int = 36) -> Image.Image:
    """The table of `cardtools play` in the middle of a match of greedy players."""
    from playwright.sync_api import sync_playwright

    from cardtools.ground.web.answers import Feed
    from cardtools.ground.web.local import LocalServer
    from cardtools.play.agents import GreedyAgent
    from cardtools.play.load import load_match, understanding
    from cardtools.play.table.opening import described
    from cardtools.play.table.pictures import Pictures
    from cardtools.play.table.routes import PAGE, routes
    from cardtools.play.table.table import GameTable, cards_of

    game, greedy = cardtools.load(project).files, GreedyAgent()
    deck = game.project.path(game.project.settings.cards.decks[0])
    engine = load_match(game, [deck, deck], understanding(game))
    table = GameTable(engine, [None, greedy], 2, ["You", "Greedy"], greedy, practice=True)
    while not table.match.outcome and (table.match.number < decisions or table.match.state.decider != 0):
        if table.match.state.decider == 0:
            action = table.match.copy().action(greedy)
            table.act(table.version, engine.legal_actions(table.match.state, every=True).index(action))
        else:
            table.go(table.version)
    pictures = Pictures(game, engine)
    for number in pictures.first.values():
        pictures.png(number)
    shown = routes(table, cards_of(engine, pictures.addresses(), described), pictures.png, Feed("0"))
    with sync_playwright() as driver, LocalServer("127.0.0.1", 0, PAGE, shown) as server:
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1200, "height": 820}, reduced_motion="reduce")
        page.goto(server.link)
        page.wait_for_selector("body[data-painted]")
        page.wait_for_load_state("load")
        page.locator("#lower .hand .card").first.hover()
        page.wait_for_timeout(500)
        shot = page.screenshot()
        browser.close()
    return Image.open(io.BytesIO(shot)).convert("RGB")


def picture(name: str, project: Path) -> Image.Image:
    """The picture of this name, from the project in the folder."""
    what = PICTURES[name]
    if what == "art":
        return paintings()
    if what == "table":
        return playing(project)
    if what == "crop":
        return cropping(project)
    if what == "studio":
        return studio_page(name, project)
    return sheet(project / what) if isinstance(what, str) else cards(project, what)


def main(arguments: Sequence[str]) -> None:
    correct = "--correct" in arguments
    wanted = [HERE / name for name in arguments if name != "--correct"] or pages()
    for page in wanted:
        with tempfile.TemporaryDirectory() as folder:
            first = None
            for target, here in follow(page, Path(folder), correct):
                path = page.parent / target
                if here == Path(folder):
                    first = path  # a picture of the end, at the top of the page
                elif not correct:
                    picture(path.stem, here).save(path, quality=80, optimize=True)
            if first and not correct:
                picture(first.stem, here).save(first, quality=80, optimize=True)


if __name__ == "__main__":
    main(sys.argv[1:])
