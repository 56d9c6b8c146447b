"""A game of somebody else: 2,000 cards of 26 columns, several effects in a cell, 35 rules, deck rules.

    python tests/bench/bench_foreign_game.py                    the figures, each of a cold process
    python tests/bench/bench_foreign_game.py --make FOLDER      only make the project (FOLDER is new)
        --cards 1988 --seed 7 --pictures                        so many cards; with a picture for each

The game is made up: houses of traders run caravans over a desert of salt. Its texts are put together from
triggers, costs, conditions and deeds, common ones far more often than rare ones, as designers do; about one
in six effects is a sentence that hardly another card has. Figures: `validate`, `stats`, coverage by effect,
`effects learn` and the share of effects that its proposals parse as they are, and drawing
with a guessed face.
"""

from __future__ import annotations

import argparse
import csv
import io
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

CARDTOOLS = [sys.executable, "-m", "cardtools"]
HOUSES = ["Amber", "Basalt", "Cobalt", "Dune", "Ember", "Free"]
TYPES = ["House", "Caravan", "Envoy", "Road", "Bargain", "Weather", "Relic"]
SUBTYPES = (
    "Animal Archive Bridge Broker Camp Captain Charm Cistern Debt Envoy Escort Feast Festival Forgery "
    "Garrison Guide Healer Law Ledger Mirage Night Oasis Oath Old Pilgrim Raider River Rumour Salt "
    "Scholar Scout Season Singer Smuggler Spice Storm Tent Toll Tower Trap Treaty Vault Walker Well"
).split()
KEYWORDS = ["Steadfast", "Swift", "Hidden", "Thirsty", "Sworn"]
PACKS = [
    *("First Salt", "White Road", "The Long Well", "Two Moons", "Sandglass", "Borrowed Names"),
    *("Night Market", "Open Ledgers", "The Ninth Gate", "Dry Season"),
]
FIRST = (
    "Ashen Bitter Blind Bright Broken Buried Careful Distant Drowned Early Empty Faded First Gentle "
    "Gilded Hollow Honest Humble Idle Jade Keen Last Lean Loud Lucky Mended Narrow Nimble Pale Patient "
    "Proud Quiet Ragged Red Restless Sealed Second Silent Sleepless Slow Sober Stolen Stubborn Sunken "
    "Tall Tender Twice Upper Veiled Wandering Wary White Wry Young"
).split()
SECOND = (
    "Abacus Almanac Anchor Apprentice Arbiter Awning Banner Basket Beacon Bell Bride Camel Candle Canvas "
    "Census Chant Clerk Compass Cook Courier Crossing Dervish Diver Falconer Fountain Gatherer Gardener "
    "Hammer Harbour Inkwell Inn Keeper Kettle Lantern Lender Lock Magistrate Map Mason Merchant Mule "
    "Needle Notary Orchard Painter Palanquin Physician Pilot Potter Quarry Reckoner Rider Sail Saddle "
    "Scales Shepherd Signal Spring Stair Stranger Surveyor Tailor Tally Thief Tinker Turnstile Usher "
    "Verdict Warden Weaver Windmill Witness Wreath"
).split()

TRIGGERS = [
    "When you reveal this card",
    "Whenever you travel a {sub} road",
    "At the beginning of your turn",
    "When this caravan arrives",
    "When your opponent draws a card",
    "The first time each turn you pay a toll",
    "Whenever a {type} leaves play",
    "When your turn ends",
    "When you advance this card",
    "Whenever you gain at least {n} [coin]",
    "When a {house} card enters play",
    "Whenever you trade with a {sub}",
    "When this envoy is exposed",
    "When you steal a ledger",
    "After a road is travelled",
    "Whenever a {house} envoy is dismissed",
]
COSTS = [
    "[turn]",
    "[turn][turn]",
    "[turn], {n} [coin]",
    "{n} [coin]",
    "[dismiss]",
    "[turn], [dismiss]",
    "Lose {n} trust",
    "Discard {n} cards",
    "Remove {n} water tokens from this card",
    "Reveal a {sub} card",
]
DEEDS = [
    "gain {n} [coin]",
    "draw {n} cards",
    "draw 1 card",
    "end the journey",
    "do {n} harm",
    "your opponent loses {n} [coin]",
    "place {n} water tokens on this card",
    "dismiss a {type}",
    "search your deck for a {sub} card, reveal it and add it to your hand",
    "gain {n} trust",
    "the travelling player loses [turn]",
    "dismiss a {sub} {type}",
    "look at the top {n} cards of your deck",
    "take {n} [coin] from the bank",
    "give your opponent {n} debts",
    "remove {n} debts",
    "your opponent discards {n} cards at random",
    "derive a {sub} from your discard pile",
    "install a {type} from your hand, lowering its cost by {n}",
    "expose 1 card",
    "swap two unrevealed cards",
    "move {n} water tokens from one {type} to another",
    "this caravan gets +{n} strength until the end of the turn",
    "lower the toll of a {sub} road by {n}",
    "your opponent may pay {n} [coin]; otherwise the journey ends",
    "shuffle your discard pile into your deck",
    "you cannot travel again this turn",
    "ignore the next {n} harm",
]
STATIC = [
    "This card gets +{n} strength for each {sub} in play.",
    "{Keyword}.",
    "{Keyword}, {keyword}.",
    "The cost of the first {type} that you install each turn is lowered by {n}.",
    "+{n} [water]",
    "Limit {n} per deck.",
    "You have +{n} hand size.",
    "Only {house} players may use this card.",
    "Install only on a {type}.",
    "Each {sub} {type} has +{n} strength.",
    "Roads that protect this card have +{n} strength.",
    "This card can be advanced.",
    "Your opponent's maximum hand size is lowered by {n}.",
    "While you have {n} or more debts, you cannot travel.",
    "Use this ability only {n} times each turn.",
    "X is the number of {sub} cards in your discard pile.",
]
CONDITIONS = [
    "If you have at least {n} trust",
    "If a {sub} is in play",
    "If your opponent has {n} or more debts",
    "If you travelled this turn",
    "Unless your opponent pays {n} [coin]",
    "If this road is fully watered",
]
RARE_SUBJECTS = (
    "the caravan master;every unpaid broker;the elder of a well;whoever holds the seal;the last guest".split(
        ";"
    )
)
RARE_VERBS = "forgets;counts aloud;trades away;weighs;hides under a tent;returns to its maker;renames".split(
    ";"
)
RARE_OBJECTS = (
    "the oldest debt;one facedown ledger;half of the water, rounded up;all names but one;a song".split(";")
)
RARE_ENDS = (
    ";before the wells are counted;as if it were night;and nobody may ask why;until a stranger arrives".split(
        ";"
    )
)


class Maker:
    """The texts and the cards of the game, from one seed."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def often(self, choices: Sequence[str]) -> str:
        """One of them, the first ones far more often."""
        return self.rng.choices(choices, [1 / (place + 1) for place in range(len(choices))])[0]

    def filled(self, text: str) -> str:
        """The text with its words chosen."""
        rng, keyword = self.rng, self.rng.choice(KEYWORDS)
        words: dict[str, Callable[[], str]] = {
            "{n}": lambda: str(rng.choice([2, 2, 2, 3, 3, 4, 5])),
            "{sub}": lambda: rng.choice(SUBTYPES),
            "{type}": lambda: rng.choice(TYPES[1:]).lower(),
            "{house}": lambda: rng.choice(HOUSES),
            "{Keyword}": lambda: keyword,
            "{keyword}": lambda: rng.choice([one for one in KEYWORDS if one != keyword]).lower(),
        }
        for mark, word in words.items():
            while mark in text:
                text = text.replace(mark, word(), 1)
        return re.sub(r"\b([Aa]) (?=[AEIOUaeiou])", r"\1n ", text)

    def effect(self) -> str:
        """One effect of a card."""
        rng, kind = self.rng, self.rng.random()
        if kind < 0.16:
            parts = [rng.choice(words) for words in (RARE_SUBJECTS, RARE_VERBS, RARE_OBJECTS, RARE_ENDS)]
            text = " ".join(filter(None, parts)) + "."
            return self.filled(f"{self.often(TRIGGERS)}, {text}" if rng.random() < 0.7 else text.capitalize())
        if kind < 0.38:
            return self.filled(self.often(STATIC))
        deed = self.often(DEEDS)
        if rng.random() < 0.2:
            deed += f" and {self.often(DEEDS)}"
        if rng.random() < 0.2:
            condition = self.often(CONDITIONS)
            deed = f"{condition[0].lower()}{condition[1:]}, {deed}"
        if kind < 0.62:
            text = f"{self.often(COSTS)}: {deed[0].upper()}{deed[1:]}."
        elif kind < 0.88:
            text = f"{self.often(TRIGGERS)}, {'you may ' if rng.random() < 0.1 else ''}{deed}."
        else:
            text = f"{deed[0].upper()}{deed[1:]}."
        return self.filled(text)

    def name(self, number: int) -> str:
        """A name that no other card has."""
        first, second = divmod(number * 7919 % (len(FIRST) * len(SECOND)), len(SECOND))
        return f"{FIRST[first]} {SECOND[second]}"

    def card(self, number: int) -> dict[str, object]:
        """A card that breaks no rule."""
        rng = self.rng
        kind = "House" if number < 24 else rng.choices(TYPES[1:], [16, 14, 22, 20, 16, 12])[0]
        side = "Desert" if kind in ("Road", "Weather") or (number % 2 and kind != "Caravan") else "Harbour"
        house = rng.choice(HOUSES if kind != "House" else HOUSES[:-1])
        pack = number * len(PACKS) // 2000 % len(PACKS)
        cost = rng.choice([0, 1, 1, 2, 2, 3, 4, 5, 6])
        effects = rng.choices([1, 2, 3, 4], [30, 42, 20, 8])[0]
        return {
            "CODE": f"{pack + 1:02}{number + 1:04}", "NAME": self.name(number), "SIDE": side, "HOUSE": house,
            "TYPE": kind, "SUBTYPES": ", ".join(sorted(rng.sample(SUBTYPES, rng.choice([1, 1, 2, 3])))),
            "UNIQUE": rng.choice(["yes", "no", "no"]), "COST": "" if kind == "House" else cost,
            "ADVANCE": rng.randint(2, 5) if kind == "Relic" else "",
            "POINTS": rng.randint(1, 3) if kind == "Relic" else "",
            "STRENGTH": rng.randint(0, 7) if kind in ("Caravan", "Road") else "",
            "TRUST": rng.randint(1, 4) if kind == "Envoy" else "",
            "WATER": rng.randint(1, 3) if kind == "Caravan" else "",
            "INFLUENCE": "" if kind == "House" else 0 if house == "Free" else rng.randint(1, 5),
            "DECK_MIN": rng.choice([40, 45, 45, 50]) if kind == "House" else "",
            "INFLUENCE_LIMIT": rng.choice([12, 15, 15, 17]) if kind == "House" else "",
            "COPIES": 1 if kind == "House" else rng.choice([3, 3, 3, 2]),
            "DECK_LIMIT": 1 if kind == "House" else 3, "PACK": PACKS[pack], "CYCLE": pack // 3 + 1,
            "POSITION": number + 1, "RELEASED": f"{2019 + pack // 3}-{pack % 12 + 1:02}-15",
            "ARTIST": f"{rng.choice(FIRST)} Studio", "IMAGE": "",
            "TEXT": "\n".join(self.effect() for _ in range(effects)),
            "FLAVOUR": "" if rng.random() < 0.4 else f"\"{rng.choice(RARE_ENDS[1:]).capitalize()}.\"",
        }  # fmt: skip


RULES = [
    ("whole-cost", "TYPE != 'House'", "given(COST)"),
    ("free-house", "TYPE == 'House'", "not given(COST)"),
    ("relic-points", "TYPE == 'Relic'", "given(POINTS)"),
    ("relic-water", "TYPE == 'Relic'", "given(ADVANCE)"),
    ("only-relics", "TYPE != 'Relic'", "not given(POINTS)"),
    ("no-advance", "TYPE != 'Relic'", "not given(ADVANCE)"),
    ("road-strength", "TYPE == 'Road'", "given(STRENGTH)"),
    ("caravan", "TYPE == 'Caravan'", "given(STRENGTH)"),
    ("strong", "given(STRENGTH)", "TYPE in ('Caravan', 'Road')"),
    ("water", "TYPE == 'Caravan'", "given(WATER)"),
    ("no-water", "TYPE != 'Caravan'", "not given(WATER)"),
    ("trust", "TYPE == 'Envoy'", "given(TRUST)"),
    ("no-trust", "TYPE != 'Envoy'", "not given(TRUST)"),
    ("influence", "TYPE != 'House'", "given(INFLUENCE)"),
    ("free-cards", "HOUSE == 'Free' and TYPE != 'House'", "INFLUENCE == 0"),
    ("house-cards", "HOUSE != 'Free' and TYPE != 'House'", "INFLUENCE >= 1"),
    ("deck-minimum", "TYPE == 'House'", "given(DECK_MIN)"),
    ("no-minimum", "TYPE != 'House'", "not given(DECK_MIN)"),
    ("limit", "TYPE == 'House'", "given(INFLUENCE_LIMIT)"),
    ("limits", "TYPE != 'House'", "not given(INFLUENCE_LIMIT)"),
    ("one-house", "TYPE == 'House'", "DECK_LIMIT == 1"),
    ("three", "TYPE != 'House'", "DECK_LIMIT == 3"),
    ("one-copy", "TYPE == 'House'", "COPIES == 1"),
    ("copies", "TYPE != 'House'", "COPIES >= 2"),
    ("desert-roads", "TYPE == 'Road'", "SIDE == 'Desert'"),
    ("weather", "TYPE == 'Weather'", "SIDE == 'Desert'"),
    ("harbour", "TYPE == 'Caravan'", "SIDE == 'Harbour'"),
    ("has-text", "", "given(TEXT)"),
    ("code", "", "startswith(CODE, '0') or startswith(CODE, '1')"),
    ("few", "", "POINTS <= 3"),
    ("dear", "POINTS == 3", "ADVANCE >= 2"),
    ("cycle", "", "CYCLE <= 9"),
    ("many", "", "len(SUBTYPES) <= 4"),
    ("cheap", "TYPE == 'Envoy'", "COST <= 9"),
    ("house-minimum", "TYPE == 'House'", "DECK_MIN >= 40"),
]
WHOLE_NUMBERS = (
    "COST ADVANCE POINTS STRENGTH TRUST WATER INFLUENCE DECK_MIN INFLUENCE_LIMIT COPIES DECK_LIMIT CYCLE "
    "POSITION"
)
DECK_RULES = """
[deck.SLT201]
name = "one-leader"
kind = "count"
where = "TYPE == 'House'"
noun = "house"
min = 1
max = 1
[deck.SLT202]
name = "deck-size"
kind = "size"
min = 41
[deck.SLT203]
name = "copies"
kind = "copies"
by = ["NAME"]
limit = [{ where = "TYPE == 'House'", max = 1 }, { max = 3 }]
own = "DECK_LIMIT"
[deck.SLT204]
name = "influence"
kind = "sum"
of = "0 if HOUSE == first_HOUSE else INFLUENCE"
first = "TYPE == 'House'"
noun = "influence"
max = "first_INFLUENCE_LIMIT"
[deck.SLT205]
name = "one-side"
kind = "distinct"
field = "SIDE"
max = 1
[deck.SLT206]
name = "opening"
kind = "odds"
where = "COST <= 1"
noun = "cheap card"
hand = 5
least = 1
max = 60
[deck.SLT207]
name = "points"
kind = "sum"
of = "POINTS"
noun = "point"
max = "2 * (size // 5) + 3"
"""


def ruleset() -> str:
    """The rules of the game, as a file."""
    lines = ["[ruleset]", 'id = "salt"', 'version = "1.0"', "[card]", 'label = "NAME"', 'decks = ["NAME"]']
    for name, words in (
        ("side", ["Harbour", "Desert"]), ("house", HOUSES), ("type", TYPES), ("subtype", SUBTYPES),
        ("keyword", KEYWORDS),
    ):  # fmt: skip
        lines += [f"[vocabulary.{name}]", f"values = {words}".replace("'", '"')]
    lines += ["[fields.CODE]", "unique = true", 'pattern = "[0-9]{6}"', "[fields.NAME]", "unique = true"]
    lines += ["[fields.NAME.checks]", 'similar.severity = "off"']
    for column, words in (("SIDE", "side"), ("HOUSE", "house"), ("TYPE", "type")):
        lines += [f"[fields.{column}]", "required = true", f'vocabulary = "{words}"']
    lines += [
        "[fields.SUBTYPES]",
        'type = "list"',
        'vocabulary = "subtype"',
        "[fields.UNIQUE]",
        'type = "bool"',
    ]
    for column in WHOLE_NUMBERS.split():
        lines += [f"[fields.{column}]", 'type = "int"', "min = 0", "max = 9999"]
    lines += ["[fields.PACK]", "[fields.RELEASED]", 'type = "date"', "[fields.ARTIST]"]
    lines += [
        "[fields.IMAGE]",
        'file = ["jpg", "png"]',
        "[fields.TEXT]",
        'role = "effect"',
        "[fields.FLAVOUR]",
    ]
    lines += ["[effects]", 'columns = ["TEXT"]', 'split = "line"']
    for number, (name, when, condition) in enumerate(RULES, 101):
        lines += [f"[rule.SLT{number}]", f'name = "{name}"', f'when = "{when}"', f'assert = "{condition}"']
        lines += [f'message = "{{NAME}}: {name}"']
    return "\n".join(lines) + "\n" + DECK_RULES


def paint(folder: Path, cards: Sequence[dict[str, object]], seed: int) -> None:
    """A picture for each card: soft dunes with some grain, different on every card."""
    import numpy
    from PIL import Image

    rng = numpy.random.default_rng(seed)
    across, down = numpy.meshgrid(numpy.linspace(0, 1, 600), numpy.linspace(0, 1, 440))
    for number, card in enumerate(cards):
        waves = [
            numpy.sin(across * rng.uniform(2, 14) + down * rng.uniform(2, 14) + rng.uniform(0, 6))
            for _ in "rgb"
        ]
        picture = 130 + 55 * numpy.stack(waves, -1) + rng.normal(0, 7, (440, 600, 3))
        card["IMAGE"] = f"{number + 1:04}.jpg"
        Image.fromarray(picture.clip(0, 255).astype("uint8"), "RGB").save(
            folder / str(card["IMAGE"]), quality=85
        )


def make_game(folder: Path, number: int = 2000, seed: int = 7, pictures: bool = False) -> None:
    """A project with so many cards, a guessed face and two decks, in a new folder."""
    maker = Maker(seed)
    cards = [maker.card(place) for place in range(number)]
    with tempfile.TemporaryDirectory() as scratch:
        table = Path(scratch) / "salt.csv"
        art = folder / "cards/art"
        if pictures:
            (Path(scratch) / "art").mkdir()
            paint(Path(scratch) / "art", cards, seed)
        out = io.StringIO()
        writer = csv.DictWriter(out, list(cards[0]), delimiter=";", lineterminator="\n")
        writer.writeheader()
        writer.writerows(cards)
        table.write_text(out.getvalue(), encoding="utf-8", newline="")
        run("init", str(folder), "--from", str(table), "--name", "Salt Road", folder=Path(scratch))
        if pictures:
            shutil.copytree(Path(scratch) / "art", art, dirs_exist_ok=True)
    (folder / "game.toml").write_text(ruleset(), encoding="utf-8")
    (folder / "cards/decks").mkdir(exist_ok=True)
    project = (folder / "cardtools.toml").read_text(encoding="utf-8")
    decks = 'decks = ["cards/decks/harbour.txt", "cards/decks/desert.txt"]'
    project = project.replace("[cards]\n", f"[cards]\n{decks}\n", 1)
    (folder / "cardtools.toml").write_text(project, encoding="utf-8")
    for side, deck in (("Harbour", "harbour"), ("Desert", "desert")):
        lines = deck_of(cards, side)
        (folder / f"cards/decks/{deck}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def deck_of(cards: Sequence[dict[str, object]], side: str) -> list[str]:
    """A legal deck of one side: a house, and its own and free cards."""
    house = next(card for card in cards if card["TYPE"] == "House" and card["SIDE"] == side)
    own = [
        card
        for card in cards
        if card["SIDE"] == side
        and card["HOUSE"] in (house["HOUSE"], "Free")
        and card["TYPE"] not in ("House", "Relic")
    ]
    cheap = [card for card in own if card["COST"] in (0, 1)][:9]
    rest = [card for card in own if card not in cheap][:9]
    return [f"1 {house['NAME']}", *(f"3 {card['NAME']}" for card in cheap + rest)]


def run(*words: str, folder: Path, wanted: Sequence[int] = (0, 1)) -> tuple[float, str]:
    """The CPU seconds of a cold cardtools with these arguments, and what it printed."""
    before = os.times()
    done = subprocess.run(
        [*CARDTOOLS, *words], check=False, cwd=folder, capture_output=True, encoding="utf-8"
    )
    after = os.times()
    if done.returncode not in wanted:
        raise SystemExit(f"cardtools {' '.join(words)}\n{done.stdout}{done.stderr}")
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    return spent, done.stdout


def main() -> None:
    """Make the game, and measure."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--make", type=Path, metavar="FOLDER")
    parser.add_argument("--cards", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--pictures", action="store_true")
    given = parser.parse_args()
    if given.make:
        make_game(given.make.absolute(), given.cards, given.seed, given.pictures)
        return
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "salt"
        make_game(folder, given.cards, given.seed, given.pictures)
        measure(folder, given.cards)


def measure(folder: Path, number: int) -> None:
    """Print the figures of the game."""
    print(f"validate                      {run('validate', folder=folder)[0]:6.2f} s CPU")
    print(f"stats                         {run('stats', folder=folder)[0]:6.2f} s CPU")
    began = time.perf_counter()
    spent, _ = run("effects", "learn", "-o", "effects/all_effect_templates.txt", folder=folder)
    print(f"effects learn                 {spent:6.2f} s CPU, {time.perf_counter() - began:.2f} s")
    spent, said = run("parse", "--cards", "-q", folder=folder)
    print(f"parse --cards                 {spent:6.2f} s CPU   {said.splitlines()[-1] if said else ''}")
    spent, said = run("stats", "--only", "coverage", folder=folder)
    print(f"stats --only coverage         {spent:6.2f} s CPU")
    print("\n".join(f"    {line}" for line in said.splitlines()[:6]))
    spent, _ = run("export", "--to", "html", "-o", "gallery", folder=folder)
    print(f"export --to html              {spent:6.2f} s CPU, {1000 * spent / number:.1f} ms a card")
    spent, _ = run("sheet", "--where", "POSITION > 0", folder=folder)
    print(f"sheet of every card           {spent:6.2f} s CPU, {1000 * spent / number:.1f} ms a card")


if __name__ == "__main__":
    main()
